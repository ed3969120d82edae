"""Writes games as PGN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import chess
import chess.pgn


def pgn_of(moves: Iterable[tuple[str | None, str]], headers: Mapping[str, str], last_comment: str = "") -> str:
    """Returns a game as PGN text.

    It starts from the initial position or the FEN in `headers`; these also have the result, if there is one. `moves`
    are pairs of a move in UCI notation, or None, and a comment. The game ends before the first illegal move, with a
    comment that says so, else with `last_comment`.
    """
    game = chess.pgn.Game()
    game.headers.update(headers)
    node: chess.pgn.GameNode = game
    board = game.board()
    for uci, comment in moves:
        move = chess.Move.from_uci(uci) if uci else None
        if move is None or not board.is_legal(move):
            last_comment = f"The next move, {uci}, is illegal." if uci else "No move was chosen."
            break
        node = node.add_variation(move, comment=comment)
        board.push(move)
    if last_comment:
        node.comment = f"{node.comment} {last_comment}".strip()
    return f"{game}\n"
