"""The limits of a search: what no search can keep is refused where the limits are made."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from modern.limits import Clock, Limits


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"depth": 0}, "depth is 0; expected at least 1"),
        ({"nodes": 0}, "nodes is 0; expected at least 1"),
        ({"mate": -1}, "mate is -1; expected at least 1"),
        ({"moves_to_go": 0}, "moves_to_go is 0; expected at least 1"),
        ({"seconds": -1}, "seconds is -1; expected at least 0 seconds"),
        ({"seconds": math.nan}, "seconds is nan; expected at least 0 seconds"),
        ({"white": Clock(-0.1)}, "white.left is -0.1; expected at least 0 seconds"),
        ({"black": Clock(1.0, -1.0)}, "black.increment is -1.0; expected at least 0 seconds"),
    ],
)
def test_a_limit_that_no_search_can_keep_is_refused(limits: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        Limits(**limits)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"depth": 2.0}, "depth is 2.0; expected a whole number"),
        ({"nodes": "100"}, "nodes is '100'; expected a whole number"),
        ({"depth": True}, "depth is True; expected a whole number"),
        ({"seconds": "1"}, "seconds is '1'; expected a number of seconds"),
        ({"seconds": True}, "seconds is True; expected a number of seconds"),
        ({"white": 60}, "white is 60; expected Clock(left, increment)"),
        ({"black": Clock(None)}, "black.left is None; expected a number of seconds"),  # type: ignore[arg-type]
    ],
)
def test_a_limit_of_another_type_is_refused(limits: dict[str, Any], reason: str) -> None:
    with pytest.raises(TypeError, match=re.escape(reason)):
        Limits(**limits)


def test_the_least_limits_and_none_are_accepted() -> None:
    assert Limits(depth=1, nodes=1, mate=1, moves_to_go=1, seconds=0, white=Clock(0), black=Clock(0.0, 0))
    assert Limits(seconds=math.inf) != Limits()
