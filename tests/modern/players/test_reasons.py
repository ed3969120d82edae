"""What players have to say of the moves that they chose, and what they remember of a game."""

from __future__ import annotations

import pytest
from scenarios import think_at

from historic.sample_game import SAMPLE_GAME
from historic.terms import TERMS
from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.limits import Limits
from modern.players import Game, Turn
from modern.players.historic import HistoricPlayer
from modern.players.modern import ModernPlayer

PLY_13 = SAMPLE_GAME[:12]


@pytest.mark.parametrize("plies", [0, 12, 21])
def test_each_move_that_1994_tried_has_its_value_and_the_terms_of_it(plies: int) -> None:
    player, game = HistoricPlayer(), Game(moves=SAMPLE_GAME[:plies])
    decision = player.decide(Turn(game))
    reasons = player.reasons()
    assert reasons[0].pv == decision.pv
    assert reasons[0].score == decision.score
    sign = 1 if game.position.side == "white" else -1
    for reason in reasons:
        assert [term.name for term in reason.terms] == list(TERMS)
        together = sign * sum(term.white - term.black for term in reason.terms)
        assert reason.score.centipawns is not None
        assert together == pytest.approx(reason.score.centipawns, abs=len(TERMS))  # each is rounded by itself
    values = [reason.score.centipawns for reason in reasons]
    assert values == sorted(values, key=lambda value: value or 0, reverse=True)


def test_the_reasons_are_those_of_the_position_though_the_game_has_gone_on() -> None:
    player, game = HistoricPlayer(), Game()
    decision = player.decide(Turn(game))
    before = player.reasons()
    assert decision.move is not None
    game.make(decision.move)
    assert player.reasons() == before
    player.new_game()
    assert player.reasons() == []


def test_1994_shows_the_line_that_it_prints_for_each_move_that_it_tries() -> None:
    shown: list[str] = []
    game = Game()
    HistoricPlayer().decide(Turn(game, show=shown.append))
    assert shown == think_at(game.start).printed


def test_modern_tells_its_line_and_what_the_position_at_its_end_is_made_of() -> None:
    player, game = ModernPlayer(), Game(moves=PLY_13)
    player.set_option("MultiPV", "2")
    decision = player.decide(Turn(game, Limits(depth=3)))
    game.make(game.position.legal_moves()[0])
    first, second = player.reasons()
    assert (first.pv, first.score) == (decision.pv, decision.score)
    assert second.pv[0] != first.pv[0]
    after = Game(moves=[*PLY_13, *map(str, first.pv)]).position
    white = sum(term.white - term.black for term in first.terms)
    assert white == pytest.approx(
        Evaluation().evaluate(after) if after.side == "white" else -Evaluation().evaluate(after), abs=len(first.terms)
    )


def test_of_a_mate_no_terms_are_told() -> None:
    player = ModernPlayer()
    player.decide(Turn(Game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Limits(depth=3)))
    assert [reason.terms for reason in player.reasons()] == [()]


def test_what_1994_remembers_makes_it_go_on_as_if_it_had_never_stopped() -> None:
    """Both rooks have moved: whether castling is thought of hangs on what II was left at (quirk stale-ii)."""
    fen, moves = "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", ["h1h2", "e8d8", "h2h3", "d8e8", "a1b1", "a7a6"]
    thought_of_castling = {}
    for memory in ("4:0,0", "4:1,0"):
        player, notes = HistoricPlayer(), list[str]()
        player.recall(Game(fen, moves[:4]), memory)
        player.decide(Turn(Game(fen, moves), note=notes.append))
        thought_of_castling[memory] = any("e1g1" in note or "e1c1" in note for note in notes)
    assert thought_of_castling == {"4:0,0": True, "4:1,0": False}


def test_its_memory_is_what_it_recalls() -> None:
    player, game = HistoricPlayer(), Game()
    for uci in SAMPLE_GAME[:4]:
        player.decide(Turn(game))
        game.make(game.position.parse_uci(uci))
    again = HistoricPlayer()
    again.recall(game, player.memory())
    assert again.carryovers == player.carryovers
    assert again.memory() == player.memory()
    assert len(player.carryovers) == 4
    game.take_back()
    again.recall(game, player.memory())
    assert [left.ply for left in again.carryovers] == [0, 1, 2, 3]


@pytest.mark.parametrize("memory", ["x", "1:2", "0:1,0 2:1;0", "9" * 30])
def test_a_memory_that_is_none_is_refused(memory: str) -> None:
    with pytest.raises(ValueError, match="what II and III were left at was expected"):
        HistoricPlayer().recall(Game(moves=["e2e4"]), memory)


def test_modern_has_nothing_to_remember() -> None:
    assert ModernPlayer().memory() == ""
