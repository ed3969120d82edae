"""What a page has of each position of a game: plain lists and objects, as its script reads them.

Squares and moves are named as in UCI's notation, men and the squares of a board of 144 are the listing's numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import chess

from historic.basic import print_number
from historic.moves import choice_in_words, in_words
from historic.readings import PRINTED
from historic.sample_game import NOTES
from historic.sides import other_side
from historic.squares import NAMES
from historic.state import KIND_NAMES, KINDS
from historic.terms import SHOWN, TERMS, board_after, board_of, explain
from historic.thought import choice_of
from modern.engine.limits import Limits
from modern.pictures.page.told import Told
from modern.pictures.thoughts import Considered, thoughts
from modern.players import Decision, Game, Turn, player_named
from modern.players.arbiter import uci_of

Found = dict[str, Any]

QUEENS_IN_RESERVE: Final = 8
#: What each man is, by his number.
MEN: Final = [
    *(next(KIND_NAMES[kind].removesuffix("s") for kind, men in KINDS.items() if man in men) for man in range(16)),
    *(["queen"] * QUEENS_IN_RESERVE),
]
#: What a mate counts on the chart, where all that is beyond its edge is drawn at the edge: in pawns.
MATE: Final = 1000.0


def positions(told: Told, reading: str, seconds: float) -> Iterator[Found]:
    """What the page has of each position, from the first to that after the last move.

    `reading` is the program's. The engine of today thinks so many seconds about each; 0 leaves it out.
    """
    game = Game(told.game.start)
    board = chess.Board(game.start)
    moves = [*told.game.moves, None]
    with closing(player_named("modern")) as player:
        for considered, move in zip(thoughts(told.game, reading), moves, strict=True):
            played = move.uci() if move else None
            legal = {move.uci() for move in board.legal_moves}
            today = player.decide(Turn(game, _limits(legal, seconds))) if seconds and legal else None
            yield {
                "ply": considered.number,
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


def _board(board: chess.Board) -> Found:
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


def _played(considered: Considered, board: chess.Board, played: str | None) -> Found | None:
    """The game's next move."""
    if played is None:
        return None
    words = in_words(considered.state, considered.side, played)
    return {"move": played, "words": words, "san": board.san(chess.Move.from_uci(played))}


def _program(considered: Considered, legal: set[str], played: str | None, reading: str) -> Found:
    """What the program of 1994 has in memory, what it tries and what it chooses."""
    state, side, thought = considered.state, considered.side, considered.thought
    board = board_of(state)
    chosen = thought.chosen is not None
    return {
        "board": board,
        "squares": [NAMES.get(square, "") for square in state.men(side)[0]],
        "reach": thought.think_move_board,
        "candidates": _candidates(considered, board, legal, played),
        "lawful": considered.move in legal,
        "choice": choice_in_words(board, state, side, thought.best),
        "move": considered.move,
        "onto": NAMES.get(thought.best.square),
        "value": round(thought.value, 2) + 0.0 if chosen else None,  # there is no -0.00
        "exact": _printed(thought.value) if chosen else None,
        "agrees": considered.move == played if played and chosen else None,
        "stopped": str(considered.stopped) if considered.stopped else None,
        **(_made_up(considered, board, reading) if chosen else {"answer": None, "terms": [], "together": []}),
    }


def _candidates(considered: Considered, board: list[int], legal: set[str], played: str | None) -> list[list[Any]]:
    """Each move tried, in order: in words, man, square, value as PRINT has it, what is said of it, value."""
    state, side, thought = considered.state, considered.side, considered.thought
    rows: list[list[Any]] = []
    for number, candidate in enumerate(thought.candidates):
        choice = choice_of(candidate)
        said = []
        if number == thought.chosen:
            said.append("the choice")
        if candidate.castling:
            said.append(f"in the slot of man {choice.man}")
        uci = uci_of(state, side, choice)
        if uci not in legal:
            said.append("the rules forbid it")
        if played and played == uci:
            said.append("in the game")
        words = choice_in_words(board, state, side, choice)
        value = _printed(candidate.value)
        rows.append([words, candidate.man, candidate.square, value, ", ".join(said), candidate.value])
    return rows


def _made_up(considered: Considered, board: list[int], reading: str) -> Found:
    """What the choice's value is made of, as `gosub think` has it: its own score, less that of the best reply."""
    state, side, thought = considered.state, considered.side, considered.thought
    assert thought.chosen is not None
    candidate, reply = thought.candidates[thought.chosen], thought.replies[thought.chosen]
    explanation = explain(state, side, candidate, reply, reading)
    own, replied = explanation.own_terms(), explanation.reply.terms()
    after = board_after(board, state, side, thought.best)
    return {
        "answer": choice_in_words(after, state, other_side(side), reply.best),
        "terms": [[term, _term(own[term]), _term(replied[term])] for term in TERMS],
        "together": [_term(sum(own.values())), _term(sum(replied.values()))],
    }


def _printed(value: float) -> str:
    return print_number(value).strip()


def _term(amount: float) -> str:
    return _printed(round(amount, SHOWN))


def _today(decided: Decision, board: chess.Board) -> Found:
    """What the engine of today thinks; `value` is for the chart, in pawns."""
    assert decided.move is not None
    assert decided.score is not None
    score = decided.score
    value = score.centipawns / 100 if score.centipawns is not None else MATE if (score.mate or 0) > 0 else -MATE
    return {
        "move": decided.move.uci(),
        "san": board.san(chess.Move.from_uci(decided.move.uci())),
        "score": str(score),
        "value": value,
        "depth": decided.depth,
        "line": board.variation_san([chess.Move.from_uci(move.uci()) for move in decided.line]),
    }


def _notes(told: Told, considered: Considered, played: str | None, reading: str) -> list[list[str]]:
    """What is said beside the board: [who says it, what]."""
    number = considered.number
    notes = []
    if number == 1 and 0 in told.comments:
        notes.append(["Before the game", told.comments[0]])
    if told.recorded and number in NOTES:
        notes.append(["The author's note", NOTES[number]])
    if played and number in told.comments:
        notes.append(["Comment", told.comments[number]])
    if told.recorded and played and considered.move != played and reading == PRINTED:
        notes.append(["Record and listing differ", _parting(considered, played)])
    if played is None:
        notes.append(["The end", told.ending])
    notes += [["How it is held", f"{line.replace('it has', 'The program has', 1)}."] for line in considered.replaced]
    return notes


def _parting(considered: Considered, played: str) -> str:
    """Where the record has another move than the listing as printed."""
    state, side, thought = considered.state, considered.side, considered.thought
    board = board_of(state)
    words = in_words(state, side, played)
    second = thought.second
    assert second is not None
    which = f"its second choice ({second.value:.2f})"
    if choice_in_words(board, state, side, choice_of(second)) != words:
        which = "which is not even its second choice"
    return (
        f"The listing as printed plays {choice_in_words(board, state, side, thought.best)} ({thought.value:.2f}). "
        f"The record has {words}, {which}. One letter decides it: where White's half of the listing asks for II before "
        "it adds the .9 for castling, Black's half asks for III."
    )
