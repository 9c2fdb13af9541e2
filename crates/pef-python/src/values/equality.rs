//! When two values are equal, as one formula: what `in`, dictionaries and sets ask.

use pef_term::{Integer, TermId};
use pyo3::ffi;

use super::convert::integer_of;
use super::decide::Raised;
use super::float_compare::equal_to_integer;
use super::integer::integer_term;
use super::{Symbolic, keyed, lazy, symbolic, text_search};
use crate::raw::{Object, Owned};
use crate::session;

/// Whether two values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// They are, or are not, whatever the input.
    Plain(bool),
    /// They are where the condition holds; in this run it does or does not.
    When(TermId, bool),
    /// Only their own `==` can tell.
    Foreign,
}

impl Equality {
    /// Whether they are equal in this run, where that is known without running code.
    pub fn now(self) -> Option<bool> {
        match self {
            Self::Plain(equal) | Self::When(_, equal) => Some(equal),
            Self::Foreign => None,
        }
    }

    pub fn condition(self) -> Option<TermId> {
        match self {
            Self::Plain(equal) => Some(session::with(|session| session.terms.bool_const(equal))),
            Self::When(condition, _) => Some(condition),
            Self::Foreign => None,
        }
    }
}

/// What kind of value an object is, as far as equality is concerned.
enum Kind {
    Int(TermId, Integer),
    Float(TermId, f64),
    Text,
    Octets,
    Tuple,
    List,
    FrozenSet,
    /// A value of a builtin type that is equal only to values of its own family, compared by the builtin.
    Atom,
    /// An object that is equal only to itself.
    Identity,
    Foreign,
}

unsafe fn kind_of(object: Object) -> Kind {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Int(term)) => return Kind::Int(term, integer_of(object)),
            Some(Symbolic::Bool(term)) => {
                let term = session::with(|session| session.terms.int_of_bool(term));
                return Kind::Int(term, integer_of(object));
            }
            Some(Symbolic::Float(term)) => {
                return Kind::Float(term, ffi::PyFloat_AS_DOUBLE(object));
            }
            Some(Symbolic::Text(_)) => return Kind::Text,
            Some(Symbolic::Octets(_)) => return Kind::Octets,
            None => {}
        }
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyLong_Type
            || class == &raw mut ffi::PyBool_Type
            || class == super::integer_type()
        {
            let value = integer_of(object);
            let term = session::with(|session| session.terms.int_const(value.clone()));
            return Kind::Int(term, value);
        }
        if class == &raw mut ffi::PyFloat_Type {
            let value = ffi::PyFloat_AS_DOUBLE(object);
            return Kind::Float(
                session::with(|session| session.terms.float_const(value)),
                value,
            );
        }
        if class == &raw mut ffi::PyUnicode_Type {
            return Kind::Text;
        }
        if class == &raw mut ffi::PyBytes_Type {
            return Kind::Octets;
        }
        if is_tuple(object) {
            return Kind::Tuple;
        }
        if class == &raw mut ffi::PyList_Type {
            return Kind::List;
        }
        if is_frozen_set(object) {
            return Kind::FrozenSet;
        }
        let atom = object == ffi::Py_None()
            || object == ffi::Py_Ellipsis()
            || class == &raw mut ffi::PyType_Type
            || class == &raw mut ffi::PyFunction_Type
            || class == &raw mut ffi::PyCFunction_Type
            || class == &raw mut ffi::PyModule_Type;
        let compares_by_identity = (*class).tp_richcompare.map(|slot| slot as usize)
            == (*(&raw mut ffi::PyBaseObject_Type))
                .tp_richcompare
                .map(|slot| slot as usize);
        if atom {
            Kind::Atom
        } else if compares_by_identity {
            Kind::Identity
        } else {
            Kind::Foreign
        }
    }
}

/// Whether an object is a tuple that compares and hashes as tuples do; named tuples are.
unsafe fn is_tuple(object: Object) -> bool {
    unsafe {
        if lazy::is_lazy(object) || ffi::PyTuple_Check(object) == 0 {
            return false;
        }
        let (class, builtin) = (ffi::Py_TYPE(object), &raw mut ffi::PyTuple_Type);
        class == builtin
            || ((*class).tp_richcompare.map(|slot| slot as usize)
                == (*builtin).tp_richcompare.map(|slot| slot as usize)
                && (*class).tp_hash.map(|slot| slot as usize)
                    == (*builtin).tp_hash.map(|slot| slot as usize))
    }
}

unsafe fn is_frozen_set(object: Object) -> bool {
    unsafe {
        ffi::PyFrozenSet_CheckExact(object) != 0
            || (ffi::PyFrozenSet_Check(object) != 0 && keyed::is_keyed(object))
    }
}

/// Whether two objects are equal. Strings of open length may have it decided here.
///
/// # Safety
/// Both are alive.
pub unsafe fn equality(left: Object, right: Object) -> Result<Equality, Raised> {
    unsafe {
        if left == right {
            // Containers look at identity first, and so does this, for they are who asks.
            return Ok(Equality::Plain(true));
        }
        lazy::fix(left)?;
        lazy::fix(right)?;
        Ok(match (kind_of(left), kind_of(right)) {
            (Kind::Int(one, first), Kind::Int(two, second)) => when(
                session::with(|session| session.terms.eq(one, two)),
                first == second,
            ),
            #[expect(clippy::float_cmp, reason = "this is Python's ==")]
            (Kind::Float(one, first), Kind::Float(two, second)) => when(
                session::with(|session| session.terms.float_eq(one, two)),
                first == second,
            ),
            (Kind::Int(term, value), Kind::Float(other, number))
            | (Kind::Float(other, number), Kind::Int(term, value)) => {
                mixed(term, &value, other, number)
            }
            (Kind::Text, Kind::Text) => texts(left, right)?,
            (Kind::Octets, Kind::Octets) => octets(left, right)?,
            (Kind::Tuple, Kind::Tuple) | (Kind::List, Kind::List) => {
                // A list may contain itself.
                if ffi::Py_EnterRecursiveCall(c" in comparison".as_ptr()) != 0 {
                    return Err(Raised);
                }
                let answer = sequences(left, right);
                ffi::Py_LeaveRecursiveCall();
                answer?
            }
            (Kind::FrozenSet, Kind::FrozenSet) => sets(left, right)?,
            (Kind::Atom, Kind::Atom) => {
                match ffi::PyObject_RichCompareBool(left, right, ffi::Py_EQ) {
                    -1 => return Err(Raised),
                    equal => Equality::Plain(equal == 1),
                }
            }
            (Kind::Foreign, _) | (_, Kind::Foreign) => Equality::Foreign,
            (_, _) => Equality::Plain(false),
        })
    }
}

fn when(condition: TermId, now: bool) -> Equality {
    match session::with(|session| session.terms.as_bool_const(condition)) {
        Some(always) => Equality::Plain(always),
        None => Equality::When(condition, now),
    }
}

/// An int and a float, exactly: a plain float is equal to at most one int.
fn mixed(term: TermId, value: &Integer, other: TermId, number: f64) -> Equality {
    if session::with(|session| session.terms.as_float_const(other)).is_none() {
        let equal = number.fract() == 0.0 && Integer::from_f64(number).as_ref() == Some(value);
        let condition = session::with(|session| equal_to_integer(&mut session.terms, other, term));
        return when(condition, equal);
    }
    match Integer::from_f64(number) {
        Some(integer) if number.fract() == 0.0 => {
            let equal = integer == *value;
            let constant = session::with(|session| session.terms.int_const(integer));
            when(
                session::with(|session| session.terms.eq(term, constant)),
                equal,
            )
        }
        _ => Equality::Plain(false),
    }
}

unsafe fn texts(left: Object, right: Object) -> Result<Equality, Raised> {
    unsafe {
        let equal = ffi::PyUnicode_Compare(left, right) == 0;
        if symbolic(left).is_none() && symbolic(right).is_none() {
            return Ok(Equality::Plain(equal));
        }
        Ok(when(text_search::equality_condition(left, right)?, equal))
    }
}

/// Two tuples or two lists.
unsafe fn octets(left: Object, right: Object) -> Result<Equality, Raised> {
    unsafe {
        let equal = crate::raw::octets::slice(left) == crate::raw::octets::slice(right);
        if symbolic(left).is_none() && symbolic(right).is_none() {
            return Ok(Equality::Plain(equal));
        }
        Ok(when(text_search::equality_condition(left, right)?, equal))
    }
}

unsafe fn sequences(left: Object, right: Object) -> Result<Equality, Raised> {
    unsafe {
        let length = ffi::Py_SIZE(left);
        if length != ffi::Py_SIZE(right) {
            return Ok(Equality::Plain(false));
        }
        let mut conditions = Vec::new();
        let mut now = true;
        for index in 0..length {
            match equality(element(left, index), element(right, index))? {
                Equality::Plain(true) => {}
                Equality::Plain(false) => return Ok(Equality::Plain(false)),
                Equality::When(condition, equal) => {
                    conditions.push(condition);
                    now &= equal;
                }
                Equality::Foreign => return Ok(Equality::Foreign),
            }
        }
        Ok(when(
            session::with(|session| session.terms.and(&conditions)),
            now,
        ))
    }
}

unsafe fn element(sequence: Object, index: ffi::Py_ssize_t) -> Object {
    unsafe {
        if ffi::PyList_Check(sequence) != 0 {
            ffi::PyList_GET_ITEM(sequence, index)
        } else {
            ffi::PyTuple_GET_ITEM(sequence, index)
        }
    }
}

/// Sets of the same size are equal if each element of one is equal to some element of the other.
unsafe fn sets(left: Object, right: Object) -> Result<Equality, Raised> {
    unsafe {
        if ffi::PySet_Size(left) != ffi::PySet_Size(right) {
            return Ok(Equality::Plain(false));
        }
        let (left, right) = (keyed::keys_of(left)?, keyed::keys_of(right)?);
        let (mut conditions, mut now) = (Vec::new(), true);
        for one in keyed::list_elements(left.get()) {
            let (mut cases, mut found) = (Vec::new(), false);
            for two in keyed::list_elements(right.get()) {
                let equality = equality(one, two)?;
                let (Some(equal), Some(condition)) = (equality.now(), equality.condition()) else {
                    return Ok(Equality::Foreign);
                };
                found |= equal;
                cases.push(condition);
            }
            now &= found;
            conditions.push(session::with(|session| session.terms.or(&cases)));
        }
        Ok(when(
            session::with(|session| session.terms.and(&conditions)),
            now,
        ))
    }
}

/// Whether a value has something symbolic in it that equality depends on.
///
/// # Safety
/// `object` is alive.
pub unsafe fn is_symbolic_key(object: Object) -> bool {
    unsafe {
        if super::is_ours(object) {
            return symbolic(object).is_some();
        }
        if lazy::is_lazy(object) || keyed::is_keyed(object) {
            return true;
        }
        is_tuple(object)
            && (0..ffi::PyTuple_GET_SIZE(object))
                .any(|index| is_symbolic_key(ffi::PyTuple_GET_ITEM(object, index)))
    }
}

/// What looking a key up among others came to.
pub enum Found {
    /// This one of them (a new reference) is it.
    Same(Owned),
    /// None of them.
    Nothing,
    /// Some of them can only be compared by their own `==`.
    Foreign,
}

/// Looks a key up among the elements of a list, and decides that it is the one found, or none.
///
/// # Safety
/// `keys` is an ordinary list of pairwise different keys.
pub unsafe fn look_up(keys: Object, key: Object) -> Result<Found, Raised> {
    unsafe {
        let mut conditions = Vec::new();
        let mut found = None;
        for index in 0..ffi::PyList_GET_SIZE(keys) {
            let candidate = ffi::PyList_GET_ITEM(keys, index);
            let equality = equality(candidate, key)?;
            let (Some(now), Some(condition)) = (equality.now(), equality.condition()) else {
                return Ok(Found::Foreign);
            };
            conditions.push(condition);
            if now && found.is_none() {
                found = Some((candidate, index as usize));
            }
        }
        // Whether it is there comes first, in both cases, so that either answer leads to the other.
        let any = session::with(|session| session.terms.or(&conditions));
        super::decide::decide(any, found.is_some())?;
        let Some((candidate, position)) = found else {
            imply_all(&conditions, None);
            return Ok(Found::Nothing);
        };
        // What is asked must not depend on which of them it is.
        let all_plain = keyed::list_elements(keys).all(|other| !is_symbolic_key(other));
        if let Some(term) = integer_term(key)
            && all_plain
        {
            // One decision with as many values as there are keys.
            super::integer_methods::settle_term(term, key)?;
        } else {
            // One after another, as the keys stand; the order is the same for every input that gets here.
            for (index, &condition) in conditions[..=position].iter().enumerate() {
                super::decide::decide(condition, index == position)?;
            }
        }
        imply_all(&conditions, Some(position));
        Ok(Found::Same(Owned::borrowed(candidate)))
    }
}

/// Makes known which of the keys it was: where hashes collide, the builtin compares again, and in some runs only.
fn imply_all(conditions: &[TermId], position: Option<usize>) {
    session::with(|session| {
        for (index, &condition) in conditions.iter().enumerate() {
            session.imply(condition, position == Some(index));
        }
    });
}
