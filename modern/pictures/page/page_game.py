"""The game of a page: read from a PGN, the one that the report recorded, or a self-play game of the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from historic.study.sample_game import NOTES, SAMPLE_GAME
from modern.game.game import Game
from modern.game.move_notes import MoveNote, plain_comment
from modern.game.pgn_reading import PgnError, decode, every_game, has_several_games, standard_game
from modern.game.pgn_text import header_value
from modern.game.pgn_writing import pgn_as_read, pgn_of, variation_text
from modern.rules import Position, RulesError
from modern.rules.errors import printable

PROGRAM_NAME: Final = "Computer Chess, 1994"

#: The headers of a PGN that a page shows below its title, in this order, with their names there.
SHOWN_HEADERS: Final = {
    "Event": "Event",
    "Site": "Site",
    "Round": "Round",
    "Date": "Date",
    "TimeControl": "Time control",
    "ECO": "ECO",
    "Opening": "Opening",
    "Result": "Result",
    "Termination": "Termination",
}
#: The headers that a page shows in its title, or that are no facts about the game.
TITLE_HEADERS: Final = ("White", "Black", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle")
TECHNICAL_HEADERS: Final = ("FEN", "SetUp", "Variant")
#: The most other headers that a page shows.
MAX_OTHER_HEADERS: Final = 40
#: The value of a header if the fact is not known.
UNKNOWN_VALUE: Final = re.compile(r"[?.*\s-]*|unterminated")


class PageGameError(ValueError):
    """A file that does not hold the game to show; the text is one line that says why."""


class Annotation(NamedTuple):
    """What a PGN says about a move, as text: its note, and the variations instead of it in SAN."""

    comment: str = ""
    glyphs: str = ""
    clock: str = ""
    evaluation: str = ""
    variations: tuple[str, ...] = ()


@dataclass(frozen=True)
class PageGame:
    """A game and the texts that its page shows.

    `facts` are (name, text) pairs, `other_facts` those that are less important. `introduction` is the comment before
    the first move. `annotations` maps plies, from 1, to what the PGN says about their moves. `ending` is shown after
    the last move. `pgn` is the game as PGN. `is_record` is true for the game that the report recorded. `subject` is
    how the page's introduction refers to the game.
    """

    game: Game
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    introduction: str = ""
    annotations: Mapping[int, Annotation] = field(default_factory=dict)
    ending: str = ""
    pgn: str = ""
    is_record: bool = False
    subject: str = "another game"
    other_facts: tuple[tuple[str, str], ...] = ()

    def fact(self, name: str) -> str:
        """Returns a fact by its name, or '' if it is not known."""
        return dict(self.facts).get(name, "")

    @property
    def comments(self) -> dict[int, str]:
        """Returns the comments by their plies; 0 is the comment before the first move."""
        comments = {0: self.introduction} | {ply: at.comment for ply, at in self.annotations.items()}
        return {ply: text for ply, text in comments.items() if text}


def recorded_game() -> PageGame:
    """Returns the game of the report's Appendix C, 23 plies."""
    facts = (("White and Black", PROGRAM_NAME), ("Event", "Appendix C of the report"))
    headers = {"Event": "Appendix C of the report", "Date": "1994.??.??", "White": PROGRAM_NAME, "Black": PROGRAM_NAME}
    game = Game(moves=SAMPLE_GAME, headers=headers)
    game.notes = [MoveNote(comment=NOTES.get(ply, "")) for ply in range(1, len(SAMPLE_GAME) + 1)]
    return PageGame(
        game,
        "The game that the report recorded",
        facts,
        ending="The record ends here.",
        pgn=pgn_of(game),
        is_record=True,
        subject="that game",
    )


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
    name = facts[0][1]
    game.headers = {"Event": "Self-play", "White": name, "Black": name}
    return PageGame(
        game,
        "A self-play game",
        facts,
        ending=ending,
        pgn=pgn_of(game, last_comment=ending),
        subject="a game that the program played against itself",
    )


def game_from_pgn(content: bytes, number: int = 1) -> PageGame:
    """Reads game number `number`, from 1, of a PGN file with this content. Raises PageGameError."""
    try:
        return page_game_of(standard_game(content, number))
    except PgnError as error:
        raise PageGameError(str(error)) from None


def games_from_pgn(content: bytes) -> Iterator[PageGame | PageGameError]:
    """Yields the games of a PGN file with this content; an error for one that cannot be shown. Raises PageGameError."""
    try:
        text = decode(content)
    except PgnError as error:
        raise PageGameError(str(error)) from None
    for game in every_game(text):
        yield PageGameError(game.error) if game.error else page_game_of(game)


def is_of_several_games(content: bytes) -> bool:
    """Returns True if a PGN file with this content has more than one game."""
    try:
        return has_several_games(decode(content))
    except PgnError:
        return False


def page_game_of(game: Game) -> PageGame:
    """Returns a game that was read from a PGN, which may have been annotated since, with the texts of its page."""
    headers = _known_headers(game.headers)
    outcome = game.position.outcome()
    shown = {*SHOWN_HEADERS, *TITLE_HEADERS, *TECHNICAL_HEADERS}
    return PageGame(
        game,
        f"{_player(headers, 'White')} against {_player(headers, 'Black')}",
        tuple((title, headers[name]) for name, title in SHOWN_HEADERS.items() if name in headers),
        plain_comment(game.introduction),
        dict(enumerate(_annotations(game), 1)),
        f"The game is over: {outcome.reason}, {outcome.result}." if outcome else "The game ends here.",
        f"{game.pgn.strip()}\n" if game.pgn else pgn_as_read(game),
        other_facts=tuple((name, value) for name, value in headers.items() if name not in shown)[:MAX_OTHER_HEADERS],
    )


def _annotations(game: Game) -> Iterator[Annotation]:
    """Yields what is said about each move of a game."""
    position = Position.from_fen(game.start)
    for move, note in zip(game.moves, game.notes, strict=True):
        variations = tuple(variation_text(position.fen(), variation) for variation in note.variations)
        yield Annotation(note.text, note.glyph_signs, note.clock, note.evaluation, variations)
        position.make(move)


def _known_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns the headers whose value is known, as text without PGN's escapes."""
    texts = {name: header_value(text) for name, text in headers.items()}
    return {
        printable(name): text.removesuffix(".??.??")
        for name, text in texts.items()
        if not UNKNOWN_VALUE.fullmatch(text)
    }


def _player(headers: Mapping[str, str], side: str) -> str:
    """Returns a player's title, name and rating: `GM Anna (2500)`."""
    title, rating = headers.get(f"{side}Title", ""), headers.get(f"{side}Elo", "")
    return f"{title} {headers.get(side, side)}{f' ({rating})' if rating else ''}".strip()
