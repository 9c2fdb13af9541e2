//! Questions with known answers: the ones that the engine must be able to decide, and the ones it must not claim to.

mod common;

use common::{Asker, integer};
use pef_solve::{Answer, TierKind, Unknown};
use pef_term::{Domain, Sort, TermId, Terms};

/// Asks for one condition over integer variables x, y, z that are all 0 now.
fn ask(condition: impl Fn(&mut Terms, TermId, TermId, TermId) -> TermId) -> (Asker, Answer) {
    let mut asker = Asker::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| asker.int(name, Domain::ALL));
    let goal = condition(&mut asker.terms, x, y, z);
    let answer = asker.ask(&[], goal);
    (asker, answer)
}

/// The value found for x.
fn x_of(asker: &Asker, answer: &Answer) -> pef_term::Integer {
    let Answer::Sat(model) = answer else {
        panic!("expected a model, got {answer:?}");
    };
    let x = asker.terms.find_variable("x").unwrap();
    model.get(x).unwrap().as_int().unwrap().clone()
}

#[test]
fn square() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let square = terms.mul(x, x);
        let value = terms.int_const(1_522_756);
        terms.eq(square, value)
    });
    assert_eq!(x_of(&asker, &answer).abs(), integer(1234));
}

#[test]
fn not_a_square() {
    let (_, answer) = ask(|terms, x, _, _| {
        let square = terms.mul(x, x);
        let value = terms.int_const(1_522_757);
        terms.eq(square, value)
    });
    assert_eq!(answer, Answer::Unsat);
}

#[test]
fn negative_cube() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let three = terms.int_const(3);
        let cube = terms.pow(x, three);
        let value = terms.int_const(-1331);
        terms.eq(cube, value)
    });
    assert_eq!(x_of(&asker, &answer), integer(-11));
}

#[test]
fn exclusive_or_under_a_mask() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let key = terms.int_const(0x5A5A);
        let mixed = terms.bit_xor(x, key);
        let mask = terms.int_const(0xFFFF);
        let masked = terms.bit_and(mixed, mask);
        let value = terms.int_const(0x1234);
        terms.eq(masked, value)
    });
    let x = x_of(&asker, &answer);
    assert_eq!(&(&x ^ &integer(0x5A5A)) & &integer(0xFFFF), integer(0x1234));
}

#[test]
fn beyond_machine_words() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let low = terms.int_const(pef_term::Integer::power_of_two(70));
        let two = terms.int_const(2);
        let high = terms.add(low, two);
        let above = terms.lt(low, x);
        let below = terms.lt(x, high);
        terms.and(&[above, below])
    });
    let expected = &pef_term::Integer::power_of_two(70) + &integer(1);
    assert_eq!(x_of(&asker, &answer), expected);
}

#[test]
fn sum_of_cubes_is_left_open() {
    let (asker, answer) = ask(|terms, x, y, z| {
        let zero = terms.int_const(0);
        let three = terms.int_const(3);
        let cubes = [x, y, z].map(|side| terms.pow(side, three));
        let sum = terms.add(cubes[0], cubes[1]);
        let equal = terms.eq(sum, cubes[2]);
        let positive = [x, y, z].map(|side| terms.gt(side, zero));
        let positive = terms.and(&positive);
        terms.and(&[positive, equal])
    });
    assert!(
        matches!(
            answer,
            Answer::Unknown(Unknown::Timeout | Unknown::Incomplete)
        ),
        "{answer:?}"
    );
    assert!(asker.solver.statistics().tiers[&TierKind::BitVector].asked > 0);
}

#[test]
fn bit_operations_of_two_variables() {
    let (asker, answer) = ask(|terms, x, y, _| {
        let both = terms.bit_and(x, y);
        let either = terms.bit_or(x, y);
        let seven = terms.int_const(0x0110);
        let wide = terms.int_const(0x1FF3);
        let first = terms.eq(both, seven);
        let second = terms.eq(either, wide);
        terms.and(&[first, second])
    });
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    assert!(asker.solver.statistics().tiers[&TierKind::Streams].sat > 0);
}

#[test]
fn shift_by_a_variable() {
    let (_, answer) = ask(|terms, x, y, _| {
        let one = terms.int_const(1);
        let shifted = terms.shl(one, y);
        let value = terms.int_const(1 << 20);
        let equal = terms.eq(shifted, value);
        let zero = terms.int_const(0);
        let natural = terms.ge(y, zero);
        let same = terms.eq(x, y);
        terms.and(&[natural, equal, same])
    });
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

#[test]
fn bit_length() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let bits = terms.bit_length(x);
        let value = terms.int_const(17);
        terms.eq(bits, value)
    });
    assert_eq!(x_of(&asker, &answer).bit_length(), 17);
}

#[test]
fn division_by_a_variable() {
    let (_, answer) = ask(|terms, x, y, _| {
        let zero = terms.int_const(0);
        let negative = terms.lt(y, zero);
        let quotient = terms.floor_div(x, y);
        let remainder = terms.modulo(x, y);
        let five = terms.int_const(5);
        let minus_three = terms.int_const(-3);
        let first = terms.eq(quotient, five);
        let second = terms.eq(remainder, minus_three);
        terms.and(&[negative, first, second])
    });
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

#[test]
fn remainder_cannot_reach_the_divisor() {
    let (_, answer) = ask(|terms, x, y, _| {
        let zero = terms.int_const(0);
        let positive = terms.gt(y, zero);
        let remainder = terms.modulo(x, y);
        let reached = terms.ge(remainder, y);
        terms.and(&[positive, reached])
    });
    assert_eq!(answer, Answer::Unsat);
}

#[test]
fn small_values_are_preferred() {
    let (asker, answer) = ask(|terms, x, _, _| {
        let bound = terms.int_const(1000);
        terms.gt(x, bound)
    });
    assert_eq!(x_of(&asker, &answer), integer(1001));
}

#[test]
fn domains_are_respected() {
    let mut asker = Asker::new();
    let length = asker.int("len(items)", Domain::at_least(0));
    let other = asker.int("n", Domain::between(3, 5));
    let goal = {
        let sum = asker.terms.add(length, other);
        let value = asker.terms.int_const(2);
        asker.terms.eq(sum, value)
    };
    assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    let goal = asker.terms.lt(length, other);
    let goal_two = {
        let four = asker.terms.int_const(4);
        asker.terms.gt(other, four)
    };
    assert!(matches!(asker.ask(&[goal], goal_two), Answer::Sat(_)));
}

#[test]
fn floats_are_exact() {
    let mut asker = Asker::new();
    let x = asker.variable("x", Sort::Float, Domain::ALL, 1.0.into());
    let terms = &mut asker.terms;
    let (tenth, fifth, sum) = (
        terms.float_const(0.1),
        terms.float_const(0.2),
        terms.float_const(0.300_000_000_000_000_04),
    );
    let added = terms.float_add(x, fifth);
    let goal = terms.float_eq(added, sum);
    let near = terms.float_le(x, tenth);
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
    let answer = asker.ask(&[], near);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    let nan = asker.terms.float_is_nan(x);
    let Answer::Sat(model) = asker.ask(&[], nan) else {
        panic!("NaN is a float");
    };
    let variable = asker.terms.find_variable("x").unwrap();
    assert!(model.get(variable).unwrap().as_float().unwrap().is_nan());
}

#[test]
fn functions_are_known_where_observed() {
    let mut asker = Asker::new();
    let x = asker.int("x", Domain::ALL);
    let hash = asker.terms.function("hash", &[Sort::Int], Sort::Int);
    let applied = asker.terms.apply(hash, &[x]);
    let value = asker.terms.int_const(77);
    let goal = asker.terms.eq(applied, value);
    assert!(matches!(asker.ask(&[], goal), Answer::Unknown(_)));
    assert!(asker.terms.observe(hash, &[5.into()], &77.into()));
    assert!(asker.terms.observe(hash, &[0.into()], &1.into()));
    // The only place where a model can be validated is the observed one; Z3 is free to choose another.
    let five = asker.terms.int_const(5);
    let at_five = asker.terms.eq(x, five);
    let both = asker.terms.and(&[goal, at_five]);
    assert!(matches!(asker.ask(&[], both), Answer::Sat(_)));
    let zero = asker.terms.int_const(0);
    let at_zero = asker.terms.eq(x, zero);
    let contradiction = asker.terms.and(&[goal, at_zero]);
    assert_eq!(asker.ask(&[], contradiction), Answer::Unsat);
}

#[test]
fn a_character_is_one_that_people_can_read() {
    for (bound, expected) in [(50, 'a'), (98, 'b'), (100, 'd')] {
        let mut asker = Asker::new();
        let code = asker.int("x", Domain::between(0, 0x0010_FFFF));
        let variable = asker.terms.find_variable("x").unwrap();
        asker.terms.set_character(variable);
        let bound = asker.terms.int_const(bound);
        let goal = asker.terms.ge(code, bound);
        let answer = asker.ask(&[], goal);
        assert_eq!(
            x_of(&asker, &answer),
            integer(i64::from(u32::from(expected)))
        );
    }
}
