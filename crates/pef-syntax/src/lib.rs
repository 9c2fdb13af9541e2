//! Everything PEF knows about Python source without running it.
//!
//! On `ruff_python_parser`: instrumentation (hooks at the places where C code would lose a symbolic value), the branch
//! map, signatures, and the contracts written in docstrings. Deliberately unknown here: Python objects, the engine,
//! files. Text goes in, text and plain data come out, always the same for the same text.

mod branches;
pub mod contracts;
mod docstring;
mod instrument;
mod liveness;
mod parse;
mod rewriter;
mod scope;
pub mod signatures;
mod source;

pub use branches::{Branch, BranchId, BranchKind, BranchMap, Target};
pub use contracts::{ContractProblem, Contracts, contracts, parse_conditions, parse_types};
pub use docstring::Docstring;
pub use instrument::{Instrumented, LeftNative, LeftNativeReason, Options, hooks, instrument};
pub use liveness::Point;
pub use parse::{DEPTH_LIMIT, Mode, SyntaxProblem};
pub use signatures::{ClassInfo, FunctionInfo, Signatures, signatures};
pub use source::{Location, line_count};
