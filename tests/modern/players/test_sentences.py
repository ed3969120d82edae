"""What `why` says in a sentence."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.groups import GROUPS
from modern.players.protocol import ExplainedLine
from modern.players.reasons import LEGEND, legend, sentence
from modern.report import Score, Term
from modern.rules import Position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOKS = "6k1/5ppp/8/3n4/8/8/3R4/3R2K1 w - - 0 1"


def lines_of(position: Position, *sans: str, score: Score) -> list[ExplainedLine]:
    """Returns a line of moves."""
    after, moves = position.copy(), []
    for san in sans:
        moves.append(after.parse_san(san))
        after.make(moves[-1])
    return [ExplainedLine(tuple(moves), score)]


@pytest.mark.parametrize(
    ("fen", "sans", "score", "said"),
    [
        (START, ["e4", "e5"], Score(30), "It moves its pawn to e4: after 1...e5, which it expects, it thinks that it "),
        (START, ["Nf3"], Score(500), "It moves its knight to f3: it thinks that it is winning."),
        (ROOKS, ["Rxd5"], Score(900), "It captures the knight on d5, where nothing can recapture: it thinks "),
        (
            "3r2k1/8/8/3q4/4P3/8/8/6K1 w - - 0 1",
            ["exd5"],
            Score(-60),
            "It captures the queen on d5; a recapture would cost it only its pawn: ",
        ),
        (
            "3r2k1/8/8/3r4/8/8/8/3R2K1 w - - 0 1",
            ["Rxd5"],
            Score(-600),
            "It captures the rook on d5, an even exchange if it is recaptured: ",
        ),
        (
            "6k1/8/8/8/4p3/3Q4/8/6K1 w - - 0 1",
            ["Qd8+"],
            Score(0),
            "It saves its queen, which was attacked, by moving it to d8 with check: ",
        ),
        ("6k1/8/8/8/8/8/8/R3K3 w Q - 0 1", ["O-O-O"], Score(0), "It castles queenside: it thinks"),
        (
            "6k1/P7/8/8/8/8/8/6K1 w - - 0 1",
            ["a8=Q+"],
            Score(mate=3),
            "It promotes its pawn to a queen with check: it thinks that mate follows in 3 moves.",
        ),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", ["Ra8#"], Score(mate=1), "It gives checkmate."),
        (
            "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
            ["Kd2"],
            Score(-500),
            "It answers the check with its king to d2",
        ),
    ],
)
def test_a_move_is_told_as_a_beginner_would_tell_it(fen: str, sans: list[str], score: Score, said: str) -> None:
    position = Position.from_fen(fen)
    assert sentence(position, lines_of(position, *sans, score=score), True).startswith(said)


def test_the_best_of_several_moves_is_told_by_what_it_has_more_of_than_the_next() -> None:
    position = Position()

    best, second = (
        ExplainedLine(
            (position.parse_san(san),), Score(score), (Term("control", control, 0), Term("centre", centre, 0))
        )
        for san, score, control, centre in (("Nf3", 40, 30, 10), ("e4", 30, 10, 20))
    )
    assert sentence(position, [best, second], False) == (
        "It moves its knight to f3: the best of the 2 legal moves that it tried; "
        "compared with e4, the next best, it gains most in the term control."
    )


def test_castling_is_named_where_its_bonus_decides() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    lines = [
        ExplainedLine(
            (position.parse_san(san),), Score(score), (Term("control", control, 0), Term("castling", bonus, 0))
        )
        for san, score, control, bonus in (("O-O", 100, 20, 90), ("Kd1", 0, 0, 0))
    ]
    assert sentence(position, lines, False).endswith("it gains most in the term castling.")


def test_a_pawn_that_captures_and_becomes_a_queen_costs_more_than_a_pawn() -> None:
    position = Position.from_fen("1r1r2k1/P7/8/8/8/8/8/6K1 w - - 0 1")
    told = sentence(position, lines_of(position, "axb8=Q", score=Score(0)), True)
    assert told.startswith("It captures the rook on b8: it thinks ")


def test_every_row_that_does_not_speak_for_itself_is_explained() -> None:
    known = {"passed pawns", "threats", "king safety", "bishop pair", "rooks"}
    assert {name for name in GROUPS if not name.startswith("squares of ")} <= known | set(LEGEND)
    (squares, material, mobility) = legend(["material", "squares of knights", "squares of kings", "mobility"])
    assert squares.startswith("squares of knights and so on: ")
    assert material == "material: the value of its pieces, minus the value of yours"
    assert mobility.startswith("mobility: ")
