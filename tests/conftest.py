"""What holds for all tests."""

from __future__ import annotations

import os
import signal


def pytest_configure() -> None:
    # Every answer of the solvers that are part of PEF is given to Z3 too, here and in all processes that are started; a
    # contradiction ends the process.
    os.environ.setdefault("PEF_CHECK_SOLVER", "1")
    # A run in the background of a script starts with Ctrl-C ignored, and every process it starts inherits that; the
    # tests of interrupts are about processes that do not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
