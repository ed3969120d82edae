"""Huo Chess as a player: its options, what it takes from the game, its figures, and the arbiter."""

from __future__ import annotations

import chess
import pytest
from decisions import DecisionRecord
from huo_positions import huo_thought, root_scores
from refusals import codes

from modern.engine.control import Control
from modern.players import Game, OptionError
from modern.players.museum.huo import HuoPlayer, move_number_of
from modern.report import Score

#: Black's king is mated but for the capture en passant; Black's only move before is e5e4.
BEFORE_EN_PASSANT = "3R4/8/8/N1k1p3/8/8/3P4/1R4K1 b - - 0 1"


class HuoDecision(DecisionRecord):
    """The decision of a new player on a game, with what was said before it."""

    def __init__(
        self,
        moves: str = "",
        fen: str = chess.STARTING_FEN,
        depth: int = 3,
        edition: str = "0.9",
        only: str = "",
        stop: bool = False,
        player: HuoPlayer | None = None,
    ) -> None:
        player = player or HuoPlayer()
        player.set_option("Depth", str(depth))
        player.set_option("Edition", edition)
        control = Control()
        if stop:
            control.stop()
        super().__init__(player, Game(fen, moves.split()), only=only, control=control)


# Options.


@pytest.mark.parametrize("first", ["Depth", "Edition"])
def test_edition_0_6_and_depth_5_exclude_each_other_in_either_order(first: str) -> None:
    values = {"Depth": "5", "Edition": "0.6"}
    (second,) = set(values) - {first}
    player = HuoPlayer()
    player.set_option(first, values[first])
    with pytest.raises(OptionError, match=r"^Edition 0\.6 has no Depth 5; expected Depth 1 or 3$"):
        player.set_option(second, values[second])
    assert player.settings == {"Depth": "3", "Edition": "0.9", "Queen": "9", first: values[first]}


@pytest.mark.parametrize("value", ["0", "2", "4", "6", "three", ""])
def test_other_depths_are_refused(value: str) -> None:
    with pytest.raises(OptionError, match="Depth"):
        HuoPlayer().set_option("Depth", value)


@pytest.mark.parametrize(("depth", "edition"), [(1, "0.9"), (3, "0.9"), (5, "0.9"), (1, "0.6"), (3, "0.6")])
def test_each_depth_of_each_edition_finds_a_move(depth: int, edition: str) -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 40"
    answered = HuoDecision(fen=fen, depth=depth, edition=edition)
    assert (answered.decision.depth, answered.notes) == (depth, [])


# Figures.


def test_it_reports_the_nodes_of_all_levels() -> None:
    (report,) = HuoDecision("e2e4").reports
    assert (report.nodes, report.depth) == (20 + 640 + 14200, 3)


def test_a_tenth_of_a_pawn_is_ten_centipawns_and_good_for_black_is_positive() -> None:
    fen = "5rk1/5ppp/8/8/8/8/5PPP/Q5K1 {} - - 0 40"
    assert HuoDecision(fen=fen.format("w"), depth=1).decision.score == Score(500)  # the queen takes g7
    assert HuoDecision(fen=fen.format("b"), depth=1).decision.score == Score(-400)


def test_a_queen_of_nine_and_a_half_counts_half_a_pawn_more_for_either_side() -> None:
    def score(fen: str) -> Score | None:
        player = HuoPlayer()
        player.set_option("Queen", "9.5")
        return HuoDecision(fen=fen, depth=1, player=player).decision.score

    assert score("5rk1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 40") == Score(550)  # 500 with a queen of 9
    assert score("5rk1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 40") == Score(-450)
    assert score("q5k1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 2") == Score(-450)  # in the opening


def test_a_mate_has_the_score_of_the_best_root_move_and_is_no_mate_score() -> None:
    fen = "6k1/5ppp/8/7q/5N2/8/8/R5K1 w - - 0 40"
    answered, best = HuoDecision(fen=fen), max(root_scores(huo_thought(fen)).values())
    assert (answered.move, answered.decision.score) == ("a1a8", Score(10 * best))


# What it takes from the game.


@pytest.mark.parametrize(("moves", "number"), [("", 0), ("e2e4", 1), ("e2e4 e7e5", 1), ("e2e4 e7e5 g1f3", 2)])
def test_the_move_number_is_that_of_the_program(moves: str, number: int) -> None:
    assert move_number_of(Game(moves=moves.split()).position) == number


def test_the_en_passant_square_is_behind_the_last_double_step_even_if_nothing_can_take() -> None:
    assert HuoDecision("e2e4").decision.nodes == 14860
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert HuoDecision(fen=fen).decision.nodes < 14860


def test_the_game_as_a_whole_or_in_pieces_gives_the_same_answers() -> None:
    moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4", "c7c6", "g1f3", "g8f6"]
    kept = HuoPlayer()
    for plies in range(0, len(moves) + 1, 2):
        line = " ".join(moves[:plies])
        answered, alone = HuoDecision(line, player=kept, depth=1), HuoDecision(line, depth=1)
        assert (answered.move, answered.decision.nodes, answered.decision.score) == (
            (alone.move, alone.decision.nodes, alone.decision.score)
        )


def test_the_board_follows_the_rules_of_chess() -> None:
    # White has castled, taken en passant and promoted to a knight; all three are on Huo's board as the rules have them.
    line = "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7 b2a1q c7b8n"
    board = chess.Board()
    for uci in line.split():
        board.push_uci(uci)
    alone = HuoDecision(fen=board.fen(), depth=1)
    assert (HuoDecision(line, depth=1).move, HuoDecision(line, depth=1).decision.score) == (
        alone.move,
        alone.decision.score,
    )


def test_without_a_move_it_replays_the_first_of_its_last_search_and_the_arbiter_plays() -> None:
    answered = HuoDecision("e5e4 d2d4", BEFORE_EN_PASSANT, edition="0.6")
    assert answered.move == "e4d3"
    note, objection = answered.notes
    assert note == "it finds no move and plays e5e4 again, the first move of its last search"
    assert {"arbiter.illegal", "arbiter.first_legal"} <= codes(objection)
    before = HuoDecision("", BEFORE_EN_PASSANT, edition="0.6")
    assert (answered.decision.score, answered.decision.nodes) == (before.decision.score, 0)


def test_without_a_move_and_an_earlier_search_it_resigns_and_the_arbiter_plays() -> None:
    fen = "3R4/8/8/N1k5/3Pp3/8/8/1R4K1 b - d3 0 2"
    answered = HuoDecision(fen=fen, edition="0.6")
    assert (answered.move, answered.reports) == ("e4d3", [])
    assert [codes(note) for note in answered.notes] == [
        {"arbiter.plays_what", "arbiter.resigns_none", "arbiter.first_legal"}
    ]


# The arbiter, and stops.


def test_a_check_that_it_does_not_see_is_answered_by_the_arbiter() -> None:
    answered = HuoDecision(fen="4r1k1/8/8/8/8/8/P7/4K3 w - - 0 40", depth=1)
    assert answered.move == "e1d1"  # the first legal of its equal root moves
    (note,) = answered.notes
    assert "a2a3" in note
    assert "arbiter.best_tried" in codes(note)


def test_the_arbiter_takes_the_best_root_move_for_black_too() -> None:
    answered = HuoDecision(fen="4k3/p7/8/8/8/3q4/4P3/4R1K1 b - - 0 40", depth=1, only="d3e2 d3d1 a7a6")
    assert answered.move == "d3e2"


def test_a_pawn_on_the_last_rank_is_played_as_a_queen() -> None:
    assert HuoDecision(fen="1n5k/P7/8/8/8/8/8/K7 w - - 0 40", depth=1).move == "a7b8q"


def test_a_stop_before_the_search_is_answered_by_the_static_scores() -> None:
    fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 40"
    stopped = HuoDecision(fen=fen, stop=True)
    assert (stopped.move, stopped.notes, stopped.decision.depth) == ("e4d5", [], 1)
