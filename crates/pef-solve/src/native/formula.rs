//! The language of the native solver: Boolean combinations, without negation, of literals over integer variables.
//!
//! Every literal bounds a difference of two variables or a longer sum (a [`Row`]), or forbids it one value. A comparison
//! with a constant is a difference with [`Variable::ZERO`], a Boolean is an integer between 0 and 1, an equation two
//! bounds. Beside them there are sets of values of one variable ([`Domain`]), for tables of characters. So few shapes, because each of them has to be right in propagation, in search and in evaluation.
//!
//! All numbers are machine words within [`LIMIT`]; what does not fit is not translated. Arbitrary precision was rejected:
//! the questions that need it are rare, and Z3 answers them.

use std::rc::Rc;

use crate::native::domain::{Domain, Joined, gathered};

/// No bound, coefficient or value of a variable is larger. Small enough that the sum of two such numbers and a product
/// with a coefficient cannot overflow where they are computed.
pub const LIMIT: i64 = 1 << 60;

/// A variable of the native solver: one of the terms', or an auxiliary one that stands for a subterm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// Always 0.
    pub const ZERO: Variable = Variable(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sum that is not a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// (coefficient, variable), by increasing variable, without common divisor, the first coefficient positive.
pub type Row = Rc<[(i64, Variable)]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// `left - right <= bound`
    AtMost {
        left: Variable,
        right: Variable,
        bound: i64,
    },
    /// `left - right != value`; a comparison with a constant has `right` zero.
    Differs {
        left: Variable,
        right: Variable,
        value: i64,
    },
    RowAtMost {
        row: RowId,
        bound: i64,
    },
    RowAtLeast {
        row: RowId,
        bound: i64,
    },
    RowDiffers {
        row: RowId,
        value: i64,
    },
}

/// A formula in negation normal form: replacing any part of it by `True` gives a weaker one.
#[derive(Clone, Debug)]
pub enum Formula {
    True,
    False,
    Literal(Literal),
    /// The value of the variable is one of the set, which is not empty.
    Within(Variable, Rc<Domain>),
    All(Rc<[Formula]>),
    Any(Rc<[Formula]>),
}

impl Formula {
    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            Formula::True | Formula::False | Formula::Literal(_) | Formula::Within(..) => 1,
            Formula::All(parts) | Formula::Any(parts) => {
                1 + parts.iter().map(Formula::size).sum::<usize>()
            }
        }
    }

    pub fn all(parts: Vec<Formula>) -> Formula {
        let mut kept = Vec::with_capacity(parts.len());
        for part in gathered(parts, Joined::All) {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Formula::True,
            1 => kept.swap_remove(0),
            _ => Formula::All(kept.into()),
        }
    }

    pub fn any(parts: Vec<Formula>) -> Formula {
        let mut kept = Vec::with_capacity(parts.len());
        for part in gathered(parts, Joined::Any) {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Formula::False,
            1 => kept.swap_remove(0),
            _ => Formula::Any(kept.into()),
        }
    }
}

/// A constant and a weighted sum of variables, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub constant: i64,
    pub terms: Vec<(i64, Variable)>,
}

/// What an auxiliary variable stands for. Its operands are older variables, so values can be computed in order.
#[derive(Clone, Debug)]
pub enum Definition {
    /// `dividend // divisor`, for a positive divisor; the remainder is the next variable.
    Quotient { dividend: Sum, divisor: i64 },
    /// The remainder of the quotient before it.
    Remainder,
    /// One of two sums, as the condition says.
    Choice {
        condition: Formula,
        then: Sum,
        otherwise: Sum,
    },
    /// 1 if the condition holds, else 0.
    Truth { condition: Formula },
}

/// The values of all variables, by index.
pub struct Values<'a> {
    pub variables: &'a [i64],
    pub rows: &'a [Row],
}

impl Values<'_> {
    pub fn of(&self, variable: Variable) -> i64 {
        self.variables[variable.index()]
    }

    pub fn row(&self, row: RowId) -> i128 {
        self.rows[row.0 as usize]
            .iter()
            .map(|&(coefficient, variable)| i128::from(coefficient) * i128::from(self.of(variable)))
            .sum()
    }

    pub fn sum(&self, sum: &Sum) -> i128 {
        sum.terms.iter().fold(
            i128::from(sum.constant),
            |total, &(coefficient, variable)| {
                total + i128::from(coefficient) * i128::from(self.of(variable))
            },
        )
    }

    pub fn literal(&self, literal: Literal) -> bool {
        match literal {
            Literal::AtMost { left, right, bound } => self.of(left) - self.of(right) <= bound,
            Literal::Differs { left, right, value } => self.of(left) - self.of(right) != value,
            Literal::RowAtMost { row, bound } => self.row(row) <= i128::from(bound),
            Literal::RowAtLeast { row, bound } => self.row(row) >= i128::from(bound),
            Literal::RowDiffers { row, value } => self.row(row) != i128::from(value),
        }
    }

    pub fn formula(&self, formula: &Formula) -> bool {
        match formula {
            Formula::True => true,
            Formula::False => false,
            Formula::Literal(literal) => self.literal(*literal),
            Formula::Within(variable, domain) => domain.contains(self.of(*variable)),
            Formula::All(parts) => parts.iter().all(|part| self.formula(part)),
            Formula::Any(parts) => parts.iter().any(|part| self.formula(part)),
        }
    }

    /// How many literals have to change, at the least.
    pub fn distance(&self, formula: &Formula) -> usize {
        match formula {
            Formula::True => 0,
            Formula::False => usize::MAX / 2,
            Formula::Literal(_) | Formula::Within(..) => usize::from(!self.formula(formula)),
            Formula::All(parts) => parts.iter().fold(0, |sum: usize, part| {
                sum.saturating_add(self.distance(part))
            }),
            Formula::Any(parts) => parts
                .iter()
                .map(|part| self.distance(part))
                .min()
                .unwrap_or(usize::MAX / 2),
        }
    }
}
