//! Functions of the top-k lowerings.

use crate::dialects::device;
use crate::ir::TypeKind;
use crate::machine::Limits;
use crate::rewrite::{Call, Function, Kind, Val};

use super::topk_config::TopKConfig;

/// The table.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "k_is_readable",
        params: &[Kind::STR],
        rest: None,
        result: Kind::BOOL,
        doc: "whether strtol finds k in the text of backend_config",
        run: |c| Some(Val::Bool(matches!(config(c)?, TopKConfig::K { .. }))),
    },
    Function {
        name: "k_value",
        params: &[Kind::STR],
        rest: None,
        result: Kind::INT,
        doc: "k as strtol reads it from backend_config",
        run: |c| match config(c)? {
            TopKConfig::K { value, .. } => Some(Val::Int(value.into())),
            TopKConfig::Invalid { .. } => None,
        },
    },
    Function {
        name: "k_trailing_start",
        params: &[Kind::STR],
        rest: None,
        result: Kind::INT,
        doc: "where the text that strtol ignores begins",
        run: |c| match config(c)? {
            TopKConfig::K { end, .. } => Some(Val::Int(end as i64)),
            TopKConfig::Invalid { .. } => None,
        },
    },
    Function {
        name: "k_problem",
        params: &[Kind::STR],
        rest: None,
        result: Kind::STR,
        doc: "why k cannot be read from backend_config",
        run: |c| match config(c)? {
            TopKConfig::Invalid { problem, .. } => Some(Val::Str(problem.into())),
            TopKConfig::K { .. } => None,
        },
    },
    Function {
        name: "k_problem_start",
        params: &[Kind::STR],
        rest: None,
        result: Kind::INT,
        doc: "first byte of what is wrong in backend_config",
        run: |c| match config(c)? {
            TopKConfig::Invalid { at, .. } => Some(Val::Int(at.start as i64)),
            TopKConfig::K { .. } => None,
        },
    },
    Function {
        name: "k_problem_end",
        params: &[Kind::STR],
        rest: None,
        result: Kind::INT,
        doc: "one past the last byte of what is wrong in backend_config",
        run: |c| match config(c)? {
            TopKConfig::Invalid { at, .. } => Some(Val::Int(at.end as i64)),
            TopKConfig::K { .. } => None,
        },
    },
    Function {
        name: "topk_result_k",
        params: &[Kind::VALUES],
        rest: None,
        result: Kind::INT,
        doc: "the minor dimension of a top-k call's first result, or of the first element of its tuple",
        run: |c| {
            let Val::Value(first) = c.list(0)?.first()? else { return None };
            let ty = c.ir.ty(*first);
            let ty = match c.ctx().kind(ty) {
                TypeKind::Tuple(parts) => *parts.first()?,
                _ => ty,
            };
            Some(Val::Int(*c.ctx().ranked_tensor(ty)?.0.last()?))
        },
    },
    Function {
        name: "is_topk_target",
        params: &[Kind::STR],
        rest: None,
        result: Kind::BOOL,
        doc: "whether a custom-call target is AwsNeuronTopK or one of TopK_<type>",
        run: |c| {
            let target = c.text(0)?;
            Some(Val::Bool(target == "AwsNeuronTopK" || target.starts_with("TopK_")))
        },
    },
    Function {
        name: "is_neuron_target",
        params: &[Kind::STR],
        rest: None,
        result: Kind::BOOL,
        doc: "whether a custom-call target belongs to the families that the Neuron compiler looks at: AwsNeuron* and TopK*",
        run: |c| {
            let target = c.text(0)?;
            Some(Val::Bool(target.starts_with("AwsNeuron") || target.starts_with("TopK")))
        },
    },
    Function {
        name: "is_wide_int",
        params: &[Kind::TYPE],
        rest: None,
        result: Kind::BOOL,
        doc: "whether a type is an integer of 32 or 64 bits, of any sign",
        run: |c| {
            let kind = c.ctx().kind(c.ty(0)?);
            Some(Val::Bool(matches!(kind, TypeKind::Integer { width: 32 | 64, .. })))
        },
    },
    Function {
        name: "limit",
        params: &[Kind::STR],
        rest: None,
        result: Kind::INT,
        doc: "a limit of the module's target: search_max, fused_match_replace (1 if there is such an instruction)",
        run: |c| {
            let limits = limits(c)?;
            Some(Val::Int(match c.text(0)? {
                "search_max" => limits.search_max.into(),
                "fused_match_replace" => limits.has_match_replace_index.into(),
                _ => return None,
            }))
        },
    },
    Function {
        name: "target",
        params: &[],
        rest: None,
        result: Kind::STR,
        doc: "the module's target: trn1, trn2 or trn3",
        run: |c| Some(Val::Str(limits(c)?.name.into())),
    },
    Function {
        name: "empty_attr",
        params: &[Kind::TYPE],
        rest: None,
        result: Kind::ATTR,
        doc: "the elements of a tensor type that has none",
        run: |c| Some(Val::Attr(c.ctx().dense_attr(c.ty(0)?, &[]))),
    },
];

fn config(call: &Call<'_, '_>) -> Option<TopKConfig> {
    call.text(0).map(TopKConfig::parse)
}

/// The limits of the module's target.
fn limits(call: &Call<'_, '_>) -> Option<&'static Limits> {
    device::limits(call.ir, call.root).ok()
}
