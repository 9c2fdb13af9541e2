//! Makes the model that was found small and plain, as `shrink.rs` does for other solvers, but on translated formulas,
//! where trying a value costs nanoseconds: the current value if possible, otherwise the one closest to zero.

use pef_term::Integer;

use crate::native::formula::Values;
use crate::native::{Member, NativeTier, compute_auxiliary};
use crate::readable;

impl NativeTier {
    /// Moves changed variables back to their current values, or towards zero, one after the other.
    pub(super) fn make_plain(&mut self) {
        for position in 0..self.members.len() {
            let member = self.members[position];
            let found = self.search.graph.values[member.native.index()];
            if found == member.start || self.try_value(member, member.start) {
                continue;
            }
            if member.is_character
                && (readable::candidates(&Integer::from(found))
                    .any(|code| self.try_value(member, code))
                    || readable::is_readable(found))
            {
                continue;
            }
            let (lower, upper) = self.search.graph.room(member.native);
            for candidate in [0, 1, -1, lower, upper] {
                if candidate.abs() < found.abs() && self.try_value(member, candidate) {
                    break;
                }
            }
        }
    }

    /// Keeps the value if all constraints hold with it.
    fn try_value(&mut self, member: Member, value: i64) -> bool {
        if !(member.lower..=member.upper).contains(&value) {
            return false;
        }
        let index = member.native.index();
        let old = std::mem::replace(&mut self.search.graph.values[index], value);
        if self.all_hold() {
            return true;
        }
        self.search.graph.values[index] = old;
        false
    }

    fn all_hold(&mut self) -> bool {
        let variables = &mut self.search.graph.values;
        if compute_auxiliary(&self.translation, &self.auxiliary, variables).is_none() {
            return false;
        }
        let values = Values {
            variables,
            rows: self.translation.rows(),
        };
        self.constraints
            .iter()
            .rev()
            .all(|constraint| values.formula(&constraint.formula))
    }
}
