"""What an analysis says of a mistake, judged by python-chess and by lichess's formula as its page prints it."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import chess
import chess.pgn
import pytest

from modern.analysis.formats import mistake_text
from modern.analysis.game_analysis import GameAnalysis, JudgedMove
from modern.facts import Fact, english
from modern.game.pgn_reading import numbered_game
from modern.limits import Limits
from modern.players import Decision, MoveRequest, Player, player_named
from modern.report import Score

GAMES: Final = Path(__file__).parents[3] / "benchmarks/classic-games.pgn"
#: What a move loses of the winning chances, in percent: at least the first number, and less than the second.
KINDS: Final = {"analysis.inaccuracy": (5, 10), "analysis.mistake": (10, 15), "analysis.blunder": (15, 101)}


class Opinionated(Player):
    """Chooses a move by chance, and a score of a mate as often as one of centipawns."""

    name = "Opinionated"

    def decide(self, request: MoveRequest) -> Decision:
        chance = random.Random(request.game.position.fen())
        mates = [mate for mate in range(-5, 6) if mate]
        score = Score(mate=chance.choice(mates)) if chance.random() < 0.5 else Score(chance.randint(-900, 900))
        move = chance.choice(request.limits.only or request.game.position.legal_moves())
        return Decision(move, score, (move,), 3, 100)


def chances(score: Score) -> float:
    """Returns lichess's Win%: 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1); a mate counts as 1000."""
    centipawns = math.copysign(1000, score.mate or 0) if score.centipawns is None else score.centipawns
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, centipawns)))) - 1)


def is_kind(kind: Fact, what: Fact, scores: Sequence[Score]) -> bool:
    """Returns True if a mistake is of this kind by what it loses; one with a mate is judged elsewhere."""
    least, most = KINDS[kind.code]
    lost = round(round(max(0.0, chances(scores[0]) - chances(scores[1])), 6), 1)
    return what.code != "analysis.chances" or least <= lost < most


def is_other_move(move: str, board: chess.Board, played: chess.Move) -> bool:
    """Returns True if a move in SAN, with its number, is legal, and not the one played."""
    number, san = move.replace("...", ".").split(".")
    return int(number) == board.fullmove_number and board.parse_san(san.strip()) not in (played, None)


#: Each claim by its code: its predicate over the board before the move, the move, and the mover's scores.
CLAIMS: Final[dict[str, Callable[..., bool]]] = {
    "analysis.mistake_costs": lambda board, played, scores, kind, what: is_kind(kind, what, scores),
    "analysis.best_was": lambda board, played, scores, kind, what, move: (
        is_kind(kind, what, scores) and is_other_move(move, board, played)
    ),
    "analysis.allows_mate": lambda board, played, scores, moves: (
        scores[0].mate is None and scores[1].mate == -moves < 0
    ),
    "analysis.misses_mate": lambda board, played, scores, moves: (
        scores[0].mate == moves > 0 and not (scores[1].mate or 0) > 0
    ),
    "analysis.chances": lambda board, played, scores, before, after: (
        [int(before), int(after)] == [round(chances(score)) for score in scores]
        and not any(score.mate for score in scores)
    ),
    **{kind: lambda board, played, scores: True for kind in KINDS},
}


def facts_in(said: object) -> Iterator[Fact]:
    """Yields a fact and all facts among its values."""
    if isinstance(said, Fact):
        yield said
        for value in said.values.values():
            yield from facts_in(value)


def remarks(player: Player, limits: Limits, games: int) -> Iterator[tuple[chess.Board, JudgedMove, Fact]]:
    """Yields what the analysis of classic games remarks on moves, with the boards before them."""
    with GAMES.open(encoding="utf-8") as file:
        for game in islice(iter(lambda: chess.pgn.read_game(file), None), games):
            analysis = GameAnalysis(numbered_game(str(game)))
            for _ in analysis.run(player, limits):
                pass
            boards = [node.parent.board() for node in game.mainline() if node.parent]
            for board, move in zip(boards, analysis.moves(), strict=True):
                told = mistake_text(move, analysis.game.up_to(move.ply - 1).position)
                if isinstance(told, Fact):
                    yield board, move, told


def test_every_remark_is_judged() -> None:
    assert CLAIMS.keys() == {code for code in english() if code.startswith("analysis.")}


@pytest.mark.parametrize("games", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_no_remark_says_what_the_scores_and_the_board_deny(games: int) -> None:
    made = Counter[str]()
    for board, move, told in remarks(Opinionated(), Limits(), games):
        assert move.scores is not None
        for claim in facts_in(told):
            assert CLAIMS[claim.code](board, chess.Move.from_uci(move.move.uci()), move.scores, **claim.values), told
            made[claim.code] += 1
    assert made.keys() >= CLAIMS.keys() - {"analysis.mistake_costs"}


def mates(board: chess.Board, moves: int) -> bool:
    """Returns True if the side to move mates in so many moves at most."""
    for move in board.legal_moves:
        board.push(move)
        replies = list(board.legal_moves)
        found = board.is_checkmate() or (moves > 1 and bool(replies))
        for reply in replies if found and not board.is_checkmate() else ():
            board.push(reply)
            found = mates(board, moves - 1)
            board.pop()
            if not found:
                break
        board.pop()
        if found:
            return True
    return False


@pytest.mark.slow
def test_a_mate_that_is_missed_or_allowed_is_there() -> None:
    found = 0
    with player_named("modern") as player:
        for board, move, told in remarks(player, Limits(nodes=500), 20):
            for claim in facts_in(told):
                if claim.code in ("analysis.misses_mate", "analysis.allows_mate") and claim.values["moves"] <= 2:
                    if claim.code == "analysis.allows_mate":
                        board.push_uci(move.move.uci())
                    assert mates(board, claim.values["moves"]), told
                    found += 1
    assert found > 1
