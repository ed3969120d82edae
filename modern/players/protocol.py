"""What a player is, whoever it be: it is given a game and limits, may report while it thinks, and decides on a move."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from modern.engine.control import Control
from modern.engine.limits import Limits
from modern.engine.report import Report, Score, Term, discard
from modern.players.game import Game
from modern.rules import Move

CHECK: Final = "check"
SPIN: Final = "spin"
COMBO: Final = "combo"

#: The name of the option that says how many lines are reported: UCI's own, so that every player has it alike.
MULTI_PV: Final = "MultiPV"

#: A whole number as an option may have it.
SPIN_VALUE: Final = re.compile(r"[+-]?[0-9]{1,18}")
BOOLEANS: Final = {"true": True, "false": False}


class PlayerError(Exception):
    """A player that there is not, or that cannot go on; the text is one line that says why."""


class IllegalAnswer(PlayerError):
    """A player that has answered, but not with a legal move."""


class NoAnswer(PlayerError):
    """A player that did not answer, and is no longer waited for."""


class Resignation(PlayerError):
    """A player that does not want to go on."""


class OptionError(ValueError):
    """An option that a player has not, or a value that it cannot have; the text is one line."""


@dataclass(frozen=True)
class Option:
    """Something that can be set, of one of UCI's kinds: CHECK (true, false), SPIN (least to most), COMBO (choices)."""

    name: str
    type: str
    default: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def parse(self, value: str) -> str:
        """`value` as it is to be written. Raises OptionError."""
        text = value.strip()
        if self.type == SPIN:
            number = int(text) if SPIN_VALUE.fullmatch(text) else None
            if number is None or not self.minimum <= number <= self.maximum:
                raise OptionError(
                    f"{self.name} is a whole number from {self.minimum} to {self.maximum}, not {text[:40]!a}"
                )
            return str(number)
        allowed = tuple(BOOLEANS) if self.type == CHECK else self.choices
        for choice in allowed:
            if text.lower() == choice.lower():
                return choice
        raise OptionError(f"{self.name} is {' or '.join(allowed)}, not {text[:40]!a}")


@dataclass
class Turn:
    """What a player is asked: to move in a game, within limits.

    `control` lets whoever asked stop it. `report` is called with each Report while it thinks, `note` with lines of text
    that are worth knowing (UCI's info string, a comment in a PGN), `show` with lines that are there to be looked at as
    they pass (the program of 1994 prints one for each move that it tries); all in the thread of the player.
    """

    game: Game
    limits: Limits = field(default_factory=Limits)
    control: Control = field(default_factory=Control)
    report: Callable[[Report], None] = discard
    note: Callable[[str], None] = discard
    show: Callable[[str], None] = discard


@dataclass(frozen=True)
class Decision:
    """What a player has decided.

    `move`   None only where there is no legal move.
    `score`  as the player sees it, for the side to move; None where it has no opinion.
    `line`   the moves that it expects, `move` first; the second, if there is one, is what to ponder on.
    `depth`  plies; `nodes` as the player counts them; `seconds` that it took.
    """

    move: Move | None
    score: Score | None = None
    pv: tuple[Move, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


class Reason(NamedTuple):
    """A line that a player has looked at, and what it makes of it.

    `line`   moves, the one that it could have made first.
    `score`  for the side that was to move.
    `terms`  what the score is made of; nothing where it does not tell.
    """

    pv: tuple[Move, ...]
    score: Score
    terms: tuple[Term, ...] = ()


class Player(ABC):
    """Somebody who plays chess. It plays one game at a time, and is asked by one thread at a time."""

    #: What a table calls it.
    name: str
    #: Who has written it.
    author: str = "the authors of Gosub Chess"
    #: What can be set.
    options: Sequence[Option] = ()

    def __init__(self) -> None:
        self.settings = {option.name: option.default for option in self.options}

    def set_option(self, name: str, value: str) -> None:
        """Set an option, whose name may be written in any case. Raises OptionError; all is then as it was."""
        for option in self.options:
            if option.name.lower() == name.lower():
                self.settings[option.name] = self.apply_option(option, option.parse(value))
                return
        known = ", ".join(option.name for option in self.options) or "none"
        raise OptionError(f"no such option: {name[:40]!a}; the options are: {known}")

    def apply_option(self, option: Option, value: str) -> str:
        """Take over a checked value; returns it. Raises OptionError where that cannot be done."""
        return value

    def new_game(self) -> None:
        """Forget the game before."""

    @abstractmethod
    def decide(self, turn: Turn) -> Decision:
        """Decide on a move. Raises PlayerError where it cannot: it has crashed, or answers what is no legal move."""

    def terms(self, game: Game) -> list[Term]:
        """What its evaluation of the position is made of, without a look ahead; nothing where it does not tell."""
        return []

    def reasons(self) -> list[Reason]:
        """What it looked at when it last decided, the best first; nothing where it does not tell."""
        return []

    def memory(self) -> str:
        """What it has to know, besides the game, to go on with it as if it had never stopped, in a line of ASCII."""
        return ""

    def recall(self, game: Game, memory: str) -> None:
        """Take up a game where its `memory` was written. Raises ValueError for what is none."""

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
