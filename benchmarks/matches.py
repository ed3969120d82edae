"""Measures by matches of `gosub match` what a technique gains, and how the levels of `modern` differ.

    python benchmarks/matches.py techniques [--only NAME] [--nodes N] [--games N] [--elo N] [--jobs N]
    python benchmarks/matches.py levels [--level N] [--games N] [--jobs N]
    python benchmarks/matches.py mistakes GAMES.pgn [--positions N] [--judge PLAYER] [--nodes N] [--level N]

Every line is the result of one match, or of one level's moves, and is printed when it is known.
"""

from __future__ import annotations

import json
import random
import subprocess
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TextIO

import click

from modern.build import ENGINE, build_mode
from modern.cli.output import progress_bar
from modern.cli.shell import run_and_exit
from modern.engine.engine import HAND, OPTIONAL
from modern.engine.evaluation.groups import OPTIONAL_GROUPS
from modern.engine.limits import Limits
from modern.engine.report import Score
from modern.game.game import Game
from modern.game.pgn_reading import every_game
from modern.players import MoveRequest, Player, player_named
from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS
from modern.players.protocol import UCI_ELO
from modern.rules import Move

#: The installed command.
GOSUB: Final = str(Path(sysconfig.get_path("scripts")) / "gosub")
#: When a game of two techniques is adjudicated.
ADJUDICATION: Final = ("--draw", "40", "8", "10", "--resign", "4", "600")
#: The openings of the games of a level: random plies, after which few games are still in a line that it knows.
LEVEL_OPENINGS: Final = ("--openings", "random:4")
#: The first ply at which a move is judged, the score beyond which a position is decided, the bound of all scores, and
#: what a move loses that loses a piece; scores are in centipawns.
FIRST_PLY, DECIDED, LIMIT, PIECE = 10, 600, 1000, 250
#: How many positions are looked at for each that is wanted.
MOST_TRIES: Final = 10

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
    """Measure techniques by matches, and levels by matches and mistakes."""


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
@click.option("--level", "numbers", type=click.IntRange(2, 10), multiple=True, help="[default: every level from 2 on]")
@click.option(
    "--games", type=click.IntRange(2), default=200, show_default=True, help="Games at each level; an even number."
)
@SEED
@GAMES_AT_A_TIME
def levels(numbers: tuple[int, ...], games: int, seed: int, jobs: int) -> None:
    """Measure how much each level of `modern` scores against the level below it.

    A move of the highest level, full strength, takes a tenth of a second; the others keep to their nodes.
    """
    click.echo(f"modern ({build_mode(ENGINE)}), {games} games of each level against the one below")
    for upper in NAMED_LEVELS[1:]:
        if numbers and upper.number not in numbers:
            continue
        lower = NAMED_LEVELS[upper.number - 2]
        specs = [f"{LEVELLED_PLAYER}[{UCI_ELO}={level.elo}]" for level in (upper, lower)]
        pace = ["--time", "0.1", "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
        match = match_json(*specs, *LEVEL_OPENINGS, *pace)
        share = 100 * match["points"] / match["games"]
        click.echo(f"{upper} ({upper.elo}) against {lower.elo}: {match['points']:g} of {match['games']}, {share:.0f} %")


@main.command()
@click.argument("games", type=click.File(errors="replace"))
@click.option("--positions", type=click.IntRange(1), default=500, show_default=True, help="Number of positions.")
@click.option("--judge", default="uci:stockfish", show_default=True, help="The player that judges the moves.")
@click.option("--nodes", type=click.IntRange(1), default=50_000, show_default=True, help="The judge's nodes per move.")
@click.option(
    "--level", "numbers", type=click.IntRange(1, 10), multiple=True, help="Measure this level; may be repeated."
)
@SEED
def mistakes(games: TextIO, positions: int, judge: str, nodes: int, numbers: tuple[int, ...], seed: int) -> None:
    """Measure what the moves of each level lose at positions of GAMES, a PGN of people's games with their ratings.

    The positions are from both sides' moves after the tenth ply, each from another game if there are enough, and none
    is decided by more than six pawns. A row is the mean loss in centipawns, both scores within ten pawns, and the share
    of moves that lose two and a half pawns or more. The people's own moves are measured in the same way.
    """
    with closing(player_named(judge)) as judging:
        chosen = positions_of(every_game(games.read()), JudgeOfMoves(judging, nodes), positions, random.Random(seed))
        by_people: dict[int, list[int]] = {}
        for position in chosen:
            by_people.setdefault(position.rating // 200 * 200, []).append(position.loss(position.played))
        for rating, losses in sorted(by_people.items()):
            click.echo(mistakes_row(f"people of {rating} to {rating + 199}", losses))
        click.echo(mistakes_row("people", [loss for losses in by_people.values() for loss in losses]))
        for level in NAMED_LEVELS:
            if not numbers or level.number in numbers:
                with closing(player_named(f"{LEVELLED_PLAYER}[{UCI_ELO}={level.elo}]")) as player:
                    losses = [position.loss(move_of(player, position.game)) for position in chosen]
                click.echo(mistakes_row(f"{level} ({level.elo})", losses))


class JudgeOfMoves:
    """Scores positions with a player, for the side to move, in centipawns within LIMIT."""

    def __init__(self, player: Player, nodes: int) -> None:
        self.player = player
        self.limits = Limits(nodes=nodes)

    def decide(self, game: Game) -> tuple[Move | None, int]:
        """Returns the best move and the score; after the end of a game there is no move."""
        outcome = game.position.outcome()
        if outcome:
            return None, -LIMIT if outcome.winner else 0
        decision = self.player.decide(MoveRequest(game, self.limits))
        score = decision.score or Score(0)
        if score.centipawns is None:
            return decision.move, LIMIT if (score.mate or 0) > 0 else -LIMIT
        return decision.move, max(-LIMIT, min(LIMIT, score.centipawns))


class JudgedPosition:
    """A position of a game, with the move that was played there and the rating of its player."""

    def __init__(self, game: Game, played: Move, rating: int, judge: JudgeOfMoves) -> None:
        self.game = game
        self.played = played
        self.rating = rating
        self.judge = judge
        best, self.score = judge.decide(game)
        self.losses: dict[Move | None, int] = {best: 0}

    def loss(self, move: Move) -> int:
        """Returns what a move loses, in centipawns."""
        if move not in self.losses:
            after = self.game.up_to(len(self.game.moves))
            after.make(move)
            self.losses[move] = max(0, self.score + self.judge.decide(after)[1])
        return self.losses[move]


def positions_of(
    games: Iterable[Game], judge: JudgeOfMoves, count: int, generator: random.Random
) -> list[JudgedPosition]:
    """Returns positions of games whose players have ratings, until there are enough of them."""
    rated = [game for game in games if not game.error and rating_of(game, 0) and len(game.moves) > FIRST_PLY]
    found: list[JudgedPosition] = []
    with progress_bar("choosing positions", count) as advance:
        for _ in range(MOST_TRIES * count):
            if len(found) == count or not rated:
                break
            game = generator.choice(rated)
            ply = generator.randrange(FIRST_PLY, len(game.moves))
            position = JudgedPosition(game.up_to(ply), game.moves[ply], rating_of(game, ply), judge)
            if abs(position.score) <= DECIDED:
                found.append(position)
                advance("")
    return found


def rating_of(game: Game, ply: int) -> int:
    """Returns the rating of the player who is to move after so many plies; 0 if it is not known."""
    rating = game.headers.get(f"{game.side_at(ply).capitalize()}Elo", "")
    return int(rating) if rating.isascii() and rating.isdigit() else 0


def move_of(player: Player, game: Game) -> Move:
    """Returns the move of a player in a game of its own: with another seed each time."""
    player.new_game()
    move = player.decide(MoveRequest(game, Limits(seconds=0.1))).move
    assert move is not None
    return move


def mistakes_row(name: str, losses: Sequence[int]) -> str:
    """Returns a row: how many moves, what they lose on average, and how many lose a piece."""
    pieces = sum(loss >= PIECE for loss in losses)
    return f"{name}: {len(losses)} moves, {fmean(losses):.0f} centipawns a move, {100 * pieces / len(losses):.1f} %"


if __name__ == "__main__":
    run_and_exit(main, "matches.py")
