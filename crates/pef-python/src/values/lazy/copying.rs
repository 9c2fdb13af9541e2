//! Copies of open containers that stay open: what an argument was when a function was entered.
//!
//! A copy has the same length term and makes its elements from the same names, so both see the same input; an element
//! that was made already may have been changed since, and is copied instead of made again.

use std::rc::Rc;

use pyo3::ffi;

use super::{CONTAINERS, Lazy, Raised, is_lazy, new_lazy_sharing};
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
        let Some((length, size, filling, made)) = session::with(|session| {
            session.lazies.get(&(object as usize)).map(|lazy| {
                let Lazy {
                    length,
                    size,
                    filling,
                    made,
                } = lazy;
                (*length, *size, Rc::clone(filling), made.clone())
            })
        }) else {
            return Ok(None);
        };
        let kind = ffi::Py_TYPE(object);
        let Some(container) = CONTAINERS
            .into_iter()
            .find(|container| container.lazy_type() == kind)
        else {
            return Ok(None);
        };
        let result =
            Owned::new(new_lazy_sharing(container, length, size, filling)?).ok_or(Raised)?;
        let is_list = ffi::PyList_Check(object) != 0;
        if is_list || ffi::PyTuple_Check(object) != 0 {
            for index in (0..size).filter(|&index| made[index]) {
                let element = copy_element(*place(object, is_list, index))?;
                let before =
                    std::mem::replace(&mut *place(result.get(), is_list, index), element.release());
                ffi::Py_DECREF(before);
                session::with(|session| {
                    if let Some(lazy) = session.lazies.get_mut(&(result.get() as usize)) {
                        lazy.made[index] = true;
                    }
                });
            }
        }
        Ok(Some(result.release()))
    }
}

/// Where a list or tuple keeps its element.
unsafe fn place(sequence: Object, is_list: bool, index: usize) -> *mut Object {
    unsafe {
        if is_list {
            (*sequence.cast::<ffi::PyListObject>()).ob_item.add(index)
        } else {
            (&raw mut (*sequence.cast::<ffi::PyTupleObject>()).ob_item)
                .cast::<Object>()
                .add(index)
        }
    }
}
