//! Functions of the top-k lowerings.

use crate::dialects::elements::{attr_of_tensor, element_type};
use crate::dialects::hlo::{arg_call, known_target};
use crate::dialects::{device, nki};
use crate::ir::TypeKind;
use crate::machine::Limits;
use crate::rewrite::{Call, Function, Kind, Val};
use crate::tensor::{Kind as TensorKind, Scalar, Tensor};

use super::functions::functions;
use super::topk_config::TopKConfig;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    k_is_readable(STR) -> BOOL = |c| Some(Val::Bool(matches!(config(c)?, TopKConfig::K { .. }))), "whether strtol finds k in the text of backend_config";
    k_value(STR) -> INT = |c| match config(c)? {
        TopKConfig::K { value, .. } => Some(Val::Int(value.into())),
        TopKConfig::Invalid { .. } => None,
    }, "k as strtol reads it from backend_config";
    k_trailing_start(STR) -> INT = |c| match config(c)? {
        TopKConfig::K { end, .. } => Some(Val::Int(end as i64)),
        TopKConfig::Invalid { .. } => None,
    }, "where the text that strtol ignores begins";
    k_problem(STR) -> STR = |c| match config(c)? {
        TopKConfig::Invalid { problem, .. } => Some(Val::Str(problem.into())),
        TopKConfig::K { .. } => None,
    }, "why k cannot be read from backend_config";
    k_problem_start(STR) -> INT = |c| match config(c)? {
        TopKConfig::Invalid { at, .. } => Some(Val::Int(at.start as i64)),
        TopKConfig::K { .. } => None,
    }, "first byte of what is wrong in backend_config";
    k_problem_end(STR) -> INT = |c| match config(c)? {
        TopKConfig::Invalid { at, .. } => Some(Val::Int(at.end as i64)),
        TopKConfig::K { .. } => None,
    }, "one past the last byte of what is wrong in backend_config";
    topk_result_k(VALUES) -> INT = |c| {
        let Val::Value(first) = c.list(0)?.first()? else { return None };
        let ty = c.ir.ty(*first);
        let ty = match c.ctx().kind(ty) {
            TypeKind::Tuple(parts) => *parts.first()?,
            _ => ty,
        };
        Some(Val::Int(*c.ctx().ranked_tensor(ty)?.0.last()?))
    }, "the minor dimension of a top-k call's first result, or of the first element of its tuple";
    is_topk_target(STR) -> BOOL = |c| {
        let target = c.text(0)?;
        let known = matches!(target, "AwsNeuronTopK" | "TopK" | "mhlo.topk") || target.starts_with("TopK_");
        Some(Val::Bool(known))
    }, "whether a custom-call target is a top-k: AwsNeuronTopK, TopK_<type>, XLA's TopK or mhlo.topk";
    is_known_target(STR) -> BOOL = |c| Some(Val::Bool(known_target(c.text(0)?).is_some())), "whether the real compiler knows a custom-call target, or the partitioner in front of it: --list-targets";
    is_neuron_target(STR) -> BOOL = |c| {
        let target = c.text(0)?;
        Some(Val::Bool(target.starts_with("AwsNeuron") || target.starts_with("TopK")))
    }, "whether a custom-call target belongs to the families that the Neuron compiler looks at: AwsNeuron* and TopK*";
    is_wide_int(TYPE) -> BOOL = |c| {
        let kind = c.ctx().kind(c.ty(0)?);
        Some(Val::Bool(matches!(kind, TypeKind::Integer { width: 32 | 64, .. })))
    }, "whether a type is an integer of 32 or 64 bits, of any sign";
    topk_longest_row(INT) -> INT = |c| Some(Val::Int(nki::longest_row(c.int(0)?, limits(c)))), "the longest row whose top-k of this many elements lowers";
    topk_plan(INT, INT, INT) -> INTS = |c| {
        let plan = nki::Plan::of(c.int(0)?, c.int(1)?, c.int(2)?, limits(c))?;
        Some(Val::ints([plan.rows, plan.stages, plan.chunk, plan.kept]))
    }, "how a core's rows (their number, length and k) are searched: rows of a tile, chunks of a row, elements of a chunk, what is taken of a chunk at a time; no value if the rows are too long";
    limit(STR) -> INT = |c| {
        let limits = limits(c);
        Some(Val::Int(match c.text(0)? {
            "search_max" => limits.search_max.into(),
            "sbuf_bytes" => (limits.sbuf_bytes - limits.sbuf_reserved_bytes).into(),
            "fused_match_replace" => limits.has_match_replace_index.into(),
            _ => return None,
        }))
    }, "a limit of the module's target: search_max, sbuf_bytes (for programs, per partition), fused_match_replace (1 if there is such an instruction)";
    target() -> STR = |c| Some(Val::Str(limits(c).name.into())), "the module's target: trn1, trn2 or trn3";
    arg_axis(OP) -> INT = |c| Some(Val::Int(arg_call(c.ir, c.op(0)?)?.axis as i64)), "the axis of an argmax or argmin call; no value for other calls";
    arg_is_max(OP) -> BOOL = |c| Some(Val::Bool(arg_call(c.ir, c.op(0)?)?.max)), "whether an argmax or argmin call looks for the largest";
    extreme_attr(TYPE, BOOL) -> ATTR = |c| {
        let elem = element_type(c.ctx(), c.ty(0)?)?;
        let Val::Bool(largest) = c.args.get(1)? else { return None };
        let value = match (elem.kind(), largest) {
            (TensorKind::Signed(bits), true) => Scalar::Int((1 << (bits - 1)) - 1),
            (TensorKind::Signed(bits), false) => Scalar::Int(-(1 << (bits - 1))),
            (TensorKind::Unsigned(bits), true) => Scalar::Int((1 << bits) - 1),
            (TensorKind::Unsigned(_), false) => Scalar::Int(0),
            (TensorKind::Float(_), true) => Scalar::Float(f64::INFINITY),
            (TensorKind::Float(_), false) => Scalar::Float(f64::NEG_INFINITY),
            _ => return None,
        };
        Some(Val::Attr(attr_of_tensor(c.ctx(), &Tensor::splat(elem, &[], value))))
    }, "the largest or smallest number of a scalar type, as a constant without dimensions";
    empty_attr(TYPE) -> ATTR = |c| Some(Val::Attr(c.ctx().dense_attr(c.ty(0)?, &[]))), "the elements of a tensor type that has none";
};

fn config(call: &Call<'_, '_>) -> Option<TopKConfig> {
    call.text(0).map(TopKConfig::parse)
}

/// The limits of the module's target.
fn limits(call: &Call<'_, '_>) -> &'static Limits {
    device::limits(call.ir, call.root)
}
