"""Finds places that cannot be right in a BASIC program whose scan was damaged.

It finds characters and numbers that BASIC does not have, strings and brackets that do not close, jumps to labels that
do not exist, and variables that are used once only, never given a value, or read by themselves alone. A damaged place
that is still good BASIC, such as a * for a power sign, is not found this way.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

_WORD_LIST: Final = """
    ABS AND AS ASC BEEP CALL CASE CHDIR CHR$ CINT CIRCLE CLEAR CLOSE CLS COLOR COMMON CONST COS DATA DATE$ DECLARE
    DEFINT DIM DO DOUBLE ELSE ELSEIF END EOF EQV ERASE ERROR EXIT EXP FIX FOR FUNCTION GET GOSUB GOTO IF IMP INKEY$
    INPUT INSTR INT INTEGER KEY LBOUND LCASE$ LEFT$ LEN LET LINE LOCATE LOG LONG LOOP LTRIM$ MID$ MOD NEXT NOT ON OPEN
    OPTION OR OUTPUT PAINT PLAY POINT PRESET PRINT PSET PUT RANDOMIZE READ REDIM REM RESTORE RESUME RETURN RIGHT$ RND
    RTRIM$ RUN SCREEN SELECT SGN SHARED SIN SINGLE SLEEP SOUND SPACE$ SQR STATIC STEP STOP STR$ STRING STRING$ SUB SWAP
    SYSTEM TAB TAN THEN TIME$ TIMER TO UBOUND UCASE$ UNTIL USING VAL VIEW WEND WHILE WIDTH WINDOW WRITE XOR
"""
#: The words of QBasic that this check must not take for variables.
WORDS: Final = frozenset(_WORD_LIST.split())
#: The words that a label follows.
_JUMPS: Final = frozenset(["GOTO", "GOSUB", "RESTORE", "THEN", "ELSE"])
#: The words that begin a new statement after them.
_OPENERS: Final = frozenset([":", "THEN", "ELSE"])
#: The statements that give a value to every variable in them.
_GIVERS: Final = frozenset(["READ", "INPUT"])

#: How many characters of a name a message shows.
_LONGEST_SHOWN: Final = 40

_TOKEN: Final = re.compile(
    r"""(?P<string>"[^"]*")
    | (?P<open>".*)
    | (?P<comment>'.*|\bREM\b.*)
    | (?P<data>\bDATA\b.*)
    | (?P<bad_number>(?:\d+(?:\.\d*)?|\.\d+)(?!E[+-]?\d)[A-Z][A-Z0-9]*)
    | (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[ED][+-]?\d+)?[!#%&]?)
    | (?P<name>[A-Z][A-Z0-9]*[$!#%&]?)
    | (?P<mark><=|>=|<>|[-+*/\\^()=<>,;:?\#&])
    | (?P<blank>\s+)
    | (?P<other>.)""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Damage:
    """A place that cannot be right. `line` is an index into the lines that were checked."""

    line: int
    what: str


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


@dataclass
class _Use:
    """The lines of the statements that give one variable a value or read it."""

    given: list[int] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    #: The lines of statements that read it for another purpose than its own new value.
    read_elsewhere: list[int] = field(default_factory=list)


def find_damage(lines: Iterable[str]) -> list[Damage]:
    """Returns the damaged places of a program, by line."""
    tokens = [list(_tokens(line)) for line in lines]
    found = [*_bad_characters(tokens), *_open_brackets(tokens), *_lost_jumps(tokens), *_odd_variables(tokens)]
    return sorted(set(found), key=lambda damage: (damage.line, damage.what))


def _shown(text: str) -> str:
    """Returns a name or a number as a message shows it: a very long one is cut."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _tokens(line: str) -> Iterator[_Token]:
    """Yields the tokens of a line, in capitals except for strings and comments, without blanks."""
    for match in _TOKEN.finditer(line):
        kind = match.lastgroup or ""
        if kind != "blank":
            text = match.group()
            yield _Token(kind, text if kind in ("string", "open", "comment") else text.upper())


def _bad_characters(tokens: list[list[_Token]]) -> Iterator[Damage]:
    for index, line in enumerate(tokens):
        for token in line:
            if token.kind == "open":
                yield Damage(index, "a string is opened and never closed")
            elif token.kind == "bad_number":
                yield Damage(index, f"the number {_shown(token.text)} has a letter in it")
            elif token.kind == "other":
                yield Damage(index, f"BASIC has no {token.text!r} here")
            if token.kind == "other" or (token.text.isascii() and token.text.isprintable()):
                continue
            for character in token.text:
                if not _is_in_character_set(character):
                    yield Damage(index, f"QBasic's character set has no {character!r}")


def _is_in_character_set(character: str) -> bool:
    """Returns True if code page 437, the machine's own, has the character."""
    try:
        character.encode("cp437")
    except UnicodeEncodeError:
        return False
    return character.isprintable() or character == "\t"


def _open_brackets(tokens: list[list[_Token]]) -> Iterator[Damage]:
    for index, line in enumerate(tokens):
        depth = lowest = 0
        for token in line:
            depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "mark" else 0
            lowest = min(lowest, depth)
        if depth or lowest:
            yield Damage(index, "the brackets do not match")


def _label_of(line: list[_Token]) -> str:
    """Returns the label at the beginning of a line, or an empty text."""
    if len(line) >= 2 and line[0].kind == "name" and line[1].text == ":" and line[0].text not in WORDS:
        return line[0].text
    return line[0].text if line and line[0].kind == "number" else ""


def _lost_jumps(tokens: list[list[_Token]]) -> Iterator[Damage]:
    seen: set[str] = set()
    for index, line in enumerate(tokens):
        label = _label_of(line)
        if label and label in seen:
            yield Damage(index, f"the label {_shown(label)} stands in the program twice")
        seen.add(label)
    for index, line in enumerate(tokens):
        for position, target in _targets(line):
            if line[position].text not in seen:
                yield Damage(index, f"a jump to {_shown(target)}, a label that does not exist")


def _targets(line: list[_Token]) -> Iterator[tuple[int, str]]:
    """Yields the position and the name of each label that a line jumps to."""
    for position, token in enumerate(line[1:], 1):
        if line[position - 1].text not in _JUMPS or token.kind not in ("name", "number") or token.text in WORDS:
            continue
        follower = line[position + 1].text if position + 1 < len(line) else ":"
        if line[position - 1].text not in ("THEN", "ELSE") or follower in (":", "ELSE"):
            yield position, token.text


def _odd_variables(tokens: list[list[_Token]]) -> Iterator[Damage]:
    uses: defaultdict[str, _Use] = defaultdict(_Use)
    for index, line in enumerate(tokens):
        for statement in _statements(line):
            _note_uses(uses, index, statement)
    for name, use in uses.items():
        what = "array" if name.endswith("()") else "variable"
        places = sorted({*use.given, *use.read})
        if len(use.given) + len(use.read) == 1:
            yield Damage(places[0], f"the {what} {_shown(name)} is used only here")
        elif what == "variable" and not use.given:
            yield from (Damage(index, f"the variable {_shown(name)} is never given a value") for index in places)
        elif what == "variable" and use.read and not use.read_elsewhere:
            yield from (
                Damage(index, f"the variable {_shown(name)} is read only for its own new value") for index in places
            )


def _statements(line: list[_Token]) -> Iterator[list[_Token]]:
    """Yields the statements of a line without its label and without the labels that it jumps to."""
    skipped = {position for position, _ in _targets(line)}
    statement: list[_Token] = []
    for position, token in enumerate(line):
        if position in skipped or (position == 0 and _label_of(line)):
            continue
        if token.text in _OPENERS:
            yield statement
            statement = []
        else:
            statement.append(token)
    yield statement


def _note_uses(uses: defaultdict[str, _Use], index: int, statement: list[_Token]) -> None:
    """Notes the use of each variable and array in one statement."""
    first = statement[0].text if statement else ""
    start = 1 if first in ("LET", "FOR") else 0
    given = ""
    for position, token in enumerate(statement):
        if token.kind != "name" or token.text in WORDS:
            continue
        follower = statement[position + 1].text if position + 1 < len(statement) else ""
        name = f"{token.text}()" if follower == "(" else token.text
        is_given = follower == "=" and position == start
        if is_given or (first in _GIVERS and follower != "("):
            given = name if is_given else given
            uses[name].given.append(index)
        else:
            uses[name].read.append(index)
            if name != given:
                uses[name].read_elsewhere.append(index)
