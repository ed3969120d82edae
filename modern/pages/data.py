"""Computes the data of a page for each position of a game: plain lists and objects, as the page's script reads them.

Moves are in UCI notation. Piece numbers and the squares of the 12x12 board are the listing's. Scores and values are
from White's side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Final

from historic.position.moves import report_notation
from historic.readings import PRINTED
from historic.thought import choice_of
from modern.engine.report import Score
from modern.game.game import Game
from modern.game.move_notes import NO_NOTE, MoveNote, plain_comment
from modern.game.pgn_writing import variation_text
from modern.pages import DEFAULT_ANALYST
from modern.pages.game_facts import ending_of, is_record
from modern.pages.program_data import PageData, program_data
from modern.pages.thoughts import PositionThought, game_thoughts
from modern.players import Decision, MoveRequest, player_named
from modern.players.historic import uci_of
from modern.players.position_search import analysis_limits
from modern.players.tried_moves import white_view
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

#: The value of a mate on the chart, in pawns; it is drawn at the edge, like every value outside the range.
MATE_ON_CHART: Final = 1000.0


def page_positions(
    game: Game,
    reading: str,
    seconds: float,
    analyst: str = DEFAULT_ANALYST,
    analysed: Iterable[PageData] | None = None,
) -> Iterator[PageData]:
    """Yields the page's data for each position, from the first to the one after the last move.

    `reading` is the program's reading. The player named `analyst` thinks `seconds` about each position; 0 leaves it
    out. `analysed` is what `analysis` yielded earlier, which saves that time. Raises PlayerError.
    """
    shown = Game(game.start)
    notes = [*game.notes, NO_NOTE]
    moves = [*game.moves, None]
    thoughts = game_thoughts(game, reading)
    for at, move, note, found in zip(thoughts, moves, notes, analysed or analysis(game, seconds, analyst), strict=True):
        played = move.uci() if move else None
        legal = {move.uci() for move in shown.position.legal_moves()}
        yield {
            "ply": at.ply,
            "side": at.side,
            **_board(shown),
            "played": _played(note, at, shown.position, move),
            "program": program_data(at, shown.position, legal, played, reading),
            "today": found["today"],
            "notes": [*_notes(game, note, at, shown.position, played, reading), *found["remarks"]],
        }
        if move is not None:
            shown.make(move)


def analysis(game: Game, seconds: float, analyst: str = DEFAULT_ANALYST) -> Iterator[PageData]:
    """Yields what the player named `analyst` thinks at each position, and its remarks: [its name, text].

    It thinks `seconds` about each position; with 0 it is not asked. Raises PlayerError.
    """
    shown = Game(game.start)
    with closing(player_named(analyst)) as player:
        for move in (*game.moves, None):
            remarks: list[str] = []
            decision = None
            if seconds and shown.position.legal_moves():
                limits = analysis_limits(shown.position, seconds=seconds)
                decision = player.decide(MoveRequest(shown, limits, note=remarks.append))
            yield {
                "today": today_data(decision, shown.position) if decision else None,
                "remarks": [[player.name, text] for text in remarks],
            }
            if move is not None:
                shown.make(move)


def today_data(decision: Decision, position: Position) -> PageData:
    """Returns what a player thinks of a position.

    `value` is for the chart, in pawns. It and `score` are from White's side. A player without scores has an
    empty `score` and no `value`.
    """
    assert decision.move is not None
    score = decision.score.for_white(position.side) if decision.score else None
    return {
        "move": decision.move.uci(),
        "san": position.san(decision.move),
        "score": str(score) if score else "",
        "value": _pawns(score) if score else None,
        "depth": decision.depth,
        "pv": position.variation_san(decision.pv),
    }


def _board(game: Game) -> PageData:
    """Returns the position, the last move and the king in check."""
    position = game.position
    return {
        "fen": position.fen(),
        "last": game.moves[-1].uci() if game.moves else None,
        "check": SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else None,
    }


def _played(note: MoveNote, at: PositionThought, position: Position, played: Move | None) -> PageData | None:
    """Returns the game's next move in three notations, and what the PGN says about it."""
    if played is None:
        return None
    return {
        "move": played.uci(),
        "notation": report_notation(at.state, at.side, played.uci()),
        "san": position.san(played),
        "glyphs": note.glyph_signs,
        "clock": note.clock,
        "evaluation": note.evaluation,
    }


def _pawns(score: Score) -> float:
    if score.centipawns is not None:
        return score.centipawns / 100
    return MATE_ON_CHART if (score.mate or 0) > 0 else -MATE_ON_CHART


def _notes(
    game: Game, note: MoveNote, at: PositionThought, position: Position, played: str | None, reading: str
) -> list[list[str]]:
    """Returns the notes on a position: [heading, text]. `note` is what the game says about its next move."""
    notes = []
    if at.ply == 1 and (introduction := plain_comment(game.introduction)):
        notes.append(["Before the game", introduction])
    if note.text:
        notes.append(["The author's note" if is_record(game) else "Comment", note.text])
    notes += [["Variation", variation_text(position.fen(), variation)] for variation in note.variations]
    if is_record(game) and played and at.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _difference_note(at, position, played)])
    if played is None:
        notes.append(["The end", ending_of(game)])
    notes += [["Substitution", f"{line.replace('it has', 'The program has', 1)}."] for line in at.substitutions]
    return notes


def _difference_note(at: PositionThought, position: Position, played: str) -> str:
    """Explains why the record has another move than the listing as printed. Moves are in SAN."""
    thought, second = at.thought, at.thought.second
    assert at.move is not None
    assert second is not None
    rank = f"its second choice ({white_view(second.value, at.side):+.2f})"
    if uci_of(at.state, at.side, choice_of(second)) != played:
        rank = "which is not even its second choice"
    choice, recorded = (position.san(position.parse_uci(move)) for move in (at.move, played))
    return (
        f"The listing as printed plays {choice} ({white_view(thought.value, at.side):+.2f}). "
        f"The record has {recorded}, {rank}. One letter makes the difference: before the .9 for castling is added, "
        "White's half of the listing tests II, and Black's half tests III."
    )
