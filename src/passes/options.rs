//! Pass options: how a pass declares them, and their values in one run.

use crate::ir::{Diagnostic, Span, nearest};
use crate::tensor::Tolerance;

/// What an option's value may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false` (also `1` and `0`; the bare name means true).
    Bool,
    /// A number of things in decimal: from `min` to the largest 64-bit integer.
    Count {
        /// The least it may be.
        min: i64,
    },
    /// A [`Tolerance`]; bit for bit where it is empty.
    Tolerance,
    /// Any text.
    Str,
    /// One of these words.
    Enum(&'static [&'static str]),
    /// Texts separated by commas, possibly in braces.
    List,
}

/// The declaration of an option.
pub struct OptionInfo {
    /// Name as written in a pipeline.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// The value, as text, where none is given.
    pub default: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Count`].
    Int(i64),
    /// Of [`OptionKind::Str`], [`OptionKind::Enum`] and [`OptionKind::Tolerance`].
    Str(String),
    /// Of [`OptionKind::List`].
    List(Vec<String>),
}

impl OptionKind {
    /// Reads a value; the error completes "expected ...".
    pub fn parse(self, text: &str) -> Result<OptionValue, String> {
        match self {
            OptionKind::Bool => match text {
                "true" | "1" => Ok(OptionValue::Bool(true)),
                "false" | "0" => Ok(OptionValue::Bool(false)),
                _ => Err("`true` or `false`".into()),
            },
            OptionKind::Count { min } => match text.parse() {
                Ok(count) if count >= min => Ok(OptionValue::Int(count)),
                _ => Err(format!("a whole number from {min} to {}", i64::MAX)),
            },
            OptionKind::Tolerance if !text.is_empty() => {
                text.parse::<Tolerance>().map(|_| OptionValue::Str(text.into()))
            }
            OptionKind::Tolerance | OptionKind::Str => Ok(OptionValue::Str(text.into())),
            OptionKind::Enum(words) if words.contains(&text) => Ok(OptionValue::Str(text.into())),
            OptionKind::Enum(words) => Err(format!("one of {}", quoted_list(words.iter().copied()))),
            OptionKind::List => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Ok(OptionValue::List(items.map(Into::into).collect()))
            }
        }
    }
}

impl OptionValue {
    /// The value as a pipeline writes it.
    fn text(&self) -> String {
        match self {
            OptionValue::Bool(value) => value.to_string(),
            OptionValue::Int(value) => value.to_string(),
            OptionValue::List(items) => format!("{{{}}}", items.join(",")),
            OptionValue::Str(text) => {
                let plain = |c: char| !c.is_whitespace() && !matches!(c, '{' | '}' | '\'' | '"');
                match text {
                    text if !text.is_empty() && text.chars().all(plain) => text.clone(),
                    text if text.contains('"') => format!("'{text}'"),
                    text => format!("\"{text}\""),
                }
            }
        }
    }
}

/// The option values of one run of a pass: each is what was given, or else its default.
#[derive(Clone, Debug)]
pub struct Options {
    values: Vec<(&'static str, OptionValue)>,
}

/// An option as written: its name, its value (with quotes and braces taken off), and the places of both.
#[derive(Clone, Copy)]
pub struct WrittenOption<'t> {
    /// Name.
    pub name: &'t str,
    /// Place of the name.
    pub name_span: Span,
    /// Value; `None` for a bare name.
    pub value: Option<(&'t str, Span)>,
}

impl Options {
    /// The defaults.
    pub fn defaults(declared: &'static [OptionInfo]) -> Self {
        let value = |option: &OptionInfo| option.kind.parse(option.default);
        let values = declared.iter().filter_map(|o| Some((o.name, value(o).ok()?)));
        Options { values: values.collect() }
    }

    /// The defaults, overridden by what was written for `pass`.
    pub fn read<'t>(
        pass: &str,
        declared: &'static [OptionInfo],
        written: impl IntoIterator<Item = WrittenOption<'t>>,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut options = Self::defaults(declared);
        for option in written {
            let Some(info) = declared.iter().find(|info| info.name == option.name) else {
                let names = declared.iter().map(|info| info.name);
                return Err(Box::new(unknown_option("pass", pass, names, &option)));
            };
            let (text, span) = match (option.value, info.kind) {
                (Some(value), _) => value,
                (None, OptionKind::Bool) => ("true", option.name_span),
                (None, _) => ("", option.name_span),
            };
            let value = info.kind.parse(text).map_err(|expected| {
                let message = format!("bad value for option '{}' of pass '{pass}'", info.name);
                Diagnostic::error(span, message).label(format!("expected {expected}"))
            })?;
            options.set(info.name, value);
        }
        Ok(options)
    }

    fn set(&mut self, name: &'static str, value: OptionValue) {
        if let Some(slot) = self.values.iter_mut().find(|(n, _)| *n == name) {
            slot.1 = value;
        }
    }

    fn get(&self, name: &str) -> Option<&OptionValue> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// A boolean option; false if the pass declares none of this name.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(OptionValue::Bool(true)))
    }

    /// A number; `None` if the pass declares none of this name.
    pub fn count(&self, name: &str) -> Option<usize> {
        match self.get(name) {
            Some(OptionValue::Int(value)) => Some(usize::try_from(*value).unwrap_or(usize::MAX)),
            _ => None,
        }
    }

    /// A text or enum option; empty if the pass declares none of this name.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(OptionValue::Str(text)) => text,
            _ => "",
        }
    }

    /// A tolerance.
    pub fn tolerance(&self, name: &str) -> Tolerance {
        self.text(name).parse().unwrap_or(Tolerance::Bitwise)
    }

    /// A list option; empty if the pass declares none of this name.
    pub fn list(&self, name: &str) -> &[String] {
        match self.get(name) {
            Some(OptionValue::List(items)) => items,
            _ => &[],
        }
    }

    /// All values by name, in declaration order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    /// The options as a pipeline writes them, with braces; empty for a pass without options.
    pub fn canonical(&self) -> String {
        if self.values.is_empty() {
            return String::new();
        }
        let items = self.values.iter().map(|(name, value)| format!("{name}={}", value.text()));
        format!("{{{}}}", items.collect::<Vec<_>>().join(" "))
    }
}

/// The error for an option that a pass or a pipeline does not have among its own.
pub fn unknown_option(
    kind: &str,
    owner: &str,
    names: impl Iterator<Item = &'static str> + Clone,
    option: &WrittenOption<'_>,
) -> Diagnostic {
    if names.clone().next().is_none() {
        return Diagnostic::error(option.name_span, format!("{kind} '{owner}' takes no options"));
    }
    let message = format!("{kind} '{owner}' has no option '{}'", option.name);
    let valid = format!("the options of '{owner}' are {}", quoted_list(names.clone()));
    let diagnostic = Diagnostic::error(option.name_span, message);
    match nearest(option.name, names) {
        Some(name) => diagnostic.label(format!("did you mean '{name}'?")),
        None => diagnostic,
    }
    .help(valid)
}

/// `'a', 'b', 'c'`
pub fn quoted_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back_from_their_text() {
        for (kind, text) in [
            (OptionKind::Bool, "true"),
            (OptionKind::Count { min: 0 }, "3"),
            (OptionKind::Str, "a.pat"),
            (OptionKind::Enum(&["any", "private"]), "private"),
            (OptionKind::List, "{a,b}"),
        ] {
            let bare = text.trim_matches(['{', '}']);
            assert_eq!(kind.parse(bare).map(|v| v.text()).as_deref(), Ok(text));
        }
        assert_eq!(OptionValue::Str("a b".into()).text(), "\"a b\"");
        assert_eq!(OptionValue::Str(String::new()).text(), "\"\"");
        for (min, text) in [(0, "9223372036854775808"), (0, "-1"), (1, "0"), (0, "")] {
            assert!(OptionKind::Count { min }.parse(text).is_err(), "{text}");
        }
        assert!(OptionKind::Bool.parse("yes").is_err());
    }
}
