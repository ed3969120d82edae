"""Hooks for mkdocs: the pages that the site makes, from CHANGELOG.md to the one on which the programs run."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, Final

from making import game_pages
from making.play_site import PYODIDE_CDN, PlaySite, SiteLink, play_page, play_site

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
#: The sheets of the lessons, which the site has too.
SHEETS: Final = Path(__file__).parents[1] / "modern" / "lessons" / "files" / "sheets"
#: The page on which the programs run in the browser; its files are in its folder.
PLAY_PAGE: Final = "play-against-1994/index.md"
PLAY_FOLDER: Final = PLAY_PAGE.rpartition("/")[0]
#: The pages that once lay beside one another, by the folder of their readers.
ROOMS: Final = {
    "play": ("installing", "play", "play-in-the-browser", "players", "serve"),
    "program": (
        *("agreement", "basic", "finest-hours", "inside", "prove", "quirks"),
        *("report", "restoration", "story", "tour", "variables"),
        *("museum/diablo", "museum/firstchess", "museum/historic-selective", "museum/huo", "museum/huo-tutorial"),
        *("museum/index", "museum/novice", "museum/random"),
    ),
    "teach": (
        *("change-the-1994-program", "class", "class-answers", "class-find-the-bug"),
        *("class-how-1994-chose", "class-write-a-player"),
        *("class-sheets/find-the-bug", "class-sheets/how-1994-chose", "class-sheets/write-a-player"),
    ),
    "engine": ("engine", "engine-authors", "idea-by-idea", "network", "rules", "thirty-years"),
    "tools": ("analyse", "book", "gui", "match", "pgn", "positions"),
    "develop": ("adding-a-player", "architecture", "glossary", "json", "python", "serve-protocol", "what-stays"),
}
#: The pages that are gone or have moved, by their old address on the site, and where their contents are.
MOVED: Final = {
    **{f"{page}.html": f"{room}/{page}.html" for room, pages in ROOMS.items() for page in pages},
    **{game_pages.old_address(name): game_pages.address(name) for name in game_pages.names()},
    "analyse-measurements.html": "measurements/analyse.html",
    "engine-measurements.html": "measurements/engine.html",
    "idea-by-idea-measurements.html": "measurements/idea-by-idea.html",
    "ladder.html": "measurements/ladder.html",
    "network-measurements.html": "measurements/network.html",
    "pages.html": "tools/analyse.html#a-game-as-a-page",
    "philosophy.html": "develop/what-stays.html",
    "pictures.html": "tools/positions.html#pictures",
    "readings.html": "program/restoration.html#what-the-record-says",
    "tournament.html": "tools/match.html#tournaments",
    "versioning.html": "develop/what-stays.html#versions",
    "windows.html": "play/installing.html#windows",
}
#: An old address leads to the same place of the page: a section of it, or a ply of the page of a game.
REDIRECT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<script>
const there = new URL("{address}", location.href);
there.hash = location.hash || there.hash;
location.replace(there);
</script>
<noscript><meta http-equiv="refresh" content="0; url={address}"></noscript>
<p>This page has moved: <a href="{address}">{address}</a></p>
</html>
"""
#: What a page says in the repository and not on the site.
REPOSITORY_ONLY: Final = re.compile(r"<!-- repository only -->.*?<!-- end -->\n*", re.S)
#: A link of Markdown to a game, and one of HTML to a page, without the ending of the file.
LINK_TO_GAME: Final = re.compile(r"(\]\([\w./-]+)\.pgn\b")
#: A link to the changelog, which is a page of the site.
LINK_TO_CHANGELOG: Final = re.compile(r"(\]\((?:\.\./)*)\.\./CHANGELOG\.md\b")
LINK_IN_HTML: Final = re.compile(r'(<a [^>]*\bhref="(?![a-z]+:)[^"#]+)\.md\b')
#: Code in a line of text, not in a block, and an option in it.
INLINE_CODE: Final = re.compile(r"(?<!</span>)<code>[^<]*</code>")
#: A block of code in which each line is a command, and nothing is what one prints.
COMMAND: Final = r"(?:\$ )?(?:[A-Z_]+=\S+ )?(?:gosub|pip|pipx|podman|pytest|python3?) [^\n<]*\n(?:    [^\n<]*\n)*"
COMMANDS: Final = re.compile(rf"(?<=<pre><span></span><code)>(?=(?:{COMMAND})+</code>)")
OPTION: Final = re.compile(r"(?<![^\s>])--?[A-Za-z][\w-]*")


@cache
def _play_site(pyodide: str) -> PlaySite:
    return play_site(pyodide)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the changelog, the page for playing, the sheets, the pages of games, and a page for each old address.

    The changelog's links to docs are made relative.
    """
    from mkdocs.structure.files import File, InclusionLevel

    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    for name, content in _play_site(config.extra["pyodide"] or PYODIDE_CDN).files.items():
        file = File.generated(config, f"{PLAY_FOLDER}/{name}", content=content)
        file.inclusion = InclusionLevel.INCLUDED  # JSON among docs is not part of the site, but this is
        files.append(file)
    for path in sorted(SHEETS.iterdir()):
        files.append(
            File.generated(config, f"teach/class-sheets/{path.name}", content=path.read_text(encoding="utf-8"))
        )
    for name in game_pages.names():
        files.append(File.generated(config, game_pages.address(name), content=game_pages.page_of(name)))
    for old, address in MOVED.items():
        redirect = REDIRECT.format(address=relpath(address, dirname(old) or "."))
        files.append(File.generated(config, old, content=redirect))
    return files


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
    """Gives the page for playing the navigation of the site."""
    if page.file.src_uri == PLAY_PAGE:
        page.meta["menu"] = [_link(item, page) for item in nav.items]
    return context


def _link(item: StructureItem, shown: Page) -> SiteLink:
    """Returns a page or a section of the site, as the shown page links to it."""
    from mkdocs.structure.nav import Section
    from mkdocs.structure.pages import Page
    from mkdocs.utils import get_relative_url

    title = str(item.title)
    if isinstance(item, Section):
        return SiteLink(title, links=[_link(child, shown) for child in item.children])
    address = get_relative_url(item.url, shown.url) if isinstance(item, Page) else ""
    return SiteLink(title, address, is_current=item is shown)


def on_page_content(html: str, **_: object) -> str:
    """Returns the HTML of a page with options that no line ends within: `--` alone would be read as a dash.

    Blocks of commands get a class, because a long command may continue on the next line, and what it prints may not.
    """
    html = INLINE_CODE.sub(lambda code: OPTION.sub(r'<span class="option">\g<0></span>', code[0]), html)
    return COMMANDS.sub(' class="commands">', html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Returns the HTML of a page. That of the page for playing is its own, with the site's header and navigation."""
    if page.file.src_uri != PLAY_PAGE:
        return output
    neighbours = [_link(one, page) for one in (page.previous_page, page.next_page) if one is not None]
    site = _play_site(config.extra["pyodide"] or PYODIDE_CDN)
    return play_page(site, str(page.title), page.content or "", "../index.html", page.meta["menu"], neighbours)


def on_page_markdown(markdown: str, **_: object) -> str:
    """Returns a page as the site shows it.

    Links lead to files, so that they work in the repository too. On the site, what is made from a file takes its place:
    the page of a PGN, the copy of a sheet, and, in HTML, which mkdocs leaves alone, that of a page. What only the
    repository shows goes.
    """
    markdown = REPOSITORY_ONLY.sub("", markdown)
    markdown = LINK_TO_CHANGELOG.sub(r"\1changelog.md", markdown)
    markdown = markdown.replace("](../../modern/lessons/files/sheets/", "](class-sheets/")
    return LINK_IN_HTML.sub(r"\1.html", LINK_TO_GAME.sub(r"\1.html", markdown))
