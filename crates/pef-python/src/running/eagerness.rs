//! What can be said of a shape before a value is made: whether it may be made later, and whether it has objects.

use pyo3::prelude::*;
use rustc_hash::FxHashSet;

use super::shape::Shape;

impl Shape {
    /// Whether a value has to be made before the call, because what its making does may depend on the moment.
    pub fn is_eager(&self, python: Python<'_>) -> PyResult<bool> {
        self.is_eager_beside(python, &mut FxHashSet::default())
    }

    /// The same, where some classes have been looked at already.
    pub fn is_eager_beside(
        &self,
        python: Python<'_>,
        known: &mut FxHashSet<usize>,
    ) -> PyResult<bool> {
        match self {
            Self::Int
            | Self::Bool
            | Self::Float
            | Self::Text
            | Self::Bytes
            | Self::ByteArray
            | Self::Twins(..)
            | Self::Function(..)
            | Self::Constant(_) => Ok(false),
            Self::List(element)
            | Self::TupleOf(element)
            | Self::Set(element)
            | Self::FrozenSet(element)
            | Self::Keywords(element, _)
            | Self::ByNeed(element) => element.is_eager_beside(python, known),
            Self::Dict(key, value) => {
                Ok(key.is_eager_beside(python, known)? || value.is_eager_beside(python, known)?)
            }
            Self::Tuple(parts) | Self::Choice(parts) | Self::Shared(_, parts) => {
                parts.iter().try_fold(false, |found, part| {
                    Ok(found || part.is_eager_beside(python, known)?)
                })
            }
            Self::Object(construction) => construction.is_eager(python, known),
            Self::Sequence(_) => Ok(true),
            Self::Deferred(deferred) => deferred.shape(python)?.is_eager_beside(python, known),
        }
    }

    /// Whether values of it are described where a plain run needs them (`object_shape`).
    pub fn holds_objects(&self) -> bool {
        match self {
            Self::Int
            | Self::Bool
            | Self::Float
            | Self::Text
            | Self::Bytes
            | Self::ByteArray
            | Self::Twins(..)
            | Self::Function(..)
            | Self::Constant(_) => false,
            Self::List(element)
            | Self::TupleOf(element)
            | Self::Set(element)
            | Self::FrozenSet(element)
            | Self::Keywords(element, _) => element.holds_objects(),
            Self::Dict(key, value) => key.holds_objects() || value.holds_objects(),
            Self::Tuple(parts) | Self::Choice(parts) | Self::Shared(_, parts) => {
                parts.iter().any(Self::holds_objects)
            }
            Self::Object(_) | Self::Sequence(_) | Self::ByNeed(_) | Self::Deferred(_) => true,
        }
    }
}
