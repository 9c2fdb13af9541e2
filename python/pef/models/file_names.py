"""Models of the functions of `os.path` that only look at the text of names: `join`, `split`, `splitext` and their like.

`os` holds on to the module that was loaded when the interpreter started, so following it like other modules of the standard
library would not reach it. These do what `posixpath` does, for names that are strings; others are left to it.
"""

from __future__ import annotations

import posixpath
from typing import Any

from pef.models.registry import function_of_symbolic, natively

# Some versions take what follows for the end of the name.
_KEEPS_NULL = posixpath.normpath("a\0/b") == "a\0/b"


def _are_strings(*names: Any) -> bool:
    return all([type(name) is str for name in names])  # noqa: C419 (a list is a term)


@function_of_symbolic(posixpath.join)
def join(a: Any, *p: Any) -> Any:
    if not _are_strings(a, *p):
        return natively(posixpath.join, a, *p)
    path = a
    for part in p:
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path = path + part
        else:
            path = path + "/" + part
    return path


@function_of_symbolic(posixpath.split)
def split(p: Any) -> Any:
    if not _are_strings(p):
        return natively(posixpath.split, p)
    place = p.rfind("/") + 1
    head, tail = p[:place], p[place:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


@function_of_symbolic(posixpath.basename)
def basename(p: Any) -> Any:
    if not _are_strings(p):
        return natively(posixpath.basename, p)
    return p[p.rfind("/") + 1 :]


@function_of_symbolic(posixpath.dirname)
def dirname(p: Any) -> Any:
    if not _are_strings(p):
        return natively(posixpath.dirname, p)
    head = p[: p.rfind("/") + 1]
    return head.rstrip("/") if head and head != "/" * len(head) else head


@function_of_symbolic(posixpath.splitext)
def splitext(p: Any) -> Any:
    if not _are_strings(p):
        return natively(posixpath.splitext, p)
    begin = p.rfind("/") + 1
    dot = p.rfind(".")
    # Dots that a name begins with are no extension.
    while begin < dot:
        if p[begin] != ".":
            return p[:dot], p[dot:]
        begin += 1
    return p, p[:0]


@function_of_symbolic(posixpath.isabs)
def isabs(s: Any) -> Any:
    return s.startswith("/") if _are_strings(s) else natively(posixpath.isabs, s)


@function_of_symbolic(posixpath.normcase)
def normcase(s: Any) -> Any:
    return s if _are_strings(s) else natively(posixpath.normcase, s)


@function_of_symbolic(posixpath.normpath)
def normpath(path: Any) -> Any:
    if not _are_strings(path) or (not _KEEPS_NULL and "\0" in path):
        return natively(posixpath.normpath, path)
    if not path:
        return "."
    slashes = 0
    if path.startswith("/"):
        # Two at the beginning, and not three, are something else than one.
        slashes = 2 if path.startswith("//") and not path.startswith("///") else 1
    parts: list[Any] = []
    for part in path.split("/"):
        if not part or part == ".":
            continue
        if part != ".." or (not slashes and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return "/" * slashes + "/".join(parts) or "."
