"""Plays the recorded game with a program that may be changed, and says at which ply it leaves the record.

The program plays both sides from its own first position, with its own moves, variables and memory; the first move that
is not the recorded one is where it leaves the record. The record has moves only, so nothing else is compared. A program
that stops with an error leaves the record at that ply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self

from historic.basic import BasicError
from historic.position.moves import report_notation, state_after
from historic.program import Program
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME

#: The ply at which the unchanged listing leaves the record, in the reading `printed`: it castles.
PRINTED_PLY: Final = 22
PRINTED_MOVE: Final = "e8g8"

#: What is noted as the move of a program that chooses none, or a piece that is not on the board.
NO_MOVE: Final = "none"

#: What is noted where a program stops without an error of BASIC: its subroutines call each other without end.
OUT_OF_STACK: Final = "error 28: Out of stack space"


@dataclass(frozen=True)
class Ending:
    """How far a program follows the record.

    `ply` is the ply at which it leaves the record, or None if it has all of it. `played` is the move that it makes
    there instead, in UCI notation (NO_MOVE if there is none), and `error` what stops it there; one of them is ''.
    """

    ply: int | None
    played: str = ""
    error: str = ""

    @property
    def is_unchanged(self) -> bool:
        """True for the ending of the listing as printed."""
        return self.ply == PRINTED_PLY and self.played == PRINTED_MOVE

    @property
    def outcome(self) -> tuple[int | None, str, str]:
        """The ply, the move and the error without the line in which it occurred: what a port and a listing share."""
        return self.ply, self.played, self.error.partition(",")[0]

    @property
    def is_earlier(self) -> bool:
        """True if the program leaves the record before the listing as printed does."""
        return self.ply is not None and self.ply < PRINTED_PLY

    def as_json(self) -> dict[str, Any]:
        """Returns the ending as a JSON object."""
        return {"ply": self.ply, "played": self.played, "error": self.error}

    @classmethod
    def from_json(cls, entry: Any) -> Self:
        """Returns the ending of a JSON object. Raises KeyError, TypeError or ValueError if it is not one."""
        ply = entry["ply"]
        if ply is not None and not 1 <= int(ply) <= len(SAMPLE_GAME):
            raise ValueError("no such ply")
        return cls(ply, str(entry["played"]), str(entry["error"]))


#: Plays one side's move and returns it in UCI notation, or None if nothing is chosen.
MoveRequest = Callable[[str], str | None]


def followed(request: MoveRequest, plies: int = len(SAMPLE_GAME), first: int = 1) -> Ending:
    """Returns how far a program follows the first plies of the record, given what plays its next turn.

    It has played the plies before `first` already.
    """
    for number, recorded in enumerate(SAMPLE_GAME[first - 1 : plies], first):
        try:
            move = request(side_of_ply(number))
        except RecursionError:
            return Ending(number, error=OUT_OF_STACK)
        except BasicError as error:
            return Ending(number, error=f"error {error.code}: {error.message}")
        except IndexError:
            return Ending(number, error="error 9: Subscript out of range")
        if move != recorded:
            return Ending(number, move or NO_MOVE)
    return Ending(None)


def cut(ending: Ending, plies: int) -> Ending:
    """Returns what an ending would be if only the first plies had been played."""
    return ending if ending.ply is not None and ending.ply <= plies else Ending(None)


def in_words(ending: Ending, plies: int = len(SAMPLE_GAME)) -> str:
    """Returns an ending as a table shows it: the ply at which the record is left, and how."""
    if ending.ply is None:
        return f"follows it for all {plies} plies"
    if ending.error:
        return ending.error if ending.error.startswith("refused") else f"ply {ending.ply}: {ending.error}"
    if ending.played == NO_MOVE:
        return f"ply {ending.ply}: no move"
    before = Program().state
    for number, move in enumerate(SAMPLE_GAME[: ending.ply - 1], 1):
        before = state_after(before, side_of_ply(number), move)
    side, recorded = side_of_ply(ending.ply), SAMPLE_GAME[ending.ply - 1]
    played, instead = (report_notation(before, side, move) for move in (ending.played, recorded))
    return f"ply {ending.ply}: {played} instead of {instead}"
