//! Names of variables: Python expressions for the parts of an argument, because conditions are printed with them.

use pef_term::UNPRINTED;

pub fn element_name(name: &str, index: usize) -> String {
    format!("{name}[{index}]")
}

/// Sets and dictionaries are indexed through the list of their elements.
pub fn listed(name: &str) -> String {
    format!("list({name})")
}

pub fn value_name(name: &str, index: usize) -> String {
    format!("list({name}.values())[{index}]")
}

pub fn choice_name(name: &str) -> String {
    format!("type({name})")
}

/// Values of different alternatives have different variables, except for the first, which needs no mark.
pub fn alternative_name(name: &str, chosen: usize) -> String {
    if chosen == 0 {
        name.to_owned()
    } else {
        format!("{name}{}", UNPRINTED.to_string().repeat(chosen))
    }
}
