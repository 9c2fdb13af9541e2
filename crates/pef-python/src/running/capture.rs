//! What a run sees of the world besides its arguments: standard streams of its own (input is empty, output is kept, errors
//! are dropped), and the clock of [`Surroundings`].
//!
//! Most runs do not touch the streams, and the next one is given the same then. A run whose streams are known to
//! somebody else, or are not as they were made, leaves none behind.

use std::cell::RefCell;

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyString, PyType};

use super::loaded;
use super::surroundings::Surroundings;

/// Puts the streams of the process aside while it lives.
pub struct Capture<'py> {
    system: Bound<'py, PyModule>,
    streams: [Option<Bound<'py, PyAny>>; 3],
    saved: [Bound<'py, PyAny>; 3],
    _surroundings: Surroundings,
}

/// The classes of the streams, found once: streams are made for every run.
static STREAMS: [PyOnceLock<Py<PyType>>; 3] = [const { PyOnceLock::new() }; 3];
const CLASSES: [&str; 3] = ["CapturedInput", "CapturedOutput", "CapturedErrors"];
const OUTPUT: usize = 1;

thread_local! {
    /// Streams that no run has touched.
    static SPARE: RefCell<[Option<Py<PyAny>>; 3]> = const { RefCell::new([None, None, None]) };
}

impl<'py> Capture<'py> {
    pub fn begin(python: Python<'py>) -> PyResult<Self> {
        let system = loaded::system(python)?.clone();
        let spare = SPARE.take();
        let mut streams = [None, None, None];
        let mut saved = Vec::with_capacity(streams.len());
        for (index, spare) in spare.into_iter().enumerate() {
            let stream = match spare {
                Some(stream) => stream.into_bound(python),
                None => STREAMS[index]
                    .import(python, "pef.isolation.streams", CLASSES[index])?
                    .call0()?,
            };
            saved.push(system.getattr(names(python)[index])?);
            streams[index] = Some(stream);
        }
        for (name, stream) in names(python).into_iter().zip(&streams) {
            system.setattr(name, stream)?;
        }
        Ok(Self {
            system,
            streams,
            saved: saved
                .try_into()
                .unwrap_or_else(|_| unreachable!("there are three")),
            _surroundings: Surroundings::begin(),
        })
    }

    /// What was written so far; empty when the program closed the stream.
    pub fn text(&self) -> String {
        let python = self.system.py();
        self.streams[OUTPUT]
            .as_ref()
            .and_then(|stream| stream.call_method0(intern!(python, "getvalue")).ok())
            .and_then(|text| text.extract::<String>().ok())
            .unwrap_or_default()
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        let python = self.system.py();
        for (name, stream) in names(python).into_iter().zip(&self.saved) {
            // Setting an attribute of a module does not fail.
            let _ = self.system.setattr(name, stream);
        }
        let untouched = std::mem::take(&mut self.streams)
            .map(|stream| stream.filter(is_untouched).map(Bound::unbind));
        SPARE.set(untouched);
    }
}

fn names(python: Python<'_>) -> [&Bound<'_, PyString>; 3] {
    [
        intern!(python, "stdin"),
        intern!(python, "stdout"),
        intern!(python, "stderr"),
    ]
}

/// Whether a stream is as it was made, and nobody else knows it.
fn is_untouched(stream: &Bound<'_, PyAny>) -> bool {
    let python = stream.py();
    // SAFETY: the object is alive, and its type says where it has its attributes and weak references.
    let is_bare = unsafe {
        let object = stream.as_ptr();
        let class = ffi::Py_TYPE(object);
        let (attributes, references) = ((*class).tp_dictoffset, (*class).tp_weaklistoffset);
        let is_empty = |offset: isize| {
            offset > 0 && {
                let held = *object.byte_offset(offset).cast::<*mut ffi::PyObject>();
                held.is_null()
            }
        };
        ffi::Py_REFCNT(object) == 1 && is_empty(attributes) && is_empty(references)
    };
    // A stream that was closed refuses both.
    is_bare
        && stream
            .call_method0(intern!(python, "tell"))
            .is_ok_and(|place| place.extract::<usize>().is_ok_and(|place| place == 0))
        && stream
            .call_method0(intern!(python, "getvalue"))
            .is_ok_and(|text| text.len().is_ok_and(|length| length == 0))
}
