//! The contracts written in a file, as the plain data that `pef.contracts.contract_data` makes objects of.

use pef_syntax::contracts::{Condition, Dialect, ExceptionName, TypeClause};
use pef_syntax::{Contracts, Docstring, contracts, signatures};
use pyo3::exceptions::PySyntaxError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

fn is_pep316(dialect: Dialect) -> bool {
    match dialect {
        Dialect::Pef => false,
        Dialect::Pep316 => true,
    }
}

/// Text, line, whether it is PEP 316, and the arguments that may change.
type ConditionData<'text> = (&'text str, u32, bool, Option<&'text [String]>);

fn conditions(list: &[Condition]) -> Vec<ConditionData<'_>> {
    list.iter()
        .map(|condition| {
            (
                condition.expression.as_str(),
                condition.line,
                is_pep316(condition.dialect),
                condition.may_change.as_deref(),
            )
        })
        .collect()
}

fn types(list: &[TypeClause]) -> Vec<(&str, &[String], u32)> {
    list.iter()
        .map(|clause| {
            (
                clause.parameter.as_str(),
                clause.alternatives.as_slice(),
                clause.line,
            )
        })
        .collect()
}

fn data<'py>(python: Python<'py>, found: &Contracts) -> PyResult<Bound<'py, PyDict>> {
    let data = PyDict::new(python);
    data.set_item("types", types(&found.types))?;
    data.set_item("globals", types(&found.globals))?;
    data.set_item("documented_types", types(&found.documented_types))?;
    data.set_item("assume", conditions(&found.assume))?;
    data.set_item("ensure", conditions(&found.ensure))?;
    data.set_item("invariant", conditions(&found.invariant))?;
    let raises: Vec<_> = found
        .raises
        .iter()
        .map(|clause| {
            let exception = match &clause.exception {
                ExceptionName::Any => None,
                ExceptionName::Named(name) => Some(name.as_str()),
            };
            (
                exception,
                clause.conditions.as_slice(),
                clause.line,
                is_pep316(clause.dialect),
            )
        })
        .collect();
    data.set_item("raises", raises)?;
    let documented: Vec<&str> = found
        .documented_exceptions
        .iter()
        .map(|documented| documented.exception.as_str())
        .collect();
    data.set_item("documented", documented)?;
    let problems: Vec<_> = found
        .problems
        .iter()
        .map(|problem| (problem.line, problem.text.as_str(), problem.reason.as_str()))
        .collect();
    data.set_item("problems", problems)?;
    data.set_item("has_prose", found.has_prose)?;
    Ok(data)
}

/// Qualified name, first line, whether it is a class, and contracts of each function and class of a file that has a docstring.
#[pyfunction]
pub fn read_contracts<'py>(python: Python<'py>, source: &str) -> PyResult<Bound<'py, PyList>> {
    let found = signatures(source).map_err(|problem| {
        PySyntaxError::new_err(format!("{}: {}", problem.line, problem.message))
    })?;
    let list = PyList::empty(python);
    let functions = found.functions.iter().map(|function| {
        let first_line = function.first_line;
        (&function.qualname, first_line, false, &function.docstring)
    });
    let classes = found
        .classes
        .iter()
        .map(|class| (&class.qualname, class.first_line, true, &class.docstring));
    for (qualname, line, is_class, docstring) in functions.chain(classes) {
        if let Some(docstring) = docstring {
            let docstring: &Docstring = docstring;
            let data = data(python, &contracts(docstring))?;
            list.append((qualname, line, is_class, data))?;
        }
    }
    Ok(list)
}
