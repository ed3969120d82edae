"""The result of a comparison: differences, each with the name of its class."""

from __future__ import annotations

from typing import Final, NamedTuple

#: The name used in place of a class for a difference that no class explains.
UNEXPLAINED: Final = "unexplained"


class Finding(NamedTuple):
    """The differences of one class at one position.

    `name` is the class, `what` describes one difference in one line, and `differences` counts them.
    """

    name: str
    what: str
    differences: int = 1
