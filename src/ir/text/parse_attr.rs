//! Attributes.

use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::lexer::Token;
use super::parser::{HashAlias, Parse, Parser, Reported};
use super::printer::{attr_string, type_string};
use super::{affine, float};
use crate::ir::{
    Attr, AttrKind, DYNAMIC, Diagnostic, DialectInfo, IntValue, Signedness, Str, Type, TypeKind,
};

/// The entries of a dictionary as written.
pub(super) type Entries = SmallVec<[(Str, Attr); 8]>;

/// Dictionaries of fewer entries than this are searched for a key one by one.
const SHORT_DICTIONARY: usize = 32;

impl<'s> Parser<'s, '_> {
    /// An attribute.
    pub fn parse_attr(&mut self) -> Parse<Attr> {
        match self.tok {
            Token::String => {
                let value = self.string();
                let ty = if self.eat(Token::Colon) { Some(self.parse_type()?) } else { None };
                let ty = ty.filter(|&t| t != self.ctx.none_type());
                Ok(self.ctx.attr(AttrKind::String { value, ty }))
            }
            Token::Integer | Token::Float | Token::Minus => self.number(),
            Token::LSquare => self.nested(|p| {
                p.bump();
                let mut items: SmallVec<[Attr; 8]> = SmallVec::new();
                p.list(Token::RSquare, "expected ',' or ']'", |p| {
                    items.push(p.parse_attr()?);
                    Ok(())
                })?;
                Ok(p.ctx.attr(AttrKind::Array(items.into_boxed_slice())))
            }),
            Token::LBrace => self.nested(|p| {
                let entries = p.dictionary()?;
                Ok(p.ctx.dict_attr(entries))
            }),
            Token::AtId | Token::AtString => self.symbol_ref(),
            Token::HashId => self.hash_attr(),
            Token::BareId => self.word_attr(),
            Token::ExclaimId | Token::LParen => {
                let ty = self.parse_type()?;
                Ok(self.ctx.type_attr(ty))
            }
            _ => self.expected("expected attribute value"),
        }
    }

    fn word_attr(&mut self) -> Parse<Attr> {
        match self.text() {
            "true" => {
                self.bump();
                Ok(self.ctx.bool_attr(true))
            }
            "false" => {
                self.bump();
                Ok(self.ctx.bool_attr(false))
            }
            "unit" => {
                self.bump();
                Ok(self.ctx.unit_attr())
            }
            "dense" => self.dense(),
            "dense_resource" => self.dense_resource(),
            "sparse" => self.sparse(),
            "array" => self.dense_array(),
            "strided" => self.strided(),
            "affine_map" => {
                let text = self.affine_text(affine::map)?;
                Ok(self.ctx.attr(AttrKind::AffineMap(text)))
            }
            "affine_set" => {
                let text = self.affine_text(affine::set)?;
                Ok(self.ctx.attr(AttrKind::IntegerSet(text)))
            }
            "distinct" => self.distinct_attr(),
            "loc" => {
                let loc = self.parse_loc()?;
                Ok(self.ctx.attr(AttrKind::Location(loc)))
            }
            _ if !self.begins_type() => self.expected("expected attribute value"),
            _ => {
                let ty = self.parse_type()?;
                Ok(self.ctx.type_attr(ty))
            }
        }
    }

    /// `{name = value, flag}`, with names in any order.
    pub(super) fn dictionary(&mut self) -> Parse<Entries> {
        let mut entries = Entries::new();
        self.expect(Token::LBrace, "expected '{' in attribute dictionary")?;
        let mut seen: FxHashSet<Str> = FxHashSet::default();
        self.list(Token::RBrace, "expected '}' in attribute dictionary", |p| {
            let start = p.start;
            let name = match p.tok {
                Token::String if p.end - p.start > 2 => p.string(),
                Token::BareId => {
                    let name = p.ctx.str(p.text());
                    p.bump();
                    name
                }
                Token::String => return p.error("expected valid attribute name"),
                _ => return p.expected("expected attribute name"),
            };
            let known = if entries.len() < SHORT_DICTIONARY {
                entries.iter().any(|e| e.0 == name)
            } else {
                if seen.is_empty() {
                    seen.extend(entries.iter().map(|e| e.0));
                }
                !seen.insert(name)
            };
            if known {
                let message = format!("duplicate key '{}' in dictionary attribute", p.ctx.text(name));
                return p.error_at(start..p.prev_end, message);
            }
            let value = if p.eat(Token::Equal) { p.parse_attr()? } else { p.ctx.unit_attr() };
            entries.push((name, value));
            Ok(())
        })?;
        Ok(entries)
    }

    fn symbol_ref(&mut self) -> Parse<Attr> {
        let root = self.symbol_name()?;
        let mut nested = Vec::new();
        while self.eat(Token::ColonColon) {
            nested.push(self.symbol_name()?);
        }
        Ok(self.ctx.attr(AttrKind::SymbolRef { root, nested: nested.into() }))
    }

    /// `#alias`, `#dialect.body<...>`, `#dialect<...>`.
    fn hash_attr(&mut self) -> Parse<Attr> {
        let name = &self.text()[1..];
        if !name.contains('.') && self.src.as_bytes().get(self.end) != Some(&b'<') {
            match self.hash_aliases.get(name) {
                Some(&HashAlias::Attr(attr)) => {
                    self.use_alias()?;
                    self.bump();
                    return Ok(attr);
                }
                Some(&HashAlias::Loc(loc)) => {
                    self.bump();
                    return Ok(self.ctx.attr(AttrKind::Location(loc)));
                }
                None => return self.error(format!("undefined symbol alias id '{name}'")),
            }
        }
        let at = self.start..self.end;
        let (dialect, body) = self.opaque_body(name)?;
        if let Some(attr) = self.flags_attr(at, dialect, body)? {
            // It has no type, and one that is written says nothing.
            if self.eat(Token::Colon) {
                self.parse_type()?;
            }
            return Ok(attr);
        }
        let ty = if self.eat(Token::Colon) { Some(self.parse_type()?) } else { None };
        let ty = ty.filter(|&t| t != self.ctx.none_type());
        Ok(self.ctx.attr(AttrKind::Opaque { dialect, body, ty }))
    }

    /// The attribute if it is one of a dialect that declares all it has.
    fn flags_attr(&mut self, at: std::ops::Range<usize>, dialect: Str, body: Str) -> Parse<Option<Attr>> {
        if let Some(&known) = self.flags_attrs.get(&(dialect, body)) {
            return Ok(known);
        }
        let ctx = self.ctx;
        let attr = match ctx.dialect(ctx.text(dialect)).filter(|info| !info.is_open()) {
            None => None,
            Some(info) => match flags(info, ctx.text(body)) {
                Ok(text) => Some(ctx.attr(AttrKind::Opaque { dialect, body: ctx.str(&text), ty: None })),
                Err(message) => return self.error_at(at, message),
            },
        };
        self.flags_attrs.insert((dialect, body), attr);
        Ok(attr)
    }

    fn number(&mut self) -> Parse<Attr> {
        let start = self.start;
        let negative = self.eat(Token::Minus);
        let (token, text) = (self.tok, self.text());
        if !matches!(token, Token::Integer | Token::Float) {
            return self.expected("expected constant integer or floating point value");
        }
        self.bump();
        let ty = if self.eat(Token::Colon) {
            self.parse_type()?
        } else if token == Token::Float {
            self.ctx.float_type(crate::ir::FloatKind::F64)
        } else {
            self.ctx.int_type(64)
        };
        let range = start..start + usize::from(negative) + text.len();
        match literal(self.ctx.kind(ty), token, text, negative) {
            Ok(LiteralValue::Int(value)) => Ok(self.ctx.attr(AttrKind::Integer { value, ty })),
            Ok(LiteralValue::Float(bits)) => Ok(self.ctx.attr(AttrKind::Float { bits, ty })),
            Err(message) => self.bad_literal(range, message),
        }
    }

    /// Reports a literal that its type cannot hold, and what is meant by one without a dot.
    pub(super) fn bad_literal<T>(&mut self, range: std::ops::Range<usize>, message: &str) -> Parse<T> {
        let span = self.span(range.start, range.end);
        let mut diagnostic = Diagnostic::error(span, message);
        if message == NO_DOT {
            diagnostic = diagnostic.note(span, "add a trailing dot to make the literal a float");
        }
        self.diagnostics.push(diagnostic);
        Err(Reported)
    }

    fn dense_array(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Token::Less, "expected '<' after 'array'")?;
        let start = self.start;
        let elem = self.parse_type()?;
        let width = match self.ctx.kind(elem) {
            TypeKind::Integer { width, .. } if *width == 1 || width % 8 == 0 => *width,
            TypeKind::Float(kind) if kind.width() % 8 == 0 => kind.width(),
            TypeKind::Integer { .. } | TypeKind::Float(_) => {
                return self.error_at(start..self.prev_end, "element type bitwidth must be a multiple of 8");
            }
            _ => {
                let found = type_string(self.ctx, elem);
                let message = format!("expected integer or float type, got: '{found}'");
                return self.error_at(start..self.prev_end, message);
            }
        };
        let bytes = (width.div_ceil(8) as usize).max(1);
        let mut data: SmallVec<[u8; 64]> = SmallVec::new();
        if !self.at(Token::Greater) {
            self.expect(Token::Colon, "expected ':' after dense array type")?;
            loop {
                self.array_element(elem, bytes, &mut data)?;
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.expect(Token::Greater, "expected '>' to close an array attribute")?;
        Ok(self.ctx.attr(AttrKind::DenseArray { elem, data: data.into_boxed_slice() }))
    }

    fn array_element(&mut self, elem: Type, bytes: usize, data: &mut impl Extend<u8>) -> Parse<()> {
        let start = self.start;
        let negative = self.eat(Token::Minus);
        let (token, text) = (self.tok, self.text());
        let value = match (token, text) {
            (Token::Integer | Token::Float, _) => literal(self.ctx.kind(elem), token, text, negative),
            (Token::BareId, "true" | "false") if elem == self.ctx.int_type(1) && !negative => {
                Ok(LiteralValue::Int(IntValue::Small(i64::from(text == "true"))))
            }
            _ => return self.expected("expected a value of the array's element type"),
        };
        self.bump();
        match value {
            Ok(value) => {
                value.write(bytes, data);
                Ok(())
            }
            Err(message) => self.error_at(start..self.prev_end, message),
        }
    }

    fn dense_resource(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Token::Less, "expected '<' after 'dense_resource'")?;
        let key = self.resource_key()?;
        self.expect(Token::Greater, "expected '>'")?;
        let ty = self.elements_type("`dense_resource` expected a shaped type")?;
        Ok(self.ctx.attr(AttrKind::DenseResource { key, ty }))
    }

    /// A resource name: a word or a string.
    pub(super) fn resource_key(&mut self) -> Parse<Str> {
        match self.tok {
            Token::String => Ok(self.string()),
            Token::BareId => {
                let key = self.ctx.str(self.text());
                self.bump();
                Ok(key)
            }
            _ => self.error("expected identifier key for 'resource' entry"),
        }
    }

    fn strided(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Token::Less, "expected '<' after 'strided'")?;
        self.expect(Token::LSquare, "expected '['")?;
        let mut strides = Vec::new();
        self.list(Token::RSquare, "expected ']'", |p| {
            strides.push(p.stride()?);
            Ok(())
        })?;
        let mut offset = 0;
        if !self.at(Token::Greater) {
            self.expect(Token::Comma, "expected ','")?;
            if !self.eat_word("offset") {
                return self.expected("expected 'offset' after comma");
            }
            self.expect(Token::Colon, "expected ':' after 'offset'")?;
            offset = self.stride()?;
        }
        self.expect(Token::Greater, "expected '>'")?;
        Ok(self.ctx.attr(AttrKind::Strided { strides: strides.into(), offset }))
    }

    fn stride(&mut self) -> Parse<i64> {
        if self.eat(Token::Question) {
            return Ok(DYNAMIC);
        }
        self.signed_int("expected a 64-bit signed integer or '?'")
    }

    /// `-?digits` that fits 64 bits.
    pub(super) fn signed_int(&mut self, what: &str) -> Parse<i64> {
        let start = self.start;
        let negative = self.eat(Token::Minus);
        if !self.at(Token::Integer) {
            return self.expected(what);
        }
        let value = integer(self.text());
        self.bump();
        let value = if negative { -value } else { value };
        i64::try_from(value).or_else(|_| self.error_at(start..self.prev_end, what))
    }

    fn distinct_attr(&mut self) -> Parse<Attr> {
        self.bump();
        self.expect(Token::LSquare, "expected '[' after 'distinct'")?;
        if !self.at(Token::Integer) {
            return self.expected("expected distinct ID");
        }
        let Ok(id) = u64::try_from(integer(self.text())) else {
            return self.error("expected an unsigned 64-bit integer");
        };
        self.bump();
        self.expect(Token::RSquare, "expected ']' to close distinct ID")?;
        self.expect(Token::Less, "expected '<' after distinct ID")?;
        let start = self.start;
        let attr =
            if self.at(Token::Greater) { self.ctx.unit_attr() } else { self.nested(Self::parse_attr)? };
        let known = *self.distinct.entry(id).or_insert(attr);
        if known != attr {
            let message = format!(
                "referenced attribute does not match previous definition: {}",
                attr_string(self.ctx, known)
            );
            return self.error_at(start..self.prev_end, message);
        }
        self.expect(Token::Greater, "expected '>' to close distinct attribute")?;
        Ok(self.ctx.attr(AttrKind::Distinct { id, attr }))
    }

    fn affine_text(&mut self, read: fn(&str) -> Result<String, affine::Fault>) -> Parse<Str> {
        let start = self.start;
        self.bump();
        if !self.at(Token::Less) {
            return self.expected("expected '<'");
        }
        let Some(range) = self.affine_range() else {
            // What is wrong may be inside.
            let rest = self.end..self.src.len();
            return match read(&self.src[rest.clone()]) {
                Err(fault) => {
                    let at = rest.start + fault.at.min(rest.len());
                    self.error_at(at..at, fault.message)
                }
                Ok(_) => self.error_at(rest.end..rest.end, "expected '>'"),
            };
        };
        let written = &self.src[start..range.end];
        if let Some(&text) = self.affine_texts.get(written) {
            return Ok(text);
        }
        match read(&self.src[range.clone()]) {
            Ok(text) => {
                let text = self.ctx.str(&text);
                self.affine_texts.insert(written, text);
                Ok(text)
            }
            Err(fault) => {
                let at = range.start + fault.at.min(range.len());
                self.error_at(at..at, fault.message)
            }
        }
    }

    /// The text between `<` and its `>`: an affine map holds `->` and sets hold `>=`, which are no brackets.
    fn affine_range(&mut self) -> Option<std::ops::Range<usize>> {
        let open = self.end;
        let bytes = self.src.as_bytes();
        let mut at = open;
        while let Some(found) = memchr::memchr2(b'>', b'\n', &bytes[at..]) {
            at += found;
            let arrow = bytes[at - 1] == b'-' || bytes.get(at + 1) == Some(&b'=');
            if bytes[at] == b'>' && !arrow {
                self.reset(at + 1);
                self.prev_end = at + 1;
                return Some(open..at);
            }
            at += 1;
        }
        None
    }
}

/// The error for a decimal integer where a float must be.
pub(super) const NO_DOT: &str = "unexpected decimal integer literal for a floating point value";

/// The error for an integer that its type cannot hold.
pub(super) const OUT_OF_RANGE: &str = "integer constant out of range for attribute";

/// The value of a numeric literal.
pub(super) enum LiteralValue {
    Int(IntValue),
    /// Bits in the float's own format.
    Float(u128),
}

impl LiteralValue {
    /// Appends the low `bytes` bytes of the value.
    pub(super) fn write(&self, bytes: usize, out: &mut impl Extend<u8>) {
        match self {
            LiteralValue::Int(IntValue::Small(v)) if bytes <= 8 => {
                out.extend(v.to_le_bytes().into_iter().take(bytes));
            }
            LiteralValue::Int(value) => {
                let value = value.to_big();
                let fill = if value.sign() == Sign::Minus { 0xFF } else { 0 };
                let mut raw = value.to_signed_bytes_le();
                raw.resize(bytes, fill);
                out.extend(raw);
            }
            LiteralValue::Float(bits) => out.extend(bits.to_le_bytes().into_iter().take(bytes)),
        }
    }
}

/// Reads digits or `0x` digits.
pub(super) fn integer(text: &str) -> BigInt {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default()
}

/// The value of a literal token as a value of a type, with mlir-opt's rules for what fits.
pub(super) fn literal(
    kind: &TypeKind,
    token: Token,
    text: &str,
    negative: bool,
) -> Result<LiteralValue, &'static str> {
    match kind {
        TypeKind::Integer { .. } | TypeKind::Index if token == Token::Float => {
            Err("floating point value not valid for specified type")
        }
        TypeKind::Integer { width, sign } => {
            int_literal(*width, *sign, text, negative).map(LiteralValue::Int)
        }
        TypeKind::Index => int_literal(64, Signedness::Signed, text, negative).map(LiteralValue::Int),
        TypeKind::Float(kind) => {
            float::literal(*kind, token == Token::Float, text, negative).map(LiteralValue::Float)
        }
        _ if token == Token::Float => Err("floating point value not valid for specified type"),
        _ => Err("integer literal not valid for specified type"),
    }
}

fn int_literal(width: u32, sign: Signedness, text: &str, negative: bool) -> Result<IntValue, &'static str> {
    if negative && sign == Signedness::Unsigned {
        return Err("negative integer literal not valid for unsigned integer type");
    }
    // Most literals are small and far from the ends of their type.
    if width > 1
        && let Ok(value) = text.parse::<i64>()
        && (width > 63 || value < 1 << (width - 1))
        && (!negative || value > 0)
    {
        return Ok(IntValue::Small(if negative { -value } else { value }));
    }
    let value = integer(text);
    let limit = BigInt::from(1) << width;
    let half = if width == 0 { BigInt::from(0) } else { BigInt::from(1) << (width - 1) };
    let value = match (negative, sign) {
        (true, _) if value.sign() == Sign::NoSign || value > half => return Err(OUT_OF_RANGE),
        (true, _) => -value,
        (false, Signedness::Signed) if width > 0 && value >= half => return Err(OUT_OF_RANGE),
        (false, _) if value >= limit => return Err(OUT_OF_RANGE),
        (false, Signedness::Signless) if width > 1 && value >= half => value - limit,
        (false, _) => value,
    };
    // A boolean is its bit.
    if width == 1 && sign == Signedness::Signless {
        return Ok(IntValue::Small(i64::from(value.sign() != Sign::NoSign)));
    }
    Ok(IntValue::from_big(value))
}

/// The canonical text of a dialect's attribute, `mnemonic<flag, flag>`, or what is wrong with it.
fn flags(dialect: &DialectInfo, text: &str) -> Result<String, String> {
    let (mnemonic, rest) = text.split_once('<').unwrap_or((text, ""));
    let mnemonic = mnemonic.trim();
    let Some(def) = dialect.flags.iter().find(|def| def.mnemonic == mnemonic) else {
        return Err(match dialect.flags {
            [] => format!("dialect '{}' provides no attribute parsing hook", dialect.name),
            _ => format!("unknown attribute `{mnemonic}` in dialect `{}`", dialect.name),
        });
    };
    let words = rest.trim_end().strip_suffix('>').unwrap_or_default();
    let expected = |word: &str| {
        let words: Vec<&str> = def.words().collect();
        format!("expected the flags of `{mnemonic}` to be among {}, found '{word}'", words.join(", "))
    };
    def.canonical(words.split(',').map(str::trim)).map_err(expected)
}
