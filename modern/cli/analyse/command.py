"""`gosub analyse`: the best lines of a position, or the mistakes of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modern.cli.options import (
    DASH,
    FILE_OR_DASH,
    PLAYER,
    POSITION,
    SECONDS_TO_THINK,
    WholeNumberRange,
    check_distinct,
    depth_ignored,
)
from modern.cli.output import MIN_MEASURABLE_SECONDS
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from rich.table import Table

    from modern.engine.limits import Limits
    from modern.game.game import Game
    from modern.players import Player
    from modern.players.position_search import PositionSearch

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
    from modern.engine.limits import Limits
    from modern.players import OptionError, PlayerError
    from modern.rules import RulesError

    place = (DASH, None) if fen == str(DASH) else pgn_place(fen)
    file = place[0] if place and place[1] is None else None
    if depth is None and seconds is None and nodes is None:
        seconds = SECONDS_IN_A_GAME if file else DEFAULT_SECONDS
    limits = Limits(depth, nodes, seconds=seconds)
    try:
        if file:
            only_of_positions = {"--multipv": multipv > 1, "--terms": terms, "--moves": bool(moves)}
            _refuse(only_of_positions, "is for a position: write GAME.pgn:PLY for one of a game")
            source = None if file == DASH else file
            check_distinct([("GAME.pgn", source), ("--pgn", pgn), ("--html", html), ("--json", json_file)])
            from modern.cli.analyse.games import Outputs, analyse_games

            analyse_games(ctx, file, number, name, limits, Outputs(pgn, html, json_file))
            return
        only_of_games = {"--game": number, "--pgn": pgn, "--html": html, "--json": json_file}
        _refuse(
            {option: value is not None for option, value in only_of_games.items()}, "is for a game: expected GAME.pgn"
        )
        interrupted = _analyse_position(typed_game(fen, moves), name, limits, multipv, terms)
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


def _analyse_position(game: Game, name: str, limits: Limits, multipv: int, terms: bool) -> bool:
    """Prints the analysis of the last position of a game. Returns True if Ctrl-C ended it early.

    Raises PlayerError and OptionError.
    """
    from modern.players import player_named
    from modern.players.protocol import MULTI_PV

    with closing(player_named(name)) as player:
        if multipv > 1:
            player.set_option(MULTI_PV, str(multipv))
        if terms:
            _print_terms(player, game)
        end = game.position.outcome() if not game.position.legal_moves() else None
        if end:
            click.echo(f"The game is over: {end.reason}, {end.result}.")
            return False
        return _print_search(player, game, limits)


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


def _print_search(player: Player, game: Game, limits: Limits) -> bool:
    """Prints the lines that a player finds. Returns True if Ctrl-C ended the search early. Raises PlayerError."""
    from modern.players.position_search import PositionSearch, analysis_limits

    full_limits = analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes)
    search = PositionSearch(player, game, full_limits)
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
    from rich.live import Live

    from modern.cli.output import console, cursor_restored_on_suspend

    out = console()
    if not out.is_terminal:
        yield lambda: None
        return
    with Live(console=out, transient=True, auto_refresh=False) as live, cursor_restored_on_suspend(out):
        yield lambda: live.update(_table(search), refresh=True)


def _print_result(search: PositionSearch) -> None:
    """Prints the final table, the node count and the player's remarks."""
    from modern.cli.output import console, print_table

    if search.reports:
        out = console()
        if out.is_terminal:
            out.print(_table(search))  # its lines wrap in a narrow terminal
        else:
            print_table(out, _table(search))
    elif search.decision:
        click.echo(f"{search.player.name} plays {search.decision.move} and gives no score")
    last = search.latest()
    if last and last.nodes:
        rate = f", {last.nodes / last.seconds:,.0f} a second" if last.seconds >= MIN_MEASURABLE_SECONDS else ""
        click.echo(f"{search.player.name}: {last.nodes:,} nodes in {last.seconds:.2f} s{rate}")
    for remark in search.remarks:
        click.echo(remark)
    if search.limits.depth is not None and search.player.has_own_depth:
        click.echo(depth_ignored(search.player.name, search.player.depth))


def _table(search: PositionSearch) -> Table:
    from modern.cli.output import new_table

    position = search.game.position
    rows = new_table(">", ">depth", f">for {position.side.capitalize()}", "line")
    for number, report in sorted(search.reports.items()):
        bound = {"lowerbound": " or more", "upperbound": " or less"}.get(report.bound, "")
        depth = f"{report.depth}/{report.seldepth}"
        rows.add_row(str(number), depth, f"{report.score}{bound}", position.variation_san(report.pv))
    return rows
