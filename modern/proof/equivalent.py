"""Changes that no comparison can find, with the reason."""

from __future__ import annotations

from typing import Final

from modern.proof.changes import Change

#: Where a change is planted.
PORT: Final = "port"
LISTING: Final = "listing"


def reason_for(where: str, change: Change) -> str:
    """Returns why a change changes nothing, or '' if no reason is known."""
    return ""
