//! A solver with its terms and a current model, for tests.

#![allow(dead_code, reason = "each test file uses a part")]

use pef_solve::{Answer, Options, Question, Solver};
use pef_term::{Domain, Evaluator, Integer, Model, Sort, TermId, Terms, Value};

pub mod random;

/// How many, here and in a deep run (`PEF_DEEP=1`).
pub fn rounds(here: u64) -> u64 {
    if std::env::var_os("PEF_DEEP").is_some_and(|value| value == "1") {
        here * 100
    } else {
        here
    }
}

pub fn integer(value: i64) -> Integer {
    Integer::from(value)
}

pub struct Asker {
    pub terms: Terms,
    pub solver: Solver,
    pub current: Model,
}

impl Asker {
    pub fn new() -> Self {
        Self::with_options(Options::default())
    }

    pub fn with_options(options: Options) -> Self {
        Self {
            terms: Terms::new(),
            solver: Solver::new(options),
            current: Model::new(),
        }
    }

    pub fn variable(&mut self, name: &str, sort: Sort, domain: Domain, value: Value) -> TermId {
        let variable = self.terms.variable(name, sort, domain);
        self.current.set(variable, value);
        self.terms.var(variable)
    }

    /// An integer that is now as close to zero as its domain allows.
    pub fn int(&mut self, name: &str, domain: Domain) -> TermId {
        let value = if domain.contains(&Integer::ZERO) {
            Integer::ZERO
        } else {
            domain.lower.clone().expect("a lower bound")
        };
        self.variable(name, Sort::Int, domain, value.into())
    }

    /// Asks, and checks whatever model comes back against path and goal.
    pub fn ask(&mut self, path: &[TermId], goal: TermId) -> Answer {
        let question = Question {
            path,
            goal,
            current: &self.current,
        };
        let answer = self.solver.solve(&mut self.terms, &question);
        if let Answer::Sat(model) = &answer {
            let mut evaluator = Evaluator::new(&self.terms, model);
            assert!(evaluator.holds(goal), "goal does not hold");
            for &constraint in path {
                assert!(evaluator.holds(constraint), "a constraint does not hold");
            }
        }
        answer
    }
}
