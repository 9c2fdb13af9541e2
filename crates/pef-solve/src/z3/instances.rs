//! Operators that are not linear are linear once one operand is a given number: `x >> 3`, `x % -2`, `2 ** 5`. These
//! instances are stated for the likely values of that operand, or for all it can have if these are few; then nothing
//! is lost by leaving the operator itself uninterpreted. Bit operations of small numbers are written out by bits.

use pef_term::{IntBinary, Integer, Interval, TermId, Terms};
use z3::ast::{Bool, Int};

use crate::z3::translate::Translator;
use crate::z3::values::int_numeral;

/// Up to this many values of an operand are all written out.
const MOST_VALUES: i64 = 40;
/// Bit operations are written out for operands of up to this many bits.
const MOST_BITS: u64 = 10;
/// Results of powers with more bits are not written out.
const MOST_POWER_BITS: u64 = 512;

/// What `term`, which is `left <operator> right`, is for given values of `right`.
pub fn of_binary(
    terms: &Terms,
    translator: &mut Translator,
    term: TermId,
    operator: IntBinary,
    left: TermId,
    right: TermId,
) -> Vec<Bool> {
    let value = translator.int(terms, term);
    let first = translator.int(terms, left);
    let second = translator.int(terms, right);
    let usual = match operator {
        IntBinary::FloorDiv | IntBinary::Mod => (-4, 4),
        IntBinary::Shl | IntBinary::Shr | IntBinary::Pow => (0, 16),
        IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => {
            let intervals = [terms.interval(left), terms.interval(right)];
            return by_bits(operator, &value, [&first, &second], intervals)
                .into_iter()
                .collect();
        }
    };
    values(terms.interval(right), usual)
        .filter_map(|number| {
            let result = at(terms, operator, left, &first, number)?;
            let is_this = second.eq(Int::from_i64(number));
            Some(is_this.implies(value.eq(result)))
        })
        .collect()
}

/// All values of an interval if they are few, else the usual ones in it.
fn values(interval: &Interval, usual: (i64, i64)) -> impl Iterator<Item = i64> {
    let bound = |value: &Option<Integer>| value.as_ref().and_then(Integer::to_i64);
    let (lower, upper) = match (bound(&interval.lower), bound(&interval.upper)) {
        (Some(lower), Some(upper)) if upper.saturating_sub(lower) < MOST_VALUES => (lower, upper),
        (lower, upper) => (
            lower.map_or(usual.0, |lower| lower.max(usual.0)),
            upper.map_or(usual.1, |upper| upper.min(usual.1)),
        ),
    };
    lower..=upper
}

/// `left <operator> number`, if that is defined and linear.
fn at(terms: &Terms, operator: IntBinary, left: TermId, first: &Int, number: i64) -> Option<Int> {
    let number = Integer::from(number);
    match operator {
        IntBinary::FloorDiv | IntBinary::Mod if number.is_zero() => None,
        IntBinary::FloorDiv if number.is_negative() => {
            Some(first.unary_minus().div(int_numeral(&-&number)))
        }
        IntBinary::FloorDiv => Some(first.div(int_numeral(&number))),
        IntBinary::Mod if number.is_negative() => {
            let positive = first.unary_minus().modulo(int_numeral(&-&number));
            Some(positive.unary_minus())
        }
        IntBinary::Mod => Some(first.modulo(int_numeral(&number))),
        IntBinary::Shl => {
            let factor = Integer::ONE.shl(&number)?;
            Some(Int::mul(&[first.clone(), int_numeral(&factor)]))
        }
        IntBinary::Shr => {
            let divisor = Integer::ONE.shl(&number)?;
            Some(first.div(int_numeral(&divisor)))
        }
        IntBinary::Pow => match terms.as_int_const(left) {
            Some(base) => {
                let power = base.pow(&number)?;
                (power.bit_length() <= MOST_POWER_BITS).then(|| int_numeral(&power))
            }
            None if number.is_zero() => Some(Int::from_i64(1)),
            None if number.is_one() => Some(first.clone()),
            None => None,
        },
        IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => None,
    }
}

/// A bit operation of numbers with few bits, as a sum over the bits; the highest one is the sign.
fn by_bits(
    operator: IntBinary,
    value: &Int,
    operands: [&Int; 2],
    intervals: [&Interval; 2],
) -> Option<Bool> {
    let mut bits = 0;
    for interval in intervals {
        bits = bits.max(interval.lower.as_ref()?.bit_length());
        bits = bits.max(interval.upper.as_ref()?.bit_length());
    }
    if bits > MOST_BITS {
        return None;
    }
    let mut summands = Vec::new();
    for bit in 0..=bits as u32 {
        let weight = Integer::power_of_two(bit);
        let is_set = operands.map(|operand| {
            let shifted = operand.div(int_numeral(&weight));
            shifted.modulo(Int::from_i64(2)).eq(Int::from_i64(1))
        });
        let result = match operator {
            IntBinary::BitAnd => Bool::and(&is_set),
            IntBinary::BitOr => Bool::or(&is_set),
            _ => is_set[0].xor(&is_set[1]),
        };
        // In two's complement the bit of the sign counts negatively.
        let weight = if bit == bits as u32 { -&weight } else { weight };
        summands.push(result.ite(&int_numeral(&weight), &Int::from_i64(0)));
    }
    Some(value.eq(Int::add(&summands)))
}
