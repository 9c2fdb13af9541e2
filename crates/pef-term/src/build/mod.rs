//! Constructors, one file for each family of operators. Each looks at its operands only, never deeper than a fixed
//! number of levels, so building is free of recursion and costs about as much as hashing the result. A
//! general rewriting pass was rejected: it would revisit the same subterms at every operation of a run.
//!
//! A partial operation (`//`, `%`, `**`, shifts, float division, conversions that can fail) is built only after
//! the engine has decided that its operands are fine; a constructor may rely on that (`x // x` is 1) and gives
//! a term that agrees with Python wherever Python gives a value.

mod bits;
mod boolean;
mod compare;
mod division;
mod float;
mod leaf;
mod linear;
mod product;
mod replace;
mod text;

pub(crate) use linear::Sum;
