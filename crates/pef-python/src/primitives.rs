//! What models written in Python (`pef/models/`) are made of: functions that see terms.
//!
//! A model is ordinary Python over these; it is rewritten like a program under test, so its branches decide. The
//! functions here never fork unless they say so.

macro_rules! add_functions {
    ($module:expr, $($function:path),* $(,)?) => {
        $({
            let function = wrap_pyfunction!($function, $module)?;
            // They see terms, so models pass them symbolic values.
            crate::models::add_transparent(function.as_any());
            $module.add_function(function)?;
        })*
    };
}

mod floats;
mod keys;
mod texts;

use pef_term::TermId;
use pyo3::exceptions::{PySystemError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple, PyType};

use crate::raw::{Object, Owned, long};
use crate::session;
use crate::texts::TextId;
use crate::values::convert::integer_of;
use crate::values::decide::{Raised, concretised, fix_value};
use crate::values::deferred::defer_joining;
use crate::values::holding;
use crate::values::integer::integer_term;
use crate::values::number::{new_boolean, new_integer};
use crate::values::{
    Symbolic, lazy, octets as values_octets, plain as plain_of, symbolic, text, text_search,
};

pub(crate) fn raised(python: Python<'_>) -> impl FnOnce(Raised) -> PyErr {
    move |Raised| {
        PyErr::take(python)
            .unwrap_or_else(|| PySystemError::new_err("an operation failed without a reason"))
    }
}

pub(crate) fn object(python: Python<'_>, pointer: Object) -> PyResult<Bound<'_, PyAny>> {
    // SAFETY: every caller passes a new reference, or null with an exception set.
    unsafe { Bound::from_owned_ptr_or_err(python, pointer) }
}

/// Whether a value is symbolic, or a container with something symbolic in it.
#[pyfunction]
fn is_symbolic(value: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    session::is_active() && unsafe { holding::holds_symbolic(value.as_ptr()) }
}

/// The plain value of a symbolic one, without a note: for a case in which all that depends on it was decided.
#[pyfunction]
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the object is alive.
    object(value.py(), unsafe { plain_of(value.as_ptr()) })
}

/// Notes that a term is lost here.
#[pyfunction]
fn concretise<'py>(value: &Bound<'py, PyAny>, detail: &str) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the interpreter is attached.
    unsafe {
        concretised(|| detail.to_owned());
        fix_value(value.as_ptr());
    }
    plain(value)
}

/// Makes the run depend on the present value of an int; gives the plain int. Decides.
#[pyfunction]
fn settle<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    let settled = unsafe { crate::values::integer_methods::settle(value.as_ptr()) }
        .map_err(raised(python))?;
    object(python, settled.release())
}

/// Decides the size of an open container or string; gives it back.
#[pyfunction]
fn fix<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    unsafe {
        lazy::fix(value.as_ptr()).map_err(raised(python))?;
        fixed(value)?;
    }
    Ok(value.clone())
}

/// What an iterator over an open sequence goes over.
#[pyfunction]
fn iterated<'py>(iterator: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: both objects are alive.
    unsafe {
        lazy::iteration::iterated(iterator.as_ptr())
            .map(|sequence| Bound::from_borrowed_ptr(iterator.py(), sequence))
    }
}

/// The text of a string or of bytes, its length decided.
fn fixed(value: &Bound<'_, PyAny>) -> PyResult<Option<TextId>> {
    let python = value.py();
    // SAFETY: the object is alive.
    unsafe {
        let Some(id) = text_search::text_of(value.as_ptr()).map_err(raised(python))? else {
            return Ok(None);
        };
        text_search::fix(value.as_ptr(), id).map_err(raised(python))?;
        Ok(Some(id))
    }
}

/// The codes of a string or of bytes as ints, symbolic where they are. Decides the length if it is open.
#[pyfunction]
fn codes<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let python = value.py();
    let list = PyList::empty(python);
    // SAFETY: the object is alive, and its text has as many code points as it has characters.
    unsafe {
        let string = value.as_ptr();
        let Some(id) = fixed(value)? else {
            return Err(PyTypeError::new_err("a string or bytes are needed"));
        };
        let terms = session::with(|session| session.texts.codes(id).to_vec());
        for (index, term) in terms.into_iter().enumerate() {
            let code = if ffi::PyUnicode_Check(string) != 0 {
                ffi::PyUnicode_ReadChar(string, index as ffi::Py_ssize_t)
            } else {
                u32::from(crate::raw::octets::slice(string)[index])
            };
            let plain = Owned::new(ffi::PyLong_FromLong(i64::from(code)))
                .ok_or_else(|| PyErr::fetch(python))?;
            list.append(object(python, new_integer(&plain, term))?)?;
        }
    }
    Ok(list)
}

/// The string of some code points, ints or symbolic ints, all of which must be valid.
#[pyfunction]
fn string<'py>(codes: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    let python = codes.py();
    let (values, terms) = parts_of(codes)?;
    // SAFETY: the values are code points, and those of the terms.
    unsafe {
        let plain =
            Owned::new(text::new_plain_text(&values)).ok_or_else(|| PyErr::fetch(python))?;
        object(python, text::new_from_codes(&plain, terms))
    }
}

/// The bytes with some values, ints or symbolic ints, all of which must be bytes.
#[pyfunction]
fn octets<'py>(codes: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    let (values, terms) = parts_of(codes)?;
    let values: Vec<u8> = values
        .into_iter()
        .map(u8::try_from)
        .collect::<Result<_, _>>()
        .map_err(|_| PyTypeError::new_err("not a byte"))?;
    // SAFETY: the values are those of the terms.
    object(codes.py(), unsafe {
        values_octets::new_from_codes(&values, terms)
    })
}

fn parts_of(codes: &Bound<'_, PyList>) -> PyResult<(Vec<u32>, Vec<TermId>)> {
    let mut values = Vec::with_capacity(codes.len());
    let mut terms = Vec::with_capacity(codes.len());
    for code in codes {
        // SAFETY: the object is alive.
        let (value, term) = unsafe { integer_parts(code.as_ptr()) }
            .ok_or_else(|| PyTypeError::new_err("code points are ints"))?;
        values.push(u32::try_from(value).map_err(|_| PyTypeError::new_err("not a code point"))?);
        terms.push(term);
    }
    Ok((values, terms))
}

unsafe fn integer_parts(value: Object) -> Option<(i64, TermId)> {
    unsafe {
        if ffi::PyLong_Check(value) == 0 {
            return None;
        }
        let plain = integer_of(value);
        let small = plain.to_i64()?;
        let term = match integer_term(value) {
            Some(term) => term,
            None => session::with(|session| session.terms.int_const(plain)),
        };
        Some((small, term))
    }
}

/// The condition that `part` stands in `codes` at a position; both are lists of ints. No decision.
#[pyfunction]
fn same<'py>(
    codes: &Bound<'py, PyList>,
    position: usize,
    part: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = codes.py();
    if position + part.len() > codes.len() {
        return Ok(PyBool::new(python, false).to_owned().into_any());
    }
    let mut equal = true;
    let mut conditions = Vec::with_capacity(part.len());
    for (index, wanted) in part.iter().enumerate() {
        let code = codes.get_item(position + index)?;
        // SAFETY: the objects are alive.
        let (Some((one, first)), Some((two, second))) =
            (unsafe { (integer_parts(code.as_ptr()), integer_parts(wanted.as_ptr())) })
        else {
            return Err(PyTypeError::new_err("code points are ints"));
        };
        equal &= one == two;
        conditions.push(session::with(|session| session.terms.eq(first, second)));
    }
    let condition = session::with(|session| session.terms.and(&conditions));
    // SAFETY: the term has this value in this run.
    object(python, unsafe { new_boolean(equal, condition) })
}

/// Calls a builtin itself, whatever model it has.
#[pyfunction]
#[pyo3(signature = (callee, *arguments, **keywords))]
fn native<'py>(
    callee: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    callee.call(arguments, keywords)
}

/// Strings as one string; what they are is looked at now, and their open lengths are decided.
#[pyfunction]
fn join_now<'py>(parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let python = parts.py();
    // SAFETY: the parts are alive; joining takes their plain values.
    unsafe {
        let value = joined_value(python, parts)?;
        let pointers: Vec<Object> = parts.iter().map(|part| part.as_ptr()).collect();
        let Some(joined) = text::join_now(&value, &pointers).map_err(raised(python))? else {
            return Err(PyTypeError::new_err("strings are needed"));
        };
        object(python, joined)
    }
}

/// Strings as one string, which is put together when it is looked at.
#[pyfunction]
fn join<'py>(parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let python = parts.py();
    // SAFETY: as above.
    unsafe {
        let value = joined_value(python, parts)?;
        if !holding::holds_symbolic(parts.as_ptr()) {
            return object(python, value.release());
        }
        let parts = Owned::borrowed(parts.as_ptr());
        object(python, defer_joining(&value, &parts))
    }
}

/// # Safety
/// The interpreter is attached.
unsafe fn joined_value(python: Python<'_>, parts: &Bound<'_, PyTuple>) -> PyResult<Owned> {
    unsafe {
        let empty = Owned::new(text::new_plain_text(&[])).ok_or_else(|| PyErr::fetch(python))?;
        Owned::new(ffi::PyUnicode_Join(empty.get(), parts.as_ptr()))
            .ok_or_else(|| PyErr::fetch(python))
    }
}

/// A string with this plain value, which `maker()` gives with its terms when it is looked at. `equals(other)` is the
/// condition that it is some plain string, or `None` where that is not known without looking.
#[pyfunction]
#[pyo3(signature = (value, maker, equals=None))]
fn deferred<'py>(
    value: &Bound<'py, PyAny>,
    maker: &Bound<'py, PyAny>,
    equals: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: all are alive; the value is a string by the caller's word, checked here.
    unsafe {
        if ffi::PyUnicode_CheckExact(value.as_ptr()) == 0 {
            return Err(PyTypeError::new_err("a plain string is needed"));
        }
        let plain = Owned::borrowed(value.as_ptr());
        let equals = equals.map(Bound::as_ptr);
        object(
            value.py(),
            text::new_deferred(&plain, maker.as_ptr(), equals),
        )
    }
}

/// Whether nobody has looked at the characters of a string that was deferred.
#[pyfunction]
fn is_unread(value: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    session::is_active() && unsafe { text::is_deferred(value.as_ptr()) }
}

/// What a string that was deferred was given to tell whether it is some plain string.
#[pyfunction]
fn equality_of<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: the object is alive, and so is what the session keeps while it is looked at.
    unsafe {
        let Some(Symbolic::Text(text)) = symbolic(value.as_ptr()) else {
            return None;
        };
        let equals = session::with(|session| {
            let equals = session.texts.equality(text)?;
            Some(Owned::borrowed(equals.get()))
        })?;
        Some(Bound::from_borrowed_ptr(value.py(), equals.get()))
    }
}

/// The conjunction of truth values as one condition; no decision.
#[pyfunction]
fn every<'py>(conditions: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    combine(conditions, true)
}

/// The disjunction of truth values as one condition; no decision.
#[pyfunction]
fn some<'py>(conditions: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    combine(conditions, false)
}

fn combine<'py>(conditions: &Bound<'py, PyList>, all: bool) -> PyResult<Bound<'py, PyAny>> {
    let python = conditions.py();
    let mut terms = Vec::with_capacity(conditions.len());
    let mut value = all;
    for condition in conditions {
        // SAFETY: the object is alive.
        let (now, term) = unsafe { truth_parts(condition.as_ptr()) }
            .ok_or_else(|| PyTypeError::new_err("conditions are bools"))?;
        value = if all { value && now } else { value || now };
        terms.push(term);
    }
    let term = session::with(|session| {
        if all {
            session.terms.and(&terms)
        } else {
            session.terms.or(&terms)
        }
    });
    // SAFETY: the term has this value in this run.
    object(python, unsafe { new_boolean(value, term) })
}

unsafe fn truth_parts(condition: Object) -> Option<(bool, TermId)> {
    unsafe {
        match symbolic(condition) {
            Some(Symbolic::Bool(term)) => Some((!long::is_zero(condition), term)),
            None if ffi::PyBool_Check(condition) != 0
                || ffi::Py_TYPE(condition) == crate::values::boolean_type() =>
            {
                let value = !long::is_zero(condition);
                Some((
                    value,
                    session::with(|session| session.terms.bool_const(value)),
                ))
            }
            Some(_) | None => None,
        }
    }
}

/// The condition that an int lies in one of the ranges (inclusive pairs, ascending); no decision. With a method of
/// `str` that is true of just these code points, or two of which one is, the condition is printed as their calls.
#[pyfunction]
#[pyo3(signature = (value, ranges, method=None, other=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "arguments from Python come by value"
)]
fn in_ranges<'py>(
    value: &Bound<'py, PyAny>,
    ranges: Vec<(i64, i64)>,
    method: Option<&str>,
    other: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    let (now, term) = unsafe { integer_parts(value.as_ptr()) }
        .ok_or_else(|| PyTypeError::new_err("an int is needed"))?;
    let inside = within(&ranges, now);
    let condition = session::with(|session| {
        let condition = within_term(session, &ranges, term);
        if let Some(method) = method
            && let Some(character) = session.terms.character(term)
        {
            let call = match other {
                Some(other) => format!("({character}.{method}() or {character}.{other}())"),
                None => format!("{character}.{method}()"),
            };
            session.terms.set_alias(condition, call);
        }
        condition
    });
    // SAFETY: the term has this value in this run.
    object(python, unsafe { new_boolean(inside, condition) })
}

/// `one if condition else two` for ints, as a term; no decision.
#[pyfunction]
fn choose<'py>(
    condition: &Bound<'py, PyAny>,
    one: &Bound<'py, PyAny>,
    two: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = condition.py();
    // SAFETY: the objects are alive.
    unsafe {
        let (Some((side, condition)), Some((_, first)), Some((_, second))) = (
            truth_parts(condition.as_ptr()),
            integer_parts(one.as_ptr()),
            integer_parts(two.as_ptr()),
        ) else {
            return Err(PyTypeError::new_err("a bool and two small ints are needed"));
        };
        let term = session::with(|session| session.terms.ite(condition, first, second));
        let chosen = if side { one } else { two };
        let value = Owned::new(plain_of(chosen.as_ptr())).ok_or_else(|| PyErr::fetch(python))?;
        object(python, new_integer(&value, term))
    }
}

/// An int plus what its range says: `shifts` are pairs of what to add and ranges (inclusive pairs, ascending) in
/// which to add it; elsewhere the int stays as it is. No decision. With the Python before and after a character that
/// is what comes of its code, the result is printed as that: the terms are too deep to be printed.
#[pyfunction]
#[pyo3(signature = (value, shifts, shown=None))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "arguments from Python are converted"
)]
fn shifted<'py>(
    value: &Bound<'py, PyAny>,
    shifts: Vec<(i64, Vec<(i64, i64)>)>,
    shown: Option<(&str, &str)>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive.
    let (now, term) = unsafe { integer_parts(value.as_ptr()) }
        .ok_or_else(|| PyTypeError::new_err("an int is needed"))?;
    let mut result = now;
    let mut image = term;
    for (shift, ranges) in &shifts {
        if within(ranges, now) {
            result = now + shift;
        }
        image = session::with(|session| {
            let condition = within_term(session, ranges, term);
            let shift = session.terms.int_const(*shift);
            let other = session.terms.add(term, shift);
            session.terms.ite(condition, other, image)
        });
    }
    if let Some((before, after)) = shown {
        session::with(|session| {
            if image != term
                && !session.terms.has_alias(image)
                && let Some(character) = session.terms.character(term)
            {
                let text = format!("{before}{character}{after}");
                session.terms.set_alias(image, text);
            }
        });
    }
    // SAFETY: the interpreter is attached, and the term has this value in this run.
    unsafe {
        let result =
            Owned::new(ffi::PyLong_FromLongLong(result)).ok_or_else(|| PyErr::fetch(python))?;
        object(python, new_integer(&result, image))
    }
}

fn within(ranges: &[(i64, i64)], value: i64) -> bool {
    ranges
        .iter()
        .any(|&(lowest, highest)| lowest <= value && value <= highest)
}

fn within_term(session: &mut session::Session, ranges: &[(i64, i64)], term: TermId) -> TermId {
    session.terms.in_ranges(term, ranges)
}

/// The types that symbolic values of a builtin type have, on which models are set as methods.
#[pyfunction]
fn symbolic_classes<'py>(builtin: &Bound<'py, PyType>) -> PyResult<Vec<Bound<'py, PyType>>> {
    let python = builtin.py();
    let class = builtin.as_type_ptr();
    let classes = if class == &raw mut ffi::PyUnicode_Type {
        vec![crate::values::text_type()]
    } else if class == &raw mut ffi::PyBytes_Type {
        vec![crate::values::octets_type()]
    } else if class == &raw mut ffi::PyLong_Type {
        vec![crate::values::integer_type(), crate::values::boolean_type()]
    } else {
        Vec::new()
    };
    classes
        .into_iter()
        .map(|class| {
            // SAFETY: the type lives as long as the process.
            let class = unsafe { Bound::from_borrowed_ptr(python, class.cast()) };
            Ok(class.cast_into::<PyType>()?)
        })
        .collect()
}

/// Makes the folder of the models known, whose decisions are placed where they were called.
#[pyfunction]
fn set_model_folder(folder: String) {
    session::with(|session| session.sites.set_internal(folder));
}

/// The number of the term that a symbolic int, bool or float stands for, for `Exploration.describe`. The value may be
/// of a run that is over.
#[pyfunction]
fn term_of(value: &Bound<'_, PyAny>) -> Option<u32> {
    // SAFETY: the object is alive, and of the type that was asked for.
    unsafe {
        let kind = ffi::Py_TYPE(value.as_ptr());
        if kind == crate::values::integer_type() || kind == crate::values::boolean_type() {
            Some(long::tag(value.as_ptr()).term)
        } else if kind == crate::values::float_type() {
            Some(crate::raw::extended::tag(value.as_ptr()).term)
        } else {
            None
        }
    }
}

/// Says that a number becomes text, which the interpreter refuses for numbers of very many digits.
#[pyfunction]
fn becomes_text(value: &Bound<'_, PyAny>) {
    // SAFETY: the object is alive.
    unsafe { crate::values::integer::becomes_text(value.as_ptr()) };
}

/// Whether a value is symbolic, or holds something that is.
#[pyfunction]
#[pyo3(name = "holds_symbolic")]
fn holds(value: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    unsafe { crate::values::holding::holds_symbolic(value.as_ptr()) }
}

/// The number of this run; no other has it.
#[pyfunction]
fn run_number() -> u32 {
    crate::session::epoch()
}

/// Switches the comparison of every term with its value on or off; for the tests of PEF itself.
#[pyfunction]
fn set_checking(checking: bool) {
    session::with(|session| session.checking = checking);
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    floats::register(module)?;
    keys::register(module)?;
    texts::register(module)?;
    add_functions!(
        module,
        is_symbolic,
        plain,
        concretise,
        settle,
        fix,
        iterated,
        codes,
        string,
        octets,
        same,
        native,
        join,
        join_now,
        deferred,
        is_unread,
        equality_of,
        every,
        some,
        in_ranges,
        holds,
        run_number,
        shifted,
        choose,
        symbolic_classes,
        set_model_folder,
        set_checking,
        term_of,
        becomes_text,
    );
    crate::values::written::set_model("join", module.getattr("join_now")?.unbind())
}
