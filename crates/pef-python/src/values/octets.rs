//! Symbolic bytes: making them, and their slots. They are texts (see `texts`) whose codes are bytes.
//!
//! The methods are models in Python, shared with strings. C code that reads the bytes through the buffer protocol is
//! noted; so what is computed here is computed on plain copies.

use std::ffi::c_int;

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, check_frame, concretised, decide};
use super::number::{new_boolean, new_integer};
use super::{
    Symbolic, lazy, octets_type, symbolic, text_conditions as conditions, text_index, text_iterator,
};
use crate::raw::extended::Tag;
use crate::raw::heap_type::{self, Getter, Recipe};
use crate::raw::reference::{new_reference, not_implemented};
use crate::raw::{Object, Owned, native, octets as raw};
use crate::session;
use crate::texts::TextId;

/// A bytes object with this value and text: the plain one when nothing in it is symbolic. A new reference.
///
/// # Safety
/// The interpreter is attached; the text has this value in this run.
pub unsafe fn new_octets(value: &[u8], text: TextId) -> Object {
    unsafe {
        let constant = session::with(|session| {
            !session.texts.is_open(text)
                && session
                    .texts
                    .codes(text)
                    .iter()
                    .all(|&code| session.terms.as_int_const(code).is_some())
        });
        if constant {
            return new_plain_octets(value);
        }
        let tag = Tag {
            term: text.0,
            epoch: session::epoch(),
        };
        raw::allocate(octets_type(), value, tag)
    }
}

/// A plain bytes object; a new reference.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn new_plain_octets(value: &[u8]) -> Object {
    unsafe { ffi::PyBytes_FromStringAndSize(value.as_ptr().cast(), value.len() as ffi::Py_ssize_t) }
}

/// The bytes object with these codes, whose values are `value`. A new reference.
///
/// # Safety
/// As for [`new_octets`].
pub unsafe fn new_from_codes(value: &[u8], codes: Vec<TermId>) -> Object {
    let text = session::with(|session| session.fixed_text(codes));
    unsafe { new_octets(value, text) }
}

/// The text of a symbolic bytes object; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn symbolic_octets(object: Object) -> Option<TextId> {
    match unsafe { symbolic(object) } {
        Some(Symbolic::Octets(text)) => Some(text),
        _ => None,
    }
}

/// The text of a bytes object or bytearray, plain or symbolic; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn octets_of(object: Object) -> Option<TextId> {
    unsafe {
        if let Some(text) = symbolic_octets(object) {
            return Some(text);
        }
        if ffi::PyBytes_Check(object) == 0 && ffi::PyByteArray_Check(object) == 0 {
            return None;
        }
        Some(session::with(|session| {
            let codes = raw::slice(object)
                .iter()
                .map(|&octet| session.terms.int_const(i64::from(octet)))
                .collect();
            session.fixed_text(codes)
        }))
    }
}

/// Decides the length of a symbolic bytes object if it is open.
///
/// # Safety
/// `object` is a bytes object or bytearray with that text.
pub unsafe fn fix(object: Object, text: TextId) -> Result<(), Raised> {
    let open = session::with(|session| {
        session
            .texts
            .is_open(text)
            .then(|| session.texts.length(text))
    });
    if let Some(length) = open {
        let present = unsafe { raw::slice(object) }.len();
        lazy::decide_length(length, present as i64)?;
        session::with(|session| session.fix_text(text, present));
    }
    Ok(())
}

/// The text of a bytes object or bytearray with its length decided.
///
/// # Safety
/// `object` is alive.
pub unsafe fn fixed_octets_of(object: Object) -> Result<Option<TextId>, Raised> {
    unsafe {
        let Some(text) = octets_of(object) else {
            return Ok(None);
        };
        fix(object, text)?;
        Ok(Some(text))
    }
}

/// `len(b)` of a symbolic bytes object; nothing for any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn length(object: Object) -> Option<Object> {
    unsafe {
        let text = symbolic_octets(object)?;
        let term = session::with(|session| session.texts.length(text));
        let value = Owned::new(ffi::PyLong_FromSsize_t(ffi::PyBytes_Size(object)))?;
        Some(new_integer(&value, term))
    }
}

unsafe extern "C" fn compare(left: Object, right: Object, relation: c_int) -> Object {
    unsafe {
        let native = native::comparison(native::Class::Bytes);
        if symbolic_octets(left).is_none() && symbolic_octets(right).is_none() {
            return native(left, right, relation);
        }
        let (Some(one), Some(two)) = (octets_of(left), octets_of(right)) else {
            let other = if octets_of(left).is_some() {
                right
            } else {
                left
            };
            if ffi::PyObject_CheckBuffer(other) != 0 {
                concretised(|| "comparison of symbolic bytes with a buffer".to_owned());
            }
            return not_implemented();
        };
        check_frame();
        let (first, second) = (raw::slice(left), raw::slice(right));
        let value = match relation {
            ffi::Py_EQ => first == second,
            ffi::Py_NE => first != second,
            ffi::Py_LT => first < second,
            ffi::Py_LE => first <= second,
            ffi::Py_GT => first > second,
            _ => first >= second,
        };
        new_boolean(value, conditions::compared(relation, one, two))
    }
}

unsafe extern "C" fn subscript(object: Object, key: Object) -> Object {
    unsafe { try_subscript(object, key) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_subscript(object: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        let native = (*(*(&raw mut ffi::PyBytes_Type)).tp_as_mapping)
            .mp_subscript
            .ok_or(Raised)?;
        let Some(text) = symbolic_octets(object) else {
            return Ok(native(object, key));
        };
        check_frame();
        if ffi::PyLong_Check(key) != 0 {
            let present = raw::slice(object).len();
            let message = c"index out of range";
            let position = text_index::position(text, present, key, message, || fix(object, text))?;
            return octet_at(object, text, position);
        }
        fix(object, text)?;
        if ffi::PySlice_Check(key) == 0 {
            return Ok(native(object, key));
        }
        let value = raw::slice(object);
        let length = value.len() as ffi::Py_ssize_t;
        let slice = super::index::sequence_slice(key, length)?;
        let (mut start, mut stop, mut step) = (0, 0, 0);
        if ffi::PySlice_Unpack(slice.get(), &raw mut start, &raw mut stop, &raw mut step) < 0 {
            return Err(Raised);
        }
        let count = ffi::PySlice_AdjustIndices(length, &raw mut start, &raw mut stop, step);
        let positions: Vec<usize> = (0..count)
            .map(|position| (start + position * step) as usize)
            .collect();
        let part: Vec<u8> = positions.iter().map(|&position| value[position]).collect();
        let codes = session::with(|session| {
            let all = session.texts.codes(text);
            positions.iter().map(|&position| all[position]).collect()
        });
        Ok(new_from_codes(&part, codes))
    }
}

/// The byte at a valid position, as an int.
///
/// # Safety
/// `object` is a symbolic bytes object with that text, and the position within its present length.
pub unsafe fn octet_at(
    object: Object,
    text: TextId,
    position: ffi::Py_ssize_t,
) -> Result<Object, Raised> {
    unsafe {
        let octet = raw::slice(object)[position as usize];
        let value = Owned::new(ffi::PyLong_FromLong(octet.into())).ok_or(Raised)?;
        let code = session::with(|session| session.code(text, position as usize));
        Ok(new_integer(&value, code))
    }
}

/// `PySequence_GetItem`, with which C code goes through sequences.
unsafe extern "C" fn item(object: Object, position: ffi::Py_ssize_t) -> Object {
    unsafe {
        Owned::new(ffi::PyLong_FromSsize_t(position))
            .map_or(std::ptr::null_mut(), |key| subscript(object, key.get()))
    }
}

unsafe extern "C" fn plain_length(object: Object) -> ffi::Py_ssize_t {
    unsafe {
        match fixed_octets_of(object) {
            Ok(_) => ffi::PyBytes_Size(object),
            Err(Raised) => -1,
        }
    }
}

unsafe extern "C" fn truth(object: Object) -> c_int {
    unsafe {
        if symbolic(object).is_none() {
            return c_int::from(ffi::PyBytes_Size(object) != 0);
        }
        check_frame();
        super::decide::truth(object, |session| session.sites.here()).map_or(-1, c_int::from)
    }
}

/// `left + right`. A bytearray on the left gives a bytearray, by its own code.
unsafe extern "C" fn add(left: Object, right: Object) -> Object {
    unsafe {
        if ffi::PyBytes_Check(left) == 0
            || (ffi::PyBytes_Check(right) == 0 && ffi::PyByteArray_Check(right) == 0)
        {
            return not_implemented();
        }
        let (Ok(Some(one)), Ok(Some(two))) = (fixed_octets_of(left), fixed_octets_of(right)) else {
            return std::ptr::null_mut();
        };
        let value = [raw::slice(left), raw::slice(right)].concat();
        let codes =
            session::with(|session| [session.texts.codes(one), session.texts.codes(two)].concat());
        new_from_codes(&value, codes)
    }
}

/// What is left when neither operand knows how to add: joining with another buffer, or the builtin's complaint.
unsafe extern "C" fn concatenate(left: Object, right: Object) -> Object {
    unsafe {
        if ffi::PyObject_CheckBuffer(right) != 0 {
            concretised(|| "symbolic bytes joined with a buffer".to_owned());
        }
        Owned::new(super::plain(left)).map_or(std::ptr::null_mut(), |left| {
            ffi::PySequence_Concat(left.get(), right)
        })
    }
}

unsafe extern "C" fn repeat(object: Object, count: ffi::Py_ssize_t) -> Object {
    unsafe {
        let Ok(Some(text)) = fixed_octets_of(object) else {
            return std::ptr::null_mut();
        };
        let Some(plain) = Owned::new(new_plain_octets(raw::slice(object))) else {
            return std::ptr::null_mut();
        };
        // Whether the result is too large is for the builtin to say.
        let Some(value) = Owned::new(ffi::PySequence_Repeat(plain.get(), count)) else {
            return std::ptr::null_mut();
        };
        let codes =
            session::with(|session| session.texts.codes(text).repeat(count.max(0) as usize));
        new_from_codes(raw::slice(value.get()), codes)
    }
}

unsafe extern "C" fn contains(object: Object, part: Object) -> c_int {
    unsafe {
        match super::text_search::find_condition(object, part) {
            Ok(Some((condition, present))) => decide(condition, present).map_or(-1, c_int::from),
            Ok(None) => {
                concretised(|| "`in` of symbolic bytes by C code".to_owned());
                Owned::new(super::plain(object))
                    .map_or(-1, |plain| ffi::PySequence_Contains(plain.get(), part))
            }
            Err(Raised) => -1,
        }
    }
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if symbolic(object).is_some() {
            super::decide::hashed(object, "symbolic bytes were hashed");
        }
        (*(&raw mut ffi::PyBytes_Type))
            .tp_hash
            .map_or(-1, |native| native(object))
    }
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "symbolic bytes were converted to text".to_owned());
        }
        (*(&raw mut ffi::PyBytes_Type))
            .tp_repr
            .map_or(std::ptr::null_mut(), |native| native(object))
    }
}

/// C code that reads the bytes sees their plain values.
unsafe extern "C" fn get_buffer(object: Object, view: *mut ffi::Py_buffer, flags: c_int) -> c_int {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "symbolic bytes were read by C code".to_owned());
        }
        (*(*(&raw mut ffi::PyBytes_Type)).tp_as_buffer)
            .bf_getbuffer
            .map_or(-1, |native| native(object, view, flags))
    }
}

unsafe extern "C" fn get_class(_: Object, _: *mut std::ffi::c_void) -> Object {
    unsafe { new_reference((&raw mut ffi::PyBytes_Type).cast()) }
}

/// Calling the type, which only code that is not rewritten can get at, makes a plain object.
unsafe extern "C" fn make_plain(
    _: *mut ffi::PyTypeObject,
    arguments: Object,
    keywords: Object,
) -> Object {
    unsafe {
        let class = &raw mut ffi::PyBytes_Type;
        (*class).tp_new.map_or(std::ptr::null_mut(), |make| {
            make(class, arguments, keywords)
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
        (ffi::Py_tp_str, represent as *mut _),
        (ffi::Py_tp_iter, text_iterator::iterate as *mut _),
        (ffi::Py_tp_new, make_plain as *mut _),
        (ffi::Py_tp_dealloc, heap_type::deallocate as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_nb_add, add as *mut _),
        (ffi::Py_mp_length, plain_length as *mut _),
        (ffi::Py_sq_length, plain_length as *mut _),
        (ffi::Py_sq_item, item as *mut _),
        (ffi::Py_sq_concat, concatenate as *mut _),
        (ffi::Py_sq_repeat, repeat as *mut _),
        (ffi::Py_sq_contains, contains as *mut _),
        (ffi::Py_mp_subscript, subscript as *mut _),
        (ffi::Py_bf_getbuffer, get_buffer as *mut _),
    ];
    let recipe = Recipe {
        name: c"bytes",
        base: &raw mut ffi::PyBytes_Type,
        basic_size: 0,
        slots: &slots,
        methods: &[],
        getters: GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    unsafe { heap_type::make(python, &recipe) }
}
