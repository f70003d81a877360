//! The token cursor: errors, nesting depth, and what is taken as a whole between balanced brackets.

use std::ops::Range;

use logos::{Lexer, Logos};

use super::lexer::{self, Token};
use crate::ir::text::{Parse, Reported};
use crate::ir::{Context, Diagnostic, Diagnostics, FileId, Span};

/// Shapes, operands and inline computations may be nested this deep.
const MAX_DEPTH: usize = 100;

/// Reads tokens from a range of a source text.
pub(in crate::import) struct Cursor<'s, 'c> {
    pub ctx: &'c Context,
    pub file: FileId,
    /// The text up to the end of the range.
    pub src: &'s str,
    lex: Lexer<'s, Token>,
    pub tok: Token,
    /// Where the current token starts and ends.
    pub start: usize,
    pub end: usize,
    /// Where the token in front of it ends.
    pub prev_end: usize,
    depth: usize,
    pub diagnostics: &'c mut Diagnostics,
}

impl<'s, 'c> Cursor<'s, 'c> {
    pub fn new(
        ctx: &'c Context,
        file: FileId,
        text: &'s str,
        range: Range<usize>,
        diagnostics: &'c mut Diagnostics,
    ) -> Self {
        let src = &text[..range.end];
        let lex = Token::lexer(src);
        let (start, end) = (range.start, range.start);
        let mut cursor = Cursor {
            ctx,
            file,
            src,
            lex,
            tok: Token::End,
            start,
            end,
            prev_end: start,
            depth: 0,
            diagnostics,
        };
        cursor.reset(range.start);
        cursor
    }

    /// Continues at a byte offset behind an error, at no depth.
    pub fn recover(&mut self, offset: usize) {
        self.depth = 0;
        self.reset(offset);
    }

    /// Continues at a byte offset.
    pub fn reset(&mut self, offset: usize) {
        self.lex = Token::lexer(self.src);
        self.lex.bump(offset);
        self.end = offset;
        self.bump();
    }

    /// Continues at an offset at or behind the end of the current token, which counts as consumed up to there.
    pub fn skip_to(&mut self, offset: usize) {
        self.lex.bump(offset - self.end);
        self.end = offset;
        self.bump();
    }

    #[inline]
    pub fn bump(&mut self) {
        self.prev_end = self.end;
        self.tok = lexer::next(&mut self.lex);
        let span = self.lex.span();
        self.start = span.start;
        self.end = span.end;
    }

    /// The text of the current token.
    #[inline]
    pub fn text(&self) -> &'s str {
        &self.src[self.start..self.end]
    }

    #[inline]
    pub fn at(&self, token: Token) -> bool {
        self.tok == token
    }

    #[inline]
    pub fn eat(&mut self, token: Token) -> bool {
        let found = self.tok == token;
        if found {
            self.bump();
        }
        found
    }

    pub fn at_word(&self, word: &str) -> bool {
        self.tok == Token::Word && self.text() == word
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// `=` behind the name of an attribute, which it must touch: XLA's lexer takes both for one token.
    pub fn expect_equal(&mut self) -> Parse<()> {
        if self.at(Token::Equal) && self.start != self.prev_end {
            return self.error("expects '=' right behind the name of an attribute, without a blank");
        }
        self.expect(Token::Equal, "'=' behind the name of an attribute")
    }

    pub fn expect(&mut self, token: Token, what: &str) -> Parse<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    /// The first byte behind the current token that is no blank.
    pub fn peek_byte(&self) -> Option<u8> {
        let rest = &self.src.as_bytes()[self.end..];
        rest.get(lexer::blanks(rest).ok()?).copied()
    }

    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    /// Reports an error at a range of bytes.
    pub fn error_at<T>(&mut self, range: Range<usize>, message: impl Into<String>) -> Parse<T> {
        self.diagnostics.push(Diagnostic::error(self.span(&range), message));
        Err(Reported)
    }

    /// Reports an error at the current token.
    pub fn error<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        self.error_at(self.start..self.end, message)
    }

    /// Reports what is missing here: `expects ..., but sees ...`.
    pub fn expected<T>(&mut self, what: &str) -> Parse<T> {
        let message = match self.tok {
            Token::End => format!("expects {what}, but the text ends"),
            Token::Invalid => match self.src.as_bytes()[self.start] {
                b'"' | b'\'' => "this string has no end".to_string(),
                b'/' if self.src[self.start..].starts_with("/*") => "this comment has no end".to_string(),
                _ => format!("unexpected character {:?}", self.text()),
            },
            _ => format!("expects {what}, but sees '{}'", self.text()),
        };
        self.error(message)
    }

    /// Runs a step one level deeper; too deep is an error.
    pub fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.enter()?;
        let result = step(self);
        self.leave();
        result
    }

    /// Goes one level deeper; too deep is an error.
    pub fn enter(&mut self) -> Parse<()> {
        if self.depth >= MAX_DEPTH {
            return self.error(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back from a level.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Consumes the current token, which opens brackets, and everything up to the bracket that closes them; gives the
    /// range with both. Strings and comments count as a whole.
    pub fn balanced(&mut self) -> Parse<Range<usize>> {
        let open = self.start;
        let bytes = self.src.as_bytes();
        let mut stack: Vec<u8> = Vec::new();
        let mut at = open;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => stack.push(b')'),
                b'[' => stack.push(b']'),
                b'{' => stack.push(b'}'),
                b'"' => match lexer::string_length(&bytes[at + 1..], byte) {
                    Some(length) => at += length,
                    None => return self.error_at(at..at + 1, "this string has no end"),
                },
                b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => match lexer::blanks(&bytes[at..]) {
                    Ok(length) => {
                        at += length;
                        continue;
                    }
                    Err(_) => return self.error_at(at..at + 2, "this comment has no end"),
                },
                b')' | b']' | b'}' => {
                    let expected = stack.pop();
                    if expected != Some(byte) {
                        let expected = expected.unwrap_or(b'}') as char;
                        let message = format!("expects '{expected}', but sees '{}'", byte as char);
                        return self.error_at(at..at + 1, message);
                    }
                    if stack.is_empty() {
                        self.reset(at + 1);
                        self.prev_end = at + 1;
                        return Ok(open..at + 1);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.error_at(open..open + 1, "this bracket is never closed")
    }

    /// Like [`Cursor::balanced`] for the parentheses of a literal, which may be very long and holds neither strings nor
    /// square brackets: only parentheses and comments are looked at.
    pub fn literal(&mut self) -> Parse<Range<usize>> {
        let open = self.start;
        let bytes = self.src.as_bytes();
        let (mut at, mut depth) = (open, 0usize);
        while let Some(found) = memchr::memchr3(b'(', b')', b'/', &bytes[at..]) {
            at += found;
            match bytes[at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => match lexer::blanks(&bytes[at..]) {
                    Ok(0) => return self.error_at(at..at + 1, "unexpected character \"/\""),
                    Ok(length) => {
                        at += length;
                        continue;
                    }
                    Err(_) => return self.error_at(at..at + 2, "this comment has no end"),
                },
            }
            at += 1;
            if depth == 0 {
                self.reset(at);
                self.prev_end = at;
                return Ok(open..at);
            }
        }
        self.error_at(open..open + 1, "this bracket is never closed")
    }

    /// The next line, from an offset on, that starts like an instruction or ends a computation: where reading goes on
    /// after an error.
    pub fn next_statement(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(newline) = memchr::memchr(b'\n', &self.src.as_bytes()[at..]) {
            at += newline + 1;
            let line = self.src[at..].lines().next().unwrap_or_default().trim();
            let line = line.strip_prefix("ROOT ").unwrap_or(line);
            let name = line.split([' ', '=']).next().unwrap_or_default();
            let rest = line[name.len()..].trim_start();
            let starts = rest.starts_with('=') && name.trim_start_matches('%').starts_with(is_name_start);
            if line.starts_with('}') || starts {
                return at;
            }
        }
        self.src.len()
    }
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}
