"""Writes games as PGN, within the standard's export format.

The seven headers that PGN requires come first and in its order, then the others by name. No line is longer than 80
characters, but for the header of a long FEN, which cannot be split. A line of a comment never begins with a character
that has a meaning at the beginning of a line.

https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import chess
import chess.pgn

from modern.pgn.names_and_notes import MAX_LINE_LENGTH, header_line_text, one_line_comment
from modern.rules.fen import INITIAL_FEN

#: The values of TimeControl for a game without a clock, and of Termination for one without a result.
NO_CLOCK: Final = "-"
NORMAL: Final = "normal"
UNTERMINATED: Final = "unterminated"
NO_RESULT: Final = "*"

#: A longer word of a comment is broken. The braces and their blanks fit on its line.
MAX_WORD_LENGTH: Final = MAX_LINE_LENGTH - 6
#: A word of a comment, or a command for programs.
WORD: Final = re.compile(r"\[%[^\]]*\]|\S+")
#: Characters with a meaning at the beginning of a line: an escaped line, a header, a comment.
LINE_MARKERS: Final = ("%", "[", ";")


def pgn_of(moves: Iterable[tuple[str | None, str]], headers: Mapping[str, str], last_comment: str = "") -> str:
    """Returns a game as PGN text.

    It starts from the initial position or the FEN in `headers`; these also have the result, if there is one. Without
    them, TimeControl says that there is no clock, and Termination that the game has ended normally or not yet. `moves`
    are pairs of a move in UCI notation, or None, and a comment. The game ends before the first illegal move, with a
    comment that says so, else with `last_comment`.
    """
    game = chess.pgn.Game()
    game.headers.update(_complete_headers(headers))
    node: chess.pgn.GameNode = game
    board = game.board()
    for uci, comment in moves:
        move = chess.Move.from_uci(uci) if uci else None
        if move is None or not board.is_legal(move):
            last_comment = f"The next move, {uci}, is illegal." if uci else "No move was chosen."
            break
        node = node.add_variation(move, comment=one_line_comment(comment))
        board.push(move)
    if last_comment:
        node.comment = f"{node.comment} {one_line_comment(last_comment)}".strip()
    return f"{game.accept(Exporter(columns=MAX_LINE_LENGTH))}\n"


def _complete_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns the headers with those that every game has, and without the FEN of the initial position."""
    result = headers.get("Result", NO_RESULT)
    complete = {"TimeControl": NO_CLOCK, "Termination": UNTERMINATED if result == NO_RESULT else NORMAL, **headers}
    if complete.get("FEN", INITIAL_FEN) != INITIAL_FEN:
        complete["SetUp"] = "1"
    else:
        complete.pop("FEN", None)
        complete.pop("SetUp", None)
    return {name: header_line_text(name, text) for name, text in complete.items()}


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
