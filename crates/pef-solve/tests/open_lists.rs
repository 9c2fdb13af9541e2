//! Elements of lists of open length, against brute force: all lists of up to three of three numbers, with all places in
//! them. What has a model among these must not be unsatisfiable, and a model must be one (`ask` checks it); what is
//! contradictory at any length must be found out.

mod common;

use common::Asker;
use common::random::Random;
use pef_solve::Answer;
use pef_term::{Domain, Evaluator, FamilyId, Model, OpenText, Sort, TermId};

const NUMBERS: [i64; 3] = [-1, 0, 1];
const LONGEST: usize = 3;
const PLACES: [&str; 2] = ["i", "j"];

struct List {
    family: FamilyId,
    length: TermId,
    places: [TermId; 2],
}

impl List {
    fn new(asker: &mut Asker) -> Self {
        Self {
            family: asker.terms.elements("l", Sort::Int),
            length: asker.int("len(l)", Domain::at_least(0)),
            places: PLACES.map(|name| asker.int(name, Domain::ALL)),
        }
    }

    fn open(&self) -> OpenText {
        OpenText {
            family: self.family,
            length: self.length,
        }
    }

    /// That both places are in the list.
    fn valid(&self, asker: &mut Asker) -> Vec<TermId> {
        let zero = asker.terms.int_const(0);
        self.places
            .iter()
            .flat_map(|&place| {
                [
                    asker.terms.le(zero, place),
                    asker.terms.lt(place, self.length),
                ]
            })
            .collect()
    }

    /// An element at one of the places, near one, at the end or at a fixed place.
    fn element(&self, asker: &mut Asker, random: &mut Random) -> TermId {
        let one = asker.terms.int_const(1);
        let index = match random.below(5) {
            0 => asker.terms.int_const(random.below(LONGEST) as i64),
            1 => asker.terms.sub(self.length, one),
            2 => {
                let before = asker.terms.sub(self.length, one);
                asker.terms.sub(before, self.places[0])
            }
            _ => self.places[random.below(2)],
        };
        asker.terms.element(self.family, index)
    }

    fn condition(&self, asker: &mut Asker, random: &mut Random) -> TermId {
        let left = self.element(asker, random);
        let right = match random.below(3) {
            0 => asker.terms.int_const(random.pick(&NUMBERS)),
            1 => self.places[random.below(2)],
            _ => self.element(asker, random),
        };
        let made = match random.below(4) {
            0 => asker.terms.lt(left, right),
            1 => asker.terms.includes(self.open(), right),
            2 => asker.terms.eq(self.places[0], right),
            _ => asker.terms.eq(left, right),
        };
        if random.below(2) == 0 {
            asker.terms.not(made)
        } else {
            made
        }
    }

    fn model(&self, asker: &mut Asker, elements: &[i64], places: [usize; 2]) -> Model {
        let mut model = Model::new();
        let length = asker
            .terms
            .variable("len(l)", Sort::Int, Domain::at_least(0));
        model.set(length, elements.len() as i64);
        for (name, place) in PLACES.iter().zip(places) {
            let variable = asker.terms.variable(name, Sort::Int, Domain::ALL);
            model.set(variable, place as i64);
        }
        for (position, &element) in elements.iter().enumerate() {
            let variable = asker.terms.member(self.family, position);
            model.set(variable, element);
        }
        model
    }
}

/// Every list of up to [`LONGEST`] numbers.
fn lists() -> Vec<Vec<i64>> {
    let mut lists = vec![vec![]];
    let mut last: Vec<Vec<i64>> = lists.clone();
    for _ in 0..LONGEST {
        last = last
            .iter()
            .flat_map(|list| NUMBERS.map(|number| [list.as_slice(), &[number]].concat()))
            .collect();
        lists.extend(last.clone());
    }
    lists
}

#[test]
fn answers_agree_with_enumeration() {
    let mut random = Random(3);
    let lists = lists();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for _ in 0..common::rounds(120) {
        let mut asker = Asker::new();
        let list = List::new(&mut asker);
        asker.current = list.model(&mut asker, &[0], [0, 0]);
        let mut path = list.valid(&mut asker);
        for _ in 0..4 {
            let condition = list.condition(&mut asker, &mut random);
            let value = pef_term::evaluate(&asker.terms, condition, &asker.current);
            let Some(holds) = value.and_then(|value| value.as_bool()) else {
                continue;
            };
            let negated = asker.terms.not(condition);
            let (taken, goal) = if holds {
                (condition, negated)
            } else {
                (negated, condition)
            };
            let exists = lists.iter().any(|elements| {
                (0..LONGEST).any(|one| {
                    (0..LONGEST).any(|two| {
                        let model = list.model(&mut asker, elements, [one, two]);
                        let mut evaluator = Evaluator::new(&asker.terms, &model);
                        evaluator.holds(goal) && path.iter().all(|&other| evaluator.holds(other))
                    })
                })
            });
            match asker.ask(&path, goal) {
                Answer::Sat(_) => sat += 1,
                Answer::Unsat => {
                    assert!(!exists, "wrongly unsat: {}", asker.terms.display(goal));
                    unsat += 1;
                }
                Answer::Unknown(_) => unknown += 1,
            }
            path.push(taken);
        }
    }
    assert!(
        sat > 100 && unsat > 10 && unknown * 10 < sat + unsat,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
}

#[test]
fn equal_places_have_equal_elements_at_any_length() {
    let mut asker = Asker::new();
    let list = List::new(&mut asker);
    asker.current = list.model(&mut asker, &[0], [0, 0]);
    let mut path = list.valid(&mut asker);
    let [one, two] = list.places;
    path.push(asker.terms.eq(one, two));
    let (one, two) = (
        asker.terms.element(list.family, one),
        asker.terms.element(list.family, two),
    );
    let differ = asker.terms.ne(one, two);
    assert_eq!(asker.ask(&path, differ), Answer::Unsat);
}

#[test]
fn what_is_at_a_place_is_in_the_list_at_any_length() {
    let mut asker = Asker::new();
    let list = List::new(&mut asker);
    asker.current = list.model(&mut asker, &[0], [0, 0]);
    let path = list.valid(&mut asker);
    let element = asker.terms.element(list.family, list.places[0]);
    let included = asker.terms.includes(list.open(), element);
    let missing = asker.terms.not(included);
    assert_eq!(asker.ask(&path, missing), Answer::Unsat);
}
