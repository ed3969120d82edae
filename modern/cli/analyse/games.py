"""Goes through the games of a PGN file, and prints what a player finds in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.analyse.files import Outputs, analyst_of, write_outputs
from modern.cli.files import DASH
from modern.cli.player_name import depth_ignored
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from modern.analysis.game_analysis import GameAnalysis
    from modern.cli.analyse.options import AnalysisOptions
    from modern.game.pgn_reading import PgnGame
    from modern.players import Player


@dataclass
class AnalysedGame:
    """A game of a file with its number, from 1, the text of its PGN, and its analysis."""

    number: int
    game: PgnGame
    text: str
    analysis: GameAnalysis

    @property
    def title(self) -> str:
        """The names of the players and the result: `Anna - Bert, 1-0`."""
        from modern.game.pgn_text import header_value

        known = {name: header_value(text) for name, text in self.game.headers.items() if text not in ("", "?")}
        return f"{known.get('White', 'White')} - {known.get('Black', 'Black')}, {known.get('Result', '*')}"


@dataclass
class GamesOfFile:
    """The games of a file: how many it has, those that have been analysed so far, and why others cannot be read.

    `failure` is why the analysis ended early, '' if it did not.
    """

    count: int
    analysed: list[AnalysedGame] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    failure: str = ""


def analyse_games(
    ctx: click.Context, file: Path, number: int | None, options: AnalysisOptions, outputs: Outputs
) -> None:
    """Analyses the games of a file, or one of them, and prints each when it is done.

    If Ctrl-C or a failing player ends it early, it prints what it has found, and files get the games that are finished.
    Games that cannot be read are reported, and the exit code is then 1. Raises PlayerError and OSError.
    """
    from modern.cli.analyse.printing import print_game
    from modern.cli.output import console
    from modern.jobs.workers import INTERRUPTED
    from modern.players import player_named

    found = list(_games_in(file, number))
    outputs.check(len(found))
    games = GamesOfFile(len(found))
    out = console(to_stderr=DASH in outputs)
    with closing(player_named(options.player)) as player:
        if options.depth is not None and player.has_own_depth:
            click.echo(depth_ignored(player.name, player.depth), err=out.stderr)
        for game in found:
            if isinstance(game, str):
                games.unreadable.append(game)
                click.echo(f"{name_of(file)}: {game}", err=True)
                continue
            games.failure = _run(player, game, options, len(found))
            if games.analysed:
                click.echo(err=out.stderr)
            games.analysed.append(game)
            print_game(out, game, player.score_note)
            if games.failure:
                break
        written = write_outputs(games, outputs, options, analyst_of(player, options))
    if games.failure:
        wanted = any(path and path != DASH for path in outputs)
        which = "the games that are finished are written" if written else "no file has been written"
        reason = f"{games.failure}{f': {which}' if wanted else ''}"
        if games.failure != INTERRUPTED:
            raise click.ClickException(reason)
        click.echo(reason, err=True)
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(1 if games.unreadable else 0)


def name_of(file: Path) -> str:
    """Returns the name of a file for messages."""
    from modern.rules.errors import printable

    return "standard input" if file == DASH else printable(str(file))


def _games_in(file: Path, number: int | None) -> Iterator[AnalysedGame | str]:
    """Yields the games of a file, or the one with a number; for one that cannot be read, why. Raises RulesError."""
    from modern.analysis.game_analysis import GameAnalysis
    from modern.game.pgn_reading import PgnError, check_standard, decode, every_game, numbered_game
    from modern.input_files import read_to_end
    from modern.players import Game
    from modern.rules import RulesError

    name = name_of(file)
    with click.open_file(str(file), "rb") as opened:
        content = read_to_end(opened, file)
    try:
        text = decode(content)
        games = list(every_game(text)) if number is None else [numbered_game(text, number)]
        if not games:
            raise PgnError("no game in the file")
    except PgnError as error:
        raise click.ClickException(f"{name}: {error}") from None
    for index, (game, its_text) in enumerate(games, number or 1):
        try:
            check_standard(game, its_text)
            yield AnalysedGame(index, game, its_text, GameAnalysis(Game(game.start, game.uci_moves)))
        except (PgnError, RulesError) as error:
            if len(games) == 1:
                raise click.ClickException(f"{name}: game {index}: {error}") from None
            yield f"game {index}: {error}"


def _run(player: Player, game: AnalysedGame, options: AnalysisOptions, count: int) -> str:
    """Lets a player go through a game, with a progress bar. Returns why it ended early, or ''."""
    from modern.cli.output import progress
    from modern.jobs.workers import INTERRUPTED
    from modern.players import PlayerError

    steps = game.analysis.run(player, options.depth, options.seconds, options.nodes)
    title = "analysing" if count == 1 else f"game {game.number} of {count}"
    player.new_game()
    try:
        with progress(steps, title, len(game.game.moves) + 1) as tracked:
            for _ in tracked:
                pass
    except KeyboardInterrupt:
        return INTERRUPTED
    except PlayerError as error:
        return str(error)
    return ""
