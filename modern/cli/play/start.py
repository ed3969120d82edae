"""How a game of `gosub play` begins: who plays, how strong, which game, and the files that it is saved to.

The players are named by options or asked for. A new game begins at a position, or with the first moves of a game of any
PGN; a saved game is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from modern.cli.lazy import lazily
from modern.cli.options import check_distinct, check_input_file, depth_ignored
from modern.cli.play.opponents import ask_for_players
from modern.cli.play.terminal import Terminal
from modern.cli.shell import echo, reported
from modern.cli.typed_game import checked_ply, game_in, pgn_place, typed_fen, usage_errors
from modern.facts import in_quotes
from modern.game.clock import TimeSetting, parse_time_control
from modern.game.game import SIDES, Game, opponent
from modern.game.games_folder import games_folder, latest_unfinished_game, new_game_file, remove_if_empty
from modern.game.pgn_text import pgn_date
from modern.game.saved_game import ORIGIN, SavedGameError, continued_game, read_saved_file
from modern.game.session import HUMAN, GameSession, Refusal, Seat
from modern.input_files import read_whole
from modern.output_files import HeldFile, check_writable, held
from modern.players import Player, PlayerError
from modern.players.engine_log import begin_log
from modern.players.levels import LEVELLED_PLAYER
from modern.players.seats import completed_specs, limited_specs, seat_name, seated
from modern.players.spec import is_outside
from modern.rules import RulesError
from modern.rules.errors import printable

with lazily():
    from modern.game import pgn_reading

#: The seats, and the player in each; None for a human.
SeatsAndPlayers = tuple[dict[str, Seat], dict[str, Player | None]]


class Strength(NamedTuple):
    """The Elo that a program is to be limited to, and the option that says so."""

    elo: int
    option: str


class BegunGame(NamedTuple):
    """A game that can be played: its session and players, and the files that it is saved to, which are held.

    `has_loss`  True if a part of the file that it comes from could not be read.
    """

    session: GameSession
    players: dict[str, Player | None]
    files: list[HeldFile]
    has_loss: bool = False
    is_resumed: bool = False


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    """What was typed for a game: the options of `gosub play` by which it begins. None is what was not typed.

    `default_seconds` is how long programs think about a move if nothing about that was typed.
    """

    default_seconds: float
    white: str | None
    black: str | None
    player: str | None
    level: int | None
    elo: int | None
    tc: str | None
    depth: int | None
    seconds: float | None
    fen: str | None
    source_pgn: str | None
    ply: int | None
    number: int | None
    resume: str | None
    pgn: Path | None
    log: Path | None

    @property
    def strength(self) -> Strength | None:
        """The strength that --elo or --level asks for, if one of them does."""
        if self.level is not None:
            return Strength(self.level, "--level")
        return None if self.elo is None else Strength(self.elo, "--elo")

    @property
    def time(self) -> TimeSetting:
        """How long programs think. Raises BadParameter."""
        with reported(ValueError, option="--tc"):
            control = None if self.tc is None else parse_time_control(self.tc)
        default = self.default_seconds if self.seconds is None and self.depth is None else self.seconds
        return TimeSetting(control, seconds=default, depth=self.depth)

    def begin(self, cleanup: ExitStack) -> BegunGame:
        """Begins the game, or resumes it. `cleanup` closes its players and files.

        Raises click's errors, and OSError if a file cannot be read or written.
        """
        time = self.time
        check_distinct(
            [("--log", self.log)], [("--resume", Path(self.resume) if self.resume else None), ("--pgn", self.pgn)]
        )
        begin_log(self.log, append=self.resume is not None)
        source = source_of(self.fen, self.source_pgn, self.ply, self.number)
        saved, resumed = (None, None) if self.resume is None else saved_session(cleanup, self.resume, time)
        files = files_to_save_to(cleanup, resumed, self.pgn, source.file)
        names = with_opponent({"white": self.white, "black": self.black}, self.player, saved)
        if saved and resumed:
            session, players = saved, seat_again(cleanup, saved, resumed.path, names, self.strength)
            if self.depth is not None or self.seconds is not None:
                session.time = time
        else:
            seats, players = players_of_options(cleanup, names, self.strength)
            session = new_session(source, seats, players, time)
        has_loss = any(problem.is_loss for problem in source.game.problems)
        return BegunGame(session, players, files, has_loss, saved is not None)


def players_of_options(
    cleanup: ExitStack, names: Mapping[str, str | None], strength: Strength | None
) -> SeatsAndPlayers:
    """Starts the players that the options name, or asks for them if no option does."""
    if strength:
        specs = completed_specs(names, LEVELLED_PLAYER)
        return start_players(cleanup, _limited(specs, names, strength))
    if any(names.values()):
        return start_players(cleanup, completed_specs(names))
    found = ask_for_players(partial(start_player, cleanup))
    return {side: found[side][0] for side in SIDES}, {side: found[side][1] for side in SIDES}


def with_opponent(
    names: Mapping[str, str | None], player: str | None, saved: GameSession | None
) -> Mapping[str, str | None]:
    """Returns who plays each side: the player of --player the one that is not named, by default Black, against a human.

    In a saved game it takes the seat of the program. Raises UsageError if no side is left, or if it is not clear.
    """
    if player is None:
        return names
    free = [side for side, name in names.items() if name is None]
    if saved and len(free) > 1:
        free = [side for side in free if not saved.seats[side].is_human]
        if len(free) != 1:
            reason = "it has two programs" if free else "it has no program"
            raise click.UsageError(f"--player takes the program's seat in the saved game, but {reason}; name a side")
    if not free:
        raise click.UsageError("--white and --black name both players; --player names one of them in their place")
    side = free[-1]
    other = names[opponent(side)] if saved else names[opponent(side)] or HUMAN
    return {side: player, opponent(side): other}


def start_players(cleanup: ExitStack, specs: Mapping[str, str]) -> SeatsAndPlayers:
    """Starts these players. Raises BadParameter if one cannot be started, or lacks an option."""
    seats: dict[str, Seat] = {}
    players: dict[str, Player | None] = {}
    for side, spec in specs.items():
        with reported(PlayerError, option=f"--{side}"):
            seats[side], players[side] = start_player(cleanup, spec)
    return seats, players


def start_player(cleanup: ExitStack, spec: str) -> tuple[Seat, Player | None]:
    """Starts a player, which `cleanup` closes. Raises PlayerError."""
    seat, player = seated(spec)
    if player:
        cleanup.callback(player.close)
    return seat, player


def _limited(specs: Mapping[str, str], names: Mapping[str, str | None], strength: Strength | None) -> dict[str, str]:
    """Returns who plays each side, with the program limited to a strength, if one is asked for. Raises BadParameter."""
    if strength is None:
        return dict(specs)
    with reported(PlayerError, option=strength.option):
        return limited_specs(specs, names, strength.elo)


class Source(NamedTuple):
    """A game, and the ply from which it is played: another ply than 0 only for a game of a `file`."""

    game: Game
    plies: int = 0
    file: Path | None = None


def source_of(fen: str | None, pgn: str | None, ply: int | None, number: int | None) -> Source:
    """Returns the game named by the options --fen, --from, --ply and --game. Raises ClickException and OSError.

    --fen GAME.pgn:22 means the same as --from GAME.pgn --ply 22.
    """
    if pgn is not None:
        path, its_ply = (Path(pgn), None) if Path(pgn).exists() else pgn_place(pgn) or (Path(pgn), None)
        if its_ply is not None and ply is not None:
            raise click.UsageError(f"--ply and {pgn} both name a ply")
        with usage_errors("--from"):
            check_input_file(path)
        with reported(RulesError):
            return _game_of_file(path, its_ply if ply is None else ply, number)
    with usage_errors():
        place = pgn_place(fen or "")
        if place:
            check_input_file(place[0])
        return _game_of_file(*place, None) if place else Source(Game(typed_fen(fen)))


def _game_of_file(path: Path, ply: int | None, number: int | None) -> Source:
    """Returns a game of a file. Raises RulesError, OSError, and ClickException if it is over after that ply."""
    content = read_whole(path)
    game = game_in(content, path, number or 1)
    plies = checked_ply(path, game, ply)
    name = printable(str(path))
    outcome = game.up_to(plies).position.outcome()
    if outcome:
        earlier = "; name an earlier ply with --ply" if plies else ""
        raise click.ClickException(f"{name}: the game is over after ply {plies} ({outcome.reason}){earlier}")
    if number is None and pgn_reading.has_several_games(pgn_reading.decode(content)):
        echo(f"{name} has several games; this is the first. For another, use --from with --game N", err=True)
    return Source(game, plies, path)


def new_session(
    source: Source, seats: Mapping[str, Seat], players: Mapping[str, Player | None], time: TimeSetting
) -> GameSession:
    """Returns the session of a new game. Raises ClickException if a program cannot continue the game of a file.

    Raises BadParameter if a program cannot play with such clocks.
    """
    control = time.control
    if control:
        for player in filter(None, players.values()):
            with reported(PlayerError, option="--tc"):
                player.check_limits(player.own_limits(time.limits(dict.fromkeys(SIDES, control.seconds), 0)))
    game = continued_game(source.game, source.plies, seats) if source.file else source.game
    game.headers["Date"] = pgn_date()
    session = GameSession(seats, time, game, clock_from=len(game.moves))
    try:
        recall_memories(session, players)
    except ValueError as error:
        raise click.ClickException(f"{printable(str(source.file))}: {error}") from None
    if source.file:
        echo(f"Continuing {game.headers[ORIGIN]}.")
    return session


def rematch(cleanup: ExitStack, session: GameSession) -> BegunGame:
    """Starts the players of a game anew, with colours changed. Returns the new game, which has a new file.

    It begins where the game began. Raises ClickException.
    """
    seats, players = start_players(cleanup, {side: session.seats[opponent(side)].spec for side in SIDES})
    again = new_session(Source(Game(session.game.start)), seats, players, session.time)
    return BegunGame(again, players, [_new_file(cleanup)])


def saved_session(cleanup: ExitStack, resume: str, default: TimeSetting) -> tuple[GameSession, HeldFile]:
    """Returns the saved game to resume, and its file, which is held. Raises ClickException and OSError.

    `default` is how long programs think if the file does not say.
    """
    with reported(SavedGameError):
        if not resume:
            found = latest_unfinished_game(default)
            path = found.path
            for reason in found.unread:
                echo(f"skipped: {reason}", err=True)
        else:
            path = Path(resume)
            with usage_errors("--resume"):
                check_input_file(path)
        file = _held(cleanup, path)
        session = read_saved_file(path, default)
    session.game.headers.setdefault("Date", pgn_date())
    return session, file


def seat_again(
    cleanup: ExitStack, session: GameSession, path: Path, names: Mapping[str, str | None], strength: Strength | None
) -> dict[str, Player | None]:
    """Starts the players of a saved game: those that the command line names, or else its own.

    A player that is the same as before has its memory back. Raises ClickException.
    """
    specs = {side: names[side] or _trusted_spec(session, side, path) for side in session.seats}
    seats, players = start_players(cleanup, _limited(specs, names, strength))
    for side, seat in seats.items():
        before = session.seats[side]
        if seat.spec == before.spec:
            before.name = seat.name
        else:
            session.change_seat(side, seat)
    try:
        recall_memories(session, players)
    except ValueError as error:
        raise click.ClickException(f"{path}: {error}") from None
    return players


def _trusted_spec(session: GameSession, side: str, path: Path) -> str:
    """Returns the player of a saved game. Raises ClickException if it is a command that the user has to allow.

    A file may come from someone else, unless it is in the folder of saved games.
    """
    spec = session.seats[side].spec
    if is_outside(spec) and path.resolve().parent != games_folder().resolve():
        named = f"{path} names the command {in_quotes(spec[:80])} as {side.capitalize()}'s player"
        raise click.ClickException(f"{named}; to run it, give it with --{side}, or name another player")
    return spec


def recall_memories(session: GameSession, players: Mapping[str, Player | None]) -> None:
    """Gives the players their memories back. Raises ValueError if a memory cannot be read."""
    for side, player in players.items():
        if player:
            player.recall(session.game, session.seats[side].memory)


def files_to_save_to(
    cleanup: ExitStack, resumed: HeldFile | None, pgn: Path | None, source: Path | None
) -> list[HeldFile]:
    """Returns the files that the game is saved to: the file it is resumed from, then the file of --pgn. They are held.

    With neither, a new file is created in the folder of saved games, and removed if no move is made.
    """
    check_distinct([("--resume", resumed.path if resumed else None), ("--pgn", pgn)], [("--from", source)])
    if pgn and pgn.is_file() and pgn.stat().st_size:
        reason = f"{pgn} already exists; name a new file, or resume its game with --resume"
        raise click.BadParameter(reason, param_hint="--pgn")
    files = [resumed] if resumed else []
    files += [_held(cleanup, pgn)] if pgn else []
    files = files or [_new_file(cleanup)]
    for file in files:
        check_writable(file.path)
    return files


def _held(cleanup: ExitStack, path: Path) -> HeldFile:
    """Returns a file that no other command writes until `cleanup` is closed. Raises OSError."""
    return cleanup.enter_context(held(path, "gosub play"))


def _new_file(cleanup: ExitStack) -> HeldFile:

    try:
        path = new_game_file()
    except OSError as error:
        raise click.ClickException(f"{error}; name a file for the game with --pgn") from None
    cleanup.callback(remove_if_empty, path)
    return _held(cleanup, path)


def choose_hint_player(terminal: Terminal, spec: str) -> None:
    """Starts the player that gives hints. Raises BadParameter if it gives none, or cannot be started."""
    terminal.hint_player = spec
    with reported(Refusal, option="--hint"):
        terminal.seated_for_hints(spec)


def name_players_with_own_depth(session: GameSession, players: Mapping[str, Player | None]) -> None:
    """Says which players ignore --depth."""
    own = {seat_name(session.seats[side]): player for side, player in players.items() if player}
    for name, player in own.items():
        if player.has_own_depth:
            echo(depth_ignored(name, player.depth))
