//! Texts: what symbolic strings and bytes stand for. A length term, and one term for the code at each position.
//!
//! A text is *fixed* when its length is a constant: then it has exactly that many code points. The text of an input
//! is not fixed at first: its length is a variable, and code points are variables made when they are asked for,
//! beyond the present length too, so that `s == "admin"` is one formula whatever the length is in this run.

use pef_term::{FamilyId, Integer, OpenText, Sort, TermId, TextOperand, Value};

use crate::raw::Owned;
use crate::session::{self, Session};

/// A text of the present run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextId(pub u32);

/// What an input's code points are when nothing is asked of them: the plainest of letters.
pub const DEFAULT_CODE: i64 = 'a' as i64;

/// What the codes of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    CodePoints,
    Octets,
}

impl Alphabet {
    /// The code at a position of an input, as a Python expression.
    pub fn code_name(self, name: &str, index: usize) -> String {
        match self {
            Self::CodePoints => format!("ord({name}[{index}])"),
            Self::Octets => format!("{name}[{index}]"),
        }
    }
}

struct Text {
    length: TermId,
    codes: Vec<TermId>,
    /// For an input whose length is open: its codes.
    family: Option<FamilyId>,
    /// The input that this is the whole of, also when its length was decided.
    input: Option<FamilyId>,
    /// For a text that is worked out only when it is looked at: a callable that gives the string.
    deferred: Option<Owned>,
    /// For such a text: a callable that gives the condition that it is a plain string.
    equals: Option<Owned>,
}

/// All texts of the present run.
#[derive(Default)]
pub struct Texts {
    list: Vec<Text>,
}

impl Texts {
    pub fn clear(&mut self) {
        self.list.clear();
    }

    pub fn length(&self, text: TextId) -> TermId {
        self.list[text.0 as usize].length
    }

    /// The code points of a fixed text.
    pub fn codes(&self, text: TextId) -> &[TermId] {
        &self.list[text.0 as usize].codes
    }

    /// Whether the length is still open.
    pub fn is_open(&self, text: TextId) -> bool {
        self.list[text.0 as usize].family.is_some()
    }

    /// The input that a text is the whole of.
    pub fn input(&self, text: TextId) -> Option<FamilyId> {
        self.list[text.0 as usize].input
    }

    /// The text as an operand of conditions.
    pub fn operand(&self, text: TextId) -> TextOperand {
        let known = &self.list[text.0 as usize];
        match known.family {
            Some(family) => TextOperand::Open(OpenText {
                family,
                length: known.length,
            }),
            None => TextOperand::Fixed(known.codes.as_slice().into()),
        }
    }

    /// Takes what a deferred text is to be made with.
    pub fn take_deferred(&mut self, text: TextId) -> Option<Owned> {
        self.list[text.0 as usize].deferred.take()
    }

    /// What tells whether a text that nobody has looked at yet is some plain string.
    pub fn unread_equality(&self, text: TextId) -> Option<&Owned> {
        let known = &self.list[text.0 as usize];
        known.deferred.as_ref().and(known.equals.as_ref())
    }

    /// What tells whether a text that was deferred, and may have been looked at since, is some plain string.
    pub fn equality(&self, text: TextId) -> Option<&Owned> {
        self.list[text.0 as usize].equals.as_ref()
    }

    pub fn is_deferred(&self, text: TextId) -> bool {
        self.list[text.0 as usize].deferred.is_some()
    }

    fn add(&mut self, text: Text) -> TextId {
        self.list.push(text);
        TextId(self.list.len() as u32 - 1)
    }
}

impl Session {
    /// A text with these code points.
    pub fn fixed_text(&mut self, codes: Vec<TermId>) -> TextId {
        let length = self.terms.int_const(codes.len() as i64);
        self.texts.add(Text {
            length,
            codes,
            family: None,
            input: None,
            deferred: None,
            equals: None,
        })
    }

    /// The text of an input, and its value in this run.
    pub fn input_text(
        &mut self,
        name: &str,
        alphabet: Alphabet,
        default: &[i64],
    ) -> (TextId, Vec<u32>) {
        let (length, value) = self.input(
            &format!("len({name})"),
            Sort::Int,
            session::lengths(),
            Value::from(default.len() as i64),
        );
        let count = value.as_int().and_then(Integer::to_i64).unwrap_or(0);
        let is_octets = alphabet == Alphabet::Octets;
        let family = self.terms.family(name, is_octets, default, DEFAULT_CODE);
        let text = self.texts.add(Text {
            length,
            codes: Vec::new(),
            family: Some(family),
            input: Some(family),
            deferred: None,
            equals: None,
        });
        let values = (0..count as usize)
            .map(|index| self.input_code(family, index).1)
            .collect();
        (text, values)
    }

    /// The code at a position of an input, which need not be within its present length, and its value in this run.
    fn input_code(&mut self, family: FamilyId, index: usize) -> (TermId, u32) {
        let variable = self.terms.member(family, index);
        let known = self.model.get(variable).and_then(Value::as_int);
        let code = match known.and_then(Integer::to_i64) {
            Some(code) => code,
            None => {
                let default = self.terms.member_default(family, index);
                self.model.set(variable, default);
                default
            }
        };
        (self.terms.var(variable), code as u32)
    }

    /// The code point at a position; of a fixed text, within its length.
    pub fn code(&mut self, text: TextId, index: usize) -> TermId {
        let known = &self.texts.list[text.0 as usize];
        match (known.codes.get(index), known.family) {
            (Some(&code), _) => code,
            (None, Some(family)) => self.input_code(family, index).0,
            (None, None) => unreachable!("a fixed text has the codes of its length"),
        }
    }

    /// Makes the text one of this length, after that was decided.
    pub fn fix_text(&mut self, text: TextId, length: usize) {
        let codes = (0..length).map(|index| self.code(text, index)).collect();
        let constant = self.terms.int_const(length as i64);
        self.set_codes(text, codes, constant);
    }

    /// A text that is worked out when it is looked at.
    pub fn deferred_text(&mut self, maker: Owned, equals: Option<Owned>) -> TextId {
        let length = self.terms.int_const(0);
        self.texts.add(Text {
            length,
            codes: Vec::new(),
            family: None,
            input: None,
            deferred: Some(maker),
            equals,
        })
    }

    /// The text of the string that a deferred one came to.
    pub fn settle_deferred(&mut self, text: TextId, made: TextId) {
        let codes = self.texts.codes(made).to_vec();
        let length = self.texts.length(made);
        self.set_codes(text, codes, length);
    }

    fn set_codes(&mut self, text: TextId, codes: Vec<TermId>, constant: TermId) {
        let known = &mut self.texts.list[text.0 as usize];
        known.codes = codes;
        known.length = constant;
        known.family = None;
    }
}
