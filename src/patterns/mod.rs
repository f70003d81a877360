//! The pattern library: `.pat` files and the named functions they call.

mod dve;
pub mod functions;
mod memory;
mod topk;
mod topk_config;

use crate::rewrite::Function;

/// Every table of functions.
pub static FUNCTIONS: &[&[Function]] =
    &[functions::FUNCTIONS, memory::FUNCTIONS, topk::FUNCTIONS, dve::FUNCTIONS];

/// A pattern file that is part of the program.
pub struct PatternFile {
    /// Path below `src/patterns`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! pattern_files {
    ($($(#[doc = $doc:literal])+ $id:ident = $path:literal;)*) => {
        $($(#[doc = $doc])+ pub static $id: PatternFile = PatternFile { name: $path, text: include_str!($path) };)*

        /// Every pattern file.
        pub static FILES: &[&PatternFile] = &[$(&$id),*];
    };
}

pattern_files! {
    /// Identities of arith ops.
    CANONICALIZE_ARITH = "canonicalize/arith.pat";
    /// Identities of elementwise hlo ops.
    CANONICALIZE_HLO_MATH = "canonicalize/hlo_math.pat";
    /// Identities of hlo ops that move elements.
    CANONICALIZE_HLO_SHAPE = "canonicalize/hlo_shape.pat";
    /// Identities of hlo float ops that hold only for numbers.
    FAST_MATH = "canonicalize/fast_math.pat";
    /// Top-k ops to the AwsNeuronTopK custom call.
    RAISE_TOPK = "lowering/raise_topk.pat";
    /// AwsNeuronTopK to `TopK_<type>`.
    LEGALIZE_TOPK = "lowering/legalize_topk.pat";
    /// `TopK_<type>` to the kernel-level op, and what is wrong with every other top-k.
    LOWER_TOPK = "lowering/lower_topk.pat";
    /// The kernel of nki.topk.
    EXPAND_TOPK = "lowering/expand_topk.pat";
    /// nisa ops to BIR instructions.
    NKI_TO_BIR = "lowering/nki_to_bir.pat";
    /// BIR instructions of the vector engine to bundles.
    BIR_TO_DVE = "lowering/bir_to_dve.pat";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Context, Diagnostics};
    use crate::rewrite::PatternSet;

    #[test]
    fn every_file_loads() {
        for file in FILES {
            let ctx = Context::new(crate::dialects::ALL);
            let mut diagnostics = Diagnostics::new();
            let set = PatternSet::load(&ctx, &[(file.name, file.text)], FUNCTIONS, false, &mut diagnostics);
            let text: Vec<String> = diagnostics
                .list
                .iter()
                .map(|d| {
                    let place = ctx.file(d.primary.span.file).map(|f| f.line_col(d.primary.span.start));
                    format!("{}:{place:?}: {}", file.name, d.message)
                })
                .collect();
            assert!(set.is_some() && text.is_empty(), "{}", text.join("\n"));
        }
    }
}
