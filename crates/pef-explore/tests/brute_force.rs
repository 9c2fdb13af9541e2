//! Random toy programs, explored and enumerated: the exploration must visit exactly the feasible paths, once each,
//! whatever the strategy, and cut them exactly where the bounds say.

mod common;

use std::collections::HashSet;
use std::time::Duration;

use common::{
    BruteForce, Features, Finished, PLAIN, Program, Toy, UNBOUNDED, explore, explore_with, program,
};
use pef_explore::{Bounds, Choice, Decision, ReasonKind, Strategy, Verdict};
use pef_solve::Options;
use proptest::prelude::{Just, ProptestConfig, any, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as _;

fn strategies() -> impl proptest::strategy::Strategy<Value = Strategy> {
    prop_oneof![
        Just(Strategy::DepthFirst),
        Just(Strategy::Coverage { seed: 7 }),
        any::<u64>().prop_map(|seed| Strategy::Random { seed }),
    ]
}

fn is_assumed(trace: &[Decision], index: u32) -> bool {
    matches!(trace[index as usize].choice, Choice::Assumed { .. })
}

fn check_complete(program: Program, strategy: Strategy) {
    let mut toy = Toy::new(program);
    let brute = BruteForce::enumerate(&mut toy);
    let finished = explore(&mut toy, strategy, UNBOUNDED);
    assert_eq!(finished.reasons.verdict(false), Verdict::Verified);
    finished.assert_no_path_twice();
    assert_eq!(finished.admitted(), brute.admitted());
    assert_eq!(finished.statistics.paths, brute.admitted().len());
    assert_eq!(finished.statistics.runs, finished.steps.len());
    assert_eq!(finished.statistics.divergences, 0);
    for step in &finished.steps {
        let path = &brute.paths[&step.run.trace];
        assert_eq!(step.run.admitted, path.admitted);
        if strategy == Strategy::DepthFirst {
            // Where a refused input was flipped, the decision counts, although it holds by construction now.
            let free = step
                .free
                .iter()
                .copied()
                .filter(|index| !is_assumed(&step.run.trace, *index));
            assert_eq!(free.collect::<Vec<_>>(), path.free);
        }
    }
}

/// The bound by definition: a path is whole if it has at most `limit` free decisions; all paths that go on after
/// the same `limit` of them are one cut path.
fn check_depth(program: Program, limit: usize) {
    let mut toy = Toy::new(program);
    let brute = BruteForce::enumerate(&mut toy);
    let bounds = Bounds {
        depth: Some(limit),
        ..UNBOUNDED
    };
    let finished = explore(&mut toy, Strategy::DepthFirst, bounds);
    finished.assert_no_path_twice();
    let cut_at = |trace: &Vec<Decision>| -> Option<Vec<Decision>> {
        let free = &brute.paths[trace].free;
        let index = *free.get(limit)?;
        Some(trace[..index as usize].to_vec())
    };
    let mut expected_cuts: HashSet<Vec<Decision>> = HashSet::new();
    let mut expected_whole = HashSet::new();
    for (trace, path) in &brute.paths {
        match cut_at(trace) {
            Some(beginning) => {
                expected_cuts.insert(beginning);
            }
            None if path.admitted => {
                expected_whole.insert(trace);
            }
            None => {}
        }
    }
    assert_eq!(finished.admitted(), expected_whole);
    assert_eq!(finished.statistics.paths, expected_whole.len());
    let pruned: Vec<_> = finished.steps.iter().filter(|step| step.pruned).collect();
    let cuts: HashSet<Vec<Decision>> = pruned
        .iter()
        .map(|step| cut_at(&step.run.trace).expect("a whole path was called cut"))
        .collect();
    assert_eq!(cuts.len(), pruned.len(), "a cut path was visited twice");
    assert_eq!(cuts, expected_cuts);
    let counted = pruned.iter().filter(|step| step.run.admitted).count();
    assert_eq!(finished.statistics.pruned, counted);
    let verdict = finished.reasons.verdict(false);
    if expected_cuts.is_empty() {
        assert_eq!(verdict, Verdict::Verified);
    } else {
        assert_eq!(verdict, Verdict::Bounded);
        assert_eq!(finished.kinds(), [ReasonKind::Depth].into());
    }
    for step in &finished.steps {
        let free = &brute.paths[&step.run.trace].free;
        assert_eq!(step.free[..], free[..free.len().min(limit)]);
    }
    let deepest = finished.steps.iter().map(|step| step.free.len()).max();
    assert_eq!(finished.statistics.depth, deepest.unwrap_or(0));
}

/// Whatever was cut, unknown or refused: a claim of having seen everything must be true.
fn check_claim(toy: &mut Toy, finished: &Finished) {
    let brute = BruteForce::enumerate(toy);
    finished.assert_no_path_twice();
    for step in &finished.steps {
        assert!(
            brute.paths.contains_key(&step.run.trace),
            "a path that does not exist"
        );
    }
    if finished.reasons.verdict(false) == Verdict::Verified {
        assert_eq!(finished.admitted(), brute.admitted());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_feasible_path_is_visited_once(program in program(5, PLAIN), strategy in strategies()) {
        check_complete(program, strategy);
    }

    #[test]
    fn the_depth_bound_counts_free_decisions(program in program(5, Features { requirements: false, ..PLAIN }), limit in 0..5usize) {
        check_depth(program, limit);
    }

    #[test]
    fn depth_under_other_strategies_never_claims_too_much(
        program in program(5, PLAIN),
        strategy in strategies(),
        limit in 0..5usize,
    ) {
        let mut toy = Toy::new(program);
        let bounds = Bounds { depth: Some(limit), ..UNBOUNDED };
        let finished = explore(&mut toy, strategy, bounds);
        check_claim(&mut toy, &finished);
    }

    #[test]
    fn the_path_bound_is_exact(program in program(5, PLAIN), strategy in strategies(), limit in 0..20usize) {
        let mut toy = Toy::new(program);
        let total = BruteForce::enumerate(&mut toy).admitted().len();
        let bounds = Bounds { paths: Some(limit), ..UNBOUNDED };
        let finished = explore(&mut toy, strategy, bounds);
        check_claim(&mut toy, &finished);
        prop_assert_eq!(finished.statistics.paths, limit.min(total));
        if limit < total {
            prop_assert_eq!(finished.reasons.verdict(false), Verdict::Bounded);
            prop_assert_eq!(finished.kinds(), [ReasonKind::Paths].into());
        }
        if limit > total {
            prop_assert_eq!(finished.reasons.verdict(false), Verdict::Verified);
        }
    }

    #[test]
    fn what_nobody_can_decide_is_never_verified(program in program(4, Features { opaque: true, ..PLAIN }), strategy in strategies()) {
        let mut toy = Toy::new(program);
        let options = Options { query_budget: Duration::from_millis(200), ..Options::default() };
        let finished = explore_with(&mut toy, strategy, UNBOUNDED, options);
        check_claim(&mut toy, &finished);
    }

    #[test]
    fn a_solver_without_time_is_never_verified(program in program(4, PLAIN), strategy in strategies()) {
        let mut toy = Toy::new(program);
        let options = Options { query_budget: Duration::ZERO, ..Options::default() };
        let finished = explore_with(&mut toy, strategy, UNBOUNDED, options);
        check_claim(&mut toy, &finished);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explorations_are_repeatable(program in program(5, PLAIN), strategy in strategies()) {
        // On threads of their own, because what Z3 answers depends on what else its context has seen.
        let inputs = || std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let mut toy = Toy::new(program.clone());
                let finished = explore(&mut toy, strategy, UNBOUNDED);
                finished.steps.iter().map(|step| step.run.outcome).collect::<Vec<_>>()
            });
            run.join().expect("the exploration ends")
        });
        prop_assert_eq!(inputs(), inputs());
    }
}
