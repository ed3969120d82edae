"""The game of a page: read from a PGN, the one that the report recorded, or a self-play game of the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from historic.study.sample_game import SAMPLE_GAME
from modern.pgn.encoding import PgnError, decode
from modern.pgn.movetext import first_unknown_word
from modern.pgn.reading import PgnGame, numbered_game
from modern.players import Game
from modern.rules import RulesError
from modern.rules.errors import printable, quoted

PROGRAM_NAME: Final = "Computer Chess, 1994"

#: The headers of a PGN that a page shows, in this order.
SHOWN_HEADERS: Final = ("Event", "Site", "Round", "Date", "Result", "Termination")
#: The value of a header if the fact is not known.
UNKNOWN_VALUE: Final = re.compile(r"[?.*\s-]*|unterminated")
#: Commands for programs in a comment: [%clk 0:05:00].
COMMENT_COMMANDS: Final = re.compile(r"\[%[^\]]*\]")
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


def game_from_pgn(content: bytes, number: int = 1) -> PageGame:
    """Reads game number `number`, from 1, of a PGN file with this content. Raises PageGameError."""
    try:
        game, text = numbered_game(decode(content), number)
    except PgnError as error:
        raise PageGameError(str(error)) from None
    try:
        return _page_game(game, text)
    except (PageGameError, RulesError) as error:
        raise PageGameError(f"game {number}: {error}") from None


def _page_game(pgn_game: PgnGame, text: str) -> PageGame:
    """Converts a game that was read from `text`. Raises PageGameError and RulesError."""
    _check(pgn_game, text)
    headers = pgn_game.headers
    game = Game(pgn_game.start)
    comments = {0: _comment_text(pgn_game.comment)}
    for number, move in enumerate(pgn_game.moves, 1):
        game.make(game.position.parse_uci(move.uci))
        comments[number] = _comment_text(f"{move.comment_before} {move.comment}")
    texts = {name: printable(text.replace('\\"', '"').replace("\\\\", "\\")) for name, text in headers.items()}
    known = {name: text for name, text in texts.items() if not UNKNOWN_VALUE.fullmatch(text)}
    white, black = known.get("White", "White"), known.get("Black", "Black")
    facts = tuple((name, known[name].removesuffix(".??.??")) for name in SHOWN_HEADERS if name in known)
    outcome = game.position.outcome()
    ending = f"The game is over: {outcome.reason}, {outcome.result}." if outcome else "The game ends here."
    title = f"{white} against {black}"
    return PageGame(game, title, facts, {ply: text for ply, text in comments.items() if text}, ending)


def _check(game: PgnGame, text: str) -> None:
    """Raises PageGameError if a game cannot be read completely. Errors in variations do not matter."""
    if game.main_line_error:
        raise PageGameError(game.main_line_error[:MAX_QUOTE_LENGTH])
    if game.is_empty:
        raise PageGameError("neither headers nor moves; expected a PGN")
    if unknown := first_unknown_word(text):
        raise PageGameError(f"{quoted(unknown)} is not a move; expected English piece letters, as in Nf3")
    if game.variant or game.is_chess960:
        variant = " ".join((game.variant or "Chess960").split())[:MAX_QUOTE_LENGTH]
        raise PageGameError(f"the variant is {variant}; expected standard chess")


def _comment_text(text: str) -> str:
    return printable(COMMENT_COMMANDS.sub(" ", text))
