"""Switches of the interpreter and of its library that all code in a process shares and few programs touch.

They are looked at after every run, which would cost every program something; so only those are that the source of the
program names. What a library sets behind its back is not seen here.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import gc
import re
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any


class Switch:
    """Keeps what one function reads and another one writes."""

    def __init__(self, read: Callable[[], Any], write: Callable[[Any], None]) -> None:
        self._read, self._write = read, write
        self._then = read()

    def differs(self) -> bool:
        return bool(self._read() != self._then)

    def restore(self) -> str | None:
        self._write(self._then)
        return None


class Warnings:
    """Keeps how warnings are treated; which were shown is in the modules that gave them."""

    def __init__(self) -> None:
        import warnings

        self._module: Any = warnings
        self._shown = warnings.showwarning
        self._filters: Any = warnings.filters
        self._listed = list(warnings.filters)

    def differs(self) -> bool:
        module = self._module
        return not (
            module.filters is self._filters and self._filters == self._listed and module.showwarning is self._shown
        )

    def restore(self) -> str | None:
        self._module.showwarning = self._shown
        self._module.filters = self._filters
        self._filters[:] = self._listed
        # What was decided by other filters is decided anew.
        if hasattr(self._module, "_filters_mutated_lock_held"):
            with self._module._lock:
                self._module._filters_mutated_lock_held()
        else:
            self._module._filters_mutated()
        return None


class Named:
    """The switches that are named in the source of a program."""

    def __init__(self, sources: Iterable[bytes]) -> None:
        known = list(sources)
        self._makers = [make for words, make in _MAKERS if _has_one(known, words)]
        self._sets_up_logging = _has_one(known, _LOGGING)

    def keepers(self) -> list[Switch | Warnings]:
        """Who keeps them."""
        return [make() for make in self._makers]

    def tables(self) -> list[Any]:
        """Objects of the library that are state of the program, though it does not hold them itself."""
        return _loggers() if self._sets_up_logging else []


def _has_one(sources: list[bytes], words: tuple[str, ...]) -> bool:
    """Whether one of the words stands in one of the texts, and not as a part of another word."""
    # Most are not there at all, which is seen in no time.
    there = ((source, word) for word in map(str.encode, words) for source in sources if word in source)
    return any(re.search(rb"\b" + re.escape(word) + rb"\b", source) for source, word in there)


def _loggers() -> list[Any]:
    """What the program sets up of logging: handlers and levels of all there is, and names that it gives levels."""
    import logging

    manager = logging.Logger.manager
    known = [one for one in manager.loggerDict.values() if isinstance(one, logging.Logger)]
    return [logging._levelToName, logging._nameToLevel, *map(vars, (manager, logging.root, *known))]


def _digits() -> Switch:
    return Switch(sys.get_int_max_str_digits, sys.set_int_max_str_digits)


def _hooks() -> Switch:
    names = ("excepthook", "displayhook", "unraisablehook", "breakpointhook")
    return Switch(lambda: [getattr(sys, name) for name in names], lambda then: _set_all(sys, names, then))


def _set_all(owner: object, names: Iterable[str], values: Iterable[Any]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(owner, name, value)


def _tracing() -> Switch:
    def write(then: tuple[Any, Any]) -> None:
        sys.settrace(then[0])
        sys.setprofile(then[1])

    return Switch(lambda: (sys.gettrace(), sys.getprofile()), write)


def _garbage() -> Switch:
    def write(then: tuple[bool, tuple[int, int, int], int]) -> None:
        (gc.enable if then[0] else gc.disable)()
        gc.set_threshold(*then[1])
        gc.set_debug(then[2])

    return Switch(lambda: (gc.isenabled(), gc.get_threshold(), gc.get_debug()), write)


def _signals() -> Switch:
    # Without the classes that `signal` makes of them, which take ten times as long.
    numbers = sorted(_signal.valid_signals())
    handler_of = _signal.getsignal

    def write(then: list[Any]) -> None:
        # No other thread may set them, so none did.
        if threading.current_thread() is threading.main_thread():
            for number, handler in zip(numbers, then, strict=True):
                if handler is not None and handler_of(number) is not handler:
                    _signal.signal(number, handler)

    return Switch(lambda: [handler_of(number) for number in numbers], write)


def _time_limit_of_sockets() -> Switch:
    import socket

    return Switch(socket.getdefaulttimeout, socket.setdefaulttimeout)


def _switching() -> Switch:
    return Switch(sys.getswitchinterval, sys.setswitchinterval)


_Maker = Callable[[], Switch | Warnings]
_MAKERS: list[tuple[tuple[str, ...], _Maker]] = [
    (
        ("simplefilter", "filterwarnings", "resetwarnings", "warnings.filters", "showwarning", "captureWarnings"),
        Warnings,
    ),
    (("excepthook", "displayhook", "unraisablehook", "breakpointhook"), _hooks),
    (("settrace", "setprofile"), _tracing),
    (("gc",), _garbage),
    (("signal.signal", "from signal import"), _signals),
    (("setdefaulttimeout",), _time_limit_of_sockets),
    (("setswitchinterval",), _switching),
]
if hasattr(sys, "set_int_max_str_digits"):
    _MAKERS.append((("set_int_max_str_digits",), _digits))

# To write to the root logger is to set it up.
_WRITES = ("disable", "debug", "info", "warning", "warn", "error", "exception", "critical", "log")
_LOGGING = (
    *("basicConfig", "dictConfig", "fileConfig", "addHandler", "removeHandler", "handlers", "setLevel", "addLevelName"),
    *("addFilter", "removeFilter", "propagate", "setLoggerClass", "setLogRecordFactory"),
    *(f"logging.{name}" for name in _WRITES),
)
