//! The bit-vector view, after `PyExZ3`: variables bounded to few bits, vectors wide enough for all that is computed
//! from them where that is known, and every model checked in real arithmetic. The bound grows until a model holds or the
//! budget is gone. A contradiction at a finite width proves nothing, unless the conditions themselves keep all variables
//! within the bound, and nothing that is computed from them overflows.

use pef_term::{IntBinary, Integer, Node, Sort, TermId, Terms, VariableId};
use rustc_hash::FxHashMap;
use z3::ast::{BV, Bool, Dynamic};
use z3::{SatResult, Solver};

use crate::budget::Budget;
use crate::enumeration::{Range, ranges};
use crate::inspect::Features;
use crate::tier::{Outcome, Query, Tier};
use crate::validate::satisfies;
use crate::z3::session::{parameters, read_model, reason_of};
use crate::z3::values::bit_vector_numeral;
use crate::z3::width::{required_width, variable_interval};
use crate::{TierKind, Unknown};

/// Bits of the variables, tried in turn.
const BOUNDS: [u32; 6] = [6, 12, 20, 32, 64, 128];
/// Wider vectors are not tried: what they would compute overflows, and validation finds out.
const WIDEST: u32 = 512;
/// Gates, roughly, of all multiplications and divisions of a query; larger circuits are not built, because Z3 would
/// fill the memory before its time is over.
const LARGEST_CIRCUIT: u64 = 1_500_000;
/// Exponents above this are not unfolded.
const LARGEST_EXPONENT: i64 = 16;

pub struct BitVectorTier;

impl BitVectorTier {
    pub fn new() -> Self {
        Self
    }
}

impl Tier for BitVectorTier {
    fn kind(&self) -> TierKind {
        TierKind::BitVector
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        let features = query.features;
        let wanted = Features::NONLINEAR.union(Features::MASKS);
        let unknown = Features::FLOATS.union(Features::FUNCTIONS);
        if !features.any_of(wanted) || features.any_of(unknown) {
            return Outcome::Pass;
        }
        let mut reason = Unknown::Incomplete;
        let needed = needed_bits(terms, query);
        for bound in BOUNDS {
            let covers_all = needed.is_some_and(|needed| needed <= bound);
            let (width, exact) = match required_width(terms, &query.constraints, bound) {
                Some(width) if width <= WIDEST => (width, true),
                _ => ((4 * bound).clamp(32, WIDEST), false),
            };
            let mut width = width.max(bound + 2);
            // Models that only exist because of overflow call for more room, as long as there is any.
            loop {
                if let Some(exhausted) = budget.exhausted() {
                    return Outcome::Failed(exhausted);
                }
                match attempt(terms, query, budget, bound, width) {
                    Attempt::Found(outcome) => return outcome,
                    Attempt::Overflowed if !exact && width < WIDEST => {
                        width = (2 * width).min(WIDEST);
                    }
                    Attempt::Nothing(Strictness::AsMeant) if exact && covers_all => {
                        return Outcome::Unsat;
                    }
                    Attempt::Overflowed | Attempt::Nothing(_) => break,
                    Attempt::GaveUp(why) => {
                        reason = reason.graver(why);
                        break;
                    }
                }
            }
        }
        Outcome::Failed(reason)
    }
}

enum Attempt {
    Found(Outcome),
    Overflowed,
    Nothing(Strictness),
    GaveUp(Unknown),
}

/// Whether anything was demanded beside the conditions.
enum Strictness {
    AsMeant,
    Stricter,
}

/// Bits beside the sign that hold every value that the conditions leave to the variables; `None` if one is not bounded.
fn needed_bits(terms: &Terms, query: &Query) -> Option<u32> {
    let mut needed = 0;
    for (range, &variable) in ranges(terms, query).into_iter().zip(&query.variables) {
        if terms.variable_info(variable).sort != Sort::Int {
            continue;
        }
        let Range::Between(lower, upper) = range else {
            return None;
        };
        let magnitude = lower.unsigned_abs().max(upper.unsigned_abs());
        needed = needed.max(u64::BITS - magnitude.leading_zeros());
    }
    Some(needed)
}

fn attempt(terms: &Terms, query: &Query, budget: &Budget, bound: u32, width: u32) -> Attempt {
    let solver = Solver::new_for_logic("QF_BV").unwrap_or_default();
    let limits = budget.limits(0.35);
    solver.set_params(&parameters(limits.resources));
    let mut translator = Translator {
        width,
        translated: FxHashMap::default(),
        side_conditions: Vec::new(),
        circuit: 0,
    };
    for &variable in &query.variables {
        let info = terms.variable_info(variable);
        if info.sort != Sort::Int {
            continue;
        }
        let interval = variable_interval(&info.domain, bound);
        let (Some(lower), Some(upper)) = (interval.lower, interval.upper) else {
            continue;
        };
        if lower > upper {
            return Attempt::Nothing(Strictness::AsMeant);
        }
        let vector = translator.variable(variable);
        solver.assert(vector.bvsge(bit_vector_numeral(&lower, width)));
        solver.assert(vector.bvsle(bit_vector_numeral(&upper, width)));
    }
    for &constraint in &query.constraints {
        let formula = translator.translate(terms, constraint);
        solver.assert(formula.as_bool().expect("a Boolean term"));
    }
    if translator.circuit > LARGEST_CIRCUIT {
        return Attempt::GaveUp(Unknown::TooLarge);
    }
    for condition in &translator.side_conditions {
        solver.assert(condition);
    }
    match budget.watched(limits, || solver.check()) {
        SatResult::Unsat if translator.side_conditions.is_empty() => {
            Attempt::Nothing(Strictness::AsMeant)
        }
        SatResult::Unsat => Attempt::Nothing(Strictness::Stricter),
        SatResult::Unknown => Attempt::GaveUp(reason_of(&solver)),
        SatResult::Sat => {
            let constant = |variable: VariableId| match terms.variable_info(variable).sort {
                Sort::Int => translator.variable(variable).into(),
                _ => crate::z3::translate::variable_constant(terms, variable),
            };
            match read_model(&solver, terms, query, constant) {
                Some(model) if satisfies(terms, query, &model) => {
                    Attempt::Found(Outcome::Sat(model))
                }
                _ => Attempt::Overflowed,
            }
        }
    }
}

struct Translator {
    width: u32,
    translated: FxHashMap<TermId, Dynamic>,
    /// What keeps operators defined, and shifts within the width. Stronger than needed where a branch is not
    /// taken, which may cost models and nothing else.
    side_conditions: Vec<Bool>,
    /// The size of what was translated, as far as it is not linear in the width.
    circuit: u64,
}

impl Translator {
    fn variable(&self, variable: VariableId) -> BV {
        BV::new_const(format!("v{}", variable.index()), self.width)
    }

    fn numeral(&self, value: &Integer) -> BV {
        bit_vector_numeral(value, self.width)
    }

    fn word(&self, value: i64) -> BV {
        BV::from_i64(value, self.width)
    }

    /// Accounts for multipliers or dividers.
    fn build_circuits(&mut self, count: u64) {
        self.circuit += count * u64::from(self.width) * u64::from(self.width);
    }

    fn translate(&mut self, terms: &Terms, term: TermId) -> Dynamic {
        let mut pending = vec![term];
        while let Some(&current) = pending.last() {
            if self.translated.contains_key(&current) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            terms.node(current).operands(|operand| {
                if !self.translated.contains_key(&operand) {
                    pending.push(operand);
                }
            });
            if pending.len() == before {
                let formula = self.node(terms, terms.node(current));
                self.translated.insert(current, formula);
                pending.pop();
            }
        }
        self.translated[&term].clone()
    }

    fn bool(&self, term: TermId) -> Bool {
        self.translated[&term].as_bool().expect("a Boolean term")
    }

    fn bools(&self, operands: &[TermId]) -> Vec<Bool> {
        operands.iter().map(|operand| self.bool(*operand)).collect()
    }

    fn vector(&self, term: TermId) -> BV {
        self.translated[&term].as_bv().expect("an integer term")
    }

    fn node(&mut self, terms: &Terms, node: &Node) -> Dynamic {
        match node {
            Node::BoolConst(value) => Bool::from_bool(*value).into(),
            Node::IntConst(value) => self.numeral(value).into(),
            Node::Variable(variable) => match terms.variable_info(*variable).sort {
                Sort::Int => self.variable(*variable).into(),
                _ => crate::z3::translate::variable_constant(terms, *variable),
            },
            Node::Not(operand) => self.bool(*operand).not().into(),
            Node::And(operands) => Bool::and(&self.bools(operands)).into(),
            Node::Or(operands) => Bool::or(&self.bools(operands)).into(),
            Node::Iff(left, right) => self.bool(*left).eq(self.bool(*right)).into(),
            Node::Ite(condition, then, otherwise) => self
                .bool(*condition)
                .ite(&self.translated[then], &self.translated[otherwise]),
            Node::AtMostZero(operand) => self.vector(*operand).bvsle(self.word(0)).into(),
            Node::IsZero(operand) => self.vector(*operand).eq(self.word(0)).into(),
            Node::Linear(linear) => {
                let start = self.numeral(&linear.constant);
                let sum = linear.terms.iter().fold(start, |sum, (factor, atom)| {
                    sum.bvadd(self.vector(*atom).bvmul(self.numeral(factor)))
                });
                sum.into()
            }
            Node::Product(factors) => {
                let count: u64 = factors
                    .iter()
                    .map(|(_, power)| multiplications(*power))
                    .sum();
                self.build_circuits(count);
                let product = factors
                    .iter()
                    .fold(self.word(1), |product, (factor, power)| {
                        product.bvmul(power_of(&self.vector(*factor), *power, self.width))
                    });
                product.into()
            }
            Node::IntBinary(operator, left, right) => {
                let power = terms.as_int_const(*right).and_then(Integer::exact_log2);
                let (left, right) = (self.vector(*left), self.vector(*right));
                match (operator, power) {
                    // No divider is needed for a power of two.
                    (IntBinary::FloorDiv, Some(bits)) if bits < self.width => {
                        return left.bvashr(self.word(i64::from(bits))).into();
                    }
                    (IntBinary::Mod, Some(bits)) if bits < self.width => {
                        let mask = &Integer::power_of_two(bits) - &Integer::ONE;
                        return left.bvand(self.numeral(&mask)).into();
                    }
                    _ => {}
                }
                self.int_binary(*operator, &left, &right).into()
            }
            Node::BitLength(operand) => self.bit_length(&self.vector(*operand)).into(),
            Node::IntOfBool(operand) => {
                self.bool(*operand).ite(&self.word(1), &self.word(0)).into()
            }
            Node::TextRelation(..)
            | Node::EveryCode(..)
            | Node::Element(..)
            | Node::Includes(..) => {
                unreachable!("open texts and lists are unrolled before")
            }
            Node::Apply(..)
            | Node::FloatConst(_)
            | Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..) => {
                unreachable!("queries with floats or functions are passed on")
            }
        }
    }

    fn int_binary(&mut self, operator: IntBinary, left: &BV, right: &BV) -> BV {
        match operator {
            IntBinary::BitAnd => left.bvand(right),
            IntBinary::BitOr => left.bvor(right),
            IntBinary::BitXor => left.bvxor(right),
            // The remainder with the divisor's sign is Python's; what it leaves divides evenly.
            IntBinary::Mod | IntBinary::FloorDiv => {
                self.build_circuits(2);
                let zero = self.word(0);
                self.side_conditions.push(right.eq(zero).not());
                let remainder = left.bvsmod(right);
                if operator == IntBinary::Mod {
                    remainder
                } else {
                    left.bvsub(remainder).bvsdiv(right)
                }
            }
            IntBinary::Shl | IntBinary::Shr => {
                self.side_conditions.push(right.bvsge(self.word(0)));
                if operator == IntBinary::Shl {
                    let narrow = right.bvslt(self.word(i64::from(self.width)));
                    self.side_conditions.push(narrow);
                    left.bvshl(right)
                } else {
                    left.bvashr(right)
                }
            }
            IntBinary::Pow => {
                self.build_circuits(LARGEST_EXPONENT as u64);
                self.side_conditions.push(right.bvsge(self.word(0)));
                self.side_conditions
                    .push(right.bvsle(self.word(LARGEST_EXPONENT)));
                let mut power = self.word(1);
                let mut powers = vec![power.clone()];
                for _ in 0..LARGEST_EXPONENT {
                    power = power.bvmul(left);
                    powers.push(power.clone());
                }
                let last = powers.pop().expect("there is the zeroth power");
                powers
                    .iter()
                    .enumerate()
                    .rev()
                    .fold(last, |otherwise, (exponent, power)| {
                        right.eq(self.word(exponent as i64)).ite(power, &otherwise)
                    })
            }
        }
    }

    /// The position after the highest one of the absolute value.
    fn bit_length(&self, operand: &BV) -> BV {
        let negative = operand.bvslt(self.word(0));
        let absolute = negative.ite(&operand.bvneg(), operand);
        (0..self.width).fold(self.word(0), |below, bit| {
            let is_set = absolute.extract(bit, bit).eq(BV::from_i64(1, 1));
            is_set.ite(&self.word(i64::from(bit) + 1), &below)
        })
    }
}

/// How many multiplications a power takes.
fn multiplications(power: u32) -> u64 {
    2 * u64::from(power.max(1).ilog2()) + 1
}

/// By repeated squaring.
fn power_of(base: &BV, power: u32, width: u32) -> BV {
    let mut result: Option<BV> = None;
    let mut square = base.clone();
    let mut rest = power;
    while rest > 0 {
        if rest % 2 == 1 {
            result = Some(match result {
                Some(so_far) => so_far.bvmul(&square),
                None => square.clone(),
            });
        }
        rest /= 2;
        if rest > 0 {
            square = square.bvmul(&square);
        }
    }
    result.unwrap_or_else(|| BV::from_i64(1, width))
}
