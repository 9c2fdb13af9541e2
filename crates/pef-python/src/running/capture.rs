//! What a run sees of the world besides its arguments: standard streams of its own (input is empty, output is kept, errors
//! are dropped), and the clock of [`Surroundings`].

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::surroundings::Surroundings;

/// Puts the streams of the process aside while it lives.
pub struct Capture<'py> {
    system: Bound<'py, PyModule>,
    output: Bound<'py, PyAny>,
    saved: [Bound<'py, PyAny>; 3],
    _surroundings: Surroundings,
}

static SYSTEM: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
/// The classes of the streams, found once: streams are made for every run.
static STREAMS: [PyOnceLock<Py<PyType>>; 3] = [const { PyOnceLock::new() }; 3];
const CLASSES: [&str; 3] = ["CapturedInput", "CapturedOutput", "CapturedErrors"];

impl<'py> Capture<'py> {
    pub fn begin(python: Python<'py>) -> PyResult<Self> {
        let system = SYSTEM
            .get_or_try_init(python, || python.import("sys").map(Bound::unbind))?
            .bind(python)
            .clone();
        let make = |index: usize| {
            STREAMS[index]
                .import(python, "pef.streams", CLASSES[index])?
                .call0()
        };
        let output = make(1)?;
        let saved = [
            system.getattr(intern!(python, "stdin"))?,
            system.getattr(intern!(python, "stdout"))?,
            system.getattr(intern!(python, "stderr"))?,
        ];
        system.setattr(intern!(python, "stdin"), make(0)?)?;
        system.setattr(intern!(python, "stdout"), &output)?;
        system.setattr(intern!(python, "stderr"), make(2)?)?;
        Ok(Self {
            system,
            output,
            saved,
            _surroundings: Surroundings::begin(),
        })
    }

    /// What was written so far; empty when the program closed the stream.
    pub fn text(&self) -> String {
        self.output
            .call_method0("getvalue")
            .and_then(|text| text.extract::<String>())
            .unwrap_or_default()
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        let python = self.system.py();
        let names = [
            intern!(python, "stdin"),
            intern!(python, "stdout"),
            intern!(python, "stderr"),
        ];
        for (name, stream) in names.into_iter().zip(&self.saved) {
            // Setting an attribute of a module does not fail.
            let _ = self.system.setattr(name, stream);
        }
    }
}
