//! Fingerprints: a number for each term that another arena gives to the same term too.
//!
//! Ids say nothing outside of their arena, and with them goes the order in which canonical forms hold their operands,
//! and the sign of an `IsZero`. So a fingerprint must not depend on either. Sums and products are therefore
//! *computed*, in a prime field at a point given by the names of the variables: two polynomials that are equal have
//! equal values, and two that are not have different ones but with a chance of their degree in 2**61. Everything
//! else is hashed, commutative operators by a sum.
//!
//! Rejected: terms as text, which is as long as the term is without its sharing.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::node::{FloatBinary, FloatRelation, IntBinary, Node};
use crate::open_text::{OpenText, TextOperand, TextRelation};
use crate::{Integer, TermId, Terms};

/// A Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

/// The fingerprints of an arena's terms, found as they are asked for.
#[derive(Debug, Default)]
pub struct Fingerprints {
    /// By term.
    known: Vec<u64>,
}

impl Fingerprints {
    /// The fingerprint of a term. One table is for one arena.
    pub fn of(&mut self, terms: &Terms, term: TermId) -> u64 {
        // Operands come before what is made of them, so there is no recursion.
        for index in self.known.len()..=term.index() {
            let found = self.compute(terms, terms.node(TermId::from_index(index)));
            self.known.push(found);
        }
        self.known[term.index()]
    }

    fn get(&self, term: TermId) -> u64 {
        self.known[term.index()]
    }

    fn compute(&self, terms: &Terms, node: &Node) -> u64 {
        let ordered = |tag: &str, operands: &[TermId]| {
            let operands = operands.iter().map(|&operand| self.get(operand));
            operands.fold(hash(tag), mix)
        };
        let commutative = |tag: &str, operands: &[TermId]| {
            let tag = hash(tag);
            let operands = operands.iter().map(|&operand| mix(tag, self.get(operand)));
            mix(tag, operands.fold(0, add))
        };
        match node {
            Node::BoolConst(value) => hash(("bool", value)),
            Node::IntConst(value) => residue(value),
            Node::FloatConst(bits) => hash(("float", bits)),
            Node::Variable(variable) => {
                hash(("variable", terms.variable_info(*variable).name.as_str()))
            }
            Node::Not(operand) => ordered("not", &[*operand]),
            Node::And(operands) => commutative("and", operands),
            Node::Or(operands) => commutative("or", operands),
            Node::Iff(left, right) => commutative("iff", &[*left, *right]),
            Node::Ite(condition, then, otherwise) => {
                ordered("ite", &[*condition, *then, *otherwise])
            }
            Node::AtMostZero(operand) => ordered("at most zero", &[*operand]),
            // Which of a term and its negation stands here depends on the ids of its atoms.
            Node::IsZero(operand) => {
                let value = self.get(*operand);
                mix(hash("is zero"), multiply(value, value))
            }
            Node::Linear(linear) => {
                let terms = linear
                    .terms
                    .iter()
                    .map(|(factor, atom)| multiply(residue(factor), self.get(*atom)));
                terms.fold(residue(&linear.constant), add)
            }
            Node::Product(factors) => factors.iter().fold(1, |product, (factor, power)| {
                let value = self.get(*factor);
                (0..*power).fold(product, |product, _| multiply(product, value))
            }),
            Node::IntBinary(operator, left, right) => {
                let tag = format!("{operator:?}");
                match operator {
                    IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => {
                        commutative(&tag, &[*left, *right])
                    }
                    IntBinary::FloorDiv
                    | IntBinary::Mod
                    | IntBinary::Pow
                    | IntBinary::Shl
                    | IntBinary::Shr => ordered(&tag, &[*left, *right]),
                }
            }
            Node::BitLength(operand) => ordered("bit length", &[*operand]),
            Node::IntOfBool(operand) => ordered("int of bool", &[*operand]),
            Node::FloatUnary(operator, operand) => ordered(&format!("{operator:?}"), &[*operand]),
            Node::FloatBinary(operator, left, right) => {
                let tag = format!("float {operator:?}");
                match operator {
                    FloatBinary::Add | FloatBinary::Mul => commutative(&tag, &[*left, *right]),
                    FloatBinary::Sub
                    | FloatBinary::Div
                    | FloatBinary::FloorDiv
                    | FloatBinary::Mod
                    | FloatBinary::Pow => ordered(&tag, &[*left, *right]),
                }
            }
            Node::FloatRelation(relation, left, right) => {
                let tag = format!("float {relation:?}");
                match relation {
                    FloatRelation::Eq => commutative(&tag, &[*left, *right]),
                    FloatRelation::Lt | FloatRelation::Le => ordered(&tag, &[*left, *right]),
                }
            }
            Node::FloatTest(test, operand) => ordered(&format!("{test:?}"), &[*operand]),
            Node::FloatOfInt(operand) => ordered("float of int", &[*operand]),
            Node::IntQuotient(left, right) => ordered("quotient", &[*left, *right]),
            Node::IntOfFloat(rounding, operand) => ordered(&format!("{rounding:?}"), &[*operand]),
            Node::Apply(function, operands) => {
                ordered(&terms.function_info(*function).name, operands)
            }
            Node::TextRelation(relation, left, right) => {
                self.text_relation(terms, *relation, left, right)
            }
            Node::EveryCode(text, table) => {
                let codes = hash(&terms.table_info(*table).ranges);
                mix(mix(hash("every code"), self.open_text(terms, *text)), codes)
            }
            Node::Includes(list, element) => {
                let list = self.open_text(terms, *list);
                mix(mix(hash("includes"), list), self.get(*element))
            }
            Node::Element(family, index) => {
                let list = hash(("element", terms.family_info(*family).name.as_str()));
                mix(list, self.get(*index))
            }
        }
    }

    fn text_relation(
        &self,
        terms: &Terms,
        relation: TextRelation,
        left: &TextOperand,
        right: &TextOperand,
    ) -> u64 {
        let (one, two) = (self.text(terms, left), self.text(terms, right));
        let tag = hash(format!("text {relation:?}"));
        match relation {
            TextRelation::Equal => mix(tag, add(mix(tag, one), mix(tag, two))),
            TextRelation::Begins
            | TextRelation::Ends
            | TextRelation::Occurs
            | TextRelation::Less
            | TextRelation::AtMost => mix(mix(tag, one), two),
        }
    }

    fn text(&self, terms: &Terms, operand: &TextOperand) -> u64 {
        match operand {
            TextOperand::Open(text) => self.open_text(terms, *text),
            TextOperand::Fixed(codes) => {
                let codes = codes.iter().map(|&code| self.get(code));
                codes.fold(hash("codes"), mix)
            }
        }
    }

    fn open_text(&self, terms: &Terms, text: OpenText) -> u64 {
        let family = terms.family_info(text.family);
        let family = hash(("open text", family.name.as_str(), family.kind));
        mix(family, self.get(text.length))
    }
}

/// The hash of something, the same in every process of one build.
fn hash(value: impl std::hash::Hash) -> u64 {
    FxBuildHasher.hash_one(value) % PRIME
}

fn mix(one: u64, two: u64) -> u64 {
    hash((one, two))
}

fn add(one: u64, two: u64) -> u64 {
    (one + two) % PRIME
}

fn multiply(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    // Less than the prime, so it fits.
    (product % u128::from(PRIME)) as u64
}

fn residue(value: &Integer) -> u64 {
    let rest = value.modulo(&Integer::from(PRIME));
    rest.and_then(|rest| rest.to_i64())
        .map_or(0, |rest| rest as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, Sort};

    /// The same terms over variables that were met in the given order.
    fn fingerprints(order: [&str; 3]) -> Vec<u64> {
        let mut terms = Terms::new();
        for name in order {
            let variable = terms.variable(name, Sort::Int, Domain::ALL);
            terms.var(variable);
        }
        let [x, y, z] = ["x", "y", "z"].map(|name| {
            let variable = terms.variable(name, Sort::Int, Domain::ALL);
            terms.var(variable)
        });
        let difference = terms.sub(x, y);
        let product = terms.mul(difference, z);
        let three = terms.int_const(3);
        let remainder = terms.modulo(difference, three);
        let conditions = [
            terms.eq(x, y),
            terms.lt(x, y),
            terms.lt(y, x),
            terms.eq(product, three),
            terms.le(product, three),
            terms.le(three, product),
            terms.eq(remainder, z),
            terms.bit_and(x, y),
            terms.bit_or(x, y),
        ];
        let mut all = conditions.to_vec();
        all.push(terms.and(&conditions[..3]));
        all.push(terms.or(&conditions[3..5]));
        all.push(terms.iff(conditions[0], conditions[4]));
        let mut fingerprints = Fingerprints::default();
        all.into_iter()
            .map(|term| fingerprints.of(&terms, term))
            .collect()
    }

    #[test]
    fn they_do_not_depend_on_the_order_of_ids() {
        let expected = fingerprints(["x", "y", "z"]);
        for order in [["z", "y", "x"], ["y", "x", "z"], ["y", "z", "x"]] {
            assert_eq!(fingerprints(order), expected);
        }
    }

    #[test]
    fn different_terms_differ() {
        let mut all = fingerprints(["x", "y", "z"]);
        all.sort_unstable();
        all.dedup();
        // `x == y and x < y and y < x` is false, and so a constant of its own.
        assert_eq!(all.len(), 12);
    }
}
