"""Quirks and their mends: a step names a quirk exactly if the quirk's mend would change that step."""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from typing import Any, Final

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_port import BITS, judged, judged_port, judged_program, trail
from mends import PAGE, Judge
from scenarios import LONG, is_representable, pairs, program_at, side_of

from historic import Program
from historic.memory import Memory
from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.position.state import side_to_move
from historic.readings import READINGS
from modern.agreement.pair import PositionPair
from modern.build import COMPILED, LISTING, build_mode
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


#: The compiled port takes no changes, and its memory no slices.
interpreted = pytest.mark.skipif(build_mode(LISTING) == COMPILED, reason="the port is judged interpreted")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The judged port; it is compiled if hundreds of games are to be judged."""
    return judged_port(tmp_path_factory.mktemp("port"), is_compiled=LONG)


@interpreted
@pytest.mark.parametrize("reading", READINGS)
def test_both_judges_agree_step_for_step(port: Any, reading: str) -> None:
    """In positions with quirks of most kinds: castling without rooks, a piece from nowhere, pawns, an attacked king."""
    for fen in ("r3k2r/8/8/8/7R/8/P5p1/R3K3 b kq - 0 1", "4k1r1/8/8/8/QP6/1P1n4/2PPPPP1/3QK2R w K - 0 1"):
        before, side = program_at(fen, reading), side_to_move(fen)
        slow = [at_work for _, _, _, at_work in Judge(before, side, {0, 1, 2}).judged()]
        assert trail(judged_program(port, before), side, {0, 1, 2}) == slow
        assert judged(judged_program(port, before), side, {0, 1, 2}, {})[:2] == (len(slow), [])


@interpreted
def test_the_fast_judge_finds_a_false_and_a_missing_name(port: Any) -> None:
    fen = FENS["phantom-double-push"]
    known: dict[object, int] = {}
    judged(judged_program(port, program_at(fen)), "white", range(40), known)
    changed = {key: names ^ BITS["phantom-double-push"] for key, names in known.items()}
    _, disagreements, _ = judged(judged_program(port, program_at(fen)), "white", range(40), changed)
    assert {"false", "missing"} == {
        "false" if "phantom-double-push" in step.named else "missing" for step in disagreements
    }


@interpreted
@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("reading", READINGS)
def test_labels_and_mends_agree_in_whole_games_of_the_program(port: Any, reading: str) -> None:
    """At each ply of games from random openings; the program goes on without a king, and with pieces from nowhere."""
    known: dict[object, int] = {}
    for number in range(200 if LONG else 2):
        drawn = random.Random(number)
        program, board = port.Program(reading), chess.Board()
        for _ in range(drawn.randrange(12)):
            move = drawn.choice([move for move in board.legal_moves if is_representable(board, move)])
            program.state = state_after(program.state, side_of(board), move.uci())
            board.push(move)
        side = side_of(board)
        for ply in range(PLIES):
            turn = judged(program, side, {0, drawn.randint(1, 40)}, known)
            assert turn.disagreements == [], (number, ply)
            if turn.error:
                break
            side = other_side(side)
