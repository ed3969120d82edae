"""The files of the page on which the code runs in the browser."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import zipfile
from functools import cache
from pathlib import Path

import pytest
from making.play_site import (
    ARCHIVES,
    PYODIDE_CDN,
    PYODIDE_FILES,
    PYODIDE_VERSION,
    PlaySite,
    SiteError,
    SiteLink,
    integrity,
    play_page,
    play_site,
)

from modern.engine.network.weights_file import installed_weights, parse_weights

#: The folder of npm's package pyodide.
PYODIDE = os.environ.get("GOSUB_PYODIDE", "")
WEIGHTS = "modern/engine/network/weights.bin"


@cache
def site() -> PlaySite:
    return play_site()


def own(name: str) -> bytes:
    """Returns a file of the folder of this version."""
    return site().files[f"{site().version}/{name}"]


def members(name: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(own(name))) as archive:
        return {member: archive.read(member) for member in archive.namelist()}


def test_the_archives_have_source_weights_and_licences_and_nothing_that_was_compiled() -> None:
    ours, chess = members("gosub-chess.zip"), members("chess.zip")
    assert parse_weights(ours.pop(WEIGHTS)).checksum == installed_weights().checksum
    assert {"historic/program.py", "modern/web/pyodide/calls.py", "modern/engine/search.py"} <= ours.keys()
    assert {"chess/__init__.py", "chess/pgn.py"} <= chess.keys()
    assert {"jinja2/__init__.py"} <= members("jinja2.zip").keys()
    assert "markupsafe/_native.py" in members("markupsafe.zip")
    assert {"modern/pages/templates/game.html", "modern/pages/game.css"} <= ours.keys()
    assert "modern/pictures/browser/board.js" in ours
    parts = (".py", ".html", ".css", ".js", ".json")
    for name in ARCHIVES:
        contents = members(name)
        assert not [one for one in contents if not one.endswith(parts) and ".dist-info/" not in one and one != WEIGHTS]
        assert any("LICENSE" in one for one in contents)
    for archive in (ours, chess):
        assert any("LICENSE" in name and "GNU GENERAL PUBLIC LICENSE" in archive[name].decode() for name in archive)


def test_the_files_are_the_same_bytes_each_time() -> None:
    again = play_site()
    assert again == site()


def test_another_address_of_pyodide_is_another_version() -> None:
    other = play_site("https://example.org/pyodide")
    assert other.version != site().version
    description = json.loads(other.files[f"{other.version}/site.json"])
    assert description["pyodide"]["address"] == "https://example.org/pyodide/"


def test_by_default_pyodide_comes_from_its_public_cdn_in_the_tested_version() -> None:
    assert json.loads(own("site.json"))["pyodide"]["address"] == PYODIDE_CDN
    assert f"@{PYODIDE_VERSION}/" in PYODIDE_CDN
    assert not [name for name in site().files if name.startswith("pyodide/")]


def test_every_module_that_is_imported_is_there() -> None:
    modules = {name.partition("/")[2]: text.decode() for name, text in site().files.items() if name.endswith(".js")}
    imported = {(name, found) for name, text in modules.items() for found in re.findall(r'from "\./([\w.]+)"', text)}
    assert ("play.js", "kiosk.js") in imported
    assert not [pair for pair in imported if pair[1] not in modules]
    assert "served.js" not in modules


def test_the_sizes_told_are_those_of_the_files() -> None:
    for file in json.loads(own("site.json"))["files"]:
        assert file["bytes"] == len(own(file["name"]))
        assert file["integrity"] == integrity(own(file["name"]))


def test_each_file_has_its_media_type_whatever_a_server_says_of_it() -> None:
    description = json.loads(own("site.json"))
    types = {file["name"]: file["type"] for file in [*description["files"], *description["pyodide"]["files"]]}
    expected = {"board.css": "text/css", "play.js": "text/javascript", "recorded_game.json": "application/json"}
    expected |= {"pieces.svg": "image/svg+xml", "gosub-chess.zip": "application/zip", "pyodide.mjs": "text/javascript"}
    assert types | expected | {"pyodide.asm.wasm": "application/wasm"} == types


def test_the_page_may_load_from_the_address_of_pyodide_and_nowhere_else() -> None:
    policies = {
        address: re.search(r"connect-src ([^;]+);", play_page(play_site(address), "", "", ""))
        for address in (PYODIDE_CDN, "https://example.org/pyodide")
    }
    assert {address: found and found[1] for address, found in policies.items()} == {
        PYODIDE_CDN: "'self' https://cdn.jsdelivr.net",
        "https://example.org/pyodide": "'self' https://example.org",
    }


def test_the_service_worker_knows_the_version_and_lies_beside_the_page() -> None:
    first, rest = site().files["service_worker.js"].decode().split("};\n", 1)
    assert json.loads(first.removeprefix("const SITE = ") + "}")["version"] == site().version
    assert "SITE.version" in rest


@pytest.mark.parametrize("content", [None, b"short"])
def test_a_folder_that_is_not_this_pyodide_is_refused(tmp_path: Path, content: bytes | None) -> None:
    for name in PYODIDE_FILES:
        if content is not None:
            (tmp_path / name).write_bytes(content)
    with pytest.raises(SiteError, match=r"pyodide\.mjs"):
        play_site(str(tmp_path))


def test_the_page_loads_the_files_of_its_version() -> None:
    one, other = SiteLink("The story", "../story.html"), SiteLink("Play", "index.html", is_current=True)
    page = play_page(
        site(), "Play against 1994", "<p>About.</p>", "../index.html", [SiteLink("All", links=[one, other])]
    )
    assert '<li><a href="../story.html" class="here">All</a></li>' in page
    assert '<a href="index.html" aria-current="page">Play</a>' in page
    named = set(re.findall(rf'(?:src|href)="({site().version}/[\w.]+)"', page))
    assert named <= site().files.keys()
    assert len(named) > 3
    assert "<p>About.</p>" in page
    assert "{{" not in page


@pytest.mark.slow
@pytest.mark.skipif(not PYODIDE, reason="GOSUB_PYODIDE does not name the folder of npm's package pyodide")
def test_the_table_of_pyodides_files_is_that_of_npms_package() -> None:
    for name, file in PYODIDE_FILES.items():
        content = (Path(PYODIDE) / name).read_bytes()
        assert file.bytes == len(content)
        assert file.compressed == pytest.approx(len(gzip.compress(content)), rel=0.02)
        assert file.integrity == integrity(content)


def test_the_distributions_of_the_archives_are_installed() -> None:
    names = [distribution for distribution, _ in ARCHIVES.values()]
    assert names == ["gosub-chess", "chess", "Jinja2", "MarkupSafe"]
