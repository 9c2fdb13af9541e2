"""Regular expressions that are compiled when they are first used: most runs of PEF use few of them."""

from __future__ import annotations

import re
from typing import Any, AnyStr


class _Pattern:
    """Stands for a compiled pattern."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in ("search", "match", "fullmatch", "findall", "finditer", "sub"):
            raise AttributeError(name)
        # From here on it is found without asking.
        method = self.__dict__[name] = getattr(re.compile(self._text, self._flags), name)
        return method


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as it is for searching and matching."""
    return _Pattern(text, flags)  # type: ignore[return-value]
