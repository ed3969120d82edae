"""`gosub serve`: games in a browser, on this machine."""

from __future__ import annotations

import re
import secrets
from contextlib import ExitStack
from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import FILE, WholeNumberRange, player_option
from modern.cli.shell import Command, echo, reported
from modern.facts import counted

with lazily():
    import asyncio
    import webbrowser

    from modern.game import games_folder, session
    from modern.jobs import workers as processes
    from modern.web import connections, keeping, security, server, settings

#: The year of the program.
DEFAULT_PORT = 1994
DEFAULT_OPPONENT = "historic"
#: The value of `--token` without a token; no token contains it.
NEW_TOKEN = "*"
TOKEN_FORM = re.compile(r"[A-Za-z0-9_-]{8,200}")


@click.command(cls=Command)
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
@player_option(f"The opponent suggested for a new game.  [default: {DEFAULT_OPPONENT}]")
def serve(
    port: int,
    opens: bool,
    store: Path | None,
    workers: int | None,
    player: str | None,
    token: str | None,
    kiosk: bool,
) -> None:
    """Play in a browser against any player, with clocks, and watch it think.

    Only this machine can open the page. Every move is saved, so you can close the page or stop the server (Ctrl-C) at
    any time. Needs starlette and uvicorn: in a checkout, pip install ".[web]".
    """
    if token not in (None, NEW_TOKEN) and not TOKEN_FORM.fullmatch(token or ""):
        raise click.UsageError("--token TOKEN must be 8 to 200 letters, digits, - and _; --token alone makes a new one")
    try:
        # `server` imports names from `connections`, whose own failure would not name the missing package.
        listening_socket, serve_games = connections.listening_socket, server.serve
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("starlette", "uvicorn"):
            raise
        raise click.ClickException(f'gosub serve needs {package}: in a checkout, pip install ".[web]"') from None
    with reported(session.Refusal, option="--player"):
        seat = settings.checked_seat(player or DEFAULT_OPPONENT)
    token = _new_token() if token == NEW_TOKEN else token or ""
    path = store or games_folder.games_folder() / "games.sqlite"
    try:
        listening = listening_socket(port)
    except OSError as error:
        reason = f"port {port} cannot be used: {(error.strerror or str(error)).lower()}; name another with --port"
        raise click.ClickException(reason) from None
    address = f"http://{connections.ADDRESS}:{listening.getsockname()[1]}/"
    invitation = _new_token() if token and opens else ""

    def announce() -> None:
        own = f"{address}?{security.TOKEN}={token}" if token else address
        echo(f"Gosub Chess is at {own} (Ctrl-C ends it); the games are saved to {path}")
        if opens:
            webbrowser.open(f"{address}?{security.TOKEN}={invitation}" if invitation else address)

    async def run() -> None:
        site = server.GameSite(path, workers or processes.core_count(), seat.spec, kiosk)
        if site.store.lost:
            games = counted(site.store.lost, "game")
            echo(f"the journal of {path} was damaged: {games} in it lost changes that had been answered", err=True)
        await serve_games(site, listening, announce, token, invitation)

    with reported(keeping.StoreError), listening, ExitStack() as cleanup:
        with processes.interrupt_deferred():  # a loop that is only half made prints a traceback
            runner = cleanup.enter_context(asyncio.Runner())
        runner.run(run())
    echo("stopped")


def _new_token() -> str:
    """Returns a token that nobody can guess."""
    return secrets.token_urlsafe(24)
