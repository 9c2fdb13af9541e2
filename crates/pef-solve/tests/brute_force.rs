//! Against brute force: random paths over variables with small domains, walked the way an explorer does (each
//! constraint in turn, negated, behind the ones before it), with one solver for the whole walk. What it says must be
//! what enumeration says; "don't know" is allowed, but must stay rare.

mod common;
#[path = "../../pef-term/tests/common/mod.rs"]
mod expressions;

use std::time::Duration;

use common::Asker;
use expressions::{Condition, Names, build_condition, condition};
use pef_solve::{Answer, Options};
use pef_term::{Domain, Evaluator, Model, Sort, TermId, Terms, Value};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const RANGES: [(i64, i64); 4] = [(-3, 3), (-2, 4), (0, 2), (1, 2)];

fn declare(asker: &mut Asker) -> Names {
    let integers = expressions::INTEGER_NAMES
        .iter()
        .zip(RANGES)
        .map(|(name, (lower, upper))| {
            let domain = Domain::between(lower, upper);
            let value = Value::from(lower.max(1));
            asker.variable(name, Sort::Int, domain, value);
            asker.terms.find_variable(name).unwrap()
        })
        .collect();
    let booleans = expressions::BOOLEAN_NAMES
        .iter()
        .map(|name| {
            asker.variable(name, Sort::Bool, Domain::ALL, false.into());
            asker.terms.find_variable(name).unwrap()
        })
        .collect();
    Names { integers, booleans }
}

fn all_models(names: &Names) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for (&variable, (lower, upper)) in names.integers.iter().zip(RANGES) {
        models = models
            .iter()
            .flat_map(|model| {
                (lower..=upper).map(move |value| {
                    let mut model = model.clone();
                    model.set(variable, value);
                    model
                })
            })
            .collect();
    }
    for &variable in &names.booleans {
        models = models
            .iter()
            .flat_map(|model| {
                [false, true].map(|value| {
                    let mut model = model.clone();
                    model.set(variable, value);
                    model
                })
            })
            .collect();
    }
    models
}

fn has_model(terms: &Terms, models: &[Model], path: &[TermId], goal: TermId) -> bool {
    models.iter().any(|model| {
        let mut evaluator = Evaluator::new(terms, model);
        evaluator.holds(goal) && path.iter().all(|&constraint| evaluator.holds(constraint))
    })
}

#[derive(Default)]
struct Tally {
    sat: u32,
    unsat: u32,
    unknown: u32,
}

/// Walks a path made of these conditions, asking for the other side of each.
fn walk(conditions: &[Condition], native: bool, tally: &mut Tally) {
    let mut asker = Asker::with_options(Options {
        native,
        query_budget: Duration::from_millis(400),
        ..Options::default()
    });
    let names = declare(&mut asker);
    let models = all_models(&names);
    let mut path = Vec::new();
    for condition in conditions {
        let term = build_condition(&mut asker.terms, &names, condition);
        let value = pef_term::evaluate(&asker.terms, term, &asker.current);
        let Some(Value::Bool(holds)) = value else {
            continue;
        };
        let negated = asker.terms.not(term);
        let (taken, goal) = if holds {
            (term, negated)
        } else {
            (negated, term)
        };
        let exists = has_model(&asker.terms, &models, &path, goal);
        match asker.ask(&path, goal) {
            // `ask` has checked the model.
            Answer::Sat(_) => {
                assert!(exists, "a model outside of the domains");
                tally.sat += 1;
            }
            Answer::Unsat => {
                let shown: Vec<String> = path
                    .iter()
                    .chain([&goal])
                    .map(|&term| asker.terms.display(term))
                    .collect();
                assert!(!exists, "wrongly unsat: {shown:?}");
                tally.unsat += 1;
            }
            Answer::Unknown(_) => tally.unknown += 1,
        }
        path.push(taken);
    }
}

#[test]
fn answers_agree_with_enumeration() {
    let mut runner = TestRunner::deterministic();
    let strategy = prop::collection::vec(condition(3), 1..7);
    let mut tally = Tally::default();
    for round in 0..150 {
        // Half of them for Z3 alone.
        let conditions = strategy.new_tree(&mut runner).unwrap().current();
        walk(&conditions, round % 2 == 0, &mut tally);
    }
    let Tally {
        sat,
        unsat,
        unknown,
    } = tally;
    assert!(
        sat > 100 && unsat > 50,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
    assert!(
        unknown * 8 < sat + unsat,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
    println!("{sat} sat, {unsat} unsat, {unknown} unknown");
}
