//! The contracts written in a file, as the plain data that `pef.contracts.contract_data` makes contracts of.

use pef_syntax::contracts::{Condition, Dialect, ExceptionName, TypeClause};
use pef_syntax::{Contracts, contracts, signatures};
use pyo3::exceptions::PySyntaxError;
use pyo3::prelude::*;

/// What the docstring of a function or class says.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenContract {
    qualname: String,
    first_line: u32,
    is_class: bool,
    types: Vec<WrittenType>,
    globals: Vec<WrittenType>,
    /// Types that prose gives.
    documented_types: Vec<WrittenType>,
    assume: Vec<WrittenCondition>,
    ensure: Vec<WrittenCondition>,
    invariant: Vec<WrittenCondition>,
    raises: Vec<WrittenRaises>,
    /// Exceptions that prose names.
    documented: Vec<String>,
    problems: Vec<ContractProblem>,
    has_prose: bool,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone)]
pub struct WrittenType {
    parameter: String,
    alternatives: Vec<String>,
    line: u32,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone)]
pub struct WrittenCondition {
    expression: String,
    line: u32,
    is_pep316: bool,
    /// The only arguments that may change, where it says so.
    may_change: Option<Vec<String>>,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone)]
pub struct WrittenRaises {
    /// None is any.
    exception: Option<String>,
    conditions: Vec<String>,
    line: u32,
    is_pep316: bool,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone)]
pub struct ContractProblem {
    line: u32,
    text: String,
    reason: String,
}

fn is_pep316(dialect: Dialect) -> bool {
    match dialect {
        Dialect::Pef => false,
        Dialect::Pep316 => true,
    }
}

fn conditions(list: Vec<Condition>) -> Vec<WrittenCondition> {
    let written = |condition: Condition| WrittenCondition {
        expression: condition.expression,
        line: condition.line,
        is_pep316: is_pep316(condition.dialect),
        may_change: condition.may_change,
    };
    list.into_iter().map(written).collect()
}

fn types(list: Vec<TypeClause>) -> Vec<WrittenType> {
    let written = |clause: TypeClause| WrittenType {
        parameter: clause.parameter,
        alternatives: clause.alternatives,
        line: clause.line,
    };
    list.into_iter().map(written).collect()
}

fn written(qualname: &str, first_line: u32, is_class: bool, found: Contracts) -> WrittenContract {
    let raises = found.raises.into_iter().map(|clause| WrittenRaises {
        exception: match clause.exception {
            ExceptionName::Any => None,
            ExceptionName::Named(name) => Some(name),
        },
        conditions: clause.conditions,
        line: clause.line,
        is_pep316: is_pep316(clause.dialect),
    });
    let documented = found.documented_exceptions.into_iter();
    let problems = found.problems.into_iter().map(|problem| ContractProblem {
        line: problem.line,
        text: problem.text,
        reason: problem.reason,
    });
    WrittenContract {
        qualname: qualname.to_owned(),
        first_line,
        is_class,
        types: types(found.types),
        globals: types(found.globals),
        documented_types: types(found.documented_types),
        assume: conditions(found.assume),
        ensure: conditions(found.ensure),
        invariant: conditions(found.invariant),
        raises: raises.collect(),
        documented: documented.map(|named| named.exception).collect(),
        problems: problems.collect(),
        has_prose: found.has_prose,
    }
}

/// The contracts of each function and class of a file that has a docstring.
#[pyfunction]
pub fn read_contracts(source: &str) -> PyResult<Vec<WrittenContract>> {
    let found = signatures(source).map_err(|problem| {
        PySyntaxError::new_err(format!("{}: {}", problem.line, problem.message))
    })?;
    let functions = found.functions.iter().map(|function| {
        let first_line = function.first_line;
        (&function.qualname, first_line, false, &function.docstring)
    });
    let classes = found
        .classes
        .iter()
        .map(|class| (&class.qualname, class.first_line, true, &class.docstring));
    let all = functions.chain(classes);
    Ok(all
        .filter_map(|(qualname, line, is_class, docstring)| {
            let found = contracts(docstring.as_ref()?);
            Some(written(qualname, line, is_class, found))
        })
        .collect())
}
