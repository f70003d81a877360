//! Types.

use smallvec::SmallVec;

use super::lexer::Token;
use super::parser::{Parse, Parser};
use super::readable::{
    MAX_WIDTH, is_complex_element, is_memref_element, is_tensor_element, is_vector_element,
};
use crate::ir::{
    Attr, AttrKind, DYNAMIC, FloatKind, ParamKind, Signedness, Type, TypeDef, TypeKind, TypeParam,
};

/// Inputs and results of a function type.
pub(super) type Signature = (SmallVec<[Type; 4]>, SmallVec<[Type; 2]>);

/// Dimensions of a shaped type.
type Shape = SmallVec<[i64; 6]>;

/// Bytes of the longest type whose text is remembered.
const LONGEST_REMEMBERED: usize = 64;

impl<'s> Parser<'s, '_> {
    /// A type, function types included.
    pub fn parse_type(&mut self) -> Parse<Type> {
        if self.at(Token::LParen) { self.function_type() } else { self.non_function_type() }
    }

    /// `(a, b) -> c`
    pub(super) fn function_type(&mut self) -> Parse<Type> {
        self.nested(|p| {
            let (inputs, results) = p.signature()?;
            Ok(p.ctx.ty(TypeKind::Function {
                inputs: inputs.into_vec().into(),
                results: results.into_vec().into(),
            }))
        })
    }

    /// The inputs and results of a function type.
    pub(super) fn signature(&mut self) -> Parse<Signature> {
        let mut inputs = SmallVec::new();
        self.expect(Token::LParen, "expected function type")?;
        self.list(Token::RParen, "expected ')' in type list", |p| {
            inputs.push(p.parse_type()?);
            Ok(())
        })?;
        self.expect(Token::Arrow, "expected '->' in function type")?;
        let mut results = SmallVec::new();
        if self.eat(Token::LParen) {
            self.list(Token::RParen, "expected ')' in type list", |p| {
                results.push(p.parse_type()?);
                Ok(())
            })?;
        } else {
            results.push(self.non_function_type()?);
        }
        Ok((inputs, results))
    }

    fn non_function_type(&mut self) -> Parse<Type> {
        match self.tok {
            Token::BareId => self.builtin_type(),
            Token::ExclaimId => self.dialect_type(),
            _ => self.expected("expected non-function type"),
        }
    }

    /// Whether the word at the current place is that of a builtin type.
    pub(super) fn begins_type(&self) -> bool {
        let word = self.text();
        matches!(word, "tensor" | "vector" | "memref" | "complex" | "tuple" | "index" | "none")
            || FloatKind::TABLE.iter().any(|(_, keyword, _)| *keyword == word)
            || self.at_integer_type()
    }

    /// Whether an integer type such as `si32` stands here, which is no word to MLIR's lexer.
    pub(super) fn at_integer_type(&self) -> bool {
        let word = self.text();
        let digits = ["i", "si", "ui"].iter().find_map(|prefix| word.strip_prefix(prefix));
        digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|c| c.is_ascii_digit()))
    }

    fn builtin_type(&mut self) -> Parse<Type> {
        let word = self.text();
        match word {
            "tensor" => self.shaped(Self::tensor_type),
            "vector" => self.shaped(Self::vector_type),
            "memref" => self.shaped(Self::memref_type),
            "complex" => self.nested(Self::complex_type),
            "tuple" => self.nested(Self::tuple_type),
            _ => match self.scalar_type(word)? {
                Some(ty) => {
                    self.bump();
                    Ok(ty)
                }
                None => self.expected("expected non-function type"),
            },
        }
    }

    /// A shaped type, read by `step` unless its text is known.
    fn shaped(&mut self, step: fn(&mut Self) -> Parse<Type>) -> Parse<Type> {
        let (start, behind) = (self.start, self.src.as_bytes()[self.end..].iter());
        // Aliases may stand for other things at other places, and inner brackets would have to be matched.
        let plain = |byte: &u8| !matches!(byte, b'>' | b'#' | b'!' | b'"' | b'\n');
        // Long texts are rare, and those of nested types would be looked through once for every level.
        let end = self.end + behind.take(LONGEST_REMEMBERED).take_while(|byte| plain(byte)).count() + 1;
        let text = self.src.get(start..end).filter(|text| text.ends_with('>'));
        if let Some(&known) = text.and_then(|text| self.shaped_types.get(text)) {
            self.skip_to(end);
            return Ok(known);
        }
        let ty = self.nested(step)?;
        // A `>` of an inner bracket or an arrow is not the end of the type.
        if let Some(text) = text.filter(|_| self.prev_end == end) {
            self.shaped_types.insert(text, ty);
        }
        Ok(ty)
    }

    /// A type that is one word.
    fn scalar_type(&mut self, word: &str) -> Parse<Option<Type>> {
        let ctx = self.ctx;
        if word == "index" {
            return Ok(Some(ctx.ty(TypeKind::Index)));
        }
        if word == "none" {
            return Ok(Some(ctx.none_type()));
        }
        let (sign, digits) = match word.as_bytes() {
            [b'i', ..] => (Signedness::Signless, &word[1..]),
            [b's', b'i', ..] => (Signedness::Signed, &word[2..]),
            [b'u', b'i', ..] => (Signedness::Unsigned, &word[2..]),
            _ => {
                let float = FloatKind::TABLE.iter().find(|(_, keyword, _)| *keyword == word);
                return Ok(float.map(|(kind, ..)| ctx.float_type(*kind)));
            }
        };
        if digits.is_empty()
            || !digits.bytes().all(|c| c.is_ascii_digit())
            || digits.len() > 1 && digits.starts_with('0')
        {
            return Ok(None);
        }
        match digits.parse::<u32>() {
            Ok(width) if width <= MAX_WIDTH => Ok(Some(ctx.ty(TypeKind::Integer { width, sign }))),
            Err(_) => self.error("invalid integer width"),
            Ok(_) => self.error(format!("integer bitwidth is limited to {MAX_WIDTH} bits")),
        }
    }

    fn complex_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Token::Less, "expected '<' in complex type")?;
        let start = self.start;
        let elem = self.parse_type()?;
        if !is_complex_element(self.ctx.kind(elem)) {
            return self.error_at(start..self.prev_end, "invalid element type for complex");
        }
        self.expect(Token::Greater, "expected '>' in complex type")?;
        Ok(self.ctx.ty(TypeKind::Complex(elem)))
    }

    fn tuple_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Token::Less, "expected '<' in tuple type")?;
        let mut items = Vec::new();
        self.list(Token::Greater, "expected '>' in tuple type", |p| {
            items.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(self.ctx.ty(TypeKind::Tuple(items.into())))
    }

    fn tensor_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Token::Less, "expected '<' in tensor type")?;
        let shape = if self.unranked()? { None } else { Some(self.dimensions(true)?) };
        let start = self.start;
        let elem = self.parse_type()?;
        if !is_tensor_element(self.ctx.kind(elem)) {
            return self.error_at(start..self.prev_end, "invalid tensor element type");
        }
        let encoding = if self.eat(Token::Comma) { Some(self.parse_attr()?) } else { None };
        self.expect(Token::Greater, "expected '>' in tensor type")?;
        match shape {
            Some(shape) => {
                Ok(self.ctx.ty(TypeKind::RankedTensor { shape: shape.into_vec().into(), elem, encoding }))
            }
            None if encoding.is_some() => {
                self.error_at(start..self.prev_end, "cannot apply encoding to unranked tensor")
            }
            None => Ok(self.ctx.ty(TypeKind::UnrankedTensor { elem })),
        }
    }

    fn vector_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Token::Less, "expected '<' in vector type")?;
        let (shape, scalable) = self.vector_dimensions()?;
        let start = self.start;
        let elem = self.parse_type()?;
        if !is_vector_element(self.ctx.kind(elem)) {
            return self.error_at(
                start..self.prev_end,
                "failed to verify 'elementType': VectorElementTypeInterface instance",
            );
        }
        self.expect(Token::Greater, "expected '>' in vector type")?;
        if shape.contains(&0) {
            let sizes = shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("vector types must have positive constant sizes but got {sizes}");
            return self.error_at(start..self.prev_end, message);
        }
        Ok(self.ctx.ty(TypeKind::Vector {
            shape: shape.into_vec().into(),
            scalable: scalable.into_vec().into(),
            elem,
        }))
    }

    fn memref_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Token::Less, "expected '<' in memref type")?;
        let shape = if self.unranked()? { None } else { Some(self.dimensions(true)?) };
        let start = self.start;
        let elem = self.parse_type()?;
        if !is_memref_element(self.ctx.kind(elem)) {
            return self.error_at(start..self.prev_end, "invalid memref element type");
        }
        let (mut layout, mut space) = (None, None);
        while self.eat(Token::Comma) {
            let start = self.start;
            if self.at(Token::Greater) {
                return self.error("expected list element");
            }
            let attr = self.parse_attr()?;
            let is_layout =
                matches!(self.ctx.attr_kind(attr), AttrKind::AffineMap(_) | AttrKind::Strided { .. });
            if shape.is_none() && is_layout {
                return self.error_at(start..self.prev_end, "unranked memref type must not have a layout");
            }
            if is_layout && layout.is_none() && space.is_none() {
                self.check_layout(attr, shape.as_deref().unwrap_or_default().len(), start)?;
                layout = Some(attr);
            } else if is_layout {
                return self
                    .error_at(start..self.prev_end, "expected memory space to be last in memref type");
            } else if space.is_some() {
                return self
                    .error_at(start..self.prev_end, "multiple memory spaces specified in memref type");
            } else if !matches!(
                self.ctx.attr_kind(attr),
                AttrKind::Integer { .. } | AttrKind::String { .. } | AttrKind::Dict(_)
            ) {
                return self.error_at(start..self.prev_end, "unsupported memory space Attribute");
            } else {
                space = Some(attr);
            }
        }
        self.expect(Token::Greater, "expected '>' in memref type")?;
        let space = space.filter(|&s| self.ctx.as_i64(s) != Some(0));
        let layout = layout.filter(|&l| !self.is_identity_layout(l));
        match shape {
            Some(shape) => {
                Ok(self.ctx.ty(TypeKind::MemRef { shape: shape.into_vec().into(), elem, layout, space }))
            }
            None => Ok(self.ctx.ty(TypeKind::UnrankedMemRef { elem, space })),
        }
    }

    fn check_layout(&mut self, layout: Attr, rank: usize, start: usize) -> Parse<()> {
        let range = start..self.prev_end;
        match self.ctx.attr_kind(layout) {
            AttrKind::Strided { strides, .. } if strides.len() != rank => {
                self.error_at(range, "expected the number of strides to match the rank")
            }
            AttrKind::AffineMap(text) => {
                let inputs = super::affine::dim_count(self.ctx.text(*text));
                if inputs == rank {
                    return Ok(());
                }
                let message =
                    format!("memref layout mismatch between rank and affine map: {rank} != {inputs}");
                self.error_at(range, message)
            }
            _ => Ok(()),
        }
    }

    /// `affine_map<(d0, d1)[s0] -> (d0, d1)>`, which is dropped.
    fn is_identity_layout(&self, layout: Attr) -> bool {
        let AttrKind::AffineMap(text) = self.ctx.attr_kind(layout) else { return false };
        let text = self.ctx.text(*text);
        let dims = |inputs: &str| inputs.split_inclusive(')').next().map(str::to_string);
        text.split_once(" -> ").is_some_and(|(inputs, outputs)| dims(inputs).as_deref() == Some(outputs))
    }

    /// `*x`, the shape of an unranked type.
    fn unranked(&mut self) -> Parse<bool> {
        if !self.at(Token::Star) {
            return Ok(false);
        }
        self.bump();
        self.dimension_x()?;
        Ok(true)
    }

    /// Consumes the `x` behind a dimension; the lexer goes on just behind it.
    fn dimension_x(&mut self) -> Parse<()> {
        if !self.at(Token::BareId) || !self.text().starts_with('x') {
            return self.expected("expected 'x' in dimension list");
        }
        let at = self.start + 1;
        self.reset(at);
        self.prev_end = at;
        Ok(())
    }

    /// `4x?x8x`
    pub(super) fn dimensions(&mut self, dynamic: bool) -> Parse<Shape> {
        let mut shape = Shape::new();
        loop {
            self.plain_dimensions(&mut shape, dynamic);
            match self.tok {
                Token::Integer => {
                    let size = self.dimension()?;
                    shape.push(size);
                }
                Token::Question if dynamic => {
                    self.bump();
                    shape.push(DYNAMIC);
                }
                _ => return Ok(shape),
            }
            self.dimension_x()?;
        }
    }

    /// Reads `4x?x8x` as far as it is written without blanks and in range. To the lexer all behind the first number is
    /// one name, which it would read again for every dimension.
    fn plain_dimensions(&mut self, shape: &mut Shape, dynamic: bool) {
        let bytes = self.src.as_bytes();
        let mut at = self.start;
        loop {
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (size, behind) = match bytes.get(at) {
                Some(b'?') if dynamic => (DYNAMIC, at + 1),
                _ => match self.src[at..at + digits].parse::<i64>() {
                    Ok(size) => (size, at + digits),
                    Err(_) => break,
                },
            };
            if bytes.get(behind) != Some(&b'x') {
                break;
            }
            shape.push(size);
            at = behind + 1;
        }
        if at > self.start {
            self.reset(at);
            self.prev_end = at;
        }
    }

    /// A dimension; `0x4` is the dimension 0 and what follows.
    fn dimension(&mut self) -> Parse<i64> {
        let text = self.text();
        if text.starts_with("0x") {
            let at = self.start + 1;
            self.reset(at);
            self.prev_end = at;
            return Ok(0);
        }
        match text.parse::<i64>() {
            Ok(size) => {
                self.bump();
                Ok(size)
            }
            Err(_) => self.error("invalid dimension"),
        }
    }

    /// `4x[8]x`
    fn vector_dimensions(&mut self) -> Parse<(Shape, SmallVec<[bool; 6]>)> {
        let mut shape = Shape::new();
        let mut scalable = SmallVec::new();
        loop {
            self.plain_dimensions(&mut shape, false);
            scalable.resize(shape.len(), false);
            let in_brackets = self.eat(Token::LSquare);
            if !self.at(Token::Integer) {
                if in_brackets || self.at(Token::Question) {
                    return self.expected("expected static dimension in vector type");
                }
                return Ok((shape, scalable));
            }
            shape.push(self.dimension()?);
            if in_brackets {
                self.expect(Token::RSquare, "missing ']' closing scalable dimension")?;
            }
            scalable.push(in_brackets);
            self.dimension_x()?;
        }
    }

    /// `!alias`, `!dialect.mnemonic<...>` or `!dialect<...>`.
    fn dialect_type(&mut self) -> Parse<Type> {
        let name = &self.text()[1..];
        if !name.contains('.') && self.src.as_bytes().get(self.end) != Some(&b'<') {
            if let Some(&ty) = self.type_aliases.get(name) {
                self.use_alias()?;
                self.bump();
                return Ok(ty);
            }
            return self.error(format!("undefined symbol alias id '{name}'"));
        }
        if let Some((dialect, mnemonic)) = name.split_once('.')
            && let Some(info) = self.ctx.dialect(dialect)
        {
            let def = info.types.iter().find(|t| t.mnemonic == mnemonic);
            if let Some(def) = def {
                let full = self.ctx.str(&format!("{}.{mnemonic}", info.name));
                return self.nested(|p| p.typedef(full, def));
            }
        }
        let dialect = name.split('.').next().unwrap_or(name);
        if let Some(info) = self.ctx.dialect(dialect).filter(|info| !info.is_open()) {
            return self.error(match info.types {
                [] => format!("dialect '{dialect}' provides no type parsing hook"),
                _ => format!("unknown type '{name}': dialect '{dialect}' does not have it"),
            });
        }
        let (dialect, body) = self.opaque_body(name)?;
        Ok(self.ctx.ty(TypeKind::Opaque { dialect, body }))
    }

    /// The dialect and the text of `dialect.body`, `dialect.body<...>` or `dialect<body>`, whose prefix sigil is at
    /// the current token.
    pub(super) fn opaque_body(&mut self, name: &'s str) -> Parse<(crate::ir::Str, crate::ir::Str)> {
        let (start, end) = (self.start + 1, self.end);
        let bracket = self.src.as_bytes().get(end) == Some(&b'<');
        self.bump();
        match name.split_once('.') {
            Some((dialect, body)) => {
                if body.is_empty() {
                    return self.error_at(start..end, "expected a name behind the dialect's namespace");
                }
                let stop = if bracket { self.balanced()?.end + 1 } else { end };
                let body = &self.src[start + dialect.len() + 1..stop];
                Ok((self.ctx.str(dialect), self.ctx.str(body)))
            }
            None => {
                let inner = self.balanced()?;
                Ok((self.ctx.str(name), self.ctx.str(&self.src[inner])))
            }
        }
    }

    fn typedef(&mut self, name: crate::ir::Str, def: &'static TypeDef) -> Parse<Type> {
        self.bump();
        let mut params = Vec::with_capacity(def.params.len());
        if !def.params.is_empty() {
            self.expect(Token::Less, "expected '<' in dialect type")?;
        }
        for (index, kind) in def.params.iter().enumerate() {
            if index > 0 {
                self.expect(Token::Comma, "expected ',' between type parameters")?;
            }
            params.push(self.type_param(kind)?);
        }
        if !def.params.is_empty() {
            self.expect(Token::Greater, "expected '>' in dialect type")?;
        }
        Ok(self.ctx.ty(TypeKind::Dialect { name, params: params.into() }))
    }

    fn type_param(&mut self, kind: &'static ParamKind) -> Parse<TypeParam> {
        match kind {
            ParamKind::Shape => {
                let shape = self.dimensions(false)?;
                let elem = self.parse_type()?;
                Ok(TypeParam::Shape(shape.into_vec().into(), elem))
            }
            ParamKind::Keyword(words) => {
                if self.at(Token::BareId) && words.contains(&self.text()) {
                    let word = self.ctx.str(self.text());
                    self.bump();
                    return Ok(TypeParam::Keyword(word));
                }
                let words: Vec<String> = words.iter().map(|w| format!("'{w}'")).collect();
                self.expected(&format!("expected one of {}", words.join(", ")))
            }
            ParamKind::Attr => Ok(TypeParam::Attr(self.parse_attr()?)),
        }
    }
}
