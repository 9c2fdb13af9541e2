//! Conditions on texts of open length, as the formulas that they are for lengths up to a bound; elements of lists of open
//! length, as variables (`elements.rs`).
//!
//! No tier knows such terms. A question with some of them is asked in three ways:
//!
//! - *within* the bound, where the formulas are exact and no text is longer: a model of it is one of the question;
//! - the same among ASCII only, first, where a table has so many ranges that it pays;
//! - *beyond* it too, where what a condition says of further codes is a Boolean of its own, free to be either: if that
//!   has no model, the question has none. A model of it says which length to try next.

use std::rc::Rc;

use pef_term::{
    Domain, Evaluator, Model, Node, OpenText, Sort, TermId, Terms, TextOperand, TextRelation,
    UNPRINTED, Value, VariableId,
};
use rustc_hash::FxHashMap;

use crate::Question;
use crate::elements::{self, Elements};
use crate::narrow::Narrowed;

/// The least bound; longer texts are rarely needed.
const LEAST_BOUND: usize = 8;
/// Bounds are multiples of this, so that questions about similar lengths share their formulas.
const STEP: usize = 8;
/// What there should be room for beyond the present length.
const ROOM: usize = 2;
/// A larger bound is not tried.
const LARGEST_BOUND: usize = 1024;
/// Nor is one where a text may stand at any place in another one, and the formula grows with the square.
const LARGEST_SQUARE: usize = 96;
/// A table with more ranges than this is first tried among ASCII.
const FEW_RANGES: usize = 8;
const ASCII: i64 = 128;

/// How much of a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Texts up to the bound, of ASCII.
    Ascii,
    /// Texts up to the bound.
    Within,
    /// All texts; more models than the question has.
    Beyond,
}

/// The conditions on open texts, and the elements of open lists, in a term.
#[derive(Debug, Default)]
struct Uses {
    /// Both, inner ones first.
    conditions: Vec<TermId>,
    elements: Vec<TermId>,
    memberships: Vec<TermId>,
    texts: Vec<OpenText>,
    /// The texts that are looked up in large tables.
    in_large_tables: Vec<OpenText>,
    longest_fixed: usize,
    /// Whether the place of one open text in another one is asked for.
    is_square: bool,
}

/// A question without open texts and lists.
pub struct Unrolled {
    pub path: Vec<TermId>,
    pub goal: TermId,
    pub current: Model,
    /// Variables of its own, which mean nothing in the question.
    pub free: Vec<VariableId>,
    /// What stands for the elements of open lists.
    pub elements: Elements,
}

/// What is known of the open texts in a question.
pub struct OpenTexts {
    uses: Vec<Rc<Uses>>,
}

/// A variable that stands for codes beyond the bound.
#[derive(Clone, Copy, Debug)]
enum Free {
    /// Whether a condition holds of them.
    Truth,
    /// Where they stand among those of other texts.
    Rank,
}

/// Unrolls questions, and keeps what was made of each condition.
#[derive(Debug, Default)]
pub struct Unroller {
    uses: FxHashMap<TermId, Rc<Uses>>,
    replaced: FxHashMap<(usize, Extent, Narrowed), FxHashMap<TermId, TermId>>,
    /// Each condition by itself, whatever is replaced around it.
    unrolled: FxHashMap<(TermId, usize, Extent), TermId>,
    /// What stands for codes beyond the bound.
    free: FxHashMap<VariableId, Free>,
}

impl Unrolled {
    /// A model of this, with the elements of lists that it speaks of, and without what means nothing in the question.
    pub fn translated(&self, terms: &mut Terms, mut model: Model) -> Model {
        self.elements.store(terms, &mut model);
        for &variable in &self.free {
            model.remove(variable);
        }
        model
    }
}

impl OpenTexts {
    fn texts(&self) -> impl Iterator<Item = OpenText> {
        self.uses.iter().flat_map(|uses| uses.texts.iter().copied())
    }

    /// A bound with room for the texts of a model.
    pub fn bound(&self, terms: &Terms, model: &Model) -> usize {
        let mut evaluator = Evaluator::new(terms, model);
        let longest = self
            .texts()
            .filter_map(|text| evaluator.value(text.length)?.as_int()?.to_i64())
            .max()
            .unwrap_or(0);
        let fixed = self.uses.iter().map(|uses| uses.longest_fixed).max();
        let needed = usize::try_from(longest)
            .unwrap_or(0)
            .max(fixed.unwrap_or(0))
            .saturating_add(ROOM);
        needed
            .checked_next_multiple_of(STEP)
            .unwrap_or(usize::MAX)
            .max(LEAST_BOUND)
    }

    /// The largest bound to try.
    pub fn largest_bound(&self) -> usize {
        if self.uses.iter().any(|uses| uses.is_square) {
            LARGEST_SQUARE
        } else {
            LARGEST_BOUND
        }
    }

    /// What to ask, one after the other.
    pub fn attempts(&self, terms: &Terms, current: &Model) -> Vec<Extent> {
        if self.texts().next().is_none() {
            // Elements of lists need no bound.
            return vec![Extent::Beyond];
        }
        let mut attempts = Vec::new();
        if self.prefers_ascii(terms, current) {
            attempts.push(Extent::Ascii);
        }
        attempts.extend([Extent::Within, Extent::Beyond]);
        attempts
    }

    /// Whether it pays to look among ASCII first; the present input must be ASCII then.
    fn prefers_ascii(&self, terms: &Terms, current: &Model) -> bool {
        let mut texts = self
            .uses
            .iter()
            .flat_map(|uses| &uses.in_large_tables)
            .peekable();
        texts.peek().is_some()
            && texts.all(|text| {
                terms
                    .members(text.family)
                    .filter_map(|(_, variable)| current.get(variable)?.as_int()?.to_i64())
                    .all(|code| code < ASCII)
            })
    }

    /// The model of an unrolled question as one of the question itself, if it is one.
    pub fn accept(&self, terms: &Terms, question: &Question, mut model: Model) -> Option<Model> {
        for text in self.texts() {
            let length = Evaluator::new(terms, &model).value(text.length)?;
            let length = usize::try_from(length.as_int()?.to_i64()?).ok()?;
            // Codes that are not there need no value, unless they had one.
            let beyond: Vec<VariableId> = terms
                .members(text.family)
                .filter(|&(index, variable)| {
                    index >= length && question.current.get(variable).is_none()
                })
                .map(|(_, variable)| variable)
                .collect();
            for variable in beyond {
                model.remove(variable);
            }
        }
        let mut evaluator = Evaluator::new(terms, &model);
        // Elements that were stored may be variables of any of them.
        let is_changed = self.uses.iter().any(|uses| !uses.elements.is_empty());
        let holds = question
            .path
            .iter()
            .chain([&question.goal])
            .filter(|&&constraint| is_changed || terms.has_open_family(constraint))
            .all(|&constraint| evaluator.holds(constraint));
        holds.then_some(model)
    }
}

impl Unroller {
    /// The open texts and lists of a question; nothing if it has none.
    pub fn open_texts(&mut self, terms: &Terms, question: &Question) -> Option<OpenTexts> {
        let uses: Vec<Rc<Uses>> = question
            .path
            .iter()
            .chain([&question.goal])
            .filter(|&&constraint| terms.has_open_family(constraint))
            .map(|&constraint| self.uses(terms, constraint))
            .collect();
        (!uses.is_empty()).then_some(OpenTexts { uses })
    }

    fn uses(&mut self, terms: &Terms, constraint: TermId) -> Rc<Uses> {
        Rc::clone(
            self.uses
                .entry(constraint)
                .or_insert_with(|| Rc::new(find_uses(terms, constraint))),
        )
    }

    /// The question with formulas for its conditions on open texts.
    pub fn unroll(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        bound: usize,
        extent: Extent,
    ) -> Unrolled {
        let mut path = Vec::with_capacity(question.path.len() + 1);
        let mut current = question.current.clone();
        let mut limited = Vec::new();
        let key = (bound, extent, Narrowed::by(terms, question.path));
        for &constraint in question.path {
            self.limit(terms, constraint, bound, extent, &mut limited, &mut path);
            path.push(self.formula(terms, constraint, &key));
        }
        for (text, table) in key.2.tables() {
            let every = terms.every_code(&TextOperand::Open(text), table);
            path.push(self.unrolled(terms, every, bound, extent));
        }
        self.limit(terms, question.goal, bound, extent, &mut limited, &mut path);
        let mut goal = self.formula(terms, question.goal, &key);
        for text in limited {
            for index in 0..bound {
                let variable = terms.member(text.family, index);
                if current.get(variable).is_none() {
                    let default = terms.member_default(text.family, index);
                    current.set(variable, default);
                }
            }
        }
        // Formulas for texts may have elements of lists in them.
        for formula in path.iter_mut().chain([&mut goal]) {
            if terms.has_open_family(*formula)
                && let Some(replaced) = self.replaced.get_mut(&key)
            {
                *formula = terms.replace(*formula, replaced);
            }
        }
        let mut found = self.elements(terms, question, &key);
        found.complete(terms, &path, goal);
        path.extend_from_slice(&found.lemmas);
        found.add_to(terms, &mut current);
        let mut free: Vec<VariableId> = self.free.keys().copied().collect();
        free.extend(found.variables());
        if extent == Extent::Beyond {
            // The present texts are within the bound, so that these may have any value.
            for (&variable, free) in &self.free {
                match free {
                    Free::Truth => current.set(variable, Value::Bool(false)),
                    Free::Rank => current.set(variable, 0),
                }
            }
        }
        Unrolled {
            path,
            goal,
            current,
            free,
            elements: found,
        }
    }

    /// What stands for the elements of open lists in a question.
    fn elements(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        key: &(usize, Extent, Narrowed),
    ) -> Elements {
        let mut found = Elements::default();
        for &constraint in question.path.iter().chain([&question.goal]) {
            if !terms.has_open_family(constraint) {
                continue;
            }
            let uses = self.uses(terms, constraint);
            for &element in &uses.elements {
                let Node::Element(family, index) = *terms.node(element) else {
                    continue;
                };
                let index = match self.replaced.get_mut(key) {
                    Some(replaced) => terms.replace(index, replaced),
                    None => index,
                };
                found.add(terms, element, family, index);
            }
            for &condition in &uses.memberships {
                if let Some(replaced) = self.replaced.get_mut(key) {
                    found.add_membership(terms, condition, replaced);
                }
            }
        }
        found
    }

    /// Adds what holds of the texts of a constraint within the bound, the first time each is met.
    fn limit(
        &mut self,
        terms: &mut Terms,
        constraint: TermId,
        bound: usize,
        extent: Extent,
        limited: &mut Vec<OpenText>,
        path: &mut Vec<TermId>,
    ) {
        if !terms.has_open_family(constraint) {
            return;
        }
        let uses = self.uses(terms, constraint);
        for &text in &uses.texts {
            if limited.contains(&text) {
                continue;
            }
            limited.push(text);
            if extent != Extent::Beyond {
                path.push(is_within(terms, text, bound));
            }
        }
        if extent == Extent::Ascii {
            for &text in &uses.in_large_tables {
                for index in 0..bound {
                    let code = terms.open_code(text, index);
                    let limit = terms.int_const(ASCII);
                    path.push(terms.lt(code, limit));
                }
            }
        }
    }

    fn formula(
        &mut self,
        terms: &mut Terms,
        constraint: TermId,
        key: &(usize, Extent, Narrowed),
    ) -> TermId {
        if !terms.has_open_family(constraint) {
            return constraint;
        }
        let uses = self.uses(terms, constraint);
        let (bound, extent, narrowed) = key;
        if !self.replaced.contains_key(key) {
            self.replaced.insert(key.clone(), FxHashMap::default());
        }
        for &condition in &uses.conditions {
            if !self.replaced[key].contains_key(&condition) {
                let within = match *terms.node(condition) {
                    Node::Element(..) => {
                        let variable = elements::stand_in(terms, condition);
                        let variable = terms.var(variable);
                        if let Some(replaced) = self.replaced.get_mut(key) {
                            replaced.insert(condition, variable);
                        }
                        continue;
                    }
                    Node::EveryCode(text, table) => narrowed
                        .within(terms, text, table)
                        .map(|table| terms.every_code(&TextOperand::Open(text), table)),
                    _ => Some(condition),
                };
                let formula = match within {
                    Some(condition) => self.unrolled(terms, condition, *bound, *extent),
                    None => terms.bool_const(true),
                };
                if let Some(replaced) = self.replaced.get_mut(key) {
                    replaced.insert(condition, formula);
                }
            }
        }
        match self.replaced.get_mut(key) {
            Some(replaced) => terms.replace(constraint, replaced),
            None => unreachable!("it was put there"),
        }
    }

    fn unrolled(
        &mut self,
        terms: &mut Terms,
        condition: TermId,
        bound: usize,
        extent: Extent,
    ) -> TermId {
        if let Some(&known) = self.unrolled.get(&(condition, bound, extent)) {
            return known;
        }
        let node = terms.node(condition).clone();
        let rest = (extent == Extent::Beyond).then(|| self.rest(terms, condition, &node));
        let formula = match &node {
            Node::TextRelation(relation, left, right) => {
                terms.relation_up_to(bound, *relation, left, right, rest)
            }
            Node::Includes(list, element) => terms.includes_up_to(bound, *list, *element, rest),
            Node::EveryCode(text, table) => {
                let table = if extent == Extent::Ascii {
                    terms.table_below(*table, ASCII)
                } else {
                    *table
                };
                terms.every_code_up_to(bound, &TextOperand::Open(*text), table, rest)
            }
            _ => unreachable!("only conditions on open texts are unrolled"),
        };
        self.unrolled.insert((condition, bound, extent), formula);
        formula
    }

    /// What a condition says of codes beyond the bound: for an order, the order of two numbers, one for each text, so that
    /// it is a total one; for anything else, a Boolean that is free to be either.
    fn rest(&mut self, terms: &mut Terms, condition: TermId, node: &Node) -> TermId {
        if let Node::TextRelation(relation, TextOperand::Open(left), TextOperand::Open(right)) =
            node
        {
            let (left, right) = (self.rank(terms, *left), self.rank(terms, *right));
            match relation {
                TextRelation::Equal => return terms.eq(left, right),
                TextRelation::Less => return terms.lt(left, right),
                TextRelation::AtMost => return terms.le(left, right),
                TextRelation::Begins | TextRelation::Ends | TextRelation::Occurs => {}
            }
        }
        let name = format!("{UNPRINTED}beyond the bound: {}", condition.index());
        let variable = terms.variable(&name, Sort::Bool, Domain::ALL);
        self.free.insert(variable, Free::Truth);
        terms.var(variable)
    }

    fn rank(&mut self, terms: &mut Terms, text: OpenText) -> TermId {
        let name = format!("{UNPRINTED}rank beyond the bound: {}", text.family.index());
        let variable = terms.variable(&name, Sort::Int, Domain::at_least(0));
        self.free.insert(variable, Free::Rank);
        terms.var(variable)
    }
}

fn is_within(terms: &mut Terms, text: OpenText, bound: usize) -> TermId {
    let bound = terms.int_const(bound as i64);
    terms.le(text.length, bound)
}

fn open_operands(node: &Node) -> Vec<OpenText> {
    match node {
        Node::TextRelation(_, left, right) => [left, right]
            .into_iter()
            .filter_map(|operand| match operand {
                TextOperand::Open(text) => Some(*text),
                TextOperand::Fixed(_) => None,
            })
            .collect(),
        Node::EveryCode(text, _) | Node::Includes(text, _) => vec![*text],
        _ => Vec::new(),
    }
}

fn find_uses(terms: &Terms, constraint: TermId) -> Uses {
    let mut uses = Uses::default();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = vec![constraint];
    while let Some(term) = pending.pop() {
        if !terms.has_open_family(term) || !seen.insert(term) {
            continue;
        }
        let node = terms.node(term);
        for text in open_operands(node) {
            if !uses.texts.contains(&text) {
                uses.texts.push(text);
            }
        }
        match node {
            Node::TextRelation(relation, left, right) => {
                uses.conditions.push(term);
                uses.is_square |= matches!(relation, TextRelation::Ends | TextRelation::Occurs)
                    && open_operands(node).len() == 2;
                for operand in [left, right] {
                    if let TextOperand::Fixed(codes) = operand {
                        uses.longest_fixed = uses.longest_fixed.max(codes.len());
                    }
                }
            }
            Node::Element(..) => {
                uses.conditions.push(term);
                uses.elements.push(term);
            }
            Node::Includes(..) => {
                uses.conditions.push(term);
                uses.memberships.push(term);
            }
            Node::EveryCode(text, table) => {
                uses.conditions.push(term);
                if terms.table_info(*table).ranges.len() > FEW_RANGES {
                    uses.in_large_tables.push(*text);
                }
            }
            _ => {}
        }
        node.operands(|operand| pending.push(operand));
    }
    // Inner conditions have smaller ids than those they are part of.
    uses.conditions.sort_unstable();
    uses.elements.sort_unstable();
    uses
}
