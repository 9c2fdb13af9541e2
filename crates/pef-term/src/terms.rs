//! [`Terms`]: the arena. It stores every node once and, per term, what is asked for often: sort, variables and
//! interval. Constructors are in `build/`; this file only interns.
//!
//! Sets of variables are interned as well, because the terms of a loop nearly all have the same few
//! variables. Terms are never freed: an arena lives as long as the exploration of one function.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::domain::{Domain, Interval};
use crate::node::{IntBinary, Node};
use crate::open_text::{CodeTable, FamilyInfo, FamilyKind};
use crate::{FamilyId, FunctionId, Integer, Sort, TableId, TermId, Value, VariableId};

/// A mark in the name of a variable that is not printed.
pub const UNPRINTED: char = '\u{1}';

/// A variable as it was declared.
#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// What is printed: `balance`, `len(items)`, `items[0]`. Without [`UNPRINTED`], which tells variables apart that
    /// are the same to the reader.
    pub name: String,
    pub sort: Sort,
    /// Holds always; only bounds integers.
    pub domain: Domain,
    /// Whether the value is the code of a character, and is to be printed and chosen as one.
    pub is_character: bool,
}

/// An uninterpreted function as it was declared.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    pub name: String,
    pub parameters: Box<[Sort]>,
    pub result: Sort,
}

#[derive(Debug)]
struct TermInfo {
    sort: Sort,
    variables: u32,
    interval: Interval,
    /// Whether its value depends on members of a text or list of open length that are not among its variables.
    has_open_family: bool,
}

/// The arena of terms.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    infos: Vec<TermInfo>,
    /// With the hash of each node: comparing it saves most comparisons of nodes, and growing the table would
    /// otherwise hash every node again.
    interned: HashTable<(u64, TermId)>,
    variables: Vec<VariableInfo>,
    variable_names: FxHashMap<String, VariableId>,
    functions: Vec<FunctionInfo>,
    function_names: FxHashMap<String, FunctionId>,
    observations: Vec<FxHashMap<Box<[Value]>, Value>>,
    pub(crate) families: Vec<FamilyInfo>,
    /// By name, kind and defaults.
    pub(crate) family_ids: FxHashMap<(String, FamilyKind, Box<[i64]>), FamilyId>,
    pub(crate) tables: Vec<CodeTable>,
    pub(crate) table_ids: FxHashMap<CodeTable, TableId>,
    /// Long lists of ranges, numbered, and what it is to lie in one.
    pub(crate) range_lists: FxHashMap<Box<[(i64, i64)]>, usize>,
    pub(crate) in_range_lists: FxHashMap<(TermId, usize), TermId>,
    /// Short texts for terms whose own text would be long.
    pub(crate) aliases: FxHashMap<TermId, Box<str>>,
    /// What operations on terms gave: a program builds the same terms in every run.
    made: FxHashMap<(Operation, TermId, TermId), TermId>,
    variable_sets: Vec<Box<[VariableId]>>,
    interned_variable_sets: FxHashMap<Box<[VariableId]>, u32>,
}

/// The operations whose results are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Add,
    Sub,
    AtMost,
    Less,
    Equal,
    Negated,
}

impl Terms {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.infos[term.index()].sort
    }

    /// The variables in a term, by id.
    pub fn variables(&self, term: TermId) -> &[VariableId] {
        &self.variable_sets[self.infos[term.index()].variables as usize]
    }

    /// An interval around every value of an integer term.
    pub fn interval(&self, term: TermId) -> &Interval {
        &self.infos[term.index()].interval
    }

    /// Whether a condition on an open text, or an element of an open list, is among the term's subterms.
    pub fn has_open_family(&self, term: TermId) -> bool {
        self.infos[term.index()].has_open_family
    }

    fn has_open_family_in(&self, node: &Node) -> bool {
        let mut found = matches!(
            node,
            Node::TextRelation(..) | Node::EveryCode(..) | Node::Element(..) | Node::Includes(..)
        );
        node.operands(|operand| found |= self.has_open_family(operand));
        found
    }

    /// The value of a constant.
    pub fn as_const(&self, term: TermId) -> Option<Value> {
        match self.node(term) {
            Node::BoolConst(value) => Some(Value::Bool(*value)),
            Node::IntConst(value) => Some(Value::Int(value.clone())),
            Node::FloatConst(bits) => Some(Value::Float(f64::from_bits(*bits))),
            _ => None,
        }
    }

    pub fn as_int_const(&self, term: TermId) -> Option<&Integer> {
        match self.node(term) {
            Node::IntConst(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_bool_const(&self, term: TermId) -> Option<bool> {
        match self.node(term) {
            Node::BoolConst(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_float_const(&self, term: TermId) -> Option<f64> {
        match self.node(term) {
            Node::FloatConst(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// Declares a variable, or finds the one of this name. Declaring it again with another domain
    /// keeps what both say; with another sort it is a programming error and panics.
    pub fn variable(&mut self, name: &str, sort: Sort, domain: Domain) -> VariableId {
        if let Some(&known) = self.variable_names.get(name) {
            let info = &mut self.variables[known.index()];
            assert_eq!(info.sort, sort, "variable {name} declared with two sorts");
            info.domain = info.domain.intersection(&domain);
            return known;
        }
        let id = VariableId::from_index(self.variables.len());
        self.variables.push(VariableInfo {
            name: name.to_owned(),
            sort,
            domain,
            is_character: false,
        });
        self.variable_names.insert(name.to_owned(), id);
        id
    }

    /// Whether a term was given a text to be printed with.
    pub fn has_alias(&self, term: TermId) -> bool {
        self.aliases.contains_key(&term)
    }

    /// Gives a term a text to be printed with: an atom of Python that has its value.
    pub fn set_alias(&mut self, term: TermId, text: String) {
        self.aliases.insert(term, text.into());
    }

    /// Says that an integer variable is the code of a character.
    pub fn set_character(&mut self, variable: VariableId) {
        self.variables[variable.index()].is_character = true;
    }

    pub fn variable_info(&self, variable: VariableId) -> &VariableInfo {
        &self.variables[variable.index()]
    }

    pub fn find_variable(&self, name: &str) -> Option<VariableId> {
        self.variable_names.get(name).copied()
    }

    /// How many variables have been declared.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Declares an uninterpreted function, or finds the one of this name, which must have the same sorts.
    pub fn function(&mut self, name: &str, parameters: &[Sort], result: Sort) -> FunctionId {
        if let Some(&known) = self.function_names.get(name) {
            let info = &self.functions[known.index()];
            assert!(
                *info.parameters == *parameters && info.result == result,
                "function {name} declared with two signatures"
            );
            return known;
        }
        let id = FunctionId::from_index(self.functions.len());
        self.functions.push(FunctionInfo {
            name: name.to_owned(),
            parameters: parameters.into(),
            result,
        });
        self.function_names.insert(name.to_owned(), id);
        self.observations.push(FxHashMap::default());
        id
    }

    pub fn function_info(&self, function: FunctionId) -> &FunctionInfo {
        &self.functions[function.index()]
    }

    /// Records what a function gave for some arguments. The first observation stays: a function that answers
    /// differently later is not a function, and must not be declared as one. Returns whether the pair agrees
    /// with what was known.
    pub fn observe(&mut self, function: FunctionId, arguments: &[Value], result: &Value) -> bool {
        let known = self.observations[function.index()]
            .entry(arguments.into())
            .or_insert_with(|| result.clone());
        known == result
    }

    pub fn observation(&self, function: FunctionId, arguments: &[Value]) -> Option<&Value> {
        self.observations[function.index()].get(arguments)
    }

    /// Every observed pair of a function, in a fixed order.
    pub fn observations(&self, function: FunctionId) -> Vec<(&[Value], &Value)> {
        let mut pairs: Vec<(&[Value], &Value)> = self.observations[function.index()]
            .iter()
            .map(|(arguments, result)| (&**arguments, result))
            .collect();
        pairs.sort_by_cached_key(|(arguments, _)| format!("{arguments:?}"));
        pairs
    }

    /// What an operation gives, found out once.
    pub(crate) fn remembered(
        &mut self,
        operation: Operation,
        left: TermId,
        right: TermId,
        make: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if let Some(&known) = self.made.get(&(operation, left, right)) {
            return known;
        }
        let made = make(self);
        self.made.insert((operation, left, right), made);
        made
    }

    /// Finds or stores a node, which must be in canonical form.
    pub(crate) fn intern(&mut self, node: Node) -> TermId {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(&(_, known)) = self.interned.find(hash, |(other, candidate)| {
            *other == hash && self.nodes[candidate.index()] == node
        }) {
            return known;
        }
        let info = TermInfo {
            sort: self.sort_of(&node),
            variables: self.variables_of(&node),
            interval: self.interval_of(&node),
            has_open_family: self.has_open_family_in(&node),
        };
        let id = TermId::from_index(self.nodes.len());
        self.nodes.push(node);
        self.infos.push(info);
        self.interned
            .insert_unique(hash, (hash, id), |(stored, _)| *stored);
        id
    }

    fn sort_of(&self, node: &Node) -> Sort {
        match node {
            Node::BoolConst(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::AtMostZero(_)
            | Node::IsZero(_)
            | Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::TextRelation(..)
            | Node::EveryCode(..)
            | Node::Includes(..) => Sort::Bool,
            Node::IntConst(_)
            | Node::Linear(_)
            | Node::Product(_)
            | Node::IntBinary(..)
            | Node::BitLength(_)
            | Node::IntOfBool(_)
            | Node::IntOfFloat(..) => Sort::Int,
            Node::FloatConst(_)
            | Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..) => Sort::Float,
            Node::Variable(variable) => self.variable_info(*variable).sort,
            Node::Ite(_, then, _) => self.sort(*then),
            Node::Element(family, _) => self.element_sort(*family),
            Node::Apply(function, _) => self.function_info(*function).result,
        }
    }

    fn variables_of(&mut self, node: &Node) -> u32 {
        if let Node::Variable(variable) = node {
            return self.intern_variables(Box::from([*variable]));
        }
        let mut operands = Vec::new();
        node.operands(|operand| operands.push(self.infos[operand.index()].variables));
        operands.sort_unstable();
        operands.dedup();
        // Nearly always one operand has all the variables of the others.
        let largest = operands
            .iter()
            .copied()
            .max_by_key(|set| self.variable_sets[*set as usize].len());
        if let Some(largest) = largest {
            let superset = &self.variable_sets[largest as usize];
            let covers = |set: &u32| {
                *set == largest
                    || self.variable_sets[*set as usize]
                        .iter()
                        .all(|variable| superset.binary_search(variable).is_ok())
            };
            if operands.iter().all(covers) {
                return largest;
            }
        }
        let mut union: Vec<VariableId> = operands
            .iter()
            .flat_map(|set| self.variable_sets[*set as usize].iter().copied())
            .collect();
        union.sort_unstable();
        union.dedup();
        self.intern_variables(union.into())
    }

    fn intern_variables(&mut self, set: Box<[VariableId]>) -> u32 {
        if let Some(&known) = self.interned_variable_sets.get(&set) {
            return known;
        }
        let id = self.variable_sets.len() as u32;
        self.variable_sets.push(set.clone());
        self.interned_variable_sets.insert(set, id);
        id
    }

    fn interval_of(&self, node: &Node) -> Interval {
        match node {
            Node::IntConst(value) => Interval::exactly(value).forget_wide_bounds(),
            Node::Variable(variable) => {
                let info = self.variable_info(*variable);
                if info.sort == Sort::Int {
                    info.domain.clone()
                } else {
                    Interval::ALL
                }
            }
            Node::Ite(_, then, otherwise) => self.interval(*then).hull(self.interval(*otherwise)),
            Node::Linear(linear) => linear.terms.iter().fold(
                Interval::exactly(&linear.constant),
                |sum, (factor, atom)| sum.add(&self.interval(*atom).scale(factor)),
            ),
            Node::Product(factors) => factors
                .iter()
                .map(|(factor, power)| power_interval(self.interval(*factor), *power))
                .reduce(|left, right| left.multiply(&right))
                .unwrap_or_default(),
            Node::IntBinary(operator, left, right) => {
                self.int_binary_interval(*operator, *left, *right)
            }
            Node::BitLength(operand) => {
                let interval = self.interval(*operand);
                let upper = match (&interval.lower, &interval.upper) {
                    (Some(lower), Some(upper)) => {
                        Some(lower.bit_length().max(upper.bit_length()).into())
                    }
                    _ => None,
                };
                Interval::new(Some(Integer::ZERO), upper)
            }
            Node::IntOfBool(_) => Interval::between(0, 1),
            _ => Interval::ALL,
        }
    }

    fn int_binary_interval(&self, operator: IntBinary, left: TermId, right: TermId) -> Interval {
        let (left, right) = (self.interval(left), self.interval(right));
        match operator {
            IntBinary::Mod => {
                let divisor_positive = right.lower.as_ref().is_some_and(Integer::is_positive);
                if divisor_positive {
                    let upper = right.upper.as_ref().map(|upper| upper - &Integer::ONE);
                    Interval::new(Some(Integer::ZERO), upper)
                } else if right.upper.as_ref().is_some_and(Integer::is_negative) {
                    let lower = right.lower.as_ref().map(|lower| lower + &Integer::ONE);
                    Interval::new(lower, Some(Integer::ZERO))
                } else {
                    Interval::ALL
                }
            }
            IntBinary::FloorDiv => match (&right.lower, &right.upper) {
                (Some(divisor), Some(same)) if divisor == same && divisor.is_positive() => {
                    let divide = |bound: &Option<Integer>| bound.as_ref()?.floor_div(divisor);
                    Interval::new(divide(&left.lower), divide(&left.upper))
                }
                (Some(lower), _) if lower.is_positive() && left.is_non_negative() => {
                    Interval::new(Some(Integer::ZERO), left.upper.clone())
                }
                _ => Interval::ALL,
            },
            IntBinary::BitAnd => {
                // A non-negative operand bounds the result from both sides.
                let bound = |interval: &Interval| {
                    interval
                        .is_non_negative()
                        .then(|| Interval::new(Some(Integer::ZERO), interval.upper.clone()))
                };
                match (bound(left), bound(right)) {
                    (Some(one), Some(other)) => one.intersection(&other),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => Interval::ALL,
                }
            }
            IntBinary::BitOr | IntBinary::BitXor => {
                if !left.is_non_negative() || !right.is_non_negative() {
                    return Interval::ALL;
                }
                let upper = match (&left.upper, &right.upper) {
                    (Some(one), Some(other)) => {
                        let bits = one.bit_length().max(other.bit_length());
                        Some(&Integer::power_of_two(bits as u32) - &Integer::ONE)
                    }
                    _ => None,
                };
                Interval::new(Some(Integer::ZERO), upper)
            }
            IntBinary::Pow | IntBinary::Shl if left.is_non_negative() => Interval::at_least(0),
            IntBinary::Shr if left.is_non_negative() => {
                Interval::new(Some(Integer::ZERO), left.upper.clone())
            }
            IntBinary::Pow | IntBinary::Shl | IntBinary::Shr => Interval::ALL,
        }
    }
}

/// The interval of a value raised to a positive power.
fn power_interval(base: &Interval, power: u32) -> Interval {
    let raise = |bound: &Option<Integer>| {
        let bound = bound.as_ref()?;
        // Wider results would be forgotten anyway; do not compute them.
        if bound.bit_length().saturating_mul(u64::from(power)) > 512 {
            return None;
        }
        bound.pow(&Integer::from(power))
    };
    let (low, high) = (raise(&base.lower), raise(&base.upper));
    if power % 2 == 1 {
        return Interval::new(low, high).forget_wide_bounds();
    }
    let upper = match (low.clone(), high.clone()) {
        (Some(low), Some(high)) => Some(low.max(high)),
        _ => None,
    };
    let lower = if base.lower.as_ref().is_some_and(Integer::is_positive) {
        low
    } else if base.upper.as_ref().is_some_and(Integer::is_negative) {
        high
    } else {
        None
    };
    Interval::new(Some(lower.unwrap_or(Integer::ZERO)), upper).forget_wide_bounds()
}
