"""Puts together the contract of a target: its own, that of its class, and those of everything it may call."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pef.contracts.binding import BoundContract
from pef.contracts.call_wrappers import contracted, watch
from pef.contracts.contract_data import Contract
from pef.contracts.expressions import Expression, Moment, Text, World
from pef.contracts.invariants import with_invariants
from pef.contracts.libraries import bare, contract_of, has_markers
from pef.contracts.monitor import Monitor
from pef.contracts.snapshots import globals_reached, parts_of
from pef.contracts.target_contract import CheckedTarget, Side
from pef.loaded_target import LoadedTarget, Modules
from pef.looks import is_a, unwrapped
from pef.source.definitions import is_class
from pef.source.naming import attribute
from pef.startup.records import Record

Function = Callable[..., Any]


def checked(target: LoadedTarget, assumptions: Sequence[str], finish: Callable[[Any], Any]) -> CheckedTarget:
    """The target with its contracts; `assumptions` are those given from outside (`--assume`)."""
    contracts: _Contracts | None = target.found.get(_Contracts)
    if contracts is None:
        contracts = target.found[_Contracts] = _Contracts(target)
    plain, rewritten = contracts.of(target)
    sides = contracts.side(plain, tuple(assumptions)), contracts.side(rewritten, tuple(assumptions))
    return CheckedTarget(*sides, finish, plain.unchecked)


class _Compiled(Record):
    """The contract of one function in one world."""

    written: Function
    bound: BoundContract
    sides: dict[tuple[str, ...], Side]
    """By assumptions from outside: what is explored with them."""
    unchecked: list[str]
    """What contracts say that is not checked, in words."""


class _Contracts:
    """The contracts in the modules of a target: read, compiled and put in place once for all functions explored in them."""

    def __init__(self, target: LoadedTarget) -> None:
        self._monitors: dict[World, Monitor] = {}
        for world, modules in ((World.PLAIN, target.plain_modules), (World.REWRITTEN, target.rewritten_modules)):
            self._monitors[world] = Monitor(world, target.is_under_test)
            watch(self._monitors[world], contracted(modules, world))
        self._compiled: dict[tuple[str, int], tuple[_Compiled, _Compiled]] = {}

    def of(self, target: LoadedTarget) -> tuple[_Compiled, _Compiled]:
        """The contract of a target, for its plain function and for the rewritten one."""
        # Members of enumerations are the only ones of their kind, and take long to hash.
        key = target.name, id(target.access)
        known = self._compiled.get(key)
        if known is None:
            functions = target.native, target.rewritten
            classes = target.owner, _twin(target.owner, target.rewritten_modules)
            contracts = [
                with_invariants(contract_of(function, target.file), function, class_)
                for function, class_ in zip(functions, classes, strict=True)
            ]
            if target.is_alone:
                # Its twin was made of its code, without what decorators left at it.
                contracts[1] = contracts[0]
            plain = self._compile(World.PLAIN, target.native, contracts[0], list(_unchecked(target)))
            known = self._compiled[key] = plain, self._compile(World.REWRITTEN, target.rewritten, contracts[1], [])
        return known

    def _compile(self, world: World, function: Function, contract: Contract, unchecked: list[str]) -> _Compiled:
        does = self._monitors[world].original(bare(function))
        return _Compiled(unwrapped(function), BoundContract(contract, does, world), {}, unchecked)

    def side(self, compiled: _Compiled, given: tuple[str, ...]) -> Side:
        """A contract with assumptions from outside."""
        known = compiled.sides.get(given)
        if known is None:
            bound = compiled.bound
            names = list(bound.signature.parameters)
            texts = [Text(text, "--assume", 0) for text in given]
            more = [Expression(text, Moment.ENTRY, bound.world, bound.function, names) for text in texts]
            monitor, assumptions = self._monitors[bound.world], [*bound.assume, *more]
            known = compiled.sides[given] = Side(compiled.written, bound.function, bound, monitor, assumptions)
        return known


def _unchecked(target: LoadedTarget) -> Iterator[str]:
    """What contracts say that is not checked for this target."""
    written = unwrapped(target.native)
    values = [scope.get(name) for scope, name in globals_reached(written)]
    values += [part for value in values if is_a(value, dict | list | tuple) for part in parts_of(value)]
    members = [member for value in values if is_class(value) for member in vars(value).values()]
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
    return found if is_a(found, type) else class_
