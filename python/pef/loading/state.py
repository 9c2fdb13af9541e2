"""What belongs to a loaded target besides its function: the state of its modules, and what a run adds to `sys.modules`."""

from __future__ import annotations

import sys

from pef import _engine
from pef.inputs.objects.enum_lookups import decide_members
from pef.isolation import c_objects
from pef.loaded_target import LoadedTarget
from pef.loading.first_party import has_source_under_test
from pef.looks import attribute_of
from pef.rewriting import import_hook


def states_of(target: LoadedTarget) -> tuple[_engine.State, _engine.State]:
    """The state of the rewritten modules and of the plain ones, as it was when a function of them was first explored."""
    known: tuple[_engine.State, _engine.State] | None = target.found.get("states")
    if known is None:
        decide_members(target.rewritten_modules.values())
        both = target.rewritten_modules, target.plain_modules
        asked = c_objects.Keepers(target.sources())
        also = [*target.closures, *asked.tables()]
        rewritten, plain = (_engine.State(modules, also, asked) for modules in both)
        known = target.found["states"] = rewritten, plain
    return known


def left_native(target: LoadedTarget) -> list[tuple[str, int]]:
    """File and line of what could not be rewritten."""
    known: list[tuple[str, int]] | None = target.found.get("left native")
    if known is None:
        files = [attribute_of(module, "__file__", None) or "" for module in target.rewritten_modules.values()]
        known = [(file, line) for file in files for line in import_hook.left_native.get(file, [])]
        target.found["left native"] = known
    return known


def forget_imports(target: LoadedTarget) -> None:
    """Remove modules under test that a run imported on its way, so that every run starts the same."""
    for name, module in list(sys.modules.items()):
        if name not in target.plain_modules and (
            import_hook.is_rewritten(module)
            or (name not in target.present and has_source_under_test(name, module, target.finder.is_under_test))
        ):
            del sys.modules[name]
