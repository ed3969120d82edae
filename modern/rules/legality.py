"""Checks moves from outside: whether they are legal and, if not, why. Every reason that a user reads comes from here.

A reason is a fact without the move: `there is no piece on e3`. Only a check that fails computes it.
"""

from __future__ import annotations

from modern.facts import Fact, fact
from modern.rules.attacks import PAWN_ATTACKS, attackers, attacks_of
from modern.rules.bitboard import BIT, FILE_NAMES, RANK_NAMES, SQUARE_NAMES, squares_of
from modern.rules.board import WHITE_KINGSIDE, WHITE_QUEENSIDE, Board, is_castling
from modern.rules.errors import IllegalMove
from modern.rules.move import from_square_of, promotion_of, to_square_of, uci_of
from modern.rules.movegen import legal_codes
from modern.rules.pieces import (
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_TYPE_NAMES,
    WHITE,
    opponent,
    pawn_push,
    piece_fact,
    piece_type_of,
    side_fact,
    side_name,
    side_of,
)


def check_legal(board: Board, code: int) -> None:
    """Raises IllegalMove, with the reason, if a move is not legal."""
    if code not in legal_codes(board):
        raise IllegalMove(fact("move.illegal", move=uci_of(code), why=why_illegal(board, code)))


def why_illegal(board: Board, code: int) -> Fact:
    """Returns why an illegal move, given by its code, is illegal."""
    from_square, to_square = from_square_of(code), to_square_of(code)
    reason = _why_not_movable(board, from_square)
    if reason:
        return reason
    mover = _piece_on(board, from_square)
    piece_type = piece_type_of(board.mailbox[from_square])
    home = 4 if board.turn == WHITE else 60  # e1, e8
    if piece_type == KING and from_square == home and is_castling(from_square, to_square):
        reason = why_castling_illegal(board, to_square < from_square)
    elif not _reaches(board, from_square, to_square):
        reason = _why_not_there(board, from_square, to_square)
    elif board.bitboards[board.turn] & BIT[to_square] != 0:
        reason = fact("move.own_piece", piece=_piece(board, to_square), square=SQUARE_NAMES[to_square])
    else:
        reason = _why_king_attacked(board, from_square, to_square)
    if reason:
        return reason
    if promotion_of(code) != 0:
        return fact("move.cannot_promote", piece=mover)
    return fact("move.must_promote")


def why_none_can_go(board: Board, piece_type: int, to_square: int, file: str, rank: str) -> Fact:
    """Returns why no piece of a type can legally go to a square.

    `file` and `rank` restrict where it comes from; each may be empty.
    """
    us, name = board.turn, fact(f"piece.{PIECE_TYPE_NAMES[piece_type]}")
    if board.bitboards[us + piece_type] == 0:
        return fact("move.has_none", side=side_fact(us), piece=name)
    from_squares = [
        square
        for square in squares_of(board.bitboards[us + piece_type])
        if file in ("", FILE_NAMES[square & 7]) and rank in ("", RANK_NAMES[square >> 3])
    ]
    if piece_type == KING and _castles(board, to_square):
        return fact("move.castling_format")
    for square in reversed(from_squares):
        if len(from_squares) == 1 or _reaches(board, square, to_square):
            return why_illegal(board, square | to_square << 6)
    for square in reversed(from_squares):
        if _blocker(board, square, to_square) >= 0:
            return _why_not_there(board, square, to_square)
    is_push = piece_type == PAWN and file == FILE_NAMES[to_square & 7] and not rank
    coloured = fact(f"piece.{side_name(us).lower()}_{PIECE_TYPE_NAMES[piece_type]}")
    there = _target(board, to_square)
    if file + rank and not is_push:
        return fact("move.none_can_go_from", coloured=coloured, piece=name, origin=file + rank, to=there)
    return fact("move.none_can_go", coloured=coloured, piece=name, to=there)


def why_castling_illegal(board: Board, queenside: bool) -> Fact | None:
    """Returns why the side to move cannot castle, or None if it can."""
    us = board.turn
    rights = board.castling_rights if us == WHITE else board.castling_rights >> 2
    if rights & (WHITE_QUEENSIDE if queenside else WHITE_KINGSIDE) == 0:
        return fact("move.no_right_queenside" if queenside else "move.no_right_kingside", side=side_fact(us))
    king = board.king_square(us)
    between = [king - 3, king - 2, king - 1] if queenside else [king + 1, king + 2]
    in_the_way = [SQUARE_NAMES[square] for square in between if board.mailbox[square] != 0]
    if in_the_way:
        return fact("move.must_be_empty", squares=in_the_way, count=len(in_the_way))
    path = [king, king - 1, king - 2] if queenside else [king, king + 1, king + 2]
    for square in path:
        attacking = _attackers(board, square, opponent(us))
        if attacking:
            return fact("move.is_attacked", square=SQUARE_NAMES[square], pieces=attacking)
    return None


def why_no_move_from(board: Board, square: int) -> Fact | None:
    """Returns why the side to move has no legal move from a square, or None if it has one."""
    reason = _why_not_movable(board, square)
    if reason or _targets(board, square):
        return reason
    in_check = board.in_check()
    return fact("move.no_move_out_of_check" if in_check else "move.no_move", piece=_piece_on(board, square))


def _why_not_movable(board: Board, square: int) -> Fact | None:
    """Returns why the side to move has no piece on a square, or None if it has one."""
    piece = board.mailbox[square]
    if piece == 0:
        return fact("move.no_piece", square=SQUARE_NAMES[square])
    if side_of(piece) != board.turn:
        return fact("move.not_in_turn", piece=_piece_on(board, square), side=side_fact(board.turn))
    return None


def _why_not_there(board: Board, from_square: int, to_square: int) -> Fact:
    """Returns why a piece cannot go to a square, and where it can go."""
    mover = _piece_on(board, from_square)
    blocker = _blocker(board, from_square, to_square)
    if blocker >= 0:
        other = _piece_on(board, blocker)
        cannot = fact("move.in_the_way", piece=mover, square=SQUARE_NAMES[to_square], other=other)
    elif board.mailbox[to_square] == 0 and _is_pawn_capture(board, from_square, to_square):
        cannot = fact("move.nothing_to_capture", piece=mover, square=SQUARE_NAMES[to_square])
    else:
        cannot = fact("move.cannot_go", piece=mover, to=_target(board, to_square))
    reachable = [SQUARE_NAMES[target] for target in _targets(board, from_square)]
    in_check = board.in_check()
    if not reachable:
        return fact("move.it_has_no_move_out_of_check" if in_check else "move.it_has_no_move", what=cannot)
    return fact("move.must_go" if in_check else "move.can_go", what=cannot, squares=reachable, count=len(reachable))


def _blocker(board: Board, from_square: int, to_square: int) -> int:
    """Returns the first occupied square in the way of a bishop, rook, queen, or a pawn's double push; -1 if none."""
    piece = board.mailbox[from_square]
    if piece_type_of(piece) == PAWN:
        step = pawn_push(board.turn)
        moves_so = to_square == from_square + 2 * step and from_square >> 3 == (1 if board.turn == WHITE else 6)
    else:
        files, ranks = (to_square & 7) - (from_square & 7), (to_square >> 3) - (from_square >> 3)
        step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0))
        moves_so = (
            piece_type_of(piece) not in (KNIGHT, KING) and attacks_of(piece, from_square, 0) & BIT[to_square] != 0
        )
    if moves_so:
        for square in range(from_square + step, to_square, step):
            if board.mailbox[square] != 0:
                return square
    return -1


def _is_pawn_capture(board: Board, from_square: int, to_square: int) -> bool:
    """Returns True if a pawn of the side to move could capture from one square to the other."""
    if piece_type_of(board.mailbox[from_square]) != PAWN:
        return False
    return PAWN_ATTACKS[8 * board.turn + from_square] & BIT[to_square] != 0


def _target(board: Board, square: int) -> str:
    """Returns a square and the piece on it: `e5`, or `e5, where Black's pawn stands`."""
    name = SQUARE_NAMES[square]
    if board.mailbox[square] == 0:
        return name
    return fact("move.occupied", square=name, piece=_piece(board, square))


def _why_king_attacked(board: Board, from_square: int, to_square: int) -> Fact | None:
    """Names the pieces that would attack the king after a move; returns None if there are none."""
    us = board.turn
    after = board.scratch_copy()
    after.make_move(from_square | to_square << 6)
    king = after.king_square(us)
    attacking = _attackers(after, king, opponent(us))
    if not attacking:
        return None
    code = "move.king_still_attacked" if board.in_check() and king != to_square else "move.king_attacked"
    return fact(code, square=SQUARE_NAMES[king], pieces=attacking)


def _reaches(board: Board, from_square: int, to_square: int) -> bool:
    """Returns True if a piece moves like this, ignoring its king's safety, pieces of its own side, and castling.

    For an illegal en passant capture it returns False, because a Board has no en passant square then.
    """
    mailbox = board.mailbox
    us, piece, target = board.turn, mailbox[from_square], mailbox[to_square]
    if piece_type_of(piece) != PAWN:
        occupied = board.bitboards[WHITE] | board.bitboards[BLACK]
        return attacks_of(piece, from_square, occupied) & BIT[to_square] != 0
    if from_square & 7 != to_square & 7:
        captures = target != 0 or to_square == board.en_passant_square
        return captures and PAWN_ATTACKS[8 * us + from_square] & BIT[to_square] != 0
    ahead, home_rank = pawn_push(us), 1 if us == WHITE else 6
    if target != 0 and side_of(target) != us:
        return False
    if to_square == from_square + ahead:
        return True
    is_double_push = to_square == from_square + 2 * ahead and from_square >> 3 == home_rank
    return is_double_push and mailbox[from_square + ahead] == 0


def _castles(board: Board, to_square: int) -> bool:
    """Returns True if the king may castle to a square."""
    king = board.king_square(board.turn)
    return is_castling(king, to_square) and king | to_square << 6 in legal_codes(board)


def _targets(board: Board, from_square: int) -> list[int]:
    """Returns the squares that the piece on a square can legally go to, in ascending order."""
    return sorted({to_square_of(code) for code in legal_codes(board) if from_square_of(code) == from_square})


def _piece(board: Board, square: int) -> Fact:
    piece = board.mailbox[square]
    return piece_fact(side_of(piece), piece_type_of(piece))


def _piece_on(board: Board, square: int) -> Fact:
    """Names a piece with its side and its square: `White's knight on g1`."""
    return fact("piece.on", piece=_piece(board, square), square=SQUARE_NAMES[square])


def _attackers(board: Board, square: int, side: int) -> list[Fact]:
    """Names the pieces of a side that attack a square."""
    attacking = attackers(board.bitboards, square, side, board.bitboards[WHITE] | board.bitboards[BLACK])
    return [_piece_on(board, each) for each in squares_of(attacking)]
