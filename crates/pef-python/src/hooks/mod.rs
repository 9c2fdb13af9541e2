//! The functions that rewritten code calls (`pef-syntax` says where), registered in `builtins`.
//!
//! Each of them is the native operation unless a symbolic value is involved. How to add one: a file here, a line
//! in [`HOOKS`], a rewrite in `pef-syntax`.

pub mod branch;
pub mod callee;
pub mod choice;
pub mod contains;
pub mod display;
pub mod formatting;
pub mod given;
pub mod guard;
pub mod identity;
pub mod in_place;
pub mod method;
pub mod modulo;
pub mod store;
pub mod subscript;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::heap_type::{Method, MethodFunction};

const fn fast(name: &'static std::ffi::CStr, function: FastFunction) -> Method {
    Method {
        name,
        function: MethodFunction::Fast(function),
    }
}

const fn one(name: &'static std::ffi::CStr, function: OneFunction) -> Method {
    Method {
        name,
        function: MethodFunction::OneArgument(function),
    }
}

pub type FastFunction = unsafe extern "C" fn(
    crate::raw::Object,
    *mut crate::raw::Object,
    ffi::Py_ssize_t,
) -> crate::raw::Object;
pub type OneFunction =
    unsafe extern "C" fn(crate::raw::Object, crate::raw::Object) -> crate::raw::Object;

/// Every hook by the name that rewritten code uses.
pub const HOOKS: &[Method] = &[
    fast(c"__pef_sub__", subscript::subscript),
    fast(c"__pef_slice__", subscript::make_slice),
    one(c"__pef_store__", store::store),
    one(c"__pef_callee__", callee::callee),
    fast(c"__pef_in__", contains::contains),
    fast(c"__pef_not_in__", contains::not_contains),
    one(c"__pef_container__", contains::container),
    fast(c"__pef_is__", identity::is),
    fast(c"__pef_is_not__", identity::is_not),
    one(c"__pef_settle__", identity::settle),
    one(c"__pef_match__", identity::settle),
    one(c"__pef_given__", given::given),
    one(c"__pef_not__", identity::not),
    fast(c"__pef_branch__", branch::branch),
    fast(c"__pef_choose__", choice::choose),
    fast(c"__pef_loop__", branch::begin_loop),
    fast(c"__pef_mod__", modulo::modulo),
    fast(c"__pef_imod__", modulo::in_place_modulo),
    fast(c"__pef_dict__", display::dictionary),
    one(c"__pef_dict_of__", display::dictionary_of),
    fast(c"__pef_dict_parts__", display::dictionary_parts),
    fast(c"__pef_set__", display::set),
    one(c"__pef_set_of__", display::set_of),
    fast(c"__pef_set_parts__", display::set_parts),
    fast(c"__pef_fstring__", formatting::join),
    fast(c"__pef_format__", formatting::format),
];

/// Puts the hooks where rewritten code finds them.
pub fn install(python: Python<'_>) -> PyResult<()> {
    guard::initialise(python)?;
    store::initialise(python)?;
    method::initialise(python)?;
    contains::initialise(python)?;
    display::initialise(python)?;
    in_place::install(python)?;
    let builtins = python.import("builtins")?;
    for hook in HOOKS {
        builtins.setattr(
            hook.name.to_string_lossy().as_ref(),
            function(python, hook)?,
        )?;
    }
    Ok(())
}

/// A Python callable for a function written here.
pub fn function<'py>(python: Python<'py>, method: &Method) -> PyResult<Bound<'py, PyAny>> {
    // Functions are made once, at import, and live as long as the process.
    let definition = Box::leak(Box::new(method.definition()));
    unsafe {
        Bound::from_owned_ptr_or_err(
            python,
            ffi::PyCFunction_NewEx(definition, std::ptr::null_mut(), std::ptr::null_mut()),
        )
    }
}
