"""Where positions come from: seeded random games, rich in what goes wrong, and files of games or positions.

A game keeps the numbers and the flags of its men, which a FEN would lose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from modern.agreement.pair import CannotBeHeld, Pair
from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN
from modern.rules.legality import legal_codes
from modern.rules.men import KING, PAWN, QUEEN

#: Where the games begin, each as often as it stands here.
STARTS: Final = (
    INITIAL_FEN,
    INITIAL_FEN,
    INITIAL_FEN,
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1",  # all may castle soon
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # .. and be kept from it
    "r3k2r/1p4p1/8/8/8/8/1P4P1/R3K2R b KQkq - 0 1",
    "r3k2r/pppppp2/6PP/8/8/6pp/PPPPPP2/R3K2R w KQkq - 0 1",  # the last two in reserve soon come
    "r3k2r/p2ppp2/6PP/8/8/6pp/P2PPP2/R3K2R b KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",  # pawns that meet
    "rn2k2r/PP4PP/8/8/8/8/pp4pp/RN2K2R w KQkq - 0 1",  # pawns about to become something
    "rnbqkbnr/8/8/pPpPpPpP/PpPpPpPp/8/8/RNBQKBNR w KQkq - 0 1",  # a crowded middle
    "8/2p1p1p1/8/K2P1P1r/1R1p1p1k/8/2P1P1P1/8 b - - 0 1",  # en passant along a pinned rank
    "q3k2q/8/8/2QQ1Q2/2q2qq1/8/8/Q3K2Q w - - 0 1",  # pins and checks
    "r3k2r/ppp2ppp/3p4/4p3/8/3P4/2P2PPP/R3K2R w KQkq - 0 1",  # man 0 before the centre
)
#: Of each game, how many plies are looked at, and how many at most go before.
LOOKED_AT: Final = 25
SKIPPED: Final = 40

#: How much likelier than any other move it is to be played.
CASTLES, TAKES_EN_PASSANT, PROMOTES, STEPS_TWO, CAPTURES, CHECKS = 2, 60, 12, 4, 1.3, 5
#: A king that may castle stays at home for longer than he would; his rooks do not: without one he is more curious.
STAYS: Final = 0.05
#: e1 and e8.
KINGS_HOMES: Final = (4, 60)
#: In how many of the plies checks are looked for, which takes long.
CHECKING: Final = 0.3


def random_game(chance: random.Random) -> Iterator[Pair]:
    """The pair after each ply of a random game, again and again the same object.

    Raises CannotBeHeld where the next move leads to a position that the program of 1994 cannot hold.
    """
    pair = Pair(chance.choice(STARTS))
    while codes := legal_codes(pair.position):
        pair.make(Move(_picked(pair.position, codes, chance)))
        yield pair


def random_positions(seed: int, chunk: int, count: int) -> Iterator[Pair | CannotBeHeld]:
    """`count` positions of random games; which ones depends on the seed and the chunk's number only.

    Of each game a stretch of LOOKED_AT plies is taken, from anywhere in its first SKIPPED. A game that cannot be held
    any longer ends with the reason, in place of a position.
    """
    chance = random.Random(f"{seed}/{chunk}")
    left = count
    while left:
        first = chance.randrange(SKIPPED)
        try:
            for ply, pair in enumerate(random_game(chance)):
                if ply >= first:
                    yield pair
                    left -= 1
                if not left or ply == first + LOOKED_AT - 1:
                    break
        except CannotBeHeld as reason:
            yield reason
            left -= 1


def _picked(position: Position, codes: list[int], chance: random.Random) -> int:
    weights = [_weight(position, code) for code in codes]
    if chance.random() < CHECKING:
        weights = [
            weight * (CHECKS if _gives_check(position, code) else 1)
            for weight, code in zip(weights, codes, strict=True)
        ]
    return chance.choices(codes, weights)[0]


def _weight(position: Position, code: int) -> float:
    start, to, promotion = code & 63, code >> 6 & 63, code >> 12
    kind = position.on[start] & 7
    if promotion:
        return PROMOTES if promotion == QUEEN else 1
    if kind == PAWN:
        if to == position.en_passant:
            return TAKES_EN_PASSANT
        if abs(to - start) == 16:
            return STEPS_TWO
    elif kind == KING and abs(to - start) == 2:
        return CASTLES
    weight = CAPTURES if position.on[to] else 1
    return weight * STAYS if kind == KING and start in KINGS_HOMES else weight


def _gives_check(position: Position, code: int) -> bool:
    position.play(code)
    check = position.in_check()
    position.unmake()
    return check
