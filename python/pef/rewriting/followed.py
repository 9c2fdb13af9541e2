"""Which modules outside of the project are rewritten all the same, so that values are followed through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

# Modules of the standard library that are Python all through, and whose classes no other module has to recognise.
_ALWAYS = frozenset(
    {
        "calendar",
        "colorsys",
        "configparser",
        "difflib",
        "fnmatch",
        "fractions",
        "html",
        "ipaddress",
        "shlex",
        "string",
        "textwrap",
        "urllib.parse",
    }
)

IsUnderTest = Callable[[str, Path], bool]


class Followed:
    """The modules of the standard library that are always followed, and those that somebody wants to be.

    So are the packages that a followed module is in: `import package.module` leads to it through them.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._asked_for = frozenset(names)
        self._wanted = _ALWAYS.union(self._asked_for)
        self._around = {parent for name in self._wanted for parent in _parents(name)}

    def has(self, name: str) -> bool:
        """Whether a module is followed, whatever project it is of."""
        return name in self._wanted or name in self._around or not self._wanted.isdisjoint(_parents(name))

    def is_asked_for(self, name: str) -> bool:
        """Whether somebody wants to see into a module: it, or a package that it is in, was named."""
        return not self._asked_for.isdisjoint([name, *_parents(name)])

    def or_under(self, is_under_test: IsUnderTest) -> IsUnderTest:
        """Whether a module is rewritten: it is under test, or followed."""
        return lambda name, origin: self.has(name) or is_under_test(name, origin)


def _parents(name: str) -> list[str]:
    """The packages that a module is in."""
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]
