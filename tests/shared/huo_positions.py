"""Positions for the tests of Huo Chess: a FEN's board, and the search of a core on it."""

from __future__ import annotations

import json
from typing import Any

from scenarios import DATA

from modern.players.museum.cores.huo import HuoSearch
from modern.players.museum.cores.huo_board import HuoBoard
from modern.players.museum.cores.huo_game import OLD_EDITION, HuoThought, never, thought_of
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.pieces import BLACK, WHITE

#: A game move number after the opening.
LATER = 20


def pieces_of(placement: str) -> str:
    """Returns the letters of a FEN's board from a1, b1 to h8, with a space for an empty square."""
    for digit in "12345678":
        placement = placement.replace(digit, " " * int(digit))
    return "".join(reversed(placement.split("/")))


def huo_board(fen: str, move_number: int = LATER) -> HuoBoard:
    """Returns the core's board of a FEN, whose counters may be missing; nothing else of the FEN is checked."""
    placement, _, _, en_passant = fen.split()[:4]
    return HuoBoard(pieces_of(placement), SQUARE_NAMES.index(en_passant) if en_passant != "-" else -1, move_number)


def side_of_fen(fen: str) -> int:
    return WHITE if fen.split()[1] == "w" else BLACK


def huo_search(fen: str, depth: int = 3, edition: str = "0.9", move_number: int = LATER) -> HuoSearch:
    """Returns the finished search of the side to move."""
    search = HuoSearch(huo_board(fen, move_number), side_of_fen(fen), depth, edition == OLD_EDITION, never)
    search.run()
    return search


def huo_thought(fen: str, depth: int = 3, edition: str = "0.9", move_number: int = LATER) -> HuoThought:
    """Returns what the program finds; it must find a move."""
    thought = thought_of(huo_search(fen, depth, edition, move_number))
    assert thought is not None
    return thought


def root_scores(thought: HuoThought) -> dict[str, int]:
    """Returns the scores of the root moves, in scan order."""
    return {root.move: root.score for root in thought.roots}


def recorded_games(name: str) -> list[dict[str, Any]]:
    """Returns the games of a file of replies in tests/data."""
    games: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))["games"]
    return games
