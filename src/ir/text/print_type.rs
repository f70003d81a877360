//! Types as text.

use super::print_attr::{AttrPrinter, is_word};
use crate::ir::{Attr, DYNAMIC, Signedness, Str, Type, TypeKind, TypeParam};

impl AttrPrinter<'_> {
    /// A type, by its alias if it has one.
    pub(super) fn ty(&mut self, ty: Type) {
        if let Some(&(start, end)) = self.cached.get(&ty) {
            let text = &self.cache[start as usize..end as usize];
            self.out.extend_from_slice(text);
            return;
        }
        let start = self.out.len();
        match self.type_aliases.get(&ty) {
            Some(alias) => {
                let alias = alias.clone();
                self.put(&alias);
            }
            None => self.type_body(ty),
        }
        let text = &self.out[start..];
        if text.len() < 4096 {
            let at = self.cache.len() as u32;
            self.cache.extend_from_slice(text);
            self.cached.insert(ty, (at, self.cache.len() as u32));
        }
    }

    /// A type, spelled out at its outermost level.
    pub(super) fn type_body(&mut self, ty: Type) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.type_step(ty));
    }

    fn type_step(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ctx.kind(ty) {
            TypeKind::Integer { width, sign } => {
                self.put(match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.number(i64::from(*width));
            }
            TypeKind::Float(kind) => self.put(kind.keyword()),
            TypeKind::Index => self.put("index"),
            TypeKind::None => self.put("none"),
            TypeKind::Complex(elem) => {
                self.put("complex<");
                self.ty(*elem);
                self.put(">");
            }
            TypeKind::Tuple(items) => {
                self.put("tuple<");
                self.list(items, Self::ty);
                self.put(">");
            }
            TypeKind::Function { inputs, results } => self.function_type(inputs, results),
            TypeKind::Vector { shape, scalable, elem } => {
                self.put("vector<");
                for (index, &size) in shape.iter().enumerate() {
                    let brackets = scalable.get(index) == Some(&true);
                    self.put(if brackets { "[" } else { "" });
                    self.number(size);
                    self.put(if brackets { "]x" } else { "x" });
                }
                self.ty(*elem);
                self.put(">");
            }
            TypeKind::RankedTensor { shape, elem, encoding } => {
                self.put("tensor<");
                self.dimensions(shape);
                self.ty(*elem);
                self.extra(*encoding);
                self.put(">");
            }
            TypeKind::UnrankedTensor { elem } => {
                self.put("tensor<*x");
                self.ty(*elem);
                self.put(">");
            }
            TypeKind::MemRef { shape, elem, layout, space } => {
                self.put("memref<");
                self.dimensions(shape);
                self.ty(*elem);
                self.extra(*layout);
                self.space(*space);
                self.put(">");
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                self.put("memref<*x");
                self.ty(*elem);
                self.space(*space);
                self.put(">");
            }
            TypeKind::Dialect { name, params } => {
                self.put("!");
                self.put(ctx.text(*name));
                if !params.is_empty() {
                    self.put("<");
                    for (index, param) in params.iter().enumerate() {
                        self.put(if index > 0 { ", " } else { "" });
                        match param {
                            TypeParam::Shape(shape, elem) => {
                                self.dimensions(shape);
                                self.ty(*elem);
                            }
                            TypeParam::Keyword(word) => self.put(ctx.text(*word)),
                            TypeParam::Attr(attr) => self.attr(*attr),
                        }
                    }
                    self.put(">");
                }
            }
            TypeKind::Opaque { dialect, body } => {
                self.put("!");
                self.opaque(*dialect, *body);
            }
        }
    }

    fn extra(&mut self, attr: Option<Attr>) {
        if let Some(attr) = attr {
            self.put(", ");
            self.attr(attr);
        }
    }

    fn space(&mut self, attr: Option<Attr>) {
        if let Some(attr) = attr {
            self.put(", ");
            self.short_attr(attr);
        }
    }

    fn dimensions(&mut self, shape: &[i64]) {
        for &size in shape {
            if size == DYNAMIC {
                self.put("?")
            } else {
                self.number(size)
            }
            self.put("x");
        }
    }

    /// `(a, b) -> c`
    pub(super) fn function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.put("(");
        self.list(inputs, Self::ty);
        self.put(") -> ");
        self.result_types(results);
    }

    /// One type as it is, several (or none, or a function type) in parentheses.
    pub(super) fn result_types(&mut self, results: &[Type]) {
        match results {
            [one] if !matches!(self.ctx.kind(*one), TypeKind::Function { .. }) => self.ty(*one),
            _ => {
                self.put("(");
                self.list(results, Self::ty);
                self.put(")");
            }
        }
    }

    /// `dialect.body` if the body reads as a name with brackets, else `dialect<body>`.
    pub(super) fn opaque(&mut self, dialect: Str, body: Str) {
        let ctx = self.ctx;
        let text = ctx.text(body);
        self.put(ctx.text(dialect));
        let name_end = text.find('<').unwrap_or(text.len());
        let named =
            is_word(&text.as_bytes()[..name_end], b"_$.") && (name_end == text.len() || text.ends_with('>'));
        self.put(if named { "." } else { "<" });
        self.put(text);
        self.put(if named { "" } else { ">" });
    }
}
