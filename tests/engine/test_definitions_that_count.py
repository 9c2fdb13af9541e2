"""What is proven from the source of a function is proven from its own source, and from all of it."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

import pef

BOX = "class Box:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n"
BODY = "    n = len(b.items)\n    {push}\n    return [7][len(b.items) - n]\n"

# Each changes the object that it is given, which a function sees that is given one object twice.
PROGRAMS = {
    "two lambdas on a line": (
        "size = lambda a: len(a.items); push = lambda a: a.items.append(1)\n"
        + BOX
        + "def f(a: Box, b: Box) -> int:\n    n = size(b)\n    push(a)\n    return [7][size(b) - n]\n"
    ),
    "form feed and more columns": (
        BOX
        + "    \x0c    def push(self) -> None:\n        x = 1\n        self.items.append(x)\n"
        + "def f(a: Box, b: Box) -> int:\n"
        + BODY.format(push="a.push()")
    ),
    "form feed and one column": (
        "class Box:\n def __init__(self) -> None:\n  self.items: list[int] = []\n"
        "\x0c def push(self) -> None:\n  x = 1\n  self.items.append(x)\n"
        "def f(a: Box, b: Box) -> int:\n" + BODY.format(push="a.push()")
    ),
}


def loaded(tmp_path, text: str, monkeypatch) -> ModuleType:
    file = tmp_path / "program.py"
    file.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    spec = importlib.util.spec_from_file_location("program", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, "program", module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_object_twice_is_tried(tmp_path, monkeypatch, name: str) -> None:
    module = loaded(tmp_path, PROGRAMS[name], monkeypatch)
    box = module.Box()
    with pytest.raises(IndexError):
        module.f(box, box)
    assert pef.check(module.f).verdict is pef.Verdict.REFUTED
