//! Small domains are decided by trying all values, whatever the operators; and where that would prove nothing, nothing is
//! claimed. `PEF_DEEP=1` asks a hundred times as many random questions.

mod common;
#[path = "../../pef-term/tests/common/mod.rs"]
mod expressions;

use std::time::Duration;

use common::{Asker, rounds};
use expressions::{Condition, Names, build_condition, condition};
use pef_solve::{Answer, Options, TierKind};
use pef_term::{Domain, Evaluator, Integer, Model, Sort, TermId, Value};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// How often a tier had the answer.
fn answered(asker: &Asker, kind: TierKind) -> u64 {
    let tiers = &asker.solver.statistics().tiers;
    tiers.get(&kind).map_or(0, |tier| tier.sat + tier.unsat)
}

/// Two ints whose domains are such a range.
fn two(asker: &mut Asker, lower: i64, upper: i64) -> (TermId, TermId) {
    let mut int = |name| asker.int(name, Domain::between(lower, upper));
    (int("a"), int("b"))
}

/// `lower <= term <= upper`
fn between(asker: &mut Asker, lower: i64, term: TermId, upper: i64) -> TermId {
    let terms = &mut asker.terms;
    let (lower, upper) = (terms.int_const(lower), terms.int_const(upper));
    let parts = [terms.le(lower, term), terms.le(term, upper)];
    terms.and(&parts)
}

#[test]
fn a_remainder_by_a_variable_is_decided() {
    let mut asker = Asker::new();
    let (a, b) = two(&mut asker, 1, 12);
    let terms = &mut asker.terms;
    let remainder = terms.modulo(a, b);
    let beyond = terms.ge(remainder, b);
    let seven = terms.int_const(7);
    let is_seven = terms.eq(remainder, seven);
    assert!(matches!(asker.ask(&[], beyond), Answer::Unsat));
    assert!(matches!(asker.ask(&[], is_seven), Answer::Sat(_)));
    assert_eq!(answered(&asker, TierKind::Linear), 0);
    assert_eq!(answered(&asker, TierKind::Nonlinear), 0);
}

#[test]
fn bounds_are_found_in_the_conditions() {
    let mut asker = Asker::new();
    let (x, y) = (asker.int("x", Domain::ALL), asker.int("y", Domain::ALL));
    let small = between(&mut asker, 0, x, 15);
    let terms = &mut asker.terms;
    // `x < y <= 15 - x` bounds `y` by what bounds `x`.
    let fifteen = terms.int_const(15);
    let sum = terms.add(x, y);
    let path = [small, terms.lt(x, y), terms.le(sum, fifteen)];
    let (both, either) = (terms.bit_and(x, y), terms.bit_or(x, y));
    let goal = [terms.eq(both, either)];
    assert!(matches!(asker.ask(&path, goal[0]), Answer::Unsat));
    assert_eq!(answered(&asker, TierKind::Enumeration), 1);
}

#[test]
fn floats_of_small_ints_are_decided() {
    let mut asker = Asker::new();
    let n = asker.int("n", Domain::between(0, 200));
    let terms = &mut asker.terms;
    let float = terms.float_of_int(n);
    let root = terms.float_sqrt(float);
    let back = terms.float_floor(root);
    let square = terms.mul(back, back);
    let goal = terms.gt(square, n);
    assert!(matches!(asker.ask(&[], goal), Answer::Unsat));
    assert_eq!(answered(&asker, TierKind::Enumeration), 1);
}

#[test]
fn numbers_of_any_size_are_compared() {
    let mut asker = Asker::new();
    let x = asker.int("x", Domain::ALL);
    let terms = &mut asker.terms;
    let huge = terms.int_const(Integer::power_of_two(1_024));
    let beyond = terms.gt(x, huge);
    let doubled = terms.add(x, x);
    let one = terms.int_const(1);
    let half = terms.add(huge, one);
    // Twice something is odd: there are numbers around it, and none at it.
    let odd = terms.eq(doubled, half);
    assert!(matches!(asker.ask(&[], beyond), Answer::Sat(_)));
    assert!(matches!(asker.ask(&[beyond], odd), Answer::Unsat));
    let below = asker.terms.lt(x, huge);
    assert!(matches!(asker.ask(&[beyond], below), Answer::Unsat));
    assert_eq!(answered(&asker, TierKind::Linear), 0);
}

#[test]
fn what_is_undefined_proves_nothing() {
    let mut asker = Asker::new();
    let n = asker.int("n", Domain::between(0, 5));
    let terms = &mut asker.terms;
    let (zero, ten) = (terms.int_const(0), terms.int_const(10));
    // Undefined for 0, and otherwise at least 2.
    let quotient = terms.floor_div(ten, n);
    let goal = terms.le(quotient, zero);
    let answer = asker.ask(&[], goal);
    assert!(!matches!(answer, Answer::Sat(_)));
    assert_eq!(answered(&asker, TierKind::Enumeration), 0);
}

#[test]
fn a_function_of_which_nothing_is_known_proves_nothing() {
    let mut asker = Asker::new();
    let n = asker.int("n", Domain::between(0, 5));
    let terms = &mut asker.terms;
    let function = terms.function("f", &[Sort::Int], Sort::Int);
    let (value, seven) = (terms.apply(function, &[n]), terms.int_const(7));
    let goal = terms.eq(value, seven);
    let answer = asker.ask(&[], goal);
    assert!(!matches!(answer, Answer::Unsat));
    assert_eq!(answered(&asker, TierKind::Enumeration), 0);
}

#[test]
fn large_domains_are_left_to_others() {
    let mut asker = Asker::new();
    let (a, b) = two(&mut asker, 0, 1_000);
    let terms = &mut asker.terms;
    let (product, wanted) = (terms.mul(a, b), terms.int_const(899));
    let goal = terms.eq(product, wanted);
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
    assert_eq!(answered(&asker, TierKind::Enumeration), 0);
}

/// Half the width of the cube that all models lie in.
const EXTENT: i64 = 4;

/// Two variables that only conditions bound: each by itself, or through the other.
fn bounded(asker: &mut Asker, through_the_other: bool) -> (Names, Vec<TermId>) {
    let names = ["i", "j"].map(|name| {
        asker.variable(name, Sort::Int, Domain::ALL, Value::from(1));
        asker.terms.find_variable(name).unwrap()
    });
    let [i, j] = names.map(|name| asker.terms.var(name));
    let mut path = vec![between(asker, -EXTENT, i, EXTENT)];
    if through_the_other {
        let (low, high) = (
            asker.terms.int_const(-EXTENT),
            asker.terms.int_const(EXTENT),
        );
        let doubled = asker.terms.add(j, j);
        // `i <= 2 * j` and `j <= 4`
        path.extend([asker.terms.le(i, doubled), asker.terms.le(j, high)]);
        path.push(asker.terms.le(low, j));
    } else {
        path.push(between(asker, -EXTENT, j, EXTENT));
    }
    let names = Names {
        integers: vec![names[0], names[1], names[0], names[1]],
        booleans: expressions::BOOLEAN_NAMES
            .iter()
            .map(|name| {
                asker.variable(name, Sort::Bool, Domain::ALL, false.into());
                asker.terms.find_variable(name).unwrap()
            })
            .collect(),
    };
    (names, path)
}

fn models(names: &Names) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for &variable in &names.integers[..2] {
        models = extended(
            &models,
            variable,
            &(-EXTENT..=EXTENT).map(Value::from).collect::<Vec<_>>(),
        );
    }
    for &variable in &names.booleans {
        models = extended(&models, variable, &[false.into(), true.into()]);
    }
    models
}

fn extended(models: &[Model], variable: pef_term::VariableId, values: &[Value]) -> Vec<Model> {
    let with = |model: &Model, value: &Value| {
        let mut model = model.clone();
        model.set(variable, value.clone());
        model
    };
    models
        .iter()
        .flat_map(|model| values.iter().map(move |value| with(model, value)))
        .collect()
}

fn compare(conditions: &[Condition], through_the_other: bool) -> [u32; 2] {
    let mut asker = Asker::with_options(Options {
        // Every answer is given to Z3 as well.
        check_native: true,
        query_budget: Duration::from_millis(400),
        ..Options::default()
    });
    let (names, path) = bounded(&mut asker, through_the_other);
    let models = models(&names);
    let mut counts = [0; 2];
    for condition in conditions {
        let goal = build_condition(&mut asker.terms, &names, condition);
        let exists = models.iter().any(|model| {
            let mut evaluator = Evaluator::new(&asker.terms, model);
            evaluator.holds(goal) && path.iter().all(|&one| evaluator.holds(one))
        });
        match asker.ask(&path, goal) {
            Answer::Sat(_) => {
                assert!(exists, "a model outside of the bounds");
                counts[1] += 1;
            }
            Answer::Unsat => {
                assert!(!exists, "wrongly unsat: {}", asker.terms.display(goal));
                counts[0] += 1;
            }
            Answer::Unknown(_) => {}
        }
    }
    counts
}

#[test]
fn answers_agree_with_all_models_and_with_z3() {
    let mut runner = TestRunner::deterministic();
    let strategy = prop::collection::vec(condition(3), 1..5);
    let mut totals = [0; 2];
    for round in 0..rounds(120) {
        let conditions = strategy.new_tree(&mut runner).unwrap().current();
        let counts = compare(&conditions, round % 2 == 0);
        totals = [totals[0] + counts[0], totals[1] + counts[1]];
    }
    assert!(totals[0] > 30 && totals[1] > 100, "{totals:?}");
}
