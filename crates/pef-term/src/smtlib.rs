//! Terms as SMT-LIB 2, for certificates: what a solver that knows nothing of PEF is asked.
//!
//! Independent of the translation that the solver back end makes, on purpose: a mistake in one of them is not in the other.
//! Operators that SMT-LIB does not have are written as functions called `py.…`, which have Python's meaning; whoever reads
//! the text defines them (`python/pef/certify/vocabulary.py`), or leaves them open. Conditions on texts of open length are written out
//! with bounded quantifiers in [`crate::smtlib_text`].
//!
//! What is long becomes a definition of its own, so that the text does not grow where terms share their parts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{FloatBinary, FloatRelation, FloatTest, FloatUnary, IntBinary, Node, Rounding};
use crate::{
    FamilyKind, FunctionId, Integer, Interval, Sort, TableId, TermId, Terms, UNPRINTED, Value,
    VariableId,
};

/// A longer text is written once and referred to.
const LONGEST_INLINE: usize = 96;
/// Bit operations on operands of at most so many bits are told their width.
const WIDEST: u64 = 64;

/// A function without parameters, or with one of sort `Int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    /// The name of the parameter.
    pub parameter: Option<&'static str>,
    pub sort: &'static str,
    pub body: String,
}

/// A variable as a certificate has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub symbol: String,
    pub variable: VariableId,
    /// The text that the value is a code of, by its symbol, and the position in it.
    pub member: Option<(String, usize)>,
}

/// Writes terms of one arena, and keeps what they refer to.
#[derive(Debug)]
pub struct SmtLib<'a> {
    pub(crate) terms: &'a Terms,
    written: FxHashMap<TermId, String>,
    definitions: Vec<Definition>,
    symbols: BTreeMap<VariableId, String>,
    taken: FxHashSet<String>,
    functions: BTreeMap<FunctionId, String>,
    tables: FxHashMap<TableId, String>,
    /// By name and whether they are bytes: families with other defaults have the same codes.
    pub(crate) texts: BTreeMap<(String, bool), String>,
}

impl<'a> SmtLib<'a> {
    pub fn new(terms: &'a Terms) -> Self {
        Self {
            terms,
            written: FxHashMap::default(),
            definitions: Vec::new(),
            symbols: BTreeMap::new(),
            taken: FxHashSet::default(),
            functions: BTreeMap::new(),
            tables: FxHashMap::default(),
            texts: BTreeMap::new(),
        }
    }

    /// The term as text, over [`SmtLib::definitions`], [`SmtLib::symbols`] and the functions and texts named.
    pub fn term(&mut self, term: TermId) -> String {
        // Operands have smaller numbers than what they are operands of.
        let mut missing: Vec<TermId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![term];
        while let Some(current) = waiting.pop() {
            if self.written.contains_key(&current) || !seen.insert(current) {
                continue;
            }
            missing.push(current);
            self.terms
                .node(current)
                .operands(|operand| waiting.push(operand));
        }
        missing.sort_unstable();
        for current in missing {
            let text = self.node(current);
            let text = if text.len() > LONGEST_INLINE {
                let name = format!("t{}", current.index());
                self.definitions.push(Definition {
                    name: name.clone(),
                    parameter: None,
                    sort: sort_name(self.terms.sort(current)),
                    body: text,
                });
                name
            } else {
                text
            };
            self.written.insert(current, text);
        }
        self.written[&term].clone()
    }

    /// In an order in which each refers only to those before it.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The variables that were written, and those that are codes of open texts that were.
    pub fn symbols(&mut self) -> Vec<Symbol> {
        let mut members: FxHashMap<VariableId, (String, usize)> = FxHashMap::default();
        for family in self.terms.all_families() {
            let info = self.terms.family_info(family);
            if matches!(info.kind, FamilyKind::Elements(_)) {
                continue;
            }
            let key = (info.name.clone(), info.kind == FamilyKind::Octets);
            if let Some(text) = self.texts.get(&key).cloned() {
                for (index, variable) in self.terms.members(family) {
                    members.insert(variable, (text.clone(), index));
                }
            }
        }
        let mut codes: Vec<VariableId> = members.keys().copied().collect();
        codes.sort_unstable();
        for variable in codes {
            self.symbol(variable);
        }
        let symbols = self.symbols.iter();
        symbols
            .map(|(&variable, symbol)| Symbol {
                symbol: symbol.clone(),
                variable,
                member: members.get(&variable).cloned(),
            })
            .collect()
    }

    /// Functions of which nothing is known, with the symbols they are written by.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &str)> {
        self.functions.iter().map(|(&id, name)| (id, name.as_str()))
    }

    /// Texts of open length: what they are as Python, whether they are bytes, and the functions from positions to codes.
    pub fn texts(&self) -> impl Iterator<Item = (&str, bool, &str)> {
        let texts = self.texts.iter();
        texts.map(|((name, is_octets), symbol)| (name.as_str(), *is_octets, symbol.as_str()))
    }

    pub(crate) fn of(&self, term: TermId) -> &str {
        &self.written[&term]
    }

    /// The name of a function that says of a code whether it is in a table.
    pub(crate) fn table(&mut self, table: TableId) -> String {
        if let Some(known) = self.tables.get(&table) {
            return known.clone();
        }
        let name = format!("table{}", table.index());
        let cases: Vec<String> = self
            .terms
            .table_info(table)
            .ranges
            .iter()
            .map(|&(first, last)| format!("(and (<= {first} c) (<= c {last}))"))
            .collect();
        self.definitions.push(Definition {
            name: name.clone(),
            parameter: Some("c"),
            sort: "Bool",
            body: junction("or", &cases, "false"),
        });
        self.tables.insert(table, name.clone());
        name
    }

    fn symbol(&mut self, variable: VariableId) -> String {
        if let Some(known) = self.symbols.get(&variable) {
            return known.clone();
        }
        let name = self
            .terms
            .variable_info(variable)
            .name
            .replace(UNPRINTED, "'");
        let is_writable = name
            .chars()
            .all(|letter| (' '..='~').contains(&letter) && letter != '|' && letter != '\\');
        let mut symbol = format!("|{name}|");
        if !is_writable || !self.taken.insert(symbol.clone()) {
            symbol = format!("|variable {}|", variable.index());
        }
        self.symbols.insert(variable, symbol.clone());
        symbol
    }

    fn function(&mut self, function: FunctionId) -> String {
        let name = format!("function{}", function.index());
        self.functions.entry(function).or_insert(name).clone()
    }

    fn apply(&self, operator: &str, operands: &[TermId]) -> String {
        let mut text = format!("({operator}");
        for operand in operands {
            text.push(' ');
            text.push_str(self.of(*operand));
        }
        text.push(')');
        text
    }

    /// One operator; its operands have been written.
    fn node(&mut self, term: TermId) -> String {
        let terms = self.terms;
        match terms.node(term) {
            Node::BoolConst(value) => value.to_string(),
            Node::IntConst(value) => integer(value),
            Node::FloatConst(bits) => float(*bits),
            Node::Variable(variable) => self.symbol(*variable),
            Node::Not(operand) => self.apply("not", &[*operand]),
            Node::And(operands) => self.apply("and", operands),
            Node::Or(operands) => self.apply("or", operands),
            Node::Iff(left, right) => self.apply("=", &[*left, *right]),
            Node::Ite(condition, then, otherwise) => {
                self.apply("ite", &[*condition, *then, *otherwise])
            }
            Node::AtMostZero(operand) => format!("(<= {} 0)", self.of(*operand)),
            Node::IsZero(operand) => format!("(= {} 0)", self.of(*operand)),
            Node::Linear(linear) => {
                let mut parts: Vec<String> = Vec::new();
                for (coefficient, atom) in &linear.terms {
                    parts.push(if *coefficient == Integer::ONE {
                        self.of(*atom).to_owned()
                    } else {
                        format!("(* {} {})", integer(coefficient), self.of(*atom))
                    });
                }
                if !linear.constant.is_zero() {
                    parts.push(integer(&linear.constant));
                }
                junction("+", &parts, "0")
            }
            Node::Product(factors) => {
                let mut text = "(*".to_owned();
                for (factor, power) in factors {
                    for _ in 0..*power {
                        text.push(' ');
                        text.push_str(self.of(*factor));
                    }
                }
                text.push(')');
                text
            }
            Node::IntBinary(operator, left, right) => {
                let name = self.int_operator(*operator, *left, *right);
                self.apply(&name, &[*left, *right])
            }
            Node::BitLength(operand) => self.apply("py.bit_length", &[*operand]),
            Node::IntOfBool(operand) => format!("(ite {} 1 0)", self.of(*operand)),
            node @ (Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..)) => self.float_node(node),
            Node::Apply(function, arguments) => {
                let name = self.function(*function);
                if arguments.is_empty() {
                    name
                } else {
                    self.apply(&name, arguments)
                }
            }
            Node::TextRelation(relation, left, right) => self.text_relation(*relation, left, right),
            Node::EveryCode(text, table) => self.every_code(*text, *table),
            // Certificates have no lists yet: nobody defines these, so what needs them is not certified.
            Node::Element(_, index) => self.apply("py.element", &[*index]),
            Node::Includes(list, element) => self.apply("py.includes", &[list.length, *element]),
        }
    }

    /// One operator on floats, or between floats and ints.
    fn float_node(&self, node: &Node) -> String {
        match node {
            Node::FloatUnary(operator, operand) => match operator {
                FloatUnary::Neg => self.apply("fp.neg", &[*operand]),
                FloatUnary::Abs => self.apply("fp.abs", &[*operand]),
                FloatUnary::Sqrt => self.apply("fp.sqrt RNE", &[*operand]),
                FloatUnary::RoundTo(digits) => format!(
                    "(py.round_to {} {})",
                    self.of(*operand),
                    integer(&Integer::from(i64::from(*digits)))
                ),
                FloatUnary::Elementary(function) => {
                    self.apply(&format!("py.math.{}", function.name()), &[*operand])
                }
            },
            Node::FloatBinary(operator, left, right) => {
                let name = match operator {
                    FloatBinary::Add => "fp.add RNE",
                    FloatBinary::Sub => "fp.sub RNE",
                    FloatBinary::Mul => "fp.mul RNE",
                    FloatBinary::Div => "fp.div RNE",
                    FloatBinary::FloorDiv => "py.float_floordiv",
                    FloatBinary::Mod => "py.float_mod",
                    FloatBinary::Pow => "py.float_pow",
                };
                self.apply(name, &[*left, *right])
            }
            Node::FloatRelation(relation, left, right) => {
                let name = match relation {
                    FloatRelation::Eq => "fp.eq",
                    FloatRelation::Lt => "fp.lt",
                    FloatRelation::Le => "fp.leq",
                };
                self.apply(name, &[*left, *right])
            }
            Node::FloatTest(test, operand) => {
                let name = match test {
                    FloatTest::IsNan => "fp.isNaN",
                    FloatTest::IsIntegral => "py.is_integer",
                    FloatTest::IsNegative => "fp.isNegative",
                };
                self.apply(name, &[*operand])
            }
            Node::FloatOfInt(operand) => self.apply("py.float", &[*operand]),
            Node::IntQuotient(left, right) => self.apply("py.truediv", &[*left, *right]),
            Node::IntOfFloat(rounding, operand) => {
                let name = match rounding {
                    Rounding::Truncate => "py.int",
                    Rounding::Floor => "py.floor",
                    Rounding::Ceil => "py.ceil",
                    Rounding::HalfEven => "py.round",
                };
                self.apply(name, &[*operand])
            }
            _ => unreachable!("not an operator on floats"),
        }
    }

    fn int_operator(&self, operator: IntBinary, left: TermId, right: TermId) -> String {
        let name = match operator {
            IntBinary::FloorDiv => return "py.floordiv".to_owned(),
            IntBinary::Mod => return "py.mod".to_owned(),
            IntBinary::Pow => return "py.pow".to_owned(),
            IntBinary::Shl => return "py.shl".to_owned(),
            IntBinary::Shr => return "py.shr".to_owned(),
            IntBinary::BitAnd => "py.and",
            IntBinary::BitOr => "py.or",
            IntBinary::BitXor => "py.xor",
        };
        let widths = [left, right].map(|term| width(self.terms.interval(term)));
        match widths {
            [Some(one), Some(two)] if one.max(two) <= WIDEST => {
                format!("(_ {name} {})", one.max(two))
            }
            _ => name.to_owned(),
        }
    }
}

/// How many bits the values of an interval have.
fn width(interval: &Interval) -> Option<u64> {
    let bits = |bound: &Option<Integer>| bound.as_ref().map(Integer::bit_length);
    Some(bits(&interval.lower)?.max(bits(&interval.upper)?))
}

pub(crate) fn junction(operator: &str, parts: &[String], empty: &str) -> String {
    match parts {
        [] => empty.to_owned(),
        [only] => only.clone(),
        _ => format!("({operator} {})", parts.join(" ")),
    }
}

/// The name of a sort.
pub fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Int => "Int",
        Sort::Float => "Float64",
    }
}

/// A constant.
pub fn constant(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => integer(value),
        Value::Float(value) => float(crate::value::canonical_bits(*value)),
    }
}

pub(crate) fn integer(value: &Integer) -> String {
    let text = value.to_string();
    match text.strip_prefix('-') {
        Some(digits) => format!("(- {digits})"),
        None => text,
    }
}

fn float(bits: u64) -> String {
    if f64::from_bits(bits).is_nan() {
        return "(_ NaN 11 53)".to_owned();
    }
    let mut text = String::new();
    let (sign, exponent, fraction) = (bits >> 63, bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    let _ = write!(text, "(fp #b{sign} #b{exponent:011b} #x{fraction:013x})");
    text
}
