"""The SHA-256 sums that the restored listing must have, one for each reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from historic.readings import PRINTED, RECORDED

#: The length of a section's sum in SECTIONS, in hexadecimal digits.
_SHORT: Final = 8


@dataclass(frozen=True)
class Known:
    """The sums of a whole listing: its SHA-256, and the first digits of that of each section.

    A section is the lines from one label to the next. Its name is the label, or empty above the first one.
    """

    whole: str
    sections: Mapping[str, str]


#: The sections' sums in the reading `printed`.
_PRINTED: Final = {
    "": "c7fa569d",
    "START": "256b6ff0",
    "ASK": "18be4bb1",
    "ASK1": "482ed34f",
    "MLOOP": "37cddbc7",
    "BOARD": "d3f67500",
    "BOARD2": "18950fc6",
    "KEYP": "16de4ea5",
    "WHITE": "3f260c89",
    "WHITE1": "511b0438",
    "WHITE2": "4926b9ac",
    "WHITE3": "6de02aa2",
    "BLACK": "b4b096c9",
    "BLACK1": "b88a9b4b",
    "BLACK2": "63f3d27e",
    "BLACK3": "642fbcc1",
    "CWHITE": "9002504a",
    "CWHITEA": "3ae35e88",
    "CWHITE5": "408bde3a",
    "CWHITE4": "38c181f5",
    "CWHITE9": "510e69ab",
    "CWHITE2": "7aec9f35",
    "CWHITEB": "5f195a01",
    "CBLACK": "545ef3ba",
    "CBLACKA": "fe6215e6",
    "CBLACK5": "287ff1d2",
    "CBLACK4": "15043929",
    "CBLACK9": "27e1b33c",
    "CBLACK2": "2e7ab13f",
    "CBLACKB": "7bf14f12",
    "INIT": "c517e4b3",
    "CHECK": "505bd84a",
    "CHECK2": "b844bc3c",
    "ENDEND": "7b469314",
}

#: Those in the reading `recorded`.
_RECORDED: Final = {**_PRINTED, "CBLACK4": "33af83bc"}

#: The sum is that of a file in UTF-8 with a newline after each line, a tab for each level of indentation, and a blank
#: line above each label.
KNOWN: Final = {
    PRINTED: Known("8b9ddf8f8949b725d8343619fabd48d08d02f15137e529c0d06ca0ff0e05056f", _PRINTED),
    RECORDED: Known("ee4c91d7ad0f5917cf6a361adc35f204c755ee23f4a628099abed8d44a55eae1", _RECORDED),
}


def sum_of(text: str) -> str:
    """Returns the SHA-256 of a text in UTF-8, which is that of the file that holds it."""
    return sha256(text.encode()).hexdigest()


def known_sums(sections: Mapping[str, str]) -> Known:
    """Returns the sums of a listing whose sections are given by name, in their order."""
    return Known(sum_of("".join(sections.values())), {name: short_sum(text) for name, text in sections.items()})


def short_sum(section: str) -> str:
    """Returns the first digits of a section's sum."""
    return sum_of(section)[:_SHORT]
