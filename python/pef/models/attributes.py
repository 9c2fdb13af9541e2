"""Models of `getattr` and its relatives for symbolic names: which attribute it is, or none, is decided as in a dictionary."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from pef import _engine as engine
from pef.models.registry import function, natively


def _decided(subject: Any, name: Any) -> str | None:
    """The attribute that is named; nothing if there is no such attribute."""
    names = _names_of(subject)
    found = {one: one for one in names}.get(name)
    return None if found is None else str(found)


def _names_of(subject: Any) -> list[str]:
    """The names of an object's attributes: its own first, those that everything has last."""
    places = [vars(subject)] if hasattr(subject, "__dict__") else []
    classes = [*type(subject).__mro__]
    if isinstance(subject, type):
        classes = [*subject.__mro__, *classes]
    names = [name for place in [*places, *map(vars, classes)] for name in list(place) if type(name) is str]
    return sorted(dict.fromkeys(names), key=_is_special)


def _is_special(name: str) -> bool:
    return name.startswith("__")


def _is_followed(subject: Any, name: Any) -> bool:
    """Whether the names that an object has say all about it."""
    if not isinstance(name, str) or isinstance(subject, ModuleType | int | float | str | bytes | list | dict | set):
        return False
    reading: Any = type(subject).__getattribute__
    return reading is object.__getattribute__ or reading is type.__getattribute__


@function(getattr, trigger="key")
def get_attribute(subject: Any, name: Any, /, *default: Any) -> Any:
    if not engine.is_symbolic(name):
        return engine.native(getattr, subject, name, *default)
    if len(default) > 1 or not _is_followed(subject, name):
        return natively(getattr, subject, name, *default)
    found = _decided(subject, name)
    if found is not None:
        return engine.native(getattr, subject, found, *default)
    fallback = getattr(type(subject), "__getattr__", None)
    if fallback is None:
        # It is none of the object's, and that is all that the outcome depends on.
        return engine.native(getattr, subject, engine.plain(name), *default)
    try:
        return fallback(subject, name)
    except AttributeError:
        if len(default) == 0:
            raise
        return default[0]


@function(hasattr, trigger="key")
def has_attribute(subject: Any, name: Any, /) -> Any:
    if not engine.is_symbolic(name):
        return engine.native(hasattr, subject, name)
    if not isinstance(name, str):
        return natively(hasattr, subject, name)
    try:
        get_attribute(subject, name)
    except AttributeError:
        return False
    return True


@function(setattr, trigger="key")
def set_attribute(subject: Any, name: Any, value: Any, /) -> None:
    if engine.is_symbolic(name):
        name = _name_to_change(subject, name, "setattr")
    engine.native(setattr, subject, name, value)


@function(delattr, trigger="key")
def delete_attribute(subject: Any, name: Any, /) -> None:
    if engine.is_symbolic(name):
        name = _name_to_change(subject, name, "delattr")
    engine.native(delattr, subject, name)


def _name_to_change(subject: Any, name: Any, what: str) -> Any:
    """One of the names that the object has; a new one is fixed to what it is in this run, with a note."""
    found = _decided(subject, name) if _is_followed(subject, name) else None
    return engine.concretise(name, f"call of {what}") if found is None else found
