//! Declarative text forms: how an op is written in its dialect's own syntax.
//!
//! A [`Form`] is a list of [`Piece`]s in text order, and both the parser and the printer follow it. Keywords,
//! punctuation, operand names, symbols, enums and integer lists are matched by a pest rule of the dialect's grammar;
//! types, attributes, literals and regions are holes that the core fills. For
//! `stablehlo.compare LT, %a, %b, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>`:
//!
//! ```text
//! // grammar/hlo.pest (grammar/base.pest has `operand`, `operands`, `symbol`, `integer`, `integers`, `word`, ...)
//! compare = { #comparison_direction = word ~ "," ~ #lhs = operand ~ "," ~ #rhs = operand
//!             ~ ("," ~ #compare_type = word)? }
//!
//! // dialects/hlo/forms.rs
//! #[derive(pest_derive::Parser)]
//! #[grammar = "../grammar/base.pest"]
//! #[grammar = "../grammar/hlo.pest"]
//! struct Grammar;
//!
//! pub static COMPARE: Form = Form::new(&[
//!     Piece::Rule(GrammarRule {
//!         run: |text, found| run::<Grammar, _>(Rule::compare, text, found),
//!         binds: &[
//!             ("comparison_direction", Bind::Enum("#stablehlo<comparison_direction ", ">")),
//!             ("compare_type", Bind::Enum("#stablehlo<comparison_type ", ">")),
//!         ],
//!         print: "$comparison_direction, $lhs, $rhs{?compare_type:, $compare_type}",
//!     }),
//!     Piece::AttrDict,
//!     Piece::Lit(":"),
//!     Piece::FunctionalType,
//! ]);
//! ```
//!
//! A tag of the rule (`#lhs`) names a slot of the op's declaration. A tagged operand slot takes every `%value` in the
//! matched text; a tagged attribute is read as its [`Bind`] says, or, without one, by what stands there (`@symbol`,
//! `"string"`, integer of 64 bits, `[integers]`, `true`/`false`). In `print`, `$name` is the slot's value and
//! `{?name:...}` is printed only if the slot is present. Pieces are separated by a blank when printed, unless the piece
//! starts with `(`, `,` or `)`.
//!
//! What this cannot say is a [`Piece::Custom`] pair of functions over [`OpParser`] and [`OpPrinter`].

use std::ops::Range;

use pest::error::InputLocation;
use pest::{Parser, RuleType};

pub use super::form_parse::OpParser;
pub use super::form_print::OpPrinter;
use super::parser::Parse;
use crate::ir::{Attr, Context, Ir, OpId, Type};

/// An op's own text form.
pub struct Form {
    /// What stands behind the op's name, in order.
    pub pieces: &'static [Piece],
    /// The dialect whose prefix is left out in the op's regions (`return` in a `func.func`); empty if there is none.
    pub default_dialect: &'static str,
}

impl Form {
    /// A form of these pieces.
    pub const fn new(pieces: &'static [Piece]) -> Form {
        Form { pieces, default_dialect: "" }
    }

    /// Lets ops of this dialect drop their prefix in the op's regions.
    pub const fn default_dialect(self, name: &'static str) -> Form {
        Form { default_dialect: name, ..self }
    }
}

/// A part of a form. Names are those of the op's declaration.
pub enum Piece {
    /// Text matched by a rule of the dialect's grammar.
    Rule(GrammarRule),
    /// A keyword or punctuation.
    Lit(&'static str),
    /// `{...}` with every attribute that no other piece covers, if there is one.
    AttrDict,
    /// `attributes {...}`, the same behind a keyword.
    AttrDictWithKeyword,
    /// One type that all these operands and results have.
    Type(&'static [&'static str]),
    /// A comma-separated list: the types of a variadic operand or result.
    Types(&'static str),
    /// Nothing in the text: the operand has this type.
    FixedType(&'static str, fn(&Context) -> Type),
    /// `(operand types) -> result types`; one result stands without parentheses.
    FunctionalType,
    /// One type for all operands and results; functional if they differ.
    SameType,
    /// An attribute with its type.
    Attr(&'static str),
    /// An attribute with its type, which is also the type of the result.
    TypedAttr(&'static str, &'static str),
    /// A region, with its labels and the arguments of its first block if it has any.
    Region(&'static str),
    /// Pieces that stand together or not at all.
    Optional(OptionalGroup),
    /// Functions for what the other pieces cannot say.
    Custom(CustomPiece),
}

/// Pieces in the text if `present` holds.
pub struct OptionalGroup {
    /// Token that the group starts with; it is matched, and printed, by the group itself.
    pub first: &'static str,
    /// Whether the op needs the group.
    pub present: fn(&Ir<'_>, OpId) -> bool,
    /// What follows `first`.
    pub pieces: &'static [Piece],
}

/// A piece made of functions.
pub struct CustomPiece {
    /// Attributes that the piece covers, so that [`Piece::AttrDict`] leaves them out.
    pub attrs: &'static [&'static str],
    /// Reads the piece.
    pub parse: fn(&mut OpParser<'_, '_, '_>) -> Parse<()>,
    /// Prints it.
    pub print: fn(&mut OpPrinter<'_, '_, '_>),
}

/// A rule of a dialect's grammar, and how what it tags becomes parts of the op.
pub struct GrammarRule {
    /// Runs the rule; see [`run`].
    pub run: RunRule,
    /// How tagged attributes are written.
    pub binds: &'static [(&'static str, Bind)],
    /// The text to print; see the module documentation.
    pub print: &'static str,
}

/// Matches a rule at the start of a text, hands over its tagged nodes as tag and byte range, and returns the length
/// of the match.
pub type RunRule = fn(&str, &mut dyn FnMut(&str, Range<usize>)) -> Result<usize, Mismatch>;

/// How the text of an attribute relates to its value.
#[derive(Clone, Copy)]
pub enum Bind {
    /// Digits: an integer of this width.
    Int(u32),
    /// Integers anywhere in the text: `array<iN: ...>` of this width, printed as a comma-separated list.
    Ints(u32),
    /// A bare word: a string.
    Word,
    /// `@name`: a string (the name that a symbol op defines).
    SymbolName,
    /// A bare word between two texts that make it an attribute: `LT` of `#stablehlo<comparison_direction LT>`.
    Enum(&'static str, &'static str),
    /// The tagged text stands there or not: a unit attribute. Printed as this text.
    Flag(&'static str),
    /// One of these words: its index as an integer of this width.
    Index(u32, &'static [&'static str]),
    /// Two functions. The first gets the text and says what is wrong with it, the second prints.
    With(fn(&Context, &str) -> Result<Attr, String>, fn(&Context, Attr) -> String),
}

/// Why a rule does not match.
pub struct Mismatch {
    /// Offset in the text.
    pub at: usize,
    /// Tokens that could stand there, quoted; may be empty.
    pub expected: Vec<String>,
}

/// Runs rule `rule` of grammar `P` for a [`GrammarRule`].
pub fn run<P: Parser<R>, R: RuleType>(
    rule: R,
    text: &str,
    found: &mut dyn FnMut(&str, Range<usize>),
) -> Result<usize, Mismatch> {
    let Ok(pairs) = P::parse(rule, text) else { return Err(mismatch::<P, R>(rule, text)) };
    let end = pairs.clone().next().map_or(0, |p| p.as_span().end());
    for pair in pairs.flatten() {
        if let Some(tag) = pair.as_node_tag() {
            let span = pair.as_span();
            found(tag, span.start()..span.end());
        }
    }
    Ok(end)
}

/// Runs the rule again, now with a record of the tokens tried: that record costs too much for rules that match.
fn mismatch<P: Parser<R>, R: RuleType>(rule: R, text: &str) -> Mismatch {
    pest::set_error_detail(true);
    let result = P::parse(rule, text);
    pest::set_error_detail(false);
    let Err(error) = result else { return Mismatch { at: 0, expected: Vec::new() } };
    let at = match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    };
    let Some(attempts) = error.parse_attempts() else { return Mismatch { at, expected: Vec::new() } };
    let mut expected: Vec<String> = Vec::new();
    for token in attempts.expected_tokens() {
        // pest keeps the type of its tokens to itself; ranges show as `a..z`, its built-in rules by a fixed name.
        let token = token.to_string();
        let text = match token.as_str() {
            "BUILTIN_RULE" | "//" => continue,
            blank if blank.trim().is_empty() => continue,
            "0..9" => "a number".to_string(),
            range if range.len() == 4 && &range[1..3] == ".." => "a word".to_string(),
            token => format!("'{token}'"),
        };
        if !expected.contains(&text) {
            expected.push(text);
        }
    }
    Mismatch { at: attempts.max_position.max(at), expected }
}

/// A step of a print template.
pub(super) enum Template<'t> {
    /// Text to print.
    Text(&'t str),
    /// The value of a slot.
    Slot(&'t str),
    /// A nested template, printed if the slot is present.
    If(&'t str, &'t str),
}

/// The first step of a template, and the rest.
pub(super) fn template_step(text: &str) -> Option<(Template<'_>, &str)> {
    if text.is_empty() {
        return None;
    }
    if let Some(rest) = text.strip_prefix('$') {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        return Some((Template::Slot(&rest[..end]), &rest[end..]));
    }
    if let Some(rest) = text.strip_prefix("{?") {
        let (name, body) = rest.split_once(':').unwrap_or((rest, ""));
        let end = body.find('}').unwrap_or(body.len());
        return Some((Template::If(name, &body[..end]), body.get(end + 1..).unwrap_or("")));
    }
    let end = text[1..].find(['$', '{']).map_or(text.len(), |i| i + 1);
    Some((Template::Text(&text[..end]), &text[end..]))
}

/// Whether a form's pieces cover an attribute, so that the dictionary leaves it out.
pub(super) fn covers(pieces: &[Piece], name: &str) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Rule(rule) => mentions(rule.print, name),
        Piece::Attr(attr) | Piece::TypedAttr(attr, _) => *attr == name,
        Piece::Optional(group) => covers(group.pieces, name),
        Piece::Custom(custom) => custom.attrs.contains(&name),
        _ => false,
    })
}

fn mentions(mut template: &str, name: &str) -> bool {
    while let Some((step, rest)) = template_step(template) {
        match step {
            Template::Slot(slot) if slot == name => return true,
            Template::If(_, body) if mentions(body, name) => return true,
            _ => template = rest,
        }
    }
    false
}
