//! Copies of open containers that stay open: what an argument was when a function was entered.
//!
//! A copy has the same length term and makes its elements from the same names, so both see the same input; an element
//! that was made already may have been changed since, and is copied instead of made again.

use std::rc::Rc;

use pyo3::ffi;

use super::ends::append_known;
use super::{Container, Lazy, Raised, is_lazy, new_lazy_sharing};
use crate::raw::sequence::place;
use crate::raw::{Object, Owned};
use crate::session;

/// A copy of an open container, a new reference; nothing for any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn copy(
    object: Object,
    mut copy_element: impl FnMut(Object) -> Result<Owned, Raised>,
) -> Result<Option<Object>, Raised> {
    unsafe {
        if !is_lazy(object) {
            return Ok(None);
        }
        let Some((open, size, filling, made, known)) = session::with(|session| {
            session.lazies.get(&(object as usize)).map(|lazy| {
                let Lazy {
                    open,
                    open_size,
                    filling,
                    made,
                    known,
                } = lazy;
                (*open, *open_size, Rc::clone(filling), made.clone(), *known)
            })
        }) else {
            return Ok(None);
        };
        let Some(container) = Container::of(object) else {
            return Ok(None);
        };
        let result = Owned::new(new_lazy_sharing(container, open, size, filling)?).ok_or(Raised)?;
        if matches!(container, Container::List | Container::Tuple) {
            for index in (0..size).filter(|&index| made[index]) {
                let element = copy_element(*place(object, index))?;
                let before = std::mem::replace(&mut *place(result.get(), index), element.release());
                ffi::Py_DECREF(before);
                session::with(|session| {
                    if let Some(lazy) = session.lazies.get_mut(&(result.get() as usize)) {
                        lazy.made[index] = true;
                    }
                });
            }
            for index in size..size + known {
                let element = copy_element(*place(object, index))?;
                append_known(result.get(), element.get())?;
            }
        }
        Ok(Some(result.release()))
    }
}
