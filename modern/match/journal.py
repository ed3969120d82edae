"""A finished game as an entry of a journal, so that an interrupted match or tournament can be resumed."""

from __future__ import annotations

from typing import Any

from modern.game.game import BLACK, SIDE_NAMES, WHITE, Ending, Game
from modern.game.move_notes import MoveNote
from modern.report import Score
from modern.rules import Move


def entry_of(number: int, game: Game) -> dict[str, Any]:
    """Returns a finished game and its number as an entry of a journal."""
    assert game.ending is not None
    played = list(zip(game.uci_moves, game.notes, strict=True))
    return {
        "game": number,
        "white": game.headers["White"],
        "black": game.headers["Black"],
        "date": game.headers["Date"],
        "start": game.start,
        "opening": " ".join(uci for uci, _ in played[: game.opening_plies]),
        "moves": [
            [uci, str(note.score or ""), note.depth, note.seconds or 0.0, note.comment, note.by_arbiter]
            for uci, note in played[game.opening_plies :]
        ],
        "ending": list(game.ending),
    }


def game_of(entry: Any) -> tuple[int, Game]:
    """Returns the number and the game of an entry; its moves are made by the rules.

    Raises KeyError, OverflowError, TypeError or ValueError if the entry is invalid.
    """
    number, (winner, reason, details) = entry["game"], entry["ending"]
    if winner not in (WHITE, BLACK, None) or not isinstance(number, int) or number < 0:
        raise ValueError("not a game")
    headers = {name: str(entry[side]) for side, name in SIDE_NAMES.items()}
    game = Game(str(entry["start"]), str(entry["opening"]).split(), {**headers, "Date": str(entry["date"])})
    game.opening_plies = len(game.moves)
    for uci, score, depth, seconds, comment, by_arbiter in entry["moves"]:
        note = MoveNote(
            Score.parse(score) if score else None, int(depth), float(seconds), bool(by_arbiter), str(comment)
        )
        game.make(Move.from_uci(uci), note)
    game.ending = Ending(winner, str(reason), str(details))
    return number, game
