"""EPD: a position and what is asked about it, such as `bm Nf3; id "1";`. Its operations are read by python-chess.

This module is never compiled.
"""

from __future__ import annotations

from typing import Any

import chess

from modern.rules.errors import EpdError, quoted
from modern.rules.move import Move
from modern.rules.position import Position

#: Longer lines are no EPD.
LONGEST = 4096


def read_epd(line: object) -> tuple[Position, dict[str, Any]]:
    """The position of an EPD line and its operations, by opcode.

    Operands are texts, numbers, or lists of them; moves (`am`, `bm`, `pm`, `pv`, `sm` ..) are Moves. `hmvc` and `fmvn`,
    if given, become the counters. Raises EpdError.
    """
    if not isinstance(line, str):
        raise EpdError(f"an EPD is a text, not {quoted(line)}")
    if len(line) > LONGEST:
        raise EpdError(f"an EPD of {len(line)} characters: at most {LONGEST} were expected")
    fields = line.split(None, 4)
    if len(fields) < 4:
        raise EpdError(f"an EPD of {len(fields)} fields, where 4 and then operations were expected: {quoted(line)}")
    fen = " ".join(fields[:4])
    Position.from_fen(fen)
    try:
        board, operations = chess.Board.from_epd(line)
    except (ValueError, AssertionError, IndexError, KeyError) as error:
        raise EpdError(f"the operations of an EPD cannot be read: {quoted(str(error))}") from None
    position = Position.from_fen(f"{fen} {board.halfmove_clock} {board.fullmove_number}")
    return position, {name: _ours(operand) for name, operand in operations.items()}


def _ours(operand: Any) -> Any:
    """An operand with Moves of ours in place of python-chess's."""
    if isinstance(operand, chess.Move):
        return Move.from_uci(operand.uci())
    if isinstance(operand, list):
        return [_ours(one) for one in operand]
    return operand
