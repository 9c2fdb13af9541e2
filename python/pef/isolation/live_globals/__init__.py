"""What a program that uses the library has changed in its modules, carried over to the rewritten ones.

Those are imported anew, so their globals are what the source makes of them; those of the program may be something else
by now. Both are walked together, and what differs is made the same: globals, attributes, elements of containers, default
values and closures, down to objects of the program's classes (`walking`, `kinds`). Of what cannot be made the same, it is
said that it is not followed, if code that the target may run mentions its name (`mentions`). A script that runs is a
third world: what it holds is carried to the script imported as a module first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pef.analysis.plain_data import is_plain

if TYPE_CHECKING:
    from pef.isolation.live_globals.walking import Difference
    from pef.loaded_target import LoadedTarget

__all__ = ["carry_over", "is_plain"]


def carry_over(target: LoadedTarget) -> list[str]:
    """Make the rewritten modules what the plain ones are; says what could not be."""
    # The command never comes here, and is to start quickly.
    from pef.isolation.live_globals.mentions import Mentions
    from pef.isolation.live_globals.walking import Walk

    differing: list[Difference] = []
    if target.script is not None:
        name, script = target.script
        walk = Walk([(script, target.plain_modules[name])])
        walk.pair(target.written, target.native)
        differing += walk.carry()
    both = [(module, target.rewritten_modules.get(name)) for name, module in target.plain_modules.items()]
    without = [module for module, twin in both if twin is None]
    walk = Walk([(module, twin) for module, twin in both if twin is not None and twin is not module], without)
    walk.pair(target.native, target.rewritten)
    differing += walk.carry()
    if not differing:
        return []
    mentions = Mentions(target)
    return [
        f"{one.holder}.{one.name} is not what its module makes it, which is not followed"
        for one in dict.fromkeys(differing)
        if mentions.has(one.name, by_any_name=not one.of_function)
    ]
