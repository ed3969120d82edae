"""Hooks for mkdocs, which add two pages to the site.

CHANGELOG.md is outside docs but is a page of the site. The page of the recorded game is generated with the site.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"

GAME = "game.html"
#: The modern engine's time for each position of the game, in seconds.
SECONDS = 0.2
#: A page has this comment where the site inserts a link to the recorded game. In the repository it is invisible.
PLACE = "<!-- the page of the recorded game -->"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the changelog, with its links to docs made relative, and the page of the recorded game."""
    from mkdocs.structure.files import File

    from historic.readings import PRINTED
    from modern.pictures.page.data import page_positions
    from modern.pictures.page.page import game_page
    from modern.pictures.page.page_game import recorded_game

    game = recorded_game()
    analysed = list(page_positions(game, PRINTED, SECONDS))
    files.append(File.generated(config, GAME, content=game_page(game, analysed, PRINTED, SECONDS)))
    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Returns a page with its links to the changelog corrected, and with the link to the recorded game inserted."""
    link = f"[Open the page of the recorded game]({GAME}){{ .md-button }}"
    return markdown.replace("](../CHANGELOG.md", "](changelog.md").replace(PLACE, link)
