"""PGN as programs and people write it: a grammar of dialects, from which hypothesis makes files of games."""

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


class ReadGame(NamedTuple):
    """What a reader has read of a game. `fen` is '' for the initial position; `moves` are in UCI notation."""

    white: str
    fen: str
    moves: str
    result: str


@dataclass
class Draft:
    """A game as it is being written: what stands before its headers, the headers, the gap, the moves, and after them.

    `words` are numbers, moves and the result; `moves` has the index of each move among them.
    """

    truth: ReadGame
    before: str
    headers: list[str]
    gap: str
    words: list[str]
    moves: list[int]
    after: str
    line_end: str = "\n"
    #: What joins the words.
    blank: str = " "
    dialects: list[str] = field(default_factory=list)

    def text(self) -> bytes:
        """Returns the game as it stands in a file."""
        text = f"{self.before}{''.join(self.headers)}{self.gap}{self.blank.join(self.words)}{self.after}"
        return text.replace("\n", self.line_end).encode()

    def move(self, place: int = 0) -> int:
        """Returns the index of a word that is a move; `place` counts from the first."""
        return self.moves[min(place, len(self.moves) - 1)]

    def behind(self, text: str, place: int = 0) -> None:
        """Writes a text behind a move."""
        self.words[self.move(place)] += text

    def header(self, name: str) -> int:
        """Returns the index of a header. hypothesis draws again if another dialect has changed that header."""
        found = [index for index, line in enumerate(self.headers) if line.startswith(f"[{name} ")]
        return found[0] if found else reject()


#: A dialect: what it does with a game.
Dialect = Callable[[Draft], None]


def plain_game(number: int, seed: int) -> Draft:
    """Returns a game as the standard writes it; `seed` chooses its start and its moves."""
    choice = random.Random(seed)
    board = chess.Board(choice.choice(STARTS))
    fen = "" if board.fen() == chess.STARTING_FEN else board.fen()
    words, moves, ucis = [], [], []
    for ply in range(choice.randint(2, MAX_PLIES)):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = choice.choice(special or legal)
        if board.turn or not ply:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        moves.append(len(words))
        words.append(board.san(move))
        ucis.append(move.uci())
        board.push(move)
    result = choice.choice(("1-0", "0-1", "1/2-1/2", "*"))
    white = f"Player {number}"
    headers = [f'[Event "Game {number}"]\n', f'[White "{white}"]\n', '[Black "Other"]\n', f'[Result "{result}"]\n']
    headers += [f'[FEN "{fen}"]\n', '[SetUp "1"]\n'] if fen else []
    truth = ReadGame(white, fen, " ".join(ucis), result)
    return Draft(truth, "", headers, "\n", [*words, result], moves, "\n\n")


# The headers.


def blanks_in_headers(draft: Draft) -> None:
    draft.headers = [line.replace("[", "[ ").replace('"]', '" ]') for line in draft.headers]


def headers_on_one_line(draft: Draft) -> None:
    draft.headers = ["".join(line.strip() + " " for line in draft.headers).rstrip() + "\n"]


def hyphen_in_a_header(draft: Draft) -> None:
    draft.headers.insert(1, '[White-Elo "2000"]\n')


def no_blank_in_a_header(draft: Draft) -> None:
    draft.headers[draft.header("White")] = f'[White"{draft.truth.white}"]\n'


def no_quotation_marks(draft: Draft) -> None:
    draft.headers[draft.header("White")] = f"[White {draft.truth.white}]\n"


def other_quotation_marks(draft: Draft) -> None:
    draft.headers[draft.header("White")] = f"[White '{draft.truth.white}']\n"


def unclosed_header(draft: Draft) -> None:
    draft.headers[draft.header("White")] = f'[White "{draft.truth.white}"\n'


def small_letters(draft: Draft) -> None:
    draft.headers = [line.replace("[White ", "[white ").replace("[FEN ", "[fen ") for line in draft.headers]


def empty_header(draft: Draft) -> None:
    draft.headers.insert(1, "[]\n")


def quotation_marks_inside(draft: Draft) -> None:
    draft.headers.insert(1, '[Site "The "King" of"]\n')


def empty_lines_between_headers(draft: Draft) -> None:
    draft.headers = [f"{line}\n" for line in draft.headers]


# What stands between the parts.


def two_empty_lines_after_the_headers(draft: Draft) -> None:
    draft.gap = "\n\n\n"


def no_empty_line_after_the_headers(draft: Draft) -> None:
    draft.gap = ""


def empty_line_between_moves(draft: Draft) -> None:
    draft.words[draft.move()] += "\n\n"


def empty_line_before_the_result(draft: Draft) -> None:
    draft.words[-2] += "\n\n"


def a_word_on_each_line(draft: Draft) -> None:
    draft.blank = "\n"


def tabs(draft: Draft) -> None:
    draft.blank = "\t"


def no_blank_after_a_number(draft: Draft) -> None:
    draft.words = [f"{word}\x00" if word.endswith(".") else word for word in draft.words]
    draft.words = draft.blank.join(draft.words).replace(f"\x00{draft.blank}", "").split(draft.blank)
    draft.moves = [index for index, word in enumerate(draft.words) if index < len(draft.words) - 1]


def no_numbers(draft: Draft) -> None:
    draft.words = [word for word in draft.words if not word.endswith(".")]
    draft.moves = list(range(len(draft.words) - 1))


def byte_order_mark(draft: Draft) -> None:
    draft.before = "\ufeff"


def text_before(draft: Draft) -> None:
    draft.before = "A game from a book\n\n"


def comment_before_the_headers(draft: Draft) -> None:
    draft.before = "{A game from a book}\n\n"


def no_empty_line_after_the_game(draft: Draft) -> None:
    draft.after = "\n"


def carriage_returns(draft: Draft) -> None:
    draft.line_end = "\r"


def carriage_returns_and_line_feeds(draft: Draft) -> None:
    draft.line_end = "\r\n"


def escaped_line(draft: Draft) -> None:
    draft.words[draft.move()] += "\n% for another program\n"


# Comments.


def comment(draft: Draft) -> None:
    draft.behind(" {a comment}")


def comment_and_empty_line_before_the_moves(draft: Draft) -> None:
    draft.gap = "\n{a comment}\n\n"


def comment_to_the_end_of_the_line(draft: Draft) -> None:
    draft.behind(" ; a good start" + "\n" * (draft.blank != "\n"))  # an empty line is a dialect of its own


def brace_in_a_comment(draft: Draft) -> None:
    draft.behind(" {a { comment}")


def headers_in_a_comment(draft: Draft) -> None:
    draft.behind(' {see\n\n[Event "another"]\n\nthere}')


def unclosed_comment(draft: Draft) -> None:
    draft.words[-2] += " {never"


def command_outside_a_comment(draft: Draft) -> None:
    draft.behind(" [%clk 0:01:00]")


# Signs and notations.


def evaluation_behind_a_move(draft: Draft) -> None:
    draft.behind("+-")


def evaluation_after_a_blank(draft: Draft) -> None:
    draft.behind(" +/=")


def evaluation_as_one_sign(draft: Draft) -> None:
    draft.behind("±")


def assessment(draft: Draft) -> None:
    draft.behind("!?")


def glyph(draft: Draft) -> None:
    draft.behind(" $14")


def glyph_behind_a_move(draft: Draft) -> None:
    draft.behind("$1")


def novelty(draft: Draft) -> None:
    draft.behind(" N")


def move_as_uci(draft: Draft) -> None:
    uci = draft.truth.moves.split()
    for index, word in enumerate(draft.moves):
        prefix = draft.words[word][: draft.words[word].rfind(".") + 1]
        draft.words[word] = f"{prefix}{uci[index]}"


def zeros_for_castling(draft: Draft) -> None:
    draft.words = [word.replace("O", "0") for word in draft.words]


def dash_behind_long_castling(draft: Draft) -> None:
    draft.words = [re.sub(r"(?<=O-O-O)$", "-", word) for word in draft.words]


def no_sign_of_check(draft: Draft) -> None:
    draft.words = [word.replace("+", "").replace("#", "") for word in draft.words]


def ellipsis_for_black(draft: Draft) -> None:
    draft.words = [word.replace("...", "\u2026") for word in draft.words]


def figures_for_pieces(draft: Draft) -> None:
    as_figure = str.maketrans("KQRBN", "♔♕♖♗♘")
    draft.words = [word.translate(as_figure) for word in draft.words]


def number_before_every_move(draft: Draft) -> None:
    number, words, moves = 1, [], []
    for index, word in enumerate(draft.words):
        if index in draft.moves:
            words.append(f"{number}.")
            moves.append(len(words))
            number += 1
        if index in draft.moves or index == len(draft.words) - 1:
            words.append(word)
    draft.words, draft.moves = words, moves


# Variations.


def variation_to_skip(draft: Draft, text: str) -> None:
    """Writes a variation behind the first move, which it replaces by itself, and what it holds after it."""
    move = draft.words[draft.move()]
    draft.behind(f" ({move.rpartition('.')[2]}{text})")


def variation(draft: Draft) -> None:
    variation_to_skip(draft, "")


def comment_in_a_variation(draft: Draft) -> None:
    variation_to_skip(draft, " {a ) comment}")


def illegal_move_in_a_variation(draft: Draft) -> None:
    variation_to_skip(draft, " Qa9")


def result_in_a_variation(draft: Draft) -> None:
    variation_to_skip(draft, " 1-0")


def empty_variation(draft: Draft) -> None:
    draft.behind(" ()")


def unclosed_variation(draft: Draft) -> None:
    move = draft.words[draft.moves[-1]].rpartition(".")[2]
    draft.words[-2] += f" ({move}"


def stray_parenthesis(draft: Draft) -> None:
    draft.behind(" )")


# Results.


def no_result(draft: Draft) -> None:
    del draft.words[-1]


def half_a_result(draft: Draft) -> None:
    draft.words[-1] = draft.words[-1].replace("1/2-1/2", "1/2")


def dash_in_the_result(draft: Draft) -> None:
    draft.words[-1] = draft.words[-1].replace("-", "\u2013")


def blanks_in_the_result(draft: Draft) -> None:
    draft.words[-1] = draft.words[-1].replace("-", " - ")


def two_results(draft: Draft) -> None:
    draft.words.append(draft.words[-1])


_DIALECTS: Final[tuple[Dialect, ...]] = (
    *(blanks_in_headers, headers_on_one_line, hyphen_in_a_header, no_blank_in_a_header, no_quotation_marks),
    *(other_quotation_marks, unclosed_header, small_letters, empty_header, quotation_marks_inside),
    *(empty_lines_between_headers, two_empty_lines_after_the_headers, no_empty_line_after_the_headers),
    *(empty_line_between_moves, empty_line_before_the_result, a_word_on_each_line, tabs, no_blank_after_a_number),
    *(no_numbers, byte_order_mark, text_before, comment_before_the_headers, no_empty_line_after_the_game),
    *(carriage_returns, carriage_returns_and_line_feeds, escaped_line, comment),
    *(comment_and_empty_line_before_the_moves, comment_to_the_end_of_the_line, brace_in_a_comment),
    *(headers_in_a_comment, unclosed_comment, command_outside_a_comment, evaluation_behind_a_move),
    *(evaluation_after_a_blank, evaluation_as_one_sign, assessment, glyph, glyph_behind_a_move, novelty, move_as_uci),
    *(zeros_for_castling, dash_behind_long_castling, no_sign_of_check, ellipsis_for_black, figures_for_pieces),
    number_before_every_move,
    *(variation, comment_in_a_variation, illegal_move_in_a_variation, result_in_a_variation, empty_variation),
    *(unclosed_variation, stray_parenthesis, no_result, half_a_result, dash_in_the_result, blanks_in_the_result),
    two_results,
)
#: The dialects by their names, such as `tabs`.
DIALECTS: Final = {dialect.__name__.replace("_", " "): dialect for dialect in _DIALECTS}


def game_in(names: list[str], number: int, seed: int) -> Draft:
    """Returns a game in some dialects at once. A dialect that would change nothing is not named.

    Two that both change the words of the game would make a third, of which nobody says how it is read: hypothesis
    draws again.
    """
    draft = plain_game(number, seed)
    plain_words = list(draft.words)
    for name in sorted(names, key=list(DIALECTS).index):
        before, words = draft.text(), list(draft.words)
        DIALECTS[name](draft)
        if plain_words != words != draft.words:
            reject()
        if draft.text() != before:
            draft.dialects.append(name)
    return draft


@st.composite
def files_of_games(draw: st.DrawFn) -> list[Draft]:
    """Makes files of one to three games, each in at most two dialects."""
    names = st.lists(st.sampled_from(list(DIALECTS)), max_size=2, unique=True)
    count = draw(st.integers(1, 3))
    return [game_in(draw(names), number, draw(st.integers(0, 999))) for number in range(1, count + 1)]
