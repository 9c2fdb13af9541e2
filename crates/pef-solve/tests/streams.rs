//! Bits of ints of any size: identities are proved, what does not hold has a counterexample, and random conditions are
//! contradictory only if neither small nor large numbers satisfy them. `PEF_DEEP=1` asks a hundred times as many.

mod common;

use common::random::Random;
use common::{Asker, integer, rounds};
use pef_solve::{Answer, Options, TierKind};
use pef_term::{Domain, Evaluator, Integer, Model, Sort, TermId, Terms, VariableId};

/// Every answer is checked by Z3, where Z3 knows.
fn asker() -> Asker {
    Asker::with_options(Options {
        check_native: true,
        ..Options::default()
    })
}

fn three(asker: &mut Asker) -> [TermId; 3] {
    ["a", "b", "c"].map(|name| asker.int(name, Domain::ALL))
}

fn answered(asker: &Asker) -> u64 {
    let tiers = &asker.solver.statistics().tiers;
    tiers
        .get(&TierKind::Streams)
        .map_or(0, |tier| tier.sat + tier.unsat)
}

#[track_caller]
fn holds(build: impl Fn(&mut Terms, [TermId; 3]) -> TermId) {
    let mut asker = asker();
    let variables = three(&mut asker);
    let claim = build(&mut asker.terms, variables);
    let counterexample = asker.terms.not(claim);
    let answer = asker.ask(&[], counterexample);
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");
}

#[track_caller]
fn fails(build: impl Fn(&mut Terms, [TermId; 3]) -> TermId) {
    let mut asker = asker();
    let variables = three(&mut asker);
    let claim = build(&mut asker.terms, variables);
    let counterexample = asker.terms.not(claim);
    let answer = asker.ask(&[], counterexample);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

#[test]
fn a_sum_is_its_carries_and_the_rest() {
    holds(|terms, [a, b, _]| {
        let (different, both) = (terms.bit_xor(a, b), terms.bit_and(a, b));
        let twice = terms.scale(both, &integer(2));
        let (sum, parts) = (terms.add(a, b), terms.add(different, twice));
        terms.eq(sum, parts)
    });
    fails(|terms, [a, b, _]| {
        let (different, both) = (terms.bit_xor(a, b), terms.bit_and(a, b));
        let (sum, parts) = (terms.add(a, b), terms.add(different, both));
        terms.eq(sum, parts)
    });
}

#[test]
fn the_average_of_two_without_their_sum() {
    holds(|terms, [a, b, _]| {
        let (different, both) = (terms.bit_xor(a, b), terms.bit_and(a, b));
        let (one, sum) = (terms.int_const(1), terms.add(a, b));
        let (half, expected) = (terms.shr(different, one), terms.shr(sum, one));
        let average = terms.add(both, half);
        terms.eq(average, expected)
    });
}

#[test]
fn distribution_and_association_of_three() {
    holds(|terms, [a, b, c]| {
        let either = terms.bit_or(b, c);
        let left = terms.bit_and(a, either);
        let (first, second) = (terms.bit_and(a, b), terms.bit_and(a, c));
        let right = terms.bit_or(first, second);
        terms.eq(left, right)
    });
    holds(|terms, [a, b, c]| {
        let (first, second) = (terms.bit_xor(a, b), terms.bit_xor(b, c));
        let (left, right) = (terms.bit_xor(first, c), terms.bit_xor(a, second));
        terms.eq(left, right)
    });
}

#[test]
fn parity_follows_from_bits() {
    let mut asker = asker();
    let [a, b, _] = three(&mut asker);
    let terms = &mut asker.terms;
    let (one, two, zero) = (terms.int_const(1), terms.int_const(2), terms.int_const(0));
    let either = terms.bit_or(a, b);
    let lowest = terms.bit_and(either, one);
    let is_even = terms.eq(lowest, zero);
    let parity = terms.modulo(a, two);
    let is_odd = terms.ne(parity, zero);
    assert!(matches!(asker.ask(&[is_even], is_odd), Answer::Unsat));
    assert_eq!(answered(&asker), 1);
}

#[test]
fn a_power_of_two_has_one_bit() {
    let mut asker = asker();
    let [n, ..] = three(&mut asker);
    let terms = &mut asker.terms;
    let (one, zero, three) = (terms.int_const(1), terms.int_const(0), terms.int_const(3));
    let before = terms.sub(n, one);
    let rest = terms.bit_and(n, before);
    let is_power = terms.eq(rest, zero);
    let above = terms.gt(n, three);
    let remainder = terms.modulo(n, three);
    let is_multiple = terms.eq(remainder, zero);
    assert!(matches!(
        asker.ask(&[is_power, above], is_multiple),
        Answer::Unsat
    ));
    let not_multiple = asker.terms.not(is_multiple);
    assert!(matches!(
        asker.ask(&[is_power, above], not_multiple),
        Answer::Sat(_)
    ));
}

#[test]
fn the_sign_of_a_difference_of_bits() {
    holds(|terms, [a, b, _]| {
        let zero = terms.int_const(0);
        let different = terms.bit_xor(a, b);
        let (first, second) = (terms.lt(a, zero), terms.lt(b, zero));
        let negative = terms.lt(different, zero);
        let same = terms.iff(first, second);
        let unlike = terms.not(same);
        terms.iff(negative, unlike)
    });
}

#[test]
fn bounded_numbers_are_packed_and_unpacked() {
    let mut asker = asker();
    let bytes = ["r", "g", "b"].map(|name| asker.int(name, Domain::between(0, 255)));
    let terms = &mut asker.terms;
    let [r, g, b] = bytes;
    let (high, middle) = (
        terms.scale(r, &integer(1 << 16)),
        terms.scale(g, &integer(1 << 8)),
    );
    let upper = terms.bit_or(high, middle);
    let colour = terms.bit_or(upper, b);
    let (shift, size) = (terms.int_const(16), terms.int_const(256));
    let shifted = terms.shr(colour, shift);
    let unpacked = terms.modulo(shifted, size);
    let differs = terms.ne(unpacked, r);
    assert!(matches!(asker.ask(&[], differs), Answer::Unsat));
}

/// Random streams of the variables, of few operators.
fn stream(terms: &mut Terms, random: &mut Random, variables: &[TermId], depth: usize) -> TermId {
    if depth == 0 || random.chance(15) {
        return if random.chance(75) {
            random.pick(variables)
        } else {
            let value = random.between(-9, 9);
            terms.int_const(value)
        };
    }
    let left = stream(terms, random, variables, depth - 1);
    match random.below(9) {
        0 => {
            let small = terms.int_const(random.pick(&[1, 2, 3, 5, 8]));
            terms.floor_div(left, small)
        }
        1 => {
            let small = terms.int_const(random.pick(&[2, 3, 4, 8, 16]));
            terms.modulo(left, small)
        }
        2 => {
            let factor = integer(random.pick(&[-1, 2, 3]));
            terms.scale(left, &factor)
        }
        other => {
            let right = stream(terms, random, variables, depth - 1);
            match other {
                3 | 4 => terms.bit_and(left, right),
                5 => terms.bit_or(left, right),
                6 => terms.bit_xor(left, right),
                7 => terms.add(left, right),
                _ => {
                    let condition = terms.lt(left, right);
                    terms.ite(condition, right, left)
                }
            }
        }
    }
}

fn relation(terms: &mut Terms, random: &mut Random, variables: &[TermId]) -> TermId {
    let left = stream(terms, random, variables, 3);
    let right = stream(terms, random, variables, 2);
    match random.below(4) {
        0 => terms.le(left, right),
        1 => terms.ne(left, right),
        2 => {
            let (one, other) = (terms.eq(left, right), relation_of_signs(terms, left));
            terms.or(&[one, other])
        }
        _ => terms.eq(left, right),
    }
}

fn relation_of_signs(terms: &mut Terms, term: TermId) -> TermId {
    let zero = terms.int_const(0);
    terms.lt(term, zero)
}

/// Numbers of all sizes.
fn large(random: &mut Random) -> Integer {
    let mut value = integer(random.between(-1, 0));
    for _ in 0..random.below(90) {
        value = &(&value + &value) + &integer(random.between(0, 1));
    }
    value
}

#[test]
fn random_conditions_agree_with_evaluation() {
    let (mut sat, mut unsat, mut unknown, mut by_streams) = (0, 0, 0, 0);
    for seed in 0..rounds(150) {
        let mut random = Random(seed);
        let mut asker = Asker::new();
        let variables =
            ["a", "b"].map(|name| asker.variable(name, Sort::Int, Domain::ALL, 0.into()));
        let ids: Vec<VariableId> = ["a", "b"]
            .iter()
            .map(|name| asker.terms.find_variable(name).expect("it was declared"))
            .collect();
        let parts: Vec<TermId> = (0..=random.below(3))
            .map(|_| relation(&mut asker.terms, &mut random, &variables))
            .collect();
        let goal = asker.terms.and(&parts);
        match asker.ask(&[], goal) {
            Answer::Sat(_) => sat += 1,
            Answer::Unknown(_) => unknown += 1,
            Answer::Unsat => {
                unsat += 1;
                let check = |first: Integer, second: Integer| {
                    let mut model = Model::new();
                    model.set(ids[0], first);
                    model.set(ids[1], second);
                    let mut evaluator = Evaluator::new(&asker.terms, &model);
                    assert!(!evaluator.holds(goal), "seed {seed}: {model:?}");
                };
                for first in -18..=18 {
                    for second in -18..=18 {
                        check(integer(first), integer(second));
                    }
                }
                for _ in 0..200 {
                    check(large(&mut random), large(&mut random));
                }
            }
        }
        by_streams += answered(&asker);
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown; {by_streams} by streams");
    assert!(by_streams > 40 && unsat > 10 && unknown < (sat + unsat) / 20);
}
