"""What a program can see besides its arguments, made the same for every run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType


def preparations(modules: Iterable[ModuleType], seed: int) -> list[Callable[[], None]]:
    """What to do before each run of a program made of these modules."""
    random = sys.modules.get("random")
    if random is None or not any(_refers_to(module, random) for module in modules):
        return []
    return [lambda: random.seed(seed)]


def _refers_to(module: ModuleType, other: ModuleType) -> bool:
    """Whether a module imported another one, or something from it."""
    return any(
        value is other or getattr(value, "__module__", None) == other.__name__ or _is_method_of(value, other)
        for value in vars(module).values()
    )


def _is_method_of(value: object, other: ModuleType) -> bool:
    # `random.randint` is a bound method of a hidden generator.
    owner = getattr(value, "__self__", None)
    return getattr(type(owner), "__module__", None) == other.__name__
