//! The one table of HLO opcodes: which op each becomes, and how their attributes correspond. Text and protos are read by
//! it, and written by it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::fields::{
    ALGORITHM, CHANNEL, COMPARISON_TYPE, CONFIG, CONV_DIMS, CONV_WINDOW, DEVICE_IDS, DIRECTION, DOT_DIMS,
    DYNAMIC_ROOT, EPSILON, FFT_TYPE, Field, GATHER_DIMS, GROUPS, LARGEST, OPERAND_LAYOUTS, PADDING, PAIRS,
    PRECISION, RNG_ALGORITHM, SCATTER_DIMS, SCATTER_WINDOW, SLICE, TRANSPOSE_A, WINDOW, always, count, flag,
    int, int32, ints, one_of, string, verbatim,
};

/// An opcode.
pub(super) struct Opcode {
    /// HLO's name, such as `broadcast`.
    pub name: &'static str,
    /// The op's name, such as `hlo.broadcast_in_dim`.
    pub op: &'static str,
    /// How attributes correspond.
    pub fields: &'static [Field],
    /// Attributes that name the computations which become the op's regions, in order.
    pub regions: &'static [&'static str],
    /// How it is built.
    pub build: Build,
}

/// How an opcode becomes an op, and an op an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Build {
    /// Operands are operands, fields are attributes, computations are regions.
    Plain,
    /// The argument of a computation.
    Parameter,
    /// Its value is a literal.
    Constant,
    /// Groups values; there are no groups in the IR.
    Tuple,
    /// Takes a value out of a group.
    GetTupleElement,
    /// Gives its operand: only the layout differs, which has no bearing on values.
    Copy,
    /// Reads bytes in another shape: a reshape, or a change of the element type.
    Bitcast,
    /// Calls a computation that stays a function.
    Call,
    /// The same, of a computation that the compiler fused.
    Fusion,
    /// Calls one of several computations, which become regions without arguments.
    Conditional,
    /// Calls something outside of the module.
    CustomCall,
}

const fn op(name: &'static str, op: &'static str) -> Opcode {
    with(name, op, &[])
}

const fn with(name: &'static str, op: &'static str, fields: &'static [Field]) -> Opcode {
    Opcode { name, op, fields, regions: &[], build: Build::Plain }
}

const fn holding(
    name: &'static str,
    op: &'static str,
    fields: &'static [Field],
    regions: &'static [&'static str],
) -> Opcode {
    Opcode { name, op, fields, regions, build: Build::Plain }
}

const fn special(name: &'static str, op: &'static str, fields: &'static [Field], build: Build) -> Opcode {
    Opcode { name, op, fields, regions: &[], build }
}

/// Into how many groups features and batches of a convolution fall.
const COUNT_FEATURES: Field = count(&["feature_group_count"], &["feature_group_count"]);
const COUNT_BATCHES: Field = count(&["batch_group_count"], &["batch_group_count"]);

/// Kept for the text alone.
const CONSTRAIN_LAYOUT: Field = flag(&["constrain_layout"], &["xla.constrain_layout"]);

const BATCH_NORM: &[Field] = &[EPSILON, int(&["feature_index"], &["feature_index"]).required()];

/// Every opcode that has an op. Of several rows with one op the first is how the op is written.
pub(super) static OPCODES: &[Opcode] = &[
    op("abs", "hlo.abs"),
    op("add", "hlo.add"),
    op("after-all", "hlo.after_all"),
    with(
        "all-gather",
        "hlo.all_gather",
        &[
            one_of(&["dimensions"], &["all_gather_dim"]).required(),
            GROUPS,
            CHANNEL,
            DEVICE_IDS,
            CONSTRAIN_LAYOUT,
        ],
    ),
    holding("all-reduce", "hlo.all_reduce", &[GROUPS, CHANNEL, DEVICE_IDS, CONSTRAIN_LAYOUT], &["to_apply"]),
    op("and", "hlo.and"),
    op("atan2", "hlo.atan2"),
    with("batch-norm-grad", "hlo.batch_norm_grad", BATCH_NORM),
    with("batch-norm-inference", "hlo.batch_norm_inference", BATCH_NORM),
    with("batch-norm-training", "hlo.batch_norm_training", BATCH_NORM),
    special("bitcast", "hlo.reshape", &[], Build::Bitcast),
    op("bitcast-convert", "hlo.bitcast_convert"),
    with("broadcast", "hlo.broadcast_in_dim", &[ints(&["dimensions"], &["broadcast_dimensions"])]),
    special("call", "func.call", &[flag(&["is_composite"], &["is_composite"])], Build::Call),
    op("cbrt", "hlo.cbrt"),
    op("ceil", "hlo.ceil"),
    with("cholesky", "hlo.cholesky", &[flag(&["lower"], &["lower"])]),
    op("clamp", "hlo.clamp"),
    with("collective-broadcast", "hlo.collective_broadcast", &[GROUPS, CHANNEL, DYNAMIC_ROOT]),
    with("collective-permute", "hlo.collective_permute", &[PAIRS.required(), CHANNEL]),
    holding(
        "collective-reduce",
        "hlo.collective_reduce",
        &[GROUPS, CHANNEL, DEVICE_IDS, DYNAMIC_ROOT],
        &["to_apply"],
    ),
    with("compare", "hlo.compare", &[DIRECTION, COMPARISON_TYPE]),
    op("complex", "hlo.complex"),
    with("concatenate", "hlo.concatenate", &[one_of(&["dimensions"], &["dimension"]).required()]),
    special("conditional", "hlo.case", &[], Build::Conditional),
    special("constant", "hlo.constant", &[], Build::Constant),
    op("convert", "hlo.convert"),
    with(
        "convolution",
        "hlo.convolution",
        &[CONV_WINDOW, CONV_DIMS, COUNT_FEATURES, COUNT_BATCHES, PRECISION],
    ),
    special("copy", "", &[], Build::Copy),
    op("cosine", "hlo.cosine"),
    op("count-leading-zeros", "hlo.count_leading_zeros"),
    special(
        "custom-call",
        "hlo.custom_call",
        &[
            string(&["custom_call_target"], &["call_target_name"]).required(),
            OPERAND_LAYOUTS,
            flag(&["custom_call_has_side_effect"], &["has_side_effect"]),
            verbatim(&["output_to_operand_aliasing"], &["xla.output_to_operand_aliasing"]),
            verbatim(&["literal"], &["xla.literal"]),
            verbatim(&["window"], &["xla.window"]),
            verbatim(&["dim_labels"], &["xla.dim_labels"]),
            CONFIG,
        ],
        Build::CustomCall,
    ),
    op("divide", "hlo.divide"),
    with("dot", "hlo.dot_general", &[DOT_DIMS, PRECISION, ALGORITHM]),
    with(
        "dynamic-slice",
        "hlo.dynamic_slice",
        &[ints(&["dynamic_slice_sizes"], &["slice_sizes"]).required()],
    ),
    op("dynamic-update-slice", "hlo.dynamic_update_slice"),
    op("erf", "hlo.erf"),
    op("exponential", "hlo.exponential"),
    op("exponential-minus-one", "hlo.exponential_minus_one"),
    with("fft", "hlo.fft", &[FFT_TYPE, ints(&["fft_length"], &["fft_length"]).required()]),
    op("floor", "hlo.floor"),
    special("fusion", "func.call", &[], Build::Fusion),
    with(
        "gather",
        "hlo.gather",
        &[
            GATHER_DIMS,
            ints(&["slice_sizes"], &["slice_sizes"]).required(),
            flag(&["indices_are_sorted"], &["indices_are_sorted"]),
        ],
    ),
    with(
        "get-dimension-size",
        "hlo.get_dimension_size",
        &[one_of(&["dimensions"], &["dimension"]).required()],
    ),
    special("get-tuple-element", "hlo.get_tuple_element", &[], Build::GetTupleElement),
    op("imag", "hlo.imag"),
    with("iota", "hlo.iota", &[int(&["iota_dimension"], &["iota_dimension"]).required()]),
    op("is-finite", "hlo.is_finite"),
    op("log", "hlo.log"),
    op("log-plus-one", "hlo.log_plus_one"),
    op("logistic", "hlo.logistic"),
    holding("map", "hlo.map", &[ints(&["dimensions"], &["dimensions"])], &["to_apply"]),
    op("maximum", "hlo.maximum"),
    op("minimum", "hlo.minimum"),
    op("multiply", "hlo.multiply"),
    op("negate", "hlo.negate"),
    op("not", "hlo.not"),
    op("opt-barrier", "hlo.optimization_barrier"),
    op("or", "hlo.or"),
    with("pad", "hlo.pad", &[PADDING]),
    special("parameter", "", &[], Build::Parameter),
    op("partition-id", "hlo.partition_id"),
    op("popcnt", "hlo.popcnt"),
    op("power", "hlo.power"),
    op("real", "hlo.real"),
    holding("reduce", "hlo.reduce", &[ints(&["dimensions"], &["dimensions"]).required()], &["to_apply"]),
    with(
        "reduce-precision",
        "hlo.reduce_precision",
        &[
            int32(&["exponent_bits"], &["exponent_bits"]).required(),
            int32(&["mantissa_bits"], &["mantissa_bits"]).required(),
        ],
    ),
    holding(
        "reduce-scatter",
        "hlo.reduce_scatter",
        &[
            one_of(&["dimensions"], &["scatter_dimension"]).required(),
            GROUPS,
            CHANNEL,
            DEVICE_IDS,
            CONSTRAIN_LAYOUT,
        ],
        &["to_apply"],
    ),
    holding("reduce-window", "hlo.reduce_window", &[WINDOW], &["to_apply"]),
    op("remainder", "hlo.remainder"),
    op("replica-id", "hlo.replica_id"),
    op("reshape", "hlo.reshape"),
    with("reverse", "hlo.reverse", &[ints(&["dimensions"], &["dimensions"]).required()]),
    with("rng-bit-generator", "hlo.rng_bit_generator", &[RNG_ALGORITHM]),
    op("round-nearest-afz", "hlo.round_nearest_afz"),
    op("round-nearest-even", "hlo.round_nearest_even"),
    op("rsqrt", "hlo.rsqrt"),
    holding(
        "scatter",
        "hlo.scatter",
        &[
            SCATTER_DIMS,
            flag(&["indices_are_sorted"], &["indices_are_sorted"]),
            flag(&["unique_indices"], &["unique_indices"]),
        ],
        &["to_apply"],
    ),
    op("select", "hlo.select"),
    holding("select-and-scatter", "hlo.select_and_scatter", &[SCATTER_WINDOW], &["select", "scatter"]),
    with(
        "set-dimension-size",
        "hlo.set_dimension_size",
        &[one_of(&["dimensions"], &["dimension"]).required()],
    ),
    op("shift-left", "hlo.shift_left"),
    op("shift-right-arithmetic", "hlo.shift_right_arithmetic"),
    op("shift-right-logical", "hlo.shift_right_logical"),
    op("sign", "hlo.sign"),
    op("sine", "hlo.sine"),
    with("slice", "hlo.slice", &[SLICE]),
    holding(
        "sort",
        "hlo.sort",
        &[one_of(&["dimensions"], &["dimension"]).required(), flag(&["is_stable"], &["is_stable"])],
        &["to_apply"],
    ),
    op("sqrt", "hlo.sqrt"),
    op("subtract", "hlo.subtract"),
    op("tan", "hlo.tan"),
    op("tanh", "hlo.tanh"),
    with("topk", "hlo.topk", &[int(&["k"], &["k"]).required(), LARGEST]),
    with("transpose", "hlo.transpose", &[ints(&["dimensions"], &["permutation"]).required()]),
    with(
        "triangular-solve",
        "hlo.triangular_solve",
        &[
            always(&["left_side"], &["left_side"]),
            always(&["lower"], &["lower"]),
            always(&["unit_diagonal"], &["unit_diagonal"]),
            TRANSPOSE_A,
        ],
    ),
    special("tuple", "hlo.tuple", &[], Build::Tuple),
    holding("while", "hlo.while", &[], &["condition", "body"]),
    op("xor", "hlo.xor"),
];

/// Opcodes of XLA without a row. They become ops that no dialect declares, and keep their attributes as text.
pub(super) const OTHERS: &[&str] = &[
    "add-dependency",
    "all-gather-done",
    "all-gather-start",
    "all-reduce-done",
    "all-reduce-start",
    "all-to-all",
    "async-done",
    "async-start",
    "async-update",
    "collective-permute-done",
    "collective-permute-start",
    "copy-done",
    "copy-start",
    "domain",
    "dynamic-reshape",
    "infeed",
    "outfeed",
    "ragged-all-to-all",
    "recv",
    "recv-done",
    "rng",
    "rng-get-and-update-state",
    "send",
    "send-done",
    "stochastic-convert",
];

/// The row of an opcode.
pub(super) fn opcode(name: &str) -> Option<&'static Opcode> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Opcode>> =
        LazyLock::new(|| OPCODES.iter().map(|row| (row.name, row)).collect());
    BY_NAME.get(name).copied()
}

/// The row by which an op is written.
pub(super) fn opcode_of_op(op: &str) -> Option<&'static Opcode> {
    OPCODES.iter().find(|row| row.op == op && row.build != Build::Bitcast)
}

/// The op of an opcode without a row.
pub(super) fn other_op(opcode: &str) -> Option<String> {
    OTHERS.contains(&opcode).then(|| format!("xla.{}", opcode.replace('-', "_")))
}

/// The opcode of an op without a row.
pub(super) fn other_opcode(op: &str) -> Option<&'static str> {
    let name = op.strip_prefix("xla.")?.replace('_', "-");
    OTHERS.iter().copied().find(|other| *other == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::ALL;
    use crate::import::attributes::attribute;
    use crate::ir::Context;

    #[test]
    fn rows_are_in_order_and_name_what_exists() {
        assert!(OPCODES.is_sorted_by(|a, b| a.name < b.name));
        assert!(OTHERS.is_sorted_by(|a, b| a < b));
        let ctx = Context::new(ALL);
        for row in OPCODES {
            assert!(!OTHERS.contains(&row.name), "{}", row.name);
            let texts = row.fields.iter().flat_map(|field| field.text).chain(row.regions);
            for name in texts {
                assert!(attribute(name).is_some(), "{}: {name}", row.name);
            }
            let Some(info) = ctx.op_info(ctx.op_name(row.op)) else {
                assert!(row.op.is_empty(), "{}", row.op);
                continue;
            };
            assert!(info.regions.len() == row.regions.len() || row.build != Build::Plain, "{}", row.name);
            for name in row.fields.iter().flat_map(|field| field.ir) {
                let foreign = name.starts_with("xla.") || row.op == "func.call";
                assert!(foreign || info.attr(name).is_some(), "{}: {name}", row.name);
            }
            let read: Vec<&str> = row.fields.iter().flat_map(|field| field.ir).copied().collect();
            let computed =
                ["called_computations", "result_layouts", "output_operand_aliases", "value", "index"];
            for slot in info.attrs.iter().filter(|_| row.op.starts_with("hlo.")) {
                let known = read.contains(&slot.name) || computed.contains(&slot.name);
                assert!(known || row.name == "bitcast", "{}: '{}' has no field", row.name, slot.name);
            }
        }
    }
}
