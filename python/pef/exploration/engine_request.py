"""What the engine is asked to explore. It reads these records by their attributes (`running/request.rs`)."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pef.startup.records import Record

if TYPE_CHECKING:
    from pef import _engine
    from pef.contracts.target_contract import Brackets
    from pef.options import Strategy

Arguments = tuple[list[Any], list[tuple[str, Any]]]
"""By position, and by name."""


class Sharing(enum.Enum):
    """Who explores a target."""

    ALONE = "alone"
    LEADING = "leading"
    """This exploration begins it and hands parts of it to others."""
    HELPING = "helping"
    """It explores nothing but what it is handed."""


class Program(Record):
    """The target, and what the engine calls to run it and to speak of it."""

    function: Callable[..., Any]
    """The rewritten one."""
    native: Callable[..., Any]
    """The plain one."""
    parameters: list[tuple[str, str, tuple[Any, ...]]]
    """Name, how it is passed, and shape of each."""
    assumptions: list[Callable[..., Any]]
    """Of the arguments: what must hold before the call."""
    is_data: bool
    """Whether what a call is given is known before it."""
    keeps_results: bool
    """Whether what symbolic runs return is kept, to be compared with what plain ones do."""
    finish: Callable[[Any], Any]
    """Brings a result to its end: consumes iterators, runs coroutines."""
    tell: Callable[[Any, BaseException | None], str]
    """Tells a result or an exception as text."""
    realise: Callable[[list[Any], list[tuple[str, Any]]], Arguments]
    """Makes objects of descriptions in arguments of a plain run."""
    forward: Callable[..., Any]
    """Calls a function from code that counts as rewritten."""


class Search(Record):
    """In which order, how far, and with whom."""

    strategy: Strategy
    seed: int
    depth: int | None
    paths: int | None
    seconds: float | None
    query_seconds: float
    sharing: Sharing


class World(Record):
    """The modules under test, rewritten or plain."""

    state: _engine.State
    show: Callable[[], None]
    """Makes them the ones that imports see."""
    around_run: Brackets | None
    """What is done when a run begins and when it has ended."""


class Worlds(Record):
    """Both worlds, and what is done in them."""

    rewritten: World
    plain: World
    preparations: list[Callable[[], None]]
    """Before every run."""
    forget_imports: Callable[[], None]
    """After a run that imported something."""
    carry_over: Callable[[], list[str]]
    """Makes the rewritten modules what the plain ones have become; gives what could not be, in words."""
