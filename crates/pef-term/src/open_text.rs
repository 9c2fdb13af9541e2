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

/// The codes of one text, as they were declared.
#[derive(Clone, Debug)]
pub struct FamilyInfo {
    /// The text as a Python expression.
    pub name: String,
    /// Whether the codes are bytes, rather than code points.
    pub is_octets: bool,
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

/// A text whose length is a term.
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
        let key = (name.to_owned(), is_octets, defaults.into());
        if let Some(&known) = self.family_ids.get(&key) {
            return known;
        }
        let id = FamilyId::from_index(self.families.len());
        self.families.push(FamilyInfo {
            name: name.to_owned(),
            is_octets,
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

    /// The variable of the code at a position.
    pub fn member(&mut self, family: FamilyId, index: usize) -> VariableId {
        let info = &self.families[family.index()];
        if let Some(&Some(known)) = info.members.get(index) {
            return known;
        }
        let (name, last) = if info.is_octets {
            (format!("{}[{index}]", info.name), 0xFF)
        } else {
            (format!("ord({}[{index}])", info.name), 0x10_FFFF)
        };
        let is_character = !info.is_octets;
        let variable = self.variable(&name, Sort::Int, Domain::between(0, last));
        if is_character {
            self.set_character(variable);
        }
        let members = &mut self.families[family.index()].members;
        if members.len() <= index {
            members.resize(index + 1, None);
        }
        members[index] = Some(variable);
        variable
    }

    /// The variables of codes that have been made, with their positions.
    pub fn members(&self, family: FamilyId) -> impl Iterator<Item = (usize, VariableId)> + use<'_> {
        let members = self.family_info(family).members.iter().enumerate();
        members.filter_map(|(index, member)| Some((index, (*member)?)))
    }

    /// The variables of all codes, as far as they have been made, that texts of open length in a term have: the term is about
    /// them, though it does not mention them.
    pub fn codes_below(&self, term: TermId) -> Vec<VariableId> {
        let mut families: Vec<FamilyId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if !self.has_open_text(term) || !seen.insert(term) {
                continue;
            }
            let node = self.node(term);
            let mut add = |text: &OpenText| families.push(text.family);
            match node {
                Node::EveryCode(text, _) => add(text),
                Node::TextRelation(_, left, right) => {
                    for operand in [left, right] {
                        if let TextOperand::Open(text) = operand {
                            add(text);
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
