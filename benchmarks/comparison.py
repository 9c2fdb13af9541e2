"""CrossHair on the same work: a wrapper with the contract in its notation, analysed in its own environment.

The environment (`.bench/crosshair`) is made when it is first needed; where that fails, the column stays empty. The work
counts as done when CrossHair confirms the contract over all paths, or, where PEF found an error, when it finds one:
it stops at the first, and is compared with the time after which PEF has found one. Exceptions that PEF does not call
errors are allowed. As for PEF, a first analysis is not counted, and the mean of five more is, unless it takes long.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.items import WORK, Item

_REQUIREMENT = "crosshair-tool==0.0.112"
# It stops by itself; this is for the case that it does not.
_PATIENCE = 3.0


class CrossHair:
    """CrossHair in a virtual environment of its own."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._home = folder / "crosshair"
        self._wrappers = folder / "crosshair-work"
        self._seconds = seconds
        self.problem = self._set_up()

    def _set_up(self) -> str | None:
        """Make the environment; says what went wrong, if it did."""
        if subprocess.run(
            [self._python(), "-c", "import crosshair"], stderr=subprocess.DEVNULL, check=False
        ).returncode:
            install = [self._python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", _REQUIREMENT]
            if subprocess.run(install, check=False).returncode:
                return f"{_REQUIREMENT} could not be installed"
        return None

    def _python(self) -> str:
        python = self._home / "bin" / "python"
        if not python.exists():
            venv.create(self._home, with_pip=True)
        return str(python)

    def measure(self, item: Item, *, found: bool) -> dict[str, Any]:
        """The figures to add to those of an item."""
        self._wrappers.mkdir(parents=True, exist_ok=True)
        file = self._wrappers / f"wrapper_{item.module}_{item.function}.py"
        file.write_text(_wrapper(item, found=found))
        child = Path(__file__).parent / "comparison_child.py"
        try:
            run = subprocess.run(
                [self._python(), str(child), str(file), str(self._seconds)],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                check=False,
                timeout=self._seconds * _PATIENCE + 30,
            )
            result: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
        except (subprocess.TimeoutExpired, IndexError, ValueError):
            return {"crosshair_text": "failed"}
        seconds = result["seconds"]
        if "error" in result["states"]:
            return {"crosshair_text": "failed", "crosshair_states": result["states"]}
        wanted = {"post_fail", "exec_err", "post_err"} if found else {"confirmed"}
        figures = {"crosshair_states": result["states"], "crosshair_iterations": result["iterations"]}
        if set(result["states"]) & wanted:
            first = result["first_seconds"]
            return {
                **figures,
                "crosshair_seconds": seconds,
                "crosshair_first_seconds": first,
                "crosshair_text": f"{seconds:.3g}",
            }
        return {**figures, "crosshair_text": f"not in {self._seconds:g}"}


def _wrapper(item: Item, *, found: bool) -> str:
    """A module with one function that calls the program, with its contract as CrossHair reads it."""
    from pef import _engine

    program, function = _import_program(item)
    contracts = _engine.read_contracts(item.file.read_text())
    contract = next((one for one in contracts if one.qualname == item.function), None)
    assume, ensure = list(item.assume), []
    raises = [] if found else ["Exception"]
    if contract is not None:
        assume += [clause.expression for clause in contract.assume]
        ensure += [clause.expression.replace("returnv", "__return__") for clause in contract.ensure]
        raises += [clause.exception or "Exception" for clause in contract.raises]
    signature = inspect.signature(function)
    lines = [
        "from __future__ import annotations",
        "import sys",
        f"sys.path.insert(0, {str(WORK)!r})",
        f"import {program} as program",
        f"from {program} import *",
        "from typing import *",
        f"def work{signature}:",
        '    """',
        *(f"    pre: {clause}" for clause in assume),
        *(f"    post: {clause}" for clause in ensure or ["True"]),
        *([f"    raises: {', '.join(raises)}"] if raises else []),
        '    """',
        f"    return program.{item.function}({', '.join(signature.parameters)})",
    ]
    return "\n".join(lines) + "\n"


def _import_program(item: Item) -> tuple[str, Callable[..., Any]]:
    if str(WORK) not in sys.path:
        sys.path.insert(0, str(WORK))
    module = __import__(item.module)
    return item.module, getattr(module, item.function)
