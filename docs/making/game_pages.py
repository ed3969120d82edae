"""The site's pages of games: the recorded game, a game of each exhibit of the museum, and the finest hours.

The site's build makes them (docs/site_hooks.py). What today's engine and the exhibits think takes a compiled build
minutes, so that is in JSON files in docs/games, which `python docs/make.py games` makes. What the 1994 program thinks
is computed when the site is built, and kept in .cache until a page would change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from historic.readings import PRINTED
from modern.analysis.file_analysis import analyst_of as analyst_of_file
from modern.game.game import Game
from modern.game.pgn_reading import standard_game
from modern.limits import Limits
from modern.output_files import write_atomically
from modern.pages import DEFAULT_ANALYST
from modern.pages.game_facts import recorded_game
from modern.pages.game_page import ShownAnalysis, game_page
from modern.pages.positions import PageData, page_positions
from modern.players import player_named
from modern.players.spec import parse_spec

DOCS = Path(__file__).parents[1]
GAMES = DOCS / "games" / "museum"
HOURS = DOCS / "games" / "finest-hours"
CACHE = DOCS.parent / ".cache" / "game-pages"
#: The packages whose files decide what a page shows.
SOURCES = ("historic", "modern/game", "modern/pages", "modern/pictures", "modern/rules")

#: The page of the recorded game; the others have the names of their PGN files, an exhibit's in GAMES.
RECORD = "record"
#: The finest hours that an exhibit analyses; today's engine analyses the others.
HOUR_ANALYSTS = {"firstchess-queen": "firstchess"}
#: The site's page on which a position can be played on from.
PLAY_PAGE = "play-against-1994/index.html"
#: The seconds that today's engine thinks about each position of the recorded game.
RECORD_SECONDS = 0.5
#: The seconds that an exhibit with time management thinks about each position.
EXHIBIT_SECONDS = 1.0


def names() -> list[str]:
    return [RECORD, *(name for folder in (GAMES, HOURS) for name in sorted(pgn.stem for pgn in folder.glob("*.pgn")))]


def pgn_file(name: str) -> Path:
    """Returns the path of the PGN of a page that is not that of the recorded game."""
    hour = HOURS / f"{name}.pgn"
    return hour if hour.exists() else GAMES / f"{name}.pgn"


def address(name: str) -> str:
    if name == RECORD:
        return f"games/{RECORD}.html"
    return f"games/finest-hours/{name}.html" if _is_hour(name) else f"games/museum/{name}.html"


def old_address(name: str) -> str:
    """Returns the address of a page of a game when the docs were one folder."""
    if name == RECORD:
        return "game.html"
    return f"finest-hours/{name}.html" if _is_hour(name) else f"museum/games/{name}.html"


def play_address(name: str) -> str:
    """Returns the address of the site's page for playing, as seen from a page of a game."""
    return "../" * address(name).count("/") + PLAY_PAGE


def game_of(name: str) -> Game:
    return recorded_game() if name == RECORD else standard_game(pgn_file(name).read_bytes())


def analyst_of(name: str) -> str:
    """Returns the player that analyses a game: the exhibit that the game is about, with the options it played with."""
    if name == RECORD or _is_hour(name):
        return HOUR_ANALYSTS.get(name, DEFAULT_ANALYST)
    players = [game_of(name).headers.get(side, "") for side in ("White", "Black")]
    return next((player for player in players if "[" in player and parse_spec(player).name == name), name)


def seconds_of(name: str) -> float:
    """Returns how long the analysing player thinks about each position, in seconds."""
    return RECORD_SECONDS if analyst_of(name) == DEFAULT_ANALYST else EXHIBIT_SECONDS


def analysis_file(name: str) -> Path:
    """Returns the path of the file with what the analysing player thinks."""
    return DOCS / "games" / f"{RECORD}.json" if name == RECORD else pgn_file(name).with_suffix(".json")


def stored_analysis(name: str) -> list[PageData]:
    """Returns what the analysing player thinks at each position."""
    analysed: list[PageData] = json.loads(analysis_file(name).read_text(encoding="utf-8"))
    return analysed


def page_of(name: str) -> str:
    """Returns a page as HTML, from the cache if nothing that it shows has changed."""
    cached = CACHE / f"{name}-{_digest(name)}.html"
    if not cached.exists():
        game, spec, analysed = game_of(name), analyst_of(name), stored_analysis(name)
        with player_named(spec) as player:
            effort = analyst_of_file(player, spec, Limits(seconds=seconds_of(name))).effort
        analysis = ShownAnalysis("" if spec == DEFAULT_ANALYST else spec, effort, analysed)
        text = game_page(game, list(page_positions(game, PRINTED, analysed)), PRINTED, analysis, play_address(name))
        CACHE.mkdir(parents=True, exist_ok=True)
        for older in CACHE.glob(f"{name}-*.html"):
            older.unlink()
        write_atomically(cached, text)
    return cached.read_text(encoding="utf-8")


def _is_hour(name: str) -> bool:
    return name != RECORD and pgn_file(name).parent == HOURS


def _digest(name: str) -> str:
    """Returns a digest of all that decides what a page shows."""
    digest = hashlib.sha256(analysis_file(name).read_bytes() + play_address(name).encode())
    if name != RECORD:
        digest.update(pgn_file(name).read_bytes())
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((DOCS.parent / folder).rglob("*")):
            if path.suffix in (".py", ".js", ".css", ".html"):
                yield path
