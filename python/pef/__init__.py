"""PEF, the Python Error Finder: follows every path of a function and shows the call that takes it.

    import pef

    for path in pef.explore(withdraw, depth=10):
        print(path.call, path.outcome, path.condition)

    report = pef.check(withdraw)
    print(report.verdict, [finding.call for finding in report.findings])

Importing the package loads the engine and checks the Z3 it found, so that a broken installation is seen here and not
in the middle of a run; the command does the same a moment later, when its worker is on its way. Everything else is
loaded when it is first used: the command passes through here too, and is to answer in a blink.
"""

from __future__ import annotations

import os
import sys

# Type checkers know it by its name. Loading `typing` for it would keep the command from starting its worker for longer
# than a small exploration takes.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pef.api import check, explore
    from pef.errors import InstallationError, PefError, RequestError
    from pef.options import Options, Strategy
    from pef.results import (
        ContractStatus,
        Coverage,
        Decision,
        Outcome,
        Path,
        Reason,
        ReasonKind,
        Report,
        Verdict,
    )

    __version__: str

__all__ = [
    "ContractStatus",
    "Coverage",
    "Decision",
    "InstallationError",
    "Options",
    "Outcome",
    "Path",
    "PefError",
    "Reason",
    "ReasonKind",
    "Report",
    "RequestError",
    "Strategy",
    "Verdict",
    "__version__",
    "check",
    "explore",
]

_HOMES = {
    **dict.fromkeys(["InstallationError", "PefError", "RequestError"], "pef.errors"),
    **dict.fromkeys(["check", "explore"], "pef.api"),
    **dict.fromkeys(["Options", "Strategy"], "pef.options"),
    **dict.fromkeys(
        ["ContractStatus", "Coverage", "Decision", "Outcome", "Path", "Reason", "ReasonKind", "Report", "Verdict"],
        "pef.results",
    ),
}


def _load_engine() -> None:
    from pef import load_engine

    load_engine.load()


def _is_command() -> bool:
    """Whether this process is the command `pef` (or `python -m pef`) and not a program that uses the library."""
    name = os.path.splitext(os.path.basename(sys.argv[0]))[0]  # noqa: PTH119, PTH122
    return name == "pef" or sys.orig_argv[1:3] == ["-m", "pef"]


# The command has its worker started before it loads the engine itself; see `pef.cli`.
if not _is_command():
    _load_engine()


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("pef")
    elif name in _HOMES:
        from importlib import import_module

        _load_engine()
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
