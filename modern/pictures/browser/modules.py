"""The board's files, the texts of all pages, and several JavaScript modules joined into one script.

The texts are in `texts.LANGUAGE.json`, a file for each language, and pages get them as a module. The English words of
facts (modern/facts.py) are added there. A page that opens from
disk cannot import modules: browsers refuse to load them from `file://`. So its modules are joined, each in a function
of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from modern.facts import english

#: The module that says a text in the language of the reader.
TEXTS: Final = "texts.js"
#: The modules of the board, each after those that it imports.
MODULES: Final = (
    *(TEXTS, "squares.js", "arrows.js", "drag.js", "stepping.js", "promotion.js", "board.js"),
    *("moves.js", "kept.js", "page_theme.js", "copying.js"),
)
STYLE: Final = "board.css"
#: The modules and the styles that show the moves which the 1994 program tried, in tables that scroll; they import
#: those of the board.
TRIED_MOVES: Final = ("number_boards.js", "tried_moves.js", "scroll_hints.js")
TRIED_MOVES_STYLE: Final = "tried_moves.css"
#: The module with all texts, which is made of the files of the languages; the first one is that in which Python writes.
ALL_TEXTS: Final = "all_texts.js"
ENGLISH: Final = "en"
LANGUAGE_FILE: Final = re.compile(r"texts\.([a-z]+)\.json")
#: All files, for a page that loads them one by one.
FILES: Final = (ALL_TEXTS, *MODULES, *TRIED_MOVES, STYLE, TRIED_MOVES_STYLE)

#: A string that may be the key of a text.
_KEY: Final = re.compile(r'"([a-z0-9_]+\.[a-z0-9_.]+)"')
_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.M)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.M)
#: A module that waits for something, as modules may and scripts may not.
_AWAIT: Final = re.compile(r"^const \w+ = await ", re.M)


@cache
def package_text(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def browser_text(name: str) -> str:
    return texts_module(languages()) if name == ALL_TEXTS else package_text(__package__, name)


@cache
def languages() -> tuple[str, ...]:
    """Returns the languages that there are, as `en` and `fr`, English first."""
    found = [match[1] for entry in files(__package__).iterdir() if (match := LANGUAGE_FILE.fullmatch(entry.name))]
    return tuple(sorted(found, key=lambda language: (language != ENGLISH, language)))


@cache
def texts_in(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(package_text(__package__, f"texts.{language}.json"))
    return texts | english() if language == ENGLISH else texts


def texts_module(names: Iterable[str], keys: Container[str] | None = None) -> str:
    """Returns the module with the texts of languages: all of them, or those with some keys."""
    texts = {name: {key: text for key, text in texts_in(name).items() if keys is None or key in keys} for name in names}
    return f"export const TEXTS = {json.dumps(texts, ensure_ascii=False, separators=(',', ':'))};\n"


def board_modules(more: Iterable[str] = ()) -> dict[str, str]:
    """Returns the modules of the board, and `more` of FILES, with their texts, each after those that it imports."""
    return {name: browser_text(name) for name in (*MODULES, *more)}


def inline_modules(modules: Mapping[str, str]) -> str:
    """Returns one script that does what the modules do.

    `modules` maps names to texts, each module after those that it imports. Before `texts.js` comes a module of the
    English texts whose keys the modules name. A module may use `import { a, b } from "./name.js";` and `export` before
    a class, a function or a const. Raises ValueError for any other import or export,
    and for an import of a module or a name that is not there. After `const name = await` in a module, the modules
    after it wait too.
    """
    exports: dict[str, list[str]] = {}
    parts = []
    named = {key for text in modules.values() for key in _KEY.findall(text)}
    made = {ALL_TEXTS: texts_module([ENGLISH], named)} if TEXTS in modules else {}
    for name, text in (made | dict(modules)).items():
        for names, source in _IMPORT.findall(text):
            if missing := [one for one in names.split(", ") if one not in exports.get(source, ())]:
                raise ValueError(f"{name} imports {', '.join(missing)} from {source}, which is not before it")
        exports[name] = _EXPORT.findall(text)
        body = _EXPORT.sub("", _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_variable(found[2])};\n", text))
        if other := _OTHER.search(body):
            raise ValueError(f"{name}: {other[0]!r} cannot be joined into one script")
        result = f"return {{ {', '.join(exports[name])} }};\n" if exports[name] else ""
        function = "await (async () =>" if _AWAIT.search(body) else "(() =>"
        parts.append(f"const {_variable(name)} = {function} {{\n{body}{result}}})();\n")
    waits = "async " if any("= await (async" in part for part in parts) else ""
    return f'"use strict";\n({waits}() => {{\n{"".join(parts)}}})();\n'


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", name)
