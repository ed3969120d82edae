"""Where the games of a match begin."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from modern.match.openings import FileOpenings, Opening, OpeningError, RandomOpenings
from modern.players import Game
from modern.rules import Move
from modern.rules.fen import INITIAL_FEN

ROOKS = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_a_random_opening_is_of_its_seed_and_its_pair_alone() -> None:
    openings = RandomOpenings(8, 7)
    last_first = [openings.for_pair(pair) for pair in (3, 2, 1, 0)]
    assert [RandomOpenings(8, 7).for_pair(pair) for pair in range(4)] == last_first[::-1]
    assert len(set(last_first)) == 4
    assert RandomOpenings(8, 8).for_pair(0) != last_first[-1]


def test_the_random_openings_of_a_seed_stay_what_they_are() -> None:
    """Files of matches that can be gone on with rest on it."""
    assert RandomOpenings(6, 1994).for_pair(0).moves == ("h2h3", "a7a5", "g2g3", "g8h6", "f2f4", "d7d5")


@pytest.mark.parametrize("plies", [0, 1, 8, 40])
def test_a_random_opening_has_its_plies_and_leaves_a_game_to_play(plies: int) -> None:
    for pair in range(40):
        opening = RandomOpenings(plies, 3).for_pair(pair)
        assert len(opening.moves) == plies
        assert Game(opening.start, opening.moves).position.outcome(claim=True) is None


def test_games_that_random_moves_end_are_tried_again() -> None:
    lengths = {len(RandomOpenings(60, seed).for_pair(0).moves) for seed in range(30)}
    assert lengths == {60}


def test_a_game_that_its_last_random_move_ends_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)

    class FoolsMate:
        """Chooses it at first, and then at random."""

        def __init__(self, seed: str) -> None:
            self.script = ["f2f3", "e7e5", "g2g4", "d8h4"]

        def choice(self, legal: list[Move]) -> Move:
            return Move.from_uci(self.script.pop(0)) if self.script else chance.choice(legal)

    monkeypatch.setattr(random, "Random", FoolsMate)
    opening = RandomOpenings(4, 1).for_pair(0)
    assert len(opening.moves) == 4
    assert opening.moves[-1] != "d8h4"


def test_games_that_cannot_go_on_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.match.openings._random_moves", lambda chance, plies: None)
    with pytest.raises(OpeningError, match="no game goes on after 8 random plies"):
        RandomOpenings(8, 1).for_pair(0)


def test_the_games_of_a_pgn_give_the_ends_of_their_main_lines(tmp_path: Path) -> None:
    text = f'1. e4 e5 (1... c5) 2. Nf3 *\n\n[SetUp "1"]\n[FEN "{ROOKS}"]\n\n1. O-O-O Ke7 *\n\n[FEN "{ROOKS}"]\n\n*\n'
    openings = FileOpenings(written(tmp_path / "some.pgn", text), 10)
    assert [openings.for_pair(pair) for pair in range(3)] == [
        Opening(INITIAL_FEN, ("e2e4", "e7e5", "g1f3")),
        Opening(ROOKS, ("e1c1", "e8e7")),
        Opening(ROOKS),
    ]


def test_a_line_of_a_file_is_a_fen_or_an_epd(tmp_path: Path) -> None:
    text = f"{INITIAL_FEN}\n\n4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra7; id 1;\n4k3/8/8/8/8/8/8/R3K3 b Q - 3 9\n"
    openings = FileOpenings(written(tmp_path / "some.epd", text), 10)
    positions = [Game(*openings.for_pair(pair)).position.fen() for pair in range(3)]
    assert positions == [INITIAL_FEN, ROOKS, "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9"]


def test_the_openings_of_a_file_come_again_when_it_ends(tmp_path: Path) -> None:
    path = written(tmp_path / "some.epd", f"{INITIAL_FEN}\n{ROOKS}\n")
    openings = FileOpenings(path, 10)
    assert [openings.for_pair(pair).start for pair in range(5)] == [INITIAL_FEN, ROOKS, INITIAL_FEN, ROOKS, INITIAL_FEN]
    assert FileOpenings(path, 1).for_pair(1).start == INITIAL_FEN


def test_a_file_is_told_by_its_content_and_not_by_its_name(tmp_path: Path) -> None:
    one, same = (FileOpenings(written(tmp_path / name, f"{ROOKS}\n"), 1).as_json() for name in ("a.epd", "b.epd"))
    other = FileOpenings(written(tmp_path / "c.epd", f"{INITIAL_FEN}\n"), 1).as_json()
    assert one == same != other


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("some.epd", "", "has no opening"),
        ("some.epd", "\n\nDear mother\n", r"some\.epd, line 3: a FEN of 2 fields"),
        ("some.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "line 1: the game is over before it begins: stalemate"),
        ("some.pgn", "Dear mother\n", "has no opening"),
        ("some.pgn", "1. e4 *\n\n1. e5 *\n", r"some\.pgn, game 2: illegal san: 'e5'"),
        ("some.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "game 1: the game is over before it begins: checkmate"),
        ("some.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n", "over before it begins: threefold repetition"),
    ],
)
def test_what_is_no_opening_is_told_with_its_place_and_nothing_else_is_said(
    name: str, text: str, reason: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(OpeningError, match=reason):
        FileOpenings(written(tmp_path / name, text), 10)
    assert caplog.records == []
