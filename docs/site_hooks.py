"""What mkdocs cannot do by itself: CHANGELOG.md stands outside docs, and is a page of the site all the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of the changelog; its links lead to pages of docs, from beside them."""
    from mkdocs.structure.files import File

    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Links to the changelog lead to its page."""
    return markdown.replace("](../CHANGELOG.md", "](changelog.md")
