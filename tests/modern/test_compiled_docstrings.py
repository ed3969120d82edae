"""Both builds have the docstrings of the source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from modern.build import HOT
from modern.compiled_docstrings import with_docstrings

TOP = Path(__file__).parents[2]

#: The parts of mypyc's C that have a docstring or a place for one, with what may surround them.
WRITTEN = r"""
static PyMethodDef game___Clock_methods[] = {
    {"tick",
     (PyCFunction)CPyPy_game___Clock___tick,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("tick($self, by=\'a \"b\"\')\n--\n\n")},
    {"_set",
     (PyCFunction)CPyPy_game___Clock____set,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("_set($self)\n--\n\n")},
};
static PyGetSetDef game___Clock_getseters[] = {
    {"left",
     (getter)game___Clock_get_left,
     NULL, NULL, NULL},
    {"right",
     (getter)game___Clock_get_right,
     (setter)game___Clock_set_right,
     NULL, NULL},
    {NULL}
};
static PyTypeObject CPyType_game___Clock_template_ = {
    .tp_name = "Clock",
    .tp_doc = PyDoc_STR("Clock()\n--\n\n"),
};
static PyTypeObject CPyType_game___result_End_obj_template_ = {
    .tp_doc = PyDoc_STR("result_End_obj()\n--\n\n"),
};
static PyTypeObject CPyType_game___other_env_template_ = {
    .tp_doc = PyDoc_STR("other_env()\n--\n\n"),
};
static PyMethodDef gamemodule_methods[] = {
    {"other", (PyCFunction)CPyPy_game___other, METH_FASTCALL, PyDoc_STR("other()\n--\n\n") /* docstring */},
    {NULL, NULL, 0, NULL}
};
static struct PyModuleDef gamemodule = {
    PyModuleDef_HEAD_INIT,
    "chess.game",
    NULL, /* docstring */
};
    cpy_r_r1 = CPyStatics[7]; /* 'mypyc filler docstring' */
    cpy_r_r2 = CPyStatics[8]; /* '__doc__' */
    CPyType_game___End = (PyTypeObject *)cpy_r_r9;
"""
SOURCE = r'''
"""A game's clock."""

class Clock:
    """Says "tick".

    And \\ more?
    """

    def tick(self):
        """One second, or ½."""

    def _set(self):
        pass

    @property
    def left(self):
        """Seconds."""

    @property
    def right(self):
        """More seconds."""

class End(NamedTuple):
    """How it ended."""

    def result(self):
        """1-0 or 0-1."""

def other():
    """Something else."""
'''


def test_each_docstring_is_put_in_its_place() -> None:
    code, count = with_docstrings(WRITTEN, {"chess.game": SOURCE})
    assert count == 8
    assert r'PyDoc_STR("tick($self, by=\'a \"b\"\')\n--\n\n""One second, or \302\275.")},' in code
    assert r'PyDoc_STR("_set($self)\n--\n\n")},' in code
    assert 'NULL, PyDoc_STR("Seconds."), NULL},' in code
    assert '(setter)game___Clock_set_right,\n     PyDoc_STR("More seconds."), NULL},' in code
    assert r'PyDoc_STR("Clock()\n--\n\n""Says \042tick\042.\012\012And \134 more\077"),' in code
    assert r'PyDoc_STR("result_End_obj()\n--\n\n""1-0 or 0-1."),' in code
    assert r'PyDoc_STR("other_env()\n--\n\n"),' in code
    assert r'PyDoc_STR("other()\n--\n\n""Something else.") /* docstring */' in code
    assert """cpy_r_r1 = PyUnicode_FromString("How it ended."); /* 'mypyc filler docstring' */""" in code
    assert """"chess.game",\n    PyDoc_STR("A game's clock."), /* docstring */""" in code


def documented(module: str) -> Iterator[tuple[str, str]]:
    """Yields each public class, function, method and property of a module that has a docstring, and the docstring."""
    tree = ast.parse((TOP / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    inside = [(f"{node.name}.", inner) for node in tree.body if isinstance(node, ast.ClassDef) for inner in node.body]
    for prefix, node in [("", node) for node in tree.body] + inside:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node)
            if text:
                yield prefix + node.name, text


@pytest.mark.parametrize("module", HOT)
def test_help_has_the_docstrings_of_the_source(module: str) -> None:
    imported = import_module(module)
    for name, text in documented(module):
        thing = imported
        for part in name.split("."):
            thing = getattr(thing, part)
        assert inspect.getdoc(thing) == text, name
