"""Faults of the rules, planted in the functions of modern.rules: in the interpreted build only."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from modern.rules import board, movegen

#: A function of the rules, a text in it, and what replaces the text.
Change = tuple[Callable[..., object], str, str]


class RulesFault(NamedTuple):
    """A fault: a change, and the moves about which the rules then err, after `moves` from the FEN.

    White is to move there; the mirror image has the same fault for Black. Games of the `subject` (steered_games) find
    the fault.
    """

    sentence: str
    subject: str
    change: Change
    fen: str
    moves: str
    wrong: str


def untested(step: str) -> Change:
    """Returns castling that does not ask whether a square is attacked: `+ 1` is the one right of the king."""
    return movegen._castling_moves, f"        and not is_attacked(bitboards, king {step}, them, occupied)\n", ""


def tested(step: str) -> Change:
    """Returns castling that asks this of one more square: `+ 3` is the one of the kingside rook."""
    function, target, _ = untested(f"{step[:2]}2")
    return function, target, target + target.replace(f"{step[:2]}2", step)


def en_passant(text: str, replacement: str) -> Change:
    return board.is_en_passant_legal, text, replacement


def generator(text: str, replacement: str) -> Change:
    return movegen._generate, text, replacement


PREVENTED, ALLOWED = "castling that an attack prevents", "castling that an attack does not prevent"
EXPOSING, OUT_OF_CHECK = "en passant that exposes the king along a rank", "en passant out of check"
RULES_FAULTS: Final = [
    RulesFault(*fault)
    for fault in (
        ("castling across f1", PREVENTED, untested("+ 1"), "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", "0-0"),
        ("castling across d1", PREVENTED, untested("- 1"), "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "0-0-0"),
        ("castling into check on g1", PREVENTED, untested("+ 2"), "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "", "0-0"),
        ("castling into check on c1", PREVENTED, untested("- 2"), "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "0-0-0"),
        (
            *("castling out of check", PREVENTED, generator("elif board.castling_rights", "if board.castling_rights")),
            *("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "", "0-0"),
        ),
        ("no castling if h1 is attacked", ALLOWED, tested("+ 3"), "4k3/1b6/8/8/8/8/8/4K2R w K - 0 1", "", "0-0"),
        ("no castling if a1 is attacked", ALLOWED, tested("- 4"), "4k3/6b1/8/8/8/8/8/R3K3 w Q - 0 1", "", "0-0-0"),
        ("no castling if b1 is attacked", ALLOWED, tested("- 3"), "4k3/7b/8/8/8/8/8/R3K3 w Q - 0 1", "", "0-0-0"),
        (
            *("en passant exposes the king", EXPOSING, en_passant("^ pawn ^ BIT[from_square]", "^ BIT[from_square]")),
            *("8/3p4/8/K3P2r/8/7k/8/8 b - - 0 1", "d7d5", "e5d6"),
        ),
        (
            *("no en passant if the pawn gives check", OUT_OF_CHECK, en_passant(" & ~pawn == 0", " == 0")),
            *("8/3p4/8/4P2k/2K5/8/8/8 b - - 0 1", "d7d5", "e5d6"),
        ),
        (
            *("en passant if a bishop gives check", OUT_OF_CHECK, en_passant("return ", "return True or ")),
            *("4b3/3p4/8/2P5/K6k/8/8/8 b - - 0 1", "d7d5", "c5d6"),
        ),
        (
            *("no promotion to a knight", "promotion", (movegen._add_promotions, "KNIGHT << 12", "QUEEN << 12")),
            *("7k/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7a8n"),
        ),
        (
            *("a pinned knight moves", "check", generator(" & ~pinned, target_mask)", ", target_mask)")),
            *("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "", "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3"),
        ),
        (
            *("a king in check stays on the line", "check", generator("occupied ^ BIT[king])", "occupied)")),
            *("7k/8/8/8/8/r3K3/8/8 w - - 0 1", "", "e3f3"),
        ),
    )
]
BROKEN_RULES: Final = RulesFault(
    "an error", "castling", generator("us = board.turn", "us = board.turm"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", ""
)


def plant(fault: RulesFault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the function in the modules of the rules that call it."""
    right, text, replacement = fault.change
    source, names = inspect.getsource(right), vars(inspect.getmodule(right)).copy()
    assert source.count(text) == 1
    exec(source.replace(text, replacement), names)
    for module in (board, movegen):
        if vars(module).get(right.__name__) is right:
            monkeypatch.setattr(module, right.__name__, names[right.__name__])
