//! Reading a state: everything that objects lead to, written down so that equal states give equal bytes.
//!
//! An object of a builtin type is read to its end, or it cannot be read, and then there is no mark. Sets are not read, empty
//! ones neither: the order in which one is gone through follows from its table, and that from all that happened to it.
//! Nothing here runs code of the program.

use pef_explore::Mark;
use pef_term::{TermId, VariableId};
use pyo3::ffi;
use rustc_hash::{FxHashMap, FxHashSet};

use super::writing::{Bytes, Tag};
use crate::raw::{Object, Owned};
use crate::session;
use crate::texts::TextId;
use crate::values::{Symbolic, convert, is_ours, lazy, symbolic};

/// A state of more objects than this is not worth reading.
const MOST_OBJECTS: usize = 2_000;
/// Deeper nesting is not read.
const DEEPEST: usize = 50;

/// Something cannot be read.
#[derive(Debug)]
pub struct Unreadable;

/// A state that is being read.
pub struct Reading {
    pub(super) bytes: Bytes,
    variables: FxHashSet<VariableId>,
    /// Objects that can be changed, or told apart, with their numbers.
    seen: FxHashMap<usize, usize>,
    kept: FxHashMap<usize, Owned>,
    /// What was made for reading: it must not be freed before the end, or another object could get its address.
    made: Vec<Owned>,
    objects: usize,
    depth: usize,
}

impl Reading {
    /// At the branch with this number.
    pub fn new(branch: u32) -> Self {
        let mut bytes = Bytes::default();
        bytes.number(branch as usize);
        // A conditional expression is a branch the first time in a run, and then a term.
        let mut choices: Vec<u32> =
            session::with(|session| session.choices.iter().copied().collect());
        choices.sort_unstable();
        bytes.number(choices.len());
        for choice in choices {
            bytes.number(choice as usize);
        }
        Self {
            bytes,
            variables: FxHashSet::default(),
            seen: FxHashMap::default(),
            kept: FxHashMap::default(),
            made: Vec::new(),
            objects: 0,
            depth: 0,
        }
    }

    /// The mark, and the objects that must stay alive as long as it is remembered.
    pub fn finish(self, position: usize) -> (Mark, FxHashMap<usize, Owned>) {
        let mut variables: Vec<VariableId> = self.variables.into_iter().collect();
        variables.sort_unstable();
        let mark = Mark {
            position,
            state: self.bytes.finish(),
            variables,
        };
        (mark, self.kept)
    }

    /// Keeps an object that was made for reading until the end.
    pub(super) fn hold(&mut self, made: Owned) -> Object {
        let object = made.get();
        self.made.push(made);
        object
    }

    /// The values of some local variables.
    ///
    /// # Safety
    /// The objects are alive.
    pub unsafe fn variables_of(
        &mut self,
        locals: &Owned,
        names: &[Owned],
    ) -> Result<(), Unreadable> {
        for name in names {
            unsafe {
                match Owned::new(ffi::PyObject_GetItem(locals.get(), name.get())) {
                    Some(value) => {
                        let value = self.hold(value);
                        self.object(value)?;
                    }
                    None if ffi::PyErr_ExceptionMatches(ffi::PyExc_KeyError) != 0 => {
                        ffi::PyErr_Clear();
                        self.bytes.tag(Tag::Unbound);
                    }
                    None => return Err(Unreadable),
                }
            }
        }
        Ok(())
    }

    /// An object, and all that it leads to.
    ///
    /// # Safety
    /// The object is alive.
    pub unsafe fn object(&mut self, object: Object) -> Result<(), Unreadable> {
        self.objects += 1;
        if self.objects > MOST_OBJECTS || self.depth > DEEPEST {
            return Err(Unreadable);
        }
        self.depth += 1;
        let read = unsafe { self.any(object) };
        self.depth -= 1;
        read
    }

    unsafe fn any(&mut self, object: Object) -> Result<(), Unreadable> {
        unsafe {
            if self.constant(object) {
                return Ok(());
            }
            if let Some(value) = symbolic(object) {
                // One that is NaN is found in a container by being the same object.
                if matches!(value, Symbolic::Float(_)) && !self.is_new(object) {
                    return Ok(());
                }
                return self.symbolic(value);
            }
            let kind = ffi::Py_TYPE(object);
            if is_ours(object) {
                // Of another run.
                return Err(Unreadable);
            }
            if kind == &raw mut ffi::PyLong_Type {
                self.bytes.tag(Tag::Integer);
                let number = convert::integer_of(object).to_string();
                self.bytes.octets(number.as_bytes());
            } else if kind == &raw mut ffi::PyUnicode_Type {
                self.text(object)?;
            } else if kind == &raw mut ffi::PyBytes_Type {
                self.bytes.tag(Tag::Octets);
                self.bytes.octets(crate::raw::octets::slice(object));
            } else if self.is_new(object) {
                self.one_of_many(object, kind)?;
            }
            Ok(())
        }
    }

    /// Objects of which there is one each.
    unsafe fn constant(&mut self, object: Object) -> bool {
        let tag = unsafe {
            if object == ffi::Py_None() {
                Tag::None
            } else if object == ffi::Py_False() {
                Tag::False
            } else if object == ffi::Py_True() {
                Tag::True
            } else if object == ffi::Py_Ellipsis() {
                Tag::Ellipsis
            } else {
                return false;
            }
        };
        self.bytes.tag(tag);
        true
    }

    /// Whether an object came up before.
    pub(super) fn is_known(&self, object: Object) -> bool {
        self.seen.contains_key(&(object as usize))
    }

    /// Whether an object did not come up before; if it did, says which one it is.
    pub(super) fn is_new(&mut self, object: Object) -> bool {
        let number = self.seen.len();
        match self.seen.entry(object as usize) {
            std::collections::hash_map::Entry::Occupied(known) => {
                self.bytes.tag(Tag::Again);
                self.bytes.number(*known.get());
                false
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(number);
                true
            }
        }
    }

    /// Objects that may equal others and be none of them.
    unsafe fn one_of_many(
        &mut self,
        object: Object,
        kind: *mut ffi::PyTypeObject,
    ) -> Result<(), Unreadable> {
        unsafe {
            if kind == &raw mut ffi::PyFloat_Type {
                let number = ffi::PyFloat_AS_DOUBLE(object);
                if number.is_nan() {
                    // A container finds this one, and no other.
                    self.address(object);
                } else {
                    self.bytes.tag(Tag::Float);
                    self.bytes.number(number.to_bits() as usize);
                }
                Ok(())
            } else if kind == &raw mut ffi::PyList_Type {
                self.list(object, 0)
            } else if kind == &raw mut ffi::PyTuple_Type {
                self.tuple(object, 0)
            } else if kind == &raw mut ffi::PyDict_Type {
                self.dictionary(object)
            } else if kind == &raw mut ffi::PyRange_Type {
                self.bytes.tag(Tag::Range);
                self.attributes(object, [c"start", c"stop", c"step"])
            } else if lazy::is_lazy_type(kind) {
                self.open_container(object, 0)
            } else {
                Err(Unreadable)
            }
        }
    }

    /// An object that is told by its address, which no other object gets from now on.
    unsafe fn address(&mut self, object: Object) {
        self.bytes.tag(Tag::Address);
        self.bytes.number(object as usize);
        self.kept
            .entry(object as usize)
            .or_insert_with(|| unsafe { Owned::borrowed(object) });
    }

    unsafe fn text(&mut self, object: Object) -> Result<(), Unreadable> {
        unsafe {
            let mut length = 0;
            let text = ffi::PyUnicode_AsUTF8AndSize(object, &raw mut length);
            if text.is_null() {
                // A lone surrogate.
                return Err(Unreadable);
            }
            self.bytes.tag(Tag::Text);
            let octets = std::slice::from_raw_parts(text.cast(), length.unsigned_abs());
            self.bytes.octets(octets);
            Ok(())
        }
    }

    /// The elements of a list from one on.
    pub(super) unsafe fn list(&mut self, list: Object, from: usize) -> Result<(), Unreadable> {
        unsafe {
            let length = ffi::PyList_GET_SIZE(list) as usize;
            self.bytes.tag(Tag::List);
            self.bytes.number(length.saturating_sub(from));
            (from..length).try_for_each(|index| {
                self.object(ffi::PyList_GET_ITEM(list, index as ffi::Py_ssize_t))
            })
        }
    }

    pub(super) unsafe fn tuple(&mut self, tuple: Object, from: usize) -> Result<(), Unreadable> {
        unsafe {
            let length = ffi::PyTuple_GET_SIZE(tuple) as usize;
            self.bytes.tag(Tag::Tuple);
            self.bytes.number(length.saturating_sub(from));
            (from..length).try_for_each(|index| {
                self.object(ffi::PyTuple_GET_ITEM(tuple, index as ffi::Py_ssize_t))
            })
        }
    }

    unsafe fn dictionary(&mut self, dictionary: Object) -> Result<(), Unreadable> {
        unsafe {
            self.bytes.tag(Tag::Dictionary);
            self.bytes.number(ffi::PyDict_Size(dictionary) as usize);
            let (mut position, mut key, mut value) =
                (0, std::ptr::null_mut(), std::ptr::null_mut());
            while ffi::PyDict_Next(dictionary, &raw mut position, &raw mut key, &raw mut value) != 0
            {
                self.object(key)?;
                self.object(value)?;
            }
            Ok(())
        }
    }

    /// Attributes of an object of C.
    pub(super) unsafe fn attributes<const N: usize>(
        &mut self,
        object: Object,
        names: [&std::ffi::CStr; N],
    ) -> Result<(), Unreadable> {
        for name in names {
            unsafe {
                let value = Owned::new(ffi::PyObject_GetAttrString(object, name.as_ptr()));
                let value = self.hold(value.ok_or(Unreadable)?);
                self.object(value)?;
            }
        }
        Ok(())
    }

    fn symbolic(&mut self, value: Symbolic) -> Result<(), Unreadable> {
        match value {
            Symbolic::Int(term) => self.term(Tag::SymbolicInteger, term),
            Symbolic::Bool(term) => self.term(Tag::SymbolicBoolean, term),
            Symbolic::Float(term) => self.term(Tag::SymbolicFloat, term),
            Symbolic::Text(text) => return self.symbolic_text(Tag::SymbolicText, text),
            Symbolic::Octets(text) => return self.symbolic_text(Tag::SymbolicOctets, text),
        }
        Ok(())
    }

    pub(super) fn term(&mut self, tag: Tag, term: TermId) {
        self.bytes.tag(tag);
        self.bytes.number(term.index());
        session::with(|session| {
            self.variables.extend(session.terms.variables(term));
            if session.terms.has_open_family(term) {
                self.variables.extend(session.terms.members_below(term));
            }
        });
    }

    /// A text. That it is the whole of an input is used where it is asked about as one, so it counts.
    fn symbolic_text(&mut self, tag: Tag, text: TextId) -> Result<(), Unreadable> {
        let input = session::with(|session| session.texts.input(text));
        self.bytes.tag(tag);
        self.bytes
            .number(input.map_or(0, |family| family.index() + 1));
        self.rest_of_text(text, 0)
    }

    /// The codes of a text from one on.
    pub(super) fn rest_of_text(&mut self, text: TextId, from: usize) -> Result<(), Unreadable> {
        session::with(|session| {
            if session.texts.is_deferred(text) {
                return Err(Unreadable);
            }
            let input = session.texts.input(text);
            let mut terms: Vec<TermId> = Vec::new();
            if let (true, Some(family)) = (session.texts.is_open(text), input) {
                self.bytes.tag(Tag::OpenCodes);
                self.bytes.number(family.index());
                self.bytes.number(from);
                terms.push(session.texts.length(text));
                // Codes are looked at by position, those that are variables now and those that will be.
                let members = session.terms.members(family);
                let later = members.filter(|(index, _)| *index >= from);
                self.variables.extend(later.map(|(_, variable)| variable));
            } else {
                self.bytes.tag(Tag::Codes);
                let codes = session.texts.codes(text);
                terms.extend_from_slice(codes.get(from..).unwrap_or_default());
            }
            self.bytes.number(terms.len());
            for term in terms {
                self.bytes.number(term.index());
                self.variables.extend(session.terms.variables(term));
            }
            Ok(())
        })
    }

    /// A container of open size; of a sequence, from one position on.
    pub(super) unsafe fn open_container(
        &mut self,
        object: Object,
        from: usize,
    ) -> Result<(), Unreadable> {
        let open = unsafe { lazy::looked_at(object) }.ok_or(Unreadable)?;
        self.bytes.tag(Tag::OpenContainer);
        self.bytes.number(unsafe { ffi::Py_TYPE(object) } as usize);
        self.bytes.octets(open.name.as_bytes());
        self.bytes.number(from);
        self.term(Tag::SymbolicInteger, open.length);
        let before: Vec<String> = (0..from)
            .map(|index| format!("{}[{index}]", open.name))
            .collect();
        self.named(&open.name, &before);
        // Those at the end that were not made are made like any other that is not there yet.
        let last = open.made.iter().rposition(|&made| made);
        for index in from..last.map_or(from, |last| last + 1) {
            if !open.made[index] {
                self.bytes.tag(Tag::NotMade);
                continue;
            }
            self.bytes.tag(Tag::Made);
            unsafe {
                let index = index as ffi::Py_ssize_t;
                self.object(if ffi::PyList_Check(object) != 0 {
                    ffi::PyList_GET_ITEM(object, index)
                } else {
                    ffi::PyTuple_GET_ITEM(object, index)
                })?;
            }
        }
        Ok(())
    }

    /// Parts of an input that may come up later under a name: what is known of the variables that are called by it
    /// counts, but for those of parts that are over.
    fn named(&mut self, name: &str, over: &[String]) {
        session::with(|session| {
            for (variable, _) in session.model.iter() {
                let full = session.terms.variable_info(variable).name.as_str();
                if mentions(full, name) && !over.iter().any(|part| mentions(full, part)) {
                    self.variables.insert(variable);
                }
            }
        });
    }
}

/// Whether an expression is about what has a name, or a part of it.
fn mentions(expression: &str, name: &str) -> bool {
    let is_word = |octet: Option<&u8>| {
        octet.is_some_and(|&octet| {
            octet.is_ascii_alphanumeric() || octet == b'_' || !octet.is_ascii()
        })
    };
    expression.match_indices(name).any(|(at, _)| {
        let octets = expression.as_bytes();
        let before = at.checked_sub(1).and_then(|before| octets.get(before));
        !is_word(before) && !is_word(octets.get(at + name.len()))
    })
}
