//! Where the program is: the running frame's code, position and globals.

use pyo3::ffi;

use super::{Object, Owned};

/// A frame of the running program, kept alive by this.
pub struct Frame(Owned);

/// The innermost Python frame.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn current() -> Option<Frame> {
    unsafe {
        let frame = ffi::PyEval_GetFrame();
        (!frame.is_null()).then(|| Frame(Owned::borrowed(frame.cast())))
    }
}

impl Frame {
    /// The code object (borrowed, kept alive by its frame) and instruction offset.
    pub fn position(&self) -> (Object, i32) {
        let frame = self.0.get().cast::<ffi::PyFrameObject>();
        // SAFETY: the frame is alive.
        unsafe {
            let code = ffi::PyFrame_GetCode(frame);
            // The frame holds its code; the reference that the call gave is not needed.
            ffi::Py_DECREF(code.cast());
            (code.cast(), last_instruction(frame))
        }
    }

    /// What tells the frame from others, as [`address`] does.
    pub fn address(&self) -> usize {
        self.0.get() as usize
    }

    /// The name of the module whose code runs in it; empty where it has none.
    pub fn module_name(&self) -> String {
        // SAFETY: the frame is alive, and its globals as long as it is.
        unsafe {
            let Some(globals) = Owned::new(ffi::PyObject_GetAttrString(
                self.0.get(),
                c"f_globals".as_ptr(),
            )) else {
                ffi::PyErr_Clear();
                return String::new();
            };
            let name = ffi::PyDict_GetItemString(globals.get(), c"__name__".as_ptr());
            if name.is_null() || ffi::PyUnicode_Check(name) == 0 {
                return String::new();
            }
            let mut length = 0;
            let text = ffi::PyUnicode_AsUTF8AndSize(name, &raw mut length);
            if text.is_null() {
                ffi::PyErr_Clear();
                return String::new();
            }
            let octets = std::slice::from_raw_parts(text.cast(), length.unsigned_abs());
            String::from_utf8_lossy(octets).into_owned()
        }
    }

    /// The local variables by name: a dictionary, or what stands for one. Nothing with an exception.
    pub fn locals(&self) -> Option<Owned> {
        // SAFETY: the frame is alive.
        unsafe {
            Owned::new(ffi::PyObject_GetAttrString(
                self.0.get(),
                c"f_locals".as_ptr(),
            ))
        }
    }

    /// The address of its globals, as [`globals`] gives them.
    pub fn globals_address(&self) -> usize {
        // SAFETY: the frame is alive, and holds its globals.
        let globals = unsafe {
            Owned::new(ffi::PyObject_GetAttrString(
                self.0.get(),
                c"f_globals".as_ptr(),
            ))
        };
        globals.map_or(0, |globals| globals.get() as usize)
    }

    /// The frame that called this one.
    pub fn back(&self) -> Option<Self> {
        // SAFETY: the frame is alive; the call gives a new reference or null, and sets no exception.
        unsafe { Owned::new(ffi::PyFrame_GetBack(self.0.get().cast()).cast()).map(Self) }
    }
}

#[cfg(Py_3_11)]
unsafe fn last_instruction(frame: *mut ffi::PyFrameObject) -> i32 {
    unsafe { ffi::PyFrame_GetLasti(frame) }
}

/// 3.10 does not tell the offset; the line, which is all that a site is, serves in its place.
#[cfg(not(Py_3_11))]
unsafe fn last_instruction(frame: *mut ffi::PyFrameObject) -> i32 {
    unsafe { ffi::PyFrame_GetLineNumber(frame) }
}

/// The line of an instruction of a code object.
///
/// # Safety
/// `code` is a code object.
#[cfg(Py_3_11)]
pub unsafe fn line(code: Object, instruction: i32) -> u32 {
    let line = unsafe { ffi::PyCode_Addr2Line(code.cast(), instruction) };
    u32::try_from(line).unwrap_or(0)
}

/// See [`last_instruction`].
///
/// # Safety
/// None needed; the signature is that of later versions.
#[cfg(not(Py_3_11))]
pub unsafe fn line(_: Object, line: i32) -> u32 {
    u32::try_from(line).unwrap_or(0)
}

/// What tells the innermost Python frame from others while it runs; zero outside any.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn address() -> usize {
    unsafe { ffi::PyEval_GetFrame() as usize }
}

/// The globals of the innermost Python frame (borrowed), null outside any.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn globals() -> Object {
    unsafe { ffi::PyEval_GetGlobals() }
}
