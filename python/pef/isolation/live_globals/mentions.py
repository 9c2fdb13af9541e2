"""The names that code which a call of the target may run mentions, whatever has these names."""

from __future__ import annotations

import functools
import gc
import re
from collections.abc import Set
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pef.isolation.live_globals.codes import names_in
from pef.loaded_target import LoadedTarget
from pef.looks import attribute_of, is_a, unwrapped
from pef.source.definitions import is_class

# Code that mentions one of these can put names together when it runs.
_BY_ANY_NAME = frozenset(
    {
        *("globals", "locals", "vars", "dir", "getattr", "hasattr", "setattr", "delattr", "eval", "exec", "compile"),
        *("__dict__", "__globals__", "__closure__", "__getattribute__", "__import__", "import_module", "modules"),
        *("attrgetter", "methodcaller", "getattr_static", "getmembers", "getmembers_static", "get_objects"),
        *("get_referents", "get_referrers", "_getframe", "currentframe"),
    }
)


class Mentions:
    """Found from the target on: the code of what a name stands for may run where the name is mentioned."""

    def __init__(self, target: LoadedTarget) -> None:
        self._modules = set(target.plain_modules)
        self._files = {attribute_of(module, "__file__", "") for module in target.plain_modules.values()}
        self._puts_names_together = False
        self._known = _values_by_name(target)
        self._names: set[str] = set()
        self._seen: dict[int, Any] = {}
        native = unwrapped(target.native)
        annotations = attribute_of(native, "__annotations__", {}).values()
        self._waiting: list[Any] = [target.native, native, target.owner]
        for kind in annotations:
            self._mention(set(re.findall(r"\w+", str(kind))))
        self._follow()

    def has(self, name: str, *, by_any_name: bool) -> bool:
        """Whether a name is mentioned; `by_any_name`: or can be put together when the code runs."""
        return name in self._names or (by_any_name and self._puts_names_together)

    def _follow(self) -> None:
        while self._waiting:
            value = self._waiting.pop()
            if is_a(value, CodeType):
                names = names_in(value)
                # Code of libraries looks for what the program tells it to.
                if value.co_filename in self._files and not names.isdisjoint(_BY_ANY_NAME):
                    self._puts_names_together = True
                self._mention(names | _words_in(value))
            elif id(value) not in self._seen and not is_a(value, ModuleType):
                # What is kept is alive, so that no other object has its number.
                self._seen[id(value)] = value
                self._waiting += self._inside(value)

    def _inside(self, value: Any) -> list[Any]:
        if is_a(value, FunctionType):
            # Not its globals: these it has to mention.
            cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
            return [value.__code__, value.__defaults__, value.__kwdefaults__, *vars(value).values(), *cells]
        if is_class(value):
            is_of_program = value.__module__ in self._modules
            return [*vars(value).values(), *value.__bases__, type(value)] if is_of_program else []
        return gc.get_referents(value)

    def _mention(self, names: Set[str]) -> None:
        for name in names - self._names:
            self._names.add(name)
            self._waiting += self._known.get(name, ())


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _values_by_name(target: LoadedTarget) -> dict[str, list[Any]]:
    """What is found under a name in the modules and in their classes."""
    known: dict[str, list[Any]] = {}
    classes: list[type] = []
    for module in target.plain_modules.values():
        for name, value in list(vars(module).items()):
            known.setdefault(name, []).append(value)
            if is_class(value) and value.__module__ in target.plain_modules:
                classes.append(value)
    seen: dict[int, type] = {}
    while classes:
        class_ = classes.pop()
        if id(class_) in seen:
            continue
        seen[id(class_)] = class_
        for name, value in list(vars(class_).items()):
            known.setdefault(name, []).append(value)
            if is_class(value) and value.__module__ in target.plain_modules:
                classes.append(value)
    return known


@functools.lru_cache(maxsize=4096)
def _words_in(code: CodeType) -> frozenset[str]:
    """Names in texts: attributes are asked for by them too, and contracts are texts."""
    nested = (_words_in(constant) for constant in code.co_consts if is_a(constant, CodeType))
    texts = (constant for constant in code.co_consts if is_a(constant, str))
    return frozenset(word for text in texts for word in re.findall(r"[^\W\d]\w*", text)).union(*nested)
