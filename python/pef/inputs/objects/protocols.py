"""Protocols: the classes of the program that have what a protocol asks for.

Members are compared by name, as `isinstance` does for protocols that allow it; types of members are not.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterator

from pef.analysis.worlds import is_named, is_of_program
from pef.looks import attribute_of, is_a

_NOT_MEMBERS = frozenset(
    {"__abstractmethods__", "__annotations__", "__doc__", "__init__", "__new__", "__subclasshook__"}
)


def implementations(protocol: type) -> Iterator[type]:
    """Classes of the program with all members of a protocol, in the order in which they were written."""
    wanted = _members(protocol)
    if not wanted:
        return
    for module in list(sys.modules.values()):
        for class_ in list(attribute_of(module, "__dict__", {}).values()):
            if (
                is_a(class_, type)
                and class_.__module__ == attribute_of(module, "__name__", None)
                and not getattr(class_, "_is_protocol", False)
                and is_of_program(class_)
                and is_named(class_)
                and wanted <= _attributes(class_)
            ):
                yield class_


def _members(protocol: type) -> set[str]:
    found: set[str] = set()
    for base in protocol.__mro__:
        if getattr(base, "_is_protocol", False) and base is not typing.Protocol:
            found |= {name for name in (*vars(base), *attribute_of(base, "__annotations__", {})) if _is_member(name)}
    return found


def _is_member(name: str) -> bool:
    if name in _NOT_MEMBERS or name.startswith(("_abc_", "_is_", "__parameters__", "__orig_")):
        return False
    return not (name.startswith("__") and hasattr(typing.Protocol, name)) and name not in (
        "__module__",
        "__qualname__",
        "__dict__",
        "__weakref__",
        "__slots__",
        "__protocol_attrs__",
        "__non_callable_proto_members__",
        "__static_attributes__",
        "__firstlineno__",
    )


def _attributes(class_: type) -> set[str]:
    """Names that objects of the class have: what its classes define or annotate, and what constructors assign."""
    found: set[str] = set()
    for base in class_.__mro__:
        if base is object:
            continue
        found |= {*vars(base), *attribute_of(base, "__annotations__", {})}
        initialise = vars(base).get("__init__")
        found |= set(attribute_of(attribute_of(initialise, "__code__", None), "co_names", ()))
    return found
