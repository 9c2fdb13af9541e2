//! Obligations: what a contract owes is asked about first, beyond the depth bound, and counts towards nothing.

use pef_explore::{
    Bounds, Choice, Decision, Explored, Explorer, Extent, ReasonKind, Run, SiteId, Strategy,
    Subject,
};
use pef_solve::{Options, Solver};
use pef_term::{Domain, Model, Sort, Terms, Value, VariableId};

/// Counts up to `x` one decision at a time, and owes that `x` is not one of some numbers.
struct Counter {
    terms: Terms,
    variable: VariableId,
    rounds: i64,
    forbidden: Vec<i64>,
}

impl Counter {
    fn new(rounds: i64, forbidden: &[i64]) -> Self {
        let mut terms = Terms::new();
        let variable = terms.variable("x", Sort::Int, Domain::ALL);
        Self {
            terms,
            variable,
            rounds,
            forbidden: forbidden.to_vec(),
        }
    }

    fn input(&self, value: i64) -> Model {
        let mut input = Model::default();
        input.set(self.variable, Value::from(value));
        input
    }
}

impl Subject for Counter {
    type Outcome = i64;

    fn run(&mut self, input: &Model, _extent: Extent) -> Run<i64> {
        let x = input
            .get(self.variable)
            .and_then(Value::as_int)
            .and_then(pef_term::Integer::to_i64)
            .unwrap_or(0);
        let term = self.terms.var(self.variable);
        let mut trace = Vec::new();
        for round in 0..self.rounds {
            let number = self.terms.int_const(round);
            let condition = self.terms.gt(term, number);
            let taken = x > round;
            trace.push(Decision {
                site: SiteId(0),
                choice: Choice::Branch { condition, taken },
            });
            if !taken {
                break;
            }
        }
        for &number in &self.forbidden {
            let number_term = self.terms.int_const(number);
            let condition = self.terms.ne(term, number_term);
            trace.push(Decision {
                site: SiteId(1),
                choice: Choice::Obligation {
                    condition,
                    taken: x != number,
                },
            });
            if x == number {
                break;
            }
        }
        Run {
            input: self.input(x),
            trace,
            marks: Vec::new(),
            outcome: x,
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

fn explorer(strategy: Strategy, depth: Option<usize>) -> Explorer {
    let bounds = Bounds {
        depth,
        paths: None,
        deadline: None,
    };
    Explorer::new(strategy, bounds, Solver::new(Options::default()))
}

fn all(explorer: &mut Explorer, subject: &mut Counter) -> Vec<Explored<i64>> {
    std::iter::from_fn(|| explorer.step(subject)).collect()
}

const STRATEGIES: [Strategy; 3] = [
    Strategy::DepthFirst,
    Strategy::Coverage { seed: 7 },
    Strategy::Random { seed: 7 },
];

#[test]
fn a_violation_is_found_on_every_path_that_has_one() {
    for strategy in STRATEGIES {
        let mut subject = Counter::new(3, &[-5, 2, 99]);
        let mut explorer = explorer(strategy, None);
        let paths = all(&mut explorer, &mut subject);
        let mut outcomes: Vec<i64> = paths.iter().map(|path| path.run.outcome).collect();
        outcomes.sort_unstable();
        for forbidden in [-5, 2, 99] {
            assert!(outcomes.contains(&forbidden), "{strategy:?} {outcomes:?}");
        }
        // Four ways through the loop; on three of them an input breaks the contract. On `x == 2` every one does.
        assert_eq!(outcomes.len(), 4 + 2, "{strategy:?} {outcomes:?}");
        assert!(paths.iter().all(|path| path.depth() <= 3));
        assert_eq!(explorer.reasons().iter().count(), 0);
    }
}

#[test]
fn a_violation_comes_next_after_the_path_it_belongs_to() {
    for strategy in STRATEGIES {
        let mut subject = Counter::new(5, &[-5]);
        let mut explorer = explorer(strategy, None);
        let outcomes: Vec<i64> = (0..2)
            .filter_map(|_| explorer.step(&mut subject))
            .map(|path| path.run.outcome)
            .collect();
        assert_eq!(outcomes, [0, -5], "{strategy:?}");
    }
}

#[test]
fn contracts_are_asked_about_on_pruned_paths() {
    for strategy in STRATEGIES {
        // The first decision is beyond the bound already; the path of the first input is `x <= 0`.
        let mut subject = Counter::new(2, &[-70]);
        let mut explorer = explorer(strategy, Some(0));
        let paths = all(&mut explorer, &mut subject);
        let outcomes: Vec<i64> = paths.iter().map(|path| path.run.outcome).collect();
        assert_eq!(outcomes, [0, -70], "{strategy:?}");
        assert!(paths[0].pruned);
        let reasons: Vec<ReasonKind> = explorer
            .reasons()
            .iter()
            .map(|reason| reason.kind)
            .collect();
        assert_eq!(reasons, [ReasonKind::Depth], "{strategy:?}");
    }
}

#[test]
fn a_guess_shows_what_the_depth_bound_hides_and_opens_no_paths() {
    let mut subject = Counter::new(50, &[40]);
    let mut explorer = explorer(Strategy::DepthFirst, Some(10));
    let paths = all(&mut explorer, &mut subject);
    assert!(paths.iter().all(|path| path.run.outcome != 40));
    let before = explorer.statistics().paths;
    explorer.guess(subject.input(40));
    explorer.guess(subject.input(41));
    let guesses = all(&mut explorer, &mut subject);
    let outcomes: Vec<i64> = guesses.iter().map(|path| path.run.outcome).collect();
    assert_eq!(outcomes, [41, 40]);
    assert!(
        guesses
            .iter()
            .all(|path| path.standing == pef_explore::Standing::Guess)
    );
    assert_eq!(explorer.statistics().paths, before);
}
