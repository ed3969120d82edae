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
from modern.match.record import NORMAL, MadeMove, in_a_header
from modern.play.table import SIDES_IN_WORDS, Table, in_words
from modern.rules.fen import INITIAL_FEN

EVENT: Final = "gosub play"
#: What stays readable in a header.
PLAIN: Final = " :/,.+-_=#()"

#: Headers that are made anew whenever the game is written.
OURS: Final = frozenset(
    (
        *("Event", "Date", "Round", "Result", "PlyCount", "Termination", "Limit", "SetUp", "FEN"),
        *("WhiteSeat", "BlackSeat", "WhiteMemory", "BlackMemory"),
    )
)

LIMIT: Final = re.compile(r"depth ([1-9]\d?|100)|(\d{1,7}(?:\.\d{1,6})?(?:e[+-]\d\d)?) s a move", re.ASCII)
#: A move's comment as MadeMove writes it.
COMMENT: Final = re.compile(
    r"(?:([+-]\d{1,5}\.\d\d|#-?\d{1,4})/(\d{1,4}) )?(\d{1,7}\.\d\d)s(?: (.*))?", re.ASCII | re.DOTALL
)
#: A file of a game is not larger, in bytes.
LARGEST: Final = 4_000_000


class SavedError(ValueError):
    """A file that is no game of `gosub play`; the text is one line that says why."""


@dataclass
class Saved:
    """What a file has of a game that goes on: who plays, how long programs think, the moves, what programs remember.

    `pace` is None where no program plays, `begun` the day on which it began, and `headers` are what else the PGN has.
    """

    seats: dict[str, str]
    pace: Pace | None
    start: str = INITIAL_FEN
    made: list[MadeMove] = field(default_factory=list)
    memory: dict[str, str] = field(default_factory=dict)
    begun: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def pgn_of_table(table: Table, pace: Pace) -> str:
    """The game as it stands, as PGN text."""
    ending = table.ending
    headers = {"Event": EVENT, "Date": table.begun, "Round": "-"}
    headers |= {name: in_a_header(table.seats[side].name) for side, name in SIDES_IN_WORDS.items()} | table.headers
    headers["Result"] = ending.result if ending else "*"
    headers["PlyCount"] = str(len(table.made))
    headers["Termination"] = NORMAL if ending else "unterminated"
    if len(table.humans) < len(table.seats):
        headers["Limit"] = str(pace)
    for side, name in SIDES_IN_WORDS.items():
        seat = table.seats[side]
        headers[f"{name}Seat"] = _encoded(seat.named)
        memory = seat.player.memory() if seat.player else ""
        if memory:
            headers[f"{name}Memory"] = _encoded(memory)
    if table.game.start != INITIAL_FEN:
        headers |= {"SetUp": "1", "FEN": table.game.start}
    return pgn_of(((move.uci, move.comment) for move in table.made), headers, in_words(ending) if ending else "")


def read_saved(path: Path) -> Saved:
    """The game in a file. Raises SavedError for what is none that can be gone on with, and OSError."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise SavedError(f"{path} is larger than any game")
    games = games_in(content.decode("utf-8", errors="replace"))
    game = next(games, None)
    if game is None or not all(f"{name}Seat" in game.headers for name in SIDES_IN_WORDS.values()):
        raise SavedError(f"{path} is no game that `gosub play` has kept")
    if error := error_in(game):
        raise SavedError(f"{path}: {error}")
    if next(games, None) is not None:
        raise SavedError(f"{path} has more than one game")
    if game.headers["Result"] != "*":
        raise SavedError(f"the game in {path} is over, {game.headers['Result']}: there is nothing to go on with")
    if "Variant" in game.headers:
        raise SavedError(f"{path} has a game of {in_a_header(game.headers['Variant'])}, and not of chess")
    return _saved(path, game)


def _saved(path: Path, game: chess.pgn.Game) -> Saved:
    headers = {name: in_a_header(text) for name, text in game.headers.items()}
    made: list[MadeMove] = []
    node: chess.pgn.GameNode = game
    if game.comment:
        raise SavedError(f"{path} has variations or annotations, which would be lost")
    while node.variations:
        following = node.variations[0]
        if len(node.variations) > 1 or following.nags or following.starting_comment:
            raise SavedError(f"{path} has variations or annotations, which would be lost")
        node = following
        assert isinstance(node, chess.pgn.ChildNode)
        made.append(_made(node.move.uci(), node.comment))
    memory = {side: headers.get(f"{name}Memory", "") for side, name in SIDES_IN_WORDS.items()}
    return Saved(
        {side: _decoded(headers[f"{name}Seat"]) for side, name in SIDES_IN_WORDS.items()},
        _pace(path, headers["Limit"]) if "Limit" in headers else None,
        game.board().fen(),
        made,
        {side: _decoded(text) for side, text in memory.items() if text},
        headers.get("Date", ""),
        {name: text for name, text in headers.items() if name not in OURS},
    )


def _made(uci: str, comment: str) -> MadeMove:
    """A move and what its comment tells; of a comment that somebody else has written, all of it."""
    form = COMMENT.fullmatch(" ".join(comment.split()))
    if form is None:
        return MadeMove(uci, "", 0, 0.0, " ".join(comment.split()))
    score, depth, seconds, notes = form.groups(default="")
    return MadeMove(uci, score, int(depth or 0), float(seconds), notes)


def _pace(path: Path, limit: str) -> Pace:
    form = LIMIT.fullmatch(limit)
    if form is None or (form[2] and not float(form[2]) > 0):
        raise SavedError(f"{path}: its Limit is {limit[:40]!a}, where `3 s a move` or `depth 4` was expected")
    return Pace(depth=int(form[1])) if form[1] else Pace(seconds=float(form[2]))


def _encoded(text: str) -> str:
    return quote(text, safe=PLAIN, errors="surrogateescape")


def _decoded(text: str) -> str:
    return unquote(text, errors="surrogateescape")
