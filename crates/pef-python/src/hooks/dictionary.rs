//! Look-ups in ordinary dictionaries when the key, or a key in them, is symbolic.
//!
//! A dictionary finds its keys by hash, and the hash of a symbolic value is that of its value in this run: what it
//! finds is right for this run, but nothing would say which other inputs find the same. So the key is first looked
//! up by equality, which decides it, and the dictionary is then asked for the key that was found. Keys of one
//! dictionary differ from each other by the decisions under which they were put in.

use pyo3::ffi;

use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::{Raised, concretised};
use crate::values::equality::{Found, is_symbolic_key, look_up};

/// Whether a dictionary or set has a symbolic key. Only looked at once some symbolic key was stored at all.
///
/// # Safety
/// `container` is a dictionary, a set or a view of keys.
pub unsafe fn has_symbolic_keys(container: Object) -> bool {
    unsafe {
        if !session::with(|session| session.symbolic_keys_exist) {
            return false;
        }
        let Some(keys) = Owned::new(ffi::PySequence_List(container)) else {
            ffi::PyErr_Clear();
            return true;
        };
        (0..ffi::PyList_GET_SIZE(keys.get()))
            .any(|index| is_symbolic_key(ffi::PyList_GET_ITEM(keys.get(), index)))
    }
}

/// Raises what hashing would raise.
///
/// # Safety
/// `key` is alive.
pub unsafe fn check_hashable(key: Object) -> Result<(), Raised> {
    unsafe {
        if while_modelled(|| ffi::PyObject_Hash(key)) == -1 {
            Err(Raised)
        } else {
            Ok(())
        }
    }
}

/// Runs a native look-up whose decisions were recorded, so that hashing is no loss.
pub fn while_modelled<R>(operation: impl FnOnce() -> R) -> R {
    let before = session::with(|session| std::mem::replace(&mut session.hashing_is_modelled, true));
    let result = operation();
    session::with(|session| session.hashing_is_modelled = before);
    result
}

/// The key to use with a dictionary or set in place of `key`: the equal one in it, or itself when there is none.
/// Nothing when neither the key nor the container is symbolic.
///
/// # Safety
/// `container` is a dictionary or set, `key` is alive.
pub unsafe fn resolve(container: Object, key: Object) -> Result<Option<Owned>, Raised> {
    unsafe {
        if !session::is_active() || (!is_symbolic_key(key) && !has_symbolic_keys(container)) {
            return Ok(None);
        }
        check_hashable(key)?;
        let keys = Owned::new(ffi::PySequence_List(container)).ok_or(Raised)?;
        match look_up(keys.get(), key)? {
            Found::Same(existing) => Ok(Some(existing)),
            Found::Nothing => Ok(Some(Owned::borrowed(key))),
            Found::Foreign => {
                concretised(|| {
                    "looking up a symbolic key among objects with an == of their own".to_owned()
                });
                Ok(Some(Owned::borrowed(key)))
            }
        }
    }
}

/// Makes known that a symbolic key is about to be stored somewhere.
///
/// # Safety
/// `key` is alive.
pub unsafe fn will_store(key: Object) {
    unsafe {
        if is_symbolic_key(key) {
            session::with(|session| session.symbolic_keys_exist = true);
        }
    }
}

/// `dictionary[key]`; a new reference.
///
/// # Safety
/// `dictionary` is a dictionary or an instance of a subclass.
pub unsafe fn get_item(dictionary: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        Ok(match resolve(dictionary, key)? {
            Some(key) => while_modelled(|| ffi::PyObject_GetItem(dictionary, key.get())),
            None => ffi::PyObject_GetItem(dictionary, key),
        })
    }
}

/// `dictionary[key] = value`, or `del dictionary[key]` with no value; 0, or -1 with an exception.
///
/// # Safety
/// `dictionary` is a dictionary or an instance of a subclass; `value` is null or alive.
pub unsafe fn assign_item(dictionary: Object, key: Object, value: Object) -> Result<i32, Raised> {
    unsafe {
        let resolved = resolve(dictionary, key)?;
        let used = resolved.as_ref().map_or(key, Owned::get);
        let perform = || {
            if value.is_null() {
                ffi::PyObject_DelItem(dictionary, used)
            } else {
                ffi::PyObject_SetItem(dictionary, used, value)
            }
        };
        if resolved.is_none() {
            return Ok(perform());
        }
        will_store(used);
        Ok(while_modelled(perform))
    }
}
