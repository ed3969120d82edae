"""`gosub` itself, and `gosub bench`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from given import Gosub

from modern.bench.historic import PEER
from modern.bench.rates import medians
from modern.cli.bench import bench


def test_help_names_every_command(gosub: Gosub) -> None:
    result = gosub("--help")
    assert result.returncode == 0
    for command in ("bench", "replay", "run", "think"):
        assert f"  {command} " in result.stdout
    assert gosub("replay", "--help").returncode == 0


def test_version_is_said(gosub: Gosub) -> None:
    assert gosub("--version").stdout.startswith("gosub-chess ")


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
    assert not {"historic.program", "rich", "chess"} & set(result.stdout.splitlines()[-1].split())


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


def test_the_rates_of_a_bench_are_medians_and_the_peers_ratio_is_1() -> None:
    taken = [("ours", 10.0), ("peer", 2.0), ("ours", 99.0), ("peer", 4.0), ("ours", 20.0), ("peer", 3.0)]
    assert [(rate.who, rate.per_second, rate.ratio) for rate in medians("plies", "peer", taken)] == [
        ("ours", 20.0, 20.0 / 3.0),
        ("peer", 3.0, 1.0),
    ]
    assert medians("plies", "peer", taken[:1]) == []


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

    monkeypatch.setattr("modern.bench.historic.contenders", lambda: {"ours": work, PEER: work})
    result = CliRunner().invoke(bench, ["historic", "--json", str(tmp_path / "rates")])
    assert result.exit_code == 130
    assert result.stdout.splitlines()[-1] == f"interrupted: {said}"
    assert (tmp_path / "rates").read_text() == "earlier rates"


def test_a_bench_says_before_it_measures_that_its_file_cannot_be_written(gosub: Gosub) -> None:
    result = gosub("bench", "historic", "--json", "/nowhere/rates")
    assert (result.returncode, result.stdout) == (1, "")
    assert "there is no directory /nowhere" in result.stderr


def test_bench_historic_gives_rates_beside_a_named_peer(gosub: Gosub) -> None:
    result = gosub("bench", "historic", "--runs", "1", "--json", "-")
    assert result.returncode == 0
    rates = json.loads(result.stdout)
    assert [list(rate) for rate in rates] == [["what", "who", "per_second", "ratio"]] * 2
    assert [rate["who"].split(",")[0] for rate in rates] == ["historic", "python-chess"]
    assert rates[1]["ratio"] == 1
    assert rates[0]["ratio"] == pytest.approx(rates[0]["per_second"] / rates[1]["per_second"])
    assert "the median of 1 run of each, in turn" in result.stderr
