"""What holds for all tests."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    # A run in the background of a script starts with Ctrl-C ignored, and every process it starts inherits that; the
    # tests of interrupts are about processes that do not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
