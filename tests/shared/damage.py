"""Damaged files: what can happen to the bytes of a file, what a reader must then do, and the count of what it did.

Each format of tests/hostile is a `Format`: an intact file, and a function that reads a file of it as a user would. Its
test is one line: `assert not broken_promises(FORMAT, seed, count)`. The promise to the user is this:

- A damaged file is refused in one line with an exit code that is not 0, and is left as it is; or
- it gives the same result as the intact file, with or without a line for each damaged place.
- Without a checksum, damage can make another valid file. `has_checksum` is then False, and another result is allowed.

There is never a traceback, and always an answer in time.
"""

from __future__ import annotations

import random
import re
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final, NamedTuple

#: Something that damages a file; the generator decides where.
Damage = Callable[[bytes, random.Random], bytes]

#: Numbers and texts of JSON, the words of other texts.
VALUE: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z]\w*')
DIGIT: Final = re.compile(rb"\d")
#: Texts that parsers may stumble over, more so if they are repeated.
STRANGE: Final = (
    b"(",
    b"[",
    b"{",
    b'"',
    b"9",
    b"-",
    b"\n",
    b"\t",
    b"\0",
    b"\xff",
    b"\xe2\x82\xac",
    b"\x1b[2J",
    b"<b>",
    b"e4 ",
)
STRANGE_VALUES: Final = (
    *(b"0", b"-1", b"1e999", b"-0.5", b"9" * 20, b"9" * 5000, b"NaN", b"null", b"true", b"[]", b"{}"),
    *(b'""', b'" "', b'"\\ud800"', b'"\\u0000"', b'"a\\nb"', b"*", b"--"),
)


def _with(content: bytes, start: int, end: int, new: bytes) -> bytes:
    return content[:start] + new + content[end:]


def _flipped(content: bytes, choice: random.Random) -> bytes:
    at = choice.randrange(len(content))
    return _with(content, at, at + 1, bytes([content[at] ^ 1 << choice.randrange(8)]))


def _deleted(content: bytes, choice: random.Random) -> bytes:
    at = choice.randrange(len(content))
    return _with(content, at, at + 1, b"")


def _repeated(content: bytes, choice: random.Random) -> bytes:
    at = choice.randrange(len(content))
    return _with(content, at, at, content[at : at + 1])


def _inserted(content: bytes, choice: random.Random) -> bytes:
    at = choice.randrange(len(content) + 1)
    return _with(content, at, at, bytes([choice.randrange(256)]))


def _cut_off(content: bytes, choice: random.Random) -> bytes:
    return content[: choice.randrange(len(content))]


def _zeroed(content: bytes, choice: random.Random) -> bytes:
    """Writes zeros, as a file system can leave them after a crash."""
    at = choice.randrange(len(content))
    end = min(at + choice.randrange(1, 65), len(content))
    return _with(content, at, end, bytes(end - at))


def _digit_changed(content: bytes, choice: random.Random) -> bytes:
    digits = [match.start() for match in DIGIT.finditer(content)]
    if not digits:
        return content
    at = choice.choice(digits)
    others = [number for number in b"0123456789" if number != content[at]]
    return _with(content, at, at + 1, bytes([choice.choice(others)]))


def _value_replaced(content: bytes, choice: random.Random) -> bytes:
    """Replaces a number, a text or a word by another one of the file."""
    values = list(VALUE.finditer(content))
    if not values:
        return content
    return _with(content, *choice.choice(values).span(), choice.choice(values)[0])


def _value_strange(content: bytes, choice: random.Random) -> bytes:
    """Replaces a number, a text or a word by what another type or range has."""
    values = list(VALUE.finditer(content))
    return _with(content, *choice.choice(values).span(), choice.choice(STRANGE_VALUES)) if values else content


def _line_deleted(content: bytes, choice: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    del lines[choice.randrange(len(lines))]
    return b"".join(lines)


def _line_repeated(content: bytes, choice: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    lines.insert(choice.randrange(len(lines) + 1), choice.choice(lines))
    return b"".join(lines)


def _lines_swapped(content: bytes, choice: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    one, other = choice.randrange(len(lines)), choice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _line_ends(content: bytes, choice: random.Random) -> bytes:
    """Writes the ends of lines as Windows does, or as old Macs did."""
    return content.replace(b"\r\n", b"\n").replace(b"\n", choice.choice((b"\r\n", b"\r")))


def _random(content: bytes, choice: random.Random) -> bytes:
    return choice.randbytes(choice.choice((1, 16, 64, 1000)))


def _stretched(content: bytes, choice: random.Random) -> bytes:
    """Inserts what is long, deep or at odds with the encoding."""
    at, times = choice.randrange(len(content) + 1), choice.choice((3, 300, 30_000))
    return _with(content, at, at, choice.choice(STRANGE) * times)


def _often(content: bytes, choice: random.Random) -> bytes:
    """Damages a file in several ways."""
    for _ in range(choice.randrange(2, 6)):
        content = choice.choice((_flipped, _deleted, _repeated, _inserted, _zeroed))(content or b"?", choice)
    return content


#: What can happen to any file.
TO_BYTES: Final[Mapping[str, Damage]] = {
    "bit flipped": _flipped,
    "byte deleted": _deleted,
    "byte repeated": _repeated,
    "byte inserted": _inserted,
    "cut off": _cut_off,
    "zeros": _zeroed,
    "several of these": _often,
    "random bytes": _random,
    "stretched": _stretched,
}
#: What can happen to a text as well.
TO_TEXT: Final[Mapping[str, Damage]] = {
    **TO_BYTES,
    "digit changed": _digit_changed,
    "value replaced": _value_replaced,
    "value made strange": _value_strange,
    "line deleted": _line_deleted,
    "line repeated": _line_repeated,
    "lines swapped": _lines_swapped,
    "ends of lines": _line_ends,
}


class DamagedFile(NamedTuple):
    """A damaged file: the kind of damage, its number in the run, and the bytes."""

    kind: str
    number: int
    content: bytes


def damaged_files(content: bytes, damages: Mapping[str, Damage], seed: int, count: int) -> Iterator[DamagedFile]:
    """Yields `count` damaged files, each kind of damage in turn. The same arguments give the same files."""
    for number in range(count):
        kind = list(damages)[number % len(damages)]
        changed = damages[kind](content, random.Random(f"{seed} {number}"))
        if changed != content:
            yield DamagedFile(kind, number, changed)


class Answer(NamedTuple):
    """What reading a file has led to: the exit code, the messages on standard error, and the result.

    `left` is the file afterwards, None if nothing could have changed it. `rough_result` is the part of the result that
    does not depend on the clock; it is compared if something was done again, which changes the file.
    """

    code: int
    messages: str
    result: Any
    left: bytes | None = None
    rough_result: Any = None


@dataclass(frozen=True)
class Format:
    """A format of files: an intact one, how it is read, what can happen to it, and whether it has a checksum."""

    name: str
    intact: bytes
    read: Callable[[bytes], Answer]
    damages: Mapping[str, Damage]
    has_checksum: bool
    seconds: float = 60.0  # an answer comes in this time, also on a busy machine


#: What a reader does that keeps the promise, and what breaks it.
REFUSED: Final = "refused in one line"
SAME: Final = "the same result"
SAME_AND_NAMED: Final = "the same result, and the damage is named"
SKIPPED: Final = "what cannot be read is named with its place and skipped"
OTHER_ALLOWED: Final = "another result, and no checksum"
TRACEBACK: Final = "BROKEN: a traceback"
NO_ANSWER: Final = "BROKEN: no answer in time"
NOT_ONE_LINE: Final = "BROKEN: refused, but not in one line"
CHANGED: Final = "BROKEN: refused, but the file has changed"
OTHER: Final = "BROKEN: another result"
KEPT: Final = (REFUSED, SAME, SAME_AND_NAMED, SKIPPED, OTHER_ALLOWED)
#: A problem of a file with its place, how much of the file was read, and the line with which a command ends.
PROBLEM: Final = re.compile(r".+: (?:\w+ \d+, )?line \d+(?:, column \d+)?: .+")
READ: Final = re.compile(r".+: [\d,]+ \w+ read, [\d,]+ skipped")
LAST: Final = re.compile(r"gosub: .+")


def outcome(answer: Answer, intact: Answer, damaged: DamagedFile, has_checksum: bool) -> str:
    """Returns which of the constants above describes what a reader did."""
    if "Traceback" in answer.messages:
        return NO_ANSWER if "NoAnswer" in answer.messages else TRACEBACK
    if answer.code not in (0, intact.code):
        if not has_checksum and _is_skipped(answer.messages.splitlines()):
            return SKIPPED
        if len(answer.messages.splitlines()) != 1:
            return NOT_ONE_LINE
        return REFUSED if answer.left in (None, damaged.content) else CHANGED
    named = answer.messages != intact.messages
    if answer.result == intact.result:
        return SAME_AND_NAMED if named else SAME
    done_again = answer.left not in (None, damaged.content)
    if done_again and answer.rough_result is not None and answer.rough_result == intact.rough_result:
        return SAME_AND_NAMED if named else SAME
    return OTHER if has_checksum else OTHER_ALLOWED


def _is_skipped(lines: list[str]) -> bool:
    """Returns True if messages name what is wrong, line by line, and how much was read."""
    if lines and LAST.fullmatch(lines[-1]):
        lines = lines[:-1]
    *problems, count = lines or [""]
    return bool(problems) and all(map(PROBLEM.fullmatch, problems)) and READ.fullmatch(count) is not None


class NoAnswer(BaseException):
    """A reader has not answered in time. No reader catches it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises NoAnswer in the main thread if the block takes too long."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise NoAnswer(f"after {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def answer_of(fmt: Format, content: bytes) -> Answer:
    """Returns what reading a file leads to. What a user would see as a traceback is one in the answer's messages."""
    try:
        with time_limit(fmt.seconds):
            return fmt.read(content)
    except (Exception, NoAnswer):
        return Answer(1, traceback.format_exc(), None)


def outcomes(fmt: Format, seed: int, count: int) -> Iterator[tuple[DamagedFile, Answer, str]]:
    """Yields each damaged file with what the reader did."""
    intact = answer_of(fmt, fmt.intact)
    assert not intact.messages, intact.messages
    for damaged in damaged_files(fmt.intact, fmt.damages, seed, count):
        answer = answer_of(fmt, damaged.content)
        yield damaged, answer, outcome(answer, intact, damaged, fmt.has_checksum)


def described(fmt: Format, seed: int, damaged: DamagedFile, answer: Answer, what: str) -> str:
    """Returns a line about a damaged file and what a reader did."""
    return f"{fmt.name}, seed {seed}, file {damaged.number}, {damaged.kind}: {what}: {answer.messages[-300:]!r}"
