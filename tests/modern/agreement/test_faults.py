"""The comparison can fail: it reports a fault planted in the program or in a class."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest
from scenarios import state_with, view_of

from historic import Program
from historic.position.moves import state_after_squares
from historic.position.squares import NAME_TO_SQUARE
from historic.position.state import KING, State, StateError
from historic.readings import PRINTED
from historic.tables import BISHOP_MOVE, DIRECTIONS, KNIGHT_MOVE, QUEEN_MOVE, ROOK_MOVE
from modern.agreement.choice_comparison import compare_choices
from modern.agreement.classes import CLASS_BY_NAME, classes_of
from modern.agreement.comparison import compare_chunk, compare_position
from modern.agreement.differences import ATTACKS, MOVES, SCORES, UNEXPLAINED
from modern.agreement.move_comparison import RECORDING_INTERVAL, compare_moves, move_differences
from modern.agreement.moves import HISTORIC, MODERN, MOVE_CLASSES, MoveDifference
from modern.agreement.pair import PositionPair, pair_at
from modern.agreement.sampling import A_PAWN_CHUNKS
from modern.agreement.score_comparison import TERMS, score_sheets, sheet_of
from modern.agreement.scores import SCORE_CLASSES, TWENTIETH, single_precision
from modern.agreement.sources import CHUNK_SIZE, GameChunk, random_chunks
from modern.agreement.view import PositionView
from modern.build import COMPILED, PROGRAM, build_mode
from modern.proof.changed_port import loaded
from modern.proof.port_changes import port_source
from modern.rules import Position
from modern.rules.move import code_from_uci, uci_of
from modern.rules.movegen import legal_codes

#: A fault that is planted by replacing a function or the program.
not_compiled = pytest.mark.skipif(build_mode(PROGRAM) == COMPILED, reason="compiled code runs nothing in its place")

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WALKING_KINGS = "a2a3 a7a6 e2e3 e7e6 e1e2 e8e7 h2h3 h7h6 e2d3 e7d6 b2b3 b7b6 d3c3 d6c6 g2g3 g7g6"
OPEN = "r1b1k1nr/8/q1n5/8/2B5/5N2/8/R2QK2R w KQkq - 0 1"


def unexplained(pair: PositionPair, program: Program, kind: str) -> list[str]:
    return [finding.what for finding in compare_position(pair, [kind], program)[kind] if finding.name == UNEXPLAINED]


def with_code(piece: int, steps: int, code: int) -> Program:
    """Returns a program in which one piece has a different move code."""
    program = Program()
    program.MC[piece][0], program.MC[piece][1] = steps, code
    return program


#: A piece that can move in OPEN for both sides, and the move code of another.
FAULTS = [
    (9, *BISHOP_MOVE),
    (8, *BISHOP_MOVE),
    (11, *KNIGHT_MOVE),
    (11, *ROOK_MOVE),
    (10, *QUEEN_MOVE),
    (12, *QUEEN_MOVE),
    (8, 2, 15),  # a rook that moves at most two squares
]


@pytest.mark.parametrize("kind", [MOVES, ATTACKS])
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_wrong_move_code_is_reported(fault: tuple[int, int, int], kind: str) -> None:
    pair = pair_at(OPEN)
    assert not unexplained(pair, Program(), kind)
    assert unexplained(pair, with_code(*fault), kind)


@pytest.mark.parametrize("kind", [MOVES, ATTACKS])
@pytest.mark.parametrize("number", range(16))
def test_a_wrong_direction_is_reported(number: int, kind: str) -> None:
    pairs_of_both = [pair_at(OPEN), pair_at(OPEN.replace(" w ", " b ")), pair_at(INITIAL)]
    program = Program()
    program.MDU[number] = DIRECTIONS[number] + 2
    assert any(unexplained(pair, program, kind) for pair in pairs_of_both)


@pytest.mark.parametrize("number", range(24))
def test_a_wrong_value_is_reported_by_the_scores(number: int) -> None:
    """White has this piece and a king; for the king's own number, the king and a rook."""
    rook = {8: ("e1", 1)} if number == KING else {number: ("c4", 1)}
    state = state_with({12: ("a1", 1), **rook}, {12: ("h8", 1)})
    view = PositionView(Program(), PositionPair(state.to_fen("white"), state))
    view.program.PV[number] += 1
    sheets = score_sheets(view)
    assert not isinstance(sheets, str)
    assert any(sheet.errors for sheet in sheets)


#: The tests of the centre in WHITE2 and BLACK2, and the same tests with the other one's number.
CENTRE_TESTS = {"WHITE2": ("think[X0] > 1:", "think[X0] > 0:"), "BLACK2": ("think[X0] > 0:", "think[X0] > 1:")}


@not_compiled
@pytest.mark.parametrize("label", CENTRE_TESTS)
@pytest.mark.parametrize("seed", [1994, 7])
def test_another_test_of_the_centre_is_reported_within_2500_positions(seed: int, label: str) -> None:
    """It takes a pawn 0 whose bit is the only one on a square of the centre: of the fiftieth chunk, the last here."""
    right, wrong = CENTRE_TESTS[label]
    source = port_source()
    assert source.count(right) == 1
    program = loaded(source.replace(right, wrong).splitlines()).Program("printed", None)
    *_, last = random_chunks(seed, A_PAWN_CHUNKS * CHUNK_SIZE)
    assert A_PAWN_CHUNKS * CHUNK_SIZE == 2500
    pairs = (pair for pair in last.positions() if isinstance(pair, PositionPair))
    assert any(unexplained(pair, program, SCORES) for pair in pairs)


@pytest.mark.parametrize("name", classes_of(MOVES))
def test_without_its_predicate_a_class_is_unexplained(name: str) -> None:
    pair = pair_at(CLASS_BY_NAME[name].fen, CLASS_BY_NAME[name].moves)
    view = view_of(pair)
    without = [one for one in MOVE_CLASSES if one.name != name]
    unexplained_texts = [finding.what for finding in compare_moves(view, without) if finding.name == UNEXPLAINED]
    assert unexplained_texts
    assert all(what.endswith("claimed by no class") for what in unexplained_texts)


@pytest.mark.parametrize("name", [name for name in classes_of(SCORES) if name != single_precision.name])
def test_without_its_amount_a_score_class_is_unexplained(name: str) -> None:
    view = view_of(pair_at(CLASS_BY_NAME[name].fen, CLASS_BY_NAME[name].moves))
    without = [one for one in SCORE_CLASSES if one.name != name]
    assert any(sheet_of(view, tried, without).errors for tried in view.scored)


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("fen", [INITIAL, "8/8/8/8/8/2k5/8/2K5 w - - 0 1"])
def test_an_amount_that_is_wrong_by_a_twentieth_of_a_pawn_is_reported(term: str, fen: str) -> None:
    """In the second position minus-1000 replaces the rest of the score; it may not explain the wrong amount."""
    view = view_of(pair_at(fen))
    wrong = replace(single_precision, name="wrong", board_amounts=lambda board: {term: TWENTIETH})
    for tried in view.scored:
        assert not sheet_of(view, tried).errors
        (error,) = sheet_of(view, tried, [*SCORE_CLASSES, wrong]).errors
        assert f": {term} is " in error


@pytest.mark.parametrize("fen", [INITIAL, "8/8/8/8/8/2k5/8/2K5 w - - 0 1"])
def test_a_score_that_is_wrong_in_its_last_bit_is_reported(fen: str) -> None:
    view = view_of(pair_at(fen))
    for tried in view.scored:
        (bits,) = struct.unpack(">i", struct.pack(">f", tried.own_score))
        (neighbour,) = struct.unpack(">f", struct.pack(">i", bits + 1))
        (error,) = sheet_of(view, tried._replace(own_score=neighbour)).errors
        assert "its terms add up to" in error


def test_the_programs_own_loop_is_recorded_also_where_no_castling_is_considered() -> None:
    recorded = 0
    for plies in range(6, 17):
        view = view_of(pair_at(INITIAL, " ".join(WALKING_KINGS.split()[:plies])))
        if not view.castling_paths and view.position.hash % RECORDING_INTERVAL == 0:
            recorded += 1
            view.tried.pop()
            assert any("the program tries" in finding.what for finding in compare_moves(view))
    assert recorded


#: A position, and what a fault of the rules makes of the legal moves there, in UCI notation.
FAULTS_OF_THE_RULES = {
    "en passant exposes the king": ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "+e4d3"),
    "Black castles across an attacked f8": ("rn2k2r/8/8/8/8/8/8/4KR2 b kq - 0 1", "+e8g8"),
    "White castles into an attacked g1": ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "+e1g1"),
    "no en passant on the d-file": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-e5d6"),
    "no promotion to a knight": ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "-a7a8n"),
    "promotions to a queen only": ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "-a7a8n -a7a8b -a7a8r"),
    "a pinned rook leaves its line": ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "+e2d2"),
    "a king moves into check": ("8/8/8/8/8/2k5/8/2K5 w - - 0 1", "+c1b2"),
    "a check is not answered": ("4k3/8/8/8/8/8/P7/K6r w - - 0 1", "+a2a3"),
    "no castling": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "-e1g1"),
    "a knight stays at home": (INITIAL, "-g1f3"),
}


@pytest.mark.parametrize("fault", FAULTS_OF_THE_RULES)
def test_no_class_explains_a_fault_of_the_rules(fault: str) -> None:
    fen, changes = FAULTS_OF_THE_RULES[fault]
    view = view_of(pair_at(fen))
    codes = {uci_of(code): code for code in legal_codes(view.position)}
    for change in changes.split():
        if change[0] == "+":
            codes[change[1:]] = code_from_uci(change[1:])
        else:
            del codes[change[1:]]
    view.legal_codes = list(codes.values())
    texts = [finding.what for finding in compare_moves(view, always=True) if finding.name == UNEXPLAINED]
    assert any("python-chess" in what for what in texts)


@pytest.mark.parametrize(
    ("fen", "change", "verdict"),
    [
        ("rn2k2r/8/8/8/8/8/8/4KR2 b kq - 0 1", "+e8g8", "not legal"),  # castling-not-offered would claim it
        ("8/r5PK/8/8/8/8/8/k7 w - - 0 1", "+g7g8n", "not legal"),  # underpromotion would claim it
        (INITIAL, "-g1f3", "legal"),
    ],
)
def test_python_chess_judges_every_difference_before_any_class_may_claim_it(
    fen: str, change: str, verdict: str
) -> None:
    view = view_of(pair_at(fen))
    codes = {uci_of(code) for code in legal_codes(view.position)}
    codes = codes | {change[1:]} if change[0] == "+" else codes - {change[1:]}
    view.legal_codes = list(map(code_from_uci, codes))
    anything = [
        replace(MOVE_CLASSES[0], name="anything", program=program, predicate=lambda view, difference: True)
        for program in (HISTORIC, MODERN)
    ]
    for classes in (MOVE_CLASSES, anything):
        found = {finding.difference.uci: finding for finding in move_differences(view, classes)}[change[1:]]
        assert found.name == UNEXPLAINED
        assert found.what.endswith(f": python-chess says that it is {verdict}")


def test_a_wrong_sum_is_reported_before_the_terms() -> None:
    view = view_of(pair_at(INITIAL))
    wrong = replace(single_precision, name="wrong", board_amounts=lambda board: {next(iter(TERMS)): TWENTIETH})
    tried = view.scored[0]
    sheet = sheet_of(view, tried._replace(own_score=tried.own_score + 1), [*SCORE_CLASSES, wrong])
    assert ["its terms add up to" in error for error in sheet.errors] == [True, False]


def test_a_choice_at_a_position_where_the_rules_are_wrong_is_unexplained() -> None:
    view = view_of(pair_at("8/r5PK/8/8/8/8/8/k7 w - - 0 1"))
    view.legal_codes = [*legal_codes(view.position), code_from_uci("g7g8n")]
    for findings in compare_choices(view).values():
        assert {finding.name for finding in findings} == {UNEXPLAINED}


@not_compiled
@pytest.mark.slow
@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/q7/4K3 w - - 0 1", "r3k2r/1p4p1/8/3n4/4B3/8/1P4P1/R3K2R b KQkq - 0 1"])
def test_a_choice_whose_replies_are_wrong_is_unexplained(fen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules lose the first reply to every move; at the root they are right."""
    view = view_of(pair_at(fen))
    assert view.legal
    assert not any(finding.name == UNEXPLAINED for finding in compare_choices(view)[PRINTED])

    def without_the_first(position: Position) -> list[int]:
        return legal_codes(position)[1:]

    monkeypatch.setattr("modern.agreement.view.legal_codes", without_the_first)
    monkeypatch.setattr("modern.agreement.exact_search.legal_codes", without_the_first)
    for findings in compare_choices(view).values():
        assert {finding.name for finding in findings} == {UNEXPLAINED}


def test_two_classes_that_claim_one_move_are_reported() -> None:
    def anything(view: PositionView, difference: MoveDifference) -> bool:
        return True

    pair = pair_at("8/8/8/8/8/2k5/8/2K5 w - - 0 1")
    another = replace(MOVE_CLASSES[0], name="anything", program=HISTORIC, predicate=anything)
    findings = compare_moves(view_of(pair), [*MOVE_CLASSES, another])
    assert {finding.name for finding in findings} == {UNEXPLAINED}
    assert all("claimed by king-left-attacked and anything" in finding.what for finding in findings)


def wrong_codes(position: Position) -> list[int]:
    """Returns what faulty rules could say are the legal moves: one of no piece, after the first move."""
    return legal_codes(position) if position.ply == 0 else [code_from_uci("e4e5")]


def broken_codes(position: Position) -> list[int]:
    """Raises what faulty rules could raise: their lists do not agree."""
    raise IndexError("list index out of range")


@not_compiled
@pytest.mark.parametrize(
    ("codes", "reason"), [(wrong_codes, "there is no "), (broken_codes, "IndexError: list index out of range")]
)
def test_a_position_that_faulty_rules_cannot_set_up_is_unexplained_and_the_comparison_goes_on(
    codes: Callable[[Position], list[int]], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modern.agreement.sampling.legal_codes", codes)
    [chunk] = random_chunks(1, 10)
    tally = compare_chunk(chunk, (MOVES, SCORES))
    assert tally.positions == 10
    for kind in (MOVES, SCORES):
        assert tally.kinds[kind].unexplained >= 8  # one position of each game at most is good
        what = tally.kinds[kind].smallest[UNEXPLAINED].what
        assert what.startswith(("cannot be set up after modern's move ", "cannot be set up after the start: "))
        assert reason in what


@not_compiled
def test_a_comparison_that_faulty_rules_break_off_is_unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.agreement.view.legal_codes", broken_codes)
    pair = pair_at(INITIAL, "e2e4 e7e5")
    assert unexplained(pair, Program(), MOVES) == [
        "cannot be set up after modern's move e7e5: IndexError: list index out of range"
    ]


@not_compiled
def test_a_game_of_a_file_ends_where_faulty_rules_cannot_set_up_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(state: State, side: str, origin: int, target: int, promotion: str) -> State:
        if (origin, target) == (NAME_TO_SQUARE["g1"], NAME_TO_SQUARE["f3"]):
            raise StateError("there is no white piece on g1")
        return state_after_squares(state, side, origin, target, promotion)

    monkeypatch.setattr("modern.agreement.pair.state_after_squares", lost)
    tally = compare_chunk(GameChunk(0, INITIAL, ("e2e4", "e7e5", "g1f3", "b8c6"), "", None), (MOVES,))
    assert (tally.positions, tally.unexplained) == (4, 1)
    example = tally.kinds[MOVES].smallest[UNEXPLAINED]
    assert example.what == "cannot be set up after modern's move e7e5: there is no white piece on g1"
