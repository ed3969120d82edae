"""What a page says of a game: its title, its facts, how it ended; and the two games of the 1994 program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from historic.study.sample_game import NOTES, SAMPLE_GAME
from modern.game.game import Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_writing import pgn_of
from modern.rules import RulesError
from modern.rules.errors import printable

PROGRAM_NAME: Final = "Computer Chess, 1994"

#: The events of the two games of the program, which a page knows by them if they were not read from a PGN.
RECORD_EVENT: Final = "Appendix C of the report"
SELF_PLAY_EVENT: Final = "Self-play"
PROGRAM_TITLES: Final = {RECORD_EVENT: "The game that the report recorded", SELF_PLAY_EVENT: "A self-play game"}
#: How the introduction of a page refers to its game, by the event; any other game is `another game`.
SUBJECTS: Final = {RECORD_EVENT: "that game", SELF_PLAY_EVENT: "a game that the program played against itself"}
OTHER_SUBJECT: Final = "another game"

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

#: A fact about a game: its name and its text.
Fact = tuple[str, str]


def recorded_game() -> Game:
    """Returns the game of the report's Appendix C, 23 plies, with the author's notes."""
    headers = {"Event": RECORD_EVENT, "Date": "1994.??.??", "White": PROGRAM_NAME, "Black": PROGRAM_NAME}
    game = Game(headers=headers)
    for ply, uci in enumerate(SAMPLE_GAME, 1):
        game.make(game.position.parse_uci(uci), MoveNote(comment=NOTES.get(ply, "")))
    return game


def self_play_game(moves: Iterable[str | None], reading: str, last_line: str) -> Game:
    """Returns a game that the program played against itself, up to its first illegal move.

    `moves` are in UCI notation, with None if the program chose no move. `last_line` says how the program stopped.
    """
    name = f"{PROGRAM_NAME} ({reading})"
    game = Game(headers={"Event": SELF_PLAY_EVENT, "White": name, "Black": name})
    game.conclusion = last_line
    for number, uci in enumerate(moves, 1):
        try:
            game.make(game.position.parse_uci(uci or ""))
        except RulesError:
            reason = f"{uci} is an illegal move" if uci else "no move is chosen"
            game.conclusion = f"At ply {number} {reason}. {last_line}"
            break
    return game


def program_event(game: Game) -> str:
    """Returns the event of one of the program's two games, '' for any other game. A PGN is shown as what it says."""
    event = game.headers.get("Event", "")
    return event if event in PROGRAM_TITLES and not game.pgn else ""


def is_record(game: Game) -> bool:
    """Returns True for the game that the report recorded."""
    return program_event(game) == RECORD_EVENT


def title_of(game: Game) -> str:
    """Returns the title of a game's page: `GM Anna (2500) against Ben`."""
    headers = _known_headers(game)
    names = f"{_player(headers, 'White')} against {_player(headers, 'Black')}"
    return PROGRAM_TITLES.get(program_event(game), names)


def subject_of(game: Game) -> str:
    """Returns how the introduction of a game's page refers to it."""
    return SUBJECTS.get(program_event(game), OTHER_SUBJECT)


def facts_of(game: Game) -> list[Fact]:
    """Returns what a page says of a game below its title."""
    headers = _known_headers(game)
    if event := program_event(game):
        return [("White and Black", headers["White"]), *([("Event", event)] if is_record(game) else [])]
    return [(title, headers[name]) for name, title in SHOWN_HEADERS.items() if name in headers]


def other_facts_of(game: Game) -> list[Fact]:
    """Returns the less important headers of a game that was read from a PGN."""
    shown = {*SHOWN_HEADERS, *TITLE_HEADERS, *TECHNICAL_HEADERS}
    if program_event(game):
        return []
    return [(name, value) for name, value in _known_headers(game).items() if name not in shown][:MAX_OTHER_HEADERS]


def ending_of(game: Game) -> str:
    """Returns what a page says after the last move."""
    if game.conclusion:
        return game.conclusion
    if is_record(game):
        return "The record ends here."
    outcome = game.position.outcome()
    return f"The game is over: {outcome.reason}, {outcome.result}." if outcome else "The game ends here."


def pgn_text(game: Game) -> str:
    """Returns a game as PGN: the text that it was read from, if it was."""
    return f"{game.pgn.strip()}\n" if game.pgn else pgn_of(game, last_comment=game.conclusion)


def _known_headers(game: Game) -> dict[str, str]:
    """Returns the headers whose value is known."""
    return {
        printable(name): printable(text).removesuffix(".??.??")
        for name, text in game.headers.items()
        if not UNKNOWN_VALUE.fullmatch(text)
    }


def _player(headers: dict[str, str], side: str) -> str:
    """Returns a player's title, name and rating: `GM Anna (2500)`."""
    title, rating = headers.get(f"{side}Title", ""), headers.get(f"{side}Elo", "")
    return f"{title} {headers.get(side, side)}{f' ({rating})' if rating else ''}".strip()
