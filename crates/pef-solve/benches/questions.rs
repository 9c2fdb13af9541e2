//! Single questions of the kinds that branches ask, answered by the native solver and by Z3.
//!
//! Each kind has many goals behind one path, asked in turn, so that no cache can answer; with Z3 that includes the
//! translation of each goal, but not of the path.

mod common;

use std::hint::black_box;

use common::processor::ProcessorTime;
use criterion::{Criterion, criterion_group, criterion_main};
use pef_solve::{Answer, Options, Question, Solver};
use pef_term::{Domain, Model, Sort, TermId, Terms};

struct Kind {
    name: &'static str,
    terms: Terms,
    path: Vec<TermId>,
    goals: Vec<TermId>,
    current: Model,
    satisfiable: bool,
}

const GOALS: i64 = 4_000;

fn kind(
    name: &'static str,
    variables: usize,
    domain: &Domain,
    satisfiable: bool,
    make: impl Fn(&mut Terms, &[TermId]) -> (Vec<TermId>, Vec<TermId>),
) -> Kind {
    let mut terms = Terms::new();
    let symbols: Vec<TermId> = (0..variables)
        .map(|index| terms.new_var(&format!("x{index}"), Sort::Int, domain.clone()))
        .collect();
    let current = (0..variables)
        .map(pef_term::VariableId::from_index)
        .map(|variable| (variable, 0.into()))
        .collect();
    let (path, goals) = make(&mut terms, &symbols);
    Kind {
        name,
        terms,
        path,
        goals,
        current,
        satisfiable,
    }
}

/// `x0 <= x1 <= …`
fn ordered(terms: &mut Terms, symbols: &[TermId]) -> Vec<TermId> {
    symbols
        .windows(2)
        .map(|pair| terms.le(pair[0], pair[1]))
        .collect()
}

fn kinds() -> Vec<Kind> {
    let text = Domain::between(0, 0x10_FFFF);
    vec![
        kind("differences, sat", 12, &Domain::ALL, true, |terms, x| {
            let path = ordered(terms, x);
            let goals = (1..GOALS).map(|by| {
                let by = terms.int_const(by);
                let sum = terms.add(x[3], by);
                terms.le(sum, x[9])
            });
            (path, goals.collect())
        }),
        kind("differences, unsat", 12, &Domain::ALL, false, |terms, x| {
            let path = ordered(terms, x);
            let goals = (1..GOALS).map(|by| {
                let by = terms.int_const(by);
                let sum = terms.add(x[9], by);
                terms.le(sum, x[3])
            });
            (path, goals.collect())
        }),
        kind("a loop of a thousand", 1, &Domain::ALL, true, |terms, x| {
            let path = (0..1000).map(|count| {
                let count = terms.int_const(-count);
                terms.ge(x[0], count)
            });
            let path = path.collect();
            let goals = (1..GOALS / 10).map(|count| {
                let count = terms.int_const(count);
                terms.ge(x[0], count)
            });
            (path, goals.collect())
        }),
        kind("one of three words", 6, &text, true, |terms, x| {
            let goals = (1..GOALS).map(|round| {
                let words = (0..3i64).map(|word| {
                    let letters: Vec<TermId> = x
                        .iter()
                        .zip(0..)
                        .map(|(&symbol, at)| {
                            let code = terms.int_const(round + 37 * word + at);
                            terms.eq(symbol, code)
                        })
                        .collect();
                    terms.and(&letters)
                });
                let words: Vec<TermId> = words.collect();
                terms.or(&words)
            });
            (Vec::new(), goals.collect())
        }),
        kind("remainder", 1, &Domain::ALL, true, |terms, x| {
            let goals = (2..GOALS).map(|by| {
                let by = terms.int_const(by);
                let remainder = terms.modulo(x[0], by);
                let one = terms.int_const(1);
                terms.eq(remainder, one)
            });
            (Vec::new(), goals.collect())
        }),
        kind(
            "sum of four",
            4,
            &Domain::between(0, 100),
            true,
            |terms, x| {
                let goals = (1..GOALS).map(|round| {
                    let mut sum = terms.int_const(-(round % 300) - 1);
                    for (&symbol, factor) in x.iter().zip([1, 1, 2, 3]) {
                        let product = terms.scale(symbol, &(factor + round / 300).into());
                        sum = terms.add(sum, product);
                    }
                    let zero = terms.int_const(0);
                    terms.ge(sum, zero)
                });
                (Vec::new(), goals.collect())
            },
        ),
        kind(
            "none of a hundred keys",
            1,
            &Domain::ALL,
            true,
            |terms, x| {
                let goals = (1..GOALS / 20).map(|round| {
                    let keys: Vec<TermId> = (0..100)
                        .map(|key| {
                            let key = terms.int_const(key * round);
                            terms.ne(x[0], key)
                        })
                        .collect();
                    terms.and(&keys)
                });
                (Vec::new(), goals.collect())
            },
        ),
    ]
}

fn questions(criterion: &mut Criterion<ProcessorTime>) {
    for (group, native) in [("native", true), ("z3", false)] {
        let mut group = criterion.benchmark_group(group);
        for mut kind in kinds() {
            let mut solver = Solver::new(Options {
                native,
                recent_models: 0,
                ..Options::default()
            });
            let mut next = 0;
            group.bench_function(kind.name, |bencher| {
                bencher.iter(|| {
                    // Z3 would remember a whole round of goals.
                    if next >= kind.goals.len() {
                        next = 0;
                        if !native {
                            solver = Solver::new(solver.options().clone());
                        }
                    }
                    let question = Question {
                        path: &kind.path,
                        goal: kind.goals[next],
                        current: &kind.current,
                    };
                    next += 1;
                    let answer = solver.solve(&mut kind.terms, &question);
                    assert_eq!(matches!(answer, Answer::Sat(_)), kind.satisfiable);
                    black_box(answer)
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = questions
}
criterion_main!(benches);
