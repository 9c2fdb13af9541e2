"""Names of classes as code of the target's module can use them.

Reports show calls as expressions of that module, so a class is named as the module knows it; one that the module cannot
reach is imported on the spot. Which module it is, is known where a call is shown (`naming`), not where an object is described.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from types import ModuleType
from typing import Any

from pef.looks import attribute_of, is_a, text_of

_scope: ContextVar[Mapping[str, Any] | None] = ContextVar("scope", default=None)


class naming:  # noqa: N801 - used like a function
    """Within it, classes are named as in a module with these globals.

    A class, because one made from a generator takes longer than the text of a small call.
    """

    __slots__ = ("_scope", "_token")

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._scope = scope

    def __enter__(self) -> None:
        self._token = _scope.set(self._scope)

    def __exit__(self, *_: object) -> None:
        _scope.reset(self._token)


def name_of(class_: type) -> str:
    """An expression for the class."""
    qualname = class_.__qualname__
    scope = _scope.get()
    if scope is None:
        return qualname
    first, *rest = qualname.split(".")
    if attribute(scope.get(first), rest) is class_:
        return qualname
    for name, value in scope.items():
        if value is class_:
            return name
    for name, value in scope.items():
        if is_a(value, ModuleType) and attribute(value, [first, *rest]) is class_:
            return f"{name}.{qualname}"
    if class_.__module__ == builtins.__name__ and first not in scope:
        return qualname
    # Such an expression can be evaluated wherever the target can be called.
    module = repr(class_.__module__)
    return f"__import__({module}{', fromlist=[None]' if '.' in module else ''}).{qualname}"


def named(value: Any) -> str | None:
    """An expression for a class, a function or a module by its name; nothing where no name leads to it."""
    if is_a(value, ModuleType):
        name = text_of(value, "__name__") or ""
        imported = f"__import__({name!r}{', fromlist=[None]' if '.' in name else ''})"
        return imported if sys.modules.get(name) is value else None
    module, qualname = text_of(value, "__module__"), text_of(value, "__qualname__")
    if module is None or qualname is None or attribute(sys.modules.get(module), qualname.split(".")) is not value:
        return None
    return name_of(value)


def path_of(module: str, qualname: str) -> str:
    """An expression for what a module has under a name."""
    scope = _scope.get()
    first, *_rest = qualname.split(".")
    if scope is None or scope.get("__name__") == module:
        return qualname
    found = sys.modules.get(module)
    if scope.get(first) is not None and scope.get(first) is attribute(found, [first]):
        return qualname
    for name, value in scope.items():
        if value is found:
            return f"{name}.{qualname}"
    return f"__import__({module!r}{', fromlist=[None]' if '.' in module else ''}).{qualname}"


def is_taken(name: str) -> bool:
    """Whether a name means something already where the code is shown."""
    return name in (_scope.get() or {}) or hasattr(builtins, name)


def attribute(found: Any, names: list[str]) -> Any:
    """What a chain of names leads to from an object; `None` where it breaks off."""
    for name in names:
        found = attribute_of(found, name)
    return found
