"""A move in a form common to both programs, and a move that only one of them has."""

from __future__ import annotations

from typing import Final, NamedTuple

from historic.position.castling import CASTLING_BY_BESTPOS, KINGSIDE_BESTPOS, QUEENSIDE_BESTPOS
from historic.position.sides import side_named
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS, State
from historic.study.candidates import KINGSIDE, QUEENSIDE, TriedMove
from modern.agreement.pair import SQUARE_64
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.legality import legal_codes
from modern.rules.move import uci_of
from modern.rules.pieces import KING, PAWN, QUEEN

HISTORIC: Final = "historic"
MODERN: Final = "modern"

#: The values of MoveKey.special.
PLAIN: Final = 0
CASTLING: Final = 1
EN_PASSANT: Final = 2
#: A move of a piece that is on no square (quirk men-from-nowhere).
FROM_NOWHERE: Final = 3

#: The king's move of each castling, as a move code of modern.rules.
CASTLING_KING_MOVES: Final = {
    (side, castling): SQUARE_64[NAME_TO_SQUARE[path[0]]] | SQUARE_64[NAME_TO_SQUARE[path[1]]] << 6
    for side in ("white", "black")
    for castling, bestpos in ((KINGSIDE, KINGSIDE_BESTPOS), (QUEENSIDE, QUEENSIDE_BESTPOS))
    for path in [CASTLING_BY_BESTPOS[side, bestpos].king_path]
}
CASTLING_BY_KING_MOVE: Final = {(side, code): castling for (side, castling), code in CASTLING_KING_MOVES.items()}


class MoveKey(NamedTuple):
    """A move in a form common to both programs: the move code of modern.rules, and whether the move is special.

    If the piece is on no square, the code has the piece's number in place of its square.
    """

    code: int
    special: int


class MoveDifference(NamedTuple):
    """A move that only one program has: `program` is HISTORIC or MODERN.

    `piece_number`, `from_square` (0 for a piece on no square) and `to_square` are the listing's numbers. `castling` is
    0, or 1 for kingside, or 2 for queenside.
    """

    program: str
    key: MoveKey
    piece_number: int
    from_square: int
    to_square: int
    castling: int

    def __str__(self) -> str:
        return f"only {self.program} has {move_name(self.key)}"


def key_of_tried(state: State, side: str, tried: TriedMove) -> MoveKey:
    """Returns the key of a move that the program tries.

    A pawn move to the last rank counts as a promotion to a queen, as the report intends it.
    """
    if tried.castling:
        return MoveKey(CASTLING_KING_MOVES[side, tried.castling], CASTLING)
    to_square = SQUARE_64[tried.square]
    from_square = SQUARE_64[state.pieces(side)[0][tried.piece]]
    if from_square < 0:
        return MoveKey(tried.piece | to_square << 6, FROM_NOWHERE)
    promotes = tried.piece in PIECE_NUMBERS["P"] and SQUARE_TO_NAME[tried.square][1] == side_named(side).last_rank
    return MoveKey(from_square | to_square << 6 | (QUEEN << 12 if promotes else 0), PLAIN)


def keys_of_legal(position: Position) -> dict[MoveKey, int]:
    """Returns the keys of the legal moves, each with its move code."""
    mailbox, side, en_passant_square = position.mailbox, position.side, position.en_passant_square
    keys: dict[MoveKey, int] = {}
    for code in legal_codes(position):
        special = PLAIN
        if (side, code) in CASTLING_BY_KING_MOVE and mailbox[code & 63] & 7 == KING:
            special = CASTLING
        elif code >> 6 & 63 == en_passant_square and mailbox[code & 63] & 7 == PAWN:
            special = EN_PASSANT
        keys[MoveKey(code, special)] = code
    return keys


def move_name(key: MoveKey) -> str:
    """Returns a move in words: `e2e4`, `0-0`, `piece 3 from nowhere to a1`."""
    if key.special == FROM_NOWHERE:
        return f"piece {key.code & 63} from nowhere to {SQUARE_NAMES[key.code >> 6]}"
    if key.special == CASTLING:
        return "0-0" if key.code & 63 < key.code >> 6 else "0-0-0"
    return uci_of(key.code)
