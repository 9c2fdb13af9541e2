"""The exceptions of PEF, all defined here, and the exit statuses they lead to.

Invariant: what a user can mend (a request, a configuration, an installation) is never shown as a traceback by the
command, and never shares a status with a finding. Rejected: raising Rust-defined exceptions, which could not be
caught by a module that has to run when the engine does not load.
"""

from __future__ import annotations

import enum
import errno
from collections.abc import Iterable
from typing import Any


class ExitStatus(enum.IntEnum):
    """How the command ends. Statuses above 128 follow the shell's rule of 128 plus the signal's number."""

    NOTHING_FOUND = 0
    FOUND = 1
    BAD_REQUEST = 2
    DEFECT = 3
    NOTHING_TO_CHECK = 5
    HUNG_UP = 129
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


def status_after_signal(number: int | None) -> ExitStatus:
    """The status of a command that a signal asked to end."""
    import signal

    statuses = {signal.SIGHUP: ExitStatus.HUNG_UP, signal.SIGTERM: ExitStatus.TERMINATED}
    return statuses.get(signal.Signals(number), ExitStatus.INTERRUPTED) if number else ExitStatus.INTERRUPTED


class PefError(Exception):
    """Base of all exceptions that PEF raises on purpose."""


class RequestError(PefError):
    """The request cannot be carried out; the message is one line that says what to do about it."""


class ImportFailedError(RequestError):
    """A module under test does not import: nothing in it can be run."""


class BadContractError(RequestError):
    """A contract cannot be asked: something is wrong with it, or nothing satisfies it."""


class InstallationError(PefError, ImportError):
    """The engine does not load, or loads another Z3 than the one it was built for."""


class DisagreementError(PefError):
    """The plain code did not do what the rewritten code did, before the target itself was called."""


class DefectError(PefError):
    """Something went wrong in PEF itself."""


class EndedBySignal(BaseException):
    """A signal asks the command to end; like `KeyboardInterrupt`, no `Exception`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class RunStopped(BaseException):
    """Ends a run of the code under test from inside; no `Exception`, so that its handlers let it pass."""


class ContractViolation(BaseException):
    """A contract of a function called on the way does not hold; ends the run like `RunStopped`."""


class RefusedError(PermissionError):
    """The code under test tried what it is not allowed to; for it, a lack of rights like any other."""


_confined = False


def set_confined() -> None:
    """From here on the kernel, too, refuses what the code under test is not to do."""
    global _confined
    _confined = True


def is_confined() -> bool:
    return _confined


def _is_of_kernel(error: BaseException) -> bool:
    """Whether an exception is what a system call that was refused gives."""
    return issubclass(type(error), PermissionError) and _of(error, "errno", OSError) in (errno.EPERM, errno.EACCES)


def is_refusal(error: BaseException | None) -> bool:
    """Whether an exception is, or follows from, something the code under test was not let do."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if issubclass(type(error), RefusedError) or (_confined and _is_of_kernel(error)):
            return True
        seen.add(id(error))
        # Not what the exception says it is: that may be code of the program.
        error = _of(error, "__cause__") or _of(error, "__context__")
    return False


def _of(error: BaseException, name: str, kind: type = BaseException) -> Any:
    return vars(kind)[name].__get__(error)


def one_line(text: str) -> str:
    """`text` with every run of white space, line ends included, as one space."""
    return " ".join(text.split())


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """The tail of a message about an unknown `name`: the candidates close to it, or nothing."""
    from pef.startup.clean_imports import of_library

    with of_library():
        import difflib
    close = difflib.get_close_matches(name, sorted(set(candidates)), n=3, cutoff=0.7)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def choices(name: str, candidates: Iterable[str]) -> str:
    """The same for a short list of candidates, which are all named where none is close."""
    known = sorted(set(candidates))
    return did_you_mean(name, known) or (f"; there is {', '.join(known)}" if known else "")
