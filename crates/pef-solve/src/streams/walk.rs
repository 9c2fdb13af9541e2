//! The states that a machine can come to, nearest first.

use pef_term::{Integer, Value, VariableId};
use rustc_hash::FxHashSet;

use crate::streams::circuit::{Circuit, Condition, Gate};

/// Bits that may be computed: the number, and not the time, so that results do not depend on the machine.
const MOST_WORK: usize = 4_000_000;

pub type Assigned = (VariableId, Value);

pub enum Ending {
    /// The variables for which the conditions hold.
    Found(Vec<Assigned>),
    /// There are none.
    Nowhere,
    /// There is no more to spend.
    Spent,
}

/// A state that was come to: from which one, by which letter.
struct Place {
    state: Box<[i64]>,
    from: u32,
    letter: u32,
}

pub struct Walk<'a> {
    circuit: &'a Circuit,
    left: usize,
    guesses: u32,
    bits: Vec<bool>,
    next: Vec<i64>,
}

impl<'a> Walk<'a> {
    pub fn new(circuit: &'a Circuit) -> Self {
        Self {
            circuit,
            left: MOST_WORK,
            guesses: 0,
            bits: vec![false; circuit.gates.len()],
            next: circuit.start.clone(),
        }
    }

    pub fn run(mut self) -> Ending {
        for guesses in 0..1_u32 << self.circuit.guesses.len() {
            self.guesses = guesses;
            match self.run_guessed() {
                Ending::Nowhere => {}
                other => return other,
            }
        }
        Ending::Nowhere
    }

    fn run_guessed(&mut self) -> Ending {
        let letters = 1_u32 << self.circuit.free;
        let work = self.circuit.gates.len() + self.circuit.start.len() + 8;
        let start: Box<[i64]> = self.circuit.start.as_slice().into();
        let mut seen: FxHashSet<Box<[i64]>> = FxHashSet::default();
        seen.insert(start.clone());
        let mut places = vec![Place {
            state: start,
            from: 0,
            letter: 0,
        }];
        let mut current = 0;
        while current < places.len() {
            for letter in 0..letters {
                let Some(left) = self.left.checked_sub(work) else {
                    return Ending::Spent;
                };
                self.left = left;
                let state = &places[current].state;
                if !self.step(state, letter) {
                    continue;
                }
                if self.next[..] == **state {
                    // It may go on like this for ever.
                    if self.holds(state) {
                        return Ending::Found(self.values(&places, current, letter));
                    }
                } else if !seen.contains(&self.next[..]) {
                    let state: Box<[i64]> = self.next.as_slice().into();
                    seen.insert(state.clone());
                    places.push(Place {
                        state,
                        from: current as u32,
                        letter,
                    });
                }
            }
            current += 1;
        }
        Ending::Nowhere
    }

    fn guessed(&self, guess: usize) -> bool {
        self.guesses >> guess & 1 == 1
    }

    /// Computes the bits of all gates and the state that follows; `false` if nothing can follow.
    fn step(&mut self, state: &[i64], letter: u32) -> bool {
        let position = state[0];
        self.next.copy_from_slice(state);
        self.next[0] = (position + 1).min(self.circuit.horizon);
        for (index, gate) in self.circuit.gates.iter().enumerate() {
            let bits = &self.bits;
            self.bits[index] = match gate {
                Gate::Free(stream) => letter >> stream & 1 == 1,
                Gate::Constant(low, rest) => low.get(position as usize).copied().unwrap_or(*rest),
                Gate::And(left, right) => bits[*left] & bits[*right],
                Gate::Or(left, right) => bits[*left] | bits[*right],
                Gate::Xor(left, right) => bits[*left] ^ bits[*right],
                Gate::Sum(slot, parts) => {
                    let sum = parts.iter().fold(state[*slot], |sum, (factor, part)| {
                        if bits[*part] { sum + factor } else { sum }
                    });
                    self.next[*slot] = sum >> 1;
                    sum & 1 == 1
                }
                Gate::Low(operand, length) => position < i64::from(*length) && bits[*operand],
                Gate::Chosen(guess, then, otherwise) => {
                    bits[if self.guessed(*guess) {
                        *then
                    } else {
                        *otherwise
                    }]
                }
                Gate::Truth(guess) => position == 0 && self.guessed(*guess),
            };
        }
        for shift in &self.circuit.shifts {
            let ahead = state[shift.slot];
            let expected = ahead >> (shift.distance - 1) & 1 == 1;
            if position >= i64::from(shift.distance) && self.bits[shift.source] != expected {
                return false;
            }
            let kept = (1_i64 << shift.distance) - 1;
            self.next[shift.slot] = (ahead << 1 | i64::from(self.bits[shift.target])) & kept;
        }
        let mut ones = *state.last().expect("the word of ones seen");
        for (index, (gate, may_have_ones)) in self.circuit.zeros.iter().enumerate() {
            if self.bits[*gate] {
                if !may_have_ones {
                    return false;
                }
                ones |= 1 << index;
            }
        }
        *self.next.last_mut().expect("the word of ones seen") = ones;
        true
    }

    /// Whether the conditions hold if the bits just computed are the signs.
    fn holds(&self, state: &[i64]) -> bool {
        let ones = *state.last().expect("the word of ones seen");
        let mut values: Vec<bool> = Vec::with_capacity(self.circuit.conditions.len());
        for condition in &self.circuit.conditions {
            let value = match condition {
                Condition::Constant(value) => *value,
                Condition::Not(operand) => !values[*operand],
                Condition::And(operands) => operands.iter().all(|&operand| values[operand]),
                Condition::Or(operands) => operands.iter().any(|&operand| values[operand]),
                Condition::Iff(left, right) => values[*left] == values[*right],
                Condition::Ite(condition, then, otherwise) => {
                    values[if values[*condition] {
                        *then
                    } else {
                        *otherwise
                    }]
                }
                Condition::IsZero(zero, gate) => ones >> zero & 1 == 0 && !self.bits[*gate],
                Condition::IsNegative(gate) => self.bits[*gate],
                Condition::Guess(guess) => self.guessed(*guess),
            };
            values.push(value);
        }
        self.circuit
            .required
            .iter()
            .all(|&required| values[required])
            && self
                .circuit
                .guesses
                .iter()
                .enumerate()
                .all(|(guess, about)| {
                    about.is_none_or(|known| values[known] == self.guessed(guess))
                })
    }

    /// The variables: the letters on the way to a place, and one for ever after.
    fn values(&self, places: &[Place], mut place: usize, last: u32) -> Vec<Assigned> {
        let mut letters = Vec::new();
        while place != 0 {
            letters.push(places[place].letter);
            place = places[place].from as usize;
        }
        // From the highest bit down, which is how they were gathered.
        let of_stream = |stream: usize| {
            let sign = if last >> stream & 1 == 1 { -1 } else { 0 };
            letters.iter().fold(Integer::small(sign), |value, letter| {
                let bit = Integer::from(letter >> stream & 1);
                &(&value + &value) + &bit
            })
        };
        let integers = self.circuit.variables.iter();
        let booleans = self.circuit.booleans.iter();
        integers
            .map(|&(variable, stream)| (variable, Value::Int(of_stream(stream))))
            .chain(booleans.map(|&(variable, guess)| (variable, Value::Bool(self.guessed(guess)))))
            .collect()
    }
}
