//! Terms as SMT-LIB, with all that they refer to, as `pef.exploration.certificates` gets them.

use pef_term::{
    Integer, Interval, SmtLib, Sort, TermId, Terms, UNPRINTED, Value, VariableId, sort_name,
};
use pyo3::prelude::*;

use super::handing::to_python;

/// Alternatives of a choice at most; an int in a larger range is a number.
const MOST_ALTERNATIVES: i64 = 256;

#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenTerms {
    /// In the order in which they were asked for.
    terms: Vec<String>,
    definitions: Vec<Py<WrittenDefinition>>,
    variables: Vec<Py<WrittenVariable>>,
    functions: Vec<Py<WrittenFunction>>,
    /// Texts of open length.
    texts: Vec<Py<WrittenText>>,
}

/// A function without parameters, or with one of sort `Int`.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenDefinition {
    name: String,
    parameter: Option<&'static str>,
    sort: &'static str,
    body: String,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenVariable {
    symbol: String,
    name: String,
    /// The name as Python.
    means: String,
    sort: &'static str,
    lower: Option<Py<PyAny>>,
    upper: Option<Py<PyAny>>,
    /// Of the codes of an open text: the symbol of the text, and the position.
    member: Option<(String, usize)>,
    /// Where it says which of several alternatives is taken: the conditions for them, as Python.
    alternatives: Option<Vec<String>>,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenFunction {
    symbol: String,
    name: String,
    parameters: Vec<&'static str>,
    result: &'static str,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct WrittenText {
    symbol: String,
    name: String,
    is_octets: bool,
}

/// Terms given by number.
pub fn written(python: Python<'_>, terms: &mut Terms, wanted: &[usize]) -> PyResult<WrittenTerms> {
    let mut writer = SmtLib::new(terms);
    let texts = wanted
        .iter()
        .map(|&number| writer.term(TermId::from_index(number)))
        .collect();
    let symbols = writer.symbols();
    let definitions = writer.definitions().iter().map(|one| {
        let written = WrittenDefinition {
            name: one.name.clone(),
            parameter: one.parameter,
            sort: one.sort,
            body: one.body.clone(),
        };
        Py::new(python, written)
    });
    let definitions = definitions.collect::<PyResult<_>>()?;
    let open_texts = writer.texts().map(|(name, is_octets, symbol)| {
        let written = WrittenText {
            symbol: symbol.to_owned(),
            name: name.to_owned(),
            is_octets,
        };
        Py::new(python, written)
    });
    let open_texts = open_texts.collect::<PyResult<_>>()?;
    let functions: Vec<_> = writer
        .functions()
        .map(|(function, symbol)| (function, symbol.to_owned()))
        .collect();
    let functions = functions.into_iter().map(|(function, symbol)| {
        let info = terms.function_info(function);
        let written = WrittenFunction {
            symbol,
            name: info.name.clone(),
            parameters: info
                .parameters
                .iter()
                .map(|&sort| sort_name(sort))
                .collect(),
            result: sort_name(info.result),
        };
        Py::new(python, written)
    });
    let functions = functions.collect::<PyResult<_>>()?;
    let variables = symbols.into_iter().map(|one| {
        let alternatives = alternatives(terms, one.variable);
        let info = terms.variable_info(one.variable);
        let bound = |value: &Option<Integer>| {
            let value = value.as_ref();
            value
                .map(|value| to_python(python, &Value::Int(value.clone())))
                .transpose()
        };
        let Interval { lower, upper } = &info.domain;
        let written = WrittenVariable {
            symbol: one.symbol,
            name: info.name.clone(),
            means: info.name.replace(UNPRINTED, ""),
            sort: sort_name(info.sort),
            lower: bound(lower)?,
            upper: bound(upper)?,
            member: one.member,
            alternatives,
        };
        Py::new(python, written)
    });
    Ok(WrittenTerms {
        terms: texts,
        definitions,
        variables: variables.collect::<PyResult<_>>()?,
        functions,
        texts: open_texts,
    })
}

fn alternatives(terms: &mut Terms, variable: VariableId) -> Option<Vec<String>> {
    let info = terms.variable_info(variable);
    let upper = info.domain.upper.as_ref()?.to_i64()?;
    let starts_at_zero = info.domain.lower.as_ref()?.is_zero();
    if info.sort != Sort::Int || !starts_at_zero || !(1..MOST_ALTERNATIVES).contains(&upper) {
        return None;
    }
    let term = terms.var(variable);
    let mut texts = Vec::new();
    for index in 0..=upper {
        let index = terms.int_const(index);
        let condition = terms.eq(term, index);
        if !terms.has_alias(condition) {
            return None;
        }
        texts.push(terms.display(condition));
    }
    Some(texts)
}
