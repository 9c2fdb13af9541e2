//! `_engine.confine` and `_engine.end_with_parent`: the way from Python to `pef-confine`.

use std::path::PathBuf;

use pef_confine::Permissions;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Confines this thread and what it starts for good; gives what the kernel cannot enforce, in words.
#[pyfunction]
pub fn confine(
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    network: bool,
    processes: bool,
    attributes: bool,
) -> PyResult<Vec<&'static str>> {
    let permissions = Permissions {
        read,
        write,
        network,
        processes,
        attributes,
    };
    let missing = pef_confine::confine(&permissions)
        .map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(missing
        .into_iter()
        .map(pef_confine::Missing::text)
        .collect())
}

/// Has the kernel end this process when its parent ends, where there is such a thing.
#[pyfunction]
pub fn end_with_parent() {
    pef_confine::end_with_parent();
}
