"""Calls that are made before the target because they change what it reads: functions of the program, and the target itself.

They are one input in front of the others, a sequence as it is made of the methods of an object (`pef.inputs.objects.method_sequences`), and
part of the call that is shown: `(hit(0), hit(0), hit(0))[-1]`.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from pef import _engine
from pef.analysis.added_only import is_only_added_to
from pef.analysis.module_variables import Uses, Variable, uses_of
from pef.analysis.program_classes import Program, program
from pef.contracts.sound import require_sound_contract
from pef.errors import RequestError
from pef.inputs.objects.classes import Receiver
from pef.inputs.objects.constructors import constructor_parameters
from pef.inputs.objects.descriptions import Change, Description, Realiser, arguments_text, changed_arguments
from pef.inputs.objects.method_sequences import SequenceDescription, SequenceMaker, Step
from pef.inputs.objects.state_changing_members import Use, runs_at_once
from pef.inputs.types import Parameter, Passing, Shape, parameters_of
from pef.loaded_target import LoadedTarget
from pef.looks import is_a, label_of, members_of, unwrapped
from pef.source.naming import attribute, path_of
from pef.startup.records import Record

# So many functions are called; each is tried in every place.
_MOST = 6


class Callee(Record):
    """A function that is called before the target, by its name; it has the members of `pef.inputs.objects.state_changing_members.Member`."""

    module: str
    qualname: str
    written: Callable[..., Any]

    use = Use.CALL
    given = 0

    @property
    def name(self) -> str:
        return self.qualname

    @property
    def shown(self) -> str:
        """By what conditions name a call of it."""
        return self.qualname.replace(".", "_")

    def signature(self) -> inspect.Signature:
        return inspect.signature(self.written)

    def function(self, _object: Any) -> Callable[..., Any]:
        """The function in the world that runs."""
        found: Callable[..., Any] = attribute(sys.modules[self.module], self.qualname.split("."))
        return found

    def text(self, _variable: str, arguments: str) -> str:
        return f"{path_of(self.module, self.qualname)}({arguments})"

    def parameters(self) -> list[Parameter]:
        """What it is called with."""
        from pef.contracts.libraries import contract_of

        if isinstance(self.written, type):
            return constructor_parameters(self.written, {}).supplied
        require_sound_contract(self.written)
        file = unwrapped(self.written).__code__.co_filename
        *classes, _ = self.qualname.split(".")
        owner = attribute(sys.modules[self.module], classes) if classes else None
        first = next(iter(self.signature().parameters), None)
        is_method = isinstance(owner, type) and isinstance(vars(owner).get(self.qualname.split(".")[-1]), FunctionType)
        receiver = {first: Receiver(owner)} if is_method and first is not None and isinstance(owner, type) else {}
        return parameters_of(self.written, "", contract_of(self.written, file).types, otherwise=receiver).supplied


class CallsBefore(Record):
    """The input that they are, beside globals that are inputs."""

    names: tuple[str, ...]
    shape: Shape
    assigned: frozenset[Variable]
    """What they change."""

    def described(self) -> tuple[str, str, Shape]:
        """As the engine reads a parameter."""
        return self.names[0], Passing.POSITIONAL.value, self.shape


class _Maker(SequenceMaker):
    """Calls functions of the program."""

    def described(self, object_: Any, steps: list[tuple[str, list[Any], list[tuple[str, Any]]]]) -> Description:
        return CallsDescription([(self._members[name], args, kwargs) for name, args, kwargs in steps])


class CallsDescription(SequenceDescription):
    """Calls that are made before the target."""

    def __init__(self, steps: list[Step]) -> None:
        super().__init__(type(None), Description(), steps)

    def before_call(self, _scope: str) -> list[str]:
        """Expressions that make the calls."""
        return self.code()

    def code(self) -> list[str]:
        return [member.text("", arguments_text(args, kwargs)) for member, args, kwargs in self.steps]

    def __repr__(self) -> str:
        return f"[{', '.join(self.code())}]"

    def parts(self) -> list[Any]:
        return []

    def variants(self, change: Change) -> Iterator[Description]:
        for index, (member, args, kwargs) in enumerate(self.steps):
            for others, named in changed_arguments(args, kwargs, change):
                yield CallsDescription([*self.steps[:index], (member, others, named), *self.steps[index + 1 :]])

    def realised(self, realiser: Realiser) -> Any:
        for member, args, kwargs in self.steps:
            realiser.call(member.function(None), args, kwargs)


class StateUse(Record):
    """Variables that a target reads, and that functions of the program change."""

    uses: Uses
    variables: frozenset[Variable]
    callees: list[Callee]


def state_used(target: LoadedTarget) -> StateUse:
    """What is known of a target from its source."""
    known: StateUse | None = target.found.get((StateUse, target.name))
    if known is None:
        known = target.found[StateUse, target.name] = _state_used(target)
    return known


def _state_used(target: LoadedTarget) -> StateUse:
    written = unwrapped(target.native)
    if not is_a(written, FunctionType) or written.__module__ not in sys.modules:
        return StateUse(Uses(), frozenset(), [])
    whole = program(written.__module__)
    uses = uses_of(written, whole)
    if not uses.reads:
        return StateUse(uses, frozenset(), [])
    others = _functions(whole)
    changed = uses.changes.union(*(uses_of(function, whole).changes for _, function in others))
    variables = frozenset(one for one in uses.reads & changed if not _is_quiet(one, whole))
    callees = [callee for callee, function in others if uses_of(function, whole).changes & variables]
    own = [callee for callee in callees if unwrapped(callee.written) is written]
    public = [one for one in callees if one not in own and not any(part[0] == "_" for part in one.qualname.split("."))]
    return StateUse(uses, variables, [*own[:1], *public])


def _is_quiet(variable: Variable, whole: Program) -> bool:
    module, name = variable
    value = attribute(sys.modules.get(module), name.split("."))
    return is_only_added_to(whole, name.rpartition(".")[2], value)


@functools.lru_cache(maxsize=16)
def _functions(whole: Program) -> list[tuple[Callee, FunctionType]]:
    """The functions that can be called by name, classes among them: their constructors."""
    found: list[tuple[Callee, FunctionType]] = []
    for module in whole.modules:
        for name, value in list(vars(module).items()):
            written = None if is_a(value, type) else unwrapped(value)
            if is_a(written, FunctionType) and (written.__module__, written.__name__) == (module.__name__, name):
                found.append((Callee(module.__name__, name, value), written))
    for class_ in whole.classes:
        for name, value in list(members_of(class_).items()):
            function = value.__func__ if is_a(value, staticmethod | classmethod) else value
            if not is_a(function, FunctionType):
                continue
            if name == "__init__":
                found.append(
                    (Callee(label_of(class_, "__module__"), label_of(class_, "__qualname__"), class_), function)
                )
            elif not name.startswith("__"):
                bound = getattr(class_, name)
                found.append(
                    (
                        Callee(label_of(class_, "__module__"), f"{label_of(class_, '__qualname__')}.{name}", bound),
                        function,
                    )
                )
    return found


def calls_before(
    target: LoadedTarget, limit: int, taken: set[str], given: set[Variable]
) -> tuple[CallsBefore | None, str | None]:
    """The calls that are tried before the target, and what is not tried where there are none.

    `taken` are names of inputs, `given` variables that are inputs themselves.
    """
    used = state_used(target)
    variables = used.variables - given
    if not variables:
        return None, None
    shown = ", ".join(sorted({name.partition("@")[0] for _, name in variables}))
    if limit == 0 or not used.callees:
        return None, f"module state ({shown}) was as the module made it"
    functions: list[tuple[Any, ...]] = []
    usable: dict[str, Callee] = {}
    skipped: list[str] = []
    for callee in used.callees:
        written = unwrapped(callee.written)
        try:
            if len(usable) >= _MOST or (is_a(written, FunctionType) and not runs_at_once(written)):
                raise RequestError("it is not called")
            functions.append((callee.shown, *(one.described() for one in callee.parameters())))
            usable[callee.shown] = callee
        except (RequestError, TypeError, ValueError):
            skipped.append(callee.qualname)
    if not usable:
        return None, f"module state ({shown}) was as the module made it"
    names = ", ".join(callee.qualname for callee in usable.values())
    bound = f"module state ({shown}) after more than {limit} calls of {names} was not tried"
    if skipped:
        bound += f", nor any after a call of {', '.join(skipped)}"
    name = "before"
    while name in taken:
        name += "_"
    maker = _Maker(type(None), usable)  # type: ignore[arg-type]
    shape = ("sequence", ("constant", None), maker, limit, bound, bool(skipped), *functions)
    return CallsBefore((name,), shape, variables), None


# What is called from here sees symbolic values as they are.
_engine.mark_rewritten(globals())
