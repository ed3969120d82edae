"""PickBestMove as the text has it: the plain recursion, without pruning, on a list of 64 letters.

Independent of the exhibit, and slow. A square is 8 times its rank plus its file. The board carries the castling rights
and the square passed by a double push, which 64 letters cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess

POINTS = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 200}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}

#: From square, to square, and the letter of a promotion, or an empty string.
PlainMove = tuple[int, int, str]


@dataclass(frozen=True)
class PlainBoard:
    """The letters of the pieces, a space for none; the rights as in a FEN; the passed square, or -1."""

    squares: tuple[str, ...]
    rights: str
    passed: int = -1


def plain_board(board: chess.Board) -> PlainBoard:
    letters = [(piece.symbol() if (piece := board.piece_at(square)) else " ") for square in range(64)]
    rights = board.castling_xfen() if board.has_castling_rights(True) or board.has_castling_rights(False) else ""
    return PlainBoard(tuple(letters), rights, -1 if board.ep_square is None else board.ep_square)


def is_white(letter: str) -> bool:
    """Returns True for a white piece."""
    return letter.isupper()


def stepped(square: int, step: tuple[int, int]) -> int:
    """Returns the square one step away, or -1 beyond the edge."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else -1


def accessible(board: PlainBoard, square: int) -> set[int]:
    """Returns the squares that the piece on a square can reach."""
    letter = board.squares[square]
    white, kind = is_white(letter), letter.lower()
    if kind == "p":
        return pawn_squares(board, square, white)
    if kind in LINES:
        reached = set()
        for step in LINES[kind]:
            target = stepped(square, step)
            while target >= 0:
                reached.add(target)
                if board.squares[target] != " ":
                    break
                target = stepped(target, step)
    else:
        reached = {stepped(square, step) for step in (LEAPS if kind == "n" else STRAIGHT + DIAGONAL)} - {-1}
    reached = {target for target in reached if board.squares[target] == " " or is_white(board.squares[target]) != white}
    if kind == "k":
        home = 4 if white else 60
        if ("K" if white else "k") in board.rights and all(board.squares[home + way] == " " for way in (1, 2)):
            reached.add(home + 2)
        if ("Q" if white else "q") in board.rights and all(board.squares[home - way] == " " for way in (1, 2, 3)):
            reached.add(home - 2)
    return reached


def pawn_squares(board: PlainBoard, square: int, white: bool) -> set[int]:
    """Returns the squares that a pawn can reach."""
    step, first = (1, 1) if white else (-1, 6)
    reached = set()
    ahead = square + 8 * step
    if board.squares[ahead] == " ":
        reached.add(ahead)
        if square // 8 == first and board.squares[ahead + 8 * step] == " ":
            reached.add(ahead + 8 * step)
    for side in (-1, 1):
        target = stepped(square, (side, step))
        if target < 0:
            continue
        captured = board.squares[target]
        passing = target == board.passed and target // 8 == (5 if white else 2)
        if passing or (captured != " " and is_white(captured) != white):
            reached.add(target)
    return reached


def available(board: PlainBoard, white: bool) -> Iterator[PlainMove]:
    """Yields the moves of a side, by from square, to square and promotion."""
    for square, letter in enumerate(board.squares):
        if letter == " " or is_white(letter) != white:
            continue
        for target in sorted(accessible(board, square)):
            if letter in "Pp" and target // 8 in (0, 7):
                yield from ((square, target, piece) for piece in "qrbn")
            else:
                yield square, target, ""


def hypothetical(board: PlainBoard, move: PlainMove) -> PlainBoard:
    """Returns the board after a move."""
    start, finish, promotion = move
    squares = list(board.squares)
    letter = squares[start]
    squares[finish], squares[start] = letter, " "
    passed = -1
    if letter in "Pp":
        if finish == board.passed and start % 8 != finish % 8 and board.squares[finish] == " ":
            squares[finish + (-8 if is_white(letter) else 8)] = " "
        if promotion:
            squares[finish] = promotion.upper() if is_white(letter) else promotion
        if abs(finish - start) == 16:
            passed = (finish + start) // 2
    if letter in "Kk" and abs(finish - start) == 2:
        corner = finish + 1 if finish > start else finish - 2
        squares[(start + finish) // 2], squares[corner] = squares[corner], " "
    lost = "".join({0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}.get(square, "") for square in (start, finish))
    return replace(board, squares=tuple(squares), rights="".join(set(board.rights) - set(lost)), passed=passed)


def strength(board: PlainBoard, white: bool) -> int:
    """Returns the material and the mobility of a side."""
    own = [square for square, letter in enumerate(board.squares) if letter != " " and is_white(letter) == white]
    return sum(POINTS[board.squares[square].lower()] + len(accessible(board, square)) for square in own)


def score(board: PlainBoard, white: bool) -> int:
    """Returns the strength of a side less that of the other."""
    return strength(board, white) - strength(board, not white)


def pick_best_move(
    board: PlainBoard, player: bool, whos_move: bool, plies: int = 4, depth: int = 0
) -> tuple[int, PlainMove | None]:
    """Returns the value of the board and, at depth 0, the best move.

    `player` is the side that moves at depth 0. With the text's four plies, depth 3 is the end case.
    """
    values: list[tuple[int, PlainMove]] = []
    for move in available(board, whos_move):
        after = hypothetical(board, move)
        if depth + 1 < plies:
            values.append((pick_best_move(after, player, not whos_move, plies, depth + 1)[0], move))
        else:
            values.append((score(after, player), move))
    if not values:
        return score(board, player), None
    return (max if depth == 0 else min)(values, key=lambda pair: pair[0])
