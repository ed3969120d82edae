"""Why a player has played what it has: its best lines, and what it makes of each, term by term."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from modern.cli.san_line import san_line
from modern.players.protocol import Decision, Reason

if TYPE_CHECKING:
    from rich.console import Console

    from modern.play.seats import Seat

#: How many lines stand side by side, and how many of their moves.
MAX_COLUMNS = 3
MOVES_PER_LINE = 3
#: How wide a column is, and that of the terms, in characters.
COLUMN_WIDTH, TERM_COLUMN_WIDTH = 18, 26


class SeatDecision(NamedTuple):
    """Who has decided, where (a FEN), on what, and what was noted meanwhile."""

    seat: Seat
    fen: str
    decision: Decision
    notes: tuple[str, ...] = ()


def print_reasons(out: Console, played: SeatDecision) -> None:
    """Why it has decided so: its reasons, or, where it tells none, what its decision says."""
    reasons = _reasons(played)
    if not reasons:
        click.echo(f"{played.seat.short_name} does not say why")
        return
    name = played.seat.short_name
    for note in played.notes:
        click.echo(f"{name}: {note}")
    several = f": the best of {len(reasons)} lawful moves that it tried"
    click.echo(f"{name}{several if len(reasons) > 1 else ' expects this line'}:")
    fitting = max(1, (out.width - TERM_COLUMN_WIDTH) // COLUMN_WIDTH)
    _print_table(out, played.fen, reasons[: min(MAX_COLUMNS, fitting)])


def _reasons(played: SeatDecision) -> list[Reason]:
    decision = played.decision
    assert played.seat.player is not None
    fallback = [Reason(decision.pv, decision.score)] if decision.score and decision.pv else []
    return played.seat.player.reasons() or fallback


def _print_table(out: Console, fen: str, best: list[Reason]) -> None:
    """A column for each line; a row for each term: what it brings the mover, less what it brings the other side."""
    from modern.cli.output import new_table, print_table

    side, sign = ("White", 1) if fen.split()[1] == "w" else ("Black", -1)
    rows = new_table(f"for {side}, in pawns", *(f">{san_line(fen, reason.pv[:MOVES_PER_LINE])}" for reason in best))
    terms = [{term.name: sign * (term.white - term.black) for term in reason.terms} for reason in best]
    for name in terms[0]:
        rows.add_row(name, *(f"{each[name] / 100:+.2f}" if name in each else "" for each in terms))
    if terms[0]:
        rows.add_section()
    rows.add_row("score", *(str(reason.score) for reason in best))
    print_table(out, rows)
