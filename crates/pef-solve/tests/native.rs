//! The native solver against enumeration and against Z3, on very many random questions, and on the kinds of question
//! that it is made for, where it must answer itself.
//!
//! `PEF_DEEP=1` asks a hundred times as many.

mod common;

use common::random::{Constraints, Random};
use common::{Asker, rounds};
use pef_solve::{Answer, Options, TierKind, TierStatistics};
use pef_term::{Domain, Evaluator, Integer, Model, Sort, TermId, Terms, Value, VariableId};

fn native(asker: &Asker) -> TierStatistics {
    let tiers = &asker.solver.statistics().tiers;
    tiers.get(&TierKind::Native).cloned().unwrap_or_default()
}

fn asked_z3(asker: &Asker) -> u64 {
    let tiers = &asker.solver.statistics().tiers;
    tiers
        .get(&TierKind::Linear)
        .map_or(0, |linear| linear.asked)
}

/// All assignments of small domains.
struct Enumeration {
    models: Vec<Model>,
}

impl Enumeration {
    fn new(terms: &Terms, variables: &[VariableId]) -> Self {
        let mut models = vec![Model::new()];
        for &variable in variables {
            let info = terms.variable_info(variable);
            let values: Vec<Value> = match info.sort {
                Sort::Bool => vec![false.into(), true.into()],
                _ => {
                    let bound = |bound: &Option<Integer>| bound.as_ref().unwrap().to_i64().unwrap();
                    let (lower, upper) = (bound(&info.domain.lower), bound(&info.domain.upper));
                    (lower..=upper).map(Value::from).collect()
                }
            };
            models = models
                .iter()
                .flat_map(|model| {
                    values.iter().map(move |value| {
                        let mut model = model.clone();
                        model.set(variable, value.clone());
                        model
                    })
                })
                .collect();
        }
        Self { models }
    }

    /// Keeps those that satisfy the constraint.
    fn restrict(&mut self, terms: &Terms, constraint: TermId) {
        self.models
            .retain(|model| Evaluator::new(terms, model).holds(constraint));
    }

    fn has(&self, terms: &Terms, goal: TermId) -> bool {
        self.models
            .iter()
            .any(|model| Evaluator::new(terms, model).holds(goal))
    }
}

/// Which shares of what kind of comparison.
#[derive(Clone, Copy)]
struct Mixture {
    keys: usize,
    sums: usize,
    divisions: usize,
    conditionals: usize,
    products: usize,
}

const fn mixture(
    keys: usize,
    sums: usize,
    divisions: usize,
    conditionals: usize,
    products: usize,
) -> Mixture {
    Mixture {
        keys,
        sums,
        divisions,
        conditionals,
        products,
    }
}

const MIXTURES: [Mixture; 6] = [
    // Differences and keys only: everything must be decided.
    mixture(0, 0, 0, 0, 0),
    mixture(80, 0, 0, 0, 0),
    mixture(10, 50, 0, 0, 0),
    mixture(5, 5, 45, 0, 0),
    mixture(5, 10, 5, 45, 0),
    mixture(5, 20, 15, 15, 10),
];

struct Walk {
    asker: Asker,
    integers: Vec<TermId>,
    booleans: Vec<TermId>,
    random: Random,
}

impl Walk {
    fn new(seed: u64, options: Options, domain: impl Fn(&mut Random) -> (Domain, i64)) -> Self {
        let mut random = Random(seed);
        let mut asker = Asker::with_options(options);
        let integers = ["x", "y", "z"]
            .iter()
            .map(|name| {
                let (domain, value) = domain(&mut random);
                asker.variable(name, Sort::Int, domain, value.into())
            })
            .collect();
        let value = random.chance(50);
        let boolean = asker.variable("p", Sort::Bool, Domain::ALL, value.into());
        Self {
            asker,
            integers,
            booleans: vec![boolean],
            random,
        }
    }

    fn variables(&self) -> Vec<VariableId> {
        (0..self.asker.terms.variable_count())
            .map(VariableId::from_index)
            .collect()
    }

    fn condition(&mut self, mixture: Mixture, largest: i64) -> TermId {
        let depth = self.random.below(4);
        Constraints {
            terms: &mut self.asker.terms,
            random: &mut self.random,
            integers: &self.integers,
            booleans: &self.booleans,
            largest,
            keys: mixture.keys,
            sums: mixture.sums,
            divisions: mixture.divisions,
            conditionals: mixture.conditionals,
            products: mixture.products,
        }
        .condition(depth)
    }

    /// The side of a condition that holds now, and the other one; `None` for constants.
    fn sides(&mut self, condition: TermId) -> Option<(TermId, TermId)> {
        let negation = self.asker.terms.not(condition);
        if self.asker.terms.as_bool_const(condition).is_some() {
            return None;
        }
        let holds = Evaluator::new(&self.asker.terms, &self.asker.current).holds(condition);
        Some(if holds {
            (condition, negation)
        } else {
            (negation, condition)
        })
    }

    fn show(&self, path: &[TermId], goal: TermId) -> Vec<String> {
        path.iter()
            .chain([&goal])
            .map(|&term| self.asker.terms.display(term))
            .collect()
    }
}

#[test]
fn agrees_with_enumeration() {
    let mut answered = [[0u64; 4]; MIXTURES.len()];
    for seed in 0..rounds(4_000) {
        let options = Options {
            recent_models: 0,
            check_native: false,
            ..Options::default()
        };
        let mut walk = Walk::new(seed, options, |random| {
            let lower = random.between(-4, 1);
            let upper = random.between(lower + 1, lower + 5);
            let value = random.between(lower, upper);
            (Domain::between(lower, upper), value)
        });
        let which = (seed % MIXTURES.len() as u64) as usize;
        let mut enumeration = Enumeration::new(&walk.asker.terms, &walk.variables());
        let mut path = Vec::new();
        for _ in 0..6 {
            let condition = walk.condition(MIXTURES[which], 6);
            let Some((taken, goal)) = walk.sides(condition) else {
                continue;
            };
            let exists = enumeration.has(&walk.asker.terms, goal);
            // `ask` checks models by evaluation.
            match walk.asker.ask(&path, goal) {
                Answer::Sat(model) => {
                    assert!(exists, "seed {seed}: {:#?}", walk.show(&path, goal));
                    assert!(
                        enumeration.models.iter().any(|known| {
                            known
                                .iter()
                                .all(|(variable, value)| model.get(variable) == Some(value))
                        }),
                        "seed {seed}: outside of the domains"
                    );
                }
                Answer::Unsat => {
                    assert!(!exists, "seed {seed}: {:#?}", walk.show(&path, goal));
                }
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
            enumeration.restrict(&walk.asker.terms, taken);
            path.push(taken);
        }
        let counts = native(&walk.asker);
        assert_eq!(
            counts.rejected, 0,
            "seed {seed}: a model that does not hold"
        );
        for (sum, count) in answered[which].iter_mut().zip([
            counts.asked,
            counts.sat,
            counts.unsat,
            counts.passed + counts.unknown,
        ]) {
            *sum += count;
        }
    }
    println!("asked, sat, unsat, left to others: {answered:?}");
    for [asked, sat, unsat, left] in &answered[..2] {
        assert!(sat * 5 > *asked && unsat * 20 > *asked, "{answered:?}");
        assert_eq!(*left, 0, "all differences are decided");
    }
    for [asked, _, _, left] in &answered[2..5] {
        assert!(left * 20 <= *asked, "{answered:?}");
    }
}

#[test]
fn agrees_with_z3_where_enumeration_cannot_go() {
    let mut answered = 0;
    for seed in 0..rounds(120) {
        let options = Options {
            recent_models: 0,
            check_native: true,
            ..Options::default()
        };
        let mut walk = Walk::new(seed, options, |random| match random.below(4) {
            0 => (Domain::ALL, random.between(-100, 100)),
            1 => (Domain::at_least(0), random.between(0, 10)),
            2 => (Domain::between(0, 0x10_FFFF), random.between(0, 0x10_FFFF)),
            _ => (
                Domain::between(-1_000, 1_000),
                random.between(-1_000, 1_000),
            ),
        });
        let mixture = MIXTURES[(seed % (MIXTURES.len() as u64 - 1)) as usize];
        let largest = walk.random.pick(&[3, 20, 300, 1 << 40]);
        let mut path = Vec::new();
        for _ in 0..6 {
            let condition = walk.condition(mixture, largest);
            let Some((taken, goal)) = walk.sides(condition) else {
                continue;
            };
            // A contradiction between the two is a panic in there.
            walk.asker.ask(&path, goal);
            path.push(taken);
        }
        let counts = native(&walk.asker);
        assert_eq!(counts.rejected, 0, "seed {seed}");
        answered += counts.sat + counts.unsat;
    }
    assert!(answered > rounds(120) * 3, "{answered}");
}

/// `count` integers that are all zero now.
fn zeros(count: usize, domain: &Domain) -> (Asker, Vec<TermId>) {
    let mut asker = Asker::new();
    let variables = (0..count)
        .map(|index| asker.int(&format!("x{index}"), domain.clone()))
        .collect();
    (asker, variables)
}

fn values(asker: &Asker, answer: &Answer) -> Vec<i64> {
    let Answer::Sat(model) = answer else {
        panic!("expected a model, got {answer:?}");
    };
    (0..asker.terms.variable_count())
        .map(|index| model.get(VariableId::from_index(index)).unwrap())
        .map(|value| value.as_int().unwrap().to_i64().unwrap())
        .collect()
}

#[test]
fn comparisons_of_elements() {
    let (mut asker, x) = zeros(4, &Domain::ALL);
    let path = [
        asker.terms.le(x[0], x[1]),
        asker.terms.le(x[1], x[2]),
        asker.terms.le(x[2], x[3]),
    ];
    let goal = asker.terms.lt(x[3], x[0]);
    assert_eq!(asker.ask(&path, goal), Answer::Unsat);
    let goal = asker.terms.lt(x[0], x[3]);
    let answer = asker.ask(&path, goal);
    assert_eq!(values(&asker, &answer), [0, 0, 0, 1]);
    let goal = asker.terms.lt(x[2], x[1]);
    assert!(matches!(asker.ask(&path[..1], goal), Answer::Sat(_)));
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn a_bound_on_the_way_is_not_moved() {
    // x0 < x1 with x0 in 3..=5 and x1 in 0..=4, now 5 and 0: neither end can do it alone.
    let mut asker = Asker::new();
    let x = asker.variable("x0", Sort::Int, Domain::between(3, 5), 5.into());
    let y = asker.variable("x1", Sort::Int, Domain::between(0, 4), 0.into());
    let goal = asker.terms.lt(x, y);
    let answer = asker.ask(&[], goal);
    assert_eq!(values(&asker, &answer), [3, 4]);
    let two = asker.terms.int_const(2);
    let sum = asker.terms.add(x, two);
    let goal = asker.terms.lt(sum, y);
    assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn equal_texts_and_different_ones() {
    let (mut asker, text) = zeros(5, &Domain::between(0, 0x10_FFFF));
    let word = |asker: &mut Asker, word: &str| {
        let equal: Vec<TermId> = word
            .chars()
            .zip(&text)
            .map(|(character, &symbol)| {
                let code = asker.terms.int_const(i64::from(u32::from(character)));
                asker.terms.eq(symbol, code)
            })
            .collect();
        asker.terms.and(&equal)
    };
    let (hello, hallo, world) = (
        word(&mut asker, "hello"),
        word(&mut asker, "hallo"),
        word(&mut asker, "world"),
    );
    let either = asker.terms.or(&[hello, hallo]);
    let answer = asker.ask(&[], either);
    let neither = asker.terms.not(either);
    assert_eq!(values(&asker, &answer)[4], i64::from(b'o'));
    let answer = asker.ask(&[neither], world);
    assert_eq!(
        values(&asker, &answer),
        "world".bytes().map(i64::from).collect::<Vec<_>>()
    );
    assert_eq!(asker.ask(&[neither], hallo), Answer::Unsat);
    // One character from each end is settled differently.
    let (first, last) = (text[0], text[4]);
    let code = asker.terms.int_const(i64::from(b'h'));
    let not_h = asker.terms.ne(first, code);
    let code = asker.terms.int_const(i64::from(b'd'));
    let not_d = asker.terms.ne(last, code);
    let any = asker.terms.or(&[hello, hallo, world]);
    assert_eq!(asker.ask(&[not_h, not_d], any), Answer::Unsat);
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn remainders_and_quotients_of_constants() {
    let (mut asker, x) = zeros(1, &Domain::ALL);
    let x = x[0];
    let [two, three, ten, thirty] = [2, 3, 10, 30].map(|value| asker.terms.int_const(value));
    let remainder = asker.terms.modulo(x, two);
    let one = asker.terms.int_const(1);
    let odd = asker.terms.eq(remainder, one);
    let answer = asker.ask(&[], odd);
    assert_eq!(values(&asker, &answer)[0].abs(), 1);
    let even = asker.terms.not(odd);
    assert_eq!(asker.ask(&[even], odd), Answer::Unsat);
    let quotient = asker.terms.floor_div(x, ten);
    let thirties = asker.terms.eq(quotient, three);
    let answer = asker.ask(&[], thirties);
    assert_eq!(values(&asker, &answer), [30]);
    let above = asker.terms.gt(x, thirty);
    let goal = asker.terms.and(&[thirties, above, odd]);
    let answer = asker.ask(&[], goal);
    assert_eq!(values(&asker, &answer), [31]);
    let forty = asker.terms.int_const(40);
    let large = asker.terms.ge(x, forty);
    let goal = asker.terms.and(&[thirties, large]);
    assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn choices_run_out() {
    let (mut asker, kind) = zeros(1, &Domain::between(0, 5));
    let kind = kind[0];
    let mut path = Vec::new();
    for choice in 0..5 {
        let constant = asker.terms.int_const(choice);
        path.push(asker.terms.ne(kind, constant));
    }
    asker
        .current
        .set(asker.terms.find_variable("x0").unwrap(), 5);
    let five = asker.terms.int_const(5);
    let other = asker.terms.ne(kind, five);
    assert_eq!(asker.ask(&path, other), Answer::Unsat);
    let answer = asker.ask(&path[..3], other);
    assert!([3, 4].contains(&values(&asker, &answer)[0]));
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn many_keys_and_none_of_them() {
    let (mut asker, key) = zeros(1, &Domain::ALL);
    let key = key[0];
    let different: Vec<TermId> = (0..200)
        .map(|value| {
            let constant = asker.terms.int_const(value);
            asker.terms.ne(key, constant)
        })
        .collect();
    let goal = asker.terms.and(&different);
    let answer = asker.ask(&[], goal);
    assert!(!(0..200).contains(&values(&asker, &answer)[0]));
    let bound = asker.terms.int_const(0);
    let natural = asker.terms.ge(key, bound);
    let goal = asker.terms.and(&[goal, natural]);
    let answer = asker.ask(&[], goal);
    assert_eq!(values(&asker, &answer), [200]);
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn one_key_of_many_after_another() {
    let (mut asker, key) = zeros(1, &Domain::ALL);
    let key = key[0];
    let keys: Vec<i64> = (0..200).map(|index| index * 7).collect();
    let equal: Vec<TermId> = keys
        .iter()
        .map(|&value| {
            let constant = asker.terms.int_const(value);
            asker.terms.eq(key, constant)
        })
        .collect();
    let present = asker.terms.or(&equal);
    let mut others = Vec::new();
    let mut taken = Vec::new();
    for _ in &keys {
        let goal = asker.terms.and(&others);
        let answer = asker.ask(&[present], goal);
        let value = values(&asker, &answer)[0];
        assert!(keys.contains(&value) && !taken.contains(&value));
        taken.push(value);
        let constant = asker.terms.int_const(value);
        others.push(asker.terms.ne(key, constant));
    }
    let goal = asker.terms.and(&others);
    assert_eq!(asker.ask(&[present], goal), Answer::Unsat);
    assert_eq!(asked_z3(&asker), 0);
}

#[test]
fn only_what_must_change_changes() {
    let mut asker = Asker::new();
    let x: Vec<TermId> = [7, 3, -4, 12]
        .iter()
        .enumerate()
        .map(|(index, &value)| {
            asker.variable(
                &format!("x{index}"),
                Sort::Int,
                Domain::ALL,
                Value::from(value),
            )
        })
        .collect();
    // 3 < 7 < 12 and -4 < 3; now x1 must pass x0.
    let path = [asker.terms.lt(x[0], x[3]), asker.terms.lt(x[2], x[1])];
    let goal = asker.terms.gt(x[1], x[0]);
    let answer = asker.ask(&path, goal);
    assert_eq!(values(&asker, &answer), [7, 8, -4, 12]);
}

#[test]
fn numbers_beyond_words_are_left_to_others() {
    let mut asker = Asker::new();
    let huge = Integer::power_of_two(70);
    let x = asker.variable("x", Sort::Int, Domain::ALL, Value::Int(huge.clone()));
    let y = asker.int("y", Domain::ALL);
    let goal = asker.terms.lt(x, y);
    let Answer::Sat(model) = asker.ask(&[], goal) else {
        panic!("there is always a larger one");
    };
    let y = asker.terms.find_variable("y").unwrap();
    let x = asker.terms.find_variable("x").unwrap();
    assert!(model.get(x).unwrap().as_int() < model.get(y).unwrap().as_int());
    // Sums that leave the words on the way.
    let mut asker = Asker::new();
    let x: Vec<TermId> = (0..6)
        .map(|index| asker.int(&format!("x{index}"), Domain::ALL))
        .collect();
    let step = asker.terms.int_const(1i64 << 57);
    let path: Vec<TermId> = x
        .windows(2)
        .map(|pair| {
            let sum = asker.terms.add(pair[0], step);
            asker.terms.le(sum, pair[1])
        })
        .collect();
    let all = asker.terms.and(&path);
    let answer = asker.ask(&[], all);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    let back = {
        let five = asker.terms.int_const(Integer::from(5i128 << 57));
        let sum = asker.terms.add(x[0], five);
        asker.terms.lt(x[5], sum)
    };
    let both = asker.terms.and(&[all, back]);
    assert_eq!(asker.ask(&[], both), Answer::Unsat);
}

#[test]
fn what_is_not_understood_weakens_but_does_not_lie() {
    let mut asker = Asker::new();
    let x = asker.int("x", Domain::ALL);
    let y = asker.int("y", Domain::ALL);
    let product = asker.terms.mul(x, y);
    let six = asker.terms.int_const(6);
    let equal = asker.terms.eq(product, six);
    let (two, five) = (asker.terms.int_const(2), asker.terms.int_const(5));
    let low = asker.terms.lt(x, two);
    let high = asker.terms.gt(x, five);
    // Contradictory without the product.
    let goal = asker.terms.and(&[equal, low, high]);
    assert_eq!(asker.ask(&[], goal), Answer::Unsat);
    assert_eq!(asked_z3(&asker), 0);
    // Not contradictory, but the guess is wrong: others are asked.
    let goal = asker.terms.and(&[equal, high]);
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
    assert!(asked_z3(&asker) > 0);
    // A product on the path that the guess leaves alone.
    let mut asker = Asker::new();
    let x = asker.int("x", Domain::between(2, 9));
    let y = asker.int("y", Domain::between(3, 9));
    let product = asker.terms.mul(x, y);
    let six = asker.terms.int_const(6);
    let at_least = asker.terms.ge(product, six);
    let goal = asker.terms.gt(x, y);
    assert!(matches!(asker.ask(&[at_least], goal), Answer::Sat(_)));
    assert_eq!(asked_z3(&asker), 0);
}

/// A set of codes with many gaps.
fn many_ranges(random: &mut Random) -> Vec<(i64, i64)> {
    let mut ranges = Vec::new();
    let mut from = random.between(0, 3);
    while from < 40 {
        let last = from + random.between(0, 2);
        ranges.push((from, last));
        from = last + 2 + random.between(0, 3);
    }
    ranges
}

#[test]
fn tables_of_characters_agree_with_enumeration() {
    for seed in 0..rounds(40) {
        let mut random = Random(seed);
        let (mut asker, codes) = zeros(2, &Domain::between(0, 45));
        let variables: Vec<VariableId> = (0..asker.terms.variable_count())
            .map(VariableId::from_index)
            .collect();
        let mut enumeration = Enumeration::new(&asker.terms, &variables);
        let mut path = Vec::new();
        for _ in 0..8 {
            let code = codes[random.below(2)];
            let mut goal = asker.terms.in_ranges(code, &many_ranges(&mut random));
            if random.chance(40) {
                goal = asker.terms.not(goal);
            }
            if random.chance(30) {
                // As in "this code or there is none": a table beside something else.
                let other = asker.terms.le(codes[0], codes[1]);
                goal = asker.terms.or(&[goal, other]);
            }
            match asker.ask(&path, goal) {
                Answer::Sat(model) => {
                    asker.current = model;
                    enumeration.restrict(&asker.terms, goal);
                    path.push(goal);
                }
                Answer::Unsat => assert!(!enumeration.has(&asker.terms, goal), "seed {seed}"),
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
        }
        assert_eq!(asked_z3(&asker), 0, "seed {seed}");
    }
}
