//! Look-ups in ordinary dictionaries and sets when the key, or a key in them, is symbolic.
//!
//! A dictionary finds its keys by hash, and the hash of a symbolic value is that of its value in this run: what it
//! finds is right for this run, but nothing would say which other inputs find the same. So the key is first looked
//! up by equality, which decides it, and the dictionary is then asked for the key that was found. Keys of one
//! dictionary differ from each other by the decisions under which they were put in.

use pyo3::ffi;

use super::decide::{Raised, concretised};
use super::equality::{Found, is_symbolic_key, look_up};
use super::keyed;
use super::modelled::while_modelled;
use crate::raw::{Object, Owned};
use crate::session;

/// Whether a dictionary or set has a symbolic key.
///
/// # Safety
/// `container` is a dictionary, a set or a view of keys.
pub unsafe fn has_symbolic_keys(container: Object) -> bool {
    unsafe {
        if keyed::is_keyed(container) {
            return true;
        }
        if keyed::can_be_keyed(container) || !session::with(|session| session.symbolic_keys_exist) {
            return false;
        }
        let Ok(keys) = keyed::keys_of(container) else {
            ffi::PyErr_Clear();
            return true;
        };
        keyed::list_elements(keys.get()).any(|key| is_symbolic_key(key))
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

/// What a look-up came to.
pub struct Resolved {
    /// The key to use: the equal one in the container, or the one that was looked up.
    pub key: Owned,
    /// Whether the container has it; nothing where only hashes and the keys' own `==` can tell.
    pub present: Option<bool>,
}

/// The key to use with a dictionary or set in place of `key`. Nothing when neither the key nor the container is
/// symbolic.
///
/// # Safety
/// `container` is a dictionary or set, `key` is alive.
pub unsafe fn resolve(container: Object, key: Object) -> Result<Option<Resolved>, Raised> {
    unsafe {
        if !session::is_active() || (!is_symbolic_key(key) && !has_symbolic_keys(container)) {
            return Ok(None);
        }
        check_hashable(key)?;
        let keys = keyed::keys_of(container)?;
        find(keys.get(), key).map(Some)
    }
}

/// Looks a key up in a list of different keys; decides which one it is, or that none is.
///
/// # Safety
/// `keys` is a list, `key` is alive and can be hashed.
pub unsafe fn find(keys: Object, key: Object) -> Result<Resolved, Raised> {
    unsafe {
        let (key, present) = match look_up(keys, key)? {
            Found::Same(existing) => (existing, Some(true)),
            Found::Nothing => (Owned::borrowed(key), Some(false)),
            Found::Foreign => {
                concretised(|| {
                    "looking up a symbolic key among objects with an == of their own".to_owned()
                });
                (Owned::borrowed(key), None)
            }
        };
        Ok(Resolved { key, present })
    }
}

/// Prepares a container for a key that is about to be stored in it.
///
/// # Safety
/// `container` is a dictionary or set, `key` is alive.
pub unsafe fn will_store(container: Object, key: Object) {
    unsafe {
        if is_symbolic_key(key) {
            keyed::make_keyed(container);
        }
    }
}

/// Whether subscripting a dictionary is done by the builtin's own code.
unsafe fn subscript_is_native(dictionary: Object) -> bool {
    unsafe {
        if keyed::is_keyed(dictionary) || ffi::PyDict_CheckExact(dictionary) != 0 {
            return true;
        }
        // Slots do not tell: that of a Python class looks the method up, also where it is the builtin's.
        let method = |class: *mut ffi::PyTypeObject| {
            let found = ffi::PyObject_GetAttrString(class.cast(), c"__getitem__".as_ptr());
            if found.is_null() {
                ffi::PyErr_Clear();
            }
            Owned::new(found).map(|method| method.get())
        };
        method(ffi::Py_TYPE(dictionary)) == method(&raw mut ffi::PyDict_Type)
    }
}

/// `dictionary[key]`; a new reference.
///
/// # Safety
/// `dictionary` is a dictionary or an instance of a subclass.
pub unsafe fn get_item(dictionary: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        if !subscript_is_native(dictionary) {
            return Ok(ffi::PyObject_GetItem(dictionary, key));
        }
        let Some(resolved) = resolve(dictionary, key)? else {
            return Ok(ffi::PyObject_GetItem(dictionary, key));
        };
        if resolved.present != Some(true) && keyed::makes_defaults(dictionary) {
            // The default is stored under the key.
            will_store(dictionary, resolved.key.get());
        }
        let builtin = &raw mut ffi::PyDict_Type;
        let native = (*(*builtin).tp_as_mapping).mp_subscript.ok_or(Raised)?;
        Ok(while_modelled(|| native(dictionary, resolved.key.get())))
    }
}

/// `dictionary[key] = value`, or `del dictionary[key]` with no value; 0, or -1 with an exception.
///
/// # Safety
/// `dictionary` is a dictionary or an instance of a subclass; `value` is null or alive.
pub unsafe fn assign_item(dictionary: Object, key: Object, value: Object) -> Result<i32, Raised> {
    unsafe {
        let class = ffi::Py_TYPE(dictionary);
        let assign = |class: *mut ffi::PyTypeObject| {
            (*class)
                .tp_as_mapping
                .as_ref()
                .and_then(|methods| methods.mp_ass_subscript)
        };
        let native = assign(keyed::ordinary_type(dictionary)).ok_or(Raised)?;
        let overridden = !keyed::is_keyed(dictionary)
            && assign(class).is_none_or(|function| function as usize != native as usize);
        let resolved = if overridden {
            None
        } else {
            resolve(dictionary, key)?
        };
        let Some(resolved) = resolved else {
            return Ok(if value.is_null() {
                ffi::PyObject_DelItem(dictionary, key)
            } else {
                ffi::PyObject_SetItem(dictionary, key, value)
            });
        };
        if !value.is_null() {
            will_store(dictionary, resolved.key.get());
        }
        Ok(while_modelled(|| {
            native(dictionary, resolved.key.get(), value)
        }))
    }
}

/// Adds an element to a set; 0, or -1 with an exception.
///
/// # Safety
/// `set` is a set, `element` is alive.
pub unsafe fn add_element(set: Object, element: Object) -> Result<i32, Raised> {
    unsafe {
        let Some(resolved) = resolve(set, element)? else {
            return Ok(ffi::PySet_Add(set, element));
        };
        will_store(set, resolved.key.get());
        Ok(while_modelled(|| ffi::PySet_Add(set, resolved.key.get())))
    }
}
