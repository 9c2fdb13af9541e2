"""Small programs in which the order of evaluation, a scope or a frame can be seen.

Each is run as it is and rewritten; what it logged, printed and raised, and on which lines, must be equal. `Watched`
values log every operation on them; `w("name")` makes one and logs that, so the log is the order of evaluation.
"""

PROGRAMS = {
    "order of stores": """
        w("a")[w("i")] = w("v")
        w("a")[w("i"):w("j")] = w("v")
        w("a")[w("i")][w("j")] = w("b")[w("k")]
        w("a")[w("i")] += w("v")
        w("a")[w("i")] %= w("v")
        w("a").x[w("i")] = w("c").y = w("v")
        del w("a")[w("i")], w("b")[w("j")]
        w("a")[w("i")], *w("b")[w("j")] = [w("p"), w("q")]
        for w("a")[w("i")] in [w("p")]: pass
        with w("m") as w("a")[w("i")]: pass
        [0 for w("a")[w("i")] in [1]]
    """,
    "order of loads": """
        w("a")[w("i")]
        w("a")[w("i"):w("j"):w("k")]
        w("a")[w("i"), w("j"):, ...]
        w("a")[w("i"),]
        w("a")(w("x"), *[w("y")], k=w("z"), **{"l": w("q")})
        w("a").m(w("x"))(w("y"))
    """,
    "order of displays": """
        class M:
            def __init__(self, name): self.name = name
            def keys(self): log.append(f"keys {self.name}"); return ["k"]
            def __getitem__(self, key): log.append(f"item {self.name}"); return self.name
        def note(text): log.append(text); return text
        def some(text): log.append(f"begin {text}"); yield text; log.append(f"end {text}")
        {note("a"): note("b"), note("c"): note("d")}
        {**M("m"), note("a"): note("b"), **M("n"), "z": note("c")}
        d = {"x": 1}
        log.append({**d, "y": d.pop("x"), **d})
        {note("a"), *some("s"), note("b"), *some("t")}
        log.append({note(k): note(k + "v") for k in ["p", "q"] if note("if")})
        log.append(sorted({note(k) for k in some("u")}))
        log.append([{1: "a", True: "b", 1.0: "c"}, {1, True}, {True, 1}])
        for bad in (lambda: {**1}, lambda: {[]: 1}, lambda: {[]}, lambda: {d: 1 for d in [[]]}, lambda: {*1}):
            try: bad()
            except TypeError as error: log.append(str(error))
        def nothing(): return {k: next(iter([])) for k in "ab"}
        try: nothing()
        except StopIteration: log.append("stopped")
    """,
    "order of operators": """
        w("a") in w("b")
        w("a") not in w("b")
        w("a") is w("b")
        w("a") is not w("b")
        w("a") % w("b") % w("c")
        x = w("a"); x %= w("b")
        not w("a")
        w("a") < w("b") in w("c")
        w("a", false=True) < w("b", false=True) in w("c")
        w("a") is w("b") is not w("c") in w("d")
        y = w("a", false=True) and not w("b")
        z = w("a") or not w("b")
    """,
    "truth is asked once": """
        if w("a"): pass
        elif w("b"): pass
        while w("c", false=True): pass
        w("x") if w("d") else w("y")
        [w("e") for _ in range(2) if w("f") if not w("g")]
        assert w("h"), w("never")
        if not (w("i") and not w("j", false=True) or w("k")): pass
        if (n := w("l")) and not n: pass
        try:
            assert w("m", false=True), w("message")
        except AssertionError as error:
            log.append(str(error.args))
    """,
    "f-strings": """
        f"{w('a')}{w('b')!r:>5}{w('c'):{w('d')}}"
        f"{w('a')=}" f"{w('b')=!s}" "plain" f"{{}}{w('c'):x}"
        x = w("x")
        log.append(f"{x=}{ x = }{x.y=!r:>{3}}")
        log.append(f"{x, 1}{[x][0]=}")
        log.append(rf"\\d{3}\\{4}" + f'''{
            5
        }''')
        class S(str):
            def __format__(self, spec): return self
        log.append(type(f"{S('s')}").__name__)
        log.append(type(f"{S('s')}{S('')}").__name__)
        log.append(type(f"{S('s'):}").__name__)
        log.append(f"{'a' if x else 'b'!r:^9}{3.14159:.{1 + 1}f}{{}}{10:#x}")
    """,
    "match": """
        def f(x, *rest):
            match x, *rest:
                case [1, y] if w("guard", false=True): return "guarded", y
                case [1, y]: return "one", y
                case [str(s)] | [{"k": s}]: return s
                case (a, b, *c): return a, b, c
                case _: return None
        log.append([f(1, 2), f("s"), f({"k": 3}), f(4, 5, 6), f(7)])
        match w("subject"):
            case object(name="x"): pass
            case _: log.append("other")
    """,
    "zero-argument super, private names and class scopes": """
        class A:
            table = {"k": 1}
            here = [k for k in [table["k"]] if k in (1, 2)]
            __secret = 5
            def __init__(self): self.made = ["A"]
            def who(self): return "A"
            def peek(self):
                __x = 7
                __x %= 4
                return self.__secret % 3, __x, "__secret" in dir(self)
        class B(A):
            def __init__(self):
                super().__init__()
                self.made[0:1] += ["B"]
            def who(self): return super().who() + (lambda: super(B, self).who())() + __class__.__name__
        log.append([B().made, B().who(), B().peek(), A.here])
    """,
    "locals, globals, frames and evaluation of text": """
        import sys, inspect
        def f(a):
            b = a % 3
            here = sys._getframe()
            caller = sys._getframe(1).f_code.co_name
            lines = here.f_lineno, inspect.currentframe().f_lineno
            return sorted(locals()), eval("a + b"), sorted(vars()), here.f_code.co_name, caller, lines, dir()
        log.append(f(5))
        log.append(sorted(name for name in globals() if name in ("log", "w", "nothing")))
        exec("made = [1, 2][0]")
        log.append(made)
        def depth():
            n, frame = 0, sys._getframe()
            while frame is not None: n, frame = n + 1, frame.f_back
            return n
        log.append(depth() - (lambda: depth())())
    """,
    "walrus and comprehensions": """
        def f(xs):
            if any((last := x) % 2 == 0 for x in xs): pass
            while (n := len(xs)) > 2: xs = xs[1:]
            return last, n, [y := x, y ** 2] if (x := xs[0]) else None, [i for i in xs if i in xs if i is not None]
        log.append(f([1, 3, 4, 5]))
        log.append({k: v for k, v in [("a", 1)] if k not in "b"})
        log.append([(yield_, z) for yield_ in "ab" for z in yield_ if z != "b"])
    """,
    "generators and coroutines": """
        def g():
            if (yield 1): log.append("sent")
            got = yield [(yield 2)][0]
            return {"k": got}[(yield "k")]
        def run(generator, values):
            out = [next(generator)]
            for value in values:
                try: out.append(generator.send(value))
                except StopIteration as stop: out.append(("end", stop.value)); break
            return out
        log.append(run(g(), [True, "x", "got", "k"]))
        async def c(x): return x % 7
        async def d():
            rows = [await c(i) for i in range(9) if await c(i) not in (3,)]
            return rows[await c(9)]
        try: d().send(None)
        except StopIteration as stop: log.append(stop.value)
        async def items():
            for i in range(3): yield i
        async def e(): return [i async for i in items() if i is not 1]
        try: e().send(None)
        except StopIteration as stop: log.append(stop.value)
    """,
    "exceptions and their lines": """
        import traceback
        def bad(n):
            data = [1, 2]
            if n == 0: return data[5]
            if n == 1: return {}["k"]
            if n == 2: return 1 in 5
            if n == 3: return "%d" % "x"
            if n == 4: return (
                data
                [0]
                % 0
            )
            if n == 5: return None()
            if n == 6: return undefined[0]
            if n == 7: data["x"] = 1
            if n == 8: del data[9]
            if n == 9: return f"{data:d}"
            if n == 10: return data[1:2:0]
            if n == 11: n %= "s"
            if n == 12: return not Broken()
            if n == 13:
                if Broken(): pass
            if n == 14: return data[
                1 in
                5
            ]
        class Broken:
            def __bool__(self): raise OSError("broken")
        for n in range(15):
            try: bad(n)
            except Exception as error:
                frames = [(f.lineno, f.name) for f in traceback.extract_tb(error.__traceback__) if f.name != "<module>"]
                frames = [f for f in frames if f[1] not in ("_contains", "_lacks", "_format")]
                log.append((n, type(error).__name__, str(error), frames))
    """,
    "decorators, defaults and class keywords": """
        def d(x):
            log.append(x)
            return lambda f: f
        table = {"k": d}
        @d("one")
        @table["k"]("two")
        def f(a=table["k"] is d, *, b=[1, 2][-1], **c: [int][0]) -> (lambda: 1): return a, b
        log.append(f())
        log.append(sorted(f.__annotations__))
        class M(type):
            def __new__(m, name, bases, space, **kw): log.append(sorted(kw)); return type.__new__(m, name, bases, space)
            def __init__(self, *a, **kw): pass
        class C(*[object][0:1], metaclass=[M][0], flag=not 0): pass
    """,
    "subscripts of types and unusual subscripts": """
        from typing import Dict, Generic, List, TypeVar
        T = TypeVar("T")
        class G(Generic[T]): x: List[int] = []
        log.append([str(List[int]), str(Dict[str, List[T]]), str(list[int]), str(G[int]), G.__annotations__])
        class K:
            def __class_getitem__(cls, key): return key
            def __getitem__(self, key): return key
        log.append([K[1], K[1, 2], K[()], K[1:2], K()[1:2, ...], K()[1,], K()[:], K()[x := 3], x])
    """,
    "recursion and deep calls": """
        def f(n): return 0 if n == 0 else 1 + f(n - 1)
        log.append(f(200))
        class L(list):
            def __getitem__(self, i): return super().__getitem__(i)
            def __contains__(self, x): return x is None or super().__contains__(x)
        log.append([L([1, 2])[1], None in L(), 3 not in L([3])])
    """,
}
