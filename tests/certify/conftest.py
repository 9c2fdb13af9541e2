"""The command, and certificates to change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pef.certify.reading import digest

from ..cli.conftest import Finished, Run, pef

__all__ = ["Certified", "Finished", "Run", "pef"]

PROGRAMS = Path(__file__).parents[1] / "programs" / "certified"

Certified = Callable[..., dict[str, Any]]


@pytest.fixture
def certified(pef: Run, tmp_path: Path) -> Certified:
    """Explore a function of `functions.py`, copied to the folder of the test; the certificate is `proof.json`."""

    def explore(name: str, *options: str) -> dict[str, Any]:
        (tmp_path / "functions.py").write_bytes((PROGRAMS / "functions.py").read_bytes())
        finished = pef("explore", f"functions.py:{name}", "--quiet", "--certificate", "proof.json", *options)
        assert (finished.status, finished.stderr) == (0, ""), finished.stdout
        content = json.loads((tmp_path / "proof.json").read_text())
        assert isinstance(content, dict)
        return content

    return explore


def save(folder: Path, content: dict[str, Any]) -> None:
    """Write a changed certificate, as somebody would who wants it to be believed."""
    (folder / "proof.json").write_text(json.dumps({**content, "digest": digest(content)}))
