"""`gosub match`: games between two players, and what they say of their strength."""

from __future__ import annotations

import json
import math
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from historic.shell import INTERRUPTED, check_can_write

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from modern.cli.match_result import Asked
    from modern.match.journal import Journal
    from modern.match.match import Match
    from modern.match.openings import Openings
    from modern.match.pace import Pace
    from modern.match.record import PlayedGame
    from modern.match.statistics import Sprt
    from modern.workers import Processes

#: How many games are played where nobody says, and how many where a test is to end it.
GAMES, GAMES_OF_A_TEST = 10, 100_000
#: More than anybody waits for.
MOST = 10**7
SEED = 1994
#: Seconds a move, where nobody says.
SECONDS = 0.1
#: Random plies before a game, where nobody says, and the most.
PLIES, MOST_PLIES = 8, 60
RANDOM = "random:"
RISK = 0.05

JSON = click.Path(allow_dash=True, path_type=Path)
FILE = click.Path(path_type=Path)


class _Figure(click.FloatRange):
    """A number in a range; what is no number (nan) lies in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        figure = float(super().convert(value, param, ctx))
        if math.isnan(figure):
            self.fail(f"{value!r} is not a number", param, ctx)
        return figure


MORE_THAN_0 = _Figure(min=0, min_open=True, max=10**6)
RISKS = _Figure(min=0, min_open=True, max=0.5, max_open=True)
ELO = _Figure(min=-1000, max=1000)

Options = tuple[str, ...]


@click.command(short_help="Let two players play a match.")
@click.argument("a")
@click.argument("b")
@click.option(
    "--games",
    type=click.IntRange(1, MOST),
    help=f"How many: 1, or an even number, two of each opening.  [{GAMES}; with --sprt, {GAMES_OF_A_TEST} at most]",
)
@click.option("--tc", metavar="SECONDS+INCREMENT", help="Play by a clock; 40/60+1 is 40 moves in 60 seconds.")
@click.option("--time", "seconds", type=MORE_THAN_0, help=f"Seconds a move; nobody loses by it.  [{SECONDS}]")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies.")
@click.option("--nodes", type=click.IntRange(1, 10**12), help="Positions.")
@click.option(
    "--openings", metavar="FILE.pgn|FILE.epd|random:PLIES", help=f"Where games begin.  [{RANDOM}{PLIES}]", default=None
)
@click.option("--seed", type=click.IntRange(min=0), help=f"Of random openings.  [{SEED}]")
@click.option("--a-option", "a_options", metavar="NAME=VALUE", multiple=True, help="Set an option of A.")
@click.option("--b-option", "b_options", metavar="NAME=VALUE", multiple=True, help="Set an option of B.")
@click.option("--sprt", nargs=2, type=ELO, metavar="ELO0 ELO1", help="Play until a test knows how strong A is.")
@click.option("--alpha", type=RISKS, help=f"The risk of taking ELO0 for ELO1.  [{RISK}]")
@click.option("--beta", type=RISKS, help=f"The risk of taking ELO1 for ELO0.  [{RISK}]")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Games at a time. By time or a clock, no more than there are cores to spare.",
)
@click.option("--pgn", type=FILE, help="Write the games, as they are done.")
@click.option("--json", "json_file", type=JSON, help="Write the figures; - is standard output.")
@click.option("--resume", type=FILE, help="Note what is done in a file, and go on from there.")
@click.pass_context
def match(
    ctx: click.Context,
    a: str,
    b: str,
    games: int | None,
    tc: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    openings: str | None,
    seed: int | None,
    a_options: Options,
    b_options: Options,
    sprt: tuple[float, float] | None,
    alpha: float | None,
    beta: float | None,
    jobs: int,
    pgn: Path | None,
    json_file: Path | None,
    resume: Path | None,
) -> None:
    """Let the players A and B play a match, and say what it tells of their strength.

    A player is one of our own (modern, historic), or a program outside: uci:COMMAND, xboard:COMMAND. Each opening is
    played twice, with colours swapped. A crash, an illegal move or a fallen flag loses the game, and the match goes on.
    """
    _check_files(pgn, json_file, resume, openings)
    games = games or (GAMES_OF_A_TEST if sprt else GAMES)
    if games % 2 and games != 1:
        raise click.UsageError(f"--games is 1 or an even number, two games of each opening, not {games}")
    from modern.cli.match_result import Asked
    from modern.match.match import Entrant

    asked = Asked(
        Entrant(a, _options(a_options, "--a-option")),
        Entrant(b, _options(b_options, "--b-option")),
        games,
        _pace(tc, seconds, depth, nodes),
        *_openings(openings, seed, (games + 1) // 2),
        _sprt(sprt, alpha, beta),
        jobs,
    )
    with ExitStack() as files:
        journal = files.enter_context(_journal(resume, asked)) if resume else None
        _play(ctx, asked, journal, files.enter_context(_Games(pgn, asked.pace)), json_file)


# What was asked for.


def _check_files(pgn: Path | None, json_file: Path | None, resume: Path | None, openings: str | None) -> None:
    """Refuse now, and not after minutes, files that cannot be written or would be written over."""
    from modern.cli.output import DASH

    for option, path in (("--pgn", pgn), ("--resume", resume)):
        if path == DASH:
            raise click.BadParameter("a file was expected, not standard output", param_hint=option)
    read = Path(openings) if openings and not openings.startswith(RANDOM) else None
    taken: dict[Path, str] = {read.resolve(): "--openings"} if read else {}
    for option, path in (("--pgn", pgn), ("--json", json_file), ("--resume", resume)):
        if path is None or path == DASH:
            continue
        check_can_write(path)
        if path.resolve() in taken:
            raise click.UsageError(f"{taken[path.resolve()]} and {option} want a file each, not both {path}")
        taken[path.resolve()] = option


def _options(given: Options, flag: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"NAME=VALUE was expected, not {text[:40]!a}", param_hint=flag)
        pairs.append((name.strip(), value))
    return tuple(pairs)


def _pace(tc: str | None, seconds: float | None, depth: int | None, nodes: int | None) -> Pace:
    from modern.match.pace import Pace, time_control

    given = {"--tc": tc, "--time": seconds, "--depth": depth, "--nodes": nodes}
    flags = [flag for flag, value in given.items() if value is not None]
    if len(flags) > 1:
        raise click.UsageError(f"{flags[1]} does not go with {flags[0]}")
    if tc is not None:
        try:
            return Pace(time_control(tc))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--tc") from None
    return Pace(None, seconds if flags else SECONDS, depth, nodes)


def _openings(named: str | None, seed: int | None, pairs: int) -> tuple[Openings, str, int | None]:
    """The openings, what they are called, and the seed if it has a say."""
    from modern.match.openings import FileOpenings, OpeningError, RandomOpenings

    named = named or f"{RANDOM}{PLIES}"
    if named.startswith(RANDOM):
        plies = named.removeprefix(RANDOM)
        if not (plies.isascii() and plies.isdigit() and len(plies) < 4 and int(plies) <= MOST_PLIES):
            raise click.BadParameter(f"random:PLIES wants 0 to {MOST_PLIES} plies", param_hint="--openings")
        seed = SEED if seed is None else seed
        return RandomOpenings(int(plies), seed), f"{named}, seed {seed}", seed
    if seed is not None:
        raise click.UsageError("--seed goes with random openings")
    try:
        return FileOpenings(Path(named), pairs), Path(named).name, None
    except OpeningError as error:
        raise click.ClickException(str(error)) from None


def _sprt(elos: tuple[float, float] | None, alpha: float | None, beta: float | None) -> Sprt | None:
    from modern.match.statistics import Sprt

    if elos is None:
        if alpha is not None or beta is not None:
            raise click.UsageError("--alpha and --beta go with --sprt")
        return None
    low, high = elos
    if low >= high:
        raise click.BadParameter(f"ELO0 is below ELO1, not {low:g} and {high:g}", param_hint="--sprt")
    return Sprt(low, high, RISK if alpha is None else alpha, RISK if beta is None else beta)


def _journal(path: Path, asked: Asked) -> Journal:
    from modern.match.journal import Journal, JournalError

    try:
        return Journal(path, asked.described())
    except JournalError as error:
        raise click.ClickException(str(error)) from None


class _Games:
    """The file of --pgn, if there is one. It is begun anew with the first game that it is given."""

    def __init__(self, path: Path | None, pace: Pace) -> None:
        self.path = path
        self.pace = pace
        self.file: IO[str] | None = None

    def __enter__(self) -> _Games:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()

    def add(self, game: PlayedGame) -> None:
        """Put down a game. Raises OSError."""
        from modern.match.record import pgn_of_game

        if self.path is None:
            return
        if self.file is None:
            self.file = self.path.open("w", encoding="utf-8")
        self.file.write(f"{pgn_of_game(game, self.pace)}\n")
        self.file.flush()


# The match.


def _play(ctx: click.Context, asked: Asked, journal: Journal | None, games: _Games, json_file: Path | None) -> None:
    from modern.cli.match_result import figures, print_found
    from modern.cli.output import DASH, write
    from modern.match.match import Match, Pairing

    pairing = Pairing(asked.first, asked.second, asked.openings, asked.pace)
    going = Match(pairing, asked.games, asked.sprt, journal, games.add)
    start = time.perf_counter()
    failure = "" if going.complete else _have_played(asked, going)
    if not going.complete:
        going.count_the_rest()
    if not going.standing.games and failure not in ("", "interrupted"):
        raise click.ClickException(failure)
    print_found(asked, going, time.perf_counter() - start, to_stderr=json_file == DASH)
    if json_file and not (failure and json_file != DASH):
        write(json_file, json.dumps(figures(asked, going), indent=1) + "\n")
    again = f": the same command goes on from {journal.path}" if journal else ""
    if failure == "interrupted":
        click.echo(f"interrupted{again}", err=json_file == DASH)
        ctx.exit(INTERRUPTED)
    if failure:
        raise click.ClickException(f"{failure}{again}")


def _have_played(asked: Asked, going: Match) -> str:
    """Have it played; returns what broke it off, or nothing."""
    from concurrent.futures import BrokenExecutor

    from modern.cli.match_result import progress
    from modern.match.journal import JournalError
    from modern.match.openings import OpeningError
    from modern.players import PlayerError
    from modern.workers import stopped_early

    try:
        with stopped_early(_processes(asked)) as executor:
            _check_players(asked, executor)
            with progress(asked, going) as show:
                for _ in going.run(executor, asked.jobs):
                    show()
            if going.decided is not None:
                executor.stop()  # nobody waits for games that do not count
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenExecutor:
        return "a process that had games to play has ended"
    except (JournalError, OpeningError, PlayerError) as error:
        return str(error)
    except OSError as error:
        return f"{error.filename or 'the file of --pgn'} cannot be written: {error.strerror}"
    return ""


def _processes(asked: Asked) -> Processes:
    """Processes to play in, be it one: whoever thinks there, Ctrl-C is heard here at once."""
    from modern.workers import Processes

    if ":" in asked.first.named + asked.second.named:
        from modern.players.outside import kill_all

        return Processes(asked.jobs, kill_all)
    return Processes(asked.jobs)


def _check_players(asked: Asked, executor: Executor) -> None:
    """Say before any game that somebody cannot play, or cannot be set so. Raises PlayerError, and BadParameter."""
    from modern.match.match import name_of
    from modern.players import OptionError

    for entrant, flag in ((asked.first, "--a-option"), (asked.second, "--b-option")):
        try:
            executor.submit(name_of, entrant).result()
        except OptionError as error:
            raise click.BadParameter(str(error), param_hint=flag) from None
