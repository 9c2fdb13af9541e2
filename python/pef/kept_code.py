"""Rewritten and compiled code kept beside its source, as Python keeps compiled code.

Used for the models, which every process loads: rewriting and compiling them takes longer than most explorations.
Invariant: what is given is what rewriting and compiling this very source gives, because the file begins with a hash of
the source and of all else that matters: the rewriter, the compiler, and the number of its first branch. Files that
cannot be read or written are as good as none.
"""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import os
import sys
from pathlib import Path
from types import CodeType

from pef import _engine

_Kept = tuple[list[int], CodeType]
"""The lines of the branches, and the code."""


def rewritten_and_compiled(source: bytes, path: str) -> CodeType:
    """The code of a module, rewritten; its branches are known to the engine then."""
    about = f"{path}\0{sys.flags.optimize}\0{_engine.REWRITER}\0{_engine.branch_count()}\0"
    digest = importlib.util.MAGIC_NUMBER + importlib.util.source_hash(about.encode("utf-8", "surrogatepass") + source)
    file = _file_for(path)
    kept = _read(file, digest) if file else None
    if kept is not None:
        lines, code = kept
        _engine.add_branches(path, lines)
        return code
    text, _, branches, _ = _engine.rewrite(importlib.util.decode_source(source), path)
    code = compile(text, path, "exec", dont_inherit=True)
    if file and not sys.dont_write_bytecode:
        _write(file, digest + marshal.dumps(([line for _, line, _, _ in branches], code)))
    return code


def _file_for(path: str) -> Path | None:
    try:
        return Path(f"{importlib.util.cache_from_source(path)}.pef")
    except NotImplementedError:
        return None


def _read(file: Path, digest: bytes) -> _Kept | None:
    try:
        content = file.read_bytes()
        if not content.startswith(digest):
            return None
        lines, code = marshal.loads(content[len(digest) :])
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return (lines, code) if isinstance(lines, list) and isinstance(code, CodeType) else None


def _write(file: Path, content: bytes) -> None:
    """Write all or nothing: another process may be reading."""
    unfinished = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(content)
        unfinished.replace(file)
