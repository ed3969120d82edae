"""`gosub play`: a game at the keyboard, against whoever plays here."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.shell import EXIT_INTERRUPTED, check_writable
from modern.cli.files import DASH, check_distinct
from modern.cli.number_range import SECONDS_TO_THINK, NumberRange
from modern.cli.player_name import PLAYER_OR_HUMAN

if TYPE_CHECKING:
    from rich.console import Console

    from modern.match.pace import Pace
    from modern.play.board import BoardStyle
    from modern.play.live_game import LiveGame
    from modern.play.saved_game import SavedGame
    from modern.play.seats import Seat

#: How long a program thinks where nobody says, in seconds.
DEFAULT_SECONDS = 3.0
#: How long a move that 1994 tries stands on a terminal where nobody says, in seconds.
DEFAULT_PAUSE = 0.05
#: What --resume is without a file.
LATEST_GAME = ""

#: Who plays where Enter is pressed.
DEFAULT_PLAYERS = {"white": "human", "black": "historic"}
PAUSE_SECONDS = NumberRange(min=0, max=60)
PGN_FILE = click.Path(path_type=Path)


@click.command(short_help="Play a game in the terminal.")
@click.option("--white", type=PLAYER_OR_HUMAN, metavar="P", help="Who plays White: human, or any of `gosub players`.")
@click.option("--black", type=PLAYER_OR_HUMAN, metavar="P", help="Who plays Black.")
@click.option("--depth", type=click.IntRange(1, 100), metavar="PLIES", help="How deep programs think.")
@click.option(
    "--time", "seconds", type=SECONDS_TO_THINK, metavar="SECONDS", help=f"Or how long.  [{DEFAULT_SECONDS:g}]"
)
@click.option("--fen", metavar="FEN", help="Where the game begins.")
@click.option(
    "--resume",
    metavar="[FILE]",
    is_flag=False,
    flag_value=LATEST_GAME,
    help="Go on with the game that FILE keeps; without FILE, with the last that was left.",
)
@click.option("--pgn", metavar="FILE", type=PGN_FILE, help="Keep the game in this file, as PGN, after every move.")
@click.option("--diagram", is_flag=True, help="Draw the board as the program of 1994 prints it.")
@click.option("--ascii", "plain", is_flag=True, help="Draw the men as letters.")
@click.option(
    "--pause",
    type=PAUSE_SECONDS,
    metavar="SECONDS",
    help=f"How long each move that 1994 tries is seen.  [terminal: {DEFAULT_PAUSE}]",
)
@click.pass_context
def play(
    ctx: click.Context,
    white: str | None,
    black: str | None,
    depth: int | None,
    seconds: float | None,
    fen: str | None,
    resume: str | None,
    pgn: Path | None,
    diagram: bool,
    plain: bool,
    pause: float | None,
) -> None:
    """Play a game of chess: against the program of 1994, the engine of today, another human, or watch two programs.

    Without options it asks who plays; where one side is named, the other is human, or else historic. Moves are typed
    as Nf3, g1f3 or g1-f3; `help` tells what else can be typed. The game is kept after every move: whatever happens,
    --resume goes on with it.
    """
    from modern.cli.output import console
    from modern.cli.play_session import DisplayOptions, PlaySession, UserQuit

    if depth is not None and seconds is not None:
        raise click.UsageError("--depth does not go with --time")
    if resume is not None and fen is not None:
        raise click.UsageError("--fen does not go with --resume: the game has begun already")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the name of a file may be no text
    saved, path = _saved_game(resume) if resume is not None else (None, None)
    with ExitStack() as closing:
        kept = _game_files(closing, path, pgn)
        given = {"white": white, "black": black}
        seats = (
            _seats_of_saved_game(closing, given, saved, path) if saved and path else _seats_from_options(closing, given)
        )
        table = _restored_game(seats, saved, path) if saved and path else _new_game(seats, fen)
        out = console()
        shown = DisplayOptions(_board_style(out, diagram, plain), DEFAULT_PAUSE if pause is None else pause)
        sitting = PlaySession(table, _pace(depth, seconds, saved), kept, out, shown)
        closing.callback(sitting.close)
        click.echo(f"The game is kept in {kept[0]}; help tells what can be typed.")
        try:
            sitting.run()
        except UserQuit:
            click.echo(f"left{sitting.resume_hint()}")
        except KeyboardInterrupt:
            click.echo(f"\ninterrupted{sitting.resume_hint()}")
            ctx.exit(EXIT_INTERRUPTED)


def _saved_game(resume: str) -> tuple[SavedGame, Path]:
    """The game that is gone on with, and its file."""
    from modern.play.saved_game import SavedGameError, read_saved_game

    if resume == LATEST_GAME:
        return _latest_unfinished_game()
    try:
        return read_saved_game(Path(resume)), Path(resume)
    except SavedGameError as error:
        raise click.ClickException(str(error)) from None


def _latest_unfinished_game() -> tuple[SavedGame, Path]:
    from modern.play.saved_game import SavedGameError, read_saved_game

    left = []
    for path in _games_folder().glob("*.pgn"):
        with suppress(SavedGameError, OSError):  # it is over, or is something else
            left.append((path.stat().st_mtime, path, read_saved_game(path)))
    if not left:
        raise click.ClickException(f"there is no game in {_games_folder()} that could be gone on with")
    _, path, saved = max(left, key=lambda one: one[:2])
    return saved, path


def _games_folder() -> Path:
    """Where games are kept: https://specifications.freedesktop.org/basedir-spec/."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "gosub-chess"


def _game_files(closing: ExitStack, resumed: Path | None, pgn: Path | None) -> list[Path]:
    """Where the game is written: first the file that it is gone on from, then the one that was asked for.

    Where neither was named there is a new one, in a folder for such files; if nothing is played, it goes again.
    """
    check_distinct([("--resume", resumed), ("--pgn", pgn)])
    if pgn == DASH:
        raise click.BadParameter("a file was expected, not standard output", param_hint="--pgn")
    if pgn and pgn.is_file() and pgn.stat().st_size:
        reason = f"{pgn} is there already: a new file was expected, or --resume to go on with it"
        raise click.BadParameter(reason, param_hint="--pgn")
    files = [file for file in (resumed, pgn) if file]
    if not files:
        files = [_new_file()]
        closing.callback(_remove_if_empty, files[0])
    for file in files:
        check_writable(file)
    return files


def _new_file() -> Path:
    """A file that nobody else has, named by the time."""
    folder = _games_folder()
    path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.pgn"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=False)
    except OSError as error:
        reason = f"{path} cannot be made ({error.strerror}): name a file with --pgn"
        raise click.ClickException(f"there is nowhere to keep the game: {reason}") from None
    return path


def _remove_if_empty(path: Path) -> None:
    with suppress(OSError):
        if not path.stat().st_size:
            path.unlink()


def _pace(depth: int | None, seconds: float | None, saved: SavedGame | None) -> Pace:
    from modern.match.pace import Pace

    if depth is not None or seconds is not None:
        return Pace(seconds=seconds, depth=depth)
    return saved.pace if saved and saved.pace else Pace(seconds=DEFAULT_SECONDS)


def _seats_from_options(closing: ExitStack, given: Mapping[str, str | None]) -> dict[str, Seat]:
    """Who plays: as the options say, or whoever is asked."""
    if not any(given.values()):
        return _prompt_for_seats(closing)
    usual = "historic" if "human" in given.values() else "human"
    return {side: _open_seat(closing, side, name or usual) for side, name in given.items()}


def _prompt_for_seats(closing: ExitStack) -> dict[str, Seat]:
    """Who plays, as the two questions of the listing's ASK would have it."""
    from modern.cli.play_prompt import Prompt
    from modern.play.seats import PLAYER_DESCRIPTIONS, Seat
    from modern.players import PlayerError

    click.echo("\n".join(f"  {name:14}  {line}" for name, line in PLAYER_DESCRIPTIONS.items()))
    prompt = Prompt(lambda before, begun: PLAYER_DESCRIPTIONS)
    seats: dict[str, Seat] = {}
    for side, usual in DEFAULT_PLAYERS.items():
        while side not in seats:
            try:
                seats[side] = Seat(prompt.ask(f"Who plays {side.capitalize()}? [{usual}] ") or usual)
                closing.callback(seats[side].close)
            except PlayerError as error:
                click.echo(str(error))
            except EOFError:
                raise click.ClickException("nobody said who plays") from None
    return seats


def _open_seat(closing: ExitStack, side: str, name: str) -> Seat:
    from modern.play.seats import Seat
    from modern.players import PlayerError

    try:
        seat = Seat(name)
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint=f"--{side}") from None
    closing.callback(seat.close)
    return seat


def _seats_of_saved_game(
    closing: ExitStack, given: Mapping[str, str | None], saved: SavedGame, path: Path
) -> dict[str, Seat]:
    """Who plays on: as the options say, or else the file.

    What a file from elsewhere names as a command is not run unless it is asked for.
    """
    for side, name in saved.seats.items():
        if ":" in name and not given[side] and path.resolve().parent != _games_folder().resolve():
            reason = f"{path} has {name[:80]!a} as {side.capitalize()}, a command that would be run"
            raise click.ClickException(f"{reason}: say so with --{side}, or name another player")
    return {side: _open_seat(closing, side, given[side] or name) for side, name in saved.seats.items()}


def _new_game(seats: Mapping[str, Seat], fen: str | None) -> LiveGame:
    from modern.play.live_game import LiveGame
    from modern.rules import RulesError
    from modern.rules.fen import INITIAL_FEN

    try:
        return LiveGame(seats, INITIAL_FEN if fen in (None, "startpos") else fen)
    except RulesError as error:
        raise click.ClickException(str(error)) from None


def _restored_game(seats: Mapping[str, Seat], saved: SavedGame, path: Path) -> LiveGame:
    """The game as it was left; players know again what they knew."""
    from modern.play.live_game import SIDE_NAMES, LiveGame
    from modern.rules import RulesError

    headers = dict(saved.headers)
    try:
        table = LiveGame(seats, saved.start, saved.record, saved.date)
        for side, seat in seats.items():
            if seat.spec != saved.seats[side]:
                table.seated_at[side] = len(saved.record)
                headers.pop(SIDE_NAMES[side], None)
            elif seat.player:
                seat.player.recall(table.game, saved.memory.get(side, ""))
    except (RulesError, ValueError) as error:
        raise click.ClickException(f"{path}: {error}") from None
    table.headers = headers
    return table


def _board_style(out: Console, diagram: bool, plain: bool) -> BoardStyle:
    """What the terminal can show."""
    from modern.play.board import SIXTEEN_COLOURS, WOOD, BoardStyle

    capable = out.is_terminal and os.environ.get("TERM") not in (None, "", "dumb")
    signs = capable and not plain and os.environ.get("TERM") != "linux" and out.encoding.startswith("utf")
    coloured = capable and not out.no_color and out.color_system is not None
    colours = (SIXTEEN_COLOURS if out.color_system == "standard" else WOOD) if coloured else None
    return BoardStyle(signs, colours, diagram)
