//! That texts are ordered, whatever their lengths.
//!
//! Unrolled to any bound, two texts of open length may still agree up to it, so that a question like "neither equal nor
//! before nor behind" would be asked with larger and larger bounds. What follows from the order being total and
//! transitive is therefore seen here, from the comparisons that a question consists of.

use pef_term::{Node, TermId, Terms, TextOperand, TextRelation};

use crate::Question;

/// More texts than this are not related to each other.
const MOST_TEXTS: usize = 32;

/// How a text is known to stand to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Nothing,
    AtMost,
    Less,
}

/// What comparisons say of some texts.
#[derive(Default)]
struct Order<'a> {
    texts: Vec<&'a TextOperand>,
    /// A text and another one, by position, and how the first stands to the second.
    facts: Vec<(usize, usize, Known)>,
    different: Vec<(usize, usize)>,
}

/// Whether the comparisons of texts in a question cannot hold together.
pub fn contradicts_order(terms: &Terms, question: &Question) -> bool {
    let mut order = Order::default();
    for &condition in question.path {
        order.add(terms, condition, true);
    }
    order.add(terms, question.goal, true);
    order.has_contradiction(terms)
}

impl<'a> Order<'a> {
    fn add(&mut self, terms: &'a Terms, condition: TermId, holds: bool) {
        match terms.node(condition) {
            Node::Not(inner) => self.add(terms, *inner, !holds),
            Node::And(parts) if holds => {
                for &part in parts {
                    self.add(terms, part, true);
                }
            }
            Node::Or(parts) if !holds => {
                for &part in parts {
                    self.add(terms, part, false);
                }
            }
            Node::TextRelation(relation, one, two) => self.add_relation(*relation, one, two, holds),
            _ => {}
        }
    }

    fn add_relation(
        &mut self,
        relation: TextRelation,
        one: &'a TextOperand,
        two: &'a TextOperand,
        holds: bool,
    ) {
        let (Some(one), Some(two)) = (self.position(one), self.position(two)) else {
            return;
        };
        match (relation, holds) {
            (TextRelation::Equal, true) => {
                self.facts.push((one, two, Known::AtMost));
                self.facts.push((two, one, Known::AtMost));
            }
            (TextRelation::Equal, false) => self.different.push((one, two)),
            (TextRelation::Less, true) => self.facts.push((one, two, Known::Less)),
            // What a text begins with is not behind it.
            (TextRelation::Less, false) | (TextRelation::Begins, true) => {
                self.facts.push((two, one, Known::AtMost));
            }
            (TextRelation::AtMost, true) => self.facts.push((one, two, Known::AtMost)),
            (TextRelation::AtMost, false) => self.facts.push((two, one, Known::Less)),
            (TextRelation::Begins | TextRelation::Ends | TextRelation::Occurs, _) => {}
        }
    }

    fn position(&mut self, text: &'a TextOperand) -> Option<usize> {
        if let Some(position) = self.texts.iter().position(|known| *known == text) {
            return Some(position);
        }
        (self.texts.len() < MOST_TEXTS).then(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }

    fn has_contradiction(&mut self, terms: &Terms) -> bool {
        self.add_constants(terms);
        let count = self.texts.len();
        let mut known = vec![vec![Known::Nothing; count]; count];
        for &(one, two, fact) in &self.facts {
            known[one][two] = known[one][two].max(fact);
        }
        for between in 0..count {
            for one in 0..count {
                for two in 0..count {
                    let (first, second) = (known[one][between], known[between][two]);
                    if first.min(second) > Known::Nothing {
                        known[one][two] = known[one][two].max(first.max(second));
                    }
                }
            }
        }
        (0..count).any(|text| known[text][text] == Known::Less)
            || self.different.iter().any(|&(one, two)| {
                one == two || known[one][two].min(known[two][one]) > Known::Nothing
            })
    }

    /// How those texts stand to each other that are constants.
    fn add_constants(&mut self, terms: &Terms) {
        let constants: Vec<(usize, Vec<i64>)> = self
            .texts
            .iter()
            .enumerate()
            .filter_map(|(position, text)| Some((position, constant(terms, text)?)))
            .collect();
        for (one, codes) in &constants {
            for (two, others) in &constants {
                if codes < others {
                    self.facts.push((*one, *two, Known::Less));
                }
            }
        }
    }
}

fn constant(terms: &Terms, text: &TextOperand) -> Option<Vec<i64>> {
    match text {
        TextOperand::Open(_) => None,
        TextOperand::Fixed(codes) => codes
            .iter()
            .map(|&code| terms.as_const(code)?.as_int()?.to_i64())
            .collect(),
    }
}
