"""The command line. This is where the command begins, which is in a hurry: it starts a worker and then loads the rest."""

from __future__ import annotations

import os
import sys

from pef.protocol.role import CHECK, EXPLORE
from pef.supervision.process import Worker, start_worker

# Without `typing`: see `pef`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_DEFECT, _INTERRUPTED = 3, 130


def command() -> NoReturn:
    """Be the command `pef`: run it and end this process.

    At once: taking apart what was loaded, Z3 among it, takes longer than a small exploration. All that has to be closed
    or removed is by the time `main` returns.
    """
    _replace_closed_streams()
    arguments = sys.argv[1:]
    try:
        worker = _start_ahead(arguments)
        from pef.cli.main import main
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    except BaseException as error:
        # Nothing is there yet that could say it better.
        sys.stderr.write(f"pef: a defect of PEF itself, please report it: {type(error).__name__}: {error}\n")
        os._exit(_DEFECT)
    status = main(arguments, worker)
    try:  # noqa: SIM105
        sys.stderr.flush()
    except OSError:
        # There is nobody to read it.
        pass
    os._exit(status)


def _replace_closed_streams() -> None:
    """Put something behind descriptors 0 to 2 where the caller closed them, before a pipe is given their number."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _start_ahead(arguments: list[str]) -> Worker | None:
    """A worker, before the arguments are even looked at, where they are very likely to need one."""
    if arguments[:1] not in ([EXPLORE], [CHECK]) or {"-h", "--help"}.intersection(arguments):
        return None
    try:
        return start_worker(arguments[0])
    except OSError:
        # It is tried once more where it is needed, and then said.
        return None
