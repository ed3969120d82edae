"""The answers on the pages for a class are those of the programs, and each sheet prints on one page or two."""

from __future__ import annotations

import base64
import importlib
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from browsers import running_browser
from making import lessons

import modern.lessons
from historic import Program, State
from historic.position.squares import NAME_TO_SQUARE
from historic.thought import TriedMove
from modern.lessons import FILES, content_of
from modern.rules import Position

DOCS = Path(__file__).parents[1] / "docs"
LESSON = (DOCS / "teach" / "class-how-1994-chose.md").read_text(encoding="utf-8")
#: The answers to each lesson, by its title.
ANSWER_PAGE = (DOCS / "teach" / "class-answers.md").read_text(encoding="utf-8")
ANSWERS_TO = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", ANSWER_PAGE, re.M | re.S))
ANSWERS = dict(re.findall(r"^\| (\d+) \| (.*) \|$", ANSWERS_TO["How a chess program chose in 1994"], re.M))

PAWNS = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
HORIZON = "6k1/5ppp/2n5/4p3/8/5N2/5PPP/4R1K1 w - - 0 1"
CHECK = "r3k3/8/8/8/8/8/8/K6Q w - - 0 1"
ROOK_FROM_NOWHERE = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"


def tried(fen: str) -> dict[str, TriedMove]:
    """Returns the moves that the 1994 program tries for White, by UCI notation."""
    assert f'"{fen}"' in LESSON
    program = Program()
    program.state = State.from_fen(fen)
    before = program.state
    return {str(move.move.uci(before, "white")): move for move in program.think("white").candidates}


def chosen(fen: str) -> str:
    """Returns the move that the 1994 program chooses for White, in UCI notation."""
    program = Program()
    program.state = State.from_fen(fen)
    return str(program.think("white").move)


SCRIPTS = Path(modern.lessons.__file__).parent / "files"
EMPTY_CENTRE = "k7/8/8/8/8/4K3/8/8 w - - 0 1"


def test_each_exercise_has_an_answer() -> None:
    assert re.findall(r"^\*\*Exercise (\d+)\.\*\*", LESSON, re.M) == list(ANSWERS)


def test_squares_and_steps_have_the_numbers_of_the_answers() -> None:
    name_of = {number: name for name, number in NAME_TO_SQUARE.items()}
    assert ANSWERS["1"] == (f"e4 is {NAME_TO_SQUARE['e4']}, h8 is {NAME_TO_SQUARE['h8']}; 77 is {name_of[77]}")
    bishop, knight = (NAME_TO_SQUARE[to] - NAME_TO_SQUARE["e4"] for to in ("d5", "f6"))
    assert ANSWERS["2"].startswith(f"The bishop adds {bishop}, the knight {knight}.")


def test_the_think_move_board_of_king_and_queen() -> None:
    program = Program()
    program.state = State.from_fen(CHECK)
    board = program.think("white").think_move_board
    (queen, king) = (1 << program.state.PW.index(NAME_TO_SQUARE[at]) for at in ("h1", "a1"))
    assert board[NAME_TO_SQUARE["b1"]] == king + queen
    assert board[NAME_TO_SQUARE["a1"]] == queen
    assert ANSWERS["3"].startswith(f"{king + queen} is {king} + {queen}")


def test_the_scores_computed_by_hand_are_those_of_the_program() -> None:
    capture = tried(PAWNS)["e4d5"]
    assert (capture.own_score, capture.reply_score) == pytest.approx((1 + 0.6 - 0.5 + 0.2, -1 + 0.8 - 0.6))
    assert ANSWERS["4"].endswith(f"together {capture.own_score:.1f}")
    difference = f"{capture.own_score:.1f} - ({capture.reply_score:.1f})"
    assert ANSWERS["5"].endswith(f"{difference} = {capture.value:.1f}")


def test_a_square_more_counts_twice() -> None:
    moves = tried(PAWNS)
    assert moves["e1d2"].own_score - moves["e1d1"].own_score == pytest.approx(0.3, abs=1e-5)
    assert moves["e1d1"].reply_score - moves["e1d2"].reply_score == pytest.approx(0.3, abs=1e-5)


def test_the_program_stops_before_its_rook_captures_the_knight() -> None:
    assert ANSWERS["7"].endswith(f"The program plays {chosen(HORIZON)[:2]}-{chosen(HORIZON)[2:]}")
    reply = tried(HORIZON)["f3e5"].reply
    assert reply.square == NAME_TO_SQUARE["e5"]


def test_illegal_moves_are_tried_and_count_around_minus_1000() -> None:
    legal = {move.uci() for move in Position.from_fen(CHECK).legal_moves()}
    moves = tried(CHECK)
    assert ANSWERS["9"].startswith(f"{len(legal)} legal moves. The other {len(moves) - len(legal)} ")
    assert {name for name, move in moves.items() if move.value > -900} == legal


def test_castling_without_a_rook() -> None:
    program = Program()
    program.state = State.from_fen(ROOK_FROM_NOWHERE)
    assert NAME_TO_SQUARE["a1"] not in program.state.PW
    program.play("white")
    assert NAME_TO_SQUARE["d1"] in program.state.PW


WORKSHOP = (DOCS / "teach" / "class-write-a-player.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", WORKSHOP, re.S)
STEPS = ("step1", "step2", "step3", "step4")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the lesson, in which the missing word is filled in."""
    folder = tmp_path_factory.mktemp("workshop")
    (word,) = re.findall(r"^3\. `(\w+)`: the opponent", ANSWER_PAGE, re.M)
    for name in FILES:
        (folder / Path(name).name).write_text(content_of(name).replace("___(", f"{word}("), encoding="utf-8")
    return folder


def test_the_files_for_a_class_are_the_code_of_the_pages() -> None:
    first, pieces, gap, moves, puzzles = CODE
    assert (content_of("step1.py"), content_of("puzzles.py")) == (first, puzzles)
    assert (content_of("bug.py"), content_of("test_centre.py")) == (BUG, NEVER_AGAIN)
    for name, block in (("step2.py", pieces), ("step3.py", gap), ("step4.py", moves), ("step4.py", gap)):
        assert block in content_of(name)


def test_each_step_solves_the_puzzles_that_the_page_says(
    workshop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(workshop)
    rows = re.findall(r"^\| ([^|]+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$", ANSWERS_TO["Write your own player"], re.M)
    shown = {title: moves for title, *moves in rows if title != "puzzle"}
    for column, step in enumerate(STEPS):
        importlib.import_module("puzzles").main(step)
        printed = dict(re.findall(r"^(?:solved|wrong) +(.*): (\S+)$", capsys.readouterr().out, re.M))
        assert printed == {title: moves[column] for title, moves in shown.items()}


def test_the_puzzles_say_that_a_program_chooses_no_legal_move(
    workshop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(workshop)
    monkeypatch.setattr("step1.choose", lambda position: None)
    importlib.import_module("puzzles").main("step1")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len({*lines}) == 4
    assert all(line.startswith("wrong ") and "None, which is not a legal move" in line for line in lines)


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_a_program_that_speaks_uci(workshop: Path, step: str) -> None:
    command = [sys.executable, str(workshop / f"{step}.py")]
    typed = "uci\nposition startpos moves e2e4\ngo\nquit\n"
    finished = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=True)
    assert f"id name Step {step[-1]}\n" in finished.stdout
    assert re.search(r"^bestmove [a-h][78][a-h][56]$|^bestmove [bg]8[a-h]6$", finished.stdout, re.M)


HUNT = (DOCS / "teach" / "class-find-the-bug.md").read_text(encoding="utf-8")
BUG, NEVER_AGAIN = re.findall(r"```python\n(.*?)```", HUNT, re.S)
SHOWN = dict(re.findall(r"^```\n\$ python bug\.py ([^\n]*)\n(.*?)```", HUNT, re.M | re.S))
POSITIONS = re.findall(r'^position "([^"]*)"$', "\n".join(SHOWN), re.M)


def patient(fault: int | None = None) -> dict[str, Any]:
    """Returns the names that bug.py defines, with another fault if one is given."""
    names: dict[str, Any] = {"__name__": "bug"}
    code = BUG if fault is None else re.sub(r"^FAULT = \d+$", f"FAULT = {fault}", BUG, flags=re.M)
    exec(compile(code, "bug.py", "exec"), names)
    return names


@pytest.mark.slow
def test_the_sick_program_plays_the_recorded_game_as_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    patient()["compare_game"]()
    assert capsys.readouterr().out == SHOWN["game"]


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_sick_program_scores_each_position_as_the_page_shows(fen: str, capsys: pytest.CaptureFixture[str]) -> None:
    patient()["compare_position"](fen)
    assert capsys.readouterr().out == SHOWN[f'position "{fen}"']


@pytest.mark.parametrize(
    ("script", "typed", "told"),
    [
        ("bug.py", "", "expected: game, position FEN, or reveal"),
        ("bug.py", "position", "expected: game, position FEN, or reveal"),
        ("bug.py", "position hello", "this is no position: a FEN has 4 to 6 fields, not 1: 'hello'"),
        ("puzzles.py", "", "expected: the name of a program, such as step1"),
        ("puzzles.py", "ben.py", "there is no file ben.py here"),
    ],
)
def test_a_slip_gets_one_line(script: str, typed: str, told: str) -> None:
    call = [sys.executable, str(SCRIPTS / script), *typed.split()]
    finished = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout, finished.stderr) == (1, "", f"{told}\n")


def test_a_fen_needs_no_quotation_marks_and_a_program_no_suffix() -> None:
    for script, ways in (
        ("bug.py", (["position", EMPTY_CENTRE], ["position", *EMPTY_CENTRE.split()])),
        ("puzzles.py", (["step1"], ["step1.py"])),
    ):
        calls = [[sys.executable, str(SCRIPTS / script), *typed] for typed in ways]
        first, second = (subprocess.run(call, capture_output=True, text=True, check=True).stdout for call in calls)
        assert first == second != ""


def test_the_planted_fault_is_that_of_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    patient()["reveal"]()
    assert capsys.readouterr().out == ("WHITE2: if X0 == 65 or X0 == 66 or X0 == 77 or X0 == 78:\n'77' became '76'\n")


def test_the_command_of_the_answer_tests_blacks_half_which_is_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    (fen,) = re.findall(r'`python bug\.py position "([^"]* b [^"]*)"` prints `no\s+difference`', ANSWER_PAGE)
    patient()["compare_position"](fen)
    assert capsys.readouterr().out == "no difference\n"
    (fault,) = re.findall(r"Fault (\d+) is the same fault", ANSWER_PAGE)
    patient(int(fault))["compare_position"](fen)
    assert "difference -0.10" in capsys.readouterr().out


def test_the_test_against_the_bug_fails_for_the_sick_program_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bug", SimpleNamespace(**patient()))
    names: dict[str, Any] = {}
    exec(compile(NEVER_AGAIN, "test_centre.py", "exec"), names)
    with pytest.raises(AssertionError):
        names["test_each_centre_square_counts_a_tenth"]()
    names["sick_program"] = Program
    names["test_each_centre_square_counts_a_tenth"]()


@pytest.mark.parametrize(
    ("fault", "fen", "label", "tokens"),
    [
        (int(fault), fen, *answer)
        for fault, fen in re.findall(r'^\| (\d+) \| `"([^"]*)"` \|$', HUNT, re.M)
        for answer in re.findall(rf"^\| {fault} \| in `(\w+)`, ('\S+' became '\S+'):", ANSWER_PAGE, re.M)
    ],
)
def test_the_other_faults_show_in_their_positions(
    fault: int, fen: str, label: str, tokens: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = patient(fault)
    names["compare_position"](fen)
    assert "difference" in capsys.readouterr().out
    names["reveal"]()
    revealed = capsys.readouterr().out
    assert revealed.startswith(f"{label}: ")
    assert revealed.endswith(f"{tokens}\n")


@pytest.mark.parametrize("lesson", lessons.LESSONS)
def test_each_lesson_has_goals_age_time_a_sheet_and_an_answer_to_each_exercise(lesson: str) -> None:
    page = lessons.page_of(lesson)
    for part in ("Goals", "Age", "Time", "You need"):
        assert f"\n- **{part}" in page.partition("\n## ")[0]
    assert "class-answers" not in page  # the page for teachers leads there
    assert f"(../../modern/lessons/files/sheets/{lesson}.html)" in page
    answers = ANSWERS_TO[page.partition("\n")[0].removeprefix("# For a class: ").capitalize()]
    asked = re.findall(r"^\*\*(?:Exercise|Question) (\d+)\.\*\*", page, re.M)
    assert re.findall(r"^(?:\| )?(\d{1,2})(?:\.| \|) ", answers, re.M) == asked


@pytest.mark.parametrize("lesson", lessons.LESSONS)
def test_a_sheet_has_the_exercises_of_its_lesson_and_positions_that_stand_there(lesson: str) -> None:
    page, sheet = lessons.page_of(lesson), (lessons.SHEETS / f"{lesson}.html").read_text(encoding="utf-8")
    assert sheet.count("<section>") == len(re.findall(r"^\*\*(?:Exercise|Question) \d+\.", page, re.M)) > 3
    for fen, _ in lessons.LESSONS[lesson].boards:
        assert fen in page


def test_the_search_tree_has_every_move_and_every_reply_with_the_numbers_of_the_thought() -> None:
    tree = lessons.thought_tree(lessons.TREE_FEN)
    legal = Position.from_fen(lessons.TREE_FEN)
    assert len(tree) == len(legal.legal_moves())
    for _, move, replies in tree:
        before = State.from_fen(lessons.TREE_FEN)
        after = legal.copy()
        after.make(after.parse_uci(str(move.move.uci(before, "white"))))
        assert len(replies) == len(after.legal_moves())
        assert max(reply.own_score for _, reply in replies) == move.reply_score
        assert move.value == pytest.approx(move.own_score - move.reply_score, abs=1e-6)


#: Papers: their width and height in inches.
PAPERS = {"A4": (8.27, 11.69), "US Letter": (8.5, 11)}


@pytest.mark.slow
@pytest.mark.parametrize("lesson", lessons.LESSONS)
def test_a_sheet_prints_on_as_many_pages_as_its_lesson_says(lesson: str, tmp_path: Path) -> None:
    words = re.findall(
        rf"\(../../modern/lessons/files/sheets/{lesson}\.html\),\s+which\s+prints\s+on\s+(one|two)\s+pages?",
        lessons.page_of(lesson),
    )
    assert words == [("one", "two")[lessons.LESSONS[lesson].pages - 1]]
    with running_browser(tmp_path) as browser:
        browser.get((lessons.SHEETS / f"{lesson}.html").as_uri())
        for paper, (width, height) in PAPERS.items():
            size = {"paperWidth": width, "paperHeight": height}
            for _ in range(20):  # what is printed before the page has been drawn once comes out empty, without a font
                browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                printed = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True, **size})
                pdf = base64.b64decode(printed["data"])
                if b"/Font" in pdf:
                    break
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == lessons.LESSONS[lesson].pages, paper
            boxes = set(re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf))
            ((points_wide, points_high),) = boxes
            assert (float(points_wide), float(points_high)) == pytest.approx((72 * width, 72 * height), abs=1)


def test_the_sheet_of_the_first_lesson_has_what_its_exercises_need() -> None:
    sheet = (lessons.SHEETS / "how-1994-chose.html").read_text(encoding="utf-8")
    before = dict(re.findall(r"<section>((?:(?!<strong>).)*)<strong>Exercise (\d+)", sheet, re.S))
    needed = {number: text for text, number in before.items()}
    assert "12 times its row plus its column" in needed["1"]
    assert "2048 6144 2048" in needed["3"]
    assert "A pawn reaches the square in front" in needed["4"]
    assert "neither king may castle any more" in needed["4"]
    assert "-1000" in needed["9"]


TOP = DOCS.parent
CHANGES = re.findall(
    r"^-([^\n]+)\n\+([^\n]+)\n```\n.*?^```\n\$ gosub ([^\n]*)\n(.*?)```",
    (DOCS / "teach" / "change-the-1994-program.md").read_text(encoding="utf-8"),
    re.M | re.S,
)


def test_the_page_has_four_changes() -> None:
    assert len(CHANGES) == 4


@pytest.mark.parametrize(("old", "new"), [change[:2] for change in CHANGES])
def test_the_lines_that_the_page_changes_stand_in_the_tables(old: str, new: str) -> None:
    assert (TOP / "historic" / "tables.py").read_text(encoding="utf-8").splitlines().count(old) == 1
    assert new != old


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "command", "shown"), CHANGES)
def test_a_changed_program_does_what_the_page_shows(
    old: str, new: str, command: str, shown: str, tmp_path: Path
) -> None:
    """The copy has no compiled modules, like an editable install. `gosub replay` ends with 1, for the changed moves."""
    for package in ("historic", "modern"):
        shutil.copytree(
            TOP / package, tmp_path / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
    tables = tmp_path / "historic" / "tables.py"
    tables.write_text(tables.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    words = [sys.executable, "-m", "modern", *shlex.split(command)]
    printed = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False).stdout
    at = 0
    for piece in re.split(r"^ \.\.\.\n", shown, flags=re.M):
        assert piece in printed[at:]
        at = printed.index(piece, at) + len(piece)
