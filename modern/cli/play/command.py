"""`gosub play`: a game in the terminal, between a human, any player of `gosub players`, or two of them."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.files import DASH, check_distinct
from modern.cli.level_name import LEVEL, LIST, level_of_option
from modern.cli.number_range import SECONDS_TO_THINK, NumberRange, WholeNumberRange
from modern.cli.play.seating import Strength, limited_specs, open_seats, seats_from_options, strength_of
from modern.cli.player_name import PLAYER, PLAYER_OR_HUMAN, depth_ignored
from modern.cli.position_text import POSITION, POSITION_FORMS
from modern.cli.shell import EXIT_INTERRUPTED
from modern.output_files import check_writable

if TYPE_CHECKING:
    from modern.cli.play.session import PlaySession
    from modern.game.clock import TimeSetting
    from modern.game.saved_game import SavedGame
    from modern.game.session import LiveGame
    from modern.play.sitting import Sitting
    from modern.players.levels import NamedLevel

#: The default time that a program thinks about a move, in seconds.
DEFAULT_SECONDS = 3.0
#: How long a terminal shows each move that the 1994 program tries, by default, in seconds.
DEFAULT_PAUSE = 0.05
#: The value of --resume without a file.
LATEST_GAME = ""
PAUSE_SECONDS = NumberRange(min=0, max=60)
PGN_FILE = click.Path(path_type=Path)


@click.command(short_help="Play a game in the terminal.")
@click.option("--white", type=PLAYER_OR_HUMAN, metavar="P", help="White's player: a name from `gosub players`.")
@click.option("--black", type=PLAYER_OR_HUMAN, metavar="P", help="Black's player.")
@click.option(
    "--level",
    type=LEVEL,
    callback=level_of_option,
    metavar="LEVEL",
    help=f"How strong modern plays: 1 (beginner) to 10 (master), or a name; `{LIST}` shows them.",
)
@click.option(
    "--elo",
    type=WholeNumberRange(0),
    metavar="ELO",
    help="Its strength as an Elo. An outside program that has UCI_Elo can be limited too.",
)
@click.option("--depth", type=WholeNumberRange(1, 100), metavar="PLIES", help="The depth to which programs search.")
@click.option(
    "--time",
    "seconds",
    type=SECONDS_TO_THINK,
    metavar="SECONDS",
    help=f"The time that programs think about each move.  [default: {DEFAULT_SECONDS:g}]",
)
@click.option("--fen", metavar="POSITION", type=POSITION, help=f"The starting position: {POSITION_FORMS}.")
@click.option(
    "--from", "source", metavar="GAME.pgn", type=click.Path(), help="Go on with a game of any PGN, with its moves."
)
@click.option("--ply", metavar="N", type=WholeNumberRange(0), help="With --from: after N plies.  [default: its end]")
@click.option("--game", "number", metavar="N", type=WholeNumberRange(1), help="With --from: game N of the file.")
@click.option("--hint", type=PLAYER, metavar="P", help="The player that gives hints.  [default: modern]")
@click.option(
    "--resume",
    metavar="[FILE]",
    is_flag=False,
    flag_value=LATEST_GAME,
    help="Resume the game in FILE; without FILE, the latest unfinished game.",
)
@click.option("--pgn", metavar="FILE", type=PGN_FILE, help="Save the game to this new file, as PGN, after every move.")
@click.option("--diagram", is_flag=True, help="Draw the board as the 1994 program prints it.")
@click.option("--ascii", "ascii_pieces", is_flag=True, help="Draw the pieces as letters.")
@click.option("--large", is_flag=True, help="Draw a larger board, 26 lines high.")
@click.option(
    "--pause",
    type=PAUSE_SECONDS,
    metavar="SECONDS",
    help=f"How long to show each move that the 1994 program tries.  [default: {DEFAULT_PAUSE} in a terminal]",
)
@click.pass_context
def play(
    ctx: click.Context,
    white: str | None,
    black: str | None,
    level: NamedLevel | None,
    elo: int | None,
    depth: int | None,
    seconds: float | None,
    fen: str | None,
    source: str | None,
    ply: int | None,
    number: int | None,
    hint: str | None,
    resume: str | None,
    pgn: Path | None,
    diagram: bool,
    ascii_pieces: bool,
    large: bool,
    pause: float | None,
) -> None:
    """Play a game of chess: against the 1994 program, the modern engine or another human, or watch two programs play.

    Without --white and --black it asks for the players. With only one of them, the other side is human, or historic if
    the named player is human. With --level or --elo, modern plays, as Black if you name no side. Type moves as Nf3,
    g1f3 or g1-f3; type `help` for the commands. The game is saved after every move, and --resume continues it. --from
    goes on from any game and any ply, with any players.
    """
    from modern.cli.output import console
    from modern.cli.play.beginning import beginning
    from modern.cli.play.board import board_style
    from modern.cli.play.session import DisplayOptions, PlaySession
    from modern.play.sitting import Sitting

    if depth is not None and seconds is not None:
        raise click.UsageError("--depth and --time cannot be combined")
    if large and diagram:
        raise click.UsageError("--large and --diagram cannot be combined: the diagram has the size of 1994")
    if resume is not None and (fen is not None or source is not None):
        option = "--from" if fen is None else "--fen"
        raise click.UsageError(f"{option} and --resume cannot be combined: the saved game has its own position")
    strength = strength_of(elo, level)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file name may not be valid text
    begin = beginning(fen, source, ply, number)
    saved, path = _saved_game(resume) if resume is not None else (None, None)
    with ExitStack() as cleanup:
        files = _game_files(cleanup, path, pgn, begin.file)
        names = {"white": white, "black": black}
        if saved and path:
            live_game = _resumed_game(cleanup, names, strength, saved, path)
        else:
            live_game = begin.new_game(seats_from_options(cleanup, names, strength))
        out = console()
        style = board_style(out, diagram, ascii_pieces, large)
        display = DisplayOptions(style, DEFAULT_PAUSE if pause is None else pause)
        sitting = Sitting(
            live_game, _pace(depth, seconds, saved), files, partial(click.echo, err=True), saved is not None
        )
        cleanup.callback(sitting.close)
        if hint:
            _choose_hint_player(sitting, hint)
        if depth is not None:
            _name_players_with_own_depth(live_game)
        click.echo(f"The game is saved to {files[0]} after every move; type help for the list of commands.")
        _run(ctx, PlaySession(sitting, out, display))


def _choose_hint_player(sitting: Sitting, name: str) -> None:
    """Starts the player that gives hints. Raises BadParameter if there is no such player."""
    from modern.game.session import Refusal

    sitting.hint_players.default = name
    try:
        sitting.hint_players.seat()
    except Refusal as error:
        raise click.BadParameter(str(error), param_hint="--hint") from None


def _name_players_with_own_depth(live_game: LiveGame) -> None:
    """Says which players --depth does not concern."""
    seats = live_game.seats.values()
    depths = {seat.short_name: seat.player.depth for seat in seats if seat.player and seat.player.has_own_depth}
    for name, depth in depths.items():
        click.echo(depth_ignored(name, depth))


def _run(ctx: click.Context, session: PlaySession) -> None:
    """Plays the game until it ends or is left, and then says how it is resumed."""
    from modern.cli.play.session import UserQuit

    try:
        session.run()
    except UserQuit:
        click.echo(f"stopped{session.resume_hint()}")
    except KeyboardInterrupt:
        click.echo(f"\ninterrupted{session.resume_hint()}")
        ctx.exit(EXIT_INTERRUPTED)


def _saved_game(resume: str) -> tuple[SavedGame, Path]:
    """Returns the game to resume and its file. Raises ClickException."""
    from modern.game.games_folder import latest_unfinished_game
    from modern.game.saved_game import SavedGameError, read_saved_game

    try:
        return latest_unfinished_game() if resume == LATEST_GAME else (read_saved_game(Path(resume)), Path(resume))
    except SavedGameError as error:
        raise click.ClickException(str(error)) from None


def _game_files(cleanup: ExitStack, resumed: Path | None, pgn: Path | None, source: Path | None) -> list[Path]:
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


def _pace(depth: int | None, seconds: float | None, saved: SavedGame | None) -> TimeSetting:
    from modern.game.clock import TimeSetting

    if depth is not None or seconds is not None:
        return TimeSetting(seconds=seconds, depth=depth)
    return saved.pace if saved and saved.pace else TimeSetting(seconds=DEFAULT_SECONDS)


def _resumed_game(
    cleanup: ExitStack, names: Mapping[str, str | None], strength: Strength | None, saved: SavedGame, path: Path
) -> LiveGame:
    """Returns the saved game, with the players that the options name or else its own. Raises ClickException."""
    from modern.game.saved_game import SavedGameError
    from modern.play.resuming import UntrustedCommand, resumed_game, resumed_specs

    try:
        specs = limited_specs(resumed_specs(saved, path, names), names, strength)
        return resumed_game(open_seats(cleanup, specs), saved, path)
    except UntrustedCommand as error:
        hint = f"to run it, give it with --{error.side}, or name another player"
        raise click.ClickException(f"{error}; {hint}") from None
    except SavedGameError as error:
        raise click.ClickException(str(error)) from None
