"""`gosub analyse`: the best lines of a position, or the mistakes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from modern.cli.analyse.options import AnalysisOptions
from modern.cli.files import DASH, FILE_OR_DASH, check_distinct
from modern.cli.number_range import SECONDS_TO_THINK, WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.position_text import POSITION
from modern.cli.shell import EXIT_INTERRUPTED

#: The default time to think about a position, and about each position of a game, in seconds.
DEFAULT_SECONDS = 5.0
SECONDS_IN_A_GAME = 0.5


@click.command(short_help="Analyse a position or a game with a player.")
@click.argument("fen", metavar="POSITION|GAME.pgn", type=POSITION)
@click.option("--player", "name", type=PLAYER, default="modern", show_default=True, metavar="NAME", help="The player.")
@click.option("--depth", metavar="PLIES", type=WholeNumberRange(1, 100), help="Search each position to this depth.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_TO_THINK,
    help=f"Think about a position for this long.  [default: {DEFAULT_SECONDS:g}, in a game {SECONDS_IN_A_GAME:g}, "
    "unless --depth or --nodes is given]",
)
@click.option("--nodes", metavar="N", type=WholeNumberRange(1), help="Search this many nodes of each position.")
@click.option(
    "--multipv", metavar="N", type=WholeNumberRange(1), default=1, show_default=True, help="The number of lines."
)
@click.option(
    "--terms", is_flag=True, help="Show the terms of the player's evaluation; for modern, of the hand-written one."
)
@click.option("--moves", metavar="MOVES", default="", help="Moves to make first: 'e4 e5' or 'e2e4 e7e5'.")
@click.option("--game", "number", metavar="N", type=WholeNumberRange(1), help="Game N of the file.  [default: all]")
@click.option("--pgn", metavar="FILE", type=FILE_OR_DASH, help="Write the game with evaluations, glyphs and lines.")
@click.option("--html", metavar="FILE", type=FILE_OR_DASH, help="Write a page of the game; of several games, a folder.")
@click.option("--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the figures of the game as JSON.")
@click.pass_context
def analyse(
    ctx: click.Context,
    fen: str,
    name: str,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    multipv: int,
    terms: bool,
    moves: str,
    number: int | None,
    pgn: Path | None,
    html: Path | None,
    json_file: Path | None,
) -> None:
    """Show the best lines that a player finds in a position, or go through a game and find its mistakes.

    POSITION is startpos, a FEN or an EPD, or a place in a game: GAME.pgn:22 is the position after 22 plies. GAME.pgn,
    or - for standard input, is a game: each move's score, the best line, inaccuracies, mistakes and blunders, and how
    accurately each side played. Ctrl-C ends it early, with what was found so far.
    """
    from modern.cli.typed_game import pgn_place, typed_game
    from modern.players import OptionError, PlayerError
    from modern.rules import RulesError

    place = (DASH, None) if fen == str(DASH) else pgn_place(fen)
    file = place[0] if place and place[1] is None else None
    if depth is None and seconds is None and nodes is None:
        seconds = SECONDS_IN_A_GAME if file else DEFAULT_SECONDS
    options = AnalysisOptions(name, depth, seconds, nodes)
    try:
        if file:
            only_of_positions = {"--multipv": multipv > 1, "--terms": terms, "--moves": bool(moves)}
            _refuse(only_of_positions, "is for a position: write GAME.pgn:PLY for one of a game")
            source = None if file == DASH else file
            check_distinct([("GAME.pgn", source), ("--pgn", pgn), ("--html", html), ("--json", json_file)])
            from modern.cli.analyse.files import Outputs
            from modern.cli.analyse.games import analyse_games

            analyse_games(ctx, file, number, options, Outputs(pgn, html, json_file))
            return
        only_of_games = {"--game": number, "--pgn": pgn, "--html": html, "--json": json_file}
        _refuse(
            {option: value is not None for option, value in only_of_games.items()}, "is for a game: expected GAME.pgn"
        )
        from modern.cli.analyse.position import analyse_position

        interrupted = analyse_position(typed_game(fen, moves), options, multipv, terms)
    except (RulesError, PlayerError, OptionError) as error:
        raise click.ClickException(str(error)) from None
    if interrupted:
        click.echo("interrupted")
        ctx.exit(EXIT_INTERRUPTED)


def _refuse(given: Mapping[str, bool], reason: str) -> None:
    """Raises UsageError for the first option that is given, with the reason why it cannot be."""
    for option, is_given in given.items():
        if is_given:
            raise click.UsageError(f"{option} {reason}")
