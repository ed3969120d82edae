"""Types for numbers on the command line."""

from __future__ import annotations

import math
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A range of numbers. nan is in no range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number that was typed. Raises BadParameter."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a number", param, ctx)
        return number


class WholeNumberRange(click.IntRange):
    """A range of whole numbers."""

    name = "whole number"


#: The shortest time, in seconds, from which a rate is computed.
MIN_MEASURABLE_SECONDS = 0.001
#: A thinking time in seconds: more than 0. The maximum is only a guard against typing errors.
SECONDS_TO_THINK = NumberRange(min=0, min_open=True, max=10**6)
#: The same, or 0 for no thinking at all.
SECONDS_OR_ZERO = NumberRange(min=0, max=10**6)
