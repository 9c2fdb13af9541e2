"""`pef --version`: the versions that matter in a report of a defect."""

from __future__ import annotations

import platform


def version_text() -> str:
    """PEF, the interpreter and the solver in one line."""
    import pef
    from pef import load_engine

    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"pef {pef.__version__} ({python}, Z3 {load_engine.load().z3_version()})"
