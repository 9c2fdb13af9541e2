"""The branches of a function that was not run, or of which no report came: all of them are missing.

They are read from the source by the rewriter; nothing is imported. What cannot be read has no branches.
"""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import Any

from pef.shown_path import shown


def nothing_covered(file: Path | None, qualname: str) -> dict[str, Any]:
    """The coverage of such a function, as reports show it."""
    missing = [
        f"{shown(str(file))}:{side}"
        for function, *sides in _branches(file)
        if function == qualname or function.startswith(f"{qualname}.")
        for side in sides
    ]
    return {"branches": len(missing), "covered": 0, "missing": missing}


@functools.lru_cache(maxsize=64)
def _branches(file: Path | None) -> list[tuple[str, str, str]]:
    """By branch: its function and both sides, the false one first, as for functions that were run."""
    if file is None:
        return []
    # The engine is large, and most runs of a supervisor never need it.
    from pef import load_engine

    try:
        rewritten = load_engine.load().rewrite(importlib.util.decode_source(file.read_bytes()), str(file))
    except (OSError, SyntaxError, ValueError):
        return []
    return [(branch.function, *branch.sides) for branch in rewritten.branches]
