"""Answers `why`: a sentence of chess on what the move does and what speaks for it, then what its table counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from historic.study.terms import CENTRE, CONTROL, EXPOSED, KING_ATTACKED, MATERIAL, PAWN_RANKS
from modern.facts import counted
from modern.players.protocol import ExplainedLine
from modern.report import Score
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES

#: The pieces by their FEN letters, in lower case, and what they are worth in an exchange; a king is never exchanged.
PIECES: Final = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
VALUES: Final = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 100}
#: How a score reads, in centipawns for the side that moves: up to these bounds, and beyond.
STANDINGS: Final = (
    (-400, "is losing"),
    (-150, "is much worse"),
    (-50, "is a little worse"),
    (50, "is about equal"),
    (150, "is a little better"),
    (400, "is much better"),
)
#: The terms of the 1994 program, in one of which a move gains most on the next best.
COMPARED: Final = (MATERIAL, EXPOSED, CONTROL, CENTRE, PAWN_RANKS, KING_ATTACKED)
#: What the rows of the table count, where the name does not say it.
LEGEND: Final = {
    EXPOSED: "a quarter of such a piece's value: minus for its own pieces, plus for yours",
    CONTROL: ".1 for each square that a piece reaches, own pieces that it protects included",
    CENTRE: ".1 more for each time that a piece reaches d4, e4, d5 or e5, for either side",
    PAWN_RANKS: ".05 for each rank that a pawn has advanced",
    "mobility": "how many squares the pieces can go to",
    "tempo": "the right to move",
    "pawn structure": "isolated, doubled and backward pawns, and those that stand side by side",
    "minor pieces": "outposts of knights and bishops, and bad bishops",
}
MATE: Final = "gives mate"
#: The terms `squares of knights` and so on.
SQUARES_OF: Final = "squares of "
SQUARES_LEGEND: Final = "how well these pieces are placed: a bonus for each square"


def sentence(position: Position, lines: Sequence[ExplainedLine], has_usual_scores: bool) -> str:
    """Returns in a sentence why a program made the first move of the best of its lines, in a position before it.

    `has_usual_scores` is False if its scores do not say who stands better.
    """
    best = lines[0]
    what = f"It {_deed(position, best.pv[0])}"
    if what.endswith(MATE):
        return f"{what}."
    if best.score.mate is not None:
        moves = counted(abs(best.score.mate), "move")
        ends = f"mate follows in {moves}" if best.score.mate > 0 else f"it cannot avoid mate in {moves}"
        return f"{what}: {ends}."
    if len(lines) > 1 and not has_usual_scores:
        tried = f"the best of the {len(lines)} legal moves that it tried"
        return f"{what}: {tried}{_advantage(position, lines)}."
    expected = ""
    if len(best.pv) > 1:
        after = position.copy()
        after.make(best.pv[0])
        expected = f" after {after.variation_san(best.pv[1:2])}, which it expects,"
    return f"{what}:{expected} it thinks that it {_standing(best.score)}." if has_usual_scores else f"{what}."


def legend(terms: Iterable[str]) -> Iterator[str]:
    """Yields a line for each term of a table whose name does not say what it counts."""
    names = list(terms)
    squares = [name for name in names if name.startswith(SQUARES_OF)]
    if squares:
        yield f"{squares[0]}{' and so on' if len(squares) > 1 else ''}: {SQUARES_LEGEND}"
    for name in names:
        if name in LEGEND:
            yield f"{name}: {LEGEND[name]}"


def _deed(position: Position, move: Move) -> str:
    """Returns what a move does, in words that follow `It`."""
    san, target = position.san(move), SQUARE_NAMES[move.to_square]
    letter = (position.piece_at(move.from_square) or "p").lower()
    piece = PIECES[letter]
    after = position.copy()
    after.make(move)
    if after.is_check() and not after.legal_moves():
        return MATE
    check = " with check" if after.is_check() else ""
    if san.startswith("O-O"):
        return f"castles {'queenside' if san.startswith('O-O-O') else 'kingside'}{check}"
    if "x" in san:
        taken = (position.piece_at(move.to_square) or "p").lower()
        if position.piece_at(move.to_square) is None:
            return f"takes a pawn en passant on {target}{check}{_reason_to_take(after, move, letter, taken)}"
        return f"takes the {PIECES[taken]} on {target}{check}{_reason_to_take(after, move, letter, taken)}"
    if move.promotion is not None:
        made = PIECES[(after.piece_at(move.to_square) or "q").lower()]
        return f"promotes its pawn to a {made}{check}"
    if letter != "k" and not position.is_check() and _was_saved(position, after, move):
        return f"saves its {piece}, which was attacked, to {target}{check}"
    if position.is_check():
        return f"answers the check with its {piece} to {target}{check}"
    return f"moves its {piece} to {target}{check}"


def _was_saved(position: Position, after: Position, move: Move) -> bool:
    """Returns True if a piece could have been won where it stood, and cannot be won where it has moved to."""
    passed = position.copy()
    passed.make_null()
    return _can_be_won(passed, move.from_square) and not _can_be_won(after, move.to_square)


def _can_be_won(position: Position, square: int) -> bool:
    """Returns True if the side to move can capture a piece with a cheaper one, or so that it is not recaptured."""
    value = VALUES[(position.piece_at(square) or "p").lower()]
    for capture in position.legal_moves():
        if capture.to_square == square:
            if VALUES[(position.piece_at(capture.from_square) or "p").lower()] < value:
                return True
            after = position.copy()
            after.make(capture)
            if not any(reply.to_square == square for reply in after.legal_moves()):
                return True
    return False


def _reason_to_take(after: Position, move: Move, letter: str, taken: str) -> str:
    """Returns why a piece is captured, as far as that square shows; `after` is the position after the capture."""
    if not any(reply.to_square == move.to_square for reply in after.legal_moves()):
        return ", because it cannot be taken back"
    if VALUES[taken] > VALUES[letter]:
        return f", because that is worth more than its {PIECES[letter]}"
    return ", in exchange for its own" if taken == letter else ""


def _advantage(position: Position, lines: Sequence[ExplainedLine]) -> str:
    """Returns the term in which the best line gains most on the next one, in words; an empty string if none does."""
    sign = 1 if position.side == "white" else -1
    first, second = ({term.name: sign * (term.white - term.black) for term in line.terms} for line in lines[:2])
    gains = {name: amount - second.get(name, 0) for name, amount in first.items() if name in COMPARED}
    name = max(gains, key=lambda term: gains[term], default="")
    if not name or gains[name] <= 0 or lines[1].score == lines[0].score:
        return ""
    return f"; compared with {position.san(lines[1].pv[0])}, the next best, it gains most in the term {name}"


def _standing(score: Score) -> str:
    """Returns how the side to move stands: `is a little better`."""
    centipawns = score.centipawns or 0
    for bound, words in STANDINGS:
        if centipawns < bound:
            return words
    return "is winning"
