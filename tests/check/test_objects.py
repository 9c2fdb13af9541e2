"""What `pef check` makes of programs with classes."""

from __future__ import annotations

import json

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


STACK = """
class Stack:
    def __init__(self):
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)

    def of_three(self) -> int:
        if len(self.items) == 3:
            return 1 // (self.items[0] - self.items[1])
        return 0

class Gauge:
    def __init__(self, level: int) -> None:
        if level < 0:
            raise ValueError(level)
        self.level = level

    def lower(self) -> None:
        self.level -= 1

def checked(gauge: Gauge) -> None:
    assert gauge.level >= 0
"""


def test_more_calls_of_methods_are_tried_while_there_is_time(pef: Run, project: Project) -> None:
    folder = project(stack=STACK)
    finished = pef("check", "stack.py", "--format", "json", "--time", "40", "--no-cache", folder=folder)
    calls = {finding["call"] for finding in findings_of(finished)}
    assert calls == {
        "(stack := Stack(), stack.push(0), stack.push(0), stack.push(0), stack.of_three())[-1]",
        "checked((gauge := Gauge(0), gauge.lower(), gauge)[-1])",
    }
    reasons = {
        function["target"]: [reason["detail"] for reason in function["reasons"]]
        for function in json.loads(finished.stdout)["functions"]
    }
    assert reasons["stack.py:Stack.push"] == [
        "objects of class Stack after more than 4 calls of its methods were not made"
    ]
