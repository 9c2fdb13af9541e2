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

Function = Callable[..., Any]
Place = tuple[Any, str, Any, Any]
"""An object, the name of an attribute of it, the attribute as it is, and as it is wrapped."""
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
        self._contracts_only: set[FunctionType] = set()
        """Functions whose wrappers check nothing but their own contract."""
        self.target: Function | None = None
        """The function that is explored: outside of preparations, its contract is asked about elsewhere."""
        self._of_target: Replacement | None = None
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
        if is_contract and known is None:
            self._contracts_only.add(function)
        else:
            self._contracts_only.discard(function)
        replacement = Replacement(function) if known is None else known[0]
        wrapper = wrapped(replacement.twin if known is None else known[1])
        replacement.call(wrapper)
        self._replacements[function] = replacement, wrapper
        return wrapper

    def original(self, function: Function) -> Function:
        """What a function does apart from the wrapper."""
        known = self._replacements.get(function) if isinstance(function, FunctionType) else None
        return function if known is None else known[0].twin

    def begin(self, target: Function) -> None:
        """A run of a function begins, with the making of its arguments."""
        global _current
        self.target = target
        known = self._replacements.get(target) if isinstance(target, FunctionType) else None
        self._of_target = known[0] if known is not None and target in self._contracts_only else None
        self.is_preparing = True
        self.suspensions = 0
        self.breach = None
        self.active.clear()
        self.inside.clear()
        for owner, name, _, wrapped in self._places:
            setattr(owner, name, wrapped)
        for replacement, _ in self._replacements.values():
            replacement.switch_on()
        _current = self

    def begin_target(self) -> None:
        """The arguments are made."""
        self.prepare(False)
        self.breach = None

    def prepare(self, is_preparing: bool) -> None:
        """Arguments are made from now on, or no longer."""
        if self._of_target is not None and is_preparing is not self.is_preparing:
            # A wrapper that would only pass on what it is called with is left out: recursion through it is slow.
            self._of_target.switch_on() if is_preparing else self._of_target.switch_off()
        self.is_preparing = is_preparing

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
        self._monitor = monitor = _current
        if monitor is not None:
            self._kept = (monitor.is_preparing, monitor.suspensions, monitor.active, monitor.inside, monitor.breach)
            monitor.prepare(True)
            monitor.suspensions = 0
            monitor.active, monitor.inside, monitor.breach = {}, set(), None
        return self

    def __exit__(self, *_: object) -> None:
        monitor = self._monitor
        if monitor is not None:
            is_preparing, monitor.suspensions, monitor.active, monitor.inside, monitor.breach = self._kept
            monitor.prepare(is_preparing)

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
