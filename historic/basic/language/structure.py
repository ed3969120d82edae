"""From a listing's text to its tree, in which every jump has a label to go to."""

from __future__ import annotations

from historic.basic.language import syntax
from historic.basic.language.errors import DUPLICATE_DEFINITION, LABEL_NOT_DEFINED, refused
from historic.basic.language.names import named
from historic.basic.language.nesting import nested
from historic.basic.language.parsing import parse_line
from historic.basic.language.source import checked_lines
from historic.basic.language.syntax import Goto, If, Item, Label, Program, Sub
from historic.basic.language.terms import Binary, Call, Text, Variable
from historic.basic.language.walking import walk


def parse(text: str) -> Program:
    """Returns the parts of a listing. Raises ListingRefused."""
    program = nested([part for number, line in enumerate(checked_lines(text), 1) for part in parse_line(number, line)])
    seen: set[str] = set()
    for items in (program.main, *(sub.body for sub in program.subs)):
        labels = _labels(items, seen)
        for item in walk(items):
            if isinstance(item, Goto | syntax.Gosub) and item.label not in labels:
                raise refused(LABEL_NOT_DEFINED, item.line, item.label)
    subs = tuple(Sub(sub.line, sub.name, sub.parameters, with_waits(sub.body)) for sub in program.subs)
    return named(Program(with_waits(program.main), subs))


def _labels(items: list[Item], seen: set[str]) -> set[str]:
    """Returns the labels of the main program or of a SUB, and adds them to those that were `seen`."""
    labels: set[str] = set()
    for item in walk(items):
        if isinstance(item, Label):
            if item.name in seen:
                raise refused(DUPLICATE_DEFINITION, item.line, f"the label {item.name}")
            labels.add(item.name)
            seen.add(item.name)
    return labels


def with_waits(items: list[Item]) -> list[Item]:
    """Returns the items with each loop that only waits for a key replaced by a WaitForKey.

    Such a loop is a label, V$=INKEY$, and IF V$="" THEN the label. It would use a whole core while no key is pressed.
    """
    result: list[Item] = []
    for item in items:
        result.append(item)
        match result[-3:]:
            case [
                Label(name=label),
                syntax.Let(line=line, target=Variable() as target, value=Call(function="INKEY$")),
                If(
                    condition=Binary(operator="=", left=tested, right=Text(value="")),
                    body=[Goto(label=destination)],
                    branches=(),
                ),
            ] if tested == target and destination == label:
                result[-2:] = [syntax.WaitForKey(line, target)]
            case _:
                pass
    return result
