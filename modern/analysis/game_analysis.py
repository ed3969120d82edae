"""A player goes through a game: what it thinks of each position, and what that says about the moves and the sides.

The score before a move and that after it come from two searches, and the second sees a ply further. Compared as they
are, they would blame a move for what only the second has seen, even if the player itself wanted the move. So before a
move is blamed, the better one is made too, and searched from there with the same limits; if it turns out to be no
better, the search looks among the other moves. The score before a move is then that of the best move so found.

A limit between two judgements must not be decided by chance either. So where a move loses enough, the positions before
and after it are searched again, with more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import Final

from modern.analysis.accuracy import (
    INACCURACY,
    JUDGEMENTS,
    MISTAKE,
    Judgement,
    bounded_centipawns,
    game_accuracy,
    in_centipawns,
    judgement_of,
    move_accuracy,
    percent_lost,
    volatilities,
    win_percent,
)
from modern.analysis.openings import opening_plies
from modern.game.game import NO_RESULT, WHITE, Game
from modern.limits import MAX_DEPTH, Limits
from modern.players import Decision, Player
from modern.players.position_search import PositionSearch, analysis_limits
from modern.report import Score, discard
from modern.rules import Move, Outcome, Position
from modern.rules.outcome import FIFTY_MOVES, FIVEFOLD_REPETITION, SEVENTY_FIVE_MOVES, THREEFOLD_REPETITION

DRAW_SCORE: Final = Score(centipawns=0)
MATE_SCORE: Final = Score(mate=1)
#: How many better moves are looked at, before a move is found to be as good as any.
MAX_BETTER_MOVES: Final = 3
#: A move that loses at least this much, in percent, is near a limit between two judgements, all of which are 5 apart.
NEAR_A_LIMIT: Final = INACCURACY.lost - 4
#: How many times the limits a second look has, and that at a move of the named opening.
SECOND_LOOK: Final = 4
SECOND_LOOK_AT_OPENING: Final = 10
#: A mate is worth more than any evaluation, in centipawns.
MATE_VALUE: Final = 10**9
#: Both end a game only if it ends there: the players of some files went on.
ENDS_BY_COUNTING: Final = (SEVENTY_FIVE_MOVES, FIVEFOLD_REPETITION)


@dataclass(frozen=True)
class PositionVerdict:
    """What a player thinks of a position: its decision and its remarks; at the end of a game instead the outcome.

    `side` is the side to move, and `centipawn` what one of the player's centipawns is worth (Player.centipawn).
    """

    side: str
    decision: Decision | None
    outcome: Outcome | None = None
    remarks: tuple[str, ...] = ()
    centipawn: float = 1.0

    @property
    def score(self) -> Score | None:
        """The score from White's side; None if the player gives none, or if a mate is on the board."""
        if self.outcome:
            return None if self.outcome.winner else DRAW_SCORE
        score = self.decision.score if self.decision else None
        return score.for_white(self.side) if score else None

    @property
    def judged_score(self) -> Score | None:
        """The same, but with a mate on the board as a mate in 1."""
        if self.outcome and self.outcome.winner:
            return MATE_SCORE.for_white(self.outcome.winner)
        return self.score

    @property
    def win(self) -> float | None:
        """White's probability to win, from 0 to 100; None without a score."""
        if self.outcome and self.outcome.winner:
            return 100.0 if self.outcome.winner == WHITE else 0.0
        return None if self.score is None else win_percent(in_centipawns(self.score, self.centipawn))


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, with what the player thinks before and after it.

    `ply` counts from 1. `has_chances` is False if the player's scores say nothing about the probability to win. Then,
    and without scores, the move is not judged. `in_opening` is True for a move of the named opening: many play it and
    know why, so it is not blamed for less than a mistake.
    """

    ply: int
    move: Move
    before: PositionVerdict
    after: PositionVerdict
    has_chances: bool = True
    in_opening: bool = False

    @property
    def side(self) -> str:
        return self.before.side

    @property
    def best(self) -> Move | None:
        """The player's own move."""
        return self.before.decision.move if self.before.decision else None

    @property
    def scores(self) -> tuple[Score, Score] | None:
        """The mover's scores before and after the move; None if the move is not judged."""
        before, after = self.before.judged_score, self.after.judged_score
        if before is None or after is None or not self.has_chances:
            return None
        return before.for_white(self.side), after.for_white(self.side)  # turns White's score into the mover's too

    @property
    def chances(self) -> tuple[float, float] | None:
        """The mover's probability to win before and after the move, from 0 to 100; None if the move is not judged."""
        before, after = self.before.win, self.after.win
        if before is None or after is None or not self.has_chances:
            return None
        return (before, after) if self.side == WHITE else (100 - before, 100 - after)

    @property
    def lost(self) -> float | None:
        """How many percent of the probability to win the move loses, at least 0, as it is judged and shown.

        None if it is not judged.
        """
        return percent_lost(*self.chances) if self.chances else None

    @property
    def centipawn_loss(self) -> int | None:
        """What the move loses in centipawns, both scores within bounds; None if it is not judged."""
        if self.scores is None:
            return None
        before, after = map(bounded_centipawns, self.scores)
        return max(0, before - after)

    @property
    def accuracy(self) -> float | None:
        """The move's accuracy, from 0 to 100; None if it is not judged."""
        return None if self.chances is None else move_accuracy(self.chances[0] - self.chances[1])

    @property
    def judgement(self) -> Judgement | None:
        """The kind of mistake that it is; None if it is not one."""
        if self.scores is None or (self.in_opening and (self.lost or 0.0) < MISTAKE.lost):
            return None
        before, after = (in_centipawns(score, self.before.centipawn) for score in self.scores)
        return judgement_of(before, after)

    @property
    def effort(self) -> int:
        """How many times the limits the searches before and after it have, before it is judged: 1 for one look."""
        if self.in_opening:
            return SECOND_LOOK_AT_OPENING if self.judgement else 1
        return SECOND_LOOK if self.judgement or (self.lost or 0.0) >= NEAR_A_LIMIT else 1


@dataclass(frozen=True)
class SideFigures:
    """How a side has played: its moves that were judged, its accuracy from 0 to 100, the centipawns that it lost a
    move, and how many of its moves were mistakes of each kind."""

    moves: int
    accuracy: float
    centipawn_loss: float
    mistakes: dict[str, int]


class GameAnalysis:
    """The analysis of a game, complete or as far as it has come. `number` is that of the game in its file, from 1.

    A player that keeps what it has searched goes from the last position to the first. So what it has seen after a move
    it knows before the move too, and finds a mistake where it was made. It looks again where a judgement is near. All
    others go through the game as they play, look once, and are not asked about other moves.

    `verdicts`     those of the positions that have been analysed, in the order of the game. A score that comes from
                   after the game's move, or from after a better one, has replaced that of the position itself.
    `first`        the number of plies before the first of these positions.
    `has_chances`  False if the player's scores say nothing about the probability to win (Player.score_note).
    """

    def __init__(self, game: Game, number: int = 1) -> None:
        self.game = game
        self.number = number
        self.verdicts: list[PositionVerdict] = []
        self.first = 0
        self.has_chances = True
        self._efforts: list[int] = []  # how many times the limits each verdict rests on

    @property
    def title(self) -> str:
        """The names of the players and the result: `Anna - Bert, 1-0`."""
        known = {name: text for name, text in self.game.headers.items() if text not in ("", "?")}
        return f"{known.get('White', 'White')} - {known.get('Black', 'Black')}, {known.get('Result', NO_RESULT)}"

    @property
    def is_complete(self) -> bool:
        return len(self.verdicts) == len(self.game.moves) + 1

    def run(
        self, player: Player, limits: Limits, on_line: Callable[[str], None] = discard
    ) -> Iterator[PositionVerdict]:
        """Lets a player think about each position. Raises PlayerError.

        The limits, depth, seconds and nodes, are for each position. Yields each verdict when it has been added to
        `verdicts`. `on_line` is called with each line that the player shows meanwhile.
        """
        self.has_chances = not player.score_note
        asked = _Asked(player, limits, on_line)
        plies = range(len(self.game.moves) + 1)
        for ply in reversed(plies) if player.keeps_table else plies:
            if player.keeps_table:
                verdict = self._verdict(ply, self.verdicts[0] if self.verdicts else None, asked)
                self.first = ply
                self.verdicts.insert(0, verdict)
                self._efforts.insert(0, 1)
                self._look_again(asked)
            else:
                verdict = asked.verdict(self.game.up_to(ply), self.end_at(ply))
                self.verdicts.append(verdict)
                if self.has_chances:
                    self._carry_back()
            yield verdict

    def _verdict(self, ply: int, after: PositionVerdict | None, asked: _Asked) -> PositionVerdict:
        """Returns what the player thinks after a number of plies, and settles with the verdict after the next move.

        Raises PlayerError.
        """
        verdict = asked.verdict(self.game.up_to(ply), self.end_at(ply))
        return self._settled(self._judged(ply, verdict, after), asked) if after else verdict

    def _judged(self, ply: int, before: PositionVerdict, after: PositionVerdict) -> JudgedMove:
        """Returns the game's move after a number of plies, with the verdicts before and after it."""
        move = self.game.moves[ply]
        return JudgedMove(ply + 1, move, before, after, self.has_chances, ply < self._opening_plies)

    @cached_property
    def _opening_plies(self) -> int:
        """How many plies the named opening has."""
        return opening_plies(self.game)

    def _look_again(self, asked: _Asked) -> None:
        """Takes a second look at the first move that has been analysed, if a judgement is near, and at all moves whose
        loss this changes. Raises PlayerError."""
        pending = [0]
        while pending:
            index = pending.pop()
            if not 0 <= index < len(self.verdicts) - 1:
                continue
            effort = self._judged(self.first + index, *self.verdicts[index : index + 2]).effort
            places = [index + 1, index]  # backwards here too
            if index + 2 < len(self.verdicts) and self._rests_on_next(index + 1):
                places.insert(0, index + 2)
            for place in places:
                if self._efforts[place] < effort:
                    after = self.verdicts[place + 1] if place + 1 < len(self.verdicts) else None
                    self.verdicts[place] = self._verdict(self.first + place, after, asked.times(effort))
                    self._efforts[place] = effort
                    pending += [place - 1, place]

    def _rests_on_next(self, index: int) -> bool:
        """Returns True if the score of a position is the one that was found after the game's move there."""
        decision = self.verdicts[index].decision
        return decision is not None and decision.move == self.game.moves[self.first + index]

    def end_at(self, ply: int) -> Outcome | None:
        """Returns how the rules end the game after a number of plies; None where it went on, or if somebody won it."""
        position = self.game.up_to(ply).position
        outcome = position.outcome()
        if ply == len(self.game.moves):
            is_decided = self.game.result in ("1-0", "0-1")
            return outcome or (None if is_decided else claimable_draw(position))
        return None if outcome and outcome.reason in ENDS_BY_COUNTING else outcome

    def _settled(self, move: JudgedMove, asked: _Asked) -> PositionVerdict:
        """Returns the verdict on the position before a move that compares like with like, if need be by more searches.

        Raises PlayerError.
        """
        before, after = move.before, move.after
        if move.scores is None or not self.has_chances:
            return before
        game = self.game.up_to(move.ply - 1)
        has_drawn = claimable_draw(self.game.up_to(move.ply).position) is not None
        found = {move.move: carried_back(before, move.move, after)}
        candidate = before
        for _ in range(MAX_BETTER_MOVES):
            if move.judgement is None:
                break
            if candidate.decision is None or candidate.decision.move in found:
                others = tuple(other for other in game.position.legal_moves() if other not in found)
                if not others:
                    break
                candidate = asked.verdict(game, None, others)
            better = candidate.decision.move if candidate.decision else None
            if better is None or replace(move, before=candidate).judgement is None:
                break
            reached = self.game.up_to(move.ply - 1)
            reached.make(better)
            # Who could have claimed a draw with the move that was made lost nothing by it.
            drawn = reached.position.outcome() or (None if has_drawn else claimable_draw(reached.position))
            found[better] = carried_back(candidate, better, asked.verdict(reached, drawn))
            if replace(move, before=found[better]).judgement is not None:
                break
        if len(found) > 1 or move.best == move.move or _is_much_better(found[move.move], before):
            return max(found.values(), key=_worth)
        return before

    def _carry_back(self) -> None:
        """Gives a position the score after the game's move, if that was the player's own, from the last one back."""
        for index in reversed(range(len(self.verdicts) - 1)):
            before, after = self.verdicts[index : index + 2]
            move = self.game.moves[index]
            if before.decision is None or before.decision.move != move:
                break
            self.verdicts[index] = carried_back(before, move, after)

    def moves(self) -> list[JudgedMove]:
        """Returns the moves whose positions before and after have been analysed."""
        pairs = pairwise(self.verdicts)
        return [self._judged(ply, before, after) for ply, (before, after) in enumerate(pairs, self.first)]

    def mistakes(self, side: str) -> list[JudgedMove]:
        """Returns the mistakes and blunders of 'white' or 'black', those that lost most of the chances to win first."""
        moves = [
            move for move in self.moves() if move.side == side and move.judgement and move.judgement is not INACCURACY
        ]
        return sorted(moves, key=lambda move: -(move.lost or 0.0))

    def side(self, side: str) -> SideFigures | None:
        """Returns how 'white' or 'black' has played; None if none of its moves has been judged."""
        moves = self.moves()
        wins = [verdict.win for verdict in self.verdicts]
        known = [win for win in wins if win is not None]
        if not self.has_chances or len(known) < len(wins) or not any(move.side == side for move in moves):
            return None
        weights = volatilities(known)
        own = [(move, weight) for move, weight in zip(moves, weights, strict=True) if move.side == side]
        judgements = Counter(move.judgement.name for move, _ in own if move.judgement)
        return SideFigures(
            len(own),
            game_accuracy([move.accuracy or 0.0 for move, _ in own], [weight for _, weight in own]),
            fmean(move.centipawn_loss or 0 for move, _ in own),
            {judgement.name: judgements[judgement.name] for judgement in reversed(JUDGEMENTS)},
        )


class _Asked:
    """A player that is asked about positions, all within the same limits."""

    def __init__(self, player: Player, limits: Limits, on_line: Callable[[str], None]) -> None:
        self.player = player
        self.limits = limits
        self.on_line = on_line

    def times(self, effort: int) -> _Asked:
        """Returns the player with this many times the limits; a ply of depth counts as twice the nodes."""
        limits = self.limits
        more = replace(
            limits,
            depth=None if limits.depth is None else min(MAX_DEPTH, limits.depth + round(math.log2(effort))),
            seconds=None if limits.seconds is None else effort * limits.seconds,
            nodes=None if limits.nodes is None else effort * limits.nodes,
        )
        return _Asked(self.player, more, self.on_line)

    def verdict(self, game: Game, outcome: Outcome | None, only: tuple[Move, ...] = ()) -> PositionVerdict:
        """Returns what the player thinks of the last position of a game, unless this is how the game ended there.

        `only` are the moves that it may choose, if not all. Raises PlayerError.
        """
        player, limits = self.player, self.limits
        if outcome:
            return PositionVerdict(game.side, None, outcome, centipawn=player.centipawn)
        full_limits = analysis_limits(game.position, limits.depth, limits.seconds, limits.nodes, only)
        search = PositionSearch(player, game, full_limits, on_line=self.on_line)
        decision = search.run()
        return PositionVerdict(game.side, decision, None, tuple(search.remarks), player.centipawn)


def claimable_draw(position: Position) -> Outcome | None:
    """Returns the draw that can be claimed in a position because it has come about; None if there is none."""
    if position.repetitions() >= 3:
        return Outcome(THREEFOLD_REPETITION)
    return Outcome(FIFTY_MOVES) if position.halfmove_clock >= 100 else None


def carried_back(before: PositionVerdict, move: Move, after: PositionVerdict) -> PositionVerdict:
    """Returns a verdict on the position before a move, whose score and line are those found after it."""
    score = after.judged_score
    if score is None or before.decision is None:
        return before
    own = score.for_white(before.side)
    if own.mate is not None and own.mate > 0 and not after.outcome:
        own = Score(mate=own.mate + 1)  # the move itself is one more
    line = (move, *(after.decision.pv if after.decision else ()))
    return replace(before, decision=replace(before.decision, move=move, score=own, pv=line))


def _worth(verdict: PositionVerdict) -> float:
    """Returns a score as a number that is larger for a better one, for the side to move."""
    score = verdict.decision.score if verdict.decision else None
    if score is None:
        return -math.inf
    if score.mate is None:
        return score.centipawns or 0
    return MATE_VALUE - score.mate if score.mate > 0 else -MATE_VALUE - score.mate


def _is_much_better(found: PositionVerdict, before: PositionVerdict) -> bool:
    """Returns True if a score is better than the one that a search of the position gave, by what is an inaccuracy."""
    assert found.win is not None
    assert before.win is not None
    gained = found.win - before.win
    return (gained if before.side == WHITE else -gained) >= INACCURACY.lost
