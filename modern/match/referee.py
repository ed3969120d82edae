"""Plays one game: asks the players for moves and measures their time. The session checks the moves, and ends it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from modern.game.adjudication import NO_ADJUDICATION, Adjudication
from modern.game.clock import TimeSetting
from modern.game.game import (
    BLACK,
    CRASH,
    ILLEGAL_MOVE,
    NO_ANSWER,
    RESIGNATION,
    SIDE_NAMES,
    WHITE,
    Ending,
    Game,
    opponent,
)
from modern.game.pgn_text import pgn_date
from modern.game.session import GameSession, Seat, ThinkingTask
from modern.match.openings import Opening
from modern.players import (
    IllegalAnswer,
    NoAnswer,
    OptionError,
    Player,
    PlayerError,
    Resignation,
    player_named,
)
from modern.players.engine_log import log_to
from modern.players.position_search import PositionSearch

#: The reason of the loss for each error of a player; any other PlayerError is a crash.
LOSS_REASONS: Final[dict[type[PlayerError], str]] = {
    IllegalAnswer: ILLEGAL_MOVE,
    NoAnswer: NO_ANSWER,
    Resignation: RESIGNATION,
}
#: The decimals to which the time of a move is rounded.
SECONDS_DECIMALS: Final = 4

#: Makes a new player for a game, possibly in another process. Raises PlayerError and OptionError.
PlayerFactory = Callable[[], Player]


def new_player(name: str, options: Sequence[tuple[str, str]] = (), log: Path | None = None) -> Player:
    """Returns a new player, with the options in its name and others. Raises PlayerError, and OptionError for others.

    What an outside program is told and answers is added to `log`.
    """
    log_to(log)
    player = player_named(name)
    try:
        for option, value in options:
            player.set_option(option, value)
    except OptionError:
        player.close()
        raise
    return player


def name_of(factory: PlayerFactory, time_setting: TimeSetting) -> str:
    """Makes a player once. Returns the name that it gives itself.

    Raises PlayerError, also if the player cannot keep to the time setting, and OptionError.
    """
    with factory() as player:
        control = time_setting.control
        left = dict.fromkeys((WHITE, BLACK), control.seconds if control else 0.0)
        player.check_limits(player.own_limits(time_setting.limits(left, 0)))
        return player.name


def play_with_new_players(
    white: PlayerFactory,
    black: PlayerFactory,
    opening: Opening,
    time_setting: TimeSetting,
    adjudication: Adjudication = NO_ADJUDICATION,
) -> Game:
    """Plays a game between two new players. This is the function that an executor runs. Raises PlayerError."""
    with white() as white_player, black() as black_player:
        return play_game({WHITE: white_player, BLACK: black_player}, opening, time_setting, adjudication)


def play_game(
    players: Mapping[str, Player],
    opening: Opening,
    time_setting: TimeSetting,
    adjudication: Adjudication = NO_ADJUDICATION,
) -> Game:
    """Plays a game between the players 'white' and 'black'. Returns it with its ending, the names and the date.

    Draws that may be claimed are claimed, and the rules of `adjudication` end the game early. A player loses if it
    crashes, answers with an illegal move, does not answer, or exceeds its time. Preparing for the game does not count
    as thinking time.
    """
    game = Game(opening.start, opening.moves, {SIDE_NAMES[side]: player.name for side, player in players.items()})
    game.opening_plies = len(opening.moves)
    game.ending = _preparation_failure(players)
    if not game.ending:
        seats = {side: Seat("", player.name) for side, player in players.items()}
        session = GameSession(seats, time_setting, game, adjudication, clock_from=game.opening_plies)
        while task := session.task():
            _let_think(session, task, players[task.side])
    game.notes = [
        replace(note, seconds=round(note.seconds, SECONDS_DECIMALS)) if note.seconds is not None else note
        for note in game.notes
    ]
    game.headers["Date"] = pgn_date()
    return game


def _preparation_failure(players: Mapping[str, Player]) -> Ending | None:
    """Tells the players that a game begins. Returns the ending if one of them cannot play it."""
    for side, player in players.items():
        try:
            player.new_game()
        except PlayerError as error:
            return Ending(opponent(side), *_reason_and_details(error))
    return None


def _let_think(session: GameSession, task: ThinkingTask, player: Player) -> None:
    """Lets a player choose a move, and makes it. The player loses if it fails."""
    search = PositionSearch(player, session.game, task.limits)
    failure: PlayerError | None = None
    start = time.perf_counter()  # before the timer starts: a player that is sent a stop has used all its time
    stop_after = None if player.has_own_time and not session.control else task.stop_after
    with search.control.stop_after(stop_after):
        try:
            search.run()
        except PlayerError as error:
            failure = error
        seconds = time.perf_counter() - start
    if failure:
        session.program_fails(*_reason_and_details(failure), seconds)
        return
    assert search.decision is not None
    if search.decision.clock_seconds is not None:
        seconds = search.decision.clock_seconds
    session.make_program_move(search.decision.move, replace(search.note(), seconds=seconds))


def _reason_and_details(error: PlayerError) -> tuple[str, str]:
    """Returns the reason of the loss of a player that raised an error, and the error on one line."""
    return LOSS_REASONS.get(type(error), CRASH), " ".join(str(error).split())
