"""EPD: a position with operations, such as `bm Nf3; id "1";`. python-chess parses the operations.

This module is never compiled.
"""

from __future__ import annotations

from typing import Any

from modern.rules.errors import EpdError, MoveError, RulesError, checked_text, plain_message, quoted
from modern.rules.move import Move
from modern.rules.position import Position

#: Longer lines are refused.
MAX_EPD_LENGTH = 4096

#: The opcodes whose operands are moves. python-chess parses no others as moves.
MOVE_OPCODES = {"am", "bm", "pm", "pv", "sm"}


def fen_from_line(line: str) -> str:
    """Returns the FEN of a line that holds a FEN or an EPD. Does not check the EPD's operations."""
    fields = line.split()
    counters = [field for field in fields[4:6] if field.isdigit()]
    return " ".join(fields[:4] + (counters if len(counters) == 2 else []))


def read_epd(line: object) -> tuple[Position, dict[str, Any]]:
    """Returns the position of an EPD line, and its operations by opcode.

    Operands are strings, numbers, or lists of them; those of `am`, `bm`, `pm`, `pv` and `sm` are Moves or lists of
    Moves. `hmvc` and `fmvn`, if present, set the counters. Raises EpdError.
    """
    text = checked_text(line, "an EPD", EpdError)
    if len(text) > MAX_EPD_LENGTH:
        raise EpdError(f"an EPD has at most {MAX_EPD_LENGTH} characters, not {len(text)}")
    fields = text.split(None, 4)
    if len(fields) < 4:
        raise EpdError(f"an EPD needs 4 fields before its operations, not {len(fields)}: {quoted(text)}")
    fen = " ".join(fields[:4])
    import chess  # importing it takes longer than importing all of modern.rules

    try:
        Position.from_fen(fen)
        board, operations = chess.Board.from_epd(text)
        position = Position.from_fen(f"{fen} {board.halfmove_clock} {board.fullmove_number}")
        return position, {
            name: _as_moves(operand) if name in MOVE_OPCODES else operand for name, operand in operations.items()
        }
    except RulesError as error:
        raise EpdError(str(error)) from None
    except (ValueError, AssertionError, IndexError, KeyError) as error:
        raise EpdError(f"cannot read the operations of the EPD: {quoted(plain_message(error))}") from None


def _as_moves(operand: Any) -> Any:
    """Returns an operand of python-chess's moves as Moves. Raises MoveError for anything that is not a move."""
    import chess

    if isinstance(operand, list):
        return [_as_moves(item) for item in operand]
    if not isinstance(operand, chess.Move):
        raise MoveError(f"expected a move in the operations of the EPD, not {quoted(str(operand))}")
    return Move.from_uci(operand.uci())
