"""Files that BASIC has saved in its own format: GW-BASIC's become text, and the others are refused.

GW-BASIC's first byte is FFh. A line has two bytes that mean nothing in a file, its number, its words as tokens of one
or two bytes and a zero byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from historic.basic.language.errors import ListingRefused
from historic.basic.language.values import SUFFIXES
from historic.basic.numbers import double_text, print_number

GW_BASIC: Final = 0xFF
#: The names of other formats, by their first byte.
FORMATS: Final = {
    0xFC: "in QuickBASIC's own format: load it there and save it as text (Save As, Text)",
    0xFE: 'protected (SAVE "NAME",P): only GW-BASIC itself can read it',
}
#: The words from each token on, of one byte or of two. A dot stands for a token that GW-BASIC does not have.
WORDS: Final = {
    0x81: "END FOR NEXT DATA INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP PRINT CLEAR LIST NEW "
    "ON WAIT DEF POKE CONT . . OUT LPRINT LLIST . WIDTH ELSE TRON TROFF SWAP ERASE EDIT ERROR RESUME "
    "DELETE AUTO RENUM DEFSTR DEFINT DEFSNG DEFDBL LINE WHILE WEND CALL . . . WRITE OPTION RANDOMIZE OPEN "
    "CLOSE LOAD MERGE SAVE COLOR CLS MOTOR BSAVE BLOAD SOUND BEEP PSET PRESET SCREEN KEY LOCATE . TO THEN "
    "TAB( STEP USR FN SPC( NOT ERL ERR STRING$ USING INSTR ' VARPTR CSRLIN POINT OFF INKEY$",
    0xE6: "> = < + - * / ^ AND OR XOR EQV IMP MOD \\",
    0xFD81: "CVI CVS CVD MKI$ MKS$ MKD$",
    0xFE81: "FILES FIELD SYSTEM NAME LSET RSET KILL PUT GET RESET COMMON CHAIN DATE$ TIME$ PAINT COM CIRCLE DRAW PLAY "
    "TIMER ERDEV IOCTL CHDIR MKDIR RMDIR SHELL ENVIRON VIEW WINDOW PMAP PALETTE LCOPY CALLS . . . PCOPY . "
    "LOCK UNLOCK",
    0xFF81: "LEFT$ RIGHT$ MID$ SGN INT ABS SQR RND SIN LOG EXP COS TAN ATN FRE INP POS LEN STR$ VAL ASC CHR$ PEEK "
    "SPACE$ OCT$ HEX$ LPOS CINT CSNG CDBL FIX PEN STICK STRIG EOF LOC LOF",
}
TOKENS: Final = {
    first + place: word for first, words in WORDS.items() for place, word in enumerate(words.split()) if word != "."
}
#: The first number of a constant of one digit, which has no bytes of its own, and the longest constants: 0 to 10.
FIRST_DIGIT, LAST_DIGIT = 0x11, 0x1B
QUOTE: Final = ord('"')


def _microsoft_binary(data: bytes) -> float:
    """Returns a number in Microsoft Binary Format: a mantissa with the sign in its first bit, and an exponent."""
    *low, high, exponent = data
    mantissa = int.from_bytes([*low, high | 0x80], "little")
    size = 8 * (len(data) - 1)
    return (-1 if high & 0x80 else 1) * mantissa * 2.0 ** (exponent - 128 - size) if exponent else 0.0


#: The constants with bytes behind the token: how many, and their text.
CONSTANTS: Final[dict[int, tuple[int, Callable[[bytes], str]]]] = {
    0x0B: (2, lambda data: f"&O{int.from_bytes(data, 'little'):o}"),
    0x0C: (2, lambda data: f"&H{int.from_bytes(data, 'little'):X}"),
    0x0E: (2, lambda data: str(int.from_bytes(data, "little"))),
    0x0F: (1, lambda data: str(data[0])),
    0x1C: (2, lambda data: str(int.from_bytes(data, "little", signed=True))),
    0x1D: (4, lambda data: f"{print_number(_microsoft_binary(data)).strip()}!"),
    0x1F: (8, lambda data: f"{double_text(_microsoft_binary(data)).strip()}#"),
}


def text_of(data: bytes) -> str:
    """Returns the text of a file in GW-BASIC's own format. Raises ListingRefused for a broken one and other formats."""
    if data[0] != GW_BASIC:
        raise ListingRefused(0, f"the file is saved {FORMATS[data[0]]}")
    lines: list[str] = []
    reader = _Reader(data)
    try:
        while reader.number(2):
            lines.append(reader.line())
    except (IndexError, KeyError):
        raise ListingRefused(0, "the file begins like one of GW-BASIC, but is damaged") from None
    return "\n".join(lines)


class _Reader:
    """The bytes of a file, and the place behind those that have been read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 1

    def take(self, size: int) -> bytes:
        """Returns the next bytes. Raises IndexError at the end."""
        self.place += size
        if self.place > len(self.data):
            raise IndexError
        return self.data[self.place - size : self.place]

    def number(self, size: int) -> int:
        """Returns the number that the next bytes are."""
        return int.from_bytes(self.take(size), "little")

    def line(self) -> str:
        """Returns the next line, with blanks around its words."""
        text = f"{self.number(2)} "
        while code := self.number(1):
            if code == QUOTE or 0x20 <= code < 0x80:
                piece = chr(code) + (self.until(b'"\0') if code == QUOTE else "")
                if code == QUOTE and self.data[self.place] == QUOTE:
                    piece += chr(self.number(1))
            elif code in CONSTANTS:
                size, shown = CONSTANTS[code]
                piece = shown(self.take(size))
            elif FIRST_DIGIT <= code <= LAST_DIGIT:
                piece = str(code - FIRST_DIGIT)
            elif code < 0x20:
                piece = " "
            else:
                word = TOKENS[code << 8 | self.number(1) if code >= 0xFD else code]
                # A hidden colon stands before ELSE and ', a hidden REM before ', and a hidden + behind WHILE.
                hidden = (word, TOKENS.get(self.data[self.place])) in (("REM", "'"), ("WHILE", "+"))
                self.place += hidden
                word = "'" if hidden and word == "REM" else word
                text = text.removesuffix(":") if word in ("'", "ELSE") else text
                is_behind = word[0].isalpha() and (text[-1:].isalnum() or text[-1:] in SUFFIXES)
                piece = f" {word}" if is_behind else word
                rest = {"REM": b"\0", "'": b"\0", "DATA": b":\0"}.get(word)
                text += piece + (self.until(rest) if rest else "")
                is_before = word[-1].isalnum() or word[-1] == "$"
                text += " " * (is_before and word not in ("FN", "REM", "DATA") and self.data[self.place] != 0x20)
                continue
            text += piece
        return text

    def until(self, ends: bytes) -> str:
        """Returns the characters up to one of `ends` that does not stand between quotes."""
        start, is_quoted = self.place, False
        while (code := self.data[self.place]) and (is_quoted or code not in ends):
            is_quoted ^= code == QUOTE
            self.place += 1
        return self.data[start : self.place].decode("cp437")
