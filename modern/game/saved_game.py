"""The saved form of a game that is being played: PGN, with additional headers from which it can be resumed.

`WhiteSeat` and `BlackSeat` name the players, and `Limit` says how long programs think; a game with clocks has its time
control in `TimeControl`, and `ClockFrom` if they did not run from the beginning. `WhiteMemory` and `BlackMemory` hold
the state that a program needs besides the game. The values of seats and memories are percent-encoded, as in a URL,
because a PGN header cannot hold every character. A long one continues in `WhiteMemory2`, `WhiteMemory3` and so on.
`WhiteSeatedAt` and `BlackSeatedAt` are the plies at which the players took their seats, if others began the game.
`ArbiterPlies` has the numbers of the plies, from 1, whose moves the arbiter chose, with commas; `-` if there are none.
`ContinuedFrom` says of which other game this one has the first moves.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from modern.facts import fact, in_quotes
from modern.game.clock import TimeSetting, parse_time_control
from modern.game.game import NO_RESULT, SIDE_NAMES, SIDES, Game
from modern.game.move_notes import MoveNote
from modern.game.pgn_text import NO_CLOCK, joined_header, split_header
from modern.game.session import GameSession, Seat
from modern.report import Score

EVENT: Final = "gosub play"
#: The header that says which game is continued.
ORIGIN: Final = "ContinuedFrom"
#: The header that says which moves the arbiter chose, and its text if it chose none.
ARBITER_PLIES: Final = "ArbiterPlies"
NO_PLIES: Final = "-"
#: Characters that are not percent-encoded, to keep the headers readable.
UNENCODED: Final = ":/,.+-_=#()[]"

#: Headers that are computed whenever the game is written; all others are kept as they were read.
MANAGED_HEADERS: Final = frozenset(
    (
        *("Event", "Round", "Result", "PlyCount", "Termination", "TimeControl", "Limit", "SetUp", "FEN", "ClockFrom"),
        *("WhiteSeat", "BlackSeat", "WhiteMemory", "BlackMemory", "WhiteSeatedAt", "BlackSeatedAt"),
        ARBITER_PLIES,
    )
)

LIMIT_HEADER: Final = re.compile(r"depth ([1-9]\d?|100)|(\d{1,7}(?:\.\d{1,6})?(?:e[+-]\d\d)?) s a move", re.ASCII)
#: The comment of a move that was played here: score, depth, seconds and remarks.
MOVE_COMMENT: Final = re.compile(
    r"(?:([+-]\d{1,5}\.\d\d|#-?\d{1,4})/(\d{1,4}) )?(\d{1,7}\.\d\d)s(?: (.*))?", re.ASCII | re.DOTALL
)
#: A number of plies.
PLIES: Final = re.compile(r"\d{1,5}", re.ASCII)
#: The size above which a file is rejected, in bytes.
MAX_FILE_SIZE: Final = 4_000_000


class SavedGameError(ValueError):
    """A file that does not hold a saved game to resume; the text is one line that says why."""


class GameOverError(SavedGameError):
    """The game is over."""


def saved_game(session: GameSession, last_comment: bool = True, headers: Mapping[str, str] | None = None) -> str:
    """Returns the game so far as PGN text, from which `read_saved_game` makes the session again.

    The last comment says how the game has ended, unless it is left out. `headers` replace others of the same name.
    """
    from modern.game.pgn_writing import pgn_of  # loads chess.engine and asyncio, for which no question need wait

    game, ending = session.game, session.game.ending
    written = {"Event": EVENT, "Round": "-"}
    written |= {name: session.seats[side].name for side, name in SIDE_NAMES.items()} | game.headers
    written |= {"Result": game.ending.result if game.ending else NO_RESULT, "PlyCount": str(len(game.moves))}
    limit = session.time.without_clocks
    if len(session.human_sides) < len(SIDES) and limit != TimeSetting():
        written["Limit"] = str(limit)
    if session.control:
        written["TimeControl"] = str(session.control)
        written |= {"ClockFrom": str(session.clock_from)} if session.clock_from else {}
    for side, name in SIDE_NAMES.items():
        seat = session.seats[side]
        written |= split_header(f"{name}Seat", _encode(seat.spec))
        if seat.memory:
            written |= split_header(f"{name}Memory", _encode(seat.memory))
        if seat.from_ply:
            written[f"{name}SeatedAt"] = str(seat.from_ply)
    by_arbiter = ",".join(str(ply) for ply, note in enumerate(game.notes, 1) if note.by_arbiter)
    written |= split_header(ARBITER_PLIES, by_arbiter or NO_PLIES)
    return pgn_of(game, written | dict(headers or {}), ending.sentence if ending and last_comment else "")


def read_saved_file(path: Path, default: TimeSetting) -> GameSession:
    """Reads a saved game from a file. Raises SavedGameError if it is not a game that can be resumed, and OSError."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise SavedGameError(f"{path} is too large: a saved game has at most {MAX_FILE_SIZE // 1_000_000} MB")
    return read_saved_game(content.decode("utf-8", errors="replace"), str(path), default)


def read_saved_game(text: str, source: str, default: TimeSetting, may_be_over: bool = False) -> GameSession:
    """Returns the game of a PGN that `saved_game` has written, with the players that it had.

    `source` names it in messages. `default` is how long programs think if the PGN does not say. Raises SavedGameError
    if the game cannot be resumed; one that is over can only be read with `may_be_over`.
    """
    from modern.game.pgn_reading import every_game  # loads python-chess

    games = every_game(text, lenient=False)
    game = next(games, None)
    if game is None or not all(f"{name}Seat" in game.headers for name in SIDE_NAMES.values()):
        raise SavedGameError(f"{source} is not a game saved by `gosub play`")
    if game.variant:
        raise SavedGameError(fact("pgn.variant", source=source, variant=game.variant))
    if game.error:
        raise SavedGameError(fact("pgn.error", source=source, error=game.error))
    if next(games, None) is not None:
        raise SavedGameError(f"{source} has more than one game")
    if game.result != NO_RESULT and not may_be_over:
        raise GameOverError(f"the game in {source} is over ({game.result}) and cannot be resumed")
    if game.introduction or any(note.glyphs or note.variations or note.comment_before for note in game.notes):
        raise SavedGameError(f"{source} has variations or annotations, which would be lost")
    return _session(source, game, default)


def saved_seats(game: Game) -> dict[str, Seat]:
    """Returns the players of a saved game, with the data that they remember; for any other PGN, an empty spec."""
    return {
        side: Seat(
            _decode(joined_header(game.headers, f"{name}Seat")),
            game.headers.get(name, ""),
            _decode(joined_header(game.headers, f"{name}Memory")),
            _plies(f"{name}SeatedAt", game),
        )
        for side, name in SIDE_NAMES.items()
    }


def _session(source: str, game: Game, default: TimeSetting) -> GameSession:
    headers = game.headers
    time = _parse_limit(source, headers["Limit"]) if "Limit" in headers else default
    if headers.get("TimeControl", NO_CLOCK) not in ("", "?", NO_CLOCK):
        try:
            time = replace(time, control=parse_time_control(headers["TimeControl"]))
        except ValueError as error:
            raise SavedGameError(f"{source}: {error}") from None
    seats, clock_from = saved_seats(game), _plies("ClockFrom", game)
    game.notes = played_notes(game)
    game.headers = {name: text for name, text in headers.items() if name.rstrip(string.digits) not in MANAGED_HEADERS}
    return GameSession(seats, time, game, clock_from=clock_from)


def continued_game(game: Game, plies: int, seats: Mapping[str, Seat]) -> Game:
    """Returns a game with the first plies of another one, and sets from which ply its players play.

    Comments are kept, with clocks and evaluations; glyphs and variations are not. A player that sat there before, in a
    saved game, has its memory back.
    """
    continued = game.up_to(plies)
    continued.introduction = ""
    continued.notes = [
        replace(note, comment_before="", glyphs=(), variations=()) for note in played_notes(game)[:plies]
    ]
    names = " - ".join(game.headers.get(name, "?") for name in SIDE_NAMES.values())
    event = game.headers.get("Event", "?")
    continued.headers[ORIGIN] = ", ".join([names, *([event] if event != "?" else []), f"after ply {plies}"])
    for side, before in saved_seats(game).items():
        seat = seats[side]
        seat.from_ply = plies
        if seat.spec == before.spec:
            seat.from_ply, seat.memory = min(before.from_ply, plies), before.memory
    return continued


def played_notes(game: Game) -> list[MoveNote]:
    """Returns the notes of a PGN's game, with the figures that their comments begin with and the arbiter's moves."""
    notes = [with_figures(note) for note in game.notes]
    if header := joined_header(game.headers, ARBITER_PLIES):
        plies = set(header.split(","))
        return [replace(note, by_arbiter=str(ply) in plies) for ply, note in enumerate(notes, 1)]
    return [
        replace(note, by_arbiter=note.seconds is not None and says_by_arbiter(note.comment, uci))
        for note, uci in zip(notes, game.uci_moves, strict=True)
    ]


def says_by_arbiter(remarks: str, uci: str) -> bool:
    """Returns True if the arbiter's sentence about a move is in its remarks: all that 1.0 wrote of it to a PGN."""
    return re.search(rf"\bthe arbiter plays {uci}\b", remarks) is not None


def with_figures(note: MoveNote) -> MoveNote:
    """Returns a note with the figures that its comment begins with; a comment of another form is left as it is."""
    comment = " ".join(note.comment.split())
    match = MOVE_COMMENT.fullmatch(comment)
    if match is None:
        return replace(note, comment=comment)
    score, depth, seconds, remarks = match.groups(default="")
    return replace(
        note,
        score=Score.parse(score) if score else None,
        depth=int(depth or 0),
        seconds=float(seconds),
        comment=remarks,
    )


def _plies(name: str, game: Game) -> int:
    """Returns a number of plies from a header, at most the game's; 0 if the header is missing."""
    text = game.headers.get(name, "")
    return min(int(text), len(game.moves)) if PLIES.fullmatch(text) else 0


def _parse_limit(source: str, limit: str) -> TimeSetting:
    match = LIMIT_HEADER.fullmatch(limit)
    if match is None or (match[2] and not float(match[2]) > 0):
        raise SavedGameError(f"{source}: header Limit is {in_quotes(limit[:40])}; expected `3 s a move` or `depth 4`")
    return TimeSetting(depth=int(match[1])) if match[1] else TimeSetting(seconds=float(match[2]))


def _encode(text: str) -> str:
    return quote(text, safe=UNENCODED, errors="surrogateescape")


def _decode(text: str) -> str:
    return unquote(text, errors="surrogateescape")
