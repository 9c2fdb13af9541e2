//! The order of float terms: what contradicts it is refuted without looking into the terms, and nothing else is.
//! `PEF_DEEP=1` asks a hundred times as many random questions.

mod common;

use common::{Asker, random::Random, rounds};
use pef_solve::{Answer, TierKind};
use pef_term::{Domain, Evaluator, Model, Sort, TermId, Value};

/// Numbers at which something changes.
const NUMBERS: [f64; 9] = [
    f64::NAN,
    f64::NEG_INFINITY,
    f64::INFINITY,
    -0.0,
    0.0,
    1.0,
    -1.0,
    5e-324,
    1.5,
];

fn answered(asker: &Asker, kind: TierKind) -> u64 {
    let tiers = &asker.solver.statistics().tiers;
    tiers.get(&kind).map_or(0, |tier| tier.sat + tier.unsat)
}

fn float(asker: &mut Asker, name: &str) -> TermId {
    asker.variable(name, Sort::Float, Domain::ALL, Value::Float(0.0))
}

#[test]
fn a_quotient_that_is_within_bounds_is_within_them() {
    let mut asker = Asker::new();
    let (part, whole) = (float(&mut asker, "part"), float(&mut asker, "whole"));
    let terms = &mut asker.terms;
    let ratio = terms.float_div(part, whole);
    let (zero, one) = (terms.float_const(0.0), terms.float_const(1.0));
    let is_nan = terms.float_is_nan(ratio);
    let (below, above) = (terms.float_lt(ratio, zero), terms.float_lt(one, ratio));
    let path = [terms.not(is_nan), terms.not(below), terms.not(above)];
    let (least, most) = (terms.float_le(zero, ratio), terms.float_le(ratio, one));
    let within = terms.and(&[least, most]);
    let goal = terms.not(within);
    assert_eq!(asker.ask(&path, goal), Answer::Unsat);
    assert_eq!(answered(&asker, TierKind::FloatOrder), 1);
    // Without the first of them it may be NaN.
    assert!(matches!(asker.ask(&path[1..], goal), Answer::Sat(_)));
}

#[test]
fn numbers_are_ordered_through_others() {
    let mut asker = Asker::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| float(&mut asker, name));
    let terms = &mut asker.terms;
    let three = terms.float_const(3.0);
    let sum = terms.float_add(a, b);
    let path = [
        terms.float_lt(three, sum),
        terms.float_le(sum, c),
        terms.float_le(b, b),
    ];
    let goal = terms.float_eq(c, three);
    assert_eq!(asker.ask(&path, goal), Answer::Unsat);
    assert_eq!(answered(&asker, TierKind::FloatOrder), 1);
}

#[test]
fn nothing_is_beyond_the_infinities() {
    let mut asker = Asker::new();
    let (a, b) = (float(&mut asker, "a"), float(&mut asker, "b"));
    let terms = &mut asker.terms;
    let product = terms.float_mul(a, b);
    for infinity in [f64::INFINITY, f64::NEG_INFINITY] {
        let bound = asker.terms.float_const(infinity);
        let goal = if infinity > 0.0 {
            asker.terms.float_lt(bound, product)
        } else {
            asker.terms.float_lt(product, bound)
        };
        assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    }
    // Zeros are equal, whatever their signs.
    let (plus, minus) = (asker.terms.float_const(0.0), asker.terms.float_const(-0.0));
    let path = [asker.terms.float_le(plus, product)];
    let goal = asker.terms.float_le(product, minus);
    assert!(matches!(asker.ask(&path, goal), Answer::Sat(_)));
}

/// A condition on some terms: a relation, a test, or a combination of these.
fn condition(asker: &mut Asker, random: &mut Random, floats: &[TermId], depth: u32) -> TermId {
    let kind = random.below(if depth == 0 { 5 } else { 8 });
    match kind {
        0..=3 => {
            let (one, two) = (random.pick(floats), random.pick(floats));
            match kind {
                0 => asker.terms.float_lt(one, two),
                1 => asker.terms.float_le(one, two),
                2 => asker.terms.float_eq(one, two),
                _ => asker.terms.float_le(two, one),
            }
        }
        4 => {
            let one = random.pick(floats);
            asker.terms.float_is_nan(one)
        }
        5 => {
            let inner = condition(asker, random, floats, depth - 1);
            asker.terms.not(inner)
        }
        _ => {
            let one = condition(asker, random, floats, depth - 1);
            let two = condition(asker, random, floats, depth - 1);
            if kind == 6 {
                asker.terms.and(&[one, two])
            } else {
                asker.terms.or(&[one, two])
            }
        }
    }
}

/// Whatever some numbers satisfy is not refuted.
#[test]
fn what_has_a_model_is_not_refuted() {
    let mut refuted = 0;
    for seed in 0..rounds(1_500) {
        let mut random = Random(seed);
        let mut asker = Asker::new();
        let (a, b) = (float(&mut asker, "a"), float(&mut asker, "b"));
        let terms = &mut asker.terms;
        let mut floats = vec![
            a,
            b,
            terms.float_add(a, b),
            terms.float_mul(a, b),
            terms.float_abs(a),
        ];
        floats.extend(NUMBERS.map(|number| terms.float_const(number)));
        let path: Vec<TermId> = (0..=random.below(4))
            .map(|_| condition(&mut asker, &mut random, &floats, 2))
            .collect();
        // A path holds for the current input; these need not.
        let goal = asker.terms.and(&path);
        // Only this tier is of interest: what it leaves would keep Z3 busy for long.
        asker
            .solver
            .set_query_budget(std::time::Duration::from_millis(20));
        let is_refuted = asker.ask(&[], goal) == Answer::Unsat;
        refuted += u64::from(is_refuted && answered(&asker, TierKind::FloatOrder) > 0);
        if !is_refuted {
            continue;
        }
        for one in NUMBERS {
            for two in NUMBERS {
                let mut model = Model::new();
                for (name, number) in [("a", one), ("b", two)] {
                    let variable = asker.terms.find_variable(name).expect("declared");
                    model.set(variable, Value::Float(number));
                }
                let mut evaluator = Evaluator::new(&asker.terms, &model);
                let holds = evaluator.holds(goal);
                assert!(!holds, "seed {seed}: {one}, {two}");
            }
        }
    }
    assert!(refuted > 20, "only {refuted} questions were refuted");
}
