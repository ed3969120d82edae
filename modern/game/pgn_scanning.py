"""Splits a PGN into games, and their moves into tokens, in the dialects that programs and people write.

The scanner knows no chess. It finds the headers of each game, its comments, moves, signs and result, and where each of
them stands. Empty lines mean nothing, except where a game without headers begins. Other text is repaired where its
meaning is clear, else left out; each such place is a Problem of the game.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from modern.game.pgn_headers import (
    BRACKETLESS,
    LINE_OF_TAG_PAIR,
    MAX_HEADERS,
    SURE_TAG_PAIR,
    TAG_PAIR,
    TagPair,
    tag_pair,
    tag_pair_over_lines,
)
from modern.game.problems import IGNORED, LEFT_OUT, Problems
from modern.game.text_lines import CONTROL_CHARACTERS, PADDING, without_mark
from modern.rules.errors import quoted
from modern.rules.move_text import GLYPH, MOVE, NULL, NUMBER, RESULT, UNKNOWN, parts_of

# The kinds of tokens, besides the kinds of words.
COMMENT: Final = "comment"
OPEN: Final = "("
CLOSE: Final = ")"

TOKEN: Final = re.compile(
    r"(?P<comment>\{)|(?P<line_comment>;)|(?P<open>\((?![-+=]\)-\())|(?P<close>\))|(?P<glyph>\$\d*)|(?P<bracket>\[)|(?P<stray>[\]}])"
    r"|(?P<blank>&nbsp;|<br ?/?>)"
    r"|(?P<word>\([-+=]\)-\([-+=]\)|[01½](?:/2)? [-\u2010-\u2015\u2212:] [01½](?:/2)?(?!\S)"
    r"|(?:[^\s{}();$\[\]&<]++|(?!&nbsp;|<br ?/?>)[&<])++(?:\((?:[QRBN]|e\.?p\.?)\)(?=\W|\Z))?)"
)
COMMAND: Final = re.compile(r"\[%[^\]]*\]")
BRACE: Final = re.compile(r"[{}]")
#: The most lines that are read ahead to find the end of a comment.
MAX_LOOKAHEAD: Final = 5_000
#: The most digits of a glyph's number.
MAX_GLYPH_DIGITS: Final = 6
#: The most moves, comments, signs and parentheses of a game. The longest game by the rules has 17,697 plies.
MAX_TOKENS: Final = 100_000
#: The most games that are kept while their line is read; a file may be one line.
MAX_FINISHED: Final = 100
#: A move with another language's piece letters, which tells a game from a text.
FOREIGN_MOVE: Final = re.compile(r"(?P<letter>[^\W\d_]{1,2}?)?[a-h]?[1-8]?[-x:]?[a-h][1-8]\W*")


class Token(NamedTuple):
    """A part of a game's moves: its kind, its text as PGN has it, and its place from 1."""

    kind: str
    text: str
    line: int
    column: int


@dataclass
class ScannedGame:
    """A game of a file: its headers, tokens and problems, its number and its first line from 1, and its own text."""

    number: int = 0
    line: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    #: The line and the column of each header.
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    text: io.StringIO = field(default_factory=partial(io.StringIO, newline=""))
    #: The result after the moves, '' if it is missing.
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

    @property
    def last_result(self) -> Token | None:
        """The last result among the tokens, if it belongs to the game."""
        return next((token for token in reversed(self.tokens) if token.kind == RESULT), None) if self.result else None

    @property
    def is_too_long(self) -> bool:
        """True if the game has more tokens than are kept."""
        return len(self.tokens) > MAX_TOKENS


def scanned_games(source: str | Iterable[str]) -> Iterator[ScannedGame]:
    """Yields the games of a PGN, given as text or as its lines, with numbers from 1.

    A file that has only text is one game without headers and moves.
    """
    scanner = _Scanner(io.StringIO(source, newline=None) if isinstance(source, str) else source)
    number = 0
    last: ScannedGame | None = None
    text: ScannedGame | None = None
    for found in scanner.run():
        if not found.is_game:
            text = text or found
            continue
        if last:
            yield last
        number += 1
        found.number, last = number, found
        if text:
            _name_skipped(found, text, "before the headers")
            text = None
    if last and text:
        _name_skipped(last, text, "after the last game")
    elif text:
        text.number = 1
    if end := last or text:
        yield end


def _name_skipped(game: ScannedGame, text: ScannedGame, where: str) -> None:
    """Adds a text that is not a game, up to the next game, to the problems of a game."""
    game.problems.add(text.line, 1, f"{quoted(text.text.getvalue().strip())} stands {where}", "skipped")


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
        self.comment_text = io.StringIO(newline="")
        self.is_closed_later = False
        #: The line, where the game's text begins in it, where it is to be read on if it has many games, and whether an
        #: empty line is before it.
        self.line = ""
        self.text_start = 0
        self.rest: int | None = None
        self.after_blank = False
        #: How many variations are open, and whether the game has its result.
        self.depth = 0
        self.is_over = False
        #: The control characters that fill the file up, unless something follows.
        self.padding: tuple[int, int, str, str] | None = None

    def run(self) -> Iterator[ScannedGame]:
        """Yields the games, and texts that are none, in order."""
        while line := self._next_line():
            self.number += 1
            self.line, self.text_start = line, 0
            self._scan()
            while self.rest is not None:
                yield from self._taken()
                self._read_moves(self.rest)
            self._keep_text(len(self.line))
            yield from self._taken()
        if self.comment:
            self._end_comment("the comment is not closed", "it ends with the file")
        self._finish(0)
        yield from self._taken()

    def _taken(self) -> list[ScannedGame]:
        """Returns the games that are finished, once."""
        taken, self.finished = self.finished, []
        return taken

    def _next_line(self) -> str:
        return self.ahead.popleft() if self.ahead else next(self.lines, "")

    def _peek(self, index: int) -> str:
        while len(self.ahead) <= index:
            line = next(self.lines, "")
            if not line:
                return ""
            self.ahead.append(line)
        return self.ahead[index]

    def _scan(self) -> None:
        """Takes the next line."""
        before, self.padding = self.padding, None
        if CONTROL_CHARACTERS.search(self.line):
            self.line = self._without_control_characters(self.line)
        line = self.line
        if before and line and not line.isspace():
            self.game.problems.add(*before)
        else:
            self.padding = before or self.padding
        if self.comment:
            if "[" not in line or not LINE_OF_TAG_PAIR.match(line) or self._comment_is_closed(line):
                self._read_moves(self._take_comment(0))
                return
            self._end_comment("the comment is not closed", "it ends before the next headers", is_loss=True)
            self.after_blank = True
        line = self.line = without_mark(line)
        if line.startswith("%"):
            return
        if not line or line.isspace():
            self.after_blank = True
            return
        start = len(line) - len(line.lstrip())
        if line[start] == "[" and self._is_header(start):
            start = self._read_headers(start)
        elif self.game.headers and not self.game.tokens and BRACKETLESS.match(line):
            self.line = f"[{line}"
            start = self._read_headers(0)
        self._read_moves(start)
        self.after_blank = False

    def _without_control_characters(self, line: str) -> str:
        """Returns a line without control characters; they are a problem, but not where they only fill up the file."""
        match = CONTROL_CHARACTERS.search(line)
        assert match
        kept = CONTROL_CHARACTERS.sub("", line)
        others = len(line) - len(kept) - 1
        what = f"the control character U+{ord(match[0]):04X}{f' and {others:,} more' if others else ''}"
        place = (self.number, match.start() + 1, what, LEFT_OUT)
        if CONTROL_CHARACTERS.search(line.rstrip(f"{PADDING} \t\n")):
            self.game.problems.add(*place)
        else:
            self.padding = place
        return kept

    # Headers.

    def _is_header(self, start: int) -> bool:
        """Returns True if a bracket at the beginning of a line begins a header: between the moves, only a sure one."""
        line = self.line
        if line.startswith("[%", start):
            return False
        if not self.game.tokens or self.is_over or not self.game.is_game:
            return True
        return TAG_PAIR.match(line, start) is not None or SURE_TAG_PAIR.match(line, start) is not None

    def _read_headers(self, start: int) -> int:
        """Reads the headers that begin at a place of the line. Returns where they end; moves may follow them."""
        game = self.game
        if game.first or game.result or (game.tokens and not game.headers):
            self._finish(start)
        may_begin_game = self.after_blank or bool(self.game.tokens)
        more_lines = 0
        while self.line.startswith("[", start):
            pair = None
            if self.line.find("]", start) < 0 and (found := tag_pair_over_lines(self.line, start, self._peek)):
                pair, more_lines = found
                self.line += "".join(self._next_line() for _ in range(more_lines))
            pair = pair or tag_pair(self.line, start)
            if pair is None:
                what = quoted(self.line[start:].strip())
                self._problem(start, f"{what} is not a header", LEFT_OUT, is_loss=True)
                return len(self.line)
            if may_begin_game and pair.name in self.game.headers:
                self._finish(start)
            may_begin_game = False
            self._begin()
            self._add_header(start, pair)
            start = pair.end
            while start < len(self.line) and self.line[start].isspace():
                start += 1
        self.number += more_lines
        return start

    def _add_header(self, start: int, pair: TagPair) -> None:
        """Adds a header to the game, and its oddities to the problems."""
        headers, name = self.game.headers, pair.known_name
        if fault := pair.fault:
            self._problem(start, f"{quoted(name)} {fault}", LEFT_OUT, is_loss=True)
            return
        if name not in headers and len(headers) >= MAX_HEADERS:
            self._problem(start, f"{quoted(name)} is one of more than {MAX_HEADERS:,} headers", LEFT_OUT, is_loss=True)
            return
        value = pair.text
        if name != pair.name:
            self._problem(start, f"the header {quoted(pair.name)} is written otherwise in PGN", f"read as {name}")
        if pair.oddity:
            self._problem(start, f"the header {name} {pair.oddity}", f"read as {quoted(value)}")
        if headers.get(name, value) != value:
            lost = quoted(headers[name])
            self._problem(start, f"the header {name} stands twice", f"the first, {lost}, is left out", is_loss=True)
        headers[name] = value
        self.game.places[name] = (self.number, start + 1)

    # Moves and comments.

    def _read_moves(self, place: int) -> None:
        """Reads the rest of the line, which has no header at its beginning, up to many games."""
        line, self.rest = self.line, None
        while match := TOKEN.search(line, place):
            kind, start, place = match.lastgroup, match.start(), match.end()
            if kind == "word":
                self._read_word(match[0], start)
            elif kind == "comment":
                self._begin_comment(start)
                place = self._take_comment(place)
            elif kind == "line_comment":
                text = line[place:].strip().replace("{", "(").replace("}", ")")
                self._add(Token(COMMENT, text, self.number, start + 1))
                return
            elif kind == "bracket":
                if (self.is_over and TAG_PAIR.match(line, start)) or SURE_TAG_PAIR.match(line, start):
                    place = self._read_headers(start)
                    line = self.line
                else:
                    place = self._read_bracket(start)
            elif kind == "glyph":
                self._read_glyph(match[0], start)
            elif kind == "stray":
                self._problem(start, f"'{match[0]}' closes nothing", IGNORED)
            elif kind != "blank":
                self._read_parenthesis(match[0], start)
            if len(self.finished) > MAX_FINISHED:
                self.rest = place
                return

    def _read_word(self, word: str, start: int) -> None:
        for kind, text, offset in parts_of(word if " " not in word else word.replace(" ", "")):
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
        self._append(token)
        self.game.result = token.text
        self.is_over = not self.depth and (bool(self.game.headers) or self.game.first is not None)

    def _read_parenthesis(self, mark: str, start: int) -> None:
        if mark == CLOSE and not self.depth:
            self._problem(start, "')' closes no variation", IGNORED)
            return
        self.depth += 1 if mark == OPEN else -1
        if not self.depth:
            self.game.result = ""  # it belongs to the variation
        self._add(Token(mark, mark, self.number, start + 1))

    def _read_glyph(self, text: str, start: int) -> None:
        if 1 < len(text) <= MAX_GLYPH_DIGITS + 1:
            self._add(Token(GLYPH, text[1:], self.number, start + 1))
        else:
            self._problem(start, f"{quoted(text)} is not a glyph", LEFT_OUT, is_loss=True)

    def _read_bracket(self, start: int) -> int:
        """Reads a command for programs that stands outside a comment. Returns where it ends."""
        if command := COMMAND.match(self.line, start):
            self._add(Token(COMMENT, command[0], self.number, start + 1))
            self._problem(start, f"{quoted(command[0])} stands outside a comment", "read as a comment")
            return command.end()
        self._problem(start, "'[' begins no header", IGNORED)
        return start + 1

    def _begin_comment(self, start: int) -> None:
        comment = Token(COMMENT, "", self.number, start + 1)
        self._begin_at(comment)
        self.comment, self.comment_text, self.is_closed_later = comment, io.StringIO(newline=""), False

    def _take_comment(self, start: int) -> int:
        """Reads a comment on from a place of the line. Returns where it ends, or where the line does."""
        end = self.line.find("}", start)
        if end < 0:
            self.comment_text.write(self.line[start:])
            return len(self.line)
        self.comment_text.write(self.line[start:end])
        self._end_comment()
        return end + 1

    def _end_comment(self, what: str = "", done: str = "", is_loss: bool = False) -> None:
        assert self.comment
        text = self.comment_text.getvalue()
        token = self.comment._replace(text=text.removeprefix(" ").removesuffix(" "))
        self.comment = None
        self._append(token)
        if what:
            self.game.problems.add(token.line, token.column, what, done, is_loss)

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
        self._append(token)

    def _append(self, token: Token) -> None:
        if len(self.game.tokens) <= MAX_TOKENS:
            self.game.tokens.append(token)

    # Games.

    def _begin_at(self, token: Token, is_next: bool = False) -> None:
        """Begins a game at a token, unless it belongs to the one that is being read.

        After its result, a game keeps text that no empty line separates from it, but neither moves nor numbers.
        """
        is_word = token.kind in (MOVE, NULL, UNKNOWN, NUMBER)
        if is_next or (self.is_over and (self.after_blank or is_word)):
            result = self.game.result
            goes_on = self.is_over and token.kind in (NUMBER, MOVE, NULL) and (token.kind, token.text) != (NUMBER, "1")
            self._finish(token.column - 1)
            if goes_on:
                self._problem(token.column - 1, f"moves stand behind the result {result}", "read as another game")
        self.after_blank = False
        self._begin()

    def _begin(self) -> None:
        self.game.line = self.game.line or self.number

    def _finish(self, start: int) -> None:
        """Ends the game before a place of the line."""
        game = self.game
        self._keep_text(start)
        if game.line:
            self.finished.append(game)
        self.game = ScannedGame()
        self.depth, self.is_over = 0, False

    def _keep_text(self, end: int) -> None:
        """Keeps the line up to a place as the game's text, which has no empty lines at its beginning."""
        text = self.line[self.text_start : end]
        if self.game.text.tell() or not text.isspace():
            self.game.text.write(text)
        self.text_start = end

    def _problem(self, start: int, what: str, done: str, is_loss: bool = False) -> None:
        self._begin()
        self.game.problems.add(self.number, start + 1, what, done, is_loss)
