"""What both sides run: turns from given states, and the program from its first line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from historic.position.moves import state_after
from historic.position.sides import SIDES
from historic.position.squares import BLACK_HOME, SQUARE_TO_NAME, WHITE_HOME
from historic.position.state import (
    CAPTURED,
    KING,
    KINGSIDE_ROOK,
    MOVED,
    NOT_MOVED,
    PIECE_COUNT,
    QUEENSIDE_ROOK,
    State,
)
from historic.study.replay import side_of_ply
from historic.study.sample_game import SAMPLE_GAME
from historic.study.traces import read_state
from modern.proof.sides import ProofTask, WatchedRun

SQUARES: Final = sorted(SQUARE_TO_NAME)
#: What tasks there are.
RECORD: Final = "the recorded game"
SELF_PLAY: Final = "self-play"
GIVEN_STATES: Final = "given states"
RANDOM_STATES: Final = "random states"
#: The largest probability that a piece is on the board in a random state.
MOST_PIECES: Final = 0.08


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


def random_turns(count: int, seed: int) -> Iterator[SingleTurn]:
    """Yields turns from random states: few pieces of either side on any squares, with any flags, and II and III too.

    A piece is on the board with a probability that is chosen for each state, at most 8 %; a king always is. In half of
    the states, the kings and some rooks are at home and have not moved, so that castling is tried.
    """
    random = Random(seed)
    for number in range(1, count + 1):
        share = random.uniform(0.0, MOST_PIECES)
        is_castling = random.random() < 0.5
        taken: set[int] = set()
        homes = WHITE_HOME, BLACK_HOME
        sides = [_random_pieces(random, share, home if is_castling else (), taken) for home in homes]
        (white, white_flags), (black, black_flags) = sides
        state = State(white, black, white_flags, black_flags)
        flags = random.randrange(3), random.randrange(3)
        side, move = random.choice(SIDES), random.randrange(1, 100)
        yield SingleTurn(f"state {number} of seed {seed}", state, side, move, flags, RANDOM_STATES)


def _random_pieces(random: Random, share: float, home: Sequence[int], taken: set[int]) -> tuple[list[int], list[int]]:
    """Returns the squares and flags of a side, which are then taken. `home` has those for castling, or none."""
    places, flags = [0] * PIECE_COUNT, [CAPTURED] * PIECE_COUNT
    if home:
        for piece in (KING, QUEENSIDE_ROOK, KINGSIDE_ROOK):
            if home[piece] not in taken and (piece == KING or random.random() < 0.5):
                places[piece], flags[piece] = home[piece], NOT_MOVED
                taken.add(home[piece])
    for piece in range(PIECE_COUNT):
        if not places[piece] and (piece == KING or random.random() < share):
            places[piece] = random.choice([square for square in SQUARES if square not in taken])
            flags[piece] = random.choice((NOT_MOVED, MOVED))
            taken.add(places[piece])
    return places, flags


def given_turns(lines: Iterable[bytes]) -> Iterator[SingleTurn]:
    """Yields turns from states in JSON, one a line. Raises ValueError with the line's number if one is none."""
    for number, line in enumerate(lines, 1):
        try:
            state, side = read_state(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        yield SingleTurn(f"state {number}", state, side)
