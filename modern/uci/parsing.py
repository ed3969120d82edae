"""What a chess program says to a player, taken apart. What cannot be read is refused with a line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO, Final, NamedTuple

from modern.engine.limits import MAX_DEPTH, MAX_NODES, Clock, Limits
from modern.players import Game
from modern.rules import Move, MoveError, Position, RulesError
from modern.rules.fen import INITIAL_FEN

#: A line is no longer, in bytes: a game of some hundred thousand moves.
MAX_LINE_BYTES: Final = 1 << 20
#: How much of a line a complaint repeats.
MAX_QUOTED: Final = 60
#: No clock shows more seconds.
MAX_SECONDS: Final = 10.0**9
#: Where something is said of limits, and nothing of it limits the side to move, it thinks so many seconds.
FALLBACK_SECONDS: Final = 0.1
#: The words of `go` that a whole number follows.
NUMERIC_WORDS: Final = (
    *("depth", "nodes", "mate", "movetime"),
    *("wtime", "btime", "winc", "binc", "movestogo"),
)
SEARCHMOVES: Final = "searchmoves"
PONDER: Final = "ponder"
INFINITE: Final = "infinite"
GO_WORDS: Final = (*NUMERIC_WORDS, SEARCHMOVES, PONDER, INFINITE)
INTEGER: Final = re.compile(r"([+-]?)([0-9]+)")
#: Whole numbers of more digits are as good as these.
MAX_DIGITS: Final = 18


class CommandError(ValueError):
    """A line that changes nothing; the text says why."""


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; what is no UTF-8 in them is replaced. One that is too long comes as a cut of it."""
    while line := stream.readline(MAX_LINE_BYTES):
        beginning = line
        while not line.endswith(b"\n") and line:
            line = stream.readline(MAX_LINE_BYTES)
        yield beginning.decode("utf-8", "replace")


def quoted(text: str) -> str:
    """Some text of a line in plain ASCII, cut where it is long."""
    return ascii(text[:MAX_QUOTED]) + ("..." if len(text) > MAX_QUOTED else "")


def parse_position(words: Sequence[str]) -> Game:
    """The game of `startpos moves e2e4 ..` or `fen .. moves ..`. Raises Refused."""
    at = words.index("moves") if "moves" in words else len(words)
    start, moves = words[:at], words[at + 1 :]
    if not start or start[0] not in ("startpos", "fen"):
        raise CommandError("position wants startpos or fen, and then the moves")
    if start[0] == "startpos" and len(start) > 1:
        raise CommandError(f"position startpos is followed by moves, not by {quoted(start[1])}")
    fen = INITIAL_FEN if start[0] == "startpos" else " ".join(start[1:])
    try:
        return Game(fen, [move.lower() for move in moves])
    except RulesError as error:
        raise CommandError(f"position refused, the one before is kept: {error}") from None


class OptionSetting(NamedTuple):
    """`setoption name NAME value VALUE`."""

    name: str
    value: str


def parse_setoption(words: Sequence[str]) -> OptionSetting:
    """What is to be set. Names and values may have blanks in them. Raises Refused."""
    if len(words) < 2 or words[0] != "name":
        raise CommandError("setoption wants name NAME value VALUE")
    at = words.index("value") if "value" in words else len(words)
    return OptionSetting(" ".join(words[1:at]), " ".join(words[at + 1 :]))


@dataclass
class GoCommand:
    """What `go` asks for; `complaints` are the words that could not be read."""

    limits: Limits = field(default_factory=Limits)
    ponder: bool = False
    warnings: list[str] = field(default_factory=list)


def parse_go(words: Sequence[str], position: Position) -> GoCommand:
    """The limits of a `go` at a position. What cannot be read limits nothing."""
    go = GoCommand()
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    search_moves: list[Move] = []
    remaining = list(reversed(words))
    while remaining:
        word = remaining.pop()
        if word in NUMERIC_WORDS:
            number = _parse_number(remaining[-1]) if remaining else None
            if number is None:
                argument = _pop_argument(remaining)
                go.warnings.append(f"go {word} wants a whole number{argument and f', not {quoted(argument)}'}")
            else:
                numbers[word] = number
                remaining.pop()
        elif word in (PONDER, INFINITE):
            flags.add(word)
        elif word == SEARCHMOVES:
            search_moves += _parse_searchmoves(remaining, position, go.warnings.append)
        else:
            go.warnings.append(f"go does not know {quoted(word)}")
    go.ponder = PONDER in flags
    go.limits = _build_limits(numbers, INFINITE in flags, tuple(search_moves))
    if (numbers or go.warnings) and not _is_limited(go.limits, position.side):
        go.warnings.append(
            f"go says nothing that limits {position.side}: movetime {1000 * FALLBACK_SECONDS:.0f} is taken"
        )
        go.limits = replace(go.limits, seconds=FALLBACK_SECONDS)
    return go


def _is_limited(limits: Limits, side: str) -> bool:
    """Whether `side` knows when to end, or that it is to go on until a stop."""
    ends = (limits.depth, limits.nodes, limits.mate, limits.seconds, limits.clock(side))
    return limits.infinite or any(end is not None for end in ends)


def _parse_number(word: str) -> int | None:
    form = INTEGER.fullmatch(word)
    if form is None:
        return None
    sign, digits = form.groups()
    size = int(digits) if len(digits) <= MAX_DIGITS else 10**MAX_DIGITS
    return -size if sign == "-" else size


def _pop_argument(remaining: list[str]) -> str:
    """The next word, if it is none of `go`'s own."""
    return remaining.pop() if remaining and remaining[-1] not in GO_WORDS else ""


def _parse_searchmoves(remaining: list[str], position: Position, warn: Callable[[str], None]) -> list[Move]:
    """The moves that follow, up to the next word of `go`."""
    moves = []
    while word := _pop_argument(remaining):
        try:
            moves.append(position.parse_uci(word.lower()))
        except MoveError as error:
            warn(f"searchmoves: {error}")
    return moves


def _build_limits(numbers: dict[str, int], infinite: bool, search_moves: tuple[Move, ...]) -> Limits:
    def seconds(word: str) -> float:
        return min(max(numbers.get(word, 0), 0) / 1000, MAX_SECONDS)

    def at_least_one(word: str, most: int) -> int | None:
        return min(max(numbers[word], 1), most) if word in numbers else None

    return Limits(
        depth=at_least_one("depth", MAX_DEPTH),
        nodes=at_least_one("nodes", MAX_NODES),
        mate=at_least_one("mate", MAX_DEPTH),
        seconds=seconds("movetime") if "movetime" in numbers else None,
        white=Clock(seconds("wtime"), seconds("winc")) if "wtime" in numbers else None,
        black=Clock(seconds("btime"), seconds("binc")) if "btime" in numbers else None,
        moves_to_go=at_least_one("movestogo", MAX_NODES),
        infinite=infinite,
        only=search_moves,
    )
