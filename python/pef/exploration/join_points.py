"""Where paths of a target may be found to meet again: see `joining/mod.rs` of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pef.analysis.pure_computation import is_value_function
from pef.loaded_target import LoadedTarget
from pef.rewriting import import_hook
from pef.target_members import Access


def meeting_points(target: LoadedTarget, shapes: Mapping[str, Any]) -> list[int]:
    """The numbers of the target's branches, if what follows one is proven to depend on values in its frame alone."""
    if target.access is not Access.FUNCTION or target.is_alone or not is_value_function(target.native, shapes):
        return []
    name = target.native.__qualname__
    return [branch.number for branch in import_hook.branches_of.get(target.file, []) if branch.function == name]
