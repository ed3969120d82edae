"""How PRINT lays out its items: zones, TAB and SPC, the fields of USING, and WRITE."""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from math import copysign
from typing import Final, NamedTuple

from historic.basic.numbers import DOUBLE_DIGITS, double_text, number_text, print_number

#: A comma in PRINT moves to the next zone of this many columns.
ZONE: Final = 14
#: The bytes that act when they are printed: those that begin a row, clear the screen or move the cursor.
ACTING: Final = re.compile("\r\n|[\a\t-\r\x1c-\x1f]")
TAB_STOP: Final = 8


class Spaces(NamedTuple):
    """TAB or SPC in PRINT: spaces up to a column, or a number of spaces."""

    to_column: bool
    size: int


class NextZone:
    """The comma between the items of PRINT."""


class Running(str):
    """Text that goes on in the next row where it does not fit, in place of beginning there."""


class Double(float):
    """A DOUBLE, whose exponent USING writes with a D."""


NEXT_ZONE: Final = NextZone()


def laid_out(items: Sequence[str | float | NextZone | Spaces], column: int, width: int) -> str:
    """Returns the text that PRINT writes if the cursor stands behind `column` columns of a row of `width`."""
    text = ""
    for item in items:
        if isinstance(item, NextZone):
            zone = (column // ZONE + 1) * ZONE
            fits = zone + ZONE <= width
            text += " " * (zone - column) if fits else "\n"
            column = zone if fits else 0
            continue
        if isinstance(item, Spaces):
            count = max(item.size, 0)
            if item.to_column:
                target = (max(count, 1) - 1) % width
                text += "\n" * (target < column)
                column *= target >= column
                count = target - column
            item = Running(" " * (count % width))
        piece = item if isinstance(item, str) else number_text(item)
        last = max((found.end() for found in ACTING.finditer(piece)), default=0) if not piece.isprintable() else 0
        if last:
            piece, column = _acted(piece, column)
        elif column > 0 and column + len(piece) > width and not isinstance(piece, Running):
            text += "\n"
            column = 0
        text += piece
        column += len(piece) if not last else 0
        column = column if column <= width else (column - 1) % width + 1
    return text


def laid_out_in_file(
    items: Sequence[str | float | NextZone | Spaces], column: int, line_end: str = "\r\n"
) -> tuple[str, int]:
    """Returns the text that PRINT # writes, and the column behind it. A row of a file has no last column."""
    text = ""
    for item in items:
        if isinstance(item, NextZone):
            item = " " * (ZONE - column % ZONE)
        elif isinstance(item, Spaces) and item.to_column:
            target = max(item.size, 1) - 1
            item = line_end * (target < column) + " " * (target - column * (target >= column))
        elif isinstance(item, Spaces):
            item = " " * max(item.size, 0)
        piece = item if isinstance(item, str) else number_text(item)
        text += piece
        begun = max(piece.rfind("\r"), piece.rfind("\n")) + 1
        column = len(piece) - begun + (0 if begun else column)
    return text, column


def _acted(text: str, column: int) -> tuple[str, int]:
    """Returns a text with blanks in place of tabs, and one end of line for each kind, and the column behind it."""
    parts = re.split(r"(\r\n|\r|\n|\t|\x0b|\x0c)", text)
    for place, part in enumerate(parts):
        if part == "\t":
            parts[place] = " " * (TAB_STOP - column % TAB_STOP)
        elif part in ("\r\n", "\r", "\n"):
            parts[place] = "\n"
        column = 0 if parts[place] in ("\n", "\x0b", "\x0c") else column + len(parts[place].replace("\a", ""))
    return "".join(parts), column


#: A field of PRINT USING: a character as it is, a string, or a number, whose parts are the sign, the filling and
#: stands before it, the places before and behind the point, the exponent, and, without a sign before it, one behind it.
FIELD: Final = re.compile(
    r"_(?P<literal>.)|(?P<text>!|&|\\ *\\)"
    r"|(?=\+?(?:\*\*|\$\$|\.?#))(?P<plus>\+)?(?P<fill>\*\*\$?|\$\$|)(?P<whole>#[#,]*|,*)(?P<point>\.#*|)"
    r"(?P<power>\^{4,5}|)(?(plus)|(?P<behind>[+-]?))"
)
#: More digits than a picture has places, so that none is lost.
EXACT: Final = Context(prec=70_000)


def using(picture: str, *values: float | str | Spaces) -> list[str | Spaces]:
    """Returns the text that PRINT USING writes, with TAB and SPC where they stand.

    Raises ValueError without a field, and TypeError for a wrong type.
    """
    fields: list[re.Match[str]] = []
    literals = [""]  # before each field, and behind the last one
    place = 0
    for found in FIELD.finditer(picture):
        literals[-1] += picture[place : found.start()] + (found["literal"] or "")
        place = found.end()
        if not found["literal"]:
            fields.append(found)
            literals.append("")
    literals[-1] += picture[place:]
    if not fields:
        raise ValueError("a picture without a field")
    result: list[str | Spaces] = [] if values else [literals[0]]
    number = 0
    for value in values:
        if isinstance(value, Spaces):
            result.append(value)
            continue
        field = fields[number]
        if isinstance(value, str) != bool(field["text"]):
            raise TypeError("a string for a number, or the other way round")
        text = _text_field(field[0], value) if isinstance(value, str) else _number_field(field, value)
        result.append(Running((literals[0] if number == 0 else "") + text + literals[number + 1]))
        number = (number + 1) % len(fields)
    return result


def _text_field(field: str, text: str) -> str:
    return text if field == "&" else text[:1] or " " if field == "!" else text[: len(field)].ljust(len(field))


def _number_field(field: re.Match[str], number: float) -> str:
    places = max(len(field["point"]) - 1, 0)
    width = len(field["fill"]) + len(field["whole"])
    plus, sign_behind = field["plus"] or "", field["behind"] or ""
    value = Decimal(print_number(number, DOUBLE_DIGITS).strip() if isinstance(number, int) else repr(number))
    exponent = ""
    if field["power"]:
        ahead = max(width - (not plus and not sign_behind), 0)
        power = value.adjusted() - ahead + 1 if value else 0
        exponent = f"{'D' if isinstance(number, Double) else 'E'}{power:+0{len(field['power']) - 1}d}"
        value = value.scaleb(-power)
    digits = f"{abs(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, EXACT)):f}"
    whole_part, _, fraction = digits.partition(".")
    if "," in field["whole"] and not exponent:
        whole_part = f"{int(whole_part):,}"
    sign = "-" if copysign(1, number) < 0 else "+" if plus or sign_behind == "+" else ""
    before = "" if sign_behind else sign
    behind = (sign or " ") if sign_behind else ""
    dollar = "$" if "$" in field["fill"] else ""
    width += bool(plus)
    if whole_part == "0" and field["point"] and len(before + dollar) + 1 > width:
        whole_part = ""
    text = before + dollar + whole_part
    text = "%" + text if len(text) > width else text.rjust(width, "*" if "*" in field["fill"] else " ")
    return text + ("." + fraction if field["point"] else "") + exponent + behind


def written(*values: float | str) -> str:
    """Returns the text that WRITE writes: values between commas, strings between quotes."""
    return ",".join(f'"{value}"' if isinstance(value, str) else _plain(value) for value in values)


def _plain(number: float) -> str:
    return (double_text(number) if isinstance(number, Double) else number_text(number)).strip()
