//! Search for models of float formulas by evaluation alone.
//!
//! Z3 decides floats by turning them into circuits, which is exact and slow, and knows neither Python's `%` nor the
//! conversions between ints and floats. Most questions that programs raise have a model near their constants, or can
//! be walked to: how far a comparison is from holding, counted in floats, says which way to go. What is found is
//! evaluated like every model, so nothing here can be wrong; what is not found means nothing.
//!
//! Solving over the reals first was the alternative: it finds the neighbourhood, but rarely the float, and needs
//! this search for the rest of the way.

mod candidates;
mod distance;

use std::time::Instant;

use pef_term::{FloatTest, Integer, Model, Node, Sort, TermId, Terms, Value, VariableId};

use crate::TierKind;
use crate::budget::Budget;
use crate::inspect::Features;
use crate::tier::{Outcome, Query, Tier};
use crate::validate::{in_domain, satisfies};
use candidates::Candidates;
use distance::{Distance, from_ordinal, ordinal};

/// So many values of two variables, the plain and the special ones, are combined before Z3 is asked.
const PAIRED: usize = 7;

/// How hard to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Before Z3 is asked.
    Quick,
    /// After Z3 did not know.
    Thorough,
}

impl Effort {
    /// Subterms that may be evaluated: the number, and not the time, so that results do not depend on the machine.
    fn evaluations(self) -> usize {
        match self {
            Self::Quick => 40_000,
            Self::Thorough => 2_000_000,
        }
    }

    /// Of how many starting points one is used.
    fn stride(self) -> usize {
        match self {
            Self::Quick => 3,
            Self::Thorough => 1,
        }
    }
}

pub struct SearchTier {
    effort: Effort,
}

impl SearchTier {
    pub fn new(effort: Effort) -> Self {
        Self { effort }
    }
}

impl Tier for SearchTier {
    fn kind(&self) -> TierKind {
        TierKind::Search
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        if !query.features.any_of(Features::FLOATS) || query.variables.is_empty() {
            return Outcome::Pass;
        }
        let share = match self.effort {
            Effort::Quick => 0.2,
            Effort::Thorough => 0.9,
        };
        let size: usize = query.inspections.iter().map(|one| one.size).sum();
        let mut search = Search {
            effort: self.effort,
            terms,
            query,
            cost: size.max(1),
            left: self.effort.evaluations(),
            ends: budget.limits(share).ends,
        };
        match search.run() {
            Some(model) => Outcome::Sat(model),
            None => Outcome::Pass,
        }
    }
}

struct Search<'a> {
    effort: Effort,
    terms: &'a Terms,
    query: &'a Query<'a>,
    /// Of one evaluation.
    cost: usize,
    left: usize,
    ends: Instant,
}

/// Whether a condition is that a float is no number.
fn is_nan_test(terms: &Terms, condition: TermId) -> bool {
    matches!(terms.node(condition), Node::FloatTest(FloatTest::IsNan, _))
}

/// A model and how far it is from satisfying the query.
struct Place {
    model: Model,
    distance: f64,
}

/// How a descent ended.
enum Descent {
    Found(Model),
    Stuck,
    /// There is no more to spend.
    Spent,
}

impl Search<'_> {
    fn run(&mut self) -> Option<Model> {
        let candidates = Candidates::of(self.terms, &self.query.constraints);
        let goal_variables = self.terms.variables(self.query.goal()).to_vec();
        let start = self.place(self.start())?;
        // The constants of the formula in place of one variable, those of the goal first.
        let mut best = Vec::new();
        for variable in &goal_variables {
            for value in candidates.values(self.sort(*variable)) {
                let place = self.changed(&start.model, *variable, value)?;
                if place.distance == 0.0 {
                    return self.confirmed(place.model);
                }
                best.push(place);
            }
        }
        let paired = match self.effort {
            Effort::Thorough => usize::MAX,
            // There is no way to walk to where a quotient of infinities is no number.
            Effort::Quick if is_nan_test(self.terms, self.query.goal()) => PAIRED,
            Effort::Quick => 0,
        };
        if let [first, second] = goal_variables[..]
            && let Some(model) = self.pairs(&start.model, &candidates, first, second, paired)
        {
            return self.confirmed(model);
        }
        let huge = self.huge(&start, &candidates, &goal_variables);
        best.push(start);
        best.sort_by(|one, two| one.distance.total_cmp(&two.distance));
        // Far from each other, so that not all of them end in the same hollow.
        for place in best.into_iter().step_by(self.effort.stride()) {
            match self.descend(place) {
                Descent::Found(model) => return self.confirmed(model),
                Descent::Stuck => {}
                Descent::Spent => break,
            }
        }
        huge
    }

    /// A model with likely values for two variables: what relates an int and a float has no slope to follow.
    fn pairs(
        &mut self,
        start: &Model,
        candidates: &Candidates,
        first: VariableId,
        second: VariableId,
        most: usize,
    ) -> Option<Model> {
        for one in candidates.values(self.sort(first)).into_iter().take(most) {
            let mut model = start.clone();
            model.set(first, one);
            if !in_domain(self.terms, first, &model) {
                continue;
            }
            for two in candidates.values(self.sort(second)).into_iter().take(most) {
                let place = self.changed(&model, second, two)?;
                if place.distance == 0.0 {
                    return Some(place.model);
                }
            }
        }
        None
    }

    /// A model with one of the huge values, for want of a better one.
    fn huge(
        &mut self,
        start: &Place,
        candidates: &Candidates,
        variables: &[VariableId],
    ) -> Option<Model> {
        for &variable in variables {
            for value in candidates.huge(self.sort(variable)) {
                let place = self.changed(&start.model, variable, value)?;
                if place.distance == 0.0 {
                    return self.confirmed(place.model);
                }
            }
        }
        None
    }

    /// The current model, with something for variables that have no value yet.
    fn start(&self) -> Model {
        let mut model = self.query.current.clone();
        for &variable in &self.query.variables {
            if model.get(variable).is_none() {
                model.set(
                    variable,
                    match self.sort(variable) {
                        Sort::Bool => Value::Bool(false),
                        Sort::Int => Value::Int(Integer::ZERO),
                        Sort::Float => Value::Float(0.0),
                    },
                );
            }
        }
        model
    }

    fn sort(&self, variable: VariableId) -> Sort {
        self.terms.variable_info(variable).sort
    }

    fn confirmed(&self, model: Model) -> Option<Model> {
        satisfies(self.terms, self.query, &model).then_some(model)
    }

    /// Evaluates a model; nothing when there is no more to spend.
    fn place(&mut self, model: Model) -> Option<Place> {
        if self.left < self.cost || (self.left % 64 < self.cost && Instant::now() >= self.ends) {
            return None;
        }
        self.left -= self.cost;
        let mut distance = Distance::new(self.terms, &model);
        let distance = self
            .query
            .constraints
            .iter()
            .map(|&constraint| distance.of(constraint, true))
            .sum();
        Some(Place { model, distance })
    }

    fn changed(&mut self, model: &Model, variable: VariableId, value: Value) -> Option<Place> {
        let mut model = model.clone();
        model.set(variable, value);
        if !in_domain(self.terms, variable, &model) {
            return Some(Place {
                model,
                distance: f64::INFINITY,
            });
        }
        self.place(model)
    }

    /// Moves one variable at a time, as long as that gets closer.
    fn descend(&mut self, mut place: Place) -> Descent {
        loop {
            let before = place.distance;
            for moves in [Self::stride, Self::step] {
                for &variable in &self.query.variables {
                    match moves(self, place, variable) {
                        Ok(next) if next.distance == 0.0 => return Descent::Found(next.model),
                        Ok(next) => place = next,
                        Err(Spent) => return Descent::Spent,
                    }
                }
                if place.distance < before {
                    break;
                }
            }
            if place.distance >= before {
                return Descent::Stuck;
            }
        }
    }

    /// Large steps first, each as often as it gets closer, then smaller ones: along a slope that is all it takes.
    fn stride(&mut self, mut place: Place, variable: VariableId) -> Result<Place, Spent> {
        for bits in (0..WORD_BITS).rev() {
            for is_up in [true, false] {
                while place.distance > 0.0
                    && let Some(value) = moved(place.model.get(variable), bits, is_up)
                {
                    let next = self.changed(&place.model, variable, value).ok_or(Spent)?;
                    if next.distance >= place.distance {
                        break;
                    }
                    place = next;
                }
            }
        }
        Ok(place)
    }

    /// The best of all neighbours, near and far, as long as that gets closer.
    fn step(&mut self, mut place: Place, variable: VariableId) -> Result<Place, Spent> {
        loop {
            let mut best: Option<Place> = None;
            for value in neighbours(place.model.get(variable)) {
                let next = self.changed(&place.model, variable, value).ok_or(Spent)?;
                let bar = best.as_ref().map_or(place.distance, |best| best.distance);
                if next.distance < bar {
                    best = Some(next);
                }
            }
            match best {
                Some(better) if better.distance > 0.0 => place = better,
                Some(better) => return Ok(better),
                None => return Ok(place),
            }
        }
    }
}

/// There is no more to spend.
struct Spent;

/// As far as steps go.
const WORD_BITS: u32 = 63;

/// A value so many powers of two away, if it is a number.
fn moved(value: Option<&Value>, bits: u32, is_up: bool) -> Option<Value> {
    match value? {
        Value::Int(value) => {
            let step = Integer::power_of_two(bits);
            Some(Value::Int(if is_up {
                value + &step
            } else {
                value - &step
            }))
        }
        Value::Float(value) if !value.is_nan() => {
            let (here, step) = (ordinal(*value), 1_i64 << bits);
            let there = if is_up {
                here.saturating_add(step)
            } else {
                here.saturating_sub(step)
            };
            // Beyond an infinity there is nothing.
            Some(from_ordinal(there))
                .filter(|float| ordinal(*float) != here)
                .map(Value::Float)
        }
        Value::Float(_) | Value::Bool(_) => None,
    }
}

/// Steps that are all tried.
const NEAREST: i64 = 8;

/// Values at distances of all orders of magnitude.
fn neighbours(value: Option<&Value>) -> Vec<Value> {
    match value {
        Some(Value::Bool(value)) => vec![Value::Bool(!value)],
        Some(Value::Int(value)) => (0..64)
            .step_by(3)
            .chain([1, 2])
            .flat_map(|bits| {
                let step = Integer::power_of_two(bits);
                [Value::Int(value + &step), Value::Int(value - &step)]
            })
            .collect(),
        Some(Value::Float(value)) if value.is_nan() => vec![Value::Float(0.0)],
        Some(Value::Float(value)) => {
            let here = ordinal(*value);
            // The nearest one by one: where several floats give the same, the next step is beyond them.
            (1..=NEAREST)
                .chain((4..63).step_by(2).map(|bits| 1 << bits))
                .flat_map(|step| [here.saturating_add(step), here.saturating_sub(step)])
                .map(|ordinal| Value::Float(from_ordinal(ordinal)))
                .collect()
        }
        None => Vec::new(),
    }
}
