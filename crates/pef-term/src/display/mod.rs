//! Printing terms as Python with no more parentheses than Python needs.
//!
//! The text is valid Python over the variables' names and has the term's value. Printing is what a person
//! sees of a condition, so sums are put back on the side of a comparison where one would write them
//! (`comparison.rs`), and `abs`, `min` and `max` are recognised (`shape.rs`). Terms are graphs, and their text can be
//! exponentially longer than they are; what is too deep or too long is printed as `...`.

mod comparison;
mod essential;
mod overflow;
mod shape;
mod sum;
mod text;

use crate::node::{FloatBinary, FloatRelation, FloatTest, FloatUnary, IntBinary, Node, Rounding};
use crate::terms::UNPRINTED;
use crate::{FamilyId, TermId, Terms};

/// Subterms nested deeper than this are printed as `...`.
const DEEPEST: u32 = 64;
/// After this many operators the rest is printed as `...`.
const LONGEST: u32 = 4096;

/// How tightly an expression binds, loosest first, after the table in Python's reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Conditional,
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

/// A piece of Python and how tightly it binds.
struct Text {
    text: String,
    binding: Binding,
}

impl Text {
    fn new(text: impl Into<String>, binding: Binding) -> Self {
        Self {
            text: text.into(),
            binding,
        }
    }

    fn atom(text: impl Into<String>) -> Self {
        Self::new(text, Binding::Atom)
    }

    /// The text, in parentheses if it binds less tightly than asked for.
    fn at_least(self, binding: Binding) -> String {
        if self.binding < binding {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

impl Terms {
    /// The term as Python.
    pub fn display(&self, term: TermId) -> String {
        Printer {
            terms: self,
            depth: 0,
            printed: 0,
        }
        .print(term)
        .text
        .replace(UNPRINTED, "")
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    depth: u32,
    printed: u32,
}

impl Printer<'_> {
    fn print(&mut self, term: TermId) -> Text {
        self.printed += 1;
        if self.depth >= DEEPEST || self.printed > LONGEST {
            return Text::atom("...");
        }
        self.depth += 1;
        let text = self.print_node(term);
        self.depth -= 1;
        text
    }

    fn print_node(&mut self, term: TermId) -> Text {
        let terms = self.terms;
        if let Some(alias) = terms.aliases.get(&term) {
            return Text::atom(&**alias);
        }
        match terms.node(term) {
            Node::BoolConst(true) => Text::atom("True"),
            Node::BoolConst(false) => Text::atom("False"),
            Node::IntConst(value) if value.is_negative() => {
                Text::new(value.to_string(), Binding::Sign)
            }
            Node::IntConst(value) => Text::atom(value.to_string()),
            Node::FloatConst(bits) => float_text(f64::from_bits(*bits)),
            Node::Variable(variable) => Text::atom(terms.variable_info(*variable).name.as_str()),
            Node::Not(operand) => self.negation(*operand),
            Node::And(operands) => self.conjunction(operands),
            Node::Or(operands) => self.junction(operands, " or ", Binding::Or),
            Node::Iff(left, right) => self.infix(*left, "==", *right, Binding::Comparison),
            Node::Ite(condition, then, otherwise) => {
                self.conditional(*condition, *then, *otherwise)
            }
            Node::AtMostZero(operand) => match self.character_bound(term) {
                Some(text) => text,
                None => self.at_most_zero(*operand),
            },
            Node::IsZero(operand) => self.is_zero(*operand, "=="),
            Node::Linear(_) => self.sum(&terms.sum_of(term)),
            Node::Product(factors) => self.product(factors),
            Node::IntBinary(operator, left, right) => self.int_binary(*operator, *left, *right),
            Node::BitLength(operand) => {
                let operand = self.print(*operand).at_least(Binding::Atom);
                Text::atom(format!("{operand}.bit_length()"))
            }
            Node::IntOfBool(operand) => self.call("int", &[*operand]),
            Node::FloatUnary(FloatUnary::Neg, operand) => {
                let operand = self.print(*operand).at_least(Binding::Sign);
                Text::new(format!("-{operand}"), Binding::Sign)
            }
            Node::FloatUnary(FloatUnary::Abs, operand) => self.call("abs", &[*operand]),
            Node::FloatUnary(FloatUnary::Sqrt, operand) => self.call("math.sqrt", &[*operand]),
            Node::FloatUnary(FloatUnary::RoundTo(digits), operand) => {
                let operand = self.print(*operand).text;
                Text::atom(format!("round({operand}, {digits})"))
            }
            Node::FloatUnary(FloatUnary::Elementary(function), operand) => {
                self.call(&format!("math.{}", function.name()), &[*operand])
            }
            Node::FloatBinary(operator, left, right) => {
                let (symbol, binding) = match operator {
                    FloatBinary::Add => ("+", Binding::Sum),
                    FloatBinary::Sub => ("-", Binding::Sum),
                    FloatBinary::Mul => ("*", Binding::Product),
                    FloatBinary::Div => ("/", Binding::Product),
                    FloatBinary::FloorDiv => ("//", Binding::Product),
                    FloatBinary::Mod => ("%", Binding::Product),
                    FloatBinary::Pow => return self.power(*left, *right),
                };
                self.infix(*left, symbol, *right, binding)
            }
            Node::IntQuotient(left, right) => self.infix(*left, "/", *right, Binding::Product),
            Node::FloatRelation(relation, left, right) => {
                let symbol = match relation {
                    FloatRelation::Eq => match self.overflow(*left, *right) {
                        Some(text) => return text,
                        None => "==",
                    },
                    FloatRelation::Lt => "<",
                    FloatRelation::Le => "<=",
                };
                self.infix(*left, symbol, *right, Binding::Comparison)
            }
            Node::FloatTest(test, operand) => self.float_test(*test, *operand),
            Node::FloatOfInt(operand) => self.call("float", &[*operand]),
            Node::IntOfFloat(rounding, operand) => {
                let function = match rounding {
                    Rounding::Truncate => "int",
                    Rounding::Floor => "math.floor",
                    Rounding::Ceil => "math.ceil",
                    Rounding::HalfEven => "round",
                };
                self.call(function, &[*operand])
            }
            Node::TextRelation(relation, left, right) => self.text_relation(*relation, left, right),
            Node::EveryCode(text, table) => {
                let name = &terms.family_info(text.family).name;
                let label = &terms.table_info(*table).label;
                Text::atom(format!("all({label} for c in {name})"))
            }
            Node::Includes(list, element) => self.membership(list.family, "in", *element),
            Node::Element(family, index) => {
                let index = self.print(*index).text;
                let name = &terms.family_info(*family).name;
                Text::atom(format!("{name}[{index}]"))
            }
            Node::Apply(function, arguments) => {
                let name = terms.function_info(*function).name.as_str();
                self.call(name, arguments)
            }
        }
    }

    fn membership(&mut self, list: FamilyId, symbol: &str, element: TermId) -> Text {
        let element = self.print(element).at_least(Binding::BitOr);
        let name = &self.terms.family_info(list).name;
        Text::new(format!("{element} {symbol} {name}"), Binding::Comparison)
    }

    fn call(&mut self, function: &str, arguments: &[TermId]) -> Text {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| self.print(*argument).text)
            .collect();
        Text::atom(format!("{function}({})", arguments.join(", ")))
    }

    /// A left-associative operator, or a comparison, which does not associate at all.
    fn infix(&mut self, left: TermId, symbol: &str, right: TermId, binding: Binding) -> Text {
        let tighter = match binding {
            Binding::Comparison => Binding::BitOr,
            Binding::BitOr => Binding::BitXor,
            Binding::BitXor => Binding::BitAnd,
            Binding::BitAnd => Binding::Shift,
            Binding::Shift => Binding::Sum,
            Binding::Sum => Binding::Product,
            _ => Binding::Sign,
        };
        let left_binding = if binding == Binding::Comparison {
            tighter
        } else {
            binding
        };
        let left = self.print(left).at_least(left_binding);
        let right = self.print(right).at_least(tighter);
        Text::new(format!("{left} {symbol} {right}"), binding)
    }

    /// Operands in an order that Python can evaluate: what is said of a length goes before what is said of elements,
    /// which there are only up to that length.
    fn guarded(&self, operands: &[TermId]) -> Vec<TermId> {
        let mut ordered = operands.to_vec();
        ordered.sort_by_cached_key(|&operand| {
            let variables = self.terms.variables(operand).iter();
            variables
                .map(|&variable| self.terms.variable_info(variable).name.matches('[').count())
                .max()
        });
        ordered
    }

    fn junction(&mut self, operands: &[TermId], separator: &str, binding: Binding) -> Text {
        let operands: Vec<String> = self
            .guarded(operands)
            .iter()
            .map(|operand| self.print(*operand).at_least(binding))
            .collect();
        Text::new(operands.join(separator), binding)
    }

    fn conjunction(&mut self, operands: &[TermId]) -> Text {
        if let Some(text) = self.text_conjunction(operands) {
            return text;
        }
        let mut texts = Vec::new();
        let ordered = self.guarded(operands);
        let mut rest = ordered.as_slice();
        while let [first, others @ ..] = rest {
            rest = others;
            if let [second, after @ ..] = rest
                && let Some(range) = self.character_range(*first, *second)
            {
                rest = after;
                texts.push(range);
            } else {
                texts.push(self.print(*first));
            }
        }
        if texts.len() == 1 {
            return texts.remove(0);
        }
        let texts: Vec<String> = texts
            .into_iter()
            .map(|text| text.at_least(Binding::And))
            .collect();
        Text::new(texts.join(" and "), Binding::And)
    }

    fn negation(&mut self, operand: TermId) -> Text {
        if let Node::And(operands) = self.terms.node(operand)
            && let Some(text) = self.text_difference(operands)
        {
            return text;
        }
        match self.terms.node(operand) {
            Node::IsZero(sum) if !self.terms.has_alias(operand) => self.is_zero(*sum, "!="),
            Node::FloatRelation(FloatRelation::Eq, left, right) => {
                match self.overflow(*left, *right) {
                    // What is no number has no bound.
                    Some(text) => Text::new(format!("not {}", text.text), Binding::Not),
                    None => self.infix(*left, "!=", *right, Binding::Comparison),
                }
            }
            Node::Iff(left, right) => self.infix(*left, "!=", *right, Binding::Comparison),
            Node::Includes(list, element) if !self.terms.has_alias(operand) => {
                self.membership(list.family, "not in", *element)
            }
            Node::TextRelation(relation, left, right) if !self.terms.has_alias(operand) => {
                self.no_text_relation(*relation, left, right)
            }
            _ => {
                let operand = self.print(operand).at_least(Binding::Not);
                Text::new(format!("not {operand}"), Binding::Not)
            }
        }
    }

    fn conditional(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> Text {
        if let Some(shape) = self.terms.shape(condition, then, otherwise) {
            return self.call(shape.function, &shape.arguments);
        }
        let then = self.print(then).at_least(Binding::Or);
        let condition = self.print(condition).at_least(Binding::Or);
        let otherwise = self.print(otherwise).text;
        Text::new(
            format!("{then} if {condition} else {otherwise}"),
            Binding::Conditional,
        )
    }

    fn product(&mut self, factors: &[(TermId, u32)]) -> Text {
        let mut pieces = Vec::new();
        for &(factor, power) in factors {
            let printed = self.print(factor);
            // A power is one piece; a factor that is itself `a // b` must not swallow what is left of it.
            if power <= 2 {
                let text = printed.at_least(Binding::Sign);
                pieces.extend(std::iter::repeat_n(text, power as usize));
            } else {
                pieces.push(format!("{} ** {power}", printed.at_least(Binding::Atom)));
            }
        }
        let binding = if pieces.len() == 1 {
            Binding::Power
        } else {
            Binding::Product
        };
        Text::new(pieces.join(" * "), binding)
    }

    fn int_binary(&mut self, operator: IntBinary, left: TermId, right: TermId) -> Text {
        // The order of commutative operands is by id; constants read better on the right.
        let (first, second) = if self.terms.as_int_const(left).is_some() {
            (right, left)
        } else {
            (left, right)
        };
        match operator {
            IntBinary::FloorDiv => self.infix(left, "//", right, Binding::Product),
            IntBinary::Mod => self.infix(left, "%", right, Binding::Product),
            IntBinary::Shl => self.infix(left, "<<", right, Binding::Shift),
            IntBinary::Shr => self.infix(left, ">>", right, Binding::Shift),
            IntBinary::BitAnd => self.infix(first, "&", second, Binding::BitAnd),
            IntBinary::BitOr => self.infix(first, "|", second, Binding::BitOr),
            IntBinary::BitXor => self.infix(first, "^", second, Binding::BitXor),
            IntBinary::Pow => self.power(left, right),
        }
    }

    fn power(&mut self, base: TermId, exponent: TermId) -> Text {
        let base = self.print(base).at_least(Binding::Atom);
        let exponent = self.print(exponent).at_least(Binding::Sign);
        Text::new(format!("{base} ** {exponent}"), Binding::Power)
    }

    fn float_test(&mut self, test: FloatTest, operand: TermId) -> Text {
        match test {
            FloatTest::IsNan => self.call("math.isnan", &[operand]),
            FloatTest::IsIntegral => {
                let operand = self.print(operand).at_least(Binding::Atom);
                Text::atom(format!("{operand}.is_integer()"))
            }
            FloatTest::IsNegative => {
                let operand = self.print(operand).text;
                Text::new(
                    format!("math.copysign(1.0, {operand}) < 0.0"),
                    Binding::Comparison,
                )
            }
        }
    }
}

fn float_text(value: f64) -> Text {
    if value.is_nan() {
        Text::atom("float('nan')")
    } else if value.is_infinite() {
        Text::atom(format!(
            "float('{}inf')",
            if value < 0.0 { "-" } else { "" }
        ))
    } else if value.is_sign_negative() {
        Text::new(format!("{value:?}"), Binding::Sign)
    } else {
        Text::atom(format!("{value:?}"))
    }
}
