"""What `gosub tournament` prints: the crosstable while it plays, and the result."""

from __future__ import annotations

from collections.abc import Callable

import click
from rich.table import Table

from modern.cli.match.result import how_played
from modern.cli.output import console, new_table, print_table
from modern.game.game import BLACK, WHITE
from modern.match.crosstable import DRAWN
from modern.match.ratings import Ratings
from modern.match.tournament import Tournament
from modern.match.tournament_result import tournament_lines


def print_result(tournament: Tournament, seconds: float, to_stderr: bool) -> None:
    """Prints the result; `seconds` is the time that this run took."""
    out = console(to_stderr)
    options = tournament.options
    if tournament.games_counted:
        ratings = tournament.ratings()
        for table in (
            _ratings_table(tournament, ratings),
            _players_against_players(tournament, ratings, "points against", _points(tournament)),
            _players_against_players(tournament, ratings, "% likely stronger than", _superiority(ratings)),
            _endings_table(tournament),
        ):
            print_table(out, table, any_width=True)
            click.echo(err=out.stderr)
        for line in tournament_lines(tournament):
            click.echo(line, err=out.stderr)
    played = tournament.games_counted
    games = "1 game" if played == 1 else f"{played} games"
    if not tournament.complete:
        games = f"{played} of {tournament.total_games} games"
    how = how_played(options, tournament.earlier_games, seconds, options.cluster)
    click.echo(f"{games} played ({how})", err=out.stderr)


def crosstable_so_far(tournament: Tournament) -> Table:
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
        seconds = table.seconds_per_move(player)
        rows.add_row(
            *(str(place), tournament.options.players[player], str(round(rating.value)), f"{rating.error:.0f}"),
            *(f"{tally.points:g}", str(tally.games), str(tally.won), str(tally.drawn), str(tally.lost)),
            *(stronger, "-" if seconds is None else f"{seconds:.3f}"),
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


def _endings_table(tournament: Tournament) -> Table:
    endings = tournament.crosstable.endings
    rows = new_table("ended by", ">White wins", ">Black wins", ">drawn")
    for reason in sorted({reason for reason, _ in endings}):
        rows.add_row(reason, *(str(endings[reason, winner] or "-") for winner in (WHITE, BLACK, DRAWN)))
    return rows
