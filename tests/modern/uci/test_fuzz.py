"""Valid, malformed and random lines: no traceback, no hang, and a legal bestmove for each go."""

from __future__ import annotations

import pytest
from exhibits import EXHIBITS, reduced
from uci_fuzz import check_conversation


@pytest.mark.slow
@pytest.mark.parametrize("player", ["modern", "historic"])
def test_every_go_is_answered_among_invalid_lines(player: str) -> None:
    check_conversation(["--player", player], seed=1994, count=400)


@pytest.mark.slow
@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_an_exhibit_answers_every_go_among_invalid_lines(exhibit: str) -> None:
    check_conversation(["--player", reduced(exhibit)], seed=2002, count=150)
