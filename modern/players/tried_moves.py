"""The moves that the 1994 program tried in a position, as plain data for the page of a game and for a game in play.

Values are in pawns and from White's side: the program itself computes them for the side to move, so Black's change
sign. Piece numbers and the squares of the 12x12 board are the listing's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from historic.basic import print_number
from historic.position.moves import NO_MOVE, PieceMove
from historic.position.sides import BLACK, other_side, side_named
from historic.position.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS, PLURAL_PIECE_NAMES, State
from historic.readings import PRINTED
from historic.study.candidates import think_move_board
from historic.study.terms import DECIMALS, TERMS, board_after, board_from_state, explain
from historic.thought import TriedMove
from modern.rules import Move, Position

QUEENS_IN_RESERVE: Final = 8
#: The letter of each piece type, by piece number.
PIECE_LETTERS: Final = [
    *(next(letter for letter, numbers in PIECE_NUMBERS.items() if piece in numbers) for piece in range(16)),
    *(["Q"] * QUEENS_IN_RESERVE),
]
#: The letter of an empty square while a placement is written; the letter of each number that a square may have.
EMPTY: Final = " "
LETTERS: Final = "".join(
    [EMPTY, *PIECE_LETTERS, *(letter.lower() for letter in PIECE_LETTERS), *[EMPTY] * (256 - BLACK.board_offset - 24)]
).encode()
#: The squares of the a-file, from the 8th rank down.
RANK_STARTS: Final = [NAME_TO_SQUARE[FILES[0] + rank] for rank in reversed(RANKS)]
#: The name of each piece type, by piece number.
PIECE_NAMES: Final = [PLURAL_PIECE_NAMES[letter].removesuffix("s") for letter in PIECE_LETTERS]


def tried_moves(
    state: State,
    side: str,
    tried: Sequence[TriedMove],
    best: PieceMove | None,
    *,
    position: Position,
    played: str | None,
    reading: str = PRINTED,
) -> dict[str, Any]:
    """Returns the program's boards and every move that it tried for `side` in `state`, in the order in which it did.

    `best` is BESTPIECE and BESTPOS, or None if the program was stopped: the move played then stands for its choice.
    `position` is the same position under the rules of chess, and `played` the move played in UCI notation, or None.

    `chosen` and `played` are the indices of the program's choice and of the move played among `candidates`, or None.
    `before` is the board as the placement of a FEN, `board` its 144 numbers, `reach` the think move board, and
    `squares` the squares of the side's pieces by piece number.
    """
    board = board_from_state(state)
    moves = [one.move for one in tried]
    names = [move.uci(state, side) for move in moves]
    legal = {move.uci(): move for move in position.legal_moves()}
    played_indices = [index for index, name in enumerate(names) if played and name == played]
    played_index = max(played_indices, key=lambda index: tried[index].value, default=None)
    chosen = (moves.index(best) if best in moves else None) if best else played_index
    return {
        "side": side,
        "before": _placement(board),
        "board": board,
        "squares": [SQUARE_TO_NAME.get(square, "") for square in state.pieces(side)[0]],
        "reach": think_move_board(state, side, reading),
        "candidates": [
            {
                **_candidate(state, side, board, one, position, legal.get(name or ""), reading),
                "remarks": _remarks(one, index == chosen, name in legal, index in played_indices),
            }
            for index, (one, name) in enumerate(zip(tried, names, strict=True))
        ],
        "chosen": chosen,
        "played": played_index,
        "stopped": best is None,
    }


def white_view(value: float, side: str) -> float:
    """Returns a value for `side` as one from White's side."""
    return value if side == "white" else -value + 0.0  # + 0.0 turns -0.0 into 0.0


def _candidate(
    state: State, side: str, board: list[int], tried: TriedMove, position: Position, move: Move | None, reading: str
) -> dict[str, Any]:
    """Returns a move that the program tried, the reply that it expects, and the terms of both scores.

    `move` is the move that it tried under the rules of chess, or None if that is illegal.
    `value` is written as PRINT would write it, without the digits in which only SINGLE's rounding shows. `terms` are
    the terms of the mover's score after its move, and `reply_terms` of the opponent's after the reply; both are in
    the order of TERMS, with their total last. `after` is the board after both moves, as a placement.
    """
    opponent, tried_move, reply = other_side(side), tried.move, tried.reply
    after = board_after(board, state, side, tried_move)
    explanation = explain(state, side, tried, reading)
    value = white_view(tried.value, side)
    position_after = None
    if move and reply != NO_MOVE:
        position_after = position.copy()
        position_after.make_move(move.code)
    return {
        **move_data(board, state, side, tried_move, position if move else None),
        "legal": move is not None,
        "piece": tried.piece,
        "square": tried.square,
        "value": print_number(round(value, DECIMALS) + 0.0).strip(),
        "number": value,
        "reply": None if reply == NO_MOVE else move_data(after, state, opponent, reply, position_after),
        "after": _placement(after if reply == NO_MOVE else board_after(after, state, opponent, reply)),
        "terms": _amounts(explanation.own_terms()),
        "reply_terms": _amounts(explanation.reply_score.terms()),
    }


def move_data(board: list[int], state: State, side: str, move: PieceMove, position: Position | None) -> dict[str, Any]:
    """Returns a move of `side` as pages show it: its notation, its arrow in UCI notation, or none, and its target.

    `board` is the board on which it is tried, and `position` the same under the rules of chess, or None if it follows
    an illegal move.
    """
    castling = move.castling(side)
    return {
        "notation": move_text(board, state, side, move, position),
        "move": move.coordinates(state, side),
        "to": castling.move[2:4] if castling else SQUARE_TO_NAME.get(move.square, ""),
    }


def move_text(board: list[int], state: State, side: str, move: PieceMove, position: Position | None) -> str:
    """Returns a move in SAN. An illegal move is written like one, with its origin if another piece is of its type.

    A captured piece's move reads `e5 from nowhere` (quirk piece-from-nowhere), and no move `none`.
    """
    uci = move.uci(state, side)
    if position and (legal := _legal_move(position, uci)):
        return position.san(legal)
    if castling := move.castling(side):
        return castling.notation.replace("0", "O")
    if uci is None:
        return move.notation(board, state, side)
    origin, target, promotion = uci[:2], uci[2:4], uci[4:].upper()
    letter = chr(LETTERS[move.piece + side_named(side).board_offset])
    captures = "x" if board[move.square] else ""
    if letter.upper() == "P":
        start = f"{origin[0]}x" if captures else ""
        return f"{start}{target}{promotion and '='}{promotion}"
    is_only = bytes(board).translate(LETTERS).count(ord(letter)) < 2
    return f"{letter.upper()}{'' if is_only else origin}{captures}{target}"


def _legal_move(position: Position, uci: str | None) -> Move | None:
    """Returns the legal move in UCI notation, or None."""
    move = Move.from_uci(uci) if uci else None
    return move if move and position.is_legal(move) else None


def _remarks(tried: TriedMove, is_choice: bool, is_legal: bool, is_played: bool) -> list[str]:
    """Returns the remarks on a move; `slot` is the slot of a piece, which castling uses."""
    remarks = {"choice": is_choice, "slot": bool(tried.castling), "illegal": not is_legal, "played": is_played}
    return [remark for remark, holds in remarks.items() if holds]


def _amounts(terms: dict[str, float]) -> list[float]:
    """Returns the terms and their total, in pawns, with the decimals that are meaningful."""
    return [round(amount, DECIMALS) + 0.0 for amount in (*(terms[term] for term in TERMS), sum(terms.values()))]


def _placement(board: list[int]) -> str:
    """Returns the pieces on the program's board as the placement of a FEN."""
    letters = bytes(board).translate(LETTERS).decode("ascii")
    placement = "/".join([letters[start : start + len(FILES)] for start in RANK_STARTS])
    for empty in range(len(FILES), 0, -1):
        placement = placement.replace(EMPTY * empty, str(empty))
    return placement
