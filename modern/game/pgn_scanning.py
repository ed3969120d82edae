"""Splits a PGN into games, and their moves into tokens, in the dialects that programs and people write.

The scanner knows no chess. It finds the headers of each game, its comments, moves, signs and result, and where each of
them stands. Empty lines mean nothing, except where a game without headers begins. What is not PGN is repaired where its
meaning is clear, else left out; each such place is a Problem of the game.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import IO, Final, NamedTuple

from modern.facts import fact
from modern.game.pgn_text import header_value
from modern.game.problems import IGNORED, LEFT_OUT, Problem
from modern.input_files import MAX_FILE_SIZE
from modern.rules.errors import quoted

# The kinds of tokens.
MOVE: Final = "move"
NULL: Final = "null move"
GLYPH: Final = "glyph"
COMMENT: Final = "comment"
OPEN: Final = "("
CLOSE: Final = ")"
RESULT: Final = "result"
NUMBER: Final = "number"
UNKNOWN: Final = "unknown"

#: The byte order marks of UTF-16, and how those of UTF-8 look in a text, in Latin-1 too.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
MARKS: Final = ("\ufeff", "\xef\xbb\xbf")
#: Control characters other than white space, which a text file does not have.
CONTROL_CHARACTERS: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")
#: The longest piece of a line that is read at once, in bytes.
PIECE_SIZE: Final = 1 << 20

#: A tag pair as PGN has it, and as others write it: other quotation marks or none, another quotation mark inside.
NAME: Final = r"\[\s*(?P<name>[^\s\"\[\]{}()';]+)"
TAG_PAIR: Final = re.compile(NAME + r'\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\](?=\s|\[|\d|\Z)')
INNER_QUOTES: Final = re.compile(NAME + r'\s*"(?P<value>.*?)"\s*\](?=\s*(?:\[|\Z))')
OTHER_QUOTES: Final = re.compile(
    NAME + r"\s+['\u2018\u201c\u201e\u00ab](?P<value>.*?)['\u2019\u201c\u201d\u00bb]\s*\](?=\s*(?:\[|\Z))"
)
BARE_TAG_PAIR: Final = re.compile(NAME + r"\s++(?P<value>(?:[^\]\[\"\s]++(?:\s++(?!\]))?+)*+)\s*+\](?=\s*+(?:\[|\Z))")
#: A tag pair without the bracket or the quotation mark at its end, and the rest of it in the next line.
UNCLOSED_TAG_PAIR: Final = re.compile(NAME + r'\s*+"(?P<value>[^"\]]*+)(?P<end>"?\s*+\]?)\s*+\Z')
NEXT_LINE: Final = re.compile(r'[^\[\]"]*"\s*\]\s*\Z')
#: What can only be a tag pair, wherever it stands; `[%clk` and a bracket in a comment are none.
SURE_TAG_PAIR: Final = re.compile(r'\[\s*[A-Za-z0-9]\w*\s+".*"\s*\](?=\s*(?:\[|\Z))')
LINE_OF_TAG_PAIR: Final = re.compile(r'\s*\[\s*[A-Za-z]\w*\s+".*"\s*\]\s*\Z')
#: The names of headers that python-chess writes.
HEADER_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
#: The headers that mean something to a program, which are found in capitals and small letters.
KNOWN_HEADERS: Final = {name.lower(): name for name in ("FEN", "SetUp", "Variant", "Result", "White", "Black", "Event")}

TOKEN: Final = re.compile(
    r"(?P<comment>\{)|(?P<line_comment>;)|(?P<open>\()|(?P<close>\))|(?P<glyph>\$\d*)|(?P<bracket>\[)|(?P<stray>[\]}])"
    r"|(?P<word>(?:1 - 0|0 - 1|1/2 - 1/2)(?!\S)|[^\s{}();$\[\]]+(?:\([QRBN]\)(?=\W|\Z))?)"
)
COMMAND: Final = re.compile(r"\[%[^\]]*\]")
BRACE: Final = re.compile(r"[{}]")
#: The most lines that are read ahead to find the end of a comment.
MAX_LOOKAHEAD: Final = 5_000
#: The most digits of a glyph's number.
MAX_GLYPH_DIGITS: Final = 6

#: Dashes, an ellipsis, and the pieces as figures, as PGN writes them.
AS_IN_PGN: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00d7\u2715", "x"),
        "\u2026": "...",
        **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)),
    }
)
#: What stands behind a move or alone, and its glyph. The longest come first where one begins with another.
SIGNS: Final = {
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "!": 1,
    "?": 2,
    "□": 7,
    "+/-": 16,
    "-/+": 17,
    "+/=": 14,
    "=/+": 15,
    "+-": 18,
    "-+": 19,
    "+=": 14,
    "=+": 15,
    "±": 16,
    "∓": 17,
    "⩲": 14,
    "⩱": 15,
    "∞": 13,
    "=": 10,
    "~": 13,
    "⨀": 22,
    "⊙": 22,
    "○": 26,
    "⟳": 32,
    "↑": 36,
    "→": 40,
    "⇆": 132,
    "⇄": 132,
    "∆": 140,
    "Δ": 140,
    "⌓": 142,
    "N": 146,
    "TN": 146,
    "RR": 145,
    "D": 220,
}
#: A move, without what stands behind it. A letter right behind a square is a promotion only on the last rank.
MOVE_WORD: Final = re.compile(
    r"(?P<san>P?[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h](?:[18][NBRQKnbrqk](?![a-h1-8])"
    r"|[1-8](?:=[NBRQKnbrqk]|/[NBRQ]|\([NBRQ]\))?)"
    r"|(?P<castling>[O0o]-?[O0o](?:-?[O0o])?))"
)
#: What may stand behind a move or alone, in the order in which it is tried: checks, double checks and mates, and en
#: passant, which say nothing that the move does not; then the signs, the longest first.
CHECK: Final = r"(?:\+\+|[+#]|(?:mate|dbl\.?|ch\.?|e\.?p\.?)(?![a-z]))"
AFTER_MOVE: Final = (
    re.compile(rf"{CHECK}(?!=|/[-=]|-)"),
    *(re.compile(re.escape(sign)) for sign in sorted(SIGNS, key=len, reverse=True)),
    re.compile(CHECK),
)
#: The most characters of signs behind a move.
MAX_SIGNS: Final = 40
NULL_WORD: Final = re.compile(r"(?:--|Z0|0000|@@@@|null)")
RESULT_WORD: Final = re.compile(r"1-0|0-1|1/2(?:-1/2)?|½(?:-½)?|\*")
NUMBER_WORD: Final = re.compile(r"(?P<number>\d{1,5})(?P<dots>\.*)|(?P<only_dots>\.+)")
#: A move with another language's piece letters, which tells a game from a text.
FOREIGN_MOVE: Final = re.compile(r"\w?[a-h]?[1-8]?[-x:]?[a-h][1-8]\W*")


class PgnError(ValueError):
    """A file that is not a PGN, or does not have the requested game; the text is one line that says why."""


class Token(NamedTuple):
    """A part of a game's moves: its kind, its text as PGN has it, and its place from 1."""

    kind: str
    text: str
    line: int
    column: int


class TagPair(NamedTuple):
    """A header as a file has it: where it ends in its line, what is odd about it, and how many more lines it takes."""

    name: str
    value: str
    end: int
    oddity: str = ""
    more_lines: int = 0


@dataclass
class ScannedGame:
    """A game of a file: its headers, tokens and problems, its number and its first line from 1, and its own text."""

    number: int = 0
    line: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    #: The line and the column of each header.
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    #: The result after the moves, '' if there is none.
    result: str = ""
    #: The number before the first word, if there is one, and the first word.
    is_numbered: bool = False
    first: Token | None = None

    @property
    def is_game(self) -> bool:
        """True if there are headers or moves, and not only text."""
        if self.headers or (self.first and self.first.kind in (MOVE, NULL)):
            return True
        return bool(self.first and self.is_numbered and FOREIGN_MOVE.fullmatch(self.first.text))


def check_text(content: bytes, expected: str) -> None:
    """Raises PgnError if a file, or its beginning, is not text in UTF-8 or Latin-1, but UTF-16 or binary."""
    if content.startswith(UTF_16_MARKS):
        raise PgnError(f"the file is in UTF-16; expected {expected} in UTF-8")
    if CONTROL_CHARACTERS.search(content):
        raise PgnError(fact("pgn.not_text", expected=expected))


def decode(content: bytes) -> str:
    """Decodes a file of games, line by line: as UTF-8 or else as Latin-1, PGN's own encoding. Raises PgnError."""
    return "".join(lines_of(io.BytesIO(content)))


def lines_of(file: IO[bytes], expected: str = "a PGN") -> Iterator[str]:
    r"""Yields the lines of a file, each with `\n` at its end, whatever ends a line there: CR, LF or both.

    A line is read as UTF-8 or else as Latin-1. Raises PgnError if the file is not text, or a line has no end.
    """
    is_first = True
    while line := file.readline(PIECE_SIZE):
        if is_first or CONTROL_CHARACTERS.search(line):
            check_text(line, expected)
            is_first = False
        while not line.endswith(b"\n") and (more := file.readline(PIECE_SIZE)):
            check_text(more, expected)
            line += more
            if len(line) > MAX_FILE_SIZE:
                raise PgnError(f"a line has no end; expected {expected}")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = line.decode("latin-1")
        text = _unmarked(text.replace("\r\n", "\n"))
        if "\r" in text:
            yield from io.StringIO(text.replace("\r", "\n"))
        else:
            yield text


def _unmarked(line: str) -> str:
    """Returns a line without the byte order mark at its beginning, which a file that was put together may have."""
    return line.removeprefix(MARKS[0]).removeprefix(MARKS[1]) if line.startswith(MARKS) else line


def scanned_games(source: str | Iterable[str]) -> Iterator[ScannedGame]:
    """Yields the games of a PGN, given as text or as its lines, with numbers from 1.

    A file that has only text is one game without headers and moves.
    """
    scanner = _Scanner(io.StringIO(source, newline=None) if isinstance(source, str) else source)
    number = 0
    last: ScannedGame | None = None
    texts: list[ScannedGame] = []
    for found in scanner.run():
        if not found.is_game:
            texts.append(found)
            continue
        if last:
            yield last
        number += 1
        found.number, last = number, found
        found.problems = [_skipped(text, "before the headers") for text in texts] + found.problems
        texts = []
    if last:
        last.problems += [_skipped(text, "after the last game") for text in texts]
        yield last
    elif texts:
        texts[0].number = 1
        yield texts[0]


def _skipped(text: ScannedGame, where: str) -> Problem:
    """Returns the problem of text that is not a game."""
    shown = "".join(text.text).strip()
    return Problem(text.line, 1, f"{quoted(shown)} stands {where}", "skipped")


class _Scanner:
    """Goes through the lines of a PGN."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        #: Lines that were read ahead.
        self.ahead: deque[str] = deque()
        self.number = 0
        self.game = ScannedGame()
        self.finished: list[ScannedGame] = []
        #: The comment that is open, and its text so far.
        self.comment: Token | None = None
        self.parts: list[str] = []
        self.is_closed_later = False
        #: The line, and whether an empty line is before it.
        self.line = ""
        self.after_blank = False
        #: How many variations are open, and whether the game has its result.
        self.depth = 0
        self.is_over = False

    def run(self) -> Iterator[ScannedGame]:
        """Yields the games, and texts that are none, in order."""
        while line := self._next_line():
            self.number += 1
            self._scan(line)
            if self.finished:
                yield from self.finished
                self.finished.clear()
        if self.comment:
            self._end_comment("the comment is not closed", "it ends with the file")
        self._finish()
        yield from self.finished

    def _next_line(self) -> str:
        return self.ahead.popleft() if self.ahead else next(self.lines, "")

    def _peek(self, index: int) -> str:
        while len(self.ahead) <= index:
            line = next(self.lines, "")
            if not line:
                return ""
            self.ahead.append(line)
        return self.ahead[index]

    def _scan(self, line: str) -> None:
        """Takes the next line."""
        if self.comment:
            if "[" in line and LINE_OF_TAG_PAIR.match(line) and not self._comment_is_closed(line):
                self._end_comment("the comment is not closed", "it ends before the next headers", is_loss=True)
                self.after_blank = True
            else:
                self.line = line
                self.game.text.append(line)
                self._read_moves(line, self._take_comment(line, 0))
                return
        line = self.line = _unmarked(line)
        if line.startswith("%"):
            self.game.text.append(line)
            return
        if line.isspace():
            self.game.text.append(line)
            self.after_blank = True
            return
        start = len(line) - len(line.lstrip())
        if line[start] == "[" and self._is_header(line, start):
            self._read_headers(line, start)
        elif self._is_bracketless(line):
            self._read_headers(f"[{line}", 0)
        else:
            self.game.text.append(line)
            self._read_moves(line, start)
        self.after_blank = False

    # Headers.

    def _is_header(self, line: str, start: int) -> bool:
        """Returns True if a bracket at the beginning of a line begins a header: between the moves, only a sure one."""
        if line.startswith("[%", start):
            return False
        if not self.game.tokens or self.is_over or not self.game.is_game:
            return True
        return TAG_PAIR.match(line, start) is not None or SURE_TAG_PAIR.match(line, start) is not None

    def _is_bracketless(self, line: str) -> bool:
        """Returns True for a header among others that has lost its first bracket."""
        return bool(self.game.headers) and not self.game.tokens and bool(re.match(r'[A-Z]\w*\s+"[^"]*"\]\s*\Z', line))

    def _read_headers(self, line: str, start: int) -> None:
        """Reads the headers that begin at a place of a line; moves may follow them."""
        game = self.game
        if game.first or game.result or (game.tokens and not game.headers):
            self._finish()
        may_begin_game = self.after_blank or bool(self.game.tokens)
        while line.startswith("[", start):
            found = self._tag_pair(line, start)
            if found is None:
                what = quoted(line[start:].strip())
                self._problem(start, f"{what} is not a header", LEFT_OUT, is_loss=True)
                self.game.text.append(line[start:])
                return
            if may_begin_game and found.name in self.game.headers:
                self._finish()
            may_begin_game = False
            self._begin()
            self._add_header(start, found)
            self.number += found.more_lines
            self.game.text.append(line[start : found.end])
            start = found.end
            while start < len(line) and line[start].isspace():
                start += 1
        self.game.text.append(line[start:] or "\n")
        if start < len(line):
            self._read_moves(line, start)

    def _tag_pair(self, line: str, start: int) -> TagPair | None:
        """Returns the tag pair at a place of a line, in PGN's form or another; None if there is none."""
        if match := TAG_PAIR.match(line, start):
            return TagPair(match["name"], match["value"], match.end())
        if match := INNER_QUOTES.match(line, start):
            return TagPair(match["name"], match["value"], match.end())
        if match := OTHER_QUOTES.match(line, start):
            return TagPair(match["name"], match["value"], match.end(), "has other quotation marks than PGN")
        if match := UNCLOSED_TAG_PAIR.match(line, start):
            if not match["end"] and NEXT_LINE.match(following := self._peek(0)):
                self._next_line()
                rest = following[: following.rindex('"')].strip()
                value = f"{match['value'].rstrip()} {rest}"
                return TagPair(match["name"], value, len(line), "goes on in the next line", 1)
            return TagPair(match["name"], match["value"], len(line), "is not closed")
        if match := BARE_TAG_PAIR.match(line, start):
            return TagPair(match["name"], match["value"], match.end(), "has no quotation marks")
        return None

    def _add_header(self, start: int, pair: TagPair) -> None:
        """Adds a header to the game, and says what is odd about it."""
        name, value = pair.name, header_value(pair.value)
        known = KNOWN_HEADERS.get(name.rstrip(":=").lower())
        if known and known != name:
            self._problem(start, f"the header {quoted(name)} is written otherwise in PGN", f"read as {known}")
            name = known
        if not HEADER_NAME.fullmatch(name):
            self._problem(start, f"{quoted(name)} is not the name of a header", LEFT_OUT, is_loss=True)
            return
        if pair.oddity:
            self._problem(start, f"the header {name} {pair.oddity}", f"read as {quoted(value)}")
        if self.game.headers.get(name, value) != value:
            lost = quoted(self.game.headers[name])
            self._problem(start, f"the header {name} stands twice", f"the first, {lost}, is left out", is_loss=True)
        self.game.headers[name] = value
        self.game.places[name] = (self.number, start + 1)

    # Moves and comments.

    def _read_moves(self, line: str, place: int) -> None:
        """Reads the rest of a line, which has no header at its beginning."""
        while match := TOKEN.search(line, place):
            kind, start, place = match.lastgroup, match.start(), match.end()
            if kind == "word":
                self._read_word(match[0], start)
            elif kind == "comment":
                place = self._begin_comment(line, start)
            elif kind == "line_comment":
                text = line[place:].strip().replace("{", "(").replace("}", ")")
                self._add(Token(COMMENT, text, self.number, start + 1))
                return
            elif kind == "bracket":
                if (self.is_over and TAG_PAIR.match(line, start)) or SURE_TAG_PAIR.match(line, start):
                    _cut(self.game.text, line[start:])
                    self._read_headers(line, start)
                    return
                place = self._read_bracket(line, start)
            elif kind == "glyph":
                self._read_glyph(match[0], start)
            elif kind == "stray":
                self._problem(start, f"'{match[0]}' closes nothing", IGNORED)
            else:
                self._read_parenthesis(match[0], start)

    def _read_word(self, word: str, start: int) -> None:
        for kind, text, offset in word_parts(word):
            token = Token(kind, text, self.number, start + offset + 1)
            if kind == NUMBER:
                self._read_number(token)
            elif kind == RESULT:
                self._read_result(token)
            else:
                self._add(token)
                if kind != GLYPH:
                    self.game.first = self.game.first or token

    def _read_number(self, token: Token) -> None:
        """Takes the number of a move. After an empty line, White's first move begins another game without headers."""
        game = self.game
        begins = self.after_blank and token.text == "1" and (not self.depth or bool(game.result))
        self._begin_at(token, begins and (self._has_moves() or bool(game.first and not game.is_game)))
        if self.game.first is None:
            self.game.is_numbered = True

    def _has_moves(self) -> bool:
        return self.game.first is not None and self.game.first.kind in (MOVE, NULL)

    def _read_result(self, token: Token) -> None:
        self._begin()
        if self.is_over:
            self._problem(token.column - 1, f"a second result, {token.text}, after {self.game.result}", IGNORED)
            return
        self.game.tokens.append(token)
        self.game.result = token.text
        self.is_over = not self.depth and (bool(self.game.headers) or self.game.first is not None)

    def _read_parenthesis(self, mark: str, start: int) -> None:
        if mark == CLOSE and not self.depth:
            self._problem(start, "')' closes no variation", IGNORED)
            return
        self.depth += 1 if mark == OPEN else -1
        if not self.depth:
            self.game.result = ""  # it is that of the variation
        self._add(Token(mark, mark, self.number, start + 1))

    def _read_glyph(self, text: str, start: int) -> None:
        if 1 < len(text) <= MAX_GLYPH_DIGITS + 1:
            self._add(Token(GLYPH, text[1:], self.number, start + 1))
        else:
            self._problem(start, f"{quoted(text)} is not a glyph", LEFT_OUT, is_loss=True)

    def _read_bracket(self, line: str, start: int) -> int:
        """Reads a command for programs that stands outside a comment. Returns where it ends."""
        if command := COMMAND.match(line, start):
            self._add(Token(COMMENT, command[0], self.number, start + 1))
            self._problem(start, f"{quoted(command[0])} stands outside a comment", "read as a comment")
            return command.end()
        self._problem(start, "'[' begins no header", IGNORED)
        return start + 1

    def _begin_comment(self, line: str, start: int) -> int:
        """Reads a comment that begins at a place of a line. Returns where it ends, or where the line does."""
        comment = Token(COMMENT, "", self.number, start + 1)
        self._begin_at(comment)
        self.comment, self.parts, self.is_closed_later = comment, [], False
        return self._take_comment(line, start + 1)

    def _take_comment(self, line: str, start: int) -> int:
        """Reads on in a comment. Returns where it ends, or where the line does."""
        end = line.find("}", start)
        if end < 0:
            self.parts.append(line[start:])
            return len(line)
        self.parts.append(line[start:end])
        self._end_comment()
        return end + 1

    def _end_comment(self, what: str = "", done: str = "", is_loss: bool = False) -> None:
        assert self.comment
        text = "".join(self.parts)
        token = self.comment._replace(text=text.removeprefix(" ").removesuffix(" "))
        self.comment = None
        self.game.tokens.append(token)
        if what:
            self.game.problems.append(Problem(token.line, token.column, what, done, is_loss))

    def _comment_is_closed(self, line: str) -> bool:
        """Returns True if a comment continues after a line that looks like a header: it ends before another one."""
        index = 0
        while not self.is_closed_later and line and index < MAX_LOOKAHEAD:
            if mark := BRACE.search(line):
                self.is_closed_later = mark[0] == "}"
                break
            line = self._peek(index)
            index += 1
        return self.is_closed_later

    def _add(self, token: Token) -> None:
        """Adds a token to the game, or to the next one if this is over."""
        self._begin_at(token)
        self.game.tokens.append(token)

    # Games.

    def _begin_at(self, token: Token, is_next: bool = False) -> None:
        """Begins a game at a token, unless it belongs to the one that is being read.

        After its result, a game keeps what stands there without an empty line before it, but neither moves nor numbers.
        """
        is_word = token.kind in (MOVE, NULL, UNKNOWN, NUMBER)
        if is_next or (self.is_over and (self.after_blank or is_word)):
            self._finish_before(token)
        self.after_blank = False
        self._begin()

    def _begin(self) -> None:
        self.game.line = self.game.line or self.number

    def _finish_before(self, token: Token) -> None:
        """Ends the game before a token, which belongs to the next."""
        rest, result = self.line[token.column - 1 :], self.game.result
        goes_on = self.is_over and token.kind in (NUMBER, MOVE, NULL) and (token.kind, token.text) != (NUMBER, "1")
        _cut(self.game.text, rest)
        self._finish()
        self.game.text.append(rest)
        if goes_on:
            self._problem(token.column - 1, f"moves stand behind the result {result}", "read as another game")

    def _finish(self) -> None:
        """Ends the game."""
        game = self.game
        if game.line:
            _strip_blank_lines(game.text)
            self.finished.append(game)
        self.game = ScannedGame()
        self.depth, self.is_over = 0, False

    def _problem(self, start: int, what: str, done: str, is_loss: bool = False) -> None:
        self._begin()
        self.game.problems.append(Problem(self.number, start + 1, what, done, is_loss))


def _cut(text: list[str], rest: str) -> None:
    """Removes from a game's text the end of its last line, which belongs to the next game."""
    if text and text[-1].endswith(rest):
        text[-1] = text[-1][: -len(rest)]


def _strip_blank_lines(text: list[str]) -> None:
    while text and not text[0].strip():
        del text[0]


@lru_cache(maxsize=8192)
def word_parts(word: str) -> tuple[tuple[str, str, int], ...]:
    """Returns the tokens of a word, each with its kind, its text, and where it begins in the word.

    `1.e4+-` is a number, a move and a glyph. A word that is not PGN is UNKNOWN, without the number before it.
    """
    plain = word.replace(" ", "").translate(AS_IN_PGN)
    if RESULT_WORD.fullmatch(plain):
        result = "1/2-1/2" if plain[:3] == "1/2" or plain[0] == "½" else plain
        return ((RESULT, result, 0),)
    if NULL_WORD.fullmatch(plain):
        return ((NULL, plain, 0),)
    move = MOVE_WORD.match(plain)
    signs = _glyphs(plain, move.end() if move else 0)
    if signs is not None:
        return ((MOVE, _san(move), 0), *signs) if move else tuple(signs)
    if move and move["castling"] and plain.startswith("-", move.end()):
        # O-O- alone may be O-O-O whose line was broken at the hyphen.
        after = plain[move.end() + 1 :]
        if _is_move(after) or (not after and _san(move) == "O-O-O"):
            at = move.end() + 1
            following = ((kind, part, at + place) for kind, part, place in word_parts(after)) if after else ()
            return ((MOVE, _san(move), 0), (UNKNOWN, "-", move.end()), *following)
    if number := NUMBER_WORD.match(plain):
        dots = number["dots"] or ""
        text = "" if number["number"] is None or len(dots) > 1 else number["number"].lstrip("0") or "0"
        rest = plain[number.end() :]
        if not rest:
            return ((NUMBER, text, 0),)
        if dots or number["only_dots"] or _is_move(rest):
            shift = len(word) - len(rest) if plain == word else 0
            return ((NUMBER, text, 0), *((kind, part, shift + at) for kind, part, at in word_parts(rest)))
    return ((UNKNOWN, word, 0),)


def _san(move: re.Match[str]) -> str:
    """Returns a move in the notation that python-chess reads."""
    if move["castling"]:
        return "-".join("O" * sum(letter in "Oo0" for letter in move["castling"]))
    san = move["san"].replace(":", "x").replace("/", "=").replace("(", "=").rstrip(")")
    return san[1:] if san[0] == "P" else san


def _is_move(word: str) -> bool:
    move = MOVE_WORD.match(word)
    return move is not None and _glyphs(word, move.end()) is not None


def _glyphs(word: str, start: int) -> list[tuple[str, str, int]] | None:
    """Returns the glyphs of the signs from a place of a word to its end; None if there is anything else.

    Each place is looked at once, from the last to the first: signs can be divided in many ways.
    """
    if len(word) - start > MAX_SIGNS:
        return None
    found: dict[int, list[tuple[str, str, int]]] = {len(word): []}
    for place in range(len(word) - 1, start - 1, -1):
        for kind in AFTER_MOVE:
            match = kind.match(word, place)
            if match and match.end() in found:
                sign = SIGNS.get(match[0])
                found[place] = [*([(GLYPH, str(sign), place)] if sign else []), *found[match.end()]]
                break
    return found.get(start)
