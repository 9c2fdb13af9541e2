"""Ctrl-C, SIGTERM and SIGHUP, noticed between events of a supervisor and never in the middle of one.

Rejected: an exception raised by the signal handler, which can cut a report in the middle of a line.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from typing import NoReturn

from pef.errors import EndedBySignal
from pef.startup.records import Record


class Interrupts(Record, frozen=False):
    """The signal that came, and a descriptor that becomes readable when one does."""

    descriptor: int
    number: int | None = None


@contextlib.contextmanager
def ending_by_exception() -> Iterator[None]:
    """Where signals are not noticed otherwise, have them end the command in a way that removes what it made."""

    def end(number: int, _frame: object) -> NoReturn:
        raise EndedBySignal(number)

    # Ctrl-C is an exception already.
    previous = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in previous.items():
        if handler == signal.SIG_DFL:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def noticed() -> Iterator[Interrupts]:
    """Notice the signals that ask this process to end, instead of ending."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    seen = Interrupts(reading)

    def notice(number: int, _frame: object) -> None:
        if seen.number is not None:
            # The user insists: the orderly end takes too long.
            os._exit(128 + number)
        seen.number = number

    # A terminal that is closed is one more way to be asked.
    watched = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    previous_descriptor = signal.set_wakeup_fd(writing)
    # A signal the caller had set to be ignored (`nohup`, background jobs) stays ignored.
    previous = {number: signal.getsignal(number) for number in watched}
    for number, handler in previous.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, notice)
    try:
        yield seen
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(previous_descriptor)
        os.close(reading)
        os.close(writing)
