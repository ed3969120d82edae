"""The boards of finest-hours.md: eight positions with what a program plays there, and the board after it.

The programs play when the boards are drawn: no move of theirs is written down here. The board after a move of the 1994
program is the one that it leaves behind, which need not be a legal position.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Final, NamedTuple

import chess
from making.game_pages import game_of
from making.page import PICTURES, Files, text_files

from historic import Program, State
from historic.basic import BasicError
from historic.position.moves import state_after
from historic.position.sides import other_side
from historic.position.squares import SQUARE_TO_NAME
from historic.thought import StoppedThought, Thought
from modern.pictures.board import draw_board, move_arrow
from modern.pictures.svg import ARROW_ALPHA, BLUE, RED
from modern.players import MoveRequest, player_named

#: The width and height of a board, in pixels.
SIZE: Final = 300
#: The square of a piece that comes from nowhere.
APPEARS: Final = RED + ARROW_ALPHA


class Hour(NamedTuple):
    """A position of a game: the game's page, the ply that is about to be played, and the player.

    `player` is `historic`, the 1994 program without an arbiter, or an exhibit.
    """

    page: str
    ply: int
    player: str = "historic"


#: The hours by the names of their pictures, in the order of the page.
HOURS: Final = {
    "ply-22": Hour("record", 22),
    "castle-on-a-bishop": Hour("castle-on-a-bishop", 12),
    "rook-from-nowhere": Hour("rook-from-nowhere", 1),
    "queen-from-nowhere": Hour("queen-from-nowhere", 1),
    "king-in-check": Hour("king-in-check", 8),
    "error-9": Hour("error-9", 83),
    "firstchess-queen": Hour("firstchess-queen", 6, "firstchess"),
    "huo-horizon": Hour("huo", 101, "huo"),
}


class Played(NamedTuple):
    """A position, the move that was chosen there in UCI notation, and the board after it.

    `thought` and `error` are the 1994 program's: what it thought, and the error that stopped it.
    """

    before: chess.Board
    move: str | None
    after: str
    thought: Thought | None = None
    error: BasicError | None = None


@cache
def play(hour: Hour) -> Played:
    """Lets the program of an hour choose its move."""
    game = game_of(hour.page).up_to(hour.ply - 1)
    before = chess.Board(game.position.fen())
    if hour.player == "historic":
        return _played_in_1994(hour, before)
    with closing(player_named(hour.player)) as player:
        move = player.decide(MoveRequest(game)).move
    assert move is not None
    after = before.copy()
    after.push_uci(move.uci())
    return Played(before, move.uci(), after.board_fen())


def state_before(hour: Hour) -> tuple[State, str]:
    """Returns the state of the 1994 program before an hour, and the side to move."""
    game = game_of(hour.page).up_to(hour.ply - 1)
    state, side = State.from_fen(game.start), "white" if chess.Board(game.start).turn else "black"
    for move in game.moves:
        state, side = state_after(state, side, move.uci()), other_side(side)
    return state, side


def _played_in_1994(hour: Hour, before: chess.Board) -> Played:
    state, side = state_before(hour)
    program = Program()
    program.state = state
    error = None
    try:
        thought = program.play(side)
    except StoppedThought as stopped:
        thought, error = stopped.thought, stopped
    after = program.state.to_fen(other_side(side)).split()[0]
    return Played(before, thought.best.coordinates(state, side), after, thought, error)


def pictures(name: str) -> dict[str, str]:
    """Draws an hour: the position with the chosen move, and the board after it."""
    played = play(HOURS[name])
    arrows, marks = [], {}
    if played.move:
        arrows = [move_arrow(played.move, BLUE)]
    elif played.thought:
        marks = {chess.parse_square(SQUARE_TO_NAME[played.thought.best.square]): APPEARS}
    return {
        f"hour-{name}.svg": draw_board(played.before, arrows, marks, SIZE) + "\n",
        f"hour-{name}-after.svg": draw_board(chess.Board(played.after + " w - - 0 1"), fill=marks, size=SIZE) + "\n",
    }


def files() -> Files:
    drawn: dict[str, str] = {}
    for name in HOURS:
        drawn |= pictures(name)
    return text_files(PICTURES, drawn)
