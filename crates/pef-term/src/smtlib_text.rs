//! Conditions on texts of open length as SMT-LIB: a text is a function from positions to codes, and every quantifier runs over
//! the positions from 0 up to a term, so that whoever has values can evaluate it too. Exact for texts of any length.

use crate::open_text::{OpenText, TextOperand, TextRelation};
use crate::smtlib::{SmtLib, junction};
use crate::{FamilyKind, TableId};

impl SmtLib<'_> {
    /// The function from positions to codes.
    fn codes(&mut self, text: OpenText) -> String {
        let info = self.terms.family_info(text.family);
        let number = self.texts.len();
        let key = (info.name.clone(), info.kind == FamilyKind::Octets);
        let name = self.texts.entry(key);
        name.or_insert_with(|| format!("codes{number}")).clone()
    }

    pub(crate) fn every_code(&mut self, text: OpenText, table: TableId) -> String {
        let (codes, table) = (self.codes(text), self.table(table));
        every("i", self.of(text.length), &format!("({table} ({codes} i))"))
    }

    pub(crate) fn text_relation(
        &mut self,
        relation: TextRelation,
        left: &TextOperand,
        right: &TextOperand,
    ) -> String {
        let (one, two) = (self.written(left), self.written(right));
        let (first, second) = (&one.length, &two.length);
        match relation {
            TextRelation::Equal => {
                let same = stands_at(&one, "0", &two);
                format!("(and (= {first} {second}) {same})")
            }
            TextRelation::Begins => {
                let same = stands_at(&one, "0", &two);
                format!("(and (<= {second} {first}) {same})")
            }
            TextRelation::Ends => {
                let same = stands_at(&one, &format!("(- {first} {second})"), &two);
                format!("(and (<= {second} {first}) {same})")
            }
            TextRelation::Occurs => {
                let places = format!("(+ (- {first} {second}) 1)");
                some("p", &places, &stands_at(&one, "p", &two))
            }
            TextRelation::Less | TextRelation::AtMost => {
                let shorter = if relation == TextRelation::Less {
                    "<"
                } else {
                    "<="
                };
                let (here, there) = (one.at("k"), two.at("k"));
                let same = every("i", "k", &format!("(= {} {})", one.at("i"), two.at("i")));
                let ends = format!("(and (= k {first}) ({shorter} k {second}))");
                let differs = format!("(and (< k {first}) (< k {second}) (< {here} {there}))");
                let body = format!("(and {same} (or {ends} {differs}))");
                some("k", &format!("(+ {first} 1)"), &body)
            }
        }
    }

    fn written(&mut self, operand: &TextOperand) -> Written {
        match operand {
            TextOperand::Open(text) => Written {
                length: self.of(text.length).to_owned(),
                codes: Codes::Open(self.codes(*text)),
            },
            TextOperand::Fixed(codes) => Written {
                length: codes.len().to_string(),
                codes: Codes::Fixed(codes.iter().map(|&code| self.of(code).to_owned()).collect()),
            },
        }
    }
}

struct Written {
    length: String,
    codes: Codes,
}

enum Codes {
    Open(String),
    Fixed(Vec<String>),
}

impl Written {
    /// The code at a place that is a term.
    fn at(&self, place: &str) -> String {
        match &self.codes {
            Codes::Open(codes) => format!("({codes} {place})"),
            // A choice by position; only orders of two open texts ask for it, and theirs are open.
            Codes::Fixed(codes) => {
                let cases = codes.iter().enumerate().rev();
                cases.fold("0".to_owned(), |rest, (index, code)| {
                    format!("(ite (= {place} {index}) {code} {rest})")
                })
            }
        }
    }
}

/// The codes of the part are those of the whole from a place on; the part ends within the whole.
fn stands_at(whole: &Written, place: &str, part: &Written) -> String {
    let shifted = |index: &str| match place {
        "0" => index.to_owned(),
        place => format!("(+ {place} {index})"),
    };
    match (&part.codes, &whole.codes) {
        (Codes::Fixed(codes), _) => {
            let codes = codes.iter().enumerate();
            let same: Vec<String> = codes
                .map(|(index, code)| {
                    format!("(= {} {code})", whole.at(&shifted(&index.to_string())))
                })
                .collect();
            junction("and", &same, "true")
        }
        (Codes::Open(_), _) => {
            let same = format!("(= {} {})", whole.at(&shifted("i")), part.at("i"));
            every("i", &part.length, &same)
        }
    }
}

fn every(variable: &str, count: &str, body: &str) -> String {
    format!(
        "(forall (({variable} Int)) (=> (and (<= 0 {variable}) (< {variable} {count})) {body}))"
    )
}

fn some(variable: &str, count: &str, body: &str) -> String {
    format!("(exists (({variable} Int)) (and (<= 0 {variable}) (< {variable} {count}) {body}))")
}
