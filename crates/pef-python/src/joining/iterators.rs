//! Iterators of loops under way: what they will still give. What they gave is over, so that loops over the same elements
//! can meet whatever the first of them were; unless a variable leads to the list itself, which then counts as a whole.
//!
//! Those of dictionaries are not read: what they give after the dictionary has changed depends on what they do not tell.

use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::reading::{Reading, Unreadable};
use super::writing::Tag;
use crate::raw::{Object, Owned};
use crate::values::{Symbolic, is_ours, lazy, range, symbolic, text_iterator};

/// What an iterator of C tells of itself when it is asked how to make another one like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// A sequence, and how far it has come.
    Sequence,
    /// Other iterators.
    Iterators,
    /// Another iterator, and a number.
    IteratorAndNumber,
}

struct Known {
    /// Types of which going through an object gives an iterator of C, by address.
    iterables: Vec<usize>,
    iterators: FxHashMap<usize, Told>,
}

static KNOWN: OnceLock<Known> = OnceLock::new();

/// Finds the types, by objects of them.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let type_of = |expression: &std::ffi::CStr| -> PyResult<usize> {
        let object = python.eval(expression, None, None)?;
        Ok(object.get_type().as_ptr() as usize)
    };
    let iterables = [
        c"[]",
        c"()",
        c"''",
        c"b''",
        c"range(0)",
        c"enumerate(())",
        c"zip()",
    ];
    let iterators = [
        (c"iter([])", Told::Sequence),
        (c"iter(())", Told::Sequence),
        (c"iter('a')", Told::Sequence),
        // Text beyond ASCII has an iterator of its own.
        (c"iter('\\u20ac')", Told::Sequence),
        (c"iter(b'')", Told::Sequence),
        (c"iter(range(0))", Told::Sequence),
        (c"enumerate(())", Told::IteratorAndNumber),
        (c"zip()", Told::Iterators),
    ];
    let known = Known {
        iterables: iterables
            .into_iter()
            .map(type_of)
            .collect::<PyResult<_>>()?,
        iterators: iterators
            .into_iter()
            .map(|(expression, told)| Ok((type_of(expression)?, told)))
            .collect::<PyResult<_>>()?,
    };
    // Another interpreter in this process has the same types.
    let _ = KNOWN.set(known);
    Ok(())
}

/// Whether going through an object gives an iterator of C, which is its own iterator.
///
/// # Safety
/// The object is alive.
pub unsafe fn is_known_iterable(object: Object) -> bool {
    let kind = unsafe { ffi::Py_TYPE(object) };
    let is_builtin = KNOWN
        .get()
        .is_some_and(|known| known.iterables.contains(&(kind as usize)));
    is_builtin
        || kind == range::range_type()
        || lazy::is_lazy_type(kind)
        || unsafe { is_ours(object) }
}

impl Reading {
    /// What an iterator will still give.
    ///
    /// # Safety
    /// The object is alive.
    pub unsafe fn iterator(&mut self, iterator: Object) -> Result<(), Unreadable> {
        if !self.is_new(iterator) {
            return Ok(());
        }
        unsafe {
            if let Some((sequence, index)) = lazy::iteration::under_way(iterator) {
                return self.rest(sequence, index);
            }
            if let Some((whole, index)) = text_iterator::under_way(iterator) {
                return self.rest(Some(whole), index);
            }
            if let Some(parts) = range::under_way(iterator) {
                self.bytes.tag(Tag::RangeRest);
                return parts.into_iter().try_for_each(|part| self.object(part));
            }
            let kind = ffi::Py_TYPE(iterator) as usize;
            let told = KNOWN.get().and_then(|known| known.iterators.get(&kind));
            let told = *told.ok_or(Unreadable)?;
            let (arguments, state) = self.reduced(iterator)?;
            self.bytes.tag(Tag::Iterator);
            self.bytes.number(told as usize);
            let count = ffi::PyTuple_GET_SIZE(arguments);
            match told {
                Told::Sequence => {
                    if count != 1 {
                        return Err(Unreadable);
                    }
                    let sequence = ffi::PyTuple_GET_ITEM(arguments, 0);
                    if ffi::Py_TYPE(sequence) == &raw mut ffi::PyRange_Type {
                        self.bytes.tag(Tag::RangeRest);
                        self.object(sequence)?;
                        return self.object(state.unwrap_or_else(|| ffi::Py_None()));
                    }
                    let from = match state {
                        Some(state) => usize::try_from(ffi::PyLong_AsSsize_t(state)),
                        None => Ok(0),
                    };
                    self.rest(Some(sequence), from.map_err(|_| Unreadable)?)
                }
                Told::Iterators | Told::IteratorAndNumber => {
                    self.bytes.number(count as usize);
                    for index in 0..count {
                        let argument = ffi::PyTuple_GET_ITEM(arguments, index);
                        if told == Told::IteratorAndNumber && index > 0 {
                            self.object(argument)?;
                        } else {
                            self.iterator(argument)?;
                        }
                    }
                    self.object(state.unwrap_or_else(|| ffi::Py_None()))
                }
            }
        }
    }

    /// How to make another iterator like this one: the arguments, and what to tell it then.
    unsafe fn reduced(&mut self, iterator: Object) -> Result<(Object, Option<Object>), Unreadable> {
        unsafe {
            let name = Owned::new(ffi::PyUnicode_InternFromString(c"__reduce__".as_ptr()));
            let name = name.ok_or(Unreadable)?;
            let parts = ffi::PyObject_CallMethodNoArgs(iterator, name.get());
            let parts = self.hold(Owned::new(parts).ok_or(Unreadable)?);
            if ffi::PyTuple_CheckExact(parts) == 0 || ffi::PyTuple_GET_SIZE(parts) < 2 {
                return Err(Unreadable);
            }
            let arguments = ffi::PyTuple_GET_ITEM(parts, 1);
            if ffi::PyTuple_CheckExact(arguments) == 0 {
                return Err(Unreadable);
            }
            let state = (ffi::PyTuple_GET_SIZE(parts) > 2).then(|| ffi::PyTuple_GET_ITEM(parts, 2));
            Ok((arguments, state.filter(|&state| state != ffi::Py_None())))
        }
    }

    /// The elements of a sequence from one on; nothing is left of one that was gone through.
    unsafe fn rest(&mut self, sequence: Option<Object>, from: usize) -> Result<(), Unreadable> {
        let Some(sequence) = sequence else {
            self.bytes.tag(Tag::Exhausted);
            return Ok(());
        };
        unsafe {
            if self.is_known(sequence) {
                // What it gives follows what becomes of the list, which the program can still change.
                self.bytes.tag(Tag::Iterated);
                self.object(sequence)?;
                self.bytes.number(from);
                return Ok(());
            }
            if lazy::is_lazy(sequence) {
                self.bytes.tag(Tag::OpenRest);
                return self.open_container(sequence, from);
            }
            self.bytes.tag(Tag::Rest);
            match symbolic(sequence) {
                Some(Symbolic::Text(known) | Symbolic::Octets(known)) => {
                    return self.rest_of_text(known, from);
                }
                Some(_) => return Err(Unreadable),
                None => {}
            }
            let kind = ffi::Py_TYPE(sequence);
            if kind == &raw mut ffi::PyList_Type {
                self.list(sequence, from)
            } else if kind == &raw mut ffi::PyTuple_Type {
                self.tuple(sequence, from)
            } else if kind == &raw mut ffi::PyUnicode_Type || kind == &raw mut ffi::PyBytes_Type {
                self.object(sequence)?;
                self.bytes.number(from);
                Ok(())
            } else {
                Err(Unreadable)
            }
        }
    }
}
