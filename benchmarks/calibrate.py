"""Measures how strong UCI_Elo makes the engine: `python benchmarks/calibrate.py --elo 1500 --elo 2000 --games 200`.

At each level the engine plays an opponent whose Elo is known: Stockfish, or another one that has the option UCI_Elo,
limited to the same Elo or to the nearest that it supports, or with --against any player of a known rating. The
difference corrects the table in modern/engine/strength.py: a level that plays 50 Elo too well should have the settings
that the table now has 50 Elo lower. Ctrl-C stops the measurement and prints the results so far.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import closing

import click

from modern.build import ENGINE, build_mode
from modern.cli.output import progress
from modern.engine.strength import LEVELS, MAX_ELO, MIN_ELO, Level, level_of
from modern.game.clock import TimeSetting
from modern.jobs.workers import ProcessPool, terminated_on_error
from modern.match.crosstable import Crosstable
from modern.match.openings import random_openings
from modern.match.options import MATCH, OptionSettings, TournamentOptions
from modern.match.statistics import Strength, strength
from modern.match.tournament import Tournament
from modern.players import OptionError, PlayerError, player_named
from modern.players.engine_process import kill_all
from modern.players.protocol import LIMIT_STRENGTH, UCI_ELO

#: The number of random plies before each game.
OPENING_PLIES = 6


def limited_to(elo: int) -> OptionSettings:
    """Returns the options that limit a player to `elo`."""
    return ((LIMIT_STRENGTH, "true"), (UCI_ELO, str(elo)))


def elo_range(name: str) -> range | None:
    """Returns the Elo range that a player can be limited to, or None if it cannot. Raises PlayerError."""
    with closing(player_named(name)) as player:
        for option in player.options:
            if option.name == UCI_ELO:
                return range(option.minimum, option.maximum + 1)
    return None


def opponent_of(supported: range | None, elo: int) -> tuple[OptionSettings, int]:
    """Returns the opponent's options and Elo: limited to the Elo nearest to `elo`, or none if it cannot be limited."""
    if supported is None:
        return (), elo
    nearest = min(max(elo, supported[0]), supported[-1])
    return limited_to(nearest), nearest


def games_of(match: Tournament, jobs: int) -> Iterator[None]:
    """Plays the match and yields after each game. Raises PlayerError and OptionError."""
    with terminated_on_error(ProcessPool(jobs, kill_all)) as executor:
        yield from match.run(executor, jobs)


def row(elo: int, opponent_elo: int, table: Crosstable) -> str:
    """Returns a line with the result of a level's games and the settings that would be correct for it."""
    measurement = strength(table.pairs())
    games = f"{elo:5}  {columns(level_of(elo))} {opponent_elo:9} {table.games:6} {table.total(0).points:7g}"
    if measurement is None or not math.isfinite(measurement.elo):
        return f"{games}  not measurable: play more games, or choose an opponent closer in strength"
    measured = opponent_elo + measurement.elo
    return f"{games} {measured:9.0f} {error_margin(measurement)}  {columns(level_of(2 * elo - measured))}"


def columns(level: Level) -> str:
    """Returns a level's settings in columns."""
    return f"{level.nodes:6} {level.eval_noise:6} {level.overlooked:11}"


def error_margin(strength: Strength) -> str:
    """Returns half the width of the 95 % confidence interval, in Elo."""
    return f"{strength.error:6.0f}" if math.isfinite(strength.error) else "   any"


@click.command()
@click.option(
    "--elo", "elos", type=click.IntRange(MIN_ELO, MAX_ELO), multiple=True, help="[default: every level of the table]"
)
@click.option(
    "--games", type=click.IntRange(2), default=200, show_default=True, help="Games at each level; an even number."
)
@click.option(
    "--time", "seconds", type=click.FloatRange(0.001), default=0.1, show_default=True, help="Seconds per move."
)
@click.option("--opponent", default="uci:stockfish", show_default=True, help="The opponent's name.")
@click.option(
    "--against",
    type=int,
    help="The opponent's Elo: its UCI_Elo if it has that option, else its rating.  [default: the same as the level's]",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of games played at the same time."
)
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings.")
def main(
    elos: tuple[int, ...], games: int, seconds: float, opponent: str, against: int | None, jobs: int, seed: int
) -> None:
    """Measure the strength of the engine at levels of UCI_Elo."""
    if games % 2:
        raise click.BadParameter(
            f"{games} is odd; each opening is played twice, so an even number is expected", param_hint="--games"
        )
    try:
        supported = elo_range(opponent)
    except PlayerError as error:
        raise click.ClickException(str(error)) from None
    if supported is None and against is None:
        raise click.BadParameter(
            f"{opponent} has no option {UCI_ELO}, so its rating is expected", param_hint="--against"
        )
    click.echo(f"modern ({build_mode(ENGINE)}) against {opponent}, {seconds:g} s per move")
    click.echo(
        "  Elo   nodes  noise  overlooked  opponent  games  points  measured    +-  correct:            overlooked"
    )
    for elo in elos or sorted(LEVELS):
        opponent_options, other = opponent_of(supported, elo if against is None else against)
        options = TournamentOptions(
            ("modern", opponent),
            games,
            TimeSetting(seconds=seconds),
            random_openings(f"random:{OPENING_PLIES}", seed),
            player_options=(limited_to(elo), opponent_options),
            task=MATCH,
        )
        match = Tournament(options)
        try:
            with progress(games_of(match, jobs), f"playing at {elo}", games) as games_played:
                for _ in games_played:
                    pass
        except KeyboardInterrupt:
            match.count_remaining()
            click.echo(row(elo, other, match.crosstable))
            click.echo("interrupted")
            sys.exit(130)
        except (PlayerError, OptionError) as error:
            raise click.ClickException(str(error)) from None
        click.echo(row(elo, other, match.crosstable))


if __name__ == "__main__":
    main()
