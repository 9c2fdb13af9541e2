//! Marks: points of a run of the target at which all that the rest depends on can be read (`pef-explore`'s `joins.rs`).
//!
//! That it can be read rests on two proofs that come first. `pef.analysis.pure_computation` proves that the target, and all that
//! it calls, computes with values of builtin types, changes nothing but what it has made itself, and asks for no
//! identities: so nothing that happened in the call so far is remembered anywhere but in what its frame leads to. `pef-syntax`'s `liveness.rs` finds
//! the conditions at which that frame holds no more than local variables and the iterators of loops, and which of the
//! variables are still looked at. Here these are read (`reading.rs`). What cannot be read is no mark: then the paths
//! from there are explored, as always.
//!
//! Only the frame of the target itself is looked at: what a call inside of it has come to is in its variables when it
//! has returned.

pub mod iterators;
mod reading;
mod writing;

use std::rc::Rc;

use pef_explore::Mark;
use pef_syntax::Point;
use pyo3::ffi;
use rustc_hash::FxHashMap;

use crate::raw::{Object, Owned, frame};
use crate::session::{self, Session};
use crate::values::{lazy, symbolic};
use reading::Reading;

/// So many frames of PEF itself may be between the target and what calls it.
const FRAMES_BETWEEN: usize = 8;

/// What an exploration that joins paths keeps.
pub struct Joining {
    /// The points of the target, by the numbers of their branches.
    points: FxHashMap<u32, Rc<Prepared>>,
    /// Objects that states tell by their addresses; alive, so that no other object gets the same one.
    kept: FxHashMap<usize, Owned>,
    /// In this run, marks are wanted after so many decisions.
    after: Option<usize>,
    /// The frame that the target is called from in this run.
    outer: usize,
    marks: Vec<Mark>,
    loops: Vec<Loop>,
}

/// A point with its names as objects.
struct Prepared {
    live: Vec<Owned>,
    loops: Vec<u32>,
}

/// A `for` loop under way in the frame of the target.
struct Loop {
    frame: usize,
    number: u32,
    iterator: Owned,
}

impl Joining {
    /// For the target whose branches have these numbers; nothing where it has no points.
    ///
    /// # Safety
    /// The interpreter is attached.
    pub unsafe fn new(branches: &[u32]) -> Option<Box<Self>> {
        let points: FxHashMap<u32, Rc<Prepared>> = branches
            .iter()
            .filter_map(|&branch| {
                let point = session::with(|session| session.sites.point(branch))?;
                Some((branch, Rc::new(unsafe { Prepared::new(&point) }?)))
            })
            .collect();
        (!points.is_empty()).then(|| {
            Box::new(Self {
                points,
                kept: FxHashMap::default(),
                after: None,
                outer: 0,
                marks: Vec::new(),
                loops: Vec::new(),
            })
        })
    }

    fn wants(&self, branch: u32, decisions: usize) -> bool {
        self.after.is_some_and(|after| decisions >= after)
            && self.points.contains_key(&branch)
            && self
                .marks
                .last()
                .is_none_or(|mark| mark.position < decisions)
    }
}

impl Prepared {
    unsafe fn new(point: &Point) -> Option<Self> {
        let live = point.live.iter().map(|name| unsafe {
            let length = name.len() as ffi::Py_ssize_t;
            Owned::new(ffi::PyUnicode_FromStringAndSize(
                name.as_ptr().cast(),
                length,
            ))
        });
        Some(Self {
            live: live.collect::<Option<_>>()?,
            loops: point.loops.clone(),
        })
    }
}

/// Begins a run in which marks are wanted after so many decisions, if at all.
pub fn begin_run(session: &mut Session, after: Option<usize>) {
    if let Some(joining) = &mut session.joining {
        joining.after = after;
        joining.outer = 0;
        joining.marks.clear();
    }
}

/// The target is about to be called.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn begin_call() {
    let outer = unsafe { frame::address() };
    session::with(|session| {
        if let Some(joining) = &mut session.joining {
            joining.outer = outer;
        }
    });
}

/// The marks of the run.
pub fn end_run() -> Vec<Mark> {
    let (marks, loops) = session::with(|session| {
        session
            .joining
            .as_mut()
            .map_or_else(Default::default, |joining| {
                joining.after = None;
                (
                    std::mem::take(&mut joining.marks),
                    std::mem::take(&mut joining.loops),
                )
            })
    });
    // Letting go of iterators can run code, which must find the session free.
    drop(loops);
    marks
}

/// The program comes to a branch, and its condition is about to be decided: makes a mark if this is a point for one.
///
/// # Safety
/// The condition is alive.
#[inline]
pub unsafe fn at_branch(branch: u32, condition: Object) {
    let is_wanted = session::with(|session| {
        let decisions = session.trace.len();
        let joining = session.joining.as_deref();
        joining.is_some_and(|joining| joining.wants(branch, decisions))
    });
    // Where nothing is decided, the next branch will do.
    if is_wanted && unsafe { symbolic(condition).is_some() || lazy::is_lazy(condition) } {
        unsafe { mark(branch, condition) };
    }
}

unsafe fn mark(branch: u32, condition: Object) {
    unsafe {
        let Some((frame, address)) = target_frame() else {
            return;
        };
        let point = session::with(|session| {
            let joining = session.joining.as_ref()?;
            let point = Rc::clone(joining.points.get(&branch)?);
            let numbers = point.loops.clone();
            let iterators = numbers.into_iter().map(|number| {
                let mut loops = joining.loops.iter();
                let found = loops.find(|known| known.frame == address && known.number == number);
                found.map(|known| Owned::borrowed(known.iterator.get()))
            });
            let iterators = iterators.collect::<Option<Vec<_>>>()?;
            Some((point, iterators))
        });
        let Some((point, iterators)) = point else {
            return;
        };
        let Some(locals) = frame.locals() else {
            ffi::PyErr_Clear();
            return;
        };
        let mut reading = Reading::new(branch);
        let read = reading
            .object(condition)
            .and_then(|()| reading.variables_of(&locals, &point.live))
            .and_then(|()| {
                iterators
                    .iter()
                    .try_for_each(|iterator| reading.iterator(iterator.get()))
            });
        if read.is_err() {
            ffi::PyErr_Clear();
            return;
        }
        session::with(|session| {
            let position = session.trace.len();
            if let Some(joining) = &mut session.joining {
                let (mark, kept) = reading.finish(position);
                joining.kept.extend(kept);
                joining.marks.push(mark);
            }
        });
    }
}

/// A `for` loop begins: the iterator it goes through, where that is known and can be read later; a new reference.
///
/// # Safety
/// The iterable is alive.
pub unsafe fn loop_begins(number: u32, iterable: Object) -> Option<Object> {
    unsafe {
        let is_wanted = session::with(|session| {
            let joining = session.joining.as_deref();
            joining.is_some_and(|joining| joining.after.is_some() && !joining.points.is_empty())
        });
        if !is_wanted {
            return None;
        }
        let (_, address) = target_frame()?;
        // A loop that begins again has a new iterator, whatever it goes through this time.
        let known = |one: &Loop| one.frame == address && one.number == number;
        let old: Vec<Loop> = session::with(|session| {
            let loops = session.joining.as_mut().map(|joining| &mut joining.loops);
            loops.map_or_else(Vec::new, |loops| {
                loops.extract_if(.., |one| known(one)).collect()
            })
        });
        // Letting go of it can run code, which must find the session free.
        drop(old);
        if !iterators::is_known_iterable(iterable) {
            return None;
        }
        let iterator = Owned::new(ffi::PyObject_GetIter(iterable));
        if let Some(iterator) = &iterator {
            let iterator = Owned::borrowed(iterator.get());
            session::with(|session| {
                if let Some(joining) = &mut session.joining {
                    joining.loops.push(Loop {
                        frame: address,
                        number,
                        iterator,
                    });
                }
            });
        }
        Some(iterator.map_or(std::ptr::null_mut(), Owned::release))
    }
}

/// The innermost frame with its address, if it is that of the target.
unsafe fn target_frame() -> Option<(frame::Frame, usize)> {
    unsafe {
        let current = frame::current()?;
        let outer = session::with(|session| session.joining.as_ref().map(|known| known.outer))?;
        let mut back = current.back();
        for _ in 0..FRAMES_BETWEEN {
            let Some(between) = back else {
                return (outer == 0).then(|| {
                    let address = current.address();
                    (current, address)
                });
            };
            if between.address() == outer {
                let address = current.address();
                return Some((current, address));
            }
            let globals = between.globals_address();
            if !session::with(|session| session.is_own(globals)) {
                return None;
            }
            back = between.back();
        }
        None
    }
}
