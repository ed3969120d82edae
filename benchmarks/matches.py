"""The installed `gosub`, as the other scripts run it."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Final

import click

GOSUB: Final = str(Path(sysconfig.get_path("scripts")) / "gosub")


def match_json(first: str, second: str, *options: str) -> dict[str, Any]:
    """Returns the JSON of `gosub match` between two players. Raises ClickException if it cannot be played."""
    command = [GOSUB, "match", first, second, *options, "--json", "-"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        raise click.ClickException(process.stderr.strip().splitlines()[-1])
    result: dict[str, Any] = json.loads(process.stdout)
    return result
