"""The files of the page on which the code runs in the browser itself, for any web server that serves plain files.

Pyodide is CPython for the browser: https://pyodide.org. The page loads it from an address, by default its public CDN.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import chess
import jinja2
import markupsafe

import historic
import modern
from modern.engine.network import weights_file
from modern.pages.kit import render
from modern.pictures.browser.modules import FILES, browser_text
from modern.pictures.browser.pieces import pieces_file
from modern.web.record import RECORDED_GAME, recorded_positions


class DescribedFile(NamedTuple):
    """A file that the page loads: its size, that in a gzip, and its SHA-384 as a browser's `integrity` has it."""

    bytes: int
    compressed: int
    integrity: str


PYODIDE_VERSION: Final = "314.0.7"
PYODIDE_CDN: Final = f"https://cdn.jsdelivr.net/npm/pyodide@{PYODIDE_VERSION}/"
#: What the page loads of npm's `pyodide`.
PYODIDE_FILES: Final = {
    "pyodide.mjs": DescribedFile(
        17_931, 7_190, "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg"
    ),
    "pyodide.asm.mjs": DescribedFile(
        1_250_344, 260_720, "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa"
    ),
    "pyodide.asm.wasm": DescribedFile(
        9_598_218, 3_542_413, "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu"
    ),
    "python_stdlib.zip": DescribedFile(
        2_545_637, 2_501_808, "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767"
    ),
    "pyodide-lock.json": DescribedFile(
        119_077, 26_457, "sha384-o8SQQvpVlZnOl04+3dFTJipKxul9GbViVusA379wlOrfHSgxbzt0yPiqCTxOiYES"
    ),
}
#: The Content-Type of each kind of file that the page loads, whatever a server says.
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
#: The folder of Pyodide in the page's, where the site has a copy of its own.
OWN_PYODIDE: Final = "pyodide/"

#: The archives of Python code: the packages of each, and the distribution whose licence goes with them.
ARCHIVES: Final[dict[str, tuple[str, tuple[ModuleType, ...]]]] = {
    "gosub-chess.zip": ("gosub-chess", (historic, modern)),
    "chess.zip": ("chess", (chess,)),
    "jinja2.zip": ("Jinja2", (jinja2,)),  # the page of a game
    "markupsafe.zip": ("MarkupSafe", (markupsafe,)),
}
#: What an archive has of a package.
PARTS: Final = (
    *("*.py", weights_file.FILE_NAME),
    *("pages/*.js", "pages/*.css", "pages/templates/*.html"),
    *("facts.en.json", "pictures/browser/*.js", "pictures/browser/*.css", "pictures/browser/*.json"),
)
#: The packages with the modules, styles and pictures of the page, beside the board's. What only `gosub serve` needs is
#: left out.
WEB_PACKAGES: Final = ("modern.web.static", "modern.web.pyodide")
WEB_SUFFIXES: Final = (".js", ".css", ".svg")
SERVER_ONLY: Final = ("served.js", "served_text.js")
PIECES: Final = "pieces.svg"
#: The one file that is not in the folder of the page's own: it answers only for what is below its own address.
SERVICE_WORKER: Final = "service_worker.js"

#: The earliest date that a zip can hold: archives of the same files are the same bytes.
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class SiteError(Exception):
    """The files of the page cannot be made; the message is one line that says why."""


class SiteLink(NamedTuple):
    """A link of the site: its title and address. A section has '' for an address, and its `links`."""

    title: str
    address: str = ""
    links: Sequence[SiteLink] = ()
    is_current: bool = False

    @property
    def first(self) -> str:
        return self.address or (self.links[0].first if self.links else "")

    @property
    def has_current(self) -> bool:
        """True for the current page, and for a section with it."""
        return self.is_current or any(link.has_current for link in self.links)


class PlaySite(NamedTuple):
    """The files of the page by their path in its folder; `version` is the folder in it that has the page's own.

    `pyodide` is the origin from which the page loads Pyodide, '' if that is its own.
    """

    version: str
    files: dict[str, bytes]
    pyodide: str = ""


def archive_of(distribution_name: str, packages: tuple[ModuleType, ...]) -> bytes:
    """Returns a zip of packages: their source, the network's weights, and what the page of a game is made of.

    The metadata and the licence of their distribution are with them.
    """
    members = dict(sorted({**_sources(packages), **_metadata(distribution_name)}.items()))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in members.items():
            archive.writestr(zipfile.ZipInfo(path, _DATE), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _sources(packages: tuple[ModuleType, ...]) -> dict[str, bytes]:
    members = {}
    for package in packages:
        top = Path(str(package.__file__)).parent
        for path in (found for pattern in PARTS for found in top.rglob(pattern)):
            members[f"{top.name}/{path.relative_to(top).as_posix()}"] = path.read_bytes()
    return members


def _metadata(distribution_name: str) -> dict[str, bytes]:
    """Returns the files of a distribution's `.dist-info` that belong to a copy of it: METADATA and the licences.

    An `.egg-info`, as in an unpacked source distribution, does not stand for what is installed.
    """
    for found in distributions(name=distribution_name):
        wanted = {path.as_posix(): path for path in found.files or [] if _belongs_to_a_copy(PurePosixPath(path))}
        if wanted:
            return {name: Path(str(path.locate())).read_bytes() for name, path in wanted.items()}
    raise SiteError(f"{distribution_name} is not installed, so its licence cannot be copied with it")


def _belongs_to_a_copy(path: PurePosixPath) -> bool:
    in_info = path.parts[0].endswith(".dist-info")
    return in_info and (path.name == "METADATA" or path.name.startswith(("LICENSE", "NOTICE")))


def play_site(pyodide: str = PYODIDE_CDN) -> PlaySite:
    """Returns the files of the page. `pyodide` is the address of Pyodide, or a folder that has npm's package.

    A folder's files become part of the site. Raises SiteError if the folder is not such a folder.
    """
    is_address = pyodide.startswith(("https://", "http://"))
    own_pyodide = {} if is_address else _pyodide_files(Path(pyodide))
    page = {name: archive_of(*contents) for name, contents in ARCHIVES.items()}
    board = {**{name: browser_text(name) for name in FILES}, PIECES: pieces_file()}
    page |= {name: text.encode() for name, text in board.items()}
    page |= {file.name: file.read_bytes() for file in _web_files()}
    page[RECORDED_GAME] = json.dumps(recorded_positions()).encode()
    worker = page.pop(SERVICE_WORKER)
    description = {
        "pyodide": {
            "address": pyodide.rstrip("/") + "/" if is_address else f"../{OWN_PYODIDE}",
            "version": PYODIDE_VERSION,
            "files": [
                {"name": name, "type": media_type(name), **file._asdict()} for name, file in PYODIDE_FILES.items()
            ],
        },
        "archives": list(ARCHIVES),
        "files": [
            {"name": name, "type": media_type(name), **_described(content)._asdict()}
            for name, content in sorted(page.items())
        ],
    }
    version = _digest([json.dumps(description).encode(), worker, *page.values()])
    site = json.dumps({"version": version, **description}, indent=1)
    page["site.json"] = site.encode()
    own_pyodide[SERVICE_WORKER] = f"const SITE = {site};\n".encode() + worker
    made = own_pyodide | {f"{version}/{name}": content for name, content in page.items()}
    parts = urlsplit(pyodide)
    return PlaySite(version, made, f"{parts.scheme}://{parts.netloc}" if is_address else "")


def media_type(name: str) -> str:
    """Returns the Content-Type of a file."""
    return MEDIA_TYPES[PurePosixPath(name).suffix]


def _described(content: bytes) -> DescribedFile:
    return DescribedFile(len(content), len(gzip.compress(content)), integrity(content))


def integrity(content: bytes) -> str:
    """Returns the SHA-384 of a file as a browser's `integrity` has it."""
    return f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"


def _pyodide_files(folder: Path) -> dict[str, bytes]:
    """Returns Pyodide's files, checked, by their path in the page's folder."""
    contents = {}
    for name, file in PYODIDE_FILES.items():
        try:
            content = contents[f"{OWN_PYODIDE}{name}"] = (folder / name).read_bytes()
        except OSError as error:
            raise SiteError(
                f"{folder} is not npm's package pyodide: {name} cannot be read ({error.strerror})"
            ) from None
        if len(content) != file.bytes:
            raise SiteError(f"{folder / name} is not of Pyodide {PYODIDE_VERSION}: it has {len(content)} bytes")
    return contents


def _web_files() -> Iterator[Traversable]:
    for package in WEB_PACKAGES:
        for file in files(package).iterdir():
            if file.name.endswith(WEB_SUFFIXES) and file.name not in SERVER_ONLY:
                yield file


def _digest(parts: list[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:12]


def play_page(
    site: PlaySite,
    title: str,
    content: str,
    home: str,
    menu: Sequence[SiteLink] = (),
    neighbours: Sequence[SiteLink] = (),
) -> str:
    """Returns the HTML of the page.

    `content` is HTML that stands below the game, `home` the address of the site, `menu` all its pages, and `neighbours`
    are the pages before and after this one.
    """
    return render(
        "pyodide.html",
        version=site.version,
        pyodide=site.pyodide,
        title=title,
        content=content,
        home=home,
        menu=menu,
        neighbours=neighbours,
    )
