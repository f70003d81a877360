//! From the text of a pattern file to its syntax tree.

use pest::Parser as _;
use pest::iterators::Pair;

use crate::ir::{Diagnostic, Diagnostics, EntrySide, FileId, Severity, Span};

use super::ast::*;
use super::value::{Base, Kind};

mod expr;
mod stmt;
mod syntax_error;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/pattern.pest"]
struct Grammar;

/// How deep brackets and `if`s may nest: what the recursive steps of the loader are built for.
const MAX_DEPTH: usize = 64;

/// The items of a file. After a syntax error, reading goes on at the next line that starts an item.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut items = Vec::new();
    if let Some(at) = too_deep(text) {
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        diagnostics.push(Diagnostic::error(Span::new(file, at, at + 1), message));
        return items;
    }
    let mut start = skip_blank(text, 0);
    while start < text.len() {
        let reader = Reader { file, base: start };
        match Grammar::parse(Rule::item, &text[start..]) {
            Ok(mut pairs) => {
                // `item` is silent and has exactly one alternative below it.
                let Some(pair) = pairs.next() else { break };
                let end = start + pair.as_span().end();
                match reader.item(pair) {
                    Ok(item) => items.push(item),
                    Err(diagnostic) => diagnostics.push(*diagnostic),
                }
                start = skip_blank(text, end);
            }
            Err(_) => {
                let diagnostic = syntax_error::diagnose(Rule::item, file, text, start);
                let at = diagnostic.primary.span.start as usize;
                diagnostics.push(diagnostic);
                start = next_item(text, start, at);
            }
        }
    }
    items
}

/// The offset behind blanks and comments.
fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        at += rest.len() - trimmed.len();
        if !trimmed.starts_with("//") {
            return at;
        }
        at += trimmed.find('\n').unwrap_or(trimmed.len());
    }
}

/// The first line start at or behind `error`, and behind `start`, that begins an item.
fn next_item(text: &str, start: usize, error: usize) -> usize {
    const STARTS: [&str; 7] = ["const ", "table ", "enum ", "template ", "form ", "pattern ", "judge "];
    let mut at = start;
    while let Some(newline) = text[at..].find('\n') {
        at += newline + 1;
        if at >= error && STARTS.iter().any(|s| text[at..].starts_with(s)) {
            return at;
        }
    }
    text.len()
}

/// The place where nesting gets too deep. `if` counts too, since its branches nest without brackets.
fn too_deep(text: &str) -> Option<usize> {
    // Number of `if`s seen directly inside each open bracket.
    let mut open = vec![0usize];
    let mut ifs = 0;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'`' => at += 1 + text[at + 1..].find('`').unwrap_or(0),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at)
            }
            b'(' | b'[' | b'{' => open.push(0),
            // In types only; comparisons put nothing of theirs on the stack for long.
            b'<' if at > 0 && !bytes[at - 1].is_ascii_whitespace() => open.push(0),
            b'>' if open.len() > 1 && at > 0 && !b" -=".contains(&bytes[at - 1]) => {
                ifs -= open.pop().unwrap_or(0);
            }
            close @ (b')' | b']' | b'}') => {
                if open.len() > 1 {
                    ifs -= open.pop().unwrap_or(0);
                }
                if close == b'}' {
                    let last = open.last_mut()?;
                    ifs -= std::mem::take(last);
                }
            }
            b'i' if text[at..].starts_with("if ") && (at == 0 || !is_word(bytes[at - 1])) => {
                *open.last_mut()? += 1;
                ifs += 1;
            }
            _ => {}
        }
        if open.len() + ifs > MAX_DEPTH {
            return Some(at.min(text.len() - 1));
        }
        at += 1;
    }
    None
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// What is wrong with an integer that is none of 64 bits.
pub(super) const TOO_LARGE: &str = "integer does not fit 64 bits";

/// A conversion that can fail (a number that does not fit, a bad escape).
type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Turns pairs into syntax tree nodes; `base` is where the parsed text starts in the file.
#[derive(Clone, Copy)]
struct Reader {
    file: FileId,
    base: usize,
}

/// Whether a pair is a keyword, which carries no meaning beyond its rule.
fn is_keyword(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        k_const
            | k_table
            | k_enum
            | k_template
            | k_pattern
            | k_judge
            | k_form
            | k_benefit
            | k_where
            | k_when
            | k_let
            | k_else
            | k_at
            | k_help
            | k_op
            | k_before
            | k_replace
            | k_with
            | k_erase
            | k_update
            | k_for
            | k_in
            | k_step
            | k_carry
            | k_next
            | k_yield
            | k_if
            | k_then
            | k_outline
            | k_as
            | k_take
            | k_converting
            | k_keeping
            | k_attributes
            | k_of
            | k_example
            | module
            | absent
    )
}

/// The children of a pair without keywords.
fn children(pair: Pair<'_, Rule>) -> std::iter::Peekable<impl Iterator<Item = Pair<'_, Rule>> + Clone> {
    pair.into_inner().filter(|p| !is_keyword(p.as_rule())).peekable()
}

impl Reader {
    fn span(self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let text = pair.as_str();
        // A rule that ends with optional parts may have taken the blanks in front of them.
        let end = span.start() + text.trim_end().len();
        Span::new(self.file, self.base + span.start(), self.base + end)
    }

    fn name(self, pair: &Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().trim_end().to_string(), span: self.span(pair) }
    }

    fn var(self, pair: &Pair<'_, Rule>) -> Var {
        Var { text: pair.as_str().to_string(), span: self.span(pair) }
    }

    fn int(self, pair: &Pair<'_, Rule>) -> Result<i64> {
        pair.as_str().parse().map_err(|_| Box::new(Diagnostic::error(self.span(pair), TOO_LARGE)))
    }

    /// The text of a string token.
    fn string(self, pair: &Pair<'_, Rule>) -> Result<String> {
        let raw = pair.as_str();
        let start = self.span(pair).start as usize + 1;
        unescape(self.file, &raw[1..raw.len() - 1], start)
    }

    fn item(self, pair: Pair<'_, Rule>) -> Result<Item> {
        let rule = pair.as_rule();
        let mut parts = children(pair);
        let mut next = || parts.next().expect("the grammar puts this child here");
        Ok(match rule {
            Rule::const_item => Item::Const { name: self.var(&next()), value: self.expr(next())? },
            Rule::table => {
                let name = self.name(&next());
                let keys = next().into_inner().map(|k| self.kind(k)).collect();
                let result = self.kind(next());
                let mut rows = Vec::new();
                for row in parts {
                    let mut row = row.into_inner();
                    let (Some(key), Some(value)) = (row.next(), row.next()) else { continue };
                    let key = key.into_inner().map(|k| self.expr(k)).collect::<Result<_>>()?;
                    rows.push((key, self.expr(value)?));
                }
                Item::Table { name, keys, result, rows }
            }
            Rule::enum_item => {
                let name = self.name(&next());
                let word = |w: Pair<'_, Rule>| {
                    let span = self.span(&w);
                    let token = w.into_inner().next().expect("a word is an identifier or a string");
                    let text = match token.as_rule() {
                        Rule::string => self.string(&token)?,
                        _ => token.as_str().to_string(),
                    };
                    Ok(Name { text, span })
                };
                Item::Enum { name, words: parts.map(word).collect::<Result<_>>()? }
            }
            Rule::template => {
                let name = self.name(&next());
                let (mut params, mut results, mut body) = (Vec::new(), Vec::new(), Vec::new());
                for part in parts {
                    match part.as_rule() {
                        Rule::param => params.push(self.param(part)),
                        Rule::binders => results = self.binders(part),
                        _ => body = self.block(part)?,
                    }
                }
                Item::Template(Template { name, params, results, body })
            }
            Rule::form => {
                let value = self.var(&next());
                let name = self.name(&next());
                let mut form = Form { name, value, params: Vec::new(), parts: Vec::new() };
                for part in parts {
                    match part.as_rule() {
                        Rule::param => form.params.push(self.param(part)),
                        _ => form.parts.extend(self.part(part)?),
                    }
                }
                Item::Form(form)
            }
            _ => Item::Pattern(self.pattern(parts)?),
        })
    }

    fn param(self, pair: Pair<'_, Rule>) -> Param {
        let mut inner = pair.into_inner();
        let binder = self.binder(inner.next().expect("a parameter has a name"));
        Param { binder, kind: inner.next().map(|k| self.kind(k)) }
    }

    /// A part of the match side, if the pair is one.
    fn part(self, pair: Pair<'_, Rule>) -> Result<Option<Part>> {
        let rule = pair.as_rule();
        if rule == Rule::clause {
            return Ok(Some(Part::Clause(self.clause(pair)?)));
        }
        if !matches!(rule, Rule::where_part | Rule::when_part | Rule::let_part) {
            return Ok(None);
        }
        let mut inner = children(pair);
        let mut next = || inner.next().expect("the grammar puts this child here");
        Ok(Some(match rule {
            Rule::where_part => Part::Where {
                condition: self.expr(next())?,
                otherwise: inner.next().map(|o| self.otherwise(o)).transpose()?,
            },
            Rule::when_part => Part::When { condition: self.expr(next())?, report: self.report(next())? },
            _ => Part::Let {
                name: self.var(&next()),
                value: self.expr(next())?,
                otherwise: inner.next().map(|o| self.otherwise(o)).transpose()?,
            },
        }))
    }

    fn kind(self, pair: Pair<'_, Rule>) -> Kind {
        let mut depth = 0;
        let mut base = Base::Any;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_list => depth += 1,
                _ => base = Base::from_word(part.as_str()).unwrap_or(Base::Any),
            }
        }
        Kind { base, depth }
    }

    fn pattern<'p>(self, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Result<Pattern> {
        let mut pattern = Pattern {
            name: Name { text: String::new(), span: Span::NONE },
            benefit: 1,
            parts: Vec::new(),
            body: Vec::new(),
            examples: Vec::new(),
        };
        for part in parts {
            match part.as_rule() {
                Rule::ident => pattern.name = self.name(&part),
                Rule::benefit => {
                    let number = children(part).next().expect("the grammar puts a number here");
                    pattern.benefit = u32::try_from(self.int(&number)?).map_err(|_| {
                        Box::new(Diagnostic::error(self.span(&number), "benefit does not fit 32 bits"))
                    })?;
                }
                Rule::example => pattern.examples.push(self.example(part)?),
                Rule::where_part | Rule::when_part | Rule::let_part | Rule::clause => {
                    pattern.parts.extend(self.part(part)?);
                }
                _ => pattern.body.push(self.stmt(part)?),
            }
        }
        Ok(pattern)
    }

    pub(super) fn otherwise(self, pair: Pair<'_, Rule>) -> Result<Report> {
        self.report(children(pair).next().expect("`else` has something to say"))
    }

    /// What stands behind the name of an attribute at a place.
    fn inside(self, pair: Pair<'_, Rule>) -> Result<Inside> {
        let bytes = pair.as_rule() == Rule::text_range;
        let mut parts = children(pair);
        let mut next = || parts.next().expect("a range has two ends, an entry a side and a key");
        let first = next();
        if bytes {
            return Ok(Inside::Bytes(Box::new((self.expr(first)?, self.expr(next())?))));
        }
        let side = if first.as_str() == "key" { EntrySide::Key } else { EntrySide::Value };
        Ok(Inside::Entry(side, Box::new(self.expr(next())?)))
    }

    fn report(self, pair: Pair<'_, Rule>) -> Result<Report> {
        let mut result = Report {
            severity: Severity::Error,
            once: false,
            code: None,
            message: Vec::new(),
            place: None,
            help: None,
        };
        let mut strings = 0;
        for part in children(pair) {
            match part.as_rule() {
                Rule::severity => {
                    result.severity = match part.as_str() {
                        "error" => Severity::Error,
                        "warning" => Severity::Warning,
                        _ => Severity::Remark,
                    };
                }
                Rule::once => result.once = true,
                Rule::code => result.code = part.into_inner().next().map(|code| self.name(&code)),
                Rule::at_place => {
                    let mut inner = children(part);
                    let name = self.name(&inner.next().expect("`at` has a name"));
                    let inside = inner.next().map(|part| self.inside(part)).transpose()?;
                    result.place = Some(Place { name, inside });
                }
                _ => {
                    let pieces = self.message(&part)?;
                    strings += 1;
                    if strings == 1 {
                        result.message = pieces;
                    } else {
                        result.help = Some(pieces);
                    }
                }
            }
        }
        Ok(result)
    }

    /// A string with `{expr}` inside; `{{` and `}}` stand for single braces.
    fn message(self, pair: &Pair<'_, Rule>) -> Result<Vec<Piece>> {
        let raw = pair.as_str();
        let raw = &raw[1..raw.len() - 1];
        let start = self.span(pair).start as usize + 1;
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut at = 0;
        while let Some(found) = raw[at..].find(['{', '}']) {
            let brace = at + found;
            text += &unescape(self.file, &raw[at..brace], start + at)?;
            let byte = raw.as_bytes()[brace];
            if raw.as_bytes().get(brace + 1) == Some(&byte) {
                text.push(byte as char);
                at = brace + 2;
                continue;
            }
            let place = Span::new(self.file, start + brace, start + brace + 1);
            let end = raw[brace..].find('}').filter(|_| byte == b'{').ok_or_else(|| {
                Box::new(
                    Diagnostic::error(place, "unbalanced brace in a message")
                        .help("write `{{` or `}}` for a brace"),
                )
            })?;
            let inner = &raw[brace + 1..brace + end];
            let reader = Reader { file: self.file, base: start + brace + 1 };
            let parsed = Grammar::parse(Rule::whole_expr, inner).ok().and_then(|mut p| p.next());
            let parsed = parsed.ok_or_else(|| {
                let span = Span::new(self.file, start + brace + 1, start + brace + end);
                Box::new(Diagnostic::error(span, "expected an expression between the braces"))
            })?;
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(Piece::Expr(reader.expr(parsed)?));
            at = brace + end + 1;
        }
        text += &unescape(self.file, &raw[at..], start + at)?;
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(pieces)
    }

    fn example(self, pair: Pair<'_, Rule>) -> Result<Example> {
        let span = self.span(&pair);
        let body = |p: &Pair<'_, Rule>| {
            let span = self.span(p);
            Span { start: span.start + 1, end: span.end - 1, ..span }
        };
        let (mut args, mut types, mut before, mut expected) = (None, String::new(), None, Expected::Same);
        for part in children(pair) {
            match part.as_rule() {
                Rule::raw_parens => args = Some(part.as_str().to_string()),
                Rule::raw_types => types = part.as_str().trim().to_string(),
                Rule::raw_block if before.is_none() => before = Some(body(&part)),
                Rule::raw_block => expected = Expected::Body(body(&part)),
                Rule::unchanged => expected = Expected::Unchanged,
                Rule::fails => {
                    let text = part.into_inner().next().expect("`error` has a text");
                    expected = Expected::Error(self.string(&text)?);
                }
                _ => expected = Expected::Same,
            }
        }
        let before = before.expect("the grammar puts a body here");
        Ok(Example { signature: args.map(|a| (a, types)), before, expected, span })
    }
}

/// Resolves the escapes of a string token's text, which starts at `start` in the file.
fn unescape(file: FileId, raw: &str, start: usize) -> Result<String> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some((_, 'n')) => text.push('\n'),
            Some((_, 't')) => text.push('\t'),
            Some((_, c @ ('"' | '\\'))) => text.push(c),
            other => {
                let len = other.map_or(1, |(_, c)| 1 + c.len_utf8());
                let span = Span::new(file, start + at, start + at + len);
                return Err(Box::new(
                    Diagnostic::error(span, "unknown escape").help("known are \\n, \\t, \\\" and \\\\"),
                ));
            }
        }
    }
    Ok(text)
}
