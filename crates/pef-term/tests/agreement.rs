//! Properties of the constructors: whatever they simplify, the term evaluates to what the unsimplified expression
//! gives under Python's semantics. The reference below is written from scratch on `BigInt` and `f64`, and random
//! expressions are biased towards what the constructors rewrite (few variables, small constants).

mod common;

use common::{Names, build, build_condition, condition, environment, expression, naive};
use pef_term::{Domain, Evaluator, Sort, Terms, Value, evaluate};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn simplified_terms_keep_their_value(
        expression in expression(),
        environments in prop::collection::vec(environment(), 1..4),
    ) {
        let mut terms = Terms::new();
        let names = Names::declare(&mut terms);
        let term = build(&mut terms, &names, &expression);
        for environment in &environments {
            let model = names.model(environment);
            // Where the expression is undefined (a division by zero, say) a term may be anything.
            if let Some(expected) = naive(&expression, environment) {
                prop_assert_eq!(evaluate(&terms, term, &model), Some(expected), "{}", terms.display(term));
            }
        }
    }

    /// There is a shorter way for simple conditions, which must lead to the same place, undefined values included.
    #[test]
    fn a_condition_holds_if_its_value_is_true(
        conditions in prop::collection::vec(condition(2), 1..4),
        environment in environment(),
        missing in 0..12usize,
        conjunction in any::<bool>(),
    ) {
        let mut terms = Terms::new();
        let names = Names::declare(&mut terms);
        let mut model = names.model(&environment);
        if let Some(variable) = names.integers.get(missing) {
            model.remove(*variable);
        }
        let parts: Vec<_> = conditions
            .iter()
            .map(|condition| build_condition(&mut terms, &names, condition))
            .collect();
        let whole = if conjunction { terms.and(&parts) } else { terms.or(&parts) };
        let negation = terms.not(whole);
        for term in parts.into_iter().chain([whole, negation]) {
            let expected = evaluate(&terms, term, &model) == Some(Value::Bool(true));
            prop_assert_eq!(Evaluator::new(&terms, &model).holds(term), expected, "{}", terms.display(term));
        }
    }

    #[test]
    fn intervals_contain_every_value(expression in expression(), environment in environment()) {
        let mut terms = Terms::new();
        let names = Names::declare(&mut terms);
        let term = build(&mut terms, &names, &expression);
        if let Some(Value::Int(value)) = evaluate(&terms, term, &names.model(&environment)) {
            prop_assert!(terms.interval(term).contains(&value), "{}", terms.display(term));
        }
    }

    #[test]
    fn building_twice_gives_the_same_term(expression in expression()) {
        let mut terms = Terms::new();
        let names = Names::declare(&mut terms);
        let first = build(&mut terms, &names, &expression);
        let count = terms.len();
        let second = build(&mut terms, &names, &expression);
        prop_assert_eq!(first, second);
        prop_assert_eq!(count, terms.len());
    }
}

#[test]
fn deep_terms_are_evaluated_without_recursion() {
    let mut terms = Terms::new();
    let variable = terms.variable("x", Sort::Int, Domain::ALL);
    let x = terms.var(variable);
    let three = terms.int_const(3);
    let mut term = x;
    for _ in 0..100_000 {
        // Each step hides the last one from the constructors: (t ^ x) // 3 + x
        let mixed = terms.bit_xor(term, x);
        let quotient = terms.floor_div(mixed, three);
        term = terms.add(quotient, x);
    }
    let model = [(variable, Value::from(12345))].into_iter().collect();
    assert!(evaluate(&terms, term, &model).is_some());
    assert!(terms.display(term).len() < 100_000);
    assert_eq!(terms.variables(term), &[variable]);
}

#[test]
fn missing_variables_have_no_value() {
    let mut terms = Terms::new();
    let x = terms.new_var("x", Sort::Int, Domain::ALL);
    let zero = terms.int_const(0);
    let positive = terms.gt(x, zero);
    assert_eq!(evaluate(&terms, positive, &pef_term::Model::new()), None);
}
