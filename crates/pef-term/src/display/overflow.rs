//! Whether a power of floats, or `round(x, -308)`, overflows, written without it: Python raises where the formula goes on with
//! infinity.
//!
//! The result grows or falls with its operand, so that a bound says the same; but not where base and exponent both vary.

use super::{Binding, Printer, Text, float_text};
use crate::node::{FloatBinary, FloatUnary, Node};
use crate::semantics::float_unary;
use crate::{TermId, Terms};

/// What makes a result infinite.
struct Overflow {
    grower: TermId,
    of_size: bool,
    symbol: &'static str,
    bound: f64,
}

impl Printer<'_> {
    /// `inf == abs(base ** exponent)` as a bound on the one of them that is no constant; likewise `round`.
    pub(super) fn overflow(&mut self, left: TermId, right: TermId) -> Option<Text> {
        let found = self.terms.overflow(left, right)?;
        let grower = if found.of_size {
            self.call("abs", &[found.grower]).text
        } else {
            self.print(found.grower).at_least(Binding::BitOr)
        };
        let (symbol, bound) = (found.symbol, float_text(found.bound).text);
        Some(Text::new(
            format!("{grower} {symbol} {bound}"),
            Binding::Comparison,
        ))
    }
}

impl Terms {
    fn overflow(&self, left: TermId, right: TermId) -> Option<Overflow> {
        let size = match (self.as_float_const(left), self.as_float_const(right)) {
            (Some(f64::INFINITY), None) => right,
            (None, Some(f64::INFINITY)) => left,
            _ => return None,
        };
        let Node::FloatUnary(FloatUnary::Abs, result) = self.node(size) else {
            return None;
        };
        match self.node(*result) {
            Node::FloatBinary(FloatBinary::Pow, base, exponent) => {
                self.power_overflow(*base, *exponent)
            }
            // Only so few places left of the point can carry over beyond the largest float.
            Node::FloatUnary(round @ FloatUnary::RoundTo(digits), operand) if *digits < -290 => {
                let is_infinite =
                    |size: f64| float_unary(*round, size).is_some_and(f64::is_infinite);
                Some(Overflow {
                    grower: *operand,
                    of_size: true,
                    symbol: ">=",
                    bound: first(is_infinite),
                })
            }
            _ => None,
        }
    }

    fn power_overflow(&self, base: TermId, exponent: TermId) -> Option<Overflow> {
        match (self.as_float_const(base), self.as_float_const(exponent)) {
            (None, Some(constant)) if constant.is_finite() && constant != 0.0 => {
                let is_infinite = |size: f64| size.powf(constant).is_infinite();
                let (symbol, bound) = if constant > 0.0 {
                    (">=", first(is_infinite))
                } else {
                    ("<=", first(|size| !is_infinite(size)).next_down())
                };
                Some(Overflow {
                    grower: base,
                    of_size: true,
                    symbol,
                    bound,
                })
            }
            (Some(constant), None) if constant.is_finite() => {
                let constant = constant.abs();
                let (symbol, bound) = if constant > 1.0 {
                    (
                        ">=",
                        first(|exponent| constant.powf(exponent).is_infinite()),
                    )
                } else if constant > 0.0 && constant < 1.0 {
                    let is_infinite = |size: f64| constant.powf(-size).is_infinite();
                    ("<=", -first(is_infinite))
                } else {
                    return None;
                };
                Some(Overflow {
                    grower: exponent,
                    of_size: false,
                    symbol,
                    bound,
                })
            }
            _ => None,
        }
    }
}

/// The least float from zero up for which something holds that holds for all after it, infinity included.
fn first(holds: impl Fn(f64) -> bool) -> f64 {
    // Floats that are not negative are in the order of their bits.
    let (mut least, mut most) = (0, f64::INFINITY.to_bits());
    while least < most {
        let middle = least + (most - least) / 2;
        if holds(f64::from_bits(middle)) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    f64::from_bits(least)
}
