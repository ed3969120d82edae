"""The command `gosub perft`."""

from __future__ import annotations

import json
import re
import signal
import threading

import pytest
from perft_counts import KIWIPETE, STARTPOS
from refusals import refused
from scenarios import Gosub
from signal_actions import ctrl_c_raises

from modern.build import RULES, build_mode


def test_perft_counts_from_the_initial_position_and_prints_the_speed(gosub: Gosub) -> None:
    result = gosub("perft", "4")
    assert result.returncode == 0
    form = rf"197281 nodes at depth 4 \(\d+\.\d\d s, ([\d,]+ a second, )?{re.escape(build_mode(RULES))}\)\n"
    assert re.fullmatch(form, result.stdout)
    assert result.stderr == ""


def test_perft_counts_from_a_fen_and_divides(gosub: Gosub) -> None:
    lines = gosub("perft", "--fen", KIWIPETE, "2", "--divide").stdout.splitlines()
    counts = dict(line.split(": ") for line in lines[:48])
    assert counts["e1g1"] == "43"
    assert sum(map(int, counts.values())) == 2039
    assert lines[48] == ""
    assert lines[49].startswith("2039 nodes ")


def test_the_json_has_the_counts(gosub: Gosub) -> None:
    figures = json.loads(gosub("perft", "2", "--json").stdout)
    assert list(figures) == ["fen", "depth", "nodes", "seconds", "build", "divide"]
    assert (figures["fen"], figures["depth"], figures["nodes"], figures["build"]) == (
        STARTPOS,
        2,
        400,
        build_mode(RULES),
    )
    assert figures["seconds"] > 0
    assert figures["divide"] == dict.fromkeys(figures["divide"], 20)
    assert json.loads(gosub("perft", "2", "--json", "--divide").stdout)["divide"] == figures["divide"]


def test_depth_0_has_one_node(gosub: Gosub) -> None:
    assert gosub("perft", "0").stdout.startswith("1 node at depth 0")
    assert json.loads(gosub("perft", "0", "--json").stdout)["divide"] == {}


def test_checkmate_has_no_nodes(gosub: Gosub) -> None:
    assert gosub("perft", "3", "--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").stdout.startswith("0 nodes ")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["x"], "'x'"),
        (["99"], "99 "),
        ([], "DEPTH is missing"),
        (["2", "--fen", "nonsense"], "--fen: "),
        (["2", "--fen", "8" * 100_000], "120 .. 100000"),
    ],
)
def test_bad_input_gets_an_error_of_one_line(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("perft", *words), reason, 2)


@pytest.mark.parametrize("form", ["--divide", "--json"])
def test_ctrl_c_prints_the_counts_so_far(form: str, gosub: Gosub) -> None:
    gosub("perft", "1", form)  # the modules are imported before the clock starts
    ctrl_c = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))  # os.kill ends a process on Windows
    with ctrl_c_raises():
        ctrl_c.start()
        result = gosub("perft", "8", form)
    assert (result.returncode, result.stderr) == (130, "")
    if form == "--json":
        figures = json.loads(result.stdout)
        assert figures["nodes"] is None
        assert len(figures["divide"]) < 20
    else:
        assert re.search(r"interrupted: \d+ of 20 moves were counted completely, with \d+ nodes? \(", result.stdout)
