"""EPD: a position with operations, such as `bm Nf3; id "1";`, and lines that hold a FEN instead.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2. Programs also write
a FEN's counters before the operations, texts without quotation marks, opcodes in capitals, commas between moves, marks
after a blank, castling with zeros, and no semicolon between operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import chess

from modern.game.pgn_moves import move_in, plain_message
from modern.game.problems import LEFT_OUT
from modern.game.text_lines import CONTROL_CHARACTERS, PADDING, without_mark
from modern.rules import FenError, Move, Position, RulesError
from modern.rules.errors import quoted
from modern.rules.lenient_fen import LenientFen, lenient_fen
from modern.rules.move_text import GLYPH, MOVE, NUMBER, parts_of

#: Longer lines are refused.
MAX_EPD_LENGTH = 4096

#: The opcodes whose operands are moves: several from the position, several after each other, one.
SEVERAL_MOVES: Final = ("am", "bm")
LINE_OF_MOVES: Final = "pv"
ONE_MOVE: Final = ("pm", "sm")
TAKE_MOVES: Final = (*SEVERAL_MOVES, LINE_OF_MOVES, *ONE_MOVE)
#: The opcodes of the standard. Those of comments also name squares: only a text behind them makes them opcodes.
OPCODES: Final = frozenset(
    (
        *(
            "acd",
            "acn",
            "acs",
            *SEVERAL_MOVES,
            "ce",
            "cc",
            "dm",
            "draw_accept",
            "draw_claim",
            "draw_offer",
            "draw_reject",
        ),
        *("eco", "fmvn", "hmvc", "id", "nic", "noop", *ONE_MOVE, LINE_OF_MOVES, "rc", "resign", "tcgs", "tcri", "tcsi"),
    )
)
#: The operations that set the counters of the position, and the counters without them.
COUNTERS: Final = {"hmvc": "0", "fmvn": "1"}
#: The beginning of a line that is a remark.
REMARK: Final = "#"

PLACE: Final = re.compile(r"\s*\S+\s+\S+\s+\S+\s+\S+")
#: A FEN without counters may have this in their place. It is repaired with a remark.
NO_COUNTERS: Final = ["-", "-"]
#: The counters of a FEN behind the four fields: numbers or dashes.
FEN_COUNTERS: Final = re.compile(r"(?:\s+(?:-|[+-]?\d+)(?=[\s;]|\Z))+")
OPERATION: Final = re.compile(
    r'\s*(?P<opcode>[A-Za-z]\w*)(?P<operands>(?:"(?:[^"\\]|\\.)*"|[^;"])*)(?:;|\Z)', re.DOTALL
)
STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
#: A word of an operation's operands, or a text in quotation marks.
WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
OPCODE: Final = re.compile(r"[A-Za-z]\w*")
#: Operands that nothing can belong to: a text in quotation marks, a number.
NOT_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[+-]?\d[\d.]*')
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
        text = without_mark(line.strip(f"{PADDING} \t\r\n"))
        if text and not text.startswith(REMARK):
            yield number, text


def fen_from_line(line: str) -> LenientFen:
    """Returns the FEN of a line that holds a FEN or an EPD, with its counters. Checks nothing else."""
    if found := CONTROL_CHARACTERS.search(line):
        fen, remarks = fen_from_line(CONTROL_CHARACTERS.sub("", line))
        what = f"the control character U+{ord(found[0]):04X} in column {found.start() + 1}"
        return LenientFen(fen, ((what, LEFT_OUT), *remarks))
    fields, end = _fields(line)
    if len(fields) < 4:
        return LenientFen(line.strip())
    operations = {operation.opcode: operation.operands for operation in _operations(line, end, strict=False)}
    counters = [text if len((text := operations.get(opcode, "")).split()) == 1 else "" for opcode in COUNTERS]
    if any(counters) and len(fields) <= 6:
        _drop_dashes(fields)
        known = [*fields[4:], *[*COUNTERS.values()][len(fields) - 4 :]]
        fields[4:] = [given or other for given, other in zip(counters, known, strict=True)]
    return lenient_fen(" ".join(fields))


def read_epd(text: object) -> tuple[Position, dict[str, Any]]:
    """Returns the position of an EPD line, and its operations by opcode.

    Operands are strings, numbers, or None where one is missing; `am`, `bm` and `pv` have lists of Moves, those
    of `pm` and `sm` are Moves, or None. `hmvc` and `fmvn`, or the counters of a FEN, set the counters. Raises EpdError.
    """
    if not isinstance(text, str):
        raise EpdError(f"an EPD must be a string, not {quoted(text)}")
    if len(text) > MAX_EPD_LENGTH:
        raise EpdError(f"an EPD has at most {MAX_EPD_LENGTH} characters, not {len(text)}")
    text = CONTROL_CHARACTERS.sub("", text)
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
    """Returns the four fields of a position, with the FEN's other fields, and the place where the operations begin.

    Fewer fields are returned as they are.
    """
    match = PLACE.match(line)
    if not match:
        return line.split(), len(line)
    fields, end = match[0].split(), match.end()
    fields[3] = fields[3].removesuffix(";")
    if counters := FEN_COUNTERS.match(line, end):
        fields += counters[0].split()
        end = counters.end()
    if fields[4:] != NO_COUNTERS:
        _drop_dashes(fields)
    return fields, end


def _drop_dashes(fields: list[str]) -> None:
    """Removes the counters that are not known from the end of the fields."""
    while len(fields) > 4 and fields[-1] == "-":
        fields.pop()


def _operations(line: str, start: int, strict: bool) -> Iterator[_Operation]:
    """Yields the operations of a line. Raises EpdError for anything else if `strict`, else leaves the rest out."""
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
        yield from _divided(match["opcode"], match["operands"], match.start("opcode") + 1)
        start = match.end()


def _divided(opcode: str, operands: str, column: int) -> Iterator[_Operation]:
    """Yields the operations that stand up to a semicolon: one, unless others begin with a known opcode behind it."""
    first, begin = column + len(opcode), 0
    words = list(WORD.finditer(operands))
    for word, following in zip(words, [*words[1:], None], strict=False):
        has_text = following is not None and following[0].startswith('"')
        if not (word[0].lower() in OPCODES or (has_text and OPCODE.fullmatch(word[0]))):
            continue
        before = operands[begin : word.start()].strip()
        if _known(opcode) in OPCODES and (not before or _known(opcode) in TAKE_MOVES or NOT_TEXT.fullmatch(before)):
            yield _Operation(_known(opcode), before, column)
            opcode, column, begin = word[0], first + word.start(), word.end()
    yield _Operation(_known(opcode), operands[begin:].strip(), column)


def _known(opcode: str) -> str:
    """Returns an opcode of the standard in its small letters, and any other as it is."""
    return opcode.lower() if opcode.lower() in OPCODES else opcode


def _operand(operation: _Operation, board: chess.Board) -> Any:
    """Returns the content of an operation. Raises EpdError."""
    opcode, text, column = operation
    if opcode in COUNTERS and not INTEGER.fullmatch(text):
        raise EpdError(f"{opcode} is {quoted(text)}; expected a whole number", column)
    if opcode in TAKE_MOVES:
        moves = []
        for move in _moves(operation):
            moves.append(_move(move, board, operation))
            if opcode == LINE_OF_MOVES:
                board.push_uci(moves[-1].uci())
        if opcode in ONE_MOVE and len(moves) > 1:
            raise EpdError(f"{opcode} has {len(moves)} moves; expected one", column)
        return moves if opcode not in ONE_MOVE else moves[0] if moves else None
    if string := STRING.fullmatch(text):
        return re.sub(r"\\(.)", r"\1", string[1])
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if DECIMAL.fullmatch(text) else text or None


def _moves(operation: _Operation) -> Iterator[str]:
    """Yields the moves of an operation, without numbers, marks and signs. Raises EpdError for anything else."""
    for word in operation.operands.split():
        for kind, text, _ in parts_of(word):
            if kind == MOVE:
                yield text
            elif kind not in (NUMBER, GLYPH):
                raise EpdError(f"{operation.opcode} has {quoted(word)}, which is not a move", operation.column)


def _move(text: str, board: chess.Board, operation: _Operation) -> Move:
    """Returns a move of an operation. Raises EpdError."""
    try:
        return Move.from_uci(move_in(board, text).uci())
    except ValueError as error:
        raise EpdError(f"{operation.opcode}: {plain_message(error)}", operation.column) from None
