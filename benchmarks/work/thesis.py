"""The example functions of the thesis (appendix C, measured in its figures 5.9 to 5.11), written anew.

Names are the thesis's, because its tables are what the figures are compared with; types are annotations, so that
other tools can read them too. What the paths do is the same; how it is written is not.
"""

from __future__ import annotations

import math
from typing import Optional, Union


def simple(i: int) -> None:
    """
    :assume: i > 0
    """
    print("something" if i else "nothing")


def simple_bool(a: None, b: bool) -> object:
    return a and b


def fun(a: int) -> int:
    shifted = a + 3
    if not shifted:
        return shifted
    raise AssertionError("not the one")


def funab(a: int, b: int) -> Optional[int]:
    shifted = a + 3
    if shifted != b:
        return shifted
    if shifted != shifted:
        raise AssertionError("cannot happen")
    raise AssertionError("can happen")


def funfor(a: int) -> int:
    last = a + 3
    for _ in range(last):
        if last == 2:
            raise AssertionError("two")
    return last


def funlist_in(l: list[int], i: int, j: int) -> None:
    if i != len(l):
        print("another length")
    elif l[j] == i:
        print("there")
    else:
        print("nearly")


def funlist_iter(l: list[int]) -> None:
    for _, element in enumerate(l):
        print(element)


def funlist_slice(l: list[int], start: int, stop: int, step: int) -> list[int]:
    return l[start:stop:step]


def assert_not_divisible(x: int, y: int) -> None:
    if x <= y:
        raise Exception("x is to be larger than y")
    if divisible(x, y):
        raise Exception("x is not to be divisible by y")
    print("right")


def divisible(x: int, y: int) -> bool:
    """
    :assume: x > y
    """
    if x <= y:
        return x in (y, 0)
    return divisible(x - y, y)


class Counted:
    """A list with a number that should be its length (the thesis's `Test`)."""

    recounts = 0

    def __init__(self, a: int, l: list[int]) -> None:
        self.a = a
        self.l = l

    def recalculate(self) -> None:
        self.recounts = self.recounts + 1
        self.a = len(self.l)


def test_Test(t: Counted) -> int:
    if len(t.l) == t.a:
        t.l[0] = 5
    else:
        t.recalculate()
    return t.l[0]


def test_mock_Test(a: int, l: list[int]) -> int:
    if len(l) == a:
        l[0] = 5
    else:
        a = len(l)
    return l[0]


def test_gt(a: int, b: int) -> int:
    return b - a if a > b else a - b


def test_kw_args(a: int = 1, b: int = 2) -> bool:
    if b < a:
        return True
    return False


class Simple:
    """Its constructor branches."""

    def __init__(self, a: int, b: int) -> None:
        print("larger" if a > b else "not larger")


def simple_test(s: Simple) -> Simple:
    return s


class Queue:
    """A list with the two operations of the thesis's queue."""

    def __init__(self, initial: list[int]) -> None:
        self.items = initial if initial else []

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        try:
            return self.items.pop()
        except IndexError:
            raise IndexError("the queue is empty") from None

    def __len__(self) -> int:
        return len(self.items)


def _push_and_pop(queue: Queue, pushes: int, pops: int) -> bool:
    pushed = popped = 0
    while pushed < pushes:
        queue.push(pushed)
        pushed += 1
    while popped < pops:
        queue.pop()
        popped += 1
    return len(queue) > 0


def example00(pushes: int, pops: int) -> bool:
    return _push_and_pop(Queue([]), pushes, pops)


def example01(queue: Queue, pushes: int, pops: int) -> bool:
    return _push_and_pop(queue, pushes, pops)


def example02(a: int, b: int) -> int:
    return a // b


def multitypes(a: Union[int, list[int]], b: Union[int, list[int]]) -> None:
    first = "a number" if isinstance(a, int) else "a list"
    second = "a number" if isinstance(b, int) else "a list"
    print("%s and %s" % (first, second))


def test_strings1(s1: str, s2: str) -> str:
    if s1 == s2:
        return s1 + s2
    if len(s1) >= len(s2):
        if s1[0] == s1[0]:
            return "{} and {} begin with {}".format(s1, s2, s1[0])
        return "a number" if s1.isdecimal() else ""
    if s2 < s1:
        return "%s is shorter than %s and comes after it" % (s1, s2)
    return "%s is less than %s in every way" % (s1, s2)


def print_species(tree: list[int]) -> None:
    if type(tree) != list:
        print(tree)
        return
    for branch in tree:
        print_species(branch)


class Lista:
    """A linked list."""

    def __init__(self, value: int, sig: Optional[Lista]) -> None:
        self.value = value
        self.sig = sig


def sum_lista(ls: Lista) -> int:
    rest = ls.sig
    return ls.value if rest is None else ls.value + sum_lista(rest)


class BinaryTree:
    """A binary tree."""

    def __init__(self, key: int, left: Optional[BinaryTree] = None, right: Optional[BinaryTree] = None) -> None:
        self.key = key
        self.left = left
        self.right = right


def insertLeft(t: BinaryTree, newNode: int) -> BinaryTree:
    if t.left is None:
        t.left = BinaryTree(newNode)
    else:
        t.left = BinaryTree(newNode, left=t.left)
    return t


def sum_fac(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    return sum([math.factorial(number) for number in range(n + 1)])


def sum_fac2(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return 1
    if n == 1:
        return 2
    if n == 2:
        return 4
    return n * sum_fac2(n - 1) - (n - 1) * sum_fac2(n - 3)


def test_sum_fac(n: int) -> bool:
    return sum_fac(n) == sum_fac2(n)


def fact_spec(x: int) -> int:
    product = 1
    while x > 0:
        product, x = product * x, x - 1
    return product


def faulty_fact(x: int) -> int:
    """
    :ensure: returnv == fact_spec(x)
    """
    if x == 40:
        return 123456789
    product = 1
    for factor in range(x, 0, -1):
        product *= factor
    return product


def suma_con_bug(a: int, b: int) -> int:
    total = a + b
    if total == 42:
        print("the answer")
    if a - b == 42:
        raise Exception("fault")
    return total


def f_l_j(l: list[int], j: int) -> int:
    l += [1, 2, 3]
    return l[j]


def sum1(a: int, b: int, c: int) -> int:
    left, right = a + b, b + c
    return left + right - b


def power(x: int, y: int) -> int:
    result = count = 1
    while count <= y:
        result *= x
        count += 1
    return result


def abs1(x: int) -> int:
    if x < 0:
        return -x
    return x
