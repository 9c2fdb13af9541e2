//! What can be said of two texts as one formula: equality, order, occurrence.
//!
//! Everything here is about [`TextId`]s, so that strings and bytes share it. No condition forks for a character;
//! one whose formula needs a length that is still open gets it decided by the caller first.

use pef_term::TermId;

use crate::session::{self, Session};
use crate::texts::TextId;

/// The condition that two texts are equal. At most one of them may have an open length.
pub fn equal(left: TextId, right: TextId) -> TermId {
    session::with(|session| {
        let (open, fixed) = if session.texts.is_open(left) {
            (left, right)
        } else {
            (right, left)
        };
        let codes = session.texts.codes(fixed).to_vec();
        let length = session.texts.length(open);
        let expected = session.terms.int_const(codes.len() as i64);
        let mut conditions = vec![session.terms.eq(length, expected)];
        // Different constant lengths settle it; positions beyond a fixed text do not exist.
        if session.terms.as_bool_const(conditions[0]) == Some(false) {
            return conditions[0];
        }
        for (index, code) in codes.into_iter().enumerate() {
            let other = session.code(open, index);
            conditions.push(session.terms.eq(other, code));
        }
        session.terms.and(&conditions)
    })
}

/// The condition that a text begins with another one. At most one of them may have an open length.
pub fn begins_with(whole: TextId, part: TextId) -> TermId {
    session::with(|session| {
        let (length, needed) = (session.texts.length(whole), session.texts.length(part));
        let long_enough = session.terms.ge(length, needed);
        let mut conditions = vec![long_enough];
        if session.terms.as_bool_const(long_enough) == Some(false) {
            return long_enough;
        }
        if session.texts.is_open(part) {
            for (index, code) in session.texts.codes(whole).to_vec().into_iter().enumerate() {
                let position = session.terms.int_const(index as i64);
                let beyond = session.terms.le(needed, position);
                let other = session.code(part, index);
                let same = session.terms.eq(code, other);
                conditions.push(session.terms.or(&[beyond, same]));
            }
        } else {
            for (index, code) in session.texts.codes(part).to_vec().into_iter().enumerate() {
                let other = session.code(whole, index);
                conditions.push(session.terms.eq(other, code));
            }
        }
        session.terms.and(&conditions)
    })
}

/// The condition that one fixed text is less than another (or equal, if `or_equal`), by code points.
pub fn less(left: TextId, right: TextId, or_equal: bool) -> TermId {
    session::with(|session| {
        let left = session.texts.codes(left).to_vec();
        let right = session.texts.codes(right).to_vec();
        let shorter = left.len() < right.len() || (or_equal && left.len() == right.len());
        let mut condition = session.terms.bool_const(shorter);
        for (&one, &two) in left.iter().zip(&right).rev() {
            let less = session.terms.lt(one, two);
            let same = session.terms.eq(one, two);
            let rest = session.terms.and(&[same, condition]);
            condition = session.terms.or(&[less, rest]);
        }
        condition
    })
}

/// The condition that a fixed text stands somewhere in another one, which is at least as long.
pub fn occurs(whole: TextId, part: TextId) -> TermId {
    session::with(|session| {
        let codes = session.texts.codes(whole).to_vec();
        let wanted = session.texts.codes(part).to_vec();
        let places: Vec<TermId> = (0..=(codes.len() - wanted.len()))
            .map(|start| same(session, &codes[start..start + wanted.len()], &wanted))
            .collect();
        session.terms.or(&places)
    })
}

/// The condition that two texts of one length, given by their code points, are equal.
pub fn same(session: &mut Session, one: &[TermId], two: &[TermId]) -> TermId {
    let equal: Vec<TermId> = one
        .iter()
        .zip(two)
        .map(|(&one, &two)| session.terms.eq(one, two))
        .collect();
    session.terms.and(&equal)
}
