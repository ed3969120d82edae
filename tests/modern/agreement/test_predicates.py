"""What no class may claim: moves that the program would only have if something were wrong."""

from __future__ import annotations

import pytest
from scenarios import view_at

from historic.candidates import KINGSIDE, QUEENSIDE
from historic.squares import NAME_TO_SQUARE
from modern.agreement.moves import (
    CASTLING,
    CASTLING_KING_MOVES,
    EN_PASSANT,
    FROM_NOWHERE,
    HISTORIC,
    MODERN,
    PLAIN,
    PREDICATES,
    MoveDifference,
    MoveKey,
)
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import PositionView
from modern.rules.move import code_from_uci

#: A queen 23 on h7, rook a1 and king e1 at home: castling takes her turn on b1, the first square.
QUEEN_23 = "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1"
TO_QUEEN_23 = "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5"


def claims(view: PositionView, only: MoveDifference) -> list[str]:
    return [name for name, predicate in PREDICATES.items() if predicate(view, only)]


def move(view: PositionView, who: str, uci: str, special: int = PLAIN) -> MoveDifference:
    origin, target = NAME_TO_SQUARE[uci[:2]], NAME_TO_SQUARE[uci[2:4]]
    man = view.state.piece_on(view.side, origin)
    assert man is not None
    return MoveDifference(who, MoveKey(code_from_uci(uci), special), man, origin, target, 0)


def castling(view: PositionView, who: str, way: int) -> MoveDifference:
    code = CASTLING_KING_MOVES[view.side, way]
    return MoveDifference(who, MoveKey(code, CASTLING), 23, 0, view.targets[0], way)


def from_nowhere(view: PositionView, man: int, square: str) -> MoveDifference:
    target = NAME_TO_SQUARE[square]
    return MoveDifference(HISTORIC, MoveKey(man | SQUARE_64[target] << 6, FROM_NOWHERE), man, 0, target, 0)


@pytest.mark.parametrize(
    ("fen", "way"),
    [
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", KINGSIDE),  # f1 attacked by a rook
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", KINGSIDE),  # over a bishop
        ("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", QUEENSIDE),  # over a queen
        ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", QUEENSIDE),  # c1 is looked at
        ("4k3/8/8/8/8/8/2p5/R3K3 w Q - 0 1", QUEENSIDE),  # so is what a pawn on c2 can step to
        ("4k3/8/8/8/7R/8/8/RN2K3 w Q - 0 1", KINGSIDE),  # the rook has moved, but II is 1 from the long way
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", KINGSIDE),  # the same with a rook that is gone
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", KINGSIDE),  # the king has moved
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", QUEENSIDE),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", KINGSIDE),  # not looked at, and lawful
        ("rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", KINGSIDE),  # III is 1 from the long way
        ("r3k1n1/8/8/8/8/8/8/4K2R b Kq - 0 1", KINGSIDE),  # White's rook is there, so that the way is looked at
        ("r3k3/8/8/8/8/8/8/4KR1R b Kq - 0 1", KINGSIDE),
    ],
)
def test_no_class_lets_the_program_castle_where_the_listing_would_not(fen: str, way: int) -> None:
    view = view_at(fen)
    assert claims(view, castling(view, HISTORIC, way)) == []


@pytest.mark.parametrize(
    ("fen", "way"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", KINGSIDE),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", QUEENSIDE),
        ("r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1", KINGSIDE),  # White's rook has not moved
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", KINGSIDE),  # it is gone, but the long way is free
        ("rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", QUEENSIDE),
    ],
)
def test_no_class_excuses_the_program_for_a_lawful_castling_that_it_must_try(fen: str, way: int) -> None:
    view = view_at(fen)
    assert claims(view, castling(view, MODERN, way)) == []


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5"),  # lawful
        ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e5"),  # pinned, along the line
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2"),  # not as a rook goes
        ("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "a1a6"),  # over a pawn
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2b3"),  # a pawn's empty diagonal
        ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a5"),  # two steps from rank 3
        ("4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", "a2a4"),  # over a knight
    ],
)
def test_no_class_lets_the_program_move_where_a_man_may_not_or_keep_from_the_rules_where_he_may(
    fen: str, uci: str
) -> None:
    view = view_at(fen)
    view.own_bits[NAME_TO_SQUARE[uci[2:4]]] |= 2 ** move(view, HISTORIC, uci).piece_number
    assert claims(view, move(view, HISTORIC, uci)) == []
    assert claims(view, move(view, MODERN, uci)) == []


def test_a_king_left_attacked_needs_the_way_the_attack_and_the_bit() -> None:
    view = view_at("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    aside = move(view, HISTORIC, "e2d2")
    assert claims(view, aside) == ["king-left-attacked"]
    assert claims(view, aside._replace(program=MODERN)) == []
    view.own_bits[NAME_TO_SQUARE["d2"]] = 2**12  # the king's alone
    assert claims(view, aside) == []
    diagonal = move(view, HISTORIC, "e2d3")
    view.own_bits[NAME_TO_SQUARE["d3"]] = 2**diagonal.piece_number
    assert claims(view, diagonal) == []


def test_en_passant_and_lesser_promotions_are_never_the_programs() -> None:
    view = view_at("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4")
    taking = move(view, MODERN, "e4d3", EN_PASSANT)
    assert claims(view, taking) == ["en-passant"]
    assert claims(view, taking._replace(program=HISTORIC)) == []
    view = view_at("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert claims(view, move(view, MODERN, "a7a8n")) == ["lesser-promotion"]
    assert claims(view, move(view, HISTORIC, "a7a8n")) == []
    assert claims(view, move(view, MODERN, "a7a8q")) == []


def test_only_the_queen_whose_turn_it_took_loses_a_move_by_castling_and_only_at_the_first_square() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    lost = move(view, MODERN, "h7b1")
    assert claims(view, lost) == ["slot-of-the-queen"]
    assert claims(view, lost._replace(piece_number=21)) == []
    assert claims(view, move(view, MODERN, "h7c2")) == []
    assert claims(view, move(view, MODERN, "a1b1")) == []
    view.own_bits[NAME_TO_SQUARE["b1"]] -= 2**23
    assert claims(view, lost) == []


def test_men_come_from_nowhere_only_to_the_first_square_and_only_by_her_bit() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    assert claims(view, from_nowhere(view, 3, "b1")) == ["man-from-nowhere"]
    assert claims(view, from_nowhere(view, 3, "c1")) == []
    assert claims(view, from_nowhere(view, 3, "b1")._replace(program=MODERN)) == []
    assert claims(view, from_nowhere(view, 22, "b1")) == []  # castling long took this turn
    view.own_bits[NAME_TO_SQUARE["b1"]] -= 2**23
    assert claims(view, from_nowhere(view, 3, "b1")) == []


def test_without_castling_no_man_comes_from_nowhere() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    view.state.PM_white[12] = 1
    assert claims(view, from_nowhere(view, 3, "b1")) == []
    assert claims(view, move(view, MODERN, "h7b1")) == []


@pytest.mark.parametrize(("extra", "said"), [(True, "and not nothing more"), (False, "tries man")])
def test_a_list_that_is_not_what_the_program_tries_is_unexplained(extra: bool, said: str) -> None:
    from modern.agreement.moves import compare_moves

    view = view_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    if extra:
        view.tried.pop()
    else:
        view.tried.insert(5, view.tried[3])
    found = [finding.what for finding in compare_moves(view) if finding.name == "unexplained"]
    assert any("the program tries" in what and said in what for what in found)
