"""The reasons that players give for their moves, and what they save of a game."""

from __future__ import annotations

import pytest
from scenarios import think_at

from historic.study.sample_game import SAMPLE_GAME
from historic.study.terms import TERMS
from modern.engine.evaluation.evaluate import HandEvaluator
from modern.limits import Limits
from modern.players import Game, MoveRequest, Player
from modern.players.historic import Carryover, HistoricPlayer
from modern.players.modern import (
    CENTIPAWN,
    CENTIPAWN_BEYOND,
    KNEE,
    LEVEL_ERROR,
    REST,
    ROUNDING,
    ModernPlayer,
    shown_centipawns,
)

PLY_13 = SAMPLE_GAME[:12]


@pytest.mark.parametrize("plies", [0, 12, 21])
def test_each_move_that_historic_tried_has_its_value_and_terms(plies: int) -> None:
    player, game = HistoricPlayer(), Game(moves=SAMPLE_GAME[:plies])
    decision = player.decide(MoveRequest(game))
    explained_lines = player.explained_lines()
    assert explained_lines[0].pv == decision.pv
    assert explained_lines[0].score == decision.score
    sign = 1 if game.position.side == "white" else -1
    for reason in explained_lines:
        assert [term.name for term in reason.terms] == list(TERMS)
        total = sign * sum(term.white - term.black for term in reason.terms)
        assert reason.score.centipawns is not None
        assert total == pytest.approx(reason.score.centipawns, abs=len(TERMS))  # each term is rounded
    values = [reason.score.centipawns for reason in explained_lines]
    assert values == sorted(values, key=lambda value: value or 0, reverse=True)


@pytest.mark.parametrize("nodes", [280, 460, 1480])
def test_the_reasons_are_those_of_an_iteration_that_was_not_finished(nodes: int) -> None:
    player = ModernPlayer()
    decision = player.decide(MoveRequest(Game(moves=["e2e4"]), Limits(nodes=nodes)))
    (reason,) = player.explained_lines()
    assert (reason.pv, reason.score) == (decision.pv, decision.score)


def test_the_reasons_belong_to_the_last_decision_although_the_game_continues() -> None:
    player, game = HistoricPlayer(), Game()
    decision = player.decide(MoveRequest(game))
    before = player.explained_lines()
    assert decision.move is not None
    game.make(decision.move)
    assert player.explained_lines() == before
    player.new_game()
    assert player.explained_lines() == []


@pytest.mark.parametrize("player", [HistoricPlayer(), ModernPlayer()], ids=["historic", "modern"])
def test_a_decision_can_be_explained_after_others_as_it_was_thought(player: Player) -> None:
    game = Game()
    decision = player.decide(MoveRequest(game, Limits(depth=2)))
    before, later = player.explained_lines(), player.explanation()
    assert decision.move is not None
    game.make(decision.move)
    player.decide(MoveRequest(game, Limits(depth=2)))
    assert player.explained_lines() != before
    assert later() == before
    assert all(line.terms for line in before)


def test_historic_shows_the_line_that_the_program_prints_for_each_move_it_tries() -> None:
    shown: list[str] = []
    game = Game()
    HistoricPlayer().decide(MoveRequest(game, show=shown.append))
    assert shown == [candidate.printed for candidate in think_at(game.start).candidates]


def test_the_reasons_of_modern_are_its_variations_and_the_terms_of_their_last_positions() -> None:
    player, game = ModernPlayer(), Game(moves=PLY_13)
    player.set_option("MultiPV", "2")
    decision = player.decide(MoveRequest(game, Limits(depth=3)))
    game.make(game.position.legal_moves()[0])
    first, second = player.explained_lines()
    assert (first.pv, first.score) == (decision.pv, decision.score)
    assert second.pv[0] != first.pv[0]
    after = Game(moves=[*PLY_13, *map(str, first.pv)]).position
    white = sum(term.white - term.black for term in first.terms)
    by_hand = HandEvaluator().evaluate(after)
    shown = shown_centipawns(by_hand if after.side == "white" else -by_hand)
    assert white == pytest.approx(shown, abs=2 * len(first.terms))


@pytest.mark.slow
@pytest.mark.parametrize("elo", [400, 1000, 1600])
def test_at_a_level_the_terms_add_up_to_the_score_with_the_error_of_the_level(elo: int) -> None:
    player, errors, rests = ModernPlayer(), 0, 0
    for name, value in (("UCI_LimitStrength", "true"), ("UCI_Elo", str(elo)), ("Seed", "1994")):
        player.set_option(name, value)
    for plies in range(4, 23):
        game = Game(moves=SAMPLE_GAME[:plies])
        player.decide(MoveRequest(Game(game.position.fen())))
        (line,) = player.explained_lines()
        assert line.score.centipawns is not None
        terms = {term.name: term.white - term.black for term in line.terms}
        assert list(terms)[-2:] == [LEVEL_ERROR, REST]
        total = sum(terms.values()) if game.position.side == "white" else -sum(terms.values())
        assert total == pytest.approx(line.score.centipawns, abs=ROUNDING)
        errors += terms[LEVEL_ERROR] != 0
        rests += terms[REST] != 0
        after = Game(game.position.fen(), list(map(str, line.pv))).position
        by_hand = int(HandEvaluator().evaluate(after)) * (1 if after.side == "white" else -1)
        shown = sum(terms.values()) - terms[LEVEL_ERROR] - terms[REST]
        if abs(shown + terms[LEVEL_ERROR]) <= CENTIPAWN * KNEE:
            assert shown == pytest.approx(CENTIPAWN * by_hand, abs=len(terms))
        else:  # in a won position terms and error have a smaller unit
            assert CENTIPAWN_BEYOND < shown / by_hand <= CENTIPAWN + 0.05
    assert errors > 12  # of 19
    assert rests < 12


def test_at_full_strength_there_is_no_error_of_a_level() -> None:
    player = ModernPlayer()
    player.set_option("Evaluation", "hand")
    player.decide(MoveRequest(Game(moves=PLY_13), Limits(depth=3)))
    (line,) = player.explained_lines()
    assert [term.white for term in line.terms if term.name == LEVEL_ERROR] == [0]


def test_a_draw_is_the_rest_of_the_search() -> None:
    player = ModernPlayer()
    player.set_option("Evaluation", "hand")
    player.decide(MoveRequest(Game("7k/8/8/8/8/8/8/KR6 w - - 99 80"), Limits(depth=2)))  # fifty moves after any move
    (line,) = player.explained_lines()
    assert line.score.centipawns == 0
    terms = {term.name: term.white - term.black for term in line.terms}
    assert terms[REST] < -300
    assert sum(terms.values()) == pytest.approx(0, abs=ROUNDING)


def test_a_mate_has_no_terms() -> None:
    player = ModernPlayer()
    player.decide(MoveRequest(Game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Limits(depth=3)))
    assert [reason.terms for reason in player.explained_lines()] == [()]


def test_historic_resumes_a_game_with_the_values_of_ii_and_iii_that_were_saved() -> None:
    """Both rooks have moved, so the old value of II decides whether castling is tried (quirk stale-ii)."""
    fen, moves = "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", ["h1h2", "e8d8", "h2h3", "d8e8", "a1b1", "a7a6"]
    castling_tried = {}
    for memory in ("4:0,0", "4:1,0"):
        player, notes = HistoricPlayer(), list[str]()
        player.recall(Game(fen, moves[:4]), memory)
        player.decide(MoveRequest(Game(fen, moves), note=notes.append))
        castling_tried[memory] = any("e1g1" in note or "e1c1" in note for note in notes)
    assert castling_tried == {"4:0,0": True, "4:1,0": False}


def test_historic_recalls_what_it_saved() -> None:
    player, game = HistoricPlayer(), Game()
    for uci in SAMPLE_GAME[:4]:
        player.decide(MoveRequest(game))
        game.make(game.position.parse_uci(uci))
    assert player.memory() == ""  # II and III are 0, as at the beginning
    player.carryovers[0] = Carryover(0, 3, 0)
    resumed = HistoricPlayer()
    resumed.recall(game, player.memory())
    assert resumed.carryovers == player.carryovers
    assert resumed.memory() == player.memory()
    assert len(player.carryovers) == 4
    game.take_back()
    resumed.recall(game, player.memory())
    assert [entry.ply for entry in resumed.carryovers] == [0, 1, 2, 3]


@pytest.mark.parametrize("memory", ["x", "1:2", "0:1,0 2:1;0", "9" * 30])
def test_an_invalid_memory_is_refused(memory: str) -> None:
    with pytest.raises(ValueError, match="is not a ply with II and III after it, such as 4:1,0"):
        HistoricPlayer().recall(Game(moves=["e2e4"]), memory)


def test_modern_saves_nothing() -> None:
    assert ModernPlayer().memory() == ""
