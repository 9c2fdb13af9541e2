//! What the symbolic values of a run share: terms, the input, the trace, notes.
//!
//! There is one session for the process, guarded by the interpreter lock: a value may reach any thread that the
//! program starts, and must find its term there. A value made in one run and met in another (the program kept it
//! somewhere that was not restored) has another *epoch* and counts as plain: its term says nothing about the
//! present input.
//!
//! No borrow of the session is ever held while Python code can run.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use pef_explore::{Choice, Decision, ReasonKind, SiteId, Trace};
use pef_term::{Domain, Model, Node, Sort, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::joining::Joining;
use crate::sites::Sites;
use crate::texts::Texts;
use crate::values::lazy::Lazy;

/// So often a program may catch what ends its run before it is ended in another way.
const PATIENCE: u32 = 100;

/// How many hook calls pass between two looks at the clock.
const CLOCK_INTERVAL: u32 = 1 << 14;

/// The numbers that are lengths: nothing in CPython is longer than `sys.maxsize`.
pub fn lengths() -> Domain {
    Domain::between(0, isize::MAX as i64)
}

/// Why a run must end although the program has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Deadline,
    TooManyDecisions,
    /// The input is none of the target's (two keys of a dictionary are equal); another one is asked for.
    Impossible,
    /// An input is too large to be built.
    TooLarge,
    /// Whoever watches does not want the input to be run.
    Unwanted,
}

/// Something that happened in a run and weakens what may be said of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    pub kind: ReasonKind,
    pub site: SiteId,
    pub detail: String,
}

pub struct Session {
    pub terms: Terms,
    pub sites: Sites,
    pub texts: Texts,
    /// Containers whose size is still open, by address.
    pub lazies: FxHashMap<usize, Lazy>,
    /// The input of the current run, completed as variables come up.
    pub model: Model,
    pub trace: Trace,
    /// By term: the epoch in which it was last decided, and the side. Saves asking twice in one run.
    decided: Vec<(u32, bool)>,
    notes: Vec<Note>,
    noted: FxHashSet<Note>,
    /// Ints that became text in this run and may be of any size, each with the number of decisions before it.
    pub numbers_as_text: Vec<(TermId, usize)>,
    /// What was fixed in this run because it was used by its plain value: conditions that hold for it.
    pub fixed: Vec<TermId>,
    pub deadline: Option<Instant>,
    /// While a look-up whose decisions have been recorded runs natively: the frame it runs in. Hashing loses nothing
    /// there; Python code that the look-up may call has a frame of its own.
    pub modelled_in: Option<usize>,
    /// While the engine itself asks an object for its length: the frame in which it does.
    pub asking_in: Option<usize>,
    /// Whether a symbolic value became a key of a dictionary or an element of a set in this run.
    pub symbolic_keys_exist: bool,
    /// Names of arguments that go to `**kwargs`, by address: known to differ from each other and from those of
    /// parameters, so that hashing them to pass them on loses nothing.
    pub keyword_names: FxHashSet<usize>,
    /// Conditional expressions that came up in this run, by the numbers of their branches.
    pub choices: FxHashSet<u32>,
    stop: Option<Stop>,
    /// How often the program was told so in this run.
    times_told: u32,
    /// After so many decisions the run is ended.
    most_decisions: usize,
    clock: u32,
    /// Global dictionaries of the modules whose code was rewritten, by address.
    instrumented: FxHashSet<usize>,
    /// Those of them that are part of PEF.
    own: FxHashSet<usize>,
    last_instrumented: usize,
    /// Runs of each side of each branch of the rewritten code.
    pub coverage: Vec<[u32; 2]>,
    /// Compare every term that is made with the value it is made for; for the tests of PEF itself.
    pub checking: bool,
    /// Counters for names of things made during a run, by base name.
    pub fresh: FxHashMap<String, u32>,
    /// Where paths that meet again are to be noticed: what that needs.
    pub joining: Option<Box<Joining>>,
}

/// Whether a run is under way; read on every hook call.
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// The number of the present run.
static EPOCH: AtomicU32 = AtomicU32::new(0);

struct Shared(RefCell<Option<Session>>);

// SAFETY: only touched while the interpreter lock is held, which serialises all threads.
unsafe impl Sync for Shared {}

static SESSION: Shared = Shared(RefCell::new(None));

/// Whether values may be symbolic now.
#[inline]
pub fn is_active() -> bool {
    ACTIVE.load(Ordering::Relaxed)
}

/// The number of the present run.
#[inline]
pub fn epoch() -> u32 {
    EPOCH.load(Ordering::Relaxed)
}

/// Uses the session. The closure must not run Python code.
#[inline]
pub fn with<R>(use_session: impl FnOnce(&mut Session) -> R) -> R {
    let mut guard = SESSION.0.borrow_mut();
    use_session(guard.get_or_insert_with(Session::new))
}

impl Session {
    fn new() -> Self {
        Self {
            terms: Terms::new(),
            sites: Sites::default(),
            texts: Texts::default(),
            lazies: FxHashMap::default(),
            model: Model::default(),
            trace: Trace::new(),
            decided: Vec::new(),
            notes: Vec::new(),
            numbers_as_text: Vec::new(),
            fixed: Vec::new(),
            noted: FxHashSet::default(),
            deadline: None,
            modelled_in: None,
            asking_in: None,
            symbolic_keys_exist: false,
            keyword_names: FxHashSet::default(),
            choices: FxHashSet::default(),
            stop: None,
            times_told: 0,
            most_decisions: usize::MAX,
            clock: 0,
            instrumented: FxHashSet::default(),
            own: FxHashSet::default(),
            last_instrumented: 0,
            coverage: Vec::new(),
            checking: false,
            fresh: FxHashMap::default(),
            joining: None,
        }
    }

    /// Takes up an exploration whose terms and counters were just put in place (or put away).
    pub fn resume(&mut self, deadline: Option<Instant>) {
        self.decided.clear();
        self.deadline = deadline;
        let branches = self.sites.branch_count();
        self.coverage.resize(branches, [0, 0]);
    }

    /// Starts a run on an input, which is ended after so many decisions.
    pub fn begin_run(&mut self, input: Model, most_decisions: usize) {
        self.model = input;
        self.most_decisions = most_decisions;
        self.times_told = 0;
        self.trace.clear();
        self.notes.clear();
        self.noted.clear();
        self.numbers_as_text.clear();
        self.fixed.clear();
        self.fresh.clear();
        self.stop = None;
        self.texts.clear();
        self.lazies.clear();
        self.modelled_in = None;
        self.asking_in = None;
        self.symbolic_keys_exist = false;
        self.keyword_names.clear();
        self.choices.clear();
        EPOCH.fetch_add(1, Ordering::Relaxed);
        ACTIVE.store(true, Ordering::Relaxed);
    }

    /// A plain run begins: that an earlier run was stopped is none of its business.
    pub fn begin_replay(&mut self) {
        self.stop = None;
    }

    /// Ends the run: from here on values of it are plain.
    pub fn end_run(&mut self) -> (Model, Trace, Vec<Note>) {
        ACTIVE.store(false, Ordering::Relaxed);
        EPOCH.fetch_add(1, Ordering::Relaxed);
        (
            std::mem::take(&mut self.model),
            std::mem::take(&mut self.trace),
            std::mem::take(&mut self.notes),
        )
    }

    /// The variable of that name and its value in this run; the default becomes part of the input.
    pub fn input(
        &mut self,
        name: &str,
        sort: Sort,
        domain: Domain,
        default: Value,
    ) -> (TermId, Value) {
        let variable = self.terms.variable(name, sort, domain);
        let value = match self.model.get(variable) {
            Some(value) => value.clone(),
            None => {
                self.model.set(variable, default.clone());
                default
            }
        };
        (self.terms.var(variable), value)
    }

    /// Records which way a condition went; the side is a fact of the run.
    pub fn decide(&mut self, condition: TermId, side: bool, site: SiteId) -> Result<(), Stop> {
        let (condition, side) = strip_not(&self.terms, condition, side);
        self.check(condition, || side.into());
        if self.terms.as_const(condition).is_some() {
            return Ok(());
        }
        if !self.is_news(condition, side) {
            return Ok(());
        }
        self.push(Decision {
            site,
            choice: Choice::Branch {
                condition,
                taken: side,
            },
        })
    }

    /// Remembers the side of a condition that follows from decisions made before, so that it is none itself.
    pub fn imply(&mut self, condition: TermId, side: bool) {
        let (condition, side) = strip_not(&self.terms, condition, side);
        if self.terms.as_const(condition).is_none() {
            self.is_news(condition, side);
        }
    }

    /// Records that a term had to have its present value.
    pub fn decide_value(&mut self, term: TermId, value: TermId, site: SiteId) -> Result<(), Stop> {
        if self.terms.as_const(term).is_some() {
            return Ok(());
        }
        let equal = self.terms.eq(term, value);
        if !self.is_news(equal, true) {
            return Ok(());
        }
        self.push(Decision {
            site,
            choice: Choice::Value { term, value },
        })
    }

    /// Records a condition that holds by construction.
    pub fn assume(&mut self, condition: TermId, site: SiteId) -> Result<(), Stop> {
        let (condition, taken) = strip_not(&self.terms, condition, true);
        if self.terms.as_const(condition).is_some() || !self.is_news(condition, taken) {
            return Ok(());
        }
        self.push(Decision {
            site,
            choice: Choice::Assumed { condition, taken },
        })
    }

    /// Records whether a clause of a contract was found true.
    pub fn oblige(&mut self, condition: TermId, side: bool, site: SiteId) -> Result<(), Stop> {
        let (condition, taken) = strip_not(&self.terms, condition, side);
        if self.terms.as_const(condition).is_some() || !self.is_news(condition, taken) {
            return Ok(());
        }
        self.push(Decision {
            site,
            choice: Choice::Obligation { condition, taken },
        })
    }

    /// Whether a condition was not yet decided this way in this run; it is from now on.
    fn is_news(&mut self, condition: TermId, side: bool) -> bool {
        let index = condition.index();
        if index >= self.decided.len() {
            self.decided.resize(index + 1, (0, false));
        }
        let now = (epoch(), side);
        std::mem::replace(&mut self.decided[index], now) != now
    }

    fn push(&mut self, decision: Decision) -> Result<(), Stop> {
        self.trace.push(decision);
        if self.trace.len() > self.most_decisions && self.stop.is_none() {
            self.stop = Some(Stop::TooManyDecisions);
        }
        self.stop.map_or(Ok(()), Err)
    }

    /// Looks at the clock every so often, so that a run that does not end is ended.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.clock = self.clock.wrapping_add(1);
        if self.clock.is_multiple_of(CLOCK_INTERVAL)
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stop = Some(Stop::Deadline);
        }
        self.stop.map_or(Ok(()), Err)
    }

    /// Ends the run.
    pub fn halt(&mut self, stop: Stop) -> Stop {
        self.stop = Some(stop);
        stop
    }

    /// The program is told that its run is to end; says whether it has been told so often that it does not listen.
    pub fn is_deaf(&mut self) -> bool {
        self.times_told += 1;
        self.times_told > PATIENCE
    }

    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Notes something that weakens the verdict, once for each place.
    pub fn note(&mut self, kind: ReasonKind, site: SiteId, detail: String) {
        let note = Note { kind, site, detail };
        if self.noted.insert(note.clone()) {
            self.notes.push(note);
        }
    }

    /// Remembers the present value of a term as a fact of this run, which no decision says.
    pub fn fix(&mut self, term: TermId) {
        if let Some(value) = pef_term::evaluate(&self.terms, term, &self.model) {
            let value = self.terms.constant(&value);
            let fact = self.terms.eq(term, value);
            if self.terms.as_const(fact).is_none() && !self.fixed.contains(&fact) {
                self.fixed.push(fact);
            }
        }
    }

    /// Remembers that an int became text, unless it is known to have few digits: bounds of very many are not kept.
    pub fn becomes_text(&mut self, term: TermId) {
        let interval = self.terms.interval(term);
        let is_bounded = interval.lower.is_some() && interval.upper.is_some();
        let known = &self.numbers_as_text;
        if !is_bounded && known.iter().all(|(other, _)| *other != term) {
            self.numbers_as_text.push((term, self.trace.len()));
        }
    }

    /// In checking mode: notes a term that does not have its value under the present input.
    #[inline]
    pub fn check(&mut self, term: TermId, value: impl FnOnce() -> Value) {
        if self.checking {
            self.check_now(term, &value());
        }
    }

    fn check_now(&mut self, term: TermId, value: &Value) {
        let evaluated = pef_term::evaluate(&self.terms, term, &self.model);
        // No value: the evaluator refuses what would be too large.
        if evaluated.is_some_and(|evaluated| evaluated != *value) {
            let detail = format!(
                "a term disagrees with its value {value:?}: {}",
                self.terms.display(term)
            );
            // SAFETY: values are made while the interpreter is attached.
            let site = unsafe { self.sites.here() };
            self.note(ReasonKind::Unreproduced, site, detail);
        }
    }

    /// Makes the code that runs with these globals known as rewritten.
    pub fn add_instrumented(&mut self, globals: usize) {
        self.instrumented.insert(globals);
    }

    /// Whether the code with these globals was rewritten.
    #[inline]
    pub fn is_instrumented(&mut self, globals: usize) -> bool {
        if globals == self.last_instrumented {
            return true;
        }
        let known = self.instrumented.contains(&globals);
        if known {
            self.last_instrumented = globals;
        }
        known
    }

    /// Makes code of PEF itself known that counts as rewritten.
    pub fn add_own(&mut self, globals: usize) {
        self.instrumented.insert(globals);
        self.own.insert(globals);
    }

    /// Whether the code with these globals is part of PEF.
    pub fn is_own(&self, globals: usize) -> bool {
        self.own.contains(&globals)
    }

    /// Whether the code with these globals is that of the program, and rewritten.
    pub fn is_program(&mut self, globals: usize) -> bool {
        self.is_instrumented(globals) && !self.own.contains(&globals)
    }

    /// Counts one side of a branch.
    #[inline]
    pub fn cover(&mut self, branch: usize, side: bool) {
        if let Some(sides) = self.coverage.get_mut(branch) {
            sides[usize::from(side)] += 1;
        }
    }
}

/// A condition without its negations, and the side it takes then.
fn strip_not(terms: &Terms, mut condition: TermId, mut side: bool) -> (TermId, bool) {
    while let Node::Not(inner) = terms.node(condition) {
        condition = *inner;
        side = !side;
    }
    (condition, side)
}
