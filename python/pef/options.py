"""The options of a run: one value, checked once, passed down.

Invariant: an `Options` that exists is valid. Numbers are checked here and not by the argument parser, because the
same values come from the command line, from `[tool.pef]` and from the library.
"""

from __future__ import annotations

import enum
from typing import Any

from pef.errors import RequestError, choices
from pef.startup.records import Record, as_dict


class Strategy(enum.Enum):
    """The order in which open sides of decisions are taken."""

    DFS = "dfs"
    COVERAGE = "coverage"
    RANDOM = "random"


class Options(Record):
    """Bounds, order and assumptions of one exploration."""

    depth: int = 10
    """Free decisions on a path; a decision with one feasible side does not count."""
    paths: int | None = None
    time: float | None = None
    """Seconds of wall clock."""
    strategy: Strategy = Strategy.DFS
    types: str = ""
    """Types of parameters, as in `:types:`; they go before those of the docstring and the annotations."""
    globals: str = ""
    """Globals that are inputs, with their types, as in `:globals:`."""
    assume: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    """Modules and packages outside of the project that are explored like the project's own."""
    calls: int | None = None
    """Methods called on objects before the target is; not said, it is 2 for the object of a method, none for others."""
    more_calls: int = 0
    """So many more where their number is not said: what `check` tries with time that is left."""
    strict: bool = False
    """Whether exceptions raised on purpose, or named in the documentation, are errors too."""
    seed: int = 0
    workers: int = 1
    sandbox: bool = True

    def __post_init__(self) -> None:
        _require_whole("depth", self.depth, least=0, most=2**31 - 1)
        if self.paths is not None:
            _require_whole("paths", self.paths, least=1, most=2**63 - 1)
        if self.time is not None:
            _require_seconds("time", self.time)
        for name in self.follow:
            if not all(part.isidentifier() for part in name.split(".")):
                raise RequestError(f"follow: {name!r} is not the name of a module")
        if self.calls is not None:
            _require_whole("calls", self.calls, least=0, most=16)
        _require_whole("seed", self.seed, least=0, most=2**64 - 1)
        _require_whole("workers", self.workers, least=1, most=1024)

    def to_json(self) -> dict[str, Any]:
        lists = {"assume": list(self.assume), "follow": list(self.follow)}
        return {**as_dict(self), "strategy": self.strategy.value, **lists}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Options:
        lists = {name: tuple(values[name]) for name in ("assume", "follow")}
        return cls(**{**values, "strategy": Strategy(values["strategy"]), **lists})


def strategy_named(name: str) -> Strategy:
    """The strategy of that name, or a request error that lists them."""
    try:
        return Strategy(name)
    except ValueError:
        raise RequestError(f"unknown strategy {name!r}{choices(name, [s.value for s in Strategy])}") from None


def _require_whole(name: str, value: object, *, least: int, most: int) -> None:
    # The upper bounds are those of the engine's own integers.
    if isinstance(value, bool) or not isinstance(value, int):
        raise RequestError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise RequestError(f"{name} must be at least {least}, not {value}")
    if value > most:
        raise RequestError(f"{name} must be at most {most}")


def _require_seconds(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RequestError(f"{name} must be a number of seconds, not {value!r}")
    if not 0 < value < float("inf"):
        raise RequestError(f"{name} must be more than 0 seconds, not {value}")
