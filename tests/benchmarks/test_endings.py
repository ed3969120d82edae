"""The measurement of small endings, with a table of king and pawn against king that the engine's rules make."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import cast

import chess
import chess.syzygy
import click
import endings
import pytest

from modern.engine.evaluation.kpk import is_won
from modern.rules.pieces import BLACK, WHITE


class PawnTables:
    """What Syzygy's tables say of White's king and pawn against a king, and of what may become of them."""

    def probe_wdl(self, board: chess.Board) -> int:
        """Returns the result for the side to move: WIN, 0 or -WIN."""
        pawns, pieces = board.pieces(chess.PAWN, chess.WHITE), board.occupied_co[chess.WHITE] & ~board.kings
        if pawns:
            white, black = board.king(chess.WHITE), board.king(chess.BLACK)
            assert white is not None
            assert black is not None
            won = is_won(white, pawns.pop(), black, WHITE, WHITE if board.turn else BLACK)
        else:
            taken = not board.turn and any(map(board.is_capture, board.legal_moves))
            won = bool(pieces & (board.queens | board.rooks)) and not taken and not board.is_stalemate()
        return (endings.WIN if board.turn else -endings.WIN) if won else 0

    def probe_dtz(self, board: chess.Board) -> int:
        """Returns the distance to the next capture, pawn move or mate; here a defender need not know it."""
        return 1


TABLES = cast(chess.syzygy.Tablebase, PawnTables())
#: White wins with each move that gains the opposition or a square in front of the pawn.
WON = "8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"
#: Black has the opposition.
DRAWN = "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1"


def test_random_positions_are_legal_go_on_and_have_the_pieces_of_the_ending() -> None:
    found = list(islice(endings.random_positions("KRvKP", random.Random(1)), 100))
    assert all(board.is_valid() and not board.is_game_over() for board in found)
    assert {"".join(sorted(map(str, board.piece_map().values()))) for board in found} == {"KRkp"}
    assert {board.turn for board in found} == {True, False}


def test_a_move_counts_only_if_it_keeps_the_result() -> None:
    board = chess.Board(WON)
    values = endings.values_of_moves(board, TABLES)
    assert endings.may_err(board, TABLES)
    assert {move.uci() for move, value in values.items() if value == endings.WIN} == {"e4d5", "e4e5", "e4f5"}
    assert endings.keeps_result(board, 500, TABLES)
    assert not endings.may_err(chess.Board(DRAWN), TABLES)


def test_a_won_position_is_won_and_a_drawn_one_is_not() -> None:
    assert endings.is_won(chess.Board(WON), 500, TABLES)
    assert not endings.is_won(chess.Board(DRAWN), 500, TABLES)


def test_a_folder_without_the_tables_is_named_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(click.BadParameter, match=r"has no tables of KPvK, .*; expected KPvK\.rtbw and KPvK\.rtbz"):
        endings.main([str(tmp_path)], standalone_mode=False)
