//! The conditions that are left say the same as all of them: they hold for the same pairs of small integers.

use pef_term::{Domain, Evaluator, Model, Sort, TermId, Terms};
use proptest::prelude::*;

const RANGE: std::ops::RangeInclusive<i64> = -6..=6;

/// `first * x + second * y RELATION constant`
fn comparison(
    terms: &mut Terms,
    (x, y): (TermId, TermId),
    (relation, first, second, constant): (u8, i64, i64, i64),
) -> TermId {
    let (first, second) = (terms.int_const(first), terms.int_const(second));
    let (left, right) = (terms.mul(first, x), terms.mul(second, y));
    let sum = terms.add(left, right);
    let constant = terms.int_const(constant);
    match relation {
        0 => terms.lt(sum, constant),
        1 => terms.gt(sum, constant),
        2 => terms.eq(sum, constant),
        _ => terms.ne(sum, constant),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn nothing_is_lost(comparisons in prop::collection::vec((0u8..4, -1i64..=1, 0i64..=1, -4i64..=4), 0..8)) {
        let mut terms = Terms::new();
        let (first, second) = (
            terms.variable("x", Sort::Int, Domain::ALL),
            terms.variable("y", Sort::Int, Domain::ALL),
        );
        let variables = (terms.var(first), terms.var(second));
        let conditions: Vec<_> =
            comparisons.into_iter().map(|one| comparison(&mut terms, variables, one)).collect();
        let essential = terms.essential(&conditions);
        let points = RANGE.flat_map(|x| RANGE.map(move |y| (x, y)));
        let mut holding = (0, 0);
        for (x, y) in points {
            let mut model = Model::new();
            model.set(first, x);
            model.set(second, y);
            let mut evaluator = Evaluator::new(&terms, &model);
            holding.0 += u32::from(conditions.iter().all(|&one| evaluator.holds(one)));
            holding.1 += u32::from(essential.iter().all(|&one| evaluator.holds(one)));
        }
        // What is left is implied by all of it, so equal numbers are equal sets. A path's conditions hold together.
        prop_assert!(holding.0 == 0 || holding.0 == holding.1, "{holding:?}");
        prop_assert!(essential.iter().all(|one| conditions.contains(one)));
    }
}

#[test]
fn a_loop_is_told_by_its_last_turn() {
    let mut terms = Terms::new();
    let n = terms.new_var("n", Sort::Int, Domain::ALL);
    let mut conditions = Vec::new();
    for turn in 0..5 {
        let turn = terms.int_const(turn);
        conditions.push(terms.gt(n, turn));
    }
    let (three, forty, bound) = (terms.int_const(3), terms.int_const(40), terms.int_const(50));
    conditions.push(terms.ne(n, three));
    conditions.push(terms.ne(n, forty));
    conditions.push(terms.lt(n, bound));
    let shown: Vec<_> = terms
        .essential(&conditions)
        .into_iter()
        .map(|one| terms.display(one))
        .collect();
    assert_eq!(shown, ["n > 4", "n != 40", "n < 50"]);
}
