//! `eval`, `exec` and `compile`: source that the program runs is rewritten like the program itself.
//!
//! Code that runs with the globals of a rewritten module is taken to be rewritten, so source that is compiled there has
//! to be, whether a run is under way or a module is being imported. What cannot be rewritten (bytes, syntax trees, a
//! namespace with builtins of its own, in which the hooks are not found) runs as it is, and the run says so.

use std::cell::RefCell;

use pef_syntax::{Instrumented, Mode, Options, instrument};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyModule, PyString, PyTuple};
use pyo3::{ffi, intern};
use rustc_hash::FxHashMap;

use crate::raw::Object;
use crate::raw::call;
use crate::session;
use crate::values::blind_call;
use crate::values::decide::concretised;
use crate::values::is_ours;
use crate::values::written::{self, Written};

/// What rewriting made of a text.
#[derive(Clone)]
struct Rewritten {
    text: String,
    /// Whether something in it kept its native form.
    complete: bool,
}

/// Code that the program compiled: rewritten, and as it stands in the source.
struct Compiled {
    rewritten: Py<PyCode>,
    native: Py<PyAny>,
    complete: bool,
}

thread_local! {
    static REWRITTEN: RefCell<FxHashMap<(bool, String), Option<Rewritten>>> = RefCell::default();
    static COMPILED: RefCell<Vec<Compiled>> = const { RefCell::new(Vec::new()) };
}

/// The mode in which a builtin compiles source.
#[derive(Clone, Copy)]
enum Running {
    Expression,
    Statements,
}

impl Running {
    fn name(self) -> &'static str {
        match self {
            Self::Expression => "eval",
            Self::Statements => "exec",
        }
    }
}

pub unsafe extern "C" fn evaluate(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { run(Running::Expression, pointer, count, keywords) }
}

pub unsafe extern "C" fn execute(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { run(Running::Statements, pointer, count, keywords) }
}

pub unsafe extern "C" fn compile(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    // SAFETY: called by the interpreter.
    let python = unsafe { Python::assume_attached() };
    let values = unsafe { call::arguments(pointer, count, keywords) };
    let compiled = unsafe { compile_rewritten(python, values, count as usize, keywords) };
    match compiled {
        Ok(Some(code)) => code.into_ptr(),
        Ok(None) => match builtin(python, "compile") {
            Ok(native) => unsafe {
                blind_call::call_guarded(native.as_ptr(), pointer, count, keywords)
            },
            Err(error) => raise(python, error),
        },
        Err(error) => raise(python, error),
    }
}

fn raise(python: Python<'_>, error: PyErr) -> Object {
    error.restore(python);
    std::ptr::null_mut()
}

fn builtin<'py>(python: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(python, "builtins")?.getattr(name)
}

unsafe fn run(
    running: Running,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    // SAFETY: called by the interpreter.
    let python = unsafe { Python::assume_attached() };
    let native = match builtin(python, running.name()) {
        Ok(native) => native,
        Err(error) => return raise(python, error),
    };
    let mut values = unsafe { call::arguments(pointer, count, keywords) }.to_vec();
    let decided = match unsafe { decided_source(python, running, &values, count) } {
        Ok(decided) => decided,
        Err(error) => return raise(python, error),
    };
    if let Some(source) = &decided {
        values[0] = source.as_ptr();
    }
    match unsafe { code_to_run(python, running, &values, count as usize, keywords) } {
        Ok(Some((code, complete))) => {
            if !complete {
                note(running);
            }
            values[0] = code.as_ptr();
            unsafe {
                ffi::PyObject_Vectorcall(native.as_ptr(), values.as_ptr(), count as usize, keywords)
            }
        }
        Ok(None) => {
            note(running);
            unsafe { blind_call::call_guarded(native.as_ptr(), values.as_ptr(), count, keywords) }
        }
        Err(error) => raise(python, error),
    }
}

/// The plain text that a symbolic source is decided to be, of the few that are tried; `None` for any other.
unsafe fn decided_source<'py>(
    python: Python<'py>,
    running: Running,
    values: &[Object],
    count: ffi::Py_ssize_t,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let model = written::model(Written::Source);
    if count == 0 || model.is_null() || !session::is_active() {
        return Ok(None);
    }
    // SAFETY: the arguments are alive during the call, and the model always is.
    let (source, model) = unsafe {
        (
            Bound::from_borrowed_ptr(python, values[0]),
            Bound::from_borrowed_ptr(python, model),
        )
    };
    if !source.is_instance_of::<PyString>() || is_plain_text(&source) {
        return Ok(None);
    }
    let is_expression = matches!(running, Running::Expression);
    let decided = model.call1((source, is_expression))?;
    Ok((!decided.is_none()).then_some(decided))
}

fn note(running: Running) {
    if session::is_active() {
        // SAFETY: the interpreter is attached.
        unsafe { concretised(|| format!("{} of code that is not rewritten", running.name())) };
    }
}

/// The code to run in place of the first argument, and whether all of it is rewritten; `None` where the argument is to
/// be run as it is.
unsafe fn code_to_run<'py>(
    python: Python<'py>,
    running: Running,
    values: &[Object],
    count: usize,
    keywords: Object,
) -> PyResult<Option<(Bound<'py, PyAny>, bool)>> {
    if count == 0 {
        return Ok(None);
    }
    let source = unsafe { Bound::from_borrowed_ptr(python, values[0]) };
    let visible = unsafe { hooks_are_visible(python, values, count, keywords) };
    if source.is_instance_of::<PyCode>() {
        return Ok(COMPILED.with_borrow(|compiled| {
            let known = compiled.iter().find(|one| one.rewritten.is(&source))?;
            Some(if visible {
                (source.clone(), known.complete)
            } else {
                (known.native.bind(python).clone(), false)
            })
        }));
    }
    if !visible || !is_plain_text(&source) {
        return Ok(None);
    }
    let Some(rewritten) = rewrite(&source.extract::<String>()?, running) else {
        return Ok(None);
    };
    // Flags of `from __future__ import …` are those of the running frame, which is the program's.
    let code = builtin(python, "compile")?.call1((rewritten.text, "<string>", running.name()))?;
    Ok(Some((code, rewritten.complete)))
}

/// What `compile` gives for source of a mode that is rewritten; `None` for everything else.
unsafe fn compile_rewritten(
    python: Python<'_>,
    values: &[Object],
    count: usize,
    keywords: Object,
) -> PyResult<Option<Py<PyAny>>> {
    let arguments = PyTuple::new(
        python,
        values[..count]
            .iter()
            .map(|&value| unsafe { Bound::from_borrowed_ptr(python, value) }),
    )?;
    let named = PyDict::new(python);
    for (index, &value) in values[count..].iter().enumerate() {
        // SAFETY: a tuple of as many names as there are values by name.
        let name = unsafe {
            Bound::from_borrowed_ptr(python, ffi::PyTuple_GET_ITEM(keywords, index as isize))
        };
        named.set_item(name, unsafe { Bound::from_borrowed_ptr(python, value) })?;
    }
    let argument = |position: usize, name: &str| {
        let by_position = arguments.get_item(position).ok();
        Ok::<_, PyErr>(by_position.or(named.get_item(name)?))
    };
    let (Some(source), Some(mode)) = (argument(0, "source")?, argument(2, "mode")?) else {
        return Ok(None);
    };
    let flags = match argument(3, "flags")? {
        Some(flags) => flags.extract::<i64>().unwrap_or(-1),
        None => 0,
    };
    let running = match mode.extract::<String>().as_deref() {
        Ok("eval") => Running::Expression,
        Ok("exec") => Running::Statements,
        _ => return Ok(None),
    };
    // Other flags ask for a syntax tree, or change what is accepted.
    if flags != 0 || !is_plain_text(&source) {
        return Ok(None);
    }
    let Some(rewritten) = rewrite(&source.extract::<String>()?, running) else {
        return Ok(None);
    };
    let compile = builtin(python, "compile")?;
    // First as it stands, so that errors are those of the program's own source.
    let native = compile.call(&arguments, Some(&named))?;
    let replaced: Vec<Bound<'_, PyAny>> = arguments
        .iter()
        .enumerate()
        .map(|(position, value)| match position {
            0 => PyString::new(python, &rewritten.text).into_any(),
            _ => value,
        })
        .collect();
    if named.contains("source")? {
        named.set_item("source", &rewritten.text)?;
    }
    let code = compile.call(PyTuple::new(python, replaced)?, Some(&named))?;
    let known = Compiled {
        rewritten: code
            .clone()
            .cast_into::<PyCode>()
            .map_err(|_| PyTypeError::new_err("compile() gave something else than code"))?
            .unbind(),
        native: native.unbind(),
        complete: rewritten.complete,
    };
    COMPILED.with_borrow_mut(|compiled| compiled.push(known));
    Ok(Some(code.unbind()))
}

/// Text that is the same on every path.
fn is_plain_text(source: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    source.is_instance_of::<PyString>() && !unsafe { is_ours(source.as_ptr()) }
}

/// Whether code that runs with the namespace among these arguments finds the hooks, which are in `builtins`.
unsafe fn hooks_are_visible(
    python: Python<'_>,
    values: &[Object],
    count: usize,
    keywords: Object,
) -> bool {
    let mut namespace = (count > 1).then(|| values[1]);
    for (index, &value) in values[count..].iter().enumerate() {
        // SAFETY: a tuple of as many names as there are values by name.
        let name = unsafe {
            Bound::from_borrowed_ptr(python, ffi::PyTuple_GET_ITEM(keywords, index as isize))
        };
        if name.eq("globals").unwrap_or(false) {
            namespace = Some(value);
        }
    }
    let Some(namespace) = namespace else {
        return true;
    };
    let namespace = unsafe { Bound::from_borrowed_ptr(python, namespace) };
    if namespace.is_none() {
        return true;
    }
    let Ok(namespace) = namespace.cast_into::<PyDict>() else {
        return false;
    };
    match namespace.get_item(intern!(python, "__builtins__")) {
        Ok(None) => true,
        Ok(Some(builtins)) => PyModule::import(python, "builtins")
            .is_ok_and(|module| builtins.is(&module) || builtins.is(module.dict())),
        Err(_) => false,
    }
}

/// The rewritten text; `None` where the parser does not take it, which CPython may all the same.
fn rewrite(source: &str, running: Running) -> Option<Rewritten> {
    let mode = match running {
        Running::Expression => Mode::Expression,
        Running::Statements => Mode::Module,
    };
    let key = (mode == Mode::Module, source.to_owned());
    if let Some(known) = REWRITTEN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let first_branch = session::with(|session| session.sites.branch_count() as u32);
    let options = Options {
        mode,
        fstrings: true,
        first_branch,
    };
    let rewritten = instrument(source, &options).ok().map(|instrumented| {
        let Instrumented {
            text,
            branches,
            left_native,
        } = instrumented;
        let lines: Vec<u32> = branches.iter().map(pef_syntax::Branch::line).collect();
        session::with(|session| session.sites.add_branches("<string>", &lines));
        Rewritten {
            text,
            complete: left_native.is_empty(),
        }
    });
    REWRITTEN.with_borrow_mut(|known| known.insert(key, rewritten.clone()));
    rewritten
}
