//! Solving: inputs that take a path somewhere else.
//!
//! [`Solver::solve`] is asked a [`Question`]: a path whose constraints hold for the current input, and a goal. It
//! gives an input for both, says that there is none, or says that it does not know, and why. Inside it is a chain
//! of small parts, put together in `chain.rs`: slicing, caches, a native solver, Z3 in several views, validation.
//!
//! Invariants: a model is returned only if every constraint of the slice and the goal *evaluates* to true under
//! it; `Unsat` is returned only on a proof over unbounded integers; `Unknown` is never turned into either.
//!
//! This crate does not know what a decision or a run is, nor that Python exists.

mod budget;
mod cache;
mod chain;
mod cross_check;
mod elements;
mod enumeration;
mod float_order;
mod inspect;
mod interrupt;
mod narrow;
mod native;
mod options;
mod question;
mod readable;
mod search;
mod shrink;
mod slice;
mod statistics;
mod streams;
mod text_order;
mod tier;
mod unroll;
mod validate;
mod watchdog;
mod z3;

pub use chain::Solver;
pub use interrupt::InterruptHandle;
pub use options::Options;
pub use question::{Answer, Question, Unknown};
pub use statistics::{Statistics, TierStatistics};
pub use tier::TierKind;

/// The version of Z3 this crate is made for, as `major.minor`.
pub const EXPECTED_Z3: &str = "5.4";

/// The version of the Z3 library that was loaded, e.g. `Z3 5.4.0.0`.
pub fn z3_version() -> String {
    ::z3::full_version().to_owned()
}
