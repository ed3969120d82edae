"""What a comparison finds: differences, each with the name of its class."""

from __future__ import annotations

from typing import Final, NamedTuple

#: In place of a class: nothing explains it.
UNEXPLAINED: Final = "unexplained"


class Finding(NamedTuple):
    """Differences of one class at one position: `what` says it in a line, `differences` how many they are."""

    name: str
    what: str
    differences: int = 1
