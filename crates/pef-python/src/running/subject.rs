//! The target as a `Subject`: one symbolic run for an input, and the plain replay of it.

use std::hash::BuildHasher;

use pef_explore::{Extent, Run, SiteId, Subject};
use pef_term::{Model, TermId, Terms};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rustc_hash::FxBuildHasher;

use super::arguments::{self, Arguments};
use super::capture::Capture;
use super::noticing;
use super::request::Program;
use super::shape;
use super::state::Changed;
use super::watching::{Announced, Phase, Watcher};
use super::world::World;
use crate::joining;
use crate::plain_data;
use crate::session::{self, Note, Stop};
use crate::values;
use crate::values::decide::{self, concretised};
use crate::values::{foreign, unwinding};

/// How a symbolic run ended.
pub enum Ending {
    Returned,
    Raised(PyErr),
    /// It was stopped from here.
    Stopped(Stop),
}

/// What a symbolic run came to.
pub struct Outcome {
    pub ending: Ending,
    pub notes: Vec<Note>,
    /// What was fixed in it without a decision.
    pub fixed: Vec<TermId>,
    /// The user pressed Ctrl-C, or the machinery around the program failed: nothing of the run counts.
    pub failure: Option<PyErr>,
    pub seen: Seen,
}

/// What else is known of a symbolic run. It goes with the run: others may be made before its replay.
#[derive(Default)]
pub struct Seen {
    /// What was announced, if anything was: the replay of the same input need not be described again.
    pub announced: Option<(Model, Py<PyAny>)>,
    /// What its contract made of it.
    pub judgement: Option<Py<PyAny>>,
    /// What it returned, where that is kept.
    pub result: Option<Py<PyAny>>,
    /// Whether the function was called: its assumptions held.
    entered: bool,
}

/// What the plain run did.
pub struct Replay {
    /// The arguments as they were before the call.
    pub arguments: Arguments,
    /// The same with descriptions in place of objects of classes.
    pub described: Arguments,
    /// Nothing where the symbolic run was cut off and nobody would end this one.
    pub ran: Option<PlainRun>,
}

/// One run of the plain function.
pub struct PlainRun {
    pub result: PyResult<Py<PyAny>>,
    /// The text of the result, or the message of the exception, as it was before the state was put back.
    pub text: Py<PyAny>,
    pub output: String,
    /// What state it changed, which was put back.
    pub changed_state: Vec<Changed>,
    /// As the watcher describes the call, where there is one, and whether it wanted it and was who ended it.
    pub announced: Announced,
    pub stopped: bool,
    /// What its contract made of it.
    pub judgement: Option<Py<PyAny>>,
    /// Whether something was refused to a foreign function.
    pub refused: bool,
}

/// The target and everything needed to call it.
pub struct PythonSubject {
    pub program: Program,
    /// Told the plain arguments of an input before anything is run with it.
    pub watcher: Watcher,
    pub rewritten: World,
    pub plain: World,
    /// Makes the rewritten modules what the plain ones have become; gives what could not be, in words.
    pub carry_over: Py<PyAny>,
}

impl PythonSubject {
    /// Others may have changed what runs share since the last ones: of the modules, that is the plain ones, which are
    /// theirs, and the rewritten ones follow them. Where they did, says what cannot be followed, in words.
    pub fn accept_changes(&self, python: Python<'_>) -> PyResult<Option<Vec<String>>> {
        if !self.plain.is_changed(python)? {
            return Ok(None);
        }
        let problems = self.carry_over.call0(python)?.extract(python)?;
        self.plain.accept_changes(python)?;
        self.rewritten.accept_changes(python)?;
        Ok(Some(problems))
    }

    /// Builds the symbolic arguments and calls the rewritten function; false where they are not admitted.
    fn call(&self, python: Python<'_>, seen: &mut Seen) -> PyResult<bool> {
        let is_same = |condition: &str| shape::decide_same(python, condition);
        let arguments = arguments::build(python, &self.program.parameters, is_same, |parameter| {
            parameter.shape.symbolic(python, &parameter.name, 0)
        })?;
        for assumption in &self.program.assumptions {
            let holds = invoke(python, assumption, &arguments, &self.program.forward)?;
            // The truth of a symbolic condition is a decision like any other.
            // SAFETY: the object is alive.
            let truth = unsafe { decide::truth(holds.as_ptr(), |session| session.sites.here()) };
            if !truth.map_err(|_| PyErr::fetch(python))? {
                return Ok(false);
            }
        }
        seen.entered = true;
        // SAFETY: the interpreter is attached.
        unsafe { joining::begin_call() };
        let result = invoke(
            python,
            &self.program.function,
            &arguments,
            &self.program.forward,
        )?;
        let result = self.finished(python, result)?;
        // What is not kept is let go of here, where it is still the run that does it.
        seen.result = self.program.keeps_results.then_some(result);
        Ok(true)
    }

    fn run_symbolically(
        &self,
        python: Python<'_>,
        input: &Model,
        extent: Extent,
        seen: &mut Seen,
    ) -> PyResult<(PyResult<bool>, Option<Stop>)> {
        let announced = self.watcher.begins(python, Phase::Symbolic, None, || {
            self.plain_arguments(python, input)
        })?;
        seen.announced = announced.call.map(|call| (input.clone(), call));
        self.rewritten.enter(python)?;
        let capture = Capture::begin(python)?;
        session::with(|session| {
            session.begin_run(input.clone(), extent.decisions);
            joining::begin_run(session, extent.marks_after);
        });
        let result = self
            .watcher
            .run(python, announced.wanted, || self.call(python, seen));
        unwinding::end(python)?;
        let stop = session::with(|session| session.stop());
        drop(capture);
        seen.judgement = self.rewritten.end_run(python)?;
        let left = self.rewritten.leave(python)?;
        // Types that the run brought in took symbolic values as they are.
        if left.imported && foreign::wrap_all(python)? > 0 {
            // SAFETY: the interpreter is attached.
            unsafe { concretised(|| "types were imported during the run".to_owned()) };
        }
        self.watcher.ends(python)?;
        Ok((result, stop))
    }

    /// Whether an exception is the user's wish to stop. Where somebody watches, Ctrl-C is handled elsewhere, and a
    /// `KeyboardInterrupt` is the program's.
    pub fn is_interrupt(&self, python: Python<'_>, error: &PyErr) -> bool {
        self.watcher.is_nobody() && error.is_instance_of::<PyKeyboardInterrupt>(python)
    }

    pub fn plain_arguments(&self, python: Python<'_>, input: &Model) -> PyResult<Arguments> {
        let is_same = |condition: &str| Ok(shape::is_same(condition, input));
        arguments::build(python, &self.program.parameters, is_same, |parameter| {
            parameter.shape.plain(python, &parameter.name, 0, input)
        })
    }

    /// Runs the plain function on the plain arguments of the input of a run.
    pub fn replay(&self, python: Python<'_>, run: &Run<Outcome>) -> PyResult<Replay> {
        let input = &run.input;
        if matches!(run.outcome.ending, Ending::Stopped(Stop::TooManyDecisions))
            && !self.watcher.ends_runs()
        {
            let described = self.plain_arguments(python, input)?;
            return Ok(Replay {
                arguments: described.clone_ref(python),
                described,
                ran: None,
            });
        }
        // The call may change its arguments, so those that are shown are others.
        let (described, used) = (
            self.plain_arguments(python, input)?,
            self.plain_arguments(python, input)?,
        );
        let announced = run.outcome.seen.announced.as_ref();
        let known = announced.filter(|(known, _)| known == input);
        let known = known.map(|(_, call)| call);
        session::with(session::Session::begin_replay);
        let announce = || self.plain_arguments(python, input);
        let ran = self.run_plain(python, known, announce, &used)?;
        let ended = !matches!(run.outcome.ending, Ending::Stopped(_))
            && session::with(|session| session.stop()).is_none();
        let arguments = if ended && self.has_objects() {
            self.shown(python, &self.plain_arguments(python, input)?)?
        } else {
            // Nothing runs with these, so they can be the same objects.
            described.clone_ref(python)
        };
        Ok(Replay {
            arguments,
            described,
            ran: Some(ran),
        })
    }

    /// A result brought to its end. Most are what they are, which need not be asked in Python.
    fn finished(&self, python: Python<'_>, result: Py<PyAny>) -> PyResult<Py<PyAny>> {
        // SAFETY: the object is alive.
        let is_value = plain_data::is_value(result.bind(python))
            || unsafe { values::symbolic(result.as_ptr()) }.is_some();
        if is_value {
            return Ok(result);
        }
        self.program.finish.call1(python, (result,))
    }

    fn has_objects(&self) -> bool {
        self.program
            .parameters
            .iter()
            .any(|parameter| parameter.shape.holds_objects())
    }

    /// Arguments with objects where there are descriptions of them.
    fn realised(&self, python: Python<'_>, described: &Arguments) -> PyResult<Arguments> {
        let keyword: Vec<(&Py<PyAny>, &Py<PyAny>)> = described
            .keyword
            .iter()
            .map(|(name, value)| (name, value))
            .collect();
        let (positional, keyword) = self
            .program
            .realise
            .call1(python, (&described.positional, keyword))?
            .extract(python)?;
        Ok(Arguments {
            positional,
            keyword,
        })
    }

    /// Makes the objects of arguments once more, for people to look at: what their constructors do is undone.
    fn shown(&self, python: Python<'_>, described: &Arguments) -> PyResult<Arguments> {
        self.plain.enter(python)?;
        let capture = Capture::begin(python)?;
        let arguments = self.realised(python, described);
        drop(capture);
        self.plain.end_run(python)?;
        self.plain.leave(python)?;
        // What cannot be made is shown as its description.
        arguments.or_else(|error| {
            if self.is_interrupt(python, &error) {
                return Err(error);
            }
            Ok(described.clone_ref(python))
        })
    }

    /// Runs the plain function on arguments, which are announced by a copy of them where anybody listens.
    pub fn run_plain(
        &self,
        python: Python<'_>,
        known: Option<&Py<PyAny>>,
        announce: impl FnOnce() -> PyResult<Arguments>,
        used: &Arguments,
    ) -> PyResult<PlainRun> {
        let announced = self.watcher.begins(python, Phase::Plain, known, announce)?;
        self.plain.enter(python)?;
        let capture = Capture::begin(python)?;
        let result = self.watcher.run(python, announced.wanted, || {
            let made = if self.has_objects() {
                Some(self.realised(python, used)?)
            } else {
                None
            };
            invoke(
                python,
                &self.program.native,
                made.as_ref().unwrap_or(used),
                &self.program.forward,
            )
            .and_then(|result| self.finished(python, result))
        });
        let output = capture.text();
        let refused = noticing::foreign_refusal();
        let judgement = self.plain.end_run(python)?;
        // Code of the program may run for it, and what it reads may be state that is put back.
        let text = self.told(python, &result);
        drop(capture);
        let left = self.plain.leave(python)?;
        let stopped = self.watcher.ends(python)?;
        Ok(PlainRun {
            result,
            text: text?,
            output,
            changed_state: left.changed,
            announced,
            stopped,
            judgement,
            refused,
        })
    }

    fn told(&self, python: Python<'_>, result: &PyResult<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        match result {
            Ok(value) => match plain_data::ordinary_text(value.bind(python))? {
                Some(text) => Ok(text.into_any().unbind()),
                None => self.program.tell.call1(python, (value, python.None())),
            },
            Err(error) => self
                .program
                .tell
                .call1(python, (python.None(), error.value(python))),
        }
    }
}

fn invoke(
    python: Python<'_>,
    function: &Py<PyAny>,
    arguments: &Arguments,
    forward: &Py<PyAny>,
) -> PyResult<Py<PyAny>> {
    let positional = PyTuple::new(python, &arguments.positional)?;
    let keywords = arguments.keywords(python)?;
    // Python code between here and the program compares names that may be symbolic with those of parameters.
    let mut forwards = session::is_active() && keywords.is_some();
    forwards = forwards && session::with(|session| !session.keyword_names.is_empty());
    if forwards {
        return forward.call1(python, (function, positional, keywords));
    }
    function.call(python, positional, keywords.as_ref())
}

impl Subject for PythonSubject {
    type Outcome = Outcome;

    fn run(&mut self, input: &Model, extent: Extent) -> Run<Outcome> {
        Python::attach(|python| {
            let mut seen = Seen::default();
            let ran = self.run_symbolically(python, input, extent, &mut seen);
            let marks = joining::end_run();
            let (model, trace, notes) = session::with(session::Session::end_run);
            let (admitted, ending, failure) = match ran {
                Err(failure) => (true, Ending::Returned, Some(failure)),
                Ok((_, Some(stop @ (Stop::Impossible | Stop::TooLarge | Stop::Unwanted)))) => {
                    (false, Ending::Stopped(stop), None)
                }
                // Nobody would end its replay either.
                Ok((_, Some(stop @ Stop::Deadline))) if self.watcher.is_nobody() => {
                    (false, Ending::Stopped(stop), None)
                }
                Ok((_, Some(stop))) => (seen.entered, Ending::Stopped(stop), None),
                Ok((Ok(admitted), None)) => (admitted, Ending::Returned, None),
                Ok((Err(error), None)) if self.is_interrupt(python, &error) => {
                    (true, Ending::Returned, Some(error))
                }
                Ok((Err(error), None)) => (true, Ending::Raised(error), None),
            };
            let made = !matches!(ending, Ending::Stopped(Stop::Unwanted));
            let cut = matches!(ending, Ending::Stopped(Stop::TooManyDecisions));
            Run {
                input: model,
                trace,
                marks,
                outcome: Outcome {
                    ending,
                    notes,
                    fixed: session::with(|session| std::mem::take(&mut session.fixed)),
                    failure,
                    seen,
                },
                admitted,
                cut,
                made,
            }
        })
    }

    fn with_terms<R>(&mut self, use_terms: impl FnOnce(&mut Terms) -> R) -> R {
        session::with(|session| use_terms(&mut session.terms))
    }

    fn site_fingerprint(&mut self, site: SiteId) -> u64 {
        session::with(|session| FxBuildHasher.hash_one(session.sites.place(site)))
    }
}
