//! Lists and tuples of open length whose elements are numbers: an element at a symbolic index is a term.
//!
//! The elements are a family of variables, as the codes of a text are (`open_text.rs`). Which of them `l[j]` is depends on
//! the value of `j`, so it is a node of its own, which evaluation decides for any model; solvers see a variable for it, tied to
//! the elements and to those at other indices (`pef-solve`'s `elements.rs`). Rejected: a decision for each value of the index,
//! which costs a path for each.

use crate::node::Node;
use crate::open_text::{FamilyKind, LONGEST};
use crate::{FamilyId, Integer, Model, Sort, TermId, Terms, Value, VariableId};

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
