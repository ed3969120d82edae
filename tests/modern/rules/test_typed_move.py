"""Parsing typed moves, and the reasons why a move is illegal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from million import rich_game
from scenarios import position_of

from modern.facts import Fact
from modern.rules import AmbiguousMove, IllegalMove, MoveError, Position
from modern.rules.typed_move import parse_typed_move

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTES = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "typed", "meant"),
    [
        (INITIAL, "Nf3", "g1f3"),
        (INITIAL, "nf3", "g1f3"),
        (INITIAL, " g1f3 ", "g1f3"),
        (INITIAL, "g1-f3", "g1f3"),
        (INITIAL, "G1F3", "g1f3"),
        (INITIAL, "NF3", "g1f3"),
        (INITIAL, "N f3", "g1f3"),
        (INITIAL, "E4", "e2e4"),
        (INITIAL, "e2 e4", "e2e4"),
        (INITIAL, "e4", "e2e4"),
        (INITIAL, "e4!?", "e2e4"),
        (CASTLES, "O-O", "e1g1"),
        (CASTLES, "0-0-0", "e1c1"),
        (CASTLES, "oo", "e1g1"),
        (CASTLES, "e1-g1", "e1g1"),
        (CASTLES, "Rxa8+", "a1a8"),
        (CASTLES, "O\u2013O", "e1g1"),
        ("4k3/8/8/8/8/8/3P4/4KB2 w - - 0 1", "bc4", "f1c4"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "d2c3"),
        (PROMOTES, "e8=N", "e7e8n"),
        (PROMOTES, "e8", "e7e8q"),
        (PROMOTES, "exd8", "e7d8q"),
        (PROMOTES, "e7e8r", "e7e8r"),
        (PROMOTES, "e7-e8=B", "e7e8b"),
        (PROMOTES, "e7xd8=Q", "e7d8q"),
    ],
)
def test_a_move_can_be_written_in_many_ways(fen: str, typed: str, meant: str) -> None:
    assert parse_typed_move(Position(fen), typed).uci() == meant


def test_the_default_promotion_is_to_a_queen() -> None:
    assert parse_typed_move(Position(PROMOTES), "e7e8").uci() == "e7e8q"


@pytest.mark.parametrize("typed", ["1. e4", "1.e4", "1 . e4", "12...e4", "1. e2-e4"])
def test_the_number_of_the_move_may_stand_before_it(typed: str) -> None:
    assert parse_typed_move(Position(), typed).uci() == "e2e4"


@pytest.mark.parametrize(
    ("fen", "typed", "reason"),
    [
        (INITIAL, "g1e3", "White's knight on g1 cannot go to e3; it can go to f3 and h3"),
        (INITIAL, "e2-e5", "White's pawn on e2 cannot go to e5; it can go to e3 and e4"),
        (INITIAL, "Ra5", "White's rook on a1 cannot go to a5: White's pawn on a2 is in the way; it has no legal move"),
        (
            INITIAL,
            "exd3",
            "White's pawn on e2 cannot go to d3, where there is no piece to capture; it can go to e3 and e4",
        ),
        (INITIAL, "Nxd7", "no white knight can go to d7, where Black's pawn stands"),
        (INITIAL, "Nd2", "White's pawn is already on d2"),
        (INITIAL, "e4e5", "there is no piece on e4"),
        (INITIAL, "e7e5", "Black's pawn on e7 cannot move on White's turn"),
        (INITIAL, "Ne4", "no white knight can go to e4"),
        (INITIAL, "O-O", "f1 and g1 must be empty"),
        (INITIAL, "O-O-O", "b1, c1 and d1 must be empty"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", "White has no right to castle kingside"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked by Black's rook on f8"),
        ("4kr2/5r2/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked by Black's rook on f7"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "0-0", "e1 is attacked by Black's rook on e2"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "f1 is attacked by Black's rook on f8"),
        (INITIAL, "e1-c1", "b1, c1 and d1 must be empty"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "cxd5", "the king on c1 would be attacked by Black's rook on c8"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "exd5", "no white pawn can go from e to d5, where Black's pawn stands"),
        ("2r4k/8/8/3p4/2P5/8/8/2K5 w - - 0 1", "d5", "no white pawn can go to d5, where Black's pawn stands"),
        ("1r2k3/8/8/8/8/1N3N2/8/1K6 w - - 0 1", "Nbd2", "the king on b1 would be attacked by Black's rook on b8"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "d1 is attacked by Black's rook on d8"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3", "the king on e1 would be attacked by Black's rook on e4"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "the king on e1 would be attacked by Black's rook on e4"),
        ("4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "Nb3", "the king on e1 is still attacked by Black's rook on e4"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Kd2", "the king on d2 would be attacked by Black's rook on a2"),
    ],
)
def test_an_illegal_move_gets_one_line_with_the_reason(fen: str, typed: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        parse_typed_move(Position(fen), typed)
    assert str(raised.value).endswith(reason)
    assert "\n" not in str(raised.value)


def test_a_text_that_is_not_a_move_and_an_ambiguous_move_are_rejected() -> None:
    for typed in ("hello", "", "?", "Nf", "1.", "1000. e4", "e2e4e5", "x" * 300):
        with pytest.raises(MoveError, match=r"is not a move; a move is written Nf3, g1f3 or g1-f3$"):
            parse_typed_move(Position(), typed)
    for typed in ("castle", "castles long"):
        with pytest.raises(MoveError, match=r"is not a move; castling is written O-O or O-O-O$"):
            parse_typed_move(Position(), typed)
    for typed in ("Ke9", "h1h9", "i4"):
        with pytest.raises(MoveError, match=f"'{typed}' is not a move: there is no square (e9|h9|i4)$"):
            parse_typed_move(Position(), typed)
    with pytest.raises(AmbiguousMove, match="Rad1, Rhd1"):
        parse_typed_move(Position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1")


# Every illegal move is given a reason, and python-chess confirms it.


@given(st.integers(0, 10**9), st.data())
def test_the_reason_given_for_an_illegal_move_is_true(seed: int, data: st.DataObject) -> None:
    *_, board = rich_game(random.Random(seed))
    squares = st.sampled_from(chess.SQUARE_NAMES)
    own = [chess.square_name(square) for square in chess.SquareSet(board.occupied_co[board.turn])]
    in_squares = st.builds(
        "{}{}{}".format, st.sampled_from(own) | squares, squares, st.sampled_from(["", "", "q", "n"])
    )
    in_san = st.builds("{}{}{}{}".format, st.sampled_from("NBRQK"), st.sampled_from(["", "", "a", "e"]),
                       st.sampled_from(["", "x"]), squares)  # fmt: skip
    pawn = st.builds("{}{}".format, st.sampled_from(["", "", "dx", "ex"]), squares)
    typed = data.draw(in_squares | in_san | pawn | st.sampled_from(["O-O", "O-O-O"]))
    said = refused(position_of(board), typed)
    assert said is None or said.code != "move.illegal" or is_true(said.values["why"], typed, board), (board.fen(), said)


def refused(position: Position, typed: str) -> Fact | None:
    """Returns why a typed move is refused, or None if it is made."""
    try:
        parse_typed_move(position, typed)
    except MoveError as error:
        said = error.args[0]
        assert isinstance(said, Fact)
        return said
    return None


def is_true(why: Fact, typed: str, board: chess.Board) -> bool:
    """Returns True if python-chess says the same as a reason for a typed move."""
    said = why.values
    if "side" in said and said["side"].code != f"the_side.{chess.COLOR_NAMES[board.turn]}":
        return False
    checks: dict[str, Callable[[], bool]] = {
        "no_piece": lambda: stands(board, said["square"]),
        "not_in_turn": lambda: stands(board, said["piece"], not board.turn),
        "own_piece": lambda: stands(board, why, board.turn),
        "has_none": lambda: not board.pieces(type_of(said["piece"]), board.turn),
        "no_right_kingside": lambda: not board.has_kingside_castling_rights(board.turn),
        "no_right_queenside": lambda: not board.has_queenside_castling_rights(board.turn),
        "castling_format": lambda: any(map(board.is_castling, board.legal_moves)),
        "must_be_empty": lambda: all(board.piece_at(named(square)) for square in said["squares"]),
        "is_attacked": lambda: attackers(board, said["square"]) == squares_of(said["pieces"]),
        "king_attacked": lambda: attacks_king(board, typed, said["square"], squares_of(said["pieces"])),
        "king_still_attacked": lambda: attacks_king(board, typed, said["square"], squares_of(said["pieces"])),
        "cannot_promote": lambda: stands(board, said["piece"], board.turn),
        "must_promote": lambda: typed[-1] in "18",
        "none_can_go": lambda: none_can_go(board, **said),
        "none_can_go_from": lambda: none_can_go(board, **said),
    }
    return checks.get(why.code.removeprefix("move."), lambda: cannot_go(board, why))()


def named(square: str) -> int:
    return chess.parse_square(square)


def type_of(piece: Fact) -> int:
    return chess.PIECE_NAMES.index(re.split(r"[._]", piece.code)[-1])


def squares_of(pieces: list[Fact]) -> set[str]:
    return {piece.values["square"] for piece in pieces}


def stands(board: chess.Board, said: Any, side: bool | None = None) -> bool:
    """Returns True if the piece, of this side, stands where a fact says so, or if a mere square is empty."""
    if not isinstance(said, Fact):
        return board.piece_at(named(said)) is None
    piece = chess.Piece(type_of(said.values["piece"]), "white" in said.values["piece"].code)
    return board.piece_at(named(said.values["square"])) == piece and side in (None, piece.color)


def attackers(board: chess.Board, square: str) -> set[str]:
    return {chess.square_name(each) for each in board.attackers(not board.turn, named(square))}


def attacks_king(board: chess.Board, typed: str, king: str, pieces: set[str]) -> bool:
    """Returns True if a pseudolegal move to the square that was typed leaves the king attacked as it is said."""
    target = named(re.findall("[a-h][1-8]", typed.lower())[-1])
    for move in board.pseudo_legal_moves:
        if move.to_square == target:
            after = board.copy()
            after.push(move)
            after.turn = board.turn
            if chess.square_name(after.king(board.turn) or 0) == king and attackers(after, king) == pieces:
                return True
    return False


def cannot_go(board: chess.Board, why: Fact) -> bool:
    """Returns True if a piece cannot go where it was to go, for the reason that is given, but to just these squares."""
    said = why.values["what"].values
    origin = said["piece"].values["square"]
    target = said["square"] if "square" in said else getattr(said["to"], "values", {"square": said["to"]})["square"]
    if "other" in said:
        true = stands(board, said["other"]) and said["other"].values["square"] in squares_between(origin, target)
    elif "to" in said:
        true = stands(board, said["to"])
    else:  # there is nothing to capture
        true = type_of(said["piece"].values["piece"]) == chess.PAWN and origin[0] != target[0] and stands(board, target)
    legal = {chess.square_name(move.to_square) for move in board.legal_moves if move.from_square == named(origin)}
    told = {
        (True, True): "move.must_go",
        (True, False): "move.can_go",
        (False, True): "move.it_has_no_move_out_of_check",
        (False, False): "move.it_has_no_move",
    }[bool(legal), board.is_check()]
    is_pseudolegal = any(
        (move.from_square, move.to_square) == (named(origin), named(target)) for move in board.pseudo_legal_moves
    )
    may_be_en_passant = board.piece_type_at(named(origin)) == chess.PAWN and board.ep_square == named(target)
    return (
        true and why.code == told and stands(board, said["piece"], board.turn)
        and set(why.values.get("squares", [])) == legal and (not is_pseudolegal or may_be_en_passant)
    )  # fmt: skip


def squares_between(origin: str, target: str) -> set[str]:
    return {chess.square_name(square) for square in chess.SquareSet.between(named(origin), named(target))}


def none_can_go(board: chess.Board, coloured: Fact, piece: Fact, to: Any, origin: str = "") -> bool:
    target = named(getattr(to, "values", {"square": to})["square"])
    moves = [
        move
        for move in board.legal_moves
        if board.piece_type_at(move.from_square) == type_of(piece)
        and move.to_square == target
        and origin in chess.square_name(move.from_square)
        and not board.is_castling(move)
    ]
    if type_of(piece) == chess.PAWN and not origin:  # a push: a capture needs its file
        moves = [move for move in moves if not board.is_capture(move)]
    own = f"piece.{chess.COLOR_NAMES[board.turn]}_{chess.PIECE_NAMES[type_of(piece)]}"
    return not moves and coloured.code == own and bool(board.pieces(type_of(piece), board.turn)) and stands(board, to)
