"""Plays and shows the ladder: the programs of the museum, the engine of today and outside programs, in one rating list.

`python benchmarks/ladder.py play FOLDER` plays `gosub tournament` for one pairing after another, and saves the games in
FOLDER. It can be stopped at any time, and the same command resumes. First the players meet their neighbours and those
two places away in the order of RUNGS; then their neighbours in the order of the ratings so far, until every two
neighbours have played enough games. `python benchmarks/ladder.py report FOLDER` fits the ratings to all games and
writes the table and the picture of docs/ladder.md.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click
from matches import GOSUB

from modern.build import build_mode
from modern.cli.shell import run_and_exit
from modern.game.game import Game
from modern.jobs.journal import JournalError, entries_of
from modern.match.crosstable import Crosstable
from modern.match.journal import game_of
from modern.match.options import parse_anchor
from modern.match.ratings import Ratings, fit_ratings
from modern.match.schedule import Schedule
from modern.output_files import write_atomically
from modern.pictures.rating_chart import RatedName, rating_chart

TOP: Final = Path(__file__).parents[1]
DOCS: Final = TOP / "docs"
STOCKFISH: Final = "uci:/usr/games/stockfish"
GNUCHESS: Final = "uci:/usr/games/gnuchess --uci"


class Rung(NamedTuple):
    """A player of the ladder: its name as `gosub tournament` takes it, and what it is."""

    player: str
    what: str


#: The players, from the one expected to be the weakest to the strongest. The order decides only who meets first.
RUNGS: Final = (
    Rung("huo-tutorial[Stage=one-ply]", "the tutorial's first stage, one ply"),
    Rung("huo-tutorial[Stage=three-ply]", "the tutorial's second stage, three plies"),
    Rung("huo[Depth=1]", "Huo Chess, one ply"),
    Rung("huo-tutorial[Stage=minimax]", "the tutorial's third stage, minimax"),
    Rung("novice[Depth=2]", "the novice's engine, two plies"),
    Rung("huo[Depth=3]", "Huo Chess, three plies"),
    Rung("historic-selective", "the program of 1994, as its author wished it"),
    Rung("historic[Reading=recorded]", "the program of 1994, as recorded"),
    Rung("historic", "the program of 1994, as printed"),
    Rung("firstchess[Depth=3]", "FirstChess, three plies"),
    Rung("diablo[Depth=3]", "Diablo, three plies"),
    Rung("modern[Nodes=100]", "the engine of today, 100 nodes"),
    Rung("modern[UCI_Elo=800]", "the engine of today, limited"),
    Rung("modern[UCI_Elo=1200]", "the engine of today, limited"),
    Rung(f"{STOCKFISH}[UCI_Elo=1350]", "Stockfish at its lowest level"),
    Rung("modern[Nodes=1000]", "the engine of today, 1,000 nodes"),
    Rung("modern[UCI_Elo=1600]", "the engine of today, limited"),
    Rung(f"{STOCKFISH}[UCI_Elo=1700]", "Stockfish at a low level"),
    Rung("modern[UCI_Elo=2000]", "the engine of today, limited"),
    Rung(GNUCHESS, "GNU Chess"),
    Rung("modern[Nodes=10000]", "the engine of today, 10,000 nodes"),
)
ANCHOR: Final = f"{STOCKFISH}[UCI_Elo=1350]=1350"
#: Games between neighbours, and between players two places apart.
NEIGHBOUR_GAMES: Final = 40
SECOND_NEIGHBOUR_GAMES: Final = 10
#: After so many rounds of new neighbours the ladder is left as it is.
MAX_ROUNDS: Final = 6
#: The generated part of the page is between these lines.
BEGIN, END = "<!-- the ladder begins -->", "<!-- the ladder ends -->"
NEW_PAGE: Final = f"# The ladder\n\n{BEGIN}\n{END}\n"

Pairing = tuple[str, str]


def pairing_file(folder: Path, pairing: Pairing) -> Path:
    """Returns the journal of a pairing; the first player comes first in the alphabet."""
    words = ["".join(sign if sign.isalnum() else "-" for sign in player) for player in sorted(pairing)]
    return folder / f"{'--'.join(words)}.jsonl"


def tournament_command(folder: Path, pairing: Pairing, games: int, options: Sequence[str]) -> list[str]:
    """Returns the command that plays a pairing up to so many games."""
    journal = str(pairing_file(folder, pairing))
    return [GOSUB, "tournament", *sorted(pairing), "--games", str(games), *options, "--resume", journal]


def games_of(folder: Path, pairing: Pairing) -> list[tuple[int, Game]]:
    """Returns the complete games of a pairing with their numbers. Raises ClickException for a file of another form."""
    path = pairing_file(folder, pairing)
    try:
        return [game_of(entry) for entry in entries_of(path)[1:]] if path.exists() else []
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        what = f"{error}" if isinstance(error, JournalError) else f"{path} has no games in the form of this version"
        raise click.ClickException(f"{what}; play in a new folder") from None


def crosstable(folder: Path, players: Sequence[str]) -> Crosstable:
    """Returns the results of all games in the folder between these players."""
    table = Crosstable(len(players))
    number = {player: index for index, player in enumerate(players)}
    schedule = Schedule(2, NEIGHBOUR_GAMES)  # of a pairing: its first player has White in games with even numbers
    for index, player in enumerate(players):
        for other in players[index + 1 :]:
            first, second = sorted((player, other))
            for game_number, game in games_of(folder, (first, second)):
                scheduled = schedule.game(game_number)
                white, black = (number[(first, second)[player]] for player in (scheduled.white, scheduled.black))
                table.add(scheduled._replace(white=white, black=black), game)
    return table


def missing(
    order: Sequence[str], counts: Mapping[frozenset[str], int], games: Sequence[int]
) -> Iterator[tuple[Pairing, int]]:
    """Yields the pairings that have too few games, with the number they need: `games` for one place apart, two, ..."""
    for distance, needed in enumerate(games, 1):
        for player, other in zip(order, order[distance:], strict=False):
            if counts.get(frozenset((player, other)), 0) < needed:
                yield (player, other), needed


def game_counts(table: Crosstable, players: Sequence[str]) -> Counter[frozenset[str]]:
    """Returns the number of games of each two players."""
    return Counter(
        {
            frozenset((players[one], players[other])): table.against(one, other).games
            for one in table.players
            for other in table.players
            if one < other
        }
    )


def ranked(
    table: Crosstable, players: Sequence[str], anchor: tuple[int, float] | None = None
) -> tuple[Ratings, list[int]]:
    """Returns the ratings, and the numbers of the players from the weakest to the strongest."""
    ratings = fit_ratings(len(players), table.colour_results(), anchor)
    return ratings, ratings.ranking()[::-1]


def play_pairings(folder: Path, wanted: Sequence[tuple[Pairing, int]], options: Sequence[str]) -> None:
    """Plays pairings. Raises ClickException if one cannot be played; Ctrl-C ends with the games saved."""
    for number, (pairing, games) in enumerate(wanted, 1):
        command = tournament_command(folder, pairing, games, options)
        click.echo(f"{number} of {len(wanted)}: {shlex.join(command)}")
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        if code:
            raise click.ClickException("stopped; the same command resumes")


def rung_option(command: click.decorators.FC) -> click.decorators.FC:
    """Decorates a command with the option that replaces the players of the ladder."""
    return click.option(
        "--rung", "rungs", multiple=True, metavar="PLAYER", help="A player, instead of those of the ladder; repeat it."
    )(command)


@click.group()
def main() -> None:
    """Play the ladder in steps that can be interrupted, and make its page."""


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@rung_option
@click.option(
    "--games", type=click.IntRange(2), default=NEIGHBOUR_GAMES, show_default=True, help="Games of neighbours."
)
@click.option(
    "--second",
    type=click.IntRange(0),
    default=SECOND_NEIGHBOUR_GAMES,
    show_default=True,
    help="Games two places apart.",
)
@click.option("--pace", default="--time 0.1", show_default=True, help="Options of gosub tournament for all games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played in parallel.")
def play(folder: Path, rungs: tuple[str, ...], games: int, second: int, pace: str, jobs: int) -> None:
    """Play the games that are still missing."""
    players = rungs or tuple(rung.player for rung in RUNGS)
    folder.mkdir(parents=True, exist_ok=True)
    options = [*shlex.split(pace), "--jobs", str(jobs)]
    order: Sequence[str] = players
    for _ in range(MAX_ROUNDS):
        counts = game_counts(crosstable(folder, players), players)
        wanted = list(missing(order, counts, (games, second)))
        if not wanted and order is not players:
            break
        play_pairings(folder, wanted, options)
        order = [players[number] for number in ranked(crosstable(folder, players), players)[1]]
    click.echo(f"the ladder is complete: python benchmarks/ladder.py report {folder}")


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@rung_option
@click.option("--anchor", default=ANCHOR, show_default=True, metavar="PLAYER=ELO", help="Give a player this Elo.")
@click.option(
    "--page", type=click.Path(path_type=Path), default=DOCS / "ladder.md", help="The page.  [default: docs/ladder.md]"
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    default=DOCS / "pictures" / "ladder.svg",
    help="The picture.  [default: docs/pictures/ladder.svg]",
)
@click.option("--machine", default=f"{platform.machine()}, {build_mode()}", show_default=True, help="The machine.")
def report(folder: Path, rungs: tuple[str, ...], anchor: str, page: Path, picture: Path, machine: str) -> None:
    """Write the table and the picture of the ratings of the games in FOLDER."""
    players = rungs or tuple(rung.player for rung in RUNGS)
    try:
        anchored = parse_anchor(players, anchor)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--anchor") from None
    table = crosstable(folder, players)
    if not table.games:
        raise click.ClickException(f"{folder} has no games of these players; play them first")
    ratings, order = ranked(table, players, anchored)
    rated = [RatedName(players[player], *ratings.rating(player)) for player in reversed(order)]
    text = page.read_text(encoding="utf-8") if page.exists() else NEW_PAGE
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise click.ClickException(f"{page} has no place for the ladder; expected the lines {BEGIN} and {END}")
    day = time.strftime("%-d %B %Y")
    made_by = f"Made on {day} ({machine}) by `python benchmarks/ladder.py`, from {table.games} games."
    lines = [
        made_by,
        "",
        f"![{len(players)} players, from the weakest to the strongest]({picture_link(page, picture)})",
        "",
    ]
    lines += [*table_lines(table, ratings, order, players), "", f"`{anchor.rpartition('=')[0]}` is the anchor."]
    write_atomically(picture, rating_chart(rated, "The ladder: Elo with 95 % intervals"))
    write_atomically(page, "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"]))
    click.echo(f"{page} and {picture}: {len(players)} players, {table.games} games")


def picture_link(page: Path, picture: Path) -> str:
    """Returns the picture's path from the page."""
    return Path(os.path.relpath(picture, page.parent)).as_posix()


def table_lines(table: Crosstable, ratings: Ratings, order: Sequence[int], players: Sequence[str]) -> Iterator[str]:
    """Yields a Markdown table of the players, from the weakest to the strongest, with their neighbours' results."""
    what = {rung.player: rung.what for rung in RUNGS}
    yield "| | player | what it is | Elo | +- | games | won, drawn, lost against the one above | moves by the arbiter |"
    yield "|---|---|---|---|---|---|---|---|"
    for place, player in enumerate(order):
        rating, total = ratings.rating(player), table.total(player)
        above = table.against(player, order[place + 1]) if place + 1 < len(order) else None
        results = ", ".join(map(str, above)) if above and above.games else ""
        share = f"{100 * table.interventions[player] / max(table.moves[player], 1):.1f} %"
        name = f"`{players[player]}`"
        yield (
            f"| {len(order) - place} | {name} | {what.get(players[player], '')} | {rating.value:.0f} "
            f"| {rating.error:.0f} | {total.games} | {results} | {share if table.interventions[player] else ''} |"
        )


if __name__ == "__main__":
    run_and_exit(main, "ladder.py")
