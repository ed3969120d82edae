"""A move as somebody types it: Nf3, nf3, g1f3, g1-f3, 0-0. Where it cannot be made, the reason is told."""

from __future__ import annotations

import re
from typing import Final

import chess

from modern.rules import IllegalMove, Move, Position

#: Two squares, with or without a sign between them, and what a pawn becomes.
SQUARES: Final = re.compile(r"([a-h][1-8]) ?[-x:]? ?([a-h][1-8]) ?=?\(?([qrbn]?)\)?[+#!?]*")
#: A man and where he goes, as it may stand in a SAN.
MAN_AND_TARGET: Final = re.compile(r"([NBRQK]?)[a-h]?[1-8]?[-x:]?([a-h][1-8])")
#: Letters of men that are no letters of files.
MEN_IN_SMALL_LETTERS: Final = "nrqk"
CASTLING: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#!?]*")


def move_typed(position: Position, text: str) -> Move:
    """The legal move that a text means; a pawn that arrives becomes a queen where nothing else is said.

    Raises MoveError for what is no move, and its subclasses IllegalMove and AmbiguousMove, with a line that says why.
    """
    typed = text.strip()
    board = chess.Board(position.fen())
    squares = SQUARES.fullmatch(typed.lower())
    if squares:
        return _between_squares(position, board, squares)
    castling = CASTLING.fullmatch(typed)
    if castling:
        typed = "O-O-O" if castling.group(1) else "O-O"
    elif typed[:1] in MEN_IN_SMALL_LETTERS:
        typed = typed[:1].upper() + typed[1:]
    try:
        return position.parse_san(typed)
    except IllegalMove as error:
        reason = _castling_barred(board, typed) if castling else _king_left(board, typed)
        raise IllegalMove(reason or str(error)) from None


def _between_squares(position: Position, board: chess.Board, squares: re.Match[str]) -> Move:
    start, to, becomes = squares.group(1, 2, 3)
    man = board.piece_at(chess.parse_square(start))
    if man and man.piece_type == chess.PAWN and to[1] in "18" and not becomes:
        becomes = "q"
    try:
        return position.parse_uci(start + to + becomes)
    except IllegalMove as error:
        move = chess.Move.from_uci(start + to + becomes)
        raise IllegalMove(_left_by(board, move) or str(error)) from None


def _king_left(board: chess.Board, san: str) -> str:
    """Why the move that a SAN would name is none, if the king is the reason."""
    form = MAN_AND_TARGET.match(san)
    if not form:
        return ""
    kind = chess.PIECE_SYMBOLS.index(form.group(1).lower() or "p")
    for move in board.pseudo_legal_moves:
        if board.piece_type_at(move.from_square) == kind and chess.square_name(move.to_square) == form.group(2):
            return _left_by(board, move)
    return ""


def _left_by(board: chess.Board, move: chess.Move) -> str:
    """That a move leaves the king attacked, and by whom; nothing where that is not what is wrong with it."""
    if not board.is_pseudo_legal(move) or board.is_legal(move) or board.is_castling(move):
        return ""
    mover = board.turn
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(mover)
    if king is None:
        return ""
    attackers = _in_words(after, after.attackers(not mover, king))
    left = "is still" if board.is_check() and king != move.to_square else "would be"
    return f"{move.uci()} is no legal move: the king on {chess.square_name(king)} {left} attacked by {attackers}"


def _castling_barred(board: chess.Board, form: str) -> str:
    """Why a side may not castle."""
    long = form == "O-O-O"
    side, rank = board.turn, 0 if board.turn else 7
    who = "White" if side else "Black"
    king, rook = chess.square(4, rank), chess.square(0 if long else 7, rank)
    said = f"{form} is no legal move:"
    if not board.has_queenside_castling_rights(side) if long else not board.has_kingside_castling_rights(side):
        return f"{said} {who}'s king or that rook has moved, or is gone"
    between = chess.SquareSet.between(king, rook)
    if taken := [chess.square_name(square) for square in between if board.piece_at(square)]:
        return f"{said} {' and '.join(taken)} must be empty"
    path = [king, *(chess.square(file, rank) for file in ((3, 2) if long else (5, 6)))]
    for square in path:
        if attackers := board.attackers(not side, square):
            name = chess.square_name(square)
            return f"{said} {name} is attacked by {_in_words(board, attackers)}"
    return ""


def _in_words(board: chess.Board, squares: chess.SquareSet) -> str:
    """`the rook on e8 and the knight on d3`."""
    men = []
    for square in squares:
        kind = board.piece_type_at(square)
        assert kind is not None
        men.append(f"the {chess.piece_name(kind)} on {chess.square_name(square)}")
    return " and ".join(men)
