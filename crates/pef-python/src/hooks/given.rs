//! What special methods written in Python give back: `__len__`, `__index__`, `__hash__` and their like.
//!
//! C code calls them, takes the number out of the result and never looks back. So a symbolic result is settled: other
//! values are other paths. Only where the engine itself asks (`len(x)`, the truth of an object with a length) the result
//! stays a term.

use super::identity;
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned, frame};
use crate::session;
use crate::values::integer_methods::settle;
use crate::values::{Symbolic, symbolic};

/// `__pef_given__(value)`: the result of a special method, as whoever called it can take it.
pub unsafe extern "C" fn given(own: Object, value: Object) -> Object {
    unsafe {
        match symbolic(value) {
            Some(Symbolic::Bool(_)) => identity::settle(own, value),
            Some(Symbolic::Int(_) | Symbolic::Float(_)) => {
                if is_asked_by_engine() {
                    return new_reference(value);
                }
                settle(value).map_or(std::ptr::null_mut(), Owned::release)
            }
            Some(Symbolic::Text(_) | Symbolic::Octets(_)) | None => new_reference(value),
        }
    }
}

/// Whether the method that is about to return was called by `values/length.rs`.
unsafe fn is_asked_by_engine() -> bool {
    let asking = session::with(|session| session.asking_in);
    let Some(asking) = asking else {
        return false;
    };
    // What the method itself has C code ask runs in frames further in.
    let caller = unsafe { frame::current() }.and_then(|frame| frame.back());
    caller.is_some_and(|frame| frame.address() == asking)
}
