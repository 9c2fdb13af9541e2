//! What is said about variables and about abstracted terms beside the constraints: domains, intervals, linear
//! consequences of operators that the view does not know, and observed values of functions. All of it holds in
//! every real model, so it can only help proofs.

use pef_term::{IntBinary, Integer, Interval, Node, TermId, Terms, Value, VariableId};
use z3::ast::{Bool, Dynamic, Float, Int};

use crate::z3::instances;
use crate::z3::translate::{Translator, uninterpreted, variable_constant};
use crate::z3::values::int_numeral;

/// Which numbers have more bits than this is said to Z3 for these.
const BIT_LENGTHS: [u32; 24] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 31, 32, 53, 63, 64,
];

/// The domain of a variable.
pub fn of_variable(terms: &Terms, variable: VariableId) -> Vec<Bool> {
    match variable_constant(terms, variable).as_int() {
        Some(constant) => within(&constant, &terms.variable_info(variable).domain),
        None => Vec::new(),
    }
}

fn within(value: &Int, interval: &Interval) -> Vec<Bool> {
    let mut facts = Vec::new();
    if let Some(lower) = &interval.lower {
        facts.push(value.ge(int_numeral(lower)));
    }
    if let Some(upper) = &interval.upper {
        facts.push(value.le(int_numeral(upper)));
    }
    facts
}

/// Consequences of a term outside of linear arithmetic.
pub fn of_nonlinear(terms: &Terms, translator: &mut Translator, term: TermId) -> Vec<Bool> {
    let value = translator.int(terms, term);
    let mut facts = within(&value, terms.interval(term));
    let zero = Int::from_i64(0);
    match terms.node(term) {
        Node::IntBinary(operator, left, right) => {
            facts.extend(instances::of_binary(
                terms, translator, term, *operator, *left, *right,
            ));
            let left = translator.int(terms, *left);
            let right = translator.int(terms, *right);
            let natural = |operand: &Int| operand.ge(&zero);
            let bounded = |by: &Int| Bool::and(&[value.ge(&zero), value.le(by)]);
            match operator {
                IntBinary::Mod => {
                    let below = Bool::and(&[value.ge(&zero), value.lt(&right)]);
                    let above = Bool::and(&[value.le(&zero), value.gt(&right)]);
                    facts.push(right.gt(&zero).implies(below));
                    facts.push(right.lt(&zero).implies(above));
                }
                IntBinary::FloorDiv => {
                    let both = Bool::and(&[natural(&left), right.gt(&zero)]);
                    facts.push(both.implies(bounded(&left)));
                }
                IntBinary::BitAnd => {
                    facts.push(natural(&left).implies(bounded(&left)));
                    facts.push(natural(&right).implies(bounded(&right)));
                }
                IntBinary::BitOr => {
                    let both = Bool::and(&[natural(&left), natural(&right)]);
                    let not_less = Bool::and(&[value.ge(&left), value.ge(&right)]);
                    facts.push(both.implies(not_less));
                }
                IntBinary::Shr => facts.push(natural(&left).implies(bounded(&left))),
                IntBinary::Shl => facts.push(natural(&left).implies(value.ge(&left))),
                IntBinary::Pow | IntBinary::BitXor => {}
            }
        }
        Node::BitLength(operand) => {
            let operand = translator.int(terms, *operand);
            for bits in BIT_LENGTHS {
                let limit = int_numeral(&Integer::power_of_two(bits));
                let longer = Bool::or(&[operand.ge(&limit), operand.le(limit.unary_minus())]);
                facts.push(longer.eq(value.gt(Int::from_i64(i64::from(bits)))));
            }
        }
        _ => {}
    }
    facts
}

/// Every observed value of the function of an application.
pub fn of_observations(terms: &Terms, application: TermId) -> Vec<Bool> {
    let Node::Apply(function, _) = terms.node(application) else {
        return Vec::new();
    };
    let name = format!("function {}", function.index());
    let result = terms.function_info(*function).result;
    terms
        .observations(*function)
        .into_iter()
        .map(|(arguments, value)| {
            let arguments: Vec<Dynamic> = arguments.iter().map(numeral).collect();
            let arguments: Vec<&Dynamic> = arguments.iter().collect();
            uninterpreted(&name, &arguments, result).eq(numeral(value))
        })
        .collect()
}

fn numeral(value: &Value) -> Dynamic {
    match value {
        Value::Bool(value) => Bool::from_bool(*value).into(),
        Value::Int(value) => int_numeral(value).into(),
        Value::Float(value) if value.is_nan() => Float::nan64().into(),
        Value::Float(value) => Float::from_f64(*value).into(),
    }
}
