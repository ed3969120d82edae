"""A game as a page tells it: from a PGN, the record of the report, or the program with itself."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import chess
import chess.pgn

from historic.sample_game import SAMPLE_GAME
from modern.players import Game
from modern.rules import RulesError
from modern.rules.errors import printable, quoted
from modern.rules.fen import INITIAL_FEN

PROGRAM_NAME: Final = "Computer Chess, 1994"

#: The headers of a PGN that a page shows, in this order.
SHOWN_HEADERS: Final = ("Event", "Site", "Round", "Date", "Result", "Termination")
#: What stands in a header of which nothing is known.
UNKNOWN_VALUE: Final = re.compile(r"[?.*\s-]*|unterminated")
#: In a comment, what one program has written for another: [%clk 0:05:00].
COMMENT_COMMANDS: Final = re.compile(r"\[%[^\]]*\]")
#: What is chess as the report has it, by the names that programs give it.
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")
#: What text has none of: the control characters but for the blanks.
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
#: What stands beside the moves of a PGN: headers, comments, lines for programs.
NOT_MOVETEXT: Final = re.compile(r'^\s*\[\w+\s+".*"\s*\]\s*$|\{[^}]*(?:\}|\Z)|;.*$|^%.*$', re.MULTILINE)
VARIATION: Final = re.compile(r"\([^()]*\)")
LETTER: Final = re.compile(r"[^\W\d_]")
#: A word with letters that may stand among moves: a move, with its number or not, and what is said of one.
MOVETEXT_TOKEN: Final = re.compile(
    r"(?:\d+\.*)?(?:P?[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[NBRQnbrq]|/[NBRQ])?|[O0o]-[O0o](?:-[O0o])?|Z0|null)"
    r"[+#]*(?:mate|e\.?p\.?)?[!?=]*|e\.?p\.?|mate|N|D|RR|TN",
)

#: No message repeats more of what a file has.
MAX_MESSAGE_LENGTH: Final = 200


class PageGameError(ValueError):
    """A text that has no such game; what it says is one line."""


@dataclass(frozen=True)
class PageGame:
    """A game and what is told of it.

    `facts` are (what, text) in order. `comments` are by the number of their ply, 0 for before the first. `ending` is
    told after the last move. `recorded` says whether it is the record of the report.
    """

    game: Game
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    ending: str = ""
    is_record: bool = False


def recorded_game() -> PageGame:
    """The 23 plies of Appendix C."""
    facts = (("White and Black", PROGRAM_NAME), ("Event", "Appendix C of the report"))
    game = Game(moves=SAMPLE_GAME)
    return PageGame(game, "The game that the report recorded", facts, {}, "The record ends here.", True)


def self_play_game(moves: Iterable[str | None], reading: str, last_line: str) -> PageGame:
    """Its moves (UCI, or None for none at all) up to the first that the rules forbid; the rest is said in words."""
    game = Game()
    facts = (("White and Black", f"{PROGRAM_NAME} ({reading})"),)
    ending = last_line
    for number, uci in enumerate(moves, 1):
        try:
            game.make(game.position.parse_uci(uci or ""))
        except RulesError:
            ending = f"Ply {number}, {uci or 'no move at all'}, is one that the rules forbid. {last_line}"
            break
    return PageGame(game, "The program with itself", facts, {}, ending)


class MainLineReader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Reads a game; of errors it keeps those outside of the variations, which no page shows."""

    has_headers = False
    variation_depth = 0

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keep it."""
        self.has_headers = True
        super().visit_header(tagname, tagvalue)

    def begin_variation(self) -> None:
        """One that is not shown."""
        self.variation_depth += 1
        super().begin_variation()

    def end_variation(self) -> None:
        """Back to the line that it left."""
        self.variation_depth -= 1
        super().end_variation()

    def handle_error(self, error: Exception) -> None:
        """Keep what is wrong with the main line."""
        if not self.variation_depth:
            self.game.errors.append(error)

    def result(self) -> chess.pgn.Game:
        """The game; what is none has an error more."""
        if not self.has_headers and self.game.is_end():
            self.game.errors.append(PageGameError("no game, but other text"))
        return self.game


def game_from_pgn(content: bytes, number: int = 1) -> PageGame:
    """The game of that number, from 1, of a file with this content. Raises NoGame."""
    file = io.StringIO(_decode(content))
    for index in range(number - 1):
        if not chess.pgn.skip_game(file):
            raise PageGameError(_no_such_game(index, number))
    start = file.tell()
    game = chess.pgn.read_game(file, Visitor=MainLineReader)
    if game is None:
        raise PageGameError(_no_such_game(number - 1, number))
    if game.errors:
        raise PageGameError(f"game {number}: {_one_line(str(game.errors[0]))}")
    unknown = _first_unknown_word(file.getvalue()[start : file.tell()])
    if unknown:
        raise PageGameError(f"game {number}: {quoted(unknown)} is no move in English letters, such as Nf3")
    try:
        return _page_game(game)
    except (PageGameError, RulesError) as error:
        raise PageGameError(f"game {number}: {error}") from None


def _first_unknown_word(text: str) -> str:
    """The first word of a game's moves that python-chess would pass over, or read but a part of."""
    movetext = NOT_MOVETEXT.sub(" ", text)
    while movetext != (shorter := VARIATION.sub(" ", movetext)):
        movetext = shorter
    return next((word for word in movetext.split() if LETTER.search(word) and not MOVETEXT_TOKEN.fullmatch(word)), "")


def _decode(content: bytes) -> str:
    """UTF-8 or, as the standard of PGN has it, Latin-1."""
    if content.startswith(UTF_16_MARKS):
        raise PageGameError("it is UTF-16: a PGN in UTF-8 was expected")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    if CONTROL_CHARACTERS.search(text):
        raise PageGameError("it is no text: a PGN was expected")
    return text


def _no_such_game(count: int, number: int) -> str:
    if not count:
        return "it has no game"
    return f"it has {count} {'game' if count == 1 else 'games'}, and no game {number}"


def _page_game(pgn_game: chess.pgn.Game) -> PageGame:
    """What python-chess has read, once it is chess. Raises NoGame and RulesError."""
    headers = pgn_game.headers
    variant = headers.get("Variant", "").lower()
    if variant not in STANDARD_VARIANTS or pgn_game.board().chess960:
        raise PageGameError(f"it is a game of {_one_line(headers['Variant'])}, where one of chess was expected")
    game = Game(headers.get("FEN", INITIAL_FEN))
    comments = {0: _comment_text(pgn_game.comment)}
    for number, node in enumerate(pgn_game.mainline(), 1):
        game.make(game.position.parse_uci(node.move.uci()))
        comments[number] = _comment_text(f"{node.starting_comment} {node.comment}")
    texts = {name: printable(text.replace('\\"', '"').replace("\\\\", "\\")) for name, text in headers.items()}
    known = {name: text for name, text in texts.items() if not UNKNOWN_VALUE.fullmatch(text)}
    white, black = known.get("White", "White"), known.get("Black", "Black")
    facts = tuple((name, known[name].removesuffix(".??.??")) for name in SHOWN_HEADERS if name in known)
    outcome = game.position.outcome()
    ending = f"The game is over: {outcome.reason}, {outcome.result}." if outcome else "The game ends here."
    title = f"{white} against {black}"
    return PageGame(game, title, facts, {ply: text for ply, text in comments.items() if text}, ending)


def _comment_text(text: str) -> str:
    return printable(COMMENT_COMMANDS.sub(" ", text))


def _one_line(text: str) -> str:
    return " ".join(text.split())[:MAX_MESSAGE_LENGTH]
