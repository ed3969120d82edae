"""How a player is named, with its options: `modern`, `huo[Depth=1]`, `uci:stockfish[UCI_Elo=1400,Threads=2]`.

The options are in brackets after the name, separated by commas. A value has no comma and no bracket. In the command of
an outside program, a bracket in quotes belongs to the command.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from shutil import which
from typing import Final, NamedTuple

from modern.facts import fact, fact_of
from modern.players.protocol import LIMIT_OPTIONS, LIMIT_STRENGTH, SPIN_VALUE, UCI_ELO, OptionError, Player, PlayerError
from modern.rules.errors import quoted

#: Outside programs are named by their protocol and their command: `uci:stockfish`.
OUTSIDE_PROTOCOLS: Final = ("uci", "xboard")


#: The options that limit how long or how far a player thinks, in lower case.
LIMITS: Final = frozenset(option.name.lower() for option in LIMIT_OPTIONS)

#: How long an outside program may take to start, in seconds: an option of its name, not of its own.
START: Final = "Start"
START_SECONDS: Final = (1, 3600)

#: The options that limit the strength, in lower case.
STRENGTH_OPTIONS: Final = frozenset((UCI_ELO.lower(), LIMIT_STRENGTH.lower()))

#: True on Windows, where only double quotation marks quote: a backslash is part of a path, an apostrophe of a name.
ONLY_DOUBLE_QUOTES: Final = os.sep == "\\"

#: A bracket, or a form that hides one in a command, as a shell reads it.
BRACKET_OR_QUOTED: Final = re.compile(
    r"""("[^"]*")|([\[\]])""" if ONLY_DOUBLE_QUOTES else r"""(\\.|'[^']*'|"(?:[^"\\]|\\.)*")|([\[\]])""", re.DOTALL
)
EXPECTED: Final = "expected NAME[OPTION=VALUE,...]"


def command_words(command: str) -> list[str]:
    """Returns the words of an outside program's command, as a shell reads them. Raises ValueError.

    The path of a program may have blanks without quotation marks, which shells take away: C:\\Program Files\\x.exe.
    """
    if '"' not in command and len(words := command.split(" ")) > 1 and not which(words[0]):
        for end in range(2, len(words) + 1):
            path = " ".join(words[:end])
            if any(Path(path + suffix).is_file() for suffix in ("", ".exe")):
                return [path, *_words(" ".join(words[end:]))]
    return _words(command)


def _words(command: str) -> list[str]:
    words = shlex.shlex(command, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    if ONLY_DOUBLE_QUOTES:
        words.escape, words.quotes = "", '"'
    return list(words)


def is_outside(text: str) -> bool:
    """Returns True if a name stands for an outside program, which is started by a command."""
    return text.startswith(tuple(f"{protocol}:" for protocol in OUTSIDE_PROTOCOLS))


class PlayerSpec(NamedTuple):
    """A player's name, or the protocol and command of an outside program, and the options that are to be set."""

    name: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def protocol(self) -> str:
        """Returns the protocol of an outside program, an empty string for another player."""
        return self.name.partition(":")[0] if is_outside(self.name) else ""

    @property
    def file(self) -> str:
        """The file of an outside program, without its folder: `anna.py` for `uci:python anna.py --fast`."""
        command = self.name.partition(":")[2]
        try:
            words = command_words(command)
        except ValueError:
            return command
        return next((Path(word).name for word in reversed(words) if not word.startswith("-")), command)

    @property
    def start_seconds(self) -> int | None:
        """How long an outside program may take to start, in seconds; None if its name does not say.

        Raises PlayerError.
        """
        for name, value in self.options:
            if self.protocol and name.lower() == START.lower():
                low, high = START_SECONDS
                if not (SPIN_VALUE.fullmatch(value) and low <= int(value) <= high):
                    expected = f"expected a whole number of seconds from {low} to {high}"
                    raise PlayerError(f"{self.name}: {quoted(value)} is not a value of {START}; {expected}")
                return int(value)
        return None

    @property
    def has_limits(self) -> bool:
        """True if the options limit how long the player thinks, or how far."""
        return any(name.lower() in LIMITS for name, _ in self.options)

    @property
    def sets_strength(self) -> bool:
        """True if the options say anything of the player's strength."""
        return any(name.lower() in STRENGTH_OPTIONS for name, _ in self.options)

    @property
    def elo(self) -> int | None:
        """The Elo that the options limit the player to; None if they do not limit its strength."""
        elo = {name.lower(): value for name, value in self.options}.get(UCI_ELO.lower(), "")
        return int(elo) if self.limits_strength and SPIN_VALUE.fullmatch(elo) else None

    @property
    def limits_strength(self) -> bool:
        """True if the options limit the player's strength, to an Elo or to that which it has by default."""
        values = {name.lower(): value.lower() for name, value in self.options}
        return values.get(LIMIT_STRENGTH.lower(), str(UCI_ELO.lower() in values).lower()) == "true"

    def limited_to(self, elo: int) -> PlayerSpec:
        """Returns the same player with its strength limited to an Elo, in place of the strength in its options."""
        kept = tuple((name, value) for name, value in self.options if name.lower() not in STRENGTH_OPTIONS)
        return PlayerSpec(self.name, (*kept, (UCI_ELO, str(elo))))

    def __str__(self) -> str:
        """Returns the text that is read as this spec, without spaces between its parts."""
        settings = ",".join(f"{option}={value}" for option, value in self.options)
        return f"{self.name}[{settings}]" if settings else self.name

    def apply_options(self, player: Player) -> None:
        """Sets the options. Raises OptionError and PlayerError.

        UCI_Elo has no effect without UCI_LimitStrength, so that is switched on with it, unless it is named too.
        """
        for name, value in self.options:
            if not (self.protocol and name.lower() == START.lower()):
                player.set_option(name, value)
        named = {name.lower() for name, _ in self.options}
        known = {option.name for option in player.options}
        if UCI_ELO.lower() in named and LIMIT_STRENGTH.lower() not in named and LIMIT_STRENGTH in known:
            player.set_option(LIMIT_STRENGTH, "true")


def parse_spec(text: str) -> PlayerSpec:
    """Returns a name and its options. Raises PlayerError if the brackets or their contents cannot be read."""
    start = next((match.start() for match in BRACKET_OR_QUOTED.finditer(text) if match[2]), None)
    if start is None:
        return PlayerSpec(text)
    name, inside = text[:start].rstrip(), text[start + 1 :].rstrip()
    if text[start] == "]":
        raise _malformed(text, "there is no [ before its ]")
    if "]" not in inside:
        raise _malformed(text, "there is no ] after its [")
    inside, _, rest = inside.partition("]")
    if rest or "[" in inside:
        raise _malformed(text, "its options must be in one pair of brackets at its end")
    if not inside.strip():
        raise _malformed(text, "its brackets are empty")
    options: dict[str, tuple[str, str]] = {}
    for setting in inside.split(","):
        option, equals, value = (part.strip() for part in setting.partition("="))
        if not setting.strip():
            raise _malformed(text, "an option is missing before or after a comma")
        if not equals:
            comma = "; a comma begins the next option" if options else ""
            raise _malformed(text, f"{quoted(option)} has no value{comma}")
        if not option:
            raise _malformed(text, f"there is no option before {quoted(setting.strip())}")
        if option.lower() in options:
            raise _malformed(text, f"{quoted(option)} is set twice")
        options[option.lower()] = (option, value)
    return PlayerSpec(name, tuple(options.values()))


def _malformed(text: str, reason: str) -> PlayerError:
    return PlayerError(f"{quoted(text)}: {reason}; {EXPECTED}")


def option_refused(spec: PlayerSpec, error: OptionError) -> PlayerError:
    """Returns the error for an option that the player of a spec does not have or accept."""
    return PlayerError(fact("player.option_refused", player=spec.name, why=fact_of(error)))
