"""What a contract in formula form calls: logic that combines conditions instead of choosing between them.

Invariant: the plain value is always that of the expression as written. What Python would not have evaluated is
evaluated here only to have its condition; if that raises, the question it depended on is decided, as in ordinary
code. Python functions and not the engine's own, because the rewritten expression may call only what it can see
through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pef import _engine

Thunk = Callable[[], Any]


def condition(value: Any) -> Any:
    """`bool(value)`, as a condition."""
    return _engine.condition(value)


def negation(value: Any) -> Any:
    return _engine.negation(value)


def equal(left: Any, right: Any) -> Any:
    return _engine.condition(_engine.equal(left, right))


_OWN_INEQUALITY = (int, str, list, tuple)


def unequal(left: Any, right: Any) -> Any:
    if issubclass(type(left), _OWN_INEQUALITY) and issubclass(type(right), _OWN_INEQUALITY):
        return _engine.negation(equal(left, right))
    return _engine.condition(left != right)


def both(left: Any, right: Thunk) -> Any:
    """`left and right` where `right` may be evaluated in any case."""
    if not _engine.is_symbolic(left):
        return right() if left else False
    try:
        second = right()
    except Exception:
        if left:
            raise
        return False
    return _engine.every([left, second])


def either(left: Any, right: Thunk) -> Any:
    """`left or right` where `right` may be evaluated in any case."""
    if not _engine.is_symbolic(left):
        return True if left else right()
    try:
        second = right()
    except Exception:
        if left:
            return True
        raise
    return _engine.some([left, second])


def and_then(left: Any, right: Thunk) -> Any:
    """`left and right` where `right` must not be evaluated without need; decides."""
    return right() if left else False


def or_else(left: Any, right: Thunk) -> Any:
    return True if left else right()


def choose(test: Any, body: Thunk, otherwise: Thunk) -> Any:
    """`body if test else otherwise` where both may be evaluated."""
    if not _engine.is_symbolic(test):
        return body() if test else otherwise()
    try:
        first, second = body(), otherwise()
    except Exception:
        return body() if test else otherwise()
    return _engine.some([_engine.every([test, first]), _engine.every([_engine.negation(test), second])])


def select(test: Any, body: Thunk, otherwise: Thunk) -> Any:
    """`body if test else otherwise` where only one may be evaluated; decides."""
    return body() if test else otherwise()


def every(conditions: Callable[[], list[Any]], one_by_one: Callable[[], Iterator[Any]]) -> Any:
    """`all(…)`: one condition over all elements, or one element after another where one of them raises."""
    try:
        listed = conditions()
    except Exception:
        return all(one_by_one())
    return _engine.every(listed)


def some(conditions: Callable[[], list[Any]], one_by_one: Callable[[], Iterator[Any]]) -> Any:
    """`any(…)`, in the same way."""
    try:
        listed = conditions()
    except Exception:
        return any(one_by_one())
    return _engine.some(listed)


def origin_among(origins: dict[int, Any]) -> Callable[[Any], Any]:
    """Gives the object itself, where a value is a copy of it; `origins` are by the identities of the copies."""

    def origin(value: Any) -> Any:
        return origins.get(id(value), value)

    return origin


# The functions above only pass values on and ask for their truth, which the engine sees.
_engine.mark_rewritten(globals())
