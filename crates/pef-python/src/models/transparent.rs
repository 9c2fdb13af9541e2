//! C functions that treat values only through their operators, so that nothing is lost in them.
//!
//! What is *not* here although it looks harmless: anything that reads an int directly as a number (an index, a
//! count, a width). Those have models in `python/pef/models`, which decide the number first.

use pyo3::prelude::*;

use super::Policy;

/// By module: functions and types.
const CALLABLES: &[(&str, &[&str])] = &[
    (
        "builtins",
        &[
            "abs",
            "classmethod",
            "delattr",
            "dict",
            "dir",
            "divmod",
            "filter",
            "format",
            "frozenset",
            "getattr",
            "globals",
            "hasattr",
            "hash",
            "id",
            "issubclass",
            "iter",
            "list",
            "locals",
            "map",
            "next",
            "object",
            "pow",
            "property",
            "repr",
            "set",
            "setattr",
            "slice",
            "sorted",
            "staticmethod",
            "str",
            "super",
            "tuple",
            "vars",
            "zip",
            "__build_class__",
            "__import__",
        ],
    ),
    (
        "_operator",
        &[
            "abs",
            "add",
            "and_",
            "countOf",
            "eq",
            "floordiv",
            "ge",
            "gt",
            "iadd",
            "iand",
            "ifloordiv",
            "imul",
            "indexOf",
            "invert",
            "ior",
            "is_",
            "is_not",
            "isub",
            "ixor",
            "le",
            "lt",
            "mul",
            "ne",
            "neg",
            "not_",
            "or_",
            "pos",
            "pow",
            "sub",
            "truediv",
            "truth",
            "xor",
            "attrgetter",
        ],
    ),
    // Numbers that are not exactly floats are asked for `__floor__` and its like.
    ("math", &["ceil", "floor", "trunc"]),
    (
        "_heapq",
        &[
            "heapify",
            "heappop",
            "heappush",
            "heappushpop",
            "heapreplace",
        ],
    ),
    ("_functools", &["partial", "reduce", "cmp_to_key"]),
    (
        "itertools",
        &[
            "accumulate",
            "chain",
            "compress",
            "cycle",
            "dropwhile",
            "filterfalse",
            "groupby",
            "pairwise",
            "starmap",
            "takewhile",
            "zip_longest",
        ],
    ),
    ("_collections", &["defaultdict", "OrderedDict"]),
];

/// By type: methods.
const METHODS: &[(&str, &str, &[&str])] = &[
    (
        "builtins",
        "list",
        &[
            "append", "clear", "copy", "count", "extend", "remove", "reverse", "sort", "__add__",
            "__eq__", "__ge__", "__gt__", "__iadd__", "__le__", "__lt__", "__ne__",
        ],
    ),
    (
        "builtins",
        "tuple",
        &[
            "count", "__add__", "__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__",
        ],
    ),
    ("builtins", "slice", &["__eq__", "__ne__"]),
    (
        "builtins",
        "dict",
        &[
            "clear",
            "copy",
            "get",
            "items",
            "keys",
            "pop",
            "popitem",
            "setdefault",
            "update",
            "values",
        ],
    ),
    (
        "builtins",
        "set",
        &[
            "add",
            "clear",
            "copy",
            "difference",
            "difference_update",
            "discard",
            "intersection",
            "intersection_update",
            "isdisjoint",
            "issubset",
            "issuperset",
            "pop",
            "remove",
            "symmetric_difference",
            "symmetric_difference_update",
            "union",
            "update",
        ],
    ),
    (
        "builtins",
        "frozenset",
        &[
            "copy",
            "difference",
            "intersection",
            "isdisjoint",
            "issubset",
            "issuperset",
            "union",
        ],
    ),
    (
        "_collections",
        "deque",
        &[
            "append",
            "appendleft",
            "clear",
            "copy",
            "count",
            "extend",
            "extendleft",
            "pop",
            "popleft",
            "remove",
            "reverse",
        ],
    ),
];

/// Those that call functions they are given, by module or type.
const HIGHER_ORDER: &[(&str, &[&str])] = &[
    ("builtins", &["filter", "iter", "map", "sorted"]),
    ("_functools", &["partial", "reduce"]),
    (
        "itertools",
        &[
            "accumulate",
            "dropwhile",
            "filterfalse",
            "groupby",
            "starmap",
            "takewhile",
        ],
    ),
];

/// Builtins that only look at the type of their first argument: an open container stays open.
const OF_TYPES: &[&str] = &["callable", "isinstance"];

/// Types whose instances can be called and do nothing else to values than getting something from them or comparing them.
/// What they were made with is plain, or they were made by functions that are transparent themselves.
pub fn instances(python: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let operator = python.import("_operator")?;
    let mut kinds = Vec::new();
    for name in ["attrgetter", "itemgetter", "methodcaller"] {
        kinds.push(operator.getattr(name)?);
    }
    // The type has no name in its module.
    let functools = python.import("_functools")?;
    let wrapper = functools.call_method1("cmp_to_key", (python.None(),))?;
    kinds.push(wrapper.get_type().into_any());
    Ok(kinds)
}

pub fn register(
    python: Python<'_>,
    mut add: impl FnMut(&Bound<'_, PyAny>, Policy),
) -> PyResult<()> {
    for (module, names) in CALLABLES {
        let module = python.import(*module)?;
        for name in *names {
            // Some names are newer than the oldest supported version.
            if let Ok(callable) = module.getattr(*name) {
                add(&callable, Policy::Transparent);
            }
        }
    }
    for name in OF_TYPES {
        let callable = python.import("builtins")?.getattr(*name)?;
        add(&callable, Policy::Model(callable.as_ptr()));
    }
    for (module, class, names) in METHODS {
        let class = python.import(*module)?.getattr(*class)?;
        for name in *names {
            add(&class.getattr(*name)?, Policy::Transparent);
        }
    }
    for (module, names) in HIGHER_ORDER {
        let module = python.import(*module)?;
        for name in *names {
            if let Ok(callable) = module.getattr(*name) {
                add(&callable, Policy::HigherOrder);
            }
        }
    }
    // A class method: all calls share its definition.
    add(
        &python
            .import("itertools")?
            .getattr("chain")?
            .getattr("from_iterable")?,
        Policy::Transparent,
    );
    let sort = python
        .import("builtins")?
        .getattr("list")?
        .getattr("sort")?;
    add(&sort, Policy::HigherOrder);
    Ok(())
}
