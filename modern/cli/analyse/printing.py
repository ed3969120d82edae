"""Prints the analysis of a game: its moves, the mistakes that decided it, and how each side has played."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.table import Table

from modern.analysis.accuracy import JUDGEMENTS
from modern.analysis.formats import decisive_moves, loss_text
from modern.analysis.game_analysis import GameAnalysis, JudgedMove, PositionVerdict
from modern.analysis.openings import opening_of
from modern.cli.output import new_table, print_table
from modern.cli.problems import ReadingReport
from modern.cli.shell import echo
from modern.game.game import SIDES
from modern.rules import Position

#: The number of moves shown of the best line.
LINE_SHOWN: Final = 6
#: What stands above the largest mistakes of both sides.
DECISIVE: Final = "The moves that decided the game:"
#: The columns that are left out of the moves of a game in a narrow terminal, the first of them first.
DROPPABLE: Final = ("win %", "lost")
#: A terminal with fewer columns shows the figures of the two sides beside each other.
MIN_WIDTH: Final = 70
#: The colours of mistakes in a terminal.
COLOURS: Final = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}

#: Whose the figures of a table are. The first game has it.
LEGEND: Final = (
    "score and win % are White's; lost is what the move costs the side that made it, in % of winning chances"
)


class GamePrinter:
    """Prints games, one after another, with what could not be read of them, or only that.

    `score_note` is a remark on the player's scores, or ''.
    """

    def __init__(self, out: Console, report: ReadingReport, score_note: str, is_quiet: bool) -> None:
        self.out = out
        self.report = report
        self.score_note = score_note
        self.is_quiet = is_quiet
        self.count = 0

    def print(self, analysis: GameAnalysis) -> None:
        """Prints a game, complete or not."""
        self.report.add_game(analysis.number, analysis.game)
        if analysis.game.error or self.is_quiet:
            return
        if self.count:
            echo(err=self.out.stderr)
        self.count += 1
        print_game(self.out, analysis, self.score_note)
        if self.count == 1 and analysis.has_chances and analysis.moves():
            echo(LEGEND, err=self.out.stderr)


def print_game(out: Console, analysis: GameAnalysis, score_note: str) -> None:
    """Prints what was found in a game, complete or not. `score_note` is a remark on the player's scores, or ''."""
    moves = analysis.moves()
    opening = opening_of(analysis.game)
    echo(f"{analysis.number}. {analysis.title}{f', {opening}' if opening else ''}", err=out.stderr)
    if not moves:
        echo("no move has been analysed" if analysis.game.moves else "the game has no moves", err=out.stderr)
        return
    print_table(out, _moves_table(analysis), DROPPABLE)
    for ply, verdict in enumerate(analysis.verdicts, analysis.first + 1):
        for remark in verdict.remarks:
            echo(f"ply {ply}: {remark}", err=out.stderr)
    if not analysis.is_complete:
        part = f"the last {len(moves)}" if analysis.first else str(len(moves))
        echo(f"{part} of {len(analysis.game.moves)} plies analysed", err=out.stderr)
    decisive = decisive_moves(analysis)
    if decisive:
        echo(f"\n{DECISIVE}", err=out.stderr)
        for side, found in decisive.items():
            echo(f" {side.capitalize()}: {', '.join(text for _, text in found)}", err=out.stderr)
    sides = _sides_table(analysis, out)
    if sides.row_count:
        echo(err=out.stderr)
        print_table(out, sides)
    elif score_note:
        echo(f"no accuracy: {score_note}", err=out.stderr)
    else:
        unknown = sum(verdict.win is None for verdict in analysis.verdicts)
        echo(f"no accuracy can be computed: {unknown} positions got no score", err=out.stderr)


def _moves_table(analysis: GameAnalysis) -> Table:
    """Returns a row for each move: its score, what it loses, its judgement, and the best line instead of it.

    Without chances to win there are no columns for what follows from them.
    """
    judged = (">win %", ">lost", "judgement") if analysis.has_chances else ()
    rows = new_table("move", ">score", *judged, "best line")
    if judged:
        rows.columns[4].no_wrap = True
    position = analysis.game.up_to(analysis.first).position
    for move in analysis.moves():
        rows.add_row(*_cells(move, position), style=COLOURS.get(move.judgement.name) if move.judgement else None)
        position.make(move.move)
    return rows


def _cells(move: JudgedMove, position: Position) -> list[str]:
    """Returns the cells of a move's row; `position` is that before it."""
    decision = move.before.decision
    line = position.variation_san(decision.pv[:LINE_SHOWN]) if decision and decision.pv else ""
    cells = [position.variation_san([move.move]), _score(move.after)]
    if move.has_chances:
        cells += [
            "" if move.after.win is None else f"{move.after.win:.0f}",
            loss_text(move),
            move.judgement.name if move.judgement else "",
        ]
    return [*cells, line]


def _score(verdict: PositionVerdict) -> str:
    """Returns the score of a position from White's side, or how the game has ended there."""
    if verdict.outcome:
        return verdict.outcome.result
    return str(verdict.score) if verdict.score else ""


def _sides_table(analysis: GameAnalysis, out: Console) -> Table:
    """Returns a row for each side of which a move has been judged; in a narrow terminal a column for each."""
    plurals = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
    kinds = [judgement.name for judgement in reversed(JUDGEMENTS)]
    rows = [["side", "moves", "accuracy", "average centipawn loss", *(plurals[kind] for kind in kinds)]]
    for side in SIDES:
        figures = analysis.side(side)
        if figures:
            counts = (str(figures.mistakes[kind]) for kind in kinds)
            shares = f"{figures.accuracy:.1f} %", f"{figures.centipawn_loss:.0f}"
            rows.append([side.capitalize(), str(figures.moves), *shares, *counts])
    if len(rows) == 1:
        return new_table()
    if out.is_terminal and out.width < MIN_WIDTH:
        rows = list(map(list, zip(*rows, strict=True)))
    (first, *others), *body = rows
    table = new_table(first, *(f">{title}" for title in others))
    for row in body:
        table.add_row(*row)
    return table
