"""Oversights: which moves a limited strength does not see."""

from __future__ import annotations

import itertools
import re

import pytest
from scenarios import array_of
from searching import fresh_search

from modern.bench.positions import POSITIONS
from modern.engine.engine import Engine
from modern.engine.oversights import OVERSIGHT_UNIT, generate_seen, is_overlooked
from modern.engine.strength import Level
from modern.limits import Limits
from modern.report import Report
from modern.rules import Position
from modern.rules.movegen import legal_codes

FENS = [fen for _, fen in POSITIONS]
#: A level that overlooks every move that it may.
BLIND = Level(300, 0, int(OVERSIGHT_UNIT), int(OVERSIGHT_UNIT))
SEEING = Level(300)


def think_at(level: Level, position: Position) -> Report:
    """Returns the result of a new engine at a level."""
    engine = Engine(1)
    engine.level = level
    best = engine.think(position, Limits())
    assert best is not None
    return best


def result_of(report: Report) -> tuple[object, ...]:
    """Returns what two equal searches have in common."""
    return report.pv, report.score, report.nodes


def keys_like(count: int) -> list[int]:
    """Returns keys of positions, and numbers made from them."""
    keys = [Position.from_fen(fen).key for fen in FENS]
    while len(keys) < count:
        keys += [(key * 0x2545F4914F6CDD1D + 1) % 2**63 - 2**62 for key in keys]
    return keys[:count]


@pytest.mark.parametrize("overlooked", [0, 100, 512, 1024])
def test_the_share_of_overlooked_moves_is_the_one_asked_for(overlooked: int) -> None:
    moves = [from_square + 64 * to_square for from_square in range(0, 64, 3) for to_square in range(1, 64, 5)]
    missed = [is_overlooked(key, move, overlooked) for key in keys_like(100) for move in moves]
    assert sum(missed) / len(missed) == pytest.approx(overlooked / OVERSIGHT_UNIT, abs=0.02)


def test_who_overlooks_more_moves_overlooks_the_same_moves_too() -> None:
    moves = range(0, 4096, 17)
    for key in keys_like(20):
        few = {move for move in moves if is_overlooked(key, move, 200)}
        assert few < {move for move in moves if is_overlooked(key, move, 600)}


def test_both_builds_overlook_the_same_moves() -> None:
    keys = (0x0123456789ABCDEF, -0x0123456789ABCDEF, -1, 0, 1 << 62)
    seen = "".join(str(int(is_overlooked(key, move, 512))) for key in keys for move in (796, 1804, 4095, 66))
    assert seen == "11100001100011001100"


def test_a_level_without_oversights_searches_as_if_there_were_none() -> None:
    for fen in FENS[:4]:
        engine = Engine(1)
        full = engine.think(Position.from_fen(fen), Limits(nodes=SEEING.nodes))
        assert full is not None
        assert result_of(think_at(SEEING, Position.from_fen(fen))) == result_of(full)


def test_the_same_position_gets_the_same_move() -> None:
    level = Level(300, 20, 400)
    for fen in FENS[:3]:
        assert result_of(think_at(level, Position.from_fen(fen))) == result_of(think_at(level, Position.from_fen(fen)))


def mates_in_one() -> list[str]:
    """Returns positions in which Ra8 mates, with White's pawns on different squares."""
    fens = []
    for ranks in itertools.product((3, 2), repeat=5):
        rows = ["1" + "".join("P" if rank == row else "1" for rank in ranks) + "11" for row in (3, 2)]
        rows = [re.sub("1+", lambda empty: str(len(empty[0])), row) for row in rows]
        fens.append(f"6k1/5ppp/8/8/8/{'/'.join(rows)}/R5K1 w - - 0 1")
    return fens


def test_a_mate_is_overlooked_in_some_positions_and_seen_in_others() -> None:
    positions = [Position.from_fen(fen) for fen in mates_in_one()]
    level = Level(100, 0, int(OVERSIGHT_UNIT) // 2)
    missed = sum(think_at(level, position).pv[0].uci() != "a1a8" for position in positions)
    assert 0.1 < missed / len(positions) < 0.4  # at the root half of what is overlooked elsewhere
    assert all(think_at(SEEING, position).pv[0].uci() == "a1a8" for position in positions[::9])


def hanging_queens() -> list[str]:
    """Returns positions in which White's rook takes a queen, with pawns on different squares."""
    return [fen.replace("6k1/5ppp", "q5k1/5ppp") for fen in mates_in_one()]


@pytest.mark.slow
@pytest.mark.parametrize(("overlooked", "missed", "share"), [(1024, 0, 0.0), (0, 1024, 1.0), (1024, 256, 0.25)])
def test_a_capture_is_missed_as_often_as_the_level_misses_captures(overlooked: int, missed: int, share: float) -> None:
    positions = [Position.from_fen(fen) for fen in hanging_queens()]
    level = Level(300, 0, overlooked, missed)
    found = sum(think_at(level, position).pv[0].uci() == "a1a8" for position in positions)
    assert 1 - found / len(positions) == pytest.approx(share, abs=0.2 if 0 < share < 1 else 0)


def test_another_seed_makes_other_mistakes() -> None:
    position = Position.from_fen(mates_in_one()[0])
    moves = {think_at(Level(100, 0, 1024, 0, seed), position).pv[0].uci() for seed in range(1, 9)}
    assert len(moves) > 2
    level = Level(100, 50, 1024, 512, 7)
    assert result_of(think_at(level, position)) == result_of(think_at(level, position))


def test_a_recapture_is_always_seen() -> None:
    """White has just taken a pawn with its queen, on a square that a knight defends."""
    position = Position.from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    position.make(position.parse_uci("h5e5"))
    best = think_at(BLIND, position)
    assert best.pv[0].uci() == "c6e5"


def test_in_check_every_move_is_seen() -> None:
    position = Position.from_fen("r3k2r/8/8/8/4q3/8/3B4/R2QK2R w - - 0 1")
    assert position.is_check()
    seeing, blind = (think_at(Level(1, 0, share, share), position) for share in (0, int(OVERSIGHT_UNIT)))
    assert result_of(seeing) == result_of(blind)


@pytest.mark.parametrize(
    ("fen", "is_check"),
    [
        ("4k3/8/8/8/4q3/8/3B4/3QK2R w - - 0 1", True),
        ("4k3/8/8/8/3q4/8/3B4/3QK2R w - - 0 1", False),
        ("3qk2r/3b4/8/4Q3/8/8/8/4K3 b - - 0 1", True),
        ("3qk2r/3b4/8/3Q4/8/8/8/4K3 b - - 0 1", False),
    ],
)
def test_below_the_root_too_every_move_out_of_check_is_seen(fen: str, is_check: bool) -> None:
    position, moves = Position.from_fen(fen), array_of([0] * 256)
    stack = fresh_search(position).stack
    stack.overlooks, stack.overlooked, stack.missed = True, OVERSIGHT_UNIT, OVERSIGHT_UNIT
    stack.in_check[1] = int(position.in_check())
    assert (stack.in_check[1] != 0) == is_check
    hash_move, *others = legal_codes(position)
    assert generate_seen(stack, moves, 1, hash_move) == (1 + len(others) if is_check else 1)


def test_one_who_overlooks_every_move_still_moves() -> None:
    for fen in FENS[::2]:
        assert think_at(BLIND, Position.from_fen(fen)).pv
