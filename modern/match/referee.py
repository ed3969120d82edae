"""One game: whose turn it is, what the clocks show, whether a move is legal, and how it ends."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from modern.engine.control import Control
from modern.match.openings import Opening
from modern.match.pace import Clocks, Pace, opponent
from modern.match.record import (
    CRASH,
    ILLEGAL_MOVE,
    NO_ANSWER,
    RESIGNATION,
    TIME_FORFEIT,
    Ending,
    PlayedMove,
    comment_text,
)
from modern.players import Decision, Game, IllegalAnswer, NoAnswer, Player, PlayerError, Resignation, Turn

#: Why a player that does not decide has lost; any other PlayerError is a crash.
LOSS_REASONS: Final[dict[type[PlayerError], str]] = {
    IllegalAnswer: ILLEGAL_MOVE,
    NoAnswer: NO_ANSWER,
    Resignation: RESIGNATION,
}


def play_game(players: Mapping[str, Player], opening: Opening, pace: Pace) -> tuple[tuple[PlayedMove, ...], Ending]:
    """Have the players 'white' and 'black' play a game: the moves after the opening's, and how it ended.

    Draws that may be claimed are claimed. A player that crashes, answers what is no legal move, does not answer or
    oversteps its time has lost. What a player does before its first move is not on its clock.
    """
    game = Game(opening.start, opening.moves)
    clocks = Clocks(pace)
    moves: list[PlayedMove] = []
    for side, player in players.items():
        try:
            player.new_game()
        except PlayerError as error:
            return (), _loss(side, error)
    while not (outcome := game.position.outcome(claim=True)):
        side = game.position.side
        answer = _request_move(side, players[side], game, clocks)
        if isinstance(answer, Ending):
            return tuple(moves), answer
        moves.append(answer)
        game.make(game.position.parse_uci(answer.uci))
    return tuple(moves), Ending(outcome.winner, outcome.reason)


def _request_move(side: str, player: Player, game: Game, clocks: Clocks) -> PlayedMove | Ending:
    """The move of whose turn it is, or how the game ends by its having none."""
    notes: list[str] = []
    turn = Turn(game, clocks.limits(side), Control(), note=notes.append)
    answer: Decision | PlayerError
    start = time.perf_counter()  # first of all: whoever is told to stop has no time left
    with turn.control.stop_after(clocks.seconds_until_stop(side)):
        try:
            answer = player.decide(turn)
        except PlayerError as error:
            answer = error
        seconds = time.perf_counter() - start
    if clocks.flag_falls(side, seconds):
        details = f"{seconds:.3f} s used of {clocks.remaining[side]:.3f} s"
        return Ending(opponent(side), TIME_FORFEIT, details)
    if isinstance(answer, PlayerError):
        return _loss(side, answer)
    if answer.move is None or not game.position.is_legal(answer.move):
        details = f"{answer.move} is not legal here" if answer.move else "there are legal moves, and it names none"
        return Ending(opponent(side), ILLEGAL_MOVE, details)
    clocks.record_move(side, seconds)
    score = str(answer.score) if answer.score else ""
    return PlayedMove(answer.move.uci(), score, answer.depth, round(seconds, 4), comment_text(notes))


def _loss(side: str, error: PlayerError) -> Ending:
    return Ending(opponent(side), LOSS_REASONS.get(type(error), CRASH), " ".join(str(error).split()))
