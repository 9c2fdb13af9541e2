"""Files as reports name them."""

from __future__ import annotations

from pathlib import Path


def shown(file: str) -> str:
    """A file relative to the working folder where it lies below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file
