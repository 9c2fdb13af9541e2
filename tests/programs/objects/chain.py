"""Linked nodes that can be linked into a ring, which a traversal never leaves."""

from __future__ import annotations


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.following: Node | None = None

    def link(self, other: Node) -> None:
        self.following = other

    def total(self) -> int:
        result = 0
        node: Node | None = self
        while node is not None:
            result += node.value
            node = node.following
        return result
