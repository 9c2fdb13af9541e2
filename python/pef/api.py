"""The library: `pef.explore` and `pef.check`, which run the function in the process of the caller."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pef.exploration.exploration import Exploration
from pef.isolation import process_settings
from pef.options import Options, Strategy, strategy_named
from pef.results import Path, Report
from pef.rewriting import scripts
from pef.startup.records import replace

_turns = threading.RLock()
"""Threads take turns: while one explores, modules, streams and clocks of the process are those of its runs."""


def explore(
    function: Callable[..., Any],
    *,
    depth: int = 10,
    paths: int | None = None,
    time: float | None = None,
    strategy: str | Strategy = Strategy.DFS,
    types: str = "",
    assume: Sequence[str] = (),
    strict: bool = False,
    seed: int = 0,
) -> Iterator[Path]:
    """Yield each path of `function` as soon as it is known.

    `depth` bounds the free decisions on a path, `paths` how many there are, `time` the seconds; `types` and `assume`
    are as in the docstring contract (`"x: int, y: bool"`, `["x > 0"]`); with `strict`, exceptions raised on purpose are
    errors too. The function runs in this process.

    Raises `RequestError` at once if the request makes no sense, for example for a parameter of unknown type.
    """
    with _turns:
        exploration = _exploration(function, depth, paths, time, strategy, types, assume, strict, seed)
    return _paths(exploration)


def check(
    function: Callable[..., Any],
    *,
    depth: int = 10,
    paths: int | None = None,
    time: float | None = 60,
    strategy: str | Strategy = Strategy.DFS,
    types: str = "",
    assume: Sequence[str] = (),
    strict: bool = False,
    seed: int = 0,
) -> Report:
    """Explore `function` and report what was established; `report.findings` are the paths that show an error.

    An error is an exception that the contract of the function does not allow, or a contract that does not hold;
    each was seen when the plain function was called with the input of the path.
    """
    with _turns:
        exploration = _exploration(function, depth, paths, time, strategy, types, assume, strict, seed, joins=True)
        try:
            findings = [path for path in exploration if path.is_finding]
            return replace(exploration.report(), findings=findings)
        finally:
            exploration.close()


def _exploration(
    function: Callable[..., Any],
    depth: int,
    paths: int | None,
    time: float | None,
    strategy: str | Strategy,
    types: str,
    assume: Sequence[str],
    strict: bool,
    seed: int,
    *,
    joins: bool = False,
) -> Exploration:
    scripts.stop_if_importing()
    process_settings.notice_settings()
    options = Options(
        depth=depth,
        paths=paths,
        time=time,
        strategy=strategy if isinstance(strategy, Strategy) else strategy_named(strategy),
        types=types,
        assume=(assume,) if isinstance(assume, str) else tuple(assume),
        strict=strict,
        seed=seed,
    )
    return Exploration(function, options, joins=joins)


def _paths(exploration: Exploration) -> Iterator[Path]:
    found = iter(exploration)
    try:
        while True:
            with _turns:
                path = next(found, None)
            if path is None:
                return
            yield path
    finally:
        exploration.close()
