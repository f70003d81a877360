//! The token level of MLIR text. Tokens carry no text: the parser keeps their place in the source.

use logos::Logos;

/// A token. The error value of the lexer stands for bytes that begin no token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\n\r\x00]+", skip(r"//[^\n]*", allow_greedy = true))]
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
    #[regex(r#"@"([^"\\\n\x0b\x0c]|\\["\\nt]|\\[0-9a-fA-F][0-9a-fA-F])*""#)]
    AtString,
    #[regex(r#""([^"\\\n\x0b\x0c]|\\["\\nt]|\\[0-9a-fA-F][0-9a-fA-F])*""#)]
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
pub(super) fn next(lexer: &mut logos::Lexer<'_, Token>) -> Token {
    match lexer.next() {
        Some(Ok(token)) => token,
        Some(Err(())) => Token::Invalid,
        None => Token::End,
    }
}
