"""What outside programs make of limits, as `gosub players --check` tries it."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from sparring import outside

from modern.players import limits_check
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
}


@pytest.mark.parametrize(
    ("protocol", "behaviour", "kept"),
    [
        ("uci", "plays", ["reaches 4 plies of 3", OBEYS, OBEYS, OBEYS]),
        ("uci", "waits", ["goes on until stopped, after 0.3 s"] * 4),
        ("xboard", "sd-moves", ["no: 'Illegal move: sd 3'", "no such limit", OBEYS, OBEYS]),
    ],
)
def test_the_check_says_how_a_program_keeps_each_limit(
    protocol: str, behaviour: str, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits_check, "PATIENCE", 0.3)
    with closing(OutsidePlayer(protocol, outside(behaviour, protocol=protocol))) as player:
        found = [limit.how for limit in check_limits(player)]
    assert found == kept


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize(("protocol", "command"), REAL, ids=[command for _, command in REAL])
def test_real_programs_keep_what_the_docs_say(protocol: str, command: str) -> None:
    program, _, words = command.partition(" ")
    path = shutil.which(program) or shutil.which(program, path=str(GAMES))
    if path is None:
        pytest.skip(f"{program} is not installed")
    with closing(OutsidePlayer(protocol, f"{path} {words}")) as player:
        assert {kind for kind, how in check_limits(player) if how != OBEYS} == REAL[protocol, command]
