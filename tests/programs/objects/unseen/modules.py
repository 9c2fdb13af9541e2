"""A name of a module that the module makes."""

from __future__ import annotations

from tests.programs.objects.unseen import lazily


class ByModule:
    def __init__(self) -> None:
        lazily.LEFT[0] = 1

    def change(self) -> int:
        return lazily.anything

    def get(self) -> int:
        return 1 // lazily.LEFT[0]
