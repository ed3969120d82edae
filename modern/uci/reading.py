"""What a chess program says to a player, taken apart. What cannot be read is refused with a line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO, Final, NamedTuple

from modern.engine.limits import DEEPEST, MOST_NODES, Clock, Limits
from modern.players import Game
from modern.rules import Move, MoveError, Position, RulesError
from modern.rules.fen import INITIAL_FEN

#: A line is no longer, in bytes: a game of some hundred thousand moves.
LONGEST_LINE: Final = 1 << 20
#: How much of a line a complaint repeats.
QUOTED: Final = 60
#: No clock shows more seconds.
LONGEST_TIME: Final = 10.0**9
#: Where something is said of limits, and nothing of it limits the side to move, it thinks so many seconds.
UNREADABLE: Final = 0.1
#: The words of `go` that a whole number follows.
NUMBERED: Final = (
    *("depth", "nodes", "mate", "movetime"),
    *("wtime", "btime", "winc", "binc", "movestogo"),
)
SEARCHMOVES: Final = "searchmoves"
PONDER: Final = "ponder"
INFINITE: Final = "infinite"
KNOWN: Final = (*NUMBERED, SEARCHMOVES, PONDER, INFINITE)
NUMBER: Final = re.compile(r"([+-]?)([0-9]+)")
#: Whole numbers of more digits are as good as these.
DIGITS: Final = 18


class Refused(ValueError):
    """A line that changes nothing; the text says why."""


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; what is no UTF-8 in them is replaced. One that is too long comes as a cut of it."""
    while line := stream.readline(LONGEST_LINE):
        beginning = line
        while not line.endswith(b"\n") and line:
            line = stream.readline(LONGEST_LINE)
        yield beginning.decode("utf-8", "replace")


def quoted(text: str) -> str:
    """Some text of a line in plain ASCII, cut where it is long."""
    return ascii(text[:QUOTED]) + ("..." if len(text) > QUOTED else "")


def game_of(words: Sequence[str]) -> Game:
    """The game of `startpos moves e2e4 ..` or `fen .. moves ..`. Raises Refused."""
    at = words.index("moves") if "moves" in words else len(words)
    where, moves = words[:at], words[at + 1 :]
    if not where or where[0] not in ("startpos", "fen"):
        raise Refused("position wants startpos or fen, and then the moves")
    if where[0] == "startpos" and len(where) > 1:
        raise Refused(f"position startpos is followed by moves, not by {quoted(where[1])}")
    fen = INITIAL_FEN if where[0] == "startpos" else " ".join(where[1:])
    try:
        return Game(fen, [move.lower() for move in moves])
    except RulesError as error:
        raise Refused(f"position refused, the one before is kept: {error}") from None


class Setting(NamedTuple):
    """`setoption name NAME value VALUE`."""

    name: str
    value: str


def setting_of(words: Sequence[str]) -> Setting:
    """What is to be set. Names and values may have blanks in them. Raises Refused."""
    if len(words) < 2 or words[0] != "name":
        raise Refused("setoption wants name NAME value VALUE")
    at = words.index("value") if "value" in words else len(words)
    return Setting(" ".join(words[1:at]), " ".join(words[at + 1 :]))


@dataclass
class Go:
    """What `go` asks for; `complaints` are the words that could not be read."""

    limits: Limits = field(default_factory=Limits)
    ponder: bool = False
    complaints: list[str] = field(default_factory=list)


def go_of(words: Sequence[str], position: Position) -> Go:
    """The limits of a `go` at a position. What cannot be read limits nothing."""
    go = Go()
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    only: list[Move] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word in NUMBERED:
            number = _number(waiting[-1]) if waiting else None
            if number is None:
                instead = _pop_unless_known(waiting)
                go.complaints.append(f"go {word} wants a whole number{instead and f', not {quoted(instead)}'}")
            else:
                numbers[word] = number
                waiting.pop()
        elif word in (PONDER, INFINITE):
            flags.add(word)
        elif word == SEARCHMOVES:
            only += _moves(waiting, position, go.complaints.append)
        else:
            go.complaints.append(f"go does not know {quoted(word)}")
    go.ponder = PONDER in flags
    go.limits = _limits(numbers, INFINITE in flags, tuple(only))
    if (numbers or go.complaints) and not _limits_anything(go.limits, position.side):
        go.complaints.append(f"go says nothing that limits {position.side}: movetime {1000 * UNREADABLE:.0f} is taken")
        go.limits = replace(go.limits, seconds=UNREADABLE)
    return go


def _limits_anything(limits: Limits, side: str) -> bool:
    """Whether `side` knows when to end, or that it is to go on until a stop."""
    ends = (limits.depth, limits.nodes, limits.mate, limits.seconds, limits.clock(side))
    return limits.infinite or any(end is not None for end in ends)


def _number(word: str) -> int | None:
    form = NUMBER.fullmatch(word)
    if form is None:
        return None
    sign, digits = form.groups()
    size = int(digits) if len(digits) <= DIGITS else 10**DIGITS
    return -size if sign == "-" else size


def _pop_unless_known(waiting: list[str]) -> str:
    """The next word, if it is none of `go`'s own."""
    return waiting.pop() if waiting and waiting[-1] not in KNOWN else ""


def _moves(waiting: list[str], position: Position, complain: Callable[[str], None]) -> list[Move]:
    """The moves that follow, up to the next word of `go`."""
    moves = []
    while word := _pop_unless_known(waiting):
        try:
            moves.append(position.parse_uci(word.lower()))
        except MoveError as error:
            complain(f"searchmoves: {error}")
    return moves


def _limits(numbers: dict[str, int], infinite: bool, only: tuple[Move, ...]) -> Limits:
    def seconds(word: str) -> float:
        return min(max(numbers.get(word, 0), 0) / 1000, LONGEST_TIME)

    def at_least_one(word: str, most: int) -> int | None:
        return min(max(numbers[word], 1), most) if word in numbers else None

    return Limits(
        depth=at_least_one("depth", DEEPEST),
        nodes=at_least_one("nodes", MOST_NODES),
        mate=at_least_one("mate", DEEPEST),
        seconds=seconds("movetime") if "movetime" in numbers else None,
        white=Clock(seconds("wtime"), seconds("winc")) if "wtime" in numbers else None,
        black=Clock(seconds("btime"), seconds("binc")) if "btime" in numbers else None,
        moves_to_go=at_least_one("movestogo", MOST_NODES),
        infinite=infinite,
        only=only,
    )
