"""How a new game of `gosub play` begins: at a position, or with the moves of another game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from modern.cli.typed_game import checked_ply, game_in, pgn_place, typed_fen

if TYPE_CHECKING:
    from modern.game.pgn_reading import PgnGame
    from modern.game.session import LiveGame
    from modern.players.seats import Seat


class Beginning(NamedTuple):
    """A position as a FEN, or the first `plies` plies of the `game` of a `file`."""

    fen: str = ""
    file: Path | None = None
    game: PgnGame | None = None
    plies: int = 0

    def new_game(self, seats: Mapping[str, Seat]) -> LiveGame:
        """Returns the game that begins so. Raises ClickException if it cannot."""
        from modern.game.session import LiveGame
        from modern.play.continuing import ORIGIN, continued_game
        from modern.rules.errors import printable

        try:
            if self.game is None:
                return LiveGame(seats, self.fen)
            live_game = continued_game(seats, self.game, self.plies)
        except ValueError as error:
            raise click.ClickException(f"{printable(str(self.file))}: {error}" if self.file else str(error)) from None
        click.echo(f"Going on with {live_game.headers[ORIGIN]}.")
        return live_game


def beginning(fen: str | None, source: str | None, ply: int | None, number: int | None) -> Beginning:
    """Returns how a game begins by the options --fen, --from, --ply and --game. Raises ClickException and OSError.

    --fen GAME.pgn:22 means the same as --from GAME.pgn --ply 22.
    """
    from modern.rules import RulesError

    if source is None and (ply is not None or number is not None):
        raise click.UsageError(f"{'--game' if ply is None else '--ply'} needs --from GAME.pgn")
    if source is not None and fen is not None:
        raise click.UsageError("--from and --fen cannot be combined: the game has its own positions")
    try:
        if source is not None:
            path, its_ply = (Path(source), None) if Path(source).exists() else pgn_place(source) or (Path(source), None)
            if its_ply is not None and ply is not None:
                raise click.UsageError(f"--ply and {source} both name a ply")
            return _in_file(path, its_ply if ply is None else ply, number)
        place = pgn_place(fen or "")
        return _in_file(*place, None) if place else Beginning(typed_fen(fen))
    except RulesError as error:
        raise click.ClickException(str(error)) from None


def _in_file(path: Path, ply: int | None, number: int | None) -> Beginning:
    """Returns the beginning with a game of a file. Raises RulesError, OSError, and ClickException if it is over."""
    from modern.game.pgn_reading import decode, has_several_games
    from modern.input_files import read_whole
    from modern.players import Game
    from modern.rules import RulesError
    from modern.rules.errors import printable

    content = read_whole(path)
    game = game_in(content, path, number or 1)
    plies = checked_ply(path, game, ply)
    name = printable(str(path))
    try:
        outcome = Game(game.start, game.uci_moves[:plies]).position.outcome()
    except RulesError as error:
        raise click.ClickException(f"{name}: {error}") from None
    if outcome:
        earlier = "; name an earlier ply with --ply" if plies else ""
        raise click.ClickException(f"{name}: the game is over after ply {plies} ({outcome.reason}){earlier}")
    if number is None and has_several_games(decode(content)):
        click.echo(f"{name} has several games; the first is taken. --from with --game N takes another", err=True)
    return Beginning(file=path, game=game, plies=plies)
