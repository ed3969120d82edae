"""Computes what the program of 1994 sees at a position of a game: its boards, the moves that it tries, its choice."""

from __future__ import annotations

from typing import Any

from historic.position.squares import SQUARE_TO_NAME
from historic.study.terms import board_from_state
from historic.thought import choice_notation
from modern.pages.thoughts import PositionThought
from modern.players.tried_moves import tried_moves, white_view
from modern.rules import Position

PageData = dict[str, Any]


def program_data(
    at: PositionThought, position: Position, legal: set[str], played: str | None, reading: str
) -> PageData:
    """Returns what the program has in memory, the moves that it tries, and its choice.

    `position` is the same position under the rules of chess, `legal` its moves in UCI notation, and `played` the
    game's move.
    """
    state, side, thought = at.state, at.side, at.thought
    tried = list(zip(thought.candidates, thought.replies, strict=True))
    chosen = thought.chosen
    choice = choice_notation(board_from_state(state), state, side, thought.best)
    value = white_view(thought.value, side)
    return {
        **tried_moves(state, side, tried, thought.best, legal=legal, played=played, reading=reading),
        "legal": at.move in legal,
        "choice": choice,
        "san": position.san(position.parse_uci(at.move)) if at.move in legal else choice,
        "move": at.move,
        "target": SQUARE_TO_NAME.get(thought.best.square, ""),
        "value": None if chosen is None else round(value, 2) + 0.0,  # + 0.0 turns -0.0 into 0.0
        "agrees": at.move == played if played and chosen is not None else None,
        "error": str(at.error) if at.error else None,
    }
