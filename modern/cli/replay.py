"""`gosub replay`: the program at the record of its game, or left to itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from historic.shell import EXIT_INTERRUPTED
from modern.cli.files import DASH, FILE_OR_DASH, check_output_files
from modern.cli.number_range import SECONDS_OR_ZERO
from modern.cli.page import DEFAULT_SECONDS, page_text, result_line

if TYPE_CHECKING:
    from rich.console import Console

    from historic.replay import GameEnd, Ply
    from modern.pictures.page.page_game import PageGame

DEFAULT_MAX_PLIES = 200


@click.command(short_help="Replay the game that the report recorded.")
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option("--self", "by_itself", is_flag=True, help="Let the program play with itself until it stops.")
@click.option(
    "--plies",
    metavar="PLIES",
    type=click.IntRange(min=1),
    help=f"With --self: the most plies to play.  [{DEFAULT_MAX_PLIES}]",
)
@click.option("--board", is_flag=True, help="Show the board before each ply.")
@click.option("--pgn", metavar="FILE", type=FILE_OR_DASH, help="Write the game as PGN; - is standard output.")
@click.option(
    "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the figures as JSON; - is standard output."
)
@click.option(
    "--html", metavar="FILE", type=FILE_OR_DASH, help="Write a page to step through the game; - is standard output."
)
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_ZERO,
    help=f"With --html: how long the engine of today thinks about a position; 0 leaves it out.  [{DEFAULT_SECONDS}]",
)
@click.pass_context
def replay(
    ctx: click.Context,
    reading: str,
    by_itself: bool,
    plies: int | None,
    board: bool,
    pgn: Path | None,
    json_file: Path | None,
    html: Path | None,
    seconds: float | None,
) -> None:
    """Walk through the report's game, the program thinking at each of its 23 plies."""
    from historic.diagram import board_lines
    from historic.replay import EXPECTED_AGREEMENT, GameEnd, replay_json, self_play, self_play_json
    from historic.replay import replay as replay_record
    from historic.sample_game import SAMPLE_GAME
    from modern.cli.output import console, progress, write

    if plies is not None and not by_itself:
        raise click.UsageError("--plies goes with --self: the record always has 23 plies")
    if seconds is not None and not html:
        raise click.UsageError("--analyse goes with --html: only the page tells what today's engine thinks")
    check_output_files([("--pgn", pgn), ("--json", json_file), ("--html", html)])
    out = console(to_stderr=DASH in (pgn, json_file, html))

    most = plies or DEFAULT_MAX_PLIES
    steps = self_play(reading, most) if by_itself else replay_record(reading)
    shown: list[Ply] = []
    end: GameEnd | None = None
    interrupted = False
    try:
        with progress(steps, "thinking", most if by_itself else len(SAMPLE_GAME), shown=not board) as passing:
            for step in passing:
                if isinstance(step, GameEnd):
                    end = step
                    continue
                shown.append(step)
                if board:
                    out.print("\n".join([f"ply {step.number}, {step.side} to move", *board_lines(step.before), ""]))
    except KeyboardInterrupt:
        interrupted = True

    agree = sum(ply.agrees for ply in shown)
    if by_itself:
        _print_self_play(out, shown)
        last_line = _ending_text(end) if end else f"interrupted after {_count_of_plies(len(shown))}"
    else:
        _print_replay(out, shown)
        last_line = f"{agree} of {len(SAMPLE_GAME)} moves agree ({reading})"
        if interrupted:
            last_line = f"interrupted after {_count_of_plies(len(shown))}: {agree} of {len(shown)} agree ({reading})"
    click.echo(last_line, err=out.stderr)

    page = ""
    if html and not interrupted:
        told = _page_game(reading, by_itself, shown, last_line)
        page = page_text(told, reading, DEFAULT_SECONDS if seconds is None else seconds)
    # An interrupted run is shown, but takes no file's place.
    if pgn and not (interrupted and pgn != DASH):
        write(pgn, _pgn(reading, by_itself, shown, last_line))
    if json_file and not (interrupted and json_file != DASH):
        figures = self_play_json(shown, end) if by_itself else replay_json(reading, shown)
        write(json_file, json.dumps(figures, indent=1) + "\n")
    if html and page:
        write(html, page)
        if html != DASH:
            click.echo(result_line(html, len(told.game.moves), page), err=True)
    if interrupted:
        ctx.exit(EXIT_INTERRUPTED)
    as_expected = _is_expected(end) if by_itself else agree == EXPECTED_AGREEMENT[reading]
    ctx.exit(0 if as_expected else 1)


def _page_game(reading: str, by_itself: bool, plies: list[Ply], last_line: str) -> PageGame:
    """The game as the page tells it."""
    from modern.pictures.page.page_game import recorded_game, self_play_game

    if by_itself:
        return self_play_game((ply.thought.move for ply in plies), reading, f"The game {last_line}.")
    return recorded_game()


def _print_replay(out: Console, plies: list[Ply]) -> None:
    from historic.sample_game import NOTES
    from modern.cli.output import new_table, print_table

    rows = new_table(">ply", "record", "program", ">value", "second", "agrees", "author's note")
    for ply in plies:
        rows.add_row(
            str(ply.number),
            ply.notation(ply.recorded),
            ply.notation(ply.thought.move),
            f"{ply.thought.value:.2f}",
            ply.notation(ply.second),
            "yes" if ply.agrees else "no",
            NOTES.get(ply.number, ""),
        )
    print_table(out, rows)


def _print_self_play(out: Console, plies: list[Ply]) -> None:
    from modern.cli.output import new_table, print_table

    rows = new_table(">ply", "side", "move", ">man", ">square", ">value")
    for ply in plies:
        thought = ply.thought
        move = ply.notation(thought.move)
        rows.add_row(str(ply.number), ply.side, move, *map(str, thought.best), f"{thought.value:.2f}")
    print_table(out, rows)


def _ending_text(end: GameEnd) -> str:
    if end.error is None:
        return f"ended after {_count_of_plies(end.ply)}, the most that were asked for"
    return f"stopped at ply {end.ply}, after {_count_of_plies(end.ply - 1)}: {end.error}"


def _is_expected(end: GameEnd | None) -> bool:
    """Error 9, or the cap."""
    from historic.basic.stops import SUBSCRIPT_OUT_OF_RANGE

    return end is not None and (end.error is None or end.error.code == SUBSCRIPT_OUT_OF_RANGE)


def _count_of_plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def _pgn(reading: str, by_itself: bool, plies: list[Ply], last_line: str) -> str:
    from historic.sample_game import NOTES, SAMPLE_GAME
    from modern.match.pgn import pgn_of

    name = "Computer Chess, 1994"
    headers = {"Event": "Appendix C of the report", "Date": "1994.??.??", "White": name, "Black": name}
    if by_itself:
        name = f"{name} ({reading})"
        headers = {"Event": "The program with itself", "White": name, "Black": name}
        return pgn_of(((ply.thought.move, "") for ply in plies), headers, f"The game {last_line}.")
    moves = []
    for ply in plies:
        note = NOTES.get(ply.number, "")
        own = "" if ply.agrees else f"The program ({reading}) plays {ply.notation(ply.thought.move)}."
        moves.append((ply.recorded, f"{note} {own}".strip()))
    return pgn_of(moves, headers, "" if len(plies) == len(SAMPLE_GAME) else f"The replay was {last_line}.")
