//! Comparisons with constants on the far side of a rounding, without the rounding.
//!
//! `float(n) <= 0.5` and `a / b <= 0.5` say where an exact quotient lies, which is linear integer arithmetic;
//! `int(x) <= 7` says where a float lies. Both directions are exact, because rounding is monotone: the values that
//! round to at most a constant are those up to the middle between it and its neighbour. Translating the conversions
//! themselves (through reals) was tried, and is what Z3 decides worst.

use pef_term::{FloatRelation, Integer, Node, Rounding, TermId, Terms};
use z3::ast::{Bool, Float, Int};

use crate::z3::values::int_numeral;

/// Every float is a multiple of this power of two; the middle of two neighbours is a multiple of its half.
const SMALLEST_EXPONENT: u32 = 1074;
/// Floats of this magnitude and above have no fraction.
const WHOLE: i64 = 1 << 52;

/// An int converted to float, or the quotient of two ints.
struct Quotient {
    dividend: Int,
    divisor: Option<Int>,
}

impl Quotient {
    fn of(terms: &Terms, term: TermId, int: impl Fn(TermId) -> Int) -> Option<Self> {
        match terms.node(term) {
            Node::FloatOfInt(operand) => Some(Self {
                dividend: int(*operand),
                divisor: None,
            }),
            Node::IntQuotient(left, right) => Some(Self {
                dividend: int(*left),
                divisor: Some(int(*right)),
            }),
            _ => None,
        }
    }

    /// Where it rounds to at most `bound`.
    fn at_most(&self, bound: f64) -> Bool {
        if bound.is_infinite() {
            return Bool::from_bool(bound > 0.0);
        }
        // Zero has one neighbour above it, whatever its sign.
        let bound = bound + 0.0;
        let (numerator, denominator) = middle(bound);
        let inclusive = bound.to_bits() & 1 == 0;
        let left = Int::mul(&[self.dividend.clone(), int_numeral(&denominator)]);
        let compared = |small: &Int, large: &Int| {
            if inclusive {
                small.le(large)
            } else {
                small.lt(large)
            }
        };
        let numerator = int_numeral(&numerator);
        match &self.divisor {
            None => compared(&left, &numerator),
            Some(divisor) => {
                let right = Int::mul(&[numerator, divisor.clone()]);
                let positive = divisor.gt(Int::from_i64(0));
                positive.ite(&compared(&left, &right), &compared(&right, &left))
            }
        }
    }

    fn below(&self, bound: f64) -> Bool {
        // Both zeros are above the same float.
        self.at_most((bound + 0.0).next_down())
    }
}

/// The middle between a finite float and the next one above it, as a fraction in lowest terms.
fn middle(bound: f64) -> (Integer, Integer) {
    let sum = &steps(bound) + &steps(bound.next_up());
    let mut exponent = SMALLEST_EXPONENT + 1;
    let mut numerator = sum;
    let two = Integer::small(2);
    while exponent > 0 && numerator.is_multiple_of(&two) {
        numerator = numerator.floor_div(&two).expect("two is not zero");
        exponent -= 1;
    }
    (numerator, Integer::power_of_two(exponent))
}

/// How many times the smallest float a float is; for an infinity, what would come after the largest one.
fn steps(value: f64) -> Integer {
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7FF, (bits & ((1 << 52) - 1)) as i64);
    let magnitude = if exponent == 0 {
        Integer::from(fraction)
    } else {
        let digits = Integer::from(fraction | 1 << 52);
        &digits * &Integer::power_of_two(exponent as u32 - 1)
    };
    if value.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

/// A comparison of a converted int or a quotient with a constant.
pub fn relation(
    terms: &Terms,
    relation: FloatRelation,
    left: TermId,
    right: TermId,
    int: impl Fn(TermId) -> Int,
) -> Option<Bool> {
    if let (Some(quotient), Some(bound)) =
        (Quotient::of(terms, left, &int), terms.as_float_const(right))
    {
        return Some(match relation {
            FloatRelation::Le => quotient.at_most(bound),
            FloatRelation::Lt => quotient.below(bound),
            FloatRelation::Eq => equal(&quotient, bound),
        });
    }
    let (bound, quotient) = (
        terms.as_float_const(left)?,
        Quotient::of(terms, right, &int)?,
    );
    Some(match relation {
        FloatRelation::Le => quotient.below(bound).not(),
        FloatRelation::Lt => quotient.at_most(bound).not(),
        FloatRelation::Eq => equal(&quotient, bound),
    })
}

fn equal(quotient: &Quotient, bound: f64) -> Bool {
    Bool::and(&[quotient.at_most(bound), quotient.below(bound).not()])
}

/// A sum that is a float as an integer, plus or minus a constant.
struct Rounded {
    rounding: Rounding,
    operand: TermId,
    /// Else it is subtracted.
    positive: bool,
    constant: Integer,
}

impl Rounded {
    fn of(terms: &Terms, term: TermId) -> Option<Self> {
        let (atom, positive, constant) = match terms.node(term) {
            Node::IntOfFloat(..) => (term, true, Integer::ZERO),
            Node::Linear(linear) => {
                let [(coefficient, atom)] = &linear.terms[..] else {
                    return None;
                };
                if !coefficient.abs().is_one() {
                    return None;
                }
                (*atom, coefficient.is_positive(), linear.constant.clone())
            }
            _ => return None,
        };
        let Node::IntOfFloat(rounding, operand) = terms.node(atom) else {
            return None;
        };
        Some(Self {
            rounding: *rounding,
            operand: *operand,
            positive,
            constant,
        })
    }

    /// Where the rounded float is at most `bound`.
    fn at_most(&self, operand: &Float, bound: &Integer) -> Bool {
        let next = bound + &Integer::ONE;
        match self.rounding {
            Rounding::Ceil => at_most(operand, bound),
            Rounding::Truncate if bound.is_negative() => at_most(operand, bound),
            Rounding::Floor | Rounding::Truncate => below(operand, &next),
            Rounding::HalfEven => match bound.to_i64() {
                // A half above the lowest of these is a float, and rounds to it.
                Some(small) if (-WHOLE..WHOLE).contains(&small) => {
                    let middle = Float::from_f64(small as f64 + 0.5);
                    if small % 2 == 0 {
                        operand.le(middle)
                    } else {
                        operand.lt(middle)
                    }
                }
                _ => at_most(operand, bound),
            },
        }
    }
}

/// `t <= 0` for such a sum. The operand is finite: that is what keeps the sum defined.
pub fn at_most_zero(terms: &Terms, term: TermId, float: impl Fn(TermId) -> Float) -> Option<Bool> {
    let rounded = Rounded::of(terms, term)?;
    let operand = float(rounded.operand);
    Some(if rounded.positive {
        rounded.at_most(&operand, &-&rounded.constant)
    } else {
        rounded
            .at_most(&operand, &(&rounded.constant - &Integer::ONE))
            .not()
    })
}

/// `t == 0` for such a sum.
pub fn is_zero(terms: &Terms, term: TermId, float: impl Fn(TermId) -> Float) -> Option<Bool> {
    let rounded = Rounded::of(terms, term)?;
    let operand = float(rounded.operand);
    let value = if rounded.positive {
        -&rounded.constant
    } else {
        rounded.constant.clone()
    };
    let smaller = rounded.at_most(&operand, &(&value - &Integer::ONE));
    Some(Bool::and(&[
        rounded.at_most(&operand, &value),
        smaller.not(),
    ]))
}

/// Where a finite float is at most an integer.
fn at_most(operand: &Float, bound: &Integer) -> Bool {
    operand.le(Float::from_f64(rounded_down(bound)))
}

/// Where a finite float is less than an integer.
fn below(operand: &Float, bound: &Integer) -> Bool {
    let down = rounded_down(bound);
    let exact = Integer::from_f64(down).as_ref() == Some(bound);
    let down = Float::from_f64(down);
    if exact {
        operand.lt(down)
    } else {
        operand.le(down)
    }
}

/// The largest float, infinities included, that is at most an integer.
fn rounded_down(value: &Integer) -> f64 {
    match value.to_f64() {
        Some(nearest) if Integer::from_f64(nearest).is_some_and(|exact| exact > *value) => {
            nearest.next_down()
        }
        Some(nearest) => nearest,
        None if value.is_negative() => f64::NEG_INFINITY,
        None => f64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use z3::ast::Ast;

    use super::*;

    /// Floats at and around powers of two, where fractions end and neighbours are far apart, and around zero.
    fn floats() -> Vec<f64> {
        let mut found = vec![0.0, -0.0, f64::MAX, f64::MIN, 5e-324, -5e-324];
        for power in [0, 1, 2, 31, 50, 51, 52, 53, 54, 62, 63, 64, 100, 1023] {
            let centre = 2_f64.powi(power);
            for step in [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5] {
                found.extend([centre + step, centre - step, -centre + step, -centre - step]);
            }
            let (up, down) = (centre.next_up(), centre.next_down());
            found.extend([up, down, -up, -down]);
        }
        found
    }

    #[test]
    fn comparisons_without_the_rounding_say_the_same() {
        let ways = [
            Rounding::Ceil,
            Rounding::Floor,
            Rounding::Truncate,
            Rounding::HalfEven,
        ];
        let term = Terms::new().bool_const(true);
        for rounding in ways {
            let rounded = Rounded {
                rounding,
                operand: term,
                positive: true,
                constant: Integer::ZERO,
            };
            for float in floats() {
                let round = match rounding {
                    Rounding::Ceil => f64::ceil,
                    Rounding::Floor => f64::floor,
                    Rounding::Truncate => f64::trunc,
                    Rounding::HalfEven => f64::round_ties_even,
                };
                let exact = Integer::from_f64(round(float)).expect("it is finite");
                let operand = Float::from_f64(float);
                for distance in -3..=3 {
                    let bound = &exact + &Integer::from(distance);
                    let said = rounded.at_most(&operand, &bound).simplify().as_bool();
                    assert_eq!(
                        said,
                        Some(distance >= 0),
                        "{rounding:?}({float}) <= {bound:?}"
                    );
                }
            }
        }
    }
}
