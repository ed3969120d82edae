"""The templates of the pages, and the parts that they share."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from modern.build import build_mode

#: A page says in its header by what it was made.
GENERATOR: Final = "gosub tournament"


@cache
def package_text(package: str, name: str) -> str:
    """Returns a text file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def stylesheet() -> str:
    """Returns the styles: those of all game pages, then those of a tournament."""
    return package_text("modern.pictures.page", "page.css") + package_text(__package__, "pages.css")


def filled(template: str, **texts: str) -> str:
    """Returns a template with its texts, the styles and the generator filled in."""
    return Template(package_text(__package__, template)).substitute(
        css=stylesheet().rstrip(), generator=GENERATOR, colophon=_colophon(), **texts
    )


def facts_list(facts: dict[str, str]) -> str:
    """Returns names with their texts as a list; those without a text are left out."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in facts.items() if text
    )
    return f'<dl class="facts">{items}</dl>'


def _colophon() -> str:
    from importlib.metadata import version

    return f"Made by gosub-chess {escape(version('gosub-chess'))} ({build_mode()})."
