"""The table: taking back, drawing, resigning, and the end by the rules."""

from __future__ import annotations

import pytest

from modern.engine.report import Score
from modern.match.record import PlayedMove
from modern.play.live_game import LiveGame, describe_ending
from modern.play.seats import Seat

MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


def live_game(*moves: str, white: str = "human", black: str = "human", fen: str = "") -> LiveGame:
    made = [PlayedMove(uci, "", 0, 1.5) for uci in moves]
    seats = {"white": Seat(white), "black": Seat(black)}
    return LiveGame(seats, fen, made) if fen else LiveGame(seats, record=made)


def test_a_human_takes_his_own_move_back_and_the_answer_with_it() -> None:
    at = live_game("e2e4", "e7e5", "g1f3", "b8c6", black="historic")
    assert at.undo() == 2
    assert [move.uci for move in at.record] == ["e2e4", "e7e5"]
    assert at.game.position.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert len(at.game.moves) == 2


def test_between_humans_one_move_is_taken_back() -> None:
    at = live_game("e2e4", "e7e5")
    assert at.undo() == 1
    assert at.side == "black"


def test_there_is_nothing_to_take_back_before_ones_first_move() -> None:
    assert live_game().undo() == 0
    at = live_game("e2e4", white="modern")
    assert at.undo() == 0
    assert len(at.record) == 1


def test_checkmate_ends_the_game() -> None:
    at = live_game("f2f3", "e7e5", "g2g4", "d8h4")
    assert at.ending is not None
    assert describe_ending(at.ending) == "Checkmate: Black wins, 0-1."


def test_a_game_that_begins_with_its_end_is_over() -> None:
    at = live_game(fen=MATED)
    assert at.ending is not None
    assert at.ending.winner == "black"


def test_a_human_has_to_claim_a_draw_and_a_program_does_so_itself() -> None:
    at = live_game(*SHUFFLE)
    assert at.ending is None
    assert at.may_claim_draw()
    assert at.claim_draw()
    assert at.ending is not None
    assert describe_ending(at.ending) == "Threefold repetition: a draw, 1/2-1/2."
    other = live_game(*SHUFFLE, white="historic")
    assert other.ending is not None
    assert other.ending.reason == "threefold repetition"


def test_a_draw_that_may_not_be_claimed_is_not() -> None:
    at = live_game("e2e4")
    assert not at.may_claim_draw()
    assert not at.claim_draw()
    assert at.ending is None


def test_who_resigns_has_lost() -> None:
    at = live_game("e2e4")
    at.resign()
    assert at.ending is not None
    assert describe_ending(at.ending) == "Resignation: White wins, 1-0."


def test_a_draw_is_agreed_on() -> None:
    at = live_game("e2e4")
    at.agree_on_draw()
    assert at.ending is not None
    assert describe_ending(at.ending) == "Agreement: a draw, 1/2-1/2."


@pytest.mark.parametrize("fen", ["", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"])
def test_each_side_has_its_own_clock_and_its_last_score(fen: str) -> None:
    at = live_game(fen=fen)
    first = at.side
    second = "black" if first == "white" else "white"
    for seconds, score in ((1.0, Score(25)), (2.0, Score(mate=-3)), (4.0, None), (8.0, Score(-310))):
        at.make(at.game.position.legal_moves()[0], score, 4, seconds)
    assert (at.time_used(first), at.time_used(second)) == (5.0, 10.0)
    assert (at.last_score(first), at.last_score(second)) == (None, Score(-310))
    at.record.pop()
    at.record.pop()
    assert at.last_score(second) == Score(mate=-3)


def test_what_another_player_thought_in_that_place_is_not_ones_own_score() -> None:
    at = live_game()
    at.make(at.game.position.legal_moves()[0], Score(900), 4, 1.0)
    assert at.last_score("white") == Score(900)
    at.seated_at["white"] = 1
    assert at.last_score("white") is None
