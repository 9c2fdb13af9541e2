//! What runs say of an exploration as a whole: the reasons why a verdict is no stronger, and whether a replay did what the
//! symbolic run did.

use pef_explore::{ReasonKind, Run};
use pef_term::Integer;
use pyo3::intern;
use pyo3::prelude::*;

use super::exploration::Exploration;
use super::path::{self, Place};
use super::subject::{Ending, Outcome};
use crate::raw::looking;
use crate::session;

/// An int below two to this power can be made text.
const TEXT_BITS: u32 = 1_024;

impl Exploration {
    /// The places of decisions of which nobody knows whether they could have gone the other way.
    pub(super) fn undecided(&self) -> Vec<Place> {
        let is_open = |kind| {
            matches!(
                kind,
                ReasonKind::Solver | ReasonKind::Values | ReasonKind::Time
            )
        };
        self.explorer
            .reasons()
            .iter()
            .filter(|reason| is_open(reason.kind))
            .filter_map(|reason| reason.site.map(path::place))
            .collect()
    }

    /// What the run noted weakens the verdict.
    pub(super) fn take_notes(&mut self, outcome: &Outcome) {
        for note in &outcome.notes {
            self.explorer
                .reasons_mut()
                .add(note.kind, Some(note.site), note.detail.clone());
        }
        if let Ending::Stopped(stop) = outcome.ending {
            let (kind, detail) = match stop {
                session::Stop::Deadline => (ReasonKind::Time, "the time was used up during a run"),
                session::Stop::TooLarge => {
                    (ReasonKind::Size, "an input would be too large to build")
                }
                // The explorer has said what is to be said.
                session::Stop::TooManyDecisions
                | session::Stop::Impossible
                | session::Stop::Unwanted => return,
            };
            self.explorer.reasons_mut().add(kind, None, detail);
        }
    }

    /// What runs changed for good weakens the verdict; says whether there is any.
    pub(super) fn take_left(&mut self) -> bool {
        let mut any = false;
        for world in [&self.subject.rewritten, &self.subject.plain] {
            for what in world.take_left() {
                let detail = format!("{what} could not be put back after a run");
                self.explorer
                    .reasons_mut()
                    .add(ReasonKind::State, None, detail);
                any = true;
            }
        }
        any
    }

    /// Looks whether ints that became text were bounded by the decisions before.
    pub(super) fn take_numbers_as_text(&mut self, run: &Run<Outcome>) {
        let numbers = session::with(|session| std::mem::take(&mut session.numbers_as_text));
        for (term, before) in numbers {
            if self.has_numbers_as_text {
                return;
            }
            let is_large = session::with(|session| {
                let terms = &mut session.terms;
                let limit = Integer::power_of_two(TEXT_BITS);
                let (above, below) = (terms.int_const(limit.clone()), terms.int_const(-limit));
                let (above, below) = (terms.le(above, term), terms.le(term, below));
                terms.or(&[above, below])
            });
            let decisions = &run.trace[..before.min(run.trace.len())];
            self.has_numbers_as_text =
                self.explorer
                    .may_hold(&mut self.subject, decisions, is_large, &run.input);
        }
    }

    /// Whether the plain run ended as the symbolic one did.
    pub(super) fn agrees(
        &mut self,
        python: Python<'_>,
        ending: &Ending,
        result: &PyResult<Py<PyAny>>,
    ) -> bool {
        let agrees = match (ending, result) {
            (Ending::Returned, Ok(_)) | (Ending::Stopped(_), _) => true,
            (Ending::Raised(one), Err(two)) => {
                // The classes of the two worlds are different objects of the same name.
                let name = |error: &PyErr| looking::name(&error.get_type(python));
                matches!((name(one), name(two)), (Some(one), Some(two)) if one == two)
            }
            (Ending::Returned, Err(_)) | (Ending::Raised(_), Ok(_)) => false,
        };
        if !agrees {
            let text = |error: &PyErr| format!("raised {error}");
            let symbolic = match ending {
                Ending::Raised(error) => text(error),
                Ending::Returned | Ending::Stopped(_) => "returned".to_owned(),
            };
            let plain = result.as_ref().map_or_else(text, |_| "returned".to_owned());
            self.explorer.reasons_mut().add(
                ReasonKind::Unreproduced,
                None,
                format!("the instrumented function {symbolic} where the plain one {plain}"),
            );
        }
        agrees
    }
}

/// Whether a symbolic run may show an error, or did not come to its end: then its replay is not put off.
pub(super) fn is_telling(python: Python<'_>, outcome: &Outcome) -> bool {
    let is_broken = |judgement: &Py<PyAny>| {
        let breach = judgement.bind(python).getattr(intern!(python, "breach"));
        !breach.is_ok_and(|breach| breach.is_none())
    };
    !matches!(outcome.ending, Ending::Returned)
        || outcome.seen.judgement.as_ref().is_some_and(is_broken)
}
