"""The command as in `tests/cli`, and folders of programs to check."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Finished, Run, pef

__all__ = ["HAS_COLUMNS", "PROGRAMS", "Finished", "Project", "Run", "pef", "project"]

PROGRAMS = Path(__file__).parent.parent / "programs" / "check"

Project = Callable[..., Path]

HAS_COLUMNS = sys.version_info >= (3, 11)
"""Whether this Python knows where on a line something is; before, findings are at the beginning of the statement."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Write files below a folder of their own, given by name."""

    def write(**files: str) -> Path:
        for name, text in files.items():
            file = tmp_path / f"{name.replace('__', '/')}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return tmp_path

    return write


def findings_of(finished: Finished) -> list[dict[str, Any]]:
    document = json.loads(finished.stdout)
    assert document["schema"] == "pef.check/1"
    assert all(finding["reproduced"] for finding in document["findings"])
    return list(document["findings"])
