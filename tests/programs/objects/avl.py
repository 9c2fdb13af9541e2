"""Insertion into AVL trees, with a fault in one of the rotations, against the invariant of such trees."""

from __future__ import annotations


class Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None
        self.height = 1


def height(node: Node | None) -> int:
    return node.height if node is not None else 0


def update(node: Node) -> None:
    node.height = 1 + max(height(node.left), height(node.right))


def rotate_right(node: Node) -> Node:
    top = node.left
    node.left = top.right
    top.right = node
    update(node)
    update(top)
    return top


def rotate_left(node: Node) -> Node:
    top = node.right
    node.right = top.left
    top.left = node
    update(node)
    update(top)
    return top


def is_balanced(node: Node | None) -> bool:
    if node is None:
        return True
    if abs(height(node.left) - height(node.right)) > 1:
        return False
    return is_balanced(node.left) and is_balanced(node.right)


class Tree:
    """
    :invariant: is_balanced(self.root)
    """

    def __init__(self) -> None:
        self.root: Node | None = None

    def insert(self, key: int) -> None:
        self.root = self._inserted(self.root, key)

    def _inserted(self, node: Node | None, key: int) -> Node:
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._inserted(node.left, key)
        elif key > node.key:
            node.right = self._inserted(node.right, key)
        update(node)
        return self._rebalanced(node, key)

    def _rebalanced(self, node: Node, key: int) -> Node:
        balance = height(node.left) - height(node.right)
        if balance > 1:
            if key > node.left.key:
                node.left = rotate_left(node.left)
            return rotate_right(node)
        if balance < -1:
            if key < node.right.key:
                node.right = rotate_right(node.right)
            return rotate_left(node)
        return node


class FaultyTree(Tree):
    """
    :invariant: is_balanced(self.root)
    """

    def _rebalanced(self, node: Node, key: int) -> Node:
        balance = height(node.left) - height(node.right)
        if balance > 1:
            # The fault: the case left-right needs two rotations.
            return rotate_right(node)
        if balance < -1:
            if key < node.right.key:
                node.right = rotate_right(node.right)
            return rotate_left(node)
        return node
