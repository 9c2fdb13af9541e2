//! Random constraints, fast: a seed, a generator with one word of state, terms built directly. Millions of questions
//! are asked this way, and a failure is repeated by its seed.

use pef_term::{Integer, TermId, Terms};

/// Steele, Lea and Flood's `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.word() % count as u64) as usize
    }

    /// `first..=last`
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as usize) as i64
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What constraints are made of.
pub struct Constraints<'a> {
    pub terms: &'a mut Terms,
    pub random: &'a mut Random,
    pub integers: &'a [TermId],
    pub booleans: &'a [TermId],
    /// Constants go up to this.
    pub largest: i64,
    /// In a hundred comparisons: a variable is or is not a small constant; sums that are not differences, quotients and
    /// remainders, conditionals, products.
    pub keys: usize,
    pub sums: usize,
    pub divisions: usize,
    pub conditionals: usize,
    pub products: usize,
}

impl Constraints<'_> {
    fn constant(&mut self) -> TermId {
        let value = self.random.between(-self.largest, self.largest);
        self.terms.int_const(value)
    }

    fn integer(&mut self) -> TermId {
        self.random.pick(self.integers)
    }

    fn sum(&mut self) -> TermId {
        let mut sum = self.constant();
        for _ in 0..self.random.between(1, 3) {
            let factor = Integer::from(self.random.pick(&[1, 1, 1, -1, -1, 2, -2, 3, -5]));
            let variable = self.integer();
            let product = self.terms.scale(variable, &factor);
            sum = self.terms.add(sum, product);
        }
        if self.random.chance(15) && !self.booleans.is_empty() {
            let boolean = self.random.pick(self.booleans);
            let number = self.terms.int_of_bool(boolean);
            sum = self.terms.add(sum, number);
        }
        sum
    }

    fn difference(&mut self) -> TermId {
        let (left, right) = (self.integer(), self.integer());
        let constant = self.constant();
        let difference = if self.random.chance(40) {
            left
        } else {
            self.terms.sub(left, right)
        };
        self.terms.add(difference, constant)
    }

    fn number(&mut self, depth: usize) -> TermId {
        let kind = self.random.below(100);
        let (sums, divisions) = (self.sums, self.sums + self.divisions);
        let conditionals = divisions + self.conditionals;
        if kind < sums {
            self.sum()
        } else if kind < divisions {
            let dividend = if self.random.chance(50) {
                self.integer()
            } else {
                self.sum()
            };
            let divisor = self.random.pick(&[2, 2, 3, 4, 7, 10, -3]);
            let divisor = self.terms.int_const(divisor);
            let term = if self.random.chance(50) {
                self.terms.floor_div(dividend, divisor)
            } else {
                self.terms.modulo(dividend, divisor)
            };
            if self.random.chance(30) {
                let other = self.integer();
                self.terms.sub(term, other)
            } else {
                let constant = self.constant();
                self.terms.add(term, constant)
            }
        } else if kind < conditionals {
            let (left, right) = (self.difference(), self.difference());
            match self.random.below(4) {
                0 => self.terms.min(left, right),
                1 => self.terms.max(left, right),
                2 => self.terms.abs(left),
                _ => {
                    let condition = self.condition(depth);
                    if self.random.chance(50) {
                        self.terms.ite(condition, left, right)
                    } else {
                        let truth = self.terms.int_of_bool(condition);
                        self.terms.sub(left, truth)
                    }
                }
            }
        } else if kind < conditionals + self.products {
            let (left, right) = (self.integer(), self.integer());
            let product = self.terms.mul(left, right);
            let constant = self.constant();
            self.terms.add(product, constant)
        } else {
            self.difference()
        }
    }

    fn key(&mut self) -> TermId {
        let variable = self.integer();
        let value = self.random.between(-3, 3);
        let constant = self.terms.int_const(value);
        if self.random.chance(30) {
            self.terms.eq(variable, constant)
        } else {
            self.terms.ne(variable, constant)
        }
    }

    fn comparison(&mut self, depth: usize) -> TermId {
        if self.random.chance(self.keys) {
            return self.key();
        }
        let number = self.number(depth.saturating_sub(1));
        let zero = self.terms.int_const(0);
        match self.random.below(4) {
            0 => self.terms.le(number, zero),
            1 => self.terms.ge(number, zero),
            2 => self.terms.eq(number, zero),
            _ => self.terms.ne(number, zero),
        }
    }

    pub fn condition(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.random.chance(45) {
            return if self.random.chance(10) && !self.booleans.is_empty() {
                self.random.pick(self.booleans)
            } else {
                self.comparison(depth)
            };
        }
        let deeper = depth - 1;
        match self.random.below(7) {
            0 | 1 => {
                let parts = self.several(deeper);
                self.terms.and(&parts)
            }
            2 | 3 => {
                let parts = self.several(deeper);
                self.terms.or(&parts)
            }
            4 => {
                let inner = self.condition(deeper);
                self.terms.not(inner)
            }
            5 => {
                let (left, right) = (self.condition(deeper), self.condition(deeper));
                self.terms.iff(left, right)
            }
            _ => {
                let condition = self.condition(deeper);
                let (then, otherwise) = (self.condition(deeper), self.condition(deeper));
                self.terms.ite(condition, then, otherwise)
            }
        }
    }

    fn several(&mut self, depth: usize) -> Vec<TermId> {
        (0..self.random.between(2, 4))
            .map(|_| self.condition(depth))
            .collect()
    }
}
