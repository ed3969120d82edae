"""Computes the data of a page for each position of a game: plain lists and objects, as the page's script reads them.

Moves are in UCI notation. Piece numbers and the squares of the 12x12 board are the listing's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from historic.basic import print_number
from historic.position.moves import report_notation
from historic.position.sides import other_side
from historic.position.squares import SQUARE_TO_NAME
from historic.position.state import PIECE_NUMBERS, PLURAL_PIECE_NAMES
from historic.readings import PRINTED
from historic.study.sample_game import NOTES
from historic.study.terms import DECIMALS, TERMS, board_after, board_from_state, explain
from historic.thought import choice_notation, choice_of
from modern.engine.report import Score
from modern.pictures.page import DEFAULT_ANALYST
from modern.pictures.page.page_game import PageGame
from modern.pictures.page.thoughts import PositionThought, game_thoughts
from modern.players import Decision, Game, Turn, player_named
from modern.players.analysis import analysis_limits
from modern.players.arbiter import uci_of
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

PageData = dict[str, Any]

QUEENS_IN_RESERVE: Final = 8
#: The name of each piece type, by piece number.
PIECE_NAMES: Final = [
    *(
        next(
            PLURAL_PIECE_NAMES[letter].removesuffix("s")
            for letter, numbers in PIECE_NUMBERS.items()
            if piece in numbers
        )
        for piece in range(16)
    ),
    *(["queen"] * QUEENS_IN_RESERVE),
]
#: The value of a mate on the chart, in pawns; it is drawn at the edge, like every value outside the range.
MATE_ON_CHART: Final = 1000.0


def page_positions(
    page_game: PageGame, reading: str, seconds: float, analyst: str = DEFAULT_ANALYST
) -> Iterator[PageData]:
    """Yields the page's data for each position, from the first to the one after the last move.

    `reading` is the program's reading. The player named `analyst` thinks `seconds` about each position; 0 leaves it
    out. Raises PlayerError.
    """
    game = Game(page_game.game.start)
    moves = [*page_game.game.moves, None]
    with closing(player_named(analyst)) as player:
        for at, move in zip(game_thoughts(page_game.game, reading), moves, strict=True):
            played = move.uci() if move else None
            legal = {move.uci() for move in game.position.legal_moves()}
            limits = analysis_limits(game.position, seconds=seconds)
            remarks: list[str] = []
            today = player.decide(Turn(game, limits, note=remarks.append)) if seconds and legal else None
            yield {
                "ply": at.ply,
                "side": at.side,
                **_board(game),
                "played": _played(at, game.position, move),
                "program": _program(at, legal, played, reading),
                "today": _today(today, game.position) if today else None,
                "notes": [*_notes(page_game, at, played, reading), *([player.name, text] for text in remarks)],
            }
            if move is not None:
                game.make(move)


def _board(game: Game) -> PageData:
    """Returns the pieces, the last move and the king in check."""
    position = game.position
    return {
        "pieces": position.fen().split()[0],
        "last": game.moves[-1].uci() if game.moves else None,
        "check": SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else None,
    }


def _played(at: PositionThought, position: Position, played: Move | None) -> PageData | None:
    """Returns the game's next move in three notations."""
    if played is None:
        return None
    notation = report_notation(at.state, at.side, played.uci())
    return {"move": played.uci(), "notation": notation, "san": position.san(played)}


def _program(at: PositionThought, legal: set[str], played: str | None, reading: str) -> PageData:
    """Returns what the program of 1994 has in memory, the moves it tries and its choice."""
    state, side, thought = at.state, at.side, at.thought
    board = board_from_state(state)
    chosen = thought.chosen is not None
    return {
        "board": board,
        "squares": [SQUARE_TO_NAME.get(square, "") for square in state.pieces(side)[0]],
        "reach": thought.think_move_board,
        "candidates": _candidates(at, board, legal, played),
        "legal": at.move in legal,
        "choice": choice_notation(board, state, side, thought.best),
        "move": at.move,
        "target": SQUARE_TO_NAME.get(thought.best.square),
        "value": round(thought.value, 2) + 0.0 if chosen else None,  # + 0.0 turns -0.0 into 0.0
        "exact": _print_value(thought.value) if chosen else None,
        "agrees": at.move == played if played and chosen else None,
        "error": str(at.error) if at.error else None,
        **(_value_terms(at, board, reading) if chosen else {"reply": None, "terms": [], "totals": []}),
    }


def _candidates(at: PositionThought, board: list[int], legal: set[str], played: str | None) -> list[list[Any]]:
    """Returns the moves in the order tried: [notation, piece number, square, value as PRINT has it, remark, value]."""
    state, side, thought = at.state, at.side, at.thought
    rows: list[list[Any]] = []
    for number, candidate in enumerate(thought.candidates):
        choice = choice_of(candidate)
        remarks = []
        if number == thought.chosen:
            remarks.append("the choice")
        if candidate.castling:
            remarks.append(f"in the slot of piece {choice.piece}")
        uci = uci_of(state, side, choice)
        if uci not in legal:
            remarks.append("illegal")
        if played and played == uci:
            remarks.append("in the game")
        notation = choice_notation(board, state, side, choice)
        value = _print_value(candidate.value)
        rows.append([notation, candidate.piece, candidate.square, value, ", ".join(remarks), candidate.value])
    return rows


def _value_terms(at: PositionThought, board: list[int], reading: str) -> PageData:
    """Returns the terms of the choice's value, as `gosub think` shows them, beside those of the best reply."""
    state, side, thought = at.state, at.side, at.thought
    assert thought.chosen is not None
    candidate, reply = thought.candidates[thought.chosen], thought.replies[thought.chosen]
    explanation = explain(state, side, candidate, reply, reading)
    own_terms, reply_terms = explanation.own_terms(), explanation.reply_score.terms()
    after = board_after(board, state, side, thought.best)
    return {
        "reply": choice_notation(after, state, other_side(side), reply.best),
        "terms": [[term, _print_term(own_terms[term]), _print_term(reply_terms[term])] for term in TERMS],
        "totals": [_print_term(sum(own_terms.values())), _print_term(sum(reply_terms.values()))],
    }


def _print_value(value: float) -> str:
    return print_number(value).strip()


def _print_term(amount: float) -> str:
    return _print_value(round(amount, DECIMALS))


def _today(decision: Decision, position: Position) -> PageData:
    """Returns what today's engine thinks; `value` is for the chart, in pawns from the side to move.

    A player without scores has an empty `score` and no `value`.
    """
    assert decision.move is not None
    return {
        "move": decision.move.uci(),
        "san": position.san(decision.move),
        "score": str(decision.score) if decision.score else "",
        "value": _pawns(decision.score) if decision.score else None,
        "depth": decision.depth,
        "pv": position.variation_san(decision.pv),
    }


def _pawns(score: Score) -> float:
    if score.centipawns is not None:
        return score.centipawns / 100
    return MATE_ON_CHART if (score.mate or 0) > 0 else -MATE_ON_CHART


def _notes(page_game: PageGame, at: PositionThought, played: str | None, reading: str) -> list[list[str]]:
    """Returns the notes below the board: [heading, text]."""
    notes = []
    if at.ply == 1 and 0 in page_game.comments:
        notes.append(["Before the game", page_game.comments[0]])
    if page_game.is_record and at.ply in NOTES:
        notes.append(["The author's note", NOTES[at.ply]])
    if played and at.ply in page_game.comments:
        notes.append(["Comment", page_game.comments[at.ply]])
    if page_game.is_record and played and at.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _difference_note(at, played)])
    if played is None:
        notes.append(["The end", page_game.ending])
    notes += [["Substitution", f"{line.replace('it has', 'The program has', 1)}."] for line in at.substitutions]
    return notes


def _difference_note(at: PositionThought, played: str) -> str:
    """Explains why the record has another move than the listing as printed."""
    state, side, thought = at.state, at.side, at.thought
    board = board_from_state(state)
    notation = report_notation(state, side, played)
    second = thought.second
    assert second is not None
    rank = f"its second choice ({second.value:.2f})"
    if choice_notation(board, state, side, choice_of(second)) != notation:
        rank = "which is not even its second choice"
    return (
        f"The listing as printed plays {choice_notation(board, state, side, thought.best)} ({thought.value:.2f}). "
        f"The record has {notation}, {rank}. One letter makes the difference: before the .9 for castling is added, "
        "White's half of the listing tests II, and Black's half tests III."
    )
