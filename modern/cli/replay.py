"""`gosub replay`: the 1994 program in the positions of its recorded game, or a self-play game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from historic.basic.stops import SUBSCRIPT_OUT_OF_RANGE
from historic.readings import PRINTED, RECORDED
from historic.study.diagram import board_lines
from historic.study.replay import EXPECTED_AGREEMENT, GameEnd, Ply, replay_json, self_play, self_play_json
from historic.study.replay import replay as replay_record
from historic.study.sample_game import NOTES, SAMPLE_GAME
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import (
    AT_LEAST_1,
    FILE_OR_DASH,
    READING_OPTION,
    SECONDS_IN_A_GAME,
    SECONDS_OR_ZERO,
    check_files,
    json_option,
)
from modern.cli.output import console, new_table, print_table, progress, write, write_json
from modern.cli.shell import DASH, EXIT_INTERRUPTED, Command, echo
from modern.facts import counted

with lazily():
    from modern.cli.analyse import analysing, writing
    from modern.game import game as games
    from modern.game import move_notes, pgn_writing
    from modern.pages import game_facts

#: The limit of a self-play game without --plies.
DEFAULT_MAX_PLIES = 200
#: The mark of a ply where the program does not choose the recorded move; in a terminal it is also red.
DIFFERS = "no <<<"


@click.command(cls=Command)
@READING_OPTION
@click.option("--self", "is_self_play", is_flag=True, help="Watch a self-play game until the program stops.")
@click.option(
    "--plies",
    metavar="PLIES",
    type=AT_LEAST_1,
    help=f"With --self: stop after this many plies.  [default: {DEFAULT_MAX_PLIES}]",
)
@click.option("--board", is_flag=True, help="Show the board before each move.")
@click.option("--pgn", metavar="FILE", type=FILE_OR_DASH, help="Write the game as PGN; - is standard output.")
@json_option("the figures")
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
    help="With --html: seconds that today's engine analyses each position; 0 for no analysis.  "
    f"[default: {SECONDS_IN_A_GAME}]",
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
    """Replay the report's game: in each of its 23 positions, does the program choose the recorded move?"""
    check_combination(ctx)
    check_files()
    out = console(to_stderr=DASH in (pgn, json_file, html))

    replayed = Replay(reading, is_self_play)
    _run(replayed, plies or DEFAULT_MAX_PLIES, out if board else None)
    if is_self_play:
        _print_self_play(out, replayed.plies)
    else:
        _print_replay(out, replayed.plies)
    echo(_summary(replayed), err=out.stderr)
    if not (out.stderr or replayed.is_self_play or replayed.interrupted):
        echo(NEXT[replayed.reading], err=True)
    _write_files(replayed, pgn, json_file, html, SECONDS_IN_A_GAME if seconds is None else seconds)
    if replayed.interrupted:
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(0 if _is_expected(replayed) else 1)


#: The last lines of a replay of the record: an explanation of the reading, and a command to try next.
NEXT: Final = {
    PRINTED: (
        "for mover: the program's own value of its move, for the side that moves; a piece counts about twice\n"
        "printed: the listing as the report has it. With one letter changed, all 23 agree: gosub replay "
        "--reading recorded\n"
        "Next: gosub run shows the program on its own screen; gosub play lets you play against it."
    ),
    RECORDED: (
        "recorded: the listing with one letter changed, which was chosen because it fits. As printed, 22 agree: "
        "gosub replay"
    ),
}


@dataclass
class Replay:
    """The program's thoughts so far on the plies of the record, or of a self-play game with its `end`."""

    reading: str
    is_self_play: bool
    plies: list[Ply] = field(default_factory=list)
    end: GameEnd | None = None
    interrupted: bool = False

    @property
    def agreeing(self) -> int:
        """The number of plies at which the program chose the recorded move."""
        return sum(ply.agrees for ply in self.plies)


def _run(replayed: Replay, max_plies: int, boards: Console | None) -> None:
    """Lets the program think at each ply, and adds the plies. `boards` gets the board before each ply."""
    steps = self_play(replayed.reading, max_plies) if replayed.is_self_play else replay_record(replayed.reading)
    count = max_plies if replayed.is_self_play else len(SAMPLE_GAME)
    try:
        with progress(steps, "thinking", count, shown=boards is None) as tracked:
            for step in tracked:
                if isinstance(step, GameEnd):
                    replayed.end = step
                    continue
                replayed.plies.append(step)
                if boards:
                    drawn = board_lines(step.before.letters())
                    boards.print("\n".join([f"ply {step.number}, {step.side} to move", *drawn, ""]))
    except KeyboardInterrupt:
        replayed.interrupted = True


def _write_files(replayed: Replay, pgn: Path | None, json_file: Path | None, html: Path | None, seconds: float) -> None:
    """Writes the files asked for. An interrupted run is printed (-), but replaces no file."""
    plies, reading, page = replayed.plies, replayed.reading, ""
    if html and not replayed.interrupted:
        game = _game(replayed)
        page = analysing.page_text(game, reading, seconds)
    if pgn:
        write(pgn, _pgn(replayed), replayed.interrupted)
    if json_file:
        figures = self_play_json(plies, replayed.end) if replayed.is_self_play else replay_json(reading, plies)
        write_json(json_file, figures, replayed.interrupted)
    if html and page:
        write(html, page)
        if html != DASH:
            echo(writing.result_line(html, len(game.moves), page), err=True)


def _game(replayed: Replay) -> games.Game:
    """Returns the game that was replayed: the whole record, or the legal moves of a self-play game."""
    if not replayed.is_self_play:
        return game_facts.recorded_game()
    moves = (ply.thought.move for ply in replayed.plies)
    return game_facts.self_play_game(moves, replayed.reading, f"The game {_summary(replayed)}.")


def _pgn(replayed: Replay) -> str:
    """Returns the game as PGN. Of the record it has the plies replayed, and where the program plays another move."""
    game, plies = _game(replayed), replayed.plies
    if replayed.is_self_play:
        if len(game.moves) == len(plies):
            return pgn_writing.pgn_of(game, last_comment=game.conclusion)
        refused = plies[len(game.moves)].thought.move
        return pgn_writing.pgn_of(
            game, last_comment=f"The next move, {refused}, is illegal." if refused else "No move was chosen."
        )
    noted = games.Game(headers=game.headers)
    for ply, move, note in zip(plies, game.moves, game.notes, strict=False):
        choice = "" if ply.agrees else f"The program ({replayed.reading}) plays {ply.notation(ply.thought.move)}."
        noted.make(move, move_notes.MoveNote(comment=f"{note.comment} {choice}".strip()))
    return pgn_writing.pgn_of(
        noted, last_comment="" if len(plies) == len(SAMPLE_GAME) else f"The replay was {_summary(replayed)}."
    )


def _print_replay(out: Console, plies: list[Ply]) -> None:
    rows = new_table(">ply", "record", "program", ">for mover", "second", "agrees", "author's note")
    for ply in plies:
        rows.add_row(
            str(ply.number),
            ply.notation(ply.recorded),
            ply.notation(ply.thought.move),
            f"{ply.thought.value:.2f}",
            ply.notation(ply.second),
            "yes" if ply.agrees else Text(DIFFERS, style="bold red"),
            NOTES.get(ply.number, ""),
        )
    print_table(out, rows, ["author's note", "second", "for mover"])


def _print_self_play(out: Console, plies: list[Ply]) -> None:
    rows = new_table(">ply", "side", "move", ">piece", ">square", ">for mover")
    for ply in plies:
        thought = ply.thought
        move = ply.notation(thought.move)
        rows.add_row(str(ply.number), ply.side, move, *map(str, thought.best), f"{thought.value:.2f}")
    print_table(out, rows, ["square", "piece", "side"])


def _summary(replayed: Replay) -> str:
    """Returns the last line, which says how the replay ended."""
    count = len(replayed.plies)
    plies = counted(count, "ply", "plies")
    if replayed.is_self_play:
        return _ending_text(replayed.end) if replayed.end else f"interrupted after {plies}"
    if replayed.interrupted:
        return f"interrupted after {plies}: {replayed.agreeing} of {count} agree ({replayed.reading})"
    return f"{replayed.agreeing} of {len(SAMPLE_GAME)} moves agree ({replayed.reading})"


def _ending_text(end: GameEnd) -> str:
    if end.error is None:
        return f"ended after {counted(end.ply, 'ply', 'plies')}, the limit"
    return f"stopped at ply {end.ply}, after {counted(end.ply - 1, 'ply', 'plies')}: {end.error}"


def _is_expected(replayed: Replay) -> bool:
    """Returns True if as many moves agree as expected, or self-play ended with error 9 or at the limit."""
    if not replayed.is_self_play:
        return replayed.agreeing == EXPECTED_AGREEMENT[replayed.reading]
    end = replayed.end
    return end is not None and (end.error is None or end.error.code == SUBSCRIPT_OUT_OF_RANGE)
