"""The tutorial of Huo Chess rendered a second time, slowly and independently of the exhibit.

The board is the tutorial's own: text at (column, rank), 1 to 8, such as `wpawn`, and an empty string for no piece. The
loops scan it as the tutorial's do, every comparison is written for both colours, and legality is tested for one move at
a time, square by square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import chess

Square = tuple[int, int]
Chessboard = dict[Square, str]
Coordinates = tuple[Square, Square]

SQUARES = [(column, rank) for column in range(1, 9) for rank in range(1, 9)]
WORTH = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 100}


def chessboard_of(board: chess.Board) -> Chessboard:
    """Returns the tutorial's board with the pieces of a python-chess board."""
    result = dict.fromkeys(SQUARES, "")
    for square, piece in board.piece_map().items():
        name = chess.piece_name(piece.piece_type)
        result[chess.square_file(square) + 1, chess.square_rank(square) + 1] = ("w" if piece.color else "b") + name
    return result


def is_legal(chessboard: Chessboard, start: Square, finish: Square) -> bool:
    """Returns True if a move passes the tutorial's test of legality."""
    piece = chessboard[start]
    if start == finish or not piece or chessboard[finish][:1] == piece[0]:
        return False
    columns, ranks = finish[0] - start[0], finish[1] - start[1]
    kind = piece[1:]
    if kind == "knight":
        return sorted((abs(columns), abs(ranks))) == [1, 2]
    if kind == "king":
        return max(abs(columns), abs(ranks)) == 1
    if kind == "pawn":
        forward, first = (1, 2) if piece[0] == "w" else (-1, 7)
        if columns == 0 and ranks == forward:
            return not chessboard[finish]
        if columns == 0 and ranks == 2 * forward and start[1] == first:
            return not chessboard[finish] and not chessboard[start[0], start[1] + forward]
        return abs(columns) == 1 and ranks == forward and bool(chessboard[finish])
    straight = columns == 0 or ranks == 0
    diagonal = abs(columns) == abs(ranks)
    if not {"rook": straight, "bishop": diagonal, "queen": straight or diagonal}[kind]:
        return False
    steps = max(abs(columns), abs(ranks))
    way = [(start[0] + columns // steps * step, start[1] + ranks // steps * step) for step in range(1, steps)]
    return not any(chessboard[square] for square in way)


def legal_moves(chessboard: Chessboard, colour: str) -> Iterator[Coordinates]:
    """Yields the moves of a colour in the order of the four loops."""
    for start in SQUARES:
        if chessboard[start][:1] == colour:
            for finish in SQUARES:
                if is_legal(chessboard, start, finish):
                    yield start, finish


def after(chessboard: Chessboard, move: Coordinates) -> Chessboard:
    """Returns the board after a move."""
    start, finish = move
    return {**chessboard, finish: chessboard[start], start: ""}


def position_score(chessboard: Chessboard) -> int:
    """Returns countScore: White's material less Black's."""
    return sum(WORTH[piece[1:]] * (1 if piece[0] == "w" else -1) for piece in chessboard.values() if piece)


def tutorial_move(chessboard: Chessboard, player_colour: str, stage: str) -> Coordinates | None:
    """Returns the program's move against a player of a colour, or None if it finds none."""
    computer = "b" if player_colour == "w" else "w"
    best_score, best = 0, None
    for move in legal_moves(chessboard, computer):
        for score in scores_after(after(chessboard, move), player_colour, computer, stage):
            better = (player_colour == "b" and score >= best_score) or (player_colour == "w" and score <= best_score)
            if better:
                best_score, best = score, move
    return best


def scores_after(chessboard: Chessboard, player_colour: str, computer: str, stage: str) -> Iterator[int]:
    """Yields the scores with which a stage compares one move: one, or with three plies that of every line."""
    if stage == "one-ply":
        yield position_score(chessboard)
        return
    replies = []
    for reply in legal_moves(chessboard, player_colour):
        answered = after(chessboard, reply)
        ends = [position_score(after(answered, move)) for move in legal_moves(answered, computer)]
        if stage == "three-ply":
            yield from ends
        else:
            replies.append((max(ends) if computer == "w" else min(ends)) if ends else position_score(answered))
    if stage == "minimax":
        worst = min if computer == "w" else max
        yield worst(replies) if replies else position_score(chessboard)


def is_in_check(chessboard: Chessboard, colour: str) -> bool:
    """Returns True if the king of a colour can be captured."""
    king = next(square for square, piece in chessboard.items() if piece == colour + "king")
    return any(
        is_legal(chessboard, start, king) for start, piece in chessboard.items() if piece[:1] not in ("", colour)
    )


def valid_moves(chessboard: Chessboard, colour: str) -> list[Coordinates]:
    """Returns the moves of a colour that leave its king out of check, in the order of the loops."""
    return [move for move in legal_moves(chessboard, colour) if not is_in_check(after(chessboard, move), colour)]


def lesson_move(
    chessboard: Chessboard, player_colour: str, move_number: int, last_target: Square | None
) -> Coordinates | None:
    """Returns the move of the third lesson's flow, or None if it has no move with a node.

    The nodes are the tables of the lesson: a score and the number of the parent at each number of a node. A number at
    which nothing was recorded has score 0 and parent 0.
    """
    computer = "b" if player_colour == "w" else "w"
    sign = 1 if computer == "w" else -1
    taking_back = None
    moves: dict[int, Coordinates] = {}
    level_1: list[tuple[int, int]] = []
    level_2: list[tuple[int, int]] = []
    for number, move in enumerate(valid_moves(chessboard, computer), 1):
        start, finish = move
        on_the_edge = finish[0] in (1, 8) or finish[1] in (1, 8)
        if chessboard[start][1:] == "knight" and move_number < 5 and on_the_edge:
            continue
        if finish == last_target and WORTH[chessboard[start][1:]] <= WORTH[chessboard[finish][1:]]:
            taking_back = move
        if taking_back is not None:
            continue
        tried = after(chessboard, move)
        lowest_reply = 10**6
        for reply in valid_moves(tried, player_colour):
            answered = after(tried, reply)
            level_1.append((0, 0))
            if sign * position_score(answered) > lowest_reply:
                continue
            lowest_reply = sign * position_score(answered)
            for end in valid_moves(answered, computer):
                moves[number] = move
                level_1[-1] = (lowest_reply, number)
                level_2.append((sign * position_score(after(answered, end)), len(level_1) - 1))
    if taking_back is not None:
        return taking_back
    replies = scores_of_parents(level_2, max)
    level_1 = [(replies.get(number, 0), parent) for number, (_, parent) in enumerate(level_1)]
    values = scores_of_parents(level_1, min)
    return moves[max(moves, key=lambda number: values[number])] if moves else None


def scores_of_parents(nodes: list[tuple[int, int]], better: Callable[[int, int], int]) -> dict[int, int]:
    """Returns the score of each parent as the lesson's loops find it: they begin anew at each change of the parent."""
    scores: dict[int, int] = {}
    analysed = -999
    for score, parent in nodes:
        if parent != analysed:
            analysed = parent
            scores[parent] = score
        scores[parent] = better(score, scores[parent])
    return scores
