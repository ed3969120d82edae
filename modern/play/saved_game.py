"""Saves a game while it is played, as a PGN with additional headers from which it can be resumed.

`WhiteSeat` and `BlackSeat` name the players, and `Limit` says how long programs think. `WhiteMemory` and `BlackMemory`
hold the state that a program needs besides the game. The values of seats and memories are percent-encoded, as in a URL,
because a PGN header cannot hold every character. A long one goes on in `WhiteMemory2`, `WhiteMemory3` and so on.
`WhiteSeatedAt` and `BlackSeatedAt` are the plies at which the players took their seats, if others began the game.
"""

from __future__ import annotations

import io
import re
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from modern.match.pace import Pace
from modern.match.record import PlayedMove
from modern.pgn.names_and_notes import header_text, joined_header, split_header
from modern.pgn.reading import PgnGame, PgnMove, games_in
from modern.pgn.writing import NO_CLOCK, NO_RESULT, pgn_of
from modern.play.live_game import SIDE_NAMES, LiveGame, describe_ending
from modern.rules.fen import INITIAL_FEN

EVENT: Final = "gosub play"
#: Characters that are not percent-encoded, to keep the headers readable.
UNENCODED: Final = ":/,.+-_=#()[]"

#: Headers that are computed whenever the game is written; all others are kept as they were read.
MANAGED_HEADERS: Final = frozenset(
    (
        *("Event", "Date", "Round", "Result", "PlyCount", "Termination", "TimeControl", "Limit", "SetUp", "FEN"),
        *("WhiteSeat", "BlackSeat", "WhiteMemory", "BlackMemory", "WhiteSeatedAt", "BlackSeatedAt"),
    )
)

LIMIT_HEADER: Final = re.compile(r"depth ([1-9]\d?|100)|(\d{1,7}(?:\.\d{1,6})?(?:e[+-]\d\d)?) s a move", re.ASCII)
#: A move's comment as PlayedMove writes it: score, depth, seconds and notes.
MOVE_COMMENT: Final = re.compile(
    r"(?:([+-]\d{1,5}\.\d\d|#-?\d{1,4})/(\d{1,4}) )?(\d{1,7}\.\d\d)s(?: (.*))?", re.ASCII | re.DOTALL
)
#: The ply at which a player took its seat.
SEATED_AT: Final = re.compile(r"\d{1,5}", re.ASCII)
#: The size above which a file is rejected, in bytes.
MAX_FILE_SIZE: Final = 4_000_000


class SavedGameError(ValueError):
    """A file that does not hold a game of `gosub play` to resume; the text is one line that says why."""


@dataclass
class SavedGame:
    """A game to be resumed, as read from a file.

    `seats` and `memory` map a side to its player's spec and to the state of its program. `pace` is None if no program
    plays. `date` is the day on which the game began, `headers` are the PGN's other headers, and `time_control` is the
    header of a game with clocks, empty for a game without. `seated_at` maps a side to the ply at which its player took
    its seat.
    """

    seats: dict[str, str]
    pace: Pace | None
    start: str = INITIAL_FEN
    record: list[PlayedMove] = field(default_factory=list)
    memory: dict[str, str] = field(default_factory=dict)
    date: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    time_control: str = ""
    seated_at: dict[str, int] = field(default_factory=dict)


def saved_game_pgn(live_game: LiveGame, pace: Pace) -> str:
    """Returns the game so far as PGN text."""
    ending = live_game.ending
    headers = {"Event": EVENT, "Date": live_game.date, "Round": "-"}
    headers |= {name: live_game.seats[side].name for side, name in SIDE_NAMES.items()} | live_game.headers
    headers["Result"] = ending.result if ending else NO_RESULT
    headers["PlyCount"] = str(len(live_game.record))
    if len(live_game.human_sides) < len(live_game.seats):
        headers["Limit"] = str(pace)
    for side, name in SIDE_NAMES.items():
        seat = live_game.seats[side]
        headers |= split_header(f"{name}Seat", _encode(seat.spec))
        memory = seat.player.memory() if seat.player else ""
        if memory:
            headers |= split_header(f"{name}Memory", _encode(memory))
        if live_game.seated_at[side]:
            headers[f"{name}SeatedAt"] = str(live_game.seated_at[side])
    headers["FEN"] = live_game.game.start
    moves = ((move.uci, _comment(move)) for move in live_game.record)
    return pgn_of(moves, headers, describe_ending(ending) if ending else "")


def read_saved_game(path: Path) -> SavedGame:
    """Reads a game from a file. Raises SavedGameError if it is not a game that can be resumed, and OSError."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise SavedGameError(f"{path} is too large: a saved game has at most {MAX_FILE_SIZE // 1_000_000} MB")
    return parse_saved_game(content.decode("utf-8", errors="replace"), str(path))


def parse_saved_game(text: str, source: str) -> SavedGame:
    """Returns the game of a PGN; `source` names it in messages. Raises SavedGameError if it cannot be resumed."""
    games = games_in(io.StringIO(text))
    game = next(games, None)
    if game is None or not all(f"{name}Seat" in game.headers for name in SIDE_NAMES.values()):
        raise SavedGameError(f"{source} is not a game saved by `gosub play`")
    if game.error:
        raise SavedGameError(f"{source}: {game.error}")
    if next(games, None) is not None:
        raise SavedGameError(f"{source} has more than one game")
    if game.headers["Result"] != NO_RESULT:
        raise SavedGameError(f"the game in {source} is over ({game.headers['Result']}) and cannot be resumed")
    if game.variant:
        raise SavedGameError(f"{source} has a game of {header_text(game.variant)}, not of chess")
    if game.comment or game.has_variations or any(move.nags or move.comment_before for move in game.moves):
        raise SavedGameError(f"{source} has variations or annotations, which would be lost")
    return _saved_game(source, game)


def saved_seats(game: PgnGame) -> dict[str, tuple[str, str]]:
    """Returns each side's player and what it has to remember, as a saved game has them; '' where it does not."""
    headers = {name: header_text(text) for name, text in game.headers.items()}
    return {
        side: (_decode(joined_header(headers, f"{name}Seat")), _decode(joined_header(headers, f"{name}Memory")))
        for side, name in SIDE_NAMES.items()
    }


def _saved_game(source: str, game: PgnGame) -> SavedGame:
    headers = {name: header_text(text) for name, text in game.headers.items()}
    seats = saved_seats(game)
    return SavedGame(
        {side: spec for side, (spec, _) in seats.items()},
        _parse_limit(source, headers["Limit"]) if "Limit" in headers else None,
        game.initial_fen,
        [recorded_move(move) for move in game.moves],
        {side: memory for side, (_, memory) in seats.items() if memory},
        headers.get("Date", ""),
        {name: text for name, text in headers.items() if name.rstrip(string.digits) not in MANAGED_HEADERS},
        headers.get("TimeControl", NO_CLOCK).removeprefix(NO_CLOCK),
        {
            side: min(int(headers[f"{name}SeatedAt"]), len(game.moves))
            for side, name in SIDE_NAMES.items()
            if SEATED_AT.fullmatch(headers.get(f"{name}SeatedAt", ""))
        },
    )


def _comment(move: PlayedMove) -> str:
    """Returns the comment of a move, which has no time if that is not known."""
    return move.comment if move.score or move.seconds else move.notes


def recorded_move(move: PgnMove) -> PlayedMove:
    """Returns a move with the fields of its comment; a comment in another format becomes the move's notes."""
    comment = " ".join(move.comment.split())
    match = MOVE_COMMENT.fullmatch(comment)
    if match is None:
        return PlayedMove(move.uci, "", 0, 0.0, comment)
    score, depth, seconds, notes = match.groups(default="")
    return PlayedMove(move.uci, score, int(depth or 0), float(seconds), notes)


def _parse_limit(source: str, limit: str) -> Pace:
    match = LIMIT_HEADER.fullmatch(limit)
    if match is None or (match[2] and not float(match[2]) > 0):
        raise SavedGameError(f"{source}: header Limit is {limit[:40]!a}; expected `3 s a move` or `depth 4`")
    return Pace(depth=int(match[1])) if match[1] else Pace(seconds=float(match[2]))


def _encode(text: str) -> str:
    return quote(text, safe=UNENCODED, errors="surrogateescape")


def _decode(text: str) -> str:
    return unquote(text, errors="surrogateescape")
