"""What a program can see besides its arguments, made the same for every run.

Clocks, `os.urandom`, unseeded generators and `id` are the engine's (`running/surroundings.rs`); the generator that
`random` shares is seeded here before every run. Environment, files, machine and user stay what they are
(`running/noticing.rs`, `program_settings`). A verdict holds for surroundings like these, so that they were used is said.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from pef import _engine
from pef.loaded_target import LoadedTarget
from pef.looks import attribute_of, text_of
from pef.startup.clean_imports import of_library
from pef.startup.records import Record


class Surroundings:
    """The surroundings of the runs of one program, and which parts of them were used."""

    def __init__(self, target: LoadedTarget, seed: int) -> None:
        known: _Held | None = target.found.get(_Held)
        if known is None:
            known = target.found[_Held] = _held_by(target)
        self._random = known.random
        self._seed = seed
        self._seeded: object = None
        self._used: dict[str, None] = {}
        # What ran before was not this program.
        _engine.take_surroundings()
        if known.command_line:
            # Bound by `from sys import argv`, where nobody sees who reads it.
            self.note("the command line fixed")

    def preparations(self) -> list[Callable[[], None]]:
        """What to do before each run."""
        prepared = [self._prepare] if self._random is not None else []
        return [*prepared, _forget_platform] if "platform" in sys.modules else prepared

    def _prepare(self) -> None:
        assert self._random is not None
        self._notice()
        self._random.seed(self._seed)
        self._seeded = self._random.getstate()

    def _notice(self) -> None:
        for word in _engine.take_surroundings():
            self.note(f"{word} fixed")
        if self._seeded is not None and self._random is not None and self._random.getstate() != self._seeded:
            self.note("random numbers fixed")

    def note(self, what: str) -> None:
        """Something that a run met and that is otherwise elsewhere."""
        self._used.setdefault(what)

    def used(self) -> list[str]:
        """The parts that runs have asked for so far, in words."""
        self._notice()
        return list(self._used)

    def differ_elsewhere(self) -> bool:
        """Whether runs have asked for something that is fixed for this process alone, and not for every one on this machine."""
        return not _OF_THIS_PROCESS.isdisjoint(self.used())


_OF_THIS_PROCESS = frozenset(
    f"{part} fixed"
    for part in (
        *("the clock", "random numbers", "the environment variables", "the command line"),
        *("the number of the process", "what foreign functions did"),
    )
)


def _forget_platform() -> None:
    """What `platform` remembers of the machine, a run would not ask for."""
    platform: Any = sys.modules.get("platform")
    if platform is not None:
        platform._uname_cache = None
        platform._platform_cache.clear()


class _Held(Record):
    """What modules hold of their surroundings by names of their own; looked for once."""

    random: Any
    """The module, if they use it."""
    command_line: bool


def _held_by(target: LoadedTarget) -> _Held:
    modules = list(target.plain_modules.values())
    if any(b"random" in source for source in target.sources()):
        # A run may import it: then the generator would begin in one run, and go on in the next.
        with of_library():
            import random
        used: ModuleType | None = random
    else:
        there = sys.modules.get("random")
        used = there if there and any(_refers_to(module, there) for module in modules) else None
    return _Held(
        used,
        any(_binds(module, ("argv", "orig_argv", "flags")) for module in modules),
    )


def _refers_to(module: ModuleType, other: ModuleType) -> bool:
    """Whether a module imported another one, or something from it."""
    return any(
        value is other or text_of(value, "__module__") == other.__name__ or _is_method_of(value, other)
        for value in list(vars(module).values())
    )


def _binds(module: ModuleType, names: Iterable[str]) -> bool:
    """Whether a module holds one of these values of `sys` by a name of its own."""
    values = [vars(sys).get(name) for name in names]
    return any(bound is value for bound in list(vars(module).values()) for value in values if value is not None)


def _is_method_of(value: object, other: ModuleType) -> bool:
    # `random.randint` is a bound method of a hidden generator.
    owner = attribute_of(value, "__self__", None)
    return text_of(type(owner), "__module__") == other.__name__
