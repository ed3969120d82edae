"""`gosub think`: the 1994 program thinks about a position, or about each state in a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from historic.basic import print_number
from historic.position.moves import state_after
from historic.position.sides import WHITE, other_side
from historic.position.state import State, StateError, side_to_move
from historic.program import Program
from historic.study.diagram import board_lines, think_move_board_lines
from historic.study.terms import DECIMALS, KING_ATTACKED, TERMS, board_after, board_from_state, explain
from historic.study.traces import answers, lines_of
from historic.thought import StoppedThought, Thought
from modern.cli.combinations import check_combination
from modern.cli.lazy import lazily
from modern.cli.options import AT_LEAST_0, INPUT_FILE_OR_DASH, READING_OPTION, START_POSITION, Choice, position_option
from modern.cli.output import console, new_table, print_table, progress
from modern.cli.shell import Command, echo

with lazily():
    from modern.cli import stepping, typed_game
    from modern.proof import recorder


@click.command(cls=Command)
@position_option()
@click.option("--side", type=Choice(["white", "black"]), help="The side that thinks.  [default: the side to move]")
@click.option(
    "--states",
    metavar="FILE",
    type=INPUT_FILE_OR_DASH,
    help="Think about each state in a file of JSON, one per line; - is standard input.",
)
@click.option(
    "--trace",
    metavar="N",
    type=AT_LEAST_0,
    help="Print each step of the Nth move that it tries instead, each beside its line of historic/program.py; 0 prints "
    "the steps before the first.",
)
@READING_OPTION
@click.pass_context
def think(
    ctx: click.Context, fen: str | None, side: str | None, states: Path | None, trace: int | None, reading: str
) -> None:
    """Show the 1994 program's thoughts: its think move board, the moves it tries, and its choice, term by term.

    It thinks about the initial position, or about the one that you give. With --states, it thinks about each state in a
    file, and prints a line of JSON for each.
    """
    check_combination(ctx)
    if states is not None:
        ctx.exit(_think_at_states(states, reading))
    state, side_to_move = _state_of(fen)
    program = Program(reading)
    program.state = state
    if trace is None:
        _think_at_position(program, side or side_to_move, reading)
    else:
        _trace_at_position(program, side or side_to_move, trace)


def _think_at_states(path: Path, reading: str) -> int:
    invalid = lines = 0
    bar_shown = not sys.stdout.isatty()  # in a terminal the lines themselves show the progress
    with (
        click.open_file(str(path), "rb") as file,
        progress(answers(lines_of(file), reading), "thinking", None, bar_shown) as tracked,
    ):
        try:
            for answer in tracked:
                lines += 1
                invalid += "invalid" in answer
                click.echo(json.dumps(answer))
        except StateError as error:
            raise click.ClickException(f"{path}: {error}") from None
    if invalid:
        echo(f"gosub: {invalid} of {lines} lines are not valid states", err=True)
    return 1 if invalid else 0


def _think_at_position(program: Program, side: str, reading: str) -> None:
    state = program.state
    stopped: StoppedThought | None = None
    try:
        thought = program.play(side)
    except StoppedThought as error:
        thought, stopped = error.thought, error
    out = console()
    out.print(f"{side.capitalize()} to move, {reading} reading\n")
    out.print("\n".join(board_lines(state.letters())))
    out.print(f"\n{side.capitalize()}'s think move board: the sum of 2^n over the pieces n that reach each square\n")
    out.print("\n".join(think_move_board_lines(thought.think_move_board)), soft_wrap=True)
    _print_candidates(out, state, thought)
    _print_choice(out, state, thought, reading)
    if stopped:
        echo(f"Then the program stops: {stopped}")


def _trace_at_position(program: Program, side: str, number: int) -> None:
    parts = recorder.recorded(program, side, {number})
    if not parts:
        raise click.BadParameter(
            f"expected 0 to {recorder.part_count(program, side) - 1}, the number of candidates here",
            param_hint="--trace",
        )
    for line in stepping.trace_lines(parts[0]):
        echo(line)


def _state_of(text: str | None) -> tuple[State, str]:
    """Returns the program's state at a position as it is typed, and the side to move. Raises BadParameter and OSError.

    After the moves of a game the state knows which pieces have moved.
    """
    if text is None or text == START_POSITION:  # which needs none of the rules of chess
        return State.initial(), WHITE.name
    with typed_game.usage_errors():
        place = typed_game.typed_place(text)
        try:
            state, side = State.from_fen(place.start), side_to_move(place.start)
        except StateError as error:
            raise click.BadParameter(typed_game.with_expected_position(error, place.start)) from None
        try:
            for uci in place.moves:
                state, side = state_after(state, side, uci), other_side(side)
        except StateError as error:
            raise click.BadParameter(str(error)) from None
    return state, side


def _print_candidates(out: Console, state: State, thought: Thought) -> None:
    board = board_from_state(state)
    out.print(f"\n{len(thought.candidates)} candidates, in the order tried\n")
    rows = new_table(">", "move", ">piece", ">square", ">value", "")
    for number, tried in enumerate(thought.candidates, 1):
        remarks = ["the choice"] if tried.move == thought.best else []
        if tried.castling:
            remarks.append(f"in the slot of piece {tried.piece}")
        rows.add_row(
            str(number),
            tried.move.notation(board, state, thought.side),
            str(tried.piece),
            str(tried.square),
            print_number(tried.value).strip(),
            ", ".join(remarks),
        )
    print_table(out, rows, ["square", "piece"])


def _print_choice(out: Console, state: State, thought: Thought, reading: str) -> None:
    chosen = thought.chosen
    if chosen is None:
        out.print("No move beats -1000: BESTPIECE and BESTPOS stay 0.\n")
        return
    board = board_from_state(state)
    move = chosen.move.notation(board, state, thought.side)
    after = board_after(board, state, thought.side, chosen.move)
    answer = chosen.reply.notation(after, state, other_side(thought.side))
    explanation = explain(state, thought.side, chosen, reading)
    out.print()
    rows = new_table("the choice's terms", f">{move}", f">minus the best reply, {answer}")
    columns = (explanation.own_terms(), explanation.reply_score.terms())
    for term in TERMS:
        rows.add_row(term, *(_decimal(terms[term]) for terms in columns))
    rows.add_section()
    rows.add_row("total", *(_decimal(sum(terms.values())) for terms in columns))
    print_table(out, rows)
    for made, terms in zip((move, answer), columns, strict=True):
        if terms[KING_ATTACKED]:
            out.print(
                f"\n{made} leaves the king of its side where it can be captured. The program knows no check and no "
                "mate: it sets the sum so far to -1000 (docs/program/quirks.md, minus-1000)."
            )
    out.print(f"\nThe choice: {move}, value {print_number(thought.value).strip()}\n")


def _decimal(pawns: float) -> str:
    """Returns a term or a sum of terms as PRINT writes it, with the decimals that are meaningful."""
    return print_number(round(pawns, DECIMALS)).strip()
