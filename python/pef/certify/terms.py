"""Conditions as they stand in a certificate: reading them, and evaluating them with Python's own arithmetic.

Invariant: evaluation uses the operators of Python itself (`//`, `%`, `<<`, `round`, …), so that it is evidence for what the
`vocabulary` tells solvers about them, and not the same claim once more.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Term: TypeAlias = "str | list[Any]"


class UndefinedTermError(Exception):
    """A term without a value: Python raises there, or a variable has no value in this input."""


class MalformedTermError(Exception):
    """A text that is no term."""


def parse(text: str) -> Term:
    """The term that `text` is: a symbol, or a list of its operator and its operands."""
    stack: list[list[Any]] = [[]]
    for token in _tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise MalformedTermError(f"unbalanced parentheses in {text[:60]!r}")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise MalformedTermError(f"not a term: {text[:60]!r}")
    term: Term = stack[0][0]
    return term


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(text):
        letter = text[position]
        if letter in "()":
            tokens.append(letter)
            position += 1
        elif letter.isspace():
            position += 1
        else:
            end = position + 1
            if letter == "|":
                end = text.find("|", end) + 1
                if end == 0:
                    raise MalformedTermError(f"a symbol does not end in {text[:60]!r}")
            else:
                while end < len(text) and text[end] not in "() \t\n|":
                    end += 1
            tokens.append(text[position:end])
            position = end
    return tokens


def symbols(term: Term) -> set[str]:
    """All symbols in a term, operators among them."""
    found: set[str] = set()
    waiting: list[Term] = [term]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        else:
            waiting += one
    return found


def literal(term: Term) -> int | None:
    """The value of an integer constant."""
    if isinstance(term, str):
        return int(term) if term.isdecimal() else None
    if len(term) == 2 and term[0] == "-" and isinstance(term[1], str) and term[1].isdecimal():
        return -int(term[1])
    return None


def constant(value: bool | float) -> str:
    """A value as a term."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(- {-value})"
    if math.isnan(value):
        return "(_ NaN 11 53)"
    (bits,) = struct.unpack(">Q", struct.pack(">d", value))
    return f"(fp #b{bits >> 63} #b{bits >> 52 & 0x7FF:011b} #x{bits & (1 << 52) - 1:013x})"


class Values:
    """What one input gives the variables, and what follows for terms."""

    def __init__(
        self,
        variables: Mapping[str, Any],
        texts: Mapping[str, Sequence[int]],
        definitions: Mapping[str, tuple[str | None, Term]],
    ) -> None:
        self._variables = variables
        self._texts = texts
        self._definitions = definitions
        self._known: dict[str, Any] = {}

    def holds(self, term: Term) -> bool | None:
        """Whether a condition is true; `None` where it is undefined."""
        try:
            return bool(self.value(term, {}))
        except UndefinedTermError:
            return None

    def value(self, term: Term, bound: Mapping[str, int]) -> Any:
        """The value of a term; `bound` are the variables of quantifiers around it."""
        if isinstance(term, str):
            return self._symbol(term, bound)
        head, *operands = term
        if isinstance(head, list):
            # `(_ py.and 8)`: the width is a hint for solvers.
            head = head[1]
        if head in ("forall", "exists"):
            return self._quantified(head, operands, bound)
        if head in ("and", "or"):
            return self._junction(operands, bound, dominant=head == "or")
        if head == "ite":
            return self.value(operands[1 if self.value(operands[0], bound) else 2], bound)
        if head == "_" and operands[:1] == ["NaN"]:
            return math.nan
        if head == "fp":
            return _float(operands)
        values = [self.value(operand, bound) for operand in operands if operand != "RNE"]
        if head in self._definitions:
            parameter, body = self._definitions[head]
            return self.value(body, {str(parameter): values[0]})
        if head in self._texts:
            codes = self._texts[head]
            if not 0 <= values[0] < len(codes):
                raise UndefinedTermError(head)
            return codes[values[0]]
        return _applied(head, values)

    def _symbol(self, symbol: str, bound: Mapping[str, int]) -> Any:
        if symbol in bound:
            return bound[symbol]
        if symbol in self._variables:
            return self._variables[symbol]
        if symbol in ("true", "false"):
            return symbol == "true"
        if symbol.isdecimal():
            return int(symbol)
        if symbol not in self._known:
            if symbol not in self._definitions:
                raise UndefinedTermError(symbol)
            self._define(symbol)
        value = self._known[symbol]
        if isinstance(value, UndefinedTermError):
            raise value
        return value

    def _define(self, symbol: str) -> None:
        """Evaluate a definition after those it needs, without recursion: there may be thousands, one above the other."""
        waiting = [symbol]
        while waiting:
            name = waiting[-1]
            body = self._definitions[name][1]
            needed = [
                other
                for other in symbols(body)
                if other in self._definitions and other not in self._known and self._definitions[other][0] is None
            ]
            if needed:
                waiting += needed
                continue
            waiting.pop()
            try:
                self._known[name] = self.value(body, {})
            except UndefinedTermError as error:
                self._known[name] = error

    def _junction(self, operands: list[Term], bound: Mapping[str, int], *, dominant: bool) -> bool:
        """As in Python, one operand may guard another; whichever comes first."""
        undefined: UndefinedTermError | None = None
        for operand in operands:
            try:
                if bool(self.value(operand, bound)) is dominant:
                    return dominant
            except UndefinedTermError as error:
                undefined = error
        if undefined is not None:
            raise undefined
        return not dominant

    def _quantified(self, head: str, operands: list[Any], bound: Mapping[str, int]) -> bool:
        """`(forall ((i Int)) (=> (and (<= 0 i) (< i n)) body))`, and `(exists ((i Int)) (and (<= 0 i) (< i n) body))`."""
        ((name, _),), body = operands
        guard, inner = (body[1], body[2]) if head == "forall" else (["and", *body[1:3]], body[3])
        _, (_, _, _), (_, _, count) = guard
        values = (self.value(inner, {**bound, name: index}) for index in range(self.value(count, bound)))
        return all(values) if head == "forall" else any(values)


def _float(operands: list[str]) -> float:
    bits = "".join(f"{int(one[2:], 16):052b}" if one.startswith("#x") else one[2:] for one in operands)
    (value,) = struct.unpack(">d", struct.pack(">Q", int(bits, 2)))
    return float(value)


def _applied(head: str, values: list[Any]) -> Any:
    function = _OPERATORS.get(head)
    if function is None and head.startswith("py.math."):
        function = getattr(math, head.removeprefix("py.math."), None)
    if function is None:
        raise UndefinedTermError(head)
    try:
        return function(*values)
    except OverflowError:
        if head in _INFINITE:
            return math.copysign(math.inf, _INFINITE[head](*values))
        raise UndefinedTermError(head) from None
    except (ArithmeticError, ValueError, TypeError, MemoryError) as error:
        raise UndefinedTermError(f"{head}: {error}") from None


def _minus(first: Any, *others: Any) -> Any:
    return first - sum(others) if others else -first


def _product(*values: Any) -> Any:
    return math.prod(values)


def _power(base: int, exponent: int) -> int:
    if exponent < 0 or exponent * base.bit_length() > 1_000_000:
        raise ValueError("no int, or too large")
    return int(base**exponent)


def _shifted(value: int, distance: int) -> int:
    if distance > 1_000_000:
        raise ValueError("too large")
    return value << distance


def _sign_is_minus(value: float) -> bool:
    return math.copysign(1.0, value) < 0


# Where Python says that a result is too large: the sign of the infinity that a condition for that is written with.
_INFINITE: dict[str, Callable[..., float]] = {
    "py.math.exp": lambda _: 1.0,
    "py.math.expm1": lambda _: 1.0,
    "py.math.cosh": lambda _: 1.0,
    "py.math.sinh": lambda value: value,
    "py.round_to": lambda value, _: value,
    "py.float_pow": lambda base, exponent: base if exponent % 2 == 1 else 1.0,
}

_OPERATORS: dict[str, Callable[..., Any]] = {
    "not": operator.not_,
    "=": operator.eq,
    "=>": lambda left, right: not left or right,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "+": lambda *values: sum(values),
    "-": _minus,
    "*": _product,
    "py.floordiv": operator.floordiv,
    "py.mod": operator.mod,
    "py.pow": _power,
    "py.shl": _shifted,
    "py.shr": operator.rshift,
    "py.and": operator.and_,
    "py.or": operator.or_,
    "py.xor": operator.xor,
    "py.bit_length": int.bit_length,
    "py.float": float,
    "py.truediv": operator.truediv,
    "py.int": int,
    "py.floor": math.floor,
    "py.ceil": math.ceil,
    "py.round": round,
    "py.round_to": round,
    "py.is_integer": float.is_integer,
    "py.float_floordiv": operator.floordiv,
    "py.float_mod": operator.mod,
    "py.float_pow": math.pow,
    "fp.neg": operator.neg,
    "fp.abs": abs,
    "fp.sqrt": math.sqrt,
    "fp.add": operator.add,
    "fp.sub": operator.sub,
    "fp.mul": operator.mul,
    "fp.div": operator.truediv,
    "fp.eq": operator.eq,
    "fp.lt": operator.lt,
    "fp.leq": operator.le,
    "fp.isNaN": math.isnan,
    "fp.isNegative": _sign_is_minus,
}
