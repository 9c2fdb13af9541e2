"""Putting a wrapper in the place of a function, wherever the function is known: at the function object itself.

A function that was put into a table, a default value, a `partial` or a bound method before the run is called by none of
its names; so its code is replaced by one that calls the wrapper, and the wrapper calls a twin that has the old code.
Rejected: replacing names in modules and classes, which sees only calls by these names.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from pef.looks import attribute_of, has_attribute, is_a

_PLACE = "the wrapper"


def twin_of(function: FunctionType) -> FunctionType:
    """A function that does what `function` does now, whatever becomes of its code."""
    twin = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__qualname__, twin.__module__, twin.__doc__ = function.__qualname__, function.__module__, function.__doc__
    twin.__annotations__ = function.__annotations__
    twin.__dict__.update(function.__dict__)
    return twin


class Replacement:
    """A function that calls a wrapper while it is switched on."""

    __slots__ = ("_code", "_function", "_is_wrapped_already", "_own_code", "twin")

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._own_code = function.__code__
        self._is_wrapped_already = has_attribute(function, "__wrapped__")
        self.twin = twin_of(function)

    def call(self, wrapper: Callable[..., Any]) -> None:
        """What is called instead; to be said before it is switched on."""
        template = _template(len(self._own_code.co_freevars))
        constants = tuple(wrapper if constant == _PLACE else constant for constant in template.co_consts)
        self._code = template.replace(co_consts=constants, co_name=self._own_code.co_name)

    def switch_on(self) -> None:
        self._function.__code__ = self._code
        if not self._is_wrapped_already:
            # Whoever asks for the signature is answered with that of the twin.
            self._function.__wrapped__ = self.twin  # type: ignore[attr-defined]

    def switch_off(self) -> None:
        self._function.__code__ = self._own_code
        if not self._is_wrapped_already:
            self._function.__dict__.pop("__wrapped__", None)


def without_checks(function: Any) -> Any:
    """What a function is apart from wrappers of PEF's, during a run; nothing, where a wrapper is all there is."""
    while is_a(function, FunctionType) and (
        function.__code__.co_filename == __file__
        or str(function.__globals__.get("__name__", "")).startswith("pef.contracts.")
    ):
        function = attribute_of(function, "__wrapped__", None)
    return function


@functools.cache
def _template(free: int) -> CodeType:
    """The code of a function with so many free variables, which a function has to keep, that calls `_PLACE`."""
    names = [f"free_{number}" for number in range(free)]
    source = f"""\
def around({", ".join(names)}):
    def called(*args, **kwargs):
        wrapper = {_PLACE!r}
        return wrapper(*args, **kwargs)
        {"; ".join(names)}
    return called
"""
    namespace: dict[str, Any] = {}
    exec(compile(source, __file__, "exec", dont_inherit=True), namespace)
    code: CodeType = namespace["around"](*names).__code__
    return code
