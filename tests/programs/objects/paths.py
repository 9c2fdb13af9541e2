"""Methods of library objects that have the names of reading ones, or stand among them."""

from __future__ import annotations

import re
from pathlib import Path


def moved(path: Path) -> Path:
    return path.replace("other")


def scanned(pattern: re.Pattern[str]) -> object:
    return pattern.scanner("text")  # type: ignore[attr-defined]


def named(path: Path) -> Path:
    return path.with_suffix(".txt")
