"""What the analysis of a game says about its moves and its sides, and how it is written."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modern.analysis.accuracy import BLUNDER, INACCURACY, MISTAKE, Judgement
from modern.analysis.formats import analysed_game, analysis_json, decisive_moves, loss_text, mistake_text
from modern.analysis.game_analysis import GameAnalysis
from modern.game.pgn_reading import numbered_game
from modern.game.pgn_writing import pgn_as_read
from modern.limits import Limits
from modern.pages.analysis_page import accuracy_facts, page_analysis
from modern.players import Decision, MoveRequest, Player, player_named
from modern.players.position_search import PositionSearch
from modern.report import Score
from modern.rules import Position

OPERA_GAME = """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"""


class ScriptedPlayer(Player):
    """Gives scores, for the side to move, by the number of plies made. Its move is the last legal one, or in `own`."""

    name = "Scripted"

    def __init__(self, scores: Mapping[int, Score | None], own: Mapping[int, str] | None = None) -> None:
        super().__init__()
        self.scores = scores
        self.own = own or {}

    def decide(self, request: MoveRequest) -> Decision:
        position, ply = request.game.position, len(request.game.moves)
        move = position.parse_san(self.own[ply]) if ply in self.own else position.legal_moves()[-1]
        request.note(f"note {ply}")
        return Decision(move, self.scores.get(ply, Score(0)), (move,), 3, 100)


def analysed(pgn: str, scores: Mapping[int, Score | None], own: Mapping[int, str] | None = None) -> GameAnalysis:
    analysis = GameAnalysis(numbered_game(pgn))
    for _ in analysis.run(ScriptedPlayer(scores, own), Limits()):
        pass
    return analysis


def analysed_pgn(analysis: GameAnalysis, annotator: str = "x") -> str:
    return pgn_as_read(analysed_game(analysis, annotator))


#: No opening is known in the initial position without castling, so all moves are judged by what they lose.
UNNAMED = '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"]\n\n'
FOUR_PLIES = f"{UNNAMED}1. e4 e5 2. Nf3 Nc6 *"


def test_each_side_loses_what_the_score_falls_from_its_own_side() -> None:
    analysis = analysed(FOUR_PLIES, {0: Score(0), 1: Score(50), 2: Score(-50), 3: Score(-250), 4: Score(100)})
    # From White's side the scores are 0, -50, -50, +250, +100.
    assert [move.centipawn_loss for move in analysis.moves()] == [50, 0, 0, 0]
    assert [move.side for move in analysis.moves()] == ["white", "black", "white", "black"]
    assert [str(move.after.score) for move in analysis.moves()] == ["-0.50", "-0.50", "+2.50", "+1.00"]
    assert analysis.is_complete


def test_a_title_has_the_sides_where_no_names_are_known() -> None:
    for white, black, title in (("Anna", "Bert", "Anna - Bert, *"), ("?", "", "White - Black, *")):
        game = numbered_game(f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 *')
        assert GameAnalysis(game).title == title


def test_a_mistake_names_the_better_move_and_the_players_own_move_is_none() -> None:
    scores = {0: Score(0), 1: Score(500)}
    (first, *_) = analysed(FOUR_PLIES, scores, {0: "d4"}).moves()
    assert first.judgement is not None
    assert first.judgement.name == "blunder"
    assert mistake_text(first, Position()) == "Blunder: winning chances 50 % to 14 %. Best was 1. d4."
    (first, *_) = analysed(FOUR_PLIES, scores, {0: "e4"}).moves()
    assert (first.judgement, first.lost, str(first.before.score)) == (None, 0, "-5.00")


@pytest.mark.parametrize("loss", range(40, 200))
def test_a_loss_is_judged_as_it_is_shown(loss: int) -> None:
    (white, black, *_) = analysed(FOUR_PLIES, {1: Score(loss), 2: Score(0)}).moves()
    assert white.lost is not None
    assert loss_text(white) == (f"{white.lost:.1f}" if white.lost >= 0.5 else "")
    shown = float(loss_text(white))
    expected = "blunder" if shown >= 15 else "mistake" if shown >= 10 else "inaccuracy" if shown >= 5 else None
    assert (white.judgement.name if white.judgement else None) == expected
    (white, black, *_) = analysed(FOUR_PLIES, {1: Score(0), 2: Score(loss), 3: Score(0)}).moves()
    assert (loss_text(black), black.judgement and black.judgement.name) == (f"{shown:.1f}", expected)


def test_the_moves_that_decided_a_game_are_each_sides_mistakes_the_largest_first() -> None:
    scores = {0: Score(0), 1: Score(300), 2: Score(-100), 3: Score(700), 4: Score(-60), 5: Score(mate=2), 6: Score(0)}
    decisive = decisive_moves(analysed(f"{UNNAMED}1. f3 e5 2. g4 d6 3. Nh3 h6 *", scores))
    assert {side: [text for _, text in found] for side, found in decisive.items()} == {
        "white": ["3. Nh3 (allows #2)", "2. g4 (-33.8 %)", "1. f3 (-25.1 %)"],
        "black": ["3...h6 (misses #2)", "2...d6 (-37.4 %)", "1...e5 (-16.0 %)"],
    }
    assert decisive_moves(analysed(FOUR_PLIES, {1: Score(60)})) == {}


def test_only_the_five_largest_mistakes_of_a_side_decide() -> None:
    scores = {ply: Score(0 if ply % 2 == 0 else 150 + 10 * ply) for ply in range(13)}
    decisive = decisive_moves(analysed(f"{UNNAMED}1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 *", scores))
    assert [move.ply for move, _ in decisive["white"]] == [11, 9, 7, 5, 3]


class Opinionated(Player):
    """Scores every position, and chooses among the moves that it may, by chance: by a seed and the position."""

    name = "Opinionated"

    def __init__(self, seed: int, keeps_table: bool) -> None:
        super().__init__()
        self.seed = seed
        self.keeps_table = keeps_table

    def decide(self, request: MoveRequest) -> Decision:
        position = request.game.position
        chance = random.Random(f"{self.seed} {position.fen()} {len(request.limits.only)}")
        move = chance.choice(request.limits.only or position.legal_moves())
        mate = chance.choice([-2, -1, 1, 2, 3])
        score = Score(mate=mate) if chance.random() < 0.2 else Score(chance.randint(-900, 900))
        return Decision(move, score, (move,), 3, 100)


QUEEN = '[FEN "4k3/8/8/8/4p3/4P3/8/3QK3 w - - 0 1"]\n\n'
SHUFFLE = "1. Qa4 Kd8 2. Qd1 Ke8 3. Qa4 Kd8 4. Qd1 Ke8"
ENDINGS = {
    "mate": "1. f3 e5 2. g4 Qh4# 0-1",
    "stalemate": '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2',
    "repetition": f"{QUEEN}{SHUFFLE} 1/2-1/2",
    "play goes on after a repetition": f"{QUEEN}{SHUFFLE} 5. Qa4 Kd8 6. Qd1 Ke8 7. Qd4 1-0",
    "fifty moves": '[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 98 80"]\n\n1. Ra2 Kd8 1/2-1/2',
    "play goes on after fifty moves": '[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 98 80"]\n\n1. Ra2 Kd8 2. Ra1 Ke8 *',
    "agreement": "1. e4 e5 1/2-1/2",
    "flag fall": "1. e4 e5 2. Nf3 1-0",
}


@pytest.mark.parametrize("ending", ENDINGS)
@given(seed=st.integers(0, 10**6), keeps_table=st.booleans())
@settings(max_examples=20, deadline=None)
def test_the_move_that_a_player_wants_is_never_blamed(ending: str, seed: int, keeps_table: bool) -> None:
    analysis = GameAnalysis(numbered_game(ENDINGS[ending]))
    for _ in analysis.run(Opinionated(seed, keeps_table), Limits()):
        for move in analysis.moves():
            assert move.judgement is None or (move.best != move.move and (move.lost or move.before.judged_score))


def blamed_by_modern(pgn: str) -> list[tuple[int, str]]:
    """Returns the plies of the moves that today's engine blames, and how."""
    analysis = GameAnalysis(numbered_game(pgn))
    with closing(player_named("modern")) as player:
        for _ in analysis.run(player, Limits(nodes=500)):
            pass
    return [(move.ply, move.judgement.name) for move in analysis.moves() if move.judgement]


def test_who_gives_a_win_away_by_repetition_is_to_blame_and_not_who_escapes() -> None:
    """A queen up, White lets Black bring about the same position for the third time."""
    assert blamed_by_modern(ENDINGS["repetition"]) == [(7, "blunder")]


def test_nobody_is_to_blame_for_a_draw_that_nobody_claims() -> None:
    assert blamed_by_modern(ENDINGS["play goes on after a repetition"]) == []


def test_a_draw_that_every_move_lets_be_claimed_does_not_make_another_move_better() -> None:
    """The fifty-move rule: the draw that nobody claimed after 1. Ra2 could not be claimed after 1. Rb1 either."""
    scores = {0: Score(500), 1: Score(500), 2: Score(-500), 3: Score(500)}
    pgn = '[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 99 80"]\n\n1. Ra2 Kd8 2. Ra1 *'
    player, analysis = ScriptedPlayer(scores, {0: "Rb1"}), GameAnalysis(numbered_game(pgn))
    player.keeps_table = True
    for _ in analysis.run(player, Limits()):
        pass
    first = analysis.moves()[0]
    assert (first.judgement, str(first.after.score)) == (None, "-5.00")


def test_a_better_move_is_searched_as_long_as_the_move_made_before_that_is_blamed() -> None:
    """The search of the first position hopes for 1. d4; from the position after it, it sees that this is no better."""

    class Hopeful(ScriptedPlayer):
        keeps_table = True

        def decide(self, request: MoveRequest) -> Decision:
            decision, only = super().decide(request), request.limits.only
            if request.game.uci_moves == ["d2d4"]:
                return replace(decision, score=Score(505))
            return replace(decision, move=only[0], score=Score(-510)) if only else decision

    scores = {0: Score(0), 1: Score(500), 2: Score(-500), 3: Score(500), 4: Score(-500)}
    analysis = GameAnalysis(numbered_game(FOUR_PLIES))
    for _ in analysis.run(Hopeful(scores, {0: "d4"}), Limits()):
        pass
    first = analysis.moves()[0]
    assert (first.judgement, first.best, str(first.before.score)) == (None, first.move, "-5.00")


def test_a_move_of_the_named_opening_is_not_blamed_for_less_than_a_mistake() -> None:
    """The same losses before and after the name of the opening ends: 1. e4 e5 2. Nf3 d6 3. d4 is C41, 3...a6 is not."""
    expected: Judgement | None
    for loss, expected in ((109, None), (110, MISTAKE)):  # 9.9 and 10.0 percent
        scores = {
            0: Score(0),
            1: Score(loss),
            2: Score(-loss),
            3: Score(loss),
            4: Score(0),
            5: Score(0),
            6: Score(loss),
        }
        moves = analysed("1. e4 e5 2. Nf3 d6 3. d4 a6 4. a3 *", scores).moves()
        assert [moves[0].judgement, moves[3].judgement, moves[5].judgement] == [
            expected,
            expected,
            expected or INACCURACY,
        ]
        assert [move.in_opening for move in moves] == [True] * 5 + [False] * 2


class Looking(ScriptedPlayer):
    """Keeps a table, wants the last legal move, and expects from it what it thought before.

    `second` has the scores of searches of more than 100 nodes, where they differ. `looks` are the plies and the nodes
    of the searches of the game's own positions.
    """

    keeps_table = True

    def __init__(
        self,
        scores: Mapping[int, Score],
        second: Mapping[int, Score] | None = None,
        own: Mapping[int, str] | None = None,
    ) -> None:
        super().__init__(scores, own)
        self.second = {**scores, **(second or {})}
        self.looks: list[tuple[int, int | None]] = []

    def decide(self, request: MoveRequest) -> Decision:
        ply, nodes = len(request.game.moves), request.limits.nodes
        scores = self.second if nodes and nodes > 100 else self.scores
        score = scores.get(ply, Score(0))
        if request.game.uci_moves != numbered_game(FOUR_PLIES).uci_moves[:ply]:
            before = scores.get(ply - 1) or Score(0)
            score = Score(-(before.centipawns or 0))
        elif not request.limits.only:
            self.looks.append((ply, nodes))
        return replace(super().decide(request), score=score)


def looks(pgn: str, player: Looking) -> GameAnalysis:
    analysis = GameAnalysis(numbered_game(pgn))
    for _ in analysis.run(player, Limits(nodes=100)):
        pass
    return analysis


@pytest.mark.parametrize(("loss", "is_near"), [(10, False), (11, True)])  # 0.9 and 1.0 percent
def test_a_move_near_a_limit_gets_a_second_look_with_four_times_the_nodes(loss: int, is_near: bool) -> None:
    player = Looking({3: Score(loss), 4: Score(-loss)})
    looks(FOUR_PLIES, player)
    once = [(4, 100), (3, 100), (2, 100)]
    assert player.looks == [*once, *([(3, 400), (2, 400)] if is_near else []), (1, 100), (0, 100)]


@pytest.mark.parametrize(("loss", "is_blamed"), [(109, False), (110, True)])  # 9.9 and 10.0 percent
def test_a_move_of_the_opening_is_blamed_only_after_ten_times_the_nodes(loss: int, is_blamed: bool) -> None:
    pgn = FOUR_PLIES.removeprefix(UNNAMED)
    player = Looking({3: Score(loss), 4: Score(-loss)})
    assert [move.judgement for move in looks(pgn, player).moves()] == [None, None, MISTAKE if is_blamed else None, None]
    once = [(4, 100), (3, 100), (2, 100)]
    assert player.looks == [*once, *([(3, 1000), (2, 1000)] if is_blamed else []), (1, 100), (0, 100)]
    player = Looking({3: Score(loss)}, {3: Score(0)})
    assert [move.judgement for move in looks(pgn, player).moves()] == [None] * 4


def test_the_second_look_decides_and_the_move_after_it_gets_one_if_that_changes_its_loss() -> None:
    """2. Nf3 loses 15 percent at first. The second look sees twice as much, which 2...Nc6 then misses."""
    first = {3: Score(168), 4: Score(-168)}
    player = Looking(first, {3: Score(400), 4: Score(-168)})
    assert [(move.lost, move.judgement) for move in looks(FOUR_PLIES, player).moves()[2:]] == [
        (31.3, BLUNDER),
        (16.4, BLUNDER),
    ]
    assert player.looks[3:6] == [(3, 400), (2, 400), (4, 400)]


def test_a_second_look_goes_on_where_the_score_of_a_position_is_that_after_the_next_move() -> None:
    player = Looking({3: Score(168), 4: Score(-168)}, {3: Score(0), 4: Score(0)}, {3: "Nc6"})
    assert [move.judgement for move in looks(FOUR_PLIES, player).moves()] == [None] * 4
    assert player.looks[3:6] == [(4, 400), (3, 400), (2, 400)]


def test_a_second_look_at_a_depth_is_two_plies_deeper() -> None:
    class Deep(Looking):
        def decide(self, request: MoveRequest) -> Decision:
            depths.append(request.limits.depth)
            return super().decide(request)

    for depth, deeper in ((3, 5), (99, 100)):
        depths: list[int | None] = []
        for _ in GameAnalysis(numbered_game(FOUR_PLIES)).run(Deep({3: Score(20), 4: Score(-20)}), Limits(depth=depth)):
            pass
        assert depths == [depth, depth, depth, deeper, deeper, depth, depth]


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (Score(mate=2), Score(0), "Blunder: misses mate in 2. Best was 1. d4."),
        (Score(mate=2), Score(-800), "Mistake: misses mate in 2. Best was 1. d4."),
        (Score(mate=2), Score(-1200), "Inaccuracy: misses mate in 2. Best was 1. d4."),
        (Score(mate=2), Score(mate=3), "Blunder: misses mate in 2. Best was 1. d4."),
        (Score(0), Score(mate=4), "Blunder: allows mate in 4. Best was 1. d4."),
        (Score(-800), Score(mate=4), "Mistake: allows mate in 4. Best was 1. d4."),
        (Score(-1000), Score(mate=4), "Inaccuracy: allows mate in 4. Best was 1. d4."),
        (Score(mate=2), Score(mate=-9), ""),  # a longer way
        (Score(mate=-2), Score(mate=1), ""),  # lost before
        (Score(40), Score(60), "Inaccuracy: winning chances 54 % to 44 %. Best was 1. d4."),
        (Score(40), Score(0), ""),
    ],
)
def test_a_mistake_is_told_in_sentences(before: Score, after: Score, text: str) -> None:
    """`before` is the mover's score and `after` its opponent's."""
    (first, *_) = analysed(FOUR_PLIES, {0: before, 1: after}, {0: "d4"}).moves()
    assert mistake_text(first, Position()) == text


def test_chances_follow_from_what_a_centipawn_of_the_player_is_worth() -> None:
    """The scores and the centipawns lost stay the player's own; a mate stays a mate."""

    class SmallCentipawns(ScriptedPlayer):
        centipawn = 2.0

    analysis = GameAnalysis(numbered_game(FOUR_PLIES))
    for _ in analysis.run(SmallCentipawns({1: Score(100), 2: Score(mate=3), 3: Score(-400), 4: Score(400)}), Limits()):
        pass
    first, second, third, fourth = analysis.moves()
    assert first.chances == pytest.approx((50, 32.38), abs=0.01)
    assert (str(first.after.score), first.centipawn_loss) == ("-1.00", 100)
    names = [move.judgement.name if move.judgement else "" for move in (first, second, third, fourth)]
    # Without it the first move would be an inaccuracy, and the third, which gives a mate away, a blunder.
    assert names == ["blunder", "blunder", "mistake", ""]


def test_a_mate_counts_as_ten_pawns() -> None:
    analysis = analysed(FOUR_PLIES, {0: Score(mate=2), 1: Score(0), 2: Score(mate=-1), 3: Score(mate=5), 4: Score(0)})
    first, second, third, fourth = analysis.moves()
    assert [first.before.win, first.lost] == pytest.approx([97.54, 47.5], abs=0.01)
    assert (first.after.win, first.centipawn_loss, second.lost) == (50, 1000, 0)
    assert second.after.win == pytest.approx(2.46, abs=0.01)
    assert str(second.after.score) == "#-1"
    assert [third.lost, fourth.lost] == pytest.approx([0, 47.5], abs=0.01)


class RecordingPlayer(ScriptedPlayer):
    """Keeps the numbers of plies at which it was asked."""

    def __init__(self) -> None:
        super().__init__({})
        self.asked: list[int] = []

    def decide(self, request: MoveRequest) -> Decision:
        self.asked.append(len(request.game.moves))
        return super().decide(request)


class TablePlayer(RecordingPlayer):
    """Keeps what it has searched."""

    keeps_table = True


def test_a_player_that_keeps_a_table_goes_backwards_and_any_other_forwards() -> None:
    for player, asked in ((TablePlayer(), [4, 3, 2, 1, 0]), (RecordingPlayer(), [0, 1, 2, 3, 4])):
        analysis = GameAnalysis(numbered_game(FOUR_PLIES))
        plies = [analysis.first for _ in analysis.run(player, Limits())]
        assert player.asked == asked
        assert plies == (asked if player.keeps_table else [0] * 5)


def test_going_backwards_shows_the_better_move_where_the_mistake_was_made() -> None:
    """After 15.Bxd7+ of the Opera Game, Nxd7 allows mate in two. Alone, so short a search takes Nxd7 for the best move.

    Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
    """
    game = numbered_game(OPERA_GAME)
    with closing(player_named("modern")) as player:
        analysis = GameAnalysis(game)
        for _ in zip(range(5), analysis.run(player, Limits(nodes=3_000)), strict=False):
            pass
        assert analysis.first == 29
        player.new_game()
        alone = PositionSearch(player, game.up_to(29), Limits(nodes=3_000)).run()
    move = analysis.moves()[0]
    assert game.uci_moves[29] == "f6d7"
    assert alone.move == move.move
    assert move.best != move.move
    assert move.judgement is not None
    assert mistake_text(move, game.up_to(29).position).endswith(": allows mate in 2. Best was 15...Qxd7.")


def test_the_end_of_a_game_needs_no_thought() -> None:
    mate = analysed("1. f3 e5 2. g4 Qh4# 0-1", {3: Score(mate=1)})
    assert mate.verdicts[-1].decision is None
    assert (mate.verdicts[-1].win, mate.verdicts[-1].score, mate.moves()[-1].lost) == (0, None, 0)
    stalemate = analysed('[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2', {0: Score(mate=3)})
    assert [stalemate.verdicts[-1].win, stalemate.moves()[0].lost] == pytest.approx([50, 47.5], abs=0.01)


def test_the_figures_of_a_side_count_its_own_moves() -> None:
    analysis = analysed(FOUR_PLIES, {1: Score(600), 2: Score(0), 3: Score(0), 4: Score(0)})
    white, black = analysis.side("white"), analysis.side("black")
    assert white is not None
    assert black is not None
    assert white.mistakes == {"inaccuracy": 0, "mistake": 0, "blunder": 1}
    assert white.centipawn_loss == 300
    assert white.accuracy < 50
    assert black.mistakes["blunder"] == 1  # it gave the advantage back


def test_a_perfect_game_is_100_percent_accurate() -> None:
    figures = analysed(FOUR_PLIES, {}).side("white")
    assert figures is not None
    assert (round(figures.accuracy), figures.centipawn_loss, figures.moves) == (100, 0, 2)


def test_black_may_begin() -> None:
    pgn = '[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"]\n\n2... Nc6 *'
    analysis = analysed(pgn, {0: Score(0), 1: Score(300)})
    (move,) = analysis.moves()
    assert (move.side, move.centipawn_loss) == ("black", 300)
    assert analysis.side("white") is None
    assert analysis.side("black") is not None


def test_a_game_that_is_interrupted_backwards_has_its_last_moves() -> None:
    analysis = GameAnalysis(numbered_game(FOUR_PLIES))
    run = analysis.run(TablePlayer(), Limits())
    for _ in range(3):
        next(run)
    assert [move.ply for move in analysis.moves()] == [3, 4]
    assert [ply["san"] for ply in analysis_json(analysis)["plies"]] == ["Nf3", "Nc6"]
    assert analysed_pgn(analysis).count("%eval") == 2
    assert analysed_pgn(analysis).index("%eval") > analysed_pgn(analysis).index("Nf3")


def test_scores_that_say_nothing_about_the_result_are_not_judged() -> None:
    class OtherScores(ScriptedPlayer):
        score_note = "the score counts attacks"

    analysis = GameAnalysis(numbered_game(FOUR_PLIES))
    for _ in analysis.run(OtherScores({0: Score(0), 1: Score(500)}, {0: "e4"}), Limits()):
        pass
    assert [str(verdict.score) for verdict in analysis.verdicts[:2]] == ["+0.00", "-5.00"]
    assert [(move.lost, move.judgement, move.accuracy) for move in analysis.moves()] == [(None, None, None)] * 4
    assert analysis.side("white") is None
    assert analysis_json(analysis)["plies"][0]["win"] is None
    assert analysis_json(analysis)["plies"][0]["score"] == "-5.00"
    assert "chances" not in next(page_analysis(analysis, "x"))["today"]


def test_a_game_that_is_interrupted_has_the_moves_judged_so_far() -> None:
    analysis = GameAnalysis(numbered_game(FOUR_PLIES))
    run = analysis.run(ScriptedPlayer({}), Limits())
    assert analysis.moves() == []
    assert analysis.side("white") is None
    for _ in range(3):
        next(run)
    assert len(analysis.moves()) == 2
    assert not analysis.is_complete
    assert analysis_json(analysis)["complete"] is False


def test_without_scores_nothing_is_judged() -> None:
    analysis = analysed(FOUR_PLIES, dict.fromkeys(range(5)))
    assert [(move.lost, move.judgement, move.accuracy) for move in analysis.moves()] == [(None, None, None)] * 4
    assert analysis.side("white") is None
    assert "%eval" not in analysed_pgn(analysis, "Scripted")


def test_the_json_has_scores_from_whites_side_and_the_best_line() -> None:
    analysis = analysed(FOUR_PLIES, {0: Score(20), 1: Score(mate=3), 2: Score(mate=-3)}, {0: "d4"})
    found = analysis_json(analysis)
    first = found["plies"][0]
    assert (first["score"], first["best_score"], first["best"], first["judgement"]) == (
        *("#-3", "+0.20", ["d2d4"]),
        "blunder",
    )
    assert found["sides"]["black"]["mistakes"]["blunder"] == 0
    assert found["plies"][1]["win"] == 2.5


def test_the_pgn_has_evaluations_glyphs_and_better_lines() -> None:
    analysis = analysed(FOUR_PLIES, {0: Score(20), 1: Score(400), 2: Score(-400)}, {0: "d4"})
    text = " ".join(analysed_pgn(analysis, "Scripted").split())
    remark = "Blunder: winning chances 52 % to 19 %. Best was 1. d4."
    assert f"1. e4 $4 {{ [%eval -4.00] {remark} }} 1... e5 {{ [%eval -4.00] }}" in text  # a line of one ply is left out
    assert '[Annotator "Scripted"]' in text


def test_a_mate_is_written_as_its_distance_and_no_mate_on_the_board_has_a_score() -> None:
    pgn = "1. f3 e5 2. g4 Qh4# 0-1"
    text = analysed_pgn(analysed(pgn, {3: Score(mate=1)}, {3: "Qh4#"}))
    assert "2. g4 $4 { [%eval #-1]" in text
    assert text.split("Qh4# ")[-1].strip() == "0-1"


def test_the_page_gets_what_the_player_thinks_and_the_accuracy() -> None:
    pgn = "1. f3 e5 2. g4 Qh4# 0-1"
    analysis = analysed(pgn, {0: Score(35), 3: Score(mate=1)})
    found = list(page_analysis(analysis, "Scripted"))
    assert len(found) == 5
    assert (found[0]["today"]["score"], found[0]["remarks"]) == ("+0.35", [["Scripted", "note 0"]])
    assert found[3]["today"]["value"] == -1000
    assert found[4] == {"today": None, "remarks": []}
    assert [name for name, _ in accuracy_facts(analysis)] == ["White's accuracy", "Black's accuracy"]


@pytest.mark.parametrize("pgn", [FOUR_PLIES, '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2'])
def test_what_is_written_is_the_same_game(pgn: str) -> None:
    text = analysed_pgn(analysed(pgn, {}))
    before, after = numbered_game(pgn), numbered_game(text)
    assert (after.uci_moves, after.start, after.error) == (before.uci_moves, before.start, "")


SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


@pytest.mark.parametrize(
    ("plies", "result", "reason"),
    [
        *((7, "*", None), (8, "*", "threefold repetition"), (8, "1/2-1/2", "threefold repetition")),
        *((8, "1-0", None), (8, "0-1", None), (15, "1-0", None), (16, "1-0", "fivefold repetition")),
    ],
)
def test_a_game_ends_by_a_draw_that_may_be_claimed_unless_somebody_won_it(
    plies: int, result: str, reason: str | None
) -> None:
    moves = (SHUFFLE * 4).split()[:plies]
    end = GameAnalysis(numbered_game(f"{' '.join(moves)} {result}")).end_at(plies)
    assert (end.reason if end else None) == reason


def test_in_the_middle_of_a_game_only_an_end_that_needs_no_counting_is_one() -> None:
    repeated = GameAnalysis(numbered_game(f"{SHUFFLE * 5} *"))
    assert [repeated.end_at(ply) for ply in range(20)] == [None] * 20
    bare = GameAnalysis(numbered_game('[FEN "8/8/4k3/8/8/3rK3/8/8 w - - 0 1"]\n\n1. Kxd3 Kd5 2. Ke3 *'))
    assert [end.reason if (end := bare.end_at(ply)) else None for ply in range(4)] == [None] + [
        "insufficient material"
    ] * 3
