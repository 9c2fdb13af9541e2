"""Where a process was when it ended, from what `faulthandler` wrote to its error output.

Only for a finding that has no exception to ask: a place is shown if there is one, and nothing depends on it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pef.project.discovery import Candidate
from pef.shown_path import shown

_FRAME = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)$', re.MULTILINE)


def place_in(error_output: str, candidate: Candidate) -> dict[str, Any]:
    """The innermost frame of the project in the last dump, as fields of a finding."""
    _, _, last = error_output.rpartition("(most recent call first):")
    project = candidate.target.project_root
    frames = [
        (found["file"], int(found["line"]), found["function"])
        for found in _FRAME.finditer(last)
        if found["file"] == str(candidate.file)
        or (Path(found["file"]).is_relative_to(project) and "site-packages" not in found["file"])
    ]
    if not frames:
        return {}
    file, line, function = frames[0]
    traceback = [f"{shown(name)}:{number} in {where}" for name, number, where in reversed(frames)]
    return {"path": shown(file), "line": line, "function": function, "traceback": traceback}
