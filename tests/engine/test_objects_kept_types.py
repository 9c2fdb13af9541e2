"""Methods that change objects but give none that the constructor could not give, and those that do."""

from __future__ import annotations

import itertools
import textwrap
from pathlib import Path

import pytest

import pef
import pef.exploration.exploration
from pef.loading.load import load_target

_numbers = itertools.count()
_HEAD = """
from dataclasses import dataclass, field
from typing import Optional, Union

"""


def verdict(folder: Path, program: str) -> pef.Verdict:
    """The verdict on `f`."""
    file = folder / f"kept_types_{next(_numbers)}.py"
    file.write_text(_HEAD + textwrap.dedent(program))
    exploration = pef.exploration.exploration.Exploration(load_target(str(file), "f", folder), pef.Options(depth=8))
    assert not [path for path in exploration if path.is_finding]
    report = exploration.report()
    if report.verdict is not pef.Verdict.VERIFIED:
        assert any(one.detail == "only freshly constructed P objects were tried" for one in report.reasons)
    return report.verdict


def with_method(fields: str, method: str) -> str:
    """A data class with a method, and a function that does not look into its objects."""
    lines = "\n".join(f"    {field}" for field in fields.split("; "))
    body = textwrap.indent(textwrap.dedent(method), "    ")
    return f"@dataclass\nclass P:\n{lines}\n{body}\n\ndef f(p: P) -> int:\n    return 1\n"


@pytest.mark.parametrize(
    ("fields", "method"),
    [
        ("x: int; y: int", "def move(self, by: int) -> None:\n    self.x += by\n    self.y = self.x - 2 * by"),
        ("x: int = 3", "def set(self, x: int) -> None:\n    if x > 0:\n        self.x = min(x, 10)"),
        ("x: int; y: int", "def swap(self) -> None:\n    self.x, self.y = self.y, self.x"),
        ("x: float", "def halve(self) -> None:\n    self.x = self.x / 2"),
        ("x: Optional[int]", "def close(self) -> None:\n    self.x = None"),
        ("x: int | str", "def name(self) -> None:\n    self.x = str(len('ab'))"),
        ("name: str", "def tidy(self) -> None:\n    name = self.name.strip()\n    self.name = name.lower() + '!'"),
        ("xs: list[int]", "def push(self, x: int) -> None:\n    self.xs.append(x)"),
        ("xs: list[int]", "def keep(self) -> None:\n    self.xs = [x for x in self.xs if x > 0]"),
        ("xs: list[int]", "def more(self) -> None:\n    self.xs += [1, 2]\n    self.xs[0] = 3\n    self.xs.sort()"),
        ("xs: list[int]", "def more(self) -> None:\n    for i, x in enumerate(self.xs):\n        self.xs[i] = x + i"),
        ("d: dict[str, int]", "def put(self, k: str) -> None:\n    self.d[k] = self.d.get(k, 0) + 1"),
        ("d: dict[str, list[int]]", "def put(self, k: str) -> None:\n    self.d.setdefault(k, []).append(1)"),
        (
            "s: set[str]",
            "def put(self, k: str) -> None:\n    self.s.add(k)\n    self.s |= {'a'}\n    self.s.discard('b')",
        ),
        ("x: int", "def go(self) -> None:\n    self._go()\ndef _go(self) -> None:\n    self.x = 0"),
        ("x: int", "@classmethod\ndef make(cls) -> 'P':\n    return cls(1)"),
        ("t: tuple[int, str]", "def go(self, n: int) -> None:\n    self.t = (n, 'a')"),
        (
            "x: int",
            "@property\ndef z(self) -> int:\n    return self.x\n@z.setter\ndef z(self, to: int) -> None:\n    self.x = to",
        ),
    ],
)
def test_values_of_the_declared_types_are_no_other_objects(tmp_path, fields, method):
    assert verdict(tmp_path, with_method(fields, method)) is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    ("fields", "method"),
    [
        ("x: int", "def close(self) -> None:\n    self.x = None"),
        ("x: int", "def close(self) -> None:\n    self.x = x = None"),
        ("x: int", "def set(self, x) -> None:\n    self.x = x"),
        ("x: int", "def set(self, x: int) -> None:\n    x = None\n    self.x = x"),
        ("x: int", "def set(self, x: int = 0) -> None:\n    self.x = x\ndef reset(self) -> None:\n    self.set(None)"),
        ("x: int; y: bool", "def set(self) -> None:\n    self.x = self.y"),
        ("x: int", "def halve(self) -> None:\n    self.x /= 2"),
        ("x: int", "def power(self, n: int) -> None:\n    self.x **= n"),
        ("x: float", "def zero(self) -> None:\n    self.x = 0"),
        ("x: int", "def mark(self) -> None:\n    self.seen = True"),
        ("x: int", "def both(self) -> None:\n    self.x, self.y = 1, 2"),
        ("x: int", "def each(self) -> None:\n    for self.x in 'ab':\n        pass"),
        ("x: int", "def drop(self) -> None:\n    del self.x"),
        ("x: int", "def wild(self) -> None:\n    self.__dict__['x'] = None"),
        ("x: int", "def wild(self) -> None:\n    vars(self).update(x=None)"),
        ("x: int", "def wild(self, name: str) -> None:\n    setattr(self, name, 1)"),
        ("x: int", "@classmethod\ndef all(cls) -> None:\n    cls.x = 1"),
        ("x: int; y: int = field(init=False, default=0)", "def go(self) -> None:\n    self.y += 1"),
        ("x: int", "def __post_init__(self) -> None:\n    assert self.x >= 0\ndef go(self) -> None:\n    self.x -= 1"),
        ("n: int; next: Optional['P'] = None", "def link(self, other: 'P') -> None:\n    self.next = other"),
        ("xs: list[int]", "def push(self) -> None:\n    self.xs.append('a')"),
        ("xs: list[int]", "def push(self) -> None:\n    xs = self.xs\n    xs.append(None)"),
        ("xs: list[int]", "def push(self) -> None:\n    xs = []\n    self.xs = xs\n    xs.append(None)"),
        ("xs: list[int]", "def push(self) -> None:\n    self.xs += 'ab'"),
        ("xs: list[int]", "def push(self) -> None:\n    self.xs[:] = 'ab'"),
        ("xs: list[int]", "def push(self, xs: list[bool]) -> None:\n    self.xs = xs"),
        ("xs: list[list[int]]", "def push(self) -> None:\n    for one in self.xs:\n        one.append('a')"),
        ("a: list[int]; b: list[str]", "def both(self) -> None:\n    a = []\n    self.a = a\n    self.b = a"),
        ("d: dict[str, int]", "def put(self) -> None:\n    self.d[1] = 1"),
        ("d: dict[str, int]", "def put(self) -> None:\n    self.d.update(a='b')"),
        ("x: int", "def go(self) -> None:\n    helper(self)\n"),
    ],
)
def test_other_values_are_other_objects(tmp_path, fields, method):
    program = with_method(fields, method) + "\ndef helper(one):\n    one.x = None\n"
    assert verdict(tmp_path, program) is pef.Verdict.BOUNDED


_BUMP = "    def bump(self) -> None:\n        self.x += 1\n\ndef f(p: P) -> None:\n    pass\n"


def test_a_written_constructor_that_stores_each_parameter_once(tmp_path):
    body = "class P:\n    def __init__(self, x: int, y: str = '') -> None:\n        self.x = x\n        self.y = y\n"
    assert verdict(tmp_path, body + _BUMP) is pef.Verdict.VERIFIED
    above = body.replace("        self.x", "        super().__init__()\n        self.x")
    assert verdict(tmp_path, above + _BUMP) is pef.Verdict.VERIFIED
    assert verdict(tmp_path, body.replace("P:\n", "P:\n    __slots__ = ('x', 'y')\n") + _BUMP) is pef.Verdict.VERIFIED
    assert verdict(tmp_path, body.replace("P:", "B:") + "class P(B):\n" + _BUMP) is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    "body",
    [
        "self.x = x\nself.y = x",
        "self.x = x\nself.y = self.x",
        "self.x = x + 1",
        "self.x = abs(x)",
        "if x > 0:\n    self.x = x\nelse:\n    raise ValueError",
        "self.x = 0",
        "self.x: int | None = x\nself.x = 1",
    ],
)
def test_attributes_that_the_constructor_does_not_give_any_value(tmp_path, body):
    lines = textwrap.indent(body, "        ")
    program = f"class P:\n    def __init__(self, x: int) -> None:\n{lines}\n{_BUMP}"
    assert verdict(tmp_path, program) is pef.Verdict.BOUNDED


def test_a_constructor_that_passes_one_value_to_two_attributes_of_its_base(tmp_path):
    base = "class B:\n    def __init__(self, x: int, y: int) -> None:\n        self.x = x\n        self.y = y\n"
    derived = "class P(B):\n    def __init__(self, x: int) -> None:\n        super().__init__(x, x)\n"
    assert verdict(tmp_path, base + derived + _BUMP) is pef.Verdict.BOUNDED


def test_a_setter_of_another_class_may_do_anything(tmp_path):
    body = "@dataclass\nclass P:\n    x: int\n"
    other = "class Q(P):\n    x = property(lambda self: 1, lambda self, to: print(to))\n"
    program = body + _BUMP + other
    assert verdict(tmp_path, program) is pef.Verdict.BOUNDED
