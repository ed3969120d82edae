"""Games that the players' scores decide."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from modern.game.adjudication import Adjudication, DrawRule, ResignRule
from modern.game.clock import TimeSetting
from modern.game.game import Ending, Game
from modern.game.move_notes import MoveNote
from modern.match.openings import Opening
from modern.match.referee import play_game
from modern.players import Decision, MoveRequest, Player
from modern.report import Score

#: Knights go out and back.
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def verdict(
    rules: Adjudication, scores: Sequence[int | Score | None], first_move: int = 1
) -> tuple[int, Ending] | None:
    """Returns after how many plies the game ends and how; `scores` are those of White and Black in turn."""
    game = Game(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {first_move}")
    for ply, score in enumerate(scores):
        full = Score(score) if isinstance(score, int) else score
        game.make(game.position.parse_uci(SHUFFLE[ply % 4]), MoveNote(full))
        if ending := rules.ending(game):
            return ply + 1, ending
    return None


DRAW = Adjudication(draw=DrawRule(3, 2, 10))
RESIGN = Adjudication(resign=ResignRule(2, 500))


def test_a_draw_needs_both_scores_near_zero_for_long_enough_and_the_first_move() -> None:
    ended = verdict(DRAW, [0, 5, -10, 10, 3, 0])
    assert ended
    assert ended[0] == 5
    assert ended[1] == Ending(None, "adjudication", "both scores within 10 centipawns for 2 moves")
    assert verdict(DRAW, [0, 5, -10, 10], first_move=1) is None
    assert verdict(DRAW, [0, 5, -10, 10], first_move=3) is not None
    assert verdict(DRAW, [0, 11, 0, 10, 0, 11, 0, 10]) is None
    assert verdict(DRAW, [0, None, 0, None, 0, None]) is None


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([500, -500, 600, -700], "white"),
        ([-500, 500, -600, 700], "black"),
        ([Score(mate=3), -900, Score(mate=2), Score(mate=-2)], "white"),
    ],
)
def test_a_win_needs_both_players_to_agree(scores: list[int | Score | None], winner: str) -> None:
    ended = verdict(RESIGN, scores)
    assert ended
    assert ended[0] == 4
    assert ended[1].winner == winner


@pytest.mark.parametrize("scores", [[500, 500] * 4, [500, -499] * 4, [500, None] * 4, [500, -500, 0, -500] * 2])
def test_one_player_alone_does_not_decide(scores: list[int | Score | None]) -> None:
    assert verdict(RESIGN, scores) is None


def test_without_rules_no_score_ends_a_game() -> None:
    assert verdict(Adjudication(), [0, 0] * 50 + [900, -900] * 50) is None


class Shuffler(Player):
    """Moves a knight out and back, and reports a score."""

    name = "shuffler"

    def __init__(self, centipawns: int) -> None:
        super().__init__()
        self.centipawns = centipawns

    def decide(self, request: MoveRequest) -> Decision:
        """Moves the first knight that it can."""
        position = request.game.position
        moves = sorted(position.legal_moves(), key=str)
        knight = "N" if position.side == "white" else "n"
        move = next(move for move in moves if position.piece_at(move.from_square) == knight)
        return Decision(move, Score(self.centipawns), (move,))


def test_the_referee_ends_a_game_by_the_rules_after_the_opening() -> None:
    players = {"white": Shuffler(510), "black": Shuffler(-510)}
    game = play_game(players, Opening(moves=("e2e4", "e7e5")), TimeSetting(depth=1), RESIGN)
    assert (game.opening_plies, len(game.moves)) == (2, 2 + 4)
    ending = game.ending
    assert ending
    assert (ending.winner, ending.reason) == ("white", "adjudication")
    assert ending.comment == "Black loses by adjudication: both scores at 500 centipawns for 2 moves."
    ending = play_game(players, Opening(moves=("e2e4", "e7e5")), TimeSetting(depth=1)).ending
    assert ending
    assert ending.reason != "adjudication"
