"""A class stands on a sheet exactly if the program without its quirk tries other moves, or has another score or bit.

Each class has a mend of the port's lines. The mends of scores are made one after the other, each on top of those before
it: the amount of a class is the difference that its mend makes, and with the last one the score is the formula's.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from changed_ports import OF_ATTACKS, OF_SCORES, loaded, scores_without, without
from hypothesis import given, settings
from scenarios import LONG, pairs

from historic import Program
from historic.basic import single
from historic.position.castling import CASTLINGS
from historic.position.sides import SIDES, side_named
from historic.position.state import NOT_MOVED
from historic.readings import PRINTED, RECORDED
from historic.thought import StoppedThought
from modern.agreement.attacks import ATTACK_CLASSES, pawns_of
from modern.agreement.choice_comparison import choice_paths
from modern.agreement.classes import CLASSES, classes_of
from modern.agreement.differences import ATTACKS, MOVES, SCORES, DifferenceClass
from modern.agreement.move_comparison import move_differences
from modern.agreement.pair import SQUARE_144, PositionPair, pair_at
from modern.agreement.score_comparison import score_sheets, to_centipawns
from modern.agreement.scores import single_precision
from modern.agreement.view import PositionView, key_of_tried
from modern.build import COMPILED, LISTING, build_mode
from modern.proof.port_changes import port_source
from modern.rules.bitboard import squares_of

#: The compiled comparison takes only the compiled port, without changes.
interpreted = pytest.mark.skipif(build_mode(LISTING) == COMPILED, reason="the port is changed, which needs its source")


def view_in(module: Any, pair: PositionPair) -> PositionView:
    return PositionView(module.Program(), pair)


def view_in_port(pair: PositionPair) -> PositionView:
    return PositionView(Program(), pair)


def check_scores(pair: PositionPair) -> set[str]:
    """Compares the amounts of each class with those that its mend takes away. Returns the classes that add any."""
    sheets = score_sheets(view_in_port(pair))
    assert not isinstance(sheets, str), sheets
    scores = [[reply[3] for reply in view_in(module, pair).replies] for module in scores_without()]
    seen = set()
    for number, sheet in enumerate(sheets):
        chain = [to_centipawns(one[number]) for one in scores]
        taken = {name: before - after for name, (before, after) in zip(OF_SCORES, pairwise(chain), strict=True)}
        marked = {name: amount for name, amount in sheet.classes().items() if name != "single-precision"}
        assert marked == {name: amount for name, amount in taken.items() if amount}, (sheet.move, pair.position.fen())
        assert chain[-1] == sum(sheet.formula.values())
        seen |= {*marked}
    return seen


@cache
def exact_port() -> Any:
    """Returns the port with sums that are not rounded."""
    module = loaded(port_source())
    module.single = lambda number: round(number, 6)
    module.TENTH, module.TWENTIETH = 0.1, 0.05
    return module


def check_rounding(pair: PositionPair) -> None:
    """A score is marked `single-precision` exactly if rounding at each step makes another number than at the end."""
    sheets = score_sheets(view_in_port(pair))
    assert not isinstance(sheets, str), sheets
    for sheet, (*_, exact) in zip(sheets, view_in(exact_port(), pair).replies, strict=True):
        assert ("single-precision" in sheet.classes()) == (sheet.score != single(exact)), sheet.move


#: A move as the program tries it: the piece and the square, or 0 and the castling's number.
Key = tuple[int, int]


def tried(view: PositionView) -> set[Key]:
    return {(0, castling) if castling else (piece, square) for piece, square, castling, _ in view.replies}


def check_moves(pair: PositionPair) -> set[str]:
    """Compares the moves of each class with those that its mend adds or takes away. Returns the classes that occur."""
    view = view_in_port(pair)
    marked: dict[str, set[Key]] = {name: set() for name in classes_of(MOVES)}
    legal: set[Key] = set()
    for finding in move_differences(view):
        one = finding.difference
        marked[finding.name].add((0, one.castling.number) if one.castling else (one.piece, one.to_square))
    offset = side_named(pair.side).board_offset
    for code in view.legal_codes:
        origin, target = SQUARE_144[code & 63], SQUARE_144[code >> 6 & 63]
        legal.add((view.board[origin] - offset, target))
    base = tried(view)

    def lost(*names: str) -> set[Key]:
        return base - tried(view_in(without(*names), pair))

    def added(name: str) -> set[Key]:
        return tried(view_in(without(name), pair)) - base

    nowhere = lost("piece-from-nowhere")
    stale, captured, whites = (lost(quirk) for quirk in ("stale-ii", "rook-from-nowhere", "whites-rook"))
    past_a_pawn = lost("pawns attack") - stale - whites
    into_attack = lost("pawns attack", "g1 is tested") - past_a_pawn - stale - whites
    castlings = {(0, 1), (0, 2)}
    moved = {
        (0, castling.number) for castling in CASTLINGS[pair.side] if view.flag(pair.side, castling.rook) != NOT_MOVED
    }
    square = pair.position.en_passant_square
    without("en-passant").EN_PASSANT = SQUARE_144[square] if square >= 0 else 0
    legal_castlings = {(0, number) for number, name in ((1, "0-0"), (2, "0-0-0")) if name in view.legal}
    expected = {
        "en-passant": added("en-passant") & legal,
        "king-left-attacked": lost("king left attacked") - castlings - nowhere,
        "castles-into-attack": into_attack,
        "castles-past-a-pawn": past_a_pawn,
        "castles-with-a-moved-rook": (stale - captured) & moved,
        "castles-with-a-captured-rook": stale & captured,
        "castles-on-whites-account": whites - stale,
        "castles-untested": stale - moved - legal_castlings,
        "castling-not-offered": added("castling-not-offered") & legal_castlings,
        "slot-of-the-queen": (added("slot-of-the-queen") - castlings) & legal,
        "piece-from-nowhere": nowhere,
    }
    # The program tries one move for each piece and square, so no mend of it underpromotes.
    assert marked.keys() - expected.keys() == {"underpromotion"}
    for name, moves in expected.items():
        assert marked[name] == moves, (name, pair.position.fen(), pair.moves)
    return {name for name, moves in marked.items() if moves}


def check_choices(pair: PositionPair) -> set[str]:
    """Compares the first steps of each path with the choices of the port without the letter and without rounding."""
    paths = choice_paths(view_in_port(pair))
    if any(path.errors for path in paths.values()):
        return set()
    printed, recorded = (choice(without(), pair, reading) for reading in (PRINTED, RECORDED))
    exact = choice(exact_port(), pair, PRINTED)
    is_castling_worth_it = choice(without("the letter"), pair, PRINTED)
    assert recorded == is_castling_worth_it
    assert [chosen for _, chosen in paths[PRINTED].choices[:2]] == [printed, exact]
    steps = paths[RECORDED].choices[: 3 if pair.side == "black" else 2]
    assert [chosen for _, chosen in steps][:1] == [recorded]
    return {name for path in paths.values() for name in (finding.name for finding in path.findings())}


def choice(module: Any, pair: PositionPair, reading: str) -> str | None:
    """Returns the choice of a port, even if it stops as it makes its move."""
    program = module.Program(reading)
    program.state, program.II, program.III = pair.state, pair.II, pair.III
    try:
        thought = program.play(pair.side)
    except StoppedThought as stopped:
        thought = stopped.thought
    return key_of_tried(pair.state, pair.side, thought.best) if thought.chosen else None


def check_bits(pair: PositionPair) -> None:
    """Compares the squares of each class with those on which its mend adds or takes away bits of the pawns."""
    view = view_in_port(pair)
    for number, one in enumerate(ATTACK_CLASSES):
        mended = view_in(without(one.name), pair).think_move_boards
        for side in SIDES:
            marked = {
                (pawn.number, SQUARE_144[square])
                for pawn in pawns_of(view, side)
                for square in squares_of(pawn.differences[number])
            }
            differ = {
                (piece, square)
                for square in range(144)
                for piece in range(8)
                if (view.think_move_boards[side][square] ^ mended[side][square]) >> piece & 1
            }
            assert marked == differ, (one.name, side, pair.position.fen())


@interpreted
@pytest.mark.parametrize("one", CLASSES, ids=lambda one: one.name)
def test_the_mend_of_each_class_takes_away_what_its_sheet_shows(one: DifferenceClass) -> None:
    pair = pair_at(one.fen, one.moves)
    if one.kind == MOVES:
        assert one.name in check_moves(pair)
    elif one.kind == SCORES:
        assert one.name in {*check_scores(pair), single_precision.name}
        check_rounding(pair)
    elif one.kind == ATTACKS:
        check_bits(pair)
    else:
        assert one.name in check_choices(pair)


@interpreted
@pytest.mark.slow
@pytest.mark.both_builds
@settings(deadline=None, max_examples=200 if LONG else 20)
@given(pairs())
def test_a_class_stands_exactly_if_its_mend_changes_the_position(pair: PositionPair) -> None:
    check_moves(pair)
    check_scores(pair)
    check_rounding(pair)
    check_bits(pair)
    check_choices(pair)


def test_every_class_of_scores_and_bits_has_a_mend() -> None:
    assert {*OF_SCORES, single_precision.name} == {*classes_of(SCORES)}
    assert [*OF_ATTACKS] == classes_of(ATTACKS)
