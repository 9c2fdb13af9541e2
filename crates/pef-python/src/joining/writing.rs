//! The bytes of a state: each value with a tag before it, and lengths before what has one, so that no two states have
//! the same bytes. Which values there are follows from the point that the state is at, which comes first.

/// What comes next.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum Tag {
    /// A name without a value.
    Unbound,
    /// An object that came before, by its number.
    Again,
    None,
    False,
    True,
    Ellipsis,
    Integer,
    Float,
    Text,
    Octets,
    List,
    Tuple,
    Dictionary,
    Range,
    /// An object told by its address.
    Address,
    SymbolicInteger,
    SymbolicBoolean,
    SymbolicFloat,
    SymbolicText,
    SymbolicOctets,
    /// The codes of a text, or those of one of open length.
    Codes,
    OpenCodes,
    /// A container of open size, and which of its elements there are.
    OpenContainer,
    Made,
    NotMade,
    /// An iterator of C, and what it tells of itself.
    Iterator,
    /// An iterator that has come to its end.
    Exhausted,
    /// A sequence that came before, and how far an iterator has come in it.
    Iterated,
    /// What an iterator over a sequence will still give.
    Rest,
    /// What it will give of a sequence of open size.
    OpenRest,
    RangeRest,
}

/// The state as far as it is written.
#[derive(Default)]
pub struct Bytes(Vec<u8>);

impl Bytes {
    pub fn tag(&mut self, tag: Tag) {
        self.0.push(tag as u8);
    }

    pub fn number(&mut self, number: usize) {
        self.0.extend_from_slice(&(number as u64).to_le_bytes());
    }

    pub fn octets(&mut self, octets: &[u8]) {
        self.number(octets.len());
        self.0.extend_from_slice(octets);
    }

    pub fn finish(self) -> Box<[u8]> {
        self.0.into()
    }
}
