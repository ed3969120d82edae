"""`gosub` itself, and `gosub bench`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

Gosub = Callable[..., subprocess.CompletedProcess[str]]


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


def test_bench_historic_gives_rates_beside_a_named_peer(gosub: Gosub) -> None:
    result = gosub("bench", "historic", "--runs", "1", "--json", "-")
    assert result.returncode == 0
    rates = json.loads(result.stdout)
    assert [list(rate) for rate in rates] == [["what", "who", "per_second", "ratio"]] * 2
    assert [rate["who"].split(",")[0] for rate in rates] == ["historic", "python-chess"]
    assert rates[1]["ratio"] == 1
    assert rates[0]["ratio"] == pytest.approx(rates[0]["per_second"] / rates[1]["per_second"])
    assert "the median of 1 run of each, in turn" in result.stderr
