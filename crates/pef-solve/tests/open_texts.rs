//! Conditions on texts of open length, against brute force: all texts of up to three of three letters. What has a model
//! among these must not be unsatisfiable, and a model must be one (`ask` checks it); what is contradictory at any length
//! must be found out.

mod common;

use common::Asker;
use common::random::Random;
use pef_solve::Answer;
use pef_term::{
    CodeTable, Domain, Evaluator, Integer, Model, OpenText, Sort, TermId, TextOperand, TextRelation,
};

const LETTERS: [i64; 3] = [97, 98, 99];
const LONGEST: usize = 3;
const NAMES: [&str; 2] = ["s", "t"];
const RELATIONS: [TextRelation; 6] = [
    TextRelation::Equal,
    TextRelation::Begins,
    TextRelation::Ends,
    TextRelation::Occurs,
    TextRelation::Less,
    TextRelation::AtMost,
];

fn open_text(asker: &mut Asker, name: &str) -> OpenText {
    let length = asker.int(&format!("len({name})"), Domain::at_least(0));
    let family = asker.terms.family(name, false, &[], 97);
    OpenText { family, length }
}

fn table(ranges: &[(i64, i64)]) -> CodeTable {
    CodeTable {
        ranges: ranges.into(),
        label: "c".to_owned(),
    }
}

fn fixed(asker: &mut Asker, codes: &[i64]) -> TextOperand {
    TextOperand::Fixed(
        codes
            .iter()
            .map(|&code| asker.terms.int_const(code))
            .collect(),
    )
}

/// Every text of up to [`LONGEST`] letters.
fn words() -> Vec<Vec<i64>> {
    let mut words = vec![vec![]];
    let mut last = words.clone();
    for _ in 0..LONGEST {
        last = last
            .iter()
            .flat_map(|word: &Vec<i64>| {
                LETTERS.map(|letter| word.iter().copied().chain([letter]).collect())
            })
            .collect();
        words.extend(last.clone());
    }
    words
}

fn model_of(asker: &mut Asker, texts: &[OpenText], words: [&[i64]; 2]) -> Model {
    let mut model = Model::new();
    for (index, word) in words.into_iter().enumerate() {
        let length = asker.terms.variable(
            &format!("len({})", NAMES[index]),
            Sort::Int,
            Domain::at_least(0),
        );
        model.set(length, word.len() as i64);
        for (position, &code) in word.iter().enumerate() {
            let variable = asker.terms.member(texts[index].family, position);
            model.set(variable, code);
        }
    }
    model
}

fn condition(asker: &mut Asker, texts: &[OpenText], random: &mut Random) -> TermId {
    let operand = |asker: &mut Asker, random: &mut Random, own: usize| match random.below(3) {
        0 => {
            let length = random.below(3);
            let codes: Vec<i64> = (0..length).map(|_| LETTERS[random.below(3)]).collect();
            fixed(asker, &codes)
        }
        _ => TextOperand::Open(texts[own]),
    };
    let made = match random.below(4) {
        0 => {
            let ranges: &[(i64, i64)] =
                [&[(97, 97)][..], &[(97, 98)], &[(98, 99)], &[]][random.below(4)];
            let table = asker.terms.table(table(ranges));
            let text = TextOperand::Open(texts[random.below(2)]);
            asker.terms.every_code(&text, table)
        }
        1 => {
            let bound = asker.terms.int_const(random.below(3) as i64);
            let length = texts[random.below(2)].length;
            asker.terms.gt(length, bound)
        }
        _ => {
            let own = random.below(2);
            let left = operand(asker, random, own);
            let right = operand(asker, random, 1 - own);
            let relation = RELATIONS[random.below(6)];
            asker.terms.text_relation(relation, left, right)
        }
    };
    if random.below(2) == 0 {
        asker.terms.not(made)
    } else {
        made
    }
}

#[test]
fn answers_agree_with_enumeration() {
    let mut random = Random(7);
    let words = words();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for _ in 0..60 {
        let mut asker = Asker::new();
        let texts = NAMES.map(|name| open_text(&mut asker, name));
        // Letters only, so that enumeration finds whatever is short enough.
        let letters = asker.terms.table(table(&[(97, 99)]));
        let mut path: Vec<TermId> = texts
            .iter()
            .map(|&text| asker.terms.every_code(&TextOperand::Open(text), letters))
            .collect();
        for _ in 0..4 {
            let condition = condition(&mut asker, &texts, &mut random);
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
            let exists = words.iter().any(|one| {
                words.iter().any(|two| {
                    let model = model_of(&mut asker, &texts, [one, two]);
                    let mut evaluator = Evaluator::new(&asker.terms, &model);
                    evaluator.holds(goal) && path.iter().all(|&other| evaluator.holds(other))
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
        sat > 60 && unsat > 10,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
    assert!(
        unknown * 10 < sat + unsat,
        "{sat} sat, {unsat} unsat, {unknown} unknown"
    );
}

#[test]
fn order_is_transitive_at_any_length() {
    let mut asker = Asker::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| TextOperand::Open(open_text(&mut asker, name)));
    let less = |asker: &mut Asker, left: &TextOperand, right: &TextOperand| {
        asker
            .terms
            .text_relation(TextRelation::Less, left.clone(), right.clone())
    };
    let (one, two) = (less(&mut asker, &a, &b), less(&mut asker, &b, &c));
    let Answer::Sat(model) = asker.ask(&[], one) else {
        panic!("there are texts in order");
    };
    asker.current = model;
    let Answer::Sat(model) = asker.ask(&[one], two) else {
        panic!("there are three texts in order");
    };
    asker.current = model;
    let back = less(&mut asker, &c, &a);
    assert_eq!(asker.ask(&[one, two], back), Answer::Unsat);
}

#[test]
fn order_is_total_at_any_length() {
    let mut asker = Asker::new();
    let [one, two] = NAMES.map(|name| TextOperand::Open(open_text(&mut asker, name)));
    let mut holds = |relation, left: &TextOperand, right: &TextOperand| {
        let terms = &mut asker.terms;
        terms.text_relation(relation, left.clone(), right.clone())
    };
    let equal = holds(TextRelation::Equal, &one, &two);
    let before = holds(TextRelation::Less, &one, &two);
    let behind = holds(TextRelation::Less, &two, &one);
    let not_behind = holds(TextRelation::AtMost, &one, &two);
    let [unequal, not_before] = [equal, before].map(|condition| asker.terms.not(condition));
    let neither = asker.terms.not(behind);
    assert_eq!(asker.ask(&[unequal, not_before], neither), Answer::Unsat);
    assert_eq!(asker.ask(&[unequal, not_before], not_behind), Answer::Unsat);
    assert!(matches!(asker.ask(&[unequal], before), Answer::Sat(_)));
}

#[test]
fn a_length_beyond_the_first_bound_is_found() {
    let mut asker = Asker::new();
    let text = open_text(&mut asker, "s");
    let digits = asker.terms.table(table(&[(48, 57)]));
    let every = asker.terms.every_code(&TextOperand::Open(text), digits);
    let limit = asker.terms.int_const(40);
    let long = asker.terms.gt(text.length, limit);
    let Answer::Sat(model) = asker.ask(&[every], long) else {
        panic!("there are long numerals");
    };
    let length = pef_term::evaluate(&asker.terms, text.length, &model);
    assert_eq!(
        length.and_then(|value| value.as_int().cloned()),
        Some(Integer::from(41))
    );
}

#[test]
fn tables_without_a_common_code_leave_the_empty_text() {
    let mut asker = Asker::new();
    let text = open_text(&mut asker, "s");
    // So many ranges that no search goes through all pairs of them.
    let even: Vec<(i64, i64)> = (0..400).map(|code| (4 * code, 4 * code)).collect();
    let odd: Vec<(i64, i64)> = (0..400).map(|code| (4 * code + 2, 4 * code + 2)).collect();
    let [even, odd] = [even, odd].map(|ranges| {
        let table = asker.terms.table(table(&ranges));
        asker.terms.every_code(&TextOperand::Open(text), table)
    });
    let zero = asker.terms.int_const(0);
    let some = asker.terms.gt(text.length, zero);
    let Answer::Sat(model) = asker.ask(&[even], some) else {
        panic!("there are texts of even codes");
    };
    asker.current = model;
    assert_eq!(asker.ask(&[even, some], odd), Answer::Unsat);
}
