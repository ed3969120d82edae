"""The tokens of the listing, and its expressions as C: the first half of the second witness, c_witness.py.

A number is a `double` in C, a string a `Text`. A constant is a SINGLE, and a variable a `float`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r]+|'.*|REM\b.*)
    |(?P<number>\d+\.?\d*|\.\d+)
    |(?P<string>"[^"]*")
    |(?P<name>[A-Z][A-Z0-9]*\$?)
    |(?P<sign><>|<=|>=|[-+*/^=<>(),;:])""",
    re.VERBOSE | re.IGNORECASE,
)
#: The words of the listing, and words of BASIC that could be taken for a variable or a label. Neither has such a name.
LISTING_WORDS: Final = (
    "AND CLS DATA DIM END FOR GOSUB GOTO IF INKEY$ INPUT INT LINE LOCATE MID$ NEXT OR PRINT READ REM RETURN SCREEN "
    "STEP STOP THEN TO"
)
OTHER_WORDS: Final = (
    "BEEP CLEAR CLOSE CSRLIN DATE$ DO ELSE ERL ERR FREEFILE LOOP MOD NOT RANDOMIZE RESTORE RND RUN SYSTEM TIME$ TIMER "
    "WEND"
)
KEYWORDS: Final = frozenset(f"{LISTING_WORDS} {OTHER_WORDS}".split())
END: Final = "\n"
#: The longest string that c_machine.c holds.
MAX_STRING: Final = 255
#: The most digits of a constant that is a SINGLE.
MAX_DIGITS: Final = 7


class WitnessRefused(ValueError):
    """A listing that is not in this part of BASIC. The message names the line."""


class ListingToken(NamedTuple):
    """A token in capitals, but for strings; `kind` is number, string, name or sign. A line ends with the token END."""

    kind: str
    text: str
    line: int


def tokens_of(text: str) -> Iterator[ListingToken]:
    """Yields the tokens of a listing. Raises WitnessRefused."""
    line = 0
    for line, row in enumerate(text.splitlines(), 1):
        at = 0
        while at < len(row):
            match = TOKEN.match(row, at)
            if not match or not match.group().isascii():
                raise WitnessRefused(f"line {line}: {row[at:].strip()} is not a token of the 1994 listing")
            kind = str(match.lastgroup)
            if kind == "string":
                yield ListingToken(kind, match.group(), line)
            elif kind != "space":
                yield ListingToken(kind, match.group().upper(), line)
            at = match.end()
        yield ListingToken("sign", END, line)
    yield ListingToken("sign", END, line)


class Terms:
    """Reads tokens from left to right, and gives expressions in C. `numbers` and `texts` are the variables so far."""

    def __init__(self, tokens: list[ListingToken]) -> None:
        self.tokens = tokens
        self.at = 0
        self.arrays: Mapping[str, tuple[int, ...]] = {}
        self.numbers: dict[str, None] = {}
        self.texts: dict[str, None] = {}

    # ---- Tokens ----

    @property
    def token(self) -> ListingToken:
        return self.tokens[self.at]

    def refused(self, expected: str) -> WitnessRefused:
        """Returns the refusal of the next token."""
        found = "the end of the line" if self.token.text == END else self.token.text
        return WitnessRefused(f"line {self.token.line}: {found} where {expected} is expected")

    def take(self) -> ListingToken:
        """Returns the next token and moves on."""
        token = self.token
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def took(self, text: str) -> bool:
        """Returns True, and moves on, if the next token is this one."""
        if self.token.text != text:
            return False
        self.take()
        return True

    def expect(self, text: str) -> None:
        """Moves on over this token."""
        if not self.took(text):
            raise self.refused(text)

    def number_name(self) -> str:
        """Takes the name of a variable that is a number."""
        if self.token.kind != "name" or self.token.text in KEYWORDS or self.token.text.endswith("$"):
            raise self.refused("the name of a number")
        return self.take().text

    def text_name(self) -> str:
        """Takes the name of a string variable, and returns it in C."""
        if self.token.kind != "name" or self.token.text in KEYWORDS or not self.token.text.endswith("$"):
            raise self.refused("the name of a string")
        name = self.take().text
        self.texts[name] = None
        return f"t_{name[:-1]}"

    # ---- Expressions ----

    def variable(self, name: str) -> str:
        self.numbers[name] = None
        return f"v_{name}"

    def target(self) -> str:
        """Takes a variable or an element, which can be assigned, and returns it in C: a float."""
        name = self.number_name()
        if not self.took("("):
            return self.variable(name)
        bounds = self.arrays.get(name)
        subscripts = [self.number()]
        while self.took(","):
            subscripts.append(self.number())
        self.expect(")")
        if bounds is None or len(bounds) != len(subscripts):
            raise WitnessRefused(f"line {self.token.line}: {name} with {len(subscripts)} subscripts is not an array")
        places = "".join(f"[place({one}, {bound})]" for one, bound in zip(subscripts, bounds, strict=True))
        return f"a_{name}{places}"

    def number(self) -> str:
        """Takes an expression that is a number, and returns it in C: a double. OR binds least."""
        left = self.conjunction()
        while self.took("OR"):
            left = f"(double)((long)whole({left}) | (long)whole({self.conjunction()}))"
        return left

    def conjunction(self) -> str:
        """Takes comparisons joined by AND. Both sides are always computed."""
        left = self.comparison()
        while self.took("AND"):
            left = f"(double)((long)whole({left}) & (long)whole({self.comparison()}))"
        return left

    def comparison(self) -> str:
        """Takes a sum, or a comparison of two sums or two strings."""
        if self.is_text():
            left = self.text()
            if self.token.text not in {"=", "<>"}:
                raise self.refused("= or <>")
            wrong = "!" if self.take().text == "<>" else ""
            return f"TRUTH({wrong}same({left}, {self.text()}))"
        left = self.sum()
        while self.token.text in {"=", "<>", "<", ">", "<=", ">="}:
            sign = self.take().text
            sign = {"=": "==", "<>": "!="}.get(sign, sign)
            left = f"TRUTH({left} {sign} {self.sum()})"
        return left

    def sum(self) -> str:
        """Takes products joined by plus and minus."""
        left = self.product()
        while self.token.text in {"+", "-"}:
            left = f"({left} {self.take().text} {self.product()})"
        return left

    def product(self) -> str:
        """Takes signed powers joined by * and /."""
        left = self.signed()
        while self.token.text in {"*", "/"}:
            form = "({} * {})" if self.take().text == "*" else "divided({}, {})"
            left = form.format(left, self.signed())
        return left

    def signed(self) -> str:
        """Takes a power, with a minus sign or without."""
        if self.took("-"):
            return f"(-{self.signed()})"
        left = self.atom()
        while self.took("^"):
            left = f"power({left}, {self.atom()})"
        return left

    def atom(self) -> str:
        """Takes a constant, a variable, an element, INT or brackets."""
        if self.token.kind == "number":
            return f"(double){self.constant()}"
        if self.took("INT"):
            self.expect("(")
            inner = self.number()
            self.expect(")")
            return f"floor(single({inner}))"
        if self.took("("):
            inner = self.number()
            self.expect(")")
            return f"({inner})"
        return f"(double){self.target()}"

    def constant(self) -> str:
        """Takes a constant, which is a SINGLE, and returns it in C as a float. More digits would make it a DOUBLE."""
        text = self.token.text
        if self.token.kind != "number" or len(text.replace(".", "")) > MAX_DIGITS:
            raise self.refused(f"a constant of at most {MAX_DIGITS} digits")
        self.take()
        return f"{text if '.' in text else text + '.0'}f"

    def is_text(self) -> bool:
        """Returns True if the next expression is a string."""
        return self.token.kind == "string" or (self.token.kind == "name" and self.token.text.endswith("$"))

    def string(self) -> str:
        """Takes a string constant and returns it in C."""
        if self.token.kind != "string" or len(self.token.text) - 2 > MAX_STRING:
            raise self.refused(f"a string of at most {MAX_STRING} characters")
        inside = self.take().text[1:-1]
        return '"' + inside.replace("\\", "\\\\").replace("?", "\\?") + '"'

    def text(self) -> str:
        """Takes an expression that is a string: a constant, a variable, MID$ or INKEY$."""
        if self.token.kind == "string":
            return f"text({self.string()})"
        if self.took("INKEY$"):
            return "inkey()"
        if not self.took("MID$"):
            return self.text_name()
        self.expect("(")
        parts = [self.text()]
        for _ in range(2):
            self.expect(",")
            parts.append(self.number())
        self.expect(")")
        return f"mid({', '.join(parts)})"
