"""How strong UCI_Elo makes the engine of today: `python benchmarks/calibrate.py --elo 1500 --elo 2000 --games 200`.

At each level it plays Stockfish, or whoever else has the option, limited to the same Elo, or the nearest that it has.
From the difference follow the nodes and the error that would be right, for the table in modern/engine/strength.py:
those that the table now gives a level as much lower or higher. Ctrl-C ends it with what has been found.
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
from modern.match.match import Entrant, Match, Pairing
from modern.match.openings import RandomOpenings
from modern.match.pace import Pace
from modern.match.standing import Standing
from modern.match.statistics import Strength
from modern.players import OptionError, PlayerError, player_named
from modern.players.engine_process import kill_all
from modern.players.modern import LIMIT_STRENGTH, UCI_ELO
from modern.workers import ProcessPool, terminated_on_error

#: So many random plies go before each game.
OPENING_PLIES = 6


def limited_entrant(named: str, elo: int) -> Entrant:
    """A player at a strength."""
    return Entrant(named, ((LIMIT_STRENGTH, "true"), (UCI_ELO, str(elo))))


def elo_range(named: str) -> range:
    """The strengths that a player can be limited to. Raises PlayerError."""
    with closing(player_named(named)) as player:
        for option in player.options:
            if option.name == UCI_ELO:
                return range(option.minimum, option.maximum + 1)
    raise PlayerError(f"{named} has no option {UCI_ELO}")


def standings(match: Match, jobs: int) -> Iterator[Standing]:
    """How the match stands, after each game. Raises PlayerError and OptionError."""
    with terminated_on_error(ProcessPool(jobs, kill_all)) as executor:
        yield from match.run(executor, jobs)


def row(elo: int, against: int, standing: Standing) -> str:
    """What the games of a level came to, and what would be right for it, in a line."""
    now = level_of(elo)
    found = standing.strength
    games = f"{elo:5} {now.nodes:8} {now.eval_noise:6} {standing.games:6} {standing.points:7g}"
    if found is None or not math.isfinite(found.elo):
        return f"{games}  not told: more games, or an opponent nearer to it, are wanted"
    stronger = found.elo - (elo - against)
    right = level_of(elo - stronger)
    return f"{games} {stronger:+6.0f} {error_margin(found)} {right.nodes:8} {right.eval_noise:6}"


def error_margin(found: Strength) -> str:
    """Half of what the difference may lie in, with 95 % confidence."""
    return f"{found.error:6.0f}" if math.isfinite(found.error) else "   any"


@click.command()
@click.option("--elo", "elos", type=click.IntRange(MIN_ELO, MAX_ELO), multiple=True, help="[those of the table]")
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="For each level; an even number.")
@click.option("--time", "seconds", type=click.FloatRange(0.001), default=0.1, show_default=True, help="Seconds a move.")
@click.option("--opponent", default="uci:stockfish", show_default=True, help="A player that has UCI_Elo.")
@click.option("--against", type=int, help="The opponent's Elo.  [the same, if it can]")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games at a time.")
@click.option("--seed", type=click.IntRange(0), default=1994, show_default=True, help="Of the openings.")
def main(
    elos: tuple[int, ...], games: int, seconds: float, opponent: str, against: int | None, jobs: int, seed: int
) -> None:
    """Measure how strong the engine is at levels of UCI_Elo."""
    if games % 2:
        raise click.BadParameter(
            f"an even number was expected, two games of each opening, not {games}", param_hint="--games"
        )
    try:
        able = elo_range(opponent)
    except PlayerError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"modern ({build_mode(ENGINE)}) against {opponent}, {seconds:g} s a move")
    click.echo("  Elo    nodes  error  games  points  stronger  +-    right: nodes, error")
    for elo in elos or sorted(LEVELS):
        other = min(max(elo if against is None else against, able[0]), able[-1])
        pairing = Pairing(
            limited_entrant("modern", elo),
            limited_entrant(opponent, other),
            RandomOpenings(OPENING_PLIES, seed),
            Pace(seconds=seconds),
        )
        match = Match(pairing, games)
        try:
            with progress(standings(match, jobs), f"playing at {elo}", games) as going:
                for _ in going:
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
