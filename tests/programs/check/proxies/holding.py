import proxies

lazy, disguised, refusing, leaving = proxies.Lazy(), proxies.Disguised(), proxies.Refusing(), proxies.Leaving()
items, table, some = proxies.RefusingList(), proxies.RefusingDict(), proxies.RefusingSet()
text, strange = proxies.RefusingText("x"), proxies.Strange
everything = [lazy, disguised, refusing, leaving, items, table, some, text, strange]
nested = {"a": (lazy, [refusing]), "b": {"c": disguised}}


class Holder:
    lazy, refusing, strange = lazy, refusing, strange

    def __init__(self, n: int) -> None:
        self.n = n
        self.held = refusing

    def divide(self) -> int:
        return 1 // self.n


def marked(function):
    function.note = refusing
    return function


def closing():
    inside = refusing, lazy

    def inner(n: int) -> int:
        return 10 // n if inside else 0

    return inner


inner = closing()


def plain(n: int) -> int:
    return 10 // n


@marked
def decorated(n: int) -> int:
    return 10 // n


def defaulted(n: int, one=refusing, two=lazy, *, three=disguised, four=strange) -> int:
    return 10 // n


def gives(n: int) -> object:
    return everything[n] if 0 <= n < len(everything) else None


def raises(n: int) -> int:
    if n == 7:
        error = ValueError(refusing)
        error.held = lazy
        raise error
    if n == 8:
        raise proxies.RefusingError
    return 10 // n


def untouched(n: int) -> int:
    assert not proxies.LOOKS
    return n
