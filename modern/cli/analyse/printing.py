"""Prints the analysis of a game: a row for each move, and the figures of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from modern.analysis.game_analysis import Finding, GameAnalysis, JudgedMove
    from modern.cli.analyse.games import AnalysedGame
    from modern.rules import Position

#: The number of moves shown of the best line.
LINE_SHOWN = 6
#: The colours of mistakes in a terminal.
COLOURS = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


def print_game(out: Console, game: AnalysedGame, score_note: str) -> None:
    """Prints what was found in a game, complete or not. `score_note` is a remark on the player's scores, or ''."""
    from modern.cli.output import print_table

    analysis = game.analysis
    moves = analysis.moves()
    click.echo(f"{game.number}. {game.title}", err=out.stderr)
    if not moves:
        click.echo("no move has been analysed" if analysis.game.moves else "the game has no moves", err=out.stderr)
        return
    print_table(out, _moves_table(analysis))
    for ply, finding in enumerate(analysis.findings, 1):
        for note in finding.notes:
            click.echo(f"ply {ply}: {note}", err=out.stderr)
    if score_note:
        click.echo(score_note, err=out.stderr)
    if not analysis.is_complete:
        click.echo(f"{len(moves)} of {len(analysis.game.moves)} plies analysed", err=out.stderr)
    sides = _sides_table(analysis)
    if sides.row_count:
        click.echo(err=out.stderr)
        print_table(out, sides)
    else:
        unknown = sum(finding.win is None for finding in analysis.findings)
        click.echo(f"no accuracy can be computed: {unknown} positions got no score", err=out.stderr)


def _moves_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each move: its score, what it loses, its judgement, and the best line instead of it."""
    from modern.cli.output import new_table
    from modern.rules import Position

    rows = new_table("move", ">score", ">win %", ">lost", "judgement", "best line")
    position = Position.from_fen(analysis.game.start)
    for move in analysis.moves():
        rows.add_row(*_cells(move, position), style=COLOURS.get(move.judgement.name) if move.judgement else None)
        position.make(move.move)
    return rows


def _cells(move: JudgedMove, position: Position) -> list[str]:
    """Returns the cells of a move's row; `position` is that before it."""
    decision = move.before.decision
    line = position.variation_san(decision.pv[:LINE_SHOWN]) if decision and decision.pv else ""
    return [
        position.variation_san([move.move]),
        _score(move.after),
        "" if move.after.win is None else f"{move.after.win:.0f}",
        f"{move.lost:.0f}" if move.lost and move.lost >= 0.5 else "",
        move.judgement.name if move.judgement else "",
        line,
    ]


def _score(finding: Finding) -> str:
    """Returns the score of a position from White's side, or how the game has ended there."""
    if finding.outcome:
        return finding.outcome.result
    return str(finding.score) if finding.score else ""


def _sides_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each side of which a move has been judged."""
    from modern.analysis.accuracy import JUDGEMENTS
    from modern.analysis.game_analysis import SIDES
    from modern.cli.output import new_table

    plurals = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
    kinds = [judgement.name for judgement in reversed(JUDGEMENTS)]
    rows = new_table("side", ">moves", ">accuracy", ">centipawns lost a move", *(f">{plurals[kind]}" for kind in kinds))
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            counts = (str(figures.mistakes[kind]) for kind in kinds)
            rows.add_row(
                side.capitalize(),
                str(figures.moves),
                f"{figures.accuracy:.1f} %",
                f"{figures.centipawn_loss:.0f}",
                *counts,
            )
    return rows
