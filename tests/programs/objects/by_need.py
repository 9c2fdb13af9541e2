"""Objects of which only a part is looked at, in every way that Python has of looking at attributes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, replace


class Tree:
    def __init__(self, key: int, left: Tree | None = None, right: Tree | None = None) -> None:
        self.key = key
        self.left = left
        self.right: Tree | None
        self.right, self.size = right, 1


def leftmost(tree: Tree) -> int:
    if tree.left is None:
        return tree.key
    return tree.left.key


def overwritten(tree: Tree) -> bool:
    tree.left = None
    return tree.left is None


def by_dictionary(tree: Tree) -> int:
    return sum(value is None for value in vars(tree).values())


def by_name(tree: Tree) -> bool:
    return getattr(tree, "left", 3) is None and hasattr(tree, "right")


def copied(tree: Tree) -> bool:
    twin = copy.copy(tree)
    return twin.left is tree.left


def same(tree: Tree) -> bool:
    return tree.left is tree.left


@dataclass(frozen=True)
class Pair:
    one: int | None
    two: int | None


def compared(pair: Pair) -> bool:
    return pair == Pair(None, None)


def replaced(pair: Pair) -> bool:
    return replace(pair, one=3).two is None


def matched(pair: Pair) -> str:
    match pair:
        case Pair(one=None):
            return "none"
        case Pair(one, None):
            return "positive" if one > 0 else "other"
    return "both"


class Wary:
    """Looks at what it is given."""

    def __init__(self, inner: Wary | None) -> None:
        if inner is not None and inner.inner is not None:
            raise ValueError("too deep")
        self.inner = inner


def depth(wary: Wary) -> int:
    return 0 if wary.inner is None else 1


class Linked:
    __slots__ = ("following", "value")

    def __init__(self, value: int, following: Linked | None) -> None:
        self.value = value
        self.following = following


def second(linked: Linked) -> int:
    return linked.following.value


made = 0


class Counting:
    def __init__(self, inner: Counting | None) -> None:
        global made
        made += 1
        self.inner = inner


def number(counting: Counting) -> int:
    return made


class Holder:
    def __init__(self, held: Counting | None) -> None:
        self.held = held


def holders(holder: Holder) -> int:
    return made


def inverse_of_copy(tree: Tree) -> int:
    return 1 // copy.deepcopy(tree).key


def left_of_copy(tree: Tree) -> bool:
    return copy.deepcopy(tree).left is None


def inverse_after_pickling(tree: Tree) -> int:
    pickle.dumps(tree)
    return 1 // tree.key
