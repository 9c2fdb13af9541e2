//! The chain: slice, then ask each tier in turn, validate what it found, make it plain, and let the caches learn.
//!
//! This file is the one place where the parts are put together; their order is the list in [`Solver::new`]. A
//! tier's "don't know" is passed on to the next; the last word on an undecided question is the gravest of the
//! reasons given.

use std::time::{Duration, Instant};

use pef_term::Terms;

use crate::budget::Budget;
use crate::cache::{ExactCache, ModelCache, UnsatCache};
use crate::cross_check::{check_options, cross_check};
use crate::enumeration::EnumerationTier;
use crate::float_order::FloatOrderTier;
use crate::inspect::{Features, Inspector};
use crate::interrupt::InterruptHandle;
use crate::native::NativeTier;
use crate::search::{Effort, SearchTier};
use crate::shrink::shrink;
use crate::slice::{Slice, Slicer};
use crate::streams::StreamTier;
use crate::text_order::contradicts_order;
use crate::tier::{Outcome, Query, Tier};
use crate::unroll::{Extent, OpenTexts, Unroller};
use crate::validate::satisfies;
use crate::watchdog::Watchdog;
use crate::z3::{BitVectorTier, FloatTier, LinearTier, NonlinearTier};
use crate::{Answer, Options, Question, Statistics, TierKind, Unknown};

/// Larger slices (in different subterms) are not handed to Z3, which recurses over terms in places.
const LARGEST_QUERY: usize = 200_000;

/// How often a question about texts of open length is asked with a larger bound.
const LARGER_BOUNDS: usize = 4;

/// Answers questions about the terms of one arena. Keep to one [`Terms`] for the life of a solver: everything learnt
/// is kept by term id.
pub struct Solver {
    options: Options,
    tiers: Vec<Box<dyn Tier>>,
    slicer: Slicer,
    inspector: Inspector,
    interrupt: InterruptHandle,
    watchdog: Watchdog,
    statistics: Statistics,
    unroller: Unroller,
}

impl Solver {
    pub fn new(options: Options) -> Self {
        let mut tiers: Vec<Box<dyn Tier>> = vec![
            // Before the caches: what it understands it answers as fast as they do, and closer to the input.
            Box::new(NativeTier::new(options.shrink_steps)),
            Box::new(ExactCache::default()),
            Box::new(UnsatCache::default()),
            Box::new(ModelCache::new(options.recent_models)),
            Box::new(EnumerationTier),
            Box::new(FloatOrderTier),
            Box::new(StreamTier),
            Box::new(LinearTier::new()),
            Box::new(NonlinearTier::new()),
            Box::new(SearchTier::new(Effort::Quick)),
            Box::new(FloatTier::new()),
            Box::new(SearchTier::new(Effort::Thorough)),
            Box::new(BitVectorTier::new()),
        ];
        if !options.native {
            tiers.retain(|tier| !is_native(tier.kind()));
        }
        let interrupt = InterruptHandle::new();
        Self {
            options,
            tiers,
            slicer: Slicer::default(),
            inspector: Inspector::default(),
            watchdog: Watchdog::new(interrupt.clone()),
            interrupt,
            statistics: Statistics::default(),
            unroller: Unroller::default(),
        }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets when the whole command has to be done.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.options.deadline = deadline;
    }

    pub fn set_query_budget(&mut self, budget: Duration) {
        self.options.query_budget = budget;
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// For stopping this solver from another thread.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.interrupt.clone()
    }

    /// Goes on after an interruption.
    pub fn resume(&mut self) {
        self.interrupt.resume();
    }

    /// Decides whether path and goal can hold together, and for which input.
    pub fn solve(&mut self, terms: &mut Terms, question: &Question) -> Answer {
        let start = Instant::now();
        let answer = match self.unroller.open_texts(terms, question) {
            Some(_) if contradicts_order(terms, question) => Answer::Unsat,
            Some(texts) => self.answer_unrolled(terms, question, &texts),
            None => self.answer(terms, question),
        };
        self.statistics.record(&answer, start.elapsed());
        answer
    }

    /// Answers a question with conditions on texts of open length, by questions without them.
    fn answer_unrolled(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        texts: &OpenTexts,
    ) -> Answer {
        let mut bound = texts.bound(terms, question.current);
        let mut reason = Unknown::TooLarge;
        for _ in 0..LARGER_BOUNDS {
            if bound > texts.largest_bound() {
                break;
            }
            let mut next = None;
            for extent in texts.attempts(terms, question.current) {
                match self.ask_unrolled(terms, question, bound, extent) {
                    Answer::Sat(model) => {
                        let needed = texts.bound(terms, &model);
                        if let Some(model) = texts.accept(terms, question, model) {
                            return Answer::Sat(model);
                        }
                        next = Some(needed).filter(|&needed| needed > bound);
                    }
                    Answer::Unsat if extent == Extent::Beyond => return Answer::Unsat,
                    Answer::Unsat => {}
                    Answer::Unknown(why) => reason = why,
                }
            }
            match next {
                Some(needed) => bound = needed,
                None => break,
            }
        }
        Answer::Unknown(reason)
    }

    fn ask_unrolled(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        bound: usize,
        extent: Extent,
    ) -> Answer {
        let unrolled = self.unroller.unroll(terms, question, bound, extent);
        let asked = Question {
            path: &unrolled.path,
            goal: unrolled.goal,
            current: &unrolled.current,
        };
        match self.answer(terms, &asked) {
            Answer::Sat(model) => Answer::Sat(unrolled.translated(terms, model)),
            other => other,
        }
    }

    fn answer(&mut self, terms: &Terms, question: &Question) -> Answer {
        match terms.as_bool_const(question.goal) {
            Some(true) => return Answer::Sat(question.current.clone()),
            Some(false) => return Answer::Unsat,
            None => {}
        }
        let mut query = self.query(terms, question);
        let (answer, by) = self.ask_tiers(terms, &mut query);
        for tier in &mut self.tiers {
            if Some(tier.kind()) != by {
                tier.learn(&query, &answer, by);
            }
        }
        answer
    }

    fn query<'a>(&mut self, terms: &Terms, question: &Question<'a>) -> Query<'a> {
        let Slice {
            mut constraints,
            variables,
        } = self.slicer.slice(terms, question.path, question.goal);
        constraints.push(question.goal);
        Query {
            constraints,
            variables,
            current: question.current,
            key: Box::default(),
            inspections: Vec::new(),
            features: Features::default(),
        }
    }

    /// The answer, and who gave it.
    fn ask_tiers(&mut self, terms: &Terms, query: &mut Query) -> (Answer, Option<TierKind>) {
        let budget = Budget::start(&self.options, &self.interrupt, &self.watchdog);
        let mut reason = Unknown::Incomplete;
        for index in 0..self.tiers.len() {
            let kind = self.tiers[index].kind();
            let role = role(kind);
            if query.key.is_empty() && (role != Role::Native || self.options.check_native) {
                query.complete(terms, &mut self.inspector);
            }
            if role != Role::Cache
                && let Some(exhausted) = budget.exhausted()
            {
                return (Answer::Unknown(exhausted), None);
            }
            if role == Role::External {
                let size: usize = query.inspections.iter().map(|one| one.size).sum();
                if size > LARGEST_QUERY {
                    return (Answer::Unknown(Unknown::TooLarge), None);
                }
            }
            let start = Instant::now();
            let mut outcome = self.tiers[index].solve(terms, query, &budget);
            if let Outcome::Sat(model) = outcome {
                outcome = if !satisfies(terms, query, &model) {
                    self.statistics.record_rejected(kind);
                    Outcome::Failed(Unknown::Undefined)
                } else if role == Role::External {
                    Outcome::Sat(shrink(terms, query, model, self.options.shrink_steps))
                } else {
                    Outcome::Sat(model)
                };
            }
            if is_native(kind) && self.options.check_native {
                let others = self.tiers[index + 1..].iter_mut();
                let others = others.filter(|tier| {
                    self::role(tier.kind()) == Role::External && !is_native(tier.kind())
                });
                let options = check_options(&self.options);
                let budget = Budget::start(&options, &self.interrupt, &self.watchdog);
                cross_check(terms, query, &budget, &outcome, others);
            }
            self.statistics.record_tier(kind, &outcome, start.elapsed());
            match outcome {
                Outcome::Sat(model) => return (Answer::Sat(model), Some(kind)),
                Outcome::Unsat => return (Answer::Unsat, Some(kind)),
                Outcome::GivenUp(why) => return (Answer::Unknown(why), Some(kind)),
                Outcome::Failed(why) => reason = reason.graver(why),
                Outcome::Pass => {}
            }
        }
        let reason = budget.exhausted().unwrap_or(reason);
        (Answer::Unknown(reason), None)
    }
}

/// What part a tier plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Cache,
    /// Gives plain models, and knows its own limits.
    Native,
    External,
}

/// Whether it is a solver of this crate, whose word for `Unsat` is checked against Z3.
fn is_native(kind: TierKind) -> bool {
    matches!(
        kind,
        TierKind::Native | TierKind::Enumeration | TierKind::FloatOrder | TierKind::Streams
    )
}

fn role(kind: TierKind) -> Role {
    match kind {
        TierKind::ExactCache | TierKind::UnsatCache | TierKind::ModelCache => Role::Cache,
        TierKind::Native => Role::Native,
        TierKind::Enumeration
        | TierKind::FloatOrder
        | TierKind::Streams
        | TierKind::Linear
        | TierKind::Nonlinear
        | TierKind::Search
        | TierKind::Float
        | TierKind::BitVector => Role::External,
    }
}
