"""`gosub class`: the programs and sheets of the lessons for a class, written into a folder."""

from __future__ import annotations

from pathlib import Path

import click

from modern.cli.shell import Command, echo
from modern.lessons import FILES, content_of
from modern.output_files import check_writable, write_atomically


@click.command("class", cls=Command)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
def class_(folder: Path) -> None:
    """Write the programs and sheets of the lessons for a class into FOLDER, for pupils to run, change and print.

    FOLDER is made if it is missing. If it has one of the files already, nothing is written. The solutions are in a
    folder of their own, for the teacher.
    """
    paths = {name: folder / name for name in FILES}
    kept = [name for name, path in paths.items() if path.exists() or path.is_symlink()]
    if kept:
        raise click.ClickException(f"{folder}: {', '.join(kept)} would be overwritten; expected a folder without them")
    for made in (folder, *{path.parent for path in paths.values()} - {folder}):
        if not made.exists():
            check_writable(made)
            made.mkdir()
    for name, path in paths.items():
        write_atomically(path, content_of(name))
    width = max(map(len, FILES))
    for name, purpose in FILES.items():
        echo(f"{name:{width}}  {purpose}")
    echo(f"These files are in {folder}; docs/teach/class.md has the lessons.")
