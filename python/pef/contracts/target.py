"""Puts together the contract of a target: its own, that of its class, and those of everything it may call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pef import finishing
from pef.contracts.calls import Contracted, Monitor, contracted, watch
from pef.contracts.checking import CheckedTarget
from pef.contracts.expressions import Text, World
from pef.contracts.invariants import with_invariants
from pef.contracts.libraries import bare, contract_of
from pef.loading import LoadedTarget, Modules


def checked(target: LoadedTarget, assumptions: Sequence[str], is_under_test: Callable[[str], bool]) -> CheckedTarget:
    """The target with its contracts; `assumptions` are those given from outside (`--assume`)."""
    functions = target.native, target.rewritten
    contracts = [with_invariants(contract_of(function, target.file), function) for function in functions]
    given = [Text(text, "--assume", 0) for text in assumptions]
    plain, rewritten = Monitor(World.PLAIN, is_under_test), Monitor(World.REWRITTEN, is_under_test)
    watch(plain, _contracted(target, World.PLAIN, target.plain_modules), target.native)
    watch(rewritten, _contracted(target, World.REWRITTEN, target.rewritten_modules), target.rewritten)
    native, twin = bare(target.native), bare(target.rewritten)
    return CheckedTarget(native, twin, (contracts[0], contracts[1]), given, finishing.finish, (plain, rewritten))


def _contracted(target: LoadedTarget, world: World, modules: Modules) -> Contracted:
    found: Contracted | None = target.found.get(world)
    if found is None:
        found = target.found[world] = contracted(modules, world)
    return found
