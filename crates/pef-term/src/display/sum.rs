//! Sums as one writes them: a positive summand first where there is one, differences instead of negative
//! summands, the constant last.

use crate::build::Sum;
use crate::display::{Binding, Printer, Text};
use crate::node::Node;
use crate::{Integer, TermId};

impl Printer<'_> {
    pub(super) fn sum(&mut self, sum: &Sum) -> Text {
        let mut summands: Vec<(Integer, Option<TermId>)> = sum
            .terms
            .iter()
            .map(|(coefficient, atom)| (coefficient.clone(), Some(*atom)))
            .collect();
        if !sum.constant.is_zero() || summands.is_empty() {
            summands.push((sum.constant.clone(), None));
        }
        if let Some(position) = summands.iter().position(|(value, _)| value.is_positive()) {
            // Rotating keeps the others in order: `-x + y + z` becomes `y - x + z`.
            summands[..=position].rotate_right(1);
        }
        let mut summands = summands.into_iter();
        let (coefficient, atom) = summands.next().expect("a sum has a summand");
        let mut result = self.summand(&coefficient, atom);
        for (coefficient, atom) in summands {
            let sign = if coefficient.is_negative() { '-' } else { '+' };
            let summand = self.summand(&coefficient.abs(), atom);
            result = Text::new(
                format!(
                    "{} {sign} {}",
                    result.at_least(Binding::Sum),
                    summand.at_least(Binding::Product)
                ),
                Binding::Sum,
            );
        }
        result
    }

    fn summand(&mut self, coefficient: &Integer, atom: Option<TermId>) -> Text {
        let Some(atom) = atom else {
            let binding = if coefficient.is_negative() {
                Binding::Sign
            } else {
                Binding::Atom
            };
            return Text::new(coefficient.to_string(), binding);
        };
        let printed = self.print(atom);
        if coefficient.is_one() {
            return printed;
        }
        // `2 * (a * b)` is `2 * a * b`, and `-(a * b)` is `-a * b`, because multiplication associates; with `//` or
        // `%` in place of `*` neither would be true.
        let binding = if matches!(self.terms.node(atom), Node::Product(_)) {
            Binding::Product
        } else {
            Binding::Sign
        };
        let operand = printed.at_least(binding);
        if *coefficient == Integer::MINUS_ONE {
            Text::new(format!("-{operand}"), binding)
        } else {
            Text::new(format!("{coefficient} * {operand}"), Binding::Product)
        }
    }
}
