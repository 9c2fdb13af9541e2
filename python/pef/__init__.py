"""PEF, the Python Error Finder: follows every path of a function and shows the call that takes it.

    import pef

    for path in pef.explore(withdraw, depth=10):
        print(path.call, path.outcome, path.condition)

    report = pef.check(withdraw)
    print(report.verdict, [finding.call for finding in report.findings])

Importing the package loads the engine and checks the Z3 it found, so that a broken installation is seen here and not
in the middle of a run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path as _FilePath
from typing import TYPE_CHECKING, Any

from pef import _native
from pef.errors import InstallationError, PefError, RequestError
from pef.options import Options, Strategy, strategy_named
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

if TYPE_CHECKING:
    from pef.exploring import Exploration

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


def _is_command() -> bool:
    """Whether this process is the command `pef` (or `python -m pef`) and not a program that uses the library."""
    return _FilePath(sys.argv[0]).stem == "pef" or sys.orig_argv[1:3] == ["-m", "pef"]


try:
    _native.load()
except InstallationError as error:
    if _is_command():
        # The package is imported before the command can catch anything; a traceback would end in status 1, which
        # means that an error was found in the user's code.
        sys.stderr.write(f"pef: {error}\n")
        raise SystemExit(2) from None
    raise


def __getattr__(name: str) -> str:
    # Reading the metadata of the distribution takes longer than starting the engine, and few ask.
    if name == "__version__":
        from importlib.metadata import version

        return version("pef")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def explore(
    function: Callable[..., Any],
    *,
    depth: int = 10,
    paths: int | None = None,
    time: float | None = None,
    strategy: str | Strategy = Strategy.DFS,
    types: str = "",
    assume: Sequence[str] = (),
    seed: int = 0,
) -> Iterator[Path]:
    """Yield each path of `function` as soon as it is known.

    `depth` bounds the free decisions on a path, `paths` how many there are, `time` the seconds; `types` and `assume`
    are as in the docstring contract (`"x: int, y: bool"`, `["x > 0"]`). The function runs in this process.

    Raises `RequestError` at once if the request makes no sense, for example for a parameter of unknown type.
    """
    return _paths(_exploration(function, depth, paths, time, strategy, types, assume, seed))


def check(
    function: Callable[..., Any],
    *,
    depth: int = 10,
    paths: int | None = None,
    time: float | None = 60,
    strategy: str | Strategy = Strategy.DFS,
    types: str = "",
    assume: Sequence[str] = (),
    seed: int = 0,
) -> Report:
    """Explore `function` and report what was established; `report.findings` are the paths that show an error.

    An error is an exception that the contract of the function does not allow, or a contract that does not hold;
    each was seen when the plain function was called with the input of the path.
    """
    from dataclasses import replace

    exploration = _exploration(function, depth, paths, time, strategy, types, assume, seed)
    findings = [path for path in exploration if path.is_finding]
    return replace(exploration.report(), findings=findings)


def _exploration(
    function: Callable[..., Any],
    depth: int,
    paths: int | None,
    time: float | None,
    strategy: str | Strategy,
    types: str,
    assume: Sequence[str],
    seed: int,
) -> Exploration:
    from pef.exploring import Exploration

    options = Options(
        depth=depth,
        paths=paths,
        time=time,
        strategy=strategy if isinstance(strategy, Strategy) else strategy_named(strategy),
        types=types,
        assume=(assume,) if isinstance(assume, str) else tuple(assume),
        seed=seed,
    )
    return Exploration(function, options)


def _paths(exploration: Exploration) -> Iterator[Path]:
    yield from exploration
