"""Numbers that the commands are given."""

from __future__ import annotations

import math
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A number in a range; what is no number (nan) lies in none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that was given. Raises BadParameter."""
        figure = float(super().convert(value, param, ctx))
        if math.isnan(figure):
            self.fail(f"{value!r} is not a number", param, ctx)
        return figure


#: In less time, in seconds, no rate can be taken.
MIN_MEASURABLE_SECONDS = 0.001
#: Seconds to think: more than none, and no more than anybody waits for.
SECONDS_TO_THINK = NumberRange(min=0, min_open=True, max=10**6)
#: The same, or 0 for not to think at all.
SECONDS_OR_ZERO = NumberRange(min=0, max=10**6)
