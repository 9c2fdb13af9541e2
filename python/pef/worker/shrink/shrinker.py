"""Making the input of a finding smaller: shorter, closer to zero, plainer characters.

Invariant: what comes out satisfies the condition of the path and fails in the same way, as seen when the plain function
was called with it; so the finding says nothing that was not observed. Bounded in calls and time: a small input is a
courtesy. The solver prefers small inputs already; this is for what its models leave.
"""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pef.errors import RunStopped
from pef.exploration import outcome_text
from pef.exploration.exploration import Exploration
from pef.inputs.objects.descriptions import Description
from pef.looks import is_a
from pef.protocol.finding_record import FindingRecord
from pef.results import Path
from pef.startup.records import replace
from pef.worker.finding_description import about, describe_error, shortened
from pef.worker.shrink import views
from pef.worker.shrink.defaults import plain_defaults, without_defaults

_CALLS = 80
_SECONDS = 0.3
_CONDITIONS = 60
_PLAIN_CHARACTERS = "a0 "
_KNOWN_FUNCTIONS: dict[str, Any] = {
    function.__name__: function
    for function in (
        abs,
        all,
        any,
        bool,
        bytearray,
        bytes,
        dict,
        divmod,
        float,
        frozenset,
        int,
        len,
        list,
        max,
        min,
        ord,
        pow,
        round,
        set,
        str,
        sum,
        tuple,
    )
}
# Objects are seen as what they are made with.
_KNOWN_FUNCTIONS |= {"calls": views.calls, "isinstance": views.is_instance, "type": views.class_of}


class Shrinker:
    """Shrinks inputs of one exploration."""

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration

    def shrink(self, path: Path, record: FindingRecord) -> FindingRecord:
        """The finding with a smaller input; the same where it cannot be made smaller."""
        names = self._exploration.input_names
        args, kwargs = path.inputs
        if any(callable(value) for value in (*args, *kwargs.values())):
            # A function of our making says what it gives only for the arguments it was called with.
            return record
        if len(names) != len(args):
            return record
        conditions: list[Any] = []
        try:
            conditions = [compile(text, "<condition>", "eval") for text in path.condition]
            values = copy.deepcopy({**dict(zip(names, args, strict=True)), **kwargs})
        except Exception:
            return record
        known = self._exploration.known_names
        attempt = _Attempt(self._exploration, names, conditions, record)
        # A condition may speak of something that cannot be looked at from here.
        if len(path.condition) <= _CONDITIONS and _hold(conditions, values, known):
            while (smaller := attempt.smaller(values)) is not None:
                values = smaller
        attempt.leave_out_defaults(values)
        return attempt.record


class _Attempt:
    """The search for a smaller input of one finding."""

    def __init__(
        self, exploration: Exploration, names: list[str], conditions: list[Any], record: FindingRecord
    ) -> None:
        self._exploration = exploration
        self._names = names
        self._conditions = conditions
        self._cause = record.cause
        self._known = exploration.known_names
        self._size = (len(record.call), record.call)
        self._calls = _CALLS
        self._deadline = time.monotonic() + _SECONDS
        self.record = record
        """The smallest so far."""

    def smaller(self, values: dict[str, Any]) -> dict[str, Any] | None:
        """One step: the first candidate that is smaller and still fails."""
        for name, value in values.items():
            for candidate in smaller_values(value):
                if self._calls <= 0 or time.monotonic() >= self._deadline:
                    return None
                changed = {**values, name: candidate}
                if _hold(self._conditions, copy.deepcopy(changed), self._known) and self._fails(changed):
                    return changed
        return None

    def leave_out_defaults(self, values: dict[str, Any]) -> None:
        """The same call, written shorter."""
        if self._exploration.has_globals:
            return
        # What is a default is smaller than any value, where the path is the same with it; the more of them the better.
        changed = values
        for name, default in plain_defaults(self._exploration.plain_function).items():
            one_more = {**changed, name: copy.deepcopy(default)}
            if name in values and _hold(self._conditions, copy.deepcopy(one_more), self._known):
                changed = one_more
        if changed is not values and self._is_written_shorter(changed):
            return
        self._is_written_shorter(values)

    def _is_written_shorter(self, values: dict[str, Any]) -> bool:
        """Whether the call fails without the arguments that are defaults, and is the shortest so far."""
        args, kwargs = self._split(values)
        candidates = without_defaults(self._exploration.plain_function, self._names, args, kwargs)
        return any(self._still_fails(fewer, named) for fewer, named in candidates)

    def _split(self, values: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        args = [values[name] for name in self._names]
        return args, {name: value for name, value in values.items() if name not in self._names}

    def _fails(self, values: Mapping[str, Any]) -> bool:
        return self._still_fails(*self._split(values))

    def _still_fails(self, args: list[Any], kwargs: dict[str, Any]) -> bool:
        self._calls -= 1
        call, error = self._exploration.call_plain(args, kwargs)
        if error is None or is_a(error, RunStopped) or (len(call), call) >= self._size:
            return False
        exploration = self._exploration
        message = outcome_text.told(None, error)
        record = replace(
            self.record,
            **describe_error(error, exploration.is_under_test, exploration.is_seen_into),
            about=about([args, kwargs], message),
            message=shortened(message),
            call=call,
        )
        if record.cause != self._cause:
            return False
        self._size, self.record = (len(call), call), record
        return True


def _hold(conditions: list[Any], values: dict[str, Any], known: Mapping[str, Any]) -> bool:
    try:
        visible = {**known, **_named({name: views.seen(value) for name, value in values.items()})}
        return all(eval(condition, {"__builtins__": _KNOWN_FUNCTIONS}, visible) for condition in conditions)
    except Exception:
        return False


def _named(values: dict[str, Any]) -> dict[str, Any]:
    """Values by name; what is called `Pool.size` is an attribute of something called `Pool`."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        owner, _, attribute = name.rpartition(".")
        if owner:
            setattr(found.setdefault(owner, SimpleNamespace()), attribute, value)
        else:
            found[name] = value
    return found


def smaller_values(value: Any) -> Iterator[Any]:
    """Values that are smaller than `value`, the smallest first; none for types nobody knows how to make smaller."""
    kind = type(value)
    if kind is bool:
        yield from ([False] if value else [])
    elif kind is int:
        yield from _smaller_integers(value)
    elif kind is float:
        yield from (
            candidate for candidate in (0.0, 1.0, float(int(value)) if abs(value) < 1e15 else 0.0) if candidate != value
        )
    elif kind in (str, bytes):
        yield from _smaller_texts(value)
    elif kind in (list, tuple):
        yield from _smaller_sequences(value)
    elif kind is dict:
        entries = list(value.items())
        yield from (dict(shorter) for shorter in _shorter(entries))
        yield from ({**value, key: smaller} for key, old in entries for smaller in smaller_values(old))
    elif is_a(value, Description):
        yield from value.variants(smaller_values)
    elif kind in (set, frozenset):
        yield from (kind(shorter) for shorter in _shorter(sorted(value, key=repr)))


def _smaller_integers(value: int) -> Iterator[int]:
    candidates = (
        0,
        1,
        -1,
        -value if value < 0 else 0,
        value // 2 if value > 0 else -(-value // 2),
        value - 1 if value > 0 else value + 1,
    )
    yield from (
        candidate
        for candidate in dict.fromkeys(candidates)
        if (abs(candidate), candidate < 0) < (abs(value), value < 0)
    )


def _smaller_texts(value: Any) -> Iterator[Any]:
    yield from _shorter(value)
    if type(value) is str:
        for index, plain in itertools.product(range(len(value)), _PLAIN_CHARACTERS):
            if value[index] not in _PLAIN_CHARACTERS:
                yield value[:index] + plain + value[index + 1 :]


def _smaller_sequences(value: Any) -> Iterator[Any]:
    yield from _shorter(value)
    for index, element in enumerate(value):
        for smaller in smaller_values(element):
            yield type(value)([*value[:index], smaller, *value[index + 1 :]])


def _shorter(value: Any) -> Iterator[Any]:
    """Parts of a sequence: nothing, either half, all but one."""
    size = len(value)
    if size == 0:
        return
    yield value[:0]
    if size > 2:
        yield value[: size // 2]
        yield value[size // 2 :]
    if size > 1:
        yield from (value[:index] + value[index + 1 :] for index in range(size))
