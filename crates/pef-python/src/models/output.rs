//! `print`: writing a value decides nothing, so its plain text is written without a note.

use pyo3::ffi;

use crate::hooks::guard;
use crate::raw::{Object, Owned};
use crate::values::integer::becomes_text;

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
        let arguments = guard::arguments(pointer, count, keywords);
        for argument in arguments {
            becomes_text(*argument);
        }
        guard::call_with_plain_arguments(native.get(), arguments, keywords)
    }
}
