//! Bits of any number: bitwise operators beside sums and comparisons, decided one bit after the other.
//!
//! An int is the stream of its bits in two's complement, lowest first, which ends in its sign for ever. Bitwise operators,
//! sums, and quotients and remainders by constants of streams are streams that a machine with few states computes: a
//! sum remembers its carry, a shift the bits that it is ahead. So all the conditions of a question together are
//! one machine that reads a letter (one bit of each variable) at a time. There is an input for which they hold if, and
//! only if, the machine can come to a state and a letter that it stays in for ever with the conditions true of the signs.
//! All states that it can come to are gone through, and the way to such a state is an input of fewest bits.
//!
//! What is no stream of this kind (a product, a shift by a variable) may have any bits: then more is possible and not
//! less, and only `Unsat` is said.
//!
//! Rejected: bit-vectors of a width that is proven to suffice, because that width is exponential in what the sums
//! remember, while the states that are really come to are few.
//!
//! - `circuit.rs`: the machine, and how it is made of terms.
//! - `walk.rs`: the states it can come to.

mod circuit;
mod walk;

use pef_term::{Model, Terms};

use crate::TierKind;
use crate::budget::Budget;
use crate::inspect::Features;
use crate::tier::{Outcome, Query, Tier};
use circuit::Circuit;
use walk::{Ending, Walk};

/// Questions of more subterms are left to others.
const LARGEST_QUERY: usize = 300;

pub struct StreamTier;

impl Tier for StreamTier {
    fn kind(&self) -> TierKind {
        TierKind::Streams
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        let size: usize = query.inspections.iter().map(|one| one.size).sum();
        if !query.features.any_of(Features::MASKS) || size > LARGEST_QUERY {
            return Outcome::Pass;
        }
        let Some(circuit) = Circuit::new(terms, &query.constraints) else {
            return Outcome::Pass;
        };
        match Walk::new(&circuit).run() {
            Ending::Nowhere => Outcome::Unsat,
            Ending::Found(values) if circuit.is_exact => Outcome::Sat(model(query, values)),
            Ending::Found(_) | Ending::Spent => Outcome::Pass,
        }
    }
}

fn model(query: &Query, values: Vec<walk::Assigned>) -> Model {
    let mut model = query.current.clone();
    for (variable, value) in values {
        model.set(variable, value);
    }
    model
}
