"""Contracts of the functions called on the way, and invariants of classes: checking wrappers in both worlds.

A violated precondition is the caller's fault and is placed at the line of the call; a violated postcondition or
invariant is placed at its clause. A violation ends the run. Not checked are calls that a contract itself makes, and calls
of a function from within itself: the `:assume:` of a recursive function bounds what is explored, and is not meant for
the smaller problems it is solved by.

While arguments are made, contracts restrict them instead (`monitor`); then that of the target counts too, which is
otherwise asked about by `checking`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import CoroutineType, FunctionType, GeneratorType, ModuleType
from typing import Any

from pef import _engine
from pef.contracts.binding import PRECONDITION, BoundContract, Breach
from pef.contracts.contract_data import Contract
from pef.contracts.expressions import ContractRaised, World
from pef.contracts.libraries import bare, contract_of, is_layered
from pef.contracts.monitor import Monitor
from pef.errors import ContractViolation, PefError, RunStopped
from pef.looks import attribute_of, is_a, text_of, unwrapped
from pef.source.definitions import is_class
from pef.startup.records import Record

Function = Callable[..., Any]


class Contracted(Record):
    """What has contracts in some modules; found once for all functions that are explored in them."""

    functions: list[tuple[Function, Contract, list[tuple[ModuleType, str]]]]
    """With the modules and names it can be called by, which are needed where it is no function but an object around one."""
    classes: list[tuple[type, str]]
    """With the file it is in."""


def contracted(modules: dict[str, ModuleType], world: World) -> Contracted:
    """Everything in `modules` that has a contract."""
    from pef.contracts.invariants import watch_class

    found = Contracted([], [])
    places: dict[int, list[tuple[ModuleType, str]]] = {}
    for module in modules.values():
        for name, value in vars(module).items():
            places.setdefault(id(value), []).append((module, name))
    seen: set[int] = set()
    for module in modules.values():
        file = attribute_of(module, "__file__", None)
        if file is None:
            continue
        waiting = list(vars(module).values())
        while waiting:
            value = waiting.pop(0)
            if text_of(value, "__module__") != module.__name__ or id(value) in seen:
                continue
            seen.add(id(value))
            if is_class(value):
                probe = Monitor(world, lambda _: False)
                watch_class(probe, value, file)
                if probe.is_watching:
                    found.classes.append((value, file))
                waiting += [inner for inner in vars(value).values() if is_class(inner)]
            elif (
                callable(value)
                and attribute_of(attribute_of(unwrapped(value), "__code__", None), "co_filename", 0) == file
            ):
                contract = contract_of(value, file)
                if contract.is_checked():
                    found.functions.append((value, contract, places[id(value)]))
    return found


def watch(monitor: Monitor, found: Contracted) -> None:
    """Make wrappers for everything that has a contract."""
    from pef.contracts.invariants import watch_class

    for class_, file in found.classes:
        watch_class(monitor, class_, file)
    for function, contract, places in found.functions:
        # An object around a function, as a cache is: by its names, and where the function itself is called in the end.
        inner = function if is_a(function, FunctionType) else unwrapped(function)
        wrapped = wrapping(monitor, function, contract)(function)
        if is_a(inner, FunctionType):
            replaced = monitor.replace(inner, wrapping(monitor, inner, contract), is_contract=True)
            wrapped = replaced if inner is function else wrapped
        if inner is not function or is_layered(function):
            # What a library made is not instrumented, which the wrapper is.
            for module, name in places:
                monitor.add(module, name, function, wrapped)


def wrapping(monitor: Monitor, function: Function, contract: Contract) -> Callable[[Function], Function]:
    """Makes the wrapper that checks the contract of a function, given what the function does."""
    without = bare(function)
    written = unwrapped(function)

    def wrapped(inner: Function) -> Function:
        return checking(monitor, inner if without is function else without, contract, written)

    return wrapped


def checking(monitor: Monitor, function: Function, contract: Contract, written: Function) -> Function:
    """A function that checks the contract and otherwise does what `function` does; `written` is what the program has there.

    The contract of the target is asked about elsewhere when its turn has come, and here only while arguments are made.
    It is compiled when the function is first called: most functions of a module never are, and what is wrong with
    their contracts is of no interest before.
    """

    @functools.cache
    def bind() -> BoundContract:
        return BoundContract(contract, function, monitor.world)

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        is_target = monitor.target is written and not monitor.is_preparing
        if is_target or monitor.is_suspended or monitor.active.get(checked):
            return function(*args, **kwargs)
        bound = bind()
        restricts = monitor.is_preparing
        with monitor.suspended():
            try:
                call = bound.begin(args, kwargs)
            except TypeError:
                # The arguments do not fit: the call itself says so.
                return function(*args, **kwargs)
            unmet = bound.unmet(call, restricts=restricts)
            if unmet is None:
                bound.keep(call)
        if unmet is not None:
            file, line = monitor.call_place(sys._getframe(1))
            raise monitor.violated(Breach(PRECONDITION, unmet.text.text, file, line, bound.name))
        monitor.active[checked] = 1
        monitor.leave_out(written)
        try:
            result = function(*args, **kwargs)
        except (RunStopped, ContractRaised, ContractViolation, KeyboardInterrupt, PefError):
            raise
        except BaseException as error:
            if bound.raises and not restricts:
                with monitor.suspended():
                    breach = bound.broken_by_exception(error, call)
                if breach is not None:
                    raise monitor.violated(breach) from error
            raise
        finally:
            monitor.take_in(written)
            monitor.active[checked] = 0
        if is_a(result, GeneratorType | CoroutineType):
            # What it will give is not known yet.
            return result
        call.result = result
        with monitor.suspended():
            breach = bound.broken_by_return(call, restricts=restricts)
        if breach is not None:
            raise monitor.violated(breach)
        return result

    return checked


# The wrappers only pass values on; what they evaluate is rewritten.
_engine.mark_rewritten(globals())
