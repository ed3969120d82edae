"""The pages of the docs that `gosub serve` has with it: who the 1994 program is, and its quirks.

Their links to pages that it does not have are plain text there.
"""

from __future__ import annotations

import re
from typing import Final

from making.page import DOCS, Files, text_files
from markdown import markdown

FOLDER: Final = DOCS.parent / "modern" / "web" / "docs"
PAGES: Final = ("report", "quirks")
#: What only the site has: pictures, and what is said about them.
SITE_ONLY: Final = re.compile(r"<!-- site only -->.*?<!-- end -->\n*|^<img [^\n]*\n\n", re.S | re.M)
LINK: Final = re.compile(r'<a href="([^"#]*)(#[^"]*)?">(.*?)</a>', re.S)
PAGE: Final = {f"{name}.md": f"{name}.html" for name in PAGES}


def _link(found: re.Match[str]) -> str:
    """Returns a link as `gosub serve` has it."""
    address, anchor, text = found[1], found[2] or "", found[3]
    if address and address not in PAGE:
        return text
    return f'<a href="{PAGE.get(address, "")}{anchor}">{text}</a>'


def _html(page: str) -> str:
    text = SITE_ONLY.sub("", (DOCS / "program" / f"{page}.md").read_text(encoding="utf-8"))
    html = LINK.sub(_link, markdown(text, extensions=["tables", "toc", "sane_lists"]))
    tables = html.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="A table"><table>')
    return tables.replace("</table>", "</table></div>") + "\n"


def files() -> Files:
    """Returns the pages, as HTML without a head."""
    return text_files(FOLDER, {f"{page}.html": _html(page) for page in PAGES})
