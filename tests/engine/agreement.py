"""Whether symbolic operations agree with the builtins: explore an expression, compare every path with the plain run.

The instrumented run and the plain replay of each path must give the same result (value and type, at any depth) or
raise the same exception with the same message. The engine itself compares only how they ended, so what both returned
is recorded here as it passes through `finish`.
"""

from __future__ import annotations

import importlib.util
import math
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pef import finishing
from pef.exploring import Exploration
from pef.options import Options

_TEMPLATE = """
def case_{number}({parameters}):
    try:
        return "returned", {expression}
    except Exception as error:
        return "raised", type(error).__name__, str(error)
"""


@dataclass
class Agreement:
    """What exploring one expression came to."""

    expression: str
    paths: int = 0
    outcomes: list[Any] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)
    concretised: list[str] = field(default_factory=list)
    verdict: str = ""

    def assert_agrees(self, at_least: int = 1) -> None:
        assert not self.mismatches, "\n".join([self.expression, *self.mismatches])
        assert self.paths >= at_least, f"{self.expression}: {self.paths} paths only"


class Cases:
    """Expressions as functions of a module of their own."""

    def __init__(self, folder: Path, cases: list[tuple[str, str]], preamble: str = "") -> None:
        self.cases = cases
        source = [preamble]
        for number, (parameters, expression) in enumerate(cases):
            source.append(_TEMPLATE.format(number=number, parameters=parameters, expression=expression))
        path = folder / "agreement_cases.py"
        path.write_text("".join(source), encoding="utf-8")
        self._module = _import(path)

    def explore(self, number: int, **options: Any) -> Agreement:
        """Explore one of the expressions."""
        parameters, expression = self.cases[number]
        return explore(getattr(self._module, f"case_{number}"), f"{expression} with {parameters}", **options)


def explore(function: Any, shown: str, *, paths: int = 60, depth: int = 12, time: float = 10) -> Agreement:
    """Explore a function and compare what its instrumented and its plain runs returned."""
    results: list[Any] = []

    def recording(result: Any) -> Any:
        results.append(finishing_finish(result))
        return results[-1]

    finishing_finish = finishing.finish
    agreement = Agreement(shown)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finishing, "finish", recording)
        exploration = Exploration(function, Options(depth=depth, paths=paths, time=time))
        for path in exploration:
            agreement.paths += 1
            agreement.outcomes.append(path.result)
            agreement.calls.append(path.call)
            if path.exception is not None:
                agreement.mismatches.append(f"{path.call}: {path.exception!r}")
            elif len(results) < 2 or not alike(results[-2], results[-1]):
                agreement.mismatches.append(f"{path.call}: {results[-2:]}")
            results.clear()
    report = exploration.report()
    agreement.verdict = report.verdict.value
    for reason in report.reasons:
        if reason.kind.value in ("unreproduced", "divergence"):
            agreement.mismatches.append(f"{reason.kind.value}: {reason.detail}")
        elif reason.kind.value == "concretised":
            agreement.concretised.append(reason.detail)
    return agreement


def alike(one: Any, two: Any) -> bool:
    """Whether two results are equal in value and in type, as a program sees it."""
    if one.__class__ is not two.__class__:
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(map(alike, one, two))
    if isinstance(one, dict):
        return alike(list(one.items()), list(two.items()))
    if isinstance(one, float):
        return (math.isnan(one) and math.isnan(two)) or (one == two and math.copysign(1, one) == math.copysign(1, two))
    return bool(one == two)


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Where exploration finds it; a later module of this name takes its place.
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
