//! Types, attributes and locations as text.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::float;
use super::parse_dense::{element_bytes, element_count};
use crate::ir::{
    Attr, AttrKind, Context, DYNAMIC, DenseData, FloatKind, Loc, LocKind, Signedness, Str, Type, TypeKind,
};

/// Elements above this number are printed as a hexadecimal blob, as mlir-opt does.
const HEX_ABOVE: usize = 100;

/// Parts of a location that are printed in place; one of more prints as unknown.
const MOST_PARTS: usize = 1 << 16;

/// Writes types and attributes to a buffer.
pub(super) struct AttrPrinter<'c> {
    pub(super) ctx: &'c Context,
    pub(super) out: Vec<u8>,
    /// Elements attributes with more elements print as `dense_resource<__elided__>`.
    pub(super) elide_above: Option<usize>,
    pub(super) attr_aliases: FxHashMap<Attr, String>,
    pub(super) type_aliases: FxHashMap<Type, String>,
    pub(super) loc_aliases: FxHashMap<Loc, String>,
    /// Number of each distinct attribute, by first print.
    distinct: FxHashMap<u64, usize>,
    /// Keys of the resources printed, in order of first print.
    pub(super) resources_used: Vec<Str>,
    /// Text of types and floats printed before: `cached` and `floats` hold ranges of `cache`.
    pub(super) cache: Vec<u8>,
    floats: FxHashMap<Attr, (u32, u32)>,
    pub(super) cached: FxHashMap<Type, (u32, u32)>,
}

impl<'c> AttrPrinter<'c> {
    pub(super) fn new(ctx: &'c Context) -> Self {
        AttrPrinter {
            ctx,
            out: Vec::new(),
            elide_above: None,
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            loc_aliases: FxHashMap::default(),
            distinct: FxHashMap::default(),
            resources_used: Vec::new(),
            cache: Vec::new(),
            floats: FxHashMap::default(),
            cached: FxHashMap::default(),
        }
    }

    pub(super) fn into_string(self) -> String {
        String::from_utf8(self.out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
    }

    #[inline]
    pub(super) fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// A decimal number.
    pub(super) fn number(&mut self, value: i64) {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            self.out.push(b'-');
        }
        self.out.extend_from_slice(&digits[at..]);
    }

    /// Items with `, ` between.
    pub(super) fn list<T: Copy>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, T)) {
        for (index, &value) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            item(self, value);
        }
    }

    // Strings

    /// A quoted string with escapes.
    pub(super) fn string(&mut self, text: Str) {
        self.out.push(b'"');
        let ctx = self.ctx;
        for &byte in ctx.bytes_of(text) {
            match byte {
                b'\\' => self.put("\\\\"),
                b'"' => self.put("\\22"),
                0x20..=0x7E => self.out.push(byte),
                _ => {
                    self.out.push(b'\\');
                    self.digits(&[byte]);
                }
            }
        }
        self.out.push(b'"');
    }

    /// `@name`, quoted if it is no plain word.
    pub(super) fn symbol(&mut self, name: Str) {
        self.out.push(b'@');
        if is_word(self.ctx.bytes_of(name), b"_$.") {
            let ctx = self.ctx;
            self.out.extend_from_slice(ctx.bytes_of(name));
        } else {
            self.string(name);
        }
    }

    /// A dictionary key or resource key.
    pub(super) fn key(&mut self, name: Str) {
        if is_word(self.ctx.bytes_of(name), b"_$.") {
            let ctx = self.ctx;
            self.out.extend_from_slice(ctx.bytes_of(name));
        } else {
            self.string(name);
        }
    }

    // Attributes

    /// An attribute, by its alias if it has one.
    pub(super) fn attr(&mut self, attr: Attr) {
        if !self.attr_aliases.is_empty()
            && let Some(alias) = self.attr_aliases.get(&attr)
        {
            let alias = alias.clone();
            self.put(&alias);
            return;
        }
        self.attr_body(attr, true);
    }

    /// An attribute where the type of `i64` and `f64` numbers goes without saying.
    pub(super) fn short_attr(&mut self, attr: Attr) {
        let untyped = match self.ctx.attr_kind(attr) {
            AttrKind::Integer { ty, .. } => {
                matches!(self.ctx.kind(*ty), TypeKind::Integer { width: 64, sign: Signedness::Signless })
            }
            AttrKind::Float { ty, .. } => matches!(self.ctx.kind(*ty), TypeKind::Float(FloatKind::F64)),
            _ => false,
        };
        if !untyped {
            return self.attr(attr);
        }
        let start = self.out.len();
        self.attr_body(attr, false);
        // Digits in hexadecimal would read back as an integer.
        if let AttrKind::Float { ty, .. } = self.ctx.attr_kind(attr)
            && self.out[start..].starts_with(b"0x")
        {
            self.put(" : ");
            self.ty(*ty);
        }
    }

    /// An attribute, spelled out at its outermost level; `typed` is whether the type of a number or of elements is
    /// printed.
    pub(super) fn attr_body(&mut self, attr: Attr, typed: bool) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.attr_step(attr, typed));
    }

    fn attr_step(&mut self, attr: Attr, typed: bool) {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Unit => self.put("unit"),
            AttrKind::Integer { value, ty } => {
                if matches!(ctx.kind(*ty), TypeKind::Integer { width: 1, sign: Signedness::Signless }) {
                    self.put(if value.to_i64() == Some(0) { "false" } else { "true" });
                    return;
                }
                match value.to_i64() {
                    Some(value) => self.number(value),
                    None => self.put(&value.to_big().to_string()),
                }
                if typed {
                    self.put(" : ");
                    self.ty(*ty);
                }
            }
            AttrKind::Float { bits, ty } => {
                self.float(attr, *bits, *ty);
                if typed {
                    self.put(" : ");
                    self.ty(*ty);
                }
            }
            AttrKind::String { value, ty } => {
                self.string(*value);
                if let Some(ty) = ty {
                    self.put(" : ");
                    self.ty(*ty);
                }
            }
            AttrKind::Array(items) => {
                self.put("[");
                self.list(items, Self::short_attr);
                self.put("]");
            }
            AttrKind::Dict(entries) => {
                self.put("{");
                self.entries(entries);
                self.put("}");
            }
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::SymbolRef { root, nested } => {
                self.symbol(*root);
                for &name in nested {
                    self.put("::");
                    self.symbol(name);
                }
            }
            AttrKind::Dense { ty, splat, data } => self.dense(*ty, *splat, data),
            AttrKind::DenseArray { elem, data } => {
                self.put("array<");
                self.ty(*elem);
                let kind = ctx.kind(*elem);
                for (index, value) in data.chunks_exact(element_bytes(kind)).enumerate() {
                    self.put(if index == 0 { ": " } else { ", " });
                    self.element(kind, value);
                }
                self.put(">");
            }
            AttrKind::DenseResource { key, ty } => {
                if !self.resources_used.contains(key) {
                    self.resources_used.push(*key);
                }
                self.put("dense_resource<");
                self.key(*key);
                self.put("> : ");
                self.ty(*ty);
            }
            AttrKind::Sparse { ty, indices, values } => {
                if self.elided(*ty) {
                    return;
                }
                self.put("sparse<");
                self.dense_body(*indices);
                self.put(if self.out.ends_with(b"<") { "" } else { ", " });
                self.dense_body(*values);
                self.put("> : ");
                self.ty(*ty);
            }
            AttrKind::Strided { strides, offset } => {
                let size = |p: &mut Self, v: i64| if v == DYNAMIC { p.put("?") } else { p.number(v) };
                self.put("strided<[");
                self.list(strides, size);
                self.put("]");
                if *offset != 0 {
                    self.put(", offset: ");
                    size(self, *offset);
                }
                self.put(">");
            }
            AttrKind::AffineMap(text) => {
                self.put("affine_map<");
                self.put(ctx.text(*text));
                self.put(">");
            }
            AttrKind::IntegerSet(text) => {
                self.put("affine_set<");
                self.put(ctx.text(*text));
                self.put(">");
            }
            AttrKind::Location(loc) => self.location(*loc),
            AttrKind::Distinct { id, attr } => {
                let next = self.distinct.len();
                let number = *self.distinct.entry(*id).or_insert(next);
                self.put("distinct[");
                self.number(number as i64);
                self.put("]<");
                if !matches!(ctx.attr_kind(*attr), AttrKind::Unit) {
                    self.attr(*attr);
                }
                self.put(">");
            }
            AttrKind::Opaque { dialect, body, ty } => {
                self.put("#");
                self.opaque(*dialect, *body);
                if let Some(ty) = ty {
                    self.put(" : ");
                    self.ty(*ty);
                }
            }
        }
    }

    /// A float without its type. The same few are printed again and again, and their digits are costly.
    fn float(&mut self, attr: Attr, bits: u128, ty: Type) {
        if let Some(&(start, end)) = self.floats.get(&attr) {
            self.out.extend_from_slice(&self.cache[start as usize..end as usize]);
        } else if let TypeKind::Float(kind) = self.ctx.kind(ty) {
            let start = self.cache.len();
            float::print(*kind, bits, &mut self.cache);
            self.out.extend_from_slice(&self.cache[start..]);
            self.floats.insert(attr, (start as u32, self.cache.len() as u32));
        }
    }

    /// The inside of a dictionary.
    pub(super) fn entries(&mut self, entries: &[(Str, Attr)]) {
        let ctx = self.ctx;
        self.list(entries, |p, (name, value)| {
            p.key(name);
            if !matches!(ctx.attr_kind(value), AttrKind::Unit) {
                p.put(" = ");
                p.attr(value);
            }
        });
    }

    fn elided(&mut self, ty: Type) -> bool {
        let count = self.ctx.shaped(ty).and_then(|(shape, _)| element_count(shape)).unwrap_or(0);
        let elided = self.elide_above.is_some_and(|limit| count > limit);
        if elided {
            self.put("dense_resource<__elided__> : ");
            self.ty(ty);
        }
        elided
    }

    fn dense(&mut self, ty: Type, splat: bool, data: &DenseData) {
        if !splat && self.elided(ty) {
            return;
        }
        self.put("dense<");
        self.dense_elements(ty, splat, data);
        self.put("> : ");
        self.ty(ty);
    }

    /// The elements of a `dense` attribute.
    fn dense_body(&mut self, attr: Attr) {
        if let AttrKind::Dense { ty, splat, data } = self.ctx.attr_kind(attr) {
            self.dense_elements(*ty, *splat, data);
        }
    }

    fn dense_elements(&mut self, ty: Type, splat: bool, data: &DenseData) {
        let ctx = self.ctx;
        let Some((shape, elem)) = ctx.shaped(ty) else { return };
        let kind = ctx.kind(elem);
        match data {
            DenseData::Strings(items) if items.is_empty() => {}
            DenseData::Strings(items) if splat => items.iter().for_each(|&s| self.string(s)),
            DenseData::Strings(items) => {
                self.nested_list(shape, 0, &mut items.chunks_exact(1), &mut |p, s: &[Str]| {
                    p.string(s[0]);
                })
            }
            DenseData::Bytes(bytes) if bytes.is_empty() => {}
            DenseData::Bytes(bytes) if splat => self.dense_element(kind, bytes),
            DenseData::Bytes(bytes) => {
                let width = match kind {
                    TypeKind::Complex(part) => 2 * element_bytes(ctx.kind(*part)),
                    _ => element_bytes(kind),
                };
                if bytes.len() / width > HEX_ABOVE {
                    self.blob(kind, bytes);
                } else {
                    self.nested_list(shape, 0, &mut bytes.chunks_exact(width), &mut |p, e| {
                        p.dense_element(kind, e)
                    });
                }
            }
        }
    }

    fn nested_list<'d, T: 'd>(
        &mut self,
        shape: &[i64],
        level: usize,
        items: &mut dyn Iterator<Item = &'d [T]>,
        item: &mut dyn FnMut(&mut Self, &'d [T]),
    ) {
        let Some(&size) = shape.get(level) else {
            if let Some(value) = items.next() {
                item(self, value);
            }
            return;
        };
        self.put("[");
        for index in 0..size {
            self.put(if index > 0 { ", " } else { "" });
            self.nested_list(shape, level + 1, items, item);
        }
        self.put("]");
    }

    fn blob(&mut self, kind: &TypeKind, bytes: &[u8]) {
        self.put("\"0x");
        if matches!(kind, TypeKind::Integer { width: 1, .. }) {
            let pack = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
            self.digits(&bytes.chunks(8).map(pack).collect::<Vec<u8>>());
        } else {
            self.digits(bytes);
        }
        self.put("\"");
    }

    fn digits(&mut self, bytes: &[u8]) {
        let start = self.out.len();
        self.out.resize(start + 2 * bytes.len(), 0);
        const_hex::encode_to_slice_upper(bytes, &mut self.out[start..])
            .expect("there are two digits for a byte");
    }

    fn dense_element(&mut self, kind: &TypeKind, bytes: &[u8]) {
        match kind {
            TypeKind::Complex(part) => {
                let part = self.ctx.kind(*part);
                let (re, im) = bytes.split_at(bytes.len() / 2);
                self.put("(");
                self.element(part, re);
                self.put(",");
                self.element(part, im);
                self.put(")");
            }
            _ => self.element(kind, bytes),
        }
    }

    /// A number from its raw bytes.
    fn element(&mut self, kind: &TypeKind, bytes: &[u8]) {
        match kind {
            TypeKind::Float(kind) => {
                let mut raw = [0; 16];
                raw[..bytes.len()].copy_from_slice(bytes);
                float::print(*kind, u128::from_le_bytes(raw), &mut self.out);
            }
            TypeKind::Integer { width: 1, .. } => self.put(if bytes[0] & 1 == 1 { "true" } else { "false" }),
            TypeKind::Integer { width, sign } => self.integer(*width, *sign == Signedness::Unsigned, bytes),
            _ => self.integer(64, false, bytes),
        }
    }

    fn integer(&mut self, width: u32, unsigned: bool, bytes: &[u8]) {
        if width > 64 || width == 64 && unsigned {
            let value = if unsigned {
                BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes)
            } else {
                BigInt::from_signed_bytes_le(bytes)
            };
            self.put(&value.to_string());
            return;
        }
        let mut raw = [0; 8];
        raw[..bytes.len()].copy_from_slice(bytes);
        let value = i64::from_le_bytes(raw);
        let shift = 64 - width.max(1);
        self.number(if unsigned {
            ((value as u64) << shift >> shift) as i64
        } else {
            value << shift >> shift
        });
    }

    // Locations

    /// `loc(...)`, or its alias.
    pub(super) fn location(&mut self, loc: Loc) {
        match self.loc_aliases.get(&loc) {
            Some(alias) => {
                let alias = alias.clone();
                self.put(&alias);
            }
            None => {
                self.put("loc(");
                self.location_body(loc);
                self.put(")");
            }
        }
    }

    /// Whether a location that prints in place has more parts than anyone reads: call sites may share theirs, and each level then
    /// doubles the text.
    fn is_endless(&self, loc: Loc) -> bool {
        let mut parts: SmallVec<[Loc; 8]> = smallvec![loc];
        let mut count = 0;
        while let Some(part) = parts.pop() {
            count += 1;
            if count > MOST_PARTS {
                return true;
            }
            let inner: &[Loc] = match self.ctx.loc_kind(part) {
                LocKind::Name { child, .. } => &[*child],
                LocKind::CallSite { callee, caller } => &[*callee, *caller],
                LocKind::Fused { locs, .. } => locs,
                LocKind::Unknown | LocKind::Span | LocKind::FileLineCol { .. } => &[],
            };
            parts.extend(inner.iter().copied().filter(|inner| !self.loc_aliases.contains_key(inner)));
        }
        false
    }

    fn inner_location(&mut self, loc: Loc) {
        match self.loc_aliases.get(&loc) {
            Some(alias) => {
                let alias = alias.clone();
                self.put(&alias);
            }
            None => self.nested_location(loc),
        }
    }

    /// What stands in the parentheses of `loc(...)`.
    pub(super) fn location_body(&mut self, loc: Loc) {
        if self.is_endless(loc) { self.put("unknown") } else { self.nested_location(loc) }
    }

    fn nested_location(&mut self, loc: Loc) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.location_step(loc));
    }

    fn location_step(&mut self, loc: Loc) {
        let ctx = self.ctx;
        match ctx.loc_kind(loc) {
            LocKind::Unknown | LocKind::Span => self.put("unknown"),
            LocKind::FileLineCol { file, line, col, end_line, end_col } => {
                self.string(*file);
                self.put(":");
                self.number(i64::from(*line));
                self.put(":");
                self.number(i64::from(*col));
                if (line, col) != (end_line, end_col) {
                    self.put(" to ");
                    if line != end_line {
                        self.number(i64::from(*end_line));
                    }
                    self.put(":");
                    self.number(i64::from(*end_col));
                }
            }
            LocKind::Name { name, child } => {
                self.string(*name);
                if *child != Loc::UNKNOWN {
                    self.put("(");
                    self.inner_location(*child);
                    self.put(")");
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.put("callsite(");
                self.inner_location(*callee);
                self.put(" at ");
                self.inner_location(*caller);
                self.put(")");
            }
            LocKind::Fused { locs, metadata } => {
                self.put("fused");
                if let Some(metadata) = metadata {
                    self.put("<");
                    self.attr(*metadata);
                    self.put(">");
                }
                self.put("[");
                self.list(locs, Self::inner_location);
                self.put("]");
            }
        }
    }
}

/// Whether bytes are a letter or `_`, then letters, digits and some punctuation.
pub(super) fn is_word(bytes: &[u8], punctuation: &[u8]) -> bool {
    bytes.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_')
        && bytes.iter().all(|c| c.is_ascii_alphanumeric() || punctuation.contains(c))
}
