"""Runs the server of `gosub serve` until Ctrl-C. Imports starlette and uvicorn, which may be missing."""

from __future__ import annotations

import asyncio
import secrets
import webbrowser
from pathlib import Path

import click

from modern.cli.shell import echo, reported
from modern.game.games_folder import games_folder
from modern.game.session import Refusal, Seat
from modern.jobs.workers import core_count
from modern.players.seats import DEFAULT_PLAYERS
from modern.web import server
from modern.web.security import TOKEN
from modern.web.service import GameService
from modern.web.settings import checked_seat
from modern.web.store import StoreError


def run_server(
    port: int, opens: bool, store: Path | None, workers: int | None, seat: Seat, token: str, kiosk: bool
) -> None:
    """Serves games on a port, in a store or the usual one. Raises ClickException.

    `seat` is the opponent that is suggested. A `token` lets in only people who know it; '' lets in everybody.
    """
    path = store or games_folder() / "games.sqlite"
    try:
        listening = server.listening_socket(port)
    except OSError as error:
        reason = f"port {port} cannot be used: {(error.strerror or str(error)).lower()}; name another with --port"
        raise click.ClickException(reason) from None
    address = f"http://{server.ADDRESS}:{listening.getsockname()[1]}/"
    invitation = new_token() if token and opens else ""

    def announce() -> None:
        own = f"{address}?{TOKEN}={token}" if token else address
        echo(f"Gosub Chess is at {own} (Ctrl-C ends it); the games are saved to {path}")
        if opens:
            webbrowser.open(f"{address}?{TOKEN}={invitation}" if invitation else address)

    async def run() -> None:
        service = GameService(path, workers or core_count())
        await server.serve(service, listening, announce, seat.spec, token, invitation, kiosk)

    with reported(StoreError), listening:
        asyncio.run(run())
    echo("stopped")


def suggested_seat(player: str | None) -> Seat:
    """Returns the seat of a player, by default the 1994 program. Raises BadParameter."""
    with reported(Refusal, option="'--player'"):
        return checked_seat(player or DEFAULT_PLAYERS["black"])


def new_token() -> str:
    """Returns a token that nobody can guess."""
    return secrets.token_urlsafe(24)
