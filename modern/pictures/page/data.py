"""What a page has of each position of a game: plain lists and objects, as its script reads them.

Squares and moves are named as in UCI's notation, men and the squares of a board of 144 are the listing's numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import chess

from historic.basic import print_number
from historic.moves import choice_notation, report_notation
from historic.readings import PRINTED
from historic.sample_game import NOTES
from historic.sides import other_side
from historic.squares import SQUARE_TO_NAME
from historic.state import PIECE_NUMBERS, PLURAL_PIECE_NAMES
from historic.terms import DECIMALS, TERMS, board_after, board_from_state, explain
from historic.thought import choice_of
from modern.engine.limits import Limits
from modern.pictures.page.page_game import PageGame
from modern.pictures.thoughts import PositionThought, game_thoughts
from modern.players import Decision, Game, Turn, player_named
from modern.players.arbiter import uci_of

PageData = dict[str, Any]

QUEENS_IN_RESERVE: Final = 8
#: What each man is, by his number.
PIECE_NAMES: Final = [
    *(
        next(PLURAL_PIECE_NAMES[kind].removesuffix("s") for kind, men in PIECE_NUMBERS.items() if man in men)
        for man in range(16)
    ),
    *(["queen"] * QUEENS_IN_RESERVE),
]
#: What a mate counts on the chart, where all that is beyond its edge is drawn at the edge: in pawns.
MATE_ON_CHART: Final = 1000.0


def page_positions(told: PageGame, reading: str, seconds: float) -> Iterator[PageData]:
    """What the page has of each position, from the first to that after the last move.

    `reading` is the program's. The engine of today thinks so many seconds about each; 0 leaves it out.
    """
    game = Game(told.game.start)
    board = chess.Board(game.start)
    moves = [*told.game.moves, None]
    with closing(player_named("modern")) as player:
        for considered, move in zip(game_thoughts(told.game, reading), moves, strict=True):
            played = move.uci() if move else None
            legal = {move.uci() for move in board.legal_moves}
            today = player.decide(Turn(game, _limits(legal, seconds))) if seconds and legal else None
            yield {
                "ply": considered.ply,
                "side": considered.side,
                **_board(board),
                "played": _played(considered, board, played),
                "program": _program(considered, legal, played, reading),
                "today": _today(today, board) if today else None,
                "notes": _notes(told, considered, played, reading),
            }
            if move is not None:
                board.push_uci(move.uci())
                game.make(move)


def _limits(legal: set[str], seconds: float) -> Limits:
    """So many seconds, also where there is but one move: not the move is wanted here, but what it leads to."""
    return Limits(seconds=seconds, infinite=len(legal) == 1)


def _board(board: chess.Board) -> PageData:
    """What the board shows."""
    return {
        "men": board.board_fen(),
        "last": board.peek().uci() if board.move_stack else None,
        "check": chess.square_name(_king(board)) if board.is_check() else None,
    }


def _king(board: chess.Board) -> chess.Square:
    square = board.king(board.turn)
    assert square is not None
    return square


def _played(considered: PositionThought, board: chess.Board, played: str | None) -> PageData | None:
    """The game's next move."""
    if played is None:
        return None
    words = report_notation(considered.state, considered.side, played)
    return {"move": played, "words": words, "san": board.san(chess.Move.from_uci(played))}


def _program(considered: PositionThought, legal: set[str], played: str | None, reading: str) -> PageData:
    """What the program of 1994 has in memory, what it tries and what it chooses."""
    state, side, thought = considered.state, considered.side, considered.thought
    board = board_from_state(state)
    chosen = thought.chosen is not None
    return {
        "board": board,
        "squares": [SQUARE_TO_NAME.get(square, "") for square in state.pieces(side)[0]],
        "reach": thought.think_move_board,
        "candidates": _candidates(considered, board, legal, played),
        "lawful": considered.move in legal,
        "choice": choice_notation(board, state, side, thought.best),
        "move": considered.move,
        "onto": SQUARE_TO_NAME.get(thought.best.square),
        "value": round(thought.value, 2) + 0.0 if chosen else None,  # there is no -0.00
        "exact": _print_value(thought.value) if chosen else None,
        "agrees": considered.move == played if played and chosen else None,
        "stopped": str(considered.error) if considered.error else None,
        **(_value_terms(considered, board, reading) if chosen else {"answer": None, "terms": [], "together": []}),
    }


def _candidates(considered: PositionThought, board: list[int], legal: set[str], played: str | None) -> list[list[Any]]:
    """Each move tried, in order: in words, man, square, value as PRINT has it, what is said of it, value."""
    state, side, thought = considered.state, considered.side, considered.thought
    rows: list[list[Any]] = []
    for number, candidate in enumerate(thought.candidates):
        choice = choice_of(candidate)
        remarks = []
        if number == thought.chosen:
            remarks.append("the choice")
        if candidate.castling:
            remarks.append(f"in the slot of man {choice.piece}")
        uci = uci_of(state, side, choice)
        if uci not in legal:
            remarks.append("the rules forbid it")
        if played and played == uci:
            remarks.append("in the game")
        words = choice_notation(board, state, side, choice)
        value = _print_value(candidate.value)
        rows.append([words, candidate.piece, candidate.square, value, ", ".join(remarks), candidate.value])
    return rows


def _value_terms(considered: PositionThought, board: list[int], reading: str) -> PageData:
    """What the choice's value is made of, as `gosub think` has it: its own score, less that of the best reply."""
    state, side, thought = considered.state, considered.side, considered.thought
    assert thought.chosen is not None
    candidate, reply = thought.candidates[thought.chosen], thought.replies[thought.chosen]
    explanation = explain(state, side, candidate, reply, reading)
    own_terms, reply_terms = explanation.own_terms(), explanation.reply_score.terms()
    after = board_after(board, state, side, thought.best)
    return {
        "answer": choice_notation(after, state, other_side(side), reply.best),
        "terms": [[term, _print_term(own_terms[term]), _print_term(reply_terms[term])] for term in TERMS],
        "together": [_print_term(sum(own_terms.values())), _print_term(sum(reply_terms.values()))],
    }


def _print_value(value: float) -> str:
    return print_number(value).strip()


def _print_term(amount: float) -> str:
    return _print_value(round(amount, DECIMALS))


def _today(decided: Decision, board: chess.Board) -> PageData:
    """What the engine of today thinks; `value` is for the chart, in pawns."""
    assert decided.move is not None
    assert decided.score is not None
    score = decided.score
    value = (
        score.centipawns / 100
        if score.centipawns is not None
        else MATE_ON_CHART
        if (score.mate or 0) > 0
        else -MATE_ON_CHART
    )
    return {
        "move": decided.move.uci(),
        "san": board.san(chess.Move.from_uci(decided.move.uci())),
        "score": str(score),
        "value": value,
        "depth": decided.depth,
        "line": board.variation_san([chess.Move.from_uci(move.uci()) for move in decided.pv]),
    }


def _notes(told: PageGame, considered: PositionThought, played: str | None, reading: str) -> list[list[str]]:
    """What is said beside the board: [who says it, what]."""
    number = considered.ply
    notes = []
    if number == 1 and 0 in told.comments:
        notes.append(["Before the game", told.comments[0]])
    if told.is_record and number in NOTES:
        notes.append(["The author's note", NOTES[number]])
    if played and number in told.comments:
        notes.append(["Comment", told.comments[number]])
    if told.is_record and played and considered.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _difference_note(considered, played)])
    if played is None:
        notes.append(["The end", told.ending])
    notes += [
        ["How it is held", f"{line.replace('it has', 'The program has', 1)}."] for line in considered.substitutions
    ]
    return notes


def _difference_note(considered: PositionThought, played: str) -> str:
    """Where the record has another move than the listing as printed."""
    state, side, thought = considered.state, considered.side, considered.thought
    board = board_from_state(state)
    words = report_notation(state, side, played)
    second = thought.second
    assert second is not None
    which = f"its second choice ({second.value:.2f})"
    if choice_notation(board, state, side, choice_of(second)) != words:
        which = "which is not even its second choice"
    return (
        f"The listing as printed plays {choice_notation(board, state, side, thought.best)} ({thought.value:.2f}). "
        f"The record has {words}, {which}. One letter decides it: where White's half of the listing asks for II before "
        "it adds the .9 for castling, Black's half asks for III."
    )
