//! The boolean expressions of `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:`: `a && !b || (c)` over features.

use std::collections::BTreeSet;

/// The features a machine has.
pub type Features = BTreeSet<String>;

/// The value of `expression`; `*` is true.
///
/// # Errors
/// A syntax error, in words.
pub fn evaluate(expression: &str, features: &Features) -> Result<bool, String> {
    if expression == "*" {
        return Ok(true);
    }
    let mut reader = Reader { expression, rest: expression, features };
    let value = reader.disjunction()?;
    match reader.rest.trim_start() {
        "" => Ok(value),
        extra => Err(format!("unexpected '{extra}' in '{expression}'")),
    }
}

struct Reader<'a> {
    expression: &'a str,
    rest: &'a str,
    features: &'a Features,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn disjunction(&mut self) -> Result<bool, String> {
        let mut value = self.conjunction()?;
        while self.eat("||") {
            value |= self.conjunction()?;
        }
        Ok(value)
    }

    fn conjunction(&mut self) -> Result<bool, String> {
        let mut value = self.term()?;
        while self.eat("&&") {
            value &= self.term()?;
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<bool, String> {
        if self.eat("!") {
            return self.term().map(|value| !value);
        }
        if self.eat("(") {
            let value = self.disjunction()?;
            return if self.eat(")") {
                Ok(value)
            } else {
                Err(format!("missing ')' in '{}'", self.expression))
            };
        }
        let rest = self.rest.trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '=' | '.' | '_');
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(format!("expected a feature at '{rest}' in '{}'", self.expression));
        }
        let (name, after) = rest.split_at(length);
        self.rest = after;
        Ok(name == "true" || self.features.contains(name))
    }
}
