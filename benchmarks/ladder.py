"""Plays and shows the ladder: the programs of the museum, the levels of `modern` and outside programs in one list.

`python benchmarks/ladder.py play FOLDER` plays `gosub tournament` for one pairing after another, and saves the games in
FOLDER. It can be stopped at any time, and the same command resumes. Players that need no clock meet their neighbours,
those two places away, and the next strengths of the same program, in many games. Programs whose strength depends on
their time have a second a move, and meet only the players without a clock that are closest to them, in fewer games. The
first order is that of RUNGS; then it is that of the ratings so far, until no pairing is missing. `python
benchmarks/ladder.py report FOLDER` fits the ratings to all games and to the public ratings of some programs, and writes
the tables and the picture of docs/measurements/ladder.md.
"""

from __future__ import annotations

import csv
import io
import math
import os
import platform
import shlex
import subprocess
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
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
from modern.match.ratings import ColourResults, KnownElo, Ratings, Results, fit_ratings
from modern.match.schedule import Schedule
from modern.output_files import write_atomically
from modern.pictures.rating_chart import RatedName, rating_chart
from modern.players.levels import NAMED_LEVELS
from modern.players.spec import parse_spec

TOP: Final = Path(__file__).parents[1]
DOCS: Final = TOP / "docs"


class Rung(NamedTuple):
    """A player of the ladder.

    `player`      its name as `gosub tournament` takes it.
    `what`        what it is.
    `has_clock`   True if its strength depends on the time that it has.
    `known`       its public rating, with the uncertainty that it has under our conditions; None if it has none.
    `source`      where that rating is from.
    """

    player: str
    what: str
    has_clock: bool = False
    known: KnownElo | None = None
    source: str = ""


def stockfish(nodes: int) -> Rung:
    """Returns Stockfish with this many nodes for a move."""
    return Rung(f"uci:/usr/games/stockfish[Nodes={nodes}]", f"Stockfish 15.1, {nodes:,} nodes")


def limited_stockfish(elo: int, nodes: int) -> Rung:
    """Returns Stockfish at a strength that it limits itself, with nodes for the depth at which it then chooses."""
    name = f"uci:/usr/games/stockfish[UCI_Elo={elo},Nodes={nodes}]"
    source = "Stockfish's own scale for `UCI_Elo`, made at 60 s + 0.6 s and anchored to CCRL 40/4"
    return Rung(name, f"Stockfish 15.1, limited to {elo}", known=KnownElo(elo, 150), source=source)


def level(elo: int) -> Rung:
    """Returns the level of `modern` that has an Elo."""
    return Rung(f"modern[UCI_Elo={elo}]", next(str(one) for one in NAMED_LEVELS if one.elo == elo))


#: The players, from the one expected to be the weakest to the strongest. The order decides only who meets first.
RUNGS: Final = (
    Rung("random", "any legal move"),
    Rung("huo-tutorial[Stage=one-ply]", "the tutorial's first stage, one ply"),
    Rung("huo-tutorial[Stage=three-ply]", "the tutorial's second stage, three plies"),
    Rung("firstchess[Depth=3]", "FirstChess, three plies"),
    Rung("huo[Depth=1]", "Huo Chess, one ply"),
    Rung("novice[Depth=2]", "the novice's engine, two plies"),
    level(400),
    Rung("historic-selective", "the 1994 program, as its author wished it"),
    Rung("huo-tutorial[Stage=minimax]", "the tutorial's third stage, minimax"),
    level(600),
    Rung("historic[Reading=recorded]", "the 1994 program, as recorded"),
    Rung("historic", "the 1994 program, as printed"),
    Rung("huo[Depth=3]", "Huo Chess, three plies"),
    level(800),
    level(1000),
    Rung("modern[Nodes=100]", "today's engine, 100 nodes"),
    level(1200),
    limited_stockfish(1350, 1000),
    Rung("diablo[Depth=3]", "Diablo, three plies"),
    level(1400),
    limited_stockfish(1700, 3000),
    stockfish(100),
    level(1600),
    stockfish(300),
    Rung(
        "xboard:/usr/games/hoichess --norc --initcmd 'hash size 16M'",
        "HoiChess 0.22.0, a second",
        True,
        KnownElo(1798, 60),
        "CCRL Blitz, HoiChess 0.22.0: 1798",
    ),
    level(1900),
    Rung("modern[Nodes=1000]", "today's engine, 1,000 nodes"),
    limited_stockfish(2000, 12_000),
    stockfish(1000),
    Rung("modern[Nodes=10000]", "today's engine, 10,000 nodes"),
    stockfish(3000),
    level(2200),
    Rung(
        "xboard:/usr/games/phalanx -b- -l-",
        "Phalanx XXV, a second",
        True,
        KnownElo(2627, 60),
        "CCRL 40/15 and Blitz, Phalanx XXV: 2610 and 2644",
    ),
    stockfish(5000),
    stockfish(10_000),
    Rung(
        "uci:/usr/games/gnuchess --uci[OwnBook=false]",
        "GNU Chess 6.2.7, a second",
        True,
        KnownElo(2760, 100),
        "CCRL 40/15, GNU Chess 5.60: 2824, and Fruit 2.1, from which its engine comes: 2694",
    ),
    Rung(
        "uci:/usr/games/glaurung[OwnBook=false,Threads=1]",
        "Glaurung 2.2, a second",
        True,
        KnownElo(2793, 60),
        "CCRL 40/15, Glaurung 2.2 64-bit: 2793",
    ),
    Rung("modern", "level 10, full: today's engine, a second", True),
    stockfish(30_000),
)
#: Games between neighbours without a clock; those two places apart play half of them.
GAMES: Final = 100
#: Games of a player with a clock against each of this many neighbours below it, and above it.
CLOCK_GAMES: Final = 8
CLOCK_NEIGHBOURS: Final = 1
#: In the first round, whose order is a guess, a player with a clock plays no more than this.
FIRST_CLOCK_GAMES: Final = 2
#: The options of all games, and those of games with a player that has a clock.
OPENINGS: Final = ("--openings", "random:4")
CLOCK_OPTIONS: Final = ("--time", "1", "--draw", "40", "8", "10", "--resign", "4", "600")
#: After this many rounds of new neighbours the ladder is left as it is.
MAX_ROUNDS: Final = 6
#: The generated part of the page is between these lines.
BEGIN, END = "<!-- the ladder begins -->", "<!-- the ladder ends -->"
NEW_PAGE: Final = f"# The ladder\n\n{BEGIN}\n{END}\n"
WHAT: Final = {rung.player: rung.what for rung in RUNGS}
CLOCKED: Final = frozenset(rung.player for rung in RUNGS if rung.has_clock)

Pairing = tuple[str, str]


def pairing_file(folder: Path, pairing: Pairing) -> Path:
    """Returns the journal of a pairing; the first player comes first in the alphabet."""
    words = ["".join(sign if sign.isalnum() else "-" for sign in player) for player in sorted(pairing)]
    return folder / f"{'--'.join(words)}.jsonl"


def tournament_command(folder: Path, pairing: Pairing, games: int, jobs: int = 1) -> list[str]:
    """Returns the command that plays a pairing up to this many games. Each pairing has openings of its own."""
    names = sorted(pairing)
    seed = str(zlib.crc32("--".join(names).encode()))
    options = [*OPENINGS, "--seed", seed, *(CLOCK_OPTIONS if CLOCKED & set(pairing) else ()), "--jobs", str(jobs)]
    journal = str(pairing_file(folder, pairing))
    return [GOSUB, "tournament", *names, "--games", str(games), *options, "--resume", journal]


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
    schedule = Schedule(2, GAMES)  # of a pairing: its first player has White in games with even numbers
    for index, player in enumerate(players):
        for other in players[index + 1 :]:
            first, second = sorted((player, other))
            for game_number, game in games_of(folder, (first, second)):
                scheduled = schedule.game(game_number)
                white, black = (number[(first, second)[player]] for player in (scheduled.white, scheduled.black))
                table.add(scheduled._replace(white=white, black=black), game)
    return table


def missing(
    order: Sequence[str], counts: Mapping[frozenset[str], int], games: int, clock_games: int
) -> Iterator[tuple[Pairing, int]]:
    """Yields the pairings that have too few games, with the number that they need; those with a clock at the end.

    Neighbours are those in the order of all players, and of all players that are one program at several strengths.
    """
    free = [player for player in order if player not in CLOCKED]
    needed = dict.fromkeys(zip(free, free[2:], strict=False), games // 4 * 2)
    needed |= dict.fromkeys(pairwise(free), games)
    for program in {parse_spec(player).name: None for player in free}:
        needed |= dict.fromkeys(pairwise(player for player in free if parse_spec(player).name == program), games)
    for place, player in enumerate(order):
        if player in CLOCKED:
            below = [other for other in order[:place] if other not in CLOCKED][-CLOCK_NEIGHBOURS:]
            above = [other for other in order[place:] if other not in CLOCKED][:CLOCK_NEIGHBOURS]
            needed |= {(player, other): clock_games for other in (*below, *above)}
    for pairing, number in needed.items():
        if counts.get(frozenset(pairing), 0) < number:
            yield pairing, number


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


def ranked(table: Crosstable, players: Sequence[str], without: str = "") -> tuple[Ratings, list[int]]:
    """Returns the ratings, and the numbers of the players from the weakest to the strongest.

    `without` is a player whose public rating is not to be used.
    """
    known = {players.index(player): one for player, one in known_elos(players).items() if player != without}
    # The old programs draw nearly all their games by repetition, the others few: no share of draws fits both.
    ratings = fit_ratings(len(players), with_halved_draws(table.colour_results()), known=known)
    return ratings, ratings.ranking()[::-1]


def known_elos(players: Sequence[str]) -> dict[str, KnownElo]:
    """Returns the public ratings of players, by their names."""
    return {rung.player: rung.known for rung in RUNGS if rung.known and rung.player in players}


def play_pairings(folder: Path, wanted: Sequence[tuple[Pairing, int]], jobs: int) -> None:
    """Plays pairings. Raises ClickException if one cannot be played; Ctrl-C ends with the games saved."""
    for number, (pairing, games) in enumerate(wanted, 1):
        command = tournament_command(folder, pairing, games, jobs)
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
@click.option("--games", type=click.IntRange(2), default=GAMES, show_default=True, help="Games of neighbours.")
@click.option(
    "--clock-games",
    type=click.IntRange(0),
    default=CLOCK_GAMES,
    show_default=True,
    help="Games of a player with a clock against each of its neighbours.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played in parallel.")
def play(folder: Path, rungs: tuple[str, ...], games: int, clock_games: int, jobs: int) -> None:
    """Play the games that are still missing."""
    players = rungs or tuple(rung.player for rung in RUNGS)
    folder.mkdir(parents=True, exist_ok=True)
    order: Sequence[str] = players
    for number in range(MAX_ROUNDS):
        counts = game_counts(crosstable(folder, players), players)
        clock_games_now = clock_games if number else min(clock_games, FIRST_CLOCK_GAMES)
        wanted = list(missing(order, counts, games, clock_games_now))
        if not wanted and number:
            break
        play_pairings(folder, wanted, jobs)
        order = [players[place] for place in ranked(crosstable(folder, players), players)[1]]
    click.echo(f"the ladder is complete: python benchmarks/ladder.py report {folder}")


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@rung_option
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    default=DOCS / "measurements" / "ladder.md",
    help="The page.  [default: docs/measurements/ladder.md]",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    default=DOCS / "pictures" / "ladder.svg",
    help="The picture.  [default: docs/pictures/ladder.svg]",
)
@click.option("--machine", default=f"{platform.machine()}, {build_mode()}", show_default=True, help="The machine.")
def report(folder: Path, rungs: tuple[str, ...], page: Path, picture: Path, machine: str) -> None:
    """Write the tables and the picture of the ratings of the games in FOLDER."""
    players = rungs or tuple(rung.player for rung in RUNGS)
    table = crosstable(folder, players)
    if not table.games:
        raise click.ClickException(f"{folder} has no games of these players; play them first")
    ratings, order = ranked(table, players)
    known = [players.index(player) for player in known_elos(players)]
    lowest = min((ratings.rating(player).value for player in known), default=-math.inf)
    rated = [
        RatedName(
            WHAT.get(players[player]) or players[player],
            *ratings.rating(player),
            is_pale=ratings.rating(player).value < lowest,
        )
        for player in reversed(order)
    ]
    text = page.read_text(encoding="utf-8") if page.exists() else NEW_PAGE
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise click.ClickException(f"{page} has no place for the ladder; expected the lines {BEGIN} and {END}")
    day = time.strftime("%-d %B %Y")
    made_by = f"Made on {day} ({machine}) by `python benchmarks/ladder.py`, from {table.games:,} games."
    lines = [
        made_by,
        "",
        f"![{len(players)} players, from the strongest to the weakest]({picture_link(page, picture)})",
        "",
        "[Every player](ladder.csv) and [the anchors](ladder-anchors.csv), as tables.",
    ]
    write_table(page.with_name("ladder.csv"), player_rows(table, ratings, order, players))
    write_table(page.with_name("ladder-anchors.csv"), anchor_rows(table, players))
    write_atomically(picture, rating_chart(rated, "The ladder: Elo with 95 % intervals"))
    write_atomically(page, "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"]))
    click.echo(f"{page} and {picture}: {len(players)} players, {table.games} games")


def picture_link(page: Path, picture: Path) -> str:
    """Returns the picture's path from the page."""
    return Path(os.path.relpath(picture, page.parent)).as_posix()


def write_table(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Writes rows as CSV."""
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    write_atomically(path, table.getvalue())


def player_rows(
    table: Crosstable, ratings: Ratings, order: Sequence[int], players: Sequence[str]
) -> Iterator[Sequence[object]]:
    """Yields a heading and the players, from the strongest to the weakest, with their neighbours' results.

    `order` begins with the weakest.
    """
    results = "won, drawn, lost against the one above"
    yield "rank", "player", "what it is", "Elo", "+-", "games", results, "moves by the arbiter"
    for place, player in reversed(list(enumerate(order))):
        rating, total = ratings.rating(player), table.total(player)
        above = table.against(player, order[place + 1]) if place + 1 < len(order) else None
        results = ", ".join(map(str, above)) if above and above.games else ""
        replaced = table.interventions[player]
        share = f"{100 * replaced / max(table.moves[player], 1):.1f} %" if replaced else ""
        name = players[player]
        elo, error = f"{rating.value:.0f}", f"{rating.error:.0f}"
        yield len(order) - place, name, WHAT.get(name, ""), elo, error, total.games, results, share


def anchor_rows(table: Crosstable, players: Sequence[str]) -> Iterator[Sequence[object]]:
    """Yields a heading and the public ratings with what the games make of them."""
    known = known_elos(players)
    yield "anchor", "public rating", "its uncertainty", "here", "difference", "without this anchor", "source"
    ratings, _ = ranked(table, players)
    for rung in RUNGS:
        if rung.player in known:
            elo, deviation = known[rung.player]
            number = players.index(rung.player)
            value = ratings.rating(number).value
            alone = ranked(table, players, without=rung.player)[0].rating(number)
            without = f"{alone.value:.0f} +- {alone.error:.0f}"
            yield (
                rung.what,
                f"{elo:.0f}",
                f"{deviation:.0f}",
                f"{value:.0f}",
                f"{value - elo:+.0f}",
                without,
                rung.source,
            )


def with_halved_draws(results: Results) -> Results:
    """Returns the results with half a win and half a loss in place of each draw.

    The fit then is Elo's own formula for the expected score, whatever the share of draws. Davidson's model has one such
    share for all players: where it is wrong for a pairing, it stretches or shrinks the distance that a score means. The
    errors become larger than they need be, since a draw varies less than a win or a loss.
    """
    return {
        pair: ColourResults(counts.won + counts.drawn / 2, 0, counts.lost + counts.drawn / 2)
        for pair, counts in results.items()
    }


if __name__ == "__main__":
    run_and_exit(main, "ladder.py")
