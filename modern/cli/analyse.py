"""`gosub analyse`: a player analyses a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from modern.cli.number_range import MIN_MEASURABLE_SECONDS, SECONDS_TO_THINK, WholeNumberRange
from modern.cli.player_name import PLAYER
from modern.cli.position_text import POSITION
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from rich.table import Table

    from modern.players import Game, Player
    from modern.players.analysis import Analysis

#: The default time to think, in seconds.
DEFAULT_SECONDS = 5.0


@click.command(short_help="Analyse a position with a player.")
@click.argument("fen", metavar="POSITION", type=POSITION)
@click.option("--player", "name", type=PLAYER, default="modern", show_default=True, metavar="NAME", help="The player.")
@click.option("--depth", metavar="PLIES", type=WholeNumberRange(1, 100), help="Search to this depth.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_TO_THINK,
    help="Think for this long.  [default: 5, unless --depth is given]",
)
@click.option(
    "--multipv", metavar="N", type=WholeNumberRange(1), default=1, show_default=True, help="The number of lines."
)
@click.option("--terms", is_flag=True, help="Show the terms of the player's static evaluation.")
@click.option("--moves", metavar="MOVES", default="", help="Moves to make first: 'e4 e5' or 'e2e4 e7e5'.")
@click.pass_context
def analyse(
    ctx: click.Context,
    fen: str,
    name: str,
    depth: int | None,
    seconds: float | None,
    multipv: int,
    terms: bool,
    moves: str,
) -> None:
    """Show the best lines that a player finds in a position. Ctrl-C ends the search early.

    POSITION is startpos, a FEN or an EPD, or a place in a game: GAME.pgn:22 is the position after 22 plies.
    """
    from modern.cli.typed_game import typed_game
    from modern.players import OptionError, PlayerError, player_named
    from modern.players.protocol import MULTI_PV
    from modern.rules import RulesError

    if depth is None and seconds is None:
        seconds = DEFAULT_SECONDS
    interrupted = False
    try:
        game = typed_game(fen, moves)
        with closing(player_named(name)) as player:
            if multipv > 1:
                player.set_option(MULTI_PV, str(multipv))
            if terms:
                _print_terms(player, game)
            end = game.position.outcome() if not game.position.legal_moves() else None
            if end:
                click.echo(f"The game is over: {end.reason}, {end.result}.")
            else:
                interrupted = _print_analysis(player, game, depth, seconds)
    except (RulesError, PlayerError, OptionError) as error:
        raise click.ClickException(str(error)) from None
    if interrupted:
        click.echo("interrupted")
        ctx.exit(EXIT_INTERRUPTED)


def _print_terms(player: Player, game: Game) -> None:
    """Prints the terms of the static evaluation for both sides, in pawns. Raises ClickException if there are none."""
    from modern.cli.output import console, new_table, print_table

    terms = player.terms(game)
    if not terms:
        raise click.ClickException(f"{player.name} does not report the terms of its evaluation")
    rows = new_table("term", ">White", ">Black")
    for term in terms:
        rows.add_row(term.name, _pawns(term.white), _pawns(term.black))
    rows.add_section()
    rows.add_row("total", _pawns(sum(term.white for term in terms)), _pawns(sum(term.black for term in terms)))
    print_table(console(), rows)
    click.echo()


def _pawns(centipawns: int) -> str:
    return f"{centipawns / 100:.2f}"


def _print_analysis(player: Player, game: Game, depth: int | None, seconds: float | None) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    from modern.players.analysis import Analysis, analysis_limits

    analysis = Analysis(player, game, analysis_limits(game.position, depth, seconds))
    try:
        with _live_table(analysis) as redraw:
            analysis.run(redraw)
    except KeyboardInterrupt:
        return True
    finally:
        _print_result(analysis)
    return False


@contextmanager
def _live_table(analysis: Analysis) -> Iterator[Callable[[], None]]:
    """Shows the table on a terminal during the search. Yields a function that redraws it."""
    from rich.live import Live

    from modern.cli.output import console, cursor_restored_on_suspend

    out = console()
    if not out.is_terminal:
        yield lambda: None
        return
    with Live(console=out, transient=True, auto_refresh=False) as live, cursor_restored_on_suspend(out):
        yield lambda: live.update(_table(analysis), refresh=True)


def _print_result(analysis: Analysis) -> None:
    """Prints the final table, the node count and the player's notes."""
    from modern.cli.output import console, print_table

    if analysis.reports:
        out = console()
        if out.is_terminal:
            out.print(_table(analysis))  # its lines wrap in a narrow terminal
        else:
            print_table(out, _table(analysis))
    elif analysis.decision:
        click.echo(f"{analysis.player.name} plays {analysis.decision.move} and gives no score")
    last = analysis.latest()
    if last and last.nodes:
        rate = f", {last.nodes / last.seconds:,.0f} a second" if last.seconds >= MIN_MEASURABLE_SECONDS else ""
        click.echo(f"{analysis.player.name}: {last.nodes:,} nodes in {last.seconds:.2f} s{rate}")
    for note in analysis.notes:
        click.echo(note)
    if analysis.limits.depth is not None and analysis.player.has_own_depth:
        click.echo(f"{analysis.player.name} ignores --depth: it searches {analysis.player.depth}")


def _table(analysis: Analysis) -> Table:
    from modern.cli.output import new_table

    position = analysis.game.position
    rows = new_table(">", ">depth", f">for {position.side.capitalize()}", "line")
    for number, report in sorted(analysis.reports.items()):
        bound = {"lowerbound": " or more", "upperbound": " or less"}.get(report.bound, "")
        depth = f"{report.depth}/{report.seldepth}"
        rows.add_row(str(number), depth, f"{report.score}{bound}", position.variation_san(report.pv))
    return rows
