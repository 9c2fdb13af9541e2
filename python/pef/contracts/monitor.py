"""What the checking wrappers of one world share, and which of two things they do at the moment.

While the target runs, a clause that does not hold is a breach, and the solver is asked for an input that breaks it. While
arguments are made (constructors, methods called before the target), contracts say which arguments there are: a clause
is a fact about the input, and an input for which it does not hold is none of the target's. Nobody is blamed: a method that
breaks its own contract is reported where it is the target itself.

The wrappers are made once for all functions that are explored in the same modules, and are in place only during a run:
the plain modules belong to the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any

from pef.contracts.binding import Breach
from pef.contracts.expressions import World
from pef.contracts.replacing import Replacement
from pef.errors import ContractViolation
from pef.looks import is_a

Function = Callable[..., Any]
Place = tuple[Any, str, Any, Any]
"""An object, the name of an attribute of it, the attribute as it is, and as it is wrapped."""
_Kept = tuple[bool, int, dict[Any, int], set[int], "Breach | None", list[Replacement]]
"""What was so before something was made."""
ABSENT = object()
"""Stands for an attribute that the object itself does not have."""


class Monitor:
    """The state of the wrappers of one world."""

    def __init__(self, world: World, is_under_test: Callable[[str], bool]) -> None:
        self.world = world
        self.breach: Breach | None = None
        """The first breach of a run."""
        self.is_preparing = False
        """Whether arguments are being made."""
        self._is_under_test = is_under_test
        self.suspensions = 0
        self._places: list[Place] = []
        self._replacements: dict[FunctionType, tuple[Replacement, Function]] = {}
        self._contracts_only: dict[FunctionType, Replacement] = {}
        """Functions whose wrappers check nothing but their own contract."""
        self._left_out: list[Replacement] = []
        """Those that are switched off now, because they would only pass on what they are called with."""
        self.target: Function | None = None
        """The function that is explored: outside of preparations, its contract is asked about elsewhere."""
        self.active: dict[Any, int] = {}
        """The functions that run now."""
        self.inside: set[int] = set()
        """Objects of which a method runs now."""
        self.invariants: dict[type, Callable[..., None]] = {}
        """By class: requires the invariants of an object."""
        self.constructors: set[type] = set()
        """Classes whose constructors require the invariants themselves."""

    @property
    def is_suspended(self) -> bool:
        return self.suspensions > 0

    @property
    def is_watching(self) -> bool:
        return bool(self._places or self._replacements or self.invariants)

    def suspended(self) -> _Suspension:
        """Nothing that is called meanwhile is checked: a contract is being evaluated."""
        return _Suspension(self)

    def violated(self, breach: Breach) -> ContractViolation:
        """Keeps the first breach, whatever the program makes of the exception."""
        if self.breach is None:
            self.breach = breach
        return ContractViolation(breach.message())

    def call_place(self, frame: FrameType | None) -> tuple[str, int]:
        """File and line of the innermost frame of the code under test."""
        while frame is not None:
            if self._is_under_test(frame.f_code.co_filename):
                return frame.f_code.co_filename, frame.f_lineno
            frame = frame.f_back
        return "?", 0

    def add(self, owner: Any, name: str, original: Any, wrapped: Any) -> None:
        """Have an attribute be another one during runs."""
        self._places.append((owner, name, original, wrapped))

    def replace(
        self, function: FunctionType, wrapped: Callable[[Function], Function], *, is_contract: bool = False
    ) -> Function:
        """Have every call of a function go to a wrapper, which `wrapped` makes around what the function does.

        `is_contract` says that it checks the contract of the function itself.
        """
        known = self._replacements.get(function)
        replacement = Replacement(function) if known is None else known[0]
        wrapper = wrapped(replacement.twin if known is None else known[1])
        replacement.call(wrapper)
        self._replacements[function] = replacement, wrapper
        self._contracts_only.pop(function, None)
        if is_contract and known is None:
            self._contracts_only[function] = replacement
        return wrapper

    def original(self, function: Function) -> Function:
        """What a function does apart from the wrapper."""
        known = self._replacements.get(function) if is_a(function, FunctionType) else None
        return function if known is None else known[0].twin

    def begin(self, target: Function) -> None:
        """A run of a function begins, with the making of its arguments."""
        global _current
        self.target = target
        self.is_preparing = True
        self.suspensions = 0
        self.breach = None
        self.active.clear()
        self.inside.clear()
        self._left_out.clear()
        for owner, name, _, wrapped in self._places:
            setattr(owner, name, wrapped)
        for replacement, _ in self._replacements.values():
            replacement.switch_on()
        _current = self

    def begin_target(self) -> None:
        """The arguments are made."""
        self.is_preparing = False
        self.breach = None
        self.leave_out(self.target)

    def leave_out(self, function: Function | None) -> None:
        """Have calls of a function go past its wrapper, which would only pass them on: recursion through it is slow."""
        # Other things that can be called need not have a hash.
        replacement = self._contracts_only.get(function) if is_a(function, FunctionType) else None
        if replacement is not None:
            replacement.switch_off()
            self._left_out.append(replacement)

    def take_in(self, function: Function) -> None:
        """The opposite."""
        replacement = self._contracts_only.get(function) if is_a(function, FunctionType) else None
        if replacement is not None and replacement in self._left_out:
            self._left_out.remove(replacement)
            replacement.switch_on()

    def begin_preparation(self) -> _Kept:
        """Something is made: contracts restrict what it is made of, whatever runs meanwhile."""
        kept = (self.is_preparing, self.suspensions, self.active, self.inside, self.breach, self._left_out)
        for replacement in self._left_out:
            replacement.switch_on()
        self.is_preparing, self.suspensions = True, 0
        self.active, self.inside, self.breach, self._left_out = {}, set(), None, []
        return kept

    def end_preparation(self, kept: _Kept) -> None:
        """It is made."""
        self.is_preparing, self.suspensions, self.active, self.inside, self.breach, self._left_out = kept
        for replacement in self._left_out:
            replacement.switch_off()

    def end(self) -> None:
        """The run has ended."""
        global _current
        _current = None
        self.is_preparing = False
        for replacement, _ in self._replacements.values():
            replacement.switch_off()
        for owner, name, original, _ in self._places:
            if original is ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, original)


_current: Monitor | None = None
"""That of the run under way, if it has one."""


class _Suspension:
    """A class, because one made from a generator costs as much as a short run, and every run has several."""

    __slots__ = ("_monitor",)

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor

    def __enter__(self) -> None:
        self._monitor.suspensions += 1

    def __exit__(self, *_: object) -> None:
        self._monitor.suspensions -= 1


class Preparation:
    """An object is being made, before the target runs or in the midst of it: then when an attribute is first read."""

    __slots__ = ("_kept", "_monitor")

    def __enter__(self) -> Preparation:
        self._monitor = _current
        if self._monitor is not None:
            self._kept = self._monitor.begin_preparation()
        return self

    def __exit__(self, *_: object) -> None:
        if self._monitor is not None:
            self._monitor.end_preparation(self._kept)

    def require_invariants(self, object_: Any) -> None:
        """Those of an object that was just made, where its constructor has not seen to it."""
        if self._monitor is None:
            return
        class_ = type(object_)
        require = self._monitor.invariants.get(class_)
        if require is not None and class_ not in self._monitor.constructors:
            require(object_)

    @property
    def breach(self) -> Breach | None:
        """The contract that was broken, if one was; the program may have caught what says so."""
        return self._monitor.breach if self._monitor is not None else None
