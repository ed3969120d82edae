"""The lines that a search reports, beside python-chess: they end with the game, and that of a mate with the mate."""

from __future__ import annotations

import random

import chess
import pytest

from modern.bench.positions import POSITIONS
from modern.engine.engine import Engine
from modern.engine.transposition import TranspositionTable
from modern.engine.variation import reported_line
from modern.limits import Limits
from modern.players.arbiter import playable_line
from modern.report import Report
from modern.rules import Position

#: Positions in which a first search sees a mate, so that the table answers at the leaves of the next one. Without the
#: moves that the table has, the next search announces a mate and shows one move of it.
MATES = (
    "8/8/8/6N1/8/8/2K5/k3R3 b - - 0 1",
    "K7/8/3R4/8/8/8/5R2/1k6 b - - 0 1",
    "7K/8/1k6/8/7p/6r1/8/8 b - - 0 1",
    "3K4/7r/6k1/8/8/8/1p6/8 w - - 0 1",
)


def is_over(board: chess.Board) -> bool:
    """Returns True if no line goes on from a position."""
    drawn = board.is_repetition(3) or board.halfmove_clock >= 100 or board.is_insufficient_material()
    return drawn or not any(board.legal_moves)


@pytest.mark.parametrize("fen", MATES)
def test_every_mate_that_is_announced_has_its_whole_line(fen: str) -> None:
    engine, position, reports = Engine(1), Position.from_fen(fen), list[Report]()
    first = engine.think(position, Limits(depth=4))
    assert first is not None
    position.make(first.pv[0])
    engine.think(position, Limits(depth=2), report=reports.append)
    mates = [(report, mate) for report in reports if (mate := report.score.mate) is not None and not report.bound]
    assert mates
    for report, mate in mates:
        board = chess.Board(position.fen())
        for move in report.pv:
            board.push_uci(move.uci())
        assert board.is_checkmate()
        assert len(report.pv) == (2 * mate - 1 if mate > 0 else -2 * mate)


def test_no_two_lines_begin_with_the_same_move_wherever_the_search_is_stopped() -> None:
    fen = dict(POSITIONS)["the report's game, ply 11"]
    for nodes in (260, 300, 340):
        last: dict[int, Report] = {}

        def keep(report: Report, last: dict[int, Report] = last) -> None:
            last[report.multipv] = report
            ranks = sorted(last)
            assert ranks == [*range(1, len(ranks) + 1)]

        Engine(1).think(Position.from_fen(fen), Limits(nodes=nodes), report=keep, pv_count=3)
        assert len({report.pv[0] for report in last.values()}) == len(last) == 3


def test_a_line_ends_where_the_game_is_over() -> None:
    """Two kings and a few pieces shuffle until a draw by one of the rules, or mate or stalemate, is on the board."""
    rng, endings, table = random.Random(1), set[int](), TranspositionTable(1)
    for fen in ("4k3/8/8/8/8/8/8/Q3K3 w - - 95 80", "8/8/8/8/8/1k6/8/KB5n w - - 0 80", "k7/8/8/8/8/8/8/K6R w - - 0 1"):
        for _ in range(5):
            board, line = chess.Board(fen), list[chess.Move]()
            while len(line) < 40 and (legal := sorted(board.legal_moves, key=str)):
                line.append(rng.choice(legal[:3]))
                board.push(line[-1])
            board, end = chess.Board(fen), 0
            while end < len(line) and not is_over(board):
                board.push(line[end])
                end += 1
            position = Position.from_fen(fen)
            moves = [position.parse_uci(move.uci()) for move in line[:1]]
            assert [move.uci() for move in playable_line(position, map(str, line))] == [*map(str, line[:end])]
            for move in line[1:]:
                position.make(moves[-1])
                moves.append(position.parse_uci(move.uci()))
            shown = reported_line(Position.from_fen(fen), [move.code for move in moves], 0, table)
            assert len(shown) == end
            endings.add(end)
    assert len(endings) > 3


def test_the_line_of_a_mate_that_the_table_does_not_have_is_found_or_stays_short() -> None:
    found = reported_line(Position.from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1"), [], 32000 - 3, TranspositionTable(1))
    assert len(found) == 3
    far = reported_line(Position.from_fen("7k/8/8/8/8/8/8/K5R1 w - - 0 1"), [], 32000 - 31, TranspositionTable(1))
    assert far == []
