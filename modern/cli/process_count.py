"""How a command says how many processes worked."""

from __future__ import annotations


def process_count(processes: int) -> str:
    """Returns the phrase, such as `1 process` or `2 processes`."""
    return "1 process" if processes == 1 else f"{processes} processes"
