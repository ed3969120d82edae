"""EPD: a position with operations, such as `bm Nf3; id "1";`, and lines that hold a FEN instead.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2. Programs also write
a FEN's counters before the operations, texts without quotation marks, commas between moves, and castling with zeros.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import chess

from modern.game.pgn_reading import plain_message
from modern.game.pgn_scanning import MOVE, NUMBER, word_parts
from modern.rules import FenError, Move, Position, RulesError
from modern.rules.errors import quoted
from modern.rules.lenient_fen import LenientFen, lenient_fen

#: Longer lines are refused.
MAX_EPD_LENGTH = 4096

#: The opcodes whose operands are moves: several from the position, several after each other, one.
SEVERAL_MOVES: Final = ("am", "bm")
LINE_OF_MOVES: Final = "pv"
ONE_MOVE: Final = ("pm", "sm")
#: The operations that set the counters of the position, and what they are without.
COUNTERS: Final = {"hmvc": "0", "fmvn": "1"}
#: What begins a line that is a remark.
REMARK: Final = "#"

PLACE: Final = re.compile(r"\s*\S+\s+\S+\s+\S+\s+\S+")
#: The counters of a FEN behind the four fields: numbers or dashes.
FEN_COUNTERS: Final = re.compile(r"(?:\s+(?:-|[+-]?\d+)(?=[\s;]|\Z))+")
OPERATION: Final = re.compile(
    r'\s*(?P<opcode>[A-Za-z]\w*)(?P<operands>(?:"(?:[^"\\]|\\.)*"|[^;"])*)(?:;|\Z)', re.DOTALL
)
STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
INTEGER: Final = re.compile(r"[+-]?\d{1,18}")
DECIMAL: Final = re.compile(r"[+-]?\d{1,18}\.\d{1,18}")


class EpdError(FenError):
    """A line that is not an EPD. `column` says where, from 1."""

    def __init__(self, text: str, column: int = 1) -> None:
        super().__init__(text)
        self.column = column


class _Operation(NamedTuple):
    """An operation as it is written, and where it begins in its line, from 1."""

    opcode: str
    operands: str
    column: int


def lines_with_positions(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yields the lines of a file of FENs or EPDs, with their numbers from 1, without empty lines and `#` remarks."""
    for number, line in enumerate(lines, 1):
        text = line.strip().lstrip("\ufeff")
        if text and not text.startswith(REMARK):
            yield number, text


def fen_from_line(line: str) -> LenientFen:
    """Returns the FEN of a line that holds a FEN or an EPD, with its counters. Checks nothing else."""
    fields, end = _fields(line)
    if len(fields) < 4:
        return LenientFen(line.strip())
    operations = {operation.opcode: operation.operands for operation in _operations(line, end, strict=False)}
    counters = [text if len((text := operations.get(opcode, "")).split()) == 1 else "" for opcode in COUNTERS]
    if any(counters) and len(fields) <= 6:
        known = [*fields[4:], *[*COUNTERS.values()][len(fields) - 4 :]]
        fields[4:] = [given or other for given, other in zip(counters, known, strict=True)]
    return lenient_fen(" ".join(fields))


def read_epd(text: object) -> tuple[Position, dict[str, Any]]:
    """Returns the position of an EPD line, and its operations by opcode.

    Operands are strings, numbers, or None where there is none; those of `am`, `bm` and `pv` are lists of Moves, those
    of `pm` and `sm` are Moves. `hmvc` and `fmvn`, or the counters of a FEN, set the counters. Raises EpdError.
    """
    if not isinstance(text, str):
        raise EpdError(f"an EPD must be a string, not {quoted(text)}")
    if len(text) > MAX_EPD_LENGTH:
        raise EpdError(f"an EPD has at most {MAX_EPD_LENGTH} characters, not {len(text)}")
    fields, end = _fields(text)
    if len(fields) < 4:
        raise EpdError(f"an EPD needs 4 fields before its operations, not {len(fields)}: {quoted(text)}")
    try:
        position = Position.from_fen(fen_from_line(text).fen)
        board = chess.Board(position.fen())
        operations = {
            operation.opcode: _operand(operation, board.copy()) for operation in _operations(text, end, strict=True)
        }
    except EpdError:
        raise
    except RulesError as error:
        raise EpdError(str(error)) from None
    return position, operations


def _fields(line: str) -> tuple[list[str], int]:
    """Returns the four fields of a position, with what else a FEN has there, and where the operations begin.

    Fewer fields are returned as they are.
    """
    match = PLACE.match(line)
    if not match:
        return line.split(), len(line)
    fields, end = match[0].split(), match.end()
    fields[3] = fields[3].removesuffix(";")
    if counters := FEN_COUNTERS.match(line, end):
        return [*fields, *counters[0].split()], counters.end()
    return fields, end


def _operations(line: str, start: int, strict: bool) -> Iterator[_Operation]:
    """Yields the operations of a line. Raises EpdError for what is not one if `strict`, else leaves the rest out."""
    while line[start:].strip(" \t\r\n;"):
        match = OPERATION.match(line, start)
        if match is None:
            while line[start] in " \t;":
                start += 1
            match = OPERATION.match(line, start)
        if match is None:
            if strict:
                raise EpdError(f"{quoted(line[start:].strip())} is not an operation of an EPD", start + 1)
            return
        yield _Operation(match["opcode"], match["operands"].strip(), match.start("opcode") + 1)
        start = match.end()


def _operand(operation: _Operation, board: chess.Board) -> Any:
    """Returns what an operation says. Raises EpdError."""
    opcode, text, column = operation
    if opcode in COUNTERS and not INTEGER.fullmatch(text):
        raise EpdError(f"{opcode} is {quoted(text)}; expected a whole number", column)
    if opcode in SEVERAL_MOVES:
        return [_move(word, board, operation) for word in _words(text)]
    if opcode == LINE_OF_MOVES:
        return [_made(word, board, operation) for word in _words(text)]
    if opcode in ONE_MOVE:
        moves = [_move(word, board, operation) for word in _words(text)]
        if len(moves) != 1:
            raise EpdError(f"{opcode} has {len(moves)} moves; expected one", column)
        return moves[0]
    if string := STRING.fullmatch(text):
        return re.sub(r"\\(.)", r"\1", string[1])
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if DECIMAL.fullmatch(text) else text or None


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word_parts(word)[-1][0] != NUMBER]


def _move(word: str, board: chess.Board, operation: _Operation) -> Move:
    """Returns a move of an operation, in SAN or UCI notation. Raises EpdError."""
    parts = [part for part in word_parts(word) if part[0] != NUMBER]
    if not parts or parts[0][0] != MOVE:
        raise EpdError(f"{operation.opcode} has {quoted(word)}, which is not a move", operation.column)
    try:
        move = board.parse_san(parts[0][1])
    except ValueError as error:
        try:
            move = board.parse_uci(word)
        except ValueError:
            raise EpdError(f"{operation.opcode}: {plain_message(error)}", operation.column) from None
    return Move.from_uci(move.uci())


def _made(word: str, board: chess.Board, operation: _Operation) -> Move:
    """Returns a move of a line of moves, and makes it. Raises EpdError."""
    move = _move(word, board, operation)
    board.push_uci(move.uci())
    return move
