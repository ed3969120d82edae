"""Which variables a part of a listing assigns: a FOR whose counter nobody else assigns can be a Python `for`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historic.basic.language import syntax
from historic.basic.language.regions import Region
from historic.basic.language.syntax import For, Goto, If, Item, Label, Variable, walk


def assigned_by(regions: Sequence[Region]) -> dict[str, frozenset[str]]:
    """Returns, for each subroutine, the variables that it or a subroutine of its own assigns."""
    own = {region.name: {name for item in walk(region.items) for name in _assigned(item)} for region in regions}
    calls = {
        region.name: {item.label for item in walk(region.items) if isinstance(item, syntax.Gosub)} for region in regions
    }
    changed = True
    while changed:
        changed = False
        for name, called in calls.items():
            more = set[str]().union(*(own[label] for label in called)) - own[name]
            own[name] |= more
            changed = changed or bool(more)
    return {name: frozenset(names) for name, names in own.items()}


def keeps_counter(loop: For, by_subroutine: Mapping[str, frozenset[str]]) -> bool:
    """Returns True if nothing in the body of a FOR assigns the counter."""
    name = loop.counter.name
    return not any(_assigns(item, name, by_subroutine) for item in walk(loop.body))


def leaves_after_assigning(loop: For, by_subroutine: Mapping[str, frozenset[str]]) -> bool:
    """Returns True if each assignment to the counter in the body of a FOR is followed by a jump out of the loop."""
    inside = {item.name for item in walk(loop.body) if isinstance(item, Label)}
    return _leaves(loop.body, loop.counter.name, inside, by_subroutine)


def _leaves(items: list[Item], name: str, inside: set[str], by_subroutine: Mapping[str, frozenset[str]]) -> bool:
    for place, item in enumerate(items):
        if isinstance(item, syntax.Let) and item.target == Variable(name):
            if not _jumps_out(items[place + 1 :], inside):
                return False
        elif _assigns(item, name, by_subroutine) or (
            isinstance(item, If | For) and not _leaves(item.body, name, inside, by_subroutine)
        ):
            return False
    return True


def _jumps_out(items: list[Item], inside: set[str]) -> bool:
    for item in items:
        if isinstance(item, syntax.Return | syntax.StopStatement):
            return True
        if isinstance(item, Goto):
            return item.label not in inside
        if not isinstance(item, syntax.Let):
            return False
    return False


def _assigns(item: Item, name: str, by_subroutine: Mapping[str, frozenset[str]]) -> bool:
    if isinstance(item, syntax.Gosub):
        return name in by_subroutine[item.label]
    return name in _assigned(item)


def _assigned(item: Item) -> list[str]:
    match item:
        case syntax.Let() | syntax.Input() | syntax.WaitForKey():
            targets: Sequence[syntax.Target] = [item.target]
        case syntax.Read():
            targets = item.targets
        case For():
            targets = [item.counter]
        case syntax.ForStep(loop=loop):
            targets = [loop.counter]
        case _:
            targets = []
    return [target.name for target in targets if isinstance(target, Variable)]
