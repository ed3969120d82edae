"""The board's modules join into one script, and the pieces need no inline styles."""

from __future__ import annotations

import re

import pytest

from modern.pictures.browser.modules import TRIED_MOVES, board_modules, browser_text, inline_modules
from modern.pictures.browser.pieces import piece_symbols, pieces_file


def test_each_module_becomes_a_function_and_its_imports_constants() -> None:
    script = inline_modules(
        {
            "one.js": "export const two = 2;\nconst hidden = 3;\nexport class Four {}\n",
            "main.js": 'import { two, Four } from "./one.js";\n\nnew Four(two);\n',
        }
    )
    assert "const one_js = (() => {\nconst two = 2;" in script
    assert "return { two, Four };" in script
    assert "const { two, Four } = one_js;" in script
    assert not re.search(r"^\s*(import|export)\b", script, re.M)


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"a.js": 'import { b } from "./b.js";\n'}, "a.js imports b from b.js, which is not before it"),
        ({"b.js": "const b = 1;\n", "a.js": 'import { b } from "./b.js";\n'}, "imports b from b.js"),
        ({"a.js": "export default 1;\n"}, "'export default 1;' cannot be joined"),
        ({"a.js": 'import * as b from "./b.js";\n'}, "cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_refused(modules: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("*", r"\*")):
        inline_modules(modules)


def test_a_module_may_wait_and_those_after_it_wait_too() -> None:
    modules = {
        "data.js": "export const data = await load();\nexport const size = data.length;\n",
        "page.js": 'import { size } from "./data.js";\nshow(size);\n',
    }
    script = inline_modules(modules)
    assert script.startswith('"use strict";\n(async () => {\nconst data_js = await (async () => {\n')
    assert "const page_js = (() => {\nconst { size } = data_js;" in script
    later = "const wait = async () => {\n  const x = await load();\n};\n"
    assert inline_modules({"later.js": later}).startswith('"use strict";\n(() => {\nconst later_js = (() => {\n')


def test_the_modules_of_the_board_are_in_an_order_in_which_they_can_be_joined() -> None:
    script = inline_modules(board_modules(TRIED_MOVES))
    assert "class Board {" in script
    assert "class TriedMoves {" in script
    assert "</script" not in script


def test_the_board_sets_no_style_that_a_strict_content_policy_forbids() -> None:
    """Styles set one by one from a script are allowed; attributes named `style` and texts of HTML are not."""
    for name, text in board_modules(TRIED_MOVES).items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|setAttribute\(\"style|style: |cssText", text), (
            name
        )
    assert "style=" not in piece_symbols()


def test_the_twelve_pieces_have_names_that_the_board_uses() -> None:
    names = re.findall(r'id="((?:white|black)-\w+)"', pieces_file())
    assert len(names) == len(set(names)) == 12
    assert all(f"{name.partition('-')[2]}" in browser_text("squares.js") for name in names)
    assert 'fill="#000000" stroke="#000000"' in pieces_file()
