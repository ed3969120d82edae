"""Plays the games of `gosub match` and `gosub tournament`, and prints the results so far and at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Final, TypeVar

import click
from click.core import ParameterSource
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from modern.cli.match.options import OPTION_FLAGS, Typed
from modern.cli.output import (
    LONG_WORK,
    carry_out,
    console,
    duration,
    exit_early,
    fitted,
    how_to_resume,
    interpreted_build,
    new_table,
    print_table,
    progress_with_results,
    write_json,
)
from modern.cli.shell import DASH, EXIT_FAILURE, echo
from modern.facts import counted
from modern.game.game import BLACK, WHITE, Game
from modern.match.crosstable import DRAWN
from modern.match.options import TournamentOptions
from modern.match.ratings import Ratings
from modern.match.result import match_lines, result_json, tournament_lines
from modern.match.schedule import ScheduledGame
from modern.match.tournament import PlayerOptionError, PlayerRefused, Tournament, workers_of
from modern.pages.tournament_pages import write_pages
from modern.rules.errors import printable
from modern.system import command_line

T = TypeVar("T")

#: The columns that are left out of a table in a narrow terminal, the first of them first.
DROPPABLE: Final = ("seconds per move", "% stronger than the next", "games", "lost", "drawn", "won")
#: An estimate that has changed by this factor is said again.
CHANGED: Final = 1.25
#: The columns beside the opponents in a table of players against players: blanks, the place and its blanks.
PLACE_COLUMNS: Final = 6


def play_and_print(ctx: click.Context, typed: Typed, options: TournamentOptions) -> None:
    """Plays a match or tournament, and prints and writes its result, also if it is interrupted."""
    games: dict[int, Game] = {}

    def keep(scheduled: ScheduledGame, game: Game) -> None:
        """Keeps a game if there will be pages."""
        if typed.html:
            games[scheduled.number] = game

    to_stderr = typed.json_file == DASH
    tournament = Tournament(options, typed.pgn, keep)
    used = workers_of(tournament, partial(echo, err=True))
    names_games = ctx.get_parameter_source("games") is ParameterSource.COMMANDLINE
    display = partial(progress, tournament, names_games)
    try:
        carry_out(tournament, options.jobs, resume=typed.resume, display=display, used=used)
    except PlayerOptionError as error:
        raise click.BadParameter(str(error), param_hint=OPTION_FLAGS[error.number]) from None
    except PlayerRefused as error:
        raise click.UsageError(str(error)) from None
    failure = tournament.failure
    if not tournament.games_counted and failure and not tournament.is_interrupted:
        raise click.ClickException(failure)
    print_result(tournament, to_stderr)
    _write(tournament, typed, games, bool(failure))
    exit_early(failure, _how_to_resume(ctx, options, typed.resume), to_stderr)
    if any(problem.is_loss for _, problem in options.openings.problems):
        ctx.exit(EXIT_FAILURE)


def _before_the_start(tournament: Tournament, names_games: bool) -> Iterator[str]:
    """Yields a warning if games will repeat others, and how long the games may take, if that is long.

    How soon a test ends is not known. With `names_games`, --games was typed.
    """
    options = tournament.options
    different, games = tournament.different_games(), tournament.total_games
    if different < games:
        yield (
            f"Warning: these players leave nothing to time or chance, so with these openings at most {different} of "
            f"the {games} games will be different, and equal games count once. More openings (--openings random:8, or "
            "a longer file) or thinking by time (--tc, --time) give more."
        )
    seconds = tournament.thinking_seconds()
    if seconds > LONG_WORK and not options.sprt:
        yield (
            f"If the players use all their time, this takes about {duration(seconds)}{interpreted_build()}; "
            "the first games will show." + ("" if names_games else f" For a short {options.task} type --games 2.")
        )


class RemainingTime:
    """Tells from the games so far how long the others will take, and again whenever that has changed.

    `games` is the number of games of this run, and `at_once` how many of them are played in parallel.
    """

    def __init__(self, games: int, at_once: int) -> None:
        self.games = games
        self.played = 0
        self._next = at_once
        self._said: float | None = None

    def after_game(self, seconds: float) -> str:
        """Returns a sentence after a game, `seconds` after the start; '' if there is nothing new to say.

        It looks after the first games, then each time that the number of games has doubled.
        """
        self.played += 1
        if self.played < self._next:
            return ""
        self._next = 2 * self.played
        total = seconds * self.games / self.played
        if total - seconds < LONG_WORK or (self._said and 1 / CHANGED < total / self._said < CHANGED):
            return ""
        is_correction, self._said = self._said is not None, total
        games = "game" if self.played == 1 else f"{self.played} games"
        words = "now seem to take" if is_correction else "will take"
        return f"By the first {games}, the others {words} about {duration(total - seconds)}."


def _write(tournament: Tournament, typed: Typed, games: Mapping[int, Game], is_partial: bool) -> None:
    """Writes the JSON and the pages. The result of a part is printed (-), but replaces no file."""
    if typed.json_file:
        write_json(typed.json_file, result_json(tournament), is_partial)
    if typed.html and not is_partial:
        write_pages(typed.html, tournament, games)
        echo(f"pages: {typed.html / 'index.html'}", err=typed.json_file == DASH)


def _how_to_resume(ctx: click.Context, options: TournamentOptions, journal: Path | None) -> str:
    """Returns the end of a message about an interruption: how to resume; a tournament says it with the words typed."""
    if options.is_match:
        return how_to_resume(journal)
    if journal is None:
        return "; its games are not saved: --resume FILE saves them"
    return f"; to resume: {ctx.command_path} {command_line(ctx.obj)}"


@contextmanager
def progress(tournament: Tournament, names_games: bool = False) -> Iterator[Callable[[int], None]]:
    """Prints the notes before the games. Then shows the games played and the results so far on standard error,
    if that is a terminal.

    It also shows how long the games will still take, by those so far; elsewhere it says so in lines.
    Yields a function to call after each game.
    """
    for line in _before_the_start(tournament, names_games):
        echo(line, err=True)
    errors = console(to_stderr=True)
    if not errors.is_terminal:
        start = time.perf_counter()
        remaining = RemainingTime(tournament.left, tournament.options.jobs)

        def say(number: int) -> None:
            line = remaining.after_game(time.perf_counter() - start)
            if line and not tournament.options.sprt:  # how soon a test ends is not known
                echo(line, err=True)

        yield say
        return
    columns: list[ProgressColumn] = [TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games")]
    columns.append(TimeElapsedColumn())
    if not tournament.options.sprt:
        columns += [TextColumn("still about"), TimeRemainingColumn()]
    with progress_with_results(columns, tournament.total_games, tournament.earlier_games) as update:

        def show(number: int = 0) -> None:
            results = _results_so_far(tournament, errors) if tournament.games_counted else ()
            update(tournament.games_counted, *results)

        show()
        yield show


def _results_so_far(tournament: Tournament, out: Console) -> Sequence[RenderableType]:
    if tournament.options.is_match:
        return [fitted(out, _players_of_match(tournament), DROPPABLE), *match_lines(tournament)]
    return [_crosstable_so_far(tournament, out)]


def print_result(tournament: Tournament, to_stderr: bool) -> None:
    """Prints the result."""
    out = console(to_stderr)
    is_match, played = tournament.options.is_match, tournament.games_counted
    if played:
        for table in _tables_of_match(tournament) if is_match else tables_of_tournament(tournament, out):
            print_table(out, table, DROPPABLE, any_width=not is_match)
            click.echo(err=out.stderr)
        for line in match_lines(tournament) if is_match else tournament_lines(tournament):
            echo(line, err=out.stderr)
    games = counted(played, "game")
    if not is_match and not tournament.complete:
        games = f"{played} of {tournament.total_games} games"
    echo(f"{games} played ({_how_played(tournament)})", err=out.stderr)


def _how_played(tournament: Tournament) -> str:
    """Returns how games were played, as phrases separated by commas."""
    options = tournament.options
    phrases = [
        str(options.time_setting),
        options.openings.name,
        str(options.adjudication),
        f"{tournament.earlier_games} played earlier" if tournament.earlier_games else "",
        f"{tournament.seconds:.1f} s",
        tournament.builds,
        options.cluster or counted(options.jobs, "process", "processes"),
    ]
    return ", ".join(filter(None, phrases))


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f}"


# The tables of a match.


def _tables_of_match(match: Tournament) -> Sequence[Table]:
    winners: dict[int | None, str] = {0: "A wins", 1: "B wins", None: "drawn"}
    return _players_of_match(match), _endings(match.crosstable.endings_by_player, winners)


def _players_of_match(match: Tournament) -> Table:
    rows = new_table("", "player", ">points", ">won", ">drawn", ">lost", ">seconds per move")
    table = match.crosstable
    for player, (letter, name) in enumerate(zip("AB", _names_in_match(match), strict=True)):
        tally = table.total(player)
        figures = f"{tally.points:g}", str(tally.won), str(tally.drawn), str(tally.lost)
        rows.add_row(letter, name, *figures, _seconds(table.seconds_per_move(player)))
    return rows


def _names_in_match(match: Tournament) -> Sequence[str]:
    """Returns the players' own names; two of one program are named with their options, to tell them apart."""
    specs = match.options.spec(0), match.options.spec(1)
    if specs[0].name == specs[1].name:
        return [printable(str(spec)) for spec in specs]
    return match.crosstable.names


# The tables of a tournament.


def tables_of_tournament(tournament: Tournament, out: Console) -> Sequence[Table]:
    """Returns the ratings, the players against each other, and the endings, as tables for a console."""
    ratings = tournament.ratings()
    return (
        _ratings_table(tournament, ratings),
        *_players_against_players(tournament, ratings, "points against", _points(tournament), out),
        *_players_against_players(tournament, ratings, "% likely stronger than", _superiority(ratings), out),
        _endings(tournament.crosstable.endings, {WHITE: "White wins", BLACK: "Black wins", DRAWN: "drawn"}),
    )


def _crosstable_so_far(tournament: Tournament, out: Console) -> Table:
    """Returns the players by rating, with their points against each other, as far as these fit in a terminal."""
    ratings = tournament.ratings()
    ranking = ratings.ranking()
    places = [str(place) for place, _ in enumerate(ranking, 1)]
    rows = new_table(">", "player", ">Elo", ">+-", ">points", ">games", *(f">{place}" for place in places))
    points, names = _points(tournament), tournament.names
    for place, player in enumerate(ranking, 1):
        rating, tally = ratings.rating(player), tournament.crosstable.total(player)
        against = ["" if player == other else points(player, other) for other in ranking]
        figures = str(round(rating.value)), f"{rating.error:.0f}", f"{tally.points:g}", str(tally.games)
        rows.add_row(str(place), names[player], *figures, *against)
    return fitted(out, rows, places[::-1])


def _ratings_table(tournament: Tournament, ratings: Ratings) -> Table:
    table, ranking, names = tournament.crosstable, ratings.ranking(), tournament.names
    rows = new_table(
        *(">", "player", ">Elo", ">+-", ">points", ">games", ">won", ">drawn", ">lost", ">% stronger than the next"),
        ">seconds per move",
    )
    for place, player in enumerate(ranking, 1):
        rating, tally = ratings.rating(player), table.total(player)
        stronger = "" if place == len(ranking) else f"{100 * ratings.superiority(player, ranking[place]):.1f}"
        rows.add_row(
            *(str(place), names[player], str(round(rating.value)), f"{rating.error:.0f}"),
            *(f"{tally.points:g}", str(tally.games), str(tally.won), str(tally.drawn), str(tally.lost)),
            *(stronger, _seconds(table.seconds_per_move(player))),
        )
    return rows


def _players_against_players(
    tournament: Tournament, ratings: Ratings, title: str, figure: Callable[[int, int], str], out: Console
) -> Iterator[Table]:
    """Yields a table with a row and a column for each player, the strongest first.

    In a terminal that is too narrow for all columns, there are several tables, each with some of the opponents.
    """
    ranking, names = ratings.ranking(), tournament.names
    figures = {(one, other): figure(one, other) for one, other in permutations(ranking, 2)}
    size = len(ranking)
    if out.is_terminal:
        beside = max(map(cell_len, (title, *names))) + PLACE_COLUMNS
        size = max(1, (out.width - beside) // (max(map(len, figures.values())) + 2))
    for start in range(0, len(ranking), size):
        opponents = [*enumerate(ranking, 1)][start : start + size]
        rows = new_table(">", title, *(f">{place}" for place, _ in opponents))
        for place, player in enumerate(ranking, 1):
            rows.add_row(str(place), names[player], *(figures.get((player, other), "") for _, other in opponents))
        yield rows


def _points(tournament: Tournament) -> Callable[[int, int], str]:
    """Returns a function that says how many points of how many games a player has against another."""

    def points(player: int, other: int) -> str:
        tally = tournament.crosstable.against(player, other)
        return f"{tally.points:g} of {tally.games}" if tally.games else "-"

    return points


def _superiority(ratings: Ratings) -> Callable[[int, int], str]:
    return lambda player, other: f"{100 * ratings.superiority(player, other):.1f}"


def _endings(counts: Mapping[tuple[str, T], int], winners: Mapping[T, str]) -> Table:
    """Returns how many games ended in each way; `winners` are the titles of the columns by who won."""
    rows = new_table("ended by", *(f">{title}" for title in winners.values()))
    for reason in sorted({reason for reason, _ in counts}):
        rows.add_row(reason, *(str(counts.get((reason, winner)) or "-") for winner in winners))
    return rows
