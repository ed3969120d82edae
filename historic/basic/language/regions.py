"""The subroutines of a listing: for each label that GOSUB jumps to, the items that can run before its RETURN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from historic.basic.language.dissolving import dissolved
from historic.basic.language.errors import SUB_PREFIX
from historic.basic.language.syntax import ForStep, Gosub, Goto, Item, Label
from historic.basic.language.walking import ends_flow, walk

#: The name of the main program's region. No label has this name.
MAIN = "(main)"


@dataclass(frozen=True)
class Region:
    """The main program, a SUB or a subroutine: its items, in the listing's order, and the label at which it is entered.

    Two subroutines that jump into the same lines each have them.
    """

    name: str
    items: list[Item]


def sub_region(name: str) -> str:
    """Returns the name of a SUB's region."""
    return SUB_PREFIX + name


def regions(items: list[Item], name: str = MAIN, entries: Sequence[str] = ()) -> list[Region]:
    """Returns the main program or a SUB, called `name`, and each of its subroutines.

    `entries` are labels that are called from Python.
    """
    called = sorted({item.label for item in walk(items) if isinstance(item, Gosub)} | set(entries))
    opened = dissolved(items, called)
    index = {item.name: position for position, item in enumerate(opened) if isinstance(item, Label)}
    return [
        Region(name, _reachable(opened, 0, index)),
        *(Region(label, _reachable(opened, index[label], index)) for label in called),
    ]


def _reachable(items: list[Item], start: int, index: dict[str, int]) -> list[Item]:
    reached: set[int] = set()
    open_places = [start]
    while open_places:
        place = open_places.pop()
        while place < len(items) and place not in reached:
            reached.add(place)
            open_places += [index[label] for label in jumps_of([items[place]]) if label in index]
            if ends_flow(items[place]):
                break
            place += 1
    return [items[place] for place in sorted(reached)]


def jumps_of(items: list[Item]) -> list[str]:
    """Returns the labels of all GOTOs in the items and their bodies."""
    return [
        item.label
        for item in walk(items)
        if isinstance(item, Goto) or (isinstance(item, ForStep) and item.step == "leave")
    ]
