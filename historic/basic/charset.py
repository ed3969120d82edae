"""DOS's character set, code page 437. A string is a character for each of its bytes, so that its order is DOS's."""

from typing import Final

#: DOS's pictures for the characters that a terminal would take for commands.
PICTURES: Final = dict(zip([*range(32), 127], " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂", strict=True))
#: The character shown for each byte, and the byte for each picture.
SHOWN: Final = {code: PICTURES.get(code, bytes([code]).decode("cp437")) for code in range(256)}
#: The character that ends a text file.
END_OF_FILE: Final = "\x1a"
CODES: Final = {ord(picture): code for code, picture in PICTURES.items() if code}


def bytes_of(text: str) -> str:
    """Returns a text as a string of BASIC. Raises UnicodeEncodeError for a character that the set does not have."""
    return text if text.isascii() else text.translate(CODES).encode("cp437").decode("latin-1")


def typed_bytes(text: str) -> str:
    """Returns typed text as a string of BASIC; a character outside the set becomes a question mark."""
    return text.translate(CODES).encode("cp437", "replace").decode("latin-1")


def shown(text: str) -> str:
    """Returns a string of BASIC as PRINT shows it: nothing in it but a line's end can be a command to the terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "\n".join(line.translate(SHOWN) for line in text.split("\n"))
