"""The command `why`: the best lines that a player found, and the terms of its evaluation of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from modern.players.protocol import ExplainedLine
from modern.rules import Position

if TYPE_CHECKING:
    from rich.console import Console

    from modern.play.thoughts import SeatDecision

#: The number of lines shown side by side, and the number of moves shown of each.
MAX_COLUMNS = 3
MOVES_PER_LINE = 3
#: The widths of a column and of the column of terms, in characters.
COLUMN_WIDTH, TERM_COLUMN_WIDTH = 18, 26


def print_explained_lines(out: Console, played: SeatDecision) -> None:
    """Prints a player's notes on its move and its reasons for it, or the line and score of its decision."""
    explained_lines = played.explained_lines
    name = played.seat.short_name
    for note in played.notes:
        click.echo(f"{name}: {note}")
    if not explained_lines:
        if not played.notes:
            click.echo(f"{name} gives no reasons")
        return
    click.echo(f"{name}{_heading(explained_lines)}:")
    columns = max(1, (out.width - TERM_COLUMN_WIDTH) // COLUMN_WIDTH)
    _print_table(out, played.fen, explained_lines[: min(MAX_COLUMNS, columns)])
    assert played.seat.player is not None
    terms_note = played.seat.player.terms_note() if any(reason.terms for reason in explained_lines) else ""
    for note in (terms_note, played.seat.player.score_note):
        if note:
            click.echo(f"{name}: {note}")


def _heading(explained_lines: Sequence[ExplainedLine]) -> str:
    """Returns what the table shows, in words that follow the player's name."""
    if len(explained_lines) > 1:
        return f": the best of the {len(explained_lines)} legal moves that it tried"
    return " expects this line" if len(explained_lines[0].pv) > 1 else " reports a score, but no line after its move"


def _print_table(out: Console, fen: str, best: Sequence[ExplainedLine]) -> None:
    """Prints a column for each line and a row for each term: the mover's score minus the opponent's, in pawns."""
    from modern.cli.output import new_table, print_table

    position = Position.from_fen(fen)
    sign = 1 if position.side == "white" else -1
    lines = [position.variation_san(reason.pv[:MOVES_PER_LINE]) for reason in best]
    rows = new_table(f"for {position.side.capitalize()}, in pawns", *(f">{line}" for line in lines))
    terms = [{term.name: sign * (term.white - term.black) for term in reason.terms} for reason in best]
    for name in terms[0]:
        rows.add_row(name, *(f"{line[name] / 100:+.2f}" if name in line else "" for line in terms))
    if terms[0]:
        rows.add_section()
    rows.add_row("score", *(str(reason.score) for reason in best))
    print_table(out, rows)
