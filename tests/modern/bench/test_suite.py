"""Reading suites, and the built-in suite: its puzzles are valid, and its mates are proven."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import chess
import pytest
from scenarios import LONG

from modern.bench.suite import DEFAULT_SUITE, Puzzle, SuiteError, read_suite
from modern.build import COMPILED, build_mode
from modern.report import Score
from modern.rules import Move, Position
from modern.rules.movegen import legal_codes

PUZZLES = read_suite(DEFAULT_SUITE).puzzles
MATES = [puzzle for puzzle in PUZZLES if puzzle.mate]
#: Proving mates with python-chess is slow: it proves one mate in this many.
PROVEN_EACH = 4 if LONG else 8
#: A mate along the back rank.
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"


def name_of(puzzle: Puzzle) -> str:
    return puzzle.name


def category(puzzle: Puzzle) -> str:
    return puzzle.name.rpartition(", ")[0]


def suite_of(tmp_path: Path, text: str) -> list[Puzzle]:
    path = tmp_path / "suite.epd"
    path.write_text(text, encoding="utf-8")
    return read_suite(path).puzzles


COUNTS = {"mate in 2": 60, "mate in 3": 60, "winning move": 110, "saving move": 16}


def test_the_built_in_suite_has_the_documented_number_of_puzzles_in_each_category() -> None:
    assert Counter(map(category, PUZZLES)) == COUNTS


def test_no_position_and_no_name_occurs_twice_in_the_built_in_suite() -> None:
    assert len({puzzle.fen for puzzle in PUZZLES}) == len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES)


def test_a_mate_has_its_distance_and_any_other_puzzle_one_best_move() -> None:
    for puzzle in PUZZLES:
        assert not puzzle.avoid
        assert puzzle.mate == {"mate in 2": 2, "mate in 3": 3}.get(category(puzzle))
        assert len(puzzle.best) in ((1, 2) if puzzle.mate else (1,))
        assert len(Position.from_fen(puzzle.fen).legal_moves()) > 1


def mates(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Returns True if a move forces mate within `moves` moves, itself included, by trying all replies and moves."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    try:
        if board.is_game_over():
            return board.is_checkmate()
        return moves > 1 and all(loses_to_mate(board, reply, moves - 1) for reply in list(board.legal_moves))
    finally:
        board.pop()


def loses_to_mate(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    board.push(reply)
    try:
        return any(mates(board, move, moves) for move in list(board.legal_moves))
    finally:
        board.pop()


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(puzzle, marks=[] if index in (0, 5, 20, 40) else pytest.mark.slow)
        for index, puzzle in enumerate(MATES)
        if index in (0, 5, 20, 40) or index % PROVEN_EACH == 0
    ],
    ids=name_of,
)
def test_a_mate_has_the_stated_distance_and_no_other_moves(puzzle: Puzzle) -> None:
    board = chess.Board(puzzle.fen)
    assert puzzle.mate is not None
    legal = list(board.legal_moves)
    assert not any(mates(board, move, puzzle.mate - 1) for move in legal)
    assert {move.uci() for move in legal if mates(board, move, puzzle.mate)} == {move.uci() for move in puzzle.best}


def mating_moves(position: Position, moves: int) -> list[int]:
    """Returns the moves that force mate in at most `moves` moves, including this one: without pruning or a table."""
    return [code for code in legal_codes(position) if forces_mate(position, code, moves)]


def mate_distance(position: Position, max_moves: int) -> int | None:
    """Returns the number of moves in which the side to move can force mate, or None if it exceeds `max_moves`."""
    return next((moves for moves in range(1, max_moves + 1) if mating_moves(position, moves)), None)


def forces_mate(position: Position, code: int, moves: int) -> bool:
    """Returns True if the move `code` forces mate in at most `moves` moves, including itself."""
    position.make_move(code)
    try:
        if moves == 1 and not position.in_check():
            return False
        replies = legal_codes(position)
        if not replies:
            return position.in_check()
        return moves > 1 and all(is_mated_after(position, reply, moves - 1) for reply in replies)
    finally:
        position.unmake()


def is_mated_after(position: Position, reply: int, moves: int) -> bool:
    """Returns True if after `reply` there is a mate in at most `moves` moves."""
    position.make_move(reply)
    try:
        return any(forces_mate(position, code, moves) for code in legal_codes(position))
    finally:
        position.unmake()


@pytest.mark.slow
@pytest.mark.skipif(build_mode() != COMPILED, reason="takes minutes interpreted")
def test_all_mates_have_the_stated_distance() -> None:
    assert [mate_distance(Position.from_fen(puzzle.fen), puzzle.mate or 0) for puzzle in MATES] == [
        puzzle.mate for puzzle in MATES
    ]


def sans(position: Position, moves: int) -> list[str]:
    return sorted(position.san(Move(code)) for code in mating_moves(position, moves))


def test_the_mate_prover_finds_the_shortest_mate_and_restores_the_position() -> None:
    position = Position.from_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    assert mate_distance(position, 3) == 2
    assert mate_distance(position, 1) is None
    assert sans(position, 2) == ["Kb6", "Kc7"]
    assert position.fen() == "k7/8/2K5/8/8/8/8/7R w - - 0 1"


def test_stalemate_is_not_mate() -> None:
    position = Position.from_fen("7k/5K2/8/8/8/8/6Q1/8 w - - 0 1")
    assert sans(position, 1) == ["Qg7#", "Qg8#", "Qh1#", "Qh2#", "Qh3#"]
    assert "Qg6" not in sans(position, 2)


def test_an_epd_can_have_best_moves_moves_to_avoid_or_a_mate(tmp_path: Path) -> None:
    text = f'\ufeff{BACK_RANK} bm Ra8# Ra1-a7; id "two";\n\n{BACK_RANK} am a1a2; \n{BACK_RANK} dm 1; id 7;\n'
    two, bad, mate = suite_of(tmp_path, text)
    up, down, seventh = (Move.from_uci(uci) for uci in ("a1a8", "a1a2", "a1a7"))
    assert two == Puzzle("two", f"{BACK_RANK} 0 1", best=(up, seventh))
    assert bad == Puzzle("line 3", f"{BACK_RANK} 0 1", avoid=(down,))
    assert mate == Puzzle("7", f"{BACK_RANK} 0 1", mate=1)
    assert [puzzle.solution() for puzzle in (two, bad, mate)] == ["Ra8# or Ra7", "not Ra2", "#1"]


def test_a_puzzle_is_solved_only_if_all_its_conditions_hold() -> None:
    up, down = Move.from_uci("a1a8"), Move.from_uci("a1a2")
    both = Puzzle("both", f"{BACK_RANK} 0 1", best=(up,), mate=1)
    assert both.solved_by(up, Score(mate=1))
    assert not both.solved_by(up, Score(mate=2))
    assert not both.solved_by(up, Score(centipawns=900))
    assert not both.solved_by(down, Score(mate=1))
    bad = Puzzle("bad", f"{BACK_RANK} 0 1", avoid=(down,))
    assert bad.solved_by(up, Score(mate=1))
    assert not bad.solved_by(down, Score(centipawns=900))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "'nonsense'"),
        (f"{BACK_RANK} bm Rb8;", "'Rb8'"),
        (f"{BACK_RANK} bm Ra9;", "is not a move"),
        (f'{BACK_RANK} id "nothing";', "the line has no task; expected bm, am or dm"),
        (f"{BACK_RANK} bm;", "the line has no task"),
        (f"{BACK_RANK} dm 0;", "dm must be a whole number of moves from 1 to 100"),
        (f"{BACK_RANK} bm Ra8; dm 1.5;", "dm must be a whole number"),
        (f"{BACK_RANK} dm;", "dm must be a whole number"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - dm 1;", "the position has no legal move"),
        ("8/8/8/8/8/8/8/6K1 w - - dm 1;", "king"),
    ],
)
def test_a_bad_line_is_reported_with_its_number(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(f"{BACK_RANK} bm Ra8#;\n\n{line}\n# a remark\n{BACK_RANK} dm 1;\n", encoding="utf-8")
    puzzles, (problem,) = read_suite(path)
    assert [puzzle.name for puzzle in puzzles] == ["line 1", "line 5"]
    assert (problem.line, problem.is_loss) == (3, True)
    assert reason in problem.what
    assert "\n" not in problem.what
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SuiteError, match=r"suite\.epd: line 1, column "):
        read_suite(path)


def test_a_suite_without_a_position_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="has no position"):
        suite_of(tmp_path, "\n \n")
