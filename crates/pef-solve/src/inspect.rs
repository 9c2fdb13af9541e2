//! What a constraint is made of: which theories it needs and which of its subterms those theories do not know.
//! Found out once for each constraint and kept, because the same constraint is part of many questions.

use std::rc::Rc;

use pef_term::{IntBinary, Node, TermId, Terms};
use rustc_hash::FxHashSet;

/// The theories that a formula needs beyond linear integers and Booleans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u8);

impl Features {
    /// Products, powers, division by a variable, bit operations of variables.
    pub const NONLINEAR: Features = Features(1);
    /// Bit operations with constants: linear, but with a case for each group of bits, which bit-vectors do better.
    pub const MASKS: Features = Features(2);
    pub const FLOATS: Features = Features(4);
    /// Uninterpreted functions.
    pub const FUNCTIONS: Features = Features(8);

    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Is any of these needed?
    pub fn any_of(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

#[derive(Debug)]
pub struct Inspection {
    pub features: Features,
    /// Integer subterms outside of linear arithmetic, by id.
    pub nonlinear: Vec<TermId>,
    /// Applications of uninterpreted functions, by id.
    pub applications: Vec<TermId>,
    /// How many different subterms there are.
    pub size: usize,
}

/// Inspections of all constraints seen, by term.
#[derive(Debug, Default)]
pub struct Inspector {
    known: Vec<Option<Rc<Inspection>>>,
}

impl Inspector {
    pub fn inspect(&mut self, terms: &Terms, constraint: TermId) -> Rc<Inspection> {
        if self.known.len() <= constraint.index() {
            self.known.resize(terms.len(), None);
        }
        self.known[constraint.index()]
            .get_or_insert_with(|| Rc::new(inspect(terms, constraint)))
            .clone()
    }
}

fn inspect(terms: &Terms, constraint: TermId) -> Inspection {
    let mut features = Features::default();
    let mut nonlinear = Vec::new();
    let mut applications = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![constraint];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = terms.node(term);
        if is_nonlinear(terms, node) {
            features = features.union(Features::NONLINEAR);
            nonlinear.push(term);
        }
        match node {
            Node::IntBinary(IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor, ..) => {
                features = features.union(Features::MASKS);
            }
            Node::Apply(..) => {
                features = features.union(Features::FUNCTIONS);
                applications.push(term);
            }
            Node::FloatConst(_)
            | Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..) => features = features.union(Features::FLOATS),
            _ => {}
        }
        node.operands(|operand| pending.push(operand));
    }
    nonlinear.sort_unstable();
    applications.sort_unstable();
    Inspection {
        features,
        nonlinear,
        applications,
        size: seen.len(),
    }
}

/// Is this operator, applied to these operands, outside of linear integer arithmetic? Must agree with what
/// `z3/integers.rs` encodes exactly.
pub fn is_nonlinear(terms: &Terms, node: &Node) -> bool {
    match node {
        Node::Product(_) | Node::BitLength(_) => true,
        Node::IntBinary(operator, left, right) => match operator {
            IntBinary::FloorDiv | IntBinary::Mod => terms
                .as_int_const(*right)
                .is_none_or(|divisor| !divisor.is_positive()),
            IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor => {
                let constant = terms.as_int_const(*left).or(terms.as_int_const(*right));
                constant.is_none_or(|mask| crate::z3::mask_runs(mask).is_none())
            }
            IntBinary::Pow | IntBinary::Shl | IntBinary::Shr => true,
        },
        _ => false,
    }
}
