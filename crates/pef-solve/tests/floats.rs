//! Floats: comparisons beyond a rounding are translated exactly, and what programs ask of floats is decided.

mod common;

use common::Asker;
use pef_solve::Answer;
use pef_term::{Domain, Integer, Rounding, Sort, TermId, Terms, Value, evaluate};
use proptest::prelude::*;

type Relate = fn(&mut Terms, TermId, TermId) -> TermId;

const RELATIONS: [Relate; 5] = [
    Terms::float_le,
    Terms::float_lt,
    |terms, left, right| terms.float_le(right, left),
    |terms, left, right| terms.float_lt(right, left),
    Terms::float_eq,
];

/// The goal is true under the current model, so it is found; its negation contradicts the path, so it is refuted.
fn check_both_sides(asker: &mut Asker, path: &[TermId], condition: TermId) {
    let holds = evaluate(&asker.terms, condition, &asker.current) == Some(Value::Bool(true));
    let negated = asker.terms.not(condition);
    let (right, wrong) = if holds {
        (condition, negated)
    } else {
        (negated, condition)
    };
    let shown = asker.terms.display(condition);
    assert!(matches!(asker.ask(path, right), Answer::Sat(_)), "{shown}");
    assert_eq!(asker.ask(path, wrong), Answer::Unsat, "{shown}");
}

fn pinned(asker: &mut Asker, name: &str, value: Integer) -> (TermId, TermId) {
    let variable = asker.variable(name, Sort::Int, Domain::ALL, value.clone().into());
    let constant = asker.terms.int_const(value);
    let equal = asker.terms.eq(variable, constant);
    (variable, equal)
}

/// Integers of all sizes, powers of two and their neighbours among them.
fn integer() -> impl Strategy<Value = Integer> {
    (0u32..1100, -2i64..3, any::<bool>(), any::<i64>(), 0..3u8).prop_map(
        |(power, offset, negative, word, kind)| {
            let value = match kind {
                0 => Integer::from(word >> (power % 64)),
                1 => &Integer::power_of_two(power % 70) + &Integer::from(offset),
                _ => &Integer::power_of_two(power) + &Integer::from(offset),
            };
            if negative { -value } else { value }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn quotients_are_compared_exactly(
        dividend in integer(),
        divisor in integer(),
        steps in -1i64..2,
        relation in 0..RELATIONS.len(),
    ) {
        prop_assume!(!divisor.is_zero());
        let Some(quotient) = dividend.true_div(&divisor) else { return Ok(()) };
        let bound = match steps {
            -1 => quotient.next_down(),
            0 => quotient,
            _ => quotient.next_up(),
        };
        let mut asker = Asker::new();
        let (left, left_pinned) = pinned(&mut asker, "a", dividend);
        let (right, right_pinned) = pinned(&mut asker, "b", divisor);
        let term = asker.terms.int_quotient(left, right);
        let bound = asker.terms.float_const(bound);
        let condition = RELATIONS[relation](&mut asker.terms, term, bound);
        if asker.terms.as_bool_const(condition).is_none() {
            check_both_sides(&mut asker, &[left_pinned, right_pinned], condition);
        }
    }

    #[test]
    fn conversions_are_compared_exactly(
        number in integer(),
        steps in -1i64..2,
        relation in 0..RELATIONS.len(),
    ) {
        let Some(converted) = number.to_f64() else { return Ok(()) };
        let bound = match steps {
            -1 => converted.next_down(),
            0 => converted,
            _ => converted.next_up(),
        };
        let mut asker = Asker::new();
        let (variable, equal) = pinned(&mut asker, "n", number);
        let term = asker.terms.float_of_int(variable);
        let bound = asker.terms.float_const(bound);
        let condition = RELATIONS[relation](&mut asker.terms, term, bound);
        check_both_sides(&mut asker, &[equal], condition);
    }

    #[test]
    fn rounded_floats_are_compared_exactly(
        value in prop_oneof![-20.0..20.0f64, any::<f64>(), (-40i64..40).prop_map(|half| half as f64 / 2.0)],
        offset in -1i64..2,
        rounding in prop::sample::select(vec![
            Rounding::Truncate, Rounding::Floor, Rounding::Ceil, Rounding::HalfEven,
        ]),
        relation in 0..3usize,
    ) {
        prop_assume!(value.is_finite());
        let mut asker = Asker::new();
        let variable = asker.variable("x", Sort::Float, Domain::ALL, value.into());
        let constant = asker.terms.float_const(value);
        let equal = asker.terms.float_eq(variable, constant);
        let term = asker.terms.int_of_float(rounding, variable);
        let rounded = evaluate(&asker.terms, term, &asker.current).unwrap();
        let bound = rounded.as_int().unwrap() + &Integer::from(offset);
        let bound = asker.terms.int_const(bound);
        let condition = match relation {
            0 => asker.terms.le(term, bound),
            1 => asker.terms.ge(term, bound),
            _ => asker.terms.eq(term, bound),
        };
        check_both_sides(&mut asker, &[equal], condition);
    }

    #[test]
    fn wholes_fractions_and_signs_are_exact(
        value in prop_oneof![-20.0..20.0f64, any::<f64>(), (-40i64..40).prop_map(|half| half as f64 / 2.0)],
        operation in 0..4u8,
        steps in -1i64..2,
        relation in 0..RELATIONS.len(),
    ) {
        prop_assume!(!value.is_nan());
        let mut asker = Asker::new();
        let variable = asker.variable("x", Sort::Float, Domain::ALL, value.into());
        let (constant, one) = (asker.terms.float_const(value), asker.terms.float_const(1.0));
        let mut path = vec![asker.terms.float_eq(variable, constant)];
        if value == 0.0 {
            let negative = asker.terms.float_is_negative(variable);
            path.push(if value.is_sign_negative() { negative } else { asker.terms.not(negative) });
        }
        let term = match operation {
            0 => asker.terms.float_floor_div(variable, one),
            1 => asker.terms.float_mod(variable, one),
            2 => {
                let condition = asker.terms.float_is_integral(variable);
                check_both_sides(&mut asker, &path, condition);
                return Ok(());
            }
            _ => {
                let negated = asker.terms.float_neg(variable);
                let doubled = asker.terms.float_add(negated, negated);
                let condition = asker.terms.float_is_negative(doubled);
                check_both_sides(&mut asker, &path, condition);
                return Ok(());
            }
        };
        let result = evaluate(&asker.terms, term, &asker.current).unwrap().as_float().unwrap();
        let bound = match steps {
            -1 => result.next_down(),
            0 => result,
            _ => result.next_up(),
        };
        let bound = asker.terms.float_const(bound);
        let condition = RELATIONS[relation](&mut asker.terms, term, bound);
        if asker.terms.as_bool_const(condition).is_none() {
            check_both_sides(&mut asker, &path, condition);
        }
    }
}

fn float(asker: &mut Asker, name: &str) -> TermId {
    asker.variable(name, Sort::Float, Domain::ALL, 0.0.into())
}

/// Asks for a goal about one float; says what it is in the answer.
fn found(make: impl Fn(&mut Terms, TermId) -> TermId) -> Option<f64> {
    let mut asker = Asker::new();
    let x = float(&mut asker, "x");
    let goal = make(&mut asker.terms, x);
    match asker.ask(&[], goal) {
        Answer::Sat(model) => {
            let variable = asker.terms.find_variable("x").unwrap();
            model.get(variable).unwrap().as_float()
        }
        Answer::Unsat => None,
        Answer::Unknown(why) => panic!("{}: {why:?}", asker.terms.display(goal)),
    }
}

#[test]
fn a_sum_is_hit_exactly() {
    let x = found(|terms, x| {
        let (tenth, sum) = (terms.float_const(0.1), terms.float_const(0.3));
        let added = terms.float_add(tenth, x);
        terms.float_eq(added, sum)
    });
    let sum = 0.1 + x.expect("0.1 + 0.19999999999999998 is 0.3");
    assert_eq!(sum.to_bits(), 0.3f64.to_bits());
}

/// As `sum` adds floats since Python 3.12: what each addition loses is added at the end.
#[test]
fn a_compensated_sum_is_hit_exactly() {
    let x = found(|terms, x| {
        let before = terms.float_const(0.1 + 0.2);
        let lost = terms.float_const(-2.775_557_561_562_891_4e-17);
        let sum = terms.float_add(before, x);
        let loss_of = |terms: &mut Terms, large: TermId, small: TermId| {
            let rest = terms.float_sub(large, sum);
            terms.float_add(rest, small)
        };
        let (one, two) = (loss_of(terms, before, x), loss_of(terms, x, before));
        let magnitude = terms.float_abs(x);
        let is_smaller = terms.float_le(magnitude, before);
        let loss = terms.ite(is_smaller, one, two);
        let loss = terms.float_add(lost, loss);
        let (total, wanted) = (terms.float_add(sum, loss), terms.float_const(1.0));
        terms.float_eq(total, wanted)
    });
    assert!((0.69..0.71).contains(&x.unwrap()));
}

#[test]
fn python_division_is_found() {
    let x = found(|terms, x| {
        let (divisor, wanted) = (terms.float_const(2.5), terms.float_const(3.0));
        let quotient = terms.float_floor_div(x, divisor);
        terms.float_eq(quotient, wanted)
    });
    assert!((7.5..10.0).contains(&x.unwrap()));
    let x = found(|terms, x| {
        let (divisor, wanted) = (terms.float_const(-7.0), terms.float_const(-3.5));
        let rest = terms.float_mod(x, divisor);
        terms.float_eq(rest, wanted)
    });
    assert!(x.is_some());
    let x = found(|terms, x| {
        let (two, wanted) = (terms.float_const(2.0), terms.float_const(1_522_756.0));
        let square = terms.float_pow(x, two);
        terms.float_eq(square, wanted)
    });
    assert_eq!(x.map(f64::abs), Some(1234.0));
}

#[test]
fn what_no_float_is_is_refuted() {
    let beyond = found(|terms, x| {
        let infinity = terms.float_const(f64::INFINITY);
        terms.float_lt(infinity, x)
    });
    assert_eq!(beyond, None);
    let both = found(|terms, x| {
        let zero = terms.float_const(0.0);
        let nan = terms.float_is_nan(x);
        let positive = terms.float_lt(zero, x);
        terms.and(&[nan, positive])
    });
    assert_eq!(both, None);
}

#[test]
fn a_square_that_no_float_has_is_never_found() {
    let mut asker = Asker::new();
    let x = float(&mut asker, "x");
    let square = asker.terms.float_mul(x, x);
    let two = asker.terms.float_const(2.0);
    let goal = asker.terms.float_eq(square, two);
    assert!(!matches!(asker.ask(&[], goal), Answer::Sat(_)));
}

#[test]
fn an_int_and_a_float_meet() {
    let mut asker = Asker::new();
    let n = asker.int("n", Domain::ALL);
    let converted = asker.terms.float_of_int(n);
    let tenth = asker.terms.float_const(0.1);
    let product = asker.terms.float_mul(converted, tenth);
    let wanted = asker.terms.float_const(0.700_000_000_000_000_1);
    let goal = asker.terms.float_eq(product, wanted);
    let Answer::Sat(model) = asker.ask(&[], goal) else {
        panic!("7 * 0.1 is 0.7000000000000001");
    };
    let variable = asker.terms.find_variable("n").unwrap();
    assert_eq!(model.get(variable), Some(&Value::from(7)));
}

#[test]
fn averages_are_linear() {
    let mut asker = Asker::new();
    let (a, b) = (asker.int("a", Domain::ALL), asker.int("b", Domain::ALL));
    let sum = asker.terms.add(a, b);
    let two = asker.terms.int_const(2);
    let average = asker.terms.int_quotient(sum, two);
    let half = asker.terms.float_const(10.25);
    let goal = asker.terms.float_eq(average, half);
    assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    let half = asker.terms.float_const(10.5);
    let goal = asker.terms.float_eq(average, half);
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
}
