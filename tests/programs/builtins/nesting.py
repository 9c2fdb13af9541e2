"""Lists within lists, gone through by recursion."""

from __future__ import annotations

from typing import Union

Nested = list[Union[int, list[Union[int, list[int]]]]]


def deepest_faulty(nested: Nested) -> int:
    # `max` of nothing, for an empty list somewhere inside.
    return 1 + max(deepest_faulty(one) if isinstance(one, list) else 0 for one in nested)


def deepest_repaired(nested: Nested) -> int:
    depth = 1 + max((deepest_repaired(one) if isinstance(one, list) else 0 for one in nested), default=0)
    assert 1 <= depth <= 3
    return depth
