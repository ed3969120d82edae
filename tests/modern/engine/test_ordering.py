"""In which order moves are tried."""

from __future__ import annotations

from given import array_of

from modern.engine.ordering import bring_next, score_moves
from modern.rules import Position
from modern.rules.legality import legal_codes
from modern.rules.move import code_from_uci, uci_of


def order(fen: str, best: str = "") -> list[str]:
    position = Position.from_fen(fen)
    codes = legal_codes(position)
    moves, scores = array_of(codes), array_of([0] * len(codes))
    score_moves(position, moves, scores, 0, len(codes), code_from_uci(best) if best else 0)
    return [uci_of(bring_next(moves, scores, index, len(codes))) for index in range(len(codes))]


#: A pawn may take a queen, the queen a rook, a rook a pawn.
CAPTURES = "1k6/8/2q5/1P6/Q6r/8/4p3/K3R3 w - - 0 1"


def test_the_most_valuable_victim_goes_first_and_the_least_valuable_aggressor() -> None:
    assert order(CAPTURES)[:3] == ["b5c6", "a4h4", "e1e2"]
    assert order("7k/8/8/3q4/2P1N3/8/3R4/K7 w - - 0 1")[:2] == ["c4d5", "d2d5"]


def test_the_move_that_was_best_before_goes_before_all() -> None:
    assert order(CAPTURES, "a1b2")[:2] == ["a1b2", "b5c6"]


def test_promotions_go_first_a_queen_before_the_others() -> None:
    assert order("8/P6k/8/8/8/8/8/K7 w - - 0 1")[:4] == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]


def test_all_others_keep_the_generators_order() -> None:
    position = Position.initial()
    assert order(position.fen()) == [move.uci() for move in position.legal_moves()]


def test_no_move_is_lost() -> None:
    position = Position.from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert sorted(order(position.fen(), "e2a6")) == sorted(move.uci() for move in position.legal_moves())
