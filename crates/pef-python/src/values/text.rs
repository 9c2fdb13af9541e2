//! Symbolic strings: making them, their slots, and what the models of their methods are built from.
//!
//! The methods are written in Python (`pef/models/text.py`) over the primitives at the end of this file; they are
//! set on the type when that module is loaded. A predicate is one formula; an operation whose result has another
//! shape decides the shape.

use std::ffi::c_int;

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use super::convert::integer_of;
use super::decide::{Raised, check_frame, concretised, decide};
use super::number::{new_boolean, new_integer};
use super::{
    Symbolic, lazy, symbolic, text_conditions as conditions, text_index, text_iterator, text_type,
};
use crate::raw::extended::{Tag, extended_size, set_tag};
use crate::raw::heap_type::{self, Getter, Recipe};
use crate::raw::reference::{new_reference, not_implemented};
use crate::raw::{Object, Owned, native};
use crate::session;
use crate::texts::TextId;

/// A string with this value and text: the plain one when nothing in it is symbolic. A new reference.
///
/// # Safety
/// `value` is a `str` with the value that the text has in this run.
pub unsafe fn new_text(value: &Owned, text: TextId) -> Object {
    unsafe {
        let constant = session::with(|session| {
            !session.texts.is_open(text)
                && !session.texts.is_deferred(text)
                && session
                    .texts
                    .codes(text)
                    .iter()
                    .all(|&code| session.terms.as_int_const(code).is_some())
        });
        if constant {
            return super::plain(value.get());
        }
        let Some(arguments) = Owned::new(ffi::PyTuple_Pack(1, value.get())) else {
            return std::ptr::null_mut();
        };
        let Some(make) = (*(&raw mut ffi::PyUnicode_Type)).tp_new else {
            return std::ptr::null_mut();
        };
        let object = make(text_type(), arguments.get(), std::ptr::null_mut());
        if !object.is_null() {
            set_tag(
                object,
                Tag {
                    term: text.0,
                    epoch: session::epoch(),
                },
            );
        }
        object
    }
}

/// A plain string of code points; a new reference.
///
/// # Safety
/// The interpreter is attached, and all are code points.
pub unsafe fn new_plain_text(codes: &[u32]) -> Object {
    unsafe {
        let kind = ffi::PyUnicode_4BYTE_KIND as c_int;
        ffi::PyUnicode_FromKindAndData(kind, codes.as_ptr().cast(), codes.len() as ffi::Py_ssize_t)
    }
}

/// The text of a symbolic string, worked out if it was deferred; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn symbolic_text(object: Object) -> Result<Option<TextId>, Raised> {
    unsafe {
        let Some(Symbolic::Text(text)) = symbolic(object) else {
            return Ok(None);
        };
        if let Some(maker) = session::with(|session| session.texts.take_deferred(text)) {
            let made = Owned::new(ffi::PyObject_CallNoArgs(maker.get())).ok_or(Raised)?;
            let known = fixed_text_of(made.get())?;
            let Some(known) = known.filter(|_| ffi::PyUnicode_Compare(made.get(), object) == 0)
            else {
                ffi::PyErr_Format(
                    ffi::PyExc_SystemError,
                    c"a deferred text came to %R instead of %R".as_ptr(),
                    made.get(),
                    object,
                );
                return Err(Raised);
            };
            session::with(|session| session.settle_deferred(text, known));
        }
        Ok(Some(text))
    }
}

/// A string with this value that `maker` gives, with its terms, when it is looked at; `equals` gives the condition that it
/// is a plain string, or `None`. A new reference.
///
/// # Safety
/// `value` is a `str`, `maker` a callable without arguments, `equals` one with one.
pub unsafe fn new_deferred(value: &Owned, maker: Object, equals: Option<Object>) -> Object {
    unsafe {
        let maker = Owned::borrowed(maker);
        let equals = equals.map(|equals| Owned::borrowed(equals));
        let text = session::with(|session| session.deferred_text(maker, equals));
        new_text(value, text)
    }
}

/// The condition that two strings are equal, where one is plain and the other says so without being looked at.
///
/// # Safety
/// Both are alive.
pub unsafe fn unread_equality(left: Object, right: Object) -> Result<Option<TermId>, Raised> {
    unsafe {
        for (unread, other) in [(left, right), (right, left)] {
            let Some(Symbolic::Text(text)) = symbolic(unread) else {
                continue;
            };
            if ffi::PyUnicode_Check(other) == 0 {
                continue;
            }
            let is_plain = match symbolic(other) {
                None => true,
                // Two that nobody has looked at may know each other.
                Some(Symbolic::Text(other)) => {
                    if session::with(|session| session.texts.unread_equality(other).is_none()) {
                        continue;
                    }
                    false
                }
                Some(_) => continue,
            };
            let equals = session::with(|session| {
                let equals = session.texts.unread_equality(text)?;
                Some(Owned::borrowed(equals.get()))
            });
            let Some(equals) = equals else {
                continue;
            };
            let other = if is_plain {
                Owned::new(super::plain(other)).ok_or(Raised)?
            } else {
                Owned::borrowed(other)
            };
            let answer = ffi::PyObject_CallOneArg(equals.get(), other.get());
            let answer = Owned::new(answer).ok_or(Raised)?;
            let (now, condition) = match symbolic(answer.get()) {
                Some(Symbolic::Bool(term)) => (integer_of(answer.get()).is_one(), term),
                _ if answer.get() == ffi::Py_None() => continue,
                _ => {
                    let equal = answer.get() == ffi::Py_True();
                    (
                        equal,
                        session::with(|session| session.terms.bool_const(equal)),
                    )
                }
            };
            if now != (ffi::PyUnicode_Compare(unread, other.get()) == 0) {
                ffi::PyErr_Format(
                    ffi::PyExc_SystemError,
                    c"a deferred text is wrong about whether %R is %R".as_ptr(),
                    unread,
                    other.get(),
                );
                return Err(Raised);
            }
            return Ok(Some(condition));
        }
        Ok(None)
    }
}

/// The text of a string, plain or symbolic; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn text_of(object: Object) -> Result<Option<TextId>, Raised> {
    unsafe {
        if let Some(text) = symbolic_text(object)? {
            return Ok(Some(text));
        }
        if ffi::PyUnicode_Check(object) == 0 {
            return Ok(None);
        }
        let codes: Vec<TermId> = session::with(|session| {
            (0..ffi::PyUnicode_GET_LENGTH(object))
                .map(|index| {
                    session
                        .terms
                        .int_const(i64::from(ffi::PyUnicode_ReadChar(object, index)))
                })
                .collect()
        });
        Ok(Some(session::with(|session| session.fixed_text(codes))))
    }
}

/// Decides the length of a symbolic string if it is open; the text then has exactly its present length.
///
/// # Safety
/// `object` is a `str` with that text.
pub unsafe fn fix(object: Object, text: TextId) -> Result<(), Raised> {
    let open = session::with(|session| {
        session
            .texts
            .is_open(text)
            .then(|| session.texts.length(text))
    });
    if let Some(length) = open {
        let present = unsafe { ffi::PyUnicode_GET_LENGTH(object) };
        lazy::decide_length(length, present as i64)?;
        session::with(|session| session.fix_text(text, present as usize));
    }
    Ok(())
}

/// The text of a string with its length decided.
///
/// # Safety
/// `object` is alive.
pub unsafe fn fixed_text_of(object: Object) -> Result<Option<TextId>, Raised> {
    unsafe {
        let Some(text) = text_of(object)? else {
            return Ok(None);
        };
        fix(object, text)?;
        Ok(Some(text))
    }
}

/// `len(s)` of a symbolic string; nothing for any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn length(object: Object) -> Option<Object> {
    unsafe {
        let text = match symbolic_text(object) {
            Ok(text) => text?,
            Err(Raised) => return Some(std::ptr::null_mut()),
        };
        let term = session::with(|session| session.texts.length(text));
        let value = Owned::new(ffi::PyLong_FromSsize_t(ffi::PyUnicode_GET_LENGTH(object)))?;
        Some(new_integer(&value, term))
    }
}

unsafe extern "C" fn compare(left: Object, right: Object, relation: c_int) -> Object {
    unsafe { try_compare(left, right, relation) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_compare(left: Object, right: Object, relation: c_int) -> Result<Object, Raised> {
    unsafe {
        let native = native::comparison(native::Class::Str);
        if symbolic(left).is_none() && symbolic(right).is_none() {
            return Ok(native(left, right, relation));
        }
        let unread = if matches!(relation, ffi::Py_EQ | ffi::Py_NE) {
            unread_equality(left, right)?
        } else {
            None
        };
        let term = if let Some(equal) = unread {
            if relation == ffi::Py_EQ {
                equal
            } else {
                session::with(|session| session.terms.not(equal))
            }
        } else {
            let (Some(one), Some(two)) = (text_of(left)?, text_of(right)?) else {
                return Ok(not_implemented());
            };
            conditions::compared(relation, one, two)
        };
        check_frame();
        let value = Owned::new(native(left, right, relation)).ok_or(Raised)?;
        Ok(new_boolean(value.get() == ffi::Py_True(), term))
    }
}

/// The symbolic string at positions of a fixed text, with the value of the same positions. A new reference.
///
/// # Safety
/// `value` is a `str` as long as `codes`, with their values.
pub unsafe fn new_from_codes(value: &Owned, codes: Vec<TermId>) -> Object {
    let text = session::with(|session| session.fixed_text(codes));
    unsafe { new_text(value, text) }
}

unsafe extern "C" fn subscript(object: Object, key: Object) -> Object {
    unsafe { try_subscript(object, key) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_subscript(object: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        let native = (*(*(&raw mut ffi::PyUnicode_Type)).tp_as_mapping)
            .mp_subscript
            .ok_or(Raised)?;
        if is_deferred(object) && is_plain_slice(key) {
            let value = Owned::new(native(object, key)).ok_or(Raised)?;
            return Ok(super::deferred::defer_part(&value, object, key));
        }
        let Some(text) = symbolic_text(object)? else {
            return Ok(native(object, key));
        };
        check_frame();
        if ffi::PyLong_Check(key) != 0 {
            let present = ffi::PyUnicode_GET_LENGTH(object) as usize;
            let message = c"string index out of range";
            let position = text_index::position(text, present, key, message, || fix(object, text))?;
            return character_at(object, text, position);
        }
        fix(object, text)?;
        let length = ffi::PyUnicode_GET_LENGTH(object);
        if ffi::PySlice_Check(key) == 0 {
            return Ok(native(object, key));
        }
        let slice = super::index::sequence_slice(key, length)?;
        let value = Owned::new(native(object, slice.get())).ok_or(Raised)?;
        let (mut start, mut stop, mut step) = (0, 0, 0);
        if ffi::PySlice_Unpack(slice.get(), &raw mut start, &raw mut stop, &raw mut step) < 0 {
            return Err(Raised);
        }
        let count = ffi::PySlice_AdjustIndices(length, &raw mut start, &raw mut stop, step);
        let codes = session::with(|session| {
            let all = session.texts.codes(text);
            (0..count)
                .map(|position| all[(start + position * step) as usize])
                .collect()
        });
        Ok(new_from_codes(&value, codes))
    }
}

/// `PySequence_GetItem`, with which C code goes through sequences: the position is plain, and not negative.
unsafe extern "C" fn item(object: Object, position: ffi::Py_ssize_t) -> Object {
    unsafe {
        Owned::new(ffi::PyLong_FromSsize_t(position))
            .map_or(std::ptr::null_mut(), |key| subscript(object, key.get()))
    }
}

/// The character at a valid position as a string of its own.
///
/// # Safety
/// `object` is a `str` with that text, and the position within its present length.
pub unsafe fn character_at(
    object: Object,
    text: TextId,
    position: ffi::Py_ssize_t,
) -> Result<Object, Raised> {
    unsafe {
        let value =
            Owned::new(ffi::PyUnicode_Substring(object, position, position + 1)).ok_or(Raised)?;
        let code = session::with(|session| session.code(text, position as usize));
        Ok(new_from_codes(&value, vec![code]))
    }
}

unsafe extern "C" fn plain_length(object: Object) -> ffi::Py_ssize_t {
    unsafe {
        if fixed_text_of(object).is_err() {
            return -1;
        }
        ffi::PyUnicode_GET_LENGTH(object)
    }
}

unsafe extern "C" fn truth(object: Object) -> c_int {
    unsafe {
        if symbolic(object).is_none() {
            return c_int::from(ffi::PyUnicode_GET_LENGTH(object) != 0);
        }
        check_frame();
        super::decide::truth(object, |session| session.sites.here()).map_or(-1, c_int::from)
    }
}

unsafe extern "C" fn add(left: Object, right: Object) -> Object {
    unsafe { concatenate(left, right) }.unwrap_or(std::ptr::null_mut())
}

/// `left + right` of strings, with the terms of both. A new reference.
///
/// # Safety
/// Both are alive.
pub unsafe fn concatenate(left: Object, right: Object) -> Result<Object, Raised> {
    unsafe {
        if ffi::PyUnicode_Check(left) == 0 || ffi::PyUnicode_Check(right) == 0 {
            return Ok(not_implemented());
        }
        let value = Owned::new(ffi::PyUnicode_Concat(left, right)).ok_or(Raised)?;
        if is_unread(left) || is_unread(right) {
            // Most text that is put together ends in a message that nobody looks at.
            let parts = Owned::new(ffi::PyTuple_Pack(2, left, right)).ok_or(Raised)?;
            return Ok(super::deferred::defer_joining(&value, &parts));
        }
        let (Some(one), Some(two)) = (fixed_text_of(left)?, fixed_text_of(right)?) else {
            return Ok(value.release());
        };
        let codes =
            session::with(|session| [session.texts.codes(one), session.texts.codes(two)].concat());
        Ok(new_from_codes(&value, codes))
    }
}

/// Whether nobody has looked at the characters of a string that was deferred.
///
/// # Safety
/// `object` is alive.
pub unsafe fn is_deferred(object: Object) -> bool {
    match unsafe { symbolic(object) } {
        Some(Symbolic::Text(text)) => session::with(|session| session.texts.is_deferred(text)),
        _ => false,
    }
}

/// Whether this is a slice by plain ints or nothing.
unsafe fn is_plain_slice(key: Object) -> bool {
    unsafe {
        if ffi::PySlice_Check(key) == 0 {
            return false;
        }
        let slice = &*key.cast::<ffi::PySliceObject>();
        [slice.start, slice.stop, slice.step]
            .into_iter()
            .all(|bound| {
                bound == ffi::Py_None()
                    || (ffi::PyLong_CheckExact(bound) != 0 && symbolic(bound).is_none())
            })
    }
}

/// Whether looking at the characters of a string would decide something.
unsafe fn is_unread(object: Object) -> bool {
    match unsafe { symbolic(object) } {
        Some(Symbolic::Text(text)) => {
            session::with(|session| session.texts.is_open(text) || session.texts.is_deferred(text))
        }
        _ => false,
    }
}

/// The concatenation of strings, worked out now. A new reference; nothing if one of them is no string.
///
/// # Safety
/// `value` is the concatenation of the plain values of `parts`.
pub unsafe fn join_now(value: &Owned, parts: &[Object]) -> Result<Option<Object>, Raised> {
    unsafe {
        let mut codes = Vec::new();
        for &part in parts {
            let Some(text) = fixed_text_of(part)? else {
                return Ok(None);
            };
            session::with(|session| codes.extend_from_slice(session.texts.codes(text)));
        }
        Ok(Some(new_from_codes(value, codes)))
    }
}

unsafe extern "C" fn repeat(object: Object, count: ffi::Py_ssize_t) -> Object {
    unsafe { try_repeat(object, count) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_repeat(object: Object, count: ffi::Py_ssize_t) -> Result<Object, Raised> {
    unsafe {
        let native = (*(*(&raw mut ffi::PyUnicode_Type)).tp_as_sequence)
            .sq_repeat
            .ok_or(Raised)?;
        let value = Owned::new(native(object, count)).ok_or(Raised)?;
        if is_deferred(object) {
            let count = Owned::new(ffi::PyLong_FromSsize_t(count)).ok_or(Raised)?;
            return Ok(super::deferred::defer_repetition(
                &value,
                object,
                count.get(),
            ));
        }
        let Some(text) = fixed_text_of(object)? else {
            return Ok(value.release());
        };
        let codes =
            session::with(|session| session.texts.codes(text).repeat(count.max(0) as usize));
        Ok(new_from_codes(&value, codes))
    }
}

unsafe extern "C" fn contains(object: Object, part: Object) -> c_int {
    unsafe {
        match super::text_search::find_condition(object, part) {
            Ok(Some((condition, present))) => decide(condition, present).map_or(-1, c_int::from),
            Ok(None) => ffi::PyUnicode_Contains(object, part),
            Err(Raised) => -1,
        }
    }
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if symbolic(object).is_some() {
            super::decide::hashed(object, "a symbolic string was hashed");
        }
        (*(&raw mut ffi::PyUnicode_Type))
            .tp_hash
            .map_or(-1, |native| native(object))
    }
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "repr() of a symbolic string".to_owned());
        }
        (*(&raw mut ffi::PyUnicode_Type))
            .tp_repr
            .map_or(std::ptr::null_mut(), |native| native(object))
    }
}

unsafe extern "C" fn itself(object: Object) -> Object {
    unsafe { new_reference(object) }
}

/// `int(s)` from C code: rewritten code calls a model instead.
unsafe extern "C" fn to_int(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic string was converted to int by C code".to_owned());
        }
        crate::raw::interpreter::PyLong_FromUnicodeObject(object, 10)
    }
}

/// `float(s)` from C code.
unsafe extern "C" fn to_float(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic string was converted to float by C code".to_owned());
        }
        ffi::PyFloat_FromString(object)
    }
}

unsafe extern "C" fn get_class(_: Object, _: *mut std::ffi::c_void) -> Object {
    unsafe { new_reference((&raw mut ffi::PyUnicode_Type).cast()) }
}

/// Calling the type, which only code that is not rewritten can get at, makes a plain string.
unsafe extern "C" fn make_plain(
    _: *mut ffi::PyTypeObject,
    arguments: Object,
    keywords: Object,
) -> Object {
    unsafe {
        let string = &raw mut ffi::PyUnicode_Type;
        (*string).tp_new.map_or(std::ptr::null_mut(), |make| {
            make(string, arguments, keywords)
        })
    }
}

const GETTERS: &[Getter] = &[Getter {
    name: c"__class__",
    get: get_class,
}];

pub fn make_type(python: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    let slots = [
        (ffi::Py_tp_richcompare, compare as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_str, itself as *mut _),
        (ffi::Py_tp_iter, text_iterator::iterate as *mut _),
        (ffi::Py_tp_new, make_plain as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_nb_add, add as *mut _),
        (ffi::Py_nb_int, to_int as *mut _),
        (ffi::Py_nb_float, to_float as *mut _),
        (ffi::Py_mp_length, plain_length as *mut _),
        (ffi::Py_sq_length, plain_length as *mut _),
        (ffi::Py_sq_item, item as *mut _),
        (ffi::Py_sq_repeat, repeat as *mut _),
        (ffi::Py_sq_contains, contains as *mut _),
        (ffi::Py_mp_subscript, subscript as *mut _),
    ];
    let recipe = Recipe {
        name: c"str",
        base: &raw mut ffi::PyUnicode_Type,
        // SAFETY: `str` has instances of one size only, as far as subtypes are concerned.
        basic_size: unsafe { extended_size(&raw mut ffi::PyUnicode_Type) },
        slots: &slots,
        methods: &[],
        getters: GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    unsafe { heap_type::make(python, &recipe) }
}
