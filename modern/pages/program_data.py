"""Computes what the program of 1994 sees at a position: its boards, the moves that it tries, and their terms.

Values are from White's side, in pawns: the program itself computes them for the side to move, so Black's change sign.
"""

from __future__ import annotations

from typing import Any, Final

from historic.basic import print_number
from historic.position.castling import CASTLING_BY_BESTPOS
from historic.position.sides import BLACK, WHITE, other_side
from historic.position.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS, PLURAL_PIECE_NAMES, State
from historic.study.terms import BORDER, DECIMALS, TERMS, board_after, board_from_state, explain
from historic.thought import Candidate, Choice, Reply, choice_notation, choice_of
from modern.pages.thoughts import PositionThought
from modern.players.historic import uci_of
from modern.rules import Position

PageData = dict[str, Any]

QUEENS_IN_RESERVE: Final = 8
#: The letter of each piece type, by piece number.
PIECE_LETTERS: Final = [
    *(next(letter for letter, numbers in PIECE_NUMBERS.items() if piece in numbers) for piece in range(16)),
    *(["Q"] * QUEENS_IN_RESERVE),
]
#: The name of each piece type, by piece number.
PIECE_NAMES: Final = [PLURAL_PIECE_NAMES[letter].removesuffix("s") for letter in PIECE_LETTERS]

NO_REPLY: Final = Choice(0, 0)


def program_data(
    at: PositionThought, position: Position, legal: set[str], played: str | None, reading: str
) -> PageData:
    """Returns what the program has in memory, the moves that it tries, and its choice.

    `position` is the same position under the rules of chess, `legal` its moves in UCI notation, and `played` the
    game's move.
    """
    state, side, thought = at.state, at.side, at.thought
    board = board_from_state(state)
    chosen = thought.chosen
    choice = choice_notation(board, state, side, thought.best)
    value = white_view(thought.value, side)
    return {
        "board": board,
        "squares": [SQUARE_TO_NAME.get(square, "") for square in state.pieces(side)[0]],
        "reach": thought.think_move_board,
        "candidates": [
            {
                **_candidate(state, side, board, candidate, reply, reading),
                **_remark(at, number, candidate, legal, played),
            }
            for number, (candidate, reply) in enumerate(zip(thought.candidates, thought.replies, strict=True))
        ],
        "chosen": chosen,
        "legal": at.move in legal,
        "choice": choice,
        "san": position.san(position.parse_uci(at.move)) if at.move in legal else choice,
        "move": at.move,
        "target": SQUARE_TO_NAME.get(thought.best.square, ""),
        "value": None if chosen is None else round(value, 2) + 0.0,  # + 0.0 turns -0.0 into 0.0
        "agrees": at.move == played if played and chosen is not None else None,
        "error": str(at.error) if at.error else None,
    }


def white_view(value: float, side: str) -> float:
    """Returns a value for `side` as one from White's side."""
    return value if side == "white" else -value + 0.0


def _candidate(state: State, side: str, board: list[int], candidate: Candidate, reply: Reply, reading: str) -> PageData:
    """Returns a move that the program tries, the reply that it expects, and the terms of both scores.

    `terms` are those of the mover's score after its move, and `reply_terms` those of the opponent's after the reply;
    both are in the order of TERMS, with their total last. `after` is the board after both moves, as a placement.
    """
    choice, opponent = choice_of(candidate), other_side(side)
    after = board_after(board, state, side, choice)
    explanation = explain(state, side, candidate, reply, reading)
    value = white_view(candidate.value, side)
    return {
        **_move(board, state, side, choice),
        "piece": candidate.piece,
        "square": candidate.square,
        "value": _print_value(value),
        "number": value,
        "reply": None if reply.best == NO_REPLY else _move(after, state, opponent, reply.best),
        "after": _placement(after if reply.best == NO_REPLY else board_after(after, state, opponent, reply.best)),
        "terms": _amounts(explanation.own_terms()),
        "reply_terms": _amounts(explanation.reply_score.terms()),
    }


def _move(board: list[int], state: State, side: str, choice: Choice) -> PageData:
    """Returns a move in the report's notation, its arrow in UCI notation, or none, and its target."""
    castling = CASTLING_BY_BESTPOS.get((side, choice.square))
    uci = uci_of(state, side, choice)
    return {
        "notation": choice_notation(board, state, side, choice),
        "move": uci[:4] if uci else None,
        "to": castling.move[2:4] if castling else SQUARE_TO_NAME.get(choice.square, ""),
    }


def _remark(at: PositionThought, number: int, candidate: Candidate, legal: set[str], played: str | None) -> PageData:
    """Returns whether a candidate is legal, and what there is to say about it."""
    uci = uci_of(at.state, at.side, choice_of(candidate))
    remarks = []
    if number == at.thought.chosen:
        remarks.append("the choice")
    if candidate.castling:
        remarks.append(f"in the slot of piece {candidate.piece}")
    if uci not in legal:
        remarks.append("illegal")
    if played and played == uci:
        remarks.append("in the game")
    return {"legal": uci in legal, "remark": ", ".join(remarks)}


def _amounts(terms: dict[str, float]) -> list[float]:
    """Returns the terms and their total, in pawns, with the decimals that are meaningful."""
    return [round(amount, DECIMALS) + 0.0 for amount in (*(terms[term] for term in TERMS), sum(terms.values()))]


def _placement(board: list[int]) -> str:
    """Returns the pieces on the program's board as the placement of a FEN."""
    rows = []
    for rank in reversed(RANKS):
        row = "".join(_letter(board[NAME_TO_SQUARE[file + rank]]) for file in FILES)
        for empty in range(8, 0, -1):
            row = row.replace(" " * empty, str(empty))
        rows.append(row)
    return "/".join(rows)


def _letter(number: int) -> str:
    if number in (0, BORDER):
        return " "
    if number >= BLACK.board_offset:
        return PIECE_LETTERS[number - BLACK.board_offset].lower()
    return PIECE_LETTERS[number - WHITE.board_offset]


def _print_value(value: float) -> str:
    return print_number(value).strip()
