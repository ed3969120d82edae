"""What each part of a listing assigns, and which parameters of SUBs must be references.

A FOR whose counter is not assigned elsewhere can be a Python `for`. A parameter that a SUB only reads is given as a
value, unless the variable behind it can change while the SUB runs; then SUB and caller share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from historic.basic.language import syntax
from historic.basic.language.regions import Region, sub_region
from historic.basic.language.syntax import CallSub, For, Gosub, Goto, Item, Label, Sub
from historic.basic.language.terms import Argument, Element, Variable, type_of_name
from historic.basic.language.walking import bodies, walk


@dataclass(frozen=True)
class Assigned:
    """The names that each region assigns, those of the regions that it calls included.

    `()` and a type stands for any array of that type. `references` are the parameters that are references, and `boxed`
    the variables that are given to one: they have a place of their own that can be given away.
    """

    by_region: Mapping[str, frozenset[str]]
    references: frozenset[str]
    boxed: frozenset[str]
    subs: Mapping[str, Sub]

    def assigns(self, item: Item, name: str) -> bool:
        """Returns True if a statement assigns a variable, its body apart."""
        if isinstance(item, Gosub):
            return name in self.by_region[item.label]
        if isinstance(item, CallSub) and "." not in name and name in self.by_region[sub_region(item.name)]:
            return True
        return name in _own(item, self.references, self.subs)

    def keeps_counter(self, loop: For) -> bool:
        """Returns True if nothing in the body of a FOR assigns the counter."""
        return not any(self.assigns(item, loop.counter.name) for item in walk(loop.body))

    def leaves_after_assigning(self, loop: For) -> bool:
        """Returns True if each assignment to the counter in the body of a FOR is followed by a jump out of it."""
        inside = {item.name for item in walk(loop.body) if isinstance(item, Label)}
        return self._leaves(loop.body, loop.counter.name, inside)

    def _leaves(self, items: list[Item], name: str, inside: set[str]) -> bool:
        for place, item in enumerate(items):
            if isinstance(item, syntax.Let) and item.target == Variable(name):
                if not _jumps_out(items[place + 1 :], inside):
                    return False
            elif self.assigns(item, name) or not all(self._leaves(body, name, inside) for body in bodies(item)):
                return False
        return True


def assigned_by(regions: Sequence[Region], subs: Mapping[str, Sub]) -> Assigned:
    """Returns what the regions of a listing assign."""
    references: frozenset[str] = frozenset()
    calls = [item for region in regions for item in walk(region.items) if isinstance(item, CallSub)]
    while True:
        by_region = _by_region(regions, references, subs)
        more = {name for name in _parameters(subs) if any(name in names for names in by_region.values())}
        for call in calls:
            more |= _changing(call, by_region[sub_region(call.name)], references | more, subs)
        if more <= references:
            break
        references |= more
    boxed = {
        argument.name
        for call in calls
        for argument, parameter in _pairs(call, subs)
        if isinstance(argument, Variable) and parameter in references and argument.name not in references
    }
    return Assigned(by_region, references, frozenset(boxed), subs)


def _by_region(
    regions: Sequence[Region], references: frozenset[str], subs: Mapping[str, Sub]
) -> dict[str, frozenset[str]]:
    own = {
        region.name: {name for item in walk(region.items) for name in _own(item, references, subs)}
        for region in regions
    }
    called = {region.name: [*map(_called, walk(region.items))] for region in regions}
    changed = True
    while changed:
        changed = False
        for name, others in called.items():
            # What a SUB assigns of its own is gone when it ends. A GOSUB is part of the SUB that it stands in.
            more = {new for other, all_of_it in others for new in own.get(other, ()) if all_of_it or "." not in new}
            changed = changed or not more <= own[name]
            own[name] |= more
    return {name: frozenset(names) for name, names in own.items()}


def _called(item: Item) -> tuple[str, bool]:
    """Returns the region that a statement calls, or '', and whether it is a subroutine of the same SUB."""
    if isinstance(item, Gosub):
        return item.label, True
    return (sub_region(item.name), False) if isinstance(item, CallSub) else ("", False)


def _parameters(subs: Mapping[str, Sub]) -> set[str]:
    """Returns the parameters of all SUBs that are not arrays."""
    return {declared.name for sub in subs.values() for declared in sub.parameters if declared.bounds is None}


def _pairs(call: CallSub, subs: Mapping[str, Sub]) -> list[tuple[Argument, str]]:
    return [
        (argument, declared.name)
        for argument, declared in zip(call.arguments, subs[call.name].parameters, strict=True)
        if declared.bounds is None
    ]


def _changing(call: CallSub, assigned: frozenset[str], references: Iterable[str], subs: Mapping[str, Sub]) -> set[str]:
    """Returns the parameters whose variable can change while the SUB runs, by another name than the parameter's."""
    pairs = _pairs(call, subs)
    shared = {argument for argument, parameter in pairs if parameter in references}
    return {
        parameter
        for argument, parameter in pairs
        if (isinstance(argument, Variable) and (argument.name in assigned or argument.name in references))
        or (isinstance(argument, Element) and f"(){type_of_name(argument.name)}" in assigned)
        or (isinstance(argument, Variable | Element) and argument in shared)
    }


def _own(item: Item, references: frozenset[str], subs: Mapping[str, Sub]) -> list[str]:
    """Returns what a statement assigns by itself."""
    match item:
        case syntax.Let() | syntax.Input() | syntax.LineInput():
            targets: Sequence[Argument] = [item.target]
        case syntax.WaitForKey():
            targets = [item.target] if item.target else []
        case syntax.Read():
            targets = item.targets
        case For():
            targets = [item.counter]
        case syntax.ForStep(loop=loop):
            targets = [loop.counter]
        case CallSub():
            targets = [argument for argument, parameter in _pairs(item, subs) if parameter in references]
        case _:
            targets = []
    names = [target.name for target in targets if isinstance(target, Variable)]
    return names + [f"(){type_of_name(target.name)}" for target in targets if isinstance(target, Element)]


def _jumps_out(items: list[Item], inside: set[str]) -> bool:
    for item in items:
        if isinstance(item, syntax.Return | syntax.StopStatement | syntax.LeaveSub):
            return True
        if isinstance(item, Goto):
            return item.label not in inside
        if not isinstance(item, syntax.Let):
            return False
    return False
