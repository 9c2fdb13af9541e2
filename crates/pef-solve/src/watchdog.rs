//! Ends checks that take too long, from a thread of its own.
//!
//! Z3 has a timeout parameter, which starts and stops a timer thread for every check and waits for it; on a busy machine
//! that costs as much as the check. Here arming is two uncontended locks: the thread sleeps until the earliest time it
//! was ever told, and looks then whether there is anything to end.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use crate::interrupt::InterruptHandle;

#[derive(Default)]
struct State {
    /// When the running check has to end.
    ends: Option<Instant>,
    /// When the thread will look next; `None` if only when told to.
    wakes: Option<Instant>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    /// A panic while holding the lock leaves a state that is still good.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Interrupts the checks of one solver.
pub struct Watchdog {
    shared: Arc<Shared>,
    interrupt: InterruptHandle,
    /// The thread is started with the first check: most solvers never come to one.
    started: OnceLock<()>,
}

/// While this lives, a check is being watched.
pub struct Watch<'a> {
    shared: &'a Shared,
}

impl Watchdog {
    pub fn new(interrupt: InterruptHandle) -> Self {
        Self {
            shared: Arc::new(Shared::default()),
            interrupt,
            started: OnceLock::new(),
        }
    }

    fn start(&self) {
        let shared = Arc::clone(&self.shared);
        let interrupt = self.interrupt.clone();
        // Without a thread (none to be had, or lost in a fork) checks are still bounded by their resources.
        let _ = std::thread::Builder::new()
            .name("pef-solve watchdog".to_owned())
            .spawn(move || watch(&shared, &interrupt));
    }

    /// From now until the result is dropped, at most until the given time.
    pub fn until(&self, ends: Instant) -> Watch<'_> {
        self.interrupt.begin_check();
        self.started.get_or_init(|| self.start());
        let mut state = self.shared.lock();
        state.ends = Some(ends);
        if state.wakes.is_none_or(|wakes| wakes > ends) {
            self.shared.changed.notify_one();
        }
        Watch {
            shared: &self.shared,
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        // Under the lock: once this is done, no interruption meant for this check can arrive any more.
        self.shared.lock().ends = None;
    }
}

fn watch(shared: &Shared, interrupt: &InterruptHandle) {
    let mut state = shared.lock();
    while !state.closed {
        state.wakes = state.ends;
        let Some(wakes) = state.wakes else {
            state = shared
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let now = Instant::now();
        if wakes <= now {
            interrupt.end_check();
            state.ends = None;
            continue;
        }
        state = shared
            .changed
            .wait_timeout(state, wakes - now)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
    }
}
