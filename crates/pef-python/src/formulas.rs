//! What contract expressions are compiled to (`pef/contracts/formula.py`): truth as a term instead of a fork.
//!
//! Nothing here decides, except where it says so: a contract is one condition on the input, and every fork inside it
//! would be a path that the program does not have. Where a value has no such condition (an object with a
//! `__bool__` or an `__eq__` of its own), its own code is run as the program would run it.

use pef_explore::SiteId;
use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::primitives::{object, raised};
use crate::raw::{Object, Owned, long};
use crate::session::{self, Session, Stop};
use crate::values::decide::{Raised, raise_stop};
use crate::values::equality::{Equality, equality};
use crate::values::number::new_boolean;
use crate::values::{Symbolic, lazy, symbolic, text};

/// Truth of a value: a plain answer, or a term with its side in this run.
enum Truth {
    Plain(bool),
    Term(TermId, bool),
}

impl Truth {
    fn now(&self) -> bool {
        match self {
            Self::Plain(side) | Self::Term(_, side) => *side,
        }
    }
}

/// The truth of a value without a decision; runs the value's own `__bool__` where it has one.
unsafe fn truth_of(value: Object) -> Result<Truth, Raised> {
    unsafe {
        match symbolic(value) {
            Some(Symbolic::Bool(term)) => {
                return Ok(Truth::Term(term, !long::is_zero(value)));
            }
            Some(Symbolic::Int(term)) => {
                let condition = session::with(|session| session.terms.is_nonzero(term));
                return Ok(Truth::Term(condition, !long::is_zero(value)));
            }
            Some(Symbolic::Float(term)) => {
                let condition = crate::values::float::nonzero(term);
                return Ok(Truth::Term(condition, ffi::PyFloat_AS_DOUBLE(value) != 0.0));
            }
            Some(Symbolic::Octets(id)) => {
                let condition = session::with(|session| {
                    let length = session.texts.length(id);
                    session.terms.is_nonzero(length)
                });
                return Ok(Truth::Term(condition, ffi::PyBytes_Size(value) != 0));
            }
            Some(Symbolic::Text(id)) => {
                text::symbolic_text(value)?;
                let condition = session::with(|session| {
                    let length = session.texts.length(id);
                    session.terms.is_nonzero(length)
                });
                return Ok(Truth::Term(
                    condition,
                    ffi::PyUnicode_GET_LENGTH(value) != 0,
                ));
            }
            None => {}
        }
        if let Some((length, size)) = lazy::open_size(value) {
            let condition = session::with(|session| session.terms.is_nonzero(length));
            return Ok(Truth::Term(condition, size != 0));
        }
        match ffi::PyObject_IsTrue(value) {
            -1 => Err(Raised),
            side => Ok(Truth::Plain(side == 1)),
        }
    }
}

/// A truth as a bool of the program.
unsafe fn boolean(truth: &Truth) -> Object {
    unsafe {
        match *truth {
            Truth::Plain(side) => crate::raw::reference::new_bool(side),
            Truth::Term(term, side) => new_boolean(side, term),
        }
    }
}

/// `bool(value)` without a decision.
#[pyfunction]
fn condition<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    unsafe {
        let truth = truth_of(value.as_ptr()).map_err(raised(python))?;
        object(python, boolean(&truth))
    }
}

/// `not value` without a decision.
#[pyfunction]
fn negation<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    unsafe {
        let truth = match truth_of(value.as_ptr()).map_err(raised(python))? {
            Truth::Plain(side) => Truth::Plain(!side),
            Truth::Term(term, side) => {
                Truth::Term(session::with(|session| session.terms.not(term)), !side)
            }
        };
        object(python, boolean(&truth))
    }
}

/// Whether a value's `==` may be answered by identity first, as containers do for their elements.
///
/// Not for a float (which may not be a number), nor for objects with an `==` of their own.
unsafe fn is_equal_to_itself(value: Object) -> bool {
    unsafe {
        ffi::PyLong_Check(value) != 0
            || ffi::PyUnicode_Check(value) != 0
            || ffi::PyList_Check(value) != 0
            || ffi::PyTuple_Check(value) != 0
    }
}

/// `left == right`: one condition for ints, strings, and lists and tuples of these; else what their `==` gives.
#[pyfunction]
fn equal<'py>(left: &Bound<'py, PyAny>, right: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = left.py();
    let (one, two) = (left.as_ptr(), right.as_ptr());
    // SAFETY: both are alive.
    unsafe {
        if session::is_active() && is_equal_to_itself(one) && is_equal_to_itself(two) {
            let answer = match equality(one, two).map_err(raised(python))? {
                Equality::Plain(side) => Some(Truth::Plain(side)),
                Equality::When(term, side) => Some(Truth::Term(term, side)),
                Equality::Foreign => None,
            };
            if let Some(truth) = answer {
                return object(python, boolean(&truth));
            }
        }
        object(python, ffi::PyObject_RichCompare(one, two, ffi::Py_EQ))
    }
}

type Record = fn(&mut Session, TermId, bool, SiteId) -> Result<(), Stop>;

fn record(value: &Bound<'_, PyAny>, file: &str, line: u32, record: Record) -> PyResult<bool> {
    let python = value.py();
    // SAFETY: the object is alive.
    let truth = unsafe { truth_of(value.as_ptr()) }.map_err(raised(python))?;
    if let Truth::Term(term, side) = truth {
        session::with(|session| {
            let site = session.sites.line(file, line);
            record(session, term, side, site)
        })
        .map_err(|stop| raised(python)(raise_stop(stop)))?;
    }
    Ok(truth.now())
}

/// Whether an assumption holds. Where it does, it is a fact of the run; where it does not, an input for which it
/// does is asked for.
#[pyfunction]
fn assume(value: &Bound<'_, PyAny>, file: &str, line: u32) -> PyResult<bool> {
    record(value, file, line, |session, term, side, site| {
        if side {
            session.assume(term, site)
        } else {
            session.decide(term, false, site)
        }
    })
}

/// Whether a clause that ought to be true is; its other side is asked about before anything else.
#[pyfunction]
fn oblige(value: &Bound<'_, PyAny>, file: &str, line: u32) -> PyResult<bool> {
    record(value, file, line, Session::oblige)
}

/// A copy of an open container that is as open; `copy` is applied to the elements it has already.
/// Nothing for any other object.
#[pyfunction]
fn copy_open<'py>(
    value: &Bound<'py, PyAny>,
    copy: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let python = value.py();
    // SAFETY: both are alive.
    let copied = unsafe {
        lazy::copying::copy(value.as_ptr(), |element| {
            let argument = Bound::from_borrowed_ptr(python, element);
            match copy.call1((argument,)) {
                Ok(copied) => Ok(Owned::borrowed(copied.as_ptr())),
                Err(error) => {
                    error.restore(python);
                    Err(Raised)
                }
            }
        })
    };
    match copied.map_err(raised(python))? {
        Some(pointer) => object(python, pointer).map(Some),
        None => Ok(None),
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(condition, module)?)?;
    let negation = wrap_pyfunction!(negation, module)?;
    // Models call it too, with symbolic values.
    crate::models::add_transparent(negation.as_any());
    module.add_function(negation)?;
    module.add_function(wrap_pyfunction!(equal, module)?)?;
    module.add_function(wrap_pyfunction!(assume, module)?)?;
    module.add_function(wrap_pyfunction!(oblige, module)?)?;
    module.add_function(wrap_pyfunction!(copy_open, module)?)
}
