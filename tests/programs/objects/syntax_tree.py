"""A visitor over expressions of six kinds, one of which it has no method for."""

from __future__ import annotations

from dataclasses import dataclass


class Expression:
    """What all kinds have in common."""


@dataclass
class Number(Expression):
    value: int


@dataclass
class Name(Expression):
    name: str


@dataclass
class Add(Expression):
    left: Expression
    right: Expression


@dataclass
class Multiply(Expression):
    left: Expression
    right: Expression


@dataclass
class Negate(Expression):
    operand: Expression


@dataclass
class Conditional(Expression):
    test: Expression
    then: Expression
    otherwise: Expression


class Evaluator:
    def visit(self, expression: Expression) -> int:
        return getattr(self, f"visit_{type(expression).__name__}")(expression)

    def visit_Number(self, expression: Number) -> int:
        return expression.value

    def visit_Name(self, expression: Name) -> int:
        return len(expression.name)

    def visit_Add(self, expression: Add) -> int:
        return self.visit(expression.left) + self.visit(expression.right)

    def visit_Multiply(self, expression: Multiply) -> int:
        return self.visit(expression.left) * self.visit(expression.right)

    def visit_Conditional(self, expression: Conditional) -> int:
        return self.visit(expression.then if self.visit(expression.test) else expression.otherwise)

    def visit_Expression(self, expression: Expression) -> int:
        return 0


def evaluate(expression: Expression) -> int:
    return Evaluator().visit(expression)


def depth(expression: Expression) -> int:
    match expression:
        case Number() | Name():
            return 1
        case Add(left, right) | Multiply(left, right):
            return 1 + max(depth(left), depth(right))
        case Negate(operand):
            return 1 + depth(operand)
        case Conditional(test, then, otherwise):
            return 1 + max(depth(test), depth(then), depth(otherwise))
    return 0
