//! What each construct becomes, and what stays as it is.
//!
//! One table per construct: source, expected text. Whether the result means the same is checked against CPython by
//! `tests/instrumentation`; that every line keeps its place is checked here for every entry.

use super::*;
use crate::branches::BranchKind;
use crate::source::line_count;

fn rewritten(source: &str, options: Options) -> Instrumented {
    let result =
        instrument(source, &options).unwrap_or_else(|problem| panic!("{source}: {problem}"));
    assert_eq!(line_count(&result.text), line_count(source), "{source}");
    let again = instrument(&result.text, &options);
    assert!(again.is_ok(), "{source} became {}: {again:?}", result.text);
    result
}

fn check(table: &[(&str, &str)]) {
    for (source, expected) in table {
        assert_eq!(
            rewritten(source, Options::default()).text,
            *expected,
            "{source}"
        );
    }
}

fn check_fstrings(table: &[(&str, &str)]) {
    for (source, expected) in table {
        let options = Options {
            fstrings: true,
            ..Options::default()
        };
        assert_eq!(rewritten(source, options).text, *expected, "{source}");
    }
}

#[test]
fn subscripts_that_are_read() {
    check(&[
        ("a[i]", "__pef_sub__(a, i)"),
        ("(a)[(i)]", "__pef_sub__((a), (i))"),
        ("a[b[c]]", "__pef_sub__(a, __pef_sub__(b, c))"),
        (
            "a[b][c].d[e]",
            "__pef_sub__(__pef_sub__(__pef_sub__(a, b), c).d, e)",
        ),
        ("a[1:2]", "__pef_sub__(a, __pef_slice__(1, 2, None))"),
        ("a[:]", "__pef_sub__(a, __pef_slice__(None, None, None))"),
        ("a[::]", "__pef_sub__(a, __pef_slice__(None, None, None))"),
        ("a[::-1]", "__pef_sub__(a, __pef_slice__(None, None, -1))"),
        ("a[x:]", "__pef_sub__(a, __pef_slice__(x, None, None))"),
        (
            "a[(x):(y):(z)]",
            "__pef_sub__(a, __pef_slice__((x), (y), (z)))",
        ),
        (
            "a[lambda: 1:2]",
            "__pef_sub__(a, __pef_slice__(lambda: 1, 2, None))",
        ),
        ("a[i, j]", "__pef_sub__(a, (i, j))"),
        ("a[i, ]", "__pef_sub__(a, (i, ))"),
        ("a[(i, j)]", "__pef_sub__(a, (i, j))"),
        ("a[()]", "__pef_sub__(a, ())"),
        (
            "a[1:2, ..., j]",
            "__pef_sub__(a, (__pef_slice__(1, 2, None), ..., j))",
        ),
        ("a[*b]", "__pef_sub__(a, (*b,))"),
        ("a[*b, c]", "__pef_sub__(a, (*b, c))"),
        ("a[x := 1]", "__pef_sub__(a, (x := 1))"),
        ("a[(yield)]", "__pef_sub__(a, ((yield)))"),
        (
            "a[  # why\n  i  # how\n]",
            "__pef_sub__(a,   # why\n  i  # how\n)",
        ),
        ("a \\\n  [i]", "__pef_sub__(a \\\n  , i)"),
        ("return(a)[i]", "return __pef_sub__((a), i)"),
        (
            "f(*a[i], **b[j])",
            "__pef_callee__(f)(*__pef_sub__(a, i), **__pef_sub__(b, j))",
        ),
    ]);
}

#[test]
fn subscripts_that_are_written() {
    check(&[
        ("a[i] = v[j]", "__pef_store__(a)[i] = __pef_sub__(v, j)"),
        ("a[i][j] = v", "__pef_store__(__pef_sub__(a, i))[j] = v"),
        ("a[1:2] = v", "__pef_store__(a)[1:2] = v"),
        ("a[b[k]] = v", "__pef_store__(a)[__pef_sub__(b, k)] = v"),
        ("a[i] += v", "__pef_store__(a)[i] += v"),
        ("a[i] %= v", "__pef_store__(a)[i] %= v"),
        ("a[i]: int = v", "__pef_store__(a)[i]: int = v"),
        (
            "del a[i], (b[j])",
            "del __pef_store__(a)[i], (__pef_store__(b)[j])",
        ),
        ("for a[i] in x: pass", "for __pef_store__(a)[i] in x: pass"),
        (
            "with x as a[i]: pass",
            "with x as __pef_store__(a)[i]: pass",
        ),
        (
            "a[i], *b[j] = x",
            "__pef_store__(a)[i], *__pef_store__(b)[j] = x",
        ),
        ("a[i].b = x", "__pef_sub__(a, i).b = x"),
        ("[0 for a[i] in x]", "[0 for __pef_store__(a)[i] in x]"),
        ("(a # c\n)[i] = x", "__pef_store__((a # c\n))[i] = x"),
    ]);
}

#[test]
fn calls() {
    check(&[
        ("f(x, *y, k=1, **z)", "__pef_callee__(f)(x, *y, k=1, **z)"),
        ("o.m(x)", "__pef_callee__(o.m)(x)"),
        ("f(x)(y)", "__pef_callee__(__pef_callee__(f)(x))(y)"),
        ("f(x for x in y)", "__pef_callee__(f)(x for x in y)"),
        ("(lambda: 1)()", "__pef_callee__((lambda: 1))()"),
        ("super().__init__(x)", "__pef_callee__(super().__init__)(x)"),
        (
            "super(C, o[0]).m()",
            "__pef_callee__(super(C, __pef_sub__(o, 0)).m)()",
        ),
        ("locals(); globals()", "locals(); globals()"),
        ("eval(x)", "__pef_callee__(eval)(x)"),
        ("await f(x)", "await __pef_callee__(f)(x)"),
        (
            "@d(1)\n@e[0]\ndef f(): pass",
            "@__pef_callee__(d)(1)\n@__pef_sub__(e, 0)\ndef f(): pass",
        ),
        (
            "class A(f(x), metaclass=g(y)): pass",
            "class A(__pef_callee__(f)(x), metaclass=__pef_callee__(g)(y)): pass",
        ),
        ("f (x)", "__pef_callee__(f )(x)"),
        (
            "raise E('x') from e()",
            "raise __pef_callee__(E)('x') from __pef_callee__(e)()",
        ),
    ]);
}

#[test]
fn comparisons() {
    check(&[
        ("a in b", "__pef_in__(a , b)"),
        ("a not in b", "__pef_not_in__(a  , b)"),
        ("a is b", "__pef_is__(a , b)"),
        ("a is not b", "__pef_is_not__(a ,  b)"),
        ("a is (not b)", "__pef_is__(a , (__pef_not__( b)))"),
        ("(a)in(b)", "__pef_in__((a),(b))"),
        (
            "1if x in y else 2",
            "1if __pef_branch__(0, __pef_in__(x , y)) else 2",
        ),
        ("a < b", "a < b"),
        ("a < b in c", "a < b in __pef_container__(c)"),
        (
            "a is b is c",
            "__pef_settle__(a) is __pef_settle__(b) is __pef_settle__(c)",
        ),
        (
            "a in b is (c)",
            "a in __pef_settle__(__pef_container__(b)) is (__pef_settle__(c))",
        ),
        (
            "a == (yield) is c",
            "a == (__pef_settle__((yield))) is __pef_settle__(c)",
        ),
        ("not a in b", "__pef_not__( __pef_in__(a , b))"),
        (
            "(a  # one\n not  # two\n in b)",
            "(__pef_not_in__(a  # one\n   # two\n , b))",
        ),
        ("for x in y: pass", "for x in y: pass"),
    ]);
}

#[test]
fn remainders() {
    check(&[
        ("a % b", "__pef_mod__(a , b)"),
        ("'%s' % (a, b)", "__pef_mod__('%s' , (a, b))"),
        (
            "'a' '%s' % b % c",
            "__pef_mod__(__pef_mod__('a' '%s' , b) , c)",
        ),
        ("7 % b", "7 % b"),
        ("(a) % (b)", "__pef_mod__((a) , (b))"),
        ("a + b % c * d", "a + __pef_mod__(b , c) * d"),
        ("-a % b", "__pef_mod__(-a , b)"),
        ("a %= b", "a = __pef_imod__(a,  b)"),
        ("a %= (b)", "a = __pef_imod__(a,  (b))"),
        ("a %= b, c", "a = __pef_imod__(a, ( b, c))"),
        ("a %= yield b", "a = __pef_imod__(a, ( yield b))"),
        ("o.a %= b[0]", "o.a %= __pef_sub__(b, 0)"),
        ("a += b % c", "a += __pef_mod__(b , c)"),
    ]);
}

#[test]
fn negations() {
    check(&[
        ("x = not a", "x = __pef_not__( a)"),
        ("x = not(a)", "x = __pef_not__((a))"),
        ("x = not not a", "x = __pef_not__( __pef_not__( a))"),
        ("if not a: pass", "if __pef_branch__(0, not a): pass"),
        (
            "if not a and (b or not c): pass",
            "if __pef_branch__(0, not a and (b or not c)): pass",
        ),
        (
            "if f(not a): pass",
            "if __pef_branch__(0, __pef_callee__(f)(__pef_not__( a))): pass",
        ),
        (
            "if (x := not a): pass",
            "if (__pef_branch__(0, (x := __pef_not__( a)))): pass",
        ),
        ("x = a and not b", "x = a and __pef_not__( b)"),
        (
            "if (not a if b else not c): pass",
            "if (__pef_branch__(0, not a if __pef_branch__(1, b) else not c)): pass",
        ),
    ]);
}

#[test]
fn results_that_c_code_takes_as_numbers() {
    check(&[
        (
            "class C:\n def __len__(self): return self.n",
            "class C:\n def __len__(self): return __pef_given__(self.n)",
        ),
        (
            "class C:\n def __bool__(self):\n  if self.a: return a, b\n  return",
            "class C:\n def __bool__(self):\n  if __pef_branch__(0, self.a): return __pef_given__((a, b))\n  return",
        ),
        (
            "class C:\n __index__ = lambda self: self.n",
            "class C:\n __index__ = lambda self: __pef_given__(self.n)",
        ),
        (
            "class C:\n def length(self): return self.n\n x = lambda: 1",
            "class C:\n def length(self): return self.n\n x = lambda: 1",
        ),
    ]);
}

#[test]
fn conditions() {
    check(&[
        (
            "if a:\n  pass\nelif b:\n  pass\nelse:\n  pass",
            "if __pef_branch__(0, a):\n  pass\nelif __pef_branch__(1, b):\n  pass\nelse:\n  pass",
        ),
        ("while a: pass", "while __pef_branch__(0, a): pass"),
        ("while True: pass", "while True: pass"),
        ("while 1: pass", "while 1: pass"),
        ("if __debug__: pass", "if __debug__: pass"),
        ("if not 0: pass", "if not 0: pass"),
        ("if 0 and f(x): pass", "if 0 and __pef_callee__(f)(x): pass"),
        ("if 1 and x: pass", "if __pef_branch__(0, 1 and x): pass"),
        (
            "if x := f(): pass",
            "if __pef_branch__(0, (x := __pef_callee__(f)())): pass",
        ),
        (
            "if (yield x): pass",
            "if (__pef_branch__(0, (yield x))): pass",
        ),
        ("if(a): pass", "if(__pef_branch__(0, a)): pass"),
        (
            "assert a, b % c",
            "assert __pef_branch__(0, a), __pef_mod__(b , c)",
        ),
        ("assert False, m", "assert False, m"),
        ("x = a if b else c", "x = a if __pef_branch__(0, b) else c"),
        // Both sides are names of the test, or numbers.
        (
            "x = a if a > b else (b)",
            "x = __pef_choose__(0, a , a > b , (b))",
        ),
        (
            "x = -1 if a + 1 == 0 else 2.5",
            "x = __pef_choose__(0, -1 , a + 1 == 0 , 2.5)",
        ),
        // A name of its own may not be bound; arithmetic may raise, a call may do anything.
        (
            "x = a if b > 0 else c",
            "x = a if __pef_branch__(0, b > 0) else c",
        ),
        (
            "x = a + 1 if a > 0 else a",
            "x = a + 1 if __pef_branch__(0, a > 0) else a",
        ),
        (
            "x = a if f(a) > 0 else 0",
            "x = a if __pef_branch__(0, __pef_callee__(f)(a) > 0) else 0",
        ),
        (
            "x = a if a < b < c else b",
            "x = a if __pef_branch__(0, a < b < c) else b",
        ),
        (
            "x = a if (a := 1) > 0 else 0",
            "x = a if __pef_branch__(0, (a := 1) > 0) else 0",
        ),
        (
            "[x for x in y if x if z]",
            "[x for x in y if __pef_branch__(0, x) if __pef_branch__(1, z)]",
        ),
        (
            "match x:\n  case [a, *_] if a: pass\n  case P(y=1) | {'k': q.r}: pass",
            "match __pef_match__(x):\n  case [a, *_] if __pef_branch__(0, a): pass\n  case P(y=1) | {'k': q.r}: pass",
        ),
        (
            "match x:\n  case True | None: pass\n  case [1, True, {'k': False}] as a if a or b: pass\n  case (P(True, y=None)): pass",
            "match __pef_match__(x):\n  case True | None: pass\n  case [1, __pef_case_0__, {'k': __pef_case_1__}] as a if \
             __pef_is__(__pef_case_0__, True) and __pef_is__(__pef_case_1__, False) and (__pef_branch__(0, a or b)): pass\n  \
             case (P(__pef_case_0__, y=None)) if __pef_is__(__pef_case_0__, True): pass",
        ),
        (
            "match x, y:\n  case _: pass",
            "match __pef_match__((x, y)):\n  case _: pass",
        ),
        (
            "match *x, y:\n  case _: pass",
            "match __pef_match__((*x, y)):\n  case _: pass",
        ),
        (
            "match x,:\n  case _: pass",
            "match __pef_match__((x,)):\n  case _: pass",
        ),
        (
            "match(x):\n  case _: pass",
            "match(__pef_match__(x)):\n  case _: pass",
        ),
        (
            "match[x]:\n  case _: pass",
            "match __pef_match__([x]):\n  case _: pass",
        ),
        (
            "if (a # c\n    and b): pass",
            "if (__pef_branch__(0, a # c\n    and b)): pass",
        ),
    ]);
}

#[test]
fn displays_of_dictionaries_and_sets() {
    check(&[
        ("{a: b, c: d,}", "__pef_dict__(a, b, c, d,)"),
        ("{(a): (b)}", "__pef_dict__((a), (b))"),
        (
            "{a[0]: b[1]}",
            "__pef_dict__(__pef_sub__(a, 0), __pef_sub__(b, 1))",
        ),
        ("{lambda: 1: 2}", "__pef_dict__(lambda: 1, 2)"),
        ("{'k': v, -1: w, (1, 2): x}", "{'k': v, -1: w, (1, 2): x}"),
        ("{'k': {a: b}}", "{'k': __pef_dict__(a, b)}"),
        ("{**m}", "__pef_dict_parts__().merge(m).end()"),
        (
            "{**m, **(n),}",
            "__pef_dict_parts__().merge(m, ).merge((n),).end()",
        ),
        (
            "{'k': v, ** m, c: d, 'e': f}",
            "__pef_dict_parts__('k', v, ).merge( m).add( c, d, 'e', f).end()",
        ),
        (
            "{  # one\n  a: b,  # two\n  **m,  # three\n  c  # four\n  : d\n}",
            "__pef_dict_parts__(  # one\n  a, b,  # two\n  ).merge(m).add(  # three\n  c  # four\n  , d\n).end()",
        ),
        ("{a, b}", "__pef_set__(a, b)"),
        ("{(a), x := 1,}", "__pef_set__((a), x := 1,)"),
        ("{1, 'a', None}", "{1, 'a', None}"),
        ("{}", "{}"),
        ("{*m}", "__pef_set_parts__().merge(m).end()"),
        (
            "{a, *m, *n, (b), c}",
            "__pef_set_parts__(a, ).merge(m, ).merge(n).add( (b), c).end()",
        ),
        ("x={a}", "x=__pef_set__(a)"),
        ("return{a}", "return __pef_set__(a)"),
    ]);
}

#[test]
fn comprehensions_of_dictionaries_and_sets() {
    check(&[
        (
            "{k: v for k, v in x if k}",
            "__pef_dict_of__([(k, v )for k, v in x if __pef_branch__(0, k)])",
        ),
        (
            "{(k): (v) async for k in x}",
            "__pef_dict_of__([((k), (v) )async for k in x])",
        ),
        ("{x for x in y}", "__pef_set_of__([x for x in y])"),
        (
            "{(z := x) for x in y for w in {x for x in z}}",
            "__pef_set_of__([(z := x) for x in y for w in __pef_set_of__([x for x in z])])",
        ),
        (
            "{\n  k:  # key\n  v\n  for k in x\n}",
            "__pef_dict_of__([(\n  k,  # key\n  v\n  )for k in x\n])",
        ),
    ]);
}

#[test]
fn what_is_left_alone() {
    for source in [
        "",
        "\n",
        "# -*- coding: latin-1 -*-\n",
        "'''doc'''\nfrom __future__ import annotations\n",
        "x: List[int]\n",
        "def f(a: List[int], *b: g(1), c: 'x'='y') -> Dict[str, h()]: pass\n",
        "class A[T: (B[int], C)]: pass\n",
        "def f[T = List[int], *U = D[0], **P](): pass\n",
        "type X[T] = list[T[0]]\n",
        "import a.b as c\n",
        "global x\n",
        "x = 1 # type: List[int]\n",
        "case = match = type = _ = 1\n",
        "print\n",
        "f'plain'\n",
        "t'{a[0]}'\n",
        "\u{c}x = 1\n",
        "x = 1 == 2 < 3\n",
    ] {
        assert_eq!(rewritten(source, Options::default()).text, source);
    }
}

#[test]
fn line_endings_and_the_byte_order_mark_survive() {
    check(&[
        (
            "\u{feff}a[0]\r\nb[1]\r\n",
            "\u{feff}__pef_sub__(a, 0)\r\n__pef_sub__(b, 1)\r\n",
        ),
        ("a[0]\rb[1]\r", "__pef_sub__(a, 0)\r__pef_sub__(b, 1)\r"),
        (
            "if a:\n\tb[0]; c[1]\n",
            "if __pef_branch__(0, a):\n\t__pef_sub__(b, 0); __pef_sub__(c, 1)\n",
        ),
        (
            "x = a[0] + \\\n    b[1]\n",
            "x = __pef_sub__(a, 0) + \\\n    __pef_sub__(b, 1)\n",
        ),
        ("é[ñ] = 'ü'[0]", "__pef_store__(é)[ñ] = __pef_sub__('ü', 0)"),
    ]);
}

#[test]
fn fstrings_that_keep_their_form() {
    check(&[
        (
            "f'{a[0]!r:>{w[1]}}'",
            "f'{__pef_sub__(a, 0)!r:>{__pef_sub__(w, 1)}}'",
        ),
        ("f'{a[0]=}'", "f'a[0]={__pef_sub__(a, 0)!r}'"),
        ("f'{ a[0] = }'", "f' a[0] = { __pef_sub__(a, 0) !r}'"),
        ("f'{a[0]=!s}'", "f'a[0]={__pef_sub__(a, 0)!s}'"),
        ("f'{a[0]=:>{w}}'", "f'a[0]={__pef_sub__(a, 0):>{w}}'"),
        ("f'{x=}'", "f'{x=}'"),
        (
            "f'{len({1})=}'",
            "f'len({{1}})={__pef_callee__(len)({1})!r}'",
        ),
        ("f'{a[\"k\"]=}'", "f'{a[\"k\"]=}'"),
        ("f'{a[1:2]=}'", "f'{a[1:2]=}'"),
        (
            "f'{f\"{a[0]}\"}{x in y}'",
            "f'{f\"{__pef_sub__(a, 0)}\"}{__pef_in__(x , y)}'",
        ),
        (
            "f'''{\na[0]\n}''' 'x' f'{b[1]}'",
            "f'''{\n__pef_sub__(a, 0)\n}''' 'x' f'{__pef_sub__(b, 1)}'",
        ),
        ("f\"{d[\"k\"]}\"", "f\"{__pef_sub__(d, \"k\")}\""),
        ("rf'\\{a[0]}{{}}'", "rf'\\{__pef_sub__(a, 0)}{{}}'"),
        (
            "f'{a if b else c}'",
            "f'{a if __pef_branch__(0, b) else c}'",
        ),
        ("f'{(x:=a[0])}'", "f'{(x:=__pef_sub__(a, 0))}'"),
    ]);
    let native = rewritten("f'{a[\"k\"]=}'", Options::default()).left_native;
    assert_eq!(
        native,
        [LeftNative {
            line: 1,
            reason: LeftNativeReason::SelfDocumentingField
        }]
    );
}

#[test]
fn fstrings_that_are_cut() {
    check_fstrings(&[
        ("f'{x}'", "__pef_fstring__(__pef_format__(x, -1))"),
        (
            "f'\"{x}\"'",
            "__pef_fstring__('\"', __pef_format__(x, -1), '\"')",
        ),
        (
            "f'\\'{x}\\''",
            "__pef_fstring__('\\'', __pef_format__(x, -1), '\\'')",
        ),
        ("f'''\"{x}'''", "f'''\"{x}'''"),
        (
            "f'a{x!r}b'",
            "__pef_fstring__('a', __pef_format__(x, 114), 'b')",
        ),
        (
            "f'{x:>10}'",
            "__pef_fstring__(__pef_format__(x, -1, '>10'))",
        ),
        (
            "f'{x:>{w}d}'",
            "__pef_fstring__(__pef_format__(x, -1, __pef_fstring__('>', __pef_format__(w, -1), 'd')))",
        ),
        (
            "f'{x!s:>10}'",
            "__pef_fstring__(__pef_format__(x, 115, '>10'))",
        ),
        ("f'{x:}'", "__pef_fstring__(__pef_format__(x, -1))"),
        ("f'{x=}'", "__pef_fstring__('x=', __pef_format__(x, 114))"),
        (
            "f'{ x = :d}'",
            "__pef_fstring__(' x = ', __pef_format__( x  , -1, 'd'))",
        ),
        (
            "f'{x}{y}'",
            "__pef_fstring__(__pef_format__(x, -1), __pef_format__(y, -1))",
        ),
        (
            "f'{{{x}}}'",
            "__pef_fstring__('{', __pef_format__(x, -1), '}')",
        ),
        (
            "f'a{{b}}c{x}'",
            "__pef_fstring__('a{b}c', __pef_format__(x, -1))",
        ),
        ("f'{x, y}'", "__pef_fstring__(__pef_format__((x, y), -1))"),
        ("f'{*x,}'", "__pef_fstring__(__pef_format__((*x,), -1))"),
        (
            "f'{yield x}'",
            "__pef_fstring__(__pef_format__((yield x), -1))",
        ),
        (
            "rf\"\"\"a\\d\n{x}\"\"\"",
            "__pef_fstring__(r\"\"\"a\\d\n\"\"\", __pef_format__(x, -1))",
        ),
        (
            "'a' f'b{x}' \"c\" f'd'",
            "__pef_fstring__('a' , 'b', __pef_format__(x, -1) , \"c\" , f'd')",
        ),
        (
            "f'{f\"{x}\"}'",
            "__pef_fstring__(__pef_format__(__pef_fstring__(__pef_format__(x, -1)), -1))",
        ),
        (
            "f'\\N{EN DASH}{x}\\N{EN DASH}}}'",
            "__pef_fstring__('\\N{EN DASH}', __pef_format__(x, -1), '\\N{EN DASH}}')",
        ),
        (
            "return f'{x}'",
            "return __pef_fstring__(__pef_format__(x, -1))",
        ),
        ("f'plain'", "f'plain'"),
        // Kept: a piece would not be the same literal, or the order of evaluation depends on the version.
        ("rf'\\{x}'", "rf'\\{x}'"),
        ("f'''a'{x}'''", "f'''a'{x}'''"),
        ("f'{x!r:{w}}'", "f'{x!r:{w}}'"),
        ("'' f'{x}'", "'' f'{x}'"),
        ("f'{a[\"k\"]=}'", "f'{a[\"k\"]=}'"),
        ("f'{x:\\x20}'", "f'{x:\\x20}'"),
    ]);
}

#[test]
fn chains_longer_than_the_bracket_limit_stay_compilable() {
    let call_chain = format!("x{}\n", ".m()".repeat(500));
    let result = rewritten(&call_chain, Options::default());
    assert_eq!(
        result.text.matches("__pef_callee__").count(),
        NESTED_HOOKS_ALLOWED
    );
    assert_eq!(result.left_native.len(), 500 - NESTED_HOOKS_ALLOWED);
    let nested = format!("{}x{}\n", "f(".repeat(185), ")".repeat(185));
    let result = rewritten(&nested, Options::default());
    assert!(
        result.text.matches("__pef_callee__").count() >= 185,
        "callees are closed before their arguments"
    );
    let deep = format!("{}x{}\n", "a[".repeat(150), "]".repeat(150));
    let text = rewritten(&deep, Options::default()).text;
    let deepest = text.chars().scan(0_i32, |open, character| {
        *open += i32::from("([".contains(character)) - i32::from(")]".contains(character));
        Some(*open)
    });
    assert!(deepest.max().unwrap() <= 200);
}

#[test]
fn expressions_alone() {
    let options = Options {
        mode: Mode::Expression,
        ..Options::default()
    };
    assert_eq!(
        rewritten("  a[0] if b else c\n", options).text,
        "  __pef_sub__(a, 0) if __pef_branch__(0, b) else c\n"
    );
    assert!(instrument("x = 1", &options).is_err());
}

fn arcs(source: &str) -> Vec<String> {
    let result = rewritten(source, Options::default());
    result
        .branches
        .iter()
        .map(|branch| {
            format!(
                "{:?} {} {}",
                branch.kind,
                branch.arc(true),
                branch.arc(false)
            )
        })
        .collect()
}

#[test]
fn branches_know_both_places_they_lead_to() {
    let source = "\
def f(x):
    if x > 0:
        a()
    elif x < 0:
        b()
    else:
        c()
    while x:
        if x == 3:
            d()
    for i in x:
        assert i
        if i: e()
    try:
        if x: g()
    except E:
        if x: h()
    else:
        if x: k()
    finally:
        if x: m()
    return [
        i
        for i in x
        if i
        if x
    ]
if f: pass
";
    assert_eq!(
        arcs(source),
        [
            "If 2->3 2->4",
            "Elif 4->5 4->7",
            "While 8->9 8->11",
            "If 9->10 9->8",
            "Assert 12->13 12->raise",
            "If 13->13 13->11",
            "If 15->15 15->19",
            "If 17->17 17->21",
            "If 19->19 19->21",
            "If 21->21 21->22",
            "ComprehensionIf 25->26 25->24",
            "ComprehensionIf 26->23 26->24",
            "If 28->28 28->exit",
        ]
    );
}

#[test]
fn branches_belong_to_functions() {
    let source = "\
class A:
    if X: pass
    def m(self):
        if self: pass
        return lambda y: 1 if y else 2
def g():
    def h():
        while z: pass
    match g:
        case 1 if q: pass
        case _: pass
";
    let map = rewritten(source, Options::default()).branches;
    let owners: Vec<&str> = map.iter().map(|branch| branch.function.as_str()).collect();
    assert_eq!(
        owners,
        ["A", "A.m", "A.m.<locals>.<lambda>", "g.<locals>.h", "g"]
    );
    assert_eq!(map.branches_in("A.m").count(), 1);
    assert_eq!(map.branches_within("A.m").count(), 2);
    assert_eq!(map.branches_within("g").count(), 2);
    let guard = map.branches_in("g").next().unwrap();
    assert_eq!(
        (guard.kind, guard.when_true.line(), guard.when_false.line()),
        (BranchKind::Guard, 10, 11)
    );
    assert_eq!(guard.condition, "q");
    assert_eq!(
        (guard.line(), guard.column(), guard.end.column),
        (10, 19, 20)
    );
}

#[test]
fn ids_in_the_text_can_start_anywhere_but_the_map_counts_from_zero() {
    let options = Options {
        first_branch: 7,
        ..Options::default()
    };
    let result = rewritten("if a: pass\nelif b: pass\n", options);
    assert_eq!(
        result.text,
        "if __pef_branch__(7, a): pass\nelif __pef_branch__(8, b): pass\n"
    );
    let ids: Vec<u32> = result.branches.iter().map(|branch| branch.id.0).collect();
    assert_eq!(ids, [0, 1]);
}
