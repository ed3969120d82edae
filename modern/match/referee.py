"""Plays one game: asks the players for moves in turn, runs the clocks, checks the moves and decides how it ends."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from modern.engine.control import Control
from modern.engine.report import Score
from modern.game.adjudication import NO_ADJUDICATION, Adjudication, Adjudicator
from modern.game.clock import Clocks, TimeSetting
from modern.game.game import CRASH, ILLEGAL_MOVE, NO_ANSWER, RESIGNATION, TIME_FORFEIT, Ending, opponent
from modern.game.pgn_text import comment_text
from modern.match.openings import Opening
from modern.match.record import PlayedMove
from modern.players import Decision, Game, IllegalAnswer, MoveRequest, NoAnswer, Player, PlayerError, Resignation

#: The reason of the loss for each error of a player; any other PlayerError is a crash.
LOSS_REASONS: Final[dict[type[PlayerError], str]] = {
    IllegalAnswer: ILLEGAL_MOVE,
    NoAnswer: NO_ANSWER,
    Resignation: RESIGNATION,
}


def play_game(
    players: Mapping[str, Player], opening: Opening, pace: TimeSetting, adjudication: Adjudication = NO_ADJUDICATION
) -> tuple[tuple[PlayedMove, ...], Ending]:
    """Plays a game between the players 'white' and 'black'. Returns the moves after the opening, and the ending.

    Draws that may be claimed are claimed, and the rules of `adjudication` end the game early. A player loses if it
    crashes, answers with an illegal move, does not answer, or exceeds its time. Preparing for the game does not count
    as thinking time.
    """
    game = Game(opening.start, opening.moves)
    clocks = Clocks(pace)
    adjudicator = Adjudicator(adjudication)
    moves: list[PlayedMove] = []
    for side, player in players.items():
        try:
            player.new_game()
        except PlayerError as error:
            return (), _loss(side, error)
    adjudged: Ending | None = None
    while not (outcome := game.position.outcome(claim=True)):
        if adjudged:
            return tuple(moves), adjudged
        side = game.position.side
        answer = _request_move(side, players[side], game, clocks)
        if isinstance(answer, Ending):
            return tuple(moves), answer
        move, score = answer
        moves.append(move)
        move_number = game.position.fullmove_number
        game.make(game.position.parse_uci(move.uci))
        adjudged = adjudicator.ending(side, score, move_number)
    return tuple(moves), Ending(outcome.winner, outcome.reason)


def _request_move(side: str, player: Player, game: Game, clocks: Clocks) -> tuple[PlayedMove, Score | None] | Ending:
    """Returns the next move of `side` with its score, or the ending if it loses instead of moving."""
    notes: list[str] = []
    request = MoveRequest(game, clocks.limits(side), Control(), note=notes.append)
    answer: Decision | PlayerError
    start = time.perf_counter()  # before the timer starts: a player that is sent a stop has used all its time
    with request.control.stop_after(clocks.seconds_until_stop(side)):
        try:
            answer = player.decide(request)
        except PlayerError as error:
            answer = error
        seconds = time.perf_counter() - start
    if clocks.flag_falls(side, seconds):
        details = f"{seconds:.3f} s used of {clocks.remaining[side]:.3f} s"
        return Ending(opponent(side), TIME_FORFEIT, details)
    if isinstance(answer, PlayerError):
        return _loss(side, answer)
    if answer.move is None or not game.position.is_legal(answer.move):
        details = f"{answer.move} is not a legal move" if answer.move else "it chose no move, but there are legal moves"
        return Ending(opponent(side), ILLEGAL_MOVE, details)
    clocks.record_move(side, seconds)
    score = str(answer.score) if answer.score else ""
    move = PlayedMove(answer.move.uci(), score, answer.depth, round(seconds, 4), comment_text(notes))
    return move, answer.score


def _loss(side: str, error: PlayerError) -> Ending:
    """Returns the ending for an error of `side`."""
    return Ending(opponent(side), LOSS_REASONS.get(type(error), CRASH), " ".join(str(error).split()))
