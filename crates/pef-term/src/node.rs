//! [`Node`]: what a term is made of, the canonical forms, and how to add an operator.
//!
//! # Canonical forms
//!
//! Two terms that the constructors can see to be equal are the same term. The rules, kept by the constructors
//! in `build/` and relied on by everything else:
//!
//! - No operator has only constant operands, unless its value there is undefined (`1 // 0`) or too large.
//! - **Integers** are sums: a [`Linear`] is a constant plus coefficient·atom, atoms by increasing id, no zero
//!   coefficient, at least one atom, and never just `1·atom + 0`. An atom is any integer term but a constant
//!   or another `Linear`. There is no negation, subtraction or inversion: `~x` is `-1·x - 1`.
//! - A `Product` is a list of (factor, power) by increasing id, at least two factors counted with powers, without
//!   constants; a factor that is a `Linear` has been divided by the greatest common divisor of its numbers and
//!   starts with a positive coefficient; what was divided out is a coefficient around the product.
//!   `x ** 3` is such a product too; `Pow` is left for exponents that are not small constants.
//! - `FloorDiv` and `Mod` by a constant have a positive divisor; multiples of it have been taken out of the
//!   dividend; shifts by a constant are products and `FloorDiv`s, masks `2**k - 1` are `Mod`s.
//! - Commutative bit operators have their operands by increasing id. Two operands that share one, or of which one is
//!   the other's inverse, have been put together (`a ^ (a ^ b)`, `a & (a | b)`, `a & ~a`); an inverse is not below
//!   `^`, and not on both sides of `&` or `|`.
//! - **Comparisons** of integers are `AtMostZero(t)` (`t <= 0`) and `IsZero(t)`, where `t`'s coefficients have
//!   no common divisor, and for `IsZero` the first one is positive. `Not(AtMostZero(t))` does not exist, it
//!   is `AtMostZero(1 - t)`. Comparisons that the intervals of the operands decide are constants.
//! - **Booleans**: `And`/`Or` are flat, sorted, without duplicates, with at least two operands, none of them
//!   constant or the negation of another; no double negation; `Iff` has its operands by id and no `Not` below;
//!   an `Ite` has a condition that is not a `Not` and different branches; a Boolean `Ite` has no constant branch.
//! - **Open texts**: a `TextRelation` has an open operand without which there would be a formula over codes, and
//!   its operands differ.
//! - **Open lists**: an `Element` has no constant index, unless it is none of a list.
//! - **Floats** are only folded where IEEE 754 allows it for every operand, NaN and -0.0 included.
//!
//! # How to add an operator
//!
//! 1. Add a variant here (to one of the operator enums where it fits), to [`Node::operands`], and its
//!    interval, if it gives an integer, in `terms.rs`.
//! 2. Say what it computes in `semantics.rs`; that one function serves evaluation and constant folding.
//! 3. Add its constructor, with whatever simplifies, to the file of its family in `build/`.
//! 4. Add how it is printed to `display/` and how it is translated to `pef-solve`'s `z3` folder; the matches are
//!    exhaustive, so the compiler names the places. Add it to the generator in `tests/agreement.rs`.

use crate::open_text::{OpenText, TextOperand, TextRelation};
use crate::{Elementary, FamilyId, FunctionId, Integer, TableId, TermId, VariableId};

/// A constant plus a weighted sum of atoms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    pub constant: Integer,
    /// (coefficient, atom), by increasing atom.
    pub terms: Box<[(Integer, TermId)]>,
}

/// Integer operators that are not sums, products or comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntBinary {
    /// Rounds down; undefined for divisor 0.
    FloorDiv,
    /// Has the divisor's sign; undefined for divisor 0.
    Mod,
    /// Undefined for a negative exponent.
    Pow,
    /// Undefined for a negative distance.
    Shl,
    /// Undefined for a negative distance.
    Shr,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatUnary {
    Neg,
    Abs,
    /// Undefined below zero, where `math.sqrt` raises.
    Sqrt,
    /// `round(x, digits)`; an infinity where that overflows.
    RoundTo(i16),
    Elementary(Elementary),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    /// Undefined for divisor 0.0.
    Div,
    /// `CPython`'s `//`; undefined for divisor 0.0.
    FloorDiv,
    /// `CPython`'s `%`; undefined for divisor 0.0.
    Mod,
    /// C's `pow`; undefined where `**` raises `ZeroDivisionError` or gives a complex number. Where Python raises
    /// `OverflowError` it is an infinity, so that the condition for that can be written.
    Pow,
}

/// What can be asked of one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatTest {
    IsNan,
    /// `x.is_integer()`: finite, without a fraction.
    IsIntegral,
    /// The sign is minus, as of -0.0. Undefined for NaN, whose sign is not modelled.
    IsNegative,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatRelation {
    Eq,
    Lt,
    Le,
}

/// How a float becomes an integer. All are undefined for NaN and infinities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// `int(x)`
    Truncate,
    /// `math.floor(x)`
    Floor,
    /// `math.ceil(x)`
    Ceil,
    /// `round(x)`
    HalfEven,
}

/// A term's operator and operands. See the module's documentation for the canonical forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    BoolConst(bool),
    IntConst(Integer),
    /// By bits, so that terms can be compared and hashed; there is one NaN.
    FloatConst(u64),
    Variable(VariableId),

    Not(TermId),
    And(Box<[TermId]>),
    Or(Box<[TermId]>),
    /// Two Booleans are equal.
    Iff(TermId, TermId),
    /// Condition, then, else; the branches have one sort.
    Ite(TermId, TermId, TermId),

    /// `t <= 0`
    AtMostZero(TermId),
    /// `t == 0`
    IsZero(TermId),

    Linear(Linear),
    /// (factor, power)
    Product(Box<[(TermId, u32)]>),
    IntBinary(IntBinary, TermId, TermId),
    BitLength(TermId),
    /// 1 if the Boolean holds, else 0.
    IntOfBool(TermId),

    FloatUnary(FloatUnary, TermId),
    FloatBinary(FloatBinary, TermId, TermId),
    FloatRelation(FloatRelation, TermId, TermId),
    FloatTest(FloatTest, TermId),
    /// `CPython`'s `float(int)`; undefined where that overflows.
    FloatOfInt(TermId),
    /// `CPython`'s `int / int`, rounded once; undefined for divisor 0 and where that overflows.
    IntQuotient(TermId, TermId),
    IntOfFloat(Rounding, TermId),

    /// An uninterpreted function. Its value is known where it was observed.
    Apply(FunctionId, Box<[TermId]>),

    /// Of texts with so much open that no formula over their codes says it; see `open_text.rs`.
    TextRelation(TextRelation, TextOperand, TextOperand),
    /// Every code of an open text is in a table.
    EveryCode(OpenText, TableId),
    /// The element of an open list at an index from the front; see `open_list.rs`.
    Element(FamilyId, TermId),
    /// An integer is among the elements of an open list.
    Includes(OpenText, TermId),
}

impl Node {
    /// Calls `visit` with each operand, in order.
    pub fn operands(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Node::BoolConst(_) | Node::IntConst(_) | Node::FloatConst(_) | Node::Variable(_) => {}
            Node::Not(operand)
            | Node::AtMostZero(operand)
            | Node::IsZero(operand)
            | Node::BitLength(operand)
            | Node::IntOfBool(operand)
            | Node::FloatUnary(_, operand)
            | Node::FloatTest(_, operand)
            | Node::FloatOfInt(operand)
            | Node::IntOfFloat(_, operand)
            | Node::Element(_, operand) => visit(*operand),
            Node::Iff(left, right)
            | Node::IntBinary(_, left, right)
            | Node::IntQuotient(left, right)
            | Node::FloatBinary(_, left, right)
            | Node::FloatRelation(_, left, right) => {
                visit(*left);
                visit(*right);
            }
            Node::Ite(condition, then, otherwise) => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
            Node::And(operands) | Node::Or(operands) | Node::Apply(_, operands) => {
                operands.iter().copied().for_each(visit);
            }
            Node::Linear(linear) => linear.terms.iter().for_each(|(_, atom)| visit(*atom)),
            Node::TextRelation(_, left, right) => {
                for operand in [left, right] {
                    match operand {
                        TextOperand::Open(text) => visit(text.length),
                        TextOperand::Fixed(codes) => codes.iter().copied().for_each(&mut visit),
                    }
                }
            }
            Node::EveryCode(text, _) => visit(text.length),
            Node::Includes(list, element) => {
                visit(list.length);
                visit(*element);
            }
            Node::Product(factors) => factors.iter().for_each(|(factor, _)| visit(*factor)),
        }
    }
}
