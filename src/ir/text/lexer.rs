//! The token level of MLIR text. Tokens carry no text: the parser keeps their place in the source.
//!
//! What may repeat without bound, and is no plain run of a class of characters, is consumed by loops of our own: logos
//! makes a call for every repetition, which takes stack in builds without optimization.

use logos::{Lexer, Logos};
use memchr::{memchr, memchr2, memchr3};

/// A token. The error value of the lexer stands for bytes that begin no token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    #[regex(r"[a-zA-Z_][a-zA-Z0-9_$.]*")]
    BareId,
    #[regex(r"%([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)")]
    PercentId,
    #[regex(r"#([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)")]
    HashId,
    #[regex(r"!([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)")]
    ExclaimId,
    #[regex(r"\^([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)")]
    CaretId,
    #[regex(r"@[a-zA-Z_][a-zA-Z0-9_$.]*")]
    AtId,
    #[token("@\"", string)]
    AtString,
    #[token("\"", string)]
    String,
    #[regex(r"[0-9]+|0x[0-9a-fA-F]+")]
    Integer,
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float,
    #[token("->")]
    Arrow,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LSquare,
    #[token("]")]
    RSquare,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("-")]
    Minus,
    #[token("+")]
    Plus,
    #[token("*")]
    Star,
    #[token("?")]
    Question,
    #[token("|")]
    VerticalBar,
    #[token("/")]
    Slash,
    #[token("...")]
    Ellipsis,
    #[token("{-#")]
    MetadataBegin,
    #[token("#-}")]
    MetadataEnd,
    /// The end of the text.
    End,
    /// Bytes that begin no token.
    Invalid,
}

impl Token {
    /// The token at the start of `text`, and where it begins and ends.
    pub(super) fn first(text: &str) -> (Token, std::ops::Range<usize>) {
        let mut lexer = Token::lexer(text);
        let token = next(&mut lexer);
        (token, lexer.span())
    }
}

/// The next token; [`Token::End`] and [`Token::Invalid`] are made here.
#[inline]
pub(super) fn next(lexer: &mut Lexer<'_, Token>) -> Token {
    skip_blanks(lexer);
    match lexer.next() {
        Some(Ok(token)) => token,
        Some(Err(())) => Token::Invalid,
        None => Token::End,
    }
}

/// Consumes blanks and comments.
#[inline]
fn skip_blanks(lexer: &mut Lexer<'_, Token>) {
    let bytes = lexer.remainder().as_bytes();
    let mut at = 0;
    loop {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0)).count();
        if !bytes[at..].starts_with(b"//") {
            break;
        }
        at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
    }
    lexer.bump(at);
}

/// Consumes a string up to its closing quote, and says whether it is one: on one line, with escapes that exist.
fn string(lexer: &mut Lexer<'_, Token>) -> bool {
    let bytes = lexer.remainder().as_bytes();
    let mut at = 0;
    while let Some(plain) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
        if memchr2(0x0b, 0x0c, &bytes[at..at + plain]).is_some() {
            return false;
        }
        at += plain;
        at += match &bytes[at..] {
            [b'"', ..] => {
                lexer.bump(at + 1);
                return true;
            }
            [b'\\', b'"' | b'\\' | b'n' | b't', ..] => 2,
            [b'\\', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 3,
            _ => return false,
        };
    }
    false
}
