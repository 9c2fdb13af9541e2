"""Loops over sets with symbolic elements that may do something else in another order."""

N = 0


def b01(a: int, b: int) -> None:
    for x in {a, b}:
        pass
    assert a == b or x == b


def b02(a: int, b: int) -> int:
    for x in {a, b}:
        return x
    return 0


def b03(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        t = t * 2 + x
    return t


def b04(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        t += x
        if t > 3:
            return 1
    return 0


def b05(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        if x > 3:
            break
        t += 1
    return t


def b06(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        t += 1
        t *= x
    return t


def b07(a: int, b: int) -> bool:
    return any(10 // x > 3 for x in {a, b})


def b08(a: float, b: float) -> float:
    return sum(x for x in {a, b})


def b09(a: int, b: int) -> float:
    t = 0.5
    for x in {a, b}:
        t += x
    return t


def b10(a: int, b: int) -> list[int]:
    return [x for x in {a, b}]


def b11(a: int, b: int) -> int:
    for x in {a, b}:
        if x > 3:
            return 1
        if x < -3:
            return 2
    return 0


def b12(a: int, b: int) -> str:
    t = ''
    for x in {a, b}:
        t += 'a' if x > 3 else 'b'
    return t


def b13(a: int, b: int) -> int:
    global N
    for N in {a, b}:
        pass
    return 0


def b14(a: int, b: int) -> int:
    m = 0
    n = 0
    for x in {a, b}:
        if x > m:
            m = x
        n += m
    return n


def b15(a: int, b: int) -> int:
    m = 0
    for x in {a, b}:
        if x > m:
            m = x
        if x < m:
            m = x
    return m


def b16(a: int, b: int) -> int:
    s = {a, b}
    for x in s:
        s.add(1)
    return 1


def b17(a: int, b: int) -> int:
    fs = []
    for x in {a, b}:
        fs.append(lambda: x)
    return 1


def b18(a: int, b: int) -> int:
    for x in {a, b}:
        last = x
    return last


def b19(a: int, b: int) -> list[int]:
    return [x for x in {0 if y > 3 else 8 for y in {a, b}}]


def b20(a: int, b: int) -> list[int]:
    return list({y - a for y in {a, a + 8}})


def b21(a: int, b: int) -> list:
    return sorted(x > 3 for x in {a, b})


def b23(a: int, b: int) -> int:
    return sum([x for x in {a, b}][:1])


def b24(a: int, b: int) -> int:
    return next(x for x in {a, b})


def b25(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        t -= t + x
    return t


def b26(a: int, b: int) -> tuple:
    return tuple(x for x in {a, b})


def b27(a: int, b: int) -> int:
    t = 0
    for i, x in enumerate({a, b}):
        t += i * x
    return t


def fromkeys(a: int, b: int) -> int:
    return next(iter(dict.fromkeys({a, b})))
