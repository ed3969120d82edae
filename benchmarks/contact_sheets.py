"""Photographs every state of the page of `gosub serve` in four windows, and joins them into contact sheets.

    GOSUB_AXE=axe.min.js python benchmarks/contact_sheets.py FOLDER [STATE...]

The states are those of tests/shared/page_states.py; the theme changes from one picture to the next. It needs Chromium,
the extras web and test, and ImageMagick's `montage`. It prints what axe finds, and which windows scroll sideways.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "shared"))

from browsers import running_browser, violations
from page_states import SIZES, STATES, THEMES
from play_pages import PlayPage, RestartedServer

from modern.cli.shell import run_and_exit

#: How wide a picture is on a sheet, in pixels, and how many stand in a row.
WIDTH: Final = 480
COLUMNS: Final = 4


def pictures(folder: Path, names: Sequence[str]) -> Iterator[tuple[int, Path]]:
    """Yields the pictures of states, each with the width of its window; prints what is wrong with a state."""
    server = RestartedServer(Path(tempfile.mkdtemp()))
    try:
        with running_browser(Path(tempfile.mkdtemp())) as browser:
            page = PlayPage(browser, server.address)
            for number, name in enumerate(names):
                page.look(SIZES[0])
                STATES[name](page)
                for index, size in enumerate(SIZES):
                    theme = THEMES[(number + index) % len(THEMES)]
                    page.look(size, theme)
                    width = page.run("return document.documentElement.scrollWidth")
                    if width > size[0]:
                        print(f"{name} {size} {theme}: it scrolls sideways to {width}", flush=True)
                    for violation in violations(page):
                        print(f"{name} {size} {theme}: {violation}", flush=True)
                    path = folder / f"{name}-{size[0]}.png"
                    browser.save_screenshot(str(path))
                    yield size[0], path
    finally:
        server.stop()


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("states", nargs=-1, metavar="[STATE]...", type=click.Choice(list(STATES)))
def main(folder: Path, states: tuple[str, ...]) -> None:
    """Write to FOLDER a sheet for each window, with the named states, or with all."""
    if "GOSUB_AXE" not in os.environ:
        raise click.ClickException("GOSUB_AXE is not set; expected the path of axe.min.js, of the npm package axe-core")
    folder.mkdir(parents=True, exist_ok=True)
    taken = list(pictures(folder, states or list(STATES)))
    for width, _ in SIZES:
        paths = [str(path) for size, path in taken if size == width]
        sheet = folder / f"sheet-{width}.png"
        subprocess.run(
            ["montage", *paths, "-tile", f"{COLUMNS}x", "-geometry", f"{min(width, WIDTH)}x+6+6", str(sheet)],
            check=True,
        )
        click.echo(sheet)


if __name__ == "__main__":
    run_and_exit(main, "contact_sheets.py")
