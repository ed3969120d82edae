"""The examples of docs/python.md print what the page shows."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
#: An example and what it prints.
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.S)


def test_the_examples_print_in_one_session_what_the_page_shows() -> None:
    text = PAGE.read_text(encoding="utf-8")
    examples = EXAMPLE.findall(text)
    assert len(examples) == text.count("```python") > 5
    session: dict[str, Any] = {}
    for code, shown in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, "python.md", "exec"), session)
        assert printed.getvalue() == shown
