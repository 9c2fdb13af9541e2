//! The only place that touches CPython's memory: layouts, heap types, references.
//!
//! Everything here is `unsafe` for the same two reasons, which every caller vouches for: the interpreter is
//! attached to this thread, and object pointers are alive for the call.

pub mod call;
pub mod classes;
pub mod definitions;
pub mod extended;
pub mod float;
pub mod frame;
pub mod heap_type;
pub mod image;
pub mod interpreter;
pub mod long;
pub mod looking;
pub mod native;
pub mod octets;
pub mod reference;
pub mod sequence;

pub use reference::{Object, Owned};
