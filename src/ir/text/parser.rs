//! The core of the descent: the token cursor, errors, nesting depth, strings and aliases.

use std::ops::Range;

use logos::{Lexer, Logos};
use rustc_hash::FxHashMap;

use super::extent::Extents;
use super::lexer::{self, Token};
use crate::ir::{Attr, Context, Diagnostic, Diagnostics, FileId, Loc, Span, Str, Type};

/// An error was reported; the caller gives up or recovers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// The result of a parsing step; the error itself is in the [`Diagnostics`].
pub type Parse<T> = Result<T, Reported>;

/// Regions, types and attributes may be nested this deep.
pub const MAX_DEPTH: usize = 16_384;

/// What a `#name` stands for.
#[derive(Clone, Copy)]
pub(super) enum HashAlias {
    Attr(Attr),
    Loc(Loc),
}

/// Reads types, attributes and locations from a range of a source text; other parsers (ops, patterns) build on it.
pub struct Parser<'s, 'c> {
    /// Where types and attributes are interned.
    pub ctx: &'c Context,
    pub(super) file: FileId,
    pub(super) src: &'s str,
    lex: Lexer<'s, Token>,
    pub(super) tok: Token,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) prev_end: usize,
    pub(super) depth: usize,
    pub(super) extents: Extents<'s>,
    pub(super) hash_aliases: FxHashMap<&'s str, HashAlias>,
    pub(super) type_aliases: FxHashMap<&'s str, Type>,
    /// Attributes read so far, by dialect and text, and whether the dialect declares what attributes it has.
    pub(super) flags_attrs: FxHashMap<(Str, Str), Option<Attr>>,
    /// Definitions of aliases further down, by name, `None` if it is read already: made when a location first needs one.
    pub(super) later_aliases: Option<FxHashMap<&'s str, Option<usize>>>,
    /// Shaped types seen before, by their text: they repeat.
    pub(super) shaped_types: FxHashMap<&'s str, Type>,
    /// The canonical text of affine maps and sets seen before, by what is written from the keyword on.
    pub(super) affine_texts: FxHashMap<&'s str, Str>,
    pub(super) diagnostics: &'s mut Diagnostics,
    pub(super) distinct: FxHashMap<u64, Attr>,
}

impl<'s, 'c> Parser<'s, 'c> {
    /// A parser for `range` of `text`. Spans in diagnostics are byte offsets of `text` in `file`.
    pub fn new(
        ctx: &'c Context,
        file: FileId,
        text: &'s str,
        range: Range<usize>,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        let src = &text[..range.end];
        let mut parser = Parser {
            ctx,
            file,
            src,
            lex: Token::lexer(src),
            tok: Token::End,
            start: range.start,
            end: range.start,
            prev_end: range.start,
            depth: 0,
            extents: Extents::default(),
            hash_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            flags_attrs: FxHashMap::default(),
            later_aliases: None,
            shaped_types: FxHashMap::default(),
            affine_texts: FxHashMap::default(),
            diagnostics,
            distinct: FxHashMap::default(),
        };
        parser.reset(range.start);
        parser
    }

    // Cursor

    /// Continues at a byte offset.
    pub fn reset(&mut self, offset: usize) {
        self.lex = Token::lexer(self.src);
        self.lex.bump(offset);
        self.end = offset;
        self.bump();
    }

    /// The offset of the current token.
    pub fn offset(&self) -> usize {
        self.start
    }

    /// The offset behind the last token consumed.
    pub fn consumed(&self) -> usize {
        self.prev_end
    }

    /// Continues at a byte offset at or behind the end of the current token, which counts as consumed up to there.
    pub(super) fn skip_to(&mut self, offset: usize) {
        self.lex.bump(offset - self.end);
        self.end = offset;
        self.bump();
    }

    #[inline]
    pub(super) fn bump(&mut self) {
        self.prev_end = self.end;
        self.tok = lexer::next(&mut self.lex);
        let span = self.lex.span();
        self.start = span.start;
        self.end = span.end;
    }

    /// The text of the current token.
    #[inline]
    pub(super) fn text(&self) -> &'s str {
        &self.src[self.start..self.end]
    }

    #[inline]
    pub(super) fn at(&self, token: Token) -> bool {
        self.tok == token
    }

    #[inline]
    pub(super) fn eat(&mut self, token: Token) -> bool {
        let found = self.tok == token;
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.tok == Token::BareId && self.text() == word
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, token: Token, what: &str) -> Parse<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    // Errors

    /// A range of the file.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Reports an error at a range of bytes.
    pub(super) fn error_at<T>(&mut self, range: Range<usize>, message: impl Into<String>) -> Parse<T> {
        let span = self.span(range.start, range.end);
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Reported)
    }

    /// Reports an error at the current token.
    pub(super) fn error<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        self.error_at(self.start..self.end, message)
    }

    /// Reports a missing token: behind the previous token if the current one starts a new line (spec mlir_text.md,
    /// 10), else at the current one.
    pub(super) fn expected<T>(&mut self, what: &str) -> Parse<T> {
        if self.at(Token::Invalid) {
            return self.invalid_token();
        }
        let new_line = self.src[self.prev_end..self.start].contains('\n') || self.at(Token::End);
        let range = if new_line { self.prev_end..self.prev_end } else { self.start..self.end };
        self.error_at(range, what)
    }

    fn invalid_token<T>(&mut self) -> Parse<T> {
        let message = match self.src.as_bytes()[self.start] {
            b'"' => "expected '\"' in string literal",
            b'@' => "@ identifier expected to start with letter or '_'",
            b'%' => "invalid SSA name",
            b'#' => "invalid attribute name",
            b'!' => "invalid type identifier",
            b'^' => "invalid block name",
            b'.' => "expected three consecutive dots for an ellipsis",
            _ => "unexpected character",
        };
        self.error(message)
    }

    /// Reports what stands behind the end of something that is a whole text.
    pub(super) fn at_end(&mut self) -> Parse<()> {
        if self.at(Token::End) { Ok(()) } else { self.error("unexpected text behind the end") }
    }

    // Depth

    /// Runs a step one level deeper, on more stack if needed; too deep is an error.
    pub(super) fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.enter()?;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || step(self));
        self.leave();
        result
    }

    /// Goes one level deeper; too deep is an error.
    pub(super) fn enter(&mut self) -> Parse<()> {
        if self.depth >= MAX_DEPTH {
            return self.error(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        self.extents.deepest = self.extents.deepest.max(self.depth);
        Ok(())
    }

    /// Comes back from a level.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    // Names and strings

    /// Consumes the current string token.
    pub(super) fn string(&mut self) -> Str {
        let body = &self.src[self.start + 1..self.end - 1];
        self.bump();
        self.unescape(body)
    }

    /// The string a literal's body stands for.
    pub(super) fn unescape(&mut self, body: &'s str) -> Str {
        if memchr::memchr(b'\\', body.as_bytes()).is_none() {
            return self.ctx.str(body);
        }
        self.ctx.bytes(&unescaped(body))
    }

    /// `@name` or `@"name"`.
    pub(super) fn symbol_name(&mut self) -> Parse<Str> {
        match self.tok {
            Token::AtId => {
                let name = self.ctx.str(&self.text()[1..]);
                self.bump();
                Ok(name)
            }
            Token::AtString => {
                let body = &self.src[self.start + 2..self.end - 1];
                self.bump();
                if body.is_empty() {
                    return self.error("symbol name must not be empty");
                }
                Ok(self.unescape(body))
            }
            _ => self.expected("expected a symbol reference such as '@name'"),
        }
    }

    /// Parses `open item, item close`, where the list may be empty.
    pub(super) fn list(
        &mut self,
        close: Token,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(Token::Comma) {
                return self.expect(close, what);
            }
        }
    }

    /// Consumes a balanced `<...>`, `(...)`, `[...]` or `{...}` at the current token, strings included, and returns
    /// what stands between the outer brackets.
    pub(super) fn balanced(&mut self) -> Parse<Range<usize>> {
        let open = self.start;
        let bytes = self.src.as_bytes();
        let mut stack: Vec<u8> = Vec::new();
        let mut at = open;
        while at < bytes.len() {
            match bytes[at] {
                b'<' | b'(' | b'[' | b'{' => stack.push(bytes[at]),
                b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
                b'"' => {
                    let (token, range) = Token::first(&self.src[at..]);
                    if token != Token::String {
                        return self.error_at(at..at + 1, "expected '\"' in string literal");
                    }
                    at += range.end - 1;
                }
                close @ (b'>' | b')' | b']' | b'}') => {
                    let opener = stack.pop();
                    if !matches!(
                        (opener, close),
                        (Some(b'<'), b'>') | (Some(b'('), b')') | (Some(b'['), b']') | (Some(b'{'), b'}')
                    ) {
                        let opener = opener.map_or('<', char::from);
                        let message = format!("unbalanced '{opener}' character in pretty dialect name");
                        return self.error_at(at..at + 1, message);
                    }
                    if stack.is_empty() {
                        self.reset(at + 1);
                        self.prev_end = at + 1;
                        return Ok(open + 1..at);
                    }
                }
                b'\0' => break,
                _ => {}
            }
            at += 1;
        }
        let last = stack.last().map_or('<', |&c| char::from(c));
        self.error_at(open..open + 1, format!("unbalanced '{last}' character in pretty dialect name"))
    }
}

/// The bytes a string literal's body stands for.
pub(super) fn unescaped(body: &str) -> Vec<u8> {
    let bytes = body.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (byte, width) = unescape_step(&bytes[at..]);
        out.push(byte);
        at += width;
    }
    out
}

/// The first byte that an escaped text stands for, and how many bytes spell it. The lexer has checked the escapes.
pub(super) fn unescape_step(text: &[u8]) -> (u8, usize) {
    match text {
        [b'\\', b'n', ..] => (b'\n', 2),
        [b'\\', b't', ..] => (b'\t', 2),
        [b'\\', c @ (b'"' | b'\\'), ..] => (*c, 2),
        [b'\\', high, low, ..] => (hex_digit(*high) << 4 | hex_digit(*low), 3),
        [byte, ..] => (*byte, 1),
        [] => (0, 1),
    }
}

/// The value of a hexadecimal digit (0 for other bytes).
fn hex_digit(c: u8) -> u8 {
    (c as char).to_digit(16).unwrap_or(0) as u8
}
