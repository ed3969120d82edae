"""The options of the engine of today."""

from __future__ import annotations

import pytest

from modern.engine.evaluation.groups import OPTIONAL_GROUPS
from modern.engine.limits import Limits
from modern.engine.report import Report
from modern.engine.strength import MAX_ELO, MIN_ELO, level_of
from modern.engine.techniques import NOTHING, TECHNIQUES
from modern.players import Game, OptionError, Turn
from modern.players.modern import ModernPlayer


def test_strength_is_limited_only_where_that_is_asked_for() -> None:
    player, turn = ModernPlayer(), Turn(Game(), Limits(nodes=3000))
    player.set_option("UCI_Elo", str(MIN_ELO))
    assert player.decide(turn).nodes == 3000
    player.set_option("uci_limitstrength", "TRUE")
    assert player.decide(turn).nodes <= level_of(MIN_ELO).nodes
    player.set_option("UCI_LimitStrength", "false")
    assert player.decide(turn).nodes == 3000


@pytest.mark.parametrize("elo", [MIN_ELO - 1, MAX_ELO + 1, "strong"])
def test_a_strength_that_it_cannot_play_at_is_refused(elo: object) -> None:
    with pytest.raises(OptionError, match=f"UCI_Elo is a whole number from {MIN_ELO} to {MAX_ELO}"):
        ModernPlayer().set_option("UCI_Elo", str(elo))


def test_several_lines_share_the_nodes_of_a_level() -> None:
    player = ModernPlayer()
    for name, value in {"UCI_LimitStrength": "true", "UCI_Elo": "1600", "MultiPV": "3"}.items():
        player.set_option(name, value)
    said: list[Report] = []
    decision = player.decide(Turn(Game(), report=said.append))
    assert {report.multipv for report in said} == {1, 2, 3}
    assert decision.nodes <= level_of(1600).nodes


@pytest.mark.parametrize("name", [NOTHING, *TECHNIQUES, *OPTIONAL_GROUPS])
def test_it_does_without_what_is_named(name: str) -> None:
    player = ModernPlayer()
    player.set_option("Without", name.upper())
    player.decide(Turn(Game(), Limits(nodes=100)))
    assert player.engine.disabled == name


def test_what_it_has_done_without_it_takes_up_again() -> None:
    player, turn = ModernPlayer(), Turn(Game(), Limits(depth=4))
    with_all = player.decide(turn)
    for name in (TECHNIQUES[0], OPTIONAL_GROUPS[0]):
        player.set_option("Without", name)
    player.new_game()
    without = player.decide(turn)
    player.set_option("Without", NOTHING)
    player.new_game()
    again = player.decide(turn)
    assert (without.score, without.nodes) != (with_all.score, with_all.nodes)
    assert (again.move, again.score, again.nodes) == (with_all.move, with_all.score, with_all.nodes)


def test_it_cannot_do_without_what_it_does_not_know() -> None:
    with pytest.raises(OptionError, match=f"Without is {NOTHING} or {TECHNIQUES[0]} or .*, not 'sense'"):
        ModernPlayer().set_option("Without", "sense")
