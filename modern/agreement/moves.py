"""The classes of moves that only one program has.

Each class is a predicate. It derives from the listing and from the rules that one program must have the move and the
other must not. Whether a move is legal is for python-chess to say (modern.agreement.move_comparison), so that no class
can hide a fault of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from historic.position.castling import Castling
from historic.position.sides import other_side
from historic.position.state import CAPTURED, MOVED, NOT_MOVED, PIECE_COUNT, PIECE_NUMBERS
from historic.study.candidates import CastlingPath, castling_paths
from modern.agreement.attacks import predicted_think_move_board
from modern.agreement.differences import MOVES, DifferenceClass
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import CODE_MASK, NOWHERE_BIT, PositionView, in_words, name_of
from modern.rules.attacks import PAWN_ATTACKS, attackers, is_attacked
from modern.rules.bitboard import BIT
from modern.rules.move import promotion_of, uci_of
from modern.rules.native import i64
from modern.rules.pieces import PAWN, QUEEN, opponent, pawn_push, piece_type_of, side_of

HISTORIC: Final = "historic"
MODERN: Final = "modern"


class MoveDifference:
    """A move that only one program has: `program` is HISTORIC or MODERN.

    `code` is the extended code of the move (modern.agreement.view), so no two moves of a position have the same one. A
    pawn's move to the last rank promotes to a queen if the 1994 program tries it, as the report intends.

    `piece`, `from_square` (0 for a piece on no square) and `to_square` are the listing's numbers.
    """

    def __init__(
        self, program: str, code: i64, piece: i64, from_square: i64, to_square: i64, castling: Castling | None = None
    ) -> None:
        self.program = program
        self.code = code
        self.piece = piece
        self.from_square = from_square
        self.to_square = to_square
        self.castling = castling

    @property
    def move(self) -> str:
        """The name of the move.

        It is in UCI notation, except that castling reads `0-0` or `0-0-0`, and a move of a captured piece, which is on
        no square, `3@b1`: piece 3 to b1.
        """
        return name_of(self.code)

    @property
    def uci(self) -> str:
        """The move in UCI notation; '' for a move of a captured piece."""
        return "" if self.code & NOWHERE_BIT else uci_of(self.code & CODE_MASK)

    def __str__(self) -> str:
        who = "the 1994 program tries" if self.program == HISTORIC else "the rules allow"
        return f"only {who} {in_words(self.move)}"


#: Returns True if a class claims a difference of its program.
Predicate = Callable[[PositionView, MoveDifference], bool]

#: The flaws of the program to which these classes belong. modern.agreement.choices corrects one flaw at a time. The
#: program castles by stale or wrong flags, and castling takes the turns of pieces; it leaves its king attacked; it
#: never tries en passant and underpromotions.
CASTLING_TURNS: Final = "castling turns"
KING_SAFETY: Final = "king safety"
MISSING_MOVES: Final = "missing moves"


@dataclass(frozen=True, kw_only=True)
class MoveClass(DifferenceClass):
    """A class of moves that only `program` has. `predicate` tells them, and `flaw` is the flaw that causes them."""

    program: str
    flaw: str
    predicate: Predicate

    def claims(self, view: PositionView, difference: MoveDifference) -> bool:
        """Returns True if the class explains a difference."""
        return difference.program == self.program and self.predicate(view, difference)


MOVE_CLASSES: Final[list[MoveClass]] = []


def move_class(
    name: str, *, program: str, flaw: str, label: str, quirk: str, cause: str, fen: str, moves: str = ""
) -> Callable[[Predicate], MoveClass]:
    """Decorates the predicate of a class; the arguments are the fields of MoveClass."""

    def add(predicate: Predicate) -> MoveClass:
        one = MoveClass(
            kind=MOVES,
            name=name,
            program=program,
            flaw=flaw,
            label=label,
            quirk=quirk,
            cause=cause,
            fen=fen,
            moves=moves,
            predicate=predicate,
        )
        MOVE_CLASSES.append(one)
        return one

    return add


# What the rules say about a move.


def is_pseudo_legal(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if the piece may make the move, apart from the safety of its king."""
    position, us = view.position, view.us
    bitboards, them = position.bitboards, opponent(us)
    from_square, to_square = SQUARE_64[difference.from_square], SQUARE_64[difference.to_square]
    if (
        from_square < 0
        or position.mailbox[from_square] == 0
        or side_of(position.mailbox[from_square]) != us
        or bitboards[us] & BIT[to_square]
    ):
        return False
    if piece_type_of(position.mailbox[from_square]) != PAWN:
        return bool(attackers(bitboards, to_square, us, bitboards[us] | bitboards[them]) & BIT[from_square])
    if bitboards[them] & BIT[to_square]:
        return bool(PAWN_ATTACKS[8 * us + from_square] & BIT[to_square])
    ahead = pawn_push(us)
    if position.mailbox[to_square]:
        return False
    home_rank = 6 if us else 1
    return to_square == from_square + ahead or (
        to_square == from_square + 2 * ahead
        and from_square // 8 == home_rank
        and position.mailbox[from_square + ahead] == 0
    )


def leaves_king_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Returns True if the move leaves the mover's king attacked."""
    position, us = view.position, view.us
    position.make_move(difference.code)
    bitboards, them = position.bitboards, opponent(us)
    attacked = is_attacked(bitboards, position.king_square(us), them, bitboards[us] | bitboards[them])
    position.unmake()
    return bool(attacked)


def is_attacked_by_opponent(view: PositionView, square: int) -> bool:
    """Returns True if the opponent attacks a square, given by the listing's number."""
    bitboards, us, them = view.position.bitboards, view.us, opponent(view.us)
    return bool(is_attacked(bitboards, SQUARE_64[square], them, bitboards[us] | bitboards[them]))


# What the listing tests before castling. The think move boards are computed here, and not the program's own.


def expected_paths(view: PositionView) -> dict[int, CastlingPath]:
    """Returns for each castling whether the listing tests its path, and II (III) then; {} if the king has moved."""
    if view.expected_paths is None:
        opponent_bits = predicted_think_move_board(view, other_side(view.side))
        view.expected_paths = castling_paths(view.state, view.side, view.board, opponent_bits, view.pair.carried)
    return view.expected_paths


def rook_flag(view: PositionView, castling: Castling) -> int:
    """Returns PM of the castling rook: NOT_MOVED, MOVED or CAPTURED."""
    return view.flag(view.side, castling.rook)


def castling_found_clear(view: PositionView, difference: MoveDifference, *, tested: bool) -> Castling | None:
    """Returns the castling if the listing finds its path clear, after a test or without; else None."""
    castling = difference.castling
    if castling is None:
        return None
    path = expected_paths(view).get(castling.number)
    return castling if path and path.tested == tested and not path.blocked else None


def slots_taken_by_castling(view: PositionView) -> list[int]:
    """Returns the piece numbers whose turn at the first target square castling takes: 23, or 23 and 22."""
    taken = sum(not path.blocked for path in expected_paths(view).values())
    return [PIECE_COUNT - 1, PIECE_COUNT - 2][:taken]


# The classes.


@move_class(
    "en-passant",
    program=MODERN,
    flaw=MISSING_MOVES,
    label="WHITE2, BLACK2",
    quirk="no-en-passant",
    cause="A pawn has a bit on a diagonal square only if it is occupied, so it never captures en passant.",
    fen="4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
    moves="d2d4",
)
def en_passant(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: WHITE2 gives a pawn no bit on an empty diagonal square, so it never captures en passant."""
    is_pawn = difference.piece in PIECE_NUMBERS["P"]
    to_en_passant_square = SQUARE_64[difference.to_square] == view.position.en_passant_square
    return is_pawn and to_en_passant_square


@move_class(
    "underpromotion",
    program=MODERN,
    flaw=MISSING_MOVES,
    label="CWHITE3, CBLACK3",
    quirk="queen-only",
    cause="A pawn promotes to the queen that is in reserve for it, and to no other piece.",
    fen="7k/P7/8/8/8/8/8/K7 w - - 0 1",
)
def underpromotion(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: CWHITE3 promotes each pawn to its reserve queen, and to nothing else."""
    return promotion_of(difference.code) not in (0, QUEEN)


@move_class(
    "king-left-attacked",
    program=HISTORIC,
    flaw=KING_SAFETY,
    label="CWHITE, CBLACK",
    quirk="minus-1000",
    cause="The program does not check whether a move leaves its king in check. It tries the move, which scores badly.",
    fen="8/8/8/8/8/2k5/8/2K5 w - - 0 1",
)
def king_left_attacked(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: pseudo-legal, but it leaves the king attacked, which CWHITE does not check."""
    return (
        difference.castling is None
        and view.own_bits[difference.to_square] >> difference.piece & 1 == 1
        and is_pseudo_legal(view, difference)
        and leaves_king_attacked(view, difference)
    )


@move_class(
    "castles-into-attack",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="g1-untested",
    cause="For kingside castling the listing checks e1 and f1, but not g1, the king's target square.",
    fen="4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
)
def castles_into_attack(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the squares that CWHITE checks are safe, but it does not check the king's target square."""
    castling = castling_found_clear(view, difference, tested=True)
    if castling is None or rook_flag(view, castling) != NOT_MOVED:
        return False
    if castling.king_path[1] in castling.safe or any(is_attacked_by_opponent(view, one) for one in castling.safe):
        return False
    return is_attacked_by_opponent(view, castling.king_path[1])


@move_class(
    "castles-past-a-pawn",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="empty-diagonal",
    cause="An empty square that only a pawn attacks has no bit, so the king castles across it.",
    fen="4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
)
def castles_past_a_pawn(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the king's path is attacked, and no bit is there. Only pawns attack a square without a bit."""
    castling = castling_found_clear(view, difference, tested=True)
    if castling is None or rook_flag(view, castling) != NOT_MOVED:
        return False
    return any(is_attacked_by_opponent(view, square) for square in castling.safe)


@move_class(
    "castles-with-a-moved-rook",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="stale-ii",
    cause="II is not computed again for a rook that has moved. If it is still 0, the path counts as clear.",
    fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    moves="h1h2 e8d8",
)
def castles_with_a_moved_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the rook has moved, so CWHITE skips its check, and II is still 0 (path clear)."""
    castling = castling_found_clear(view, difference, tested=False)
    return castling is not None and rook_flag(view, castling) == MOVED


@move_class(
    "castles-with-a-captured-rook",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="rook-from-nowhere",
    cause="II is not computed again for a rook that was captured. Castling then puts that rook back on the board.",
    fen="8/8/8/8/8/8/6k1/4K2R b K - 0 1",
    moves="g2h1",
)
def castles_with_a_captured_rook(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the rook was captured, so CWHITE skips its check, and II is still 0 (path clear)."""
    castling = castling_found_clear(view, difference, tested=False)
    return castling is not None and rook_flag(view, castling) == CAPTURED


@move_class(
    "castles-on-whites-account",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CBLACK",
    quirk="whites-rook",
    cause="For kingside castling Black tests White's rook. That has not moved, so Black's own does not matter.",
    fen="r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
)
def castles_on_whites_account(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: Black's rook has moved or been captured, but CBLACK tests White's rook, which has not moved."""
    castling = castling_found_clear(view, difference, tested=True)
    return castling is not None and castling.tested_side != view.side and rook_flag(view, castling) != NOT_MOVED


@move_class(
    "castles-untested",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CBLACK",
    quirk="unseen-way",
    cause="White's rook has moved or was captured, so Black castles kingside without looking at its path.",
    fen="4kb1r/8/8/8/8/8/8/4K3 b k - 0 1",
)
def castles_untested(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: White's rook has moved, so CBLACK skips its check, although Black's path is blocked."""
    castling = castling_found_clear(view, difference, tested=False)
    if castling is None or rook_flag(view, castling) != NOT_MOVED:
        return False
    king_squares = {*castling.safe, castling.king_path[1]}
    return any(view.board[square] for square in castling.empty) or any(
        is_attacked_by_opponent(view, square) for square in king_squares
    )


@move_class(
    "castling-not-offered",
    program=MODERN,
    flaw=CASTLING_TURNS,
    label="CBLACK",
    quirk="whites-rook",
    cause="White's rook has moved or was captured, so Black takes what is left in III, such as the queenside's result:"
    " blocked.",
    fen="rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
)
def castling_not_offered(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: White's rook has moved, so CBLACK skips its kingside check; III is left from another, and not 0."""
    castling = difference.castling
    if castling is None or castling.tested_side == view.side:
        return False
    path = expected_paths(view).get(castling.number)
    return path is not None and not path.tested and path.blocked


@move_class(
    "slot-of-the-queen",
    program=MODERN,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="slot-of-the-queen",
    cause="Castling takes the turn of piece 23 (then 22) at the first square, so a move of that queen is never tried.",
    fen="4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
    moves="h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
)
def slot_of_the_queen(view: PositionView, difference: MoveDifference) -> bool:
    """Legal only: at the first target square, castling took the turn of this reserve queen, which reaches it."""
    return (
        difference.castling is None
        and difference.to_square == view.targets[0]
        and view.own_bits[difference.to_square] >> difference.piece & 1 == 1
        and difference.piece in slots_taken_by_castling(view)
    )


@move_class(
    "piece-from-nowhere",
    program=HISTORIC,
    flaw=CASTLING_TURNS,
    label="CWHITE, CBLACK",
    quirk="piece-from-nowhere",
    cause="The bit of the queen whose turn castling took stays set, so every piece with a lower number is tried on the"
    " square, even a captured one.",
    fen="4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1",
    moves="h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5",
)
def piece_from_nowhere(view: PositionView, difference: MoveDifference) -> bool:
    """Historic only: the piece does not reach the first target square, but the skipped queen's bit is still there."""
    if difference.castling or difference.to_square != view.targets[0]:
        return False
    bits = view.own_bits[difference.to_square]
    slots = slots_taken_by_castling(view)
    return (
        not bits >> difference.piece & 1 and any(bits >> slot & 1 for slot in slots) and difference.piece < min(slots)
    )
