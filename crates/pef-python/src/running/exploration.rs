//! `Exploration`: what `pef.exploration.exploration` drives from Python, one path at a time.

use std::time::Instant;

use pef_explore::{Bounds, Explored, Explorer, Extent, ReasonKind, Standing, Subject};
use pef_solve::{Options as SolverOptions, Solver};
use pef_term::{Domain, Model, Sort, TermId, Terms, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rustc_hash::FxHashSet;

use super::batch::{Batch, Known, Pending};
use super::handing::{HandedEntry, TakenEntry};
use super::judging::is_telling;
use super::loaded;
use super::path::{self, CallArguments, ExploredPath};
use super::recording::{RecordedRun, Recorder};
use super::report::{ExplorationReport, TierCounts};
use super::request::{self, Program, Search, Sharing, Worlds};
use super::subject::{Outcome, PythonSubject};
use super::watching::Watcher;
use super::written_terms::{self, WrittenTerms};
use crate::joining::Joining;
use crate::plain_data;
use crate::session;

/// How far an exploration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    UnderWay,
    /// There is nothing left, until more is handed over.
    Finished,
    /// It was ended by an exception, with who knows what left.
    Failed,
}

/// One exploration of one target.
#[pyclass(unsendable, module = "pef._engine")]
pub struct Exploration {
    pub(super) explorer: Explorer,
    pub(super) subject: PythonSubject,
    /// The terms of this exploration while it is not its turn: several may be under way at once.
    terms: Terms,
    /// What noticing needs that paths meet again, likewise.
    joining: Option<Box<Joining>>,
    coverage: Vec<[u32; 2]>,
    deadline: Option<Instant>,
    pub(super) started: Instant,
    progress: Progress,
    pub(super) batch: Batch,
    /// The runs, where a certificate is to be made of them.
    recorder: Option<Recorder>,
    /// Whether others explore the same target, who may come upon the same paths.
    is_shared: bool,
    /// Whether ints that can have any number of digits became text.
    pub(super) has_numbers_as_text: bool,
}

#[pymethods]
impl Exploration {
    /// Arguments are checked in Python; see `pef/exploration/engine_request.py`.
    #[new]
    #[pyo3(signature = (program, search, worlds, watcher=None))]
    fn new(
        python: Python<'_>,
        program: Program,
        search: Search,
        worlds: Worlds,
        watcher: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let started = Instant::now();
        loaded::deal_with_new(python)?;
        let deadline = search
            .seconds
            .and_then(|duration| started.checked_add(duration));
        let watcher = Watcher::new(python, watcher)?;
        // Where somebody watches, the process is nobody else's.
        let (rewritten, plain) = worlds.open(python, watcher.is_nobody())?;
        // What a symbolic run returned can be looked at until the next one begins; and a function that is an argument gives in
        // the replay what it gave in the last symbolic run.
        let may_wait = watcher.is_nobody() || watcher.ends_runs();
        let is_single = program.keeps_results || !program.is_data || !may_wait;
        let mut solver = Solver::new(SolverOptions {
            query_budget: search.query_budget(),
            ..SolverOptions::default()
        });
        solver.set_deadline(deadline);
        let bounds = Bounds {
            depth: search.depth,
            paths: search.paths,
            deadline,
        };
        let sharing = search.sharing;
        let strategy = search.into_strategy()?;
        let explorer = match sharing {
            Sharing::Helping => Explorer::idle(strategy, bounds, solver),
            Sharing::Alone | Sharing::Leading => Explorer::new(strategy, bounds, solver),
        };
        let subject = PythonSubject {
            program,
            watcher,
            rewritten,
            plain,
            carry_over: worlds.carry_over,
        };
        Ok(Self {
            explorer,
            subject,
            terms: Terms::new(),
            joining: None,
            coverage: Vec::new(),
            deadline,
            started,
            progress: Progress::UnderWay,
            batch: Batch::new(is_single),
            recorder: None,
            is_shared: sharing != Sharing::Alone,
            has_numbers_as_text: false,
        })
    }

    /// Hands over about half of what is left to explore.
    fn give(&mut self, python: Python<'_>) -> PyResult<Vec<HandedEntry>> {
        self.swap_session();
        let handed = self.explorer.give(&mut self.subject);
        self.swap_session();
        handed
            .into_iter()
            .map(|entry| HandedEntry::made_of(python, entry))
            .collect()
    }

    /// Takes over what another exploration of the same target handed over.
    fn take_over(&mut self, python: Python<'_>, entries: Vec<TakenEntry>) -> PyResult<()> {
        let entries = entries
            .into_iter()
            .map(|entry| entry.read(python))
            .collect::<PyResult<Vec<_>>>()?;
        self.swap_session();
        for entry in entries {
            self.explorer.take_over(&mut self.subject, entry);
        }
        self.swap_session();
        self.progress = Progress::UnderWay;
        Ok(())
    }

    /// The next path, or `None` where there is nothing left.
    fn step(&mut self, python: Python<'_>) -> PyResult<Option<ExploredPath>> {
        if self.progress != Progress::UnderWay {
            return Ok(None);
        }
        let result = if self.batch.is_empty() && self.explorer.is_done() {
            Ok(None)
        } else {
            self.accept_changes(python)?;
            self.swap_session();
            let result = self.step_in_session(python);
            self.swap_session();
            result
        };
        self.progress = match &result {
            Ok(Some(_)) => Progress::UnderWay,
            Ok(None) => Progress::Finished,
            Err(_) => Progress::Failed,
        };
        if self.progress != Progress::UnderWay {
            // The last run may have been one that is not replayed; the caller's modules are the plain ones.
            self.subject.plain.show(python)?;
        }
        result
    }

    /// Calls the plain function as a replay does; gives the exception it raised, if it did. The arguments come twice:
    /// the first are only announced, the second are the call's to change.
    fn call_plain(
        &mut self,
        python: Python<'_>,
        announced: &CallArguments,
        used: &CallArguments,
    ) -> PyResult<Option<Py<PyAny>>> {
        self.accept_changes(python)?;
        let announce = || Ok(announced.taken(python));
        let ran = self
            .subject
            .run_plain(python, None, announce, &used.taken(python))?;
        Ok(ran
            .result
            .err()
            .map(|error| error.into_value(python).into_any()))
    }

    /// From here on, explores what follows once where paths meet again at one of these branches of the target. Nothing
    /// may be there but what the target's frame shows; see `pef.exploration.join_points`.
    #[expect(clippy::needless_pass_by_value, reason = "comes from Python")]
    fn join_paths(&mut self, branches: Vec<u32>) {
        // SAFETY: the interpreter is attached.
        self.joining = unsafe { Joining::new(&branches) };
        if self.joining.is_some() {
            self.explorer.join_paths();
        }
    }

    /// Ends the exploration early.
    fn interrupt(&mut self) {
        self.explorer.interrupt();
    }

    /// Has an input run for what it shows of contracts: values of int parameters by name.
    fn guess(&mut self, values: Vec<(String, i64)>) {
        let mut input = Model::default();
        for (name, value) in values {
            let variable = self.terms.variable(&name, Sort::Int, Domain::ALL);
            input.set(variable, Value::from(value));
        }
        self.explorer.guess(input);
        self.progress = Progress::UnderWay;
    }

    /// The text of conditions given by number.
    fn describe(&self, conditions: Vec<usize>) -> Vec<String> {
        conditions
            .into_iter()
            .map(|index| self.terms.display(TermId::from_index(index)))
            .collect()
    }

    /// From here on, keeps the runs.
    fn record(&mut self) {
        self.recorder.get_or_insert_default();
    }

    /// The runs that were kept.
    fn recorded(&mut self, python: Python<'_>) -> PyResult<Vec<RecordedRun>> {
        let recorder = self.recorder.as_ref();
        let recorder = recorder.ok_or_else(|| PyValueError::new_err("no runs were kept"))?;
        recorder.describe(python, &mut self.terms)
    }

    /// Terms given by number as SMT-LIB, with all that they refer to.
    #[expect(clippy::needless_pass_by_value, reason = "comes from Python")]
    fn smtlib(&mut self, python: Python<'_>, terms: Vec<usize>) -> PyResult<WrittenTerms> {
        written_terms::written(python, &mut self.terms, &terms)
    }

    /// The arguments of a run that was kept, with descriptions in place of objects.
    fn recorded_arguments(&mut self, python: Python<'_>, run: usize) -> PyResult<CallArguments> {
        let input = self.recorder.as_ref().and_then(|kept| kept.input(run));
        let input = input.ok_or_else(|| PyValueError::new_err("no such run was kept"))?;
        let input = input.clone();
        self.swap_session();
        let arguments = self.subject.plain_arguments(python, &input);
        self.swap_session();
        CallArguments::made_of(python, arguments?)
    }

    /// Those of the conditions that say all that they say together.
    fn essential(&self, conditions: Vec<usize>) -> Vec<usize> {
        let conditions: Vec<_> = conditions.into_iter().map(TermId::from_index).collect();
        let essential = self.terms.essential(&conditions);
        essential.into_iter().map(TermId::index).collect()
    }

    /// Adds a reason that arose outside the engine; its kind is a `pef.results.ReasonKind`.
    fn add_reason(&mut self, kind: &Bound<'_, PyAny>, detail: String) -> PyResult<()> {
        let kind = match request::name(kind)?.as_str() {
            "depth" => ReasonKind::Depth,
            "size" => ReasonKind::Size,
            "unreproduced" => ReasonKind::Unreproduced,
            "concretised" => ReasonKind::Concretised,
            "state" => ReasonKind::State,
            other => {
                return Err(PyValueError::new_err(format!(
                    "no reason outside the engine is called {other:?}"
                )));
            }
        };
        self.explorer.reasons_mut().add(kind, None, detail);
        Ok(())
    }

    /// What the paths so far establish.
    fn report(&self, python: Python<'_>, error_found: bool) -> PyResult<ExplorationReport> {
        self.describe_report(python, error_found, self.progress == Progress::Finished)
    }

    /// Which sides of a branch were taken. There are branches of everything that was ever rewritten in this process, so
    /// nobody is given all of them.
    fn sides_taken(&self, branch: usize) -> [bool; 2] {
        let sides = self.coverage.get(branch).copied().unwrap_or_default();
        sides.map(|runs| runs > 0)
    }

    /// The kinds of the reasons so far: what is asked after every finding, where a whole report would take long.
    fn reason_kinds(&self) -> FxHashSet<&'static str> {
        self.explorer
            .reasons()
            .into_iter()
            .map(|reason| reason.kind.name())
            .collect()
    }

    /// What each tier of the solver was asked, what it answered and how long it took.
    fn tiers(&self) -> Vec<TierCounts> {
        self.describe_tiers()
    }
}

impl Exploration {
    /// Makes this exploration's terms the session's, or takes them back.
    fn swap_session(&mut self) {
        session::with(|session| {
            std::mem::swap(&mut session.terms, &mut self.terms);
            std::mem::swap(&mut session.coverage, &mut self.coverage);
            std::mem::swap(&mut session.joining, &mut self.joining);
            session.resume(self.deadline);
        });
    }

    /// Has runs begin with the state as it is, where others may change it.
    fn accept_changes(&mut self, python: Python<'_>) -> PyResult<()> {
        if let Some(problems) = self.subject.accept_changes(python)? {
            for problem in problems {
                let reasons = self.explorer.reasons_mut();
                reasons.add(ReasonKind::Concretised, None, problem);
            }
            self.batch.outdate();
        }
        Ok(())
    }

    fn step_in_session(&mut self, python: Python<'_>) -> PyResult<Option<ExploredPath>> {
        loop {
            if let Some(known) = self.batch.next_known() {
                return self.describe_path(python, known).map(Some);
            }
            if let Some(failure) = self.batch.take_failure() {
                return Err(failure);
            }
            if !self.batch.has_pending() {
                self.run_some(python);
                if !self.batch.has_pending() {
                    return self.batch.take_failure().map_or(Ok(None), Err);
                }
            }
            self.replay_some(python);
        }
    }

    /// Runs inputs symbolically until there is a batch of paths, or no more.
    fn run_some(&mut self, python: Python<'_>) {
        self.batch.begin();
        while let Some(mut explored) = self.explorer.step(&mut self.subject) {
            if let Some(failure) = explored.run.outcome.failure.take() {
                return self.batch.fail(failure);
            }
            let run = self
                .recorder
                .as_mut()
                .and_then(|recorder| recorder.add(&explored));
            self.take_notes(&explored.run.outcome);
            if self.take_left() || explored.diverged {
                self.batch.be_single();
            }
            self.take_numbers_as_text(&explored.run);
            if !explored.run.admitted || explored.standing == Standing::Known {
                if let Err(failure) = python.check_signals() {
                    return self.batch.fail(failure);
                }
                if self.batch.is_due() {
                    return;
                }
                continue;
            }
            let is_telling = is_telling(python, &explored.run.outcome);
            let pending = Pending {
                undecided: self.undecided(),
                explored,
                is_outdated: false,
                run,
            };
            if !self.batch.add(pending) || is_telling {
                return;
            }
        }
    }

    /// Replays what was run.
    fn replay_some(&mut self, python: Python<'_>) {
        self.batch.begin_replays();
        while let Some(pending) = self.batch.next_pending() {
            match self.replay(python, pending) {
                Ok(Some(known)) => {
                    let is_light = known.replay.ran.as_ref().is_none_or(|ran| {
                        let result = ran.result.as_ref();
                        result.is_ok_and(|result| plain_data::is_light(result.bind(python)))
                    });
                    self.batch.add_known(known);
                    // What it holds (memory, files, locks) may be what the next one needs.
                    if !is_light {
                        break;
                    }
                }
                Ok(None) => {}
                Err(failure) => {
                    self.batch.fail_now(failure);
                    break;
                }
            }
        }
        self.batch.end_replays();
    }

    /// Replays one path; nothing where it is none any more.
    fn replay(&mut self, python: Python<'_>, mut pending: Pending) -> PyResult<Option<Known>> {
        if pending.is_outdated {
            pending.is_outdated = false;
            self.run_again(&mut pending.explored)?;
            if !pending.explored.run.admitted {
                return Ok(None);
            }
        }
        let replay = self.subject.replay(python, &pending.explored.run)?;
        if let Some(Err(error)) = replay.ran.as_ref().map(|ran| &ran.result)
            && self.subject.is_interrupt(python, error)
        {
            return Err(error.clone_ref(python));
        }
        if self.take_left() {
            self.batch.be_single();
        }
        Ok(Some(Known { pending, replay }))
    }

    /// Runs a path once more, in a state that has changed. What follows from its decisions has been asked about already, so
    /// it has to take the same.
    fn run_again(&mut self, explored: &mut Explored<Outcome>) -> PyResult<()> {
        let extent = Extent {
            decisions: explored.run.trace.len().saturating_mul(2).max(1_000),
            marks_after: None,
        };
        let mut run = self.subject.run(&explored.run.input, extent);
        if let Some(failure) = run.outcome.failure.take() {
            return Err(failure);
        }
        self.take_notes(&run.outcome);
        self.take_left();
        self.take_numbers_as_text(&run);
        if run.trace != explored.run.trace || !run.admitted {
            self.explorer.reasons_mut().add(
                ReasonKind::Divergence,
                None,
                "the state changed, and with it the path of an input that had been run",
            );
            explored.free.clear();
            explored.asked = 0;
            explored.diverged = true;
        }
        explored.run = run;
        Ok(())
    }

    fn describe_path(&mut self, python: Python<'_>, known: Known) -> PyResult<ExploredPath> {
        let run = &known.pending.explored.run;
        let agrees = match &known.replay.ran {
            Some(ran) => self.agrees(python, &run.outcome.ending, &ran.result),
            None => false,
        };
        let fingerprint = self
            .is_shared
            .then(|| self.explorer.fingerprint(&mut self.subject, &run.trace));
        path::describe(
            python,
            known,
            agrees,
            fingerprint,
            self.subject.program.keeps_results,
        )
    }
}
