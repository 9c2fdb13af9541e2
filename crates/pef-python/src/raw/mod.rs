//! The only place that touches CPython's memory: layouts, heap types, references.
//!
//! Everything here is `unsafe` for the same two reasons, which every caller vouches for: the interpreter is
//! attached to this thread, and object pointers are alive for the call.

pub mod definitions;
pub mod extended;
pub mod float;
pub mod foreign;
pub mod frame;
pub mod heap_type;
pub mod image;
pub mod interpreter;
pub mod long;
pub mod octets;
pub mod priority;
pub mod reference;
pub mod unicode_errors;
pub mod unwinding;

pub use reference::{Object, Owned};
