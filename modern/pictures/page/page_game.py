"""The game of a page: read from a PGN, the one that the report recorded, or a self-play game of the program."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import chess
import chess.pgn

from historic.study.sample_game import SAMPLE_GAME
from modern.players import Game
from modern.rules import RulesError
from modern.rules.errors import printable, quoted
from modern.rules.fen import INITIAL_FEN

PROGRAM_NAME: Final = "Computer Chess, 1994"

#: The headers of a PGN that a page shows, in this order.
SHOWN_HEADERS: Final = ("Event", "Site", "Round", "Date", "Result", "Termination")
#: The value of a header if the fact is not known.
UNKNOWN_VALUE: Final = re.compile(r"[?.*\s-]*|unterminated")
#: Commands for programs in a comment: [%clk 0:05:00].
COMMENT_COMMANDS: Final = re.compile(r"\[%[^\]]*\]")
#: The names that programs give to standard chess in the header Variant.
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")
#: Control characters other than white space, which a text file does not have.
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
#: The parts of a PGN that are not moves: headers, comments, escaped lines.
NOT_MOVETEXT: Final = re.compile(r'^\s*\[\w+\s+".*"\s*\]\s*$|\{[^}]*(?:\}|\Z)|;.*$|^%.*$', re.MULTILINE)
VARIATION: Final = re.compile(r"\([^()]*\)")
LETTER: Final = re.compile(r"[^\W\d_]")
#: A word with letters that is valid among the moves: a move, with or without its number, or an annotation.
MOVETEXT_TOKEN: Final = re.compile(
    r"(?:\d+\.*)?(?:P?[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[NBRQnbrq]|/[NBRQ])?|[O0o]-[O0o](?:-[O0o])?|Z0|null)"
    r"[+#]*(?:mate|e\.?p\.?)?[!?=]*|e\.?p\.?|mate|N|D|RR|TN",
)

#: The most characters of a file that a message quotes.
MAX_QUOTE_LENGTH: Final = 200


class PageGameError(ValueError):
    """A file that does not hold the game to show; the text is one line that says why."""


@dataclass(frozen=True)
class PageGame:
    """A game and the texts that its page shows.

    `facts` are (name, text) pairs. `comments` maps plies, from 1, to comments; 0 is the comment before the first move.
    `ending` is shown after the last move. `is_record` is true for the game that the report recorded. `subject` is how
    the page's introduction refers to the game.
    """

    game: Game
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    ending: str = ""
    is_record: bool = False
    subject: str = "another game"


def recorded_game() -> PageGame:
    """Returns the game of the report's Appendix C, 23 plies."""
    facts = (("White and Black", PROGRAM_NAME), ("Event", "Appendix C of the report"))
    game = Game(moves=SAMPLE_GAME)
    return PageGame(game, "The game that the report recorded", facts, {}, "The record ends here.", True, "that game")


def self_play_game(moves: Iterable[str | None], reading: str, last_line: str) -> PageGame:
    """Returns a game that the program played against itself, up to its first illegal move.

    `moves` are in UCI notation, with None if the program chose no move. `last_line` says how the program stopped.
    """
    game = Game()
    facts = (("White and Black", f"{PROGRAM_NAME} ({reading})"),)
    ending = last_line
    for number, uci in enumerate(moves, 1):
        try:
            game.make(game.position.parse_uci(uci or ""))
        except RulesError:
            ending = f"At ply {number} {f'{uci} is an illegal move' if uci else 'no move is chosen'}. {last_line}"
            break
    return PageGame(
        game, "A self-play game", facts, {}, ending, subject="a game that the program played against itself"
    )


class MainLineReader(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Reads a game. Ignores errors in variations, because the page does not show them."""

    has_headers = False
    variation_depth = 0

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Stores a header, and remembers that the game has one."""
        self.has_headers = True
        super().visit_header(tagname, tagvalue)

    def begin_variation(self) -> None:
        """Enters a variation."""
        self.variation_depth += 1
        super().begin_variation()

    def end_variation(self) -> None:
        """Leaves a variation."""
        self.variation_depth -= 1
        super().end_variation()

    def handle_error(self, error: Exception) -> None:
        """Stores an error if it is in the main line."""
        if not self.variation_depth:
            self.game.errors.append(error)

    def result(self) -> chess.pgn.Game:
        """Returns the game, with one more error if the text has neither headers nor moves."""
        if not self.has_headers and self.game.is_end():
            self.game.errors.append(PageGameError("neither headers nor moves; expected a PGN"))
        return self.game


def game_from_pgn(content: bytes, number: int = 1) -> PageGame:
    """Reads game number `number`, from 1, of a PGN file with this content. Raises PageGameError."""
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
        raise PageGameError(
            f"game {number}: {quoted(unknown)} is not a move; expected English piece letters, as in Nf3"
        )
    try:
        return _page_game(game)
    except (PageGameError, RulesError) as error:
        raise PageGameError(f"game {number}: {error}") from None


def _first_unknown_word(text: str) -> str:
    """Returns the first word among a game's moves that python-chess would skip, or read only in part; '' if none."""
    movetext = NOT_MOVETEXT.sub(" ", text)
    while movetext != (shorter := VARIATION.sub(" ", movetext)):
        movetext = shorter
    return next((word for word in movetext.split() if LETTER.search(word) and not MOVETEXT_TOKEN.fullmatch(word)), "")


def _decode(content: bytes) -> str:
    """Decodes a file as UTF-8 or else as Latin-1, which is the PGN standard's encoding. Raises PageGameError."""
    if content.startswith(UTF_16_MARKS):
        raise PageGameError("the file is in UTF-16; expected a PGN in UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    if CONTROL_CHARACTERS.search(text):
        raise PageGameError("not a text file; expected a PGN")
    return text


def _no_such_game(count: int, number: int) -> str:
    if not count:
        return "no game in the file"
    return f"no game {number}; the file has {count} {'game' if count == 1 else 'games'}"


def _page_game(pgn_game: chess.pgn.Game) -> PageGame:
    """Converts a game that python-chess has read. Raises PageGameError if it is a variant, and RulesError."""
    headers = pgn_game.headers
    variant = headers.get("Variant", "").lower()
    if variant not in STANDARD_VARIANTS or pgn_game.board().chess960:
        raise PageGameError(f"the variant is {_one_line(headers['Variant'])}; expected standard chess")
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
    return " ".join(text.split())[:MAX_QUOTE_LENGTH]
