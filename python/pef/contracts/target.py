"""Puts together the contract of a target: its own, that of its class, and those of everything it may call."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pef import finishing
from pef.contracts.calls import Contracted, contracted, watch
from pef.contracts.checking import CheckedTarget
from pef.contracts.effects import globals_reached, parts_of
from pef.contracts.expressions import Text, World
from pef.contracts.invariants import with_invariants
from pef.contracts.libraries import bare, contract_of, has_markers
from pef.contracts.monitor import Monitor
from pef.loading import LoadedTarget, Modules
from pef.objects.naming import attribute


def checked(target: LoadedTarget, assumptions: Sequence[str], is_under_test: Callable[[str], bool]) -> CheckedTarget:
    """The target with its contracts; `assumptions` are those given from outside (`--assume`)."""
    functions = target.native, target.rewritten
    classes = target.owner, _twin(target.owner, target.rewritten_modules)
    contracts = [
        with_invariants(contract_of(function, target.file), function, class_)
        for function, class_ in zip(functions, classes, strict=True)
    ]
    if target.is_alone:
        # Its twin was made of its code, without what decorators left at it.
        contracts[1] = contracts[0]
    given = [Text(text, "--assume", 0) for text in assumptions]
    plain, rewritten = Monitor(World.PLAIN, is_under_test), Monitor(World.REWRITTEN, is_under_test)
    watch(plain, _contracted(target, World.PLAIN, target.plain_modules), target.native)
    watch(rewritten, _contracted(target, World.REWRITTEN, target.rewritten_modules), target.rewritten)
    native, twin = plain.original(bare(target.native)), rewritten.original(bare(target.rewritten))
    return CheckedTarget(native, twin, (contracts[0], contracts[1]), given, finishing.finish, (plain, rewritten))


def unchecked(target: LoadedTarget) -> Iterator[str]:
    """What contracts say that is not checked for this target."""
    written = inspect.unwrap(target.native)
    values = [scope.get(name) for scope, name in globals_reached(written)]
    values += [part for value in values if isinstance(value, dict | list | tuple) for part in parts_of(value)]
    members = [member for value in values if isinstance(value, type) for member in vars(value).values()]
    for function in (target.native, *values, *members):
        if has_markers(function):
            yield f"what {function.__qualname__} may do besides is not checked (deal.has, deal.pure)"
    module = sys.modules.get(written.__module__)
    if target.is_alone and module is not None:
        # What such a target calls is not watched.
        found = contracted({module.__name__: module}, World.PLAIN)
        known: list[Any] = [*(function for function, _, _ in found.functions), *(class_ for class_, _ in found.classes)]
        for one in known:
            if any(one is value for value in values):
                yield f"the contract of {one.__qualname__} is not asked of calls from here"


def _twin(class_: type | None, modules: Modules) -> type | None:
    """The class of the same name in the other world."""
    found = attribute(modules.get(class_.__module__), class_.__qualname__.split(".")) if class_ is not None else None
    return found if isinstance(found, type) else class_


def _contracted(target: LoadedTarget, world: World, modules: Modules) -> Contracted:
    found: Contracted | None = target.found.get(world)
    if found is None:
        found = target.found[world] = contracted(modules, world)
    return found
