"""Where paths of a target may be found to meet again: see `joining/mod.rs` of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pef import importing
from pef.loading import LoadedTarget
from pef.members import Access
from pef.value_functions import is_value_function


def meeting_points(target: LoadedTarget, shapes: Mapping[str, Any]) -> list[int]:
    """The numbers of the target's branches, if what follows one is proven to depend on values in its frame alone."""
    if target.access is not Access.FUNCTION or target.is_alone or not is_value_function(target.native, shapes):
        return []
    name = target.native.__qualname__
    return [branch.number for branch in importing.branches_of.get(target.file, []) if branch.function == name]
