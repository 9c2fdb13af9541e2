//! Texts: what symbolic strings and bytes stand for. A length term, and one term for the code at each position.
//!
//! A text is *fixed* when its length is a constant: then it has exactly that many code points. The text of an input
//! is not fixed at first: its length is a variable, and code points are variables made when they are asked for,
//! beyond the present length too, so that `s == "admin"` is one formula whatever the length is in this run.

use pef_term::{Domain, Integer, Node, Sort, TermId, Value};

use crate::raw::Owned;
use crate::session::Session;

/// A text of the present run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextId(pub u32);

/// The largest code point.
pub const LAST_CODE: i64 = 0x10_FFFF;
/// What an input's code points are when nothing is asked of them: the plainest of letters.
pub const DEFAULT_CODE: i64 = 'a' as i64;

/// What the codes of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    CodePoints,
    Octets,
}

impl Alphabet {
    fn last(self) -> i64 {
        match self {
            Self::CodePoints => LAST_CODE,
            Self::Octets => 255,
        }
    }

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
    /// For an input: the expression that it is, from which the names of its codes are made.
    name: Option<Box<str>>,
    alphabet: Alphabet,
    /// For a text that is worked out only when it is looked at: a callable that gives the string.
    deferred: Option<Owned>,
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
        self.list[text.0 as usize].name.is_some()
    }

    /// Takes what a deferred text is to be made with.
    pub fn take_deferred(&mut self, text: TextId) -> Option<Owned> {
        self.list[text.0 as usize].deferred.take()
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
            name: None,
            alphabet: Alphabet::CodePoints,
            deferred: None,
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
            Domain::at_least(0),
            Value::from(default.len() as i64),
        );
        let count = value.as_int().and_then(Integer::to_i64).unwrap_or(0);
        let text = self.texts.add(Text {
            length,
            codes: Vec::new(),
            name: Some(name.into()),
            alphabet,
            deferred: None,
        });
        let values = (0..count as usize)
            .map(|index| {
                let default = default.get(index).copied().unwrap_or(DEFAULT_CODE);
                self.input_code(text, index, default).1
            })
            .collect();
        (text, values)
    }

    /// The code point at a position of an input, which need not be within its present length.
    fn input_code(&mut self, text: TextId, index: usize, default: i64) -> (TermId, u32) {
        let known = &self.texts.list[text.0 as usize];
        let alphabet = known.alphabet;
        let name = alphabet.code_name(known.name.as_deref().unwrap_or_default(), index);
        let (term, value) = self.input(
            &name,
            Sort::Int,
            Domain::between(0, alphabet.last()),
            Value::from(default),
        );
        if let Node::Variable(variable) = *self.terms.node(term) {
            self.terms.set_character(variable);
        }
        let code = value.as_int().and_then(Integer::to_i64).unwrap_or(default);
        (term, code as u32)
    }

    /// The code point at a position; of a fixed text, within its length.
    pub fn code(&mut self, text: TextId, index: usize) -> TermId {
        let known = &self.texts.list[text.0 as usize];
        if let Some(&code) = known.codes.get(index) {
            return code;
        }
        let term = self.input_code(text, index, DEFAULT_CODE).0;
        let codes = &mut self.texts.list[text.0 as usize].codes;
        if codes.len() == index {
            codes.push(term);
        }
        term
    }

    /// Makes the text one of this length, after that was decided.
    pub fn fix_text(&mut self, text: TextId, length: usize) {
        let codes = (0..length).map(|index| self.code(text, index)).collect();
        let constant = self.terms.int_const(length as i64);
        self.set_codes(text, codes, constant);
    }

    /// A text that is worked out when it is looked at.
    pub fn deferred_text(&mut self, maker: Owned) -> TextId {
        let length = self.terms.int_const(0);
        self.texts.add(Text {
            length,
            codes: Vec::new(),
            name: None,
            alphabet: Alphabet::CodePoints,
            deferred: Some(maker),
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
        known.name = None;
    }
}
