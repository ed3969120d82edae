"""The rare features of a position, by python-chess alone, to steer games towards them and to count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import chess

SIDE_NAMES: Final = {chess.WHITE: "White", chess.BLACK: "Black"}


class Castling(NamedTuple):
    """A castling: what must be empty, what may not be attacked beside the king's square, and what may be."""

    side: chess.Color
    wing: str
    empty: chess.SquareSet
    king_path: tuple[str, str]
    rook_path: tuple[str, ...]


CASTLINGS: Final = tuple(
    Castling(
        *(side, wing, chess.SquareSet(chess.parse_square(file + rank) for file in empty)),
        *((king_path[0] + rank, king_path[1] + rank), tuple(file + rank for file in rook_path)),
    )
    for side, rank in ((chess.WHITE, "1"), (chess.BLACK, "8"))
    for wing, empty, king_path, rook_path in (("kingside", "fg", "fg", "h"), ("queenside", "bcd", "dc", "ab"))
)

CASTLING_FEATURES: Final = frozenset(f"{SIDE_NAMES[one.side]} may castle {one.wing}" for one in CASTLINGS)
PREVENTED_CASTLING_FEATURES: Final = frozenset(
    f"only an attack on {square} prevents castling" for one in CASTLINGS for square in one.king_path
)
ATTACKED_CASTLING_FEATURES: Final = frozenset(
    f"an attack on {square} does not prevent castling" for one in CASTLINGS for square in one.rook_path
)
EN_PASSANT_FEATURES: Final = frozenset(
    f"{side} may capture en passant on the {file}-file" for side in SIDE_NAMES.values() for file in chess.FILE_NAMES
)
PINNED_EN_PASSANT_FEATURES: Final = frozenset(
    {"a pinned pawn may not capture en passant", "a pinned pawn may capture en passant along its pin"}
)
EXPOSING_EN_PASSANT: Final = "en passant would expose {}'s king along its rank"
CHECKED_EN_PASSANT: Final = "{} may capture en passant out of check"
USELESS_EN_PASSANT: Final = "en passant would leave {} in check"
KING_EN_PASSANT_FEATURES: Final = frozenset(
    feature.format(side)
    for feature in (EXPOSING_EN_PASSANT, CHECKED_EN_PASSANT, USELESS_EN_PASSANT)
    for side in SIDE_NAMES.values()
)
PROMOTION_FEATURES: Final = frozenset(
    f"{side} may promote to {letter}" for side in SIDE_NAMES.values() for letter in "qrbn"
)
TO_MOVE_FEATURES: Final = frozenset(f"{side} to move" for side in SIDE_NAMES.values())
KING_FEATURES: Final = frozenset({"pin", "check", "double check", "checkmate", "stalemate"})
RARE_FEATURES: Final = (
    CASTLING_FEATURES
    | PREVENTED_CASTLING_FEATURES
    | ATTACKED_CASTLING_FEATURES
    | EN_PASSANT_FEATURES
    | KING_EN_PASSANT_FEATURES
    | PROMOTION_FEATURES
    | KING_FEATURES
    | PINNED_EN_PASSANT_FEATURES
)
FEATURES: Final = RARE_FEATURES | TO_MOVE_FEATURES
#: What the games of each subject (steered_games) are about: nearly all of them have one of these features.
FEATURES_BY_SUBJECT: Final = {
    "the whole game": TO_MOVE_FEATURES,
    "castling": CASTLING_FEATURES,
    "castling that an attack prevents": PREVENTED_CASTLING_FEATURES,
    "castling that an attack does not prevent": ATTACKED_CASTLING_FEATURES,
    "en passant": EN_PASSANT_FEATURES,
    "en passant that exposes the king along a rank": frozenset(map(EXPOSING_EN_PASSANT.format, SIDE_NAMES.values())),
    "en passant out of check": KING_EN_PASSANT_FEATURES,
    "en passant by a pinned pawn": PINNED_EN_PASSANT_FEATURES,
    "promotion": PROMOTION_FEATURES,
    "check": KING_FEATURES,
}
LONG_GAME: Final = "a game of 100 plies"


def features_of(board: chess.Board) -> Iterator[str]:
    """Yields the features that a position has."""
    side = SIDE_NAMES[board.turn]
    yield f"{side} to move"
    if len(board.move_stack) >= 100:
        yield LONG_GAME
    moves = list(board.legal_moves)
    checkers = board.checkers()
    if not moves:
        yield "checkmate" if checkers else "stalemate"
    if checkers:
        yield "check" if len(checkers) == 1 else "double check"
    if any(board.is_pinned(board.turn, square) for square in chess.scan_forward(board.occupied_co[board.turn])):
        yield "pin"
    for letter in {chess.piece_symbol(move.promotion) for move in moves if move.promotion}:
        yield f"{side} may promote to {letter}"
    if board.has_pseudo_legal_en_passant():
        yield from _en_passant_features(board)
    if board.castling_rights and not checkers:
        yield from _castling_features(board)


def _en_passant_features(board: chess.Board) -> Iterator[str]:
    side = SIDE_NAMES[board.turn]
    for move in board.generate_pseudo_legal_ep():
        is_legal = board.is_legal(move)
        if is_legal:
            yield f"{side} may capture en passant on the {chess.FILE_NAMES[chess.square_file(move.to_square)]}-file"
        if board.is_check():
            yield (CHECKED_EN_PASSANT if is_legal else USELESS_EN_PASSANT).format(side)
        elif board.is_pinned(board.turn, move.from_square):
            yield f"a pinned pawn may {'capture en passant along its pin' if is_legal else 'not capture en passant'}"
        elif not is_legal:
            yield EXPOSING_EN_PASSANT.format(side)


def _castling_features(board: chess.Board) -> Iterator[str]:
    for side, wing, empty, king_path, rook_path in CASTLINGS:
        has_right = board.has_kingside_castling_rights if wing == "kingside" else board.has_queenside_castling_rights
        if side != board.turn or not has_right(side) or empty.mask & board.occupied:
            continue
        attacked = [
            square for square in (*king_path, *rook_path) if board.is_attacked_by(not side, chess.parse_square(square))
        ]
        prevents = [square for square in attacked if square in king_path]
        if not prevents:
            yield f"{SIDE_NAMES[side]} may castle {wing}"
            yield from (f"an attack on {square} does not prevent castling" for square in attacked)
        elif len(prevents) == 1:
            yield f"only an attack on {prevents[0]} prevents castling"


#: Groups of features of which every generator of games shows each.
ANY_CASTLING: Final = "any castling"
ANY_EN_PASSANT: Final = "any en passant"
CHECKS_AND_PINS: Final = frozenset({"pin", "check"})


def features_of_all(boards: Iterable[chess.Board]) -> Counter[str]:
    """Counts the positions with each feature, and those in which any castling or en passant capture is legal."""
    seen: Counter[str] = Counter()
    for board in boards:
        features = set(features_of(board))
        seen.update(features)
        seen[ANY_CASTLING] += not features.isdisjoint(CASTLING_FEATURES)
        seen[ANY_EN_PASSANT] += not features.isdisjoint(EN_PASSANT_FEATURES)
    return +seen
