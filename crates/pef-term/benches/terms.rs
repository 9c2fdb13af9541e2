//! What building, simplifying, evaluating and printing terms costs: each operation of a symbolic run pays it.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pef_term::{Domain, Evaluator, Model, Sort, TermId, Terms, VariableId};

struct Arena {
    terms: Terms,
    symbols: Vec<TermId>,
    model: Model,
}

fn arena() -> Arena {
    let mut terms = Terms::new();
    let symbols = (0..8)
        .map(|index| terms.new_var(&format!("x{index}"), Sort::Int, Domain::ALL))
        .collect();
    let model = (0..8)
        .map(|index| {
            (
                VariableId::from_index(index),
                (index as i64 * 7 - 20).into(),
            )
        })
        .collect();
    Arena {
        terms,
        symbols,
        model,
    }
}

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("building");
    group.bench_function("new sums", |bencher| {
        bencher.iter_batched(
            arena,
            |mut arena| {
                let mut sum = arena.symbols[0];
                for round in 0..1_000 {
                    sum = arena.terms.add(sum, arena.symbols[round % 8]);
                }
                black_box(sum);
                arena
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("known comparisons", |bencher| {
        let Arena {
            mut terms, symbols, ..
        } = arena();
        bencher.iter(|| {
            for pair in symbols.windows(2) {
                black_box(terms.lt(pair[0], pair[1]));
            }
        });
    });
    group.bench_function("negation", |bencher| {
        let Arena {
            mut terms, symbols, ..
        } = arena();
        let condition = terms.lt(symbols[0], symbols[1]);
        bencher.iter(|| black_box(terms.not(condition)));
    });
    group.finish();
}

fn simplifying(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simplifying");
    group.bench_function("what cancels", |bencher| {
        let Arena {
            mut terms, symbols, ..
        } = arena();
        bencher.iter(|| {
            let sum = terms.add(symbols[0], symbols[1]);
            let difference = terms.sub(sum, symbols[0]);
            black_box(terms.eq(difference, symbols[1]))
        });
    });
    group.bench_function("division by a constant", |bencher| {
        let Arena {
            mut terms, symbols, ..
        } = arena();
        let ten = terms.int_const(10);
        bencher.iter(|| {
            let scaled = terms.mul(symbols[0], ten);
            let sum = terms.add(scaled, symbols[1]);
            let quotient = terms.floor_div(sum, ten);
            black_box(terms.modulo(quotient, ten))
        });
    });
    group.bench_function("a conjunction of twenty", |bencher| {
        let Arena {
            mut terms, symbols, ..
        } = arena();
        let parts: Vec<TermId> = (0..20)
            .map(|code| {
                let code = terms.int_const(code);
                terms.eq(symbols[0], code)
            })
            .collect();
        bencher.iter(|| black_box(terms.and(&parts)));
    });
    group.finish();
}

fn evaluating(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluating");
    let Arena {
        mut terms,
        symbols,
        model,
    } = arena();
    let comparison = terms.lt(symbols[0], symbols[5]);
    group.bench_function("a comparison", |bencher| {
        bencher.iter(|| black_box(Evaluator::new(&terms, &model).holds(comparison)));
    });
    let mut smallest = symbols[0];
    for &symbol in &symbols[1..] {
        smallest = terms.min(smallest, symbol);
    }
    let zero = terms.int_const(0);
    let nested = terms.lt(smallest, zero);
    group.bench_function("a minimum of eight", |bencher| {
        bencher.iter(|| black_box(Evaluator::new(&terms, &model).holds(nested)));
    });
    group.bench_function("printing", |bencher| {
        bencher.iter(|| black_box(terms.display(comparison)));
    });
    group.finish();
}

criterion_group!(benches, building, simplifying, evaluating);
criterion_main!(benches);
