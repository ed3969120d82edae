"""`gosub book`, as a user runs it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import chess
import chess.polyglot
import pexpect  # type: ignore[import-untyped]
import pytest
from commands import started
from pgn_standard import written_games
from refusals import refused
from scenarios import Gosub
from terminals import spawn

PROMPT = r"\d+\. (White|Black) to move: "
LINES = "e4\ne5\nNf3\nundo\nNf3\nstart\nd4\nd5\nstart\nweight e4 5\nquit\n"


@pytest.fixture(scope="module")
def made(gosub: Gosub, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the book my.bin, made by playing its lines."""
    folder = tmp_path_factory.mktemp("book")
    result = gosub("book", "edit", "my.bin", given=LINES, cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")
    return folder


def entries(path: Path, board: chess.Board | None = None) -> dict[str, int]:
    with chess.polyglot.open_reader(path) as reader:
        return {entry.move.uci(): entry.weight for entry in reader.find_all(board or chess.Board(), minimum_weight=0)}


def test_a_book_is_made_by_playing_its_lines(made: Path) -> None:
    assert entries(made / "my.bin") == {"e2e4": 5, "d2d4": 1}


def test_its_lines_are_listed_and_its_moves_shown(gosub: Gosub, made: Path) -> None:
    assert gosub("book", "list", "my.bin", cwd=made).stdout == "1. e4 e5 2. Nf3\n1. d4 d5\n"
    assert gosub("book", "list", "my.bin", "--lines", "1", cwd=made).stdout.splitlines() == [
        "1. e4 e5 2. Nf3",
        "and more; --lines lists more than 1",
    ]
    rows = [line.split() for line in gosub("book", "show", "my.bin", cwd=made).stdout.splitlines()]
    assert rows[2:] == [["e4", "e2e4", "5", "83.3", "%"], ["d4", "d2d4", "1", "16.7", "%"]]
    assert "Nf3" in gosub("book", "show", "my.bin", "--moves", "e2e4 e7e5", cwd=made).stdout
    assert gosub("book", "show", "my.bin", "--moves", "1. c4", cwd=made).stdout == "the book has no move here\n"


@pytest.mark.slow
def test_the_editor_in_a_terminal_shows_the_board_and_says_what_is_wrong(gosub_path: str, tmp_path: Path) -> None:
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    child = spawn(gosub_path, ["book", "edit", "a.bin"], dimensions=(50, 110), cwd=str(tmp_path), env=environment)

    def say(line: str) -> str:
        child.sendline(line)
        child.expect(PROMPT)
        before: str = child.before
        return before

    child.expect("a.bin: a new book, saved after every change; type help")
    child.expect("book: no move yet")
    child.expect(PROMPT)
    answer = say("e2-e4")
    assert "e4 is new to the book" in answer
    assert "\N{BLACK CHESS PAWN}" in answer
    assert "line: 1. e4" in answer
    assert entries(tmp_path / "a.bin") == {"e2e4": 1}
    say("start")
    assert "White's knight on g1 cannot go to e3" in say("g1e3")
    assert "did you mean undo?" in say("undoo")
    assert "type help for the list of commands" in say("foo")
    assert "'e4' is not a move and a weight; write weight e4 10" in say("weight e4")
    assert "65536 " in say("weight e4 65536")
    assert "book: e4 9" in say("weight e4 9")
    assert " d4 " in say("remove d4")
    assert "book: no move yet" in say("remove e4")
    assert entries(tmp_path / "a.bin") == {}
    assert "book: e4 9" in say("undo")
    assert "quit" in say("help")
    child.kill(signal.SIGINT)
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert entries(tmp_path / "a.bin") == {"e2e4": 9}


def test_games_a_book_and_opening_files_are_imported(gosub: Gosub, made: Path, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text("1. e4 c5 2. Nf3 1-0\n\n1. e4 e6 0-1\n\n1. c4 *\n")
    exported = gosub("book", "export", str(made / "my.bin"), "opening files", cwd=tmp_path)
    assert exported.stdout == "opening files: 4 opening files of a book with 4 positions, 5 moves\n"
    words = ["new.bin", "games.pgn", str(made / "my.bin"), "opening files", "--plies", "2"]
    result = gosub("book", "import", *words, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        "games.pgn: 3 games",
        f"{made / 'my.bin'}: 4 positions, 5 moves",
        "opening files: 4 opening files",
        "new.bin: 4 positions, 8 moves",
    ]
    assert entries(tmp_path / "new.bin") == {"e2e4": 8, "c2c4": 1, "d2d4": 1}
    result = gosub("book", "import", "result.bin", "games.pgn", "--weights", "result", cwd=tmp_path)
    assert result.stdout.splitlines()[0] == "games.pgn: 3 games, 1 of them without a move to add"
    assert entries(tmp_path / "result.bin") == {"e2e4": 2}


@pytest.mark.parametrize(
    "words", ["list cut.bin", "show cut.bin", "edit cut.bin", "export cut.bin files", "import new cut.bin"]
)
def test_a_book_that_is_cut_off_is_used_as_far_as_it_goes_with_a_warning(
    words: str, gosub: Gosub, made: Path, tmp_path: Path
) -> None:
    (tmp_path / "cut.bin").write_bytes((made / "my.bin").read_bytes()[:-1])
    result = gosub("book", *words.split(), given="quit\n", cwd=tmp_path)
    assert result.returncode == 0
    assert result.stderr == "warning: cut.bin: the last 15 bytes are not entries of a book; left out\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["list", "foreign.bin"], "foreign.bin: it has no entry"),
        (["show", "foreign.bin"], "foreign.bin: it has no entry"),
        (["edit", "foreign.bin"], "foreign.bin: it has no entry"),
        (["import", "foreign.bin", "my.bin"], "foreign.bin: it has no entry"),
        (["import", "my.bin", "foreign.bin"], "foreign.bin: it has no entry"),
        (["import", "my.bin", "bad.pgn"], "bad.pgn: game 1, line 1, column 4: 'e5' "),
        (["import", "my.bin", "my.bin", "empty"], "SOURCE and BOOK"),
        (["import", "my.bin", "empty"], "empty has no Opening1.txt"),
        (["import", "my.bin", "nothing.pgn"], "'nothing.pgn'"),
        (["import", "no/my.bin", "my.bin"], f"{Path('no/my.bin')} "),
        (["import", "my.bin"], "SOURCE... is missing"),
        (["export", "my.bin", "my.bin"], "BOOK and TARGET"),
        (["export", "my.bin", "bad.pgn"], "bad.pgn "),
        (["show", "my.bin", "8/8"], "'8/8'"),
        (["show", "my.bin", "--moves", "e2e5"], "--moves: e2e5 "),
        (["edit", "my.bin", "--fen", "x"], "'x'"),
        (["edit", "empty"], "empty "),
        (["sow", "my.bin"], "did you mean show?"),
    ],
)
def test_bad_input_gets_one_line_and_the_book_is_unchanged(
    words: list[str], reason: str, gosub: Gosub, made: Path, tmp_path: Path
) -> None:
    content = (made / "my.bin").read_bytes()
    (tmp_path / "my.bin").write_bytes(content)
    (tmp_path / "foreign.bin").write_text("foreign")
    (tmp_path / "bad.pgn").write_text("1. e5 *\n")
    (tmp_path / "empty").mkdir()
    refused(gosub("book", *words, cwd=tmp_path), reason)
    assert (tmp_path / "my.bin").read_bytes() == content
    assert (tmp_path / "foreign.bin").read_text() == "foreign"


def test_a_change_that_cannot_be_saved_is_reported_and_the_next_one_tries_again(
    gosub_path: str, made: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "my.bin").write_bytes((made / "my.bin").read_bytes())
    child = subprocess.Popen(
        [gosub_path, "book", "edit", "books/my.bin"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout
    assert child.stderr
    assert "saved after every change" in child.stdout.readline()
    folder.rename(tmp_path / "moved")
    child.stdin.write("c4\n")
    child.stdin.flush()
    assert f"the book was not saved: {Path('books/my.bin')} cannot be written" in child.stderr.readline()
    (tmp_path / "moved").rename(folder)
    child.communicate("c5\n", timeout=60)
    assert child.returncode == 0
    assert entries(folder / "my.bin") == {"e2e4": 5, "d2d4": 1, "c2c4": 1}


@pytest.mark.usefixtures("games_here")
def test_two_players_with_books_play_a_match(gosub: Gosub, tmp_path: Path) -> None:
    gosub("book", "edit", "mate.bin", given="f3\ne5\ng4\nQh4\n", cwd=tmp_path)
    spec = "modern[Book=mate.bin]"
    result = gosub("match", spec, spec, "--openings", "random:0", "--games", "2", "--pgn", "games.pgn", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    for game in written_games(tmp_path / "games.pgn"):
        assert game.end().board().fen().startswith("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w")
        comments = " ".join(node.comment for node in game.mainline())
        assert re.findall(r"book\s+move\s+([a-hQ0-9]+)", comments) == ["f3", "e5", "g4", "Qh4"]


def test_why_says_that_the_move_is_from_the_book(gosub: Gosub, made: Path, tmp_path: Path) -> None:
    words = ["--white", "human", "--black", f"modern[Book={made / 'my.bin'}]", "--pgn", "game.pgn"]
    result = gosub("play", *words, given="e4\nwhy\nquit\n", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count(": book move e5, weight 1 of 1\n") == 1
    (game,) = written_games(tmp_path / "game.pgn")
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]


@pytest.mark.slow
def test_what_several_imports_into_one_book_acknowledge_at_the_same_time_is_in_it(
    gosub_path: str, tmp_path: Path
) -> None:
    moves = ["e4", "d4", "c4", "Nf3"]
    for move in moves:
        (tmp_path / f"{move}.pgn").write_text(f"1. {move} *\n" * 2000)
    acknowledged = []
    for attempt in range(5):
        book = tmp_path / f"{attempt}.bin"
        imports = [started(gosub_path, "book", "import", str(book), str(tmp_path / f"{move}.pgn")) for move in moves]
        done = [one.communicate(timeout=60)[1] for one in imports]
        codes = [one.returncode for one in imports]
        assert all(
            code == 0 or "is in use by gosub book import" in said for code, said in zip(codes, done, strict=True)
        )
        expected = [move for move, code in zip(moves, codes, strict=True) if code == 0]
        board = chess.Board()
        assert set(entries(book)) == {board.parse_san(move).uci() for move in expected}
        acknowledged.append(len(expected))
    assert min(acknowledged) > 0
