"""The search: what it finds is what looking at everything finds."""

from __future__ import annotations

from functools import cache

import chess
import pytest
from hypothesis import given, settings
from scenarios import position_after, position_of, random_boards
from searching import EVALUATION, deepened, new_search, plain_minimax, sound_techniques

from modern.engine.draws import is_repetition
from modern.engine.engine import Engine
from modern.engine.limits import Limits
from modern.engine.quiescence import quiesce
from modern.engine.report import Report
from modern.engine.score import MATE, MAX_PLY, to_score
from modern.engine.techniques import (
    ASPIRATION_WINDOWS,
    CONTINUATION_HISTORY,
    COUNTERMOVES,
    HISTORY,
    KILLER_MOVES,
    MATE_DISTANCE,
    NOTHING,
    PRINCIPAL_VARIATION_SEARCH,
    TRANSPOSITION_TABLE,
    Techniques,
)
from modern.rules import Position

#: What must not change a value.
SOUND = (
    NOTHING,
    PRINCIPAL_VARIATION_SEARCH,
    ASPIRATION_WINDOWS,
    TRANSPOSITION_TABLE,
    KILLER_MOVES,
    COUNTERMOVES,
    HISTORY,
    CONTINUATION_HISTORY,
    MATE_DISTANCE,
)
#: With few moves, so that five plies are soon looked at.
DEEPER = [
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "8/1P4k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "8/8/1p6/1p2k3/1P6/1P2K3/8/8 w - - 0 1",
    "k7/7R/1K6/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/r7/7K b - - 95 90",
]


def thought(position: Position, depth: int, lines: int = 1) -> list[Report]:
    """What a new engine finds to a depth, the best first."""
    found: dict[int, Report] = {}
    Engine(1).think(
        position, Limits(depth=depth), report=lambda said: found.update({said.multipv: said}), pv_count=lines
    )
    return [found[number] for number in sorted(found)]


@cache
def by_everything(fen: str, depth: int) -> int:
    return plain_minimax(chess.Board(fen), depth)


def score_at(position: Position, depth: int) -> object:
    return thought(position, depth)[0].score


@given(random_boards(max_plies=60))
@settings(max_examples=6, deadline=None)
def test_with_every_bet_left_out_it_finds_what_looking_at_everything_finds(board: chess.Board) -> None:
    board = chess.Board(board.fen())
    if any(board.legal_moves) and board.legal_moves.count() < 25:
        depth = 2 if board.legal_moves.count() < 8 else 1
        assert deepened(position_of(board), sound_techniques(), depth).score == to_score(plain_minimax(board, depth))


@pytest.mark.parametrize("without", SOUND)
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/3p4/KP5r/5p1k/8/4P1P1/8 w - - 0 1",
        "8/P1k5/8/8/8/8/1p4K1/8 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "8/8/8/8/4k3/8/R7/4K3 w - - 98 90",
        "k7/8/1K6/8/8/8/8/1Q6 b - - 0 1",
    ],
)
def test_and_so_at_three_plies_also_without_one_more_technique(fen: str, without: str) -> None:
    assert deepened(Position.from_fen(fen), sound_techniques(without), 3).score == to_score(by_everything(fen, 3))


@pytest.mark.parametrize("fen", DEEPER)
def test_windows_of_nothing_and_windows_around_the_last_score_change_no_value(fen: str) -> None:
    """What the table knows may be deeper than what is asked for; so it is left out."""
    bare = sound_techniques(TRANSPOSITION_TABLE)
    bare.principal_variation_search = bare.aspiration_windows = bare.mate_distance = False
    position = Position.from_fen(fen)
    assert deepened(position, sound_techniques(TRANSPOSITION_TABLE), 5).score == deepened(position, bare, 5).score


def test_every_search_but_one_for_a_mate_makes_its_bets() -> None:
    position = Position.from_fen(DEEPER[0])
    assert deepened(position, Techniques(), 5).nodes < deepened(position, sound_techniques(), 5).nodes


@pytest.mark.parametrize(
    ("fen", "mate", "move"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1, "g1g7"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),  # P. Morphy's problem
        ("8/8/8/8/8/6k1/4r3/7K b - - 0 1", 1, "e2e1"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ],
)
def test_a_mate_is_found_at_its_distance(fen: str, mate: int, move: str) -> None:
    best = Engine(1).think(Position.from_fen(fen), Limits(mate=mate))
    assert best is not None
    assert best.score.mate == mate
    assert best.pv[0].uci() == move
    line = chess.Board(fen)
    for played in best.pv:
        line.push_uci(played.uci())
    assert line.is_checkmate()
    assert len(best.pv) == 2 * mate - 1


def test_who_is_mated_says_in_how_many_moves() -> None:
    assert deepened(Position.from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1"), sound_techniques(), 3).score.mate == -1
    assert deepened(Position.from_fen("k7/8/1K6/8/8/8/8/7R b - - 0 1"), sound_techniques(), 3).score.mate == -1


def test_who_is_mated_in_the_end_whatever_he_does_finds_that_out_with_bets_too() -> None:
    assert score_at(Position.from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1"), 14) == (None, -1)


def test_stalemate_is_a_draw_and_not_a_loss() -> None:
    """A king with a rook's pawn against a king in the corner."""
    assert score_at(Position.from_fen("k7/P7/1K6/8/8/8/8/8 w - - 0 1"), 4) == (0, None)


def test_a_repetition_is_a_draw_that_the_weaker_side_goes_for() -> None:
    """Black, a queen behind, can check for ever."""
    best = thought(Position.from_fen("6k1/1Q3ppp/1R6/4q3/8/8/6P1/6K1 b - - 0 1"), 6)[0]
    assert best.score.centipawns == 0
    assert best.pv[0].uci() == "e5e1"


def test_fifty_moves_are_a_draw_unless_the_last_of_them_mates() -> None:
    assert score_at(Position.from_fen("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90"), 3) == (None, 1)
    assert score_at(Position.from_fen("7k/8/4K3/8/8/8/8/R7 w - - 99 90"), 3) == (0, None)


def test_near_the_fiftieth_move_nothing_is_taken_from_a_time_when_it_was_far() -> None:
    """The mate takes three plies: with 97 on the clock they are there, with 98 they are not."""
    scores = {}
    engine = Engine(1)
    for clock in (0, 99, 98, 97, 0):
        found = engine.think(Position.from_fen(f"7k/8/5K2/8/8/8/8/R7 w - - {clock} 90"), Limits(mate=2))
        assert found is not None
        scores[clock] = found.score
    assert scores[0] == scores[97] == (None, 2)
    assert scores[98] == scores[99] == (0, None)


def test_beyond_the_deepest_ply_nothing_is_looked_at() -> None:
    position = Position.from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    search, standing = new_search(position), EVALUATION.evaluate(position)
    assert quiesce(search, -MATE, MATE, MAX_PLY, 0) == standing
    assert quiesce(search, -MATE, MATE, MAX_PLY - 1, 0) > standing + 500
    assert search._alphabeta(5, -MATE, MATE, MAX_PLY, 0, True) == standing


def test_what_has_stood_once_before_the_root_may_stand_once_more() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    once = position_after(shuffle)
    assert not is_repetition(once, once.ply)
    assert is_repetition(once, 0)
    assert is_repetition(position_after(shuffle * 2), 8)


def test_the_line_is_made_of_legal_moves() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    board = chess.Board(fen)
    for move in thought(Position.from_fen(fen), 3)[0].pv:
        board.push(board.parse_uci(move.uci()))


def test_several_lines_are_those_of_the_best_moves_in_their_order() -> None:
    """At one ply no bet is made, so that each has the value of the position behind it."""
    position = Position.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    every = thought(position, 1, lines=100)
    assert len(every) == len(position.legal_moves()) == len({report.pv[0] for report in every})
    values = [report.score.centipawns or 0 for report in every]
    assert values == sorted(values, reverse=True)
    for report, value in zip(every, values, strict=True):
        after = position.copy()
        after.make(report.pv[0])
        if not after.in_check():
            assert value == -quiesce(new_search(after), -MATE, MATE, 0, 0)


def test_the_position_is_left_as_it_was() -> None:
    position = position_after(["e2e4", "e7e5"])
    before = position.fen(), position.moves_made()
    thought(position, 3)
    assert (position.fen(), position.moves_made()) == before
