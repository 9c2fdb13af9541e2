//! Values worth trying before any search: the special floats, and the constants of the formula with their neighbours.

use pef_term::{Integer, Node, Sort, TermId, Terms, Value};
use rustc_hash::FxHashSet;

/// More constants than this are not tried.
const MOST_CONSTANTS: usize = 24;
/// Up to here all ints are floats.
const EXACT: i64 = 1 << 53;
const WORD_BITS: u64 = 64;

/// What to try: plain values first.
pub struct Candidates {
    floats: Vec<f64>,
    integers: Vec<Integer>,
    /// Ints beyond all that programs compute with: bounds of overflows. Anything else that serves is preferred.
    huge: Vec<Integer>,
}

impl Candidates {
    pub fn of(terms: &Terms, constraints: &[TermId]) -> Self {
        let mut candidates = Self {
            floats: vec![
                0.0,
                1.0,
                -1.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -0.0,
                0.5,
                -0.5,
                2.0,
                10.0,
                EXACT as f64,
                1e16,
                1e300,
                -1e300,
                5e-324,
            ],
            integers: [0, 1, -1, 2, 10, 100, -100, EXACT + 1]
                .map(Integer::from)
                .into(),
            huge: Vec::new(),
        };
        let (floats, integers) = constants(terms, constraints);
        for &constant in floats.iter().take(MOST_CONSTANTS) {
            candidates.floats.extend([
                constant,
                constant.next_up(),
                constant.next_down(),
                -constant,
                constant + 1.0,
                constant - 1.0,
            ]);
            if let Some(integer) = Integer::from_f64(constant)
                && integer.bit_length() <= WORD_BITS
            {
                candidates.integers.push(&integer + &Integer::ONE);
                candidates.integers.push(integer);
            }
        }
        for constant in integers.into_iter().take(MOST_CONSTANTS) {
            let near = [
                -&constant,
                &constant - &Integer::ONE,
                &constant + &Integer::ONE,
                constant,
            ];
            candidates
                .floats
                .extend(near.iter().filter_map(Integer::to_f64));
            if near[0].bit_length() > WORD_BITS {
                candidates.huge.extend(near);
            } else {
                candidates.integers.extend(near);
            }
        }
        candidates.deduplicate();
        candidates
    }

    fn deduplicate(&mut self) {
        let mut seen = FxHashSet::default();
        self.floats.retain(|float| seen.insert(float.to_bits()));
        let mut seen = FxHashSet::default();
        self.integers.retain(|integer| seen.insert(integer.clone()));
        self.huge.retain(|integer| seen.insert(integer.clone()));
    }

    /// The values of last resort.
    pub fn huge(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Bool | Sort::Float => Vec::new(),
            Sort::Int => self.huge.iter().cloned().map(Value::Int).collect(),
        }
    }

    pub fn values(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => self.integers.iter().cloned().map(Value::Int).collect(),
            Sort::Float => self.floats.iter().copied().map(Value::Float).collect(),
        }
    }
}

/// The constants of the formulas, those of the last one (the goal) first.
fn constants(terms: &Terms, constraints: &[TermId]) -> (Vec<f64>, Vec<Integer>) {
    let (mut floats, mut integers) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    for &constraint in constraints.iter().rev() {
        let mut pending = vec![constraint];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            let node = terms.node(term);
            match node {
                Node::FloatConst(bits) => floats.push(f64::from_bits(*bits)),
                Node::IntConst(value) => integers.push(value.clone()),
                Node::Linear(linear) => integers.push(linear.constant.clone()),
                _ => {}
            }
            node.operands(|operand| pending.push(operand));
        }
    }
    (floats, integers)
}
