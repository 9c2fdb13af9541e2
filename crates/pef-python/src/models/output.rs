//! `print`: writing a value decides nothing, so its plain text is written without a note.

use pyo3::ffi;

use crate::hooks::guard;
use crate::raw::{Object, Owned};

pub unsafe extern "C" fn print(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let builtins = ffi::PyEval_GetBuiltins();
        let Some(native) = Owned::new(ffi::PyMapping_GetItemString(builtins, c"print".as_ptr()))
        else {
            return std::ptr::null_mut();
        };
        guard::call_with_plain_arguments(
            native.get(),
            guard::arguments(pointer, count, keywords),
            keywords,
        )
    }
}
