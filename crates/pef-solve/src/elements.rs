//! Elements of lists of open length, as variables.
//!
//! A list is a function from indices to elements, of which a question names a few. Each element at a symbolic index
//! becomes a variable, with two kinds of lemmas: equal indices have equal elements, and the element at an index that has
//! the value 3 is the third variable of the list. That is exact, whatever the length: what has no model so has none at all, and a
//! model says which elements to store where.

use pef_term::{
    Domain, Evaluator, FamilyId, Model, Node, Sort, TermId, Terms, UNPRINTED, Value, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// One element at a symbolic index.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The term.
    element: TermId,
    family: FamilyId,
    /// Without open texts and lists.
    index: TermId,
    stand_in: VariableId,
}

/// The elements of open lists in a question.
#[derive(Debug, Default)]
pub struct Elements {
    places: Vec<Place>,
    known: FxHashSet<TermId>,
    memberships: Vec<Membership>,
    /// What ties their variables to each other and to those of the lists.
    pub lemmas: Vec<TermId>,
}

/// A condition that something is in a list, as the tiers see its parts.
#[derive(Clone, Copy, Debug)]
struct Membership {
    family: FamilyId,
    length: TermId,
    element: TermId,
    formula: TermId,
}

/// The variable for an element.
pub fn stand_in(terms: &mut Terms, element: TermId) -> VariableId {
    let name = format!("{UNPRINTED}element: {}", element.index());
    let sort = terms.sort(element);
    terms.variable(&name, sort, Domain::ALL)
}

impl Elements {
    /// Adds an element, with the index as the tiers see it.
    pub fn add(&mut self, terms: &mut Terms, element: TermId, family: FamilyId, index: TermId) {
        if self.known.insert(element) {
            let stand_in = stand_in(terms, element);
            self.places.push(Place {
                element,
                family,
                index,
                stand_in,
            });
        }
    }

    /// Adds a condition that something is in a list, given what stands for terms.
    pub fn add_membership(
        &mut self,
        terms: &mut Terms,
        condition: TermId,
        replaced: &mut FxHashMap<TermId, TermId>,
    ) {
        if let Node::Includes(list, element) = *terms.node(condition)
            && self.known.insert(condition)
        {
            let unrolled = terms.replace(condition, replaced);
            self.memberships.push(Membership {
                family: list.family,
                length: terms.replace(list.length, replaced),
                element: terms.replace(element, replaced),
                formula: terms.replace(unrolled, replaced),
            });
        }
    }

    /// Adds the lemmas, for a question in which variables stand for elements already.
    pub fn complete(&mut self, terms: &mut Terms, path: &[TermId], goal: TermId) {
        if self.places.is_empty() {
            return;
        }
        let constraints = path.iter().chain([&goal]);
        let mentioned: FxHashSet<VariableId> = constraints
            .flat_map(|&constraint| terms.variables(constraint).iter().copied())
            .collect();
        for (position, place) in self.places.iter().enumerate() {
            let value = terms.var(place.stand_in);
            let members: Vec<(usize, VariableId)> = terms
                .members(place.family)
                .filter(|(_, variable)| mentioned.contains(variable))
                .collect();
            for (index, variable) in members {
                let index = terms.int_const(index as i64);
                let member = terms.var(variable);
                let lemma = implied(terms, place.index, index, value, member);
                self.lemmas.push(lemma);
            }
            // What stands at a valid index is in the list, also beyond the bound of the formula for that.
            for membership in &self.memberships {
                if membership.family == place.family {
                    let zero = terms.int_const(0);
                    let lemma = [
                        terms.lt(place.index, zero),
                        terms.ge(place.index, membership.length),
                        terms.ne(value, membership.element),
                        membership.formula,
                    ];
                    let lemma = terms.or(&lemma);
                    self.lemmas.push(lemma);
                }
            }
            for other in &self.places[..position] {
                if other.family == place.family {
                    let element = terms.var(other.stand_in);
                    let lemma = implied(terms, place.index, other.index, value, element);
                    self.lemmas.push(lemma);
                }
            }
        }
    }

    pub fn variables(&self) -> impl Iterator<Item = VariableId> {
        self.places.iter().map(|place| place.stand_in)
    }

    /// Adds the present values of the variables to a model.
    pub fn add_to(&self, terms: &Terms, model: &mut Model) {
        let present: Vec<Option<Value>> = {
            let mut evaluator = Evaluator::new(terms, model);
            let places = self.places.iter();
            places.map(|place| evaluator.value(place.element)).collect()
        };
        for (place, value) in self.places.iter().zip(present) {
            // It has none where its index is none of the list: no condition on it counts there.
            let value = value.unwrap_or_else(|| terms.element_default(place.family));
            model.set(place.stand_in, value);
        }
    }

    /// Stores in a model what it says of elements.
    pub fn store(&self, terms: &mut Terms, model: &mut Model) {
        let mut found = Vec::new();
        {
            let mut evaluator = Evaluator::new(terms, model);
            for place in &self.places {
                let index = evaluator.value(place.index);
                let index = index.as_ref().and_then(Value::as_int);
                let index = index.and_then(|index| usize::try_from(index.to_i64()?).ok());
                let value = model.get(place.stand_in).cloned();
                found.extend(index.zip(value).map(|stored| (place.family, stored)));
            }
        }
        for (family, (index, value)) in found {
            if let Some(variable) = terms.member_within_limit(family, index) {
                model.set(variable, value);
            }
        }
    }
}

/// Equal indices have equal elements.
fn implied(terms: &mut Terms, one: TermId, two: TermId, value: TermId, other: TermId) -> TermId {
    let same_place = terms.eq(one, two);
    let differs = terms.not(same_place);
    let equal = match terms.sort(value) {
        Sort::Int => terms.eq(value, other),
        Sort::Bool => terms.iff(value, other),
        Sort::Float => {
            let equal = terms.float_eq(value, other);
            let (one, two) = (terms.float_is_nan(value), terms.float_is_nan(other));
            let both = terms.and(&[one, two]);
            terms.or(&[equal, both])
        }
    };
    terms.or(&[differs, equal])
}
