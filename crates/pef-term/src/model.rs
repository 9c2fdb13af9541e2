//! A model: values for variables, dense by [`VariableId`]. Clones share their storage until one of them is
//! changed, because the explorer keeps a model per path and most of them are only read.

use std::sync::Arc;

use crate::{Value, VariableId};

/// An assignment of values to variables; variables may be missing.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: Arc<Vec<Option<Value>>>,
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, variable: VariableId) -> Option<&Value> {
        self.values.get(variable.index())?.as_ref()
    }

    pub fn set(&mut self, variable: VariableId, value: impl Into<Value>) {
        let values = Arc::make_mut(&mut self.values);
        if values.len() <= variable.index() {
            values.resize(variable.index() + 1, None);
        }
        values[variable.index()] = Some(value.into());
    }

    pub fn remove(&mut self, variable: VariableId) {
        if self.get(variable).is_some() {
            Arc::make_mut(&mut self.values)[variable.index()] = None;
        }
    }

    /// The assigned variables with their values, by id.
    pub fn iter(&self) -> impl Iterator<Item = (VariableId, &Value)> {
        self.values
            .iter()
            .enumerate()
            .filter_map(|(index, value)| Some((VariableId::from_index(index), value.as_ref()?)))
    }

    /// How many variables have a value.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

/// Equal when the same variables have the same values, however the storage is padded.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values) || self.iter().eq(other.iter())
    }
}

impl Eq for Model {}

impl FromIterator<(VariableId, Value)> for Model {
    fn from_iter<I: IntoIterator<Item = (VariableId, Value)>>(pairs: I) -> Self {
        let mut model = Self::new();
        for (variable, value) in pairs {
            model.set(variable, value);
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_independent() {
        let variable = VariableId::from_index(3);
        let mut first = Model::new();
        first.set(variable, 1);
        let mut second = first.clone();
        second.set(variable, 2);
        assert_eq!(first.get(variable), Some(&Value::from(1)));
        assert_eq!(second.get(variable), Some(&Value::from(2)));
        second.remove(variable);
        assert!(second.is_empty());
        assert_eq!(second, Model::new());
    }
}
