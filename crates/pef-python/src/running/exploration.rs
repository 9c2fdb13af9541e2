//! `Exploration`: what `pef.exploration.exploration` drives from Python, one path at a time.

use std::time::{Duration, Instant};

use pef_explore::{
    Bounds, Explored, Explorer, Extent, ReasonKind, Standing, Strategy, Subject, Verdict,
};
use pef_solve::{Options as SolverOptions, Solver};
use pef_term::{Domain, Model, Sort, TermId, Terms, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rustc_hash::FxHashSet;

use super::arguments::{Arguments, Parameter};
use super::batch::{Batch, Known, Pending};
use super::handing;
use super::judging::is_telling;
use super::loaded;
use super::path;
use super::recording::{self, Recorder};
use super::state::State;
use super::subject::{Outcome, PythonSubject};
use super::watching::Watcher;
use super::world::{Surrounding, World};
use crate::joining::Joining;
use crate::plain_data;
use crate::session;

/// Arguments as they come from Python: by position, and by name.
type GivenArguments = (Vec<Py<PyAny>>, Vec<(Py<PyAny>, Py<PyAny>)>);

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
    started: Instant,
    progress: Progress,
    batch: Batch,
    /// The runs, where a certificate is to be made of them.
    recorder: Option<Recorder>,
    /// Whether others explore the same target, who may come upon the same paths.
    is_shared: bool,
    /// Whether ints that can have any number of digits became text.
    pub(super) has_numbers_as_text: bool,
}

#[pymethods]
impl Exploration {
    /// Arguments are checked in Python; see `pef/exploration/exploration.py`.
    #[new]
    #[pyo3(signature = (*, function, native, parameters, assumptions, finish, tell, realise, forward,
                        rewritten, plain, show_rewritten, show_plain, preparations,
                        around_rewritten, around_plain, forget_imports, carry_over,
                        depth, paths, seconds, query_seconds, strategy, seed, watcher=None,
                        ends_runs=false, interruptible=true, batches=true, keep_results=false, sharing="alone"))]
    #[expect(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "keyword-only, called from one place"
    )]
    fn new(
        python: Python<'_>,
        function: Py<PyAny>,
        native: Py<PyAny>,
        parameters: Vec<Bound<'_, PyAny>>,
        assumptions: Vec<Py<PyAny>>,
        finish: Py<PyAny>,
        tell: Py<PyAny>,
        realise: Py<PyAny>,
        forward: Py<PyAny>,
        rewritten: Py<State>,
        plain: Py<State>,
        show_rewritten: Py<PyAny>,
        show_plain: Py<PyAny>,
        preparations: Vec<Py<PyAny>>,
        around_rewritten: Option<(Py<PyAny>, Py<PyAny>)>,
        around_plain: Option<(Py<PyAny>, Py<PyAny>)>,
        forget_imports: Py<PyAny>,
        carry_over: Py<PyAny>,
        depth: Option<usize>,
        paths: Option<usize>,
        seconds: Option<f64>,
        query_seconds: f64,
        strategy: &str,
        seed: u64,
        watcher: Option<Py<PyAny>>,
        ends_runs: bool,
        interruptible: bool,
        batches: bool,
        keep_results: bool,
        sharing: &str,
    ) -> PyResult<Self> {
        let started = Instant::now();
        loaded::deal_with_new(python)?;
        let deadline = seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .and_then(|duration| started.checked_add(duration));
        let strategy = match strategy {
            "dfs" => Strategy::DepthFirst,
            "coverage" => Strategy::Coverage { seed },
            "random" => Strategy::Random { seed },
            other => {
                return Err(PyValueError::new_err(format!(
                    "no strategy is called {other:?}"
                )));
            }
        };
        let parameters = parameters
            .into_iter()
            .map(|parameter| Parameter::from_description(&parameter))
            .collect::<PyResult<Vec<_>>>()?;
        let rewritten_surrounding = Surrounding {
            show: show_rewritten,
            preparations: preparations
                .iter()
                .map(|preparation| preparation.clone_ref(python))
                .collect(),
            around_run: around_rewritten,
            forget_imports: forget_imports.clone_ref(python),
            is_shared: interruptible,
        };
        let plain_surrounding = Surrounding {
            show: show_plain,
            preparations,
            around_run: around_plain,
            forget_imports,
            is_shared: interruptible,
        };
        let subject = PythonSubject {
            function,
            native,
            parameters,
            assumptions,
            finish,
            tell,
            realise,
            forward,
            watcher: Watcher(watcher),
            ends_runs,
            interruptible,
            keep_results,
            rewritten: World::new(python, rewritten, rewritten_surrounding)?,
            plain: World::new(python, plain, plain_surrounding)?,
            carry_over,
        };
        let mut solver = Solver::new(SolverOptions {
            query_budget: Duration::from_secs_f64(query_seconds),
            ..SolverOptions::default()
        });
        solver.set_deadline(deadline);
        let bounds = Bounds {
            depth,
            paths,
            deadline,
        };
        let explorer = if sharing == "helping" {
            Explorer::idle(strategy, bounds, solver)
        } else {
            Explorer::new(strategy, bounds, solver)
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
            // What a symbolic run returned can be looked at until the next one begins.
            batch: Batch::new(keep_results || !batches),
            recorder: None,
            is_shared: sharing != "alone",
            has_numbers_as_text: false,
        })
    }

    /// Hands over about half of what is left to explore.
    fn give(&mut self, python: Python<'_>) -> PyResult<Vec<handing::Described>> {
        self.swap_session();
        let handed = self.explorer.give(&mut self.subject);
        self.swap_session();
        handed
            .into_iter()
            .map(|entry| handing::describe(python, entry))
            .collect()
    }

    /// Takes over what another exploration of the same target handed over.
    fn take_over(&mut self, python: Python<'_>, entries: Vec<handing::Described>) -> PyResult<()> {
        let entries = entries
            .into_iter()
            .map(|entry| handing::read(python, entry))
            .collect::<PyResult<Vec<_>>>()?;
        self.swap_session();
        for entry in entries {
            self.explorer.take_over(&mut self.subject, entry);
        }
        self.swap_session();
        self.progress = Progress::UnderWay;
        Ok(())
    }

    /// The next path as a dictionary, or `None`.
    fn step<'py>(&mut self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
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
        announced: GivenArguments,
        used: GivenArguments,
    ) -> PyResult<Option<Py<PyAny>>> {
        let arguments = |(positional, keyword)| Arguments {
            positional,
            keyword,
        };
        self.accept_changes(python)?;
        let announce = || Ok(arguments(announced));
        let ran = self
            .subject
            .run_plain(python, None, announce, &arguments(used))?;
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

    /// The runs that were kept; see [`Recorder::describe`].
    fn recorded<'py>(&mut self, python: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let recorder = self.recorder.as_ref();
        let recorder = recorder.ok_or_else(|| PyValueError::new_err("no runs were kept"))?;
        recorder.describe(python, &mut self.terms)
    }

    /// Terms given by number as SMT-LIB, with all that they refer to.
    #[expect(clippy::needless_pass_by_value, reason = "comes from Python")]
    fn smtlib<'py>(
        &mut self,
        python: Python<'py>,
        terms: Vec<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        recording::written(python, &mut self.terms, &terms)
    }

    /// The arguments of a run that was kept, with descriptions in place of objects.
    fn recorded_arguments(&mut self, python: Python<'_>, run: usize) -> PyResult<GivenArguments> {
        let input = self.recorder.as_ref().and_then(|kept| kept.input(run));
        let input = input.ok_or_else(|| PyValueError::new_err("no such run was kept"))?;
        let input = input.clone();
        self.swap_session();
        let arguments = self.subject.plain_arguments(python, &input);
        self.swap_session();
        let Arguments {
            positional,
            keyword,
        } = arguments?;
        Ok((positional, keyword))
    }

    /// Those of the conditions that say all that they say together.
    fn essential(&self, conditions: Vec<usize>) -> Vec<usize> {
        let conditions: Vec<_> = conditions.into_iter().map(TermId::from_index).collect();
        let essential = self.terms.essential(&conditions);
        essential.into_iter().map(TermId::index).collect()
    }

    /// Adds a reason that arose outside the engine.
    fn add_reason(&mut self, kind: &str, detail: String) -> PyResult<()> {
        let kind = match kind {
            "depth" => ReasonKind::Depth,
            "size" => ReasonKind::Size,
            "unreproduced" => ReasonKind::Unreproduced,
            "concretised" => ReasonKind::Concretised,
            "state" => ReasonKind::State,
            other => {
                return Err(PyValueError::new_err(format!(
                    "no reason is called {other:?}"
                )));
            }
        };
        self.explorer.reasons_mut().add(kind, None, detail);
        Ok(())
    }

    /// Verdict, reasons, statistics and the sides of branches that ran.
    fn report<'py>(&self, python: Python<'py>, error_found: bool) -> PyResult<Bound<'py, PyDict>> {
        let report = PyDict::new(python);
        let verdict = match self.explorer.reasons().verdict(error_found) {
            Verdict::Refuted => "refuted",
            Verdict::Verified if self.progress != Progress::Finished => "bounded",
            Verdict::Verified => "verified",
            Verdict::Bounded => "bounded",
            Verdict::Unknown => "unknown",
        };
        report.set_item("verdict", verdict)?;
        let reasons = PyList::empty(python);
        // A branch and its line are two sites, and one place.
        let mut told = FxHashSet::default();
        for reason in self.explorer.reasons() {
            let place = reason.site.map(path::place).filter(|(_, line)| *line > 0);
            if told.insert((reason.kind, place.clone(), &reason.detail)) {
                reasons.append((reason.kind.name(), place, &reason.detail))?;
            }
        }
        report.set_item("reasons", reasons)?;
        report.set_item("numbers_as_text", self.has_numbers_as_text)?;
        let counts = self.explorer.statistics();
        let statistics = PyDict::new(python);
        // What nobody has been told of yet is not counted.
        let waiting = self
            .batch
            .paths()
            .filter(|path| path.standing == Standing::New);
        let (pruned, paths): (Vec<_>, Vec<_>) = waiting.partition(|path| path.pruned);
        statistics.set_item("paths", counts.paths - paths.len())?;
        statistics.set_item("pruned", counts.pruned - pruned.len())?;
        statistics.set_item("depth", counts.depth)?;
        statistics.set_item("runs", counts.runs)?;
        statistics.set_item("queries", counts.queries)?;
        statistics.set_item("divergences", counts.divergences)?;
        statistics.set_item("joined", counts.joined)?;
        statistics.set_item("seconds", self.started.elapsed().as_secs_f64())?;
        statistics.set_item("run_seconds", counts.run_time.as_secs_f64())?;
        statistics.set_item("solver_seconds", counts.solver_time.as_secs_f64())?;
        report.set_item("stats", statistics)?;
        Ok(report)
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

    /// What each tier of the solver was asked, what it answered and how long it took, by its name.
    fn tiers<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tiers = PyDict::new(python);
        for (kind, counts) in &self.explorer.solver().statistics().tiers {
            let tier = PyDict::new(python);
            tier.set_item("asked", counts.asked)?;
            tier.set_item("sat", counts.sat)?;
            tier.set_item("unsat", counts.unsat)?;
            tier.set_item("unknown", counts.unknown)?;
            tier.set_item("seconds", counts.time.as_secs_f64())?;
            tiers.set_item(format!("{kind:?}"), tier)?;
        }
        Ok(tiers)
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

    fn step_in_session<'py>(
        &mut self,
        python: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
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

    fn describe_path<'py>(
        &mut self,
        python: Python<'py>,
        known: Known,
    ) -> PyResult<Bound<'py, PyDict>> {
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
            self.subject.keep_results,
        )
    }
}
