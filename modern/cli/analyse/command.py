"""`gosub analyse`: the best lines of a position, or the mistakes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    FILE_FOLDER_OR_DASH,
    FILE_OR_DASH,
    POSITION,
    SECONDS_IN_A_GAME,
    check_distinct,
    check_files,
    check_input_file,
    depth_option,
    jobs_option,
    json_option,
    log_option,
    moves_option,
    nodes_option,
    player_option,
    time_option,
)
from modern.cli.shell import DASH, EXIT_FAILURE, EXIT_INTERRUPTED, Command, echo, reported
from modern.pages import DEFAULT_ANALYST

with lazily():
    from modern import limits as search_limits
    from modern import players
    from modern.cli import typed_game as typed
    from modern.cli.analyse import analysing, position, writing
    from modern.players import engine_log

#: The default time to think about a position, in seconds.
DEFAULT_SECONDS = 5.0


@click.command(cls=Command)
@click.argument("fen", metavar="POSITION|GAME.pgn", type=POSITION)
@player_option("The player.  [default: modern]")
@depth_option("Search each position to this depth.")
@time_option(
    f"Think about a position for this long.  [default: {DEFAULT_SECONDS:g}, in a game {SECONDS_IN_A_GAME:g}, "
    "unless --depth or --nodes is given]"
)
@nodes_option("Search this many nodes of each position.")
@click.option("--multipv", metavar="N", type=AT_LEAST_1, default=1, show_default=True, help="The number of lines.")
@click.option(
    "--terms", is_flag=True, help="Show the terms of the player's evaluation; for modern, of the hand-written one."
)
@moves_option()
@click.option("--game", "number", metavar="N", type=AT_LEAST_1, help="Game N of the file.  [default: all]")
@click.option("--pgn", metavar="FILE", type=FILE_OR_DASH, help="Write the game with evaluations, glyphs and lines.")
@click.option(
    "--html", metavar="FILE", type=FILE_FOLDER_OR_DASH, help="Write a page of the game; of several games, a folder."
)
@json_option("the figures of the game")
@jobs_option(1, "Number of games that are analysed in parallel.")
@log_option()
@click.pass_context
def analyse(
    ctx: click.Context,
    fen: str,
    player: str | None,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    multipv: int,
    terms: bool,
    moves: str | None,
    number: int | None,
    pgn: Path | None,
    html: Path | None,
    json_file: Path | None,
    jobs: int,
    log: Path | None,
) -> None:
    """Find the mistakes in a game, or the best lines in a position.

    GAME.pgn, or - for standard input, is a game. You see each move's score and the best line, inaccuracies, mistakes
    and blunders, and how accurately each side played. POSITION is startpos, a FEN, an EPD, or a place in a game:
    GAME.pgn:22 is the position after 22 plies. Ctrl-C shows the results so far.
    """
    name = player or DEFAULT_ANALYST
    place = (DASH, None) if fen == str(DASH) else typed.pgn_place(fen)
    file = place[0] if place and place[1] is None else None
    if depth is None and seconds is None and nodes is None:
        seconds = SECONDS_IN_A_GAME if file else DEFAULT_SECONDS
    limits = search_limits.Limits(depth, nodes, seconds=seconds)
    with reported(players.PlayerError):
        if file:
            only_of_positions = {"--multipv": multipv > 1, "--terms": terms, "--moves": bool(moves)}
            _refuse(only_of_positions, "is for a position: write GAME.pgn:PLY for one of a game")
            source = None if file == DASH else file
            if source:
                with typed.usage_errors("GAME.pgn"):
                    check_input_file(source)
            check_files()
            written = [("--pgn", pgn), ("--html", html), ("--json", json_file), ("--log", log)]
            check_distinct(written, [("GAME.pgn", source)])
            _begin_log(log, name)
            outputs = writing.Outputs(pgn, html, json_file)
            request = analysing.AnalysisRequest(name, limits, outputs, jobs=jobs, log=log)
            analysing.analyse_file(ctx, file, number, request)
            return
        files = {"--pgn": pgn is not None, "--html": html is not None, "--json": json_file is not None}
        _refuse({"--game": number is not None, **files, "--jobs": jobs > 1}, "is for a game: expected GAME.pgn")
        with typed.usage_errors("POSITION"):
            game = typed.typed_game(fen, moves or "")
        _begin_log(log, name)
        interrupted = position.analyse_position(game, name, limits, multipv, terms)
    if interrupted:
        echo("interrupted")
        ctx.exit(EXIT_INTERRUPTED)
    if any(problem.is_loss for problem in game.problems):
        ctx.exit(EXIT_FAILURE)


def _begin_log(log: Path | None, player: str) -> None:
    with reported(ValueError, option="--log"):
        engine_log.begin_log(log, [player])


def _refuse(given: Mapping[str, bool], reason: str) -> None:
    """Raises UsageError for the first option that is given, with the reason why it cannot be."""
    for option, is_given in given.items():
        if is_given:
            raise click.UsageError(f"{option} {reason}")
