"""A game at a terminal, without a keyboard: for tests of what its commands do."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from modern.cli.play.board import BoardStyle
from modern.cli.play.terminal import Terminal
from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.game.session import GameSession, Seat
from modern.output_files import HeldFile
from modern.players import Player
from modern.players.seats import seated


def terminal_with(
    game: Game | None = None,
    black: str = "human",
    player: Player | None = None,
    time: TimeSetting | None = None,
    files: Iterable[Path] = (),
) -> Terminal:
    """Returns the terminal of a game of a human as White against `black`.

    `player` plays the black pieces instead of the one that `black` names.
    """
    seat, named = (Seat(black, player.name), player) if player else seated(black)
    session = GameSession({"white": Seat("human", "Human"), "black": seat}, time or TimeSetting(depth=1), game)
    return terminal_of(session, {"white": None, "black": named}, files)


def terminal_of(session: GameSession, players: dict[str, Player | None], files: Iterable[Path] = ()) -> Terminal:
    """Returns the terminal of a session. It prints to a text, which `printed` returns."""
    out = Console(file=io.StringIO(), width=200)
    return Terminal(session, players, map(HeldFile, files), out, BoardStyle(symbols=False, colours=None), pause=0.0)


def printed(terminal: Terminal) -> str:
    """Returns what a terminal has printed since the last call."""
    file = terminal.out.file
    assert isinstance(file, io.StringIO)
    text = file.getvalue()
    file.seek(0)
    file.truncate()
    return text


def play(terminal: Terminal, *lines: str) -> str:
    """Types lines, with the program's reply after each move. Returns what was printed."""
    for line in lines:
        terminal.execute(line)
        if terminal.session.program_to_move:
            terminal.play_program_move()
    return printed(terminal)
