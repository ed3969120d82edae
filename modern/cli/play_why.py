"""Why a player has played what it has: its best lines, and what it makes of each, term by term."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from modern.cli.lines import in_san
from modern.players.protocol import Decision, Reason

if TYPE_CHECKING:
    from rich.console import Console

    from modern.play.seats import Seat

#: How many lines stand side by side, and how many of their moves.
COLUMNS = 3
MOVES = 3
#: How wide a column is, and that of the terms, in characters.
COLUMN, NAMES_OF_TERMS = 18, 26


class Thought(NamedTuple):
    """Who has decided, where (a FEN), on what, and what was noted meanwhile."""

    seat: Seat
    fen: str
    decision: Decision
    notes: tuple[str, ...] = ()


def print_reasons(out: Console, thought: Thought) -> None:
    """Why it has decided so: its reasons, or, where it tells none, what its decision says."""
    reasons = _reasons(thought)
    if not reasons:
        click.echo(f"{thought.seat.short} does not say why")
        return
    name = thought.seat.short
    for note in thought.notes:
        click.echo(f"{name}: {note}")
    several = f": the best of {len(reasons)} lawful moves that it tried"
    click.echo(f"{name}{several if len(reasons) > 1 else ' expects this line'}:")
    fitting = max(1, (out.width - NAMES_OF_TERMS) // COLUMN)
    _print_table(out, thought.fen, reasons[: min(COLUMNS, fitting)])


def _reasons(thought: Thought) -> list[Reason]:
    decision = thought.decision
    assert thought.seat.player is not None
    told = [Reason(decision.line, decision.score)] if decision.score and decision.line else []
    return thought.seat.player.reasons() or told


def _print_table(out: Console, fen: str, best: list[Reason]) -> None:
    """A column for each line; a row for each term: what it brings the mover, less what it brings the other side."""
    from modern.cli.output import print_table, table

    side, sign = ("White", 1) if fen.split()[1] == "w" else ("Black", -1)
    rows = table(f"for {side}, in pawns", *(f">{in_san(fen, reason.line[:MOVES])}" for reason in best))
    terms = [{term.name: sign * (term.white - term.black) for term in reason.terms} for reason in best]
    for name in terms[0]:
        rows.add_row(name, *(f"{each[name] / 100:+.2f}" if name in each else "" for each in terms))
    if terms[0]:
        rows.add_section()
    rows.add_row("score", *(str(reason.score) for reason in best))
    print_table(out, rows)
