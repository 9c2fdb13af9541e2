//! What a path says of every code of an open text, as one table.
//!
//! That all characters are letters, and then that all are digits, are two tables of hundreds of ranges, which no solver
//! finds contradictory in a reasonable time; that they have nothing in common is seen by going through both once. So
//! what holds on a path is one table for each text, and what else is asked of every code is asked within it.

use pef_term::{CodeTable, Node, OpenText, TableId, TermId, Terms};

/// For each text of which a path says something: the codes that it may have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Narrowed {
    tables: Vec<(OpenText, TableId)>,
}

impl Narrowed {
    /// What follows from a path.
    pub fn by(terms: &mut Terms, path: &[TermId]) -> Self {
        let mut narrowed = Self::default();
        for &constraint in path {
            if !terms.has_open_family(constraint) {
                continue;
            }
            let parts = match terms.node(constraint) {
                Node::And(parts) => parts.to_vec(),
                _ => vec![constraint],
            };
            for part in parts {
                if let Node::EveryCode(text, table) = *terms.node(part) {
                    narrowed.add(terms, text, table);
                }
            }
        }
        narrowed
    }

    fn add(&mut self, terms: &mut Terms, text: OpenText, table: TableId) {
        match self.tables.iter_mut().find(|(known, _)| *known == text) {
            Some((_, known)) => *known = intersection(terms, *known, table),
            None => self.tables.push((text, table)),
        }
    }

    /// The texts with their tables.
    pub fn tables(&self) -> impl Iterator<Item = (OpenText, TableId)> {
        self.tables.iter().copied()
    }

    /// The table to ask about instead of this one, on this path; nothing if the path says that all codes are in it.
    pub fn within(&self, terms: &mut Terms, text: OpenText, table: TableId) -> Option<TableId> {
        let Some(&(_, known)) = self.tables.iter().find(|(other, _)| *other == text) else {
            return Some(table);
        };
        let common = terms
            .table_info(table)
            .intersection(terms.table_info(known));
        if common.ranges == terms.table_info(known).ranges {
            return None;
        }
        Some(terms.table(common))
    }
}

fn intersection(terms: &mut Terms, one: TableId, two: TableId) -> TableId {
    let table: CodeTable = terms.table_info(one).intersection(terms.table_info(two));
    terms.table(table)
}
