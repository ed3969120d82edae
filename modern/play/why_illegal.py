"""Says why a move is illegal where more can be said than in the message of the rules: king attacked, castling."""

from __future__ import annotations

import re
from typing import Final

from modern.game.game import opponent
from modern.rules import Position
from modern.rules.attacks import PAWN_ATTACKS
from modern.rules.bitboard import BIT, SQUARE_NAMES, square_named
from modern.rules.board import WHITE_KINGSIDE, WHITE_QUEENSIDE
from modern.rules.legality import legal_codes
from modern.rules.move import uci_of
from modern.rules.pieces import PAWN, PIECE_TYPE_LETTERS, PIECE_TYPE_NAMES, QUEEN, WHITE, side_name
from modern.rules.san import QUEENSIDE_CASTLING

#: The part of a SAN that names the piece and its target square.
PIECE_AND_TARGET: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])")


def why_san_illegal(position: Position, san: str) -> str:
    """Says which pieces would attack the king after a SAN's move; returns '' if it is not illegal for that reason."""
    match = PIECE_AND_TARGET.match(san)
    if not match:
        return ""
    letter, file, rank, target = match.groups()
    piece_type = PIECE_TYPE_LETTERS.index(letter or "P")
    if piece_type == PAWN:
        file = file or target[0]
    promotion = QUEEN if piece_type == PAWN and target[1] in "18" else 0
    for from_square in reversed(range(64)):
        name = SQUARE_NAMES[from_square]
        if position.mailbox[from_square] != position.turn + piece_type:
            continue
        if file in ("", name[0]) and rank in ("", name[1]):
            reason = why_king_attacked(position, from_square | square_named(target) << 6 | promotion << 12)
            if reason:
                return reason
    return ""


def why_king_attacked(position: Position, code: int) -> str:
    """Says which pieces would attack the king after a move, given by its code.

    Returns '' if the move is not illegal for that reason.
    """
    if not _is_pseudo_legal(position, code) or code in legal_codes(position):
        return ""
    after = position.copy()
    after.make_move(code)
    king = after.king_square(position.turn)
    attacking = _name_pieces(after, after.attackers(after.side, king))
    verb = "is still" if position.is_check() and king != code >> 6 & 63 else "would be"
    return f"{uci_of(code)} is not a legal move: the king on {SQUARE_NAMES[king]} {verb} attacked by {attacking}"


def why_castling_illegal(position: Position, san: str) -> str:
    """Says why the side to move cannot castle, O-O or O-O-O; returns '' if it can."""
    queenside = san == QUEENSIDE_CASTLING
    us = position.turn
    prefix = f"{san} is not a legal move:"
    rights = position.castling_rights if us == WHITE else position.castling_rights >> 2
    if rights & (WHITE_QUEENSIDE if queenside else WHITE_KINGSIDE) == 0:
        return f"{prefix} {side_name(us)} has no right to castle {'queenside' if queenside else 'kingside'}"
    king = position.king_square(us)
    between = range(king - 3, king) if queenside else range(king + 1, king + 3)
    if occupied := [SQUARE_NAMES[square] for square in between if position.mailbox[square] != 0]:
        return f"{prefix} {_join(occupied)} must be empty"
    step = -1 if queenside else 1
    for square in (king, king + step, king + 2 * step):
        if attacking := position.attackers(opponent(position.side), square):
            return f"{prefix} {SQUARE_NAMES[square]} is attacked by {_name_pieces(position, attacking)}"
    return ""


def _is_pseudo_legal(position: Position, code: int) -> bool:
    """Returns True if the move is legal apart from the safety of the king. Castling is not considered."""
    from_square, to_square, promotion = code & 63, code >> 6 & 63, code >> 12
    us, bitboards, mailbox = position.turn, position.bitboards, position.mailbox
    piece = mailbox[from_square]
    if piece == 0 or piece & 8 != us or bitboards[us] & BIT[to_square] != 0:
        return False
    if piece & 7 != PAWN:
        return promotion == 0 and from_square in position.attackers(position.side, to_square)
    if (promotion != 0) != (SQUARE_NAMES[to_square][1] in "18"):
        return False
    if mailbox[to_square] != 0 or to_square == position.en_passant_square:
        return PAWN_ATTACKS[8 * us + from_square] & BIT[to_square] != 0
    ahead, home_rank = (8, "2") if us == WHITE else (-8, "7")
    if to_square == from_square + ahead:
        return True
    is_double_push = to_square == from_square + 2 * ahead and SQUARE_NAMES[from_square][1] == home_rank
    return is_double_push and mailbox[from_square + ahead] == 0


def _name_pieces(position: Position, squares: list[int]) -> str:
    """Names the pieces on some squares: `the rook on e8 and the knight on d3`."""
    mailbox = position.mailbox
    return _join([f"the {PIECE_TYPE_NAMES[mailbox[square] & 7]} on {SQUARE_NAMES[square]}" for square in squares])


def _join(names: list[str]) -> str:
    """Joins names with commas and `and`: `b1`, `b1 and c1`, `b1, c1 and d1`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
