"""Saving a game, reading it back, and files that are rejected."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pgn_standard import standard_games
from scenarios import random_boards

from modern.engine.report import Score
from modern.game.clock import TimeSetting
from modern.game.saved_game import SavedGame, SavedGameError, read_saved_game, saved_game_pgn
from modern.game.session import LiveGame
from modern.match.record import PlayedMove
from modern.players import Decision, MoveRequest, Player
from modern.players.seats import Seat
from modern.rules import Move

FOR_THREE_SECONDS = TimeSetting(seconds=3.0)


def humans() -> dict[str, Seat]:
    return {"white": Seat("human"), "black": Seat("human")}


class PlayerWithMemory(Player):
    """Has a memory, and a name with characters that a PGN header cannot hold."""

    name = 'A "quoted\\ name\x1b[2J'

    def decide(self, request: MoveRequest) -> Decision:
        return Decision(request.game.position.legal_moves()[0])

    def memory(self) -> str:
        return '1:"0,0" %'


def human_against(spec: str) -> dict[str, Seat]:
    """A human as White, and a program with that spec as Black."""
    seats = humans()
    seats["black"].player = PlayerWithMemory()
    seats["black"].spec = spec
    return seats


def save_and_read(folder: Path, live: LiveGame, pace: TimeSetting = FOR_THREE_SECONDS) -> SavedGame:
    path = folder / "game.pgn"
    path.write_text(saved_game_pgn(live, pace), encoding="utf-8")
    return read_saved_game(path)


@given(random_boards(), st.lists(st.integers(-5000, 5000)), st.booleans())
@settings(max_examples=30)
def test_a_game_is_read_back_as_it_was_saved(
    tmp_path_factory: pytest.TempPathFactory, board: chess.Board, scores: list[int], deep: bool
) -> None:
    record = []
    for number, move in enumerate(board.move_stack):
        score = str(Score(scores[number])) if number < len(scores) else ""
        notes = f"a note {number}" if number % 3 == 0 else ""
        record.append(PlayedMove(move.uci(), score, 4 if score else 0, number / 4, notes))
    live = LiveGame(human_against("x"), board.root().fen(), record, date="1994.05.31")
    if live.ending:
        return
    pace = TimeSetting(depth=7) if deep else TimeSetting(seconds=0.25)
    read = save_and_read(tmp_path_factory.mktemp("saved"), live, pace)
    assert read == SavedGame(
        {"white": "human", "black": "x"},
        pace,
        board.root().fen(),
        record,
        {"black": '1:"0,0" %'},
        "1994.05.31",
        {"Site": "?", "White": "Human", "Black": "A 'quoted/ name [2J"},
    )


def test_a_game_that_started_from_a_fen_keeps_its_start(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    read = save_and_read(tmp_path, LiveGame(humans(), fen, [PlayedMove("e8d7", "", 0, 1.0)]))
    assert (read.start, [move.uci for move in read.record]) == (fen, ["e8d7"])


@pytest.mark.parametrize("seconds", [0.00001, 0.1, 2.5, 12345.0, 1000000.0])
def test_any_time_limit_is_read_back(seconds: float, tmp_path: Path) -> None:
    pace = save_and_read(tmp_path, LiveGame(human_against("x")), TimeSetting(seconds=seconds)).pace
    assert pace is not None
    assert pace.seconds == pytest.approx(seconds)


def test_a_game_between_humans_has_no_limit(tmp_path: Path) -> None:
    assert save_and_read(tmp_path, LiveGame(humans())).pace is None


def test_other_headers_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f"{GAME}1. e4 *".replace("[Result", '[Site "Paris"]\n[White "Anna"]\n[Result'))
    saved = read_saved_game(path)
    live = LiveGame(humans(), saved.start, saved.record, saved.date)
    live.headers = saved.headers
    assert '[Site "Paris"]' in saved_game_pgn(live, FOR_THREE_SECONDS)
    assert '[White "Anna"]' in saved_game_pgn(live, FOR_THREE_SECONDS)


def test_a_spec_and_a_memory_may_have_any_characters(tmp_path: Path) -> None:
    spec = 'uci:"my engine" --hash \\ 64% \udcff'
    read = save_and_read(tmp_path, LiveGame(human_against(spec), record=[PlayedMove("e2e4", "", 0, 0.0)]))
    assert read.seats["black"] == spec
    assert read.headers["Black"] == "A 'quoted/ name [2J"
    assert read.memory == {"black": '1:"0,0" %'}


def test_long_specs_and_memories_go_on_in_further_headers(tmp_path: Path) -> None:
    spec = f"uci:{'a folder/' * 40}engine  --level 3"
    seats = human_against(spec)
    memory = " ".join(f"{ply}:1,0" for ply in range(0, 200, 2))
    assert seats["black"].player is not None
    seats["black"].player.memory = lambda: memory  # type: ignore[method-assign]
    live = LiveGame(seats, record=[PlayedMove("e2e4", "", 0, 0.0)])
    standard_games(saved_game_pgn(live, FOR_THREE_SECONDS))
    read = save_and_read(tmp_path, live)
    assert read.seats["black"] == spec
    assert read.memory["black"] == memory
    assert not any("Seat" in name or "Memory" in name for name in read.headers)


def test_a_spec_with_blanks_as_earlier_files_have_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f"{GAME}1. e4 *".replace('"historic"', '"uci:gnuchess --uci"'))
    assert read_saved_game(path).seats["black"] == "uci:gnuchess --uci"


def test_python_chess_reads_a_saved_game_with_its_ending() -> None:
    live = LiveGame(humans(), record=[PlayedMove(uci, "", 0, 1.0) for uci in ("f2f3", "e7e5", "g2g4")])
    live.make(Move.from_uci("d8h4"), Score(mate=1), 3, 0.5, "mate")
    (game,) = standard_games(saved_game_pgn(live, TimeSetting(depth=3)))
    assert game.headers["Result"] == "0-1"
    assert game.headers["Termination"] == "normal"
    assert " ".join(game.end().comment.split()) == "#1/3 0.50s mate Checkmate: Black wins, 0-1."


GAME = '[Event "?"]\n[Result "*"]\n[WhiteSeat "human"]\n[BlackSeat "historic"]\n[Limit "3 s a move"]\n\n'
REJECTED = {
    "a PGN from elsewhere": ('[Event "?"]\n\n1. e4 *', "is not a game saved by `gosub play`"),
    "an empty file": ("", "is not a game saved by `gosub play`"),
    "an illegal move": (f"{GAME}1. e5 *", "'e5' is not a legal move"),
    "two games": (f"{GAME}1. e4 *\n\n{GAME}1. d4 *", "has more than one game"),
    "a game that is over": (f"{GAME}1. e4 1-0".replace('"*"', '"1-0"'), "is over (1-0) and cannot be resumed"),
    "variations": (f"{GAME}1. e4 (1. d4 d5) 1... e5 *", "has variations or annotations, which would be lost"),
    "an annotation glyph": (f"{GAME}1. e4 $1 *", "has variations or annotations, which would be lost"),
    "a comment before the game": (f"{GAME}{{ Well }} 1. e4 *", "has variations or annotations, which would be lost"),
    "another game than chess": (f'[Variant "Antichess"]\n{GAME}1. e4 *', "has a game of Antichess, not of chess"),
    "a limit of zero": (f"{GAME}1. e4 *".replace("3 s a move", "0 s a move"), "header Limit is '0 s a move'; expected"),
    "another limit": (f"{GAME}1. e4 *".replace("3 s a move", "soon"), "header Limit is 'soon'; expected"),
}


@pytest.mark.parametrize("what", REJECTED)
def test_a_file_that_cannot_be_resumed_is_rejected_in_one_line(what: str, tmp_path: Path) -> None:
    text, reason = REJECTED[what]
    path = tmp_path / "game.pgn"
    path.write_text(text)
    with pytest.raises(SavedGameError, match=re.escape(reason)) as raised:
        read_saved_game(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_text_or_too_large_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(bytes(range(256)) * 10)
    with pytest.raises(SavedGameError, match="is not a game saved by"):
        read_saved_game(path)
    path.write_bytes(b"x" * 4_000_001)
    with pytest.raises(SavedGameError, match="is too large: a saved game has at most 4 MB"):
        read_saved_game(path)


def test_comments_in_another_format_are_kept_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f"{GAME}1. e4 {{ the best }} 1... e5 {{ -0.20/6 1.25s says it }} *")
    assert [move.score for move in read_saved_game(path).record] == ["", "-0.20"]
    first, second = read_saved_game(path).record
    assert first == PlayedMove("e2e4", "", 0, 0.0, "the best")
    assert second == PlayedMove("e7e5", "-0.20", 6, 1.25, "says it")


def test_a_comment_with_impossibly_large_figures_is_just_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    digits = "9" * 400
    path.write_text(f"{GAME}1. e4 {{ +0.30/{digits} 0.10s }} 1... e5 {{ {digits}.10s }} *")
    assert [(move.depth, move.seconds) for move in read_saved_game(path).record] == [(0, 0.0), (0, 0.0)]
