"""Defaults from `[tool.pef]` in the nearest `pyproject.toml` at or above the target.

Invariant: a key that means nothing is an error and not silence: a misspelt bound would otherwise make a verdict look
as if it had been asked for.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pef.errors import RequestError, choices, one_line

_TYPES: dict[str, tuple[type, ...]] = {
    "depth": (int,),
    "paths": (int,),
    "time": (int, float),
    "strategy": (str,),
    "types": (str,),
    "globals": (str,),
    "calls": (int,),
    "assume": (str, list),
    "follow": (str, list),
    "seed": (int,),
    "workers": (int,),
    "format": (str,),
    "quiet": (bool,),
    "verbose": (bool,),
    "sandbox": (bool,),
    "strict": (bool,),
    "allow": (str, list),
    "include": (str, list),
    "exclude": (str, list),
    "private": (bool,),
    "baseline": (str,),
    "cache": (bool,),
    "hang-after": (int, float),
    "ignore": (str, list),
}


_LISTS = {
    "allow": "permissions",
    "assume": "expressions",
    "follow": "modules",
    "include": "patterns",
    "exclude": "patterns",
    "ignore": "codes",
}


def load_defaults(start: Path) -> dict[str, Any]:
    """The `[tool.pef]` table that applies to `start` (a folder), its keys and types checked; empty if there is none."""
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            return _read(file)
    return {}


def _read(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"cannot read {file}: {one_line(str(error))}") from None
    # Parsing costs more than the rest of the start-up, and most projects have no such table.
    if "pef" not in text:
        return {}
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RequestError(f"{file}: {one_line(str(error))}") from None
    tool = document.get("tool", {})
    table = tool.get("pef", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise RequestError(f"{file}: tool.pef must be a table")
    return {key: _checked(file, key, value) for key, value in table.items()}


def _checked(file: Path, key: str, value: object) -> object:
    expected = _TYPES.get(key)
    if expected is None:
        raise RequestError(f"{file}: unknown key {key!r} in [tool.pef]{choices(key, _TYPES)}")
    if not isinstance(value, expected) or (isinstance(value, bool) and bool not in expected):
        wanted = " or ".join(kind.__name__ for kind in expected)
        raise RequestError(f"{file}: {key} in [tool.pef] must be of type {wanted}, not {value!r}")
    if list in expected:
        entries = [value] if isinstance(value, str) else value
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise RequestError(f"{file}: {key} in [tool.pef] must be a list of {_LISTS[key]}")
        return entries
    return value
