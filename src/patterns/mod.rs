//! The pattern library: `.pat` files and the named functions they call.

mod config;
mod dve;
pub mod functions;
mod hlo;
mod memory;
mod probe;
mod router;
mod sort;
mod topk;
mod topk_config;

use crate::rewrite::Function;

/// Every table of functions.
pub static FUNCTIONS: &[&[Function]] = &[
    functions::FUNCTIONS,
    hlo::FUNCTIONS,
    memory::FUNCTIONS,
    topk::FUNCTIONS,
    config::FUNCTIONS,
    router::FUNCTIONS,
    sort::FUNCTIONS,
    dve::FUNCTIONS,
];

/// A pattern file that is part of the program.
pub struct PatternFile {
    /// Path below `src/patterns`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// What the names of the ops that it is about start with: where there are none, it need not be loaded. Empty: any.
    pub about: &'static [&'static str],
}

impl PatternFile {
    /// Those of some files that are about ops of these names, as the loader takes them.
    pub fn needed<'f>(
        files: impl IntoIterator<Item = &'f &'static PatternFile>,
        names: &[&str],
    ) -> Vec<(&'static str, &'static str)> {
        let is_about = |file: &PatternFile| {
            file.about.is_empty()
                || file.about.iter().any(|prefix| names.iter().any(|name| name.starts_with(prefix)))
        };
        files.into_iter().filter(|file| is_about(file)).map(|file| (file.name, file.text)).collect()
    }
}

macro_rules! pattern_files {
    ($($(#[doc = $doc:literal])+ $id:ident = $path:literal $(about $about:expr)?;)*) => {
        $(
            $(#[doc = $doc])+
            pub static $id: PatternFile =
                PatternFile { name: $path, text: include_str!($path), about: pattern_files!(@about $($about)?) };
        )*
    };
    (@about) => { &[] };
    (@about $about:expr) => { $about };
}

/// Arith ops of floats, those of minima and maxima among them.
const FLOAT_OPS: &[&str] =
    &["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf", "arith.max", "arith.min"];

/// Arith ops that cast.
const CASTS: &[&str] = &["arith.ext", "arith.trunc", "arith.bitcast", "arith.index_cast"];

/// The ops of the router at and above the stages.
const ROUTER_OPS: &[&str] = &["nki.router_topk", "nki.mask_unselected_experts", "router."];

pattern_files! {
    /// Identities of arith's integer sums, products and bits.
    CANONICALIZE_ARITH = "canonicalize/arith.pat" about &["arith."];
    /// More of them: chains with constants, quotients, shifts, limits.
    CANONICALIZE_ARITH_INT = "canonicalize/arith_int.pat" about &["arith."];
    /// Identities of arith's floats.
    CANONICALIZE_ARITH_FLOAT = "canonicalize/arith_float.pat" about FLOAT_OPS;
    /// Identities of arith's comparisons and selections.
    CANONICALIZE_ARITH_COMPARE = "canonicalize/arith_compare.pat" about &["arith.cmp", "arith.select"];
    /// Identities of arith's casts.
    CANONICALIZE_ARITH_CAST = "canonicalize/arith_cast.pat" about CASTS;
    /// Identities of elementwise hlo ops.
    CANONICALIZE_HLO_MATH = "canonicalize/hlo_math.pat" about &["hlo."];
    /// Identities of hlo ops that move elements.
    CANONICALIZE_HLO_SHAPE = "canonicalize/hlo_shape.pat" about &["hlo."];
    /// Identities of hlo float ops that hold only for numbers.
    FAST_MATH = "canonicalize/fast_math.pat" about &["hlo."];
    /// Top-k ops to the AwsNeuronTopK custom call.
    RAISE_TOPK = "lowering/raise_topk.pat";
    /// What the pieces of a router look like.
    RAISE_ROUTER_FORMS = "lowering/raise_router/forms.pat";
    /// Scores, gate and ranking to nki.router_topk.
    RAISE_ROUTER = "lowering/raise_router/router.pat";
    /// What is made of the chosen experts, by the kernel instead of the host.
    RAISE_ROUTER_WEIGHTS = "lowering/raise_router/weights.pat";
    /// Sorts of which the first elements are used to HLO's topk.
    RAISE_SORT = "lowering/raise_sort.pat";
    /// Top-k calls with a tuple as result.
    UNTUPLE = "lowering/untuple.pat";
    /// XLA's pass from sorts to TopK calls.
    TOPK_REWRITER = "lowering/topk_rewriter.pat";
    /// XLA's pass from top-k to sorts.
    TOPK_DECOMPOSER = "lowering/topk_decomposer.pat";
    /// Argmax and argmin calls with the positions as second operand.
    LEGALIZE_ARGMAX = "lowering/legalize_argmax.pat";
    /// Argmax and argmin calls as reductions.
    LOWER_ARGMAX = "lowering/lower_argmax.pat";
    /// AwsNeuronTopK to `TopK_<type>`.
    LEGALIZE_TOPK = "lowering/legalize_topk.pat";
    /// `TopK_<type>` to the kernel-level op, and what is wrong with every other top-k.
    LOWER_TOPK = "lowering/lower_topk.pat";
    /// `router_topk` calls to the kernel-level op.
    LOWER_ROUTER = "lowering/lower_router.pat" about &["hlo.custom_call"];
    /// The kernel of nki.topk.
    EXPAND_TOPK = "lowering/expand_topk.pat";
    /// Its rows that are folded over partitions.
    EXPAND_TOPK_ROTATION = "lowering/expand_topk_rotation.pat";
    /// The kernels of nki.cascaded_max and nki.topk_reduce.
    EXPAND_REDUCE = "lowering/expand_reduce.pat";
    /// The kernel of nki.router_topk, as stages.
    ROUTER_KERNEL = "lowering/router/kernel.pat" about ROUTER_OPS;
    /// Loads of x and w.
    ROUTER_LOAD = "lowering/router/load.pat" about ROUTER_OPS;
    /// Broadcasts of the bias.
    ROUTER_BIAS = "lowering/router/bias.pat" about ROUTER_OPS;
    /// The logits.
    ROUTER_GEMM = "lowering/router/gemm.pat" about ROUTER_OPS;
    /// The gates.
    ROUTER_ACTIVATE = "lowering/router/activate.pat" about ROUTER_OPS;
    /// The ranking.
    ROUTER_TOPK = "lowering/router/topk.pat" about ROUTER_OPS;
    /// The division by the sum of the chosen.
    ROUTER_NORM = "lowering/router/norm.pat" about ROUTER_OPS;
    /// The one-hot scatter.
    ROUTER_ONE_HOT = "lowering/router/one_hot.pat" about ROUTER_OPS;
    /// The scatter by DMA.
    ROUTER_SCATTER = "lowering/router/scatter.pat" about ROUTER_OPS;
    /// Stores of token tiles.
    ROUTER_STORE = "lowering/router/store.pat" about ROUTER_OPS;
    /// Exchanges between two cores.
    ROUTER_EXCHANGE = "lowering/router/exchange.pat" about ROUTER_OPS;
    /// The kernel of nki.mask_unselected_experts.
    ROUTER_MASK = "lowering/router/mask.pat" about ROUTER_OPS;
    /// nisa ops to BIR instructions.
    NKI_TO_BIR = "lowering/nki_to_bir.pat" about &["nki."];
    /// BIR instructions of the vector engine to bundles.
    BIR_TO_DVE = "lowering/bir_to_dve.pat" about &["bir."];
}

/// Custom calls to kernel-level ops.
pub static LOWER: &[&PatternFile] = &[&UNTUPLE, &LOWER_TOPK, &LOWER_ROUTER];

/// The kernels of expand-nki-kernels; the router's files share templates.
pub static EXPAND: &[&PatternFile] = &[
    &EXPAND_TOPK,
    &EXPAND_TOPK_ROTATION,
    &EXPAND_REDUCE,
    &ROUTER_KERNEL,
    &ROUTER_LOAD,
    &ROUTER_BIAS,
    &ROUTER_GEMM,
    &ROUTER_ACTIVATE,
    &ROUTER_TOPK,
    &ROUTER_NORM,
    &ROUTER_ONE_HOT,
    &ROUTER_SCATTER,
    &ROUTER_STORE,
    &ROUTER_EXCHANGE,
    &ROUTER_MASK,
];

/// raise-neuron-topk: one spelling of every top-k.
pub static RAISE_TOPKS: &[&PatternFile] = &[&UNTUPLE, &RAISE_TOPK, &RAISE_SORT];

/// raise-router: top-k ops get one spelling first.
pub static RAISE_ROUTERS: &[&PatternFile] =
    &[&UNTUPLE, &RAISE_TOPK, &RAISE_SORT, &RAISE_ROUTER_FORMS, &RAISE_ROUTER, &RAISE_ROUTER_WEIGHTS];

/// Every pattern file, in sets that are loaded together.
pub static SETS: &[&[&PatternFile]] = &[
    &[&CANONICALIZE_ARITH],
    &[&CANONICALIZE_ARITH_INT],
    &[&CANONICALIZE_ARITH_FLOAT],
    &[&CANONICALIZE_ARITH_COMPARE],
    &[&CANONICALIZE_ARITH_CAST],
    &[&CANONICALIZE_HLO_MATH],
    &[&CANONICALIZE_HLO_SHAPE],
    &[&FAST_MATH],
    RAISE_ROUTERS,
    RAISE_TOPKS,
    &[&TOPK_REWRITER],
    &[&UNTUPLE, &TOPK_DECOMPOSER],
    &[&LEGALIZE_ARGMAX],
    &[&LOWER_ARGMAX],
    &[&LEGALIZE_TOPK],
    LOWER,
    EXPAND,
    &[&NKI_TO_BIR],
    &[&BIR_TO_DVE],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Context, Diagnostics};
    use crate::rewrite::PatternSet;

    #[test]
    fn every_set_loads() {
        for files in SETS {
            let ctx = Context::new(crate::dialects::ALL);
            let mut diagnostics = Diagnostics::new();
            let texts: Vec<_> = files.iter().map(|file| (file.name, file.text)).collect();
            let set = PatternSet::load(&ctx, &texts, FUNCTIONS, false, &mut diagnostics);
            let text: Vec<String> = diagnostics
                .list
                .iter()
                .map(|d| {
                    let file = ctx.file(d.primary.span.file);
                    let place = file.map(|f| (&f.name, f.line_col(d.primary.span.start)));
                    format!("{place:?}: {}", d.message)
                })
                .collect();
            assert!(set.is_some() && text.is_empty(), "{}", text.join("\n"));
        }
    }
}
