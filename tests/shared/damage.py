"""Damaged files: what can happen to the bytes of a file, what a reader must then do, and the count of what it did.

Each format of tests/hostile is a `Format`: an intact file, and a function that reads a file of it as a user would. Its
test is one line: `assert not broken_promises(FORMAT, seed, count)`. The promise to the user is this:

- A damaged file is refused in one line with an exit code that is not 0, and is left as it is; or
- it gives the same result as the intact file, with or without a line for each damaged place.
- Without a checksum, damage can make another valid file. `has_checksum` is then False, and another result is allowed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

#: Something that damages a file; the generator decides where.
Damage = Callable[[bytes, random.Random], bytes]

#: Numbers and texts of JSON, the words of other texts.
VALUE: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z]\w*')
DIGIT: Final = re.compile(rb"\d")


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


#: What can happen to any file.
TO_BYTES: Final[Mapping[str, Damage]] = {
    "bit flipped": _flipped,
    "byte deleted": _deleted,
    "byte repeated": _repeated,
    "byte inserted": _inserted,
    "cut off": _cut_off,
    "zeros": _zeroed,
}
#: What can happen to a text as well.
TO_TEXT: Final[Mapping[str, Damage]] = {
    **TO_BYTES,
    "digit changed": _digit_changed,
    "value replaced": _value_replaced,
    "line deleted": _line_deleted,
    "line repeated": _line_repeated,
    "lines swapped": _lines_swapped,
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


#: What a reader does that keeps the promise, and what breaks it.
REFUSED: Final = "refused in one line"
SAME: Final = "the same result"
SAME_AND_NAMED: Final = "the same result, and the damage is named"
OTHER_ALLOWED: Final = "another result, and no checksum"
TRACEBACK: Final = "BROKEN: a traceback"
NOT_ONE_LINE: Final = "BROKEN: refused, but not in one line"
CHANGED: Final = "BROKEN: refused, but the file has changed"
OTHER: Final = "BROKEN: another result"
KEPT: Final = (REFUSED, SAME, SAME_AND_NAMED, OTHER_ALLOWED)


def outcome(answer: Answer, intact: Answer, damaged: DamagedFile, has_checksum: bool) -> str:
    """Returns which of the constants above describes what a reader did."""
    if "Traceback" in answer.messages:
        return TRACEBACK
    if answer.code not in (0, intact.code):
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


def outcomes(fmt: Format, seed: int, count: int) -> Iterator[tuple[DamagedFile, Answer, str]]:
    """Yields each damaged file with what the reader did."""
    intact = fmt.read(fmt.intact)
    for damaged in damaged_files(fmt.intact, fmt.damages, seed, count):
        answer = fmt.read(damaged.content)
        yield damaged, answer, outcome(answer, intact, damaged, fmt.has_checksum)


def counted(found: Sequence[tuple[DamagedFile, Answer, str]]) -> Counter[str]:
    """Returns how often a reader did what."""
    return Counter(what for _, _, what in found)


def broken_promises(fmt: Format, seed: int, count: int) -> list[str]:
    """Returns a description of each damaged file with which a reader broke the promise."""
    return [
        f"{fmt.name}, seed {seed}, file {damaged.number}, {damaged.kind}: {what}: {answer.messages[-300:]!r}"
        for damaged, answer, what in outcomes(fmt, seed, count)
        if what not in KEPT
    ]
