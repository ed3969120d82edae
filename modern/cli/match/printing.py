"""What `gosub match` and `gosub tournament` print: the results while they play, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from modern.build import build_mode
from modern.cli.output import console, cursor_restored_on_suspend, new_table, print_table, process_count
from modern.game.game import BLACK, WHITE
from modern.match.crosstable import DRAWN
from modern.match.ratings import Ratings
from modern.match.result import match_lines, tournament_lines
from modern.match.tournament import Tournament
from modern.rules.errors import printable


@contextmanager
def progress(tournament: Tournament) -> Iterator[Callable[[], None]]:
    """Shows the games played and the results so far on standard error, if that is a terminal.

    Yields a function to call after each game.
    """
    errors = Console(stderr=True, highlight=False, markup=False)
    if not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        *(TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()),
        console=errors,
    )
    task = bar.add_task("", total=tournament.total_games, completed=tournament.earlier_games)

    def render() -> RenderableType:
        return Group(bar, *_results_so_far(tournament)) if tournament.games_counted else bar

    with (
        Live(render(), console=errors, transient=True, refresh_per_second=4) as live,
        cursor_restored_on_suspend(errors),
    ):

        def show() -> None:
            bar.update(task, completed=tournament.games_counted)
            live.update(render())

        yield show


def _results_so_far(tournament: Tournament) -> Sequence[RenderableType]:
    if tournament.options.is_match:
        return [_players_of_match(tournament), *match_lines(tournament)]
    return [_crosstable_so_far(tournament)]


def print_result(tournament: Tournament, seconds: float, to_stderr: bool) -> None:
    """Prints the result; `seconds` is the time that this run took."""
    out = console(to_stderr)
    is_match, played = tournament.options.is_match, tournament.games_counted
    if played:
        for table in _tables_of_match(tournament) if is_match else _tables_of_tournament(tournament):
            print_table(out, table, any_width=not is_match)
            click.echo(err=out.stderr)
        for line in match_lines(tournament) if is_match else tournament_lines(tournament):
            click.echo(line, err=out.stderr)
    games = "1 game" if played == 1 else f"{played} games"
    if not is_match and not tournament.complete:
        games = f"{played} of {tournament.total_games} games"
    click.echo(f"{games} played ({_how_played(tournament, seconds)})", err=out.stderr)


def _how_played(tournament: Tournament, seconds: float) -> str:
    """Returns how games were played, as phrases separated by commas."""
    options = tournament.options
    phrases = [
        str(options.time_setting),
        options.openings.name,
        str(options.adjudication),
        f"{tournament.earlier_games} played earlier" if tournament.earlier_games else "",
        f"{seconds:.1f} s",
        build_mode(),
        options.cluster or process_count(options.jobs),
    ]
    return ", ".join(filter(None, phrases))


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f}"


# The tables of a match.


def _tables_of_match(match: Tournament) -> Sequence[Table]:
    return _players_of_match(match), _endings_by_player(match)


def _players_of_match(match: Tournament) -> Table:
    rows = new_table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds per move")
    table = match.crosstable
    for player, (letter, name) in enumerate(zip("AB", _names_in_match(match), strict=True)):
        tally = table.total(player)
        figures = f"{tally.points:g}", str(tally.won), str(tally.drawn), str(tally.lost)
        rows.add_row(letter, name, *figures, _seconds(table.seconds_per_move(player)))
    return rows


def _names_in_match(match: Tournament) -> Sequence[str]:
    """Returns what the players call themselves; two of one program are named with their options, to tell them apart."""
    specs = match.options.spec(0), match.options.spec(1)
    if specs[0].name == specs[1].name:
        return [printable(str(spec)) for spec in specs]
    return match.crosstable.names


def _endings_by_player(match: Tournament) -> Table:
    endings = match.crosstable.endings_by_player
    rows = new_table("ended by", ">A wins", ">B wins", ">drawn")
    for reason in sorted({reason for reason, _ in endings}):
        rows.add_row(reason, *(str(endings[reason, winner] or "-") for winner in (0, 1, None)))
    return rows


# The tables of a tournament.


def _tables_of_tournament(tournament: Tournament) -> Sequence[Table]:
    ratings = tournament.ratings()
    return (
        _ratings_table(tournament, ratings),
        _players_against_players(tournament, ratings, "points against", _points(tournament)),
        _players_against_players(tournament, ratings, "% likely stronger than", _superiority(ratings)),
        _endings_by_colour(tournament),
    )


def _crosstable_so_far(tournament: Tournament) -> Table:
    """Returns the players by rating, with their points against each other."""
    ratings = tournament.ratings()
    ranking = ratings.ranking()
    rows = new_table(">", "player", ">Elo", ">+-", ">points", ">games", *(f">{n}" for n, _ in enumerate(ranking, 1)))
    points = _points(tournament)
    for place, player in enumerate(ranking, 1):
        rating, tally = ratings.rating(player), tournament.crosstable.total(player)
        against = ["" if player == other else points(player, other) for other in ranking]
        figures = str(round(rating.value)), f"{rating.error:.0f}", f"{tally.points:g}", str(tally.games)
        rows.add_row(str(place), tournament.options.players[player], *figures, *against)
    return rows


def _ratings_table(tournament: Tournament, ratings: Ratings) -> Table:
    table, ranking = tournament.crosstable, ratings.ranking()
    rows = new_table(
        *(">", "player", ">Elo", ">+-", ">points", ">games", ">won", ">drawn", ">lost", ">% stronger than the next"),
        ">seconds per move",
    )
    for place, player in enumerate(ranking, 1):
        rating, tally = ratings.rating(player), table.total(player)
        stronger = "" if place == len(ranking) else f"{100 * ratings.superiority(player, ranking[place]):.1f}"
        rows.add_row(
            *(str(place), tournament.options.players[player], str(round(rating.value)), f"{rating.error:.0f}"),
            *(f"{tally.points:g}", str(tally.games), str(tally.won), str(tally.drawn), str(tally.lost)),
            *(stronger, _seconds(table.seconds_per_move(player))),
        )
    return rows


def _players_against_players(
    tournament: Tournament, ratings: Ratings, title: str, figure: Callable[[int, int], str]
) -> Table:
    """Returns a table with a row and a column for each player, the strongest first."""
    ranking = ratings.ranking()
    rows = new_table(">", title, *(f">{place}" for place, _ in enumerate(ranking, 1)))
    for place, player in enumerate(ranking, 1):
        figures = ["" if player == other else figure(player, other) for other in ranking]
        rows.add_row(str(place), tournament.options.players[player], *figures)
    return rows


def _points(tournament: Tournament) -> Callable[[int, int], str]:
    """Returns a function that says how many points of how many games a player has against another."""

    def points(player: int, other: int) -> str:
        tally = tournament.crosstable.against(player, other)
        return f"{tally.points:g} of {tally.games}" if tally.games else "-"

    return points


def _superiority(ratings: Ratings) -> Callable[[int, int], str]:
    return lambda player, other: f"{100 * ratings.superiority(player, other):.1f}"


def _endings_by_colour(tournament: Tournament) -> Table:
    endings = tournament.crosstable.endings
    rows = new_table("ended by", ">White wins", ">Black wins", ">drawn")
    for reason in sorted({reason for reason, _ in endings}):
        rows.add_row(reason, *(str(endings[reason, winner] or "-") for winner in (WHITE, BLACK, DRAWN)))
    return rows
