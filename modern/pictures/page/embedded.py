"""Data and scripts that are embedded in a page."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any, Final

#: Characters that could end a script or start a comment in it, and how JSON escapes them.
SCRIPT_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def script_json(data: Any) -> str:
    """Returns data as JSON that can be embedded in a script element without ending it."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for character, escaped in SCRIPT_ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def script_digest(script: str) -> str:
    """Returns the digest by which a page's Content-Security-Policy allows one script and no other."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
