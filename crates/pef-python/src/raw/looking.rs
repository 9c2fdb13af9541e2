//! Looks at values of the program that run none of its code, where `getattr` might.
//!
//! `pef.looks` does the same in Python, and says why.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

/// The attributes that are stored in an object itself; nothing for objects that have no place for them, and for classes.
#[pyfunction]
pub fn namespace<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    if value.is_instance_of::<PyType>() {
        return None;
    }
    // SAFETY: the object is alive; the exception of one that has no attributes is taken away.
    let attributes = unsafe {
        Bound::from_owned_ptr_or_err(
            value.py(),
            ffi::PyObject_GenericGetDict(value.as_ptr(), std::ptr::null_mut()),
        )
    };
    attributes.ok()?.cast_into().ok()
}

/// What stands in a class itself.
pub fn members<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    own_attribute(class, intern!(class.py(), "__dict__"))
}

/// The name of the module of a class, if that is a text.
pub fn module_name(class: &Bound<'_, PyType>) -> Option<String> {
    let name = own_attribute(class, intern!(class.py(), "__module__")).ok()?;
    name.cast_exact::<PyString>().ok()?.extract().ok()
}

/// The elements of a set, whatever a class derived from it makes of being iterated.
pub fn elements<'py>(set: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // SAFETY: the object is alive, and a set or frozen set, which share this slot.
    let iterator = unsafe {
        let slot = (*(&raw mut ffi::PySet_Type)).tp_iter;
        let iterator = slot.map_or(std::ptr::null_mut(), |slot| slot(set.as_ptr()));
        Bound::from_owned_ptr_or_err(set.py(), iterator)
    };
    iterator?.try_iter()?.collect()
}

/// Sets an attribute of a class, or takes it away, as `type` does, whatever the metaclass makes of it.
pub fn set_member(
    class: &Bound<'_, PyType>,
    name: &Bound<'_, PyAny>,
    value: Option<&Py<PyAny>>,
) -> PyResult<()> {
    let value = value.map_or(std::ptr::null_mut(), Py::as_ptr);
    // SAFETY: all are alive, and the slot is that of classes.
    let failed = unsafe {
        let slot = (*(&raw mut ffi::PyType_Type)).tp_setattro;
        slot.is_none_or(|slot| slot(class.as_ptr(), name.as_ptr(), value) != 0)
    };
    if failed {
        return Err(PyErr::fetch(class.py()));
    }
    Ok(())
}

/// The name of a class, with those of the classes that it stands in.
pub fn name(class: &Bound<'_, PyType>) -> Option<String> {
    let name = own_attribute(class, intern!(class.py(), "__qualname__")).ok()?;
    name.extract().ok()
}

/// An attribute of a class as `type` gives it, whatever the metaclass makes of it.
fn own_attribute<'py>(
    class: &Bound<'py, PyType>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = class.py();
    python
        .get_type::<PyType>()
        .getattr(intern!(python, "__dict__"))?
        .get_item(name)?
        .call_method1(intern!(python, "__get__"), (class,))
}
