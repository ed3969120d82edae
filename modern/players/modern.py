"""The modern engine as a player."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from modern.engine.engine import (
    DEFAULT_EVALUATION,
    DEFAULT_MEGABYTES,
    DEFAULT_OVERHEAD,
    EVALUATIONS,
    HAND,
    NETWORK,
    OPTIONAL,
    Engine,
)
from modern.engine.evaluation.groups import OPTIONAL_PARTS
from modern.engine.network.weights_file import WeightsError
from modern.engine.strength import DEFAULT_ELO, MAX_ELO, MIN_ELO, Level, level_of, noise_of, seeded
from modern.engine.techniques import FIRST_YEAR, LAST_YEAR, NEURAL_NETWORK, NOTHING, YEAR_OF
from modern.facts import fact
from modern.game.game import Game
from modern.players.main_lines import known_move
from modern.players.protocol import (
    CHECK,
    COMBO,
    LIMIT_OPTIONS,
    LIMIT_STRENGTH,
    MOVE_OVERHEAD,
    MULTI_PV,
    SPIN,
    UCI_ELO,
    Decision,
    ExplainedLine,
    MoveRequest,
    Option,
    OptionError,
    Player,
)
from modern.report import Report, Score, Term
from modern.rules import Move, Position
from modern.rules.errors import quoted
from modern.rules.fen import INITIAL_FEN
from modern.rules.pieces import MAX_MOVES

HASH: Final = "Hash"
CLEAR_HASH: Final = "Clear Hash"
PONDER: Final = "Ponder"
WITHOUT: Final = "Without"
YEAR: Final = "Year"
EVALUATION: Final = "Evaluation"
SEED: Final = "Seed"

#: The scores shown are in Stockfish's unit. Each centipawn of the search is worth the first number up to KNEE, and the
#: second beyond it. Fitted to Stockfish's scores: docs/measurements/analyse.md.
CENTIPAWN: Final = 1.35
CENTIPAWN_BEYOND: Final = 0.55
KNEE: Final = 350
#: The largest transposition table, in megabytes.
MAX_MEGABYTES: Final = 4096
#: The largest value of Seed.
MAX_SEED: Final = 999_999
#: How long a move at a limited strength takes where people watch, in seconds.
LEVEL_SECONDS: Final = 0.8
#: The two terms that complete a score: the noise of a limited strength, and the search's knowledge beyond its
#: line, such as a draw or a score from the transposition table.
LEVEL_ERROR: Final = "error of this level"
REST: Final = "rest of the search"
#: Terms are whole centipawns, so their sum may differ from a score by this many.
ROUNDING: Final = 8
#: A saved game's memory: the seed of a game at a limited strength.
MEMORY: Final = re.compile(r"seed ([1-9][0-9]{0,5})")


def shown_centipawns(centipawns: int) -> int:
    """Returns a score of the search as it is shown, in Stockfish's centipawns."""
    size = abs(centipawns)
    shown = round(CENTIPAWN * min(size, KNEE) + CENTIPAWN_BEYOND * max(0, size - KNEE))
    return shown if centipawns > 0 else -shown


def shown_score(score: Score) -> Score:
    """Returns a score of the search as it is shown; a mate stays as it is."""
    return score if score.centipawns is None else Score(shown_centipawns(score.centipawns))


def shown_terms(terms: Sequence[Term]) -> list[Term]:
    """Returns the terms of an evaluation so that they add up to its score as it is shown, apart from rounding."""
    total = sum(term.white - term.black for term in terms)
    unit = CENTIPAWN if abs(total) <= KNEE else shown_centipawns(total) / total
    return [Term(term.name, round(unit * term.white), round(unit * term.black)) for term in terms]


class ModernPlayer(Player):
    """Searches until its limits are reached, and answers at once when it is stopped.

    Its scores and terms are in the unit of `shown_centipawns`; the engine's own are not.
    """

    name = "Gosub Chess, modern"
    year = "2026"
    depth = "until its limits"
    keeps_table = True
    options = (
        Option(HASH, SPIN, str(DEFAULT_MEGABYTES), 1, MAX_MEGABYTES),  # megabytes
        Option(MOVE_OVERHEAD, SPIN, f"{1000 * DEFAULT_OVERHEAD:.0f}", 0, 10_000),  # milliseconds
        Option(PONDER, CHECK, "false"),  # the GUI decides when to ponder, if the engine has this option
        Option(MULTI_PV, SPIN, "1", 1, MAX_MOVES),  # variations
        Option(LIMIT_STRENGTH, CHECK, "false"),
        Option(UCI_ELO, SPIN, str(DEFAULT_ELO), MIN_ELO, MAX_ELO),  # applies only while UCI_LimitStrength is true
        *LIMIT_OPTIONS,
        Option(WITHOUT, COMBO, NOTHING, choices=(NOTHING, *OPTIONAL)),
        Option(YEAR, SPIN, str(LAST_YEAR), FIRST_YEAR, LAST_YEAR),  # only ideas that had been published by then
        Option(EVALUATION, COMBO, DEFAULT_EVALUATION, choices=EVALUATIONS),
        Option(SEED, SPIN, "0", 0, MAX_SEED),  # of its mistakes at a limited strength; 0: a new one for each game
    )
    buttons = (CLEAR_HASH,)

    def __init__(self) -> None:
        super().__init__()
        self.engine = Engine()
        #: The fault of the network's weights, or an empty string.
        self.complaint = ""
        #: The remarks that it has made; it makes each only once.
        self.remarks = set[str]()
        try:
            self.engine.evaluate_with(self.settings[EVALUATION])
        except WeightsError as error:
            self.settings[EVALUATION] = HAND
            self.complaint = f"{error}; {HAND} evaluates"
        #: The seed of the game, 0 before the first move at a limited strength.
        self.seed = 0
        #: The position of the last decision, and the last report on each of its variations, by multipv.
        self.position = Position()
        self.reports: dict[int, Report] = {}

    def apply_option(self, option: Option, value: str) -> str:
        """Applies a value: a new hash size allocates a new transposition table, for example."""
        if option.name == HASH and value != self.settings[HASH]:
            try:
                self.engine.resize(int(value))
            except MemoryError:
                raise OptionError(f"there is not enough memory for a {HASH} of {value} megabytes") from None
        elif option.name == WITHOUT and value != self.settings[WITHOUT]:
            self.engine.disable(value)
        elif option.name == YEAR and value != self.settings[YEAR]:
            self._evaluate_with(self.settings[EVALUATION], int(value))
            self.engine.use_ideas_until(int(value))
        elif option.name == EVALUATION:
            if value != self.settings[EVALUATION]:
                self._evaluate_with(value, int(self.settings[YEAR]))
            self.complaint = ""  # the evaluation has been chosen
        return value

    def _evaluate_with(self, name: str, year: int) -> None:
        """Chooses the evaluation of a year: the hand-written terms in the years before networks.

        Raises OptionError if the network's weights cannot be used.
        """
        try:
            self.engine.evaluate_with(name if YEAR_OF[NEURAL_NETWORK] <= year else HAND)
        except WeightsError as error:
            raise OptionError(f"{error}; {HAND} still evaluates") from None

    def press(self, button: str) -> None:
        """Clears the transposition table and the history tables; `button` is CLEAR_HASH."""
        self.engine.clear()

    def new_game(self) -> None:
        """Clears the transposition table and the history tables."""
        self.engine.clear()
        self.reports = {}
        self.seed = 0

    def decide(self, request: MoveRequest) -> Decision:
        """Searches until the limits are reached or a stop comes. At a limited strength it may know an opening."""
        self.position, self.reports = request.game.position.copy(), {}
        level = self._level()
        if level is not None:
            level = level._replace(seed=self._game_seed(request))
            if known := self._known_move(request):
                return Decision(known, pv=(known,))
        self.engine.level = level
        for remark in (self.complaint, self._disabled_in_vain()):
            if remark and remark not in self.remarks:
                self.remarks.add(remark)
                request.note(remark)

        def pass_on(report: Report) -> None:
            shown = replace(report, score=shown_score(report.score))
            self.reports[report.multipv] = shown
            request.report(shown)

        best = self.engine.think(
            request.game.position,
            self.own_limits(request.limits, request.game),
            request.control,
            pass_on,
            pv_count=int(self.settings[MULTI_PV]),
            overhead=int(self.settings[MOVE_OVERHEAD]) / 1000,
        )
        if best is None:
            return Decision(None)
        self.count_turn(request.game, best.seconds)
        best = replace(best, score=shown_score(best.score))
        self.reports[best.multipv] = best  # a search that is stopped does not report its last iteration
        return Decision(best.pv[0], best.score, best.pv, best.depth, best.nodes, best.seconds)

    def terms(self, game: Game) -> list[Term]:
        """Returns the terms of the hand-written evaluation, also if the network evaluates."""
        return self._terms(game.position)

    def static_score(self, game: Game) -> Score:
        """Returns the static evaluation by the evaluator of its searches; at a limited strength without its error."""
        evaluator = self.engine.evaluator if self._network_evaluates() else self.engine.hand
        return shown_score(Score(int(evaluator.evaluate(game.position.scratch_copy()))))

    def terms_note(self) -> str:
        """Returns a remark that the terms are the hand-written evaluation's, if the network evaluates."""
        if not self._network_evaluates():
            return ""
        return "these are the terms of the hand-written evaluation; the scores are the network's, which has no terms"

    def explained_lines(self) -> list[ExplainedLine]:
        """Returns the variations it found, with the evaluation terms of their last positions; a mate has no terms.

        If the hand-written evaluation evaluates, LEVEL_ERROR and REST make the terms add up to the score.
        """
        return self.explanation()()

    def explanation(self) -> Callable[[], list[ExplainedLine]]:
        """Returns a function that returns these lines later."""
        position, reports = self.position, self.reports
        return lambda: [
            ExplainedLine(report.pv, report.score, self._terms_of(position, report))
            for _, report in sorted(reports.items())
        ]

    def least_seconds(self) -> float:
        """Returns about a second at a limited strength, which has few nodes."""
        return 0.0 if self._level() is None else LEVEL_SECONDS

    def memory(self) -> str:
        """Returns the seed of a game at a limited strength: `seed 1234`."""
        return f"seed {self.seed}" if self.seed else ""

    def recall(self, game: Game, memory: str) -> None:
        """Restores the seed of a saved game. Raises ValueError if `memory` is not a result of `memory()`."""
        match = MEMORY.fullmatch(memory)
        if memory and match is None:
            raise ValueError(f"{quoted(memory)} is not the seed of a game, such as seed 1234")
        self.seed = int(match[1]) if match else 0

    def _game_seed(self, request: MoveRequest) -> int:
        """Returns the seed of this game: the option's, or a random one, noted before the first move."""
        if fixed := int(self.settings[SEED]):
            self.seed = fixed
        elif not self.seed:
            self.seed = random.randint(1, MAX_SEED)
            request.note(fact("player.random_mistakes", setting=f"{SEED}={self.seed}"))
        return self.seed

    def _known_move(self, request: MoveRequest) -> Move | None:
        """Returns the next move of an opening that a limited strength knows, or None."""
        game, limits = request.game, request.limits
        if game.start != INITIAL_FEN or limits.infinite or self.settings[MULTI_PV] != "1":
            return None
        san = known_move([move.san for move in game.written_moves()], int(self.settings[UCI_ELO]), self.seed)
        move = game.position.parse_san(san) if san else None
        return move if not limits.only or move in limits.only else None

    def _disabled_in_vain(self) -> str:
        """Returns a remark if a part of the hand-written evaluation is disabled, but the network evaluates."""
        part = self.settings[WITHOUT]
        if part not in OPTIONAL_PARTS or not self._network_evaluates():
            return ""
        return f"{WITHOUT}={part} changes nothing: the {NETWORK} evaluates; set {EVALUATION} to {HAND}"

    def _network_evaluates(self) -> bool:
        """Returns whether the network evaluates in its searches: never at a limited strength."""
        return self.engine.network is not None and self._level() is None

    def _level(self) -> Level | None:
        """Returns the strength that it is limited to, or None: the highest UCI_Elo is full strength."""
        elo = int(self.settings[UCI_ELO])
        return level_of(elo) if self.settings[LIMIT_STRENGTH] == "true" and elo < MAX_ELO else None

    def _terms_of(self, root: Position, report: Report) -> tuple[Term, ...]:
        """Returns the terms at the end of a variation from a position; none of a mate."""
        score = report.score.centipawns
        if score is None:
            return ()
        position = root.copy()
        for move in report.pv:
            position.make_move(move.code)
        if self._network_evaluates():
            return tuple(self._terms(position))
        level = self._level()
        noise = 0 if level is None else noise_of(seeded(position.key, self.seed), level.eval_noise)
        error = Term(LEVEL_ERROR, noise if position.side == "white" else -noise, 0)
        terms = shown_terms([*self._engine_terms(position), error])
        white_score = score if root.side == "white" else -score
        rest = white_score - sum(term.white - term.black for term in terms)
        terms.append(Term(REST, 0 if abs(rest) <= ROUNDING else rest, 0))
        return tuple(terms)

    def _terms(self, position: Position) -> list[Term]:
        """Returns the terms of a position's evaluation, as they are shown."""
        return shown_terms(self._engine_terms(position))

    def _engine_terms(self, position: Position) -> list[Term]:
        """Returns the terms that the evaluation adds up; the network has none."""
        return self.engine.evaluator.terms(position) or self.engine.hand.terms(position)
