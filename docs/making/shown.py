"""What the pictures of pages show, in words: so that a picture with old words, or old scores, is noticed.

`shown.json` has for each picture the text that was to be seen when Chromium took it, the texts of the pages among it,
and a checksum of the data. Here the same is made of the words and the data as they are now, without a browser. What is
new on a page is not noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from making.page import DOCS, PICTURES, Files

from historic.readings import PRINTED
from modern.facts import PLACE
from modern.pages.game_facts import recorded_game
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.positions import page_positions
from modern.pictures.browser.modules import ENGLISH, texts_in
from modern.web import inside
from modern.web.game_json import shown_state
from modern.web.stored_game import new_game
from modern.web.thinking import Thinker, finish_task, task_json

SHOWN: Final = PICTURES / "shown.json"
#: The page of the recorded game: the modern engine's seconds per position, and where record and listing differ.
SECONDS: Final = 0.5
DIFFERING_PLY: Final = 22
#: The game of gosub serve: after these moves the 1994 program is to move.
GAME: Final = "1. Nc3 e6 2. d3 Qf6 3. Nf3 Nc6 4. Bg5 Qf5 5. e4 *"
SETTINGS: Final = {"white": "human", "black": "historic", "pause": 0.02, "pgn": GAME}
#: A text of a page with fewer letters is seen only if it is a line alone.
LEAST_LETTERS: Final = 12
#: The letter that decides.
INSIDE_STOP: Final = 8


def record_page() -> tuple[str, Any]:
    """Returns the page of the recorded game, and its data at DIFFERING_PLY.

    What today's engine thinks is in record.json.
    """
    game = recorded_game()
    analysed = json.loads((DOCS / "games" / "record.json").read_text(encoding="utf-8"))
    positions = list(page_positions(game, PRINTED, analysed))
    analysis = ShownAnalysis(effort=f"{SECONDS:g} s", positions=analysed)
    return game_page(game, positions, PRINTED, analysis), positions[DIFFERING_PLY - 1]


def _record_data() -> object:
    page, position = record_page()
    text = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page, flags=re.S)
    return re.sub(r"gosub-chess \d\S* \(\w+\)", "", " ".join(text.split())), position


def _game_data() -> object:
    """Returns what the page of a game in `gosub serve` shows when the 1994 program has moved."""
    game = new_game(SETTINGS)
    finish_task(game, Thinker().think(json.loads(json.dumps(task_json(game, ""))), lambda event: None), 0.0)
    state = shown_state(game, 0.0)
    return game.considered, [[move["san"], move["score"]] for move in state["moves"]], state["why"]


def _inside_data() -> object:
    """Returns the step at which the tour through a thought stops, and its line in the port."""
    tour = inside.facts()["tour"]
    stop = tour["stops"][INSIDE_STOP - 1]
    part = inside.part({"moves": tour["moves"], "reading": stop["reading"], "part": stop["part"]})
    event = part["events"][stop["event"]]
    return event, (DOCS.parent / "historic/program.py").read_text(encoding="utf-8").splitlines()[event[2] - 1]


#: The data of each picture that come from Python.
DATA: Final[dict[str, Callable[[], object]]] = {
    "page.png": _record_data,
    "serve.png": _game_data,
    "inside.png": _inside_data,
}


def contents(texts: Mapping[str, str]) -> bytes:
    """Returns the contents of shown.json for the texts that are to be seen in the pictures."""
    shown = {
        name: {
            "text": texts[name].splitlines(),
            "texts": _texts_among(texts[name]),
            "data": sha256(json.dumps(data(), sort_keys=True).encode()).hexdigest(),
        }
        for name, data in DATA.items()
    }
    return f"{json.dumps(shown, indent=1, ensure_ascii=False)}\n".encode()


def _texts_among(shown: str) -> dict[str, str]:
    """Returns the texts of the pages that are to be seen, by their keys: all their words, in their order."""
    return {key: text for key, text in texts_in(ENGLISH).items() if _is_among(text, shown)}


def _is_among(text: str, shown: str) -> bool:
    words = PLACE.split(text)[::3]
    pattern = ".{0,300}?".join(map(re.escape, words))
    is_long = len(re.sub(r"\W", "", "".join(words))) >= LEAST_LETTERS
    is_line = any(map(str.isalpha, "".join(words))) and re.search(f"^{pattern}$", shown, re.M)
    return bool(is_line or (is_long and re.search(pattern, shown)))


def files() -> Files:
    """Returns shown.json as it should be: each text that was to be seen is still what its page says."""
    known = json.loads(SHOWN.read_text(encoding="utf-8"))
    made = json.loads(contents({name: "\n".join(entry["text"]) for name, entry in known.items()}))
    for name, entry in known.items():
        made[name]["texts"] = {key: texts_in(ENGLISH).get(key) for key in entry["texts"]}
    return {SHOWN: f"{json.dumps(made, indent=1, ensure_ascii=False)}\n".encode()}
