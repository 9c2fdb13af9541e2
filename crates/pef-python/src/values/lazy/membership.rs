//! `x in l` for an open list of ints: one condition, whatever the length.

use pef_term::{OpenText, Sort, TermId};
use pyo3::ffi;

use super::{Raised, index, make_element, open_part, present_length};
use crate::raw::Object;
use crate::raw::sequence::place;
use crate::session;
use crate::values::equality::{Equality, equality};
use crate::values::{convert, integer, is_ours};

/// The condition that an int is in an open list or tuple of ints, and whether it is in this run; nothing for other objects.
///
/// # Safety
/// Both are alive.
pub unsafe fn membership(
    sequence: Object,
    element: Object,
) -> Result<Option<(TermId, bool)>, Raised> {
    unsafe {
        let is_int = ffi::PyLong_CheckExact(element) != 0
            || ffi::PyBool_Check(element) != 0
            || (is_ours(element) && ffi::PyLong_Check(element) != 0);
        let (true, Some((open, open_size))) = (is_int, open_part(sequence)) else {
            return Ok(None);
        };
        let Some(numbers) = index::numbers(sequence).filter(|numbers| numbers.sort == Sort::Int)
        else {
            return Ok(None);
        };
        let value = convert::integer_of(element);
        let mut present = false;
        for index in 0..open_size {
            make_element(sequence, index)?;
            present |= convert::integer_of(*place(sequence, index)) == value;
        }
        let term = match integer::integer_term(element) {
            Some(term) => term,
            None => session::with(|session| session.terms.int_const(value)),
        };
        let list = OpenText {
            family: numbers.family,
            length: open,
        };
        let mut cases = vec![session::with(|session| session.terms.includes(list, term))];
        for index in open_size..present_length(sequence) as usize {
            match equality(*place(sequence, index), element)? {
                Equality::Plain(false) => {}
                Equality::Plain(true) => {
                    let always = session::with(|session| session.terms.bool_const(true));
                    return Ok(Some((always, true)));
                }
                Equality::When(condition, now) => {
                    cases.push(condition);
                    present |= now;
                }
                Equality::Foreign => return Ok(None),
            }
        }
        let condition = session::with(|session| session.terms.or(&cases));
        Ok(Some((condition, present)))
    }
}
