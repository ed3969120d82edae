"""The 1994 program run on every position of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from historic import Program
from historic.machine.screen import Screen
from historic.readings import READINGS
from historic.study.replay import replay
from historic.study.sample_game import SAMPLE_GAME
from modern.facts import fact
from modern.pages.positions import game_thoughts
from modern.players import Game
from modern.players.game_state import GameState


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_the_thoughts_on_the_recorded_game_are_those_of_the_replay(reading: str) -> None:
    considered = list(game_thoughts(Game(moves=SAMPLE_GAME), reading))
    replayed = list(replay(reading))
    assert len(considered) == len(replayed) + 1
    for ours, ply in zip(considered, replayed, strict=False):
        assert (ours.ply, ours.side, ours.state, ours.move) == (ply.number, ply.side, ply.before, ply.thought.move)
        tried = [candidate._replace(printed="") for candidate in ply.thought.candidates]  # nothing is printed here
        assert ours.thought == replace(ply.thought, candidates=tried)
        assert ours.thought.think_move_board == ply.thought.think_move_board


def test_one_program_goes_through_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that does not set II and III must find the values of the turn before (quirk stale-ii)."""
    programs: list[Program] = []

    def program(reading: str, screen: Screen) -> Program:
        programs.append(Program(reading, screen))
        return programs[-1]

    monkeypatch.setattr("modern.pages.positions.Program", program)
    assert len(list(game_thoughts(Game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ["e1e2", "e8e7"])))) == 3
    assert [(one.reading, one.MOVE) for one in programs] == [("printed", 2)]


def test_a_piece_without_a_number_is_listed_as_a_substitution_from_then_on() -> None:
    game = Game("4k3/P7/8/2N5/8/1N6/8/4K3 w - - 0 1", ["a7a8n", "e8e7"])
    first, *later = game_thoughts(game)
    assert not first.substitutions
    for one in later:
        assert one.substitutions == (fact("arbiter.no_number", piece="knight", square="a8", other="bishop"),)
    assert later[-1].state == GameState(game).state


def test_a_thought_that_stops_is_yielded_with_its_error() -> None:
    (one,) = game_thoughts(Game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    assert one.error is not None
    assert (one.error.code, one.error.label) == (9, "CWHITE3")
    assert one.move == "a1a8"


def test_if_no_move_beats_minus_1000_there_is_no_choice() -> None:
    (one,) = game_thoughts(Game("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1"))
    assert one.thought.chosen is None
    assert one.move is None
