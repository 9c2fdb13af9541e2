//! Conditions on characters as one writes them: `s[0] == 'a'`, `'0' <= s[0] <= '9'`, `s == 'admin'`.
//!
//! The code at a position of a text is a variable called `ord(s[0])`, and the length one called `len(s)`. Comparing
//! one-character strings compares their codes, so the printed condition says the same.

use crate::display::{Binding, Printer, Text};
use crate::node::Node;
use crate::{FamilyKind, Integer, TermId, Terms, TextOperand, TextRelation};

/// A bound that an operand sets to the code of one character.
enum Bound {
    AtLeast(u32),
    AtMost(u32),
}

/// What an operand says about a length.
enum Length {
    Exactly(usize),
    AtLeast(usize),
}

/// A text that is a word, or begins with it.
struct WholeText<'terms> {
    name: &'terms str,
    /// The word, as a literal.
    literal: String,
    exact: bool,
}

impl Terms {
    /// The character whose code a term is: `s[0]` for the variable `ord(s[0])`.
    pub fn character(&self, term: TermId) -> Option<&str> {
        let Node::Variable(variable) = self.node(term) else {
            return None;
        };
        let info = self.variable_info(*variable);
        info.is_character
            .then(|| info.name.strip_prefix("ord(")?.strip_suffix(')'))?
    }

    /// A sum that is one variable plus a constant: its sign, its term and the constant.
    fn single(&self, sum: TermId) -> Option<(bool, TermId, Integer)> {
        let sum = self.sum_of(sum);
        let [(coefficient, atom)] = sum.terms.as_slice() else {
            return None;
        };
        (coefficient.is_one() || (-coefficient).is_one())
            .then(|| (coefficient.is_one(), *atom, sum.constant.clone()))
    }

    /// `variable == value`, as the variable's term and the value.
    fn equation(&self, term: TermId) -> Option<(TermId, Integer)> {
        let Node::IsZero(sum) = self.node(term) else {
            return None;
        };
        let (positive, atom, constant) = self.single(*sum)?;
        Some((atom, if positive { -&constant } else { constant }))
    }

    fn bound(&self, term: TermId) -> Option<(&str, Bound)> {
        let Node::AtMostZero(sum) = self.node(term) else {
            return None;
        };
        let (positive, atom, constant) = self.single(*sum)?;
        let name = self.character(atom)?;
        let limit = if positive { -&constant } else { constant };
        let code = code_point(&limit)?;
        Some((
            name,
            if positive {
                Bound::AtMost(code)
            } else {
                Bound::AtLeast(code)
            },
        ))
    }

    /// What a term says about the length of a text: the text and the number.
    fn length(&self, term: TermId) -> Option<(&str, Length)> {
        let (sum, exact) = match self.node(term) {
            Node::IsZero(sum) => (*sum, true),
            Node::AtMostZero(sum) => (*sum, false),
            _ => return None,
        };
        let (positive, atom, constant) = self.single(sum)?;
        let Node::Variable(variable) = self.node(atom) else {
            return None;
        };
        let name = self
            .variable_info(*variable)
            .name
            .strip_prefix("len(")?
            .strip_suffix(')')?;
        let number = |value: &Integer| value.to_i64().and_then(|value| usize::try_from(value).ok());
        if exact {
            let value = if positive { -&constant } else { constant };
            Some((name, Length::Exactly(number(&value)?)))
        } else if positive {
            None
        } else {
            Some((name, Length::AtLeast(number(&constant)?)))
        }
    }

    /// What a conjunction says, if it is just that a text is some word or begins with it.
    fn whole_text(&self, operands: &[TermId]) -> Option<WholeText<'_>> {
        let (name, length) = operands.iter().find_map(|&operand| self.length(operand))?;
        let (count, exact) = match length {
            Length::Exactly(count) => (count, true),
            Length::AtLeast(count) => (count, false),
        };
        if operands.len() != count + 1 || count == 0 {
            return None;
        }
        let mut literal = String::from("'");
        for place in 0..count {
            let wanted = format!("{name}[{place}]");
            let code = operands.iter().find_map(|&operand| {
                let (atom, value) = self.equation(operand)?;
                (self.character(atom)? == wanted).then(|| code_point(&value))?
            })?;
            escape(code, false, &mut literal);
        }
        literal.push('\'');
        Some(WholeText {
            name,
            literal,
            exact,
        })
    }
}

impl Printer<'_> {
    /// A comparison of a character's code with a constant or another one's.
    pub(super) fn character_is_zero(&mut self, sum: TermId, symbol: &str) -> Option<Text> {
        let parts = self.terms.sum_of(sum);
        if let [(one, first), (two, second)] = parts.terms.as_slice()
            && parts.constant.is_zero()
            && (one.is_one() && (-two).is_one() || two.is_one() && (-one).is_one())
        {
            let first = self.terms.character(*first)?;
            let second = self.terms.character(*second)?;
            return Some(comparison(&format!("{first} {symbol} {second}")));
        }
        let (positive, atom, constant) = self.terms.single(sum)?;
        let name = self.terms.character(atom)?;
        let code = code_point(&if positive { -&constant } else { constant })?;
        Some(comparison(&format!("{name} {symbol} {}", quoted(code))))
    }

    /// A bound on a character's code.
    pub(super) fn character_bound(&mut self, term: TermId) -> Option<Text> {
        let (name, bound) = self.terms.bound(term)?;
        Some(comparison(&match bound {
            Bound::AtMost(code) => format!("{name} <= {}", quoted(code)),
            Bound::AtLeast(code) => format!("{name} >= {}", quoted(code)),
        }))
    }

    /// A conjunction that says what a text is, or what it begins with.
    pub(super) fn text_conjunction(&mut self, operands: &[TermId]) -> Option<Text> {
        let WholeText {
            name,
            literal,
            exact,
        } = self.terms.whole_text(operands)?;
        Some(if exact {
            comparison(&format!("{name} == {literal}"))
        } else {
            Text::atom(format!("{name}.startswith({literal})"))
        })
    }

    /// The negation of such a conjunction, where it is as short.
    pub(super) fn text_difference(&mut self, operands: &[TermId]) -> Option<Text> {
        let text = self.terms.whole_text(operands)?;
        text.exact
            .then(|| comparison(&format!("{} != {}", text.name, text.literal)))
    }

    /// A relation between texts of which one is open.
    pub(super) fn text_relation(
        &mut self,
        relation: TextRelation,
        left: &TextOperand,
        right: &TextOperand,
    ) -> Text {
        let symbol = match relation {
            TextRelation::Begins | TextRelation::Ends => {
                let method = if relation == TextRelation::Begins {
                    "startswith"
                } else {
                    "endswith"
                };
                let is_octets = self.is_octets(left, right);
                let whole = self.text_operand(left, is_octets).at_least(Binding::Atom);
                let part = self.text_operand(right, is_octets).text;
                return Text::atom(format!("{whole}.{method}({part})"));
            }
            TextRelation::Occurs => return self.text_comparison(right, "in", left),
            TextRelation::Equal => "==",
            TextRelation::Less => "<",
            TextRelation::AtMost => "<=",
        };
        self.text_comparison(left, symbol, right)
    }

    /// The negation of such a relation.
    pub(super) fn no_text_relation(
        &mut self,
        relation: TextRelation,
        left: &TextOperand,
        right: &TextOperand,
    ) -> Text {
        match relation {
            TextRelation::Equal => self.text_comparison(left, "!=", right),
            TextRelation::Occurs => self.text_comparison(right, "not in", left),
            TextRelation::Less => self.text_comparison(left, ">=", right),
            TextRelation::AtMost => self.text_comparison(left, ">", right),
            TextRelation::Begins | TextRelation::Ends => {
                let positive = self.text_relation(relation, left, right);
                Text::new(format!("not {}", positive.text), Binding::Not)
            }
        }
    }

    fn text_comparison(&mut self, left: &TextOperand, symbol: &str, right: &TextOperand) -> Text {
        let is_octets = self.is_octets(left, right);
        let left = self.text_operand(left, is_octets).at_least(Binding::BitOr);
        let right = self.text_operand(right, is_octets).at_least(Binding::BitOr);
        comparison(&format!("{left} {symbol} {right}"))
    }

    fn is_octets(&self, left: &TextOperand, right: &TextOperand) -> bool {
        [left, right].into_iter().any(|operand| match operand {
            TextOperand::Open(text) => {
                self.terms.family_info(text.family).kind == FamilyKind::Octets
            }
            TextOperand::Fixed(_) => false,
        })
    }

    /// A text: its name, a literal, or a sum of literals and characters.
    fn text_operand(&mut self, operand: &TextOperand, is_octets: bool) -> Text {
        let codes = match operand {
            TextOperand::Open(text) => {
                return Text::atom(self.terms.family_info(text.family).name.as_str());
            }
            TextOperand::Fixed(codes) => codes,
        };
        let mut parts: Vec<String> = Vec::new();
        let mut literal = String::new();
        let prefix = if is_octets { "b" } else { "" };
        for &code in codes {
            if let Some(code) = self.terms.as_int_const(code).and_then(code_point) {
                escape(code, is_octets, &mut literal);
                continue;
            }
            if !literal.is_empty() {
                parts.push(format!("{prefix}'{}'", std::mem::take(&mut literal)));
            }
            parts.push(if is_octets {
                format!("bytes([{}])", self.print(code).text)
            } else if let Some(character) = self.terms.character(code) {
                character.to_owned()
            } else {
                format!("chr({})", self.print(code).text)
            });
        }
        if !literal.is_empty() || parts.is_empty() {
            parts.push(format!("{prefix}'{literal}'"));
        }
        let binding = if parts.len() == 1 {
            Binding::Atom
        } else {
            Binding::Sum
        };
        Text::new(parts.join(" + "), binding)
    }

    /// `'a' <= s[0] <= 'z'` for two neighbouring operands of a conjunction.
    pub(super) fn character_range(&mut self, one: TermId, two: TermId) -> Option<Text> {
        let (first, one) = self.terms.bound(one)?;
        let (second, two) = self.terms.bound(two)?;
        let ((Bound::AtLeast(low), Bound::AtMost(high))
        | (Bound::AtMost(high), Bound::AtLeast(low))) = (one, two)
        else {
            return None;
        };
        if first != second {
            return None;
        }
        Some(comparison(&if low == high {
            format!("{first} == {}", quoted(low))
        } else {
            format!("{} <= {first} <= {}", quoted(low), quoted(high))
        }))
    }
}

fn comparison(text: &str) -> Text {
    Text::new(text, Binding::Comparison)
}

fn code_point(value: &Integer) -> Option<u32> {
    u32::try_from(value.to_i64()?)
        .ok()
        .filter(|&code| code <= 0x0010_FFFF)
}

fn quoted(code: u32) -> String {
    let mut literal = String::from("'");
    escape(code, false, &mut literal);
    literal.push('\'');
    literal
}

/// Adds a code point, or a byte, as it stands in a Python literal with single quotes.
fn escape(code: u32, is_octet: bool, literal: &mut String) {
    let escaped = match char::from_u32(code) {
        Some('\n') => "\\n".to_owned(),
        Some('\r') => "\\r".to_owned(),
        Some('\t') => "\\t".to_owned(),
        Some(mark @ ('\'' | '\\')) => format!("\\{mark}"),
        _ if is_octet && code >= 0x80 => format!("\\x{code:02x}"),
        Some(plain) if plain.is_ascii_graphic() || plain == ' ' || plain.is_alphanumeric() => {
            plain.to_string()
        }
        _ if code < 0x100 => format!("\\x{code:02x}"),
        _ if code < 0x1_0000 => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    };
    literal.push_str(&escaped);
}
