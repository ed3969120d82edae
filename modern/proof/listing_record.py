"""Plays the recorded game with a listing, from its first line on, and says at which ply it leaves the record."""

from __future__ import annotations

from typing import Final

from historic.basic import BasicError, Stop
from historic.basic.language import ListingRefused, ListingRun, compile_listing
from historic.position.moves import PieceMove
from historic.position.state import State
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from modern.proof.machine import machine
from modern.proof.record import NO_MOVE, Ending

#: How often a ply may call WHITE and BLACK; the plies of the record call them some thousand times.
MOST_CALLS: Final = 100_000
ENDLESS: Final = "does not come to an end"
#: The most pieces of a side.
_PIECES: Final = 24


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
        if self.before is None or not 0 <= piece < _PIECES:
            return None
        return PieceMove(piece, square).uci_as_played(self.before, self._state(), side)
