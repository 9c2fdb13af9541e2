//! Subjects that do not do what they say, bounds in time, interruptions: nothing of it may end as `Verified`.

mod common;

use std::time::{Duration, Instant};

use common::{BruteForce, Lie, Program, Sum, Test, Toy, UNBOUNDED, explore, explore_with};
use pef_explore::{Bounds, Explorer, ReasonKind, Strategy, Verdict};
use pef_solve::{Options, Solver};

const STRATEGIES: [Strategy; 3] = [
    Strategy::DepthFirst,
    Strategy::Coverage { seed: 7 },
    Strategy::Random { seed: 7 },
];

fn at_most(index: usize, bound: i64) -> Test {
    let mut weights = [0; 3];
    weights[index] = 1;
    Test::AtMostZero(Sum {
        weights,
        constant: -bound,
    })
}

fn branch(test: Test, then: Program, otherwise: Program) -> Program {
    Program::Branch {
        test,
        then: Box::new(then),
        otherwise: Box::new(otherwise),
    }
}

/// Three independent branches: eight paths.
fn three_branches() -> Program {
    let last = branch(at_most(2, 0), Program::End, Program::End);
    let middle = branch(at_most(1, 1), last.clone(), last);
    branch(at_most(0, 0), middle.clone(), middle)
}

/// The value of `x + z` is needed, then `y` is asked about: seven values, fourteen paths.
fn a_value_and_a_branch() -> Program {
    Program::Value {
        sum: Sum {
            weights: [1, 0, 1],
            constant: 0,
        },
        next: Box::new(branch(at_most(1, 1), Program::End, Program::End)),
    }
}

#[test]
fn an_honest_subject_is_verified() {
    for strategy in STRATEGIES {
        for (program, paths) in [(three_branches(), 8), (a_value_and_a_branch(), 14)] {
            let mut toy = Toy::new(program);
            let finished = explore(&mut toy, strategy, UNBOUNDED);
            assert_eq!(finished.statistics.paths, paths);
            assert_eq!(finished.reasons.verdict(false), Verdict::Verified);
            // What was reproduced stays refuted, whatever else is known.
            assert_eq!(finished.reasons.verdict(true), Verdict::Refuted);
        }
    }
}

#[test]
fn a_branch_reported_the_wrong_way_is_a_divergence() {
    for strategy in STRATEGIES {
        for depth in 0..3 {
            let mut toy = Toy::lying(three_branches(), Lie::InvertedBranch(depth));
            let finished = explore(&mut toy, strategy, UNBOUNDED);
            assert!(finished.statistics.divergences > 0);
            assert!(finished.kinds().contains(&ReasonKind::Divergence));
            assert_eq!(finished.reasons.verdict(false), Verdict::Unknown);
            let diverged = finished.steps.iter().filter(|step| step.diverged).count();
            assert_eq!(finished.statistics.divergences, diverged);
        }
    }
}

#[test]
fn a_value_reported_again_is_a_divergence_and_does_not_go_on_forever() {
    for strategy in STRATEGIES {
        for value in [0, 1, 77] {
            let mut toy = Toy::lying(a_value_and_a_branch(), Lie::FixedValue(value));
            let finished = explore(&mut toy, strategy, UNBOUNDED);
            assert!(finished.statistics.divergences > 0);
            assert_eq!(finished.reasons.verdict(false), Verdict::Unknown);
        }
    }
}

#[test]
fn a_subject_that_changes_is_a_divergence() {
    for strategy in STRATEGIES {
        for kept in 0..3 {
            let mut toy = Toy::lying(three_branches(), Lie::Forgetful(kept));
            let finished = explore(&mut toy, strategy, UNBOUNDED);
            assert!(finished.statistics.divergences > 0, "{strategy:?} {kept}");
            assert_eq!(finished.reasons.verdict(false), Verdict::Unknown);
        }
    }
}

#[test]
fn refused_inputs_are_run_but_no_paths() {
    // x <= -1 is required, which the first input does not satisfy.
    let program = Program::Require {
        test: at_most(0, -1),
        next: Box::new(three_branches()),
    };
    for strategy in STRATEGIES {
        let mut toy = Toy::new(program.clone());
        let brute = BruteForce::enumerate(&mut toy);
        let finished = explore(&mut toy, strategy, UNBOUNDED);
        assert_eq!(finished.statistics.paths, 4);
        assert_eq!(finished.statistics.runs, 5);
        assert_eq!(finished.admitted(), brute.admitted());
        assert_eq!(finished.reasons.verdict(false), Verdict::Verified);
        // They do not count against the bound on paths either.
        let mut toy = Toy::new(program.clone());
        let bounds = Bounds {
            paths: Some(1),
            ..UNBOUNDED
        };
        let finished = explore(&mut toy, strategy, bounds);
        assert_eq!(finished.statistics.paths, 1);
        assert_eq!(finished.statistics.runs, 2);
    }
}

#[test]
fn a_program_without_decisions_has_one_path() {
    for strategy in STRATEGIES {
        let bounds = Bounds {
            depth: Some(0),
            paths: Some(1),
            deadline: None,
        };
        let finished = explore(&mut Toy::new(Program::End), strategy, bounds);
        assert_eq!(finished.statistics.paths, 1);
        assert_eq!(finished.statistics.queries, 0);
        assert_eq!(finished.reasons.verdict(false), Verdict::Verified);
    }
}

#[test]
fn a_deadline_that_has_passed_allows_no_run() {
    for strategy in STRATEGIES {
        let bounds = Bounds {
            deadline: Some(Instant::now()),
            ..UNBOUNDED
        };
        let finished = explore(&mut Toy::new(three_branches()), strategy, bounds);
        assert_eq!(finished.statistics.runs, 0);
        assert_eq!(finished.kinds(), [ReasonKind::Time].into());
        assert_eq!(finished.reasons.verdict(false), Verdict::Bounded);
    }
}

#[test]
fn a_deadline_in_the_middle_is_kept_and_told() {
    for strategy in STRATEGIES {
        let mut toy = Toy::new(three_branches());
        toy.before_run = || std::thread::sleep(Duration::from_millis(60));
        let bounds = Bounds {
            deadline: Some(Instant::now() + Duration::from_millis(100)),
            ..UNBOUNDED
        };
        let finished = explore(&mut toy, strategy, bounds);
        // The second run is over after 120 milliseconds at the earliest.
        assert!(finished.statistics.runs <= 2);
        assert_eq!(finished.kinds(), [ReasonKind::Time].into());
        assert_eq!(finished.reasons.verdict(false), Verdict::Bounded);
    }
}

#[test]
fn what_there_was_no_time_to_ask_about_is_not_forced() {
    let mut toy = Toy::new(three_branches());
    let whole = explore(&mut toy, Strategy::DepthFirst, UNBOUNDED);
    assert!(
        whole
            .steps
            .iter()
            .all(|step| step.asked == step.run.trace.len())
    );
    toy.before_run = || std::thread::sleep(Duration::from_millis(30));
    let bounds = Bounds {
        deadline: Some(Instant::now() + Duration::from_millis(20)),
        ..UNBOUNDED
    };
    let finished = explore(&mut toy, Strategy::DepthFirst, bounds);
    let [step] = &finished.steps[..] else {
        panic!("there was time for one run");
    };
    assert_eq!(step.asked, 1);
    assert!(step.run.trace.len() > 1);
    assert!(!(0..step.run.trace.len()).any(|index| step.is_forced(index)));
}

#[test]
fn a_side_that_was_not_decided_is_unknown() {
    let options = Options {
        query_budget: Duration::ZERO,
        ..Options::default()
    };
    for strategy in STRATEGIES {
        let mut toy = Toy::new(three_branches());
        let finished = explore_with(&mut toy, strategy, UNBOUNDED, options.clone());
        assert_eq!(finished.statistics.runs, 1);
        assert_eq!(finished.kinds(), [ReasonKind::Solver].into());
        assert_eq!(finished.reasons.verdict(false), Verdict::Unknown);
    }
}

#[test]
fn an_interruption_ends_the_exploration() {
    for strategy in STRATEGIES {
        let mut toy = Toy::new(three_branches());
        let solver = Solver::new(Options::default());
        let mut explorer = Explorer::new(strategy, UNBOUNDED, solver);
        assert!(explorer.step(&mut toy).is_some());
        explorer.interrupt();
        explorer.interrupt();
        assert!(explorer.step(&mut toy).is_none());
        assert_eq!(explorer.reasons().iter().count(), 1);
        assert_eq!(explorer.reasons().verdict(false), Verdict::Bounded);
    }
}

#[test]
fn a_path_that_strays_is_told_once() {
    for strategy in STRATEGIES {
        for depth in 0..3 {
            let mut toy = Toy::lying(three_branches(), Lie::InvertedBranch(depth));
            let finished = explore(&mut toy, strategy, UNBOUNDED);
            let told: Vec<_> = finished
                .steps
                .iter()
                .filter(|step| step.standing != pef_explore::Standing::Known)
                .map(|step| &step.run.trace)
                .collect();
            let distinct: std::collections::HashSet<_> = told.iter().collect();
            assert_eq!(distinct.len(), told.len(), "{strategy:?} {depth}");
            assert_eq!(finished.statistics.paths, told.len());
        }
    }
}
