"""The interface of all players: a player receives a game and limits, reports while it thinks, and decides on a move."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from modern.engine.control import Control
from modern.facts import fact
from modern.game.clock import parse_time_control
from modern.game.game import WHITE, Game
from modern.limits import MAX_DEPTH, Clock, Limits
from modern.players.suggestion import listed, suggestion
from modern.report import Report, Score, Term, discard
from modern.rules import Move
from modern.rules.errors import quoted

CHECK: Final = "check"
SPIN: Final = "spin"
COMBO: Final = "combo"
STRING: Final = "string"

#: How UCI writes a value of a STRING option that is empty.
EMPTY: Final = "<empty>"

#: The option for the number of variations that are reported. It is UCI's own name, so every player uses the same one.
MULTI_PV: Final = "MultiPV"

#: UCI's own names for the options that limit the strength.
LIMIT_STRENGTH: Final = "UCI_LimitStrength"
UCI_ELO: Final = "UCI_Elo"

#: The option for the time that is lost between the player and its clock, in milliseconds a move.
MOVE_OVERHEAD: Final = "Move Overhead"

#: The option for the most nodes of a move, and its largest value.
NODES: Final = "Nodes"
MAX_NODES: Final = 10**12

#: The options for the greatest depth of a move, for its time in seconds, and for a clock, as --tc has it.
DEPTH: Final = "Depth"
SECONDS: Final = "Seconds"
TIME: Final = "Time"
#: A value of SECONDS.
SECONDS_VALUE: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,4})?")
#: A clock of a player's own never shows less, in seconds: its flag does not fall.
LEAST_LEFT: Final = 0.05

#: A value of a SPIN option.
SPIN_VALUE: Final = re.compile(r"[+-]?[0-9]{1,18}")
BOOLEANS: Final = {"true": True, "false": False}


class PlayerError(Exception):
    """The player does not exist or cannot continue; the text is one line with the reason."""


class IllegalAnswer(PlayerError):
    """A player has answered, but not with a legal move."""


class NoAnswer(PlayerError):
    """A player did not answer in time."""


class Resignation(PlayerError):
    """A player resigns the game."""


class OptionError(ValueError):
    """A player has no such option, or the option cannot have that value; the text is one line that says why."""


@dataclass(frozen=True)
class Option:
    """An option of a player, of one of four UCI types.

    CHECK is true or false, SPIN is a whole number from `minimum` to `maximum`, COMBO is one of `choices`, and STRING is
    any text.
    """

    name: str
    type: str
    default: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def parse(self, value: str) -> str:
        """Returns `value` in its canonical spelling. Raises OptionError if the option cannot have it."""
        text = value.strip()
        if self.type == STRING:
            return "" if text == EMPTY else text
        if self.type == SPIN:
            number = int(text) if SPIN_VALUE.fullmatch(text) else None
            if number is None or not self.minimum <= number <= self.maximum:
                numbers = f"a whole number from {self.minimum} to {self.maximum}"
                raise self._refusal(text, f"expected {numbers if self.minimum < self.maximum else self.minimum}")
            return str(number)
        allowed = tuple(BOOLEANS) if self.type == CHECK else self.choices
        for choice in allowed:
            if text.lower() == choice.lower():
                return choice
        raise self._refusal(text, suggestion(text, allowed, otherwise=f"expected {listed(allowed)}"))

    def _refusal(self, text: str, hint: str) -> OptionError:
        return OptionError(fact("player.not_a_value", text=quoted(text), option=self.name, hint=hint))


@dataclass(frozen=True)
class TextOption(Option):
    """A STRING option whose value, unless empty, `read` reads, or raises ValueError. `expected` names the values."""

    read: Callable[[str], object] = str
    expected: str = ""

    def parse(self, value: str) -> str:
        """Returns `value` without surrounding blanks. Raises OptionError if it cannot be read."""
        text = super().parse(value)
        try:
            if text:
                self.read(text)
        except ValueError:
            raise self._refusal(text, f"expected {self.expected}") from None
        return text


def _seconds_of(text: str) -> float:
    """Returns a number of seconds. Raises ValueError unless it is more than 0."""
    if SECONDS_VALUE.fullmatch(text) is None or not float(text) > 0:
        raise ValueError(text)
    return float(text)


#: Limits of a player's own, so that players with different limits can meet. The most nodes and the greatest depth of a
#: move are besides the limits of the game (0: no such limit). The time for a move, and a clock for the game, replace
#: the game's time for a move (empty: none).
NODES_OPTION: Final = Option(NODES, SPIN, "0", 0, MAX_NODES)
DEPTH_OPTION: Final = Option(DEPTH, SPIN, "0", 0, MAX_DEPTH)
SECONDS_OPTION: Final = TextOption(SECONDS, STRING, "", read=_seconds_of, expected="seconds, more than 0, such as 0.5")
TIME_OPTION: Final = TextOption(
    TIME, STRING, "", read=parse_time_control, expected="SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT"
)
LIMIT_OPTIONS: Final = (NODES_OPTION, DEPTH_OPTION, SECONDS_OPTION, TIME_OPTION)


class Turn(NamedTuple):
    """A turn of a player with a clock of its own: the game before it, and the seconds that it took."""

    start: str
    moves: tuple[Move, ...]
    seconds: float


@dataclass
class MoveRequest:
    """A player's task: to find a move in a game, within limits.

    `control`  lets the caller stop the player.
    `report`   is called with each Report while the player thinks.
    `note`     is called with remarks: UCI sends them as info strings, a PGN has them as comments.
    `show`     is called with lines to be displayed as they come: the 1994 program prints one for each move it tries.

    The player calls the three functions in its own thread.
    """

    game: Game
    limits: Limits = field(default_factory=Limits)
    control: Control = field(default_factory=Control, repr=False)
    report: Callable[[Report], None] = field(default=discard, repr=False)
    note: Callable[[str], None] = field(default=discard, repr=False)
    show: Callable[[str], None] = field(default=discard, repr=False)


@dataclass(frozen=True)
class Decision:
    """A player's move, and the findings of its search.

    `move`        None only without a legal move.
    `score`       the player's score, for the side to move; None if it has none.
    `pv`          the principal variation, which begins with `move`; its second move is the one to ponder on.
    `depth`       in plies.
    `nodes`       as the player counts them.
    `seconds`     the time taken; 0 for a move that it knew, without a search.
    `clock_seconds`  the time for the clock, if the player measures it better than its caller: an outside program's own.
    `by_arbiter`  True if the arbiter (modern.players.arbiter) replaced the player's own choice.
    """

    move: Move | None
    score: Score | None = None
    pv: tuple[Move, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    by_arbiter: bool = False
    clock_seconds: float | None = None

    def __repr__(self) -> str:
        found = f"{self.move or 'no move'}, {self.score or 'no score'}, line {' '.join(map(str, self.pv)) or '-'}"
        return f"<Decision: {found}, depth {self.depth}, nodes {self.nodes:,}, {self.seconds:.2f} s>"


class ExplainedLine(NamedTuple):
    """A variation that a player considered, and how it evaluates it.

    `pv`     the moves, beginning with the one that the player could have made.
    `score`  for the side that was to move.
    `terms`  the terms of its evaluation at the end of the variation; empty if the player does not provide them.
    """

    pv: tuple[Move, ...]
    score: Score
    terms: tuple[Term, ...] = ()

    def __repr__(self) -> str:
        return f"<ExplainedLine: {self.score}, line {' '.join(map(str, self.pv)) or '-'}, {len(self.terms)} terms>"


def unknown_option(name: str, known: Sequence[str]) -> OptionError:
    """Returns the error for an option name that is not in `known`."""
    hint = suggestion(
        name, known, fact("player.options", names=", ".join(known)) if known else fact("player.no_options")
    )
    return OptionError(fact("player.no_option", option=quoted(name), hint=hint))


def option_in(options: Sequence[Option], name: str) -> Option:
    """Returns the option with a name, whose case does not matter. Raises OptionError."""
    for option in options:
        if option.name.lower() == name.lower():
            return option
    raise unknown_option(name, [option.name for option in options])


class Player(ABC):
    """A chess player. It plays one game at a time and is called by one thread at a time.

    A `with` statement closes it. One that nobody closes is closed when the process ends.
    """

    #: The name for tables, UCI and PGN.
    name: str
    #: The author, for UCI.
    author: str = "the authors of Gosub Chess"
    #: The year or years in which the program was written; empty if unknown.
    year: str = ""
    #: How far it searches, as text: `2 plies`, `5 plies (option Depth)`, `until its limits`; empty if unknown.
    depth: str = ""
    #: True if it always searches to its own depth, whatever the limits say.
    has_own_depth: bool = False
    #: One sentence on its scores, if they mean something else than other programs' scores; otherwise empty. No winning
    #: chances are computed from such scores.
    score_note: str = ""
    #: The worth of one of its centipawns in Stockfish's, for computing winning chances.
    centipawn: float = 1.0
    #: True if it keeps its searches, so that it searches a position better after later ones.
    keeps_table: bool = False
    #: The options that can be set.
    options: Sequence[Option] = ()
    #: The names of the actions of `press`: UCI's options of the type button.
    buttons: Sequence[str] = ()

    def __init__(self) -> None:
        self.settings = {option.name: option.default for option in self.options}
        #: Its turns in the present game, if it has a clock of its own.
        self.own_turns: list[Turn] = []

    def __repr__(self) -> str:
        return f"<Player: {self.name}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_option(self, name: str, value: str) -> None:
        """Sets an option; the case of its name does not matter. Raises OptionError and then changes nothing."""
        option = option_in(self.options, name)
        self.settings[option.name] = self.apply_option(option, option.parse(value))

    def apply_option(self, option: Option, value: str) -> str:
        """Applies a valid value, and returns it. Raises OptionError if it cannot be applied."""
        return value

    @property
    def has_own_time(self) -> bool:
        """True if SECONDS or TIME says how long it thinks, instead of the game's time for a move."""
        return bool(self.settings.get(SECONDS) or self.settings.get(TIME))

    def own_limits(self, limits: Limits, game: Game | None = None) -> Limits:
        """Returns the limits of a turn with the player's own, LIMIT_OPTIONS, as far as it has these.

        TIME is a clock only in a game. If the game has clocks too, the one with less time counts.
        """
        nodes, depth = int(self.settings.get(NODES, "0")), int(self.settings.get(DEPTH, "0"))
        if nodes:
            limits = replace(limits, nodes=min(nodes, limits.nodes or nodes))
        if depth:
            limits = replace(limits, depth=min(depth, limits.depth or depth))
        if self.has_own_time:
            seconds = self.settings.get(SECONDS)
            limits = replace(limits, seconds=float(seconds) if seconds else None)
        if game is not None and self.settings.get(TIME):
            limits = self._on_own_clock(limits, game)
        return limits

    def _on_own_clock(self, limits: Limits, game: Game) -> Limits:
        control = parse_time_control(self.settings[TIME])
        moves = game.moves
        self.own_turns = [
            turn
            for turn in self.own_turns
            if turn.start == game.start
            and len(turn.moves) < len(moves)
            and (len(moves) - len(turn.moves)) % 2 == 0
            and turn.moves == tuple(moves[: len(turn.moves)])
        ]
        clock = Clock(max(LEAST_LEFT, control.left_after([turn.seconds for turn in self.own_turns])), control.increment)
        given = limits.clock(game.side)
        if given is not None and given.left <= clock.left:
            return limits
        white, black = (clock, limits.black) if game.side == WHITE else (limits.white, clock)
        return replace(
            limits, white=white or clock, black=black or clock, moves_to_go=control.moves_to_go(len(self.own_turns))
        )

    def count_turn(self, game: Game, seconds: float) -> None:
        """Takes a turn from the player's own clock, if it has one."""
        if self.settings.get(TIME):
            self.own_turns.append(Turn(game.start, tuple(game.moves), seconds))

    def check_limits(self, limits: Limits) -> None:
        """Raises PlayerError if the player cannot play within limits of this kind. Called before the first game."""

    def press(self, button: str) -> None:
        """Carries out one of `buttons`."""

    def new_game(self) -> None:
        """Forgets the previous game."""

    @abstractmethod
    def decide(self, request: MoveRequest) -> Decision:
        """Chooses a move. Raises PlayerError if the player cannot: it has crashed, or its answer is an illegal move."""

    def terms(self, game: Game) -> list[Term]:
        """Returns the terms of the static evaluation of the position; none if the player does not provide them."""
        return []

    def static_score(self, game: Game) -> Score | None:
        """Returns the static evaluation of the position, for the side to move; None if the player provides none."""
        terms = self.terms(game)
        return Score(sum(term.white - term.black for term in terms)).for_white(game.side) if terms else None

    def terms_note(self) -> str:
        """Returns in a sentence why the terms do not add up to its scores; an empty string if they do."""
        return ""

    def explained_lines(self) -> list[ExplainedLine]:
        """Returns the variations of its last decision, the best first; none if the player does not provide them."""
        return []

    def explanation(self) -> Callable[[], list[ExplainedLine]]:
        """Returns a function that returns these variations later, when the player has made other decisions too.

        A player that takes time to explain a decision keeps here what it needs for that.
        """
        lines = self.explained_lines()
        return lambda: lines

    def least_seconds(self) -> float:
        """Returns the least time of a move while people watch, in seconds, so that it does not come at once."""
        return 0.0

    def memory(self) -> str:
        """Returns a line of ASCII that a saved game needs besides its moves, so that it can be resumed."""
        return ""

    def recall(self, game: Game, memory: str) -> None:
        """Resumes a game with the `memory` saved in it. Raises ValueError if the text is not a memory."""

    def close(self) -> None:
        """Releases all resources. The player is not used again."""
