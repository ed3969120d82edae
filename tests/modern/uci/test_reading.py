"""What is made of the lines that a chess program sends."""

from __future__ import annotations

import io

import pytest

from modern.engine.limits import MAX_DEPTH, MAX_NODES, Clock, Limits
from modern.rules import Move, Position
from modern.uci.parsing import (
    FALLBACK_SECONDS,
    MAX_LINE_BYTES,
    CommandError,
    parse_go,
    parse_position,
    parse_setoption,
    read_lines,
)


def go(words: str) -> Limits:
    read = parse_go(words.split(), Position.initial())
    assert read.warnings == []
    return read.limits


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("", Limits()),
        ("infinite", Limits(infinite=True)),
        ("depth 6", Limits(depth=6)),
        ("nodes 5000 depth 3", Limits(nodes=5000, depth=3)),
        ("mate 2", Limits(mate=2)),
        ("movetime 1500", Limits(seconds=1.5)),
        (
            "wtime 60000 btime 59000 winc 1000 binc 2000 movestogo 38",
            Limits(white=Clock(60, 1), black=Clock(59, 2), moves_to_go=38),
        ),
        ("wtime -5 btime 100", Limits(white=Clock(0), black=Clock(0.1))),
        ("depth 0", Limits(depth=1)),
        ("nodes -3", Limits(nodes=1)),
        ("depth 99999999999999999999999", Limits(depth=MAX_DEPTH)),
        ("nodes 99999999999999999999999", Limits(nodes=10**18)),
        ("searchmoves e2e4 d2d4 depth 2", Limits(depth=2, only=(Move.from_uci("e2e4"), Move.from_uci("d2d4")))),
    ],
)
def test_the_limits_of_go(words: str, limits: Limits) -> None:
    assert go(words) == limits


def test_a_number_never_exceeds_what_the_engine_can_count() -> None:
    assert (go("nodes " + "9" * 5000).nodes or 0) <= MAX_NODES


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("depth", "go depth wants a whole number"),
        ("depth x", "go depth wants a whole number, not 'x'"),
        ("depth -", "go depth wants a whole number, not '-'"),
        ("depth --3", "go depth wants a whole number, not '--3'"),
        ("movetime 1.5", "go movetime wants a whole number, not '1.5'"),
        ("wtime \u0663", r"go wtime wants a whole number, not '\u0663'"),
        ("quickly", "go does not know 'quickly'"),
        (
            "searchmoves e2e5",
            "searchmoves: e2e5 is no legal move: White's pawn on e2 cannot go to e5; it can go to e3, e4",
        ),
        ("searchmoves zz", "searchmoves: no move: 'zz'; a move in UCI's notation, such as e2e4 or e7e8q, was expected"),
    ],
)
def test_what_cannot_be_read_in_go_is_said_and_does_not_make_it_endless(words: str, complaint: str) -> None:
    read = parse_go(words.split(), Position.initial())
    assert read.warnings == [complaint, "go says nothing that limits white: movetime 100 is taken"]
    assert read.limits == Limits(seconds=FALLBACK_SECONDS)


@pytest.mark.parametrize("words", ["movestogo 5", "winc 100 binc 100", "btime 1000", "btime 1000 ponder"])
def test_a_clock_that_is_not_the_movers_does_not_make_it_endless(words: str) -> None:
    read = parse_go(words.split(), Position.initial())
    assert read.limits.seconds == FALLBACK_SECONDS
    assert len(read.warnings) == 1


def test_what_can_be_read_beside_what_cannot_still_limits() -> None:
    read = parse_go(["depth", "x", "nodes", "50", "ponder"], Position.initial())
    assert (read.limits, read.ponder, len(read.warnings)) == (Limits(nodes=50), True, 1)


def test_a_position_may_be_a_fen_with_four_fields_or_six_and_moves() -> None:
    assert parse_position(["startpos", "moves", "e2e4", "e7e5"]).position.side == "white"
    game = parse_position(["fen", "8/P6k/8/8/8/8/8/K7", "w", "-", "-", "moves", "a7a8Q"])
    assert game.position.piece_at(56) == "Q"
    assert (
        parse_position(["fen", "8/P6k/8/8/8/8/8/K7", "w", "-", "-", "3", "40"]).start == "8/P6k/8/8/8/8/8/K7 w - - 3 40"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "position wants startpos or fen, and then the moves"),
        ("moves e2e4", "position wants startpos or fen, and then the moves"),
        ("startpos e2e4", "position startpos is followed by moves, not by 'e2e4'"),
        (
            "startpos moves e2e4 e2e4",
            "position refused, the one before is kept: e2e4 is no legal move: nobody stands on e2",
        ),
        ("startpos moves 0000", "position refused, the one before is kept: no move: '0000'"),
        ("fen", "position refused, the one before is kept: a FEN of 0 fields"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "position refused, the one before is kept: "),
    ],
)
def test_a_position_that_is_none_is_refused(words: str, why: str) -> None:
    with pytest.raises(CommandError) as refused:
        parse_position(words.split())
    assert str(refused.value).startswith(why)


def test_names_and_values_of_options_may_have_blanks() -> None:
    assert parse_setoption(["name", "Move", "Overhead", "value", "30"]) == ("Move Overhead", "30")
    assert parse_setoption(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    with pytest.raises(CommandError):
        parse_setoption(["Hash", "16"])


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() -> None:
    stream = io.BytesIO(b"x" * (3 * MAX_LINE_BYTES) + b"\nisready\n\xff\x00\n" + b"y" * MAX_LINE_BYTES)
    lines = [len(line) if len(line) > 100 else line for line in read_lines(stream)]
    assert lines == [MAX_LINE_BYTES, "isready\n", "\ufffd\x00\n", MAX_LINE_BYTES]
