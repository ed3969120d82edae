"""Measures by matches of `gosub match` what a technique gains, and how strong a level of UCI_Elo is.

    python benchmarks/matches.py techniques [--only NAME] [--nodes N] [--games N] [--elo N] [--jobs N]
    python benchmarks/matches.py levels [--elo N] [--games N] [--time SECONDS] [--opponent PLAYER] [--against ELO]

Every line is the result of one match, and is printed when the match is over.
"""

from __future__ import annotations

import json
import subprocess
import sysconfig
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import click

from modern.build import ENGINE, build_mode
from modern.cli.shell import run_and_exit
from modern.engine.engine import HAND, OPTIONAL
from modern.engine.evaluation.groups import OPTIONAL_GROUPS
from modern.engine.strength import LEVELS, MAX_ELO, MIN_ELO, Level, level_of
from modern.players import PlayerError, player_named
from modern.players.protocol import LIMIT_STRENGTH, UCI_ELO

#: The installed command.
GOSUB: Final = str(Path(sysconfig.get_path("scripts")) / "gosub")
#: When a game of two techniques is adjudicated.
ADJUDICATION: Final = ("--draw", "40", "8", "10", "--resign", "4", "600")
#: The openings of the games of a level: random plies.
LEVEL_OPENINGS: Final = ("--openings", "random:6")

GAMES_AT_A_TIME: Final = click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of games played at the same time."
)
SEED: Final = click.option(
    "--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings."
)


def match_json(first: str, second: str, *options: str) -> dict[str, Any]:
    """Returns the JSON of `gosub match` between two players. If it fails, it says why, and its exit code is ours."""
    command = [GOSUB, "match", first, second, *options, "--json", "-"]
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if process.returncode:
        raise SystemExit(process.returncode)
    result: dict[str, Any] = json.loads(process.stdout)
    return result


@click.group()
def main() -> None:
    """Measure techniques and levels by matches."""


@main.command()
@click.option("--only", "names", multiple=True, type=click.Choice(OPTIONAL), help="Measure this one; may be repeated.")
@click.option("--nodes", type=click.IntRange(1), default=5000, show_default=True, help="Nodes per move.")
@click.option(
    "--games", type=click.IntRange(2), default=600, show_default=True, help="Maximum number of games for each."
)
@click.option("--elo", type=int, default=20, show_default=True, help="The SPRT tests 0 Elo against this.")
@SEED
@GAMES_AT_A_TIME
def techniques(names: tuple[str, ...], nodes: int, games: int, elo: int, seed: int, jobs: int) -> None:
    """Measure how much Elo the engine loses without a technique or a group of weights.

    A group of weights is measured in the hand-written evaluation. Games are adjudicated.
    """
    click.echo("| without | games | Elo lost | 95 % interval | LLR | verdict |\n|---|---|---|---|---|---|")
    for name in names or OPTIONAL:
        options = ["--nodes", str(nodes), "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
        without = ["--b-option", f"Without={name}", "--sprt", "0", str(elo)]
        player = f"modern[Evaluation={HAND}]" if name in OPTIONAL_GROUPS else "modern"
        click.echo(technique_row(name, match_json(player, player, *without, *ADJUDICATION, *options)))


def technique_row(name: str, match: dict[str, Any]) -> str:
    """Returns a match as a row of a Markdown table."""
    sprt = match["sprt"]
    low, high = ("" if bound is None else f"{bound:+.0f}" for bound in (match["elo_low"], match["elo_high"]))
    elo = "" if match["elo"] is None else f"{match['elo']:+.0f}"
    verdict = {"elo1": "keep", "elo0": "no gain", None: "undecided"}[sprt["accepted"]]
    return f"| {name} | {match['games']} | {elo} | {low} to {high} | {sprt['llr']:+.1f} | {verdict} |"


@main.command()
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
@SEED
@GAMES_AT_A_TIME
def levels(
    elos: tuple[int, ...], games: int, seconds: float, opponent: str, against: int | None, seed: int, jobs: int
) -> None:
    """Measure how strong the engine is at levels of UCI_Elo, against an opponent whose Elo is known.

    The opponent is Stockfish, or another player with the option UCI_Elo, limited to the same Elo or to the nearest that
    it supports. With --against it is any player of a known rating. The difference corrects the table in
    modern/engine/strength.py: a level that plays 50 Elo too well should have the settings that the table now has 50 Elo
    lower.
    """
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
    pace = ["--time", str(seconds), "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
    for elo in elos or sorted(LEVELS):
        rating = elo if against is None else against
        if supported is not None:
            rating = min(max(rating, supported[0]), supported[-1])
        limits = limited_to("--a-option", elo) + ([] if supported is None else limited_to("--b-option", rating))
        click.echo(level_row(elo, rating, match_json("modern", opponent, *limits, *LEVEL_OPENINGS, *pace)))


def limited_to(flag: str, elo: int) -> list[str]:
    """Returns the options of `gosub match` that limit a player to `elo`."""
    return [flag, f"{LIMIT_STRENGTH}=true", flag, f"{UCI_ELO}={elo}"]


def elo_range(name: str) -> range | None:
    """Returns the Elo range that a player can be limited to, or None if it cannot. Raises PlayerError."""
    with closing(player_named(name)) as player:
        for option in player.options:
            if option.name == UCI_ELO:
                return range(option.minimum, option.maximum + 1)
    return None


def level_row(elo: int, opponent_elo: int, match: dict[str, Any]) -> str:
    """Returns a line with the result of a level's games and the settings that would be correct for it."""
    games = f"{elo:5}  {columns(level_of(elo))} {opponent_elo:9} {match['games']:6} {match['points']:7g}"
    if match["elo"] is None:
        return f"{games}  not measurable: play more games, or choose an opponent closer in strength"
    measured = opponent_elo + match["elo"]
    low, high = match["elo_low"], match["elo_high"]
    error = "   any" if low is None or high is None else f"{(high - low) / 2:6.0f}"
    return f"{games} {measured:9.0f} {error}  {columns(level_of(2 * elo - measured))}"


def columns(level: Level) -> str:
    """Returns a level's settings in columns."""
    return f"{level.nodes:6} {level.eval_noise:6} {level.overlooked:11}"


if __name__ == "__main__":
    run_and_exit(main, "matches.py")
