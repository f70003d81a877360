//! The ops of `router`. Patterns make nisa ops of them.

use super::{eval, forms};
use crate::dialects::constraints::{I64, STRING};
use crate::dialects::device;
use crate::ir::{Constraint, Type};

/// Memory of the device.
static MEMORY: Constraint<Type> =
    Constraint { description: "device memory", check: |ctx, ty| device::memory_type(ctx, ty).is_some() };

crate::dialect! {
    /// Stages of the router kernel, before they become nisa instructions.
    dialect ROUTER = "router", prefixes [], types [];

    /// Brings x from HBM into the layout that the GEMM reads.
    op LoadX = "load_x" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { layout: I64 }
        form forms::DST_SRC;
        eval eval::load_x;
    }

    /// Brings w from HBM into the layout that fits x.
    op LoadW = "load_w" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { layout: I64 }
        form forms::DST_SRC;
        eval eval::load_w;
    }

    /// Brings the bias to every partition, by `pe` or `shuffle`.
    op LoadBias = "load_bias" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { method: STRING }
        form forms::DST_SRC;
        eval eval::load_bias;
    }

    /// `x.T @ w + bias` of tokens `offset .. offset + tokens`, contraction tiles side by side in columns of this width.
    op Gemm = "gemm" (logits: MEMORY [Write], x: MEMORY [Read], w: MEMORY [Read], bias: MEMORY [Optional, Read]) -> () {
        attrs { layout: I64, offset: I64, tokens: I64, column_width: I64 }
        form forms::GEMM;
        eval eval::gemm;
    }

    /// The sigmoid of each element.
    op Sigmoid = "sigmoid" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { tokens: I64 }
        form forms::DST_SRC;
        eval eval::sigmoid;
    }

    /// The softmax of each token's row.
    op Softmax = "softmax" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { tokens: I64 }
        form forms::DST_SRC;
        eval eval::softmax;
    }

    /// What a softmax of each token's row needs: -max, and 1 over the sum; with `dst` also the softmax.
    op SoftmaxTerms = "softmax_terms"
        (negmax: MEMORY [Write], scale: MEMORY [Write], src: MEMORY [Read], dst: MEMORY [Optional, Write]) -> () {
        attrs { tokens: I64 }
        form forms::SOFTMAX_TERMS;
        eval eval::softmax_terms;
    }

    /// The k largest of each token's row, their indices, and the indices as f32.
    op TopK = "topk" (values: MEMORY [Write], indices: MEMORY [Write], mirror: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { tokens: I64 }
        form forms::TOPK;
        eval eval::topk;
    }

    /// Each token's row over its sum, and 1 over the sum.
    op Norm = "norm" (dst: MEMORY [Write], scale: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { tokens: I64 }
        form forms::NORM;
        eval eval::norm;
    }

    /// The scaled rows of `src`, 0 where `index` does not name the expert; with `negmax` their exponentials.
    op OneHot = "one_hot"
        (dst: MEMORY [Write], src: MEMORY [ReadWrite], index: MEMORY [Read], scale: MEMORY [Read], negmax: MEMORY [Optional, Read]) -> () {
        attrs { tokens: I64 }
        form forms::ONE_HOT;
        eval eval::one_hot;
    }

    /// Zeros, then the chosen affinities at their indices, to rows `offset ..` of an HBM tensor.
    op Scatter = "scatter" (dst: MEMORY [Write], chosen: MEMORY [Read], indices: MEMORY [Read], zero: MEMORY [Read]) -> () {
        attrs { offset: I64, tokens: I64 }
        form forms::SCATTER;
        eval eval::scatter;
    }

    /// The tokens of a buffer to rows `offset .. offset + tokens` of a tensor.
    op Store = "store" (dst: MEMORY [Write], src: MEMORY [Read]) -> () {
        attrs { offset: I64, tokens: I64 }
        form forms::DST_SRC;
        eval eval::store;
    }

    /// Own and the other core's rows, in order; own ones are `offset .. offset + tokens`.
    op Exchange = "exchange" (dst: MEMORY [ReadWrite], src: MEMORY [Read]) -> () {
        attrs { core: I64, offset: I64, tokens: I64 }
        form forms::DST_SRC;
        eval eval::exchange;
    }

    /// Own and the other core's token tiles, in order.
    op ExchangeTiles = "exchange_tiles" (dst: MEMORY [ReadWrite], src: MEMORY [Read]) -> () {
        attrs { core: I64 }
        form forms::DST_SRC;
        eval eval::exchange_tiles;
    }
}
