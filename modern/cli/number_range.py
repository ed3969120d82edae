"""Types for numbers on the command line. Messages and help give a range in words: `1 to 100`, `at least 1`."""

from __future__ import annotations

import math
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A range of numbers. nan is in no range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number that was typed. Raises BadParameter."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            self.fail(f"{value!r} is not a number; expected {self._describe_range()}", param, ctx)
        try:
            return float(super().convert(number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is out of range; expected {self._describe_range()}", param, ctx)

    def _describe_range(self) -> str:
        return _range_in_words(self)


class WholeNumberRange(click.IntRange):
    """A range of whole numbers."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number that was typed. Raises BadParameter."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number; expected {self._describe_range()}", param, ctx)
        try:
            return int(super().convert(number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is out of range; expected {self._describe_range()}", param, ctx)

    def _describe_range(self) -> str:
        return _range_in_words(self)


def _range_in_words(numbers: click.IntRange | click.FloatRange) -> str:
    """Returns `1 to 100`, or `more than 0 and at most 1,000,000`."""
    if None not in (numbers.min, numbers.max) and not (numbers.min_open or numbers.max_open):
        return f"{numbers.min:,} to {numbers.max:,}"
    bounds = []
    if numbers.min is not None:
        bounds.append(f"{'more than' if numbers.min_open else 'at least'} {numbers.min:,}")
    if numbers.max is not None:
        bounds.append(f"{'less than' if numbers.max_open else 'at most'} {numbers.max:,}")
    return " and ".join(bounds)


#: The shortest time, in seconds, from which a rate is computed.
MIN_MEASURABLE_SECONDS = 0.001
#: A thinking time in seconds: more than 0. The maximum is only a guard against typing errors.
SECONDS_TO_THINK = NumberRange(min=0, min_open=True, max=10**6)
#: The same, or 0 for no thinking at all.
SECONDS_OR_ZERO = NumberRange(min=0, max=10**6)
