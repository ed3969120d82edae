"""EPD: a position with operations, such as `bm Nf3; id "1";`. python-chess parses the operations."""

from __future__ import annotations

from typing import Any

import chess

from modern.game.pgn_reading import plain_message
from modern.rules import FenError, Move, MoveError, Position, RulesError
from modern.rules.errors import quoted

#: Longer lines are refused.
MAX_EPD_LENGTH = 4096

#: The opcodes whose operands are moves. python-chess parses no others as moves.
MOVE_OPCODES = {"am", "bm", "pm", "pv", "sm"}


class EpdError(FenError):
    """A line that is not an EPD."""


def fen_from_line(line: str) -> str:
    """Returns the FEN of a line that holds a FEN or an EPD. Does not check the EPD's operations."""
    fields = line.split()
    counters = [field for field in fields[4:6] if field.isdigit()]
    return " ".join(fields[:4] + (counters if len(counters) == 2 else []))


def read_epd(text: object) -> tuple[Position, dict[str, Any]]:
    """Returns the position of an EPD line, and its operations by opcode.

    Operands are strings, numbers, or lists of them; those of `am`, `bm`, `pm`, `pv` and `sm` are Moves or lists of
    Moves. `hmvc` and `fmvn`, if present, set the counters. Raises EpdError.
    """
    if not isinstance(text, str):
        raise EpdError(f"an EPD must be a string, not {quoted(text)}")
    if len(text) > MAX_EPD_LENGTH:
        raise EpdError(f"an EPD has at most {MAX_EPD_LENGTH} characters, not {len(text)}")
    fields = text.split(None, 4)
    if len(fields) < 4:
        raise EpdError(f"an EPD needs 4 fields before its operations, not {len(fields)}: {quoted(text)}")
    fen = " ".join(fields[:4])
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
    if isinstance(operand, list):
        return [_as_moves(item) for item in operand]
    if not isinstance(operand, chess.Move):
        raise MoveError(f"expected a move in the operations of the EPD, not {quoted(str(operand))}")
    return Move.from_uci(operand.uci())
