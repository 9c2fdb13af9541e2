"""The subject of one exploration: a target with its contract and its inputs, and the engine that explores it."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pef import _engine
from pef.contracts import target as contracts
from pef.contracts.contract_data import Contract
from pef.exploration import drain, outcome_text, symbolic_keywords
from pef.exploration.engine_request import Program, Search, Sharing, World, Worlds
from pef.exploration.inputs import inputs_of
from pef.exploration.watcher import WatchedRuns, Watcher
from pef.inputs import objects
from pef.isolation import live_globals
from pef.isolation.environment import Surroundings
from pef.loaded_target import LoadedTarget
from pef.loading.load import load_function
from pef.loading.state import forget_imports, left_native, states_of
from pef.looks import is_a
from pef.options import Options
from pef.results import ReasonKind
from pef.shown_path import shown
from pef.target_members import Access

_QUERY_SECONDS = 4.0


class Subject:
    """What the parts of an exploration share. The engine is reached through it alone, so that it can be let go of."""

    def __init__(
        self,
        target: LoadedTarget | Callable[..., Any],
        options: Options,
        watcher: Watcher | None,
        *,
        keep_results: bool,
        sharing: Sharing,
    ) -> None:
        self.target = target if is_a(target, LoadedTarget) else load_function(target)
        carry_over = functools.partial(live_globals.carry_over, self.target)
        # A function of a program that runs already: its modules may be something else by now than when they were imported.
        not_followed = [] if is_a(target, LoadedTarget) else carry_over()
        self.is_watched = watcher is not None
        self.strict = options.strict
        self.surroundings = Surroundings(self.target, options.seed)
        preparations = self.surroundings.preparations()
        self.checked = contracts.checked(self.target, options.assume, drain.finish)
        self.inputs = inputs_of(self.target, self.contract, options)
        self.global_count = len(self.inputs.variables)
        """The first arguments are not the target's: they are values of globals."""
        self.error_found = False
        rewritten, plain = states_of(self.target)
        finder, checked = self.target.finder, self.checked
        self.engine = _engine.Exploration(
            self._program(keeps_results=keep_results),
            Search(
                options.strategy,
                options.seed,
                options.depth,
                options.paths,
                options.time,
                _QUERY_SECONDS,
                sharing,
            ),
            Worlds(
                World(rewritten, finder.enable, checked.around_symbolic_run),
                World(plain, finder.disable, checked.around_plain_run),
                preparations,
                functools.partial(forget_imports, self.target),
                carry_over,
            ),
            WatchedRuns(watcher, self.inputs.writer) if watcher else None,
        )
        self._note_not_followed(not_followed)

    @property
    def contract(self) -> Contract:
        return self.checked.contract

    def _program(self, *, keeps_results: bool) -> Program:
        function, native = (
            # Where an object is constructed, the call that is shown gives it.
            objects.giving_object(one) if self.target.access is Access.CONSTRUCTOR else one
            for one in (self.checked.symbolic_function, self.checked.plain_function)
        )
        return Program(
            objects.without_globals(function, self.global_count),
            objects.without_globals(native, self.global_count),
            self.inputs.described,
            [objects.without_globals(one, self.global_count) for one in self.checked.assumptions],
            self.inputs.is_data,
            keeps_results,
            drain.finish,
            outcome_text.told,
            objects.realise,
            symbolic_keywords.forward,
        )

    def _note_not_followed(self, not_followed: Sequence[str]) -> None:
        """What is known before the first run to be left out."""
        for problem in self.inputs.not_tried:
            self.note(ReasonKind.DEPTH, problem)
        for file, line in left_native(self.target):
            # It is not followed as well as the rest; which functions use it is not known.
            detail = f"{shown(file)}:{line} has an expression that could not be rewritten"
            self.note(ReasonKind.CONCRETISED, detail)
        for detail in (*self.checked.unchecked, *not_followed):
            self.note(ReasonKind.CONCRETISED, detail)

    def note(self, kind: ReasonKind, detail: str) -> None:
        """Add a reason why a verdict is no stronger; one that is known already is not listed twice."""
        self.engine.add_reason(kind, detail)

    def is_doubtful(self) -> bool:
        """Whether runs were seen to depend on those before them."""
        return not self.engine.reason_kinds().isdisjoint({ReasonKind.DIVERGENCE.value, ReasonKind.STATE.value})

    def call_plain(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> BaseException | None:
        """Call the plain function as a replay does; what it raised."""
        used = _engine.CallArguments(copy.deepcopy(list(args)), copy.deepcopy(dict(kwargs)))
        return self.engine.call_plain(_engine.CallArguments(list(args), dict(kwargs)), used)
