"""Switches of the interpreter and of its library that all code in a process shares and few programs touch.

They are looked at after every run, which would cost every program something; so only those are that the source of the
program names. What a library sets behind its back is not seen here.
"""

from __future__ import annotations

import gc
import re
import signal
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
        self._values = [(name, getattr(warnings, name)) for name in _OF_WARNINGS if hasattr(warnings, name)]
        self._filters: list[Any] = list(warnings.filters)

    def differs(self) -> bool:
        attributes = vars(self._module)
        return attributes["filters"] != self._filters or any(
            attributes.get(name) is not value for name, value in self._values
        )

    def restore(self) -> str | None:
        for name, value in self._values:
            setattr(self._module, name, value)
        self._module.filters[:] = self._filters
        # What was decided by other filters is decided anew.
        if hasattr(self._module, "_filters_mutated_lock_held"):
            with self._module._lock:
                self._module._filters_mutated_lock_held()
        else:
            self._module._filters_mutated()
        return None


_OF_WARNINGS = ("filters", "showwarning", "formatwarning", "_showwarnmsg_impl", "defaultaction")


def named_in(sources: Iterable[bytes]) -> frozenset[bytes]:
    """The switches that are named in the source of a program."""
    return frozenset(word for source in sources for word in _NAMES.findall(source))


def keepers_of(names: frozenset[bytes]) -> list[Switch | Warnings]:
    """Who keeps the switches of these names."""
    return [make() for make in dict.fromkeys(_MAKERS[name] for name in sorted(names) if name in _MAKERS)]


def tables_of(names: frozenset[bytes]) -> list[Any]:
    """Objects of the library that are state of a program that uses these names, though it does not hold them itself."""
    return _loggers() if b"logging" in names else []


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
    numbers = sorted(signal.valid_signals())

    def write(then: list[Any]) -> None:
        # No other thread may set them, so none did.
        if threading.current_thread() is threading.main_thread():
            for number, handler in zip(numbers, then, strict=True):
                if handler is not None and signal.getsignal(number) is not handler:
                    signal.signal(number, handler)

    return Switch(lambda: [signal.getsignal(number) for number in numbers], write)


def _time_limit_of_sockets() -> Switch:
    import socket

    return Switch(socket.getdefaulttimeout, socket.setdefaulttimeout)


def _switching() -> Switch:
    return Switch(sys.getswitchinterval, sys.setswitchinterval)


_MAKERS: dict[bytes, Callable[[], Switch | Warnings]] = {
    **dict.fromkeys((b"warnings", b"captureWarnings"), Warnings),
    **dict.fromkeys((b"excepthook", b"displayhook", b"unraisablehook", b"breakpointhook"), _hooks),
    **dict.fromkeys((b"settrace", b"setprofile"), _tracing),
    **({b"set_int_max_str_digits": _digits} if hasattr(sys, "set_int_max_str_digits") else {}),
    b"gc": _garbage,
    b"signal": _signals,
    b"setdefaulttimeout": _time_limit_of_sockets,
    b"setswitchinterval": _switching,
}
_NAMES = re.compile(rb"\b(?:" + b"|".join(sorted((*_MAKERS, b"logging"))) + rb")\b")
