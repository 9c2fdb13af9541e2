"""Rewritten and compiled code kept beside its sources, as Python keeps compiled code.

Used for the models, which every process loads: rewriting and compiling them takes longer than most explorations, and
reading them one by one longer than reading them at once. Invariant: what is given is what rewriting and compiling
these very sources gives, because the file begins with a hash of the sources and of all else that matters: the
rewriter, the compiler, and the number of the first branch. Files that cannot be read or written are as good as none.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from collections.abc import Mapping
from types import CodeType

from pef import _engine
from pef.startup import cache_files

_Kept = list[tuple[list[int], CodeType]]
"""For each source the lines of its branches, and its code."""


def rewritten_and_compiled(sources: Mapping[str, bytes], beside: str) -> list[CodeType]:
    """The code of each source, rewritten, by path; their branches are known to the engine then.

    It is kept where Python keeps the code of `beside`, a Python file that need not exist.
    """
    digest = _digest(sources)
    file = cache_files.file_for(beside)
    kept = _read(file, digest) if file else None
    if kept is not None:
        for path, (lines, _) in zip(sources, kept, strict=True):
            _engine.add_branches(path, lines)
        return [code for _, code in kept]
    made: _Kept = []
    for path, source in sources.items():
        rewritten = _engine.rewrite(importlib.util.decode_source(source), path)
        lines = [branch.line for branch in rewritten.branches]
        made.append((lines, compile(rewritten.text, path, "exec", dont_inherit=True)))
    if file and not sys.dont_write_bytecode:
        cache_files.write(file, digest + marshal.dumps(made))
    return [code for _, code in made]


def _digest(sources: Mapping[str, bytes]) -> bytes:
    about = [f"{sys.flags.optimize}\0{_engine.REWRITER}\0{_engine.branch_count()}".encode()]
    for path, source in sources.items():
        about += [os.fsencode(path), str(len(source)).encode(), source]
    return importlib.util.MAGIC_NUMBER + importlib.util.source_hash(b"\0".join(about))


def _read(file: str, digest: bytes) -> _Kept | None:
    try:
        content = cache_files.read(file)
        if not content.startswith(digest):
            return None
        found = marshal.loads(memoryview(content)[len(digest) :])
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return found if isinstance(found, list) else None
