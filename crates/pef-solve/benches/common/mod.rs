//! What the benches share.

#![allow(dead_code, reason = "each bench uses a part")]

pub mod processor;
pub mod tree;
