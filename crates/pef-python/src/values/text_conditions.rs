//! What can be said of two texts, or of one, as one condition: equality, order, occurrence, and what its codes are.
//!
//! Everything here is about [`TextId`]s, so that strings and bytes share it. No condition forks, neither for a character
//! nor for a length: where a length is open, and no formula over the codes says it, the condition is a node of its own
//! (`pef-term`'s `open_text.rs`).

use pef_term::{CodeTable, TermId, TextOperand, TextRelation};

use crate::session::{self, Session};
use crate::texts::TextId;

/// The condition that a relation holds between two texts.
pub fn related(relation: TextRelation, left: TextId, right: TextId) -> TermId {
    session::with(|session| {
        give_values(session, left, right);
        give_values(session, right, left);
        let (left, right) = (session.texts.operand(left), session.texts.operand(right));
        session.terms.text_relation(relation, left, right)
    })
}

/// The condition that every code of a text is in a table.
pub fn every_code(text: TextId, table: CodeTable) -> TermId {
    session::with(|session| {
        let text = session.texts.operand(text);
        let table = session.terms.table(table);
        session.terms.every_code(&text, table)
    })
}

/// Gives the codes of an open text a value in this run as far as a fixed text goes, with which it is compared: beyond
/// the open one's present length too.
fn give_values(session: &mut Session, open: TextId, fixed: TextId) {
    if let (TextOperand::Open(_), TextOperand::Fixed(codes)) =
        (session.texts.operand(open), session.texts.operand(fixed))
    {
        for index in 0..codes.len() {
            session.code(open, index);
        }
    }
}

/// The relation that a comparison of Python asks for, whether its operands change sides, and whether it is negated.
fn relation_of(comparison: std::ffi::c_int) -> (TextRelation, bool, bool) {
    match comparison {
        pyo3::ffi::Py_EQ => (TextRelation::Equal, false, false),
        pyo3::ffi::Py_NE => (TextRelation::Equal, false, true),
        pyo3::ffi::Py_LT => (TextRelation::Less, false, false),
        pyo3::ffi::Py_LE => (TextRelation::AtMost, false, false),
        pyo3::ffi::Py_GT => (TextRelation::Less, true, false),
        _ => (TextRelation::AtMost, true, false),
    }
}

/// The condition that a comparison of Python holds between two texts.
pub fn compared(comparison: std::ffi::c_int, left: TextId, right: TextId) -> TermId {
    let (relation, swapped, negated) = relation_of(comparison);
    let condition = if swapped {
        related(relation, right, left)
    } else {
        related(relation, left, right)
    };
    if negated {
        session::with(|session| session.terms.not(condition))
    } else {
        condition
    }
}
