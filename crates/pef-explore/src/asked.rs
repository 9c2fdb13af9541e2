//! Which questions have been asked, and which paths were taken: for runs that stray from the path they were made for.
//!
//! Without such runs nobody needs this: the bound of an entry says what is left to ask (see [`crate::Entry`]). A run that
//! strayed may come to where another one has been or will be, and what follows is then asked about by whoever is there
//! first. What is remembered are hashes; two that are equal by chance would hide a question, so they are looked at only
//! when the verdict cannot be `Verified` any more.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::decision::{Choice, Decision};

/// More is not remembered; runs that stray are then left where they are.
const MOST: usize = 2_000_000;

/// Questions and paths, by their hashes.
#[derive(Debug, Default)]
pub(crate) struct Asked(FxHashSet<u64>);

/// The decisions before a point of a trace, as a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beginning(u64);

impl Beginning {
    pub(crate) fn of(decisions: &[Decision]) -> Self {
        decisions.iter().fold(Self::default(), Self::then)
    }

    pub(crate) fn then(self, decision: &Decision) -> Self {
        Self(FxBuildHasher.hash_one((self.0, decision)))
    }
}

impl Asked {
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Remembers that the other sides of a decision are asked about; false where they were before.
    pub(crate) fn is_new_question(&mut self, before: Beginning, decision: &Decision) -> bool {
        let subject = match decision.choice {
            Choice::Branch { condition, .. } | Choice::Assumed { condition, .. } => (0, condition),
            Choice::Obligation { condition, .. } => (1, condition),
            Choice::Value { term, .. } => (2, term),
        };
        self.insert(FxBuildHasher.hash_one((before.0, decision.site, subject)))
    }

    /// Remembers that a path was taken; false where it was before.
    pub(crate) fn is_new_path(&mut self, trace: &[Decision]) -> bool {
        self.insert(FxBuildHasher.hash_one((Beginning::of(trace).0, trace.len())))
    }

    fn insert(&mut self, hash: u64) -> bool {
        if self.is_full() {
            return !self.0.contains(&hash);
        }
        self.0.insert(hash)
    }
}
