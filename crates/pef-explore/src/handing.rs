//! Handing entries of the frontier to an explorer in another process.
//!
//! What is handed over is plain data. Terms and sites are not, their numbers mean nothing elsewhere: the receiver makes
//! its own when it runs the input, and the decisions that the run is predicted to take are told by a fingerprint of
//! them. So a run that leaves its path is noticed there as it would have been here.

use std::hash::BuildHasher;

use pef_term::{Domain, Model, TermId, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::decision::{Choice, Decision, SiteId};
use crate::frontier::{Entry, Goal, Prediction};
use crate::subject::Subject;
use crate::turns::Descent;

/// Fingerprints of beginnings that go with one entry.
const MOST_BEGINNINGS: usize = 64;

/// An entry as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Handed {
    /// Values of variables by name, in the order in which the giver met them.
    pub input: Vec<(String, Value)>,
    /// How many decisions come before the flipped one, the fingerprint of all of them, and those of some beginnings;
    /// nothing for an input that nobody asked for.
    pub predicted: Option<(usize, u64, Vec<u32>)>,
    pub bound: usize,
    pub free: Vec<u32>,
    /// For a flipped value decision: the values that ancestors took at it.
    pub excluded: Vec<Value>,
    pub is_guess: bool,
}

/// What fingerprints of traces are made of.
#[derive(Debug, Default)]
pub(crate) struct Fingerprints {
    terms: pef_term::Fingerprints,
    sites: FxHashMap<SiteId, u64>,
}

impl Fingerprints {
    /// A number for decisions that is the same wherever they are taken.
    pub(crate) fn of<S: Subject>(&mut self, subject: &mut S, decisions: &[Decision]) -> u64 {
        let then = |so_far, decision| self.then(subject, so_far, decision);
        decisions.iter().fold(0, then)
    }

    fn then<S: Subject>(&mut self, subject: &mut S, so_far: u64, decision: &Decision) -> u64 {
        let site = self.site(subject, decision.site);
        let choice = match decision.choice {
            // What was refused for one input holds by construction for the next.
            Choice::Branch { condition, taken } | Choice::Assumed { condition, taken } => {
                (0, self.term(subject, condition), u64::from(taken))
            }
            Choice::Obligation { condition, taken } => {
                (1, self.term(subject, condition), u64::from(taken))
            }
            Choice::Value { term, value } => {
                (2, self.term(subject, term), self.term(subject, value))
            }
        };
        FxBuildHasher.hash_one((so_far, site, choice))
    }

    /// Half of the fingerprints of beginnings, of all where there are few, and else of every so manieth.
    fn beginnings<S: Subject>(&mut self, subject: &mut S, decisions: &[Decision]) -> Vec<u32> {
        let step = step_of_beginnings(decisions.len());
        self.every(subject, decisions, step)
    }

    fn every<S: Subject>(
        &mut self,
        subject: &mut S,
        decisions: &[Decision],
        step: usize,
    ) -> Vec<u32> {
        let mut so_far = 0;
        let mut found = Vec::new();
        for (index, decision) in decisions.iter().enumerate() {
            so_far = self.then(subject, so_far, decision);
            if (index + 1).is_multiple_of(step) {
                found.push((so_far >> 32) as u32);
            }
        }
        found
    }

    /// How many decisions begin as those `predicted` ones whose beginnings are given did; no more than there are in common.
    pub(crate) fn common<S: Subject>(
        &mut self,
        subject: &mut S,
        decisions: &[Decision],
        predicted: usize,
        beginnings: &[u32],
    ) -> usize {
        let step = step_of_beginnings(predicted);
        let found = self.every(subject, decisions, step);
        let pairs = found.iter().zip(beginnings);
        step * pairs.take_while(|(one, two)| one == two).count()
    }

    /// The fingerprint of the decisions before `index`, and of that one: of a value decision only what it is about.
    pub(crate) fn of_beginning<S: Subject>(
        &mut self,
        subject: &mut S,
        before: &[Decision],
        flipped: &Decision,
    ) -> u64 {
        let so_far = self.of(subject, before);
        let last = match flipped.choice {
            Choice::Value { term, .. } => {
                let site = self.site(subject, flipped.site);
                let term = self.term(subject, term);
                FxBuildHasher.hash_one((site, term))
            }
            Choice::Branch { .. } | Choice::Assumed { .. } | Choice::Obligation { .. } => {
                self.of(subject, std::slice::from_ref(flipped))
            }
        };
        FxBuildHasher.hash_one((so_far, last))
    }

    fn site<S: Subject>(&mut self, subject: &mut S, site: SiteId) -> u64 {
        *self
            .sites
            .entry(site)
            .or_insert_with(|| subject.site_fingerprint(site))
    }

    fn term<S: Subject>(&mut self, subject: &mut S, term: TermId) -> u64 {
        subject.with_terms(|terms| self.terms.of(terms, term))
    }
}

/// Of so many decisions, the fingerprint of every so manieth beginning is handed over.
fn step_of_beginnings(decisions: usize) -> usize {
    decisions.div_ceil(MOST_BEGINNINGS).max(1)
}

impl Handed {
    /// The entry as data; nothing where its input is not known yet.
    pub(crate) fn from_entry<S: Subject>(
        entry: Entry,
        subject: &mut S,
        fingerprints: &mut Fingerprints,
    ) -> Option<Self> {
        let Goal::Solved(input) = &entry.goal else {
            return None;
        };
        let predicted = match &entry.prediction {
            Prediction::Nothing => None,
            Prediction::Flip { parent, flipped } => {
                let before = &parent[..flipped.index];
                let fingerprint = fingerprints.of_beginning(subject, before, &flipped.decision);
                let beginnings = fingerprints.beginnings(subject, before);
                Some((flipped.index, fingerprint, beginnings))
            }
            Prediction::Fingerprint {
                index,
                fingerprint,
                beginnings,
            } => Some((*index, *fingerprint, beginnings.clone())),
        };
        let (input, excluded) = subject.with_terms(|terms| {
            let named = |(variable, value): (_, &Value)| {
                (terms.variable_info(variable).name.clone(), value.clone())
            };
            let constants = entry.excluded.iter();
            (
                input.iter().map(named).collect(),
                constants.filter_map(|&term| terms.as_const(term)).collect(),
            )
        });
        Some(Self {
            input,
            predicted,
            bound: entry.bound,
            free: entry.free,
            excluded,
            is_guess: entry.is_guess,
        })
    }

    /// The entry, in terms of the receiver.
    pub(crate) fn into_entry<S: Subject>(self, subject: &mut S) -> Entry {
        let (input, excluded) = subject.with_terms(|terms| {
            let mut input = Model::default();
            for (name, value) in &self.input {
                let variable = terms.variable(name, value.sort(), Domain::ALL);
                input.set(variable, value.clone());
            }
            let constants = self.excluded.iter().map(|value| terms.constant(value));
            (input, constants.collect())
        });
        let prediction =
            self.predicted
                .map_or(Prediction::Nothing, |(index, fingerprint, beginnings)| {
                    Prediction::Fingerprint {
                        index,
                        fingerprint,
                        beginnings,
                    }
                });
        Entry {
            goal: Goal::Solved(input),
            prediction,
            bound: self.bound,
            free: self.free,
            excluded,
            is_guess: self.is_guess,
            // What is new to the giver may be old to the receiver.
            descent: Descent::default(),
        }
    }
}
