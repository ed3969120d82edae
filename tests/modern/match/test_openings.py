"""The openings of a match."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

from modern.game.game import Game
from modern.match.openings import BALANCED_FILE, FileOpenings, Opening, OpeningError, RandomOpenings
from modern.rules import Move
from modern.rules.fen import INITIAL_FEN

ROOKS = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_random_opening_depends_only_on_its_seed_and_its_pair() -> None:
    openings = RandomOpenings(8, 7)
    backwards = [openings.for_pair(pair) for pair in (3, 2, 1, 0)]
    assert [RandomOpenings(8, 7).for_pair(pair) for pair in range(4)] == backwards[::-1]
    assert len(set(backwards)) == 4
    assert RandomOpenings(8, 8).for_pair(0) != backwards[-1]


def test_the_random_openings_of_a_seed_never_change() -> None:
    """The journals of resumed matches depend on it."""
    assert RandomOpenings(6, 1994).for_pair(0).moves == ("h2h3", "a7a5", "g2g3", "g8h6", "f2f4", "d7d5")


@pytest.mark.parametrize("plies", [0, 1, 8, 40])
def test_a_random_opening_has_its_plies_and_does_not_end_the_game(plies: int) -> None:
    for pair in range(40):
        opening = RandomOpenings(plies, 3).for_pair(pair)
        assert len(opening.moves) == plies
        assert Game(opening.start, opening.moves).position.outcome(claim=True) is None


def test_an_opening_that_ends_the_game_is_tried_again() -> None:
    lengths = {len(RandomOpenings(60, seed).for_pair(0).moves) for seed in range(30)}
    assert lengths == {60}


@pytest.mark.parametrize(
    "script",
    [
        ["f2f3", "e7e5", "g2g4", "d8h4"],  # the fool's mate
        ["g1f3", "g8f6", "f3g1", "f6g8"] * 2,  # a threefold repetition, which can be claimed
    ],
)
def test_an_opening_whose_last_move_ends_the_game_is_tried_again(
    script: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)

    class Scripted:
        """Chooses the script's moves first, then random ones."""

        def __init__(self, seed: str) -> None:
            self.script = list(script)

        def choice(self, legal: list[Move]) -> Move:
            return Move.from_uci(self.script.pop(0)) if self.script else rng.choice(legal)

    monkeypatch.setattr(random, "Random", Scripted)
    opening = RandomOpenings(len(script), 1).for_pair(0)
    assert len(opening.moves) == len(script)
    assert list(opening.moves) != script


def test_an_opening_that_always_ends_the_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.match.openings._random_moves", lambda rng, plies: None)
    with pytest.raises(OpeningError, match="every game of 8 random plies is over; expected fewer plies"):
        RandomOpenings(8, 1).for_pair(0)


@pytest.mark.posix
def test_a_file_of_openings_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.input_files.MAX_FILE_SIZE", 1_000_000)
    with pytest.raises(OSError, match="/dev/zero is too large; expected at most 1 MB"):
        FileOpenings(Path("/dev/zero"), 10)


def test_the_openings_of_a_pgn_are_the_main_lines_of_its_games(tmp_path: Path) -> None:
    text = f'1. e4 e5 (1... c5) 2. Nf3 *\n\n[SetUp "1"]\n[FEN "{ROOKS}"]\n\n1. O-O-O Ke7 *\n\n[FEN "{ROOKS}"]\n\n*\n'
    openings = FileOpenings(write(tmp_path / "some.pgn", text), 10)
    assert [openings.for_pair(pair) for pair in range(3)] == [
        Opening(INITIAL_FEN, ("e2e4", "e7e5", "g1f3")),
        Opening(ROOKS, ("e1c1", "e8e7")),
        Opening(ROOKS),
    ]


def test_a_line_of_a_file_is_a_fen_or_an_epd(tmp_path: Path) -> None:
    text = f"{INITIAL_FEN}\n\n4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra7; id 1;\n4k3/8/8/8/8/8/8/R3K3 b Q - 3 9\n"
    openings = FileOpenings(write(tmp_path / "some.epd", text), 10)
    positions = [Game(*openings.for_pair(pair)).position.fen() for pair in range(3)]
    assert positions == [INITIAL_FEN, ROOKS, "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9"]


def test_an_error_in_a_variation_and_text_after_the_games_do_not_matter(tmp_path: Path) -> None:
    path = write(tmp_path / "some.pgn", "1. e4 (1. e5) e5 *\n\nThat was all.\n")
    assert FileOpenings(path, 10).openings == [Opening(INITIAL_FEN, ("e2e4", "e7e5"))]


def test_the_start_of_an_opening_has_all_fields_of_a_fen_which_a_pgn_needs(tmp_path: Path) -> None:
    path = write(tmp_path / "short.epd", ROOKS.removesuffix(" 0 1"))
    assert FileOpenings(path, 1).for_pair(0) == Opening(ROOKS)


def test_the_openings_of_a_file_start_over_after_the_last(tmp_path: Path) -> None:
    path = write(tmp_path / "some.epd", f"{INITIAL_FEN}\n{ROOKS}\n")
    openings = FileOpenings(path, 10)
    assert [openings.for_pair(pair).start for pair in range(5)] == [INITIAL_FEN, ROOKS, INITIAL_FEN, ROOKS, INITIAL_FEN]
    assert FileOpenings(path, 1).for_pair(1).start == INITIAL_FEN


def test_a_file_is_identified_by_its_content_and_not_by_its_name(tmp_path: Path) -> None:
    first, same = (FileOpenings(write(tmp_path / name, f"{ROOKS}\n"), 1).as_json() for name in ("a.epd", "b.epd"))
    other = FileOpenings(write(tmp_path / "c.epd", f"{INITIAL_FEN}\n"), 1).as_json()
    assert first == same != other


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("some.epd", "", "has no opening"),
        ("some.epd", "\n\nDear mother\n", r"some\.epd: line 3, column 1: "),
        (
            "some.epd",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
            "line 1, column 1: the game is over before it begins: stalemate",
        ),
        ("some.pgn", "Dear mother\n", "neither headers nor moves; expected a PGN"),
        ("some.pgn", "1. e5 *\n", r"some\.pgn: game 1, line 1, column 4: 'e5' is not a legal move"),
        ("some.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "the game is over before it begins: checkmate"),
        ("some.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n", "over before it begins: threefold repetition"),
    ],
)
def test_an_invalid_opening_is_reported_with_its_place_and_nothing_is_logged(
    name: str, text: str, reason: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(OpeningError, match=reason):
        FileOpenings(write(tmp_path / name, text), 10)
    assert caplog.records == []


def test_an_invalid_opening_is_skipped_and_named(tmp_path: Path) -> None:
    pgn = FileOpenings(write(tmp_path / "some.pgn", "1. e4 *\n\n1. e5 *\n\n1. d4 *\n"), 10)
    assert [opening.moves for opening in pgn.openings] == [("e2e4",), ("d2d4",)]
    ((place, problem),) = pgn.problems
    assert f"{place}{problem}".startswith("game 2, line 3, column 4: 'e5' is not a legal move")
    assert (problem.done, problem.is_loss) == ("", True)
    epd = FileOpenings(write(tmp_path / "some.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 10; fmvn 33;\nx\n"), 10)
    assert [opening.start for opening in epd.openings] == ["4k3/8/8/8/8/8/4P3/4K3 w - - 10 33"]
    assert [problem.line for _, problem in epd.problems] == [2]


@pytest.mark.parametrize(("plies", "different"), [(1, 20), (2, 288), (3, 500)])
def test_short_random_openings_are_counted_and_those_of_three_plies_are_taken_for_different(
    plies: int, different: int
) -> None:
    assert RandomOpenings(plies, 1994).different(500) == different


def test_the_balanced_openings_are_400_different_positions_of_the_opening() -> None:
    openings = FileOpenings(BALANCED_FILE, 10**6)
    assert (openings.name, openings.problems, openings.different(10**6)) == ("balanced", [], 400)
    for pair in range(400):
        board = chess.Board(openings.for_pair(pair).start)
        assert board.is_valid()
        assert board.turn == chess.WHITE
        assert len(board.piece_map()) >= 26


def test_the_balanced_openings_are_distinct_and_legal_and_neither_side_is_ahead() -> None:
    lines = BALANCED_FILE.read_text(encoding="utf-8").splitlines()
    boards = [chess.Board.from_epd(line) for line in lines]
    assert len({board.epd() for board, _ in boards}) == len(lines) >= 400
    for board, operations in boards:
        assert board.is_valid()
        assert board.turn == chess.WHITE
        assert -20 <= int(str(operations["ce"])) <= 45
