//! Constants, variables and applications of uninterpreted functions.

use crate::node::Node;
use crate::value::canonical_bits;
use crate::{Domain, FunctionId, Integer, Sort, TermId, Terms, Value, VariableId};

impl Terms {
    pub fn bool_const(&mut self, value: bool) -> TermId {
        self.intern(Node::BoolConst(value))
    }

    pub fn int_const(&mut self, value: impl Into<Integer>) -> TermId {
        self.intern(Node::IntConst(value.into()))
    }

    pub fn float_const(&mut self, value: f64) -> TermId {
        self.intern(Node::FloatConst(canonical_bits(value)))
    }

    pub fn constant(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(value) => self.bool_const(*value),
            Value::Int(value) => self.int_const(value.clone()),
            Value::Float(value) => self.float_const(*value),
        }
    }

    /// The term of a variable.
    pub fn var(&mut self, variable: VariableId) -> TermId {
        self.intern(Node::Variable(variable))
    }

    /// Declares (or finds) a variable and gives its term.
    pub fn new_var(&mut self, name: &str, sort: Sort, domain: Domain) -> TermId {
        let variable = self.variable(name, sort, domain);
        self.var(variable)
    }

    /// An uninterpreted function applied to arguments of its parameters' sorts; a constant where the
    /// function was observed at constant arguments.
    pub fn apply(&mut self, function: FunctionId, arguments: &[TermId]) -> TermId {
        debug_assert!(
            arguments
                .iter()
                .map(|argument| self.sort(*argument))
                .eq(self.function_info(function).parameters.iter().copied())
        );
        let values: Option<Vec<Value>> = arguments
            .iter()
            .map(|argument| self.as_const(*argument))
            .collect();
        if let Some(result) = values
            .and_then(|values| self.observation(function, &values))
            .cloned()
        {
            return self.constant(&result);
        }
        self.intern(Node::Apply(function, arguments.into()))
    }
}
