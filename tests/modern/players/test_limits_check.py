"""What outside programs make of limits, as `gosub players --check` tries it."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from sparring import outside

from modern.players import PlayerError, limits_check
from modern.players.limits_check import OBEYS, check_limits
from modern.players.outside import OutsidePlayer

#: Where Debian installs programs that play.
GAMES = Path("/usr/games")
#: Each program with what it does not keep to.
REAL = {
    ("uci", "stockfish"): set(),
    ("uci", "gnuchess --uci"): {"nodes"},
    ("uci", "toga2"): {"nodes"},
    ("xboard", "phalanx"): {"depth", "nodes"},
    ("xboard", "sjeng"): {"nodes"},
    ("xboard", "hoichess --xboard"): {"nodes", "time"},
}
#: The programs that cannot be used, and why.
UNUSABLE = {
    "fairymax": "lacks setboard, which gosub needs",
    "gnuchess --xboard": "has named no features within 6 s of protover 2",
}


@pytest.mark.parametrize(
    ("protocol", "behaviour", "kept"),
    [
        pytest.param("uci", "waits", ["goes on until stopped, after 0.3 s"] * 4, marks=pytest.mark.slow),
        ("uci", "mute", ["unknown: it reports no depth", "unknown: it reports no nodes", OBEYS, OBEYS]),
        ("xboard", "sd-moves", ["no: 'Illegal move: sd 3'", "no such limit", OBEYS, OBEYS]),
    ],
)
def test_the_check_says_how_a_program_keeps_each_limit(
    protocol: str, behaviour: str, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits_check, "PATIENCE", 0.3)
    found = check_limits(partial(OutsidePlayer, protocol, outside(behaviour, protocol=protocol)))
    assert [limit.how for limit in found] == kept
    assert {limit.has_score for limit in found} - {None} == {behaviour != "mute"}


def test_each_limit_is_tried_with_a_program_that_knows_no_earlier_one(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = check_limits(partial(OutsidePlayer, "uci", outside(log=log)))
    assert [limit.how for limit in found] == ["reaches 4 plies of 3", OBEYS, OBEYS, OBEYS]
    sent = [line.split()[0] for line in log.read_text(encoding="utf-8").splitlines()]
    games = [word for word in sent if word in ("uci", "go", "quit")]
    assert games == [*("uci", "go", "quit"), *("uci", "go", "go", "quit") * 3]


def installed(command: str) -> str:
    """Returns a command with the path of its program. Skips the test if that is not installed."""
    program, _, words = command.partition(" ")
    path = shutil.which(program) or shutil.which(program, path=str(GAMES))
    if path is None:
        pytest.skip(f"{program} is not installed")
    return f"{path} {words}"


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize(("protocol", "command"), REAL, ids=[command for _, command in REAL])
def test_real_programs_keep_what_the_docs_say(protocol: str, command: str) -> None:
    kept = check_limits(partial(OutsidePlayer, protocol, installed(command)))
    assert {limit.kind for limit in kept if limit.how != OBEYS} == REAL[protocol, command]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "reason"), UNUSABLE.items())
def test_real_programs_that_cannot_be_used_are_told_why(command: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=f"{reason}$"):
        OutsidePlayer("xboard", installed(command))
