"""Reads games from PGN, through python-chess: headers, moves, comments, glyphs, variations, and the first error."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TextIO, cast

import chess
import chess.pgn

from modern.facts import fact, fact_of
from modern.game.game import Game
from modern.game.move_notes import NO_NOTE, MoveNote, Variation, VariationMove
from modern.game.pgn_text import header_value
from modern.rules import Move, RulesError
from modern.rules.errors import quoted

#: The names that programs give to standard chess in the header Variant, in lower case.
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")
#: What is wrong with a game that has a null move, and with text that is not a game.
NULL_MOVE: Final = fact("pgn.null_move")
NO_GAME: Final = fact("pgn.no_game")
_NOTHING: Final[str] = ""
MISPLACED_VARIATION: Final = "a variation stands where no move is before it"
#: What python-chess says of a move in SAN, and what is wrong with the move.
SAN_MESSAGE: Final = re.compile(r"(illegal|invalid|ambiguous) san: ('.*?')( in .*)?")
SAN_ERRORS: Final = {
    "illegal": "is not a legal move",
    "invalid": "is not a move",
    "ambiguous": "could be several moves",
}
#: The most characters of a file that a message quotes.
MAX_QUOTE_LENGTH: Final = 200

#: The byte order marks of UTF-16.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
#: Control characters other than white space, which a text file does not have.
CONTROL_CHARACTERS: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")

#: The parts of a PGN that are not moves: headers, comments, escaped lines.
NOT_MOVETEXT: Final = re.compile(r'^\s*\[\w+\s+".*"\s*\]\s*$|\{[^}]*(?:\}|\Z)|;.*$|^%.*$', re.MULTILINE)
VARIATION: Final = re.compile(r"\([^()]*\)")
LETTER: Final = re.compile(r"[^\W\d_]")
#: A word with letters that is valid among the moves: a move, with or without its number, or an annotation.
MOVETEXT_TOKEN: Final = re.compile(
    r"(?:\d+\.*)?(?:P?[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[NBRQnbrq]|/[NBRQ])?|[O0o]-[O0o](?:-[O0o])?|Z0|null)"
    r"[+#]*(?:mate|e\.?p\.?)?[!?=]*|e\.?p\.?|mate|N|D|RR|TN",
)


#: The end of a line that is, or could be, the first header of the next game.
NEXT_HEADER: Final = re.compile(r'\[[A-Za-z0-9]\w*\s+".*"\s*\]\s*$')
#: What begins or ends a comment.
COMMENT_MARK: Final = re.compile(r"[{};]")
#: The most digits of a glyph's number, and a glyph with more of them, which Python would not read.
MAX_GLYPH: Final = 4000
LONG_GLYPH: Final = re.compile(rf"(\$\d{{{MAX_GLYPH}}})\d+")


class PgnError(ValueError):
    """A file that is not a PGN, or does not have the requested game; the text is one line that says why."""


def decode(content: bytes) -> str:
    """Decodes a file as UTF-8 or else as Latin-1, which is the PGN standard's encoding. Raises PgnError."""
    check_text(content, "a PGN")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def check_text(content: bytes, expected: str) -> None:
    """Raises PgnError if a file, or its beginning, is not text in UTF-8 or Latin-1, but UTF-16 or binary."""
    if content.startswith(UTF_16_MARKS):
        raise PgnError(f"the file is in UTF-16; expected {expected} in UTF-8")
    if CONTROL_CHARACTERS.search(content):
        raise PgnError(fact("pgn.not_text", expected=expected))


def games_in(file: TextIO) -> Iterator[Game]:
    """Yields the games of a PGN without their variations, each up to its first error, which `Game.error` tells."""
    lines = _Lines(file)
    while (game := _read_game(lines, _Reader(skip_variations=True))) is not None:
        yield game


def every_game(text: str, with_variations: bool = True, lenient: bool = True) -> Iterator[Game]:
    """Yields the games of a PGN. `error` says why a game is not a complete game of chess.

    A game with an error in a variation comes without its variations, unless `lenient` is False: then it has that error.
    """
    file = _Lines(io.StringIO(text))
    while (game := _next_game(file, text, with_variations, lenient)) is not None:
        yield game


def numbered_game(text: str, number: int = 1) -> Game:
    """Returns a game of a PGN by its number, from 1, as `every_game` yields it. Raises PgnError if there is none."""
    file = _Lines(io.StringIO(text))
    for index in range(number - 1):
        if not _skip_game(file):
            raise PgnError(_no_such_game(index, number))
    game = _next_game(file, text)
    if game is None:
        raise PgnError(_no_such_game(number - 1, number))
    return game


def standard_game(content: bytes, number: int = 1) -> Game:
    """Returns game `number`, from 1, of a PGN file with this content. Raises PgnError unless it is completely read."""
    game = numbered_game(decode(content), number)
    if game.error:
        raise PgnError(f"game {number}: {game.error}")
    return game


def has_several_games(text: str) -> bool:
    """Returns True if a PGN has more than one game."""
    file = _Lines(io.StringIO(text))
    return all(_skip_game(file) for _ in range(2))


def first_unknown_word(text: str) -> str:
    """Returns the first word in the main line of a game's PGN that is not a move or an annotation; '' if none.

    python-chess skips such words, or reads them only in part.
    """
    movetext = NOT_MOVETEXT.sub(" ", text)
    while movetext != (shorter := VARIATION.sub(" ", movetext)):
        movetext = shorter
    return next((word for word in movetext.split() if LETTER.search(word) and not MOVETEXT_TOKEN.fullmatch(word)), "")


def plain_message(error: Exception) -> str:
    """Returns python-chess's message on one line; of a move it says `'Ke3' is not a legal move in` and the FEN."""
    text = " ".join(str(error).split())
    san = SAN_MESSAGE.fullmatch(text)
    return f"{san[2]} {SAN_ERRORS[san[1]]}{san[3] or ''}" if san else text


class _Lines:
    """The lines of a PGN as python-chess reads them, with an empty line before the headers of each game.

    python-chess reads headers that directly follow moves as moves: so where two files were put together, the second
    game would lose its headers. What looks like a header in a comment or an escaped line is left alone.
    """

    def __init__(self, file: TextIO) -> None:
        self.file = file
        #: The header that comes next: first alone on its line, then after an empty one.
        self.pending = ""
        self.in_moves = False
        self.in_comment = False

    def readline(self) -> str:
        """Returns the next line, '' at the end."""
        line, self.pending = self.pending or self.file.readline(), ""
        if len(line) > MAX_GLYPH:
            line = LONG_GLYPH.sub(r"\1", line)
        if line.startswith("%") and not self.in_comment:
            return line
        if not self.in_moves:
            self.in_moves = not (line.startswith(("[", ";")) or line.isspace())
        if not self.in_moves:
            return line
        header = NEXT_HEADER.search(line) if "[" in line else None
        if header and not self._ends_in_comment(line[: header.start()]):
            self.pending = line[header.start() :]
            before = line[: header.start()].rstrip()
            self.in_moves, self.in_comment = bool(before), False
            return f"{before}\n"
        self.in_comment = self._ends_in_comment(line, whole=True)
        if line.isspace() and not self.in_comment:
            self.in_moves = False
        return line

    def tell(self) -> int:
        """Returns the place of the next line in a StringIO."""
        return self.file.tell() - len(self.pending)

    def seek(self, place: int) -> None:
        """Goes to the place of a game in a StringIO."""
        self.file.seek(place)
        self.pending, self.in_moves, self.in_comment = "", False, False

    def _ends_in_comment(self, text: str, whole: bool = False) -> bool:
        """Returns True if a comment is open after a line, or the beginning of one; one after `;` ends with the line."""
        in_comment = self.in_comment
        for mark in COMMENT_MARK.findall(text):
            if mark == ";" and not in_comment:
                return not whole
            if mark != ";":
                in_comment = mark == "{"
        return in_comment


def _next_game(file: _Lines, text: str, with_variations: bool = True, lenient: bool = True) -> Game | None:
    start = file.tell()
    reader = _Reader(skip_variations=not with_variations)
    game = _read_game(file, reader)
    if game is None:
        return None
    end = file.tell()
    if reader.error and with_variations and lenient:
        file.seek(start)
        reader = _Reader(skip_variations=True)
        game = _read_game(file, reader)
        assert game is not None
        file.seek(end)
    game.pgn = text[start:end]
    if not reader.error and game.error != NO_GAME and (unknown := first_unknown_word(game.pgn)):
        game.error = f"{quoted(unknown)} is not a move; expected English piece letters, as in Nf3"
    return game


def _read_game(file: _Lines, reader: _Reader) -> Game | None:
    return chess.pgn.read_game(cast("TextIO", file), Visitor=lambda: reader)


def _skip_game(file: _Lines) -> bool:
    return chess.pgn.skip_game(cast("TextIO", file))


def _no_such_game(count: int, number: int) -> str:
    if not count:
        return "no game in the file"
    return f"no game {number}; the file has {count} {'game' if count == 1 else 'games'}"


@dataclass(slots=True)
class _ReadMove:
    """A move as it is being read, and what stands around it."""

    move: chess.Move
    comment_before: str
    comment: str = ""
    glyphs: tuple[int, ...] = ()
    variations: tuple[Variation, ...] = ()

    def note(self) -> MoveNote:
        """Returns what is said about the move."""
        if not (self.comment or self.comment_before or self.glyphs or self.variations):
            return NO_NOTE
        return MoveNote(
            comment=self.comment,
            comment_before=self.comment_before,
            glyphs=self.glyphs,
            variations=self.variations,
        )


class _Reader(chess.pgn.BaseVisitor[Game]):
    """Collects a game while python-chess parses it. With `skip_variations`, their errors are not found either.

    After an illegal move in a variation python-chess loses its place, and the main line has errors too; such a game has
    to be read again without its variations.
    """

    def __init__(self, skip_variations: bool) -> None:
        self.skip_variations = skip_variations
        self.headers = chess.pgn.Headers()
        self.has_headers = False
        #: The main line, and the variations that are open, the innermost last.
        self.lines: list[list[_ReadMove]] = [[]]
        self.introduction = ""
        self.pending_comment = ""
        self.after_move = False
        #: What python-chess could not read.
        self.error = ""
        self.is_chess960 = False

    def begin_headers(self) -> chess.pgn.Headers:
        """Returns the headers, from which python-chess takes the variant and the first position."""
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Stores what a header means, without PGN's escapes."""
        self.has_headers = True
        self.headers[tagname] = header_value(tagvalue)

    def visit_board(self, board: chess.Board) -> None:
        """Finds out from a position whether the game is one of Chess960."""
        self.is_chess960 = board.chess960

    def begin_variation(self) -> chess.pgn.SkipType | None:
        self.lines.append([])
        if self.skip_variations:
            return chess.pgn.SKIP
        self.after_move = False
        return None

    def end_variation(self) -> None:
        """Leaves a variation. After an error in the main line, python-chess reports ends without a beginning."""
        if len(self.lines) > 1:
            line = tuple(VariationMove(read.move.uci(), read.note()) for read in self.lines.pop())
            if line and self.lines[-1]:
                self.lines[-1][-1].variations += (line,)
            elif line:
                self.error = self.error or MISPLACED_VARIATION

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if len(self.lines) > 1 or not self.error:
            self.lines[-1].append(_ReadMove(move, self.pending_comment))
        self.pending_comment = ""
        self.after_move = True

    def visit_comment(self, comment: str) -> None:
        """Adds a comment to the move before it, to the game before the first move, or to the next move."""
        line = self.lines[-1]
        if not self.after_move and (len(self.lines) > 1 or line):
            self.pending_comment = _joined(self.pending_comment, comment)
        elif line:
            line[-1].comment = _joined(line[-1].comment, comment)
        elif len(self.lines) == 1:
            self.introduction = _joined(self.introduction, comment)

    def visit_nag(self, nag: int) -> None:
        """Adds a glyph to the move before it."""
        if self.lines[-1]:
            self.lines[-1][-1].glyphs += (nag,)

    def visit_result(self, result: str) -> None:
        """Stores the result after the moves, unless the headers have one."""
        if self.headers.get("Result", "*") == "*":
            self.headers["Result"] = result

    def handle_error(self, error: Exception) -> None:
        """Stores the first error of the main line; or of a variation, until the game is read without variations."""
        self.error = self.error or plain_message(error)[:MAX_QUOTE_LENGTH]

    def result(self) -> Game:
        while len(self.lines) > 1:
            self.end_variation()
        variant = self._variant()
        game, error = Game(), _NOTHING
        try:
            if not variant:
                game = Game(self.headers.get("FEN", game.start))
                error = self._add_moves(game)
            elif not all(read.move for read in self.lines[0]):
                error = NULL_MOVE
            else:
                error = fact("pgn.other_variant", variant=variant)
        except RulesError as refusal:
            error = fact_of(refusal)
        if not self.has_headers and not self.lines[0]:
            error = NO_GAME
        game.headers = dict(self.headers)
        game.introduction = self.introduction
        game.variant = variant
        game.error = self.error or error
        return game

    def _variant(self) -> str:
        """Returns the variant, which messages name; '' for standard chess."""
        variant = self.headers.get("Variant", "")
        if variant.lower() in STANDARD_VARIANTS:
            return "Chess960" if self.is_chess960 else ""
        return " ".join(variant.split())[:MAX_QUOTE_LENGTH]

    def _add_moves(self, game: Game) -> str:
        """Makes the moves of the main line, which python-chess has checked. Returns why not all can be made, or ''."""
        for read in self.lines[0]:
            move = read.move
            if not move:
                return NULL_MOVE
            code = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
            game.add(Move(code), read.note())
        return ""


def _joined(first: str, second: str) -> str:
    return " ".join(filter(None, (first, second)))
