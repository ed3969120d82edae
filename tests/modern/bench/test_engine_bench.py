"""`gosub bench` and the UCI command `bench`: the line that OpenBench reads."""

from __future__ import annotations

import io
import re

import pytest
from commands import run_here

from modern.bench.engine import bench_lines, search_positions
from modern.bench.positions import POSITIONS
from modern.engine.engine import DEFAULT_EVALUATION
from modern.players import player_named
from modern.uci import UciSession

#: The numbers that Client/bench.py of OpenBench looks for, in the last line that has them.
NODES, NPS = re.compile(r"(\d+)\s+nodes"), re.compile(r"(\d+)\s+nps")


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> int:
    """The nodes of all searches: here two, one ply deep."""
    monkeypatch.setattr("modern.bench.engine.BENCH_DEPTH", 1)
    monkeypatch.setattr("modern.bench.engine.POSITIONS", POSITIONS[-2:])
    return sum(result.nodes for result in search_positions(1, DEFAULT_EVALUATION))


def check(last: str, nodes: int) -> None:
    counted, speed = NODES.search(last), NPS.search(last)
    assert counted is not None
    assert speed is not None
    assert last.startswith(counted[0])
    assert int(counted[1]) == nodes
    assert int(speed[1]) > 0


def test_gosub_bench_prints_the_nodes_of_all_searches_and_their_speed(shallow: int) -> None:
    ended = run_here("bench")
    assert (ended.returncode, ended.stderr) == (0, "")
    check(ended.stdout, shallow)
    assert len(ended.stdout.splitlines()) == 1


def test_in_uci_bench_names_each_position_before_that_line(shallow: int) -> None:
    output = io.BytesIO()
    UciSession(player_named("random"), io.BytesIO(b"bench\nisready\n"), output, bench_lines).run()
    *positions, last = [line for line in output.getvalue().decode().splitlines() if line != "readyok"]
    assert len(positions) == 2
    check(last, shallow)


def test_no_search_knows_anything_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.bench.engine.POSITIONS", [POSITIONS[0]] * 2)
    first, second = search_positions(4, DEFAULT_EVALUATION)
    assert first == second
