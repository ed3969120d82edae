"""The game being played: undo, draws, resignation and the end by the rules."""

from __future__ import annotations

import pytest

from modern.engine.report import Score
from modern.game.session import LiveGame, describe_ending
from modern.match.record import PlayedMove
from modern.players.seats import Seat

MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


def live_game(*moves: str, white: str = "human", black: str = "human", fen: str = "") -> LiveGame:
    record = [PlayedMove(uci, "", 0, 1.5) for uci in moves]
    seats = {"white": Seat(white), "black": Seat(black)}
    return LiveGame(seats, fen, record) if fen else LiveGame(seats, record=record)


def test_undo_takes_back_the_humans_move_and_the_reply() -> None:
    live = live_game("e2e4", "e7e5", "g1f3", "b8c6", black="historic")
    assert live.undo() == 2
    assert [move.uci for move in live.record] == ["e2e4", "e7e5"]
    assert live.game.position.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert len(live.game.moves) == 2


def test_between_humans_undo_takes_back_one_ply() -> None:
    live = live_game("e2e4", "e7e5")
    assert live.undo() == 1
    assert live.side == "black"


def test_there_is_nothing_to_undo_before_the_humans_first_move() -> None:
    assert live_game().undo() == 0
    live = live_game("e2e4", white="modern")
    assert live.undo() == 0
    assert len(live.record) == 1


def test_checkmate_ends_the_game() -> None:
    live = live_game("f2f3", "e7e5", "g2g4", "d8h4")
    assert live.ending is not None
    assert describe_ending(live.ending) == "Checkmate: Black wins, 0-1."


def test_a_game_that_starts_from_checkmate_is_over() -> None:
    live = live_game(fen=MATED)
    assert live.ending is not None
    assert live.ending.winner == "black"


def test_a_program_claims_a_draw_by_itself_and_a_human_has_to_claim_it() -> None:
    live = live_game(*SHUFFLE)
    assert live.ending is None
    assert live.may_claim_draw()
    assert live.claim_draw()
    assert live.ending is not None
    assert describe_ending(live.ending) == "Threefold repetition: a draw, 1/2-1/2."
    other = live_game(*SHUFFLE, white="historic")
    assert other.ending is not None
    assert other.ending.reason == "threefold repetition"


def test_without_a_repetition_no_draw_can_be_claimed() -> None:
    live = live_game("e2e4")
    assert not live.may_claim_draw()
    assert not live.claim_draw()
    assert live.ending is None


def test_the_side_that_resigns_loses() -> None:
    live = live_game("e2e4")
    live.resign()
    assert live.ending is not None
    assert describe_ending(live.ending) == "Resignation: White wins, 1-0."


def test_both_sides_may_agree_on_a_draw() -> None:
    live = live_game("e2e4")
    live.agree_on_draw()
    assert live.ending is not None
    assert describe_ending(live.ending) == "Agreement: a draw, 1/2-1/2."


@pytest.mark.parametrize("fen", ["", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"])
def test_each_side_has_its_own_clock_and_its_last_score(fen: str) -> None:
    live = live_game(fen=fen)
    first = live.side
    second = "black" if first == "white" else "white"
    for seconds, score in ((1.0, Score(25)), (2.0, Score(mate=-3)), (4.0, None), (8.0, Score(-310))):
        live.make(live.game.position.legal_moves()[0], score, 4, seconds)
    assert (live.time_used(first), live.time_used(second)) == (5.0, 10.0)
    assert (live.last_score(first), live.last_score(second)) == (None, Score(-310))
    live.record.pop()
    live.record.pop()
    assert live.last_score(second) == Score(mate=-3)


def test_the_score_of_an_earlier_player_in_the_seat_is_not_the_players_own() -> None:
    live = live_game()
    live.make(live.game.position.legal_moves()[0], Score(900), 4, 1.0)
    assert live.last_score("white") == Score(900)
    live.seated_at["white"] = 1
    assert live.last_score("white") is None
