"""One game: whose turn it is, what the clocks show, whether a move is legal, and how it ends."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from modern.engine.control import Control
from modern.match.openings import Opening
from modern.match.pace import Clocks, Pace, other
from modern.match.record import (
    CRASH,
    ILLEGAL_MOVE,
    NO_ANSWER,
    RESIGNATION,
    TIME_FORFEIT,
    Ending,
    MadeMove,
    in_a_comment,
)
from modern.players import Decision, Game, IllegalAnswer, NoAnswer, Player, PlayerError, Resignation, Turn

#: Why a player that does not decide has lost; any other PlayerError is a crash.
REASONS: Final[dict[type[PlayerError], str]] = {
    IllegalAnswer: ILLEGAL_MOVE,
    NoAnswer: NO_ANSWER,
    Resignation: RESIGNATION,
}


def play(players: Mapping[str, Player], opening: Opening, pace: Pace) -> tuple[tuple[MadeMove, ...], Ending]:
    """Have the players 'white' and 'black' play a game: the moves after the opening's, and how it ended.

    Draws that may be claimed are claimed. A player that crashes, answers what is no legal move, does not answer or
    oversteps its time has lost. What a player does before its first move is not on its clock.
    """
    game = Game(opening.start, opening.moves)
    clocks = Clocks(pace)
    made: list[MadeMove] = []
    for side, player in players.items():
        try:
            player.new_game()
        except PlayerError as error:
            return (), _lost(side, error)
    while not (outcome := game.position.outcome(claim=True)):
        side = game.position.side
        answer = _asked(side, players[side], game, clocks)
        if isinstance(answer, Ending):
            return tuple(made), answer
        made.append(answer)
        game.make(game.position.parse_uci(answer.uci))
    return tuple(made), Ending(outcome.winner, outcome.reason)


def _asked(side: str, player: Player, game: Game, clocks: Clocks) -> MadeMove | Ending:
    """The move of whose turn it is, or how the game ends by its having none."""
    notes: list[str] = []
    turn = Turn(game, clocks.limits(side), Control(), note=notes.append)
    answer: Decision | PlayerError
    began = time.perf_counter()  # first of all: whoever is told to stop has no time left
    with turn.control.stopped_after(clocks.until_stop(side)):
        try:
            answer = player.decide(turn)
        except PlayerError as error:
            answer = error
        seconds = time.perf_counter() - began
    if clocks.fallen(side, seconds):
        words = f"{seconds:.3f} s used of {clocks.left[side]:.3f} s"
        return Ending(other(side), TIME_FORFEIT, words)
    if isinstance(answer, PlayerError):
        return _lost(side, answer)
    if answer.move is None or not game.position.is_legal(answer.move):
        words = f"{answer.move} is not legal here" if answer.move else "there are legal moves, and it names none"
        return Ending(other(side), ILLEGAL_MOVE, words)
    clocks.moved(side, seconds)
    score = str(answer.score) if answer.score else ""
    return MadeMove(answer.move.uci(), score, answer.depth, round(seconds, 4), in_a_comment(notes))


def _lost(side: str, error: PlayerError) -> Ending:
    return Ending(other(side), REASONS.get(type(error), CRASH), " ".join(str(error).split()))
