"""Runs one reported call on the plain module, without the engine, to see whether it ends the process again.

Only for calls that killed a worker: everything else is replayed by the engine in the process that found it. What the
call returns is of no interest here; that it comes back at all is.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import inspect
import itertools
import sys
from types import ModuleType
from typing import Any

# As much of an iterator as exploration itself would consume, and then some.
_ITERATIONS = 100_000


def run_plain(module: ModuleType, call: str) -> str | None:
    """Evaluate `call` in `module` and consume what it returns; the name of the exception if it raised one."""
    try:
        # The text is ours, and runs no other code than the exploration that produced it did. A coroutine is shown as
        # `asyncio.run(…)`, whether the module imports asyncio or not, and a class of another module by its full name.
        packages = {name: package for name, package in sys.modules.items() if "." not in name}
        _consume(eval(call, {**packages, "asyncio": asyncio, **vars(module)}))
    except BaseException as error:
        return type(error).__name__
    return None


def _consume(value: object) -> None:
    if inspect.iscoroutine(value):
        asyncio.run(value)
    elif hasattr(value, "__next__"):
        for _ in itertools.islice(iter(value), _ITERATIONS):  # type: ignore[call-overload]
            pass


def import_plain(target: dict[str, Any]) -> ModuleType:
    """The module of `target`, imported without the engine."""
    name = target["module"]
    if target["location"] == name:
        return importlib.import_module(name)
    parent = name.rpartition(".")[0]
    if parent:
        importlib.import_module(parent)
    spec = importlib.util.spec_from_file_location(name, target["location"])
    if spec is None or spec.loader is None:
        raise ImportError(f"no loader for {target['location']}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
