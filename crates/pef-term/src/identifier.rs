//! Typed ids. Plain `u32`s inside, so that a term costs four bytes wherever it is mentioned and ids of
//! different kinds cannot be mixed up. Ids are given out in order of creation: a term's operands always
//! have smaller ids than the term itself, which several passes rely on.

macro_rules! identifier {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Position in creation order.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with this position. Only meaningful for positions that an arena gave out.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2**32 ids"))
            }
        }
    };
}

identifier!(
    /// A term of one [`Terms`](crate::Terms) arena.
    TermId
);
identifier!(
    /// A variable of one [`Terms`](crate::Terms) arena.
    VariableId
);
identifier!(
    /// An uninterpreted function of one [`Terms`](crate::Terms) arena.
    FunctionId
);
identifier!(
    /// The codes of a text of open length in one [`Terms`](crate::Terms) arena.
    FamilyId
);
identifier!(
    /// A table of codes of one [`Terms`](crate::Terms) arena.
    TableId
);
