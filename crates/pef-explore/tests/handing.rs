//! Several explorers of one program, which hand entries to each other at every opportunity: together they must visit
//! exactly the feasible paths, once each, although none of them knows the terms of the others.

mod common;

use std::collections::{HashMap, HashSet};

use common::{BruteForce, Features, Input, PLAIN, Program, Toy, UNBOUNDED, program};
use pef_explore::{Bounds, Explorer, Handed, Strategy, Verdict};
use pef_solve::{Options, Solver};
use proptest::prelude::{Just, ProptestConfig, any, prop_oneof, proptest};
use proptest::strategy::Strategy as _;

fn strategies() -> impl proptest::strategy::Strategy<Value = Strategy> {
    prop_oneof![
        Just(Strategy::DepthFirst),
        Just(Strategy::Coverage { seed: 7 }),
        any::<u64>().prop_map(|seed| Strategy::Random { seed }),
    ]
}

struct Worker {
    toy: Toy,
    explorer: Explorer,
    /// What it was run on, with the fingerprint of the path and whether that is one of the target's.
    ran: Vec<(Input, u64, bool)>,
}

impl Worker {
    fn step(&mut self) -> bool {
        let Some(explored) = self.explorer.step(&mut self.toy) else {
            return false;
        };
        assert!(!explored.diverged);
        let trace = &explored.run.trace;
        let fingerprint = self.explorer.fingerprint(&mut self.toy, trace);
        let whole = explored.run.admitted && !explored.pruned;
        self.ran.push((explored.run.outcome, fingerprint, whole));
        true
    }
}

/// Explores with three workers, of which the idle ones are given work by the others after each step.
fn explore_together(program: &Program, strategy: Strategy, bounds: &Bounds) -> Vec<Worker> {
    let solver = || {
        Solver::new(Options {
            query_budget: std::time::Duration::from_secs(60),
            ..Options::default()
        })
    };
    let first = Worker {
        toy: Toy::new(program.clone()),
        explorer: Explorer::new(strategy, bounds.clone(), solver()),
        ran: Vec::new(),
    };
    let helper = |toy| Worker {
        toy,
        explorer: Explorer::idle(strategy, bounds.clone(), solver()),
        ran: Vec::new(),
    };
    let mut workers = vec![
        first,
        helper(Toy::elsewhere(program.clone())),
        helper(Toy::new(program.clone())),
    ];
    let mut steps = 0;
    loop {
        let busy: Vec<bool> = workers.iter_mut().map(Worker::step).collect();
        if !busy.contains(&true) {
            return workers;
        }
        steps += 1;
        assert!(steps < 1_000, "the exploration does not end");
        for idle in (0..workers.len()).filter(|&index| !busy[index]) {
            let giver = (idle + steps) % workers.len();
            let Worker { toy, explorer, .. } = &mut workers[giver];
            let handed: Vec<Handed> = explorer.give(toy);
            let Worker { toy, explorer, .. } = &mut workers[idle];
            for entry in handed {
                explorer.take_over(toy, entry);
            }
        }
    }
}

/// Every path once, by what the first worker's terms say of the inputs.
fn check_together(program: &Program, strategy: Strategy) {
    let workers = explore_together(program, strategy, &UNBOUNDED);
    let mut judge = Toy::new(program.clone());
    let brute = BruteForce::enumerate(&mut judge);
    let mut seen = HashSet::new();
    let mut fingerprints = HashMap::new();
    for worker in &workers {
        assert_eq!(worker.explorer.reasons().verdict(false), Verdict::Verified);
        for (input, fingerprint, whole) in &worker.ran {
            let (trace, _) = judge.follow(input);
            assert!(
                fingerprints.insert(*fingerprint, trace.clone()).is_none(),
                "a path was visited twice, or two have one fingerprint"
            );
            if *whole {
                seen.insert(trace);
            }
        }
    }
    assert_eq!(seen.iter().collect::<HashSet<_>>(), brute.admitted());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn together_they_visit_every_path_once(program in program(5, PLAIN), strategy in strategies()) {
        check_together(&program, strategy);
    }

    #[test]
    fn the_depth_bound_means_the_same_to_all(program in program(5, Features { requirements: false, ..PLAIN }), limit in 0..4usize) {
        let bounds = Bounds { depth: Some(limit), ..UNBOUNDED };
        let workers = explore_together(&program, Strategy::DepthFirst, &bounds);
        let mut alone = Toy::new(program);
        let finished = common::explore(&mut alone, Strategy::DepthFirst, bounds);
        let paths: usize = workers.iter().map(|worker| worker.explorer.statistics().paths).sum();
        let pruned: usize = workers.iter().map(|worker| worker.explorer.statistics().pruned).sum();
        assert_eq!((paths, pruned), (finished.statistics.paths, finished.statistics.pruned));
    }
}
