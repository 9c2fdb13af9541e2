"""Files as reports name them."""

from __future__ import annotations

import os


def shown(file: str) -> str:
    """A file relative to the working folder where it lies below it."""
    try:
        # Asked for every decision that is listed; `Path` takes thirty times as long.
        folder = os.getcwd()  # noqa: PTH109
    except OSError:
        return file
    return file.removeprefix(folder if folder.endswith(os.sep) else folder + os.sep)
