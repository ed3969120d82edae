"""`gosub agree` as a user runs it."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import pexpect  # type: ignore[import-untyped]
import pytest
from commands import started
from refusals import refused
from scenarios import Gosub, wait_for_journal_lines
from terminals import spawn

from modern.agreement import sheet
from modern.agreement.classes import CLASS_BY_NAME, CLASSES, classes_of
from modern.agreement.comparison import COMPARISONS, compare_chunk
from modern.agreement.differences import MOVES, SCORES
from modern.agreement.expected import ExpectedShare
from modern.agreement.move_comparison import compare_moves
from modern.agreement.moves import MOVE_CLASSES
from modern.agreement.score_comparison import compare_scores, score_sheets
from modern.agreement.scores import SCORE_CLASSES
from modern.agreement.sources import Chunk
from modern.agreement.tally import Bounds, Tally
from modern.build import COMPILED, build_mode
from modern.cli.output import interpreted_build
from modern.jobs.journal import JournalError

TOP = Path(__file__).parents[3]
INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#: More positions than any test waits for.
MANY = ("--positions", "1000000")
#: The kind that is compared fastest, for tests of what a campaign does and not of what it counts.
QUICK = ("--kind", "moves")
NEVER = ExpectedShare(0.0, 1.0, 10**6)
ALWAYS = ExpectedShare(1.0, 1.0, 10**6)
#: What is said of long work: in an interpreted build, that it is one.
BUILD = re.escape(interpreted_build())
ANNOUNCED = re.compile(rf"This takes about \d+ minutes{BUILD}; --positions 1000 compares fewer\.\n")
LAST_LINE = re.compile(r"([\d,]+) positions compared, ([\d,]+) unexplained \((.*)\)")


def last_line(out: str) -> tuple[int, int, str]:
    match = LAST_LINE.fullmatch(out.splitlines()[-1])
    assert match
    return int(match[1].replace(",", "")), int(match[2].replace(",", "")), match[3]


def counts(gosub: Gosub, *words: str, code: int = 0) -> object:
    result = gosub("agree", *words, "--json", "-")
    assert result.returncode == code
    return json.loads(result.stdout)


def test_random_positions_are_compared_and_nothing_is_unexplained(gosub: Gosub) -> None:
    result = gosub("agree", "--positions", "60", "--seed", "2", "--jobs", "1")
    assert (result.returncode, result.stderr) == (0, "")
    compared, unexplained, details = last_line(result.stdout)
    assert (compared, unexplained) == (60, 0)
    assert re.fullmatch(
        rf"seed 2, [\d.]+ s, [\d,]+ positions a second, {re.escape(build_mode())}, \d+ process(es)?", details
    )
    for kind in ("moves", "attacks", "scores"):
        assert re.search(rf"^{kind}: \d+ of 60 positions agree, 0 unexplained$", result.stdout, re.M)
    classes = set(re.findall(r"^ ([a-z0-9-]+) +\d+ +\d+ +[\d.]+$", result.stdout, re.M))
    assert classes == {one.name for one in CLASSES if one.kind != "choices"}


def test_the_json_has_the_counts(gosub: Gosub) -> None:
    figures = counts(
        gosub, "--positions", "3", "--jobs", "1", "--kind", "moves", "--kind", "choices", "--kind", "moves"
    )
    assert isinstance(figures, dict)
    assert list(figures) == ["positions", "seed", "complete", "kinds", "cannot_be_held", "cannot_be_held_because"]
    assert (figures["positions"], figures["seed"]) == (3, 1994)
    assert list(figures["kinds"]) == ["moves", "choices", "choices_recorded"]
    counted = figures["kinds"]["moves"]
    assert list(counted) == ["compared", "agree", "classes", "positions", "unexplained", "smallest"]
    assert list(counted["classes"]) == classes_of("moves")


@pytest.mark.parametrize("name", [one.name for one in CLASSES])
def test_each_class_can_be_shown(name: str, gosub: Gosub) -> None:
    result = gosub("agree", "--show", name)
    assert (result.returncode, result.stderr) == (0, "")
    one = CLASS_BY_NAME[name]
    assert result.stdout.startswith(name)
    assert one.cause in result.stdout
    assert "A(0,..)" in result.stdout
    assert re.search(rf"^ +{name} ", result.stdout, re.M)
    if not one.moves:
        assert one.fen.split()[0] in result.stdout


def test_a_position_is_compared_with_the_moves_that_led_to_it(gosub: Gosub) -> None:
    result = gosub("agree", "--fen", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "--moves", "d2d4", "--kind", "moves")
    assert (result.returncode, result.stderr) == (0, "")
    assert "0 only in the 1994 program, 1 only in the rules" in result.stdout
    assert "only the rules allow e4d3" in result.stdout


def test_the_scores_of_a_position_without_a_move_are_no_difference(gosub: Gosub) -> None:
    result = gosub("agree", "--fen", "7k/8/8/8/1p6/pPp5/PRP5/KB6 w - - 0 1", "--kind", "scores")
    assert (result.returncode, result.stderr) == (0, "")
    assert "scores: the program tries no move" in result.stdout


FILE = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
4k3/8/8/8/8/8/8/KNNN5 w - -
4k3/8/8/8/8/8/8/KNNN4 w - - bm Nd3; id "three knights";
nonsense
4k3/8/8/8/8/8/8/4K2R w K - 0 1
"""


def test_positions_of_a_file_that_are_not_representable_are_counted_by_reason(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "some.epd").write_text(FILE)
    figures = counts(gosub, "--from", str(tmp_path / "some.epd"), "--jobs", "1", code=1)
    assert isinstance(figures, dict)
    assert (figures["positions"], figures["seed"]) == (5, None)
    assert figures["cannot_be_held"] == {"a third knight": 1, "not a position of chess": 2}
    assert figures["kinds"]["moves"]["compared"] == 2
    assert figures["kinds"]["moves"]["classes"]["castles-with-a-captured-rook"] == 1
    result = gosub("agree", "--from", str(tmp_path / "some.epd"), "--jobs", "1")
    assert re.search(
        r"^ a third knight +1 +the program has no number for one of White's 3 knights$", result.stdout, re.M
    )
    source = tmp_path / "some.epd"
    assert result.stderr.splitlines() == [
        f"{source}: position 2, line 2, column 1: rank 1 has 9 squares, not 8: 'KNNN5'; the position is skipped",
        f"{source}: position 4, line 4, column 1: a FEN has 4 to 6 fields, not 1: 'nonsense'; the position is skipped",
        f"{source}: 3 positions read, 2 skipped",
    ]


def test_the_positions_of_games_in_a_file_are_compared(gosub: Gosub, tmp_path: Path) -> None:
    (tmp_path / "some.pgn").write_text("1. e4 e5 2. Nf3 *\n\n1. d4 d5 2. Kd3 *\n")
    figures = counts(gosub, "--from", str(tmp_path / "some.pgn"), "--jobs", "1", *QUICK, code=1)
    assert isinstance(figures, dict)
    assert figures["positions"] == 8
    assert figures["cannot_be_held"] == {"not a legal move": 1}


def test_what_cannot_be_read_in_a_file_of_games_is_named(gosub: Gosub, tmp_path: Path) -> None:
    path = tmp_path / "some.pgn"
    games = ("[WhiteElo 2000]\n\n1. e4 *", "1. d4 d5 2. Kd3 *", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "1. c4 *")
    path.write_text("\n\n".join(games))
    result = gosub("agree", "--from", str(path), "--jobs", "1", *QUICK)
    assert (result.returncode, result.stdout.splitlines()[-1].split(" (")[0]) == (
        1,
        "7 positions compared, 0 unexplained",
    )
    assert [line.removeprefix(f"{path}: ") for line in result.stderr.splitlines()] == [
        "game 1, line 1, column 1: the header WhiteElo has no quotation marks; read as '2000'",
        "game 2, line 5, column 13: 'Kd3' is not a legal move in"
        " rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2; the positions before it are compared",
        "game 3, line 7, column 1: White has 0 kings; expected 1; the game is skipped",
        "3 games read, 1 skipped",
    ]


def test_a_sample_of_every_position_is_compared(gosub: Gosub) -> None:
    words = ("--complete", "1", "--positions", "12", "--jobs", "1")
    figures = counts(gosub, *words)
    assert isinstance(figures, dict)
    assert (figures["positions"], figures["seed"], figures["pieces"], figures["complete"]) == (12, 1994, 1, True)
    kinds = figures["kinds"].values()
    in_check = figures["cannot_be_held"]["the side not to move is in check"]
    assert [(kind["compared"], kind["unexplained"]) for kind in kinds] == [(12 - in_check, 0)] * 3
    number = figures["kinds"]["scores"]["smallest"]["single-precision"]["number"]
    shown = gosub("agree", "--complete", "1", "--number", str(number))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "A(0,..)" in shown.stdout
    out = gosub("agree", *words, *QUICK).stdout
    assert last_line(out)[2].startswith("1 piece besides the kings, seed 1994, ")
    assert "the side not to move is in check" in out


@pytest.mark.slow
def test_every_position_of_the_two_kings_has_the_counts_of_the_ledger(gosub: Gosub, tmp_path: Path) -> None:
    words = ("--complete", "0", "--kind", "all", "--jobs", "2", "--resume", str(tmp_path / "journal"))
    found = counts(gosub, *words)
    assert found == json.loads((TOP / "docs" / "data" / "ledger-complete-0.json").read_text(encoding="utf-8"))
    assert counts(gosub, *words) == found


Plant = Callable[[pytest.MonkeyPatch], None]


def without_predicate(name: str) -> Plant:
    """Returns a fault: a class of moves that no move belongs to."""
    others = [one for one in MOVE_CLASSES if one.name != name]

    def plant(patch: pytest.MonkeyPatch) -> None:
        comparing = partial(compare_moves, classes=others)
        patch.setitem(COMPARISONS, MOVES, comparing)
        patch.setattr(sheet, "compare_moves", comparing)

    return plant


def without_amount(name: str) -> Plant:
    """Returns a fault: a class of scores that adds nothing."""
    others = [one for one in SCORE_CLASSES if one.name != name]

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setitem(COMPARISONS, SCORES, partial(compare_scores, classes=others))
        patch.setattr(sheet, "score_sheets", partial(score_sheets, classes=others))

    return plant


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (without_predicate("king-left-attacked"), "moves"),
        (without_amount("pawn-ranks"), "scores"),
    ],
    ids=["king-left-attacked", "pawn-ranks"],
)
def test_an_unexplained_difference_fails_with_the_smallest_position_and_a_command_that_reproduces_it(
    plant: Plant, kind: str, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    found = gosub("agree", "--positions", "200", "--kind", kind, "--jobs", "1")
    assert (found.returncode, found.stderr) == (1, "")
    assert last_line(found.stdout)[1] > 0
    assert re.search(r"^ unexplained +\d+ +\d+ ", found.stdout, re.M)
    text, fen, command = found.stdout.splitlines()[-4:-1]
    assert text.startswith(f"unexplained difference in {kind}: ")
    words = shlex.split(command)
    assert words[:2] == ["gosub", "agree"]
    again = gosub(*words[1:])
    assert again.returncode == 1
    assert fen.split()[0] in again.stdout
    assert "unexplained" in again.stdout


def test_an_unexplained_difference_among_every_position_is_reproduced_by_its_number(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_predicate("king-left-attacked")(monkeypatch)
    found = gosub("agree", "--complete", "1", "--positions", "15", *QUICK, "--jobs", "1")
    assert (found.returncode, found.stderr) == (1, "")
    command = shlex.split(found.stdout.splitlines()[-2])
    assert command[-4:-1] == ["--complete", "1", "--number"]
    again = gosub(*command[1:])
    assert again.returncode == 1
    assert "unexplained" in again.stdout


def test_a_class_that_has_become_too_rare_or_too_frequent_is_a_failure(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {"moves": {"en-passant": ExpectedShare(0.5, 1.0, 10**6), "king-left-attacked": NEVER}}
    monkeypatch.setattr("modern.agreement.expected.expected_shares", lambda: shares)
    found = gosub("agree", "--positions", "100", *QUICK, "--jobs", "1")
    assert (found.returncode, found.stderr) == (1, "")
    rare, frequent, last = found.stdout.splitlines()[-3:]
    assert re.fullmatch(r"moves: en-passant is too rare: \d of 100 positions, \d+ to \d+ expected", rare)
    assert re.fullmatch(r"moves: king-left-attacked is too frequent: \d+ of 100 positions, 0 to 0 expected", frequent)
    assert LAST_LINE.fullmatch(last)


def test_the_positions_of_a_file_may_show_any_class_at_any_rate(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("modern.agreement.expected.expected_shares", lambda: {"moves": {"en-passant": ALWAYS}})
    (tmp_path / "some.epd").write_text(f"{INITIAL}\n" * 60)
    assert gosub("agree", "--from", str(tmp_path / "some.epd"), *QUICK, "--jobs", "1").returncode == 0


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--positions", "0"], "--positions: 0 "),
        (["--kind", "nonsense"], "'nonsense' was not expected; expected moves, attacks, scores, choices or all"),
        (["--show", "nonsense"], "no class called 'nonsense'; `--show list` lists them"),
        (["--show", "en-pasant"], "'en-pasant' .. en-passant"),
        (["--show", "liszt"], "'liszt' .. list"),
        (["--fen", INITIAL, "--moves", "e2e5"], "--moves: e2e5 "),
        (["--from", "/nowhere.pgn"], "'/nowhere.pgn'"),
        (["--from", "/dev/null", "--jobs", "1"], "/dev/null "),
        (["--json", "/nowhere/x.json"], "/nowhere/x.json "),
        (["--resume", "/nowhere/x"], "/nowhere/x "),
        (["--json", "x", "--resume", "x"], "--json and --resume"),
        (["--positions", "9" * 30], "--positions: 999"),
        (["--complete", "3"], "--complete: 3 is out of range; expected 0 to 2"),
        (["--complete", "0", "--seed", "3"], "--seed needs --positions"),
        (["--complete", "0", "--number", "13257"], "--number: no position with 0 pieces besides the kings "),
        (
            ["--complete", "0", "--number", "0"],
            "--number: the rules have no moves there: the side not to move is in check",
        ),
        (["--resume", "-"], "--resume: "),
        (["--resume", "/dev/null"], "/dev/null "),
        (
            ["--from", "/dev/null", "--resume", "x"],
            "--resume needs a source that can be read again, and /dev/null cannot",
        ),
    ],
)
def test_bad_input_gets_one_line(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("agree", *words), reason)


def test_an_unreachable_cluster_gets_one_line(gosub: Gosub) -> None:
    pytest.importorskip("distributed")
    refused(gosub("agree", "--dask", "nowhere"), "no Dask cluster answers at nowhere: ", 1)


def test_the_time_that_is_announced_depends_on_the_build_and_on_what_is_compared(
    gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def announced(build: str, *words: str) -> float:
        def stop(seconds: float, shorter: str) -> None:
            raise click.ClickException(str(seconds))

        monkeypatch.setattr("modern.cli.agree.build_mode", lambda unit: build)
        monkeypatch.setattr("modern.cli.output.announce", stop)
        return float(gosub("agree", "--jobs", "1", *words).stderr.removeprefix("gosub: "))

    for words in (("--positions", "1000"), ("--complete", "1", "--positions", "1000")):
        moves, every = (
            [announced(build, *words, "--kind", kind) for build in (COMPILED, "interpreted")]
            for kind in ("moves", "all")
        )
        assert 0 < moves[0] < moves[1] < every[1]
        assert moves[0] < every[0] < every[1]


@pytest.mark.slow
def test_a_lost_cluster_ends_the_campaign_with_the_counts_so_far(gosub_path: str, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        dask = ("--dask", cluster.scheduler_address)
        running = started(gosub_path, "agree", *MANY, *dask, "--resume", str(tmp_path / "journal"))
        wait_for_journal_lines(running, tmp_path / "journal", 2)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert last_line(out)[0] >= 80
    assert re.fullmatch(
        r"(the Dask cluster at \S+ has no worker for this; waiting for one\n)?"
        r"gosub: the Dask cluster at \S+ failed: its scheduler is gone: the same command resumes from .+\n",
        errors,
    )


def test_a_missing_cluster_extra_gets_one_line(gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = gosub("agree", "--dask", "tcp://127.0.0.1:1")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == 'gosub: a Dask cluster needs the extra `cluster`: pip install ".[cluster]"\n'


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (JournalError("x cannot be written: File too large"), 1, "gosub: x cannot be written: File too large"),
    ],
)
def test_a_campaign_that_ends_early_prints_its_counts_and_how_to_resume_and_replaces_no_file(
    error: BaseException, code: int, said: str, gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, figures = tmp_path / "journal", tmp_path / "counts.json"
    figures.write_text("precious")
    chunks = iter(range(2))

    def ends_early(chunk: Chunk, kinds: Sequence[str], bounds: Bounds) -> Tally:
        if next(chunks, None) is None:
            raise error
        return compare_chunk(chunk, kinds, bounds)

    monkeypatch.setattr("modern.agreement.campaign.compare_chunk", ends_early)
    result = gosub("agree", *MANY, *QUICK, "--jobs", "1", "--resume", str(journal), "--json", str(figures))
    assert result.returncode == code
    *_, counts, last = (result.stdout + ANNOUNCED.sub("", result.stderr)).splitlines()
    assert last == f"{said}: the same command resumes from {journal}"
    assert last_line(counts)[:2] == (100, 0)
    assert figures.read_text() == "precious"


def test_a_file_without_positions_of_chess_fails_with_its_reasons(gosub: Gosub, tmp_path: Path) -> None:
    path = tmp_path / "prose.epd"
    path.write_text("Dear mother\n")
    result = gosub("agree", "--from", str(path), "--jobs", "1")
    assert result.returncode == 1
    assert re.search(r"^ not a position of chess +1 +a FEN ", result.stdout, re.M)
    skipped, read, refusal = result.stderr.splitlines()
    assert re.match(f"{re.escape(str(path))}: position 1, line 1, column 1: .*'Dear mother'; ", skipped)
    assert (read, refusal) == (f"{path}: 0 positions read, 1 skipped", f"gosub: {path} contains no valid position")


def test_every_class_can_be_listed(gosub: Gosub) -> None:
    listed = gosub("agree", "--show", "list").stdout
    assert all(re.search(rf" {one.name} ", listed) for one in CLASSES)


@pytest.mark.slow
def test_a_terminal_shows_a_progress_bar_and_the_counts(gosub_path: str) -> None:
    terminal = spawn(gosub_path, ["agree", *MANY, *QUICK, "--jobs", "2"], dimensions=(40, 120))
    terminal.expect(r"comparing .*/1000000.* a second")
    terminal.expect(r"king-left-attacked [\d,]+ ")
    terminal.sendintr()
    terminal.expect(r"\d+ positions compared, 0 unexplained")
    terminal.expect("interrupted")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


def test_a_narrow_terminal_cuts_no_name(gosub_path: str) -> None:
    terminal = spawn(gosub_path, ["agree", "--positions", "20", "--kind", "moves", "--jobs", "1"], dimensions=(40, 40))
    terminal.expect(r"castles-with-a-captured-rook +\d+")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
