"""Every state of the page of `gosub serve`, in four windows and both themes.

axe looks at three of the eight combinations in each state, other ones in the next; at all 192 if GOSUB_LONG is set.
"""

from __future__ import annotations

from itertools import product

import pytest
from browsers import violations
from page_states import SIZES, STATES, THEMES
from play_pages import PlayPage, local_browser, page, server
from scenarios import sampled

pytestmark = pytest.mark.slow

__all__ = ["local_browser", "page", "server"]  # fixtures

LOOKS = list(product(SIZES, THEMES))


@pytest.mark.parametrize(("number", "name"), list(enumerate(STATES)), ids=STATES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(number: int, name: str, page: PlayPage) -> None:
    STATES[name](page)
    found: list[str] = []
    for size, theme in sampled(LOOKS[number % len(LOOKS) :] + LOOKS[: number % len(LOOKS)], 3):
        page.look(size, theme)
        found += [f"{size} {theme}: {violation}" for violation in violations(page)]
    for size in SIZES:
        page.look(size)
        if page.run("return document.documentElement.scrollWidth") > size[0]:
            found.append(f"{size}: it scrolls sideways")
    assert found == []
    page.errors()  # the browser logs what the server refuses, and some states are refusals
