//! A toy subject: small programs over three integers with small domains, run directly on machine words, and brute
//! force over all their inputs. What a program does is computed without terms; terms are only what it reports.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::{BTreeSet, HashMap, HashSet};

use pef_explore::{
    Bounds, Choice, Decision, Explored, Explorer, Extent, Reasons, Run, SiteId, Statistics,
    Strategy, Subject, Trace,
};
use pef_solve::{Options, Solver};
use pef_term::{Domain, FunctionId, Integer, Model, Sort, TermId, Terms, Value, VariableId};
use proptest::prelude::{BoxedStrategy, Just, prop_oneof};
use proptest::strategy::Strategy as _;

pub const VARIABLES: usize = 3;
pub const DOMAINS: [(i64, i64); VARIABLES] = [(-2, 2), (0, 3), (-1, 1)];
const NAMES: [&str; VARIABLES] = ["x", "y", "z"];

/// The input of a toy program.
pub type Input = [i64; VARIABLES];

/// A weighted sum of the variables and a constant.
#[derive(Clone, Debug)]
pub struct Sum {
    pub weights: [i64; VARIABLES],
    pub constant: i64,
}

#[derive(Clone, Debug)]
pub enum Test {
    AtMostZero(Sum),
    IsZero(Sum),
    /// `sum % divisor == remainder`
    Remainder(Sum, i64, i64),
    /// `x * y <= bound`, outside of linear arithmetic.
    Product(i64),
    /// `opaque(sum) == result`, where nobody but the program knows the function.
    Opaque(Sum, i64),
    Either(Box<Test>, Box<Test>),
    Not(Box<Test>),
}

#[derive(Clone, Debug)]
pub enum Program {
    End,
    Branch {
        test: Test,
        then: Box<Program>,
        otherwise: Box<Program>,
    },
    /// Needs the value of a sum; goes on the same way whatever it is.
    Value {
        sum: Sum,
        next: Box<Program>,
    },
    /// Holds by construction where it holds; other inputs are refused.
    Require {
        test: Test,
        next: Box<Program>,
    },
}

fn sum(opaque: bool) -> impl proptest::strategy::Strategy<Value = Sum> {
    let weight = if opaque { 0..=1i64 } else { -2..=2i64 };
    (proptest::array::uniform3(weight), -3..=3i64)
        .prop_map(|(weights, constant)| Sum { weights, constant })
}

pub fn test(opaque: bool) -> BoxedStrategy<Test> {
    let leaf = prop_oneof![
        4 => sum(false).prop_map(Test::AtMostZero),
        2 => sum(false).prop_map(Test::IsZero),
        1 => (sum(false), 2..=3i64, 0..=1i64)
            .prop_map(|(sum, divisor, remainder)| Test::Remainder(sum, divisor, remainder)),
        1 => (-2..=3i64).prop_map(Test::Product),
    ]
    .boxed();
    let leaf = if opaque {
        prop_oneof![
            1 => leaf,
            1 => (sum(true), 0..5i64).prop_map(|(sum, result)| Test::Opaque(sum, result))
        ]
        .boxed()
    } else {
        leaf
    };
    prop_oneof![
        6 => leaf.clone(),
        1 => leaf.clone().prop_map(|inner| Test::Not(Box::new(inner))),
        1 => (leaf.clone(), leaf)
            .prop_map(|(one, other)| Test::Either(Box::new(one), Box::new(other))),
    ]
    .boxed()
}

/// What a random program may contain.
#[derive(Clone, Copy)]
pub struct Features {
    pub opaque: bool,
    pub requirements: bool,
}

pub const PLAIN: Features = Features {
    opaque: false,
    requirements: true,
};

pub fn program(depth: u32, features: Features) -> BoxedStrategy<Program> {
    if depth == 0 {
        return Just(Program::End).boxed();
    }
    let opaque = features.opaque;
    let inner = program(depth - 1, features);
    prop_oneof![
        1 => Just(Program::End),
        8 => (test(opaque), inner.clone(), inner.clone()).prop_map(|(test, then, otherwise)| {
            Program::Branch { test, then: Box::new(then), otherwise: Box::new(otherwise) }
        }),
        2 => (sum(false), inner.clone())
            .prop_map(|(sum, next)| Program::Value { sum, next: Box::new(next) }),
        u32::from(features.requirements) => (test(opaque), inner)
            .prop_map(|(test, next)| Program::Require { test, next: Box::new(next) }),
    ]
    .boxed()
}

/// Ways in which a subject can misreport what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    None,
    /// Every branch at this depth is reported the other way.
    InvertedBranch(usize),
    /// Every value decision reports this value.
    FixedValue(i64),
    /// Decisions beyond these are not reported from the second run on.
    Forgetful(usize),
}

/// A program as a subject.
pub struct Toy {
    pub program: Program,
    pub lie: Lie,
    pub runs: usize,
    /// Called at the start of each run.
    pub before_run: fn(),
    terms: Terms,
    variables: [VariableId; VARIABLES],
    opaque: FunctionId,
}

fn opaque_value(argument: i64) -> i64 {
    (argument * 7 + 3).rem_euclid(5)
}

impl Toy {
    pub fn new(program: Program) -> Self {
        Self::with_terms_made(program, Terms::new())
    }

    /// A subject whose variables have other numbers, as they have in another process.
    pub fn elsewhere(program: Program) -> Self {
        let mut terms = Terms::new();
        for index in (0..VARIABLES).rev() {
            let (lower, upper) = DOMAINS[index];
            let domain = Domain::between(lower, upper);
            let variable = terms.variable(NAMES[index], Sort::Int, domain);
            terms.var(variable);
        }
        Self::with_terms_made(program, terms)
    }

    fn with_terms_made(program: Program, mut terms: Terms) -> Self {
        let mut index = 0;
        let variables = NAMES.map(|name| {
            let (lower, upper) = DOMAINS[index];
            index += 1;
            terms.variable(name, Sort::Int, Domain::between(lower, upper))
        });
        let opaque = terms.function("opaque", &[Sort::Int], Sort::Int);
        Self {
            program,
            lie: Lie::None,
            runs: 0,
            before_run: || {},
            terms,
            variables,
            opaque,
        }
    }

    pub fn lying(program: Program, lie: Lie) -> Self {
        Self {
            lie,
            ..Self::new(program)
        }
    }

    fn sum_value(sum: &Sum, input: &Input) -> i64 {
        let products = sum.weights.iter().zip(input).map(|(one, two)| one * two);
        products.sum::<i64>() + sum.constant
    }

    fn sum_term(&mut self, sum: &Sum) -> TermId {
        let mut total = self.terms.int_const(sum.constant);
        for (index, weight) in sum.weights.iter().enumerate() {
            let variable = self.terms.var(self.variables[index]);
            let product = self.terms.scale(variable, &Integer::from(*weight));
            total = self.terms.add(total, product);
        }
        total
    }

    fn test_value(&mut self, test: &Test, input: &Input) -> bool {
        match test {
            Test::AtMostZero(sum) => Self::sum_value(sum, input) <= 0,
            Test::IsZero(sum) => Self::sum_value(sum, input) == 0,
            Test::Remainder(sum, divisor, remainder) => {
                Self::sum_value(sum, input).rem_euclid(*divisor) == *remainder
            }
            Test::Product(bound) => input[0] * input[1] <= *bound,
            Test::Opaque(sum, result) => {
                let argument = Self::sum_value(sum, input);
                let value = opaque_value(argument);
                let arguments = [Value::from(argument)];
                self.terms
                    .observe(self.opaque, &arguments, &Value::from(value));
                value == *result
            }
            // Both operands are always looked at, so that both are observed.
            Test::Either(one, other) => self.test_value(one, input) | self.test_value(other, input),
            Test::Not(inner) => !self.test_value(inner, input),
        }
    }

    fn test_term(&mut self, test: &Test) -> TermId {
        match test {
            Test::AtMostZero(sum) => {
                let (sum, zero) = (self.sum_term(sum), self.terms.int_const(0));
                self.terms.le(sum, zero)
            }
            Test::IsZero(sum) => {
                let (sum, zero) = (self.sum_term(sum), self.terms.int_const(0));
                self.terms.eq(sum, zero)
            }
            Test::Remainder(sum, divisor, remainder) => {
                let (sum, divisor) = (self.sum_term(sum), self.terms.int_const(*divisor));
                let modulo = self.terms.modulo(sum, divisor);
                let remainder = self.terms.int_const(*remainder);
                self.terms.eq(modulo, remainder)
            }
            Test::Product(bound) => {
                let x = self.terms.var(self.variables[0]);
                let y = self.terms.var(self.variables[1]);
                let product = self.terms.mul(x, y);
                let bound = self.terms.int_const(*bound);
                self.terms.le(product, bound)
            }
            Test::Opaque(sum, result) => {
                let sum = self.sum_term(sum);
                let applied = self.terms.apply(self.opaque, &[sum]);
                let result = self.terms.int_const(*result);
                self.terms.eq(applied, result)
            }
            Test::Either(one, other) => {
                let (one, other) = (self.test_term(one), self.test_term(other));
                self.terms.or(&[one, other])
            }
            Test::Not(inner) => {
                let inner = self.test_term(inner);
                self.terms.not(inner)
            }
        }
    }

    /// What the program does on an input, told honestly: its decisions, and whether the input is admitted.
    pub fn follow(&mut self, input: &Input) -> (Trace, bool) {
        let mut trace = Trace::new();
        let program = std::mem::replace(&mut self.program, Program::End);
        let mut at = &program;
        let admitted = loop {
            let site = SiteId(trace.len() as u32);
            match at {
                Program::End => break true,
                Program::Branch {
                    test,
                    then,
                    otherwise,
                } => {
                    let taken = self.test_value(test, input);
                    let condition = self.test_term(test);
                    // A decision about a constant is none.
                    if self.terms.as_bool_const(condition).is_none() {
                        let choice = Choice::Branch { condition, taken };
                        trace.push(Decision { site, choice });
                    }
                    at = if taken { then } else { otherwise };
                }
                Program::Value { sum, next } => {
                    let term = self.sum_term(sum);
                    if self.terms.as_int_const(term).is_none() {
                        let value = self.terms.int_const(Self::sum_value(sum, input));
                        let choice = Choice::Value { term, value };
                        trace.push(Decision { site, choice });
                    }
                    at = next;
                }
                Program::Require { test, next } => {
                    let taken = self.test_value(test, input);
                    let condition = self.test_term(test);
                    if self.terms.as_bool_const(condition).is_none() {
                        let choice = if taken {
                            Choice::Assumed { condition, taken }
                        } else {
                            Choice::Branch { condition, taken }
                        };
                        trace.push(Decision { site, choice });
                    }
                    if !taken {
                        break false;
                    }
                    at = next;
                }
            }
        };
        self.program = program;
        (trace, admitted)
    }

    fn misreport(&mut self, trace: &mut Trace) {
        match self.lie {
            Lie::None => {}
            Lie::InvertedBranch(depth) => {
                if let Some(Decision {
                    choice: Choice::Branch { taken, .. },
                    ..
                }) = trace.get_mut(depth)
                {
                    *taken = !*taken;
                }
            }
            Lie::FixedValue(fixed) => {
                let fixed = self.terms.int_const(fixed);
                for decision in trace {
                    if let Choice::Value { value, .. } = &mut decision.choice {
                        *value = fixed;
                    }
                }
            }
            Lie::Forgetful(kept) => {
                if self.runs > 1 {
                    trace.truncate(kept);
                }
            }
        }
    }
}

impl Subject for Toy {
    type Outcome = Input;

    fn run(&mut self, input: &Model, _extent: Extent) -> Run<Input> {
        (self.before_run)();
        self.runs += 1;
        let mut completed = input.clone();
        let mut plain = [0; VARIABLES];
        for (index, (lower, upper)) in DOMAINS.into_iter().enumerate() {
            let variable = self.variables[index];
            plain[index] = match input.get(variable) {
                Some(value) => value.as_int().and_then(Integer::to_i64).expect("small"),
                None => 0i64.clamp(lower, upper),
            };
            assert!(
                (lower..=upper).contains(&plain[index]),
                "an input outside of the domains"
            );
            completed.set(variable, plain[index]);
        }
        let (mut trace, admitted) = self.follow(&plain);
        self.misreport(&mut trace);
        Run {
            input: completed,
            trace,
            marks: Vec::new(),
            outcome: plain,
            admitted,
            cut: false,
            made: true,
        }
    }

    fn with_terms<R>(&mut self, use_terms: impl FnOnce(&mut Terms) -> R) -> R {
        use_terms(&mut self.terms)
    }

    fn site_fingerprint(&mut self, site: SiteId) -> u64 {
        u64::from(site.0)
    }
}

/// Every path of a program: its trace, whether it is admitted, and which of its decisions are free.
pub struct BruteForce {
    pub paths: HashMap<Trace, Path>,
}

#[derive(Clone, Debug)]
pub struct Path {
    pub admitted: bool,
    pub free: Vec<u32>,
}

impl BruteForce {
    /// Uses the subject's own terms, so that traces can be compared.
    pub fn enumerate(toy: &mut Toy) -> Self {
        let mut found: HashMap<Trace, bool> = HashMap::new();
        for x in DOMAINS[0].0..=DOMAINS[0].1 {
            for y in DOMAINS[1].0..=DOMAINS[1].1 {
                for z in DOMAINS[2].0..=DOMAINS[2].1 {
                    let (trace, admitted) = toy.follow(&[x, y, z]);
                    found.insert(trace, admitted);
                }
            }
        }
        let traces: Vec<Trace> = found.keys().cloned().collect();
        let paths = found
            .into_iter()
            .map(|(trace, admitted)| {
                let free = free_decisions(&trace, &traces);
                (trace, Path { admitted, free })
            })
            .collect();
        Self { paths }
    }

    pub fn admitted(&self) -> HashSet<&Trace> {
        let admitted = self.paths.iter().filter(|(_, path)| path.admitted);
        admitted.map(|(trace, _)| trace).collect()
    }
}

/// Indices of decisions at which some other trace with the same beginning goes another way.
fn free_decisions(trace: &Trace, all: &[Trace]) -> Vec<u32> {
    (0..trace.len())
        .filter(|&index| {
            !matches!(trace[index].choice, Choice::Assumed { .. })
                && all.iter().any(|other| {
                    other.len() > index
                        && other[..index] == trace[..index]
                        && other[index] != trace[index]
                })
        })
        .map(|index| index as u32)
        .collect()
}

/// An exploration that has ended.
pub struct Finished {
    pub steps: Vec<Explored<Input>>,
    pub statistics: Statistics,
    pub reasons: Reasons,
}

pub const UNBOUNDED: Bounds = Bounds {
    depth: None,
    paths: None,
    deadline: None,
};

pub fn explore(toy: &mut Toy, strategy: Strategy, bounds: Bounds) -> Finished {
    // Time enough for a busy machine: all questions about toys can be decided.
    let options = Options {
        query_budget: std::time::Duration::from_secs(60),
        ..Options::default()
    };
    explore_with(toy, strategy, bounds, options)
}

/// Explores to the end; a toy program has no more than 60 inputs, so an exploration that goes on and on is wrong.
pub fn explore_with(
    toy: &mut Toy,
    strategy: Strategy,
    bounds: Bounds,
    options: Options,
) -> Finished {
    let mut explorer = Explorer::new(strategy, bounds, Solver::new(options));
    let mut steps = Vec::new();
    while let Some(explored) = explorer.step(toy) {
        steps.push(explored);
        assert!(steps.len() <= 1_000, "the exploration does not end");
    }
    Finished {
        steps,
        statistics: explorer.statistics().clone(),
        reasons: explorer.reasons().clone(),
    }
}

impl Finished {
    pub fn traces(&self) -> Vec<&Trace> {
        self.steps.iter().map(|step| &step.run.trace).collect()
    }

    /// The traces of admitted runs that are whole paths.
    pub fn admitted(&self) -> HashSet<&Trace> {
        let whole = |step: &&Explored<Input>| step.run.admitted && !step.pruned && !step.diverged;
        let steps = self.steps.iter().filter(whole);
        steps.map(|step| &step.run.trace).collect()
    }

    pub fn kinds(&self) -> BTreeSet<pef_explore::ReasonKind> {
        self.reasons.iter().map(|reason| reason.kind).collect()
    }

    pub fn assert_no_path_twice(&self) {
        let distinct: HashSet<&Trace> = self.traces().into_iter().collect();
        assert_eq!(distinct.len(), self.steps.len(), "a path was visited twice");
    }
}
