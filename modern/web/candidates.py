"""What the program of 1994 considered when it chose a move: each move that it tried, with its value and its terms."""

from __future__ import annotations

from historic.basic import print_number
from historic.position.sides import other_side
from historic.position.squares import SQUARE_TO_NAME
from historic.study.candidates import think_move_board
from historic.study.terms import DECIMALS, TERMS, board_after, board_from_state, explain
from historic.thought import Candidate, Reply, choice_notation, choice_of
from modern.players.historic import HistoricSearch, uci_of
from modern.web.seats import Json


def considered(search: HistoricSearch, move: str) -> Json:
    """Returns the event `candidates`: the moves tried in their order, the board and the think move board.

    `move` is the move that was played, in UCI notation. Values are in pawns for the side to move, as PRINT writes them,
    and terms are those of the mover's own score and of the reply's.
    """
    state, side, reading = search.arbiter.state, search.side, search.program.reading
    board = board_from_state(state)
    rows = [_row(search, board, candidate, reply) for candidate, reply in search.tried]
    played = [index for index, row in enumerate(rows) if row["uci"] == move]
    return {
        "type": "candidates",
        "side": side,
        "chosen": max(played, key=lambda index: search.tried[index][0].value, default=None),
        "rows": rows,
        "board": board,
        "reach": think_move_board(state, side, reading),
        "squares": [SQUARE_TO_NAME.get(square, "") for square in state.pieces(side)[0]],
    }


def _row(search: HistoricSearch, board: list[int], candidate: Candidate, reply: Reply) -> Json:
    """Returns a move that was tried."""
    state, side = search.arbiter.state, search.side
    choice = choice_of(candidate)
    after = board_after(board, state, side, choice)
    uci = uci_of(state, side, choice)
    explanation = explain(state, side, candidate, reply, search.program.reading)
    own, replies = explanation.own_terms(), explanation.reply_score.terms()
    return {
        "move": choice_notation(board, state, side, choice),
        "uci": uci,
        "legal": uci in search.arbiter.allowed_by_uci,
        "piece": candidate.piece,
        "square": candidate.square,
        "value": _printed(candidate.value),
        "reply": choice_notation(after, state, other_side(side), reply.best),
        "reply_uci": uci_of(state, other_side(side), reply.best),
        "terms": [[term, _term(own[term]), _term(replies[term])] for term in TERMS],
    }


def _printed(value: float) -> str:
    return print_number(value).strip()


def _term(amount: float) -> str:
    return _printed(round(amount, DECIMALS))
