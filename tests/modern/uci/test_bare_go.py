"""A `go` without limits, to every player that is not made to think until it is stopped."""

from __future__ import annotations

import os
from threading import Thread

import chess
import pytest
from exhibits import EXHIBITS, reduced

from modern.players import PLAYERS, player_named
from modern.uci import UciSession

#: The players that think until their limits, of which a bare `go` has none.
ENDLESS = {"modern"}
ANSWERING = [name for name in PLAYERS if name not in ENDLESS]
OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5"


def answer(spec: str) -> list[str]:
    """Returns the lines that a player sends after a bare `go`, while its input stays open."""
    reading, sending = os.pipe()
    receiving, writing = os.pipe()
    lines = []
    with (
        os.fdopen(reading, "rb") as commands,
        os.fdopen(sending, "wb", buffering=0) as gui,
        os.fdopen(receiving, "rb") as answers,
        os.fdopen(writing, "wb", buffering=0) as output,
    ):
        session = Thread(target=UciSession(player_named(spec), commands, output).run)
        session.start()
        try:
            gui.write(f"position startpos moves {OPENING}\ngo\n".encode())
            for line in answers:
                lines.append(line.decode().rstrip("\n"))
                if line.startswith(b"bestmove"):
                    break
        finally:
            gui.write(b"quit\n")
            session.join()
    return lines


def check_answer(lines: list[str]) -> None:
    """Checks that the last line has a legal move, and that the others are information."""
    board = chess.Board()
    for uci in OPENING.split():
        board.push_uci(uci)
    assert chess.Move.from_uci(lines[-1].split()[1]) in board.legal_moves
    assert all(line.startswith("info ") for line in lines[:-1])


@pytest.mark.parametrize("name", ANSWERING)
def test_a_bare_go_is_answered_with_a_move(name: str) -> None:
    check_answer(answer(reduced(name)))


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("name", EXHIBITS)
def test_a_bare_go_is_answered_with_a_move_at_the_default_settings(name: str) -> None:
    check_answer(answer(name))
