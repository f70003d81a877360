//! The kernel's parameters as an op spells them, and the sizes that follow from them (spec nki_router_topk.md §2, §4).

use crate::dialects::device;
use crate::ir::{Fault, Ir, OpId, Type, ValueId};

use super::super::ops::RouterTopK;

/// Partitions, and tokens of a tile.
pub(super) const P: i64 = 128;

/// Where the caller keeps an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffer {
    /// Device memory.
    Hbm,
    /// On-chip memory.
    Sbuf,
}

/// The gate. NKI's ordinals are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActFn {
    /// Of each logit alone.
    Sigmoid,
    /// Over the experts of a token.
    Softmax,
}

/// How x lies in SBUF, and which row of w each partition and contraction tile holds (spec nki_router_topk.md §5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// 0, "tp102": partition p holds rows `p * H/128 + j`.
    Tp102,
    /// 1, "tp2013": as 0 in each half of H.
    Tp2013,
    /// 2, "tp201": tile j holds rows `j * 128 + p`.
    Tp201,
    /// 3: rows as in 2; x is \[128, H/128, T\].
    HiddenMajor,
}

/// Which stages follow the GEMM. Scatter follows ACT2 and Norm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stages {
    /// The gate over all experts, in front of the ranking.
    pub act1: bool,
    /// The gate over the chosen experts.
    pub act2: bool,
    /// Division of the chosen affinities by their sum.
    pub norm: bool,
    /// Zeros for the experts that were not chosen.
    pub scatter: bool,
}

/// The legal stage tuples by `router_pre_norm` and `norm_topk_prob`, which only counts with the former (spec
/// nki_router_topk.md §5.5). Between ACT1 and the others stands topK.
const STAGES: [(bool, bool, Stages); 4] = {
    const POST: Stages = Stages { act1: false, act2: true, norm: false, scatter: true };
    [
        (false, false, POST),
        (false, true, POST),
        (true, false, Stages { act1: true, act2: false, norm: false, scatter: false }),
        (true, true, Stages { act1: true, act2: false, norm: true, scatter: true }),
    ]
};

impl Stages {
    /// The names of the stages behind the GEMM, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let rows = [
            ("act1", self.act1),
            ("topk", true),
            ("act2", self.act2),
            ("norm", self.norm),
            ("scatter", self.scatter),
        ];
        rows.into_iter().filter(|row| row.1).map(|row| row.0)
    }
}

/// The share of one core: tokens `offset .. offset + tokens`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Core {
    /// First token.
    pub offset: i64,
    /// Number of tokens.
    pub tokens: i64,
}

impl Core {
    /// Token tiles.
    pub fn tiles(self) -> i64 {
        self.tokens / P + i64::from(self.tokens % P != 0)
    }

    /// Partitions of a buffer that holds a token in each.
    pub fn partitions(self) -> i64 {
        self.tokens.min(P)
    }

    /// Columns of the PE array that one token tile takes.
    pub fn column_width(self, column_tiling: bool) -> i64 {
        match self.tokens {
            _ if !column_tiling => P,
            ..=32 => 32,
            33..=64 => 64,
            _ => P,
        }
    }
}

/// A call of the kernel as it is written; nothing is checked but that there are static shapes.
#[derive(Clone, Debug)]
pub struct Router<'c> {
    /// Shape of x.
    pub x: &'c [i64],
    /// Element type of x.
    pub x_elem: Type,
    /// Shape of w: \[H, E\].
    pub w: &'c [i64],
    /// Element type of w.
    pub w_elem: Type,
    /// Shape of the bias.
    pub bias: Option<&'c [i64]>,
    /// Number of experts for each token.
    pub k: i64,
    /// The gate as spelled.
    pub act_fn: &'c str,
    /// 0: x is \[H, T\]; 1: \[T, H\].
    pub x_hbm_layout: i64,
    /// The layout of x in SBUF, 0 to 2.
    pub x_sb_layout: i64,
    /// Where x is.
    pub x_buffer: Buffer,
    /// Where the indices go.
    pub expert_index_buffer: Buffer,
    /// Where the affinities go.
    pub expert_affinities_buffer: Buffer,
    /// Physical cores of the logical core.
    pub lnc: i64,
    /// Whether the gate is in front of the ranking.
    pub router_pre_norm: bool,
    /// Whether the chosen affinities are divided by their sum.
    pub norm_topk_prob: bool,
    /// Whether the PE array works on several contraction tiles at a time.
    pub use_column_tiling: bool,
    /// Whether chosen affinities are scattered by DMA instead of a one-hot mask.
    pub use_indirect_dma_scatter: bool,
    /// Whether the chosen affinities are a result of their own.
    pub return_eager_affi: bool,
    /// Whether the PE array broadcasts the bias.
    pub use_pe_broadcast_w_bias: bool,
    /// Whether two cores divide the tokens.
    pub shard_on_tokens: bool,
    /// Whether the indices are not stored.
    pub skip_store_expert_index: bool,
    /// Whether the logits are not stored, which the kernel refuses.
    pub skip_store_router_logits: bool,
}

impl<'c> Router<'c> {
    /// Reads an op. Errors where a type is dynamic or an attribute is no word of its kind.
    pub fn of(ir: &Ir<'c>, router: RouterTopK) -> Result<Self, Fault> {
        let op = router.0;
        let (x, x_elem) = shape(ir, router.x(ir), 0)?;
        let (w, w_elem) = shape(ir, router.w(ir), 1)?;
        let bias = router.w_bias(ir).map(|bias| shape(ir, bias, 2)).transpose()?;
        let int = |name| device::int(ir, op, name);
        let flag = |name| device::flag(ir, op, name);
        Ok(Router {
            x,
            x_elem,
            w,
            w_elem,
            bias: bias.map(|bias| bias.0),
            k: int("k"),
            act_fn: device::text(ir, op, "act_fn"),
            x_hbm_layout: int("x_hbm_layout"),
            x_sb_layout: int("x_sb_layout"),
            x_buffer: buffer(ir, op, "x_buffer")?,
            expert_index_buffer: buffer(ir, op, "expert_index_buffer")?,
            expert_affinities_buffer: buffer(ir, op, "expert_affinities_buffer")?,
            lnc: int("lnc"),
            router_pre_norm: flag("router_pre_norm"),
            norm_topk_prob: flag("norm_topk_prob"),
            use_column_tiling: flag("use_column_tiling"),
            use_indirect_dma_scatter: flag("use_indirect_dma_scatter"),
            return_eager_affi: flag("return_eager_affi"),
            use_pe_broadcast_w_bias: flag("use_PE_broadcast_w_bias"),
            shard_on_tokens: flag("shard_on_tokens"),
            skip_store_expert_index: flag("skip_store_expert_index"),
            skip_store_router_logits: flag("skip_store_router_logits"),
        })
    }

    /// H, as w has it.
    pub fn hidden(&self) -> i64 {
        self.w.first().copied().unwrap_or(0)
    }

    /// E.
    pub fn experts(&self) -> i64 {
        self.w.get(1).copied().unwrap_or(0)
    }

    /// T: x is \[H, T\] or \[T, H\] in HBM, \[128, T, H/128\] in SBUF.
    pub fn tokens(&self) -> i64 {
        let axis = if self.x_buffer == Buffer::Hbm && self.x_hbm_layout == 1 { 0 } else { 1 };
        self.x.get(axis).copied().unwrap_or(0)
    }

    /// H as x in HBM has it.
    pub fn x_hidden(&self) -> i64 {
        let axis = if self.x_hbm_layout == 1 { 1 } else { 0 };
        self.x.get(axis).copied().unwrap_or(0)
    }

    /// Contraction tiles.
    pub fn hidden_tiles(&self) -> i64 {
        self.hidden() / P
    }

    /// The gate, if it is one.
    pub fn act(&self) -> Option<ActFn> {
        match self.act_fn {
            "sigmoid" => Some(ActFn::Sigmoid),
            "softmax" => Some(ActFn::Softmax),
            _ => None,
        }
    }

    /// The layout of x in SBUF: its own if it is there, else the one that it is loaded in.
    pub fn layout(&self) -> Layout {
        match (self.x_buffer, self.x_sb_layout, self.x_hbm_layout) {
            (Buffer::Sbuf, 1, _) => Layout::Tp2013,
            (Buffer::Sbuf, 2, _) => Layout::Tp201,
            (Buffer::Sbuf, ..) | (Buffer::Hbm, _, 1) => Layout::Tp102,
            (Buffer::Hbm, ..) => Layout::HiddenMajor,
        }
    }

    /// The row of w that partition `p` of contraction tile `j` holds.
    pub fn hidden_row(&self, p: i64, j: i64) -> i64 {
        let tiles = self.hidden_tiles();
        let half = tiles / 2;
        match self.layout() {
            Layout::Tp102 => p * tiles + j,
            Layout::Tp2013 => j / half * (self.hidden() / 2) + p * half + j % half,
            Layout::Tp201 | Layout::HiddenMajor => j * P + p,
        }
    }

    /// The stages.
    pub fn stages(&self) -> Stages {
        let row = STAGES.iter().find(|row| (row.0, row.1) == (self.router_pre_norm, self.norm_topk_prob));
        row.map_or(STAGES[0].2, |row| row.2)
    }

    /// Whether the scatter stage is a one-hot mask.
    pub fn one_hot(&self) -> bool {
        self.stages().scatter && !self.use_indirect_dma_scatter
    }

    /// Whether the scatter stage is an indirect DMA.
    pub fn indirect(&self) -> bool {
        self.stages().scatter && self.use_indirect_dma_scatter
    }

    /// The different shares of the work: one if every core does all of it. Of an odd number of tokens the second core
    /// has the larger half.
    pub fn shares(&self) -> Vec<Core> {
        let tokens = self.tokens();
        let first = tokens / 2;
        if self.shard_on_tokens && self.lnc == 2 {
            vec![Core { offset: 0, tokens: first }, Core { offset: first, tokens: tokens - first }]
        } else {
            vec![Core { offset: 0, tokens }]
        }
    }

    /// Shape of the eager affinities: \[T, k\], and with more than 128 tokens the token tiles one beside the other.
    pub fn eager_shape(&self) -> [i64; 2] {
        let all = Core { offset: 0, tokens: self.tokens() };
        [all.partitions(), all.tiles() * self.k]
    }
}

/// Shape and element type of a tensor operand without dynamic dimensions.
fn shape<'c>(ir: &Ir<'c>, value: ValueId, index: usize) -> Result<(&'c [i64], Type), Fault> {
    ir.ctx.ranked_tensor(ir.ty(value)).filter(|(shape, _)| shape.iter().all(|&dim| dim >= 0)).ok_or_else(
        || {
            Fault::operand(
                index,
                format!("operand #{index} must have a static shape: kernels are compiled for one"),
            )
        },
    )
}

fn buffer(ir: &Ir<'_>, op: OpId, name: &str) -> Result<Buffer, Fault> {
    let word = device::word(ir, op, name, &["hbm", "sbuf"])?;
    Ok(if word == "sbuf" { Buffer::Sbuf } else { Buffer::Hbm })
}
