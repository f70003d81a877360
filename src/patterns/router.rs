//! Functions of the router's expansion: what the `nki.router_topk` that is expanded says, and what follows from it.

use crate::dialects::nki::RouterTopK;
use crate::dialects::nki::router::{ActFn, Buffer, Core, Router};
use crate::rewrite::{Call, Function, Kind, Val};

use super::functions::functions;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    router(STR) -> INT = |c| {
        let r = call(c)?;
        Some(Val::Int(match c.text(0)? {
            "tokens" => r.tokens(),
            "hidden_tiles" => r.hidden_tiles(),
            "experts" => r.experts(),
            "k" => r.k,
            "lnc" => r.lnc,
            "layout" => r.layout() as i64,
            _ => return None,
        }))
    }, "a size of the router that is expanded: tokens, hidden_tiles, experts, k, lnc, layout (of x in SBUF)";
    router_is(STR) -> BOOL = |c| {
        let r = call(c)?;
        Some(Val::Bool(match c.text(0)? {
            "softmax" => r.act() == Some(ActFn::Softmax),
            "x_in_sbuf" => r.x_buffer == Buffer::Sbuf,
            "index_in_sbuf" => r.expert_index_buffer == Buffer::Sbuf,
            "affinities_in_sbuf" => r.expert_affinities_buffer == Buffer::Sbuf,
            "router_pre_norm" => r.router_pre_norm,
            "use_column_tiling" => r.use_column_tiling,
            "use_indirect_dma_scatter" => r.use_indirect_dma_scatter,
            "use_PE_broadcast_w_bias" => r.use_pe_broadcast_w_bias,
            "return_eager_affi" => r.return_eager_affi,
            "shard_on_tokens" => r.shard_on_tokens,
            "skip_store_expert_index" => r.skip_store_expert_index,
            _ => return None,
        }))
    }, "a property of the router that is expanded: one of its flags, softmax, or x_in_sbuf, index_in_sbuf, affinities_in_sbuf";
    router_x_type() -> TYPE = |c| call(c).map(|r| Val::Type(r.x_elem)), "the element type of the expanded router's x";
    router_stages() -> STRS = |c| Some(Val::List(call(c)?.stages().names().map(Val::str).collect())), "the stages of the expanded router: act1, topk, act2, norm, scatter";
    router_shares() -> INTS = |c| Some(Val::ints(call(c)?.shares().into_iter().flat_map(|core| [core.offset, core.tokens]))), "first token and number of tokens of each share of the expanded router's work";
    column_width(INT, BOOL) -> INT = |c| {
        let core = Core { offset: 0, tokens: c.int(0)? };
        Some(Val::Int(core.column_width(c.bool(1)?)))
    }, "the columns of the PE array for this many tokens of a core, with or without column tiling";
};

/// The router that is expanded.
fn call<'c>(c: &Call<'_, 'c>) -> Option<Router<'c>> {
    Router::of(c.ir, RouterTopK::cast(c.ir, c.root)?).ok()
}
