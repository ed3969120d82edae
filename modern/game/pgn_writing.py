"""Writes games as PGN, within the standard's export format, through python-chess.

The seven headers that PGN requires come first and in its order, then the others by name. No line is longer than 80
characters, but for the header of a long FEN, which cannot be split. A line of a comment never begins with a character
that has a meaning at the beginning of a line.

https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import chess
import chess.pgn

from modern.game.game import NO_RESULT, Game
from modern.game.move_notes import MoveNote, Variation, VariationMove, glyph_signs, plain_comment
from modern.game.pgn_text import MAX_LINE_LENGTH, header_line_text, header_text, one_line_comment
from modern.rules.fen import INITIAL_FEN

#: The values of TimeControl for a game without a clock, and of Termination for one without a result.
NO_CLOCK: Final = "-"
NORMAL: Final = "normal"
UNTERMINATED: Final = "unterminated"

#: A longer word of a comment is broken. The braces and their blanks fit on its line.
MAX_WORD_LENGTH: Final = MAX_LINE_LENGTH - 6
#: A word of a comment, or a command for programs.
WORD: Final = re.compile(r"\[%[^\]]*\]|\S+")
#: The text of a header in a PGN: quotes and backslashes are escaped.
ESCAPED_TEXT: Final = re.compile(r'(?:[^"\\]|\\.)*')
#: Characters with a meaning at the beginning of a line: an escaped line, a header, a comment.
LINE_MARKERS: Final = ("%", "[", ";")
_NAG: Final = re.compile(r" \$(\d{1,3})\b")


def pgn_of(game: Game, headers: Mapping[str, str] | None = None, last_comment: str = "") -> str:
    """Returns a game as PGN text, with everything that its notes say.

    `headers` are added to those of the game, each shortened to one line. Without them, TimeControl says that there is
    no clock, and Termination that the game has ended normally or not yet. `last_comment` stands after the last move.
    """
    root = chess.pgn.Game()
    root.headers.update(_complete_headers(game, headers or {}))
    root.comment = one_line_comment(game.introduction)
    line = [VariationMove(move.uci(), note) for move, note in zip(game.moves, game.notes, strict=True)]
    node = _add_line(root, tuple(line))
    if last_comment:
        node.comment = f"{node.comment} {one_line_comment(last_comment)}".strip()
    return f"{root.accept(Exporter(columns=MAX_LINE_LENGTH))}\n"


def variation_text(fen: str, variation: Variation) -> str:
    """Returns a variation from a position as text: `5... Nf6 {a comment} 6. Bc4 $1 (6. d3)`, without commands."""
    root = chess.pgn.Game.from_board(chess.Board(fen))
    _add_line(root, variation)
    exporter = chess.pgn.StringExporter(columns=None, headers=False)
    text = root.accept(exporter).removesuffix(NO_RESULT).strip()
    for spaced, close in (("{ ", "{"), (" }", "}"), ("( ", "("), (" )", ")")):
        text = text.replace(spaced, close)
    return plain_comment(_NAG.sub(lambda glyph: glyph_signs([int(glyph[1])]), text))


def _add_line(parent: chess.pgn.GameNode, line: Variation) -> chess.pgn.GameNode:
    """Adds moves with their notes and variations below a node. Returns the node of the last one."""
    node = parent
    for uci, note in line:
        before = node
        node = before.add_variation(chess.Move.from_uci(uci))
        _write_note(node, note)
        for variation in note.variations:
            _add_line(before, variation)
    return node


def _write_note(node: chess.pgn.ChildNode, note: MoveNote) -> None:
    node.comment = one_line_comment(note.pgn_comment)
    node.starting_comment = one_line_comment(note.comment_before)
    node.nags.update(note.glyphs)


def _complete_headers(game: Game, added: Mapping[str, str]) -> dict[str, str]:
    """Returns the headers with those that every game has; a FEN unless the game starts from the initial position."""
    known = {name: _header(text) for name, text in game.headers.items()}
    known |= {name: header_line_text(name, text) for name, text in added.items()}
    known["Result"] = added.get("Result", game.result)
    termination = UNTERMINATED if known["Result"] == NO_RESULT else NORMAL
    complete = {"TimeControl": NO_CLOCK, "Termination": termination, **known}
    for name in ("FEN", "SetUp"):
        complete.pop(name, None)
    if game.start != INITIAL_FEN:
        complete |= {"FEN": game.start, "SetUp": "1"}
    return complete


def _header(text: str) -> str:
    """Returns the text of a header that may come from a PGN, with the escapes that it has there."""
    return text if text.isprintable() and ESCAPED_TEXT.fullmatch(text) else header_text(text)


class Exporter(chess.pgn.StringExporter):
    """Writes comments as words, so that their lines wrap too. A command such as `[%clk 0:05:00]` is one word."""

    def visit_comment(self, comment: str) -> None:
        """Writes a comment."""
        words = [
            word[start : start + MAX_WORD_LENGTH]
            for word in WORD.findall(" ".join(comment.split()))
            for start in range(0, len(word), MAX_WORD_LENGTH)
        ]
        if words:
            words[0] = f"{{ {words[0]}"
            words[-1] = f"{words[-1]} }}"
        for word in words:
            self.write_token(f"{word} ")
        self.force_movenumber = True

    def write_token(self, token: str) -> None:
        """Writes a token and the blank after it. One with a meaning at the beginning of a line is indented there."""
        assert self.columns is not None
        if len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        if not self.current_line and token.startswith(LINE_MARKERS):
            token = f" {token}"
        self.current_line += token
