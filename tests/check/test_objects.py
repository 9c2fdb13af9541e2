"""What `pef check` makes of programs with classes."""

from __future__ import annotations

from .conftest import Project, Run, findings_of

VISITOR = """
import abc
from dataclasses import dataclass

class Expression(abc.ABC):
    pass

@dataclass
class Number(Expression):
    value: int

@dataclass
class Negation(Expression):
    inner: Expression

def evaluate(expression: Expression) -> int:
    return {"Number": lambda: expression.value}[type(expression).__name__]()
"""


def test_an_object_of_the_base_class_does_not_hide_the_class_that_was_forgotten(pef: Run, project: Project) -> None:
    folder = project(visitor=VISITOR)
    finished = pef("check", "visitor.py", "--format", "json", "--time", "6", "--no-cache", folder=folder)
    calls = {finding["call"] for finding in findings_of(finished)}
    assert "evaluate(Expression())" in calls
    assert any(call.startswith("evaluate(Negation(") for call in calls)
