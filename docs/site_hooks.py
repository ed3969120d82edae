"""Hooks for mkdocs: CHANGELOG.md is a page of the site, and so is the one on which the programs run in the browser."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from modern.web.pyodide.site import PYODIDE_CDN, PlaySite, play_page, play_site

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
#: The page on which the programs run in the browser; its files are in its folder.
PLAY_PAGE: Final = "play-against-1994/index.md"
PLAY_FOLDER: Final = PLAY_PAGE.rpartition("/")[0]


@cache
def _play_site(pyodide: str) -> PlaySite:
    return play_site(pyodide)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the changelog, with its links to docs made relative, and the files of the page for playing."""
    from mkdocs.structure.files import File, InclusionLevel

    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    for name, content in _play_site(config.extra["pyodide"] or PYODIDE_CDN).files.items():
        file = File.generated(config, f"{PLAY_FOLDER}/{name}", content=content)
        file.inclusion = InclusionLevel.INCLUDED  # JSON among docs is not part of the site, but this is
        files.append(file)
    return files


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Returns the HTML of a page. That of the page for playing is its own, with the links of the site in a bar."""
    from mkdocs.utils import get_relative_url

    if page.file.src_uri != PLAY_PAGE:
        return output
    beside = [one for one in (page.previous_page, page.next_page) if one is not None]
    neighbours = [(str(one.title), get_relative_url(one.url, page.url)) for one in beside]
    site = _play_site(config.extra["pyodide"] or PYODIDE_CDN)
    return play_page(site, str(page.title), page.content or "", "../index.html", neighbours)


def on_page_markdown(markdown: str, **_: object) -> str:
    """Returns a page with its links to the changelog corrected."""
    return markdown.replace("](../CHANGELOG.md", "](changelog.md")
