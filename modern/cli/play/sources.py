"""Where a game of `gosub play` comes from, and the files that it is saved to.

A new game begins at a position, or with the first moves of a game of any PGN; a saved game is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from modern.cli.options import DASH, check_distinct
from modern.cli.play.players import Strength, limited_specs, start_players
from modern.cli.typed_game import checked_ply, game_in, pgn_place, typed_fen
from modern.output_files import check_writable

if TYPE_CHECKING:
    from modern.game.clock import TimeSetting
    from modern.game.game import Game
    from modern.game.session import GameSession, Seat
    from modern.players import Player


class Source(NamedTuple):
    """A game, and the ply from which it is played: another ply than 0 only for a game of a `file`."""

    game: Game
    plies: int = 0
    file: Path | None = None


def source_of(fen: str | None, pgn: str | None, ply: int | None, number: int | None) -> Source:
    """Returns the game named by the options --fen, --from, --ply and --game. Raises ClickException and OSError.

    --fen GAME.pgn:22 means the same as --from GAME.pgn --ply 22.
    """
    from modern.game.game import Game
    from modern.rules import RulesError

    if pgn is None and (ply is not None or number is not None):
        raise click.UsageError(f"{'--game' if ply is None else '--ply'} needs --from GAME.pgn")
    if pgn is not None and fen is not None:
        raise click.UsageError("--from and --fen cannot be combined: the game has its own positions")
    try:
        if pgn is not None:
            path, its_ply = (Path(pgn), None) if Path(pgn).exists() else pgn_place(pgn) or (Path(pgn), None)
            if its_ply is not None and ply is not None:
                raise click.UsageError(f"--ply and {pgn} both name a ply")
            return _game_of_file(path, its_ply if ply is None else ply, number)
        place = pgn_place(fen or "")
        return _game_of_file(*place, None) if place else Source(Game(typed_fen(fen)))
    except RulesError as error:
        raise click.ClickException(str(error)) from None


def _game_of_file(path: Path, ply: int | None, number: int | None) -> Source:
    """Returns a game of a file. Raises RulesError, OSError, and ClickException if it is over after that ply."""
    from modern.game.pgn_reading import decode, has_several_games
    from modern.input_files import read_whole
    from modern.rules.errors import printable

    content = read_whole(path)
    game = game_in(content, path, number or 1)
    plies = checked_ply(path, game, ply)
    name = printable(str(path))
    outcome = game.up_to(plies).position.outcome()
    if outcome:
        earlier = "; name an earlier ply with --ply" if plies else ""
        raise click.ClickException(f"{name}: the game is over after ply {plies} ({outcome.reason}){earlier}")
    if number is None and has_several_games(decode(content)):
        click.echo(f"{name} has several games; the first is taken. --from with --game N takes another", err=True)
    return Source(game, plies, path)


def new_session(
    source: Source, seats: Mapping[str, Seat], players: Mapping[str, Player | None], time: TimeSetting
) -> GameSession:
    """Returns the session of a new game. Raises ClickException if a program cannot go on with the game of a file."""
    from modern.game.pgn_text import pgn_date
    from modern.game.saved_game import ORIGIN, continued_game
    from modern.game.session import GameSession
    from modern.rules.errors import printable

    game = continued_game(source.game, source.plies, seats) if source.file else source.game
    game.headers["Date"] = pgn_date()
    session = GameSession(seats, time, game)
    try:
        recall_memories(session, players)
    except ValueError as error:
        raise click.ClickException(f"{printable(str(source.file))}: {error}") from None
    if source.file:
        click.echo(f"Going on with {game.headers[ORIGIN]}.")
    return session


def saved_session(resume: str, default: TimeSetting) -> tuple[GameSession, Path]:
    """Returns the saved game to resume, without clocks, and its file. Raises ClickException and OSError.

    `default` is how long programs think if the file does not say.
    """
    from modern.game.games_folder import latest_unfinished_game
    from modern.game.pgn_text import pgn_date
    from modern.game.saved_game import SavedGameError, read_saved_file

    try:
        if not resume:
            session, path = latest_unfinished_game(default)
        else:
            session, path = read_saved_file(Path(resume), default), Path(resume)
    except SavedGameError as error:
        raise click.ClickException(str(error)) from None
    session.game.headers.setdefault("Date", pgn_date())
    session.time = session.time.without_clocks
    return session, path


def seat_again(
    cleanup: ExitStack, session: GameSession, path: Path, names: Mapping[str, str | None], strength: Strength | None
) -> dict[str, Player | None]:
    """Starts the players of a saved game: those that the command line names, or else its own.

    A player that is the same as before has its memory back. Raises ClickException.
    """
    specs = {side: names[side] or _trusted_spec(session, side, path) for side in session.seats}
    seats, players = start_players(cleanup, limited_specs(specs, names, strength))
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
    from modern.game.games_folder import games_folder
    from modern.players.spec import is_outside

    spec = session.seats[side].spec
    if is_outside(spec) and path.resolve().parent != games_folder().resolve():
        named = f"{path} names the command {spec[:80]!a} as {side.capitalize()}'s player"
        raise click.ClickException(f"{named}; to run it, give it with --{side}, or name another player")
    return spec


def recall_memories(session: GameSession, players: Mapping[str, Player | None]) -> None:
    """Gives the players their memories back. Raises ValueError if a memory cannot be read."""
    for side, player in players.items():
        if player:
            player.recall(session.game, session.seats[side].memory)


def files_to_save_to(cleanup: ExitStack, resumed: Path | None, pgn: Path | None, source: Path | None) -> list[Path]:
    """Returns the files that the game is saved to: the file it is resumed from, then the file of --pgn.

    With neither, a new file is created in the folder of saved games, and removed if no move is made.
    """
    check_distinct([("--from", source), ("--resume", resumed), ("--pgn", pgn)])
    if pgn == DASH:
        raise click.BadParameter("expected a file, not standard output", param_hint="--pgn")
    if pgn and pgn.is_file() and pgn.stat().st_size:
        reason = f"{pgn} already exists; name a new file, or resume its game with --resume"
        raise click.BadParameter(reason, param_hint="--pgn")
    files = [file for file in (resumed, pgn) if file] or [_new_file(cleanup)]
    for file in files:
        check_writable(file)
    return files


def _new_file(cleanup: ExitStack) -> Path:
    from modern.game.games_folder import new_game_file, remove_if_empty

    try:
        path = new_game_file()
    except OSError as error:
        raise click.ClickException(f"{error}; name a file for the game with --pgn") from None
    cleanup.callback(remove_if_empty, path)
    return path
