"""Plays the recorded game with a program that may be changed, and says at which ply it leaves the record.

The program plays both sides from its own first position, with its own moves, variables and memory; the first move that
is not the recorded one is where it leaves the record. The record has moves only, so nothing else is compared. A program
that stops with an error leaves the record at that ply.

The program is the port, changed or not, or a listing: with a change, with a repair taken back, or with another reading
of a doubtful place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

from historic.basic import BasicError, Stop
from historic.basic.language import ListingRefused, ListingRun, compile_listing
from historic.listing.appendix import find_appendix
from historic.listing.other_readings import OTHER_READINGS
from historic.listing.repairs import repairs_of
from historic.listing.restoration import repaired, restored_listing
from historic.position.moves import PieceMove, report_notation, state_after
from historic.position.state import PIECE_COUNT, State
from historic.program import Program
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from modern.proof.machine import machine

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


# ---- a listing, from its first line on

#: How often a ply may call WHITE and BLACK; the plies of the record call them some thousand times.
MOST_CALLS: Final = 100_000
ENDLESS: Final = "does not come to an end"


class _Left(Exception):
    """The listing has left the record, or has played as much of it as was asked for."""


class _Endless(Exception):
    """A ply takes too long."""


def listing_ending(text: str, plies: int = len(SAMPLE_GAME)) -> Ending:
    """Returns how far a listing follows the first plies of the record.

    A listing that is refused leaves it at ply 1, and the error is the reason, with its line.
    """
    try:
        run = ListingRun(compile_listing(text), machine()[0])
    except ListingRefused as refused:
        return Ending(1, error=f"refused: {refused}")
    return _Follower(run, plies).ending()


class _Follower:
    """Follows a run of the listing, and compares each move with the record."""

    def __init__(self, run: ListingRun, plies: int) -> None:
        self.run = run
        self.plies = plies
        self.ply = 1
        self.calls = 0
        self.before: State | None = None
        self.played = ""
        for label in ("WHITE", "BLACK"):
            run.on_return(label, self._count)
        run.on_return("BOARD", self._note_state)
        run.on_return("CWHITE", lambda: self._compare("white"))
        run.on_return("CBLACK", lambda: self._compare("black"))

    def ending(self) -> Ending:
        """Runs the listing and returns its ending."""
        try:
            self.run.run()
        except _Left:
            return Ending(self.ply, self.played) if self.played else Ending(None)
        except _Endless:
            return Ending(self.ply, error=ENDLESS)
        except BasicError as error:
            return Ending(self.ply, error=str(error))
        except Stop:
            pass
        return Ending(self.ply, error="ends")

    def _count(self) -> None:
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise _Endless

    def _note_state(self) -> None:
        self.before = self._state()

    def _state(self) -> State:
        pieces = [[int(value) for value in self.run.elements(name)] for name in ("PW", "PB", "PM")]
        return State(pieces[0], pieces[1], pieces[2][::2], pieces[2][1::2])

    def _compare(self, side: str) -> None:
        """Compares the move at the root with the record. The replies that the program thinks of are no moves."""
        if side_of_ply(self.ply) != side or self.run.get("JAA") != (side == "white"):
            return
        move = self._move(side)
        if move != SAMPLE_GAME[self.ply - 1]:
            self.played = move or NO_MOVE
            raise _Left
        if self.ply == self.plies:
            raise _Left
        self.ply += 1
        self.calls = 0

    def _move(self, side: str) -> str | None:
        digit = "1" if side == "white" else ""
        piece, square = (int(self.run.get(f"{name}{digit}")) for name in ("BESTPIECE", "BESTPOS"))
        if self.before is None or not 0 <= piece < PIECE_COUNT:
            return None
        return PieceMove(piece, square).uci_as_played(self.before, self._state(), side)


# ---- trials: each repair taken back, and each other reading

#: The kinds of trials.
UNCHANGED: Final = "as restored"
TAKEN_BACK: Final = "repair taken back"
OTHER: Final = "other reading"


@dataclass(frozen=True)
class Trial:
    """A listing to be tried: `name` is that of the repair or of the other reading, `place` its label and line.

    `standing` is what stands there in the restored listing, `instead` what this listing has, and `text` is all of it.
    """

    kind: str
    name: str
    place: str
    standing: str
    instead: str
    text: str


def trial_ending(plies: int, trial: Trial) -> Ending:
    """Returns how far the listing of a trial follows the first plies of the record."""
    return listing_ending(trial.text, plies)


def trials(report: str, reading: str) -> Iterator[Trial]:
    """Yields the restored listing, then the trials in the order of the listing.

    Raises NotAReport if the listing cannot be restored from the text of the report.
    """
    whole = restored_listing(report, reading)
    yield Trial(UNCHANGED, reading, "", "", "", whole)
    appendix = find_appendix(report)
    repairs = repairs_of(reading)
    for repair in repairs:
        text = repaired(appendix, [other for other in repairs if other is not repair]).text
        place = f"{repair.label}+{repair.line}"
        yield Trial(TAKEN_BACK, repair.name, place, repair.reads, repair.printed, text)
    for other in OTHER_READINGS:
        if all(place.reads in whole for place in other.places):
            first = other.places[0]
            place = f"{first.label}+{first.line}"
            yield Trial(OTHER, other.name, place, first.reads, first.instead, other.applied_to(whole))
