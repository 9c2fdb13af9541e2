//! Whole trees of paths, walked depth first the way the explorer does: each new decision of a run is asked about, root
//! first, behind the decisions before it.

use pef_solve::{Answer, Options, Question, Solver, Statistics};
use pef_term::{Domain, Integer, Model, Sort, TermId, Terms, VariableId};

/// A program that compares integers: asks about conditions, and goes on as the answers say.
pub struct Tree {
    pub variables: usize,
    pub domain: Domain,
    pub program: fn(&mut Recorder<'_>),
}

/// A run in progress.
pub struct Recorder<'a> {
    terms: &'a mut Terms,
    values: &'a [Integer],
    symbols: &'a [TermId],
    trace: Vec<(TermId, bool)>,
}

impl Recorder<'_> {
    /// `left < right`, for two inputs.
    pub fn less(&mut self, left: usize, right: usize) -> bool {
        let condition = self.terms.lt(self.symbols[left], self.symbols[right]);
        let taken = self.values[left] < self.values[right];
        self.trace.push((condition, taken));
        taken
    }

    /// `input > bound`
    pub fn above(&mut self, input: usize, bound: i64) -> bool {
        let constant = self.terms.int_const(bound);
        let condition = self.terms.gt(self.symbols[input], constant);
        let taken = self.values[input] > Integer::from(bound);
        self.trace.push((condition, taken));
        taken
    }

    /// `input == value`
    pub fn equals(&mut self, input: usize, value: i64) -> bool {
        let constant = self.terms.int_const(value);
        let condition = self.terms.eq(self.symbols[input], constant);
        let taken = self.values[input] == Integer::from(value);
        self.trace.push((condition, taken));
        taken
    }

    /// `first <= input <= last`, one decision.
    pub fn within(&mut self, input: usize, first: i64, last: i64) -> bool {
        let (low, high) = (self.terms.int_const(first), self.terms.int_const(last));
        let above = self.terms.ge(self.symbols[input], low);
        let below = self.terms.le(self.symbols[input], high);
        let condition = self.terms.and(&[above, below]);
        let value = &self.values[input];
        let taken = *value >= Integer::from(first) && *value <= Integer::from(last);
        self.trace.push((condition, taken));
        taken
    }

    /// `input % divisor == remainder`
    pub fn remainder(&mut self, input: usize, divisor: i64, remainder: i64) -> bool {
        let (by, rest) = (
            self.terms.int_const(divisor),
            self.terms.int_const(remainder),
        );
        let modulo = self.terms.modulo(self.symbols[input], by);
        let condition = self.terms.eq(modulo, rest);
        let value = self.values[input].modulo(&Integer::from(divisor));
        let taken = value == Some(Integer::from(remainder));
        if self.terms.as_bool_const(condition).is_none() {
            self.trace.push((condition, taken));
        }
        taken
    }
}

pub struct Walked {
    pub paths: usize,
    pub statistics: Statistics,
}

pub fn walk(tree: &Tree, options: Options) -> Walked {
    let mut terms = Terms::new();
    let variables: Vec<VariableId> = (0..tree.variables)
        .map(|index| terms.variable(&format!("x{index}"), Sort::Int, tree.domain.clone()))
        .collect();
    let symbols: Vec<TermId> = variables.iter().map(|&one| terms.var(one)).collect();
    let mut solver = Solver::new(options);
    let start: Model = variables.iter().map(|&one| (one, 0.into())).collect();
    let mut frontier = vec![(start, 0)];
    let mut paths = 0;
    while let Some((model, bound)) = frontier.pop() {
        let values: Vec<Integer> = variables
            .iter()
            .map(|&one| model.get(one).and_then(|value| value.as_int()).cloned())
            .map(|value| value.expect("every variable has a value"))
            .collect();
        let mut recorder = Recorder {
            terms: &mut terms,
            values: &values,
            symbols: &symbols,
            trace: Vec::new(),
        };
        (tree.program)(&mut recorder);
        let trace = recorder.trace;
        paths += 1;
        let mut path = Vec::with_capacity(trace.len());
        for (index, &(condition, taken)) in trace.iter().enumerate() {
            let negation = terms.not(condition);
            let (constraint, goal) = if taken {
                (condition, negation)
            } else {
                (negation, condition)
            };
            if index >= bound {
                let question = Question {
                    path: &path,
                    goal,
                    current: &model,
                };
                match solver.solve(&mut terms, &question) {
                    Answer::Sat(other) => frontier.push((other, index + 1)),
                    Answer::Unsat => {}
                    Answer::Unknown(why) => panic!("undecided: {why:?}"),
                }
            }
            path.push(constraint);
        }
    }
    Walked {
        paths,
        statistics: solver.statistics().clone(),
    }
}

/// Insertion sort of all inputs: n! paths.
pub fn sort(recorder: &mut Recorder) {
    let count = recorder.symbols.len();
    let mut order: Vec<usize> = (0..count).collect();
    for sorted in 1..count {
        let mut at = sorted;
        while at > 0 && recorder.less(order[at], order[at - 1]) {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Quicksort by comprehensions, as in the thesis, of all inputs: n! paths, with one comparison for each side.
pub fn quicksort(recorder: &mut Recorder) {
    fn part(recorder: &mut Recorder, items: &[usize]) {
        let Some((&pivot, rest)) = items.split_first() else {
            return;
        };
        let small: Vec<usize> = rest
            .iter()
            .copied()
            .filter(|&item| recorder.less(item, pivot))
            .collect();
        let large: Vec<usize> = rest
            .iter()
            .copied()
            .filter(|&item| !recorder.less(item, pivot))
            .collect();
        part(recorder, &small);
        part(recorder, &large);
    }
    let items: Vec<usize> = (0..recorder.symbols.len()).collect();
    part(recorder, &items);
}

/// One independent branch for each input: 2**n paths.
pub fn branches(recorder: &mut Recorder) {
    for input in 0..recorder.symbols.len() {
        recorder.above(input, 10);
    }
}

/// Characters: each one a digit, a letter or a particular sign.
pub fn characters(recorder: &mut Recorder) {
    for input in 0..recorder.symbols.len() {
        if recorder.within(input, 48, 57) {
            continue;
        }
        if recorder.within(input, 97, 122) {
            if recorder.equals(input, 101) {
                return;
            }
        } else if recorder.equals(input, 46) || recorder.equals(input, 45) {
            return;
        }
    }
}

/// Remainders and ranges.
pub fn remainders(recorder: &mut Recorder) {
    for input in 0..recorder.symbols.len() {
        if recorder.remainder(input, 15, 0) {
            return;
        }
        if recorder.remainder(input, 3, 0) {
            recorder.above(input, 100);
        } else if recorder.remainder(input, 5, 0) {
            recorder.above(input, 1000);
        }
    }
}
