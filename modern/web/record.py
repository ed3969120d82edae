"""The game that the report recorded: its positions, and its replay ply by ply, compared bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from historic.readings import PRINTED, READINGS, RECORDED
from historic.study.replay import replay
from historic.study.sample_game import NOTES
from historic.study.traces import binary32
from modern.pages.game_facts import recorded_game
from modern.web.settings import Json, check_choice

#: The values of the 23 plies as the compiled program has them on a PC, each as the digits of its binary32.
_PRINTED: Final = (
    *("3F33333B", "BFA6665C", "3E9998FC", "BFBFFFF2", "3F999990", "BFCCCCCE", "3FCCCCCE", "BFECCCC9"),
    *("3E199860", "BF8CCCCB", "3D4CD1A0", "BFACCCCC", "3E4CCD00", "C0900003", "40C99999", "C0C99999"),
    *("40D33339", "C0FE6666", "4118CCCF", "C11F3336", "41033336", "C1166668", "40F4CCC9"),
)
#: Only ply 22, where one letter of the listing decides, has another value in the other reading.
VALUES: Final = {PRINTED: _PRINTED, RECORDED: (*_PRINTED[:21], "C1173336", _PRINTED[22])}


#: The file of the page with the positions of the recorded game.
RECORDED_GAME: Final = "recorded_game.json"


def recorded_positions() -> list[Json]:
    """Returns the positions of the recorded game, the initial one first, each with the move before it and its note."""
    game = recorded_game()
    start = {"pieces": game.start.split()[0], "uci": None, "san": "", "note": ""}
    moves = zip(game.uci_moves, game.written_moves(), game.notes, strict=True)
    return [
        start,
        *(
            {"pieces": written.fen.split()[0], "uci": uci, "san": written.san, "note": note.comment}
            for uci, written, note in moves
        ),
    ]


def replayed(reading: str) -> Iterator[Json]:
    """Yields the 23 plies with the program's choice, its value in pawns, and the 32 bits of that value twice.

    `bits` are from this run, `expected` from the compiled program. Raises Refusal for an unknown reading.
    """
    check_choice("reading", reading, READINGS)
    for ply, expected in zip(replay(reading), VALUES[reading], strict=True):
        yield {
            "ply": ply.number,
            "recorded": ply.notation(ply.recorded),
            "played": ply.notation(ply.thought.move),
            "value": f"{ply.thought.value:.2f}",
            "second": ply.notation(ply.second),
            "agrees": ply.agrees,
            "note": NOTES.get(ply.number, ""),
            "bits": binary32(ply.thought.value),
            "expected": expected,
        }
