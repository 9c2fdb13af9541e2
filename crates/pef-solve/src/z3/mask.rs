//! Bit operations with a constant operand are linear arithmetic with division by constants: the bits of a mask that
//! stand together select `(x // 2**low % 2**length) * 2**low`, for negative `x` too, because floor division is an
//! arithmetic shift. `|` and `^` follow from `&`.

use pef_term::{IntBinary, Integer};
use z3::ast::Int;

use crate::z3::values::int_numeral;

/// Masks with more separate groups of bits are left to the bit-vector view.
const MOST_RUNS: usize = 12;

/// The groups of ones, as (lowest bit, length), of a mask, or of its inverse if it is negative. `None` if
/// there are too many to be worth writing out.
pub fn mask_runs(mask: &Integer) -> Option<Vec<(u32, u32)>> {
    let positive = if mask.is_negative() {
        !mask
    } else {
        mask.clone()
    };
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for bit in 0..u32::try_from(positive.bit_length()).ok()? {
        let set = positive
            .shr(&Integer::from(bit))?
            .modulo(&Integer::small(2))?
            .is_one();
        if !set {
            continue;
        }
        match runs.last_mut() {
            Some((low, length)) if *low + *length == bit => *length += 1,
            _ => runs.push((bit, 1)),
        }
        if runs.len() > MOST_RUNS {
            return None;
        }
    }
    Some(runs)
}

/// `operand <operator> mask` in linear arithmetic, for a mask that [`mask_runs`] takes apart.
pub fn masked(operator: IntBinary, operand: &Int, mask: &Integer) -> Int {
    let runs = mask_runs(mask).expect("the caller checked that the mask can be taken apart");
    let selected: Vec<Int> = runs
        .iter()
        .map(|&(low, length)| {
            let shift = int_numeral(&Integer::power_of_two(low));
            let size = int_numeral(&Integer::power_of_two(length));
            Int::mul(&[operand.div(&shift).modulo(&size), shift])
        })
        .collect();
    let zero = Int::from_i64(0);
    let of_runs = if selected.is_empty() {
        zero
    } else {
        Int::add(&selected)
    };
    // For a negative mask the runs are those of the inverse: x & m == x - (x & ~m).
    let and = if mask.is_negative() {
        Int::sub(&[operand.clone(), of_runs])
    } else {
        of_runs
    };
    let sum = Int::add(&[operand.clone(), int_numeral(mask)]);
    match operator {
        IntBinary::BitOr => Int::sub(&[sum, and]),
        IntBinary::BitXor => Int::sub(&[sum, Int::mul(&[Int::from_i64(2), and])]),
        _ => and,
    }
}
