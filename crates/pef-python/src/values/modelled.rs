//! Running a builtin after deciding all that it depends on, so that hashing loses nothing.

use crate::raw::frame;
use crate::session;

/// Runs a native look-up whose decisions were recorded, so that hashing is no loss.
pub fn while_modelled<R>(operation: impl FnOnce() -> R) -> R {
    // SAFETY: the interpreter is attached wherever values are used.
    let here = unsafe { frame::address() };
    let before = session::with(|session| session.modelled_in.replace(here));
    let result = operation();
    session::with(|session| session.modelled_in = before);
    result
}

/// Whether a model runs the builtin in this very frame, after deciding all that it depends on.
pub fn is_modelled_here() -> bool {
    let modelled = session::with(|session| session.modelled_in);
    // SAFETY: the interpreter is attached wherever values are used.
    modelled.is_some() && modelled == Some(unsafe { frame::address() })
}
