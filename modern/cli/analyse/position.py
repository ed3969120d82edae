"""Prints the lines that a player finds in one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from modern.cli.number_range import MIN_MEASURABLE_SECONDS
from modern.cli.player_name import depth_ignored

if TYPE_CHECKING:
    from rich.table import Table

    from modern.cli.analyse.options import AnalysisOptions
    from modern.players import Game, Player
    from modern.players.position_search import Analysis


def analyse_position(game: Game, options: AnalysisOptions, multipv: int, terms: bool) -> bool:
    """Prints the analysis of the last position of a game. Returns True if Ctrl-C ended it early.

    Raises PlayerError and OptionError.
    """
    from modern.players import player_named
    from modern.players.protocol import MULTI_PV

    with closing(player_named(options.player)) as player:
        if multipv > 1:
            player.set_option(MULTI_PV, str(multipv))
        if terms:
            _print_terms(player, game)
        end = game.position.outcome() if not game.position.legal_moves() else None
        if end:
            click.echo(f"The game is over: {end.reason}, {end.result}.")
            return False
        return _print_analysis(player, game, options)


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
    note = player.terms_note()
    click.echo(f"{player.name}: {note}\n" if note else "")


def _pawns(centipawns: int) -> str:
    return f"{centipawns / 100:.2f}"


def _print_analysis(player: Player, game: Game, options: AnalysisOptions) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    from modern.players.position_search import Analysis

    analysis = Analysis(player, game, options.limits(game.position))
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
        click.echo(depth_ignored(analysis.player.name, analysis.player.depth))


def _table(analysis: Analysis) -> Table:
    from modern.cli.output import new_table

    position = analysis.game.position
    rows = new_table(">", ">depth", f">for {position.side.capitalize()}", "line")
    for number, report in sorted(analysis.reports.items()):
        bound = {"lowerbound": " or more", "upperbound": " or less"}.get(report.bound, "")
        depth = f"{report.depth}/{report.seldepth}"
        rows.add_row(str(number), depth, f"{report.score}{bound}", position.variation_san(report.pv))
    return rows
