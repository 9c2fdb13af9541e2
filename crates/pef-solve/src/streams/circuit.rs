//! The machine that reads the bits of the variables: its gates, what it remembers, and what has to hold at the end.

use pef_term::{IntBinary, Integer, Node, Sort, TermId, Terms, VariableId};
use rustc_hash::FxHashMap;

/// Streams of bits that may be anything: each doubles the letters.
const MOST_FREE: usize = 7;
/// Conditions that have to be known before their bits are read: each doubles the machines.
const MOST_GUESSES: usize = 6;
/// Conditions `t == 0`, remembered in one word.
const MOST_ZEROS: usize = 60;
/// Longer constants and remainders are not written out.
const LONGEST: u64 = 256;
/// Larger coefficients make for too many carries.
const LARGEST_COEFFICIENT: i64 = 1 << 12;
/// Longer shifts are too far ahead to be remembered.
const FARTHEST: u32 = 12;

/// Gives one bit at each position, from bits of gates before it.
#[derive(Debug)]
pub enum Gate {
    /// A bit of the letter.
    Free(usize),
    /// Bits, lowest first, and what follows them.
    Constant(Box<[bool]>, bool),
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
    /// Coefficients and gates; the carry is in a slot of the state.
    Sum(usize, Box<[(i64, usize)]>),
    /// The lowest bits of another, and zeros.
    Low(usize, u32),
    /// One or the other, as a guess says.
    Chosen(usize, usize, usize),
    /// 1 if a guess says so, else 0.
    Truth(usize),
}

/// A free stream that is another one, so many bits ahead.
#[derive(Debug)]
pub struct Shift {
    pub source: usize,
    pub target: usize,
    pub distance: u32,
    /// Where the bits that the source has not come to yet are remembered.
    pub slot: usize,
}

/// What is true or false once all streams have come to their signs.
#[derive(Debug)]
pub enum Condition {
    Constant(bool),
    Not(usize),
    And(Box<[usize]>),
    Or(Box<[usize]>),
    Iff(usize, usize),
    Ite(usize, usize, usize),
    /// All bits are zero: the bit of the word that remembers one, and the gate.
    IsZero(usize, usize),
    IsNegative(usize),
    Guess(usize),
}

#[derive(Debug, Default)]
pub struct Circuit {
    /// In an order in which they can be computed.
    pub gates: Vec<Gate>,
    pub shifts: Vec<Shift>,
    /// The gates whose ones are remembered, and whether they may have any.
    pub zeros: Vec<(usize, bool)>,
    /// In an order in which they can be computed.
    pub conditions: Vec<Condition>,
    /// Conditions that have to hold.
    pub required: Vec<usize>,
    /// What each guess is about, if it is about a condition and not a variable.
    pub guesses: Vec<Option<usize>>,
    /// What the state is at first: a position, the carries and remembered bits, and a word of ones seen.
    pub start: Vec<i64>,
    /// From this position on nothing depends on the position any more.
    pub horizon: i64,
    pub free: usize,
    /// The variables that free streams are, and those that guesses are.
    pub variables: Vec<(VariableId, usize)>,
    pub booleans: Vec<(VariableId, usize)>,
    /// Whether every run of the machine is an input.
    pub is_exact: bool,
}

impl Circuit {
    /// The machine for all of these together; `None` if it would be too large.
    pub fn new(terms: &Terms, constraints: &[TermId]) -> Option<Self> {
        let mut builder = Builder {
            terms,
            circuit: Self {
                start: vec![0],
                is_exact: true,
                ..Self::default()
            },
            gates: FxHashMap::default(),
            sums: FxHashMap::default(),
            zeros: FxHashMap::default(),
            conditions: FxHashMap::default(),
            guesses: FxHashMap::default(),
        };
        for &constraint in constraints {
            let condition = builder.condition(constraint)?;
            if let Condition::IsZero(zero, _) = builder.circuit.conditions[condition] {
                builder.circuit.zeros[zero].1 = false;
            }
            builder.circuit.required.push(condition);
        }
        let mut circuit = builder.circuit;
        // The word of ones seen.
        circuit.start.push(0);
        (circuit.free <= MOST_FREE
            && circuit.guesses.len() <= MOST_GUESSES
            && circuit.zeros.len() <= MOST_ZEROS)
            .then_some(circuit)
    }
}

/// Coefficients and gates, and a constant.
type Addends = (Box<[(i64, usize)]>, i64);

/// What a term is the sum of.
enum Addition {
    Of(Addends),
    /// Its numbers make for too many carries.
    TooLarge,
}

struct Builder<'a> {
    terms: &'a Terms,
    circuit: Circuit,
    gates: FxHashMap<TermId, usize>,
    /// Sums that conditions are about, by their coefficients and gates, and their constants.
    sums: FxHashMap<Addends, usize>,
    zeros: FxHashMap<usize, usize>,
    conditions: FxHashMap<TermId, usize>,
    guesses: FxHashMap<TermId, usize>,
}

impl Builder<'_> {
    fn add(&mut self, gate: Gate) -> usize {
        self.circuit.gates.push(gate);
        self.circuit.gates.len() - 1
    }

    fn add_condition(&mut self, condition: Condition) -> usize {
        self.circuit.conditions.push(condition);
        self.circuit.conditions.len() - 1
    }

    fn slot(&mut self, start: i64) -> usize {
        self.circuit.start.push(start);
        self.circuit.start.len() - 1
    }

    fn needs_position(&mut self, position: u64) {
        self.circuit.horizon = self.circuit.horizon.max(position as i64);
    }

    /// A stream of any bits, within what is known of the term; `None` if there are too many.
    fn free(&mut self, term: TermId) -> Option<usize> {
        if self.circuit.free >= MOST_FREE {
            return None;
        }
        let gate = self.add(Gate::Free(self.circuit.free));
        self.circuit.free += 1;
        let interval = self.terms.interval(term).clone();
        if let Some(lower) = &interval.lower {
            // term - lower is not negative
            match lower.to_i64().and_then(i64::checked_neg) {
                Some(constant) => self.require_sign([(1, gate)].into(), constant, false),
                None => self.circuit.is_exact = false,
            }
        }
        if let Some(upper) = &interval.upper {
            // term - upper - 1 is negative
            match upper.to_i64().and_then(|upper| (-1_i64).checked_sub(upper)) {
                Some(constant) => self.require_sign([(1, gate)].into(), constant, true),
                None => self.circuit.is_exact = false,
            }
        }
        Some(gate)
    }

    fn opaque(&mut self, term: TermId) -> Option<usize> {
        self.circuit.is_exact = false;
        self.free(term)
    }

    fn require_sign(&mut self, parts: Box<[(i64, usize)]>, constant: i64, is_negative: bool) {
        let sum = self.sum(parts, constant);
        let negative = self.add_condition(Condition::IsNegative(sum));
        let required = if is_negative {
            negative
        } else {
            self.add_condition(Condition::Not(negative))
        };
        self.circuit.required.push(required);
    }

    fn sum(&mut self, parts: Box<[(i64, usize)]>, constant: i64) -> usize {
        if let ([(1, gate)], 0) = (&parts[..], constant) {
            return *gate;
        }
        let key = (parts, constant);
        if let Some(&gate) = self.sums.get(&key) {
            return gate;
        }
        let slot = self.slot(constant);
        let gate = self.add(Gate::Sum(slot, key.0.clone()));
        self.sums.insert(key, gate);
        gate
    }

    /// The parts and the constant of a sum.
    fn parts(&mut self, term: TermId) -> Option<Addition> {
        let Node::Linear(linear) = self.terms.node(term) else {
            return Some(Addition::Of(([(1, self.gate(term)?)].into(), 0)));
        };
        let Some(constant) = linear
            .constant
            .to_i64()
            .filter(|value| value.unsigned_abs() < 1 << 60)
        else {
            return Some(Addition::TooLarge);
        };
        let mut parts = Vec::with_capacity(linear.terms.len());
        for (coefficient, atom) in &linear.terms {
            match coefficient.to_i64() {
                Some(value) if value.unsigned_abs() <= LARGEST_COEFFICIENT.unsigned_abs() => {
                    parts.push((value, self.gate(*atom)?));
                }
                _ => return Some(Addition::TooLarge),
            }
        }
        Some(Addition::Of((parts.into(), constant)))
    }

    fn gate(&mut self, term: TermId) -> Option<usize> {
        if let Some(&gate) = self.gates.get(&term) {
            return Some(gate);
        }
        let gate = match self.terms.node(term) {
            Node::IntConst(value) => match self.constant(value) {
                Some(gate) => gate,
                None => self.opaque(term)?,
            },
            Node::Variable(variable) => {
                let gate = self.free(term)?;
                self.circuit
                    .variables
                    .push((*variable, self.circuit.free - 1));
                gate
            }
            Node::Linear(_) => match self.parts(term)? {
                Addition::Of((parts, constant)) => self.sum(parts, constant),
                Addition::TooLarge => self.opaque(term)?,
            },
            Node::IntBinary(operator, left, right) => {
                self.binary(term, *operator, *left, *right)?
            }
            Node::Ite(condition, then, otherwise) => {
                let (then, otherwise) = (self.gate(*then)?, self.gate(*otherwise)?);
                let guess = self.guess(*condition)?;
                self.add(Gate::Chosen(guess, then, otherwise))
            }
            Node::IntOfBool(condition) => {
                let guess = self.guess(*condition)?;
                self.needs_position(1);
                self.add(Gate::Truth(guess))
            }
            _ => self.opaque(term)?,
        };
        self.gates.insert(term, gate);
        Some(gate)
    }

    fn constant(&mut self, value: &Integer) -> Option<usize> {
        let length = value.bit_length();
        if length > LONGEST {
            return None;
        }
        let bits = (0..length)
            .map(|place| {
                let rest = value
                    .shr(&Integer::from(place))
                    .expect("the distance is not negative");
                !rest.is_multiple_of(&Integer::small(2))
            })
            .collect();
        self.needs_position(length);
        Some(self.add(Gate::Constant(bits, value.is_negative())))
    }

    fn binary(
        &mut self,
        term: TermId,
        operator: IntBinary,
        left: TermId,
        right: TermId,
    ) -> Option<usize> {
        let divisor = self.terms.as_int_const(right);
        let power = divisor.and_then(Integer::exact_log2);
        match operator {
            IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => {
                let (left, right) = (self.gate(left)?, self.gate(right)?);
                Some(self.add(match operator {
                    IntBinary::BitAnd => Gate::And(left, right),
                    IntBinary::BitOr => Gate::Or(left, right),
                    _ => Gate::Xor(left, right),
                }))
            }
            IntBinary::Mod if power.is_some_and(|bits| u64::from(bits) <= LONGEST) => {
                let operand = self.gate(left)?;
                let bits = power.expect("it was just looked at");
                self.needs_position(u64::from(bits));
                Some(self.add(Gate::Low(operand, bits)))
            }
            IntBinary::FloorDiv if power.is_some_and(|bits| bits <= FARTHEST) => {
                let source = self.gate(left)?;
                let distance = power.expect("it was just looked at");
                let target = self.free(term)?;
                let slot = self.slot(0);
                self.needs_position(u64::from(distance));
                self.circuit.shifts.push(Shift {
                    source,
                    target,
                    distance,
                    slot,
                });
                Some(target)
            }
            IntBinary::Mod | IntBinary::FloorDiv => {
                let divisor = divisor
                    .and_then(Integer::to_i64)
                    .filter(|divisor| (1..=LARGEST_COEFFICIENT).contains(divisor));
                let Some(divisor) = divisor else {
                    return self.opaque(term);
                };
                let dividend = self.gate(left)?;
                self.quotient_or_remainder(term, operator, dividend, divisor)
            }
            IntBinary::Pow | IntBinary::Shl | IntBinary::Shr => self.opaque(term),
        }
    }

    /// The quotient is any number for which the remainder is one.
    fn quotient_or_remainder(
        &mut self,
        term: TermId,
        operator: IntBinary,
        dividend: usize,
        divisor: i64,
    ) -> Option<usize> {
        if self.circuit.free >= MOST_FREE {
            return None;
        }
        let quotient = if operator == IntBinary::FloorDiv {
            self.free(term)?
        } else {
            self.circuit.free += 1;
            self.add(Gate::Free(self.circuit.free - 1))
        };
        let parts: Box<[(i64, usize)]> = [(1, dividend), (-divisor, quotient)].into();
        self.require_sign(parts.clone(), 0, false);
        self.require_sign(parts.clone(), -divisor, true);
        Some(if operator == IntBinary::FloorDiv {
            quotient
        } else {
            self.sum(parts, 0)
        })
    }

    /// What a condition is, known from the beginning.
    fn guess(&mut self, condition: TermId) -> Option<usize> {
        if let Some(&guess) = self.guesses.get(&condition) {
            return Some(guess);
        }
        if let Some(&known) = self.conditions.get(&condition)
            && let Condition::Guess(guess) = self.circuit.conditions[known]
        {
            return Some(guess);
        }
        let known = self.condition(condition)?;
        if let Condition::Guess(guess) = self.circuit.conditions[known] {
            return Some(guess);
        }
        self.circuit.guesses.push(Some(known));
        let guess = self.circuit.guesses.len() - 1;
        self.guesses.insert(condition, guess);
        (self.circuit.guesses.len() <= MOST_GUESSES).then_some(guess)
    }

    fn free_guess(&mut self) -> Option<usize> {
        self.circuit.guesses.push(None);
        let guess = self.circuit.guesses.len() - 1;
        (self.circuit.guesses.len() <= MOST_GUESSES)
            .then(|| self.add_condition(Condition::Guess(guess)))
    }

    fn conditions(&mut self, operands: &[TermId]) -> Option<Box<[usize]>> {
        operands
            .iter()
            .map(|&operand| self.condition(operand))
            .collect()
    }

    fn condition(&mut self, term: TermId) -> Option<usize> {
        if let Some(&condition) = self.conditions.get(&term) {
            return Some(condition);
        }
        let condition = match self.terms.node(term) {
            Node::BoolConst(value) => Condition::Constant(*value),
            Node::Not(operand) => Condition::Not(self.condition(*operand)?),
            Node::And(operands) => Condition::And(self.conditions(operands)?),
            Node::Or(operands) => Condition::Or(self.conditions(operands)?),
            Node::Iff(left, right) => {
                Condition::Iff(self.condition(*left)?, self.condition(*right)?)
            }
            Node::Ite(condition, then, otherwise) => Condition::Ite(
                self.condition(*condition)?,
                self.condition(*then)?,
                self.condition(*otherwise)?,
            ),
            Node::IsZero(operand) => match self.parts(*operand)? {
                Addition::Of((parts, constant)) => {
                    let gate = self.sum(parts, constant);
                    let next = self.zeros.len();
                    let zero = *self.zeros.entry(gate).or_insert(next);
                    if zero == next {
                        self.circuit.zeros.push((gate, true));
                    }
                    Condition::IsZero(zero, gate)
                }
                Addition::TooLarge => return self.unknown(term),
            },
            // t <= 0 is t - 1 < 0, which is a matter of the sign alone.
            Node::AtMostZero(operand) => match self.parts(*operand)? {
                Addition::Of((parts, constant)) => {
                    Condition::IsNegative(self.sum(parts, constant - 1))
                }
                Addition::TooLarge => return self.unknown(term),
            },
            Node::Variable(variable) if self.terms.sort(term) == Sort::Bool => {
                let known = self.free_guess()?;
                self.circuit
                    .booleans
                    .push((*variable, self.circuit.guesses.len() - 1));
                self.conditions.insert(term, known);
                return Some(known);
            }
            _ => return self.unknown(term),
        };
        let known = self.add_condition(condition);
        self.conditions.insert(term, known);
        Some(known)
    }

    /// A condition that may be true or false.
    fn unknown(&mut self, term: TermId) -> Option<usize> {
        self.circuit.is_exact = false;
        let known = self.free_guess()?;
        self.conditions.insert(term, known);
        Some(known)
    }
}
