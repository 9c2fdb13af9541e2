"""Models of callables that hold a function: `functools.partial`, and what `functools.lru_cache` makes.

A cache would look a symbolic argument up by its hash. Calls with the same terms in the same run have one result, as
the cache would give them; calls whose arguments merely turn out equal are made again, which only a function with
side effects can tell apart, and of those the replay says what they did.
"""

from __future__ import annotations

import functools
from typing import Any

from pef import _engine as engine
from pef.models.registry import callables_of

_cached: dict[Any, Any] = {}


@callables_of(functools.partial)
def call_partial(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
    return self.func(*self.args, *arguments, **{**self.keywords, **keywords})


@callables_of(type(functools.lru_cache(len)))
def call_cached(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
    values = [*arguments, *keywords.values()]
    identities = [engine.term_of(value) for value in values]
    if not engine.holds_symbolic(values):
        return engine.native(self, *arguments, **keywords)
    plain = [_plainly_hashable(value) for value in values]
    if not all(plain):
        # The cache refuses what cannot be hashed, and says so.
        return engine.native(self, *arguments, **keywords)
    if any(term is None and engine.holds_symbolic(value) for term, value in zip(identities, values, strict=True)):
        return self.__wrapped__(*arguments, **keywords)
    return _once(self, arguments, keywords, identities)


def _plainly_hashable(value: Any) -> bool:
    return type(value).__hash__ is not None


def _once(self: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], identities: list[Any]) -> Any:
    """The result of the first call of this run with the same terms and values."""
    run = engine.run_number()
    if engine.plain(_cached.get("run")) != run:
        _cached.clear()
        _cached["run"] = run
    values = [*arguments, *keywords.values()]
    known = [value if term is None else ("term", term) for term, value in zip(identities, values, strict=True)]
    key = (id(self), len(arguments), tuple(keywords), tuple(known))
    if key not in _cached:
        _cached[key] = self.__wrapped__(*arguments, **keywords)
    return _cached[key]
