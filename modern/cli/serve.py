"""`gosub serve`: games in a browser, on this machine."""

from __future__ import annotations

import re
from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import FILE, WholeNumberRange, player_option

with lazily():
    from modern.cli import serving

#: The year of the program.
DEFAULT_PORT = 1994
#: What `--token` without a token stands for; no token contains it.
NEW_TOKEN = "*"
TOKEN_FORM = re.compile(r"[A-Za-z0-9_-]{8,200}")


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
@player_option("The opponent suggested for a new game.  [default: historic]")
def serve(
    port: int,
    opens: bool,
    store: Path | None,
    workers: int | None,
    player: str | None,
    token: str | None,
    kiosk: bool,
) -> None:
    """Play in a browser against any player, with clocks, and watch what it thinks.

    Only this machine can open the page. Every move is saved, so you can close the page or stop the server (Ctrl-C) at
    any time. Needs starlette and uvicorn: pip install 'gosub-chess[web]'.
    """
    if token not in (None, NEW_TOKEN) and not TOKEN_FORM.fullmatch(token or ""):
        raise click.UsageError("--token TOKEN must be 8 to 200 letters, digits, - and _; --token alone makes a new one")
    try:
        run_server = serving.run_server
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("starlette", "uvicorn"):
            raise
        raise click.ClickException(f"gosub serve needs {package}: pip install 'gosub-chess[web]'") from None
    seat = serving.suggested_seat(player)
    token = serving.new_token() if token == NEW_TOKEN else token or ""
    run_server(port, opens, store, workers, seat, token, kiosk)
