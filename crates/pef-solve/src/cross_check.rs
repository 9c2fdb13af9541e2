//! Checks an answer of the native solver against the others: a debugging mode, switched on by
//! [`Options::check_native`](crate::Options::check_native). A contradiction ends the program: there is no answer that
//! could be given, and no use in going on.

use std::time::Duration;

use pef_term::Terms;

use crate::Options;
use crate::budget::Budget;
use crate::tier::{Outcome, Query, Tier};
use crate::validate::satisfies;

/// For one check: a question that others find hard is left unchecked.
const CHECK_BUDGET: Duration = Duration::from_millis(300);

pub fn check_options(options: &Options) -> Options {
    Options {
        query_budget: options.query_budget.min(CHECK_BUDGET),
        ..options.clone()
    }
}

/// Asks the other solvers in turn, until one of them knows; panics if it knows better.
pub fn cross_check<'a>(
    terms: &Terms,
    query: &Query,
    budget: &Budget,
    native: &Outcome,
    others: impl Iterator<Item = &'a mut Box<dyn Tier>>,
) {
    let found = match native {
        Outcome::Sat(_) => true,
        Outcome::Unsat => false,
        Outcome::Pass | Outcome::Failed(_) | Outcome::GivenUp(_) => return,
    };
    for other in others {
        let exists = match other.solve(terms, query, budget) {
            Outcome::Sat(model) if satisfies(terms, query, &model) => true,
            Outcome::Unsat => false,
            Outcome::Sat(_) | Outcome::Pass | Outcome::Failed(_) | Outcome::GivenUp(_) => continue,
        };
        if exists != found {
            let constraints: Vec<String> = query
                .constraints
                .iter()
                .map(|&constraint| terms.display(constraint))
                .collect();
            panic!(
                "the native solver says {}, {:?} says {}: {constraints:#?}",
                word(found),
                other.kind(),
                word(exists)
            );
        }
        return;
    }
}

fn word(found: bool) -> &'static str {
    if found { "sat" } else { "unsat" }
}
