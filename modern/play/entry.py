"""A move as somebody types it: Nf3, nf3, g1f3, g1-f3, 0-0. Where it cannot be made, the reason is told."""

from __future__ import annotations

import re
from typing import Final

import chess

from modern.rules import AmbiguousMove, IllegalMove, Move, MoveError, Position
from modern.rules.errors import quoted

#: Two squares, with or without a sign between them, and what a pawn becomes.
SQUARES: Final = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?\(?([qrbn]?)\)?[+#!?]*")
#: A man and where he goes, as it may stand in a SAN.
MAN_AND_TARGET: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])")
CASTLING_MOVES: Final = {"e1g1": "O-O", "e8g8": "O-O", "e1c1": "O-O-O", "e8c8": "O-O-O"}
CASTLING: Final = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#!?]*")
#: What might be a square, whether there is one of that name or not.
SQUARE: Final = re.compile(r"[a-z][0-9]")

#: Dashes that are no hyphens; they come with what is pasted.
DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
MEN: Final = ("n", "b", "r", "q", "k")
FORMS: Final = "a move is written Nf3, g1f3 or g1-f3"


def move_typed(position: Position, text: str) -> Move:
    """The legal move that a text means; a pawn that arrives becomes a queen where nothing else is said.

    Raises MoveError for what is no move, and its subclasses IllegalMove and AmbiguousMove, with a line that says why.
    """
    typed = text.translate(DASHES).replace(" ", "")
    board = chess.Board(position.fen())
    squares = SQUARES.fullmatch(typed.lower())
    if squares:
        return _between_squares(position, board, squares)
    castling = CASTLING.fullmatch(typed)
    if castling:
        return _castled(position, board, "O-O-O" if castling.group(1) else "O-O")
    refusals = []
    for way in _ways(typed):
        try:
            return _in_san(position, board, way)
        except IllegalMove as refusal:
            refusals.append(refusal)
        except AmbiguousMove:
            raise
        except MoveError:
            continue
    raise refusals[0] if refusals else MoveError(_no_move(text))


def _ways(typed: str) -> list[str]:
    """As a SAN has it: the letter of a file in small, that of a man as a capital. A small b may be either."""
    first, rest = typed[:1], typed[1:].lower()
    pawns = [first.lower() + rest] if first.lower() in chess.FILE_NAMES and first != "B" else []
    mans = [first.upper() + rest] if first.lower() in MEN else []
    return pawns + mans


def _in_san(position: Position, board: chess.Board, san: str) -> Move:
    try:
        return position.parse_san(san)
    except AmbiguousMove:
        if san[:1].isupper():
            raise
        return position.parse_san(f"{san.rstrip('+#!?')}=Q")  # a pawn that arrives
    except IllegalMove as error:
        raise IllegalMove(_king_left(board, san) or str(error)) from None


def _castled(position: Position, board: chess.Board, form: str) -> Move:
    try:
        return position.parse_san(form)
    except IllegalMove as error:
        raise IllegalMove(_castling_barred(board, form) or str(error)) from None


def _no_move(text: str) -> str:
    """Why a text is no move at all."""
    said = quoted(text)
    for name in SQUARE.findall(text.lower()):
        if name not in chess.SQUARE_NAMES:
            return f"{said} is no move: there is no square {name}"
    return f"{said} is no move; {FORMS}"


def _between_squares(position: Position, board: chess.Board, squares: re.Match[str]) -> Move:
    start, to, becomes = squares.group(1, 2, 3)
    man = board.piece_at(chess.parse_square(start))
    if man and man.piece_type == chess.PAWN and to[1] in "18" and not becomes:
        becomes = "q"
    if man == chess.Piece(chess.KING, board.turn) and start + to in CASTLING_MOVES:
        return _castled(position, board, CASTLING_MOVES[start + to])
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
    letter, file, rank, target = form.groups()
    kind = chess.PIECE_SYMBOLS.index(letter.lower() or "p")
    if kind == chess.PAWN:
        file = file or target[0]
    for move in board.pseudo_legal_moves:
        start, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
        meant = to == target and file in ("", start[0]) and rank in ("", start[1])
        if meant and board.piece_type_at(move.from_square) == kind and not board.is_legal(move):
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
        return f"{said} {_together(taken)} must be empty"
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
    return _together(men)


def _together(names: list[str]) -> str:
    """`b1`, `b1 and c1`, `b1, c1 and d1`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
