"""`gosub page`."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from pages import page_data
from refusals import refused
from rich.console import Console
from scenarios import Gosub
from terminals import spawn

from modern.agreement.classes import CLASS_BY_NAME
from modern.cli import output
from modern.cli.analyse import analysing
from modern.pages.analysis_page import page_of_game
from modern.players import Game, MoveRequest, player_named

GAMES = '[White "First"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Second"]\n\n1. d4 *\n'


def test_a_pgn_becomes_a_page(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    result = gosub("page", "games.pgn", "--html", "game.html", "--analyse", "0.01", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    text = (tmp_path / "game.html").read_text()
    assert result.stdout == f"game.html: 3 plies, {len(text.encode()) / 1000:.0f} kB\n"
    data = page_data(text)
    assert [one["played"] and one["played"]["san"] for one in data["positions"]] == ["e4", "e5", "Nf3", None]
    assert all(one["today"] for one in data["positions"])
    assert "<h1>First against Black</h1>" in text


def test_options_select_the_game_the_reading_and_no_engine(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    options = ["--game", "2", "--reading", "recorded", "--analyse", "0", "--html", "-"]
    result = gosub("page", str(tmp_path / "games.pgn"), *options)
    text = result.stdout
    assert (result.returncode, result.stderr) == (0, "")
    assert text.startswith("<!doctype html>\n")
    assert text.endswith("</html>\n")
    assert "<h1>Second against Black</h1>" in text
    assert "in the reading <i>recorded</i>" in text
    data = page_data(text)
    assert (data["analysed"], [one["today"] for one in data["positions"]]) == (False, [None, None])


def test_any_player_may_analyse_and_what_it_remarks_is_on_the_page(gosub: Gosub, tmp_path: Path) -> None:
    fen = CLASS_BY_NAME["castles-into-attack"].fen
    (tmp_path / "game.pgn").write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n')
    words = ["page", str(tmp_path / "game.pgn"), "--html", "-", "--player", "historic[Reading=recorded]"]
    result = gosub(*words)
    text = result.stdout
    assert (result.returncode, result.stderr) == (0, "")
    (position,) = page_data(text)["positions"]
    chosen = str(player_named("historic[Reading=recorded]").decide(MoveRequest(Game(fen))).move)
    assert position["today"]["move"] == chosen
    notes = [note for title, note in position["notes"] if title == "historic[Reading=recorded]"]
    assert [f"the arbiter plays {chosen}" in note for note in notes] == [True]
    assert "</svg>historic[Reading=recorded]</dt>" in text
    assert "which move historic[Reading=recorded] would play." in text
    assert "oday" not in re.sub(r"<(style|script)[ >].*?</\1>|<[^>]*>", "", text, flags=re.S)


@pytest.mark.parametrize("words", [["page", "--analyse", "0.01"], ["analyse", "--depth", "2"]], ids=["page", "analyse"])
def test_a_page_judges_the_moves_and_keeps_the_comments_apart(words: list[str], gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Qh5 {a brave queen} Ke7 {the king goes} 3. Qxe5# 1-0\n")
    command, *options = words
    assert gosub(command, "game.pgn", "--html", "page.html", *options, cwd=tmp_path).returncode == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    data = page_data(text)
    blunder, last = data["positions"][3], data["positions"][4]
    assert (data["mistakes"], blunder["played"]["glyphs"], last["played"]["glyphs"]) == ([4], "??", "")
    assert ["Comment", "the king goes"] in blunder["notes"]
    ((_, remark),) = [note for note in blunder["notes"] if "Blunder" in note[1]]
    assert re.fullmatch(r"Blunder: allows mate in 1\. Best was 2\.\.\.\w+\.", remark)
    assert not any("Blunder" in note for _, note in last["notes"])
    assert "{ the king goes" in data["pgn"]
    assert "White's accuracy" in text.replace("&#39;", "'")
    assert re.search(r'href="#ply-4"[^>]*>2\.\.\.Ke7 \(allows #1\)', text)


def test_a_player_without_a_score_is_shown_without_one(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text('[SetUp "1"]\n[FEN "8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1"]\n\n*\n')
    result = gosub("page", str(tmp_path / "game.pgn"), "--html", "-", "--player", "historic")
    today = page_data(result.stdout)["positions"][0]["today"]
    assert (result.returncode, today["move"], today["score"], today["value"]) == (0, "a4b3", "", None)


def test_a_player_that_does_not_exist_is_refused_before_the_page_is_made(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    for name, reason in (("nobody", "'nobody'"), ("historic[Depth=1]", "'Depth'")):
        words = ["page", str(tmp_path / "games.pgn"), "--html", str(tmp_path / "page.html"), "--player", name]
        refused(gosub(*words), reason, 2)
    assert not (tmp_path / "page.html").exists()


def test_the_pgn_may_come_from_standard_input(gosub: Gosub, tmp_path: Path) -> None:
    page = str(tmp_path / "game.html")
    assert gosub("page", "-", "--html", page, "--analyse", "0", given="1. e4 *").returncode == 0
    assert len(page_data(Path(page).read_text(encoding="utf-8"))["positions"]) == 2


REJECTED = [
    (["-"], 2, "standard input has no name for the page; expected --html FILE"),
    (["games.pgn", "--html", "page"], 1, "page "),
    (["games.pgn", "--html", "."], 1, ". "),
    pytest.param(["/dev/zero", "--html", "page"], 1, "/dev/zero .. 200 MB", marks=pytest.mark.posix),
    (["--html", "page"], 2, "GAME.pgn is missing"),
    (["nowhere.pgn", "--html", "page"], 2, "'nowhere.pgn'"),
    ([".", "--html", "page"], 2, "GAME.pgn: .. '.'"),
    (["games.pgn", "--html", "/nowhere/page"], 1, "/nowhere"),
    (["games.pgn", "--html", "/nowhere/page.html"], 1, "/nowhere"),
    (["games.pgn", "--html", "games.pgn"], 2, "GAME.pgn and --html"),
    (["games.pgn", "--html", "page", "--game", "3"], 1, "games.pgn: .. 3 .. 2"),
    (["games.pgn", "--html", "page", "--game", "0"], 2, "--game: 0 "),
    (["games.pgn", "--html", "page", "--analyse", "-1"], 2, "--analyse: -1 "),
    (["games.pgn", "--html", "page", "--analyse", "nan"], 2, "--analyse: 'nan'"),
    (["games.pgn", "--html", "page", "--reading", "red"], 2, "'red' .. printed or recorded"),
    (["empty.pgn", "--html", "page"], 1, "empty.pgn: "),
    (["illegal.pgn", "--html", "page"], 1, "illegal.pgn: game 1, line 1, column 4: 'Ke4'"),
]


@pytest.mark.parametrize(("words", "code", "reason"), REJECTED)
def test_a_wrong_call_prints_one_line_exits_with_a_code_and_changes_no_file(
    words: list[str], code: int, reason: str, gosub: Gosub, tmp_path: Path
) -> None:
    (tmp_path / "page").write_text("an earlier page")
    (tmp_path / "games.pgn").write_text(GAMES)
    (tmp_path / "empty.pgn").write_text("")
    (tmp_path / "illegal.pgn").write_text("1. Ke4 *")
    refused(gosub("page", *words, cwd=tmp_path), reason, code)
    assert (tmp_path / "page").read_text() == "an earlier page"
    assert (tmp_path / "games.pgn").read_text() == GAMES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "before"),
    [
        (["page", "game.pgn", "--html", "page"], ["analysing"]),
        (["replay", "--self", "--plies", "2", "--html", "page", "--pgn", "pgn"], ["ended after 2 plies", "thinking"]),
    ],
)
def test_ctrl_c_writes_nothing(words: list[str], before: list[str], gosub_path: str, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Nf3 Nc6 *")
    (tmp_path / "page").write_text("an earlier page")
    child = spawn(gosub_path, [*words, "--analyse", "60"], cwd=str(tmp_path), dimensions=(40, 100))
    for text in before:
        child.expect(text)
    child.sendintr()
    child.expect("interrupted: nothing has been written")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert (tmp_path / "page").read_text() == "an earlier page"
    assert not (tmp_path / "pgn").exists()


def test_without_html_the_page_stands_beside_its_pgn(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4 *")
    result = gosub("page", "game.pgn", "--analyse", "0", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("game.html: 1 ply, ")
    assert len(page_data((tmp_path / "game.html").read_text())["positions"]) == 2


def test_a_file_of_several_games_becomes_a_folder_with_an_index(gosub: Gosub, tmp_path: Path) -> None:
    headers = (
        '[White "Anna"]\n[Black "<Ben>"]\n[Result "1-0"]\n[ECO "C20"]\n[Opening "King\'s Pawn"]\n[Date "1994.11.02"]\n'
    )
    (tmp_path / "many.pgn").write_text(f"{headers}\n1. e4 e5 1-0\n\n1. Ke4 *\n\n1. d4 *\n")
    result = gosub("page", "many.pgn", "--analyse", "0", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, f"{Path('many/index.html')}: 2 of 3 games\n")
    assert result.stderr.startswith("many.pgn: game 2, line 10, column 4: 'Ke4' ")
    folder = tmp_path / "many"
    assert sorted(path.name for path in folder.iterdir()) == ["game-00001.html", "game-00003.html", "index.html"]
    index = (folder / "index.html").read_text()
    assert re.findall(r'href="(game-\d+\.html)">(.*?)</a>', index) == [
        ("game-00001.html", "1. Anna against &lt;Ben&gt;"),
        ("game-00003.html", "3. White against Black"),
    ]
    (row,) = re.findall(r"<tr><td>(?:(?!<tr>).)*Anna.*?</tr>", index)
    assert re.findall(r"<td(?: class=\"figure\")?>([^<]*)</td>", row) == [
        "1-0",
        "C20 King's Pawn".replace("'", "&#39;"),
        "1994.11.02",
        "2",
    ]
    assert row.count("<use ") == 33
    assert "<td>A40 Queen&#39;s Pawn Game</td>" in index  # of a game without the headers
    assert "game 2, line 10, column 4: &#39;Ke4&#39; " in index
    again = gosub("page", "many.pgn", "--analyse", "0", "--html", "many", cwd=tmp_path)
    assert again.stdout == f"{Path('many/index.html')}: 2 of 3 games\n"


def test_two_processes_make_the_pages_of_one(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    made = []
    for jobs in ("1", "2"):
        result = gosub("page", "games.pgn", "--analyse", "0", "--html", f"by{jobs}", "--jobs", jobs, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        made.append({page.name: page.read_text() for page in (tmp_path / f"by{jobs}").iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 3


@pytest.mark.parametrize(
    ("jobs", "bars"),
    [("1", {("game 1 of 3", 4), ("game 2 of 3", 2)}), ("2", {("making pages", 3)})],
    ids=["one process", "two processes"],
)
def test_a_bar_counts_the_positions_of_a_game_or_the_games_of_several_processes(
    jobs: str, bars: set[tuple[str, int]], gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    monkeypatch.setattr(output, "console", lambda to_stderr: Console(file=written, force_terminal=True, width=80))
    (tmp_path / "games.pgn").write_text(f"{GAMES}\n1. Ke4 *\n")  # the last one has an error, and counts too
    assert gosub("page", "games.pgn", "--analyse", "0", "--jobs", jobs, cwd=tmp_path).returncode == 1
    drawn = re.findall(
        r"(game \d of \d|making pages)[^\r/]* (\d+)/(\d+) ", re.sub(r"\x1b\[[\d;]*m", "", written.getvalue())
    )
    assert {(title, int(done)) for title, done, total in drawn if done == total} == bars


def test_ctrl_c_in_a_file_of_several_games_keeps_the_pages_that_are_finished(
    gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = iter(range(1))

    def first_page(*given: Any) -> tuple[Game, str]:
        if next(games, None) is None:
            raise KeyboardInterrupt
        return page_of_game(*given)

    monkeypatch.setattr(analysing, "page_of_game", first_page)
    (tmp_path / "games.pgn").write_text(GAMES)
    result = gosub("page", "games.pgn", "--analyse", "0", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (130, f"{Path('games/index.html')}: 1 of 2 games\n")
    assert result.stderr == "interrupted: the games that are finished are written\n"
    assert "<h1>First against Black</h1>" in (tmp_path / "games" / "game-00001.html").read_text()
    assert "Second" not in (tmp_path / "games" / "index.html").read_text()
