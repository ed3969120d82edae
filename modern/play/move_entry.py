"""Parses a move as people type it: Nf3, nf3, g1f3, g1-f3, 0-0. Explains why a move is illegal."""

from __future__ import annotations

import re
from typing import Final

import chess

from modern.rules import AmbiguousMove, IllegalMove, Move, MoveError, Position
from modern.rules.errors import quoted

#: Two squares, with or without a sign between them, and the promotion.
TWO_SQUARES: Final = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?\(?([qrbn]?)\)?[+#!?]*")
#: The part of a SAN that names the piece and its target square.
PIECE_AND_TARGET: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])")
CASTLING_MOVES: Final = {"e1g1": "O-O", "e8g8": "O-O", "e1c1": "O-O-O", "e8c8": "O-O-O"}
CASTLING: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#!?]*")
#: A letter and a digit: something meant as a square, whether or not it is one.
SQUARE_LIKE: Final = re.compile(r"[a-z][0-9]")

#: Dashes that text pasted from elsewhere may have instead of hyphens.
DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
PIECE_LETTERS: Final = ("n", "b", "r", "q", "k")
MOVE_FORMAT: Final = "a move is written Nf3, g1f3 or g1-f3"


def parse_typed_move(position: Position, text: str) -> Move:
    """Returns the legal move that a text means. The default promotion is to a queen.

    Raises MoveError if the text is not a move, and its subclasses IllegalMove and AmbiguousMove. The error's text is
    one line that gives the reason.
    """
    typed = text.translate(DASHES).replace(" ", "")
    board = chess.Board(position.fen())
    squares = TWO_SQUARES.fullmatch(typed.lower())
    if squares:
        return _parse_squares(position, board, squares)
    castling = CASTLING.fullmatch(typed)
    if castling:
        return _parse_castling(position, board, "O-O-O" if castling.group(1) else "O-O")
    illegal_moves = []
    for san in _san_readings(typed):
        try:
            return _parse_san(position, board, san)
        except IllegalMove as error:
            illegal_moves.append(error)
        except AmbiguousMove:
            raise
        except MoveError:
            continue
    raise illegal_moves[0] if illegal_moves else MoveError(_not_a_move(text))


def _san_readings(typed: str) -> list[str]:
    """Returns the text in SAN's letter case: lower case for a file, upper case for a piece. A b can be either."""
    first, rest = typed[:1], typed[1:].lower()
    pawn_readings = [first.lower() + rest] if first.lower() in chess.FILE_NAMES and first != "B" else []
    piece_readings = [first.upper() + rest] if first.lower() in PIECE_LETTERS else []
    return pawn_readings + piece_readings


def _parse_san(position: Position, board: chess.Board, san: str) -> Move:
    try:
        return position.parse_san(san)
    except AmbiguousMove:
        if san[:1].isupper():
            raise
        return position.parse_san(f"{san.rstrip('+#!?')}=Q")  # ambiguous because the promotion is not given
    except IllegalMove as error:
        raise IllegalMove(_why_san_illegal(board, san) or str(error)) from None


def _parse_castling(position: Position, board: chess.Board, san: str) -> Move:
    try:
        return position.parse_san(san)
    except IllegalMove as error:
        raise IllegalMove(_why_castling_illegal(board, san) or str(error)) from None


def _not_a_move(text: str) -> str:
    """Says why a text is not a move."""
    quoted_text = quoted(text)
    for name in SQUARE_LIKE.findall(text.lower()):
        if name not in chess.SQUARE_NAMES:
            return f"{quoted_text} is not a move: there is no square {name}"
    return f"{quoted_text} is not a move; {MOVE_FORMAT}"


def _parse_squares(position: Position, board: chess.Board, squares: re.Match[str]) -> Move:
    from_square, to_square, promotion = squares.group(1, 2, 3)
    piece = board.piece_at(chess.parse_square(from_square))
    if piece and piece.piece_type == chess.PAWN and to_square[1] in "18" and not promotion:
        promotion = "q"
    if piece == chess.Piece(chess.KING, board.turn) and from_square + to_square in CASTLING_MOVES:
        return _parse_castling(position, board, CASTLING_MOVES[from_square + to_square])
    try:
        return position.parse_uci(from_square + to_square + promotion)
    except IllegalMove as error:
        move = chess.Move.from_uci(from_square + to_square + promotion)
        raise IllegalMove(_why_king_attacked(board, move) or str(error)) from None


def _why_san_illegal(board: chess.Board, san: str) -> str:
    """Says why a SAN is illegal if its move would leave the king in check; returns '' otherwise."""
    match = PIECE_AND_TARGET.match(san)
    if not match:
        return ""
    letter, file, rank, target = match.groups()
    piece_type = chess.PIECE_SYMBOLS.index(letter.lower() or "p")
    if piece_type == chess.PAWN:
        file = file or target[0]
    for move in board.pseudo_legal_moves:
        from_square, to_square = chess.square_name(move.from_square), chess.square_name(move.to_square)
        matches = to_square == target and file in ("", from_square[0]) and rank in ("", from_square[1])
        if matches and board.piece_type_at(move.from_square) == piece_type and not board.is_legal(move):
            return _why_king_attacked(board, move)
    return ""


def _why_king_attacked(board: chess.Board, move: chess.Move) -> str:
    """Says which pieces would attack the king after a move; returns '' if the move is not illegal for that reason."""
    if not board.is_pseudo_legal(move) or board.is_legal(move) or board.is_castling(move):
        return ""
    mover = board.turn
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(mover)
    if king is None:
        return ""
    attackers = _name_pieces(after, after.attackers(not mover, king))
    verb = "is still" if board.is_check() and king != move.to_square else "would be"
    return f"{move.uci()} is not a legal move: the king on {chess.square_name(king)} {verb} attacked by {attackers}"


def _why_castling_illegal(board: chess.Board, san: str) -> str:
    """Says why the side to move cannot castle; returns '' if it can."""
    queenside = san == "O-O-O"
    side, rank = board.turn, 0 if board.turn else 7
    side_name = "White" if side else "Black"
    king, rook = chess.square(4, rank), chess.square(0 if queenside else 7, rank)
    prefix = f"{san} is not a legal move:"
    if not board.has_queenside_castling_rights(side) if queenside else not board.has_kingside_castling_rights(side):
        return f"{prefix} {side_name} has no right to castle {'queenside' if queenside else 'kingside'}"
    between = chess.SquareSet.between(king, rook)
    if occupied := [chess.square_name(square) for square in between if board.piece_at(square)]:
        return f"{prefix} {_join(occupied)} must be empty"
    path = [king, *(chess.square(file, rank) for file in ((3, 2) if queenside else (5, 6)))]
    for square in path:
        if attackers := board.attackers(not side, square):
            name = chess.square_name(square)
            return f"{prefix} {name} is attacked by {_name_pieces(board, attackers)}"
    return ""


def _name_pieces(board: chess.Board, squares: chess.SquareSet) -> str:
    """Names the pieces on some squares: `the rook on e8 and the knight on d3`."""
    pieces = []
    for square in squares:
        piece_type = board.piece_type_at(square)
        assert piece_type is not None
        pieces.append(f"the {chess.piece_name(piece_type)} on {chess.square_name(square)}")
    return _join(pieces)


def _join(names: list[str]) -> str:
    """Joins names with commas and `and`: `b1`, `b1 and c1`, `b1, c1 and d1`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
