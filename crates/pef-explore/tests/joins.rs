//! Paths that meet again: all that a program can come to is found, as without joining, in no more runs.

use std::collections::BTreeSet;

use pef_explore::{
    Bounds, Choice, Decision, Explorer, Extent, Mark, Run, SiteId, Statistics, Strategy, Subject,
    Trace, Verdict,
};
use pef_solve::{Options, Solver};
use pef_term::{Domain, Integer, Model, Sort, TermId, Terms, VariableId};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as _;

const VARIABLES: usize = 4;
const LOWER: i64 = -1;
const UPPER: i64 = 1;

type Input = [i64; VARIABLES];

/// Looks at `x[one] + weight * x[other]`, and adds to what the program has counted so far.
#[derive(Clone, Debug)]
enum Stage {
    /// Is it at most `most`? Adds one or the other.
    Test {
        sum: (usize, i64, usize),
        most: i64,
        added: (u8, u8),
    },
    /// Needs its value, and adds it.
    Value { sum: (usize, i64, usize) },
}

impl Stage {
    fn sum(&self) -> (usize, i64, usize) {
        match self {
            Self::Test { sum, .. } | Self::Value { sum } => *sum,
        }
    }
}

fn stage() -> impl proptest::strategy::Strategy<Value = Stage> {
    let sum = (0..VARIABLES, 0..=1i64, 0..VARIABLES);
    let test = (sum.clone(), -2..=1i64, (0..3u8, 0..3u8));
    prop_oneof![
        6 => test.prop_map(|(sum, most, added)| Stage::Test { sum, most, added }),
        1 => sum.prop_map(|sum| Stage::Value { sum }),
    ]
}

/// A program whose state is a count: what the rest of it depends on is the count, the stage, and the variables that
/// later stages look at.
struct Staged {
    stages: Vec<Stage>,
    terms: Terms,
    variables: [VariableId; VARIABLES],
}

impl Staged {
    fn new(stages: Vec<Stage>) -> Self {
        let mut terms = Terms::new();
        let domain = Domain::between(LOWER, UPPER);
        let variables = std::array::from_fn(|index| {
            terms.variable(&format!("x{index}"), Sort::Int, domain.clone())
        });
        Self {
            stages,
            terms,
            variables,
        }
    }

    fn value((one, weight, other): (usize, i64, usize), input: &Input) -> i64 {
        input[one] + weight * input[other]
    }

    fn term(&mut self, (one, weight, other): (usize, i64, usize)) -> TermId {
        let one = self.terms.var(self.variables[one]);
        let other = self.terms.var(self.variables[other]);
        let weight = self.terms.int_const(weight);
        let product = self.terms.mul(weight, other);
        self.terms.add(one, product)
    }

    fn count(&self, input: &Input) -> u8 {
        self.stages.iter().fold(0, |count, stage| {
            let value = Self::value(stage.sum(), input);
            count
                + match stage {
                    Stage::Test { most, added, .. } if value <= *most => added.0,
                    Stage::Test { added, .. } => added.1,
                    Stage::Value { .. } => (value - 2 * LOWER) as u8,
                }
        })
    }

    fn mark(&self, position: usize, stage: usize, count: u8) -> Mark {
        let later = self.stages[stage..].iter().flat_map(|stage| {
            let (one, weight, other) = stage.sum();
            [Some(one), (weight != 0).then_some(other)]
        });
        Mark {
            position,
            state: Box::new([stage as u8, count]),
            variables: later.flatten().map(|index| self.variables[index]).collect(),
        }
    }
}

impl Subject for Staged {
    type Outcome = u8;

    fn run(&mut self, input: &Model, extent: Extent) -> Run<u8> {
        let mut completed = input.clone();
        let plain: Input = std::array::from_fn(|index| {
            let value = input.get(self.variables[index]);
            let value = value.map_or(0, |value| {
                value.as_int().and_then(Integer::to_i64).expect("small")
            });
            completed.set(self.variables[index], value);
            value
        });
        let mut trace = Trace::new();
        let mut marks: Vec<Mark> = Vec::new();
        let mut count = 0;
        for (index, stage) in self.stages.clone().into_iter().enumerate() {
            if extent.marks_after.is_some_and(|after| trace.len() >= after)
                && marks.last().is_none_or(|mark| mark.position < trace.len())
            {
                marks.push(self.mark(trace.len(), index, count));
            }
            let value = Self::value(stage.sum(), &plain);
            let term = self.term(stage.sum());
            let choice = match stage {
                Stage::Test { most, added, .. } => {
                    let taken = value <= most;
                    count += if taken { added.0 } else { added.1 };
                    let most = self.terms.int_const(most);
                    let condition = self.terms.le(term, most);
                    let is_decided = self.terms.as_const(condition).is_some();
                    (!is_decided).then_some(Choice::Branch { condition, taken })
                }
                Stage::Value { .. } => {
                    count += (value - 2 * LOWER) as u8;
                    let value = self.terms.int_const(value);
                    Some(Choice::Value { term, value })
                }
            };
            let site = SiteId(index as u32);
            trace.extend(choice.map(|choice| Decision { site, choice }));
        }
        Run {
            input: completed,
            trace,
            marks,
            outcome: count,
            admitted: true,
            cut: false,
            made: true,
        }
    }

    fn with_terms<R>(&mut self, use_terms: impl FnOnce(&mut Terms) -> R) -> R {
        use_terms(&mut self.terms)
    }

    fn site_fingerprint(&mut self, site: SiteId) -> u64 {
        u64::from(site.0)
    }
}

struct Finished {
    counts: BTreeSet<u8>,
    statistics: Statistics,
    verdict: Verdict,
}

fn explore(stages: &[Stage], strategy: Strategy, depth: Option<usize>, joining: bool) -> Finished {
    let mut subject = Staged::new(stages.to_vec());
    let bounds = Bounds {
        depth,
        paths: None,
        deadline: None,
    };
    let mut explorer = Explorer::new(strategy, bounds, Solver::new(Options::default()));
    if joining {
        explorer.join_paths();
    }
    let mut counts = BTreeSet::new();
    while let Some(explored) = explorer.step(&mut subject) {
        assert!(!explored.diverged, "a run left its path");
        if !explored.pruned {
            counts.insert(explored.run.outcome);
        }
    }
    Finished {
        counts,
        statistics: explorer.statistics().clone(),
        verdict: explorer.reasons().verdict(false),
    }
}

fn brute_force(stages: &[Stage]) -> BTreeSet<u8> {
    let subject = Staged::new(stages.to_vec());
    let values = LOWER..=UPPER;
    let mut counts = BTreeSet::new();
    for a in values.clone() {
        for b in values.clone() {
            for c in values.clone() {
                for d in values.clone() {
                    counts.insert(subject.count(&[a, b, c, d]));
                }
            }
        }
    }
    counts
}

const STRATEGIES: [Strategy; 3] = [
    Strategy::DepthFirst,
    Strategy::Coverage { seed: 1 },
    Strategy::Random { seed: 1 },
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost_by_joining(stages in proptest::collection::vec(stage(), 1..8)) {
        let expected = brute_force(&stages);
        for strategy in STRATEGIES {
            let joined = explore(&stages, strategy, None, true);
            prop_assert_eq!(&joined.counts, &expected);
            prop_assert_eq!(joined.verdict, Verdict::Verified);
            let whole = explore(&stages, strategy, None, false);
            prop_assert_eq!(&whole.counts, &expected);
            prop_assert!(joined.statistics.runs <= whole.statistics.runs);
        }
    }

    /// Whatever is found within a depth is found within it by joining, and no bound is forgotten.
    #[test]
    fn depth_means_the_same(stages in proptest::collection::vec(stage(), 1..8), depth in 0..6usize) {
        let joined = explore(&stages, Strategy::DepthFirst, Some(depth), true);
        let whole = explore(&stages, Strategy::DepthFirst, Some(depth), false);
        prop_assert!(joined.counts.is_superset(&whole.counts));
        prop_assert_eq!(joined.verdict, whole.verdict);
    }
}

/// Four stages on one variable each have sixteen paths, and a state for each stage and count.
#[test]
fn independent_tests_are_counted_and_not_multiplied() {
    let stages: Vec<Stage> = (0..VARIABLES)
        .map(|variable| Stage::Test {
            sum: (variable, 0, 0),
            most: 0,
            added: (0, 1),
        })
        .collect();
    let whole = explore(&stages, Strategy::DepthFirst, None, false);
    assert_eq!(whole.statistics.paths, 16);
    let joined = explore(&stages, Strategy::DepthFirst, None, true);
    assert_eq!(joined.counts, BTreeSet::from([0, 1, 2, 3, 4]));
    // There are ten states before the end; the other side of each is one path more than the first.
    assert_eq!(joined.statistics.paths, 11);
    assert_eq!(joined.statistics.joined, 3);
}

/// Two paths with one state are not the same where they know different things of a variable that matters later.
#[test]
fn what_is_known_of_a_variable_that_is_looked_at_again_keeps_paths_apart() {
    let test = |most, added| Stage::Test {
        sum: (0, 0, 0),
        most,
        added,
    };
    // The count after the first test is the same on both sides, but only one of them can come to two.
    let stages = vec![test(0, (0, 0)), test(-1, (2, 1))];
    let joined = explore(&stages, Strategy::DepthFirst, None, true);
    assert_eq!(joined.counts, BTreeSet::from([1, 2]));
    assert_eq!(joined.statistics.joined, 0);
}
