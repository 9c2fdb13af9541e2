"""The definition of a function is the one in the syntax tree of its whole file."""

from __future__ import annotations

import argparse
import ast
import asyncio
import calendar
import configparser
import difflib
import fractions
import functools
import importlib
import inspect
import json
import linecache
import statistics
import sys
import textwrap
import types
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pef.source.definitions import definition_of, statement_of


def functions_of(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """The functions written in a module, in classes and out of them."""
    waiting = list(vars(module).values())
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen or getattr(value, "__module__", None) != module.__name__:
            continue
        seen.add(id(value))
        if isinstance(value, type):
            waiting += [getattr(one, "__func__", one) for one in vars(value).values()]
        elif isinstance(value, types.FunctionType) and value.__code__.co_filename == module.__file__:
            yield value


MODULES = [
    argparse,
    calendar,
    configparser,
    difflib,
    fractions,
    functools,
    inspect,
    json,
    statistics,
    textwrap,
    asyncio.tasks,
]


def first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_it_is_what_the_file_has_there(module: types.ModuleType) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_bytes())
    by_line = {
        first_line(node): ast.dump(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    compared = 0
    for function in functions_of(module):
        definition = definition_of(function)
        if inspect.unwrap(function).__name__ == "<lambda>":
            assert definition is None
            continue
        assert definition is not None, function.__qualname__
        code = inspect.unwrap(function).__code__
        if code.co_filename == module.__file__:
            assert ast.dump(definition) == by_line[code.co_firstlineno], function.__qualname__
        assert definition_of(code) is not None
        compared += 1
    assert compared > 2


LAYOUTS = {
    "one line": "def f(a): return a\nx = 1\n",
    "last of the file, no newline": "def f(a):\n    return a",
    "signature over lines": "def f(\n    a,\n    b=(\n1),\n):\n    return a\nx = 1\n",
    "decorators": "import functools\n@functools.cache\n# why\n@functools.wraps(\n    print\n)\ndef f(a):\n    return a\nx = 1\n",
    "comment at the left": "def f(a):\n    b = a\n# here\n    return b\nx = 1\n",
    "text at the left": 'def f(a):\n    b = """\nnot\nindented\n"""\n    return b\nx = 1\n',
    "long text at the left": 'def f(a):\n    b = """\n' + "left\n" * 40 + '"""\n    return b\nx = 1\n',
    "brackets at the left": "def f(a):\n    b = [\n1,\n2,\n]\n    return b\nx = 1\n",
    "continued line": "def f(a):\n    b = a + \\\n1\n    return b\nx = 1\n",
    "blank lines": "def f(a):\n\n    b = a\n\n\n    return b\n\n\nx = 1\n",
    "tabs": "def f(a):\n\tif a:\n\t\treturn 1\n\treturn 2\nx = 1\n",
    "nothing at the end": "def f(a):\n    return a\n    pass\nx = 1\n",
    "ends in a nested function": "def f(a):\n    def g():\n        return a\n    pass\nx = 1\n",
    "form feed": "def f(a):\n    return a\n\x0c\nx = 1\n",
    "form feed before it": "\x0cdef f(a):\n    return a\nx = 1\n",
    "form feed before its decorator": "\x0c@print\ndef f(a):\n    return a\nx = 1\n",
    "form feed in the indentation": "def f(a):\n    b = a\n  \x0c    c = b\n    return c\nx = 1\n",
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(tmp_path, name: str) -> None:
    file = tmp_path / "program.py"
    file.write_text(LAYOUTS[name])
    code = next(
        one
        for one in compile(LAYOUTS[name], str(file), "exec").co_consts
        if isinstance(one, types.CodeType) and one.co_name == "f"
    )
    expected = next(one for one in ast.parse(LAYOUTS[name]).body if isinstance(one, ast.FunctionDef))
    definition = definition_of(code)
    assert definition is not None
    assert ast.dump(definition) == ast.dump(expected)


INNER = [
    "class A:\n    \x0c    def f(self):\n        x = 1\n        self.items.append(x)\n",
    "class A:\n \x0c def f(self):\n  x = 1\n  self.items.append(x)\n",
    "if True:\n\tdef f(self):\n\t\tx = 1\n\t\tself.items.append(x)\n",
    "if True:\n  class A:\n    def f(self, __a=1):\n        x = 1\n# left\n        self.items.append(x)\n",
]


@pytest.mark.parametrize("text", INNER)
def test_in_other_blocks(tmp_path, text: str) -> None:
    file = tmp_path / "program.py"
    file.write_text(text)
    waiting = [compile(text, str(file), "exec")]
    while (code := waiting.pop()).co_name != "f":
        waiting += [one for one in code.co_consts if isinstance(one, types.CodeType)]
    definition = definition_of(code)
    assert definition is not None
    assert len(definition.body) == 2


def test_never_less_than_there_is_code_of(tmp_path, monkeypatch) -> None:
    """Even if lines are taken for something else than they are."""
    monkeypatch.setattr(
        "pef.source.definitions._indentation", lambda line: len(line) - len(line.lstrip()) if "x" in line else 0
    )
    file = tmp_path / "program.py"
    file.write_text("def f(a):\n    x = 1\n    return a\n")
    code = next(
        one for one in compile(file.read_text(), str(file), "exec").co_consts if isinstance(one, types.CodeType)
    )
    definition = definition_of(code)
    assert definition is None or len(definition.body) == 2


def test_another_function_on_that_line_is_not_it(tmp_path) -> None:
    file = tmp_path / "program.py"
    file.write_text("def f(a, b):\n    return b\n")
    [code] = [
        one for one in compile("def f(a):\n    return a\n", str(file), "exec").co_consts if hasattr(one, "co_name")
    ]
    assert definition_of(code) is None


def test_a_template_is_not_the_module_that_runs_it(tmp_path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text = "def step(a):\n    return 1\nexec(compile('def step(a):\\n    return a.pop()', 'template', 'exec'))\n"
    (tmp_path / "templating.py").write_text(text)
    import templating

    assert definition_of(templating.step) is None


def test_sources_in_archives(tmp_path, monkeypatch) -> None:
    """The wrapper of a function is of another module than the function."""
    with zipfile.ZipFile(tmp_path / "archive.zip", "w") as archive:
        archive.writestr(
            "inside.py", "import wrapping\n\n@wrapping.wrapped\ndef helper(a):\n    a.append(1)\n    return 2\n"
        )
    (tmp_path / "wrapping.py").write_text(
        "import functools\n\ndef helper(a):\n    return 1\n\ndef wrapped(function):\n"
        "    @functools.wraps(function)\n    def call(*args):\n        return function(*args)\n    return call\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "archive.zip")
    import inside

    definition = definition_of(inside.helper)
    assert definition is not None
    assert len(definition.body) == 2


def test_after_a_reload(tmp_path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "reloaded.py"
    file.write_text("def f(a=1):\n    return a\n")
    import reloaded

    definition_of(reloaded.f)
    file.write_text("def f(a='text'):\n    return a\n")
    importlib.reload(reloaded)
    definition = definition_of(reloaded.f)
    assert definition is not None
    assert ast.unparse(definition.args) == "a='text'"


def test_in_a_class_of_a_class(tmp_path) -> None:
    text = (
        "class A:\n    class B:\n        @property\n        def f(self):\n"
        '            """Says\n  this."""\n            return 1\n\n    x = 1\n'
    )
    file = tmp_path / "program.py"
    file.write_text(text)
    scope: dict = {}
    exec(compile(text, str(file), "exec"), scope)
    definition = definition_of(scope["A"].B.f.fget)
    assert definition is not None
    # Not dedented: texts are what they are.
    assert ast.get_docstring(definition, clean=False) == "Says\n  this."


def test_there_may_be_none() -> None:
    scope: dict = {}
    exec("def f(): pass", scope)
    assert definition_of(scope["f"]) is None
    assert definition_of(len) is None
    assert definition_of(lambda: 1) is None
    assert definition_of(functools.partial(scope["f"])) is None


def test_a_lambda_is_not_the_function_it_is_a_default_of() -> None:
    def function(key=lambda: 1):
        return key

    assert definition_of(inspect.signature(function).parameters["key"].default) is None
    assert definition_of(function) is not None


def test_a_source_that_has_changed_is_another(tmp_path) -> None:
    file = tmp_path / "program.py"
    text = "def f(a):\n    return a\n"
    file.write_text("\n\n\nx = 1\n")
    code = next(one for one in compile(text, str(file), "exec").co_consts if isinstance(one, types.CodeType))
    linecache.clearcache()
    assert definition_of(code) is None


def test_lines_that_are_no_statement() -> None:
    assert statement_of(["    key=lambda x: (x\n"]) is None
    assert statement_of(["# nothing\n"]) is None
    assert statement_of(["one = lambda a: a; two = lambda a: a.pop()\n"]) is None
    assert statement_of(["    one = 1; two = 2\n"]) is None
