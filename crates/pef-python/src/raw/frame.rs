//! Where the program is: the running frame's code, position and globals.

use pyo3::ffi;

use super::Object;

/// The code object (borrowed, kept alive by its frame) and instruction offset of the innermost Python frame.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn position() -> Option<(Object, i32)> {
    unsafe {
        let frame = ffi::PyEval_GetFrame();
        if frame.is_null() {
            return None;
        }
        let code = ffi::PyFrame_GetCode(frame);
        // The frame holds its code; the reference that the call gave is not needed.
        ffi::Py_DECREF(code.cast());
        Some((code.cast(), last_instruction(frame)))
    }
}

#[cfg(Py_3_11)]
unsafe fn last_instruction(frame: *mut ffi::PyFrameObject) -> i32 {
    unsafe { ffi::PyFrame_GetLasti(frame) }
}

/// 3.10 counts instructions, not bytes; what matters is that the number is stable for one place.
#[cfg(not(Py_3_11))]
unsafe fn last_instruction(frame: *mut ffi::PyFrameObject) -> i32 {
    unsafe { (*frame).f_lasti * 2 }
}

/// The line of an instruction of a code object.
///
/// # Safety
/// `code` is a code object.
pub unsafe fn line(code: Object, instruction: i32) -> u32 {
    let line = unsafe { ffi::PyCode_Addr2Line(code.cast(), instruction) };
    u32::try_from(line).unwrap_or(0)
}

/// The globals of the innermost Python frame (borrowed), null outside any.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn globals() -> Object {
    unsafe { ffi::PyEval_GetGlobals() }
}
