//! The standard library of the Python at hand, as a corpus: whatever people write goes through unharmed.
//!
//! `PEF_TEST_PYTHON` names the interpreter (default `python3`). Checked here, without running any of it: every file
//! that parses is rewritten, to a text that parses and has the same number of lines, the same each time; its
//! signatures and contracts are read. That CPython compiles the result to the same code is checked by
//! `tests/instrumentation`, for all files; here the regression tests are left out (they are most of the library) but for
//! those that try out syntax.

use std::path::{Path, PathBuf};
use std::process::Command;

use pef_syntax::{Options, contracts, instrument, line_count, signatures};

fn standard_library() -> PathBuf {
    let python = std::env::var("PEF_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(&python)
        .args([
            "-c",
            "import sysconfig; print(sysconfig.get_path('stdlib'))",
        ])
        .output()
        .unwrap_or_else(|error| panic!("{python} is needed for this test: {error}"));
    PathBuf::from(
        String::from_utf8(output.stdout)
            .expect("a path in UTF-8")
            .trim(),
    )
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            let skipped = [
                "site-packages",
                "dist-packages",
                "idlelib",
                "lib2to3",
                "tests",
            ];
            if !skipped.iter().any(|name| path.ends_with(name)) {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "py") {
            found.push(path);
        }
    }
}

/// Regression tests whose subject is the language itself.
const SYNTAX_TESTS: [&str; 14] = [
    "comprehensions",
    "coroutines",
    "decorators",
    "descr",
    "exceptions",
    "fstring",
    "generators",
    "grammar",
    "named_expressions",
    "patma",
    "scope",
    "string_literals",
    "type_params",
    "unpack_ex",
];

fn is_wanted(path: &Path) -> bool {
    let is_test = path.components().any(|part| part.as_os_str() == "test");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    !is_test
        || SYNTAX_TESTS
            .iter()
            .any(|subject| name == format!("test_{subject}"))
}

/// Files that are broken on purpose.
fn is_meant_to_be_refused(path: &Path) -> bool {
    let text = path.to_string_lossy();
    ["bad", "lib2to3"].iter().any(|part| text.contains(part))
}

fn check(text: &str, path: &Path, options: Options) {
    let result = instrument(text, &options).expect("it was rewritten before");
    assert_eq!(
        line_count(&result.text),
        line_count(text),
        "{}",
        path.display()
    );
    let again = instrument(&result.text, &options);
    assert!(
        again.is_ok(),
        "{}: the result does not parse: {again:?}",
        path.display()
    );
    for (index, branch) in result.branches.iter().enumerate() {
        assert_eq!(branch.id.0 as usize, index);
        assert!(branch.start < branch.end, "{}: {branch:?}", path.display());
    }
    assert_eq!(
        instrument(text, &options).expect("the same again"),
        result,
        "{}",
        path.display()
    );
}

#[test]
fn every_file_goes_through() {
    let mut paths = Vec::new();
    sources(&standard_library(), &mut paths);
    paths.retain(|path| is_wanted(path));
    let mut rewritten = 0;
    for path in &paths {
        let Ok(text) = String::from_utf8(std::fs::read(path).expect("a readable file")) else {
            continue;
        };
        let options = Options::default();
        if let Err(problem) = instrument(&text, &options) {
            assert!(is_meant_to_be_refused(path), "{}:{problem}", path.display());
            continue;
        }
        check(&text, path, options);
        check(
            &text,
            path,
            Options {
                fstrings: true,
                ..options
            },
        );
        let found = signatures(&text).expect("it parsed before");
        for docstring in found
            .functions
            .iter()
            .filter_map(|function| function.docstring.as_ref())
        {
            assert_eq!(
                docstring.text.split('\n').count(),
                docstring.line_numbers.len()
            );
            contracts(docstring);
        }
        rewritten += 1;
    }
    assert!(
        rewritten > 150,
        "only {rewritten} of {} files: is the standard library there?",
        paths.len()
    );
}
