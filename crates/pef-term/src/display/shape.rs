//! Recognises the conditionals that `abs`, `min` and `max` were turned into.

use crate::build::Sum;
use crate::node::Node;
use crate::{Integer, Sort, TermId, Terms};

pub(super) struct Shape {
    pub(super) function: &'static str,
    pub(super) arguments: Vec<TermId>,
}

impl Terms {
    pub(super) fn shape(
        &self,
        condition: TermId,
        then: TermId,
        otherwise: TermId,
    ) -> Option<Shape> {
        if self.sort(then) != Sort::Int {
            return None;
        }
        let Node::AtMostZero(bounded) = self.node(condition) else {
            return None;
        };
        let bounded = self.sum_of(*bounded);
        let (first, second) = (self.sum_of(then), self.sum_of(otherwise));
        let zero = Sum {
            constant: Integer::ZERO,
            terms: Vec::new(),
        };
        // -x if x + 1 <= 0 else x
        let is_absolute = Sum::difference(&zero, &first) == second && {
            let mut successor = second.clone();
            successor.constant = &successor.constant + &Integer::ONE;
            successor == bounded
        };
        if is_absolute {
            return Some(Shape {
                function: "abs",
                arguments: vec![otherwise],
            });
        }
        let function = if Sum::difference(&first, &second) == bounded {
            "min"
        } else if Sum::difference(&second, &first) == bounded {
            "max"
        } else {
            return None;
        };
        Some(Shape {
            function,
            arguments: vec![then, otherwise],
        })
    }
}
