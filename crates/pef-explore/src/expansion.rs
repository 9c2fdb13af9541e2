//! What follows from a run: an entry of the frontier for each decision that it is responsible for.

use std::rc::Rc;

use pef_term::TermId;

use crate::asked::Beginning;
use crate::decision::{Choice, Decision};
use crate::explorer::{Explored, Explorer, Standing, constraints, first_new, mark_free};
use crate::frontier::{Entry, Flipped, Goal, Prediction};
use crate::joins::Mark;
use crate::subject::Subject;
use crate::turns::Descent;
use crate::verdict::ReasonKind;

/// How many values of one value decision are tried. An index or a key has fewer; a code point or a free int has
/// more than can be run, and depth-first search would never come back from them.
const VALUE_LIMIT: usize = 256;

impl Explorer {
    /// Asks about the other side of every decision from `bound` on.
    pub(crate) fn expand<S: Subject>(
        &mut self,
        subject: &mut S,
        explored: &mut Explored<S::Outcome>,
        bound: usize,
        excluded: &[TermId],
        descent: Descent,
    ) {
        let trace: Rc<[Decision]> = Rc::from(explored.run.trace.as_slice());
        let first_new = first_new(bound, excluded);
        let mut marks = std::mem::take(&mut explored.run.marks)
            .into_iter()
            .filter(|mark| mark.position >= first_new)
            .peekable();
        // With a value decision that ancestors flipped already, `bound` stands on that decision itself.
        let before = &trace[..bound.min(trace.len())];
        let mut path = constraints(subject, before);
        let mut beginning = Beginning::of(before);
        for index in bound..trace.len() {
            // A path beyond the depth bound explores nothing for others.
            if let Some(mark) = marks.next_if(|mark| mark.position == index)
                && !explored.pruned
                && self.joins_another(subject, mark, &path, explored.depth())
            {
                self.statistics.joined += 1;
                explored.asked = index;
                return;
            }
            let decision = trace[index];
            let is_obligation = matches!(decision.choice, Choice::Obligation { .. });
            let constraint = subject.with_terms(|terms| decision.constraint(terms));
            let tried = if index == bound { excluded } else { &[] };
            let already_free = !tried.is_empty();
            // Beyond the depth bound only contracts are asked about.
            let is_of_interest = is_obligation || !explored.pruned;
            let is_asked = is_of_interest
                && (already_free
                    || explored.standing == Standing::Guess
                    || self.is_first_to_ask(beginning, &decision));
            if is_of_interest && !is_asked && !self.frontier.is_lazy() {
                // What the answer was is not remembered: it is not known to be forced.
                mark_free(&mut explored.free, index);
            }
            beginning = beginning.then(&decision);
            if is_asked
                && let Some(mut flip) = self.flip(subject, &path, &trace, index, tried, explored)
            {
                flip.descent = descent;
                let over = self
                    .bounds
                    .depth
                    .is_some_and(|limit| explored.depth() >= limit);
                if is_obligation {
                    self.frontier.add_urgent(flip);
                } else if over && !already_free {
                    explored.pruned = true;
                    self.reasons.add(
                        ReasonKind::Depth,
                        Some(decision.site),
                        format!(
                            "a path has more than {} free decisions",
                            self.bounds.depth.unwrap_or_default()
                        ),
                    );
                } else {
                    self.frontier.add(flip);
                }
                if !self.frontier.is_lazy() && !explored.pruned {
                    mark_free(&mut explored.free, index);
                }
            }
            if explored.pruned && !owes_more(&trace[index + 1..]) {
                explored.asked = index + 1;
                return;
            }
            path.push(constraint);
            if self.bounds.is_late() {
                self.reasons.add(
                    ReasonKind::Time,
                    Some(decision.site),
                    "the time was used up",
                );
                explored.asked = index + 1;
                return;
            }
        }
    }

    /// Whether nobody has asked about a decision behind the same others. Without runs that strayed nobody has.
    fn is_first_to_ask(&mut self, before: Beginning, decision: &Decision) -> bool {
        self.asked.is_new_question(before, decision) || self.statistics.divergences == 0
    }

    /// Whether what follows a mark is for another path to explore.
    fn joins_another<S: Subject>(
        &mut self,
        subject: &mut S,
        mark: Mark,
        path: &[TermId],
        depth: usize,
    ) -> bool {
        self.joins
            .as_mut()
            .is_some_and(|joins| subject.with_terms(|terms| joins.joins(terms, mark, path, depth)))
    }

    /// The entry for the other side of decision `index`, if that side may be feasible.
    fn flip<S: Subject>(
        &mut self,
        subject: &mut S,
        path: &[TermId],
        trace: &Rc<[Decision]>,
        index: usize,
        tried: &[TermId],
        explored: &Explored<S::Outcome>,
    ) -> Option<Entry> {
        let decision = trace[index];
        let mut excluded = tried.to_vec();
        if matches!(decision.choice, Choice::Assumed { .. }) {
            return None;
        }
        if excluded.len() + 1 >= VALUE_LIMIT && matches!(decision.choice, Choice::Value { .. }) {
            self.reasons.add(
                ReasonKind::Values,
                Some(decision.site),
                format!("a value was followed for {VALUE_LIMIT} cases"),
            );
            return None;
        }
        let (goal, flipped, bound) = subject.with_terms(|terms| match decision.choice {
            Choice::Branch { .. } | Choice::Assumed { .. } | Choice::Obligation { .. } => {
                let other = decision.other_side();
                (other.constraint(terms), other, index + 1)
            }
            Choice::Value { term, value } => {
                excluded.push(value);
                let others: Vec<TermId> = excluded
                    .iter()
                    .map(|&tried| terms.ne(term, tried))
                    .collect();
                (terms.and(&others), decision, index)
            }
        });
        let mut free = explored.free.clone();
        // Beyond the depth bound nothing waits: what is not known there is no news.
        let goal = if self.frontier.is_lazy() && !explored.pruned {
            Goal::Open {
                current: explored.run.input.clone(),
                goal,
            }
        } else {
            match self.ask(subject, path, goal, &explored.run.input) {
                Ok(input) => {
                    mark_free(&mut free, index);
                    Goal::Solved(input?)
                }
                Err((kind, detail)) => {
                    if !explored.pruned {
                        self.reasons.add(kind, Some(decision.site), detail);
                    }
                    return None;
                }
            }
        };
        let prediction = Prediction::Flip {
            parent: Rc::clone(trace),
            flipped: Flipped {
                index,
                decision: flipped,
            },
        };
        Some(Entry {
            goal,
            prediction,
            bound,
            free,
            excluded,
            is_guess: false,
            descent: Descent::default(),
        })
    }
}

/// Whether a contract is asked about later in a trace.
fn owes_more(rest: &[Decision]) -> bool {
    rest.iter()
        .any(|decision| matches!(decision.choice, Choice::Obligation { .. }))
}
