"""A hundred thousand lines of UCI, valid, malformed and random: no traceback, no hang, and a legal move for each go."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from exhibits import EXHIBITS, reduced
from uci_fuzz import check_conversation

#: How many lines each player gets in an ordinary run.
LINES = {"modern": 100_000, "historic": 30_000, **{reduced(exhibit): 10_000 for exhibit in EXHIBITS}}


@pytest.mark.slow
@pytest.mark.parametrize("player", LINES)
def test_every_go_is_answered_with_a_legal_move(
    player: str,
    seed: int,
    scaled: Callable[[int], int],
    record_tried: Callable[[str, Mapping[str, int]], None],
) -> None:
    count = scaled(LINES[player])
    check_conversation(["--player", player], seed, count)
    record_tried("UCI lines", {"answered as they must be": count})
