"""Every state of the page of `gosub serve`: axe in four windows and both themes, 192 combinations."""

from __future__ import annotations

import pytest
from browsers import violations
from page_states import SIZES, STATES, THEMES
from play_pages import PlayPage, local_browser, page, server

pytestmark = [pytest.mark.slow, pytest.mark.one_build]

__all__ = ["local_browser", "page", "server"]  # fixtures


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways_in_any_window_and_theme(name: str, page: PlayPage) -> None:
    STATES[name](page)
    found: list[str] = []
    for size in SIZES:
        for theme in THEMES:
            page.look(size, theme)
            found += [f"{size} {theme}: {violation}" for violation in violations(page)]
        if page.run("return document.documentElement.scrollWidth") > size[0]:
            found.append(f"{size}: it scrolls sideways")
    assert found == []
    page.errors()  # the browser logs what the server refuses, and some states are refusals
