"""The interpreted and the compiled build agree: both are compared with rows that one of them wrote.

`PYTHONPATH=tests/shared:benchmarks python tests/modern/rules/test_both_builds.py` writes the rows in tests/data again,
from the current build.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from million import rich_game
from perft_counts import PUBLISHED
from scenarios import DATA, lines_of

from modern.rules import Move, Position, RulesError, divide
from modern.rules.perft import perft

POSITIONS = "rules-positions.jsonl"
ERRORS = "rules-errors.jsonl"

BAD_FENS = (
    *("", " ", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999"),
    *("4k3/8/8/8/8/8/8/4K3 w - - -0 1", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"),
    *("4k3/8/8/8/8/8/8/4K3 w - - 0 \u0661", "4k3\0/8/8/8/8/8/8/4K3 w - - 0 1", "8" * 5000, "\u00e9" * 100),
    *("pppppppp/8/8/8/8/8/8/4K2k w - - 0 1", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "K7/8/8/8/8/8/8/k6k w - - 0 1"),
)
BAD_MOVES = ("", "e2e5", "e7e5", "e3e4", "e2e4q", "e2e2", "e9e4", "E2E4", "0000", "e2e4\0", "e\u0662e4", "x" * 5000)
BAD_SANS = ("", "Nd2", "e5", "O-O", "O-O-O", "Qh5", "Nf3#?!x", "Ngf4", "a8=Q", "\u2654e2", "N" * 5000, "e4\0", "Zz9")
BAD_OBJECTS: tuple[object, ...] = (None, True, 3, 2**63, -(2**70), 1.5, "text", b"bytes", [], {}, Position)
ERROR_FEN = "rnbqkbnr/pppppppp/8/8/8/3N4/PPPPPPPP/RNBQK2R w Qkq - 0 1"


def position_rows() -> list[dict[str, Any]]:
    """Returns, for a variety of positions, the moves in their order, the hash, the divide and one line of play."""
    rng = random.Random(64)
    fens = [*PUBLISHED, *([*rich_game(rng)][-1].fen() for _ in range(40))]
    return [position_row(fen, random.Random(fen)) for fen in fens]


def position_row(fen: str, rng: random.Random) -> dict[str, Any]:
    position = Position.from_fen(fen)
    row: dict[str, Any] = {
        "fen": fen,
        "moves": [move.uci() for move in position.legal_moves()],
        "hash": f"{position.hash:016x}",
        "divide": divide(position, 2),
        "line": [],
    }
    while (legal := position.legal_moves()) and len(row["line"]) < 12:
        move = rng.choice(legal)
        san = position.san(move)
        position.make(move)
        row["line"].append([san, f"{position.hash:016x}"])
    return {**row, "end": position.fen(), "outcome": position.outcome(claim=True)}


def error_rows() -> list[list[str]]:
    """Returns [the call, the class of the error, its message] for each bad input."""
    position = Position.from_fen(ERROR_FEN)
    calls: list[tuple[str, Callable[[object], object], object]] = []
    calls += [(f"from_fen {ascii(fen)[:80]}", Position.from_fen, fen) for fen in (*BAD_FENS, *BAD_OBJECTS)]
    for value in (*BAD_MOVES, *BAD_OBJECTS):
        calls.append((f"from_uci {ascii(value)[:80]}", Move.from_uci, value))
        calls.append((f"parse_uci {ascii(value)[:80]}", position.parse_uci, value))
    calls += [(f"parse_san {ascii(value)[:80]}", position.parse_san, value) for value in (*BAD_SANS, *BAD_OBJECTS)]
    for value in BAD_OBJECTS:
        calls += [(f"{call.__name__} {ascii(value)[:80]}", call, value) for call in (position.make, position.san, Move)]
        calls.append((f"perft {ascii(value)[:80]}", lambda depth: perft(Position.initial(), depth), value))
    for value in (*BAD_OBJECTS, 64):
        calls.append((f"attackers on {ascii(value)[:80]}", partial(position.attackers, "white"), value))
        calls.append((f"attackers of {ascii(value)[:80]}", lambda side: position.attackers(side, 0), value))
    for line in (*BAD_OBJECTS, ["e1e2"], [Move.from_uci("e1g1")], [Move.from_uci("e2e4")] * 2):
        calls.append((f"variation_san {ascii(line)[:80]}", position.variation_san, line))
    return [[called, *answer(call, value)] for called, call, value in calls]


def answer(call: Any, value: object) -> tuple[str, str]:
    """Returns the class and message of the error, or 'no error' and the result."""
    try:
        return "no error", str(call(value))
    except RulesError as error:
        return type(error).__name__, str(error)


def test_both_builds_have_the_same_move_order_hashes_divides_and_lines() -> None:
    recorded = [json.loads(line) for line in lines_of(POSITIONS)]
    assert len(recorded) > 40
    for row, before in zip(json.loads(json.dumps(position_rows())), recorded, strict=True):
        assert row == before


def test_both_builds_refuse_the_same_input_with_the_same_message() -> None:
    recorded = [json.loads(line) for line in lines_of(ERRORS)]
    assert sum(error != "no error" for _, error, _ in recorded) > 100
    for row, before in zip(error_rows(), recorded, strict=True):
        assert row == before


def write() -> None:
    for name, rows in ((POSITIONS, position_rows()), (ERRORS, error_rows())):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (DATA / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
