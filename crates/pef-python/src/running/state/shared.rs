//! What all code in a process shares and programs change now and then: whether it is still what it was.
//!
//! It is looked at several times for every path, so nothing of it is done in Python, and what is large is compared by its
//! version. Putting it back is rare, and Python's (`pef/isolation/c_objects.py`).

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::part::version;
use crate::raw::image::Image;

unsafe extern "C" {
    fn setlocale(category: c_int, locale: *const c_char) -> *mut c_char;
}

/// Environment, import path, recursion limit, folder, locale and the context of `decimal` as they were.
#[pyclass(frozen, module = "pef._engine")]
pub struct Shared {
    system: Py<PyDict>,
    /// The variables as the system has them, and as they were.
    environment: Py<PyDict>,
    variables: Py<PyDict>,
    /// The version of the environment when it was last seen to be what it was; zero is none.
    version: AtomicU64,
    path: Vec<Py<PyAny>>,
    recursion_limit: c_int,
    folder: Option<PathBuf>,
    category: c_int,
    locale: Option<CString>,
    decimal: Option<Decimal>,
}

struct Decimal {
    current: Py<PyAny>,
    context: Py<PyAny>,
    image: Py<Image>,
}

#[pymethods]
impl Shared {
    /// `category` is that of the locale as a whole; `current_context` asks `decimal`, where it is loaded.
    #[new]
    fn new(
        environment: Bound<'_, PyDict>,
        category: c_int,
        current_context: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let python = environment.py();
        let system = python.import("sys")?;
        let path = system.getattr("path")?;
        let decimal = current_context.map(|current| {
            let context = current.call0()?;
            PyResult::Ok(Decimal {
                image: Py::new(python, Image::of(context.clone())?)?,
                context: context.unbind(),
                current: current.unbind(),
            })
        });
        Ok(Self {
            system: system.dict().unbind(),
            variables: environment.copy()?.unbind(),
            version: AtomicU64::new(version(&environment).unwrap_or(0)),
            environment: environment.unbind(),
            path: path
                .try_iter()?
                .map(|one| one.map(Bound::unbind))
                .collect::<PyResult<_>>()?,
            // SAFETY: the interpreter is attached.
            recursion_limit: unsafe { ffi::Py_GetRecursionLimit() },
            folder: folder(),
            category,
            locale: locale(category).map(CStr::to_owned),
            decimal: decimal.transpose()?,
        })
    }

    /// Whether something is no longer what it was.
    fn differs(&self, python: Python<'_>) -> PyResult<bool> {
        Ok(self.is_environment_changed(python)?
            || self.is_path_changed(python)?
            // SAFETY: the interpreter is attached.
            || unsafe { ffi::Py_GetRecursionLimit() } != self.recursion_limit
            || locale(self.category) != self.locale.as_deref()
            || folder() != self.folder
            || self.is_context_changed(python)?)
    }
}

impl Shared {
    fn is_environment_changed(&self, python: Python<'_>) -> PyResult<bool> {
        let environment = self.environment.bind(python);
        let now = version(environment).unwrap_or(0);
        if now != 0 && now == self.version.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if !environment.eq(&self.variables)? {
            return Ok(true);
        }
        self.version.store(now, Ordering::Relaxed);
        Ok(false)
    }

    fn is_path_changed(&self, python: Python<'_>) -> PyResult<bool> {
        let Some(path) = self.system.bind(python).get_item(intern!(python, "path"))? else {
            return Ok(true);
        };
        let Ok(path) = path.cast::<PyList>() else {
            return Ok(true);
        };
        if path.len() != self.path.len() {
            return Ok(true);
        }
        for (now, then) in path.iter().zip(&self.path) {
            if !now.is(then) && !now.eq(then)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_context_changed(&self, python: Python<'_>) -> PyResult<bool> {
        let Some(decimal) = &self.decimal else {
            return Ok(false);
        };
        let now = decimal.current.call0(python)?;
        Ok(!now.is(&decimal.context) || decimal.image.get().differs())
    }
}

/// Where the process is; it may be nowhere.
fn folder() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

fn locale(category: c_int) -> Option<&'static CStr> {
    // SAFETY: only asked for. The text is that of the C library until the locale is set again, which needs the interpreter.
    unsafe {
        let name = setlocale(category, std::ptr::null());
        (!name.is_null()).then(|| CStr::from_ptr(name))
    }
}
