//! Characters that people can read: what a variable that is a character's code is given where anything will do.

use pef_term::Integer;

/// Characters to try first, plainest first.
const PLAINEST: &[u8] = b"abc0 A-";
/// The code of the plainest of all.
pub const PLAINEST_CODE: i64 = 'a' as i64;
const READABLE: std::ops::Range<i64> = 0x20..0x7F;

/// Codes to try instead of one that was found, best first.
pub fn candidates(found: &Integer) -> impl Iterator<Item = i64> + use<> {
    let is_readable = found.to_i64().is_some_and(|code| READABLE.contains(&code));
    let others = if is_readable { 0..0 } else { READABLE };
    PLAINEST.iter().map(|&code| i64::from(code)).chain(others)
}

/// Whether a code is that of a readable character.
pub fn is_readable(code: i64) -> bool {
    READABLE.contains(&code)
}
