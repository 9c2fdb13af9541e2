//! Stopping a solver from another thread.
//!
//! An interruption stays until [`Solver::resume`](crate::Solver::resume): a request to stop that arrives between two
//! checks must not be lost. The Z3 context of a thread is kept alive for good once a solver was made there, so a
//! handle may outlive its solver and its thread; freeing the context with the solver was rejected, because
//! a handle would then need a lock around every interruption to be safe. Making a context takes longer than most
//! explorations, so it is made with the first check: most solvers never come to one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use z3::{Context, ContextHandle};

thread_local! {
    static CONTEXT: &'static Context = Box::leak(Box::new(Context::thread_local()));
}

/// Stops the solver it came from; can be sent to and used from any thread.
#[derive(Clone, Debug)]
pub struct InterruptHandle {
    requested: Arc<AtomicBool>,
    context: Arc<OnceLock<ContextHandle<'static>>>,
}

impl InterruptHandle {
    pub(crate) fn new() -> Self {
        Self {
            requested: Arc::default(),
            context: Arc::default(),
        }
    }

    /// Ends the running question, if any, and all later ones until the solver is resumed.
    pub fn interrupt(&self) {
        self.requested.store(true, Ordering::SeqCst);
        self.end_check();
    }

    /// Ends the running check, if any.
    pub(crate) fn end_check(&self) {
        if let Some(context) = self.context.get() {
            context.interrupt();
        }
    }

    /// A check is about to begin, on this thread and in its context.
    pub(crate) fn begin_check(&self) {
        self.context
            .get_or_init(|| CONTEXT.with(|context| context.handle()));
    }

    pub(crate) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::SeqCst)
    }

    pub(crate) fn resume(&self) {
        self.requested.store(false, Ordering::SeqCst);
    }
}
