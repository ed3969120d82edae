"""`gosub` itself, and `gosub bench`."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner
from perft_counts import STARTPOS
from scenarios import Gosub

from modern.bench.rates import BenchError, Comparison, TimedRun, Workload, medians, timed_runs
from modern.bench.stockfish import Stockfish
from modern.build import build_mode
from modern.cli import COMMANDS
from modern.cli.bench import bench


def test_help_names_every_command(gosub: Gosub) -> None:
    result = gosub("--help")
    assert result.returncode == 0
    for command in COMMANDS:
        assert f"  {command} " in result.stdout
    assert gosub("replay", "--help").returncode == 0


def test_version_build_and_python_are_said(gosub: Gosub) -> None:
    said = gosub("--version")
    assert said.returncode == 0
    assert said.stdout == f"gosub-chess {version('gosub-chess')}, {build_mode()}, CPython {platform.python_version()}\n"


@pytest.mark.parametrize("words", [["nonsense"], ["--nonsense"], ["bench", "nonsense"]])
def test_an_unknown_word_gets_one_line(words: list[str], gosub: Gosub) -> None:
    result = gosub(*words)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "nonsense" in result.stderr


def test_help_reads_neither_the_program_nor_rich_nor_chess() -> None:
    """So that it starts at once."""
    code = (
        "import sys; from modern.cli import gosub; gosub.main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert not {"historic.program", "modern.rules", "rich", "chess"} & set(result.stdout.splitlines()[-1].split())


def test_nothing_is_said_where_a_reader_leaves_early(gosub_path: str) -> None:
    command = f"{gosub_path} think --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stderr == ""


def test_what_cannot_be_printed_is_said_in_one_line(gosub_path: str) -> None:
    for words in ("", "bench", "--version", "think --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'"):
        command = f"{gosub_path} {words} > /dev/full"
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert result.returncode == 1
        assert result.stderr == "gosub: standard input or output: No space left on device\n"


def test_nothing_is_said_where_the_reader_has_gone_before_the_first_line(gosub_path: str) -> None:
    for words in ("", "--version"):
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run([gosub_path, *words.split()], stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        assert (result.returncode, result.stderr) == (1, b"")


def test_without_a_standard_error_it_runs_all_the_same(gosub_path: str) -> None:
    command = f"{gosub_path} replay --self --plies 1 2>&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert "ended after 1 ply" in result.stdout


def comparison(ours: Workload, peers: Workload, amount: int = 1) -> Comparison:
    """Two contenders at one work."""
    return Comparison("plies", amount, "peer", {"ours": ours, "peer": peers})


def test_the_rates_of_a_bench_are_medians_and_the_peers_ratio_is_1() -> None:
    rates = [("ours", 10.0), ("peer", 2.0), ("ours", 99.0), ("peer", 4.0), ("ours", 20.0), ("peer", 3.0)]
    taken = [TimedRun("plies", who, per_second) for who, per_second in rates]
    both = [comparison(lambda: 1, lambda: 1)]
    assert [(rate.unit, rate.contender, rate.per_second, rate.ratio) for rate in medians(both, taken)] == [
        ("plies", "ours", 20.0, 20.0 / 3.0),
        ("plies", "peer", 3.0, 1.0),
    ]
    assert medians(both, taken[:1]) == []


def test_a_contender_that_does_other_work_has_no_rate() -> None:
    with pytest.raises(BenchError, match="plies: peer did 2, where 3 was expected"):
        list(timed_runs([comparison(lambda: 3, lambda: 2, amount=3)], 1))


@pytest.mark.parametrize(
    ("done", "said"),
    [(0, "nothing that can be compared has been measured"), (1, "the median of 1 run of each, in turn")],
)
def test_a_bench_that_is_interrupted_shows_what_it_has_and_replaces_no_file(
    done: int, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rates").write_text("earlier rates")
    left = [1] * 2 * done

    def work() -> int:
        if not left:
            raise KeyboardInterrupt
        return left.pop()

    monkeypatch.setattr("modern.bench.historic.comparisons", lambda: [comparison(work, work)])
    result = CliRunner().invoke(bench, ["historic", "--json", str(tmp_path / "rates")])
    assert result.exit_code == 130
    assert result.stdout.splitlines()[-1] == f"interrupted: {said}"
    assert (tmp_path / "rates").read_text() == "earlier rates"


def test_a_bench_says_before_it_measures_that_its_file_cannot_be_written(gosub: Gosub) -> None:
    result = gosub("bench", "historic", "--json", "/nowhere/rates")
    assert (result.returncode, result.stdout) == (1, "")
    assert "there is no directory /nowhere" in result.stderr


@pytest.mark.parametrize("which", [pytest.param("historic", marks=pytest.mark.slow), "rules"])
def test_a_bench_gives_rates_beside_a_named_peer(which: str, gosub: Gosub) -> None:
    result = gosub("bench", which, "--runs", "1", "--json", "-")
    assert result.returncode == 0
    rates = json.loads(result.stdout)
    assert all(list(rate) == ["what", "who", "per_second", "ratio"] for rate in rates)
    works = list(dict.fromkeys(rate["what"] for rate in rates))
    assert len(works) == 2
    for what in works:
        ours, peer = [rate for rate in rates if rate["what"] == what][:2]
        assert ours["who"].split(", ") == ["historic" if which == "historic" else "modern.rules", build_mode()]
        assert peer["who"].startswith("python-chess")
        assert peer["ratio"] == 1
        assert ours["ratio"] == pytest.approx(ours["per_second"] / peer["per_second"])
    assert "the median of 1 run of each, in turn" in result.stderr


def program_on_the_path(folder: Path, name: str, code: str) -> str:
    """Put a Python program under `name` before everything else on the PATH."""
    program = folder / name
    program.write_text(f"#!{sys.executable}\n{code}")
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def test_a_stockfish_on_the_path_is_measured_too(tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for it, which knows the two counts of either build."""
    code = """
import sys
counts = {("r3", "3"): 97862, ("r3", "4"): 4085603, ("rn", "4"): 197281, ("rn", "5"): 4865609}
for line in sys.stdin:
    if line.startswith("position fen "):
        at = line.split()[2][:2]
    if line.startswith("go perft "):
        print("a2a3: 1", "", f"Nodes searched: {counts[at, line.split()[2]]}", "", sep="\\n", flush=True)
"""
    monkeypatch.setenv("PATH", program_on_the_path(tmp_path, "stockfish", code))
    rates = json.loads(gosub("bench", "rules", "--runs", "1", "--json", "-").stdout)
    assert [rate["who"] for rate in rates].count("stockfish, go perft") == 2


BROKEN_STOCKFISH = {
    "it ends": "raise SystemExit",
    "it counts wrongly": "input(); print('Nodes searched: 7', flush=True); input()",
    "it prints no number": "input(); print('Nodes searched: x', flush=True); input()",
    "it prints what is no text": "input(); import sys; sys.stdout.buffer.write(bytes([255, 10]))",
}


@pytest.mark.parametrize("what", BROKEN_STOCKFISH)
def test_a_stockfish_that_does_not_count_gets_one_line_and_what_was_measured_is_shown(
    what: str, tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", program_on_the_path(tmp_path, "stockfish", BROKEN_STOCKFISH[what]))
    result = gosub("bench", "rules", "--runs", "1")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "stockfish" in result.stderr
    assert "python-chess" in result.stdout
    assert "not all of them have run" in result.stdout


def test_a_stockfish_that_cannot_be_run_gets_one_line(
    tmp_path: Path, gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program_on_the_path(tmp_path, "stockfish", "")
    (tmp_path / "stockfish").write_text("#!/nowhere/interpreter\n")
    monkeypatch.setenv("PATH", path)
    result = gosub("bench", "rules", "--runs", "1")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"gosub: the stockfish on the PATH, {tmp_path}/stockfish, cannot be run: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_stockfish_that_is_silent_is_not_waited_for_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one that has started another program, which holds its output open."""
    program_on_the_path(tmp_path, "stockfish", "import subprocess; subprocess.run(['sleep', '1000'])")
    monkeypatch.setattr("modern.bench.stockfish.TIMEOUT", 0.5)
    start = time.monotonic()
    with Stockfish(str(tmp_path / "stockfish")) as stockfish, pytest.raises(BenchError, match="without having counted"):
        stockfish.perft(STARTPOS, 3)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("gosub pla", {"play", "players"}),
        ("gosub play --white ", {"human", "modern", "historic"}),
        ("gosub match h", {"historic"}),
        ("gosub uci --player m", {"modern"}),
        ("gosub replay --re", {"--reading"}),
        ("gosub picture t", {"title"}),
        ("gosub agree --show castles-un", {"castles-unlooked"}),
    ],
)
def test_a_shell_may_complete_commands_options_and_players(
    typed: str, offered: set[str], gosub: Gosub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_GOSUB_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    assert {line.removeprefix("plain,") for line in gosub().stdout.splitlines()} == offered
