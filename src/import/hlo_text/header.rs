//! The values of the attributes of a module (spec hlo_text.md §2).

use super::cursor::Cursor;
use super::lexer::Token;
use super::parser::ProgramShape;
use super::shapes::{self, Shapes, integer};
use crate::import::attributes::HeaderSyntax;
use crate::ir::text::Parse;

/// Reads a value. What it says is for others: they take its text.
pub(super) fn value<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>, syntax: HeaderSyntax) -> Parse<()> {
    match syntax {
        HeaderSyntax::Flag => flag(cur),
        HeaderSyntax::Number => integer(cur, "an integer").map(|_| ()),
        HeaderSyntax::Flags if cur.at(Token::LBrace) => {
            cur.bump();
            if cur.eat(Token::RBrace) {
                return Ok(());
            }
            loop {
                flag(cur)?;
                if !cur.eat(Token::Comma) {
                    return cur.expect(Token::RBrace, "',' or '}'");
                }
            }
        }
        HeaderSyntax::Flags => flag(cur),
        HeaderSyntax::Aliases => entries(cur, |cur| {
            index(cur)?;
            cur.expect(Token::Colon, "':' behind the index of an output")?;
            buffer(cur, true)
        }),
        HeaderSyntax::Donors => entries(cur, |cur| buffer(cur, false)),
        HeaderSyntax::ProgramShape => program_shape(cur, known).map(|_| ()),
        HeaderSyntax::Braced if cur.at(Token::LBrace) => cur.balanced().map(|_| ()),
        HeaderSyntax::Braced => cur.expected("'{'"),
    }
}

fn flag(cur: &mut Cursor<'_, '_>) -> Parse<()> {
    if cur.eat_word("true") || cur.eat_word("false") { Ok(()) } else { cur.expected("true or false") }
}

/// `{entry, entry}`; the last may have a comma behind it.
fn entries<'s, 'c>(
    cur: &mut Cursor<'s, 'c>,
    mut entry: impl FnMut(&mut Cursor<'s, 'c>) -> Parse<()>,
) -> Parse<()> {
    cur.expect(Token::LBrace, "'{'")?;
    while !cur.eat(Token::RBrace) {
        entry(cur)?;
        if !cur.eat(Token::Comma) {
            return cur.expect(Token::RBrace, "',' or '}'");
        }
    }
    Ok(())
}

/// `{1, 0}`, the place of a value in a tuple.
fn index(cur: &mut Cursor<'_, '_>) -> Parse<()> {
    entries(cur, |cur| integer(cur, "an integer").map(|_| ()))
}

/// `(parameter, index)`, for an alias with `, may-alias` or `, must-alias`.
fn buffer(cur: &mut Cursor<'_, '_>, alias: bool) -> Parse<()> {
    cur.expect(Token::LParen, "'(' in front of a parameter and an index")?;
    integer(cur, "the number of a parameter")?;
    cur.expect(Token::Comma, "',' behind the number of a parameter")?;
    index(cur)?;
    if alias && cur.eat(Token::Comma) && !cur.eat_word("may-alias") && !cur.eat_word("must-alias") {
        return cur.expected("may-alias or must-alias");
    }
    cur.expect(Token::RParen, "')'")
}

/// `{(shape, ...)->shape}`
pub(super) fn program_shape<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>) -> Parse<ProgramShape<'s>> {
    cur.expect(Token::LBrace, "'{'")?;
    cur.expect(Token::LParen, "'('")?;
    let mut parameters = Vec::new();
    while !cur.eat(Token::RParen) {
        parameters.push(shapes::shape(cur, known)?);
        if !cur.eat(Token::Comma) {
            cur.expect(Token::RParen, "',' or ')'")?;
            break;
        }
    }
    cur.expect(Token::Arrow, "'->'")?;
    let result = shapes::shape(cur, known)?;
    cur.expect(Token::RBrace, "'}'")?;
    Ok(ProgramShape { parameters, result })
}
