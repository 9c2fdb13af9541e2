"""A class whose methods only read, in the ways in which methods of ordinary classes do."""

from __future__ import annotations

import math
from collections.abc import Iterator


class NotThere(Exception):
    """Says what was looked for."""


class Shelf:
    def __init__(self, books: tuple[int, int], width: int) -> None:
        self.books = books
        self.width = width

    def __len__(self) -> int:
        return len(self.books)

    def __iter__(self) -> Iterator[int]:
        return iter(self.books)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf) and self.books == other.books

    def __hash__(self) -> int:
        return hash(self.books)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.books!r}, {self.width})"

    @property
    def area(self) -> float:
        return math.sqrt(self.width) * len(self)

    def total(self) -> int:
        total = 0
        for book in self.books:
            total += book
        return total

    def thick(self, least: int) -> list[int]:
        found = []
        for book in self.books:
            if book >= least:
                found.append(book)
        return sorted(found, key=lambda book: -book)

    def counted(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        for book in self.books:
            counts[book] = counts.get(book, 0) + 1
        return counts

    def position(self, book: int) -> int:
        if book not in self.books:
            raise NotThere(f"no {book}")
        return self.books.index(book)

    def largest(self) -> int:
        return max(self.books, default=0) if self._is_used() else 0

    def _is_used(self) -> bool:
        return any(book > 0 for book in self.books)

    def first(self) -> int:
        return self.books[0]


class NamedShelf(Shelf):
    def total(self) -> int:
        return super().total() + 1
