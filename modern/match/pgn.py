"""Games as PGN, by python-chess."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable, Iterator, Mapping

import chess
import chess.pgn


def pgn_of(moves: Iterable[tuple[str | None, str]], headers: Mapping[str, str], last_comment: str = "") -> str:
    """A game as PGN text, from the initial position or the FEN in `headers`, which have its result too if it has one.

    `moves` are (move in UCI's notation or None, comment). At the first move that the rules forbid the game ends, with
    a comment that says so; otherwise it ends with `last_comment`.
    """
    game = chess.pgn.Game()
    game.headers.update(headers)
    node: chess.pgn.GameNode = game
    board = game.board()
    for uci, comment in moves:
        move = chess.Move.from_uci(uci) if uci else None
        if move is None or not board.is_legal(move):
            last_comment = f"The next move, {uci or 'none at all'}, is one that the rules forbid."
            break
        node = node.add_variation(move, comment=comment)
        board.push(move)
    if last_comment:
        node.comment = f"{node.comment} {last_comment}".strip()
    return f"{game}\n"


def games_in(text: str) -> Iterator[chess.pgn.Game]:
    """The games of a PGN. What is wrong with one is told by `error_in`, and nowhere else."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    file = io.StringIO(text)
    while game := chess.pgn.read_game(file):
        yield game


def error_in(game: chess.pgn.Game) -> str:
    """What is first wrong with a game that was read, in one line, or nothing."""
    return " ".join(str(game.errors[0]).split()) if game.errors else ""
