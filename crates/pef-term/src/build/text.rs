//! Conditions on texts: as formulas over their codes where there is one, as nodes where a length is open.
//!
//! [`Terms::relation_up_to`] and [`Terms::every_code_up_to`] are the formulas for texts of at most some length; what
//! has an open length that such a bound would cut off becomes a node, which solvers replace by these formulas.

use crate::node::Node;
use crate::open_text::{CodeTable, OpenText, TextOperand, TextRelation};
use crate::{TableId, TermId, Terms};

/// What lies in more ranges than this is kept.
const FEW_RANGES: usize = 8;

/// A text with a formula for its length and an end that it cannot pass.
struct Bounded<'a> {
    operand: &'a TextOperand,
    length: TermId,
    longest: usize,
}

impl Terms {
    /// The condition that a relation holds between two texts.
    pub fn text_relation(
        &mut self,
        relation: TextRelation,
        left: TextOperand,
        right: TextOperand,
    ) -> TermId {
        if left == right {
            return self.bool_const(relation != TextRelation::Less);
        }
        let is_open = |operand: &TextOperand| matches!(operand, TextOperand::Open(_));
        let is_unbounded = match relation {
            // The codes of the other one are all that count.
            TextRelation::Equal
            | TextRelation::Begins
            | TextRelation::Less
            | TextRelation::AtMost => is_open(&left) && is_open(&right),
            TextRelation::Ends | TextRelation::Occurs => is_open(&left),
        };
        if is_unbounded {
            return self.intern(Node::TextRelation(relation, left, right));
        }
        let bound = [&left, &right]
            .into_iter()
            .map(|operand| match operand {
                TextOperand::Open(_) => 0,
                TextOperand::Fixed(codes) => codes.len(),
            })
            .max()
            .unwrap_or(0);
        self.relation_up_to(bound, relation, &left, &right, None)
    }

    /// The condition that every code of a text is in a table.
    pub fn every_code(&mut self, text: &TextOperand, table: TableId) -> TermId {
        match text {
            TextOperand::Open(open) => self.intern(Node::EveryCode(*open, table)),
            TextOperand::Fixed(_) => self.every_code_up_to(0, text, table, None),
        }
    }

    /// The same as a formula, for an open text of at most so many codes, or, where it is longer, with `rest` for what is
    /// true of the others.
    pub fn every_code_up_to(
        &mut self,
        bound: usize,
        text: &TextOperand,
        table: TableId,
        rest: Option<TermId>,
    ) -> TermId {
        let text = self.bounded(text, bound);
        let mut conditions: Vec<TermId> = (0..text.longest)
            .map(|index| {
                let code = self.code_at(&text, index);
                let ranges = self.table_info(table).ranges.clone();
                let inside = self.in_ranges(code, &ranges);
                let beyond = self.ends_by(text.length, index);
                self.or(&[beyond, inside])
            })
            .collect();
        conditions.extend(self.or_rest(&[&text], rest));
        self.and(&conditions)
    }

    /// The condition that no text is longer than its bound, or `rest` holds; nothing without one.
    fn or_rest(&mut self, texts: &[&Bounded], rest: Option<TermId>) -> Option<TermId> {
        let rest = rest?;
        let within = self.within(texts);
        Some(self.or(&[within, rest]))
    }

    fn within(&mut self, texts: &[&Bounded]) -> TermId {
        let within: Vec<TermId> = texts
            .iter()
            .map(|text| self.ends_by(text.length, text.longest))
            .collect();
        self.and(&within)
    }

    /// The condition that an integer lies in one of the ranges, inclusive pairs.
    pub fn in_ranges(&mut self, term: TermId, ranges: &[(i64, i64)]) -> TermId {
        if ranges.len() <= FEW_RANGES {
            return self.any_range(term, ranges);
        }
        // A table of characters is asked about the same codes in every run, and has hundreds of ranges.
        let number = match self.range_lists.get(ranges) {
            Some(&known) => known,
            None => {
                let number = self.range_lists.len();
                self.range_lists.insert(ranges.into(), number);
                number
            }
        };
        if let Some(&known) = self.in_range_lists.get(&(term, number)) {
            return known;
        }
        let inside = self.any_range(term, ranges);
        self.in_range_lists.insert((term, number), inside);
        inside
    }

    fn any_range(&mut self, term: TermId, ranges: &[(i64, i64)]) -> TermId {
        let cases: Vec<TermId> = ranges
            .iter()
            .map(|&(lowest, highest)| {
                let (lowest, highest) = (self.int_const(lowest), self.int_const(highest));
                let above = self.le(lowest, term);
                let below = self.le(term, highest);
                self.and(&[above, below])
            })
            .collect();
        self.or(&cases)
    }

    /// A relation as a formula, for open texts of at most so many codes. Where one is longer, `rest` says what the relation
    /// of the codes from the bound on is (equality, order), or what the relation itself is.
    pub fn relation_up_to(
        &mut self,
        bound: usize,
        relation: TextRelation,
        left: &TextOperand,
        right: &TextOperand,
        rest: Option<TermId>,
    ) -> TermId {
        let (one, two) = (self.bounded(left, bound), self.bounded(right, bound));
        match relation {
            TextRelation::Equal => {
                let same_length = self.eq(one.length, two.length);
                if self.as_bool_const(same_length) == Some(false) {
                    return same_length;
                }
                // A constant length says without a formula which positions there are.
                let part = if matches!(left, TextOperand::Fixed(_)) {
                    (&two, &one)
                } else {
                    (&one, &two)
                };
                let same = self.stands_at(part.0, 0, part.1);
                let mut conditions = vec![same_length, same];
                conditions.extend(self.or_rest(&[&one, &two], rest));
                self.and(&conditions)
            }
            TextRelation::Begins => {
                let fits = self.le(two.length, one.length);
                if self.as_bool_const(fits) == Some(false) {
                    return fits;
                }
                let same = self.stands_at(&one, 0, &two);
                let mut conditions = vec![fits, same];
                conditions.extend(self.or_rest(&[&one, &two], rest));
                self.and(&conditions)
            }
            TextRelation::Ends | TextRelation::Occurs => {
                let places: Vec<TermId> = (0..=one.longest)
                    .map(|place| self.stands_in(relation, &one, place, &two))
                    .collect();
                let somewhere = self.or(&places);
                match rest {
                    Some(rest) => {
                        let within = self.within(&[&one, &two]);
                        let undecided = self.ite(within, somewhere, rest);
                        let fits = self.le(two.length, one.length);
                        self.and(&[fits, undecided])
                    }
                    None => somewhere,
                }
            }
            TextRelation::Less | TextRelation::AtMost => {
                self.comes_before(relation == TextRelation::AtMost, &one, &two, rest)
            }
        }
    }

    /// The condition that the part begins at this place of the whole, and ends within it (or with it).
    fn stands_in(
        &mut self,
        relation: TextRelation,
        whole: &Bounded,
        place: usize,
        part: &Bounded,
    ) -> TermId {
        let offset = self.int_const(place as i64);
        let end = self.add(part.length, offset);
        let fits = if relation == TextRelation::Ends {
            self.eq(end, whole.length)
        } else {
            self.le(end, whole.length)
        };
        if self.as_bool_const(fits) == Some(false) {
            return fits;
        }
        let same = self.stands_at(whole, place, part);
        self.and(&[fits, same])
    }

    /// The condition that the codes of the part are those of the whole from a place on, as far as both go.
    fn stands_at(&mut self, whole: &Bounded, place: usize, part: &Bounded) -> TermId {
        let count = part.longest.min(whole.longest.saturating_sub(place));
        let conditions: Vec<TermId> = (0..count)
            .map(|index| {
                let code = self.code_at(whole, place + index);
                let other = self.code_at(part, index);
                let same = self.eq(code, other);
                let beyond = self.ends_by(part.length, index);
                self.or(&[beyond, same])
            })
            .collect();
        self.and(&conditions)
    }

    fn comes_before(
        &mut self,
        or_equal: bool,
        one: &Bounded,
        two: &Bounded,
        rest: Option<TermId>,
    ) -> TermId {
        let shorter = if or_equal {
            self.le(one.length, two.length)
        } else {
            self.lt(one.length, two.length)
        };
        let mut condition = match rest {
            Some(rest) => {
                let one_ends = self.ends_by(one.length, one.longest);
                let two_ends = self.ends_by(two.length, two.longest);
                let ends = self.or(&[one_ends, two_ends]);
                self.ite(ends, shorter, rest)
            }
            None => shorter,
        };
        for index in (0..one.longest.min(two.longest)).rev() {
            let (first, second) = (self.code_at(one, index), self.code_at(two, index));
            let less = self.lt(first, second);
            let same = self.eq(first, second);
            let later = self.and(&[same, condition]);
            let decided = self.or(&[less, later]);
            let one_ends = self.ends_by(one.length, index);
            let two_ends = self.ends_by(two.length, index);
            let ends = self.or(&[one_ends, two_ends]);
            condition = self.ite(ends, shorter, decided);
        }
        condition
    }

    fn ends_by(&mut self, length: TermId, index: usize) -> TermId {
        let index = self.int_const(index as i64);
        self.le(length, index)
    }

    fn bounded<'a>(&mut self, operand: &'a TextOperand, bound: usize) -> Bounded<'a> {
        let (length, longest) = match operand {
            TextOperand::Open(text) => (text.length, bound),
            TextOperand::Fixed(codes) => (self.int_const(codes.len() as i64), codes.len()),
        };
        Bounded {
            operand,
            length,
            longest,
        }
    }

    fn code_at(&mut self, text: &Bounded, index: usize) -> TermId {
        match text.operand {
            TextOperand::Open(open) => self.open_code(*open, index),
            TextOperand::Fixed(codes) => codes[index],
        }
    }

    /// The code at a position of an open text.
    pub fn open_code(&mut self, text: OpenText, index: usize) -> TermId {
        let variable = self.member(text.family, index);
        self.var(variable)
    }

    /// A table with only those of its codes that are below a limit.
    pub fn table_below(&mut self, table: TableId, limit: i64) -> TableId {
        let known = self.table_info(table);
        let table = CodeTable {
            ranges: known
                .ranges
                .iter()
                .filter(|&&(first, _)| first < limit)
                .map(|&(first, last)| (first, last.min(limit - 1)))
                .collect(),
            label: known.label.clone(),
        };
        self.table(table)
    }
}

impl From<OpenText> for TextOperand {
    fn from(text: OpenText) -> Self {
        TextOperand::Open(text)
    }
}
