"""Quirks and their mends: a step names a quirk exactly if the quirk's mend would change that step."""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mends import PAGE, Judge
from scenarios import LONG, is_representable, pairs, program_at, side_of

from historic import BasicError, Program
from historic.memory import Memory
from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.position.state import side_to_move
from historic.readings import READINGS
from modern.agreement.pair import PositionPair
from modern.proof.recorder import part_count
from modern.proof.stepper import QUIRKS, quirks, sentence

#: The plies of a whole game.
PLIES: Final = 120

#: The last position of each quirk that a step can name on its page.
FENS: Final = {
    name: fen
    for name, section in re.findall(r"^### (\S+)\n((?:(?!#).*\n)*)", PAGE, re.M)
    for fen in re.findall(r"`([^`\n]+ [wb] \S+ \S+ \d+ \d+)`", section)
    if name in QUIRKS
}


def check_labels(memory: Memory, side: str, parts: Collection[int] | None = None) -> set[str]:
    """Compares the names at each step with the mends that change it, and returns all names."""
    named: set[str] = set()
    for event, before, after, at_work in Judge(memory, side, parts).judged():
        names = quirks(event, before, after)
        assert {*names} == at_work, (event.place, sentence(event, before, after))
        named |= at_work
    return named


@pytest.mark.parametrize(("quirk", "fen"), [*FENS.items(), ("single-precision", "8/8/8/8/1K6/8/8/1k6 w - - 0 1")])
def test_a_step_names_a_quirk_exactly_if_its_mend_would_change_the_step(quirk: str, fen: str) -> None:
    assert quirk in check_labels(program_at(fen), side_to_move(fen))


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(pairs(), st.sampled_from(READINGS), st.integers(0, 1), st.data())
def test_labels_and_mends_agree_in_any_game(
    pair: PositionPair, reading: str, blocked: int, data: st.DataObject
) -> None:
    program = Program(reading)
    program.state, program.II, program.III = pair.state, blocked, blocked
    part = data.draw(st.integers(0, part_count(program, pair.side) - 1))
    check_labels(program, pair.side, {0, part})


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_labels_and_mends_agree_in_whole_games_of_the_program(reading: str) -> None:
    """At each ply of games from random openings; the program goes on without a king, and with pieces from nowhere."""
    for number in range(200 if LONG else 2):
        drawn = random.Random(number)
        program, board = Program(reading), chess.Board()
        for _ in range(drawn.randrange(12)):
            move = drawn.choice([move for move in board.legal_moves if is_representable(board, move)])
            program.state = state_after(program.state, side_of(board), move.uci())
            board.push(move)
        side = side_of(board)
        with suppress(BasicError):
            for _ in range(PLIES):
                before = program.copy()
                thought = program.play(side)
                check_labels(before, side, {0, drawn.randint(0, len(thought.candidates))})
                side = other_side(side)
