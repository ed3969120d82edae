"""Prints many outputs as JSON, with the words of facts as they are, or with a mark after each of their letters.

`python reworded.py move.` marks the sentences whose codes begin so, and `python reworded.py ""` every sentence.
Whatever reads English words back prints something else then. It runs in a process of its own, because some facts are
made when their module is imported.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from modern import facts

#: What stands after each letter of a sentence: a letter that no output has.
MARK: Final = "\u02d0"

ROOK_ENDING: Final = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"
THREE_KNIGHTS: Final = "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1"
PROMOTION: Final = "8/P7/8/8/4k3/8/1p6/4K2r w - - 0 1"
MATE: Final = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def marked(text: str) -> str:
    """Returns a text with a mark after each letter; its places, and the forms in them, keep their names."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else re.sub(r"(?<=\w)", MARK, part) for part in parts)


def typed_moves() -> Iterator[str]:
    """Yields why moves are not legal, and why FENs are none."""
    from modern.rules import Position, RulesError
    from modern.rules.typed_move import parse_typed_move

    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for fen in (ROOK_ENDING, PROMOTION, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"):
        position = Position.from_fen(fen)
        for typed in (*(start + end for start in squares for end in squares[::7]), "O-O", "e8=K", "a9", "what", "Nf9"):
            try:
                parse_typed_move(position, typed)
            except RulesError as error:
                yield str(error)
    for fen in (
        "",
        "8/8 w - - 0 1",
        "x7/8/8/8/8/8/8/8 w - - 0 1",
        f"{MATE} 1",
        MATE.replace(" w ", " x "),
        "K7/8/8/8/8/8/8/k6P w",
    ):
        try:
            Position.from_fen(fen)
        except RulesError as error:
            yield str(error)


def pages_and_games() -> Iterator[Any]:
    """Yields what the page of a game has, and the states and refusals of games in a browser."""
    from modern.facts import fact_of
    from modern.game.pgn_reading import numbered_game
    from modern.game.session import Question, Refusal
    from modern.pages.positions import page_positions
    from modern.web import inside
    from modern.web.game_json import do_command, shown_state
    from modern.web.settings import offered_players
    from modern.web.stored_game import kept_game, new_game, restored_game
    from modern.web.thinking import Thinker, finish_task, task_json

    yield offered_players()
    yield inside.facts()
    yield list(page_positions(numbered_game(f'[FEN "{ROOK_ENDING}"]\n\n1. Rxg8+ Kd7 {{why}} 2. Kd2 *'), "printed"))
    for fen in (ROOK_ENDING, THREE_KNIGHTS, MATE):
        for program in (
            "historic[Avoid Repetition=true]",
            "modern[UCI_LimitStrength=true,UCI_Elo=600,Seed=1]",
            "random",
        ):
            game = new_game({"white": program, "black": "human", "fen": fen, "pause": 0, "depth": 1})
            yield from finish_task(
                game, Thinker().think(json.loads(json.dumps(task_json(game, "g"))), lambda _: None), 0.0
            )
            for given in (
                {"command": "move", "move": "e9"},
                {"command": "take_back"},
                {"command": "draw"},
                {"comand": 1},
            ):
                try:
                    do_command(game, given, 0.0)
                except (Refusal, Question) as refusal:
                    yield fact_of(refusal)
            yield shown_state(restored_game(json.loads(json.dumps(kept_game(game)))), 0.0)


def commands() -> Iterator[str]:
    """Yields what commands print."""
    sys.path.append(str(Path(__file__).parent))
    from commands import run_here

    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n", encoding="utf-8")
        (folder / "odd.pgn").write_text('[Variant "Atomic"]\n\n1. e4 *\n\n1. e4 e5 2. Ke3 *\n', encoding="utf-8")
        for words, given in (
            (("analyse", "game.pgn", "--depth", "2"), ""),
            (("analyse", "odd.pgn", "--depth", "1"), ""),
            (("analyse", MATE, "--depth", "3"), ""),
            (("think", "--fen", ROOK_ENDING), ""),
            (("picture", "8/8"), ""),
            (("replay", "--plies", "2"), ""),
            (
                ("play", "--black", "historic", "--depth", "1", "--pgn", "a.pgn"),
                "e4\nwhy\nKe9\nhint huo[Depth=1]\nundo\ndraw\nresign\n",
            ),
            (
                ("play", "--white", "huo[Depth=1]", "--black", "human", "--fen", "8/8/8/8/8/5k2/4q3/7K w - - 0 1"),
                "why\n",
            ),
            (
                ("play", "--white", "human", "--black", "human", "--fen", PROMOTION, "--pgn", "b.pgn"),
                "a8=Q\na8\nb1\nmoves e5\n",
            ),
            (("play", "--black", "modrn"), ""),
            (("play", "--black", "historic[Reading=prnted]"), ""),
            (
                ("uci", "historic"),
                f"uci\nposition fen {ROOK_ENDING}\ngo\nposition fen x\nsetoption name Reading value y\nquit\n",
            ),
        ):
            done = run_here(*words, given=given, cwd=folder)
            yield done.stdout + done.stderr


#: Paths, dates, times and speeds.
CHANGING: Final = re.compile(
    r"/tmp/\S*|\d{4}\.\d\d\.\d\d|\d{4}-\d\d-\d\d\S*"
    r"|\b\d+:\d\d\b|\d+(?:\.\d+)? s\b(?:, [\d,]+ a second)?|\btime \d+|\bnps \d+|[\d,]+ a second"
)


def plain(output: Any) -> str:
    """Returns an output as text, without times, ids and the widths of columns."""
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False, sort_keys=True)
    text = CHANGING.sub("#", text)
    return re.sub(r"[ \u2500]+", " ", re.sub(r'"seconds": [\d.]+', '"seconds": #', text))


def main(families: list[str]) -> None:
    """Prints the outputs as a JSON list, with the sentences of some families marked."""
    words = facts.english()
    words |= {code: marked(text) for code, text in words.items() if code.startswith(tuple(families))}
    outputs = [*typed_moves(), *pages_and_games(), *commands()]
    print(json.dumps([plain(output) for output in outputs]))


if __name__ == "__main__":
    main(sys.argv[1:])
