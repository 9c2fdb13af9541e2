//! What is known of C functions: which of them treat values only through operators, and models of others.
//!
//! How to add a model: a function in a file here (same arguments as what it stands for), and a line in
//! [`MODELS`]. How to declare a C function harmless: a line in `transparent.rs`, if all that it does to its
//! arguments goes through slots (comparison, truth, arithmetic, hash), which see the term or note its loss.

mod construction;
mod evaluation;
mod floats;
pub mod numbers;
mod output;
mod quantified;
mod slots;
mod sum;
mod transparent;

use std::cell::RefCell;

use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::hooks::{function, guard, method};
use crate::raw::Object;
use crate::raw::classes::is_python_class;
use crate::raw::heap_type::{Method, MethodFunction};
use crate::raw::interpreter::{self, PyMethod_Self, PyMethod_Type, method_wrapper_type};

/// What to do with a callee that is not a Python function.
#[derive(Clone, Copy)]
pub enum Policy {
    /// Call it as it is.
    Transparent,
    /// Call it as it is, with functions among its arguments replaced.
    HigherOrder,
    /// Call this instead (borrowed, lives as long as the process).
    Model(Object),
    /// Call this Python function (for a bound method, with the object first) if the trigger says so.
    Method(Object, Condition),
    /// Python code that was not rewritten: call it, and note what it gets.
    Note,
    /// Keep symbolic values from it.
    Guard,
}

/// When a model is called instead of the builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The model is always called.
    Always,
    /// Something symbolic is in an argument, or in the object, or may come out of an argument.
    Any,
    /// An argument is a symbolic key, or the object has symbolic keys.
    Key,
    /// There may be symbolic values in the arguments (or come out of them: they may be iterators), or the object has
    /// symbolic keys.
    Contents,
    /// The first argument is a set with symbolic elements, whose order depends on them.
    Set,
}

/// When a model is called, and what happens otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub trigger: Trigger,
    pub otherwise: Otherwise,
}

/// What is called where the trigger says no.
#[derive(Clone, Copy, Debug)]
pub enum Otherwise {
    /// The builtin.
    Native,
    /// The builtin, with functions among its arguments replaced.
    HigherOrder,
    /// What was the model before (borrowed, lives as long as the process).
    Model(Object),
}

/// Builtins with a model.
const MODELS: &[Method] = &[
    Method {
        name: c"int",
        function: MethodFunction::FastKeywords(numbers::int),
    },
    Method {
        name: c"float",
        function: MethodFunction::FastKeywords(floats::float),
    },
    Method {
        name: c"round",
        function: MethodFunction::FastKeywords(floats::round),
    },
    Method {
        name: c"sum",
        function: MethodFunction::FastKeywords(sum::sum),
    },
    Method {
        name: c"any",
        function: MethodFunction::FastKeywords(quantified::any),
    },
    Method {
        name: c"all",
        function: MethodFunction::FastKeywords(quantified::all),
    },
    Method {
        name: c"bool",
        function: MethodFunction::FastKeywords(numbers::bool),
    },
    Method {
        name: c"type",
        function: MethodFunction::FastKeywords(numbers::kind),
    },
    Method {
        name: c"min",
        function: MethodFunction::FastKeywords(numbers::minimum),
    },
    Method {
        name: c"max",
        function: MethodFunction::FastKeywords(numbers::maximum),
    },
    Method {
        name: c"len",
        function: MethodFunction::FastKeywords(numbers::length),
    },
    Method {
        name: c"range",
        function: MethodFunction::FastKeywords(crate::values::range::range),
    },
    Method {
        name: c"reversed",
        function: MethodFunction::FastKeywords(crate::values::range::reversed),
    },
    Method {
        name: c"enumerate",
        function: MethodFunction::FastKeywords(numbers::enumerate),
    },
    Method {
        name: c"print",
        function: MethodFunction::FastKeywords(output::print),
    },
    Method {
        name: c"eval",
        function: MethodFunction::FastKeywords(evaluation::evaluate),
    },
    Method {
        name: c"exec",
        function: MethodFunction::FastKeywords(evaluation::execute),
    },
    Method {
        name: c"compile",
        function: MethodFunction::FastKeywords(evaluation::compile),
    },
];

/// Functions of `math` with a model.
const MATHEMATICS: &[Method] = &[
    Method {
        name: c"copysign",
        function: MethodFunction::FastKeywords(floats::copy_sign),
    },
    Method {
        name: c"fabs",
        function: MethodFunction::FastKeywords(floats::absolute),
    },
    Method {
        name: c"isfinite",
        function: MethodFunction::FastKeywords(floats::is_finite),
    },
    Method {
        name: c"isinf",
        function: MethodFunction::FastKeywords(floats::is_infinite),
    },
    Method {
        name: c"isnan",
        function: MethodFunction::FastKeywords(floats::is_nan),
    },
    Method {
        name: c"sqrt",
        function: MethodFunction::FastKeywords(floats::square_root),
    },
];

struct Registry(RefCell<FxHashMap<usize, Policy>>);

// SAFETY: only touched while the interpreter lock is held.
unsafe impl Sync for Registry {}
// SAFETY: as above; the objects in it live as long as the process.
unsafe impl Send for Registry {}

/// What to do with callable objects, by their type.
static CALLABLES: std::sync::LazyLock<Registry> =
    std::sync::LazyLock::new(|| Registry(RefCell::new(FxHashMap::default())));

static REGISTRY: std::sync::LazyLock<Registry> =
    std::sync::LazyLock::new(|| Registry(RefCell::new(FxHashMap::default())));

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    interpreter::initialise(python)?;
    transparent::register(python, add)?;
    slots::register(python, add)?;
    for kind in transparent::instances(python)? {
        // Types live as long as the process.
        let kind = kind.into_ptr() as usize;
        CALLABLES.0.borrow_mut().insert(kind, Policy::Transparent);
    }
    for (module, models) in [("builtins", MODELS), ("math", MATHEMATICS)] {
        let module = python.import(module)?;
        for model in models {
            let name = model.name.to_string_lossy();
            let replacement = function(python, model)?;
            // Kept by a `partial`, a model may itself be what is called.
            add(&replacement, Policy::Transparent);
            let replacement = Policy::Model(replacement.into_ptr());
            add(&module.getattr(name.as_ref())?, replacement);
        }
    }
    Ok(())
}

fn add(callable: &Bound<'_, PyAny>, policy: Policy) {
    // SAFETY: the object is alive.
    let key = unsafe { key(callable.as_ptr()) };
    REGISTRY.0.borrow_mut().insert(key, policy);
}

/// What identifies a C callable: for functions and methods their definition, which all bound forms share.
unsafe fn key(callable: Object) -> usize {
    unsafe {
        let kind = ffi::Py_TYPE(callable);
        if interpreter::is_c_function_type(kind) {
            (*callable.cast::<ffi::PyCFunctionObject>()).m_ml as usize
        } else if kind == &raw mut ffi::PyMethodDescr_Type {
            (*callable.cast::<MethodDescriptor>()).method as usize
        } else if kind == method_wrapper_type() {
            (*callable.cast::<MethodWrapper>()).descriptor as usize
        } else {
            callable as usize
        }
    }
}

/// The layout of `method_descriptor` objects up to the field that is read.
#[repr(C)]
struct MethodDescriptor {
    header: ffi::PyObject,
    class: *mut ffi::PyTypeObject,
    name: Object,
    qualified_name: Object,
    method: *mut ffi::PyMethodDef,
}

/// What stands for a function that compiles source, also while no run is under way (borrowed).
///
/// # Safety
/// `callee` is alive.
pub unsafe fn compiler(callee: Object) -> Option<Object> {
    unsafe {
        if !interpreter::is_c_function_type(ffi::Py_TYPE(callee)) {
            return None;
        }
        let name = (*(*callee.cast::<ffi::PyCFunctionObject>()).m_ml).ml_name;
        let name = std::ffi::CStr::from_ptr(name);
        if ![c"eval", c"exec", c"compile"].contains(&name) {
            return None;
        }
        match REGISTRY.0.borrow().get(&key(callee)) {
            Some(&Policy::Model(model)) => Some(model),
            _ => None,
        }
    }
}

/// The layout of `method-wrapper` objects: a bound `__setitem__` of a builtin.
#[repr(C)]
struct MethodWrapper {
    header: ffi::PyObject,
    descriptor: Object,
    object: Object,
}

/// The object that a C method is bound to; null for what is not bound.
///
/// # Safety
/// `callee` is alive.
pub unsafe fn bound_object(callee: Object) -> Object {
    unsafe {
        let kind = ffi::Py_TYPE(callee);
        if interpreter::is_c_function_type(kind) {
            let bound = (*callee.cast::<ffi::PyCFunctionObject>()).m_self;
            if !bound.is_null() && ffi::PyModule_Check(bound) != 0 {
                return std::ptr::null_mut();
            }
            bound
        } else if kind == method_wrapper_type() {
            (*callee.cast::<MethodWrapper>()).object
        } else if kind == &raw mut PyMethod_Type {
            PyMethod_Self(callee)
        } else if inherited_callable(kind).is_some() {
            callee
        } else {
            std::ptr::null_mut()
        }
    }
}

/// What is known of calling instances of a type or of one of its bases.
unsafe fn inherited_callable(kind: *mut ffi::PyTypeObject) -> Option<Policy> {
    let known = CALLABLES.0.borrow();
    let mut class = kind;
    while !class.is_null() {
        if let Some(&policy) = known.get(&(class as usize)) {
            return Some(policy);
        }
        class = unsafe { (*class).tp_base };
    }
    None
}

/// What to do with a callee.
///
/// # Safety
/// `callee` is alive and of that type.
pub unsafe fn policy(callee: Object, kind: *mut ffi::PyTypeObject) -> Policy {
    unsafe {
        if let Some(&policy) = REGISTRY.0.borrow().get(&key(callee)) {
            return policy;
        }
        if ffi::PyType_Check(callee) != 0 {
            return class_policy(callee.cast());
        }
        if let Some(class) = slots::called_class(callee) {
            return class_policy(class);
        }
        // Bound methods of our own values are their models.
        if interpreter::is_c_function_type(kind) {
            let bound = (*callee.cast::<ffi::PyCFunctionObject>()).m_self;
            if !bound.is_null() && crate::values::is_ours(bound) {
                return Policy::Transparent;
            }
            // So are those of open lists, which look after their arguments themselves.
            if crate::values::lazy::is_own_method(callee) {
                return Policy::Model(callee);
            }
            return Policy::Guard;
        }
        if let Some(&policy) = CALLABLES.0.borrow().get(&(kind as usize)) {
            return policy;
        }
        if construction::is_harmless_initialiser(callee, kind) {
            return Policy::Transparent;
        }
        // What was put in the place of a callable already looks after its arguments.
        if guard::is_guard_type(kind) || method::is_method_type(kind) {
            return Policy::Transparent;
        }
        // Instances of Python classes run `__call__`; the calls of rewritten code are looked at there.
        if is_python_class(kind) {
            construction::instance_policy(kind)
                .unwrap_or_else(|| inherited_callable(kind).unwrap_or(Policy::Guard))
        } else {
            Policy::Guard
        }
    }
}

/// Classes written in Python run their constructor; exceptions only keep their arguments.
unsafe fn class_policy(class: *mut ffi::PyTypeObject) -> Policy {
    unsafe {
        let exception = ffi::PyExc_BaseException.cast::<ffi::PyTypeObject>();
        if ffi::PyType_IsSubtype(class, exception) != 0 {
            return Policy::Transparent;
        }
        if is_python_class(class) {
            construction::policy(class)
        } else {
            Policy::Guard
        }
    }
}

/// Gives methods of a builtin type their models: functions of the object and the arguments.
#[pyfunction]
#[pyo3(signature = (class, models, trigger = "any"))]
pub fn register_methods(
    class: &Bound<'_, PyAny>,
    models: &Bound<'_, pyo3::types::PyDict>,
    trigger: &str,
) -> PyResult<()> {
    let trigger = trigger_named(trigger)?;
    for (name, model) in models {
        let method = class.getattr(name.cast::<pyo3::types::PyString>()?)?;
        // Models live as long as the process.
        add_model(&method, model.unbind().into_ptr(), trigger);
    }
    Ok(())
}

/// Gives the instances of a C type a model of what calling them does: a function of the instance and the arguments.
#[pyfunction]
pub fn register_callables(class: &Bound<'_, PyAny>, model: Py<PyAny>) {
    let condition = Condition {
        trigger: Trigger::Always,
        otherwise: Otherwise::Native,
    };
    let policy = Policy::Method(model.into_ptr(), condition);
    CALLABLES
        .0
        .borrow_mut()
        .insert(class.as_ptr() as usize, policy);
}

/// Gives a C function or type a model that is called only when an argument is symbolic.
#[pyfunction]
pub fn register_function_of_symbolic(function: &Bound<'_, PyAny>, model: Py<PyAny>) {
    add_model(function, model.into_ptr(), Trigger::Any);
}

/// Declares that a C function may be called with symbolic values as it is.
pub fn add_transparent(callable: &Bound<'_, PyAny>) {
    add(callable, Policy::Transparent);
}

/// Gives a C function or type a model: a Python function with the same parameters. Without a trigger it is always
/// called.
#[pyfunction]
#[pyo3(signature = (function, model, trigger = None))]
pub fn register_function(
    function: &Bound<'_, PyAny>,
    model: Py<PyAny>,
    trigger: Option<&str>,
) -> PyResult<()> {
    let model = model.into_ptr();
    match trigger {
        Some(trigger) => add_model(function, model, trigger_named(trigger)?),
        None => add(function, Policy::Model(model)),
    }
    Ok(())
}

/// Adds a model with a trigger to what is known of a callable.
fn add_model(callable: &Bound<'_, PyAny>, model: Object, trigger: Trigger) {
    // SAFETY: the object is alive.
    let known = REGISTRY
        .0
        .borrow()
        .get(&unsafe { key(callable.as_ptr()) })
        .copied();
    let otherwise = match known {
        Some(Policy::HigherOrder) => Otherwise::HigherOrder,
        Some(Policy::Model(model)) => Otherwise::Model(model),
        _ => Otherwise::Native,
    };
    let condition = Condition { trigger, otherwise };
    add(callable, Policy::Method(model, condition));
}

/// The model of a Python function that is not rewritten, if it has one.
///
/// # Safety
/// `function` is alive.
pub unsafe fn model_of(function: Object) -> Option<Policy> {
    REGISTRY.0.borrow().get(&(function as usize)).copied()
}

fn trigger_named(name: &str) -> PyResult<Trigger> {
    match name {
        "any" => Ok(Trigger::Any),
        "key" => Ok(Trigger::Key),
        "contents" => Ok(Trigger::Contents),
        "set" => Ok(Trigger::Set),
        other => Err(pyo3::exceptions::PyValueError::new_err(format!(
            "no trigger is called {other:?}"
        ))),
    }
}
