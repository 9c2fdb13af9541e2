"""Runs one reported call on the plain module, without the engine, in a process that has run nothing else.

For calls that killed a worker, to see whether they end this process too; and for those that raised something in a worker
that had run others before, to see whether that comes of the call. What it returns is of no interest here.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import itertools
import sys
from types import ModuleType, TracebackType

from pef.startup.clean_imports import of_library
from pef.startup.records import Record
from pef.target import Target

# As much of an iterator as exploration itself would consume, and then some.
_ITERATIONS = 100_000


class PlainEnding(Record):
    """What became of a call."""

    raised: str | None
    """The name of the exception."""
    was_called: bool
    """Whether any code of the program was seen to run: a text that cannot be evaluated says nothing of it."""


def run_plain(module: ModuleType, call: str) -> PlainEnding:
    """Evaluate `call` in `module` and consume what it returns."""
    if "asyncio" in call:
        # As written the call imports it; what it needs is Python's, whatever the files of the program are called.
        with of_library():
            import asyncio  # noqa: F401
    try:
        # The text is ours, and runs no other code than the exploration that produced it did. A class of another module is
        # shown by its full name.
        packages = {name: package for name, package in sys.modules.items() if "." not in name}
        _consume(eval(call, {**packages, **vars(module)}))
    except BaseException as error:
        return PlainEnding(type(error).__name__, _leaves_text(error.__traceback__))
    return PlainEnding(None, was_called=True)


def _leaves_text(trace: TracebackType | None) -> bool:
    """Whether an exception came from code behind the text of the call."""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename not in (__file__, "<string>"):
            return True
        trace = trace.tb_next
    return False


def _consume(value: object) -> None:
    if inspect.iscoroutine(value):
        with of_library():
            import asyncio
        asyncio.run(value)
    elif hasattr(value, "__next__"):
        for _ in itertools.islice(iter(value), _ITERATIONS):  # type: ignore[call-overload]
            pass


def import_plain(target: Target) -> ModuleType:
    """The module of `target`, imported without the engine."""
    name = target.module
    if target.location == name:
        return importlib.import_module(name)
    parent = name.rpartition(".")[0]
    if parent:
        importlib.import_module(parent)
    spec = importlib.util.spec_from_file_location(name, target.location)
    if spec is None or spec.loader is None:
        raise ImportError(f"no loader for {target.location}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
