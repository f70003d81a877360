//! Names that HLO accepts, each given once.

use rustc_hash::FxHashMap;

use crate::import::hlo_text::parser::is_reserved;

/// The names given so far, with the next number of each.
#[derive(Default)]
pub(super) struct Names(FxHashMap<String, u64>);

impl Names {
    /// The name itself where it is free, else with a number behind it.
    pub(super) fn unique(&mut self, base: &str) -> String {
        if !self.0.contains_key(base) {
            self.0.insert(base.to_string(), 1);
            return base.to_string();
        }
        // A number at the end is counted on.
        let stem = match base.rsplit_once('.') {
            Some((stem, number)) if !stem.is_empty() && number.bytes().all(|c| c.is_ascii_digit()) => stem,
            _ => base,
        };
        let mut number = self.0.get(stem).copied().unwrap_or(1);
        loop {
            let name = format!("{stem}.{number}");
            number += 1;
            if !self.0.contains_key(&name) {
                self.0.insert(stem.to_string(), number);
                self.0.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// A name of letters, digits, `_`, `.` and `-` that starts with a letter or `_` and is no word of HLO; others are
/// replaced.
pub(super) fn legal(name: &str) -> String {
    let legal = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') { c } else { '_' };
    let mut text: String = name.chars().map(legal).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        text.insert(0, '_');
    }
    if is_reserved(&text) {
        text.push('_');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let mut names = Names::default();
        let given: Vec<String> = ["add", "add", "add.1", "add", "x.7", "x.7", ".5", ".5"]
            .iter()
            .map(|n| names.unique(n))
            .collect();
        assert_eq!(given, ["add", "add.1", "add.2", "add.3", "x.7", "x.1", ".5", ".5.1"]);
    }

    #[test]
    fn names_are_legal() {
        assert_eq!(
            [legal("0"), legal("a b%"), legal("f32"), legal("ROOT"), legal("")],
            ["_0", "a_b_", "f32_", "ROOT_", "_"]
        );
    }
}
