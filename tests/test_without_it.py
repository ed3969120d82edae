"""What the pages and `gosub replay` say about the 1994 program would not be so without the quirk that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from changed_ports import OF_QUIRKS, without
from making import hours
from making.quirks import FEN, SECTION, SWAPPED
from mends import PAGE, mends

from historic import State
from historic.position.moves import state_after
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import side_to_move
from historic.readings import PRINTED, READINGS, RECORDED
from historic.study.replay import replay
from historic.thought import StoppedThought, Thought
from modern.proof.stepper import QUIRKS

DOCS: Final = Path(__file__).parents[1] / "docs"

#: The quirk without which a finest hour would be another.
HOURS: Final = {
    "ply-22": "the letter",
    "castle-on-a-bishop": "stale-ii",
    "rook-from-nowhere": "rook-from-nowhere",
    "queen-from-nowhere": "piece-from-nowhere",
    "king-in-check": "minus-1000",
    "error-9": "everyone-promotes",
}

#: Two quirks are another one's doing, and a step names only one side of the third: no step tells what is not tried.
MENDED: Final = {
    "two-on-a-square": ["stale-ii"],
    "unseen-way": ["stale-ii"],
    "whites-rook": ["whites-rook", "castling-not-offered"],
}
#: Two have no mend in a turn: the program would have to choose between promotions, and to know all positions before.
NO_MEND: Final = ("queen-only", "no-draws")


def turn(module: Any, state: State, side: str, reading: str = PRINTED) -> tuple[Thought | None, State, str]:
    """Returns the thought of a port, the state after it, and the error with which it stops, or ''."""
    program = module.Program(reading)
    program.state = state
    try:
        return program.play(side), program.state, ""
    except StoppedThought as stopped:
        return stopped.thought, program.state, str(stopped)


def quirks_on_boards() -> Iterator[tuple[str, str]]:
    """Yields each quirk with each of its positions."""
    for section in SECTION.finditer(PAGE):
        for fen in FEN.findall(section[0]):
            yield section[1], fen


@pytest.mark.parametrize(("quirk", "fen"), [(one, fen) for one, fen in quirks_on_boards() if one not in NO_MEND])
def test_the_position_of_each_quirk_is_another_without_it(quirk: str, fen: str) -> None:
    state, side = State.from_fen(fen), side_to_move(fen)
    if quirk in SWAPPED:
        state.PB[0], state.PB[1] = state.PB[1], state.PB[0]
    mended = without(*MENDED.get(quirk, [quirk]))
    if (square := fen.split()[3]) != "-":
        mended.EN_PASSANT = NAME_TO_SQUARE[square]
    assert turn(mended, state, side) != turn(without(), state, side)


def test_every_quirk_on_a_board_has_a_mend_that_no_page_has_twice() -> None:
    with_mend = {*mends(), *OF_QUIRKS, *MENDED, *NO_MEND}
    assert {quirk for quirk, _ in quirks_on_boards()} <= with_mend
    assert {*mends()} == {*QUIRKS}
    assert not {*mends()} & {*OF_QUIRKS}


@pytest.mark.parametrize(("name", "quirk"), HOURS.items())
def test_each_finest_hour_is_another_without_its_quirk(name: str, quirk: str) -> None:
    page = (DOCS / "program" / "finest-hours.md").read_text(encoding="utf-8")
    section = next(part for part in page.split("\n## ") if f"hour-{name}.svg" in part)
    assert re.findall(r"\((?:\.\./)*(?:program/)?quirks\.md#([\w-]+)\)", section) == (
        [] if quirk == "the letter" else [quirk]
    )
    state, side = hours.state_before(hours.HOURS[name])
    (_, after, error), (_, other_after, other_error) = (turn(one, state, side) for one in (without(), without(quirk)))
    assert (after, error) != (other_after, other_error)
    played = hours.play(hours.HOURS[name])
    assert played.after == after.to_fen("white").split()[0]
    if name == "ply-22":
        assert other_after == state_after(state, side, "d8e7")  # 11...Qe7, as the report has it


def test_the_hours_of_the_1994_program_each_have_their_quirk() -> None:
    assert [name for name, hour in hours.HOURS.items() if hour.player == "historic"] == list(HOURS)


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_a_ply_of_the_record_is_marked_exactly_if_the_letter_changes_it(reading: str) -> None:
    for ply in replay(reading):
        thought, _, _ = turn(without("the letter"), ply.before, ply.side, reading)
        assert thought
        assert thought.move == ply.recorded
        assert ply.agrees == (ply.thought.move == thought.move)


@pytest.mark.slow
def test_the_second_move_of_a_ply_is_what_the_program_plays_without_the_first() -> None:
    port = without("the first choice")
    for ply in replay(RECORDED):
        best = ply.thought.best
        tried = next(one for one in ply.thought.candidates if one.move == best)
        port.LEFT_OUT = (1, tried.piece, tried.square, tried.castling)
        thought, _, _ = turn(port, ply.before, ply.side, RECORDED)
        assert thought
        assert thought.best.coordinates(ply.before, ply.side) == ply.second
