"""`gosub serve`: games in a browser, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.options import FILE, WholeNumberRange, player_at_level, player_options
from modern.cli.shell import echo

if TYPE_CHECKING:
    from modern.players.levels import NamedLevel

#: The year of the program.
DEFAULT_PORT = 1994
#: What `--token` without a token stands for; no token contains it.
NEW_TOKEN = "*"


@click.command
@click.option(
    "--port",
    metavar="N",
    type=WholeNumberRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port on 127.0.0.1; 0 means any free port.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--store",
    metavar="FILE",
    type=FILE,
    help="The file that stores the games.  [default: games.sqlite in the folder of saved games]",
)
@click.option(
    "--workers",
    type=WholeNumberRange(1, 64),
    metavar="N",
    help="Number of players that may think at once.  [default: one per core]",
)
@click.option(
    "--token",
    metavar="[TOKEN]",
    is_flag=False,
    flag_value=NEW_TOKEN,
    help="On a machine with several users: let in only people who know this token. Without TOKEN, make a new one.",
)
@click.option(
    "--kiosk",
    is_flag=True,
    help="For a museum or a class: replay the recorded game until a visitor starts one, who cannot leave the page.",
)
@player_options("The opponent suggested for a new game.  [default: historic]")
def serve(
    port: int,
    opens: bool,
    store: Path | None,
    workers: int | None,
    player: str | None,
    level: NamedLevel | None,
    token: str | None,
    kiosk: bool,
) -> None:
    """Play in a browser against any player, with clocks, and watch what it thinks.

    Only this machine can open the page. Every move is saved, so you can close the page or stop the server (Ctrl-C) at
    any time. Needs starlette and uvicorn: pip install 'gosub-chess[web]'.
    """
    # Imported here: with the server, --help would take 400 ms instead of 60, and starlette may be missing.
    import asyncio
    import secrets
    import webbrowser

    from modern.game.games_folder import games_folder
    from modern.game.session import Refusal
    from modern.jobs.workers import core_count
    from modern.players.seats import DEFAULT_PLAYERS
    from modern.web.security import TOKEN, TOKEN_FORM

    if token not in (None, NEW_TOKEN) and not TOKEN_FORM.fullmatch(token or ""):
        raise click.UsageError("--token TOKEN must be 8 to 200 letters, digits, - and _; --token alone makes a new one")
    try:
        from modern.web import server
        from modern.web.service import GameService
        from modern.web.settings import checked_seat
        from modern.web.store import StoreError
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("starlette", "uvicorn"):
            raise
        raise click.ClickException(f"gosub serve needs {package}: pip install 'gosub-chess[web]'") from None

    opponent = DEFAULT_PLAYERS["black"] if player is None and level is None else player_at_level(player, level)
    try:
        seat = checked_seat(opponent)
    except Refusal as error:
        option = "--level" if player is None else "--player"
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None
    path = store or games_folder() / "games.sqlite"
    try:
        listening = server.listening_socket(port)
    except OSError as error:
        reason = f"port {port} cannot be used: {(error.strerror or str(error)).lower()}; name another with --port"
        raise click.ClickException(reason) from None
    address = f"http://{server.ADDRESS}:{listening.getsockname()[1]}/"
    token = secrets.token_urlsafe(24) if token == NEW_TOKEN else token or ""
    invitation = secrets.token_urlsafe(24) if token and opens else ""

    def announce() -> None:
        own = f"{address}?{TOKEN}={token}" if token else address
        echo(f"Gosub Chess is at {own} (Ctrl-C ends it); the games are saved to {path}")
        if opens:
            webbrowser.open(f"{address}?{TOKEN}={invitation}" if invitation else address)

    async def run() -> None:
        service = GameService(path, workers or core_count())
        await server.serve(service, listening, announce, seat.spec, token, invitation, kiosk)

    try:
        with listening:
            asyncio.run(run())
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    echo("stopped")
