"""Every position with few pieces: a second enumerator, written from the same definition, has the same ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Final

import chess
import pytest
from scenarios import LONG, sampled, takes_minutes, think_of, thought_of

from historic.memory import SCALARS
from historic.position.sides import SIDES, other_side
from historic.position.squares import SQUARES
from historic.position.state import CAPTURED, State
from historic.program import Program
from historic.readings import READINGS
from historic.thought import Thought
from modern.agreement import complete
from modern.agreement.complete import (
    KING_PAIRS,
    PIECES,
    CompletePosition,
    Placed,
    position_count,
    positions_with,
)
from modern.agreement.pair import SQUARE_64, pair_at, state_of

# The second enumerator. Its pieces are those of python-chess, its squares 0 to 63. It tries everything that could be a
# position, and of those that are alike it takes the one with the lowest numbers.

#: A piece: White or not, its number, its square, and PM.
Piece = tuple[bool, int, int, int]
#: The pieces in ascending order, and White to move or not, the en passant square or None, II and III.
Written = tuple[tuple[Piece, ...], tuple[bool, int | None, int, int]]

BACK_RANK: Final = "RNBQKBNR"
WHITE_KING, BLACK_KING = (True, 12), (False, 12)


def letter_of(number: int) -> str:
    return "P" if number < 8 else BACK_RANK[number - 8] if number < 16 else "Q"


def home_of(white: bool, number: int) -> int | None:
    """Returns the square of a piece in the initial position, where queens 16 to 23 have none."""
    if number > 15:
        return None
    return chess.square(number % 8, (1 if number < 8 else 0) if white else (6 if number < 8 else 7))


def can_stand(piece: Piece) -> bool:
    """Returns True if a piece can stand on its square with its PM."""
    white, number, square, flag = piece
    if letter_of(number) == "P":
        rank = chess.square_rank(square) + 1 if white else 8 - chess.square_rank(square)
        if rank == 1 or rank == 8 or (rank == 2 and chess.square_file(square) != number):
            return False
    at_home = square == home_of(white, number)
    return flag == 1 - at_home or (at_home and letter_of(number) in "KR")


def signature(pieces: Sequence[Piece]) -> object:
    """Returns what the listing sees of the numbers: their order, and those that are not like any other."""
    seen = []
    for colour in (True, False):
        own = sorted((number, square, flag) for white, number, square, flag in pieces if white == colour)
        numbers = {number for number, *_ in own}
        strict = not numbers.isdisjoint({22, 23})
        for number, square, flag in own:
            free = letter_of(number) == "Q" and 16 <= number <= 21
            free |= letter_of(number) == "P" and number > 0 and flag == 1
            seen.append((colour, letter_of(number), square, flag, number if strict or not free else None))
    return tuple(seen)


def sets_of_pieces(count: int, squares: Sequence[int]) -> dict[object, tuple[Piece, ...]]:
    """Returns the pieces besides the kings by their signature, on some squares."""
    numbered = [
        piece
        for piece in product((True, False), range(24), squares, (0, 1))
        if piece[:2] not in (WHITE_KING, BLACK_KING) and can_stand(piece)
    ]
    found: dict[object, tuple[Piece, ...]] = {}
    for pieces in combinations(sorted(numbered), count):
        numbers = [piece[:2] for piece in pieces]
        together = len(set(numbers)) == len({piece[2] for piece in pieces}) == count
        if together and not any((white, number - 16) in numbers for white, number in numbers):
            seen = signature([*pieces, (True, 12, -1, 0), (False, 12, -1, 0)])
            found[seen] = min(found.get(seen, pieces), pieces, key=lambda one: sorted(piece[1] for piece in one))
    return found


def turns(pieces: Sequence[Piece]) -> Iterator[tuple[bool, int | None, int, int]]:
    board = chess.Board(None)
    for white, number, square, _ in pieces:
        board.set_piece_at(square, chess.Piece.from_symbol(letter_of(number) if white else letter_of(number).lower()))
    unmoved = {(white, number) for white, number, _, flag in pieces if flag == 0}
    carried = [
        range(3) if (white, 12) in unmoved and (white, 8) not in unmoved else range(1) for white in (True, False)
    ]
    passed = chess.SquareSet(chess.BB_RANK_3 | chess.BB_RANK_6) if board.pawns else ()
    for turn, square in product((True, False), (None, *passed)):
        board.turn, board.ep_square = turn, square
        valid = not board.status() & chess.STATUS_INVALID_EP_SQUARE
        if square is None or (valid and board.has_pseudo_legal_en_passant()):
            yield from product([turn], [square], *carried)


def written_down(count: int, kings: Iterable[tuple[Piece, Piece]], squares: Sequence[int] = range(64)) -> set[Written]:
    others = sets_of_pieces(count, squares).values()
    return {
        (tuple(sorted((*two, *pieces))), turn)
        for two in kings
        for pieces in others
        if len({piece[2] for piece in (*two, *pieces)}) == count + 2
        for turn in turns((*two, *pieces))
    }


def all_kings() -> list[tuple[Piece, Piece]]:
    white, black = (
        [
            (colour, 12, square, flag)
            for square, flag in product(range(64), (0, 1))
            if can_stand((colour, 12, square, flag))
        ]
        for colour in (True, False)
    )
    return [(one, other) for one, other in product(white, black) if one[2] != other[2]]


# The first one, in the same form.


def piece_of(placed: Placed) -> Piece:
    return placed.side == "white", placed.number, SQUARE_64[placed.square], placed.flag


def as_written(position: CompletePosition) -> Written:
    side, en_passant, *carried = position.turn
    passed = SQUARE_64[en_passant] if en_passant else None
    return tuple(sorted(map(piece_of, position.pieces))), (side == "white", passed, *carried)  # type: ignore[return-value]


def enumerated(count: int, kings: Iterable[int], squares: Sequence[int] = range(64)) -> list[Written]:
    pieces = [index for index, one in enumerate(PIECES) if SQUARE_64[one.square] in squares]
    sets = list(combinations(pieces, count))
    return [as_written(position) for two in kings for others in sets for position in positions_with(two, others)]


def kings_of(pairs: Iterable[int]) -> list[tuple[Piece, Piece]]:
    return [(piece_of(one), piece_of(other)) for one, other in (KING_PAIRS[index] for index in pairs)]


def test_both_have_the_same_positions_of_the_two_kings() -> None:
    found = enumerated(0, range(len(KING_PAIRS)))
    assert len(found) == len(set(found)) == position_count(0)
    assert set(found) == written_down(0, all_kings())


def test_the_formula_is_the_sum_over_all_kings_of_the_sets_of_one_piece() -> None:
    rooks = {(True, 8, chess.A1, 0): "white", (False, 8, chess.A8, 0): "black"}
    sets = Counter((piece[2], rooks.get(piece)) for (piece,) in sets_of_pieces(1, range(64)).values())
    count = 0
    for white, black in all_kings():
        for (square, rook), number in sets.items():
            if square not in (white[2], black[2]):
                by_ii = 1 if white[3] or rook == "white" else 3
                by_iii = 1 if black[3] or rook == "black" else 3
                count += 2 * by_ii * by_iii * number
    assert count == position_count(1)


#: Some pairs of kings: both at home and unmoved, one of them, both moved at home, elsewhere, and side by side.
SOME_KINGS: Final = [
    next(
        index
        for index, (white, black) in enumerate(KING_PAIRS)
        if (SQUARE_64[white.square], white.flag, SQUARE_64[black.square], black.flag) == wanted
    )
    for wanted in (
        (chess.E1, 0, chess.E8, 0),
        (chess.E1, 0, chess.D5, 1),
        (chess.E1, 1, chess.E8, 0),
        (chess.A1, 1, chess.B2, 1),
    )
]


def test_both_have_the_same_positions_with_one_piece_more() -> None:
    kings = SOME_KINGS[::3]
    found = enumerated(1, kings)
    assert len(found) == len(set(found))
    assert set(found) == written_down(1, kings_of(kings))


def test_both_have_the_same_positions_with_two_pieces_more() -> None:
    """On squares where pawns stand side by side, and a rook is at home."""
    squares = [chess.A1, chess.A4, chess.B4]
    kings = SOME_KINGS[1:2]
    found = enumerated(2, kings, squares)
    assert len(found) == len(set(found))
    assert set(found) == written_down(2, kings_of(kings), squares)
    assert {turn[1] for _, turn in found} == {None, chess.A3, chess.B3}


@pytest.mark.slow
def test_both_have_the_same_positions_with_one_piece_more_wherever_the_kings_stand() -> None:
    """At every 50th pair of their squares; at all, and how many positions there are, if GOSUB_LONG is set."""
    count = 0
    others = sets_of_pieces(1, range(64))
    for index in sampled(range(len(KING_PAIRS)), 50):
        (kings,) = kings_of([index])
        found = enumerated(1, [index])
        expected = {
            (tuple(sorted((*kings, *pieces))), turn)
            for pieces in others.values()
            if pieces[0][2] not in (kings[0][2], kings[1][2])
            for turn in turns((*kings, *pieces))
        }
        assert (set(found), len(found)) == (expected, len(expected))
        count += len(found)
    assert position_count(1) == 12_501_920
    assert count == position_count(1) or not LONG


@pytest.mark.slow
def test_both_have_the_same_positions_with_two_pieces_more_on_more_squares() -> None:
    squares = [chess.A1, chess.H1, chess.A2, chess.C2, chess.B4, chess.C4, chess.D5, chess.E5, chess.H7, chess.A8]
    kings = SOME_KINGS[:1]
    found = enumerated(2, kings, squares)
    assert len(found) == len(set(found))
    assert set(found) == written_down(2, kings_of(kings), squares)


@pytest.mark.slow
@takes_minutes
def test_the_formula_is_the_sum_over_all_sets_of_two_pieces() -> None:
    count = 0
    kings = all_kings()
    for placed in combinations(PIECES, 2):
        if not complete.are_in_the_set(placed):
            continue
        pieces = [piece_of(one) for one in placed]
        squares = {piece[2] for piece in pieces}
        if all(piece[1] < 8 for piece in pieces) and len(list(turns(pieces))) > 2:
            free = [two for two in kings if squares.isdisjoint({two[0][2], two[1][2]})]
            count += sum(len(list(turns((*two, *pieces)))) for two in free)  # the kings may prevent en passant
            continue
        values = [
            1 if (white, 8, square, 0) in pieces else 3 for white, square in ((True, chess.A1), (False, chess.A8))
        ]
        at_home = [chess.E1 not in squares, chess.E8 not in squares]
        one_unmoved = sum(value * 61 for value, free in zip(values, at_home, strict=True) if free)
        count += 2 * (62 * 61 + one_unmoved + all(at_home) * values[0] * values[1])
    assert count == position_count(2) == 9_517_590_956


# What the definition says about the listing.


UNMOVED_KINGS: Final = [index for index, pair in enumerate(KING_PAIRS) if 0 in (pair[0].flag, pair[1].flag)]


def some_positions(count: int, number: int, seed: int) -> list[CompletePosition]:
    """Returns positions drawn at random; in half of them a king has not moved."""
    rng = random.Random(seed)
    found: list[CompletePosition] = []
    while len(found) < number:
        kings = rng.choice(UNMOVED_KINGS if len(found) % 2 else range(len(KING_PAIRS)))
        positions = list(positions_with(kings, sorted(rng.sample(range(len(PIECES)), count))))
        found += [one for one in rng.sample(positions, min(1, len(positions))) if not one.opponent_is_in_check()]
    return found


def thought_at(position: CompletePosition, reading: str = "printed") -> Thought:
    return think_of(position.state(), position.turn.side, reading, II=position.turn.II, III=position.turn.III)


@pytest.mark.parametrize("reading", READINGS)
def test_a_turn_reads_no_variable_but_the_pieces_ii_and_iii(reading: str) -> None:
    rng = random.Random(reading)
    for position in some_positions(1, 6, seed=2):
        program = Program(reading)
        for name in {*SCALARS} - {"BB_string"}:  # the letters that INIT reads from DATA
            value = getattr(program, name)
            setattr(program, name, "?" if isinstance(value, str) else type(value)(rng.randrange(1, 30)))
        for row in range(7):
            for square in range(144) if row else SQUARES:
                program.A[row][square] = rng.randrange(1, 30)
        program.state, program.II, program.III = position.state(), position.turn.II, position.turn.III
        assert thought_of(program, position.turn.side) == thought_at(position, reading)


@pytest.mark.parametrize("reading", READINGS)
def test_the_two_kings_ii_and_iii_are_read_only_where_they_have_values(reading: str) -> None:
    """And 2 is read as 1."""
    differing: Counter[str] = Counter()
    for position in some_positions(1, 6, seed=3):
        carried = {(turn.II, turn.III) for turn in complete.turns(position.pieces)}
        reads = (1, 0) in carried, (0, 1) in carried
        seen = {}
        for pair in product(range(3), repeat=2):
            seen[pair] = think_of(position.state(), position.turn.side, reading, II=pair[0], III=pair[1])
            assert seen[pair] == seen[pair[0] and int(reads[0]), pair[1] and int(reads[1])]
        differing.update(name for name, pair in (("II", (1, 0)), ("III", (0, 1))) if seen[0, 0] != seen[pair])
    assert {*differing} == {"II", "III"}


def like_another(pieces: Sequence[Placed], rng: random.Random) -> tuple[Placed, ...]:
    """Returns the same pieces with other numbers and, where nothing reads it, with another PM."""
    seen = signature([*map(piece_of, pieces)])
    while True:
        others = tuple(one._replace(number=rng.choice(numbers_of(one))) for one in pieces)
        numbers = {(one.side, one.number) for one in others}
        together = len(numbers) == len(others) and not any((side, number - 16) in numbers for side, number in numbers)
        if together and signature([*map(piece_of, others)]) == seen:
            break
    return tuple(one._replace(flag=1) if letter_of(one.number) in "NB" or one.number == 11 else one for one in others)


def numbers_of(placed: Placed) -> Sequence[int]:
    return next((like for like in (range(1, 8), range(16, 22)) if placed.number in like), [placed.number])


def test_a_turn_is_the_same_with_numbers_that_are_alike() -> None:
    rng = random.Random(5)
    changed = 0
    for position in some_positions(2, 45, seed=6):
        other = position._replace(pieces=like_another(position.pieces, rng))
        if other == position:
            continue
        numbers = {
            side: {
                one.number: two.number
                for one, two in zip(position.pieces, other.pieces, strict=True)
                if one.side == side
            }
            for side in SIDES
        }
        mover, opponent = numbers[position.turn.side], numbers[other_side(position.turn.side)]
        expected = [
            (
                mover.get(tried.piece, tried.piece),
                tried.square,
                tried.castling,
                tried.own_score,
                tried.value,
                (opponent.get(tried.reply.piece, tried.reply.piece), tried.reply.square),
            )
            for tried in thought_at(position).candidates
        ]
        found = [(*tried[:5], tuple(tried.reply)) for tried in thought_at(other).candidates]
        assert found == expected
        changed += 1
    assert changed > 8


def test_python_chess_finds_the_same_side_in_check() -> None:
    in_check = 0
    for kings, others in product(range(0, len(KING_PAIRS), 25), ((), (1000,), (1900,))):
        for position in positions_with(kings, others):
            board = chess.Board(f"{position.state().to_fen(position.turn.side)}")
            refused = bool(board.status() & chess.STATUS_OPPOSITE_CHECK)
            assert refused == position.opponent_is_in_check()
            in_check += refused
            if not refused:
                assert board.status() == chess.STATUS_VALID
                assert position.pair().position.fen() == board.fen()
    assert in_check > 50


def pieces_of(state: State) -> list[Piece]:
    """Returns the pieces, with PM 0 for one at home where nothing reads it."""
    pieces = [
        (side == "white", number, SQUARE_64[square], flag)
        for side in SIDES
        for number, (square, flag) in enumerate(zip(*state.pieces(side), strict=True))
        if flag != CAPTURED
    ]
    return [
        (white, number, square, 0 if square == home_of(white, number) and letter_of(number) in "NBQ" else flag)
        for white, number, square, flag in pieces
    ]


@pytest.mark.parametrize("placement", ["4k3/P7/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/7p/4K3", "4k3/8/8/8/8/8/8/1N2K3"])
def test_each_state_of_a_game_and_each_state_of_its_fens_is_like_one_of_them(placement: str) -> None:
    rng = random.Random(placement)
    lowest = {signature([piece_of(one)]) for one in PIECES if complete.are_in_the_set([one])}
    kings = {*kings_of(range(len(KING_PAIRS)))}
    found = set()
    for _ in range(6):
        pair = pair_at(f"{placement} w - - 0 1")
        while (moves := pair.position.legal_moves()) and len(pair.moves) < 20:
            pair.make(rng.choice(moves))
            for state in (pair.state, state_of(pair.position)):
                others = [piece for piece in pieces_of(state) if piece[1] != 12]
                white, black = sorted((piece for piece in pieces_of(state) if piece[1] == 12), reverse=True)
                assert (white, black) in kings
                if len(others) < 2:
                    assert not others or signature(others) in lowest
                    found.update(others)
    assert len(found) > 10
