//! Terms: the formulas that symbolic values stand for.
//!
//! A [`Terms`] arena holds every term once (hash-consing), so equality of terms is equality of ids.
//! Its constructors simplify and keep the canonical forms described at [`Node`]; [`evaluate`] gives a term
//! its value under a [`Model`]; [`Terms::display`] prints it as Python.
//!
//! This crate deliberately knows nothing of solvers, paths or the interpreter: it is arithmetic, exact and
//! total up to the partial operations, for which evaluation answers `None` and never a made-up value.

mod build;
mod decimal;
mod display;
mod domain;
mod elementary;
mod evaluate;
mod fingerprint;
mod identifier;
mod integer;
mod model;
mod node;
mod open_list;
mod open_text;
mod semantics;
mod smtlib;
mod smtlib_text;
mod terms;
mod value;

pub use decimal::round_to;
pub use domain::{Domain, Interval};
pub use elementary::{Elementary, ElementaryDomain};
pub use evaluate::{Evaluator, evaluate};
pub use fingerprint::Fingerprints;
pub use identifier::{FamilyId, FunctionId, TableId, TermId, VariableId};
pub use integer::{Integer, MAXIMUM_BITS, ParseIntegerError};
pub use model::Model;
pub use node::{
    FloatBinary, FloatRelation, FloatTest, FloatUnary, IntBinary, Linear, Node, Rounding,
};
pub use open_text::{CodeTable, FamilyInfo, FamilyKind, OpenText, TextOperand, TextRelation};
pub use smtlib::{Definition, SmtLib, Symbol, constant, sort_name};
pub use terms::{FunctionInfo, Terms, UNPRINTED, VariableInfo};
pub use value::{Sort, Value};
