//! Lists and tuples of open length whose elements are numbers: an element at a symbolic index is a term.
//!
//! The elements are a family of variables, as the codes of a text are (`open_text.rs`). Which of them `l[j]` is depends on
//! the value of `j`, so it is a node of its own, which evaluation decides for any model; solvers see a variable for it, tied to
//! the elements and to those at other indices (`pef-solve`'s `elements.rs`). Rejected: a decision for each value of the index,
//! which costs a path for each.

use crate::node::Node;
use crate::open_text::{FamilyKind, LONGEST, OpenText};
use crate::{FamilyId, Integer, Model, Sort, TermId, Terms, Value, VariableId};

/// Of a list of at most so many elements a condition is a formula.
const FEW: i64 = 64;

impl Terms {
    /// Declares the elements of a list, or finds those declared so before. Where a model does not say what they are, they are
    /// zero.
    pub fn elements(&mut self, name: &str, sort: Sort) -> FamilyId {
        self.family_of(name, FamilyKind::Elements(sort), &[], 0)
    }

    /// The element at an index from the front; undefined for a negative one.
    pub fn element(&mut self, family: FamilyId, index: TermId) -> TermId {
        match self.as_int_const(index).and_then(place) {
            Some(index) => {
                let variable = self.member(family, index);
                self.var(variable)
            }
            None => self.intern(Node::Element(family, index)),
        }
    }

    /// The condition that an integer is among the elements of a list.
    pub fn includes(&mut self, list: OpenText, element: TermId) -> TermId {
        match self.as_int_const(list.length).and_then(Integer::to_i64) {
            Some(length) if length <= FEW => {
                self.includes_up_to(length.max(0) as usize, list, element, None)
            }
            _ => self.intern(Node::Includes(list, element)),
        }
    }

    /// The same as a formula, for a list of at most so many elements, or, where it is longer, with `rest` for whether it is
    /// among the others.
    pub fn includes_up_to(
        &mut self,
        bound: usize,
        list: OpenText,
        element: TermId,
        rest: Option<TermId>,
    ) -> TermId {
        let mut cases: Vec<TermId> = (0..bound)
            .map(|index| {
                let variable = self.member(list.family, index);
                let member = self.var(variable);
                let equal = self.eq(member, element);
                let index = self.int_const(index as i64);
                let exists = self.lt(index, list.length);
                self.and(&[exists, equal])
            })
            .collect();
        if let Some(rest) = rest {
            let bound = self.int_const(bound as i64);
            let longer = self.lt(bound, list.length);
            cases.push(self.and(&[longer, rest]));
        }
        self.or(&cases)
    }

    pub(crate) fn includes_in(
        &self,
        family: FamilyId,
        length: &Integer,
        element: &Value,
        model: &Model,
    ) -> Option<bool> {
        let length = length
            .to_i64()
            .filter(|length| (0..=LONGEST).contains(length))?;
        let default = self.element_default(family);
        let found = (0..length as usize).any(|index| {
            let known = self.made_member(family, index);
            let known = known.and_then(|variable| model.get(variable));
            known.unwrap_or(&default) == element
        });
        Some(found)
    }

    /// The variable of an element, unless the list would be absurdly long.
    pub fn member_within_limit(&mut self, family: FamilyId, index: usize) -> Option<VariableId> {
        (index < LONGEST as usize).then(|| self.member(family, index))
    }

    pub(crate) fn element_sort(&self, family: FamilyId) -> Sort {
        match self.family_info(family).kind {
            FamilyKind::Elements(sort) => sort,
            FamilyKind::CodePoints | FamilyKind::Octets => Sort::Int,
        }
    }

    /// What the element at a position is under a model.
    pub(crate) fn element_in(
        &self,
        family: FamilyId,
        index: &Integer,
        model: &Model,
    ) -> Option<Value> {
        let index = place(index)?;
        let known = self
            .made_member(family, index)
            .and_then(|variable| model.get(variable));
        Some(match known {
            Some(value) => value.clone(),
            None => self.element_default(family),
        })
    }

    /// What the elements are where a model does not say it.
    pub fn element_default(&self, family: FamilyId) -> Value {
        match self.element_sort(family) {
            Sort::Int => Value::from(0),
            Sort::Bool => Value::from(false),
            Sort::Float => Value::from(0.0),
        }
    }
}

/// A position in a list that is not absurdly long.
fn place(index: &Integer) -> Option<usize> {
    let index = index.to_i64()?;
    (0..LONGEST).contains(&index).then_some(index as usize)
}
