"""Puts the docstrings of the source into the C that mypyc writes, which leaves them out.

setup.py executes this file, so it imports neither of the two packages. `help(Position)` and a notebook's
`Position.make?` then say the same in both builds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc

#: A function or method, by its C name, up to the end of its signature, which Python takes off the docstring.
FUNCTION = re.compile(r'\(PyCFunction\)CPyPy_(\w+),[^"{}]*PyDoc_STR\("(?:[^"\\]|\\.)*?--\\n\\n"(?=\))')
#: A class, up to the same.
CLASS = re.compile(r'CPyType_(\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*?--\\n\\n"(?=\))')
#: A property: its class and its name in C, and the NULL of its docstring.
PROPERTY = re.compile(r"\(getter\)(\w+?)_get_(\w+),\s*(?:NULL|\(setter\)\w+),\s*NULL(?=, NULL\})")
#: A class that is made at run time, such as a NamedTuple: what stands for its docstring, and its C name.
RUNTIME_CLASS = re.compile(
    r"CPyStatics\[\d+\](?=; /\* 'mypyc filler docstring' \*/.*?CPyType_(\w+) = \(PyTypeObject \*\))", re.DOTALL
)
#: A module: its name, and the NULL of its docstring.
MODULE = re.compile(r'PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*NULL(?=, /\* docstring \*/)')


def with_docstrings(code: str, sources: Mapping[str, str]) -> tuple[str, int]:
    """Returns mypyc's C with docstrings, and how many they are. `sources` has the source of each module by name."""
    docs = _docstrings(sources)
    count = 0
    for place in (FUNCTION, CLASS, PROPERTY, RUNTIME_CLASS, MODULE):
        pieces = []
        end = 0
        for match in place.finditer(code):
            text = docs.get("___".join(match.groups()))
            if text is not None:
                pieces += [code[end : match.start()], _with_docstring(match, f'"{_escaped(text)}"')]
                end = match.end()
                count += 1
        code = "".join([*pieces, code[end:]])
    return code, count


def _with_docstring(match: re.Match[str], literal: str) -> str:
    """Returns the C of a place with the docstring, a literal string of C. Strings that stand side by side are one."""
    if match.re in (FUNCTION, CLASS):
        return f"{match[0]}{literal}"
    if match.re is RUNTIME_CLASS:
        return f"PyUnicode_FromString({literal})"
    return f"{match[0].removesuffix('NULL')}PyDoc_STR({literal})"


def _docstrings(sources: Mapping[str, str]) -> dict[str, str]:
    """Returns the docstrings by the names that mypyc gives to things in C, and those of modules by the modules' names.

    Three underscores stand for a full stop. Of the packages that a module is in, mypyc names no more than it must to
    tell it from the other modules.
    """
    found: dict[str, str] = {}
    for module, source in sources.items():
        parts = module.split(".")
        for path, text in _of_tree(ast.parse(source), ()):
            if not path:
                found[module] = text
            for first in range(len(parts)):
                found["___".join([*parts[first:], *path])] = text
                if len(path) == 2:  # a method of a class that is made at run time is an object of its own class
                    found["___".join([*parts[first:], f"{path[1]}_{path[0]}_obj"])] = text
    return found


def _of_tree(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yields the docstrings of a module or class and of what it defines, each with its names."""
    assert isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    text = ast.get_docstring(node, clean=False)
    if text is not None:
        yield path, cleandoc(text)
    if not isinstance(node, ast.FunctionDef):
        for inner in node.body:
            if isinstance(inner, ast.ClassDef | ast.FunctionDef):
                yield from _of_tree(inner, (*path, inner.name))


def _escaped(text: str) -> str:
    """Returns text as it is written between the quotation marks of a string in C."""
    printable = range(ord(" "), ord("~") + 1)
    special = b'"\\?'
    return "".join(
        chr(byte) if byte in printable and byte not in special else f"\\{byte:03o}" for byte in text.encode("utf-8")
    )
