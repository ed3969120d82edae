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
from historic.study.sample_game import NOTES
from historic.thought import choice_of
from modern.engine.report import Score
from modern.pictures.page import DEFAULT_ANALYST
from modern.pictures.page.page_game import Annotation, PageGame
from modern.pictures.page.program_data import PageData, program_data, white_view
from modern.pictures.page.thoughts import PositionThought, game_thoughts
from modern.players import Decision, Game, MoveRequest, player_named
from modern.players.arbiter import uci_of
from modern.players.position_search import analysis_limits
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

#: The value of a mate on the chart, in pawns; it is drawn at the edge, like every value outside the range.
MATE_ON_CHART: Final = 1000.0


def page_positions(
    page_game: PageGame,
    reading: str,
    seconds: float,
    analyst: str = DEFAULT_ANALYST,
    analysed: Iterable[PageData] | None = None,
) -> Iterator[PageData]:
    """Yields the page's data for each position, from the first to the one after the last move.

    `reading` is the program's reading. The player named `analyst` thinks `seconds` about each position; 0 leaves it
    out. `analysed` is what `analysis` yielded earlier, which saves that time. Raises PlayerError.
    """
    game = Game(page_game.game.start)
    moves = [*page_game.game.moves, None]
    thoughts = game_thoughts(page_game.game, reading)
    for at, move, found in zip(thoughts, moves, analysed or analysis(page_game, seconds, analyst), strict=True):
        played = move.uci() if move else None
        legal = {move.uci() for move in game.position.legal_moves()}
        yield {
            "ply": at.ply,
            "side": at.side,
            **_board(game),
            "played": _played(page_game, at, game.position, move),
            "program": program_data(at, game.position, legal, played, reading),
            "today": found["today"],
            "notes": [*_notes(page_game, at, game.position, played, reading), *found["remarks"]],
        }
        if move is not None:
            game.make(move)


def analysis(page_game: PageGame, seconds: float, analyst: str = DEFAULT_ANALYST) -> Iterator[PageData]:
    """Yields what the player named `analyst` thinks at each position, and its remarks: [its name, text].

    It thinks `seconds` about each position; with 0 it is not asked. Raises PlayerError.
    """
    game = Game(page_game.game.start)
    with closing(player_named(analyst)) as player:
        for move in (*page_game.game.moves, None):
            remarks: list[str] = []
            decision = None
            if seconds and game.position.legal_moves():
                limits = analysis_limits(game.position, seconds=seconds)
                decision = player.decide(MoveRequest(game, limits, note=remarks.append))
            yield {
                "today": today_data(decision, game.position) if decision else None,
                "remarks": [[player.name, text] for text in remarks],
            }
            if move is not None:
                game.make(move)


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


def _played(page_game: PageGame, at: PositionThought, position: Position, played: Move | None) -> PageData | None:
    """Returns the game's next move in three notations, and what the PGN says about it."""
    if played is None:
        return None
    annotation = page_game.annotations.get(at.ply, Annotation())
    return {
        "move": played.uci(),
        "notation": report_notation(at.state, at.side, played.uci()),
        "san": position.san(played),
        "glyphs": annotation.glyphs,
        "clock": annotation.clock,
        "evaluation": annotation.evaluation,
    }


def _pawns(score: Score) -> float:
    if score.centipawns is not None:
        return score.centipawns / 100
    return MATE_ON_CHART if (score.mate or 0) > 0 else -MATE_ON_CHART


def _notes(
    page_game: PageGame, at: PositionThought, position: Position, played: str | None, reading: str
) -> list[list[str]]:
    """Returns the notes on a position: [heading, text]."""
    notes = []
    if at.ply == 1 and page_game.introduction:
        notes.append(["Before the game", page_game.introduction])
    if page_game.is_record and at.ply in NOTES:
        notes.append(["The author's note", NOTES[at.ply]])
    annotation = page_game.annotations.get(at.ply)
    if played and annotation:
        notes += [["Comment", annotation.comment]] if annotation.comment else []
        notes += [["Variation", text] for text in annotation.variations]
    if page_game.is_record and played and at.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _difference_note(at, position, played)])
    if played is None:
        notes.append(["The end", page_game.ending])
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
