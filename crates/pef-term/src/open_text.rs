//! Texts of open length: a length and one variable for the code at each position, made when it is asked for.
//!
//! A condition on such a text has no finite formula over its codes, because there may be any number of them. It is a
//! node of its own, which evaluation decides for any model, and which solvers see as the formula that it is for
//! lengths up to a bound (`build/text.rs`). Rejected: one formula for each length, which costs a path for each.

use rustc_hash::FxHashSet;

use crate::identifier::{FamilyId, TableId};
use crate::node::Node;
use crate::{Domain, Integer, Model, Sort, TermId, Terms, Value, VariableId};

/// A longer text is not evaluated.
pub(crate) const LONGEST: i64 = 100_000;

/// What the members of a family are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FamilyKind {
    /// The characters of a text.
    CodePoints,
    /// The bytes of one.
    Octets,
    /// The elements of a list or tuple (`open_list.rs`).
    Elements(Sort),
}

/// The codes of one text, or the elements of one list, as they were declared.
#[derive(Clone, Debug)]
pub struct FamilyInfo {
    /// The text or list as a Python expression.
    pub name: String,
    pub kind: FamilyKind,
    /// What the first codes are where a model does not say it.
    defaults: Box<[i64]>,
    /// What the others are then.
    default: i64,
    members: Vec<Option<VariableId>>,
}

/// Codes of which something is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeTable {
    /// Inclusive pairs, ascending and apart.
    pub ranges: Box<[(i64, i64)]>,
    /// What is true of them, as Python over `c`, an element of the text.
    pub label: String,
}

/// A text, or list, whose length is a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenText {
    pub family: FamilyId,
    pub length: TermId,
}

/// One side of a relation between texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextOperand {
    Open(OpenText),
    /// Exactly these codes.
    Fixed(Box<[TermId]>),
}

/// What can be asked of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextRelation {
    Equal,
    /// The first begins with the second.
    Begins,
    /// The first ends with the second.
    Ends,
    /// The second stands somewhere in the first.
    Occurs,
    /// The first comes before the second, code by code.
    Less,
    /// The same, or they are equal.
    AtMost,
}

impl TextRelation {
    /// Whether it holds of two texts.
    pub fn holds(self, one: &[i64], two: &[i64]) -> bool {
        match self {
            Self::Equal => one == two,
            Self::Begins => one.starts_with(two),
            Self::Ends => one.ends_with(two),
            Self::Occurs => two.is_empty() || one.windows(two.len()).any(|window| window == two),
            Self::Less => one < two,
            Self::AtMost => one <= two,
        }
    }
}

impl CodeTable {
    pub fn contains(&self, code: i64) -> bool {
        let after = self.ranges.partition_point(|&(_, last)| last < code);
        self.ranges
            .get(after)
            .is_some_and(|&(first, _)| first <= code)
    }

    /// The codes that are in another table too.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut ranges = Vec::new();
        let (mut mine, mut theirs) = (
            self.ranges.iter().peekable(),
            other.ranges.iter().peekable(),
        );
        while let (Some(&&(first, last)), Some(&&(other_first, other_last))) =
            (mine.peek(), theirs.peek())
        {
            let (low, high) = (first.max(other_first), last.min(other_last));
            if low <= high {
                ranges.push((low, high));
            }
            if last <= other_last {
                mine.next();
            } else {
                theirs.next();
            }
        }
        Self {
            ranges: ranges.into(),
            label: self.label.clone(),
        }
    }
}

impl Terms {
    /// Declares the codes of a text, or finds those declared so before. `defaults`, then `default`, are what the codes
    /// are where a model does not say it.
    pub fn family(
        &mut self,
        name: &str,
        is_octets: bool,
        defaults: &[i64],
        default: i64,
    ) -> FamilyId {
        let kind = if is_octets {
            FamilyKind::Octets
        } else {
            FamilyKind::CodePoints
        };
        self.family_of(name, kind, defaults, default)
    }

    pub(crate) fn family_of(
        &mut self,
        name: &str,
        kind: FamilyKind,
        defaults: &[i64],
        default: i64,
    ) -> FamilyId {
        let key = (name.to_owned(), kind, defaults.into());
        if let Some(&known) = self.family_ids.get(&key) {
            return known;
        }
        let id = FamilyId::from_index(self.families.len());
        self.families.push(FamilyInfo {
            name: name.to_owned(),
            kind,
            defaults: defaults.into(),
            default,
            members: Vec::new(),
        });
        self.family_ids.insert(key, id);
        id
    }

    pub fn family_info(&self, family: FamilyId) -> &FamilyInfo {
        &self.families[family.index()]
    }

    /// The families that have been declared.
    pub(crate) fn all_families(&self) -> impl Iterator<Item = FamilyId> + use<> {
        (0..self.families.len()).map(FamilyId::from_index)
    }

    /// The variable of the code or element at a position.
    pub fn member(&mut self, family: FamilyId, index: usize) -> VariableId {
        let info = &self.families[family.index()];
        if let Some(&Some(known)) = info.members.get(index) {
            return known;
        }
        let kind = info.kind;
        let place = format!("{}[{index}]", info.name);
        let variable = match kind {
            FamilyKind::CodePoints => {
                let code = format!("ord({place})");
                self.variable(&code, Sort::Int, Domain::between(0, 0x10_FFFF))
            }
            FamilyKind::Octets => self.variable(&place, Sort::Int, Domain::between(0, 0xFF)),
            FamilyKind::Elements(sort) => self.variable(&place, sort, Domain::ALL),
        };
        if kind == FamilyKind::CodePoints {
            self.set_character(variable);
        }
        let members = &mut self.families[family.index()].members;
        if members.len() <= index {
            members.resize(index + 1, None);
        }
        members[index] = Some(variable);
        variable
    }

    /// The variable of a member, if it has been made.
    pub(crate) fn made_member(&self, family: FamilyId, index: usize) -> Option<VariableId> {
        self.family_info(family)
            .members
            .get(index)
            .copied()
            .flatten()
    }

    /// The variables of members that have been made, with their positions.
    pub fn members(&self, family: FamilyId) -> impl Iterator<Item = (usize, VariableId)> + use<'_> {
        let members = self.family_info(family).members.iter().enumerate();
        members.filter_map(|(index, member)| Some((index, (*member)?)))
    }

    /// The variables of all members, as far as they have been made, that texts and lists of open length in a term have: the
    /// term is about them, though it does not mention them.
    pub fn members_below(&self, term: TermId) -> Vec<VariableId> {
        let mut families: Vec<FamilyId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if !self.has_open_family(term) || !seen.insert(term) {
                continue;
            }
            let node = self.node(term);
            match node {
                Node::EveryCode(text, _) | Node::Includes(text, _) => families.push(text.family),
                Node::Element(family, _) => families.push(*family),
                Node::TextRelation(_, left, right) => {
                    for operand in [left, right] {
                        if let TextOperand::Open(text) = operand {
                            families.push(text.family);
                        }
                    }
                }
                _ => {}
            }
            node.operands(|operand| waiting.push(operand));
        }
        families.sort_unstable();
        families.dedup();
        let members = families.iter().flat_map(|&family| self.members(family));
        members.map(|(_, variable)| variable).collect()
    }

    /// What the code at a position is where a model does not say it.
    pub fn member_default(&self, family: FamilyId, index: usize) -> i64 {
        let info = self.family_info(family);
        info.defaults.get(index).copied().unwrap_or(info.default)
    }

    /// The codes of a text of some length under a model; `None` if it is absurdly long.
    pub(crate) fn codes_in(
        &self,
        family: FamilyId,
        length: &Integer,
        model: &Model,
    ) -> Option<Vec<i64>> {
        let length = length
            .to_i64()
            .filter(|length| (0..=LONGEST).contains(length))?;
        let members = &self.family_info(family).members;
        (0..length as usize)
            .map(|index| {
                let value = members
                    .get(index)
                    .copied()
                    .flatten()
                    .and_then(|variable| model.get(variable));
                match value {
                    Some(value) => value.as_int().and_then(Integer::to_i64),
                    None => Some(self.member_default(family, index)),
                }
            })
            .collect()
    }

    /// Finds or stores a table.
    pub fn table(&mut self, table: CodeTable) -> TableId {
        if let Some(&known) = self.table_ids.get(&table) {
            return known;
        }
        let id = TableId::from_index(self.tables.len());
        self.tables.push(table.clone());
        self.table_ids.insert(table, id);
        id
    }

    pub fn table_info(&self, table: TableId) -> &CodeTable {
        &self.tables[table.index()]
    }

    /// The value of a condition on open texts, given the values of its operands.
    pub(crate) fn operand_codes<'a>(
        &self,
        operand: &TextOperand,
        model: &Model,
        value: impl Fn(TermId) -> Option<&'a Value>,
    ) -> Option<Vec<i64>> {
        match operand {
            TextOperand::Open(text) => {
                self.codes_in(text.family, value(text.length)?.as_int()?, model)
            }
            TextOperand::Fixed(codes) => codes
                .iter()
                .map(|&code| value(code)?.as_int()?.to_i64())
                .collect(),
        }
    }
}
