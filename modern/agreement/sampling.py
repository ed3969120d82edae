"""Random games from a seed, weighted towards positions in which the 1994 program goes wrong.

The positions of a game keep the piece numbers and moved flags, which a FEN does not store.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from modern.agreement.pair import NotRepresentable, PositionPair
from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN
from modern.rules.legality import legal_codes
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.pieces import KING, PAWN, QUEEN, piece_type_of

#: The starting positions of the games. A FEN that is listed three times is three times as likely.
START_FENS: Final = (
    INITIAL_FEN,
    INITIAL_FEN,
    INITIAL_FEN,
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1",  # all four castlings are soon legal
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # all four castlings, often prevented by attacks
    "r3k2r/1p4p1/8/8/8/8/1P4P1/R3K2R b KQkq - 0 1",
    "r3k2r/pppppp2/6PP/8/8/6pp/PPPPPP2/R3K2R w KQkq - 0 1",  # soon promotes to the last two reserve queens
    "r3k2r/p2ppp2/6PP/8/8/6pp/P2PPP2/R3K2R b KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",  # pawns that block each other
    "rn2k2r/PP4PP/8/8/8/8/pp4pp/RN2K2R w KQkq - 0 1",  # pawns about to promote
    "rnbqkbnr/8/8/pPpPpPpP/PpPpPpPp/8/8/RNBQKBNR w KQkq - 0 1",  # a crowded middle
    "8/2p1p1p1/8/K2P1P1r/1R1p1p1k/8/2P1P1P1/8 b - - 0 1",  # en passant along a pinned rank
    "q3k2q/8/8/2QQ1Q2/2q2qq1/8/8/Q3K2Q w - - 0 1",  # pins and checks
    "r3k2r/ppp2ppp/3p4/4p3/8/3P4/2P2PPP/R3K2R w KQkq - 0 1",  # pawn 0 behind a centre square
)
#: The starting positions of one chunk in A_PAWN_CHUNKS: pawn 0 of both sides stands before a square of the centre. Its
#: bit on a think move board is 1, the smallest, which shows what the tests of the centre compare with.
A_PAWN_FENS: Final = (
    "4k3/1pp2ppp/3p4/8/8/4P3/1PP2PPP/4K3 w - - 0 1",
    "r3k2r/2p2ppp/3p4/8/8/4P3/2P2PPP/R3K2R b KQkq - 0 1",
    "rnbqkbnr/1pp1pppp/3p4/8/8/4P3/1PPP1PPP/RNBQKBNR w KQkq - 0 1",
)
A_PAWN_CHUNKS: Final = 50
#: How many consecutive plies are taken from each game, and the limit on how many are skipped before them.
PLIES_TAKEN: Final = 25
MAX_PLIES_SKIPPED: Final = 40

#: The weights of moves; a move of none of these sorts has weight 1.
CASTLING_WEIGHT, EN_PASSANT_WEIGHT, PROMOTION_WEIGHT = 2, 60, 12
DOUBLE_PUSH_WEIGHT, CAPTURE_WEIGHT, CHECK_WEIGHT = 4, 1.3, 5
#: The factor for moves of a king from e1 or e8. Kings stay at home longer and rooks do not, so that more positions have
#: an unmoved king whose rook has moved or been captured.
HOME_KING_FACTOR: Final = 0.05
#: e1 and e8.
KING_HOME_SQUARES: Final = (4, 60)
#: The share of plies at which CHECK_WEIGHT is applied. Finding the checks is slow.
CHECK_SEARCH_RATE: Final = 0.3


def random_game(rng: random.Random, start_fens: Sequence[str] = START_FENS) -> Iterator[PositionPair]:
    """Yields the pair after each ply of a random game. It is the same object each time.

    If a move of the rules cannot be made, the game ends and the pair has a fault, which the comparison reports. Raises
    NotRepresentable if the next move leads to a position that the 1994 program cannot represent.
    """
    pair = PositionPair(rng.choice(start_fens))
    while not pair.fault:
        with pair.fault_recorded():
            codes = legal_codes(pair.position)
            if not codes:
                return
            pair.make(Move(_pick_move(pair.position, codes, rng)))
        yield pair


def random_positions(seed: int, chunk: int, count: int) -> Iterator[PositionPair | NotRepresentable]:
    """Yields `count` positions of random games, which depend only on the seed and the chunk's number.

    PLIES_TAKEN consecutive plies are taken from each game, after fewer than MAX_PLIES_SKIPPED skipped plies. If a game
    reaches a position that is not representable, it ends with the reason in place of that position.
    """
    rng = random.Random(f"{seed}/{chunk}")
    start_fens = A_PAWN_FENS if chunk % A_PAWN_CHUNKS == A_PAWN_CHUNKS - 1 else START_FENS
    remaining = count
    while remaining:
        first = rng.randrange(MAX_PLIES_SKIPPED)
        try:
            for ply, pair in enumerate(random_game(rng, start_fens)):
                if ply >= first or pair.fault:
                    yield pair
                    remaining -= 1
                if not remaining or ply == first + PLIES_TAKEN - 1:
                    break
        except NotRepresentable as reason:
            yield reason
            remaining -= 1


def _pick_move(position: Position, codes: list[int], rng: random.Random) -> int:
    weights = [_weight(position, code) for code in codes]
    if rng.random() < CHECK_SEARCH_RATE:
        weights = [
            weight * (CHECK_WEIGHT if _gives_check(position, code) else 1)
            for weight, code in zip(weights, codes, strict=True)
        ]
    return rng.choices(codes, weights)[0]


def _weight(position: Position, code: int) -> float:
    from_square, to_square, promotion = from_square_of(code), to_square_of(code), promotion_of(code)
    piece_type, distance = piece_type_of(position.mailbox[from_square]), abs(int(to_square - from_square))
    if promotion:
        return PROMOTION_WEIGHT if promotion == QUEEN else 1
    if piece_type == PAWN:
        if to_square == position.en_passant_square:
            return EN_PASSANT_WEIGHT
        if distance == 16:
            return DOUBLE_PUSH_WEIGHT
    elif piece_type == KING and distance == 2:
        return CASTLING_WEIGHT
    weight = CAPTURE_WEIGHT if position.mailbox[to_square] else 1
    return weight * HOME_KING_FACTOR if piece_type == KING and from_square in KING_HOME_SQUARES else weight


def _gives_check(position: Position, code: int) -> bool:
    position.make_move(code)
    check = position.in_check()
    position.unmake()
    return check
