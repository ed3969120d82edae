"""`gosub replay`: the 1994 program in the positions of its recorded game, or a self-play game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from historic.readings import PRINTED, READING_HELP, READINGS
from modern.cli.files import DASH, FILE_OR_DASH, check_output_files
from modern.cli.number_range import SECONDS_OR_ZERO, WholeNumberRange
from modern.cli.page import DEFAULT_SECONDS, page_text, result_line
from modern.cli.shell import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from rich.console import Console

    from historic.study.replay import GameEnd, Ply
    from modern.pictures.page.page_game import PageGame

#: The limit of a self-play game without --plies.
DEFAULT_MAX_PLIES = 200


@click.command(short_help="Replay the game that the report recorded.")
@click.option("--reading", type=click.Choice(READINGS), default=PRINTED, show_default=True, help=READING_HELP)
@click.option("--self", "is_self_play", is_flag=True, help="Watch a self-play game until the program stops.")
@click.option(
    "--plies",
    metavar="PLIES",
    type=WholeNumberRange(min=1),
    help=f"With --self: stop after this many plies.  [default: {DEFAULT_MAX_PLIES}]",
)
@click.option("--board", is_flag=True, help="Show the board before each ply.")
@click.option("--pgn", metavar="FILE", type=FILE_OR_DASH, help="Write the game as PGN; - is standard output.")
@click.option(
    "--json", "json_file", metavar="FILE", type=FILE_OR_DASH, help="Write the figures as JSON; - is standard output."
)
@click.option(
    "--html",
    metavar="FILE",
    type=FILE_OR_DASH,
    help="Write an HTML page for stepping through the game; - is standard output.",
)
@click.option(
    "--analyse",
    "seconds",
    metavar="SECONDS",
    type=SECONDS_OR_ZERO,
    help="With --html: the time for the modern engine to analyse each position; 0 for no analysis.  "
    f"[default: {DEFAULT_SECONDS}]",
)
@click.pass_context
def replay(
    ctx: click.Context,
    reading: str,
    is_self_play: bool,
    plies: int | None,
    board: bool,
    pgn: Path | None,
    json_file: Path | None,
    html: Path | None,
    seconds: float | None,
) -> None:
    """Replay the report's game: the program chooses a move in each of the 23 recorded positions."""
    from historic.study.diagram import board_lines
    from historic.study.replay import EXPECTED_AGREEMENT, GameEnd, replay_json, self_play, self_play_json
    from historic.study.replay import replay as replay_record
    from historic.study.sample_game import SAMPLE_GAME
    from modern.cli.output import console, progress, write

    if plies is not None and not is_self_play:
        raise click.UsageError("--plies needs --self: the record always has 23 plies")
    if seconds is not None and not html:
        raise click.UsageError("--analyse needs --html: only the page shows the analysis of today's engine")
    check_output_files([("--pgn", pgn), ("--json", json_file), ("--html", html)])
    out = console(to_stderr=DASH in (pgn, json_file, html))

    max_plies = plies or DEFAULT_MAX_PLIES
    steps = self_play(reading, max_plies) if is_self_play else replay_record(reading)
    played: list[Ply] = []
    end: GameEnd | None = None
    interrupted = False
    try:
        with progress(steps, "thinking", max_plies if is_self_play else len(SAMPLE_GAME), shown=not board) as tracked:
            for step in tracked:
                if isinstance(step, GameEnd):
                    end = step
                    continue
                played.append(step)
                if board:
                    out.print("\n".join([f"ply {step.number}, {step.side} to move", *board_lines(step.before), ""]))
    except KeyboardInterrupt:
        interrupted = True

    agreeing = sum(ply.agrees for ply in played)
    if is_self_play:
        _print_self_play(out, played)
        summary = _ending_text(end) if end else f"interrupted after {_count_of_plies(len(played))}"
    else:
        _print_replay(out, played)
        summary = f"{agreeing} of {len(SAMPLE_GAME)} moves agree ({reading})"
        if interrupted:
            summary = f"interrupted after {_count_of_plies(len(played))}: {agreeing} of {len(played)} agree ({reading})"
    click.echo(summary, err=out.stderr)

    page = ""
    if html and not interrupted:
        page_game = _page_game(reading, is_self_play, played, summary)
        page = page_text(page_game, reading, DEFAULT_SECONDS if seconds is None else seconds)
    # An interrupted run is printed, but replaces no file.
    if pgn and not (interrupted and pgn != DASH):
        write(pgn, _pgn(reading, is_self_play, played, summary))
    if json_file and not (interrupted and json_file != DASH):
        figures = self_play_json(played, end) if is_self_play else replay_json(reading, played)
        write(json_file, json.dumps(figures, indent=1) + "\n")
    if html and page:
        write(html, page)
        if html != DASH:
            click.echo(result_line(html, len(page_game.game.moves), page), err=True)
    if interrupted:
        ctx.exit(EXIT_INTERRUPTED)
    as_expected = _is_expected(end) if is_self_play else agreeing == EXPECTED_AGREEMENT[reading]
    ctx.exit(0 if as_expected else 1)


def _page_game(reading: str, is_self_play: bool, plies: list[Ply], summary: str) -> PageGame:
    """Returns the game that the page shows."""
    from modern.pictures.page.page_game import recorded_game, self_play_game

    if is_self_play:
        return self_play_game((ply.thought.move for ply in plies), reading, f"The game {summary}.")
    return recorded_game()


def _print_replay(out: Console, plies: list[Ply]) -> None:
    from historic.study.sample_game import NOTES
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

    rows = new_table(">ply", "side", "move", ">piece", ">square", ">value")
    for ply in plies:
        thought = ply.thought
        move = ply.notation(thought.move)
        rows.add_row(str(ply.number), ply.side, move, *map(str, thought.best), f"{thought.value:.2f}")
    print_table(out, rows)


def _ending_text(end: GameEnd) -> str:
    if end.error is None:
        return f"ended after {_count_of_plies(end.ply)}, the limit"
    return f"stopped at ply {end.ply}, after {_count_of_plies(end.ply - 1)}: {end.error}"


def _is_expected(end: GameEnd | None) -> bool:
    """Returns True if self-play ended as it should: with error 9, or at the limit."""
    from historic.basic.stops import SUBSCRIPT_OUT_OF_RANGE

    return end is not None and (end.error is None or end.error.code == SUBSCRIPT_OUT_OF_RANGE)


def _count_of_plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def _pgn(reading: str, is_self_play: bool, plies: list[Ply], summary: str) -> str:
    from historic.study.sample_game import NOTES, SAMPLE_GAME
    from modern.pgn.writing import pgn_of

    name = "Computer Chess, 1994"
    headers = {"Event": "Appendix C of the report", "Date": "1994.??.??", "White": name, "Black": name}
    if is_self_play:
        name = f"{name} ({reading})"
        headers = {"Event": "Self-play", "White": name, "Black": name}
        return pgn_of(((ply.thought.move, "") for ply in plies), headers, f"The game {summary}.")
    moves = []
    for ply in plies:
        note = NOTES.get(ply.number, "")
        choice = "" if ply.agrees else f"The program ({reading}) plays {ply.notation(ply.thought.move)}."
        moves.append((ply.recorded, f"{note} {choice}".strip()))
    return pgn_of(moves, headers, "" if len(plies) == len(SAMPLE_GAME) else f"The replay was {summary}.")
