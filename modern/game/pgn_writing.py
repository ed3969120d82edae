"""Writes games as PGN, within the standard's export format, through python-chess.

The seven headers that PGN requires come first and in its order, then the others by name. No line is longer than 80
characters, but for the header of a long FEN, and a longer word or command of a comment, which stay whole. A line of a
comment never begins with a character that has a meaning at the beginning of a line.

https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import chess
import chess.pgn

from modern.game.game import ADJUDICATION, CRASH, ILLEGAL_MOVE, NO_ANSWER, NO_RESULT, TIME_FORFEIT, Game
from modern.game.move_notes import Variation, glyph_signs, plain_comment
from modern.game.pgn_text import MAX_LINE_LENGTH, NO_CLOCK, escaped_header, header_line_text, one_line_comment
from modern.rules.fen import INITIAL_FEN

#: The values of Termination for a game that ended by the rules, and for one without a result.
NORMAL: Final = "normal"
UNTERMINATED: Final = "unterminated"
#: Termination for the reasons of an ending. All others, the rules of chess and resignation, are NORMAL.
TERMINATIONS: Final = {
    TIME_FORFEIT: "time forfeit",
    ILLEGAL_MOVE: "rules infraction",
    CRASH: "abandoned",
    NO_ANSWER: "abandoned",
    ADJUDICATION: "adjudication",
}

#: A word of a comment, or a command for programs.
WORD: Final = re.compile(r"\[%[^\]]*\]|\S+")
#: Characters with a meaning at the beginning of a line: an escaped line, a header, a comment.
LINE_MARKERS: Final = ("%", "[", ";")


def pgn_of(game: Game, headers: Mapping[str, str] | None = None, last_comment: str = "") -> str:
    """Returns a game as PGN text, with everything that its notes say.

    `headers` are added to the game's own; each is shortened to one line. Without them, TimeControl says that there
    is no clock, and Termination how the game has ended. `last_comment` stands after the last move.
    """
    known = chess.pgn.Game().headers
    known.update(_complete_headers(game, headers or {}))
    return _exported(game, known, one_line_comment, one_line_comment(last_comment))


def pgn_as_read(game: Game) -> str:
    """Returns a game that was read from a PGN as PGN text again. No header is added, and comments are not cleaned."""
    return _exported(game, chess.pgn.Headers(game.headers), str)


def variation_text(fen: str, variation: Variation) -> str:
    """Returns a variation from a position as text: `5... Nf6 "a comment" 6. Bc4! (6. d3)`, without commands.

    A comment that is only an evaluation shows it, without quotation marks.
    """
    words: list[str] = []
    #: The lines that are open, the innermost last: the position, the moves that are left, and their number.
    lines = [(chess.Board(fen), variation, len(variation))]
    while lines:
        board, line, left = lines.pop()
        if not left:
            words.append(")")
            continue
        uci, note = line[-left]
        words += ["("] * (left == len(line)) + [f'"{note.comment_before}"'] * bool(note.comment_before)
        if board.turn or left == len(line):
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        move = chess.Move.from_uci(uci)
        words.append(board.san(move) + "".join(glyph_signs([glyph]) for glyph in note.glyphs))
        comment = plain_comment(note.comment)
        words += [f'"{comment}"'] if comment else [note.evaluation] * bool(note.evaluation)
        after = board.copy(stack=False)
        after.push(move)
        lines.append((after, line, left - 1))
        lines += [(board, other, len(other)) for other in reversed(note.variations)]
    return plain_comment(" ".join(words[1:-1]).replace("( ", "(").replace(" )", ")"))


def _exported(game: Game, headers: chess.pgn.Headers, text_of: Callable[[str], str], last_comment: str = "") -> str:
    """Returns a game as PGN. `text_of` returns a comment as it is written.

    The main line is written as the game has it in SAN: a game that is saved after every move would otherwise compute
    all of them each time.
    """
    exporter = Exporter(columns=MAX_LINE_LENGTH)
    for name, text in headers.items():
        exporter.visit_header(name, text)
    exporter.end_headers()
    comments = [text_of(game.introduction), *(text_of(note.pgn_comment) for note in game.notes)]
    comments[-1] = f"{comments[-1]} {last_comment}".strip()
    exporter.visit_comment(comments[0])
    before = game.start
    for note, comment, written in zip(game.notes, comments[1:], game.written_moves(), strict=True):
        if note.comment_before:
            exporter.visit_comment(text_of(note.comment_before))
        _, side, *_, number = before.split()
        exporter.write_move(number, side == "w", written.san)
        for glyph in sorted(note.glyphs):
            exporter.visit_nag(glyph)
        exporter.visit_comment(comment)
        for node in _tree(before, note.variations, text_of) if note.variations else ():
            exporter.begin_variation()
            node.accept(exporter)
            exporter.end_variation()
        before = written.fen
    exporter.visit_result(headers.get("Result", NO_RESULT))
    exporter.end_game()
    return f"{exporter.result()}\n"


def _tree(fen: str, variations: Sequence[Variation], text_of: Callable[[str], str]) -> Sequence[chess.pgn.ChildNode]:
    """Returns variations from a position as trees: the nodes of their first moves, with all notes and variations."""
    root = chess.pgn.Game()
    root.setup(fen)
    #: The lines to be added, the next one last: a node, and the line that begins there.
    lines: list[tuple[chess.pgn.GameNode, Variation]] = [(root, line) for line in reversed(variations)]
    while lines:
        node, line = lines.pop()
        inner = []
        for uci, note in line:
            inner += [(node, other) for other in note.variations]
            node = node.add_variation(chess.Move.from_uci(uci), nags=note.glyphs)
            node.comment, node.starting_comment = text_of(note.pgn_comment), text_of(note.comment_before)
        lines += reversed(inner)
    return root.variations


def _complete_headers(game: Game, added: Mapping[str, str]) -> dict[str, str]:
    """Returns the headers with those that every game has; a FEN unless the game starts from the initial position."""
    known = {name: header_line_text(name, text) for name, text in {**game.headers, **added}.items()}
    known["Result"] = added.get("Result", game.result)
    normal = UNTERMINATED if known["Result"] == NO_RESULT else NORMAL
    termination = TERMINATIONS.get(game.ending.reason, normal) if game.ending else normal
    complete = {"TimeControl": NO_CLOCK, "Termination": termination, **known}
    if game.start != INITIAL_FEN:
        return complete | {"FEN": game.start, "SetUp": "1"}
    return {name: text for name, text in complete.items() if name not in ("FEN", "SetUp")}


class Exporter(chess.pgn.StringExporter):
    """Writes comments as words, so that their lines wrap too. A command such as `[%clk 0:05:00]` is one word."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a header, with PGN's escapes."""
        super().visit_header(tagname, escaped_header(tagvalue))

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.write_move(board.fullmove_number, board.turn, board.san(move))

    def write_move(self, number: int | str, is_white: bool, san: str) -> None:
        """Writes a move, with its number where one is needed."""
        if is_white or self.force_movenumber:
            self.write_token(f"{number}{'.' if is_white else '...'} ")
        self.write_token(f"{san} ")
        self.force_movenumber = False

    def visit_comment(self, comment: str) -> None:
        words = WORD.findall(" ".join(comment.split()))
        if not words:
            return
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
