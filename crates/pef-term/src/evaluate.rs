//! Evaluation of terms under a model, without recursion: terms can be as deep as the program ran long.
//!
//! Undefined operands do not poison what does not need them: an `Ite` looks only at the branch it takes, a
//! conjunction with a false operand is false. That is also what the order of a Python `and` would give, whichever
//! operand came first, for conditions that guard one another.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::node::Node;
use crate::open_text::TextOperand;
use crate::{Integer, Model, TermId, Terms, Value, semantics};

/// The value of a term under a model; `None` where it is undefined or a variable it needs has no value.
pub fn evaluate(terms: &Terms, term: TermId, model: &Model) -> Option<Value> {
    Evaluator::new(terms, model).value(term)
}

/// How deep connectives may be nested in a condition that is evaluated directly.
const DEEPEST_SIMPLE: usize = 2;

/// Evaluates several terms under one model, sharing what they have in common.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    model: &'a Model,
    known: FxHashMap<TermId, Option<Rc<Value>>>,
    pending: Vec<TermId>,
}

/// What an operator gave: its value (if any), or an operand that has to be evaluated first.
enum Step {
    Done(Option<Value>),
    Need(TermId),
}

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, model: &'a Model) -> Self {
        Self {
            terms,
            model,
            known: FxHashMap::default(),
            pending: Vec::new(),
        }
    }

    pub fn value(&mut self, term: TermId) -> Option<Value> {
        self.shared_value(term).map(|value| value.as_ref().clone())
    }

    /// Does this Boolean term evaluate to true? Undefined is not true.
    pub fn holds(&mut self, term: TermId) -> bool {
        if let Some(simple) = self.simple(term, DEEPEST_SIMPLE) {
            return simple == Some(true);
        }
        self.shared_value(term)
            .is_some_and(|value| *value == Value::Bool(true))
    }

    /// The truth of comparisons of variables, which is most of what is asked, without remembering anything. `None` if
    /// it is something else, `Some(None)` if it is undefined.
    #[expect(
        clippy::option_option,
        reason = "whether it is simple, then its value, if it has one"
    )]
    fn simple(&self, term: TermId, depth: usize) -> Option<Option<bool>> {
        let (zero_only, negated, operand) = match self.terms.node(term) {
            Node::AtMostZero(operand) => (false, false, *operand),
            Node::IsZero(operand) => (true, false, *operand),
            Node::Not(inner) => match self.terms.node(*inner) {
                Node::IsZero(operand) => (true, true, *operand),
                _ => return None,
            },
            Node::And(operands) if depth > 0 => {
                return self.simple_junction(operands, false, depth);
            }
            Node::Or(operands) if depth > 0 => return self.simple_junction(operands, true, depth),
            _ => return None,
        };
        let holds = |value: &Integer| {
            if zero_only {
                value.is_zero() != negated
            } else {
                !value.is_positive()
            }
        };
        match self.terms.node(operand) {
            Node::Variable(variable) => {
                let value = self.model.get(*variable).and_then(Value::as_int);
                Some(value.map(holds))
            }
            Node::Linear(linear) => {
                let mut sum = linear.constant.clone();
                for (coefficient, atom) in &linear.terms {
                    let Node::Variable(variable) = self.terms.node(*atom) else {
                        return None;
                    };
                    let value = self.model.get(*variable).and_then(Value::as_int);
                    let Some(product) = value.and_then(|value| coefficient.checked_mul(value))
                    else {
                        return Some(None);
                    };
                    sum = &sum + &product;
                }
                Some(Some(holds(&sum)))
            }
            _ => None,
        }
    }

    /// A conjunction or disjunction of simple operands, as [`Evaluator::junction`] has it.
    #[expect(clippy::option_option, reason = "as above")]
    fn simple_junction(
        &self,
        operands: &[TermId],
        dominant: bool,
        depth: usize,
    ) -> Option<Option<bool>> {
        let mut undefined = false;
        for &operand in operands {
            match self.simple(operand, depth - 1)? {
                None => undefined = true,
                Some(value) if value == dominant => return Some(Some(dominant)),
                Some(_) => {}
            }
        }
        Some((!undefined).then_some(!dominant))
    }

    fn shared_value(&mut self, term: TermId) -> Option<Rc<Value>> {
        self.pending.clear();
        self.pending.push(term);
        while let Some(&current) = self.pending.last() {
            if self.known.contains_key(&current) {
                self.pending.pop();
                continue;
            }
            match self.step(self.terms.node(current)) {
                Step::Need(operand) => self.pending.push(operand),
                Step::Done(value) => {
                    self.known.insert(current, value.map(Rc::new));
                    self.pending.pop();
                }
            }
        }
        self.known[&term].clone()
    }

    /// Applies one operator. Operators with several operands ask for all the missing ones at once, by pushing
    /// them here, so that a sum of n atoms is not scanned n times.
    fn step(&mut self, node: &Node) -> Step {
        match node {
            Node::And(operands) => self.junction(operands, false),
            Node::Or(operands) => self.junction(operands, true),
            Node::Ite(condition, then, otherwise) => match self.known.get(condition) {
                None => Step::Need(*condition),
                Some(None) => Step::Done(None),
                Some(Some(value)) => {
                    let branch = if **value == Value::Bool(true) {
                        *then
                    } else {
                        *otherwise
                    };
                    match self.known.get(&branch) {
                        None => Step::Need(branch),
                        Some(value) => Step::Done(value.as_deref().cloned()),
                    }
                }
            },
            _ => {
                let mut missing = None;
                node.operands(|operand| {
                    if !self.known.contains_key(&operand)
                        && let Some(earlier) = missing.replace(operand)
                    {
                        self.pending.push(earlier);
                    }
                });
                match missing {
                    Some(operand) => Step::Need(operand),
                    None => Step::Done(self.strict(node)),
                }
            }
        }
    }

    /// Conjunction (`dominant` false) or disjunction (`dominant` true).
    fn junction(&self, operands: &[TermId], dominant: bool) -> Step {
        let mut undefined = false;
        for operand in operands {
            match self.known.get(operand) {
                None => return Step::Need(*operand),
                Some(None) => undefined = true,
                Some(Some(value)) if **value == Value::Bool(dominant) => {
                    return Step::Done(Some(Value::Bool(dominant)));
                }
                Some(Some(_)) => {}
            }
        }
        Step::Done((!undefined).then_some(Value::Bool(!dominant)))
    }

    fn operand(&self, operand: TermId) -> Option<&Value> {
        self.known.get(&operand)?.as_deref()
    }

    fn int(&self, operand: TermId) -> Option<&Integer> {
        self.operand(operand)?.as_int()
    }

    fn float(&self, operand: TermId) -> Option<f64> {
        self.operand(operand)?.as_float()
    }

    fn bool(&self, operand: TermId) -> Option<bool> {
        self.operand(operand)?.as_bool()
    }

    /// Operators that need the values of all operands, which are known here.
    fn strict(&self, node: &Node) -> Option<Value> {
        Some(match node {
            Node::BoolConst(value) => Value::Bool(*value),
            Node::IntConst(value) => Value::Int(value.clone()),
            Node::FloatConst(bits) => Value::Float(f64::from_bits(*bits)),
            Node::Variable(variable) => self.model.get(*variable)?.clone(),
            Node::Not(operand) => Value::Bool(!self.bool(*operand)?),
            Node::Iff(left, right) => Value::Bool(self.bool(*left)? == self.bool(*right)?),
            Node::AtMostZero(operand) => Value::Bool(!self.int(*operand)?.is_positive()),
            Node::IsZero(operand) => Value::Bool(self.int(*operand)?.is_zero()),
            Node::Linear(linear) => {
                let mut sum = linear.constant.clone();
                for (coefficient, atom) in &linear.terms {
                    sum = &sum + &coefficient.checked_mul(self.int(*atom)?)?;
                }
                Value::Int(sum)
            }
            Node::Product(factors) => Value::Int(semantics::product(
                factors
                    .iter()
                    .map(|(factor, power)| Some((self.int(*factor)?, *power))),
            )?),
            Node::IntBinary(operator, left, right) => Value::Int(semantics::int_binary(
                *operator,
                self.int(*left)?,
                self.int(*right)?,
            )?),
            Node::BitLength(operand) => Value::Int(self.int(*operand)?.bit_length().into()),
            Node::IntOfBool(operand) => Value::Int(self.bool(*operand)?.into()),
            Node::FloatUnary(operator, operand) => {
                Value::Float(semantics::float_unary(*operator, self.float(*operand)?)?)
            }
            Node::FloatBinary(operator, left, right) => Value::Float(semantics::float_binary(
                *operator,
                self.float(*left)?,
                self.float(*right)?,
            )?),
            Node::FloatRelation(relation, left, right) => Value::Bool(semantics::float_relation(
                *relation,
                self.float(*left)?,
                self.float(*right)?,
            )),
            Node::FloatTest(test, operand) => {
                Value::Bool(semantics::float_test(*test, self.float(*operand)?)?)
            }
            Node::FloatOfInt(operand) => Value::Float(self.int(*operand)?.to_f64()?),
            Node::IntQuotient(left, right) => {
                Value::Float(self.int(*left)?.true_div(self.int(*right)?)?)
            }
            Node::IntOfFloat(rounding, operand) => {
                Value::Int(semantics::int_of_float(*rounding, self.float(*operand)?)?)
            }
            Node::Apply(function, arguments) => {
                let arguments: Option<Vec<Value>> = arguments
                    .iter()
                    .map(|argument| self.operand(*argument).cloned())
                    .collect();
                self.terms.observation(*function, &arguments?)?.clone()
            }
            Node::TextRelation(relation, left, right) => {
                let codes = |operand: &TextOperand| {
                    self.terms
                        .operand_codes(operand, self.model, |term| self.operand(term))
                };
                Value::Bool(relation.holds(&codes(left)?, &codes(right)?))
            }
            Node::EveryCode(text, table) => {
                let codes = self
                    .terms
                    .codes_in(text.family, self.int(text.length)?, self.model)?;
                let table = self.terms.table_info(*table);
                Value::Bool(codes.into_iter().all(|code| table.contains(code)))
            }
            Node::Includes(list, element) => {
                let element = self.operand(*element)?;
                Value::Bool(self.terms.includes_in(
                    list.family,
                    self.int(list.length)?,
                    element,
                    self.model,
                )?)
            }
            Node::Element(family, index) => {
                self.terms
                    .element_in(*family, self.int(*index)?, self.model)?
            }
            Node::And(_) | Node::Or(_) | Node::Ite(..) => {
                unreachable!("evaluated by need, not strictly")
            }
        })
    }
}
