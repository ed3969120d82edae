"""The program in the positions of its recorded game, and in self-play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from historic.basic import BasicError
from historic.position.moves import report_notation, state_after
from historic.position.sides import SIDES
from historic.position.state import State
from historic.program import Program
from historic.readings import PRINTED, RECORDED
from historic.study.sample_game import SAMPLE_GAME
from historic.study.traces import binary32
from historic.thought import Thought

#: How many of the 23 recorded plies each reading chooses.
EXPECTED_AGREEMENT = {PRINTED: 22, RECORDED: 23}


@dataclass(frozen=True)
class Ply:
    """One ply of a game: its number from 1, the state before it, and the program's thought in that state.

    `recorded` is the move of the record in UCI notation, or None if there is no record.
    """

    number: int
    before: State
    thought: Thought
    recorded: str | None = None

    @property
    def side(self) -> str:
        """The side to move, 'white' or 'black'."""
        return side_of_ply(self.number)

    @property
    def agrees(self) -> bool:
        """True if the program chose the recorded move."""
        return self.thought.move == self.recorded

    def notation(self, move: str | None) -> str:
        """Returns a move of this ply in the report's notation, or 'none'."""
        return report_notation(self.before, self.side, move) if move else "none"

    @property
    def second(self) -> str | None:
        """The second choice in UCI notation, or None if there is none or its piece comes from nowhere."""
        second = self.thought.second
        return second.move.coordinates(self.before, self.side) if second else None


@dataclass(frozen=True)
class GameEnd:
    """The end of a self-play game: its ply, and the error that ended it, if any."""

    ply: int
    error: BasicError | None


def side_of_ply(number: int) -> str:
    """Returns the side that makes a ply: 'white' for 1, 3, 5 and so on, 'black' for the others."""
    return SIDES[(number - 1) % 2]


def replay(reading: str = PRINTED) -> Iterator[Ply]:
    """Yields the 23 plies of Appendix C with the program's thought in each recorded position."""
    program = Program(reading)
    for number, recorded in enumerate(SAMPLE_GAME, 1):
        side, before = side_of_ply(number), program.state
        yield Ply(number, before, program.play(side), recorded)
        program.state = state_after(before, side, recorded)


def self_play(reading: str = PRINTED, plies: int = 200) -> Iterator[Ply | GameEnd]:
    """Yields the plies of a self-play game from the initial position, at most `plies` of them, then a GameEnd."""
    program = Program(reading)
    for number in range(1, plies + 1):
        before = program.state
        try:
            thought = program.play(side_of_ply(number))
        except BasicError as error:
            yield GameEnd(number, error)
            return
        yield Ply(number, before, thought)
    yield GameEnd(plies, None)


def replay_json(reading: str, plies: Sequence[Ply]) -> dict[str, Any]:
    """Returns a complete or partial replay as a JSON object, with moves in UCI notation and values in pawns."""
    rows = [
        {
            "ply": ply.number,
            "side": ply.side,
            "recorded": ply.recorded,
            "played": ply.thought.move,
            "value": ply.thought.value,
            "second": ply.second,
            "agrees": ply.agrees,
        }
        for ply in plies
    ]
    return {"reading": reading, "agree": sum(ply.agrees for ply in plies), "of": len(rows), "plies": rows}


def self_play_json(plies: Sequence[Ply], end: GameEnd | None) -> dict[str, Any]:
    """Returns a self-play game as a JSON object; each ply is [ply, piece, square, binary32 of the value]."""
    rows = [[ply.number, *ply.thought.best, binary32(ply.thought.value)] for ply in plies]
    if end is None:
        return {"plies": rows, "end": None}
    error = end.error
    return {
        "plies": rows,
        "end": {"ply": end.ply, "code": error.code if error else None, "label": error.label if error else None},
    }
