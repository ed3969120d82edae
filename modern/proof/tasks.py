"""What both sides run: turns from given states, and the program from its first line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from historic.position.moves import state_after
from historic.position.sides import SIDES
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import CAPTURED, KING, PIECE_COUNT, State
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from historic.study.traces import read_state
from modern.proof.sides import ProofTask, WatchedRun

SQUARES: Final = sorted(SQUARE_TO_NAME)
#: What tasks there are.
RECORD: Final = "the recorded game"
SELF_PLAY: Final = "self-play"
GIVEN_STATES: Final = "given states"
DRAWN_STATES: Final = "drawn states"


@dataclass(frozen=True)
class SingleTurn(ProofTask):
    """One turn from a state, as MLOOP runs it, after INIT: BOARD, then WHITE and CWHITE or BLACK and CBLACK.

    `number` is the move number. `flags` are the values of II and III before, which a turn can inherit.
    """

    name: str
    state: State
    side: str
    number: int = 1
    flags: tuple[int, int] = (0, 0)
    kind: str = GIVEN_STATES

    def play(self, run: WatchedRun) -> None:
        """Runs the turn."""
        state = self.state
        run.gosub("INIT")
        run.set_elements("PW", state.PW)
        run.set_elements("PB", state.PB)
        moved = zip(state.PM_white, state.PM_black, strict=True)
        run.set_elements("PM", [flag for pair in moved for flag in pair])
        run.set("MOVE", self.number)
        run.set("II", self.flags[0])
        run.set("III", self.flags[1])
        run.gosub("BOARD")
        is_white = self.side == "white"
        run.gosub("WHITE" if is_white else "BLACK")
        run.set("JAA", int(is_white))
        run.gosub("CWHITE" if is_white else "CBLACK")


@dataclass(frozen=True)
class SelfPlay(ProofTask):
    """The whole program from its first line, which plays both sides: `lines` plies, or until an error stops it."""

    name: str
    lines: int | None = None
    kind: str = SELF_PLAY

    def play(self, run: WatchedRun) -> None:
        """Runs the program."""
        run.main()


def record_turns(plies: int | None = None) -> list[SingleTurn]:
    """Returns the turns of the recorded game, each from the position of the record: all of them, or the first ones."""
    turns: list[SingleTurn] = []
    state = State.initial()
    for ply, move in enumerate(SAMPLE_GAME[:plies], 1):
        side = side_of_ply(ply)
        turns.append(SingleTurn(f"ply {ply} of the record", state, side, (ply + 1) // 2, kind=RECORD))
        state = state_after(state, side, move)
    return turns


def drawn_turns(count: int, seed: int) -> Iterator[SingleTurn]:
    """Yields turns from drawn states: any pieces of either side on any squares, with any flags, and II and III too.

    A piece is on the board with a probability that is drawn for each state; the kings always are.
    """
    random = Random(seed)
    for number in range(1, count + 1):
        share = random.uniform(0.0, 0.4)
        squares = random.sample(SQUARES, len(SQUARES))
        sides = [_drawn_pieces(random, share, squares) for _ in SIDES]
        (white, white_flags), (black, black_flags) = sides
        state = State(white, black, white_flags, black_flags)
        flags = random.randrange(3), random.randrange(3)
        side, move = random.choice(SIDES), random.randrange(1, 100)
        yield SingleTurn(f"state {number} of seed {seed}", state, side, move, flags, DRAWN_STATES)


def _drawn_pieces(random: Random, share: float, squares: list[int]) -> tuple[list[int], list[int]]:
    """Returns the squares and flags of a side; the squares that it takes are gone from the list."""
    places, flags = [0] * PIECE_COUNT, [CAPTURED] * PIECE_COUNT
    for piece in range(PIECE_COUNT):
        if squares and (piece == KING or random.random() < share):
            places[piece], flags[piece] = squares.pop(), random.randrange(2)
    return places, flags


def given_turns(lines: Iterable[bytes]) -> Iterator[SingleTurn]:
    """Yields turns from states in JSON, one a line. Raises ValueError with the line's number if one is none."""
    for number, line in enumerate(lines, 1):
        try:
            state, side = read_state(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        yield SingleTurn(f"state {number}", state, side)
