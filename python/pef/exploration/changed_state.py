"""What runs were seen to change outside of their arguments, by name, and whether the next call could tell.

The engine puts it back after each run and says which objects it was. What calls before the target cover is no news; nor are
caches of Python itself, and what a program only ever adds to.
"""

from __future__ import annotations

import enum
import gc
import inspect
import sys
from collections.abc import Collection, Iterator, Sequence
from types import CellType, FunctionType, ModuleType
from typing import Any

from pef._engine import ChangedObject
from pef.analysis.added_only import is_only_added_to
from pef.analysis.caches import is_unseen_cache
from pef.analysis.effects import only_reads
from pef.analysis.module_variables import Variable
from pef.analysis.program_classes import program
from pef.inputs.objects.calls_before import state_used
from pef.isolation import c_objects
from pef.loaded_target import LoadedTarget
from pef.looks import is_a, label_of, members_of, unwrapped
from pef.source.definitions import is_class

_OF_PYTHON = frozenset({"__warningregistry__", "__annotations__", "__abstractmethods__", "__doc__"})
_NEAR = 4
_MOST_LOOKED_AT = 20_000


class Changes:
    """The changes that runs of one target make."""

    def __init__(self, target: LoadedTarget, covered: Collection[Variable]) -> None:
        self._target = target
        self._covered = {_root(variable) for variable in covered}
        self._cells = {int(name.partition("@")[2]) for _, name in covered if "@" in name}
        self._known: set[tuple[int, tuple[str, ...]]] = set()
        """What is no news, by the identity of the object."""
        self._is_told = False

    def news(self, changed: Sequence[ChangedObject]) -> str | None:
        """What is to be said of the changes that a run made, if anything is and has not been said."""
        if self._is_told:
            return None
        for one in changed:
            holder, names = one.holder, one.names
            key = (id(holder), tuple(map(str, names)))
            if key in self._known:
                continue
            self._known.add(key)
            found = list(self._named(holder, names))
            if found:
                self._is_told = True
                return f"module state that is changed ({', '.join(found)}) was as the module made it"
        return None

    def _named(self, holder: Any, names: list[Any]) -> Iterator[str]:
        if type(holder) is CellType and id(holder) in self._cells:
            return
        variables = list(_variables(self._target, holder, names))
        if not variables:
            yield _described(holder)
        for variable in variables:
            if not self._is_covered(variable):
                yield variable[1]

    def _is_covered(self, variable: Variable) -> bool:
        module, name = variable
        last = name.rpartition(".")[2]
        if last in _OF_PYTHON or _root(variable) in self._covered:
            return True
        value: Any = sys.modules.get(module)
        for part in name.split("."):
            value = inspect.getattr_static(value, part, None)
            if label_of(type(value), "__module__").partition(".")[0] == "logging" or (
                is_class(value) and issubclass(value, enum.Enum)
            ):
                # They remember what they were asked.
                return True
        written = unwrapped(self._target.native)
        whole = program(written.__module__)
        if is_only_added_to(whole, last, value) or is_unseen_cache(value, whole):
            return True
        if type(written) is not FunctionType:
            # An object that is called, and may have changed itself.
            return False
        # What makes the arguments may have changed it.
        return _root(variable) not in {_root(one) for one in state_used(self._target).uses.reads} and only_reads(
            written
        )


def _root(variable: Variable) -> Variable:
    return variable[0], variable[1].partition(".")[0]


def _sought(holder: Any) -> Any:
    return (
        c_objects.kept_by(holder)
        if label_of(type(holder), "__module__") in ("pef.isolation.c_objects", "pef._engine")
        else holder
    )


def _described(holder: Any) -> str:
    sought = _sought(holder)
    return (
        "what all code shares"
        if sought is holder and holder is not None
        else f"a {label_of(type(sought), '__qualname__')}"
    )


def _variables(target: LoadedTarget, holder: Any, names: list[Any]) -> Iterator[Variable]:
    """The variables by which a program knows what was changed."""
    sought = _sought(holder)
    for name, module in target.plain_modules.items():
        if vars(module) is sought:
            yield from ((name, str(one)) for one in names)
            return
    if is_class(sought):
        yield from ((label_of(sought, "__module__"), f"{label_of(sought, '__qualname__')}.{one}") for one in names)
        return
    found = _holder(target, sought)
    if found is not None:
        yield found


def _holder(target: LoadedTarget, sought: Any) -> Variable | None:
    """The variable through which an object is reached, the nearest one."""
    waiting = [
        ((module_name, name), value)
        for module_name, module in target.plain_modules.items()
        for name, value in list(vars(module).items())
        if not is_a(value, ModuleType)
    ]
    seen: set[int] = set()
    for _ in range(_NEAR):
        further: list[tuple[Variable, Any]] = []
        for variable, value in waiting:
            if value is sought:
                return variable
            if id(value) in seen or len(seen) > _MOST_LOOKED_AT:
                continue
            seen.add(id(value))
            further += [(_part(variable, name), part) for name, part in _parts(value)]
        waiting = further
    return None


def _part(variable: Variable, name: str | None) -> Variable:
    return variable if name is None else (variable[0], f"{variable[1]}.{name}")


def _parts(value: Any) -> Iterator[tuple[str | None, Any]]:
    """What an object refers to, with the names of the attributes of classes."""
    if type(value) is FunctionType:
        yield from (
            (None, one) for one in (value.__defaults__, value.__kwdefaults__, value.__dict__, value.__closure__)
        )
    elif is_class(value):
        yield from list(members_of(value).items())
    elif type(value) is not CellType and is_a(value, ModuleType):
        return
    else:
        yield from ((None, one) for one in gc.get_referents(value) if not is_class(one))
