"""`gosub analyse GAME.pgn`."""

from __future__ import annotations

import errno
import io
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from pages import page_data
from refusals import refused
from scenarios import Gosub
from signal_actions import ctrl_c_raises
from sparring import outside

from modern.agreement.classes import CLASS_BY_NAME
from modern.cli.analyse import analysing, printing, writing
from modern.pages.analysis_page import page_of_game
from modern.players import Decision, MoveRequest
from modern.players.modern import ModernPlayer

#: White leaves a bishop en prise; the second game ends in mate.
PGN = """\
[Event "Rated blitz game"]
[White "one"]
[Black "two"]
[Result "1-0"]

1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 $1 2. Nf3 (2. f4 exf4 {accepted} 3. Nf3) 2... Nc6
{ Solid. } 3. Bb5 {[%clk 0:04:58.3]} 3... a6 4. O-O 1-0

[Event "another"]
[White "three"]
[Black "four"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(PGN, encoding="utf-8")


@pytest.fixture
def interrupted_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Returns a function after which Ctrl-C comes when `modern` has thought so many times."""

    def begin(count: int) -> None:
        thoughts = iter(range(count))
        decide = ModernPlayer.decide

        def counted(player: ModernPlayer, request: MoveRequest) -> Decision:
            if next(thoughts, None) is None:
                raise KeyboardInterrupt
            return decide(player, request)

        monkeypatch.setattr(ModernPlayer, "decide", counted)

    return begin


def written(text: str) -> list[chess.pgn.Game]:
    file, games = io.StringIO(text), []
    while game := chess.pgn.read_game(file):
        assert not game.errors
        games.append(game)
    return games


def test_each_move_has_its_score_and_the_best_line_and_mistakes_are_named(gosub: Gosub) -> None:
    result = gosub("analyse", "games.pgn", "--game", "1", "--depth", "3")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "1. one - two, 1-0, C70 Ruy Lopez: Morphy Defense"
    assert re.search(r"^ 1\. e4 +[-+]\d\.\d\d +\d\d +.*1\. ", result.stdout, re.MULTILINE)
    assert re.search(r"^ 4\. O-O +-\d\.\d\d +\d+ +\d+\.\d +blunder +4\. Bxc6 ", result.stdout, re.MULTILINE)
    assert re.search(r"^ White +4 +\d+\.\d % +\d+ +0 +0 +1$", result.stdout, re.MULTILINE)
    assert re.search(r"^ Black +3 +\d+\.\d % +\d+ +\d +\d +\d$", result.stdout, re.MULTILINE)


def test_a_game_that_ends_in_mate_shows_its_result(gosub: Gosub) -> None:
    output = gosub("analyse", "games.pgn", "--game", "2", "--depth", "2").stdout
    assert re.search(r"^ 2\. g4 +#-1 +2 +allows #1 +blunder +2\. ", output, re.MULTILINE)
    assert re.search(r"^ 2\.\.\.Qh4# +0-1 +0 +2\.\.\.Qh4#$", output, re.MULTILINE)


def test_all_games_of_a_file_are_analysed_and_written_as_pgn(gosub: Gosub) -> None:
    result = gosub("analyse", "games.pgn", "--nodes", "60", "--pgn", "out.pgn")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.findall(r"^\d\. .*$", result.stdout, re.MULTILINE) == [
        "1. one - two, 1-0, C70 Ruy Lopez: Morphy Defense",
        "2. three - four, 0-1, A00 Barnes Opening: Fool's Mate",
    ]
    first, second = written(Path("out.pgn").read_text(encoding="utf-8"))
    assert (first.headers["Event"], first.headers["Annotator"]) == (
        "Rated blitz game",
        "Gosub Chess, modern, 60 nodes",
    )
    assert all(node.eval() for node in first.mainline())
    assert [node.clock() for node in first.mainline() if node.clock()] == [300.0, 298.3]
    assert "{ Solid." in Path("out.pgn").read_text(encoding="utf-8")
    assert second.end().parent.eval() is not None  # type: ignore[union-attr]
    assert second.end().eval() is None


def test_the_figures_are_written_as_json(gosub: Gosub) -> None:
    result = gosub("analyse", "games.pgn", "--depth", "2", "--json", "-")
    found = json.loads(result.stdout)
    assert (found["player"], found["depth"], found["seconds"], found["nodes"]) == ("modern", 2, None, None)
    first, second = found["games"]
    assert (first["game"], first["headers"]["White"], first["complete"], len(first["plies"])) == (1, "one", True, 7)
    assert set(first["plies"][0]) == {
        *("ply", "side", "move", "san", "score", "win", "lost", "judgement", "accuracy", "centipawn_loss"),
        *("best_score", "best", "depth", "nodes"),
    }
    assert second["plies"][2]["judgement"] == "blunder"
    assert second["plies"][3]["win"] == 0
    assert "2. three - four, 0-1" in result.stderr


def test_what_a_player_remarks_stays_out_of_the_json(gosub: Gosub) -> None:
    fen = CLASS_BY_NAME["castles-into-attack"].fen
    board = chess.Board(fen)
    move = board.san(next(iter(board.legal_moves)))
    Path("castles.pgn").write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{move} *\n', encoding="utf-8")
    result = gosub("analyse", "castles.pgn", "--player", "historic[Reading=recorded]", "--json", "-")
    assert len(json.loads(result.stdout)["games"]) == 1
    assert "the arbiter plays" in result.stderr


def test_the_page_of_a_game_has_the_analysis(gosub: Gosub) -> None:
    assert gosub("analyse", "games.pgn", "--game", "2", "--depth", "2", "--html", "page.html").returncode == 0
    text = Path("page.html").read_text(encoding="utf-8")
    positions = page_data(text)["positions"]
    assert positions[2]["played"]["glyphs"] == "??"
    assert positions[2]["played"]["evaluation"] == "#-1"
    assert positions[3]["today"]["score"] == "#-1"
    assert any("Blunder" in note for _, note in positions[2]["notes"])
    assert "White&#39;s accuracy" in text
    assert "analysed each position (depth 2)" in text
    assert "[%eval" in page_data(text)["pgn"]


def test_the_pages_of_several_games_are_a_folder(gosub: Gosub) -> None:
    Path("short.pgn").write_text("1. e4 *\n\n1. d4 *\n", encoding="utf-8")
    assert gosub("analyse", "short.pgn", "--nodes", "20", "--html", "pages").returncode == 0
    assert sorted(path.name for path in Path("pages").iterdir()) == [
        "game-00001.html",
        "game-00002.html",
        "index.html",
    ]


def test_another_player_can_analyse(gosub: Gosub) -> None:
    output = gosub("analyse", "games.pgn", "--game", "2", "--player", "huo[Depth=1]").stdout
    assert re.search(r"^ 2\. g4 +\S+ +\d+ ", output, re.MULTILINE)


def test_a_player_with_a_depth_of_its_own_says_that_it_ignores_another(gosub: Gosub) -> None:
    Path("short.pgn").write_text("1. e4 *\n", encoding="utf-8")
    result = gosub("analyse", "short.pgn", "--player", "huo[Depth=1]", "--depth", "9", "--pgn", "out.pgn")
    assert "ignores --depth: it searches " in result.stdout
    (game,) = written(Path("out.pgn").read_text(encoding="utf-8"))
    assert "depth 9" not in game.headers["Annotator"]


def test_the_notes_of_the_arbiter_name_their_plies(gosub: Gosub) -> None:
    Path("odd.pgn").write_text('[FEN "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. Kf2 *\n', encoding="utf-8")
    result = gosub("analyse", "odd.pgn", "--player", "historic")
    assert "(e1c1 " in result.stdout


def test_a_game_comes_from_standard_input(gosub: Gosub) -> None:
    result = gosub("analyse", "-", "--depth", "1", "--game", "2", given=PGN)
    assert result.stdout.startswith("2. three - four, 0-1, A00 Barnes Opening")


def test_two_processes_print_and_write_what_one_does(gosub: Gosub) -> None:
    Path("mixed.pgn").write_text(f"{PGN}\n1. e4 Ke2 *\n\n1. d4 *\n", encoding="utf-8")
    found = []
    for jobs in ("1", "2"):
        files = ["--pgn", "out.pgn", "--json", "out.json", "--html", jobs]
        result = gosub("analyse", "mixed.pgn", "--nodes", "30", "--jobs", jobs, *files)
        written = [Path("out.pgn"), Path("out.json"), *sorted(Path(jobs).iterdir())]
        assert [path.name for path in written[2:]] == [f"game-0000{number}.html" for number in (1, 2, 4)] + [
            "index.html"
        ]
        found.append((result.returncode, result.stdout, result.stderr, [path.read_bytes() for path in written]))
    assert found[0][0] == 1
    assert found[0] == found[1]


def test_a_player_that_fails_in_another_process_ends_it_with_the_games_before(gosub: Gosub) -> None:
    Path("games.pgn").write_text(f"1. e4 *\n\n{PGN}\n{PGN}", encoding="utf-8")
    player = f"uci:{outside('crashes')}"
    words = ["--player", player, "--depth", "1", "--pgn", "out.pgn", "--jobs", "2", "--log", "log"]
    result = gosub("analyse", "games.pgn", *words)
    assert result.returncode == 1
    assert re.search(r"^gosub: it has ended.*: the games that are finished are written$", result.stderr, re.MULTILINE)
    assert re.findall(r"^\d\. .*", result.stdout, re.MULTILINE) == ["1. White - Black, *, B00 King's Pawn Game"]
    assert len(written(Path("out.pgn").read_text(encoding="utf-8"))) == 1
    assert " go depth 1\n" in Path("log").read_text(encoding="utf-8")


def test_ctrl_c_prints_what_was_found_and_writes_no_file(
    gosub: Gosub, interrupted_after: Callable[[int], None]
) -> None:
    """All moves are of the named opening, and none is bad, so each position has one search."""
    Path("calm.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 *\n", encoding="utf-8")
    interrupted_after(3)
    result = gosub("analyse", "calm.pgn", "--depth", "1", "--pgn", "out.pgn", "--json", "-")
    assert result.returncode == 130
    assert "2 of 7 plies analysed" in result.stderr
    assert result.stderr.endswith("interrupted: nothing has been written\n")
    assert not Path("out.pgn").exists()
    (game,) = json.loads(result.stdout)["games"]
    assert (game["complete"], len(game["plies"])) == (False, 2)


def test_after_ctrl_c_files_get_the_games_that_are_finished(
    gosub: Gosub, interrupted_after: Callable[[int], None]
) -> None:
    Path("short.pgn").write_text("1. e4 *\n\n1. d4 d5 *\n\n1. c4 *\n", encoding="utf-8")
    interrupted_after(3)
    result = gosub("analyse", "short.pgn", "--depth", "1", "--pgn", "out.pgn", "--json", "out.json", "--html", "pages")
    assert result.returncode == 130
    assert result.stderr == "interrupted: the games that are finished are written\n"
    assert len(written(Path("out.pgn").read_text(encoding="utf-8"))) == 1
    found = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert (found["complete"], [game["game"] for game in found["games"]]) == (False, [1])
    assert sorted(path.name for path in Path("pages").iterdir()) == ["game-00001.html", "index.html"]


def test_half_a_game_makes_no_page(gosub: Gosub, interrupted_after: Callable[[int], None]) -> None:
    interrupted_after(2)
    result = gosub("analyse", "games.pgn", "--game", "1", "--depth", "1", "--html", "-")
    assert (result.returncode, result.stdout) == (130, "")
    assert result.stderr.endswith("interrupted\n")


def test_a_player_that_fails_ends_it_with_what_was_found(gosub: Gosub) -> None:
    player = f"uci:{outside('crashes')}"
    result = gosub("analyse", "games.pgn", "--player", player, "--depth", "1", "--pgn", "out.pgn")
    assert result.returncode == 1
    assert re.search(r"^the last \d of 7 plies analysed$", result.stdout, re.MULTILINE)
    assert re.search(r"^gosub: it has ended.*: nothing has been written$", result.stderr, re.MULTILINE)
    assert not Path("out.pgn").exists()


def test_a_player_that_ends_between_two_games_loses_no_finished_game(gosub: Gosub) -> None:
    player = f"uci:{outside('one-game')}"
    result = gosub("analyse", "games.pgn", "--player", player, "--depth", "1", "--pgn", "out.pgn")
    assert result.returncode == 1
    assert re.search(r"^gosub: it has ended.*: the games that are finished are written$", result.stderr, re.MULTILINE)
    assert [game.headers["White"] for game in written(Path("out.pgn").read_text(encoding="utf-8"))] == ["one"]


@pytest.mark.parametrize(
    ("step", "finished"),
    [("print_game", ["one", "three"]), ("error_text", ["one"]), ("pgn_of_game", ["one", "three"])],
)
def test_ctrl_c_at_any_step_loses_no_finished_game(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch, step: str, finished: list[str]
) -> None:
    """Ctrl-C comes while the second game is printed, refused or written."""
    Path("games.pgn").write_text(PGN.replace("1. f3", "1. f6") if step == "error_text" else PGN, encoding="utf-8")
    module = printing if step == "print_game" else writing
    done, calls = getattr(module, step), iter(range(1 if step != "error_text" else 0))

    def interrupted(*given: object) -> object:
        if next(calls, None) is None:
            signal.raise_signal(signal.SIGINT)
        return done(*given)

    monkeypatch.setattr(module, step, interrupted)
    with ctrl_c_raises():
        result = gosub("analyse", "games.pgn", "--depth", "1", "--pgn", "out.pgn")
    assert result.returncode == 130
    assert result.stderr.splitlines()[-1] == "interrupted: the games that are finished are written"
    assert [game.headers["White"] for game in written(Path("out.pgn").read_text(encoding="utf-8"))] == finished


def test_an_output_that_cannot_be_written_loses_no_finished_game(gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    done, calls = printing.print_game, iter(range(1))

    def full(*given: object) -> object:
        if next(calls, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return done(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "print_game", full)
    result = gosub("analyse", "games.pgn", "--depth", "1", "--pgn", "out.pgn")
    assert (result.returncode, "No space left" in result.stderr) == (1, True)
    assert [game.headers["White"] for game in written(Path("out.pgn").read_text(encoding="utf-8"))] == ["one", "three"]


def test_ctrl_c_while_pages_are_made_leaves_an_index_of_those_that_are_written(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter(range(1))

    def interrupted(*given: Any) -> object:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return page_of_game(*given)

    Path("short.pgn").write_text("1. e4 *\n\n1. d4 *\n", encoding="utf-8")
    monkeypatch.setattr(analysing, "page_of_game", interrupted)
    result = gosub("analyse", "short.pgn", "--depth", "1", "--html", "pages", "--json", "out.json")
    assert (result.returncode, result.stderr) == (130, "interrupted: not all pages are written\n")
    assert sorted(path.name for path in Path("pages").iterdir()) == ["game-00001.html", "index.html"]
    found = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert (found["complete"], [game["game"] for game in found["games"]]) == (False, [1, 2])


def test_scores_that_are_no_estimates_of_the_result_are_shown_without_chances(gosub: Gosub) -> None:
    result = gosub("analyse", "games.pgn", "--game", "2", "--player", "historic", "--pgn", "-")
    assert (result.returncode, "%eval" in result.stdout) == (0, True)
    assert not re.search(r"win %|accuracy$|blunder", result.stderr)
    assert result.stderr.endswith("not an estimate of who will win\n")
    assert not re.search(r"\$\d|Best was", result.stdout)


def test_ctrl_c_before_the_first_move(gosub: Gosub, interrupted_after: Callable[[int], None]) -> None:
    interrupted_after(1)
    result = gosub("analyse", "games.pgn", "--depth", "1")
    assert (result.returncode, result.stderr) == (130, "interrupted\n")
    assert result.stdout == "1. one - two, 1-0, C70 Ruy Lopez: Morphy Defense\nno move has been analysed\n"


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_analysed(gosub: Gosub) -> None:
    Path("mixed.pgn").write_text(
        '1. e4 e5 2. Ke3 *\n\n[Variant "Atomic"]\n\n1. e4 *\n\n[White "A"]\n\n1. d4 *\n', encoding="utf-8"
    )
    result = gosub("analyse", "mixed.pgn", "--depth", "1", "--pgn", "out.pgn")
    assert result.returncode == 1
    assert re.match(
        r"mixed\.pgn: game 1, line 1, column 13: 'Ke3' .*; the game is skipped\n"
        r"mixed\.pgn: game 2, line 3, column 1: .* Atomic",
        result.stderr,
    )
    assert result.stderr.splitlines()[-1] == "mixed.pgn: 1 game read, 2 skipped"
    assert "3. A - Black, *" in result.stdout
    assert len(written(Path("out.pgn").read_text(encoding="utf-8"))) == 1


def test_a_game_without_moves_says_so(gosub: Gosub) -> None:
    Path("none.pgn").write_text('[White "A"]\n\n*\n', encoding="utf-8")
    assert gosub("analyse", "none.pgn", "--depth", "1").stdout == "1. A - Black, *\nthe game has no moves\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["none.pgn"], 2, "GAME.pgn: "),
        (["empty.pgn"], 1, "empty.pgn: "),
        (["games.pgn", "--game", "3"], 1, "games.pgn: .. 3 .. 2"),
        (["games.pgn", "--player", "nobody"], 2, "--player: "),
        (["games.pgn", "--multipv", "2"], 2, "--multipv is for a position: write GAME.pgn:PLY for one of a game"),
        (["games.pgn", "--terms"], 2, "--terms is for a position"),
        (["games.pgn", "--moves", "e4"], 2, "--moves is for a position"),
        (["games.pgn:2", "--pgn", "out.pgn"], 2, "--pgn is for a game: expected GAME.pgn"),
        (["startpos", "--game", "1"], 2, "--game is for a game: expected GAME.pgn"),
        (["startpos", "--jobs", "2"], 2, "--jobs is for a game: expected GAME.pgn"),
        (["games.pgn", "--pgn", "games.pgn"], 2, "GAME.pgn and --pgn"),
        (["games.pgn", "--pgn", "-", "--json", "-"], 2, "--pgn and --json"),
        (["games.pgn", "--html", "-"], 2, "the pages of several games need a folder: expected --html FOLDER"),
        (["games.pgn", "--html", "page.HTML"], 2, "the pages of several games need a folder"),
        (["games.pgn", "--html", "."], 1, ". "),
        (["games.pgn", "--json", "nowhere/x.json"], 1, "nowhere/x.json"),
    ],
)
def test_a_wrong_command_line_gets_a_one_line_message(gosub: Gosub, words: list[str], code: int, message: str) -> None:
    Path("empty.pgn").write_text("", encoding="utf-8")
    refused(gosub("analyse", *words, "--depth", "1"), message, code)


def test_nodes_limit_the_analysis_of_a_position(gosub: Gosub) -> None:
    result = gosub("analyse", "startpos", "--nodes", "100")
    assert int(re.search(r"modern: (\d+) nodes", result.stdout)[1]) <= 200  # type: ignore[index]


def test_a_file_that_breaks_off_loses_no_finished_analysis(gosub: Gosub) -> None:
    """The beginning of a file is read ahead; this one has a line without end after it."""
    Path("torn.pgn").write_bytes(b'[Event "x"]\n\n1. e4 *\n\n' * 52 + b"x" * 16_000_001)
    result = gosub("analyse", "torn.pgn", "--depth", "1", "--json", "out.json")
    assert result.returncode == 1
    assert "torn.pgn: line 209 is longer" in result.stderr
    assert "Traceback" not in result.stderr
    assert len(json.loads(Path("out.json").read_text(encoding="utf-8"))["games"]) >= 50


@pytest.mark.parametrize(
    ("text", "code"),
    [("1. e4 e5 2. Ke3 *\n", 1), ("", 1), ("\0\n", 1), ("1. e4 (1. Ke3) e5 *\n", 1), ("1. e4 e5 *\n", 0)],
)
def test_a_game_and_a_position_of_it_end_with_the_same_exit_code(gosub: Gosub, text: str, code: int) -> None:
    Path("broken.pgn").write_text(text, encoding="utf-8")
    whole, place = (gosub("analyse", name, "--nodes", "1") for name in ("broken.pgn", "broken.pgn:1"))
    assert (whole.returncode, place.returncode) == (code, code)
    assert whole.stderr == place.stderr
