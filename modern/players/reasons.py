"""Why a program made its move, in a sentence of chess: for `why`, and above the table of moves in a browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from historic.study.terms import CASTLING, CENTRE, CONTROL, EXPOSED, KING_ATTACKED, MATERIAL, PAWN_RANKS
from modern.facts import Fact, fact
from modern.players.position_search import PositionSearch
from modern.players.protocol import ExplainedLine
from modern.report import Score
from modern.rules import Move, Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.pieces import PIECE_TYPE_NAMES

#: The piece types by their FEN letters, in lower case, and their worth in an exchange. A king is never exchanged.
NAMES: Final = dict(zip("pnbrqk", PIECE_TYPE_NAMES[1:], strict=True))
VALUES: Final = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 100}
#: How a score reads, in centipawns for the side that moves: up to these bounds, and beyond.
STANDINGS: Final = (
    (-400, "standing.losing"),
    (-150, "standing.much_worse"),
    (-50, "standing.little_worse"),
    (50, "standing.equal"),
    (150, "standing.little_better"),
    (400, "standing.much_better"),
)
#: The terms of the 1994 program, in one of which a move gains most on the next best.
COMPARED: Final = {
    MATERIAL: "term.material",
    EXPOSED: "term.exposed",
    CONTROL: "term.control",
    CENTRE: "term.centre",
    PAWN_RANKS: "term.pawn_ranks",
    CASTLING: "term.castling",
    KING_ATTACKED: "piece.king",
}
#: The meaning of the table's rows, where the name does not give it.
LEGEND: Final = {
    MATERIAL: "legend.material",
    EXPOSED: "legend.exposed",
    CONTROL: "legend.control",
    CENTRE: "legend.centre",
    PAWN_RANKS: "legend.pawn_ranks",
    "piece squares": "legend.squares",
    "mobility": "legend.mobility",
    "tempo": "legend.tempo",
    "pawn structure": "legend.pawn_structure",
    "minor pieces": "legend.minor_pieces",
}
#: The terms `squares of knights` and so on.
SQUARES_OF: Final = "squares of "


def reason(search: PositionSearch) -> Fact:
    """Returns in a sentence why a program decided as it did, or that this is not known; the search is explained."""
    if search.explained_lines:
        return sentence(search.position, search.explained_lines, not search.player.score_note)
    decision = search.decision
    return fact("why.knew" if decision is not None and decision.pv and decision.seconds == 0 else "why.unknown")


def sentence(position: Position, lines: Sequence[ExplainedLine], has_usual_scores: bool) -> Fact:
    """Returns in a sentence why a program made the first move of the first of its lines, in a position before it.

    `has_usual_scores` is False if its scores do not say who stands better.
    """
    best, *others = lines
    what = _deed(position, best.pv[0])
    if what.code == "deed.mate":
        return fact("why.move", what=what)
    if best.score.mate is not None:
        code = "why.mate_follows" if best.score.mate > 0 else "why.mate_threatens"
        return fact(code, what=what, count=abs(best.score.mate))
    if others and not has_usual_scores:
        return _choice(position, what, best, others)
    if not has_usual_scores:
        return fact("why.move", what=what)
    standing = fact(_standing(best.score))
    if len(best.pv) > 1:
        after = position.copy()
        after.make(best.pv[0])
        return fact("why.standing_after", what=what, reply=after.variation_san(best.pv[1:2]), standing=standing)
    return fact("why.standing", what=what, standing=standing)


def legend(terms: Iterable[str]) -> Iterator[Fact]:
    """Yields a line for each term of a table whose name does not explain it."""
    names = list(terms)
    squares = [name for name in names if name.startswith(SQUARES_OF)]
    if squares:
        code = "legend.rows" if len(squares) > 1 else "legend.row"
        yield fact(code, name=squares[0], meaning=fact("legend.squares"))
    for name in names:
        if name in LEGEND:
            yield fact("legend.row", name=name, meaning=fact(LEGEND[name]))


def _deed(position: Position, move: Move) -> Fact:
    """Returns the effect of a move: `It moves its pawn to e4`."""
    san, square = position.san(move), SQUARE_NAMES[move.to_square]
    letter, taken = (_letter(position, at) for at in (move.from_square, move.to_square))
    after = position.copy()
    after.make(move)
    if after.is_check() and not after.legal_moves():
        return fact("deed.mate")
    own = fact(f"its.{NAMES[letter]}")
    if san.startswith("O-O"):
        what = fact("deed.queenside" if san.startswith("O-O-O") else "deed.kingside")
    elif "x" in san:
        what = fact("deed.captures", piece=fact(f"the.{NAMES[taken or 'p']}"), square=square)
        if not taken:
            what = fact("deed.en_passant", square=square)
    elif move.promotion is not None:
        what = fact("deed.promotes", piece=fact(f"piece.{NAMES[_letter(after, move.to_square)]}"))
    elif position.is_check():
        what = fact("deed.answers_check", piece=own, square=square)
    elif letter != "k" and _was_saved(position, after, move):
        what = fact("deed.saves", piece=own, square=square)
    else:
        what = fact("deed.moves", piece=own, square=square)
    if after.is_check():
        what = fact("deed.with_check", what=what)
    return _recapture(what, after, move, letter, taken or "p") if "x" in san else what


def _letter(position: Position, square: int) -> str:
    """Returns the letter of the piece on a square, in lower case; an empty string for an empty square."""
    return (position.piece_at(square) or "").lower()


def _was_saved(position: Position, after: Position, move: Move) -> bool:
    """Returns True if a piece could have been won where it stood, and cannot be won where it has moved to."""
    passed = position.copy()
    passed.make_null()
    return _can_be_won(passed, move.from_square) and not _can_be_won(after, move.to_square)


def _can_be_won(position: Position, square: int) -> bool:
    """Returns True if the side to move can capture a piece with a cheaper one, or so that it is not recaptured."""
    value = VALUES[_letter(position, square)]
    for capture in position.legal_moves():
        if capture.to_square == square:
            if VALUES[_letter(position, capture.from_square)] < value:
                return True
            after = position.copy()
            after.make(capture)
            if not any(reply.to_square == square for reply in after.legal_moves()):
                return True
    return False


def _recapture(what: Fact, after: Position, move: Move, letter: str, taken: str) -> Fact:
    """Returns a capture with the cost of a recapture, as far as its square shows; `after` is the position after."""
    if not any(reply.to_square == move.to_square for reply in after.legal_moves()):
        return fact("why.no_recapture", what=what)
    if move.promotion is None and VALUES[taken] > VALUES[letter]:
        return fact("why.costs_less", what=what, piece=fact(f"its.{NAMES[letter]}"))
    return fact("why.exchange", what=what) if taken == letter else what


def _choice(position: Position, what: Fact, best: ExplainedLine, others: Sequence[ExplainedLine]) -> Fact:
    """Returns that a move is the best of those that were tried, and the term in which it gains most on the next one."""
    next_best = max(others, key=lambda line: line.score.centipawns or 0)
    if next_best.score > best.score:
        return fact("why.best_unrepeated", what=what)  # the option Avoid Repetition
    choice = fact("why.best_tried", what=what, count=1 + len(others))
    if next_best.score == best.score:
        return choice
    sign = 1 if position.side == "white" else -1
    first, second = ({term.name: sign * (term.white - term.black) for term in line.terms} for line in (best, next_best))
    gains = {name: amount - second.get(name, 0) for name, amount in first.items() if name in COMPARED}
    name = max(gains, key=lambda term: gains[term], default="")
    if not name or gains[name] <= 0:
        return choice
    return fact("why.best_by", **choice.values, next=position.san(next_best.pv[0]), term=fact(COMPARED[name]))


def _standing(score: Score) -> str:
    """Returns the code of how the side to move stands by its score."""
    centipawns = score.centipawns or 0
    return next((code for bound, code in STANDINGS if centipawns < bound), "standing.winning")
