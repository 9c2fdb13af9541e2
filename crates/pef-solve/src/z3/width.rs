//! How many bits the integers of a query need when its variables are bounded: the bit-vector view computes without
//! overflow at that width, because ring operations are exact modulo `2**width` if their result fits.

use pef_term::{IntBinary, Integer, Interval, Node, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// Bits for every integer in these terms, sign included, and for the difference of any two (of which quotients are made), when variables have at most `bound` bits beside their sign;
/// `None` where something cannot be bounded.
pub fn required_width(terms: &Terms, constraints: &[TermId], bound: u32) -> Option<u32> {
    let mut intervals: FxHashMap<TermId, Interval> = FxHashMap::default();
    let mut pending: Vec<TermId> = constraints.to_vec();
    let mut widest: u64 = 1;
    while let Some(&current) = pending.last() {
        if intervals.contains_key(&current) {
            pending.pop();
            continue;
        }
        let before = pending.len();
        terms.node(current).operands(|operand| {
            if !intervals.contains_key(&operand) {
                pending.push(operand);
            }
        });
        if pending.len() > before {
            continue;
        }
        let interval = if terms.sort(current) == Sort::Int {
            let interval = interval_of(terms, current, &intervals, bound)?;
            widest = widest.max(magnitude(&interval)?.bit_length());
            interval
        } else {
            Interval::ALL
        };
        intervals.insert(current, interval);
        pending.pop();
    }
    u32::try_from(widest + 2).ok()
}

/// The range of a variable with this many bits.
pub fn variable_interval(domain: &Interval, bound: u32) -> Interval {
    let limit = Integer::power_of_two(bound);
    domain.intersection(&Interval::between(-&limit, &limit - &Integer::ONE))
}

/// The largest absolute value.
fn magnitude(interval: &Interval) -> Option<Integer> {
    Some(
        interval
            .lower
            .as_ref()?
            .abs()
            .max(interval.upper.as_ref()?.abs()),
    )
}

fn symmetric(limit: &Integer) -> Interval {
    Interval::between(-limit, limit.clone())
}

fn interval_of(
    terms: &Terms,
    term: TermId,
    known: &FxHashMap<TermId, Interval>,
    bound: u32,
) -> Option<Interval> {
    Some(match terms.node(term) {
        Node::IntConst(value) => Interval::exactly(value),
        Node::Variable(variable) => {
            variable_interval(&terms.variable_info(*variable).domain, bound)
        }
        Node::Ite(_, then, otherwise) => known[then].hull(&known[otherwise]),
        Node::Linear(linear) => linear.terms.iter().fold(
            Interval::exactly(&linear.constant),
            |sum, (factor, atom)| sum.add(&known[atom].scale(factor)),
        ),
        Node::Product(factors) => {
            let mut product = Interval::between(1, 1);
            for (factor, power) in factors {
                for _ in 0..*power {
                    product = product.multiply(&known[factor]);
                    magnitude(&product)?;
                }
            }
            product
        }
        Node::IntBinary(operator, left, right) => {
            let (left, right) = (magnitude(&known[left])?, magnitude(&known[right])?);
            match operator {
                // The quotient of -1 and a large divisor is -1.
                IntBinary::FloorDiv | IntBinary::Shr => symmetric(&left.max(Integer::ONE)),
                IntBinary::Mod => symmetric(&right),
                IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => {
                    let bits = left.bit_length().max(right.bit_length());
                    symmetric(&Integer::power_of_two(u32::try_from(bits).ok()?))
                }
                IntBinary::Pow | IntBinary::Shl => return None,
            }
        }
        Node::BitLength(operand) => {
            Interval::between(0, Integer::from(magnitude(&known[operand])?.bit_length()))
        }
        Node::IntOfBool(_) => Interval::between(0, 1),
        _ => return None,
    })
}
