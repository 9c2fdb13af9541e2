"""Compiled code kept beside its source, as Python keeps it, for text that was rewritten on the way.

Used for the models, which every process loads: compiling them takes longer than most explorations. Invariant: what is
given is what compiling this very text gives, because the file begins with a hash of the text and of all else that
matters to the compiler. Files that cannot be read or written are as good as none.
"""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import os
import sys
from pathlib import Path
from types import CodeType


def compiled(text: str, path: str) -> CodeType:
    """The code of a module whose source at `path` was rewritten to `text`."""
    about = f"{path}\0{sys.flags.optimize}\0{text}".encode("utf-8", "surrogatepass")
    digest = importlib.util.MAGIC_NUMBER + importlib.util.source_hash(about)
    kept = _file_for(path)
    code = _read(kept, digest) if kept else None
    if code is None:
        code = compile(text, path, "exec", dont_inherit=True)
        if kept and not sys.dont_write_bytecode:
            _write(kept, digest + marshal.dumps(code))
    return code


def _file_for(path: str) -> Path | None:
    try:
        return Path(f"{importlib.util.cache_from_source(path)}.pef")
    except NotImplementedError:
        return None


def _read(file: Path, digest: bytes) -> CodeType | None:
    try:
        content = file.read_bytes()
        code = marshal.loads(content[len(digest) :]) if content.startswith(digest) else None
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


def _write(file: Path, content: bytes) -> None:
    """Write all or nothing: another process may be reading."""
    unfinished = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(content)
        unfinished.replace(file)
