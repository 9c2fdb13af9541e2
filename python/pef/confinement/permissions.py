"""The permissions of the code under test: plain data that goes with every job.

Invariant: everything is forbidden that was not allowed: `--allow` opens one thing at a time, and a misspelt one is an
error.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pef.errors import RequestError, choices
from pef.startup.records import Record, as_dict

_FLAGS = ("net", "exec")
_PLACES = ("read", "write")


class Permissions(Record):
    """What is allowed beyond reading the project and its interpreter, and writing to a scratch folder."""

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    network: bool = False
    processes: bool = False

    def to_json(self) -> dict[str, Any]:
        return as_dict(self)


def parse_permissions(texts: Iterable[str]) -> Permissions:
    """The permissions that `--allow read=…,write=…,net,exec` gives."""
    read: list[str] = []
    write: list[str] = []
    flags: set[str] = set()
    for entry in (part.strip() for text in texts for part in text.split(",")):
        name, equals, place = entry.partition("=")
        if name in _PLACES and place:
            (read if name == "read" else write).append(str(Path(place).expanduser().resolve()))
        elif name in _FLAGS and not equals:
            flags.add(name)
        else:
            hint = choices(name, ["read=PATH", "write=PATH", *_FLAGS])
            raise RequestError(f"--allow: {entry!r} is not something that can be allowed{hint}")
    return Permissions(tuple(read), tuple(write), "net" in flags, "exec" in flags)
