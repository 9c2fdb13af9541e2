//! What calls of hooks cost where nothing is symbolic, each beside the operation that it stands for: rewritten code pays the
//! difference wherever the program computes with plain values.
//!
//! An interpreter of its own loads the *installed* extension, so `make build` comes first. Rejected: linking this crate
//! into the bench, which would need a second engine in the process, since `pef` loads the installed one.

use std::hint::black_box;
use std::process::Command;

use criterion::{Criterion, criterion_group, criterion_main};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// What the interpreter that PEF is installed for says.
fn ask(question: &str) -> String {
    let python = std::env::var("PYO3_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let asked = Command::new(python).args(["-c", question]).output();
    let answer = asked
        .expect("the interpreter that PEF is installed for runs")
        .stdout;
    String::from_utf8_lossy(&answer).trim().to_owned()
}

/// Starts an interpreter in which the installed package can be imported, and imports it.
fn start() {
    let home = ask("import sys; print(sys.base_prefix)");
    let packages = ask("import sysconfig; print(sysconfig.get_path('platlib'))");
    // SAFETY: no other thread is running yet.
    unsafe { std::env::set_var("PYTHONHOME", home) };
    Python::initialize();
    Python::attach(|python| {
        let site = python.import("site")?;
        site.call_method1("addsitedir", (packages,))?;
        python.import("pef._engine")?;
        PyResult::Ok(())
    })
    .expect("PEF is installed: `make build`");
}

fn hooks(criterion: &mut Criterion) {
    start();
    Python::attach(|python| measure(python, criterion)).expect("hooks take plain values");
}

fn measure(python: Python<'_>, criterion: &mut Criterion) -> PyResult<()> {
    let builtins = python.import("builtins")?;
    let operators = python.import("operator")?;
    let list = PyList::new(python, 0..1_000)?;
    let table = PyDict::new(python);
    for number in 0..1_000 {
        table.set_item(number, number)?;
    }
    let (index, truth, nothing) = (
        500_i32.into_pyobject(python)?,
        true.into_pyobject(python)?,
        python.None(),
    );
    let length = builtins.getattr("len")?;
    // A hook, the function of C that does the same, and what both are called with. What a callee is replaced by has no
    // such function: it is called with what any function would be.
    let pairs = [
        (
            "subscript of a list",
            "__pef_sub__",
            operators.getattr("getitem")?,
            vec![list.as_any(), index.as_any()],
        ),
        (
            "subscript of a dictionary",
            "__pef_sub__",
            operators.getattr("getitem")?,
            vec![table.as_any(), index.as_any()],
        ),
        (
            "identity",
            "__pef_is__",
            operators.getattr("is_")?,
            vec![index.as_any(), nothing.bind(python)],
        ),
        (
            "not",
            "__pef_not__",
            operators.getattr("not_")?,
            vec![truth.as_any()],
        ),
        (
            "callee of C",
            "__pef_callee__",
            builtins.getattr("callable")?,
            vec![&length],
        ),
    ];
    for (name, hook, native, arguments) in pairs {
        let mut group = criterion.benchmark_group(name);
        for (way, function) in [("hook", builtins.getattr(hook)?), ("native", native)] {
            group.bench_function(way, |bencher| bencher.iter(|| call(&function, &arguments)));
        }
        group.finish();
    }
    Ok(())
}

/// Calls a function as the interpreter does.
fn call(function: &Bound<'_, PyAny>, arguments: &[&Bound<'_, PyAny>]) {
    let mut given = [std::ptr::null_mut(); 3];
    for (place, argument) in given.iter_mut().zip(arguments) {
        *place = argument.as_ptr();
    }
    // SAFETY: the interpreter is attached, and the objects are alive.
    unsafe {
        let result = pyo3::ffi::PyObject_Vectorcall(
            function.as_ptr(),
            given.as_ptr(),
            arguments.len(),
            std::ptr::null_mut(),
        );
        pyo3::ffi::Py_DECREF(black_box(result));
    }
}

criterion_group!(benches, hooks);
criterion_main!(benches);
