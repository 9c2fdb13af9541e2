"""Importing the script that runs, to explore a function of it: the import must not explore in its turn.

A script that calls `pef.check` without asking for `__name__` would do so again when it is imported. The import ends there
instead: all that the call could mean is defined by then.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

_is_importing = False


class ScriptExploresError(BaseException):
    """The script that is imported explores; no `Exception`, so that the script lets it pass."""


@contextlib.contextmanager
def importing() -> Iterator[None]:
    """The script is being imported."""
    global _is_importing
    before, _is_importing = _is_importing, True
    try:
        yield
    finally:
        _is_importing = before


def stop_if_importing() -> None:
    """To be called by whatever explores on behalf of a script."""
    if _is_importing:
        raise ScriptExploresError
