"""`gosub serve`: games in a browser, on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from modern.cli.options import FILE, WholeNumberRange
from modern.cli.shell import echo

#: The year of the program.
DEFAULT_PORT = 1994


@click.command
@click.option(
    "--port",
    type=WholeNumberRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port on 127.0.0.1; 0 takes any that is free.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--store",
    metavar="FILE",
    type=FILE,
    help="The file that keeps the games.  [default: games.sqlite in the folder of saved games]",
)
@click.option(
    "--workers",
    type=WholeNumberRange(1, 64),
    metavar="N",
    help="How many players think at a time.  [default: the cores]",
)
def serve(port: int, opens: bool, store: Path | None, workers: int | None) -> None:
    """Play in a browser: all players, their options, clocks, and what they think as they think.

    The page is served to this machine only. Every game is kept after every move, so the page can be closed and the
    server ended at any time: Ctrl-C. Needs starlette and uvicorn: pip install 'gosub-chess[web]'.
    """
    # Imported here: with the server, --help would take 400 ms instead of 60, and starlette may be missing.
    import asyncio
    import webbrowser

    from modern.game.games_folder import games_folder
    from modern.jobs.workers import core_count

    try:
        from modern.web import server
        from modern.web.service import GameService
        from modern.web.store import StoreError
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("starlette", "uvicorn"):
            raise
        raise click.ClickException(f"gosub serve needs {package}: pip install 'gosub-chess[web]'") from None

    path = store or games_folder() / "games.sqlite"
    try:
        listening = server.listening_socket(port)
    except OSError as error:
        reason = f"port {port} cannot be used: {(error.strerror or str(error)).lower()}; name another with --port"
        raise click.ClickException(reason) from None
    address = f"http://{server.ADDRESS}:{listening.getsockname()[1]}/"

    def announce() -> None:
        echo(f"Gosub Chess is at {address} (Ctrl-C ends it); the games are kept in {path}")
        if opens:
            webbrowser.open(address)

    async def run() -> None:
        await server.serve(GameService(path, workers or core_count()), listening, announce)

    try:
        with listening:
            asyncio.run(run())
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    echo("stopped")
