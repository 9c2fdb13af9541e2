//! Standard streams during a run: input is empty, output is kept, errors are dropped.

use pyo3::prelude::*;

/// Puts the streams of the process aside while it lives.
pub struct Capture<'py> {
    system: Bound<'py, PyModule>,
    output: Bound<'py, PyAny>,
    saved: [Bound<'py, PyAny>; 3],
}

const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl<'py> Capture<'py> {
    pub fn begin(python: Python<'py>) -> PyResult<Self> {
        let system = python.import("sys")?;
        let text_stream = python.import("io")?.getattr("StringIO")?;
        let output = text_stream.call0()?;
        let saved = [
            system.getattr("stdin")?,
            system.getattr("stdout")?,
            system.getattr("stderr")?,
        ];
        system.setattr("stdin", text_stream.call0()?)?;
        system.setattr("stdout", &output)?;
        system.setattr("stderr", text_stream.call0()?)?;
        Ok(Self {
            system,
            output,
            saved,
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
        for (name, stream) in STREAMS.iter().zip(&self.saved) {
            // Setting an attribute of a module does not fail.
            let _ = self.system.setattr(*name, stream);
        }
    }
}
