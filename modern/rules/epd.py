"""EPD: a position and what is asked about it, such as `bm Nf3; id "1";`. Its operations are read by python-chess.

This module is never compiled.
"""

from __future__ import annotations

from typing import Any

from modern.rules.errors import EpdError, MoveError, RulesError, checked_text, quoted
from modern.rules.move import Move
from modern.rules.position import Position

#: Longer lines are no EPD.
MAX_EPD_LENGTH = 4096

#: Whose operands are moves. Python-chess reads no others as such.
MOVE_OPCODES = {"am", "bm", "pm", "pv", "sm"}


def fen_from_line(line: str) -> str:
    """The FEN of a line that has a FEN or an EPD: without the EPD's operations, which are not looked at."""
    fields = line.split()
    counters = [field for field in fields[4:6] if field.isdigit()]
    return " ".join(fields[:4] + (counters if len(counters) == 2 else []))


def read_epd(line: object) -> tuple[Position, dict[str, Any]]:
    """The position of an EPD line and its operations, by opcode.

    Operands are texts, numbers, or lists of them; those of `am`, `bm`, `pm`, `pv` and `sm` are Moves, or lists of
    Moves. `hmvc` and `fmvn`, if given, become the counters. Raises EpdError.
    """
    written = checked_text(line, "an EPD", EpdError)
    if len(written) > MAX_EPD_LENGTH:
        raise EpdError(f"an EPD of {len(written)} characters: at most {MAX_EPD_LENGTH} were expected")
    fields = written.split(None, 4)
    if len(fields) < 4:
        raise EpdError(f"an EPD of {len(fields)} fields, where 4 and then operations were expected: {quoted(written)}")
    fen = " ".join(fields[:4])
    import chess  # it takes longer to read than all of modern.rules

    try:
        Position.from_fen(fen)
        board, operations = chess.Board.from_epd(written)
        position = Position.from_fen(f"{fen} {board.halfmove_clock} {board.fullmove_number}")
        return position, {
            name: _as_moves(operand) if name in MOVE_OPCODES else operand for name, operand in operations.items()
        }
    except RulesError as error:
        raise EpdError(str(error)) from None
    except (ValueError, AssertionError, IndexError, KeyError) as error:
        raise EpdError(f"the operations of an EPD cannot be read: {quoted(str(error))}") from None


def _as_moves(operand: Any) -> Any:
    """An operand of python-chess's moves as Moves. Raises MoveError for what is none."""
    import chess

    if isinstance(operand, list):
        return [_as_moves(one) for one in operand]
    if not isinstance(operand, chess.Move):
        raise MoveError(f"a move was expected among the operations of an EPD, not {quoted(str(operand))}")
    return Move.from_uci(operand.uci())
