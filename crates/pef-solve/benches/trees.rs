//! What a question costs, over whole trees of paths: slicing, caches, solving, validation and all.
//!
//! `cargo bench -p pef-solve --bench trees` prints the time of each tree, and before it the processor time of one
//! question, which a busy machine does not change much.

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{Recorder, Tree, branches, characters, quicksort, remainders, sort, walk};
use criterion::{Criterion, criterion_group, criterion_main};
use pef_solve::Options;
use pef_term::Domain;

/// The processor time of this thread, where the kernel tells.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn trees(criterion: &mut Criterion) {
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
        let before = processor_time();
        let walked = walk(&tree, Options::default());
        let statistics = &walked.statistics;
        let spent = match (before, processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => statistics.time,
        };
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

criterion_group!(benches, trees);
criterion_main!(benches);
