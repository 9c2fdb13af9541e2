//! Conditions on texts are printed as one writes them.

use pef_term::{Domain, Sort, TermId, Terms};

/// The code at a position of `s`.
fn code(terms: &mut Terms, place: usize) -> TermId {
    let variable = terms.variable(
        &format!("ord(s[{place}])"),
        Sort::Int,
        Domain::between(0, 0x0010_FFFF),
    );
    terms.set_character(variable);
    terms.var(variable)
}

fn length(terms: &mut Terms) -> TermId {
    let variable = terms.variable("len(s)", Sort::Int, Domain::at_least(0));
    terms.var(variable)
}

/// The condition that each of the first codes is that of a letter of the word, after another condition.
fn spells(terms: &mut Terms, first: TermId, word: &str) -> TermId {
    let mut conditions = vec![first];
    for (place, letter) in word.chars().enumerate() {
        let code = code(terms, place);
        let wanted = terms.int_const(i64::from(u32::from(letter)));
        conditions.push(terms.eq(code, wanted));
    }
    terms.and(&conditions)
}

fn between(terms: &mut Terms, place: usize, low: char, high: char) -> TermId {
    let code = code(terms, place);
    let low = terms.int_const(i64::from(u32::from(low)));
    let high = terms.int_const(i64::from(u32::from(high)));
    let above = terms.le(low, code);
    let below = terms.le(code, high);
    terms.and(&[above, below])
}

#[test]
fn a_code_is_compared_as_a_character() {
    let mut terms = Terms::new();
    let first = code(&mut terms, 0);
    for (value, text) in [
        (97, "s[0] == 'a'"),
        (39, r"s[0] == '\''"),
        (10, r"s[0] == '\n'"),
        (0, r"s[0] == '\x00'"),
        (0xD800, r"s[0] == '\ud800'"),
        (0xE9, "s[0] == 'é'"),
    ] {
        let value = terms.int_const(value);
        let equal = terms.eq(first, value);
        assert_eq!(terms.display(equal), text);
    }
    let second = code(&mut terms, 1);
    let same = terms.eq(first, second);
    assert_eq!(terms.display(same), "s[0] == s[1]");
    let different = terms.not(same);
    assert_eq!(terms.display(different), "s[0] != s[1]");
}

#[test]
fn a_range_is_one_comparison() {
    let mut terms = Terms::new();
    let digit = between(&mut terms, 0, '0', '9');
    assert_eq!(terms.display(digit), "'0' <= s[0] <= '9'");
    let letter = between(&mut terms, 0, 'a', 'z');
    let either = terms.or(&[digit, letter]);
    assert_eq!(
        terms.display(either),
        "'0' <= s[0] <= '9' or 'a' <= s[0] <= 'z'"
    );
    let one = between(&mut terms, 0, 'x', 'x');
    assert_eq!(terms.display(one), "s[0] == 'x'");
}

#[test]
fn a_whole_text_is_one_equality() {
    let mut terms = Terms::new();
    let length = length(&mut terms);
    let five = terms.int_const(5);
    let exactly = terms.eq(length, five);
    let is_admin = spells(&mut terms, exactly, "admin");
    assert_eq!(terms.display(is_admin), "s == 'admin'");
    let other = terms.not(is_admin);
    assert_eq!(terms.display(other), "s != 'admin'");
    let enough = terms.ge(length, five);
    let begins = spells(&mut terms, enough, "admin");
    assert_eq!(terms.display(begins), "s.startswith('admin')");
    let not_begins = terms.not(begins);
    assert_eq!(terms.display(not_begins), "not s.startswith('admin')");
}

#[test]
fn what_says_less_or_more_is_printed_in_full() {
    let mut terms = Terms::new();
    let length = length(&mut terms);
    let five = terms.int_const(5);
    let exactly = terms.eq(length, five);
    let four_letters = spells(&mut terms, exactly, "admi");
    assert_eq!(
        terms.display(four_letters),
        "len(s) == 5 and s[0] == 'a' and s[1] == 'd' and s[2] == 'm' and s[3] == 'i'"
    );
}

#[test]
fn an_alias_stands_for_a_long_text() {
    let mut terms = Terms::new();
    let digit = between(&mut terms, 0, '0', '9');
    terms.set_alias(digit, "s[0].isdigit()".to_owned());
    let not_digit = terms.not(digit);
    assert_eq!(terms.display(not_digit), "not s[0].isdigit()");
}
