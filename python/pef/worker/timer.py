"""A timer of the worker's own, which the code under test does not share.

`setitimer` gives a process one timer of real time and one signal for it, and programs use both; a run that set them
looked like one that hangs. POSIX timers have signals of their own: the highest one, which programs leave alone. Where
the system has none (not Linux), it is `setitimer` after all.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable

_MONOTONIC = 1
_NANO = 1_000_000_000


class _Specification(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_long) for name in ("again", "again_nano", "first", "first_nano"))


class _Notification(ctypes.Structure):
    # A `sigevent`: its padding is read by nobody.
    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("how", ctypes.c_int),
        ("padding", ctypes.c_byte * 48),
    )


class Timer:
    """Calls a handler after some time, and again and again until it is stopped."""

    def __init__(self, handler: Callable[[int, object], None]) -> None:
        self._handler = handler
        self._set, self._timer = _make_timer()
        self._signal = signal.SIGALRM if self._set is None else signal.SIGRTMAX

    def start(self, seconds: float, interval: float) -> None:
        # The code under test may have put another handler in its place.
        signal.signal(self._signal, self._handler)
        if self._set is None:
            signal.setitimer(signal.ITIMER_REAL, seconds, interval)
        else:
            self._arm(seconds, interval)

    def stop(self) -> None:
        # A timer of the code under test ends with its run, too.
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._set is not None:
            self._arm(0, 0)

    def _arm(self, seconds: float, interval: float) -> None:
        first, again = (divmod(int(value * _NANO), _NANO) for value in (seconds, interval))
        assert self._set is not None
        self._set(self._timer, 0, ctypes.byref(_Specification(*again, *first)), None)


def _make_timer() -> tuple[Callable[..., int] | None, ctypes.c_void_p]:
    """The function that sets timers, and the timer; no function where there are none."""
    timer = ctypes.c_void_p()
    if sys.platform != "linux":
        return None, timer
    library = ctypes.CDLL(None)
    notification = _Notification(signal=signal.SIGRTMAX)
    try:
        # Names that a C library keeps elsewhere are an `AttributeError`.
        failed = library.timer_create(_MONOTONIC, ctypes.byref(notification), ctypes.byref(timer))
        set_timer = library.timer_settime
    except AttributeError:
        return None, timer
    set_timer.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    return (None, timer) if failed else (set_timer, timer)
