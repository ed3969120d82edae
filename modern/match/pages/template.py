"""The templates of the pages."""

from __future__ import annotations

from functools import cache
from string import Template
from typing import Final

from modern.pictures.browser.modules import package_text
from modern.pictures.page.page import page_style
from modern.pictures.page.parts import made_by, page_head

#: A page says in its header by what it was made.
GENERATOR: Final = "gosub tournament"


@cache
def stylesheet() -> str:
    """Returns the styles: those of all game pages and of the board, then those of a tournament."""
    return page_style() + package_text(__package__, "pages.css")


def filled(template: str, title: str, script: str = "", **texts: str) -> str:
    """Returns a template with its texts, its head and who made it filled in. The title and the texts are HTML."""
    head = page_head(title, stylesheet(), GENERATOR, script)
    return Template(package_text(__package__, template)).substitute(
        head=head, title=title, script=script, colophon=made_by(), **texts
    )
