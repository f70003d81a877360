//! StableHLO's own attributes (`#stablehlo<comparison_direction LT>`, `#stablehlo.dot<...>`). They stay as written in
//! the IR; here their bodies are read, and written the way StableHLO prints them.

use std::fmt::Write;

use crate::ir::{Attr, AttrKind, Constraint, Context, Ir, OpId};

/// The word of an enum attribute: `LT` of `#stablehlo<comparison_direction LT>`.
pub fn keyword<'c>(ctx: &'c Context, attr: Attr, kind: &str) -> Option<&'c str> {
    let AttrKind::Opaque { body, .. } = ctx.attr_kind(attr) else { return None };
    let (found, word) = ctx.text(*body).trim().split_once(char::is_whitespace)?;
    (found == kind).then_some(word.trim())
}

/// `#stablehlo<kind word>`
pub fn keyword_attr(ctx: &Context, kind: &str, word: &str) -> Attr {
    let body = ctx.str(&format!("{kind} {word}"));
    ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body, ty: None })
}

macro_rules! enum_attrs {
    ($($(#[doc = $doc:literal])+ $name:ident / $constraint:ident = $kind:literal, $description:literal { $($variant:ident = $word:literal),* $(,)? })*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each variant is the keyword of the StableHLO specification")]
        pub enum $name { $($variant),* }

        impl $name {
            /// Name of the attribute kind.
            pub const KIND: &'static str = $kind;

            /// Reads the attribute; `None` if it is another attribute or an unknown word.
            pub fn read(ctx: &Context, attr: Attr) -> Option<Self> {
                match keyword(ctx, attr, Self::KIND)? {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// The word in the text.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// The attribute.
            pub fn attr(self, ctx: &Context) -> Attr {
                keyword_attr(ctx, Self::KIND, self.word())
            }
        }

        #[doc = concat!("`#stablehlo<", $kind, " ...>`")]
        pub static $constraint: Constraint<Attr> = Constraint {
            description: $description,
            check: |ctx, attr| $name::read(ctx, attr).is_some(),
        };
    )*};
}

enum_attrs! {
    /// Which comparison `compare` makes.
    Direction / DIRECTION = "comparison_direction", "a comparison direction: EQ, NE, GE, GT, LE or LT" {
        Eq = "EQ", Ne = "NE", Ge = "GE", Gt = "GT", Le = "LE", Lt = "LT",
    }
    /// In which order `compare` compares.
    Comparison / COMPARISON_TYPE = "comparison_type", "a comparison type: FLOAT, TOTALORDER, WEAKORDER, SIGNED, UNSIGNED or NOTYPE" {
        NoType = "NOTYPE", Float = "FLOAT", TotalOrder = "TOTALORDER", WeakOrder = "WEAKORDER",
        Signed = "SIGNED", Unsigned = "UNSIGNED",
    }
    /// Precision of one operand of a dot; every level computes in f32, so it changes nothing here.
    Precision / PRECISION = "precision", "a precision: DEFAULT, HIGH or HIGHEST" {
        Default = "DEFAULT", High = "HIGH", Highest = "HIGHEST",
    }
    /// What `triangular_solve` does to its matrix first.
    Transpose / TRANSPOSE = "transpose", "a transposition: NO_TRANSPOSE, TRANSPOSE or ADJOINT" {
        No = "NO_TRANSPOSE", Transpose = "TRANSPOSE", Adjoint = "ADJOINT",
    }
    /// Which Fourier transform `fft` is.
    FftType / FFT_TYPE = "fft_type", "a transform: FFT, IFFT, RFFT or IRFFT" {
        Fft = "FFT", Ifft = "IFFT", Rfft = "RFFT", Irfft = "IRFFT",
    }
    /// How the numbers of `rng` are distributed.
    RngDistribution / RNG_DISTRIBUTION = "rng_distribution", "a distribution: UNIFORM or NORMAL" {
        Uniform = "UNIFORM", Normal = "NORMAL",
    }
    /// Which generator `rng_bit_generator` is.
    RngAlgorithm / RNG_ALGORITHM = "rng_algorithm", "a generator: DEFAULT, THREE_FRY or PHILOX" {
        Default = "DEFAULT", ThreeFry = "THREE_FRY", Philox = "PHILOX",
    }
}

/// An array of precisions, one per operand.
pub static PRECISIONS: Constraint<Attr> = Constraint {
    description: "an array of precisions",
    check: |ctx, attr| {
        ctx.as_array(attr).is_some_and(|items| items.iter().all(|&item| Precision::read(ctx, item).is_some()))
    },
};

/// The text inside `#stablehlo.kind<...>`.
pub(super) fn struct_body<'c>(ctx: &'c Context, attr: Attr, kind: &str) -> Option<&'c str> {
    let AttrKind::Opaque { body, .. } = ctx.attr_kind(attr) else { return None };
    let rest = ctx.text(*body).trim().strip_prefix(kind)?;
    rest.trim_start().strip_prefix('<')?.strip_suffix('>')
}

/// `key = [1, 2], key = 3` as pairs; a single integer is a list of one.
pub(super) fn fields(text: &str) -> Option<Vec<(&str, Vec<usize>)>> {
    let mut list = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let (numbers, tail) = match value.strip_prefix('[') {
            Some(inner) => inner.split_once(']')?,
            None => value.split_at(value.find(',').unwrap_or(value.len())),
        };
        let numbers = numbers.split(',').map(str::trim).filter(|n| !n.is_empty());
        list.push((key.trim(), numbers.map(|n| n.parse().ok()).collect::<Option<_>>()?));
        let tail = tail.trim_start();
        rest = match tail.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if tail.is_empty() => tail,
            None => return None,
        };
    }
    Some(list)
}

/// The number in `channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>`; 0 where there is none.
pub fn channel(ir: &Ir<'_>, op: OpId) -> i64 {
    let body = ir.attr(op, "channel_handle").and_then(|attr| struct_body(ir.ctx, attr, "channel_handle"));
    let found = body.and_then(fields).and_then(|list| list.into_iter().find(|(key, _)| *key == "handle"));
    found.and_then(|(_, numbers)| i64::try_from(*numbers.first()?).ok()).unwrap_or(0)
}

/// A field of `#stablehlo.dot`, `#stablehlo.gather` or `#stablehlo.scatter`, an index as a list of one; empty if it is
/// not written. `None` for other attributes.
pub fn dimensions(ctx: &Context, attr: Attr, field: &str) -> Option<Vec<usize>> {
    let body = ["dot", "gather", "scatter"].iter().find_map(|kind| struct_body(ctx, attr, kind))?;
    let found = fields(body)?.into_iter().find(|(key, _)| *key == field);
    Some(found.map_or_else(Vec::new, |(_, numbers)| numbers))
}

macro_rules! struct_attrs {
    ($($(#[doc = $doc:literal])+ $name:ident / $constraint:ident = $kind:literal {
        lists { $($(#[doc = $ldoc:literal])+ $list:ident),* $(,)? } $(index $(#[doc = $idoc:literal])+ $index:ident)?
    })*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct $name {
            $($(#[doc = $ldoc])+ pub $list: Vec<usize>,)*
            $($(#[doc = $idoc])+ pub $index: usize,)?
        }

        impl $name {
            /// Reads the attribute; fields that are not written are empty or 0. `None` if it is not this attribute.
            pub fn read(ctx: &Context, attr: Attr) -> Option<Self> {
                let mut dims = $name::default();
                for (key, numbers) in fields(struct_body(ctx, attr, $kind)?)? {
                    match key {
                        $(stringify!($list) => dims.$list = numbers,)*
                        $(stringify!($index) => dims.$index = *numbers.first()?,)?
                        _ => return None,
                    }
                }
                Some(dims)
            }

            /// The attribute, spelled as StableHLO prints it.
            pub fn attr(&self, ctx: &Context) -> Attr {
                let mut text = String::new();
                let mut separator = "";
                $(if !self.$list.is_empty() {
                    let _ = write!(text, "{separator}{} = {:?}", stringify!($list), self.$list);
                    separator = ", ";
                })*
                $(if self.$index != 0 {
                    let _ = write!(text, "{separator}{} = {}", stringify!($index), self.$index);
                })?
                let _ = separator;
                let body = ctx.str(&format!("{}<{text}>", $kind));
                ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body, ty: None })
            }
        }

        #[doc = concat!("`#stablehlo.", $kind, "<...>`")]
        pub static $constraint: Constraint<Attr> = Constraint {
            description: concat!("#stablehlo.", $kind, "<...>"),
            check: |ctx, attr| $name::read(ctx, attr).is_some(),
        };
    )*};
}

pub use super::conv_dims::{CONV_DIMS, ConvDims};

struct_attrs! {
    /// Which dimensions of `dot_general` pair up.
    DotDims / DOT_DIMS = "dot" {
        lists {
            /// Batching dimensions of the left side.
            lhs_batching_dimensions,
            /// Batching dimensions of the right side.
            rhs_batching_dimensions,
            /// Summed dimensions of the left side.
            lhs_contracting_dimensions,
            /// Summed dimensions of the right side.
            rhs_contracting_dimensions,
        }
    }
    /// How `gather` maps indices to slices.
    GatherDims / GATHER_DIMS = "gather" {
        lists {
            /// Result dimensions that run over a slice.
            offset_dims,
            /// Operand dimensions of slice size 1 that the result lacks.
            collapsed_slice_dims,
            /// Operand dimensions paired with dimensions of the indices.
            operand_batching_dims,
            /// The dimensions of the indices paired with them.
            start_indices_batching_dims,
            /// The operand dimension that each component of an index vector addresses.
            start_index_map,
        }
        index
            /// The dimension of the indices that holds an index vector.
            index_vector_dim
    }
    /// How `scatter` maps indices to windows.
    ScatterDims / SCATTER_DIMS = "scatter" {
        lists {
            /// Update dimensions that run over a window.
            update_window_dims,
            /// Operand dimensions of window size 1 that the updates lack.
            inserted_window_dims,
            /// Operand dimensions paired with dimensions of the indices.
            input_batching_dims,
            /// The dimensions of the indices paired with them.
            scatter_indices_batching_dims,
            /// The operand dimension that each component of an index vector addresses.
            scatter_dims_to_operand_dims,
        }
        index
            /// The dimension of the indices that holds an index vector.
            index_vector_dim
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opaque(ctx: &Context, body: &str) -> Attr {
        ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body: ctx.str(body), ty: None })
    }

    #[test]
    fn enums_read_back() {
        let ctx = Context::new(&[]);
        assert_eq!(Direction::read(&ctx, opaque(&ctx, "comparison_direction LT")), Some(Direction::Lt));
        assert_eq!(Direction::read(&ctx, opaque(&ctx, "comparison_direction XX")), None);
        assert_eq!(Comparison::read(&ctx, opaque(&ctx, "comparison_direction LT")), None);
        assert_eq!(Comparison::TotalOrder.attr(&ctx), opaque(&ctx, "comparison_type TOTALORDER"));
    }

    #[test]
    fn dimension_numbers_read_back_in_any_layout() {
        let ctx = Context::new(&[]);
        let text = "gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>";
        let attr = opaque(&ctx, text);
        let dims = GatherDims::read(&ctx, attr).expect("well formed");
        assert_eq!((dims.collapsed_slice_dims.as_slice(), dims.index_vector_dim), (&[0, 1][..], 2));
        assert_eq!(dims.attr(&ctx), attr);
        let spread =
            "scatter<\n  update_window_dims=[ ],\n index_vector_dim = 1 , inserted_window_dims = [0]>";
        let dims = ScatterDims::read(&ctx, opaque(&ctx, spread)).expect("well formed");
        assert_eq!((dims.inserted_window_dims.as_slice(), dims.index_vector_dim), (&[0][..], 1));
        for bad in
            ["gather<offset_dims = [-1]>", "gather<offset = [1]>", "gather<offset_dims = [1] x>", "gather"]
        {
            assert_eq!(GatherDims::read(&ctx, opaque(&ctx, bad)), None, "{bad}");
        }
    }
}
