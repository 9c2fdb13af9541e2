//! Calls of code that cannot see terms: C functions without a model, and Python code that was not rewritten.
//!
//! A guard stands for a callee for the length of one call. C functions get plain values in place of symbolic
//! ones, Python code gets them as they are (its operators still work), and in both cases the use is noted. What
//! is inside containers is handed over as it is: the callee may be storing it.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::FxHashSet;

use super::callee;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::interpreter::{PyMethod_Function, PyMethod_Type};
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::{Raised, concretised, fix_value};
use crate::values::lazy::{fix, is_lazy};
use crate::values::undecided::is_undecided;
use crate::values::{is_ours, keyed, plain, symbolic};

/// Containers are looked through up to this many objects; beyond it they count as holding symbolic values.
const SCAN_LIMIT: usize = 10_000;

/// What stands for a callee.
#[repr(C)]
struct Guard {
    header: ffi::PyObject,
    vectorcall: ffi::vectorcallfunc,
    callee: Object,
}

static GUARD: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_tp_call, ffi::PyVectorcall_Call as *mut _),
    ];
    let recipe = Recipe {
        name: c"builtin_function_or_method",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Guard>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: Some(std::mem::offset_of!(Guard, vectorcall)),
    };
    // SAFETY: the functions have the signatures of their slots, and the offset is that of the field.
    GUARD.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Guard>()).callee);
        heap_type::deallocate(object);
    }
}

/// What a guard does with symbolic arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// A C function: plain values instead.
    Plain,
    /// Python code that was not rewritten: noted only.
    Note,
    /// A C function that sees values only through their operators, but may look into containers: open ones are
    /// fixed.
    Fix,
    /// A C function that calls functions it is given (`map`, `sorted`): those that would take values by their plain
    /// value are replaced by what the program itself would be led to. Open containers are fixed.
    HigherOrder,
}

/// Whether a type is that of guards.
pub fn is_guard_type(kind: *mut ffi::PyTypeObject) -> bool {
    kind == GUARD.load(Ordering::Relaxed)
}

/// A guard for a callee; a new reference.
///
/// # Safety
/// `callee` is alive.
pub unsafe fn new_guard(callee: Object, protection: Protection) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(GUARD.load(Ordering::Relaxed), 0);
        if object.is_null() {
            return object;
        }
        let guard = object.cast::<Guard>();
        (*guard).vectorcall = match protection {
            Protection::Plain => call_plain,
            Protection::Note => call_noted,
            Protection::Fix => call_fixed,
            Protection::HigherOrder => call_higher_order,
        };
        ffi::Py_INCREF(callee);
        (*guard).callee = callee;
        object
    }
}

/// The arguments of a vector call, keyword values included.
///
/// # Safety
/// As passed by CPython.
pub unsafe fn arguments<'a>(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> &'a [Object] {
    unsafe {
        let named = if keywords.is_null() {
            0
        } else {
            ffi::PyTuple_GET_SIZE(keywords)
        };
        let total = (count + named) as usize;
        if total == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(pointer, total)
        }
    }
}

unsafe extern "C" fn call_plain(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_guarded(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

/// Calls a C function with plain values in place of symbolic ones, and notes it if there are any.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_guarded(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if !session::is_active() || !values.iter().any(|&value| leads_to_symbolic(value)) {
            return ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords);
        }
        concretised(|| format!("call of {}", describe(callee)));
        for &value in values {
            fix_value(value);
        }
        call_with_plain_arguments(callee, values, keywords)
    }
}

unsafe extern "C" fn call_noted(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_noting(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

/// Calls Python code that was not rewritten, and notes it if there are symbolic values among the arguments.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_noting(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if session::is_active() && values.iter().any(|&value| leads_to_symbolic(value)) {
            concretised(|| format!("call of {}, which is not instrumented", describe(callee)));
        }
        ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords)
    }
}

unsafe extern "C" fn call_fixed(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_fixing(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

/// Calls a C function that sees values only through their operators; open containers are fixed.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_fixing(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        if fix_all(arguments(pointer, count, keywords)).is_err() {
            return std::ptr::null_mut();
        }
        ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords)
    }
}

unsafe extern "C" fn call_higher_order(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        let count = ffi::PyVectorcall_NARGS(flags);
        call_replacing_functions(callee, pointer, count, keywords)
    }
}

/// Calls a C function with functions among its arguments replaced as their calls would be.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_replacing_functions(
    called: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if fix_all(values).is_err() {
            return std::ptr::null_mut();
        }
        let replaced: Option<Vec<Owned>> = values
            .iter()
            .map(|&value| {
                if callee::is_function(value) {
                    Owned::new(callee::callee(std::ptr::null_mut(), value))
                } else {
                    Some(Owned::borrowed(value))
                }
            })
            .collect();
        let Some(replaced) = replaced else {
            return std::ptr::null_mut();
        };
        let pointers: Vec<Object> = replaced.iter().map(Owned::get).collect();
        ffi::PyObject_Vectorcall(called, pointers.as_ptr(), count as usize, keywords)
    }
}

unsafe fn fix_all(values: &[Object]) -> Result<(), Raised> {
    values.iter().try_for_each(|&value| unsafe { fix(value) })
}

/// Calls with the plain values of the arguments (the last of them named by `keywords`). A new reference.
///
/// # Safety
/// `keywords` is null or a tuple of names for the last arguments.
pub unsafe fn call_with_plain_arguments(
    callee: Object,
    values: &[Object],
    keywords: Object,
) -> Object {
    unsafe {
        if fix_all(values).is_err() {
            return std::ptr::null_mut();
        }
        let owned: Option<Vec<Owned>> = values
            .iter()
            .map(|&value| Owned::new(plain(value)))
            .collect();
        let Some(owned) = owned else {
            return std::ptr::null_mut();
        };
        let pointers: Vec<Object> = owned.iter().map(Owned::get).collect();
        let named = if keywords.is_null() {
            0
        } else {
            ffi::PyTuple_GET_SIZE(keywords) as usize
        };
        ffi::PyObject_Vectorcall(callee, pointers.as_ptr(), pointers.len() - named, keywords)
    }
}

/// A name for a callee, as `module.name` or `type.method`.
unsafe fn describe(callee: Object) -> String {
    let python = unsafe { Python::assume_attached() };
    let shows_itself = unsafe { shows_itself(callee) };
    let callee = unsafe { Bound::from_borrowed_ptr(python, callee) };
    let attribute = |name: &str| {
        let text = shows_itself.then(|| callee.getattr(name))?.ok()?;
        text.extract::<String>().ok()
    };
    let name = attribute("__qualname__").or_else(|| attribute("__name__"));
    match (attribute("__module__"), name) {
        (Some(module), Some(name)) if module != "builtins" => format!("{module}.{name}"),
        (_, Some(name)) => name,
        (_, None) => callee
            .get_type()
            .name()
            .map_or_else(|_| "?".to_owned(), |name| name.to_string()),
    }
}

/// Whether asking a callee for its name runs no code of the program, as a proxy's would.
unsafe fn shows_itself(callee: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(callee);
        kind == &raw mut ffi::PyType_Type
            || (*kind).tp_getattro.map(|slot| slot as usize)
                == Some(ffi::PyObject_GenericGetAttr as *const () as usize)
    }
}

/// Whether code that cannot see terms may come by a symbolic value through an object: it is one, holds one, or gives
/// whatever it likes when it is called or asked for the next element.
unsafe fn leads_to_symbolic(object: Object) -> bool {
    unsafe { holds_symbolic(object) || is_iterator(object) || is_of_program(object) }
}

/// Whether an object is an iterator over values; files give what is in them.
unsafe fn is_iterator(object: Object) -> bool {
    unsafe {
        if ffi::PyIter_Check(object) == 0 {
            return false;
        }
        let name = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(object)).tp_name);
        !name.to_bytes().starts_with(b"_io.")
    }
}

/// Whether an object is a function that was rewritten, which can have symbolic values in its reach.
///
/// # Safety
/// `object` is alive.
pub unsafe fn is_of_program(object: Object) -> bool {
    unsafe {
        let function = if ffi::Py_TYPE(object) == &raw mut PyMethod_Type {
            PyMethod_Function(object)
        } else {
            object
        };
        if ffi::PyFunction_Check(function) == 0 {
            return false;
        }
        let globals = ffi::PyFunction_GetGlobals(function) as usize;
        session::with(|session| session.is_instrumented(globals))
    }
}

/// Whether an object is symbolic, or a container in which a symbolic value can be found.
///
/// # Safety
/// `object` is alive.
pub unsafe fn holds_symbolic(object: Object) -> bool {
    unsafe {
        if is_ours(object) {
            return symbolic(object).is_some();
        }
        if is_lazy(object) || keyed::is_keyed(object) {
            return true;
        }
        if !is_container(object) {
            return false;
        }
        let mut waiting = vec![object];
        let mut known = FxHashSet::from_iter([object as usize]);
        let mut seen = 0;
        while let Some(container) = waiting.pop() {
            let found = visit(container, &mut |element| {
                seen += 1;
                if is_ours(element) {
                    return symbolic(element).is_some();
                }
                if is_lazy(element) || keyed::is_keyed(element) || is_undecided(element) {
                    return true;
                }
                if is_container(element) && known.insert(element as usize) {
                    waiting.push(element);
                }
                seen > SCAN_LIMIT
            });
            if found {
                return true;
            }
        }
        false
    }
}

unsafe fn is_container(object: Object) -> bool {
    unsafe {
        ffi::PyList_Check(object) != 0
            || ffi::PyTuple_Check(object) != 0
            || ffi::PyDict_Check(object) != 0
            || ffi::PyAnySet_Check(object) != 0
            || ffi::PySlice_Check(object) != 0
            || ffi::PyExceptionInstance_Check(object) != 0
            || has_plain_attributes(object)
    }
}

/// Whether the object is an instance of a Python class that keeps its attributes in a dictionary.
unsafe fn has_plain_attributes(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        (*kind).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE != 0
            && ffi::PyType_Check(object) == 0
            && ffi::PyFunction_Check(object) == 0
            && ffi::PyModule_Check(object) == 0
            && ((*kind).tp_dictoffset != 0 || managed_dictionary(&*kind))
    }
}

#[cfg(Py_3_11)]
fn managed_dictionary(kind: &ffi::PyTypeObject) -> bool {
    // `Py_TPFLAGS_MANAGED_DICT`, which the bindings do not name.
    kind.tp_flags & (1 << 4) != 0
}

#[cfg(not(Py_3_11))]
fn managed_dictionary(_: &ffi::PyTypeObject) -> bool {
    false
}

/// Shows the elements of a container until one answers yes.
unsafe fn visit(container: Object, found: &mut impl FnMut(Object) -> bool) -> bool {
    unsafe {
        if ffi::PyList_Check(container) != 0 {
            return (0..ffi::PyList_GET_SIZE(container))
                .any(|index| found(ffi::PyList_GET_ITEM(container, index)));
        }
        if ffi::PyTuple_Check(container) != 0 {
            return (0..ffi::PyTuple_GET_SIZE(container))
                .any(|index| found(ffi::PyTuple_GET_ITEM(container, index)));
        }
        if ffi::PyDict_Check(container) != 0 {
            return visit_dictionary(container, found);
        }
        if ffi::PySlice_Check(container) != 0 {
            let slice = container.cast::<ffi::PySliceObject>();
            return found((*slice).start) || found((*slice).stop) || found((*slice).step);
        }
        if ffi::PyAnySet_Check(container) != 0 {
            let Ok(elements) = keyed::keys_of(container) else {
                ffi::PyErr_Clear();
                return true;
            };
            return visit(elements.get(), found);
        }
        if ffi::PyExceptionInstance_Check(container) != 0 {
            let arguments = (*container.cast::<ffi::PyBaseExceptionObject>()).args;
            if !arguments.is_null() && visit(arguments, found) {
                return true;
            }
        }
        match Owned::new(ffi::PyObject_GenericGetDict(
            container,
            std::ptr::null_mut(),
        )) {
            Some(attributes) => visit_dictionary(attributes.get(), found),
            None => {
                ffi::PyErr_Clear();
                false
            }
        }
    }
}

unsafe fn visit_dictionary(dictionary: Object, found: &mut impl FnMut(Object) -> bool) -> bool {
    unsafe {
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        while ffi::PyDict_Next(dictionary, &raw mut position, &raw mut key, &raw mut value) != 0 {
            if found(key) || found(value) {
                return true;
            }
        }
        false
    }
}
