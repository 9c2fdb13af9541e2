//! `sequence[index]` while the length is open: whether the index is valid is decided, and from which end it counts.
//!
//! Where the elements are numbers, which of them it is stays open too: the element is a term (`pef-term`'s `open_list.rs`). Of
//! other elements the index is settled.

use pef_term::{FamilyId, Integer, Sort, TermId};
use pyo3::ffi;

use super::{
    Container, Raised, decide, fix, make_element, new_reference, open_part, present_length,
};
use crate::raw::sequence::place;
use crate::raw::{Object, Owned};
use crate::running::shape::Shape;
use crate::session;
use crate::values::float_operand::new_float;
use crate::values::integer_methods::settle;
use crate::values::number::{new_boolean, new_integer};
use crate::values::{Symbolic, convert, integer, plain, symbolic, text_index};

/// A position counted from the front: its term, and what it is in this run.
struct Position {
    term: TermId,
    present: usize,
}

/// `sequence[index]` of an open sequence; a new reference.
///
/// # Safety
/// The sequence is open, and that is its length; `index` is an `int`.
pub unsafe fn element(sequence: Object, index: Object, length: TermId) -> Result<Object, Raised> {
    unsafe {
        let size = Integer::from(present_length(sequence) as i64);
        let value = convert::integer_of(index);
        let term = match integer::integer_term(index) {
            Some(term) => term,
            None => session::with(|session| session.terms.int_const(value.clone())),
        };
        let (inside, from_front) = session::with(|session| {
            let terms = &mut session.terms;
            let zero = terms.int_const(0);
            let lowest = terms.neg(length);
            let above = terms.le(lowest, term);
            let below = terms.lt(term, length);
            (terms.and(&[above, below]), terms.le(zero, term))
        });
        let is_inside = value < size && value >= -&size;
        if !decide(inside, is_inside)? {
            let message = if ffi::PyList_Check(sequence) != 0 {
                c"list index out of range"
            } else {
                c"tuple index out of range"
            };
            return Err(text_index::out_of_range(index, message));
        }
        let position = if decide(from_front, !value.is_negative())? {
            Position {
                term,
                present: value.to_i64().unwrap_or(0) as usize,
            }
        } else {
            let value = &value + &size;
            Position {
                term: session::with(|session| session.terms.add(term, length)),
                present: value.to_i64().unwrap_or(0) as usize,
            }
        };
        at(sequence, index, &position)
    }
}

/// The element at a valid position; a new reference.
unsafe fn at(sequence: Object, index: Object, position: &Position) -> Result<Object, Raised> {
    unsafe {
        let present = position.present;
        let Some((open, open_size)) = open_part(sequence) else {
            return Ok(new_reference(*place(sequence, present)));
        };
        let known = present_length(sequence) as usize - open_size;
        let is_constant =
            session::with(|session| session.terms.as_int_const(position.term).is_some());
        if is_constant && known == 0 {
            make_element(sequence, present)?;
            return Ok(new_reference(*place(sequence, present)));
        }
        // How far behind the open part it is; a constant for `l[-1]` of a list that something was appended to.
        let behind = session::with(|session| session.terms.sub(position.term, open));
        let is_known_place = session::with(|session| {
            let distance = session.terms.as_int_const(behind);
            distance.is_some_and(|distance| !distance.is_negative())
        });
        if is_known_place {
            return Ok(new_reference(*place(sequence, present)));
        }
        let Some(numbers) = numbers(sequence) else {
            return settled(sequence, index, position);
        };
        if known > 0
            && !is_constant
            && let Some(term) = any_element(sequence, &numbers, position)
        {
            return number(sequence, index, position, numbers.sort, term);
        }
        if known > 0 {
            let in_open = session::with(|session| session.terms.lt(position.term, open));
            if !decide(in_open, present < open_size)? {
                let value =
                    Owned::new(ffi::PyLong_FromSize_t(present - open_size)).ok_or(Raised)?;
                settle(Owned::new(new_integer(&value, behind)).ok_or(Raised)?.get())?;
                return Ok(new_reference(*place(sequence, present)));
            }
        }
        if is_constant {
            make_element(sequence, present)?;
            return Ok(new_reference(*place(sequence, present)));
        }
        let term = session::with(|session| session.terms.element(numbers.family, position.term));
        number(sequence, index, position, numbers.sort, term)
    }
}

/// The element where it has to be known which one it is. An index from the end needs the length, then.
unsafe fn settled(sequence: Object, index: Object, position: &Position) -> Result<Object, Raised> {
    unsafe {
        if convert::integer_of(index).is_negative() {
            fix(sequence)?;
        } else if let Some((open, open_size)) = open_part(sequence)
            && present_length(sequence) as usize > open_size
        {
            let in_open = session::with(|session| session.terms.lt(position.term, open));
            decide(in_open, position.present < open_size)?;
        }
        settle(index)?;
        make_element(sequence, position.present)?;
        Ok(new_reference(*place(sequence, position.present)))
    }
}

/// The numbers that an open sequence consists of.
pub struct Numbers {
    pub family: FamilyId,
    pub sort: Sort,
}

/// The elements of the open part of a sequence, if they are numbers. Those of this run are known as members of the family
/// from here on.
///
/// # Safety
/// `sequence` is alive.
pub unsafe fn numbers(sequence: Object) -> Option<Numbers> {
    if !matches!(
        unsafe { Container::of(sequence) },
        Some(Container::List | Container::Tuple)
    ) {
        return None;
    }
    session::with(|session| {
        let lazy = session.lazies.get(&(sequence as usize))?;
        let sort = match *lazy.filling.element {
            Shape::Int => Sort::Int,
            Shape::Bool => Sort::Bool,
            Shape::Float => Sort::Float,
            _ => return None,
        };
        let family = session.terms.elements(&lazy.filling.name, sort);
        for index in 0..lazy.open_size {
            session.terms.member(family, index);
        }
        Some(Numbers { family, sort })
    })
}

/// The element at a position of which it is open whether it is among those that are known; nothing if these are
/// something else than the others.
unsafe fn any_element(sequence: Object, numbers: &Numbers, position: &Position) -> Option<TermId> {
    unsafe {
        let (open, open_size) = open_part(sequence)?;
        let size = present_length(sequence) as usize;
        let known: Vec<TermId> = (open_size..size)
            .map(|index| number_term(*place(sequence, index), numbers.sort))
            .collect::<Option<_>>()?;
        session::with(|session| {
            let terms = &mut session.terms;
            let (&last, others) = known.split_last()?;
            let mut term = last;
            for (index, &element) in others.iter().enumerate().rev() {
                let index = terms.int_const(index as i64);
                let place = terms.add(open, index);
                let here = terms.eq(position.term, place);
                term = terms.ite(here, element, term);
            }
            let in_open = terms.lt(position.term, open);
            let element = terms.element(numbers.family, position.term);
            Some(terms.ite(in_open, element, term))
        })
    }
}

/// The term of a number of exactly this sort.
unsafe fn number_term(object: Object, sort: Sort) -> Option<TermId> {
    unsafe {
        match (sort, symbolic(object)) {
            (Sort::Int, Some(Symbolic::Int(term)))
            | (Sort::Bool, Some(Symbolic::Bool(term)))
            | (Sort::Float, Some(Symbolic::Float(term))) => Some(term),
            (_, Some(_)) => None,
            (Sort::Int, None) => {
                let value =
                    (ffi::PyLong_CheckExact(object) != 0).then(|| convert::integer_of(object))?;
                Some(session::with(|session| session.terms.int_const(value)))
            }
            (Sort::Bool, None) => (ffi::PyBool_Check(object) != 0).then(|| {
                session::with(|session| session.terms.bool_const(object == ffi::Py_True()))
            }),
            (Sort::Float, None) => (ffi::PyFloat_CheckExact(object) != 0).then(|| {
                let value = ffi::PyFloat_AS_DOUBLE(object);
                session::with(|session| session.terms.float_const(value))
            }),
        }
    }
}

/// The number at a position, with the term that it is at any; a new reference.
unsafe fn number(
    sequence: Object,
    index: Object,
    position: &Position,
    sort: Sort,
    term: TermId,
) -> Result<Object, Raised> {
    unsafe {
        make_element(sequence, position.present)?;
        let object = *place(sequence, position.present);
        let value = Owned::new(plain(object)).ok_or(Raised)?;
        let made = match sort {
            Sort::Int => new_integer(&value, term),
            Sort::Bool => new_boolean(value.get() == ffi::Py_True(), term),
            Sort::Float => {
                // Containers find a NaN by its identity, so it has to be the very object.
                let is_nan = session::with(|session| session.terms.float_is_nan(term));
                if decide(is_nan, ffi::PyFloat_AS_DOUBLE(value.get()).is_nan())? {
                    return settled(sequence, index, position);
                }
                new_float(&value, term)
            }
        };
        Owned::new(made).map(Owned::release).ok_or(Raised)
    }
}
