//! What the kernel asserts, in its order of evaluation (spec nki_router_topk.md §3), and what it takes for granted or
//! gets wrong (§2, §14) and is refused here.

use super::params::{ActFn, Buffer, P, Router};

/// Who refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    /// An assertion of the kernel.
    Kernel,
    /// The framework around the kernel, or this one: the kernel would compute something undefined.
    Framework,
}

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    /// An attribute.
    Attr(&'static str),
    /// An operand.
    Operand(usize),
}

/// A condition on a call.
pub(super) struct Rule {
    pub by: By,
    pub at: At,
    pub holds: fn(&Router<'_>) -> bool,
    /// What is wrong.
    pub problem: fn(&Router<'_>) -> String,
    /// What is legal.
    pub legal: &'static str,
}

const X: At = At::Operand(0);
const W: At = At::Operand(1);
const BIAS: At = At::Operand(2);

macro_rules! rules {
    ($($by:ident $at:expr, $holds:expr, $problem:expr, $legal:literal;)*) => {
        /// The rules in order: of several that do not hold, the first is reported.
        pub(super) static RULES: &[Rule] =
            &[$(Rule { by: By::$by, at: $at, holds: $holds, problem: $problem, legal: $legal }),*];
    };
}

rules! {
    // A1
    Kernel At::Attr("x_hbm_layout"), |r| (0..=1).contains(&r.x_hbm_layout),
        |r| format!("unsupported x_hbm_layout {}", r.x_hbm_layout),
        "x_hbm_layout is 0 for x as [H, T], 1 for [T, H]; it is checked even if x is in SBUF";
    // A2
    Kernel At::Attr("x_sb_layout"), |r| (0..=2).contains(&r.x_sb_layout),
        |r| format!("unsupported x_sb_layout {}", r.x_sb_layout),
        "x_sb_layout is 0 (tp102), 1 (tp2013) or 2 (tp201); it is checked even if x is in HBM";
    // A3
    Kernel X, |r| in_sbuf(r) || r.x.len() == 2,
        |r| format!("x in HBM must be 2-D, got rank {}", r.x.len()),
        "x is [H, T] with x_hbm_layout 0, [T, H] with 1";
    // A4
    Kernel X, |r| in_sbuf(r) || r.x_hidden() == r.hidden(),
        |r| format!("hidden dimension mismatch: x has H={}, w has H={}", r.x_hidden(), r.hidden()),
        "x is [H, T] with x_hbm_layout 0, [T, H] with 1, and w is [H, E]";
    // A5
    Kernel X, |r| !in_sbuf(r) || r.x.len() == 3,
        |r| format!("x in SBUF must be 3-D, got rank {}", r.x.len()),
        "x in SBUF is [128, T, H/128]";
    // A5
    Kernel X, |r| !in_sbuf(r) || r.x[0] == P,
        |r| format!("x in SBUF must have 128 partitions, got {}", r.x[0]),
        "x in SBUF is [128, T, H/128]";
    // A5
    Kernel X, |r| !in_sbuf(r) || r.x[2] == r.hidden_tiles(),
        |r| format!("x in SBUF must have H/128={} as its last dimension, got {}", r.hidden_tiles(), r.x[2]),
        "x in SBUF is [128, T, H/128]";
    // A6
    Kernel At::Attr("shard_on_tokens"), |r| !r.shard_on_tokens || r.lnc > 1,
        |r| format!("shard_on_tokens needs more than one program, got {}", r.lnc),
        "set lnc = 2, or leave shard_on_tokens off";
    // A7
    Kernel At::Attr("act_fn"),
        |r| !(r.act() == Some(ActFn::Sigmoid) && !r.use_indirect_dma_scatter && !r.router_pre_norm),
        |_| "sigmoid after the top-k (router_pre_norm=False) needs use_indirect_dma_scatter".to_owned(),
        "set use_indirect_dma_scatter or router_pre_norm, or take softmax";
    // A8
    Kernel At::Attr("use_indirect_dma_scatter"),
        |r| !r.use_indirect_dma_scatter || r.shares().iter().all(|core| core.tokens <= P || core.tokens % P == 0),
        |r| {
            let tokens: Vec<String> = r.shares().iter().map(|core| core.tokens.to_string()).collect();
            format!("indirect DMA scatter needs T <= 128 or T % 128 == 0 on every core, got T={}", tokens.join(" and "))
        },
        "the tokens of a core are at most 128, or a multiple of 128; or leave use_indirect_dma_scatter off";
    // A9
    Kernel W, |r| r.experts() <= 512,
        |r| format!("E={} exceeds the 512 columns of a matmul's moving operand", r.experts()),
        "w is [H, E] with E at most 512";
    // A10
    Kernel At::Attr("skip_store_router_logits"), |r| !r.skip_store_router_logits,
        |_| "skip_store_router_logits is not supported: every mutable output needs a store (NCC_IGCA090)".to_owned(),
        "leave skip_store_router_logits off";
    // A11
    Framework BIAS, |r| r.bias.is_none_or(|shape| elements(shape) == r.experts()),
        |r| {
            let bias = r.bias.unwrap_or_default();
            format!("has a w_bias of shape {bias:?}, which cannot be reshaped to (1, {})", r.experts())
        },
        "w_bias is [1, E] or [E]";
    // A12
    Kernel W, |r| r.hidden() % P == 0,
        |r| format!("H={} is not a multiple of 128", r.hidden()),
        "pad x and w with zeros to the next multiple of 128: the logits stay the same";
    // A13
    Kernel W, |r| r.x_elem == r.w_elem,
        |_| "x and w must have the same dtype".to_owned(),
        "convert one of them";
    // A17
    Kernel At::Attr("k"), |r| r.k >= 1, |r| format!("k={} is less than 1", r.k), "k is 1 to 8";
    // A17
    Kernel At::Attr("k"), |r| r.k <= 8,
        |r| format!("k={} exceeds the 8 values of a max8", r.k), "k is 1 to 8";
    // A18
    Kernel At::Attr("expert_index_buffer"), |r| !exchanges_index_tiles(r) || r.tokens() % P == 0,
        |r| format!("expert_index in SBUF with shard_on_tokens and T={} needs T % 128 == 0", r.tokens()),
        "T is at most 128 or a multiple of 256, or expert_index is in HBM";
    // A19
    Kernel At::Attr("return_eager_affi"),
        |r| !(r.stages().act2 && r.return_eager_affi) || r.tokens() <= P,
        |r| format!("eager affinities after the top-k need T <= 128, got {}", r.tokens()),
        "T is at most 128";
    // A20
    Kernel At::Attr("expert_affinities_buffer"),
        |r| !(r.one_hot() && affinities_in_sbuf(r)) || r.tokens() <= P,
        |r| format!("one-hot scatter into SBUF needs T <= 128, got {}", r.tokens()),
        "T is at most 128, or expert_affinities is in HBM";
    // A21
    Kernel At::Attr("expert_affinities_buffer"), |r| !(r.indirect() && affinities_in_sbuf(r)),
        |_| "indirect DMA scatter writes HBM only, but expert_affinities is in SBUF".to_owned(),
        "put expert_affinities into HBM, or leave use_indirect_dma_scatter off";
    // A22
    Kernel At::Attr("return_eager_affi"),
        |r| !(r.return_eager_affi && r.shard_on_tokens) || r.tokens() <= P,
        |r| format!("eager affinities with shard_on_tokens need T <= 128, got {}", r.tokens()),
        "T is at most 128, or shard_on_tokens is off";
    // A23
    Kernel At::Attr("act_fn"), |r| r.act().is_some(),
        |r| format!("unsupported activation function '{}'", r.act_fn),
        "act_fn is \"softmax\" or \"sigmoid\"";

    // Lnc
    Framework At::Attr("lnc"), |r| (1..=2).contains(&r.lnc),
        |r| format!("runs on {} cores: a logical core has 1 or 2", r.lnc), "lnc is 1 or 2";
    // Hidden
    Framework W, |r| r.hidden() > 0,
        |_| "has no hidden dimension to contract".to_owned(), "H is a positive multiple of 128";
    // Experts
    Framework W, |r| r.experts() >= 8,
        |r| format!("has E={} experts: max8 needs at least 8 elements, which the kernel does not check", r.experts()),
        "w is [H, E] with E from 8 to 512";
    // Tokens
    Framework X, |r| r.shares().iter().all(|core| core.tokens > 0),
        |r| format!("has T={} tokens, which leave a core without any", r.tokens()),
        "T is at least 1, with shard_on_tokens at least 2";
    // Halves
    Framework At::Attr("x_sb_layout"), |r| !in_sbuf(r) || r.x_sb_layout != 1 || r.hidden_tiles() % 2 == 0,
        |r| format!("has x_sb_layout 1, which halves H={}: the kernel does not check that H % 256 == 0", r.hidden()),
        "H is a multiple of 256, or x_sb_layout is 0 or 2";
    // Index tiles
    Framework At::Attr("expert_index_buffer"), |r| !exchanges_index_tiles(r) || r.tokens() % (2 * P) == 0,
        |r| format!("has expert_index in SBUF, shard_on_tokens and T={}: the tiles of the two cores overlap", r.tokens()),
        "T is at most 128 or a multiple of 256, or expert_index is in HBM";
    // Unmasked in sbuf
    Framework At::Attr("expert_affinities_buffer"),
        |r| r.stages().scatter || !affinities_in_sbuf(r) || !r.shard_on_tokens && r.tokens() < P,
        |_| "stores affinities of all experts (router_pre_norm without norm_topk_prob) into SBUF: the kernel does so only \
             for T < 128 on a core that has all tokens".to_owned(),
        "put expert_affinities into HBM";
    // Unwritten eager
    Framework At::Attr("return_eager_affi"), |r| !r.return_eager_affi || r.stages().scatter,
        |_| "returns eager affinities that router_pre_norm without norm_topk_prob never writes".to_owned(),
        "set norm_topk_prob, or leave router_pre_norm off";
    // Positions
    Framework X, |r| !r.indirect() || r.tokens().saturating_mul(r.experts()) <= 1 << 24,
        |r| format!("scatters to {} positions, which are computed in f32", r.tokens().saturating_mul(r.experts())),
        "T * E is at most 16777216, or use_indirect_dma_scatter is off";
}

fn elements(shape: &[i64]) -> i64 {
    shape.iter().fold(1, |count: i64, &dim| count.saturating_mul(dim))
}

fn in_sbuf(router: &Router<'_>) -> bool {
    router.x_buffer == Buffer::Sbuf
}

fn affinities_in_sbuf(router: &Router<'_>) -> bool {
    router.expert_affinities_buffer == Buffer::Sbuf
}

/// Whether the cores exchange whole token tiles of the indices.
fn exchanges_index_tiles(router: &Router<'_>) -> bool {
    router.expert_index_buffer == Buffer::Sbuf && router.shard_on_tokens && router.tokens() > P
}
