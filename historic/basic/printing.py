"""How PRINT lays out its items: zones, TAB and SPC, the fields of USING, and WRITE."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from historic.basic.numbers import DOUBLE_DIGITS, number_text, print_number

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


NEXT_ZONE: Final = NextZone()


def laid_out(items: Sequence[str | float | NextZone | Spaces], column: int, width: int) -> str:
    """Returns what PRINT writes if the cursor stands behind `column` columns of a row of `width`."""
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
            piece = " " * (count % width)
        else:
            piece = item if isinstance(item, str) else number_text(item)
        last = max((found.end() for found in ACTING.finditer(piece)), default=0) if not piece.isprintable() else 0
        if last:
            piece, column = _acted(piece, column)
        elif column > 0 and column + len(piece) > width:
            text += "\n"
            column = 0
        text += piece
        column += len(piece) if not last else 0
        column = column if column <= width else (column - 1) % width + 1
    return text


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


#: A field of PRINT USING: a character as it is, a string, or a number, whose parts are the sign, what fills it and
#: stands before it, the places before and behind the point, the exponent, and a sign behind it.
FIELD: Final = re.compile(
    r"_(?P<literal>.)|(?P<text>!|&|\\ *\\)"
    r"|(?=\+?(?:\*\*|\$\$|\.?#))(?P<plus>\+?)(?P<fill>\*\*\$?|\$\$|)(?P<whole>#[#,]*|,*)(?P<point>\.#*|)"
    r"(?P<power>\^{4,5}|)(?P<behind>[+-]?)"
)


def using(picture: str, *values: float | str) -> str:
    """Returns what PRINT USING writes. Raises ValueError without a field, and TypeError for a wrong type."""
    parts: list[str | re.Match[str]] = []
    place = 0
    for found in FIELD.finditer(picture):
        parts += [picture[place : found.start()], found["literal"] or found]
        place = found.end()
    parts.append(picture[place:])
    if all(isinstance(part, str) for part in parts):
        raise ValueError("a picture without a field")
    return "".join(_fields(parts, list(values)))


def _fields(parts: list[str | re.Match[str]], values: list[float | str]) -> Iterator[str]:
    """Yields the texts and the fields with their values. The picture begins again for more values."""
    while True:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif not values:
                return
            elif isinstance(values[0], str) != bool(part["text"]):
                raise TypeError("a string for a number, or the other way round")
            else:
                value = values.pop(0)
                yield _text_field(part[0], value) if isinstance(value, str) else _number_field(part, value)
        if not values:
            return


def _text_field(field: str, text: str) -> str:
    return text if field == "&" else text[:1] or " " if field == "!" else text[: len(field)].ljust(len(field))


def _number_field(field: re.Match[str], number: float) -> str:
    power = places = max(len(field["point"]) - 1, 0)
    width = len(field["fill"]) + len(field["whole"])
    value = Decimal(print_number(number, DOUBLE_DIGITS).strip() if isinstance(number, int) else repr(number))
    exponent = ""
    if field["power"]:
        ahead = max(width - (not field["plus"] and not field["behind"]), 0)
        power = value.adjusted() - ahead + 1 if value else 0
        exponent = f"E{power:+0{len(field['power']) - 1}d}"
        value = value.scaleb(-power)
    digits = f"{abs(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)):f}"
    whole_part, _, fraction = digits.partition(".")
    if "," in field["whole"]:
        whole_part = f"{int(whole_part):,}"
    sign = "-" if number < 0 else "+" if field["plus"] or field["behind"] == "+" else ""
    before = "" if field["behind"] else sign
    behind = (sign or " ") if field["behind"] else ""
    dollar = "$" if "$" in field["fill"] else ""
    width += bool(field["plus"])
    if whole_part == "0" and field["point"] and len(before + dollar) + 1 > width:
        whole_part = ""
    text = before + dollar + whole_part
    text = "%" + text if len(text) > width else text.rjust(width, "*" if "*" in field["fill"] else " ")
    return text + ("." + fraction if field["point"] else "") + exponent + behind


def written(*values: float | str) -> str:
    """Returns what WRITE writes: values between commas, strings between quotes."""
    texts = (f'"{value}"' if isinstance(value, str) else number_text(value).strip() for value in values)
    return ",".join(texts)
