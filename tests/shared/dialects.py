"""PGN as programs and people write it: a grammar of dialects, from which hypothesis makes files of games.

The forms are those of some 900 files of 74 public repositories. A game is a list of words, and a word has slots: what
stands before its move, the move, the marks right behind it, what follows, and what parts it from the next. So forms of
different slots can stand together, at one word or at all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import chess
from hypothesis import reject
from hypothesis import strategies as st

#: Positions from which games start: the initial one three times, then castling, en passant, and promotion.
STARTS: Final = (
    *[chess.STARTING_FEN] * 3,
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
    "4k3/2p3p1/8/3P3P/3p3p/8/2P3P1/4K3 b - - 0 31",
    "8/P1P3k1/8/8/8/8/p1p3K1/8 w - - 0 50",
)
MAX_PLIES: Final = 8
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")


class ReadGame(NamedTuple):
    """What a reader has read of a game. `fen` is '' for the initial position; `moves` are in UCI notation."""

    white: str
    fen: str
    moves: str
    result: str


@dataclass
class Word:
    """A move as it is being written: what stands before it, the move, its marks, what follows, and a blank."""

    number: str
    gap: str
    move: str
    uci: str
    marks: str = ""
    behind: str = ""
    blank: str = " "

    @property
    def text(self) -> str:
        return f"{self.number}{self.gap if self.number else ''}{self.move}{self.marks}{self.behind}{self.blank}"


@dataclass
class Draft:
    """A game as it is being written: what stands before its headers, the headers, the gap, the words, the result.

    `glyphs` and `comments` are what the notes on its moves must say.
    """

    truth: ReadGame
    before: str
    headers: list[str]
    gap: str
    words: list[Word]
    result: str
    after: str = "\n\n"
    line_end: str = "\n"
    encoding: str = "utf-8"
    glyphs: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    dialects: list[str] = field(default_factory=list)
    #: The words that a form changes.
    chosen: list[Word] = field(default_factory=list)

    def text(self) -> bytes:
        """Returns the game as it stands in a file."""
        words = "".join(word.text for word in self.words)
        text = f"{self.before}{''.join(self.headers)}{self.gap}{words}{self.result}{self.after}"
        return text.replace("\n", self.line_end).encode(self.encoding)

    def header(self, name: str) -> int:
        """Returns the index of a header, -1 if another form has changed that."""
        return next((index for index, line in enumerate(self.headers) if line.startswith(f"[{name} ")), -1)


def plain_game(number: int, seed: int) -> Draft:
    """Returns a game as the standard writes it; `seed` chooses its start, its moves, and what forms will change."""
    choice = random.Random(seed)
    board = chess.Board(choice.choice(STARTS))
    fen = "" if board.fen() == chess.STARTING_FEN else board.fen()
    words: list[Word] = []
    for ply in range(choice.randint(2, MAX_PLIES)):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = choice.choice(special or legal)
        needs_number = board.turn or not ply
        before = f"{board.fullmove_number}{'.' if board.turn else '...'}" if needs_number else ""
        words.append(Word(before, " ", board.san(move), move.uci()))
        board.push(move)
    result = choice.choice(RESULTS)
    if board.is_checkmate() or board.is_stalemate():
        result = board.result()
    white = f"Player {number}"
    headers = [f'[Event "Game {number}"]\n', f'[White "{white}"]\n', '[Black "Other"]\n', f'[Result "{result}"]\n']
    headers += [f'[FEN "{fen}"]\n', '[SetUp "1"]\n'] if fen else []
    truth = ReadGame(white, fen, " ".join(word.uci for word in words), result)
    draft = Draft(truth, "", headers, "\n", words, result)
    draft.chosen = choice.choice((words, [choice.choice(words)], words[:1]))
    return draft


#: A form: what it does with a game.
Form = Callable[[Draft], None]


def _replace(pattern: str, by: str) -> Form:
    """Returns a form that writes the moves of some words otherwise."""

    def form(draft: Draft) -> None:
        for word in draft.chosen:
            word.move = re.sub(pattern, by, word.move)

    return form


def _put(slot: str, text: str, *glyphs: int, comment: str = "") -> Form:
    """Returns a form that puts a text into a slot of some words; it means glyphs or a comment, or nothing."""

    def form(draft: Draft) -> None:
        for word in draft.chosen:
            setattr(word, slot, text)
            draft.glyphs.extend(glyphs)
            if comment:
                draft.comments.append(comment)

    return form


def _header(name: str, form: str) -> Form:
    """Returns a form that writes a header otherwise; `{}` is its text."""

    def change(draft: Draft) -> None:
        if (index := draft.header(name)) >= 0:
            text = draft.headers[index].partition('"')[2].rpartition('"')[0]
            draft.headers[index] = form.replace("{}", text)

    return change


def _add_header(line: str) -> Form:
    return lambda draft: draft.headers.insert(1, line)


def _set(name: str, text: str) -> Form:
    return lambda draft: setattr(draft, name, text)


def _result(form: Callable[[str], str]) -> Form:
    """Returns a form that writes the result behind the moves otherwise."""

    def change(draft: Draft) -> None:
        draft.result = form(draft.result)

    return change


def _result_header(form: Callable[[str], str]) -> Form:
    return lambda draft: _header("Result", f'[Result "{form(draft.truth.result)}"]\n')(draft)


def _draw_as(text: str) -> Callable[[str], str]:
    return lambda result: result.replace("1/2-1/2", text)


def _in_words(result: str) -> str:
    return {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "draw"}.get(result, "?")


# Numbers.


def no_numbers(draft: Draft) -> None:
    for word in draft.words:
        word.number = ""


def number_before_every_move(draft: Draft) -> None:
    for index, word in enumerate(draft.words, 1):
        word.number = f"{index}."


def numbers_of_black(draft: Draft) -> None:
    number = ""
    for word in draft.words:
        number = word.number.rstrip(".") or number
        word.number = word.number or f"{number}..."


def no_blank_after_a_number(draft: Draft) -> None:
    for word in draft.words:
        word.gap = ""


def no_dot_after_a_number(draft: Draft) -> None:
    for word in draft.words:
        word.number = word.number.rstrip(".")


def ellipsis_for_black(draft: Draft) -> None:
    numbers_of_black(draft)
    for word in draft.words:
        word.number = word.number.replace("...", "\u2026")


# Moves.


def move_as_uci(draft: Draft) -> None:
    for word in draft.chosen:
        word.move = word.uci


def moves_with_both_squares(draft: Draft) -> None:
    """Ng1-f3, e2xd3: as the programs of the 1980s and 1990s write a move."""
    for word in draft.chosen:
        if not word.move.startswith("O"):
            piece = word.move[0] if word.move[0] in "KQRBN" else ""
            sign = "x" if "x" in word.move else "-"
            end = word.move[word.move.index("=") :] if "=" in word.move else "+" * word.move.endswith("+")
            word.move = f"{piece}{word.uci[:2]}{sign}{word.uci[2:4]}{end}"


def figures_for_pieces(draft: Draft) -> None:
    for word in draft.chosen:
        word.move = word.move.translate(str.maketrans("KQRBN", "♔♕♖♗♘"))


def invisible_characters(draft: Draft) -> None:
    for word in draft.chosen:
        word.move = "\u200b".join(word.move) + "\u00ad"


# Variations and comments, which the reader of the main line passes over.


def _variation(inside: str, before: str = "") -> Form:
    """Returns a form that writes a variation, which replaces a move by itself, with texts behind and before it."""

    def change(draft: Draft) -> None:
        word = draft.chosen[0]
        word.behind = f" ({before}{word.move}{inside})"

    return change


def unclosed_variation(draft: Draft) -> None:
    draft.words[-1].behind = f" ({draft.words[-1].move}"


def unclosed_comment(draft: Draft) -> None:
    draft.words[-1].behind = " {never"


# What stands between the parts.


def _behind_a_word(text: str) -> Form:
    def change(draft: Draft) -> None:
        draft.chosen[0].blank = text

    return change


def _before_the_result(text: str) -> Form:
    def change(draft: Draft) -> None:
        draft.words[-1].blank = text

    return change


def _all_blanks(text: str) -> Form:
    def change(draft: Draft) -> None:
        for word in draft.words:
            word.blank = text

    return change


def glued_to_the_result(draft: Draft) -> None:
    """Nf6*, Qh4#0-1; a sign of the next move's number parts it, where there is one."""
    draft.words[-1].blank = ""


def glued_to_the_next_number(draft: Draft) -> None:
    for word, following in zip(draft.words, draft.words[1:], strict=False):
        if following.number.endswith("."):
            word.blank = ""


def headers_on_one_line(draft: Draft) -> None:
    draft.headers = ["".join(line.strip() + " " for line in draft.headers).rstrip() + "\n"]


def _each_header(pattern: str, by: str) -> Form:
    def change(draft: Draft) -> None:
        draft.headers = [re.sub(pattern, by, line) for line in draft.headers]

    return change


#: The forms by their slots; a game has at most one of each slot.
SLOTS: Final[dict[str, dict[str, Form]]] = {
    "number": {
        "no numbers": no_numbers,
        "number before every move": number_before_every_move,
        "numbers of Black": numbers_of_black,
        "no blank after a number": no_blank_after_a_number,
        "no dot after a number": no_dot_after_a_number,
        "ellipsis for Black": ellipsis_for_black,
    },
    "move": {
        "move as UCI": move_as_uci,
        "moves with both squares": moves_with_both_squares,
        "figures for pieces": figures_for_pieces,
        "zeros for castling": _replace("O", "0"),
        "no sign of check": _replace(r"[+#]", ""),
        "brackets around a promotion": _replace(r"=(\w)", r"(\1)"),
        "no sign of promotion": _replace(r"=(\w)", r"\1"),
        "colon for a capture": _replace("x", ":"),
        "dash behind long castling": _replace(r"(?<=O-O-O)\Z", "-"),
        "other dashes": _replace("-", "\u2013"),
        "invisible characters": invisible_characters,
    },
    "marks": {
        "assessment": _put("marks", "!?", 5),
        "assessment as one sign": _put("marks", "\u203c", 3),
        "evaluation behind a move": _put("marks", "+-", 18),
        "evaluation as one sign": _put("marks", "±", 16),
        "glyph behind a move": _put("marks", "$1", 1),
        "dot behind a move": _put("marks", "."),
        "comma behind a move": _put("marks", ","),
        "word of check": _put("marks", " ch"),
        "apart sign of check": _put("marks", " +"),
        "two signs": _put("marks", "!+-", 1, 18),
    },
    "behind": {
        "comment": _put("behind", " {a comment}", comment="a comment"),
        "comment without a blank": _put("behind", "{a comment}", comment="a comment"),
        "two comments": _put("behind", " {a comment} {and another}", comment="a comment and another"),
        "command in a comment": _put("behind", " {[%clk 0:01:00]}", comment="[%clk 0:01:00]"),
        "empty comment": _put("behind", " {}"),
        "comment to the end of the line": _put("behind", " ; a good start\n", comment="a good start"),
        "brace in a comment": _put("behind", " {a { comment}", comment="a { comment"),
        "headers in a comment": _put("behind", ' {see\n\n[Event "another"]\n\nthere}', comment="see"),
        "command outside a comment": _put("behind", " [%clk 0:01:00]", comment="[%clk 0:01:00]"),
        "words outside a comment": _put("behind", " a good move", comment="a good move"),
        "unclosed comment": unclosed_comment,
        "glyph": _put("behind", " $14", 14),
        "evaluation after a blank": _put("behind", " +/=", 14),
        "novelty": _put("behind", " N", 146),
        "variation": _variation(""),
        "comment in a variation": _variation(" {a ) comment}"),
        "glyph before a variation": _variation("", "$142 "),
        "illegal move in a variation": _variation(" Qa9"),
        "result in a variation": _variation(" 1-0"),
        "empty variation": _put("behind", " ()"),
        "unclosed variation": unclosed_variation,
        "stray parenthesis": _put("behind", " )"),
        "stray brace": _put("behind", " }"),
    },
    "blank": {
        "empty line between moves": _behind_a_word("\n\n"),
        "empty line before the result": _before_the_result("\n\n"),
        "a word on each line": _all_blanks("\n"),
        "tabs": _all_blanks("\t"),
        "several blanks": _all_blanks("  \n "),
        "hard blanks": _all_blanks("\u00a0"),
        "named blanks": _all_blanks("&nbsp;"),
        "escaped line": _behind_a_word("\n% for another program\n"),
        "control character": _behind_a_word(" \x06 "),
        "glued to the result": glued_to_the_result,
        "glued to the next number": glued_to_the_next_number,
    },
    "result": {
        "no result": _set("result", ""),
        "half a result": _result(_draw_as("1/2")),
        "sign of a draw": _result(_draw_as("½-½")),
        "dash in the result": _result(lambda result: result.replace("-", "\u2013")),
        "blanks in the result": _result(lambda result: result.replace("-", " - ")),
        "colon in the result": _result(lambda result: result.replace("-", ":")),
        "two results": _result(lambda result: f"{result} {result}"),
    },
    "header of the result": {
        "half a result in the header": _result_header(_draw_as("1/2")),
        "result in words": _result_header(_in_words),
        "blanks in the header's result": _result_header(lambda result: result.replace("-", " - ")),
        "no result in the header": _header("Result", ""),
        "unknown result": _header("Result", '[Result "?"]\n'),
    },
    "header": {
        "blanks in headers": _each_header(r"\[(.*)\]", r"[ \1 ]"),
        "headers on one line": headers_on_one_line,
        "hyphen in a header": _add_header('[White-Elo "2000"]\n'),
        "no blank in a header": _header("White", '[White"{}"]\n'),
        "no quotation marks": _header("White", "[White {}]\n"),
        "other quotation marks": _header("White", "[White '{}']\n"),
        "unclosed header": _header("White", '[White "{}"\n'),
        "small letters": _each_header(r"\[(White|FEN) ", lambda match: match[0].lower()),  # type: ignore[arg-type]
        "empty header": _add_header("[]\n"),
        "quotation marks inside": _add_header('[Site "The "King" of"]\n'),
        "escapes in a header": _add_header('[Site "The \\"King\\" of C:\\\\"]\n'),
        "header over lines": _header("White", '[White\n  "{}"\n]\n'),
        "blank before a header": _header("Black", ' [Black "{}"]\n'),
        "name of chess": _add_header('[Variant "Regular"]\n'),
        "empty lines between headers": _each_header(r"\n", "\n\n"),
    },
    "gap": {
        "two empty lines after the headers": _set("gap", "\n\n\n"),
        "no empty line after the headers": _set("gap", ""),
        "comment and empty line before the moves": _set("gap", "\n{a comment}\n\n"),
        "comment before the moves": _set("gap", "\n{a comment} "),
    },
    "before": {
        "byte order mark": _set("before", "\ufeff"),
        "text before": _set("before", "A game from a book\n\n"),
        "comment before the headers": _set("before", "{A game from a book}\n\n"),
        "padding before": _set("before", "\x00\x00\n"),
        "empty lines before": _set("before", "\n\n \n"),
    },
    "after": {
        "no empty line after the game": _set("after", "\n"),
        "Ctrl-Z after the game": _set("after", "\n\x1a\x00\x00\n"),
        "many empty lines after the game": _set("after", "\n\n\n\t\n\n"),
    },
    "file": {
        "carriage returns": _set("line_end", "\r"),
        "carriage returns and line feeds": _set("line_end", "\r\n"),
    },
}
#: The forms by their names, such as `tabs`, and the slot of each.
DIALECTS: Final = {name: form for forms in SLOTS.values() for name, form in forms.items()}
SLOT_OF: Final = {name: slot for slot, forms in SLOTS.items() for name in forms}
#: Forms that mean something else together, or nothing that anybody could say.
GLUED: Final = ("glued to the result", "glued to the next number")
APART: Final = (
    ({"glued to the result"}, {"blanks in the result"}),
    ({*GLUED}, {"word of check", "words outside a comment", "novelty", "glyph", "glyph behind a move"}),
    ({"dash behind long castling"}, {"evaluation behind a move"}),
    ({"unclosed comment"}, {"stray brace"}),
    # A second end of a line, or blanks alone on one, make the form "empty line between moves".
    ({"comment to the end of the line"}, {"a word on each line", "several blanks", "escaped line"}),
)
#: Forms after which the header, and the end of the moves, say no result.
HIDES_HEADER_RESULT: Final = ("no result in the header", "unknown result")
HIDES_RESULT: Final = ("no result", "unclosed comment")


def game_in(names: list[str], number: int, seed: int) -> Draft:
    """Returns a game in some dialects at once, at most one of each slot. One that would change nothing is not named."""
    draft = plain_game(number, seed)
    for name in sorted(names, key=list(DIALECTS).index):
        before = draft.text()
        DIALECTS[name](draft)
        if draft.text() != before:
            draft.dialects.append(name)
    if set(draft.dialects) & {*HIDES_HEADER_RESULT} and set(draft.dialects) & {*HIDES_RESULT}:
        draft.truth = draft.truth._replace(result="*")
    return draft


@st.composite
def files_of_games(draw: st.DrawFn) -> list[Draft]:
    """Makes files of one to three games, each in at most four dialects."""
    forms = st.lists(st.sampled_from(list(DIALECTS)), max_size=4, unique_by=SLOT_OF.__getitem__)
    games = draw(st.lists(forms, min_size=1, max_size=3))
    used = {name for names in games for name in names}
    if any(used & some and used & others for some, others in APART):
        reject()
    return [game_in(names, number, draw(st.integers(0, 999))) for number, names in enumerate(games, 1)]
