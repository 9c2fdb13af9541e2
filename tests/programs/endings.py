"""Functions whose results have to be brought to their end before the fault shows."""

import asyncio


def from_a_map(divisor: int):
    return map(lambda value: value // divisor, [10, 20])


def from_a_generator(divisor: int):
    yield 1
    yield 10 // divisor


def from_an_inner_generator(divisor: int):
    def quotients():
        yield 10 // divisor

    return quotients()


class Quotients:
    def __init__(self, divisor):
        self.divisor = divisor
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        if self.left < 0:
            raise StopIteration
        return 10 // self.divisor


def from_an_iterator(divisor: int):
    return Quotients(divisor)


async def from_a_coroutine(divisor: int):
    await asyncio.sleep(0)
    return 10 // divisor


async def from_a_coroutine_with_a_map(divisor: int):
    return map(lambda value: value // divisor, [10])


async def from_an_asynchronous_generator(divisor: int):
    yield 1
    await asyncio.sleep(0)
    yield 10 // divisor


def at_once(divisor: int):
    return iter([10 // divisor])


def without_end(start: int):
    while True:
        yield start
