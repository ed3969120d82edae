"""Makes moves, notes and variations of a game's tokens, with python-chess, which says which move each word is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import chess

from modern.facts import fact
from modern.game.move_notes import NO_NOTE, MoveNote, Variation, VariationMove
from modern.game.pgn_scanning import CLOSE, COMMENT, OPEN, Token
from modern.game.problems import IGNORED, LEFT_OUT, Problems
from modern.rules.errors import quoted
from modern.rules.move_text import GLYPH, MOVE, NULL, RESULT, UNKNOWN

#: How a result is written if both players lose; it looks like castling.
DOUBLE_FORFEIT: Final = "0-0"
NULL_MOVE: Final = fact("pgn.null_move")
NOT_A_MOVE: Final = "{} is not a move; expected English piece letters, as in Nf3"
MISPLACED_VARIATION: Final = "a variation stands where no move is before it"
TOO_DEEP: Final = "a variation stands inside 1,000 others"
#: The errors of python-chess about a move in SAN, and the fault of the move.
SAN_MESSAGE: Final = re.compile(r"(illegal|invalid|ambiguous) san: ('.*?')( in .*)?")
SAN_ERRORS: Final = {
    "illegal": "is not a legal move",
    "invalid": "is not a move",
    "ambiguous": "could be several moves",
}
#: The most characters of a file that a message quotes, and the most variations inside each other.
MAX_QUOTE_LENGTH: Final = 200
MAX_DEPTH: Final = 1_000
#: The characters that show a word to be text, and those that it lacks then, since moves have them.
TEXT: Final = re.compile(r"[^\W\d_]")
LIKE_MOVE: Final = re.compile(r"\d|\A[Oo]-[Oo]")
#: A move as UCI writes it, for castling too, and a pawn's move to the last rank without a promotion.
UCI: Final = re.compile(r"[a-h][1-8][a-h][1-8]")
NO_PROMOTION: Final = re.compile(r"P?(?:[a-h][1-8]?[-x]?)?[a-h][18]")


def move_in(board: chess.Board, text: str) -> chess.Move:
    """Returns the legal move that a text in SAN, long algebraic notation or UCI names. Raises ValueError."""
    text = text.removeprefix("P")
    try:
        return board.parse_san(text)
    except ValueError:
        if not UCI.match(text):
            raise
        try:
            return board.parse_uci(text.lower().replace("=", ""))
        except ValueError:
            pass
        raise


def plain_message(error: Exception) -> str:
    """Returns python-chess's message on one line; of a move it says `'Ke3' is not a legal move in` and the FEN."""
    text = " ".join(str(error).split())
    san = SAN_MESSAGE.fullmatch(text)
    return f"{san[2]} {SAN_ERRORS[san[1]]}{san[3] or ''}" if san else text


@dataclass(slots=True)
class Draft:
    """The note on a move as it is being read."""

    comments_before: list[str] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def note(self) -> MoveNote:
        """Returns the note."""
        comment, before = _joined(self.comments), _joined(self.comments_before)
        if not (comment or before or self.glyphs or self.variations):
            return NO_NOTE
        return MoveNote(
            comment=comment, comment_before=before, glyphs=tuple(self.glyphs), variations=tuple(self.variations)
        )


@dataclass(slots=True)
class Line:
    """The main line or a variation as it is being read: its position, where it begins, its moves, the notes on some.

    A skipped variation is not read; `skipped` counts the open variations inside it, itself included.
    """

    board: chess.Board
    start: Token | None = None
    moves: list[chess.Move] = field(default_factory=list)
    drafts: dict[int, Draft] = field(default_factory=dict)
    skipped: int = 0

    @property
    def last(self) -> Draft:
        """The note on the last move."""
        return self.drafts.setdefault(len(self.moves) - 1, Draft())

    def notes(self) -> list[MoveNote]:
        """Returns a note on each move."""
        return [self.drafts[index].note() if index in self.drafts else NO_NOTE for index in range(len(self.moves))]


class MoveReader:
    """Reads the tokens of a game up to the first error.

    `main`          the main line.
    `introduction`  the comments before its first move.
    `result`        the result after it, as a token; None if it is missing.
    `error`         why the game could not be read beyond the main line, and `error_at` where.
    """

    def __init__(
        self, board: chess.Board, problems: Problems, with_variations: bool, lenient: bool, is_forfeit: bool
    ) -> None:
        """Begins at a position. `is_forfeit` says that both players lose according to the header."""
        self.problems = problems
        self.with_variations = with_variations
        self.lenient = lenient
        self.is_forfeit = is_forfeit
        self.main = Line(board)
        #: The main line, and the variations that are open, the innermost last.
        self.lines = [self.main]
        self.introduction: list[str] = []
        self.tokens: Sequence[Token] = ()
        self.result: Token | None = None
        self.error = ""
        self.error_at: Token | None = None
        self.is_over = False
        #: The note on the next move, if something stands before it; the words that stand outside a comment.
        self.pending: Draft | None = None
        self.words: list[Token] = []
        self.after_move = False

    def read(self, tokens: Sequence[Token]) -> None:
        """Reads the game."""
        self.tokens = tokens
        for index, token in enumerate(tokens):
            if self.lines[-1].skipped:
                self._skip(token)
            elif token.kind == UNKNOWN and self.lenient and _is_text(token.text):
                self.words.append(token)
            else:
                if self.words:
                    self._read_words()
                if token.kind == MOVE:
                    if token.text != DOUBLE_FORFEIT or not self._is_forfeit(index):
                        self._read_move(token)
                elif token.kind == RESULT and (len(self.lines) == 1 or index == len(tokens) - 1):
                    self.result = token
                else:
                    self._read_other(token)
            if self.error or self.is_over:
                break
        if not self.error:
            self._end()
        while len(self.lines) > 1:
            self._close()

    def _read_other(self, token: Token) -> None:
        """Reads a token that is neither a move nor the result of the game."""
        kind, line = token.kind, self.lines[-1]
        if kind == COMMENT:
            self._read_comment(token.text)
        elif kind == OPEN:
            self._open(token)
        elif kind == CLOSE:
            self._close()
        elif kind == GLYPH:
            (line.last if line.moves else self._next()).glyphs.append(int(token.text))
        elif kind == NULL:
            self._read_null_move(token)
        elif kind == RESULT:
            self._problem(token, f"a result, {token.text}, stands in a variation", IGNORED)
        elif TEXT.search(token.text):
            self._stop(token, NOT_A_MOVE.format(quoted(token.text)))
        else:
            self._problem(token, f"{quoted(token.text)} means nothing between moves", IGNORED)

    def _problem(self, token: Token, what: str, done: str, is_loss: bool = False) -> None:
        self.problems.add(token.line, token.column, what, done, is_loss)

    def _stop(self, token: Token, reason: str) -> None:
        """Ends the game at an error in the main line; leaves out the rest of a variation with one."""
        if len(self.lines) == 1 or not self.lenient:
            self.error, self.error_at = reason, token
        else:
            self._problem(token, reason, "the rest of the variation is left out", is_loss=True)
            self.pending = None
            self.lines[-1].skipped = 1

    def _end(self) -> None:
        """Keeps the text at the end of the game."""
        if self.words:
            self._read_words()
        if len(self.lines) > 1:
            start = self.lines[1].start
            assert start
            self._problem(start, "the variation is not closed", "it ends with the game")
        elif self.pending and self.pending.glyphs:
            at = self.result or self.tokens[-1]
            self._problem(at, "a glyph stands where no move follows", LEFT_OUT, is_loss=True)
        if self.main.moves and self.pending:
            self.main.last.comments += self.pending.comments_before

    # Moves.

    def _read_move(self, token: Token) -> None:
        board, text = self.lines[-1].board, token.text
        try:
            self._add(move_in(board, text))
        except ValueError as error:
            if NO_PROMOTION.fullmatch(text):
                try:
                    self._add(move_in(board, f"{text}=Q"))
                except ValueError:
                    pass
                else:
                    self._problem(token, f"{text} does not say to which piece the pawn is promoted", "read as a queen")
                    return
            self._stop(token, plain_message(error)[:MAX_QUOTE_LENGTH])

    def _is_forfeit(self, index: int) -> bool:
        """Returns True for 0-0 as a result: nothing follows it, and castling is not possible or the header says so."""
        board = self.lines[-1].board
        if len(self.lines) > 1 or any(token.kind != COMMENT for token in self.tokens[index + 1 :]):
            return False
        if self.is_forfeit or not any(map(board.is_kingside_castling, board.legal_moves)):
            self.result = self.tokens[index]
            return True
        return False

    def _read_null_move(self, token: Token) -> None:
        """Reads a null move of a variation. In the game itself none is possible, so that it ends there."""
        if len(self.lines) == 1 and self.lenient:
            self._problem(token, NULL_MOVE, "the game ends there", is_loss=True)
            self.is_over = True
        elif len(self.lines) == 1:
            self._stop(token, NULL_MOVE)
        elif self.lines[-1].board.is_check():
            self._stop(token, "a null move is not possible in check")
        else:
            self._add(chess.Move.null())

    def _add(self, move: chess.Move) -> None:
        line = self.lines[-1]
        line.board.push(move)
        line.moves.append(move)
        if self.pending:
            line.drafts[len(line.moves) - 1] = self.pending
            self.pending = None
        self.after_move = True

    def _next(self) -> Draft:
        """Returns the note on the next move."""
        self.pending = self.pending or Draft()
        return self.pending

    # Comments.

    def _read_comment(self, text: str) -> None:
        """Adds a comment to the move before it, to the game before the first move, or to the next move."""
        line = self.lines[-1]
        if not self.after_move and (len(self.lines) > 1 or line.moves):
            self._next().comments_before.append(text)
        elif line.moves:
            line.last.comments.append(text)
        else:
            self.introduction.append(text)

    def _read_words(self) -> None:
        """Reads words that stand outside a comment as a comment."""
        text = " ".join(token.text for token in self.words)
        self._problem(self.words[0], f"{quoted(text)} stands outside a comment", "read as a comment")
        self._read_comment(text)
        self.words = []

    # Variations.

    def _open(self, token: Token) -> None:
        """Enters a variation, which replaces the last move."""
        outer = self.lines[-1]
        if not self.with_variations:
            self.lines.append(Line(outer.board, token, skipped=1))
        elif not outer.moves or len(self.lines) > MAX_DEPTH:
            reason = TOO_DEEP if outer.moves else MISPLACED_VARIATION
            self.lines.append(Line(outer.board, token, skipped=1))
            if self.lenient:
                self._problem(token, reason, LEFT_OUT, is_loss=True)
            else:
                self.error, self.error_at = reason, token
        else:
            board = outer.board.copy(stack=1)
            board.pop()
            self.lines.append(Line(board, token))
            self.after_move = False

    def _skip(self, token: Token) -> None:
        """Skips a token of a variation that is not read."""
        line = self.lines[-1]
        line.skipped += {OPEN: 1, CLOSE: -1}.get(token.kind, 0)
        if not line.skipped:
            self._close()

    def _close(self) -> None:
        """Leaves a variation."""
        line = self.lines.pop()
        if line.moves:
            variation = (VariationMove(move.uci(), note) for move, note in zip(line.moves, line.notes(), strict=True))
            self.lines[-1].last.variations.append(tuple(variation))
        elif self.pending and self.pending.glyphs and line.start:
            self._problem(line.start, "a glyph stands where no move follows", LEFT_OUT, is_loss=True)
            self.pending.glyphs.clear()


def _is_text(word: str) -> bool:
    """Returns True for a word that is neither a mark nor meant as a move."""
    return TEXT.search(word) is not None and not LIKE_MOVE.search(word)


def _joined(texts: Sequence[str]) -> str:
    return " ".join(filter(None, texts))
