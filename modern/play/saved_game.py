"""A game that is kept while it is played: a PGN, with a few headers more, from which it can be gone on with.

`WhiteSeat` and `BlackSeat` say who plays, `Limit` how long programs think, and `WhiteMemory` and `BlackMemory` what a
program has to know besides the game. What stands in them is percent-encoded, as in a URL, since PGN has no way to write
every character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

import chess.pgn

from modern.match.pace import Pace
from modern.match.pgn import error_in, games_in, pgn_of
from modern.match.record import NORMAL, PlayedMove, header_text
from modern.play.live_game import SIDE_NAMES, LiveGame, describe_ending
from modern.rules.fen import INITIAL_FEN

EVENT: Final = "gosub play"
#: What stays readable in a header.
UNENCODED: Final = " :/,.+-_=#()"

#: Headers that are made anew whenever the game is written.
MANAGED_HEADERS: Final = frozenset(
    (
        *("Event", "Date", "Round", "Result", "PlyCount", "Termination", "Limit", "SetUp", "FEN"),
        *("WhiteSeat", "BlackSeat", "WhiteMemory", "BlackMemory"),
    )
)

LIMIT_HEADER: Final = re.compile(r"depth ([1-9]\d?|100)|(\d{1,7}(?:\.\d{1,6})?(?:e[+-]\d\d)?) s a move", re.ASCII)
#: A move's comment as MadeMove writes it.
MOVE_COMMENT: Final = re.compile(
    r"(?:([+-]\d{1,5}\.\d\d|#-?\d{1,4})/(\d{1,4}) )?(\d{1,7}\.\d\d)s(?: (.*))?", re.ASCII | re.DOTALL
)
#: A file of a game is not larger, in bytes.
MAX_FILE_SIZE: Final = 4_000_000


class SavedGameError(ValueError):
    """A file that is no game of `gosub play`; the text is one line that says why."""


@dataclass
class SavedGame:
    """What a file has of a game that goes on: who plays, how long programs think, the moves, what programs remember.

    `pace` is None where no program plays, `begun` the day on which it began, and `headers` are what else the PGN has.
    """

    seats: dict[str, str]
    pace: Pace | None
    start: str = INITIAL_FEN
    record: list[PlayedMove] = field(default_factory=list)
    memory: dict[str, str] = field(default_factory=dict)
    date: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def saved_game_pgn(table: LiveGame, pace: Pace) -> str:
    """The game as it stands, as PGN text."""
    ending = table.ending
    headers = {"Event": EVENT, "Date": table.date, "Round": "-"}
    headers |= {name: header_text(table.seats[side].name) for side, name in SIDE_NAMES.items()} | table.headers
    headers["Result"] = ending.result if ending else "*"
    headers["PlyCount"] = str(len(table.record))
    headers["Termination"] = NORMAL if ending else "unterminated"
    if len(table.human_sides) < len(table.seats):
        headers["Limit"] = str(pace)
    for side, name in SIDE_NAMES.items():
        seat = table.seats[side]
        headers[f"{name}Seat"] = _encode(seat.spec)
        memory = seat.player.memory() if seat.player else ""
        if memory:
            headers[f"{name}Memory"] = _encode(memory)
    if table.game.start != INITIAL_FEN:
        headers |= {"SetUp": "1", "FEN": table.game.start}
    return pgn_of(
        ((move.uci, move.comment) for move in table.record), headers, describe_ending(ending) if ending else ""
    )


def read_saved_game(path: Path) -> SavedGame:
    """The game in a file. Raises SavedError for what is none that can be gone on with, and OSError."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise SavedGameError(f"{path} is larger than any game")
    games = games_in(content.decode("utf-8", errors="replace"))
    game = next(games, None)
    if game is None or not all(f"{name}Seat" in game.headers for name in SIDE_NAMES.values()):
        raise SavedGameError(f"{path} is no game that `gosub play` has kept")
    if error := error_in(game):
        raise SavedGameError(f"{path}: {error}")
    if next(games, None) is not None:
        raise SavedGameError(f"{path} has more than one game")
    if game.headers["Result"] != "*":
        raise SavedGameError(f"the game in {path} is over, {game.headers['Result']}: there is nothing to go on with")
    if "Variant" in game.headers:
        raise SavedGameError(f"{path} has a game of {header_text(game.headers['Variant'])}, and not of chess")
    return _saved_game(path, game)


def _saved_game(path: Path, game: chess.pgn.Game) -> SavedGame:
    headers = {name: header_text(text) for name, text in game.headers.items()}
    record: list[PlayedMove] = []
    node: chess.pgn.GameNode = game
    if game.comment:
        raise SavedGameError(f"{path} has variations or annotations, which would be lost")
    while node.variations:
        next_node = node.variations[0]
        if len(node.variations) > 1 or next_node.nags or next_node.starting_comment:
            raise SavedGameError(f"{path} has variations or annotations, which would be lost")
        node = next_node
        assert isinstance(node, chess.pgn.ChildNode)
        record.append(_recorded_move(node.move.uci(), node.comment))
    memory = {side: headers.get(f"{name}Memory", "") for side, name in SIDE_NAMES.items()}
    return SavedGame(
        {side: _decode(headers[f"{name}Seat"]) for side, name in SIDE_NAMES.items()},
        _parse_limit(path, headers["Limit"]) if "Limit" in headers else None,
        game.board().fen(),
        record,
        {side: _decode(text) for side, text in memory.items() if text},
        headers.get("Date", ""),
        {name: text for name, text in headers.items() if name not in MANAGED_HEADERS},
    )


def _recorded_move(uci: str, comment: str) -> PlayedMove:
    """A move and what its comment tells; of a comment that somebody else has written, all of it."""
    match = MOVE_COMMENT.fullmatch(" ".join(comment.split()))
    if match is None:
        return PlayedMove(uci, "", 0, 0.0, " ".join(comment.split()))
    score, depth, seconds, notes = match.groups(default="")
    return PlayedMove(uci, score, int(depth or 0), float(seconds), notes)


def _parse_limit(path: Path, limit: str) -> Pace:
    match = LIMIT_HEADER.fullmatch(limit)
    if match is None or (match[2] and not float(match[2]) > 0):
        raise SavedGameError(f"{path}: its Limit is {limit[:40]!a}, where `3 s a move` or `depth 4` was expected")
    return Pace(depth=int(match[1])) if match[1] else Pace(seconds=float(match[2]))


def _encode(text: str) -> str:
    return quote(text, safe=UNENCODED, errors="surrogateescape")


def _decode(text: str) -> str:
    return unquote(text, errors="surrogateescape")
