//! What is read off definitions.

use super::*;

fn check(source: &str) -> Signatures {
    signatures(source).expect("the test program parses")
}

fn names(source: &str) -> Vec<String> {
    check(source)
        .functions
        .into_iter()
        .map(|function| function.qualname)
        .collect()
}

#[test]
fn qualified_names_are_those_of_cpython() {
    let source = "\
class A:
    def m(self):
        def inner(): pass
        class B:
            def n(self): pass
    class C:
        async def k(self): pass
def f(): pass
if x:
    def g(): pass
";
    assert_eq!(
        names(source),
        [
            "A.m",
            "A.m.<locals>.inner",
            "A.m.<locals>.B.n",
            "A.C.k",
            "f",
            "g"
        ]
    );
    let found = check(source);
    let nested: Vec<bool> = found
        .functions
        .iter()
        .map(|function| function.is_nested_in_function)
        .collect();
    assert_eq!(nested, [false, true, true, false, false, false]);
    assert_eq!(
        found.function("A.C.k").unwrap().class.as_deref(),
        Some("A.C")
    );
    assert_eq!(found.function("A.m.<locals>.inner").unwrap().class, None);
    assert!(found.function("A.C.k").unwrap().is_async);
}

#[test]
fn parameters_keep_their_kinds_annotations_and_defaults() {
    let source =
        "def f(a, b: int = 1, /, c=x[0], *args: str, d, e: 'T' = None, **kw) -> list[int]: pass\n";
    let function = check(source).functions.remove(0);
    let shown: Vec<String> = function
        .parameters
        .iter()
        .map(|p| {
            format!(
                "{} {:?} {} {}",
                p.name,
                p.kind,
                p.annotation.as_deref().unwrap_or("-"),
                p.default.as_deref().unwrap_or("-")
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "a PositionalOnly - -",
            "b PositionalOnly int 1",
            "c PositionalOrKeyword - x[0]",
            "args VariadicPositional str -",
            "d KeywordOnly - -",
            "e KeywordOnly 'T' None",
            "kw VariadicKeyword - -",
        ]
    );
    assert_eq!(function.returns.as_deref(), Some("list[int]"));
    let only_keywords = check("def f(*, a, **k): pass\n").functions.remove(0);
    let kinds: Vec<ParameterKind> = only_keywords
        .parameters
        .iter()
        .map(|parameter| parameter.kind)
        .collect();
    assert_eq!(
        kinds,
        [ParameterKind::KeywordOnly, ParameterKind::VariadicKeyword]
    );
}

#[test]
fn calls_and_raises_belong_to_the_innermost_function() {
    let source = "\
def outer(x):
    self.items.append(g(x))
    def inner():
        raise errors.Bad('no') from None
    if x:
        raise
    raise ValueError
setup()
";
    let found = check(source);
    let outer = found.function("outer").unwrap();
    let callees: Vec<&str> = outer
        .calls
        .iter()
        .map(|call| call.callee.as_str())
        .collect();
    assert_eq!(callees, ["self.items.append", "g"]);
    assert_eq!(
        outer.raises,
        [
            RaiseSite {
                line: 6,
                exception: None
            },
            RaiseSite {
                line: 7,
                exception: Some("ValueError".to_owned())
            },
        ]
    );
    let inner = found.function("outer.<locals>.inner").unwrap();
    assert_eq!(
        inner.raises,
        [RaiseSite {
            line: 4,
            exception: Some("errors.Bad".to_owned())
        }]
    );
    assert_eq!(
        found.calls,
        [CallSite {
            line: 8,
            callee: "setup".to_owned()
        }]
    );
}

#[test]
fn generators_are_those_that_yield_themselves() {
    for (body, expected) in [
        ("yield 1", true),
        ("x = yield from y", true),
        ("return lambda: (yield)", false),
        ("def g(): yield 1", false),
        ("return [x for x in y]", false),
        ("await f((yield))", true),
    ] {
        let source = format!("async def f():\n    {body}\n");
        assert_eq!(check(&source).functions[0].is_generator, expected, "{body}");
    }
}

#[test]
fn skip_comments_count_in_the_header_and_on_the_line_above() {
    for (source, expected) in [
        ("def f(): # pef: skip\n    pass\n", true),
        ("@d  # pef:skip, takes a socket\ndef f():\n    pass\n", true),
        ("# pef: skip\ndef f():\n    pass\n", true),
        ("def f(a,\n      b):  # pef: skip\n    pass\n", true),
        ("x = 1  # pef: skip\ndef f():\n    pass\n", false),
        ("def f():\n    pass  # pef: skip\n", false),
        ("def f(): # pef: skipped\n    pass\n", false),
        ("def f(x='# pef: skip'):\n    pass\n", false),
    ] {
        assert_eq!(check(source).functions[0].is_skipped, expected, "{source}");
    }
}

#[test]
fn visibility_looks_at_the_whole_name() {
    for (qualname, expected) in [
        ("f", Visibility::Public),
        ("_f", Visibility::Private),
        ("__f", Visibility::Private),
        ("__init__", Visibility::Special),
        ("A.__init__", Visibility::Special),
        ("_A.f", Visibility::Private),
        ("_A.__init__", Visibility::Private),
    ] {
        assert_eq!(visibility(qualname), expected, "{qualname}");
    }
}

#[test]
fn classes_have_bases_keywords_and_docstrings() {
    let found = check("@d(1)\nclass A(B, c.D[int], metaclass=M):\n    'What it is.'\n");
    let class = &found.classes[0];
    assert_eq!((class.first_line, class.line, class.end_line), (1, 2, 3));
    assert_eq!(class.decorators, ["d(1)"]);
    assert_eq!(class.bases, ["B", "c.D[int]"]);
    assert_eq!(class.keywords, ["metaclass=M"]);
    assert_eq!(class.docstring.as_ref().unwrap().text, "What it is.");
}

#[test]
fn docstring_lines_are_source_lines() {
    for (literal, expected) in [
        ("\"\"\"a\n    b\n    c\"\"\"", vec![2, 3, 4]),
        ("'''a\\\n    b\n    c'''", vec![2, 4]),
        ("'a\\nb' 'c'", vec![2, 2]),
        ("('a\\n'\n    'b')", vec![2, 3]),
        ("r'''a\\nb\n    c'''", vec![2, 3]),
        ("'''a\r\n    b'''", vec![2, 3]),
    ] {
        let source = format!("def f():\n    {literal}\n");
        let function = check(&source).functions.remove(0);
        assert_eq!(
            function.docstring.unwrap().line_numbers,
            expected,
            "{literal}"
        );
    }
    assert_eq!(check("def f():\n    f'x'\n").functions[0].docstring, None);
    assert_eq!(check("def f():\n    b'x'\n").functions[0].docstring, None);
}

#[test]
fn lines_of_a_decorated_function() {
    let function = check("@a\n@b\n\ndef f(\n    x\n):\n    return 1\n\n")
        .functions
        .remove(0);
    assert_eq!(
        (function.first_line, function.line, function.end_line),
        (1, 4, 7)
    );
    assert_eq!(function.decorators, ["a", "b"]);
}
