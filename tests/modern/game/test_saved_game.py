"""Saving a game, reading it back, files that are rejected, and the folder of saved games."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pgn_standard import standard_games
from scenarios import random_boards
from steered_games import drawn

from modern.game.clock import TimeControl, TimeSetting
from modern.game.game import Game
from modern.game.games_folder import games_folder, latest_unfinished_game, new_game_file, remove_if_empty
from modern.game.move_notes import MoveNote
from modern.game.pgn_reading import PgnError, standard_game
from modern.game.pgn_text import comment_text
from modern.game.saved_game import (
    ARBITER_PLIES,
    ORIGIN,
    SavedGameError,
    continued_game,
    read_saved_file,
    read_saved_game,
    saved_game,
)
from modern.game.session import GameSession, Seat
from modern.report import Score
from modern.rules.fen import INITIAL_FEN

THREE_SECONDS = TimeSetting(seconds=3.0)
ONE_PLY = TimeSetting(depth=1)
#: A name with characters that a PGN header escapes, and one that it cannot hold.
STRANGE_NAME = 'A "quoted\\ name\x1b[2J'


def human() -> Seat:
    return Seat("human", "Human")


def session_of(
    *moves: str, black: Seat | None = None, time: TimeSetting = THREE_SECONDS, fen: str = INITIAL_FEN
) -> GameSession:
    return GameSession({"white": human(), "black": black or human()}, time, Game(fen, moves))


def read(text: str, default: TimeSetting = ONE_PLY) -> GameSession:
    return read_saved_game(text, "game.pgn", default)


def read_back(session: GameSession) -> GameSession:
    return read(saved_game(session))


# What is written is read again.

#: Remarks as players make them, with words that could be taken for what the arbiter, a clock or an engine says.
REMARKS = st.lists(
    st.text(st.characters(min_codepoint=32, max_codepoint=383), max_size=20)
    | st.sampled_from(["the arbiter plays e7e5", "[%clk 0:00:01]", "[%eval 9.99]", "+0.35/8 0.52s", "} 1-0", ";"]),
    max_size=4,
).map(" ".join)
SCORES = st.none() | st.integers(-99999, 99999).map(Score) | st.integers(-99, 99).map(lambda mate: Score(mate=mate))
WORDS = st.text(st.characters(codec="ascii", exclude_categories=["C"]), min_size=1, max_size=100)


@st.composite
def notes(draw: st.DrawFn) -> MoveNote:
    """The note of a move that was played here, or of one whose time is not known."""
    remark = " ".join(word[:70] for word in comment_text([draw(REMARKS)]).split())
    if draw(st.booleans()):
        return MoveNote(comment=f"they say {remark}".strip())
    score, seconds = draw(SCORES), draw(st.integers(0, 10**6)) / 100
    return MoveNote(score, draw(st.integers(0, 100)) if score else 0, seconds, draw(st.booleans()), remark)


@st.composite
def sessions(draw: st.DrawFn) -> GameSession:
    """A game in progress or over by the rules, between any players, with clocks or without."""
    board = draw(random_boards())
    game = Game(board.root().fen(), headers={"Date": "1994.05.31"})
    for move in board.move_stack:
        game.add(game.position.parse_uci(move.uci()), draw(notes()))
    plies = st.integers(0, len(game.moves))
    seats = {}
    for side in ("white", "black"):
        name = draw(st.sampled_from(("Anna", STRANGE_NAME, "Gosub Chess, historic")))
        if draw(st.booleans()):
            seats[side] = Seat("human", name, from_ply=draw(plies))
        else:
            seats[side] = Seat(draw(WORDS), name, draw(WORDS | st.just("")), draw(plies))
    time = TimeSetting(
        draw(st.none() | st.sampled_from((TimeControl(60.0), TimeControl(90.0, 0.5, 40)))),
        *draw(st.sampled_from(((0.25, None), (12345.0, None), (None, 7)))),
    )
    return GameSession(seats, time, game, clock_from=draw(plies) if time.control else 0)


@pytest.mark.hypothesis
@pytest.mark.slow
def test_the_sessions_have_humans_and_programs_clocks_notes_and_long_games() -> None:
    found = drawn(sessions(), 40)
    assert {seat.spec == "human" for session in found for seat in session.seats.values()} == {True, False}
    assert {session.time.control is None for session in found} == {True, False}
    assert any(len(session.game.moves) > 50 for session in found)
    assert any(note.score for session in found for note in session.game.notes if note)


@given(sessions())
@settings(max_examples=25)
def test_a_session_is_read_back_as_it_was_and_writes_the_same_pgn(session: GameSession) -> None:
    text = saved_game(session, last_comment=False)
    again = read_saved_game(text, "game.pgn", session.time.without_clocks, may_be_over=True)
    assert (again.game.start, again.game.moves) == (session.game.start, session.game.moves)
    notes = zip(again.game.notes, session.game.notes, strict=True)
    assert [(ply, *pair) for ply, pair in enumerate(notes, 1) if pair[0] != pair[1]] == []
    assert again.game.ending == session.game.ending
    for side, seat in session.seats.items():
        assert again.seats[side] == replace(seat, name=seat.name.replace("\x1b", " "))
    assert not any(note.clock or note.evaluation for note in again.game.notes)
    assert (again.time, again.clock_from) == (session.time, session.clock_from)
    assert again.game.headers["Date"] == "1994.05.31"
    assert saved_game(again, last_comment=False) == text


def test_a_game_that_started_from_a_fen_keeps_its_start() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    game = read_back(session_of("e8d7", fen=fen)).game
    assert (game.start, game.uci_moves) == (fen, ["e8d7"])


@pytest.mark.parametrize("seconds", [0.00001, 0.1, 2.5, 12345.0, 1000000.0])
def test_any_time_limit_is_read_back(seconds: float) -> None:
    session = read_back(session_of(black=Seat("x", "X"), time=TimeSetting(seconds=seconds)))
    assert session.time.seconds == pytest.approx(seconds)


def test_a_game_between_humans_has_no_limit() -> None:
    text = saved_game(session_of())
    assert "Limit" not in text
    assert read(text, default=TimeSetting(seconds=7.0)).time == TimeSetting(seconds=7.0)


def test_other_headers_are_kept() -> None:
    session = read(f"{GAME}1. e4 *".replace("[Result", '[Site "Paris"]\n[White "Anna"]\n[Result'))
    assert '[Site "Paris"]' in saved_game(session)
    assert '[White "Anna"]' in saved_game(session)


def test_a_spec_and_a_memory_may_have_any_characters() -> None:
    spec = 'uci:"my engine" --hash \\ 64% \udcff'
    session = read_back(session_of("e2e4", black=Seat(spec, STRANGE_NAME, '1:"0,0" %')))
    assert session.seats["black"] == Seat(spec, 'A "quoted\\ name [2J', '1:"0,0" %')


def test_long_specs_and_memories_go_on_in_further_headers() -> None:
    spec = f"uci:{'a folder/' * 40}engine  --level 3"
    memory = " ".join(f"{ply}:1,0" for ply in range(0, 200, 2))
    session = session_of("e2e4", black=Seat(spec, "Engine", memory))
    standard_games(saved_game(session))
    again = read_back(session)
    assert again.seats["black"] == Seat(spec, "Engine", memory)
    assert not any("Seat" in name or "Memory" in name for name in again.game.headers)


def test_a_spec_with_blanks_as_earlier_files_have_it_is_read() -> None:
    session = read(f"{GAME}1. e4 *".replace('"historic"', '"uci:gnuchess --uci"'))
    assert session.seats["black"].spec == "uci:gnuchess --uci"


def test_python_chess_reads_a_saved_game_with_its_ending() -> None:
    session = session_of("f2f3", "e7e5", "g2g4", black=Seat("x", "X"))
    move = session.game.position.parse_uci("d8h4")
    session.make_program_move(move, MoveNote(Score(mate=1), 3, 0.5, comment="mate"))
    (game,) = standard_games(saved_game(session))
    assert game.headers["Result"] == "0-1"
    assert game.headers["Termination"] == "normal"
    assert " ".join(game.end().comment.split()) == "#1/3 0.50s mate Checkmate: Black wins, 0-1."


# Games that were saved by earlier versions.

#: A game against historic, as version 0.2 wrote it. II and III are in its memory.
EARLIER_GAME = """[Event "gosub play"]
[Site "?"]
[Date "2026.11.23"]
[Round "-"]
[White "Human"]
[Black "Gosub Chess, historic"]
[Result "*"]
[TimeControl "-"]
[Termination "unterminated"]
[PlyCount "6"]
[Limit "3 s a move"]
[WhiteSeat "human"]
[BlackSeat "historic"]
[BlackMemory "1:0,0%203:0,0%205:0,0"]

1. e4 Nf6 { -0.65/2 0.19s } 2. Nf3 Nxe4 { +0.20/2 0.44s } 3. d4 d5 { +1.25/2
0.51s } *

"""
#: A game that goes on with one of another PGN.
EARLIER_CONTINUED_GAME = """[Event "gosub play"]
[Site "?"]
[Date "2026.11.23"]
[Round "-"]
[White "Gosub Chess, historic"]
[Black "Human"]
[Result "*"]
[TimeControl "-"]
[Termination "unterminated"]
[ContinuedFrom "Anna - Bert 'B', Club, after ply 5"]
[PlyCount "9"]
[Limit "3 s a move"]
[WhiteSeat "historic"]
[WhiteMemory "6:0,0%208:0,0"]
[WhiteSeatedAt "5"]
[BlackSeat "human"]
[BlackSeatedAt "5"]

1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 2. Nf3 Nc6 { fine } 3. Bb5 d6 4.
Bxc6+ { +2.55/2 0.27s } 4... Bd7 5. Bxd7+ { +8.80/2 0.55s } *

"""


@pytest.mark.parametrize("text", [EARLIER_GAME, EARLIER_CONTINUED_GAME])
def test_a_game_of_an_earlier_version_is_written_as_it_was(text: str) -> None:
    (written,), (earlier,) = standard_games(saved_game(read(text))), standard_games(text)
    assert written.headers.pop(ARBITER_PLIES) == "-"
    assert dict(written.headers) == dict(earlier.headers)
    assert str(written) == str(earlier)


#: What the arbiter did in a game of version 1.0 stands only in words.
ARBITERS_GAME = EARLIER_GAME.replace("0.44s }", "0.44s it chooses an illegal move; the arbiter plays f6e4, the best }")


def test_what_the_arbiter_chose_in_a_game_of_version_1_0_is_known_from_its_sentence() -> None:
    session = read(ARBITERS_GAME)
    assert [note.by_arbiter for note in session.game.notes] == [False, False, False, True, False, False]
    assert f'[{ARBITER_PLIES} "4"]' in saved_game(session)
    assert read_back(session).game.notes == session.game.notes
    continued = continued_game(standard_game(ARBITERS_GAME.encode()), 4, session.seats)
    assert [note.by_arbiter for note in continued.notes] == [False, False, False, True]


def test_the_sentence_says_it_only_of_the_move_that_a_program_made() -> None:
    for other in (ARBITERS_GAME.replace("plays f6e4", "plays f6e4q"), ARBITERS_GAME.replace("+0.20/2 0.44s ", "")):
        assert not any(note.by_arbiter for note in read(other).game.notes)


def test_a_remark_about_the_arbiter_is_only_a_remark() -> None:
    text = ARBITERS_GAME.replace("[Result", f'[{ARBITER_PLIES} "2"]\n[Result')
    assert [ply for ply, note in enumerate(read(text).game.notes, 1) if note.by_arbiter] == [2]


def test_a_remark_is_never_a_clock_or_an_evaluation_but_is_shown() -> None:
    note = MoveNote(seconds=1.0, comment=comment_text(["I write [%eval 9.99]", "and [%clk 0:00:01]"]))
    assert (note.clock, note.evaluation) == ("", "")
    assert note.text == "I write [ %eval 9.99] and [ %clk 0:00:01]"


def test_the_arbiter_may_have_chosen_hundreds_of_moves() -> None:
    session = session_of()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 100:
        session.game.add(session.game.position.parse_uci(uci), MoveNote(seconds=0.0, by_arbiter=True))
    standard_games(saved_game(session))
    again = read_saved_game(saved_game(session), "a.pgn", ONE_PLY, may_be_over=True)
    assert all(note.by_arbiter for note in again.game.notes)


def test_a_game_of_an_earlier_version_has_its_players_and_their_figures() -> None:
    session = read(EARLIER_GAME)
    assert session.seats["black"] == Seat("historic", "Gosub Chess, historic", "1:0,0 3:0,0 5:0,0")
    assert session.time == THREE_SECONDS
    assert session.game.notes[-2:] == [MoveNote(), MoveNote(Score(125), 2, 0.51)]
    continued = read(EARLIER_CONTINUED_GAME)
    assert continued.seats["white"] == Seat("historic", "Gosub Chess, historic", "6:0,0 8:0,0", from_ply=5)
    assert continued.last_score("white") == Score(880)
    assert continued.game.notes[3] == MoveNote(comment="fine")


# Files that are rejected.

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
        read_saved_file(path, ONE_PLY)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_text_or_too_large_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(bytes(range(256)) * 10)
    with pytest.raises(SavedGameError, match="is not a game saved by"):
        read_saved_file(path, ONE_PLY)
    path.write_bytes(b"x" * 4_000_001)
    with pytest.raises(SavedGameError, match="is too large: a saved game has at most 4 MB"):
        read_saved_file(path, ONE_PLY)


def test_a_game_with_an_illegal_move_cannot_be_resumed() -> None:
    with pytest.raises(SavedGameError, match=r"^game\.pgn: 'e5' is not a legal move"):
        read(f"{GAME}1. e5 *")


def test_comments_in_another_format_are_kept_as_they_are() -> None:
    text = f"{GAME}1. e4 {{ the best }} 1... e5 {{ -0.20/6 1.25s says it }} *"
    assert read(text).game.notes == [MoveNote(comment="the best"), MoveNote(Score(-20), 6, 1.25, comment="says it")]


def test_a_comment_with_impossibly_large_figures_is_just_a_comment() -> None:
    digits = "9" * 400
    notes = read(f"{GAME}1. e4 {{ +0.30/{digits} 0.10s }} 1... e5 {{ {digits}.10s }} *").game.notes
    assert [(note.depth, note.seconds) for note in notes] == [(0, None), (0, None)]


# Games that go on with another game.

#: As lichess writes it, with an annotator's additions.
ANNOTATED = b"""[Event "Rated blitz game"]
[White "one"]
[Black "two"]
[Result "1-0"]

1. e4 {[%eval 0.2] [%clk 0:05:00]} e5 $1 {[%clk 0:05:00]} 2. Nf3 (2. f4 exf4 {accepted} 3. Nf3) Nc6?! {Inaccuracy.}
3. Bb5 a6 4. O-O 1-0
"""


def continued(content: bytes, plies: int, black: Seat | None = None) -> GameSession:
    seats = {"white": human(), "black": black or human()}
    return GameSession(seats, ONE_PLY, continued_game(standard_game(content), plies, seats))


def test_moves_and_their_comments_are_kept_but_not_the_result() -> None:
    text = " ".join(saved_game(continued(ANNOTATED, 4)).split())
    assert "1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 { [%clk 0:05:00] } 2. Nf3 Nc6 { Inaccuracy. } *" in text
    assert '[ContinuedFrom "one - two, Rated blitz game, after ply 4"]' in text
    assert '[White "Human"]' in text


def test_the_scores_of_the_players_before_are_not_those_of_the_players_now() -> None:
    session = continued(b"1. e4 {+0.40/5 1.00s} e5 {+9.00/5 1.00s} *", 2, Seat("historic", "Historic"))
    assert session.last_score("black") is None
    again = read_back(session)
    assert again.last_score("black") is None
    for each in (again, session):
        assert {side: seat.from_ply for side, seat in each.seats.items()} == {"white": 2, "black": 2}
    again.take_back(0.0)
    assert {side: seat.from_ply for side, seat in again.seats.items()} == {"white": 0, "black": 0}


def test_a_player_who_sat_there_before_keeps_the_ply_from_which_it_plays() -> None:
    session = continued(b"1. e4 {+0.40/5 1.00s} e5 {+9.00/5 1.00s} *", 2, Seat("historic", "Historic"))
    saved = saved_game(session).encode()
    for plies, expected in ((2, 2), (1, 1)):
        assert continued(saved, plies, Seat("historic", "Historic")).seats["black"].from_ply == expected


def test_a_player_that_sat_there_before_has_its_memory_and_its_scores_back() -> None:
    content = b'[WhiteSeat "human"]\n[BlackSeat "historic"]\n[BlackMemory "1:5,7"]\n\n1. e4 e5 {-0.50/2 1.00s} *'
    session = continued(content, 2, Seat("historic", "Historic"))
    assert session.seats["black"].memory == "1:5,7"
    assert str(session.last_score("black")) == "-0.50"


def test_the_origin_names_players_and_event_as_far_as_they_are_known() -> None:
    for content, plies, origin in (
        (ANNOTATED, 1, "one - two, Rated blitz game, after ply 1"),
        (b'[White "a \\"b\\""]\n\n*', 0, 'a "b" - ?, after ply 0'),
        (b"1. Nf3 Nf6 *", 0, "? - ?, after ply 0"),
    ):
        assert continued(content, plies).game.headers[ORIGIN] == origin


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", r"^no game in the file$"),
        (
            b'[Variant "Atomic"]\n\n1. e4 *',
            r"^game 1, line 1, column 1: the variant is Atomic; expected standard chess$",
        ),
        (b"1. e4 e5 2. Ke3 *", r"^game 1, line 1, column 13: 'Ke3' is not a legal move"),
        (b"1. e4 hell0 *", r"^game 1, line 1, column 7: 'hell0' is not a move"),
    ],
)
def test_what_is_not_a_complete_game_of_chess_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(PgnError, match=reason):
        standard_game(content)


# The folder of saved games.


@pytest.fixture
def _own_folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize("named", ["", "state", "./state", "../state"])
def test_a_relative_path_in_xdg_state_home_is_ignored(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As https://specifications.freedesktop.org/basedir-spec/ says; else the games would lie where a command ran."""
    monkeypatch.setenv("XDG_STATE_HOME", named)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert games_folder() == tmp_path / ".local" / "state" / "gosub-chess"


@pytest.mark.posix
@pytest.mark.parametrize("home", ["", "here"])
def test_without_a_home_one_line_says_what_to_set(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    with pytest.raises(OSError, match=r"^there is no folder for your games: HOME is no absolute path; .+$"):
        games_folder()


def save_game(path: Path, *moves: str, seconds: float) -> None:
    """Saves a game between humans, at a time in seconds."""
    path.write_text(saved_game(session_of(*moves)), encoding="utf-8")
    os.utime(path, (seconds, seconds))


@pytest.mark.usefixtures("_own_folder_of_games")
def test_the_latest_unfinished_game_is_found() -> None:
    with pytest.raises(SavedGameError, match=r"^there is no unfinished game in "):
        latest_unfinished_game(ONE_PLY)
    first = new_game_file()
    save_game(first, "e2e4", seconds=200)
    save_game(games_folder() / "older.pgn", "d2d4", seconds=100)
    save_game(games_folder() / "over.pgn", "f2f3", "e7e5", "g2g4", "d8h4", seconds=300)
    new_game_file()  # of a game in which no move has been made
    found = latest_unfinished_game(ONE_PLY)
    assert (found.path, found.unread) == (first, [])
    assert found.session.game.uci_moves == ["e2e4"]


@pytest.mark.posix
@pytest.mark.usefixtures("_own_folder_of_games")
def test_a_pipe_in_the_folder_and_a_damaged_game_are_skipped_and_named() -> None:
    first = new_game_file()
    pipe, damaged = games_folder() / "pipe.pgn", games_folder() / "damaged.pgn"
    os.mkfifo(pipe)
    damaged.write_text("1. e4")
    reasons = [f"{damaged} is not a game saved by `gosub play`", f"{pipe} is not a file"]
    with pytest.raises(SavedGameError, match=f"^there is no unfinished game in .*; {'; '.join(reasons)}$"):
        latest_unfinished_game(ONE_PLY)
    save_game(first, "e2e4", seconds=200)
    assert latest_unfinished_game(ONE_PLY)[1:] == (first, reasons)


@pytest.mark.usefixtures("_own_folder_of_games")
def test_games_begun_in_the_same_second_have_a_file_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "2026-01-31-120000")
    assert len({new_game_file() for _ in range(3)}) == len(list(games_folder().iterdir())) == 3


@pytest.mark.usefixtures("_own_folder_of_games")
def test_the_file_of_a_game_without_moves_is_removed() -> None:
    path = new_game_file()
    remove_if_empty(path)
    assert not path.exists()
    save_game(path, "e2e4", seconds=1)
    remove_if_empty(path)
    assert path.exists()
