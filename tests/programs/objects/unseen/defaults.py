"""Texts that look names up, in dictionaries that add what they do not have."""

from __future__ import annotations

from collections import defaultdict


class ByOperator:
    def __init__(self) -> None:
        self.known: defaultdict[str, int] = defaultdict(int)

    def change(self) -> str:
        return "hello %(name)s" % self.known

    def get(self) -> int:
        return 1 // (1 - len(self.known))


class ByFormatMap(ByOperator):
    def change(self) -> str:
        return "hello {name}".format_map(self.known)

    def get(self) -> int:
        return 1 // (1 - len(self.known))


class ByField(ByOperator):
    def change(self) -> str:
        return "hello {0[name]}".format(self.known)

    def get(self) -> int:
        return 1 // (1 - len(self.known))


class ByName(ByOperator):
    def change(self) -> int:
        return self.known.__getitem__("name")

    def get(self) -> int:
        return 1 // (1 - len(self.known))
