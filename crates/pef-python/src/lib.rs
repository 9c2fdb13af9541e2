//! The extension module `pef._engine`: the one crate that knows Python.

use pyo3::prelude::*;

/// The version of the Z3 library this process has loaded.
#[pyfunction]
fn z3_version() -> String {
    z3::full_version().to_owned()
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(z3_version, module)?)
}
