//! The Z3 back end: one context (the thread's), several views of the same terms.
//!
//! - `LinearTier`: linear integers and Booleans; all else uninterpreted. `Unsat` is a proof; a model is exact if nothing
//!   was abstracted, otherwise a guess that validation decides on.
//! - `NonlinearTier`: the same with Z3's non-linear arithmetic.
//! - `FloatTier`: queries with floats, in the theory of IEEE 754.
//! - `BitVectorTier`: bit-vectors of growing width; finds models only.
//!
//! The first two keep a solver each, with one level for each constraint of the last path asked about: along a path
//! the questions share a prefix, and only what changed is pushed and popped.

mod bit_vector;
mod defined;
mod facts;
mod floats;
mod instances;
mod mask;
mod monotone;
mod rounded;
mod session;
mod tiers;
mod translate;
mod values;
mod width;

pub use bit_vector::BitVectorTier;
pub use mask::mask_runs;
pub use tiers::{FloatTier, LinearTier, NonlinearTier};
