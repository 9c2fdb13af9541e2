//! One solver over many questions: paths that grow, shrink and branch, caches that answer without changing answers,
//! limits that are kept. Without the native solver, which would leave Z3 and the caches nothing to do.

mod common;

use std::time::{Duration, Instant};

use common::{Asker, integer};
use pef_solve::{Answer, Options, TierKind, Unknown};
use pef_term::{Domain, Integer, Sort, TermId};

fn value(asker: &Asker, answer: &Answer, name: &str) -> Integer {
    let Answer::Sat(model) = answer else {
        panic!("expected a model, got {answer:?}");
    };
    let variable = asker.terms.find_variable(name).unwrap();
    model.get(variable).unwrap().as_int().unwrap().clone()
}

/// `x<index> > bound`
fn above(asker: &mut Asker, variable: TermId, bound: i64) -> TermId {
    let bound = asker.terms.int_const(bound);
    asker.terms.gt(variable, bound)
}

fn without_native() -> Options {
    Options {
        native: false,
        ..Options::default()
    }
}

fn without_caches() -> Options {
    Options {
        recent_models: 0,
        ..without_native()
    }
}

#[test]
fn only_the_slice_changes() {
    let mut asker = Asker::with_options(without_native());
    let [x, y, z] = ["x", "y", "z"].map(|name| asker.int(name, Domain::between(1, 100)));
    let path = [asker.terms.le(x, y), above(&mut asker, z, 0)];
    let goal = above(&mut asker, x, 50);
    let answer = asker.ask(&path, goal);
    assert_eq!(value(&asker, &answer, "z"), integer(1));
    assert!(value(&asker, &answer, "y") > integer(50));
}

#[test]
fn a_path_grows_and_is_given_up() {
    let mut asker = Asker::with_options(without_caches());
    let variables: Vec<TermId> = (0..12)
        .map(|index| asker.int(&format!("x{index}"), Domain::ALL))
        .collect();
    // x0 <= x1 <= … holds for zeros; then each one strictly, behind longer and longer prefixes, and back again.
    let chain: Vec<TermId> = variables
        .windows(2)
        .map(|pair| asker.terms.le(pair[0], pair[1]))
        .collect();
    for length in (1..chain.len()).chain((1..chain.len()).rev()) {
        let (first, last) = (variables[0], variables[length]);
        let backwards = asker.terms.lt(last, first);
        assert_eq!(asker.ask(&chain[..length], backwards), Answer::Unsat);
        let forwards = asker.terms.lt(first, last);
        assert!(matches!(
            asker.ask(&chain[..length], forwards),
            Answer::Sat(_)
        ));
    }
    // Siblings: other constraints behind the same prefix.
    for bound in 1..20 {
        let goal = above(&mut asker, variables[5], bound);
        let answer = asker.ask(&chain[..5], goal);
        assert_eq!(value(&asker, &answer, "x5"), integer(bound + 1));
    }
}

#[test]
fn facts_return_with_the_constraints_they_belong_to() {
    let mut asker = Asker::with_options(without_caches());
    let length = asker.int("len(items)", Domain::at_least(0));
    let other = asker.int("n", Domain::ALL);
    let minus_one = asker.terms.int_const(-1);
    let sum = asker.terms.add(length, other);
    let zero_sum = asker.terms.eq(sum, minus_one);
    let negative = {
        let zero = asker.terms.int_const(0);
        asker.terms.ge(other, zero)
    };
    // The domain of the length is needed again each time, although it was popped in between.
    for _ in 0..3 {
        assert_eq!(asker.ask(&[negative], zero_sum), Answer::Unsat);
        let unrelated = above(&mut asker, other, 3);
        assert!(matches!(asker.ask(&[], unrelated), Answer::Sat(_)));
    }
}

#[test]
fn a_variable_without_a_current_value_gets_one() {
    let mut asker = Asker::with_options(without_native());
    let x = asker.int("x", Domain::ALL);
    let fresh = asker
        .terms
        .new_var("fresh", Sort::Int, Domain::between(3, 9));
    let goal = asker.terms.ge(x, fresh);
    let answer = asker.ask(&[], goal);
    assert!(value(&asker, &answer, "x") >= integer(3));
}

#[test]
fn the_same_question_is_answered_once() {
    let mut asker = Asker::with_options(without_native());
    let [x, y] = ["x", "y"].map(|name| asker.int(name, Domain::ALL));
    let order = asker.terms.le(x, y);
    let goal = above(&mut asker, x, 7);
    let first = asker.ask(&[order], goal);
    let second = asker.ask(&[order], goal);
    assert_eq!(first, second);
    let tiers = &asker.solver.statistics().tiers;
    assert_eq!(tiers[&TierKind::ExactCache].sat, 1);
    assert_eq!(tiers[&TierKind::Linear].asked, 1);
}

#[test]
fn cached_models_keep_the_rest_of_the_current_input() {
    let mut asker = Asker::with_options(without_native());
    let [x, y] = ["x", "y"].map(|name| asker.int(name, Domain::ALL));
    let goal = above(&mut asker, x, 7);
    asker.ask(&[], goal);
    let seven = asker.terms.int_const(7);
    let not_seven = asker.terms.ne(y, seven);
    asker
        .current
        .set(asker.terms.find_variable("y").unwrap(), 99);
    let answer = asker.ask(&[not_seven], goal);
    assert_eq!(value(&asker, &answer, "y"), integer(99));
    assert_eq!(
        asker.solver.statistics().tiers[&TierKind::ExactCache].sat,
        1
    );
}

#[test]
fn a_contradiction_is_known_in_larger_company() {
    let mut asker = Asker::with_options(without_native());
    let [x, y, z] = ["x", "y", "z"].map(|name| asker.int(name, Domain::ALL));
    let (one, two) = (asker.terms.le(x, y), asker.terms.le(y, z));
    let goal = asker.terms.lt(z, x);
    assert_eq!(asker.ask(&[one, two], goal), Answer::Unsat);
    let more = asker.terms.le(x, z);
    assert_eq!(asker.ask(&[more, one, two], goal), Answer::Unsat);
    let tiers = &asker.solver.statistics().tiers;
    assert_eq!(tiers[&TierKind::UnsatCache].unsat, 1);
    // The smaller set is not contradictory, and not taken for it.
    assert!(matches!(asker.ask(&[one], goal), Answer::Sat(_)));
}

#[test]
fn a_model_for_one_question_serves_another() {
    let mut asker = Asker::with_options(without_native());
    let x = asker.int("x", Domain::ALL);
    let far = above(&mut asker, x, 100);
    asker.ask(&[], far);
    let near = above(&mut asker, x, 50);
    let answer = asker.ask(&[], near);
    assert_eq!(value(&asker, &answer, "x"), integer(101));
    assert_eq!(
        asker.solver.statistics().tiers[&TierKind::ModelCache].sat,
        1
    );
}

/// x*x*x + y*y*y == z*z*z over positive integers, which nobody here decides.
fn hard(asker: &mut Asker) -> TermId {
    let three = asker.terms.int_const(3);
    let cubes = ["x", "y", "z"].map(|name| {
        let variable = asker.int(name, Domain::at_least(1));
        asker.terms.pow(variable, three)
    });
    let sum = asker.terms.add(cubes[0], cubes[1]);
    asker.terms.eq(sum, cubes[2])
}

#[test]
fn an_undecided_question_is_not_tried_again() {
    let mut asker = Asker::with_options(Options {
        query_budget: Duration::from_millis(200),
        ..without_native()
    });
    let goal = hard(&mut asker);
    let first = asker.ask(&[], goal);
    assert!(matches!(first, Answer::Unknown(_)));
    assert_eq!(asker.ask(&[], goal), first);
    assert_eq!(
        asker.solver.statistics().tiers[&TierKind::Nonlinear].asked,
        1
    );
}

#[test]
fn a_deadline_ends_the_question() {
    let mut asker = Asker::with_options(Options {
        query_budget: Duration::from_secs(600),
        deadline: Some(Instant::now() + Duration::from_millis(300)),
        ..without_native()
    });
    let goal = hard(&mut asker);
    assert_eq!(asker.ask(&[], goal), Answer::Unknown(Unknown::Deadline));
    // And questions after it do not start.
    let x = asker.int("x", Domain::at_least(1));
    let goal = above(&mut asker, x, 4);
    assert_eq!(asker.ask(&[], goal), Answer::Unknown(Unknown::Deadline));
    asker.solver.set_deadline(None);
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
}

#[test]
fn another_thread_can_interrupt() {
    let mut asker = Asker::with_options(Options {
        query_budget: Duration::from_secs(600),
        ..without_native()
    });
    let goal = hard(&mut asker);
    let handle = asker.solver.interrupt_handle();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        handle.interrupt();
    });
    assert_eq!(asker.ask(&[], goal), Answer::Unknown(Unknown::Interrupted));
    stopper.join().unwrap();
    let x = asker.int("x", Domain::at_least(1));
    let goal = above(&mut asker, x, 4);
    assert_eq!(asker.ask(&[], goal), Answer::Unknown(Unknown::Interrupted));
    asker.solver.resume();
    assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
}

#[test]
fn an_interruption_between_questions_leaves_no_trace() {
    let mut asker = Asker::with_options(without_caches());
    let [x, y] = ["x", "y"].map(|name| asker.int(name, Domain::ALL));
    for bound in 1..20 {
        asker.solver.interrupt_handle().interrupt();
        asker.solver.resume();
        let product = asker.terms.mul(x, y);
        let limit = asker.terms.int_const(bound * (bound + 1));
        let goal = asker.terms.eq(product, limit);
        let positive = above(&mut asker, x, 1);
        let goal = asker.terms.and(&[goal, positive]);
        assert!(matches!(asker.ask(&[], goal), Answer::Sat(_)));
    }
}

#[test]
fn the_same_questions_get_the_same_answers() {
    let run = || {
        let mut asker = Asker::with_options(without_native());
        let [x, y, z] = ["x", "y", "z"].map(|name| asker.int(name, Domain::ALL));
        let mut answers = Vec::new();
        for bound in 1..30 {
            let product = asker.terms.mul(x, y);
            let sum = asker.terms.add(product, z);
            let limit = asker.terms.int_const(bound * bound);
            let goal = asker.terms.eq(sum, limit);
            let positive = above(&mut asker, x, bound);
            let goal = asker.terms.and(&[goal, positive]);
            answers.push(asker.ask(&[], goal));
        }
        answers
    };
    assert_eq!(run(), run());
}

#[test]
fn the_library_is_the_expected_one() {
    assert!(
        pef_solve::z3_version().contains(pef_solve::EXPECTED_Z3),
        "{}",
        pef_solve::z3_version()
    );
}
