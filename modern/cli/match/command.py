"""`gosub match`: two players, and how much stronger one is. `gosub tournament`: many players, and their ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click

from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    FILE,
    FILE_OR_FOLDER,
    PLAYER,
    NumberRange,
    WholeNumberRange,
    depth_option,
    jobs_option,
    json_option,
    log_option,
    nodes_option,
    player_option,
    resume_option,
    seed_option,
    time_option,
)
from modern.cli.shell import Command
from modern.match.defaults import (
    BALANCED,
    DEFAULT_GAMES,
    DEFAULT_PLIES,
    DEFAULT_RISK,
    DEFAULT_SECONDS,
    DEFAULT_SEED,
    MAX_GAMES,
    MAX_PAIRING_GAMES,
    MAX_SPRT_GAMES,
    RANDOM_PREFIX,
)

with lazily():
    from modern.cli.match import options, playing

RISK: Final = NumberRange(min=0, min_open=True, max=0.5, max_open=True)
ELO: Final = NumberRange(min=-1000, max=1000)
Decorator = Callable[[Any], Any]
F = TypeVar("F")

#: How long the players think, from which openings they play, and when a game is adjudicated.
GAME_OPTIONS: Final[Sequence[Decorator]] = (
    click.option("--tc", metavar="SECONDS+INCREMENT", help="Time control; 40/60+1 is 40 moves in 60 seconds."),
    time_option(f"Time for each move; exceeding it does not lose.  [default: {DEFAULT_SECONDS}]"),
    depth_option("Depth for each move."),
    nodes_option("Nodes for each move."),
    click.option(
        "--openings",
        metavar="FILE.pgn|FILE.epd|balanced|random:PLIES",
        help=f"Openings of the games; `{BALANCED}` has 400 even ones.  [default: {RANDOM_PREFIX}{DEFAULT_PLIES}]",
        default=None,
    ),
    seed_option(DEFAULT_SEED, "Seed of the random openings."),
    click.option(
        "--draw",
        nargs=3,
        metavar="MOVE MOVES CENTIPAWNS",
        type=WholeNumberRange(0, 10**6),
        help="Adjudicate a draw from move MOVE on, once both scores have been this close to 0 for MOVES moves.",
    ),
    click.option(
        "--resign",
        nargs=2,
        metavar="MOVES CENTIPAWNS",
        type=WholeNumberRange(1, 10**6),
        help="Adjudicate a win once both players have agreed on this score for MOVES moves.",
    ),
)
JOB_OPTION: Final[Decorator] = jobs_option(
    1, "Number of games played in parallel. Leave it at 1 for games by time: parallel games share the processor."
)
#: The files that are written.
FILE_OPTIONS: Final[Sequence[Decorator]] = (
    click.option("--pgn", metavar="FILE", type=FILE, help="Write the games as they finish; overwrites the file."),
    json_option("the result"),
    resume_option(),
    log_option(),
)


def with_options(command: F, options: Sequence[Decorator]) -> F:
    """Decorates a command with options, in the order in which --help lists them."""
    for option in reversed(options):
        command = option(command)
    return command


def with_game_options(command: F) -> F:
    return with_options(command, GAME_OPTIONS)


def with_file_options(command: F) -> F:
    return with_options(command, FILE_OPTIONS)


def even_games(ctx: click.Context, param: click.Parameter, games: int) -> int:
    """Returns the number of games of each pairing. Raises BadParameter if it is odd."""
    if games % 2:
        raise click.BadParameter(f"{games} is odd; expected an even number, two games for each opening")
    return games


@click.command(cls=Command)
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER, required=False)
@player_option("B, if it is not named beside A.")
@click.option(
    "--games",
    metavar="N",
    type=WholeNumberRange(1, MAX_GAMES),
    help=f"Number of games: even, or 1.  [default: {DEFAULT_GAMES}; with --sprt, {MAX_SPRT_GAMES}]",
)
@with_game_options
@click.option("--a-option", "a_options", metavar="NAME=VALUE", multiple=True, help="Set an option of A.")
@click.option("--b-option", "b_options", metavar="NAME=VALUE", multiple=True, help="Set an option of B.")
@click.option(
    "--sprt",
    nargs=2,
    type=ELO,
    metavar="ELO0 ELO1",
    help="Stop as soon as an SPRT accepts that A is ELO0 or ELO1 stronger.",
)
@click.option("--alpha", metavar="RISK", type=RISK, help=f"Risk of accepting ELO1 wrongly.  [default: {DEFAULT_RISK}]")
@click.option("--beta", metavar="RISK", type=RISK, help=f"Risk of accepting ELO0 wrongly.  [default: {DEFAULT_RISK}]")
@JOB_OPTION
@with_file_options
@click.pass_context
def match(ctx: click.Context, /, **params: Any) -> None:
    """Play a match between players A and B, and estimate the difference in strength.

    Name players as in `gosub players`, with options in brackets: "modern[UCI_Elo=1500]". For an outside program, write
    uci:COMMAND or xboard:COMMAND. --player or --level can stand for B: gosub match historic --level 3.

    Each opening is played twice, with colours reversed. A crash, an illegal move or a fallen flag loses the game, not
    the match.
    """
    check_combination(ctx)
    typed = options.Typed(**params)
    playing.play_and_print(ctx, typed, options.match_of(typed))


class WordsCommand(Command):
    """A command that keeps the words it was called with, as the object of its context."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps the words, and parses them."""
        ctx.obj = list(args)
        return super().parse_args(ctx, args)


@click.command(cls=WordsCommand)
@click.argument("players", metavar="P1 P2 ...", type=PLAYER, nargs=-1, required=True)
@player_option("One more player.")
@click.option(
    "--gauntlet", metavar="PLAYER", type=PLAYER, help="This player meets all others; they do not meet each other."
)
@click.option(
    "--games",
    metavar="N",
    type=WholeNumberRange(2, MAX_PAIRING_GAMES),
    default=DEFAULT_GAMES,
    show_default=True,
    callback=even_games,
    help="Number of games of each pairing: even.",
)
@with_game_options
@click.option("--anchor", metavar="PLAYER=ELO", help="Give a player this Elo.  [default: the average is 0]")
@JOB_OPTION
@click.option("--dask", "cluster", metavar="ADDRESS", help="Play on a Dask cluster (extra `cluster`).")
@with_file_options
@click.option("--html", metavar="FOLDER", type=FILE_OR_FOLDER, help="Write pages of the result and games.")
@click.pass_context
def tournament(ctx: click.Context, /, **params: Any) -> None:
    """Let every player play every other, and estimate their ratings.

    Name players as in `gosub match`, with options in brackets: "modern[UCI_Elo=1500]". --player or --level adds one
    more: gosub tournament historic huo --level 3.

    Each opening is played twice, with colours reversed. A crash, an illegal move or a fallen flag loses the game, not
    the tournament.
    """
    check_combination(ctx)
    typed = options.Typed(**params)
    playing.play_and_print(ctx, typed, options.tournament_of(typed))
