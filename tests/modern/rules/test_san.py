"""SAN, written and read."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import codes, refusal, unless_refused

from modern.rules import AmbiguousMove, IllegalMove, Move, MoveError, Position

WRITTEN = [
    ("a pawn push", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"),
    ("a pawn capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
    ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
    ("a promotion with check", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
    ("a capture that promotes", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
    ("kingside castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
    ("queenside castling with check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
    ("one of two knights, by file", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
    ("one of two rooks, by rank", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
    ("one of two knights, the other pinned", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ("mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    ("a king capture", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "Kxe2"),
]


@pytest.mark.parametrize(("case", "fen", "uci", "san"), WRITTEN, ids=[case for case, *_ in WRITTEN])
def test_san_survives_the_round_trip(case: str, fen: str, uci: str, san: str) -> None:
    position = Position.from_fen(fen)
    move = position.parse_uci(uci)
    assert position.san(move) == san
    assert position.parse_san(san) == move
    assert position.fen() == fen


def test_san_names_file_and_rank_if_neither_alone_is_enough() -> None:
    position = Position.from_fen("8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1")
    assert position.san(position.parse_uci("h4e1")) == "Qh4e1"
    assert position.san(position.parse_uci("e4e1")) == "Qee1"
    assert position.san(position.parse_uci("h1e1")) == "Q1e1"


def line_of(moves: str) -> list[Move]:
    return [Move.from_uci(uci) for uci in moves.split()]


def test_a_line_that_black_begins_has_dots_after_its_first_number() -> None:
    position = Position.from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert position.variation_san(line_of("e7e5 g1f3 b8c6")) == "1...e5 2. Nf3 Nc6"
    assert position.variation_san([]) == ""


def test_a_line_does_not_change_the_position_even_if_a_move_in_it_is_illegal() -> None:
    position = Position.initial()
    position.make(position.parse_san("e4"))
    before = position.fen(), position.moves_made()
    assert position.variation_san(iter(line_of("e7e5 g1f3"))) == "1...e5 2. Nf3"
    reason = refusal(lambda: position.variation_san(line_of("e7e5 g1f3 e5e4")), IllegalMove)
    assert reason.startswith("e5e4 ")
    assert {"move.illegal", "move.cannot_go", "move.occupied"} <= codes(reason)
    bad: tuple[object, ...] = (None, 3, "e7e5", ["e7e5"], [*line_of("e7e5"), None], Position)
    for things in bad:
        assert refusal(partial(position.variation_san, things), MoveError).startswith("expected a ")
    assert (position.fen(), position.moves_made()) == before


CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTES = "7k/P7/8/8/8/8/8/4K3 w - - 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
CAPTURES = "4k3/8/8/3p4/4P3/8/8/4K2B w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "san", "uci"),
    [
        *((CASTLES, san, "e1g1") for san in ("O-O", "0-0", "o-o", "O-O+", " 0-0! ")),
        *((CASTLES, san, "e1c1") for san in ("O-O-O", "0-0-0", "O-O-O?!")),
        *((PROMOTES, san, "a7a8q") for san in ("a8=Q+", "a8=Q", "a8Q", "a8q", "a8=q", "a8(Q)", "a7a8Q", "a7-a8=Q#")),
        *((PROMOTES, san, "a7a8n") for san in ("a8=N", "a8N+")),
        *((KNIGHTS, san, "b1d2") for san in ("Nbd2", "N1d2", "Nb1d2", "Nb1-d2", "Nbd2+", "Nbxd2", "Nbd2!!")),
        *((CAPTURES, san, "e4d5") for san in ("exd5", "ed5", "e4xd5", "e4:d5", "xd5", ":d5", "exd5 e.p.", "exd5e.p.")),
        *((CAPTURES, san, "e4e5") for san in ("e5", "e4e5", "e4-e5", "e5\n")),
    ],
)
def test_lenient_san_is_accepted(fen: str, san: str, uci: str) -> None:
    assert Position.from_fen(fen).parse_san(san).uci() == uci


@pytest.mark.parametrize(
    ("fen", "san", "reason"),
    [
        (KNIGHTS, "Nd2", "'Nd2' is ambiguous; expected one of Nbd2, Nfd2"),
        (PROMOTES, "a8", "expected one of a8=Q, a8=R, a8=B, a8=N"),
    ],
)
def test_an_ambiguous_san_is_refused_with_the_matching_moves(fen: str, san: str, reason: str) -> None:
    assert reason in refusal(lambda: Position.from_fen(fen).parse_san(san), AmbiguousMove)


@pytest.mark.parametrize(
    ("fen", "san", "code"),
    [
        (KNIGHTS, "Qd2", "move.has_none"),
        (KNIGHTS, "Ng8", "move.none_can_go"),
        (KNIGHTS, "Nbd4", "move.can_go"),
        (KNIGHTS, "Ncd4", "move.none_can_go_from"),
        (KNIGHTS, "O-O", "move.no_right_kingside"),
        (KNIGHTS, "O-O-O", "move.no_right_queenside"),
        (CASTLES, "Kg1", "move.castling_format"),
        (CAPTURES, "d5", "move.none_can_go"),
        (CAPTURES, "e5=Q", "move.cannot_promote"),
        (KNIGHTS, "Nbd2=Q", "move.cannot_promote"),
        (KNIGHTS, "Kg1", "move.no_right_kingside"),
        (PROMOTES, "a8=K", "move.unreadable"),
        ("4k3/8/8/8/8/5N2/8/4K2r w - - 0 1", "Nd4", "move.king_still_attacked"),
    ],
)
def test_an_illegal_san_is_refused_with_the_reason(fen: str, san: str, code: str) -> None:
    error = MoveError if code == "move.unreadable" else IllegalMove
    assert code in codes(refusal(lambda: Position.from_fen(fen).parse_san(san), error))


@pytest.mark.parametrize(
    "text",
    ["", " ", "+", "x", "e", "e9", "Ne", "Pe4", "nf3", "O-O-O-O", "--", "0000", "Nf3 Nf6", "N\uff463", "e\u0664",
     "e4\0", "e4" * 2**19, None, 4, b"e4", ("e4",)],
)  # fmt: skip
def test_a_text_that_is_not_san_gets_an_error_of_one_line(text: object) -> None:
    refusal(lambda: Position.initial().parse_san(text), MoveError)


@given(st.text(alphabet="abcdefgh12345678NBRQKxO0o-=+#!?. q()", max_size=12))
def test_any_text_is_a_legal_move_or_gets_an_error_of_one_line(text: str) -> None:
    position = Position.from_fen("r3k2r/P6P/8/3pP3/8/2N3N1/p6p/R3K2R w KQkq d6 0 1")
    move = unless_refused(lambda: position.parse_san(text))
    assert move is None or move in position.legal_moves()
