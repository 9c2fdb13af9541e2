//! The clauses of each dialect, with their lines.

use super::*;
use DocumentationStyle::{Google, NumPy, Sphinx};

fn check(text: &str) -> Contracts {
    contracts(&Docstring::new(text))
}

fn clean(text: &str) -> Contracts {
    let found = check(text);
    assert_eq!(found.problems, [], "{text}");
    found
}

fn shown(conditions: &[Condition]) -> Vec<String> {
    conditions
        .iter()
        .map(|condition| format!("{}: {}", condition.line, condition.expression))
        .collect()
}

fn raised(found: &Contracts) -> Vec<String> {
    found
        .raises
        .iter()
        .map(|clause| {
            let name = match &clause.exception {
                ExceptionName::Any => "<any>",
                ExceptionName::Named(name) => name,
            };
            format!(
                "{}: {name} when {}",
                clause.line,
                clause.conditions.join(" and ")
            )
        })
        .collect()
}

#[test]
fn the_example_of_the_interface() {
    let found = clean(
        "
    :types: l: list, x: int
    :assume: len(l) == 2
    :raises: ZeroDivisionError: x == 0
    :ensure: len(returnv) == len(l)
    ",
    );
    let types: Vec<(&str, &[String], u32)> = found
        .types
        .iter()
        .map(|clause| {
            (
                clause.parameter.as_str(),
                &clause.alternatives[..],
                clause.line,
            )
        })
        .collect();
    assert_eq!(
        types,
        [
            ("l", &["list".to_owned()][..], 2),
            ("x", &["int".to_owned()][..], 2)
        ]
    );
    assert_eq!(shown(&found.assume), ["3: len(l) == 2"]);
    assert_eq!(raised(&found), ["4: ZeroDivisionError when x == 0"]);
    assert_eq!(shown(&found.ensure), ["5: len(returnv) == len(l)"]);
}

#[test]
fn both_spellings_and_several_fields() {
    let found = clean(
        ":type: a: int\n:assumes: a > 0\n:assume: a < 9\n:ensures: returnv\n:raise: any: a == 3\n",
    );
    assert_eq!(found.types.len(), 1);
    assert_eq!(shown(&found.assume), ["2: a > 0", "3: a < 9"]);
    assert_eq!(shown(&found.ensure), ["4: returnv"]);
    assert_eq!(raised(&found), ["5: <any> when a == 3"]);
}

#[test]
fn alternatives_and_types_with_brackets() {
    for (text, expected) in [
        ("b: [int, str]", vec!["int", "str"]),
        ("b: [int, ]", vec!["int"]),
        (
            "b: [list[int], dict[str, int]]",
            vec!["list[int]", "dict[str, int]"],
        ),
        ("b: dict[str, [int]]", vec!["dict[str, [int]]"]),
        ("b: int | None", vec!["int | None"]),
        ("*b:Stack", vec!["Stack"]),
    ] {
        let clauses = parse_types(text).unwrap();
        assert_eq!(
            (clauses[0].parameter.as_str(), &clauses[0].alternatives),
            ("b", &expected.iter().map(|s| (*s).to_owned()).collect()),
            "{text}"
        );
    }
    for (text, reason) in [
        ("b int", "expected `name: type`"),
        ("b: []", "the list of alternative types is empty"),
        ("b:", "an expression is missing"),
        ("1: int", "expected `name: type`"),
    ] {
        assert_eq!(parse_types(text).unwrap_err().reason, reason, "{text}");
    }
    assert!(parse_types("b: int str").is_err());
}

#[test]
fn clauses_go_on_over_lines_and_keep_the_line_of_each_part() {
    let found = clean(
        "Text.
    :assume: len(l) == 6,
        all(0 <= x < 10
            for x in l),
        x != ','
    Prose directly below stays prose.
    :ensure: returnv == sorted(
    l), returnv is not
    l
    and
    ",
    );
    assert_eq!(
        shown(&found.assume),
        [
            "2: len(l) == 6",
            "3: all(0 <= x < 10 for x in l)",
            "5: x != ','"
        ]
    );
    assert_eq!(
        shown(&found.ensure),
        ["7: returnv == sorted( l)", "8: returnv is not l"]
    );
}

#[test]
fn raises_lists_conditions_exceptions_and_prose() {
    let found =
        clean(":raises: ValueError: x < 0, y < f(1, 2), errors.Bad: z, KeyError, any: True\n");
    assert_eq!(
        raised(&found),
        [
            "1: ValueError when x < 0 and y < f(1, 2)",
            "1: errors.Bad when z",
            "1: KeyError when ",
            "1: <any> when True"
        ]
    );
    let prose = clean(":raises: IndexError if list is empty, or index is out of range.\n");
    assert_eq!(prose.raises, []);
    assert_eq!(prose.documented_exceptions[0].exception, "IndexError");
    assert_eq!(
        prose.documented_exceptions[0].style,
        DocumentationStyle::Prose
    );
}

#[test]
fn broken_clauses_say_where_and_what() {
    for (text, line, part) in [
        ("a\n:assume: x >, y", 2, "x >"),
        (":ensure: x == (1\n:raises: ValueError: x", 1, "x == (1"),
        (":raises: ValueError: x ==", 1, "x =="),
        (":types: a int", 1, "a int"),
        (":assume:", 1, ""),
        (":assume: a,, b", 1, ""),
        ("pre: x > bad thing", 1, "x > bad thing"),
        (":raises: x == 1", 1, "x == 1"),
    ] {
        let found = check(text);
        assert_eq!(found.problems.len(), 1, "{text}: {:?}", found.problems);
        assert_eq!(
            (found.problems[0].line, found.problems[0].text.as_str()),
            (line, part),
            "{text}"
        );
        assert!(!found.problems[0].reason.is_empty());
    }
}

#[test]
fn pep316_clauses() {
    let found = clean(
        "Sorts.

    pre: len(x) > 0, 1
    pre:
        x[0] > 1
        x[1] > 2
    post[x]: __return__ is None
    post[]: True
    post: _ > 0
    inv: self.n >= 0
    raises: ValueError, errors.Bad
    ",
    );
    assert_eq!(
        shown(&found.assume),
        ["3: len(x) > 0, 1", "5: x[0] > 1", "6: x[1] > 2"]
    );
    assert_eq!(
        shown(&found.ensure),
        ["7: __return__ is None", "8: True", "9: _ > 0"]
    );
    let changes: Vec<Option<Vec<String>>> = found
        .ensure
        .iter()
        .map(|post| post.may_change.clone())
        .collect();
    assert_eq!(changes, [Some(vec!["x".to_owned()]), Some(vec![]), None]);
    assert_eq!(shown(&found.invariant), ["10: self.n >= 0"]);
    assert_eq!(
        raised(&found),
        ["11: ValueError when ", "11: errors.Bad when "]
    );
    assert!(
        found
            .raises
            .iter()
            .all(|clause| clause.dialect == Dialect::Pep316)
    );
}

#[test]
fn pep316_clauses_go_on_over_lines() {
    let found = clean(
        "Sorts.

    pre: x > 0
         or y > 0
    post: (_ !=
      72)
    post: all(_ != k
    for k in (72, 73))
    post:
        _ > 1 and \\
            _ > 2
        _ > 3
    ",
    );
    assert_eq!(shown(&found.assume), ["3: x > 0 or y > 0"]);
    assert_eq!(
        shown(&found.ensure),
        [
            "5: (_ != 72)",
            "7: all(_ != k for k in (72, 73))",
            "10: _ > 1 and  _ > 2",
            "12: _ > 3"
        ]
    );
}

#[test]
fn pep316_clauses_that_are_no_expressions_are_problems_unless_they_are_prose() {
    for text in [
        "post: _ !=",
        "post: _ = 72",
        "pre: 1 +",
        "raises: 3+",
        "post[x: True",
        "post[1]: True",
        "post: x > 3 and vaild result",
    ] {
        let found = check(text);
        assert_eq!(found.problems.len(), 1, "{text}");
        assert_eq!(found.problems[0].line, 1);
    }
    for text in [
        "post: the value",
        "pre: heat the oven, then",
        "raises: ValueError if it is bad",
    ] {
        let found = check(text);
        assert!(found.problems.is_empty(), "{text}");
        assert!(found.assume.is_empty() && found.ensure.is_empty() && found.raises.is_empty());
        assert!(found.has_prose, "{text}");
    }
}

#[test]
fn documentation_is_not_contract() {
    let found = clean(
        "Summary: a word and a colon.

    :param x: the number
    :type x: int
    :rtype: list[int]
    :raises ValueError, errors.Bad: if it is bad
    :except KeyError: never

    Raises:
        IndexError: if empty,
            TypeError: in a description
        OSError
        :class:`errors.Worse`: if it is worse, :class:`Other`

    Raises
    ------
    LookupError
        If the key is missing.
    `EOFError`

    Returns
    -------
    int
    ",
    );
    let exceptions: Vec<(u32, &str, DocumentationStyle)> = found
        .documented_exceptions
        .iter()
        .map(|one| (one.line, one.exception.as_str(), one.style))
        .collect();
    assert_eq!(
        exceptions,
        [
            (6, "ValueError", Sphinx),
            (6, "errors.Bad", Sphinx),
            (7, "KeyError", Sphinx),
            (10, "IndexError", Google),
            (12, "OSError", Google),
            (13, "errors.Worse", Google),
            (17, "LookupError", NumPy),
            (19, "EOFError", NumPy),
        ]
    );
    assert_eq!(found.raises, []);
    let types: Vec<&str> = found
        .documented_types
        .iter()
        .map(|clause| clause.parameter.as_str())
        .collect();
    assert_eq!(types, ["x", "return"]);
}

#[test]
fn problems_with_the_function_itself() {
    let source =
        "def f(a, returnv):\n    ''':types: a: int, b: int\n    :ensure: returnv > 0\n    '''\n";
    let function = crate::signatures::signatures(source)
        .unwrap()
        .functions
        .remove(0);
    let found = contracts(function.docstring.as_ref().unwrap());
    let problems: Vec<(u32, String)> = found
        .problems_for(&function)
        .into_iter()
        .map(|problem| (problem.line, problem.text))
        .collect();
    assert_eq!(problems, [(2, "b".to_owned()), (1, "returnv".to_owned())]);
}

#[test]
fn an_invariant_and_globals() {
    let found =
        clean(":invariant: self.n >= 0, self.n < 9\n:globals: LIMIT: int, Pool.size: int\n");
    assert_eq!(shown(&found.invariant), ["1: self.n >= 0", "1: self.n < 9"]);
    assert_eq!(found.globals[0].parameter, "LIMIT");
}
