//! Stopping a solver from another thread.
//!
//! An interruption stays until [`Solver::resume`](crate::Solver::resume): a request to stop that arrives between two
//! checks must not be lost. The Z3 context of a thread is kept alive for good once a solver was made there, so a
//! handle may outlive its solver and its thread; freeing the context with the solver was rejected, because
//! a handle would then need a lock around every interruption to be safe.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use z3::{Context, ContextHandle};

thread_local! {
    static CONTEXT: &'static Context = Box::leak(Box::new(Context::thread_local()));
}

/// Stops the solver it came from; can be sent to and used from any thread.
#[derive(Clone, Debug)]
pub struct InterruptHandle {
    requested: Arc<AtomicBool>,
    context: Arc<ContextHandle<'static>>,
}

impl InterruptHandle {
    /// For the context of this thread.
    pub(crate) fn new() -> Self {
        Self {
            requested: Arc::default(),
            context: Arc::new(CONTEXT.with(|context| context.handle())),
        }
    }

    /// Ends the running question, if any, and all later ones until the solver is resumed.
    pub fn interrupt(&self) {
        self.requested.store(true, Ordering::SeqCst);
        self.context.interrupt();
    }

    pub(crate) fn context(&self) -> Arc<ContextHandle<'static>> {
        Arc::clone(&self.context)
    }

    pub(crate) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::SeqCst)
    }

    pub(crate) fn resume(&self) {
        self.requested.store(false, Ordering::SeqCst);
    }
}
