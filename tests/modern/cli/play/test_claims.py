"""What `why` says of a move, judged by python-chess: each kind of claim, and when it is true of the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import chess
import chess.pgn
import pytest

from modern.cli.play.in_words import sentence
from modern.players.protocol import ExplainedLine
from modern.report import Score
from modern.rules import Position

#: Games that people have played.
GAMES: Final = Path(__file__).parents[4] / "benchmarks/classic-games.pgn"
VALUES: Final = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 100}
PIECE: Final = "(pawn|knight|bishop|rook|queen|king)"


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Returns the board after a move."""
    made = board.copy(stack=False)
    made.push(move)
    return made


def name_at(board: chess.Board, square: chess.Square) -> str:
    piece = board.piece_at(square)
    return chess.piece_name(piece.piece_type) if piece else "none"


def captures_on(board: chess.Board, square: chess.Square) -> list[chess.Move]:
    return [move for move in board.legal_moves if move.to_square == square]


def hangs(board: chess.Board, square: chess.Square) -> bool:
    """Returns True if the side to move can win material on a square: by a cheaper piece, or without being retaken."""
    value = VALUES[name_at(board, square)]
    return any(
        VALUES[name_at(board, move.from_square)] < value or not captures_on(after(board, move), square)
        for move in captures_on(board, square)
    )


def hung_before(board: chess.Board, square: chess.Square) -> bool:
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return not board.is_check() and hangs(passed, square)


def captured_square(board: chess.Board, move: chess.Move) -> chess.Square:
    is_en_passant = board.is_en_passant(move)
    return chess.square(move.to_square % 8, move.from_square // 8) if is_en_passant else move.to_square


Claim = Callable[[chess.Board, chess.Move, re.Match[str]], bool]
#: Each kind of claim, and its predicate over the board before the move.
CLAIMS: Final[dict[str, Claim]] = {
    "gives mate": lambda board, move, _: after(board, move).is_checkmate(),
    "with check": lambda board, move, _: after(board, move).is_check(),
    f"takes the {PIECE} on (..)": lambda board, move, said: (
        board.is_capture(move)
        and move.to_square == chess.parse_square(said[2])
        and name_at(board, move.to_square) == said[1]
    ),
    "takes a pawn en passant on (..)": lambda board, move, said: (
        board.is_en_passant(move) and move.to_square == chess.parse_square(said[1])
    ),
    "cannot be taken back": lambda board, move, _: not captures_on(after(board, move), move.to_square),
    f"worth more than its {PIECE}": lambda board, move, said: (
        VALUES[name_at(board, captured_square(board, move))] > VALUES[name_at(after(board, move), move.to_square)]
        and name_at(board, move.from_square) == said[1]
    ),
    "in exchange for its own": lambda board, move, _: (
        name_at(board, captured_square(board, move)) == name_at(after(board, move), move.to_square)
        and bool(captures_on(after(board, move), move.to_square))
    ),
    f"promotes its pawn to a {PIECE}": lambda board, move, said: (
        name_at(after(board, move), move.to_square) == said[1] and move.promotion is not None
    ),
    f"saves its {PIECE}, which was attacked, to (..)": lambda board, move, said: (
        name_at(board, move.from_square) == said[1]
        and move.to_square == chess.parse_square(said[2])
        and hung_before(board, move.from_square)
        and not hangs(after(board, move), move.to_square)
    ),
    f"answers the check with its {PIECE} to (..)": lambda board, move, said: (
        board.is_check() and name_at(board, move.from_square) == said[1]
    ),
    f"moves its {PIECE} to (..)": lambda board, move, said: (
        name_at(board, move.from_square) == said[1]
        and not board.is_capture(move)
        and move.to_square == chess.parse_square(said[2])
    ),
    "castles (king|queen)side": lambda board, move, said: (
        board.is_castling(move) and board.is_kingside_castling(move) == (said[1] == "king")
    ),
}


def boards(count: int) -> list[chess.Board]:
    """Returns so many positions of classic games, evenly spread over them."""
    found: list[chess.Board] = []
    with GAMES.open(encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            found += [node.board() for node in game.mainline()]
    return found[:: max(1, len(found) // count)][:count]


def false_claims(count: int) -> tuple[Counter[str], Counter[str]]:
    """Returns how often each kind of claim is made of a legal move of either side, and how often it is false."""
    made, false = Counter[str](), Counter[str]()
    for board in boards(count):
        position = Position.from_fen(board.fen())
        for move in position.legal_moves():
            told = sentence(position, [ExplainedLine((move,), Score(0))], False)
            claims = {kind: said for kind in CLAIMS if (said := re.search(kind, told))}
            assert claims, told
            for kind, said in claims.items():
                made[kind] += 1
                false[kind] += not CLAIMS[kind](board, chess.Move.from_uci(move.uci()), said)
    return made, +false


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_sentence_claims_of_any_legal_move_what_the_board_denies(count: int) -> None:
    made, false = false_claims(count)
    assert not false
    assert len(made) > 6
