//! What a question costs, over whole trees of paths: slicing, caches, solving, validation and all.
//!
//! `cargo bench -p pef-solve --bench trees` prints the time of each tree, and before it that of one question with its
//! share of the runs.

mod common;

use std::hint::black_box;

use common::processor::{ProcessorTime, processor_time};
use common::tree::{Recorder, Tree, branches, characters, quicksort, remainders, sort, walk};
use criterion::{Criterion, criterion_group, criterion_main};
use pef_solve::Options;
use pef_term::Domain;

fn trees(criterion: &mut Criterion<ProcessorTime>) {
    let text = Domain::between(0, 0x10_FFFF);
    let work = [
        (
            "sort of 6",
            6,
            Domain::ALL,
            sort as fn(&mut Recorder<'_>),
            720,
        ),
        ("quicksort of 6", 6, Domain::ALL, quicksort, 720),
        ("ten branches", 10, Domain::ALL, branches, 1024),
        ("four characters", 4, text, characters, 201),
        ("two remainders", 2, Domain::ALL, remainders, 31),
    ];
    let mut group = criterion.benchmark_group("trees");
    group.sample_size(10);
    for (name, variables, domain, program, paths) in work {
        let tree = Tree {
            variables,
            domain,
            program,
        };
        // Once before, for what is done once in a process.
        walk(&tree, Options::default());
        let before = processor_time();
        let walked = walk(&tree, Options::default());
        let statistics = &walked.statistics;
        let spent = processor_time().saturating_sub(before);
        println!(
            "{name}: {} paths, {} questions ({} unsat), {:.1} µs a question",
            walked.paths,
            statistics.queries,
            statistics.unsat,
            spent.as_secs_f64() * 1e6 / statistics.queries as f64
        );
        for (tier, counts) in &statistics.tiers {
            println!(
                "    {tier:?}: {} asked, {} sat, {} unsat",
                counts.asked, counts.sat, counts.unsat
            );
        }
        assert_eq!(walked.paths, paths);
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(walk(&tree, Options::default()).paths));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = trees
}
criterion_main!(benches);
