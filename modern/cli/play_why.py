"""Why a player has played what it has: its best lines, and what it makes of each, term by term."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from modern.cli.lines import in_san

if TYPE_CHECKING:
    from rich.console import Console

    from modern.play.seats import Seat

#: How many lines stand side by side.
COLUMNS = 3


def print_reasons(out: Console, seat: Seat, fen: str) -> None:
    """The reasons of who sits there, for the last move that it has decided on, at the position of a FEN."""
    from modern.cli.output import print_table, table

    assert seat.player is not None
    reasons = seat.player.reasons()
    if not reasons:
        click.echo(f"{seat.short} does not say why")
        return
    best = reasons[:COLUMNS]
    side, sign = ("White", 1) if fen.split()[1] == "w" else ("Black", -1)
    rows = table(f"for {side}, in pawns", *(f">{in_san(fen, reason.line[:COLUMNS])}" for reason in best))
    names = [term.name for term in best[0].terms]
    for name in names:
        amounts = [next((t.white - t.black for t in reason.terms if t.name == name), None) for reason in best]
        rows.add_row(name, *("" if amount is None else f"{sign * amount / 100:+.2f}" for amount in amounts))
    if names:
        rows.add_section()
    rows.add_row("score", *(str(reason.score) for reason in best))
    click.echo(f"{seat.short} looked at {len(reasons)} lines; the best:" if len(reasons) > 1 else f"{seat.short}:")
    print_table(out, rows)
