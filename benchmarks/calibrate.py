"""Measures how strong UCI_Elo makes the engine: `python benchmarks/calibrate.py --elo 1500 --elo 2000 --games 200`.

At each level the engine plays Stockfish, or another opponent that has the option, limited to the same Elo or to the
nearest that the opponent supports. The measured difference corrects the table in modern/engine/strength.py: a level
that plays 50 Elo too well should have the nodes and evaluation noise that the table now has 50 Elo lower. Ctrl-C stops
the measurement and prints the results so far.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import closing

import click

from modern.build import ENGINE, build_mode
from modern.cli.output import progress
from modern.engine.strength import LEVELS, MAX_ELO, MIN_ELO, level_of
from modern.jobs.workers import ProcessPool, terminated_on_error
from modern.match.fixture import Entrant
from modern.match.match import Match, Pairing
from modern.match.openings import RandomOpenings
from modern.match.pace import Pace
from modern.match.standing import Standing
from modern.match.statistics import Strength
from modern.players import OptionError, PlayerError, player_named
from modern.players.engine_process import kill_all
from modern.players.protocol import LIMIT_STRENGTH, UCI_ELO

#: The number of random plies before each game.
OPENING_PLIES = 6


def limited_entrant(name: str, elo: int) -> Entrant:
    """Returns a player limited to `elo`, as an entrant of a match."""
    return Entrant(name, ((LIMIT_STRENGTH, "true"), (UCI_ELO, str(elo))))


def elo_range(name: str) -> range:
    """Returns the Elo range that a player can be limited to. Raises PlayerError if it has no such option."""
    with closing(player_named(name)) as player:
        for option in player.options:
            if option.name == UCI_ELO:
                return range(option.minimum, option.maximum + 1)
    raise PlayerError(f"{name} has no option {UCI_ELO}")


def standings(match: Match, jobs: int) -> Iterator[Standing]:
    """Plays the match and yields its standing after each game. Raises PlayerError and OptionError."""
    with terminated_on_error(ProcessPool(jobs, kill_all)) as executor:
        for _ in match.run(executor, jobs):
            yield match.standing


def row(elo: int, opponent_elo: int, standing: Standing) -> str:
    """Returns a line with the result of a level's games and the nodes and noise that would be correct for it."""
    current = level_of(elo)
    strength = standing.strength
    games = f"{elo:5} {current.nodes:8} {current.eval_noise:6} {standing.games:6} {standing.points:7g}"
    if strength is None or not math.isfinite(strength.elo):
        return f"{games}  not measurable: play more games, or choose an opponent closer in strength"
    difference = strength.elo - (elo - opponent_elo)
    correct = level_of(elo - difference)
    return f"{games} {difference:+6.0f} {error_margin(strength)} {correct.nodes:8} {correct.eval_noise:6}"


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
@click.option("--opponent", default="uci:stockfish", show_default=True, help="A player that has UCI_Elo.")
@click.option("--against", type=int, help="The opponent's Elo.  [default: the same, or the nearest that it supports]")
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
    click.echo(f"modern ({build_mode(ENGINE)}) against {opponent}, {seconds:g} s per move")
    click.echo("  Elo    nodes  noise  games  points  stronger  +-    correct: nodes, noise")
    for elo in elos or sorted(LEVELS):
        other = min(max(elo if against is None else against, supported[0]), supported[-1])
        pairing = Pairing(
            limited_entrant("modern", elo),
            limited_entrant(opponent, other),
            RandomOpenings(OPENING_PLIES, seed),
            Pace(seconds=seconds),
        )
        match = Match(pairing, games)
        try:
            with progress(standings(match, jobs), f"playing at {elo}", games) as games_played:
                for _ in games_played:
                    pass
        except KeyboardInterrupt:
            match.count_remaining()
            click.echo(row(elo, other, match.standing))
            click.echo("interrupted")
            sys.exit(130)
        except (PlayerError, OptionError) as error:
            raise click.ClickException(str(error)) from None
        click.echo(row(elo, other, match.standing))


if __name__ == "__main__":
    main()
