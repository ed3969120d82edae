"""Analyses a position, and prints the lines that a player finds, and the terms of its evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click
from rich.live import Live
from rich.table import Table

from modern.cli.options import depth_ignored
from modern.cli.output import MIN_MEASURABLE_SECONDS, console, cursor_restored_on_suspend, new_table, print_table
from modern.cli.shell import echo, reported
from modern.game.game import Game
from modern.limits import Limits
from modern.players import OptionError, Player, PlayerError, player_named
from modern.players.position_search import PositionSearch, analysis_limits
from modern.players.protocol import MULTI_PV
from modern.players.spec import is_outside
from modern.report import discard


def started(spec: str) -> Player:
    """Returns the player with a name. Raises BadParameter if it cannot be started, or has other options."""
    with reported(PlayerError, option="--player"):
        return player_named(spec)


def on_line(spec: str) -> Callable[[str], None]:
    """Returns the handler of the lines that a player shows: those of an outside program say that we wait for it."""
    return partial(echo, err=True) if is_outside(spec) else discard


def analyse_position(game: Game, name: str, limits: Limits, multipv: int, terms: bool) -> bool:
    """Prints the analysis of the last position of a game. Returns True if Ctrl-C ended it early.

    Raises PlayerError, and BadParameter if it cannot show that many lines.
    """
    with started(name) as player:
        if multipv > 1:
            with reported(OptionError, option="--multipv"):
                player.set_option(MULTI_PV, str(multipv))
        if terms:
            _print_terms(player, game)
        end = game.position.outcome() if not game.position.legal_moves() else None
        if end:
            echo(f"The game is over: {end.reason}, {end.result}.")
            return False
        return _print_search(player, game, limits, on_line(name))


def _print_terms(player: Player, game: Game) -> None:
    """Prints the terms of the static evaluation for both sides, in pawns. Raises ClickException if there are none."""
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
    echo(f"{player.name}: {note}\n" if note else "")


def _pawns(centipawns: int) -> str:
    return f"{centipawns / 100:.2f}"


def _print_search(player: Player, game: Game, limits: Limits, on_line: Callable[[str], None]) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    full_limits = analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes)
    search = PositionSearch(player, game, full_limits, on_line=on_line)
    try:
        with _live_table(search) as redraw:
            search.on_report = lambda _: redraw()
            search.run()
    except KeyboardInterrupt:
        return True
    finally:
        _print_result(search)
    return False


@contextmanager
def _live_table(search: PositionSearch) -> Iterator[Callable[[], None]]:
    """Shows the table on a terminal during the search. Yields a function that redraws it."""

    out = console()
    if not out.is_terminal:
        yield lambda: None
        return
    with Live(console=out, transient=True, auto_refresh=False) as live, cursor_restored_on_suspend(out):
        yield lambda: live.update(_table(search), refresh=True)


def _print_result(search: PositionSearch) -> None:
    """Prints the final table, the node count and the player's remarks."""
    if search.reports:
        print_table(console(), _table(search))
    elif search.decision:
        echo(f"{search.player.name} plays {search.decision.move} and gives no score")
    last = search.latest()
    if last and last.nodes:
        rate = f", {last.nodes / last.seconds:,.0f} a second" if last.seconds >= MIN_MEASURABLE_SECONDS else ""
        echo(f"{search.player.name}: {last.nodes:,} nodes in {last.seconds:.2f} s{rate}")
    for remark in search.remarks:
        echo(remark)
    if search.limits.depth is not None and search.player.has_own_depth:
        echo(depth_ignored(search.player.name, search.player.depth))


def _table(search: PositionSearch) -> Table:

    position = search.game.position
    rows = new_table(">", ">depth", f">for {position.side.capitalize()}", "line")
    for number, report in sorted(search.reports.items()):
        bound = {"lowerbound": " or more", "upperbound": " or less"}.get(report.bound, "")
        depth = f"{report.depth}/{report.seldepth}"
        rows.add_row(str(number), depth, f"{report.score}{bound}", position.variation_san(report.pv))
    return rows
