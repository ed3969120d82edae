"""What a page shows of each position of a game, as plain lists and objects, which the page's script reads.

One program of 1994 goes through the whole game, as in a replay, so each turn finds the values that the turn before
left in II and III. Before each turn PW, PB and PM are set to the position that the rules of chess give, so any game
can be used. Moves are in UCI notation. Piece numbers and the squares of the 12x12 board are the listing's. Scores and
values are from White's side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Final

from historic.basic import BasicError
from historic.machine.screen import UNSEEN
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import State
from historic.program import Program
from historic.readings import PRINTED
from historic.study.terms import board_from_state
from historic.thought import StoppedThought, Thought
from modern.facts import Fact, fact
from modern.game.game import Game
from modern.game.move_notes import NO_NOTE, MoveNote, plain_comment
from modern.game.pgn_writing import variation_text
from modern.game.saved_game import with_figures
from modern.pages.game_facts import ending_of, is_record
from modern.players import Decision
from modern.players.game_state import GameState
from modern.players.tried_moves import move_text, tried_moves, white_view
from modern.report import Score
from modern.rules import Move, Position

PageData = dict[str, Any]

#: What a page has of a position without an analysis.
NOT_ANALYSED: Final[PageData] = {"today": None, "remarks": ()}
#: The value of a mate on the chart, in pawns; it is drawn at the edge, like every value outside the range.
MATE_ON_CHART: Final = 1000.0


def page_positions(
    game: Game, reading: str, analysed: Sequence[PageData] = (), notes: Sequence[MoveNote] | None = None
) -> Iterator[PageData]:
    """Yields the page's data for each position, from the first to the one after the last move.

    `reading` is the program's reading. `analysed` has what a player thinks of each position, and its remarks; empty
    if there is no analysis. `notes` are the game's own with what the analysis adds; comments are the game's alone.
    """
    shown = Game(game.start)
    moves = [*game.moves, None]
    steps = zip(
        game_thoughts(game, reading),
        moves,
        [*game.notes, NO_NOTE],
        [*(game.notes if notes is None else notes), NO_NOTE],
        analysed or repeat(NOT_ANALYSED, len(moves)),
        strict=True,
    )
    for at, move, own, note, found in steps:
        played = move.uci() if move else None
        legal = {move.uci() for move in shown.position.legal_moves()}
        yield {
            "ply": at.ply,
            "side": at.side,
            "fen": shown.position.fen(),
            "last": shown.last_move.uci() if shown.last_move else None,
            "check": shown.check_square,
            "played": _played(note, shown.position, move),
            "program": program_data(at, shown.position, legal, played, reading),
            "today": found["today"],
            "notes": [
                *_notes(game, replace(own, variations=note.variations), at, shown.position, played, reading),
                *([name, text] for name, text in found["remarks"] if text not in own.text),
            ],
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
        "value": chart_pawns(score) if score else None,
        "depth": decision.depth,
        "pv": position.variation_san(decision.pv),
    }


def _played(note: MoveNote, position: Position, played: Move | None) -> PageData | None:
    """Returns the game's next move in two notations, and what the PGN says about it."""
    if played is None:
        return None
    return {
        "move": played.uci(),
        "san": position.san(played),
        "glyphs": note.glyph_signs,
        "clock": note.clock,
        "evaluation": note.evaluation,
    }


def chart_pawns(score: Score) -> float:
    """Returns a score in pawns, as the chart draws it."""
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
    figures = with_figures(note)
    if figures.seconds is not None and not is_record(game):
        notes.append(["The player's own figures", _figures_in_words(figures, at.side)])
        note = figures
    if note.text:
        notes.append(["The author's note" if is_record(game) else "Comment", note.text])
    notes += [["Variation", variation_text(position.fen(), variation)] for variation in note.variations]
    if is_record(game) and played and at.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _difference_note(at, position, played)])
    if played is None:
        notes.append(["The end", ending_of(game)])
    notes += [["Substitution", fact("page.no_number", **line.values)] for line in at.substitutions]
    return notes


def _figures_in_words(note: MoveNote, side: str) -> str:
    """Returns what a player of ours reported of its move, from White's side as all scores of the page, with units."""
    score = f"{note.score.for_white(side)} for White, depth {note.depth}, " if note.score else ""
    return f"{score}{note.seconds:.2f} s of thinking"


def _difference_note(at: PositionThought, position: Position, played: str) -> str:
    """Explains why the record has another move than the listing as printed. Moves are in SAN."""
    thought, second = at.thought, at.thought.second
    assert at.move is not None
    assert second is not None
    rank = f"its second choice ({white_view(second.value, at.side):+.2f})"
    if second.move.uci(at.state, at.side) != played:
        rank = "which is not even its second choice"
    choice, recorded = (position.san(position.parse_uci(move)) for move in (at.move, played))
    return (
        f"The listing as printed plays {choice} ({white_view(thought.value, at.side):+.2f}). "
        f"The record has {recorded}, {rank}. One letter makes the difference: before the .9 for castling is added, "
        "White's half of the listing tests II, and Black's half tests III."
    )


@dataclass(frozen=True)
class PositionThought:
    """A position of a game, and what the program thinks there.

    `ply` is the number of the next ply, from 1, and `side` the side to move. `state` is the position in PW, PB and PM.
    `substitutions` has a line for each piece that the program has no number for and stores as another piece type.
    `error` is the BASIC error that ended the thought, or None.
    """

    ply: int
    side: str
    state: State
    substitutions: tuple[Fact, ...]
    thought: Thought
    error: BasicError | None = None

    @property
    def move(self) -> str | None:
        """The choice in UCI notation, promoting to a queen.

        None if nothing is chosen, or if the chosen piece comes from nowhere (quirk piece-from-nowhere).
        """
        return self.thought.best.uci(self.state, self.side)


def game_thoughts(game: Game, reading: str = PRINTED) -> Iterator[PositionThought]:
    """Yields what the program thinks at each position of a game, from the first to the one after the last move."""
    program = Program(reading, UNSEEN)
    position = GameState(Game(game.start))
    for ply, move in enumerate([*game.moves, None], 1):
        program.state = position.state
        basic_error: BasicError | None = None
        try:
            thought = program.play(position.side)
        except StoppedThought as error:
            basic_error, thought = error, error.thought
        substitutions = tuple(position.substitutions)
        yield PositionThought(ply, position.side, position.state, substitutions, thought, basic_error)
        if move is not None:
            position.advance(move)


def program_data(
    at: PositionThought, position: Position, legal: set[str], played: str | None, reading: str
) -> PageData:
    """Returns what the program has in memory, the moves that it tries, and its choice.

    `position` is the same position under the rules of chess, `legal` its moves in UCI notation, and `played` the
    game's move.
    """
    state, side, thought = at.state, at.side, at.thought
    value = white_view(thought.value, side)
    return {
        **tried_moves(state, side, thought.candidates, thought.best, position=position, played=played, reading=reading),
        "legal": at.move in legal,
        "san": move_text(board_from_state(state), state, side, thought.best, position),
        "move": at.move,
        "target": SQUARE_TO_NAME.get(thought.best.square, ""),
        "value": None if thought.chosen is None else round(value, 2) + 0.0,  # + 0.0 turns -0.0 into 0.0
        "agrees": at.move == played if played and thought.chosen is not None else None,
        "error": str(at.error) if at.error else None,
    }
