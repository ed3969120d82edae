"""Parsing the commands of a UCI program."""

from __future__ import annotations

import io

import chess
import pytest

from modern.limits import MAX_DEPTH, MAX_NODES, Clock, Limits
from modern.players import Game
from modern.report import Report, Score
from modern.rules import Move, Position
from modern.uci.lines import (
    FALLBACK_SECONDS,
    MAX_LINE_BYTES,
    MAX_REMARKS,
    CommandError,
    board_lines,
    parse_go,
    parse_position,
    parse_setoption,
    read_lines,
    report_line,
    score_remark,
    score_text,
)


def go(words: str) -> Limits:
    command = parse_go(words.split(), Position.initial())
    assert command.remarks.texts == []
    return command.limits


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
def test_go_has_these_limits(words: str, limits: Limits) -> None:
    assert go(words) == limits


def test_a_number_is_capped_at_the_engines_maximum() -> None:
    assert (go("nodes " + "9" * 5000).nodes or 0) <= MAX_NODES


@pytest.mark.parametrize(
    ("words", "warning"),
    [
        ("depth", "go depth: expected a whole number"),
        ("depth x", "go depth: expected a whole number, not 'x'"),
        ("depth -", "go depth: expected a whole number, not '-'"),
        ("depth --3", "go depth: expected a whole number, not '--3'"),
        ("movetime 1.5", "go movetime: expected a whole number, not '1.5'"),
        ("wtime \u0663", "go wtime: expected a whole number, not '\u0663'"),
        (
            "quickly",
            "go: no such word 'quickly'; the words are: depth, nodes, mate, movetime, wtime, btime, winc, binc, "
            "movestogo, perft, searchmoves, ponder, infinite",
        ),
        ("infinit", "go: no such word 'infinit'; did you mean infinite?"),
        (
            "searchmoves e2e5",
            "searchmoves: e2e5 is not a legal move: White's pawn on e2 cannot go to e5; it can go to e3 and e4",
        ),
        ("searchmoves zz", "searchmoves: 'zz' is not a move; expected UCI notation, such as e2e4 or e7e8q"),
    ],
)
def test_what_cannot_be_parsed_gets_a_warning_and_does_not_make_the_search_endless(words: str, warning: str) -> None:
    command = parse_go(words.split(), Position.initial())
    assert command.remarks.texts == [warning, "go: no valid limit for white; movetime 100 is used"]
    assert command.limits == Limits(seconds=FALLBACK_SECONDS)


@pytest.mark.parametrize("words", ["movestogo 5", "winc 100 binc 100", "btime 1000", "btime 1000 ponder"])
def test_a_clock_of_the_other_side_alone_does_not_make_the_search_endless(words: str) -> None:
    command = parse_go(words.split(), Position.initial())
    assert command.limits.seconds == FALLBACK_SECONDS
    assert len(command.remarks.texts) == 1


def test_a_line_of_wrong_words_gets_one_line_that_names_a_few() -> None:
    (line,) = str(
        parse_go(["e2e4"] * 1000 + ["searchmoves"] + ["e2e5"] * 1000, Position.initial()).remarks
    ).splitlines()
    assert line.count("no such word 'e2e4'") == MAX_REMARKS
    assert "1997 more" in line


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "4r3/8/8/8/8/3n4/8/4K2k w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/6P1/4P3/8 b - - 0 1",
    ],
)
def test_the_board_that_d_shows_is_that_of_python_chess(fen: str) -> None:
    lines, board = board_lines(Game(fen)), chess.Board(fen)
    ranks = ["".join(square[1] for square in line.split("|")[1:-1]) for line in lines if line.count("|") > 1]
    assert [rank.replace(" ", ".") for rank in ranks] == str(board).replace(" ", "").splitlines()
    assert f"Fen: {board.fen()}" in lines
    assert lines[-1].split()[1:] == [chess.square_name(square) for square in board.checkers()]


def test_an_endless_search_with_an_invalid_limit_stays_endless() -> None:
    command = parse_go(["infinite", "depth", "x"], Position.initial())
    assert command.limits == Limits(infinite=True)
    assert "is used" not in str(command.remarks)


def test_a_valid_limit_holds_beside_an_invalid_one() -> None:
    command = parse_go(["depth", "x", "nodes", "50", "ponder"], Position.initial())
    assert (command.limits, command.ponder, len(command.remarks.texts)) == (Limits(nodes=50), True, 1)


def test_a_position_may_be_a_fen_with_four_fields_or_six_and_moves() -> None:
    assert parse_position(["startpos", "moves", "e2e4", "e7e5"]).position.side == "white"
    game = parse_position(["fen", "8/P6k/8/8/8/8/8/K7", "w", "-", "-", "moves", "a7a8Q"])
    assert game.position.piece_at(56) == "Q"
    assert (
        parse_position(["fen", "8/P6k/8/8/8/8/8/K7", "w", "-", "-", "3", "40"]).start == "8/P6k/8/8/8/8/8/K7 w - - 3 40"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "position: expected startpos or fen, and then moves"),
        ("moves e2e4", "position: expected startpos or fen, and then moves"),
        ("startpos e2e4", "position startpos: expected moves, not 'e2e4'"),
        (
            "startpos moves e2e4 e2e4",
            "the position cannot be read: e2e4 is not a legal move: there is no piece on e2",
        ),
        ("startpos moves 0000", "the position cannot be read: '0000' is not a move"),
        ("fen", "the position cannot be read: a FEN has 4 to 6 fields, not 0"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "the position cannot be read: "),
    ],
)
def test_an_invalid_position_is_refused(words: str, reason: str) -> None:
    with pytest.raises(CommandError) as refused:
        parse_position(words.split())
    assert str(refused.value).startswith(reason)


def test_names_and_values_of_options_may_contain_spaces() -> None:
    assert parse_setoption(["name", "Move", "Overhead", "value", "30"]) == ("Move Overhead", "30")
    assert parse_setoption(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    with pytest.raises(CommandError):
        parse_setoption(["Hash", "16"])


@pytest.mark.parametrize("words", ["", "name", "value 3", "nam Hash value 3"])
def test_an_option_without_a_name_is_refused(words: str) -> None:
    with pytest.raises(CommandError, match="expected name NAME value VALUE"):
        parse_setoption(words.split())


def test_a_line_that_is_too_long_is_truncated_and_the_next_one_is_whole() -> None:
    stream = io.BytesIO(b"x" * (3 * MAX_LINE_BYTES) + b"\nisready\n\xff\x00\n" + b"y" * MAX_LINE_BYTES)
    lines = [len(line) if len(line) > 100 else line for line in read_lines(stream)]
    assert lines == [MAX_LINE_BYTES, "isready\n", "\ufffd\x00\n", MAX_LINE_BYTES]


@pytest.mark.parametrize(
    ("score", "text", "remark"),
    [
        (Score(20_000), "cp 20000", ""),
        (Score(100_630), "cp 20000", "the score is +1006.30 pawns; cp 20000"),
        (Score(-100_000), "cp -20000", "the score is -1000.00 pawns; cp -20000"),
        (Score(mate=-30_000), "mate -30000", ""),
    ],
)
def test_a_score_that_programs_take_for_a_mate_is_bounded_and_said_in_words(
    score: Score, text: str, remark: str
) -> None:
    assert score_text(score) == text
    assert score_remark(score).startswith(remark)
    assert bool(score_remark(score)) == bool(remark)


def test_a_report_has_its_time_in_milliseconds_and_its_speed_in_nodes_a_second() -> None:
    pv = (Move.from_uci("e2e4"), Move.from_uci("e7e5"))
    report = Report(5, 12, 2, Score(42), pv, 3000, 1.5, hashfull=17)
    expected = "depth 5 seldepth 12 multipv 2 score cp 42 nodes 3000 nps 2000 hashfull 17 time 1500 pv e2e4 e7e5"
    assert report_line(report) == f"info {expected}"
