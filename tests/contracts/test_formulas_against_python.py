"""Contracts as formulas against contracts as Python: random expressions, decided by trying all inputs.

A formula that lost a case would make a wrong proof, so the verdict of the engine is compared with the truth of the
expression on every input that the assumption leaves.
"""

from __future__ import annotations

import importlib.util
import itertools
import random
from pathlib import Path

import pytest

import pef
from tests.contracts.exploring import explore, violations

VALUES = range(-1, 3)
COUNT = 80


class Generator:
    """Random expressions over two ints and a list of two ints."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def truth(self, depth: int) -> str:
        if depth == 0:
            return self._comparison()
        choose = self._random.randrange
        inner = [self.truth(depth - 1) for _ in range(3)]
        forms = [
            f"({inner[0]} and {inner[1]})",
            f"({inner[0]} or {inner[1]})",
            f"(not {inner[0]})",
            f"({inner[0]} if {inner[1]} else {inner[2]})",
            f"({inner[0]} and {inner[1]} or {inner[2]})",
            f"all({self._about('n')} for n in l)",
            f"any({self._about('n')} for n in l if {self._about('n')})",
            f"all({self._about('n')} for n in l if {self._about('n')})",
            f"any(m <= n for m in l for n in ({self._number()}, x))",
            "all(l[i] <= l[i + 1] for i in range(len(l) - 1))",
            f"(l == [{self._number()}, {self._number()}])",
            "(l != sorted(l))",
            f"({self._number()} in l)",
            f"(x and {inner[0]})",
            self._comparison(),
        ]
        return forms[choose(len(forms))]

    def _comparison(self) -> str:
        operators = ["<", "<=", "==", "!=", ">", ">="]
        length = self._random.choice([2, 2, 3])
        parts = [self._number()]
        for _ in range(length - 1):
            parts += [self._random.choice(operators), self._number()]
        return f"({' '.join(parts)})"

    def _about(self, name: str) -> str:
        return self._random.choice([f"{name} > x", f"{name} == y", f"{name} in (x, y)", f"x // {name} > 0", f"{name}"])

    def _number(self) -> str:
        simple = [
            "x",
            "y",
            "0",
            "1",
            "2",
            "-1",
            "x + y",
            "x - y",
            "x * y",
            "l[0]",
            "l[-1]",
            "len(l)",
            "abs(x)",
            "x // y",
        ]
        return self._random.choice(simple)


def expected(expression: str) -> str:
    """What is true of the expression on all inputs."""
    outcomes = set()
    for x, y, first, second in itertools.product(VALUES, repeat=4):
        try:
            outcomes.add(bool(eval(expression, {"x": x, "y": y, "l": [first, second]})))
        except ZeroDivisionError:
            return "bad contract"
    return "verified" if outcomes == {True} else "refuted"


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory):
    generator = Generator(seed=4)
    expressions = [generator.truth(depth=index % 3) for index in range(COUNT)]
    # Theorems are rare among random expressions; their truth needs the whole formula.
    expressions += [f"({one}) or not ({one})" for one in expressions[:20]]
    lines = []
    bounds = f"{VALUES.start} <= x < {VALUES.stop}, {VALUES.start} <= y < {VALUES.stop}"
    for index, expression in enumerate(expressions):
        lines += [
            f"def f{index}(x: int, y: int, l: list[int]):",
            '    """',
            f"    :assume: {bounds}",
            f"    :assume: len(l) == 2, all({VALUES.start} <= n < {VALUES.stop} for n in l)",
            f"    :ensure: {expression}",
            '    """',
            "",
        ]
    file: Path = tmp_path_factory.mktemp("formulas") / "random_contracts.py"
    file.write_text("\n".join(lines), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("random_contracts", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["random_contracts"] = module
    spec.loader.exec_module(module)
    yield [(getattr(module, f"f{index}"), expression) for index, expression in enumerate(expressions)]
    del sys.modules["random_contracts"]


def test_verdicts_are_those_of_trying_everything(functions) -> None:
    verdicts = []
    for function, expression in functions:
        wanted = expected(expression)
        try:
            paths, report = explore(function, depth=40)
            verdict = report.verdict.value
            for path in violations(paths):
                x, y, numbers = path.args
                assert not eval(expression, {"x": x, "y": y, "l": numbers}), (expression, path.call)
        except pef.RequestError as error:
            verdict = "bad contract" if "ZeroDivisionError" in str(error) else str(error)
        assert verdict == wanted, expression
        verdicts.append(verdict)
    # The sample is worth something only if it has all kinds.
    assert {verdict: verdicts.count(verdict) >= 10 for verdict in set(verdicts)} == {
        "verified": True,
        "refuted": True,
        "bad contract": True,
    }
