//! Numbers into Z3 and back.

use std::str::FromStr;

use pef_term::{Integer, Sort, Value};
use z3::Model;
use z3::ast::{Ast, BV, Dynamic, Int};

pub fn int_numeral(value: &Integer) -> Int {
    match value.to_i64() {
        Some(small) => Int::from_i64(small),
        None => Int::from_str(&value.to_string()).expect("a decimal number"),
    }
}

/// The value in two's complement of this width.
pub fn bit_vector_numeral(value: &Integer, width: u32) -> BV {
    let unsigned = value
        .modulo(&Integer::power_of_two(width))
        .expect("a power of two is not zero");
    BV::from_str(width, &unsigned.to_string()).expect("a decimal number")
}

/// The value that a model gives to a constant; `None` if it may have any.
pub fn value_of(model: &Model, constant: &Dynamic, sort: Sort) -> Option<Value> {
    let interpretation = model.get_const_interp(constant)?;
    match sort {
        Sort::Bool => interpretation.as_bool()?.as_bool().map(Value::Bool),
        Sort::Int => match interpretation.as_bv() {
            Some(vector) => bit_vector_value(&vector).map(Value::Int),
            None => int_value(&interpretation.as_int()?).map(Value::Int),
        },
        Sort::Float => {
            let float = interpretation.as_float()?;
            if float.is_nan().simplify().as_bool()? {
                return Some(Value::Float(f64::NAN));
            }
            let bits = float.to_ieee_bv().simplify().as_u64()?;
            Some(Value::Float(f64::from_bits(bits)))
        }
    }
}

fn int_value(numeral: &Int) -> Option<Integer> {
    if let Some(small) = numeral.as_i64() {
        return Some(Integer::from(small));
    }
    // Printed as in SMT-LIB: a negative number is `(- 5)`.
    let text = numeral.to_string();
    match text.strip_prefix("(- ") {
        Some(rest) => Some(-rest.strip_suffix(')')?.parse::<Integer>().ok()?),
        None => text.parse().ok(),
    }
}

fn bit_vector_value(numeral: &BV) -> Option<Integer> {
    int_value(&numeral.to_int(true).simplify())
}
