"""Random games from a seed, weighted towards positions in which the 1994 program goes wrong.

The positions of a game keep the piece numbers and moved flags, which a FEN does not store.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from historic.position.state import State
from modern.agreement.pair import NotRepresentable, PositionPair, state_of
from modern.rules import Position
from modern.rules.board import is_castling
from modern.rules.fen import INITIAL_FEN
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.movegen import legal_codes
from modern.rules.native import i64, vec
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
CASTLING_WEIGHT: Final = 2.0
EN_PASSANT_WEIGHT: Final = 60.0
PROMOTION_WEIGHT: Final = 12.0
DOUBLE_PUSH_WEIGHT: Final = 4.0
CAPTURE_WEIGHT: Final = 1.3
CHECK_WEIGHT: Final = 5.0
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
    start = rng.choice(start_fens)
    pair = PositionPair(start, _start_state(start))
    while not pair.fault:
        try:
            codes = legal_codes(pair.position)
            if not codes:
                return
            pair.make_code(_pick_move(pair.position, codes, rng))
        except Exception as error:  # whatever faulty rules lead to
            pair.record_fault(error)
        yield pair


@cache
def _start_state(fen: str) -> State:
    """Returns the state of the 1994 program at a FEN. No move changes it: each makes a new one."""
    return state_of(Position.from_fen(fen))


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
    """Returns one of the moves at random, by their weights, as Random.choices does."""
    index: i64
    weights = vec[float]([_weight(position, code) for code in codes])
    if rng.random() < CHECK_SEARCH_RATE:
        for index in range(len(codes)):
            if _gives_check(position, codes[index]):
                weights[index] *= CHECK_WEIGHT
    total = 0.0
    for weight in weights:
        total += weight
    limit, total = rng.random() * total, 0.0
    for index in range(len(codes) - 1):
        total += weights[index]
        if limit < total:
            return codes[index]
    return codes[-1]


def _weight(position: Position, code: i64) -> float:
    from_square, to_square, promotion = from_square_of(code), to_square_of(code), promotion_of(code)
    piece_type, distance = piece_type_of(position.mailbox[from_square]), to_square - from_square
    if promotion != 0:
        return PROMOTION_WEIGHT if promotion == QUEEN else 1.0
    if piece_type == PAWN:
        if to_square == position.en_passant_square:
            return EN_PASSANT_WEIGHT
        if distance == 16 or distance == -16:
            return DOUBLE_PUSH_WEIGHT
    elif piece_type == KING and is_castling(from_square, to_square):
        return CASTLING_WEIGHT
    weight = CAPTURE_WEIGHT if position.mailbox[to_square] != 0 else 1.0
    if piece_type == KING and from_square in KING_HOME_SQUARES:
        return weight * HOME_KING_FACTOR
    return weight


def _gives_check(position: Position, code: i64) -> bool:
    position.make_move(code)
    check = position.in_check()
    position.unmake()
    return check
