"""Models of the methods of `str`."""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of


@method_of(str)
def startswith(self: str, prefix: Any, start: Any = None, end: Any = None) -> bool:
    if isinstance(prefix, tuple):
        return engine.some([startswith(self, one, start, end) for one in prefix])  # type: ignore[no-any-return]
    if start is not None or end is not None:
        self = self[start:end]
    wanted = engine.codes(prefix)
    if len(self) < len(wanted):
        return False
    return self[: len(wanted)] == prefix
