//! The attributes of instructions as fields of messages, and back, by the names that the text has for them.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::messages::{
    CollectiveDeviceListProto, HloInstructionProto, OpMetadata, OutputOperandAliasing, PaddingConfig,
    PaddingConfigDimension, PrecisionConfig, ShapeProto, SliceDimensions, SourceTarget, Window,
    WindowDimension,
};
use super::{labels, shapes, sharding};
use crate::import::fields::{API_VERSIONS, braced};
use crate::import::hlo_text::lexer::quoted;
use crate::import::hlo_text::syntax::Value;
use crate::import::shape::separate;
use crate::ir::Context;

/// What an instruction refers to, by id.
pub(super) struct References<'a> {
    pub computations: &'a FxHashMap<i64, String>,
    pub instructions: &'a FxHashMap<i64, String>,
    /// The shape of the first operand.
    pub operand: Option<&'a ShapeProto>,
}

/// XLA's names of the algorithms of a dot, by number.
const ALGORITHMS: [&str; 14] = [
    "unset",
    "dot_any_f8_any_f8_f32",
    "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",
    "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16",
    "dot_bf16_bf16_f32",
    "dot_bf16_bf16_f32_x3",
    "dot_bf16_bf16_f32_x6",
    "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3",
    "dot_f32_f32_f32",
    "dot_f64_f64_f64",
    "dot_bf16_bf16_f32_x9",
];

const GENERATORS: [&str; 3] = ["rng_default", "rng_three_fry", "rng_philox"];

const DISTRIBUTIONS: [&str; 3] = ["", "rng_uniform", "rng_normal"];

const TRANSFORMS: [&str; 4] = ["FFT", "IFFT", "RFFT", "IRFFT"];

const TRANSPOSES: [&str; 4] = ["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"];

const PRECISIONS: [&str; 3] = ["default", "high", "highest"];

const SCHEDULES: [&str; 3] = ["SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"];

/// The version of custom calls that the text leaves out.
const ORIGINAL: i32 = 1;
const TYPED_FFI: i32 = 4;

fn word<'w>(words: &[&'w str], number: i32) -> Option<&'w str> {
    usize::try_from(number).ok().and_then(|number| words.get(number)).copied()
}

fn number(words: &[&str], word: &str) -> i32 {
    words.iter().position(|known| *known == word).map_or(0, |number| number as i32)
}

/// The text of an attribute; `None` where the message does not say it. Whether a default is written is the caller's
/// choice.
pub(super) fn text(name: &str, p: &HloInstructionProto, references: &References<'_>) -> Option<String> {
    let callee = |index: usize| {
        let id = p.called_computation_ids.get(index)?;
        Some(references.computations.get(id).cloned().unwrap_or_else(|| format!("missing_computation.{id}")))
    };
    let callees = || {
        let names: Option<Vec<String>> = (0..p.called_computation_ids.len()).map(callee).collect();
        names.filter(|names| !names.is_empty()).map(|names| format!("{{{}}}", names.join(", ")))
    };
    let flag = |value: bool| Some(value.to_string());
    let string = |value: &[u8]| Some(value).filter(|value| !value.is_empty()).map(quoted);
    let dot = || p.dot_dimension_numbers.as_ref();
    let gather = || p.gather_dimension_numbers.as_ref();
    let scatter = || p.scatter_dimension_numbers.as_ref();
    let by_pred = references.operand.and_then(shapes::primitive_of) == Some("pred");
    match name {
        "algorithm" if p.opcode == "rng-bit-generator" => {
            word(&GENERATORS, p.rng_algorithm).map(String::from)
        }
        "algorithm" => {
            let algorithm = p.precision_config.as_ref().map_or(0, |config| config.algorithm);
            word(&ALGORITHMS, algorithm).filter(|_| algorithm != 0).map(String::from)
        }
        "api_version" => {
            let version = p.custom_call_api_version;
            word(&API_VERSIONS, version).filter(|_| version > ORIGINAL).map(String::from)
        }
        "async_execution_thread" => string(p.async_execution_thread.as_bytes()),
        "backend_config" => match std::str::from_utf8(&p.backend_config) {
            Ok(text) if p.custom_call_api_version == TYPED_FFI && is_braced(text) => Some(text.to_string()),
            _ => string(&p.backend_config),
        },
        "batch_group_count" => {
            Some(p.batch_group_count).filter(|&count| count > 1).map(|count| count.to_string())
        }
        "feature_group_count" => {
            Some(p.feature_group_count).filter(|&count| count > 1).map(|count| count.to_string())
        }
        "to_apply" if p.opcode == "custom-call" => None,
        "to_apply" | "calls" | "body" | "select" => callee(0),
        "condition" | "scatter" => callee(1),
        "true_computation" if by_pred => callee(0),
        "false_computation" if by_pred => callee(1),
        "branch_computations" if !by_pred => callees(),
        "called_computations" => callees(),
        "channel_id" => Some(p.channel_id).filter(|&id| id > 0).map(|id| id.to_string()),
        "control-predecessors" => {
            let name = |id: &i64| references.instructions.get(id).cloned();
            let names: Vec<String> = p.control_predecessor_ids.iter().filter_map(name).collect();
            Some(names).filter(|names| !names.is_empty()).map(|names| format!("{{{}}}", names.join(", ")))
        }
        "custom_call_has_side_effect" => flag(p.custom_call_has_side_effect),
        "custom_call_target" => Some(quoted(p.custom_call_target.as_bytes())),
        "delta" => Some(p.delta.to_string()),
        "dimensions" => Some(braced(&p.dimensions)),
        "iota_dimension" => p.dimensions.first().map(i64::to_string),
        "direction" => Some(p.comparison_direction.clone()).filter(|text| !text.is_empty()),
        "type" => {
            let kind = p.comparison_type.as_str();
            let default = match references.operand.and_then(shapes::primitive_of) {
                Some("pred") => "UNSIGNED",
                Some(elem) if elem.starts_with('u') => "UNSIGNED",
                Some(elem) if elem.starts_with('s') => "SIGNED",
                _ => "FLOAT",
            };
            Some(kind.to_string()).filter(|kind| !kind.is_empty() && kind != default)
        }
        "dim_labels" => p.convolution_dimension_numbers.as_ref().and_then(labels::print),
        "distribution" => {
            word(&DISTRIBUTIONS, p.distribution).filter(|_| p.distribution != 0).map(String::from)
        }
        "epsilon" => Some(format!("{:?}", p.epsilon)),
        "feature_index" => Some(p.feature_index.to_string()),
        "fft_length" => Some(braced(&p.fft_length)),
        "fft_type" => word(&TRANSFORMS, p.fft_type).map(String::from),
        "lower" if p.opcode == "cholesky" => {
            flag(p.cholesky_options.as_ref().is_some_and(|options| options.lower))
        }
        "lower" => flag(p.triangular_solve_options.as_ref()?.lower),
        "left_side" => flag(p.triangular_solve_options.as_ref()?.left_side),
        "unit_diagonal" => flag(p.triangular_solve_options.as_ref()?.unit_diagonal),
        "transpose_a" => {
            word(&TRANSPOSES, p.triangular_solve_options.as_ref()?.transpose_a).map(String::from)
        }
        "dynamic_slice_sizes" => Some(braced(&p.dynamic_slice_sizes)),
        "exponent_bits" => Some(p.exponent_bits.to_string()),
        "mantissa_bits" => Some(p.mantissa_bits.to_string()),
        "frontend_attributes" => {
            let map = &p.frontend_attributes.as_ref()?.map;
            Some(frontend(map)).filter(|_| !map.is_empty())
        }
        "index" => Some(p.tuple_index.to_string()),
        "indices_are_sorted" => flag(p.indices_are_sorted),
        "infeed_config" => string(&p.infeed_config),
        "outfeed_config" => string(&p.outfeed_config),
        "is_composite" => flag(p.is_composite),
        "is_stable" => flag(p.is_stable),
        "k" => Some(p.k.to_string()),
        "kind" => Some(p.fusion_kind.clone()).filter(|kind| !kind.is_empty()),
        "largest" => flag(p.largest),
        "metadata" => p.metadata.as_ref().and_then(metadata),
        "operand_layout_constraints" if p.constrain_layout => {
            let mut text = String::from("{");
            for (index, shape) in p.operand_shapes_with_layout.iter().enumerate() {
                separate(index, &mut text);
                shapes::print(shape, &mut text).ok()?;
            }
            Some(text + "}")
        }
        "operand_precision" => {
            let config = &p.precision_config.as_ref()?.operand_precision;
            let words = config.iter().map(|&number| word(&PRECISIONS, number)).collect::<Option<Vec<_>>>()?;
            config.iter().any(|&number| number != 0).then(|| braced(&words))
        }
        "output_to_operand_aliasing" => {
            let pair = |alias: &OutputOperandAliasing| {
                let (output, operand) =
                    (braced(&alias.output_shape_index), braced(&alias.operand_shape_index));
                format!("{output}: ({}, {operand})", alias.operand_index)
            };
            let pairs: Vec<String> = p.output_operand_aliasing.iter().map(pair).collect();
            Some(pairs).filter(|pairs| !pairs.is_empty()).map(|pairs| format!("{{{}}}", pairs.join(", ")))
        }
        "padding" => {
            let dim = |dim: &PaddingConfigDimension| match dim.interior_padding {
                0 => format!("{}_{}", dim.edge_padding_low, dim.edge_padding_high),
                interior => format!("{}_{}_{interior}", dim.edge_padding_low, dim.edge_padding_high),
            };
            let dims: Vec<String> = p.padding_config.as_ref()?.dimensions.iter().map(dim).collect();
            Some(dims.join("x"))
        }
        "replica_groups" => {
            let given = !p.replica_groups.is_empty() || p.collective_device_list.is_some();
            given.then(|| sharding::groups_text(&p.replica_groups, p.collective_device_list.as_ref()))
        }
        "schedule" => {
            word(&SCHEDULES, p.custom_call_schedule).filter(|_| p.custom_call_schedule != 0).map(String::from)
        }
        "sharding" => p.sharding.as_ref().and_then(sharding::print),
        "slice" => {
            let dim = |dim: &SliceDimensions| match dim.stride {
                0 | 1 => format!("[{}:{}]", dim.start, dim.limit),
                stride => format!("[{}:{}:{stride}]", dim.start, dim.limit),
            };
            let dims: Vec<String> = p.slice_dimensions.iter().map(dim).collect();
            Some(format!("{{{}}}", dims.join(", ")))
        }
        "slice_sizes" => Some(braced(&p.gather_slice_sizes)),
        "source_target_pairs" => {
            let pairs: Vec<String> = p
                .source_target_pairs
                .iter()
                .map(|pair| format!("{{{},{}}}", pair.source, pair.target))
                .collect();
            Some(format!("{{{}}}", pairs.join(",")))
        }
        "unique_indices" => flag(p.unique_indices),
        "use_global_device_ids" => flag(p.use_global_device_ids),
        "window" => p.window.as_ref().map(window),
        "lhs_contracting_dims" => dot().map(|dims| braced(&dims.lhs_contracting_dimensions)),
        "rhs_contracting_dims" => dot().map(|dims| braced(&dims.rhs_contracting_dimensions)),
        "lhs_batch_dims" => dot().map(|dims| braced(&dims.lhs_batch_dimensions)),
        "rhs_batch_dims" => dot().map(|dims| braced(&dims.rhs_batch_dimensions)),
        "offset_dims" => gather().map(|dims| braced(&dims.offset_dims)),
        "collapsed_slice_dims" => gather().map(|dims| braced(&dims.collapsed_slice_dims)),
        "start_index_map" => gather().map(|dims| braced(&dims.start_index_map)),
        "operand_batching_dims" => gather().map(|dims| braced(&dims.operand_batching_dims)),
        "start_indices_batching_dims" => gather().map(|dims| braced(&dims.start_indices_batching_dims)),
        "update_window_dims" => scatter().map(|dims| braced(&dims.update_window_dims)),
        "inserted_window_dims" => scatter().map(|dims| braced(&dims.inserted_window_dims)),
        "scatter_dims_to_operand_dims" => scatter().map(|dims| braced(&dims.scatter_dims_to_operand_dims)),
        "input_batching_dims" => scatter().map(|dims| braced(&dims.input_batching_dims)),
        "scatter_indices_batching_dims" => scatter().map(|dims| braced(&dims.scatter_indices_batching_dims)),
        "index_vector_dim" => gather()
            .map(|dims| dims.index_vector_dim)
            .or(scatter().map(|dims| dims.index_vector_dim))
            .map(|dim| dim.to_string()),
        _ => None,
    }
}

/// `{a="b",c="d"}`
pub(super) fn frontend(map: &std::collections::BTreeMap<String, String>) -> String {
    let entries: Vec<String> =
        map.iter().map(|(key, value)| format!("{key}={}", quoted(value.as_bytes()))).collect();
    format!("{{{}}}", entries.join(","))
}

/// Whether a text is one pair of braces with balanced ones inside.
fn is_braced(text: &str) -> bool {
    let mut depth = 0i64;
    let closes = |byte: u8| {
        depth += i64::from(byte == b'{') - i64::from(byte == b'}');
        depth == 0
    };
    text.starts_with('{')
        && text.bytes().position(closes) == Some(text.len() - 1)
        && !text.contains(['"', '\''])
}

fn metadata(p: &OpMetadata) -> Option<String> {
    let mut text = String::new();
    for (key, value) in [
        ("op_type", &p.op_type),
        ("op_name", &p.op_name),
        ("source_file", &p.source_file),
        ("deduplicated_name", &p.deduplicated_name),
        ("scheduling_name", &p.scheduling_name),
    ] {
        if !value.is_empty() {
            let _ = write!(text, " {key}={}", quoted(value.as_bytes()));
        }
    }
    for (key, value) in [
        ("source_line", p.source_line),
        ("source_end_line", p.source_end_line),
        ("source_column", p.source_column),
        ("source_end_column", p.source_end_column),
        ("stack_frame_id", p.stack_frame_id),
    ] {
        if value != 0 {
            let _ = write!(text, " {key}={value}");
        }
    }
    (!text.is_empty()).then(|| format!("{{{}}}", text.trim_start()))
}

fn window(p: &Window) -> String {
    let by =
        |part: fn(&WindowDimension) -> String| p.dimensions.iter().map(part).collect::<Vec<_>>().join("x");
    let any = |part: fn(&WindowDimension) -> bool| p.dimensions.iter().any(part);
    let mut text = format!("{{size={}", by(|dim| dim.size.to_string()));
    if any(|dim| dim.stride > 1) {
        let _ = write!(text, " stride={}", by(|dim| dim.stride.max(1).to_string()));
    }
    if any(|dim| dim.padding_low != 0 || dim.padding_high != 0) {
        let _ = write!(text, " pad={}", by(|dim| format!("{}_{}", dim.padding_low, dim.padding_high)));
    }
    if any(|dim| dim.base_dilation > 1) {
        let _ = write!(text, " lhs_dilate={}", by(|dim| dim.base_dilation.max(1).to_string()));
    }
    if any(|dim| dim.window_dilation > 1) {
        let _ = write!(text, " rhs_dilate={}", by(|dim| dim.window_dilation.max(1).to_string()));
    }
    if any(|dim| dim.window_reversal) {
        let _ = write!(text, " rhs_reversal={}", by(|dim| u8::from(dim.window_reversal).to_string()));
    }
    text + "}"
}

/// Sets the fields that an attribute stands for. The error is one that no field holds.
pub(super) fn set(
    ctx: &Context,
    name: &str,
    value: &Value<'_>,
    written: &str,
    p: &mut HloInstructionProto,
) -> Result<(), ()> {
    let (dot, gather, scatter) =
        (&mut p.dot_dimension_numbers, &mut p.gather_dimension_numbers, &mut p.scatter_dimension_numbers);
    let opcode = p.opcode.as_str();
    match (name, value) {
        ("algorithm", Value::Word(word)) if opcode == "rng-bit-generator" => {
            p.rng_algorithm = number(&GENERATORS, word);
        }
        ("algorithm", Value::Word(word)) => {
            p.precision_config.get_or_insert_default().algorithm = number(&ALGORITHMS, word);
        }
        ("api_version", Value::Word(word)) => p.custom_call_api_version = number(&API_VERSIONS, word),
        ("async_execution_thread", Value::String(text)) => {
            p.async_execution_thread = ctx.text(*text).to_string()
        }
        ("backend_config", Value::String(text)) => p.backend_config = ctx.bytes_of(*text).to_vec(),
        ("backend_config", Value::Raw(text)) => p.backend_config = text.as_bytes().to_vec(),
        ("batch_group_count", Value::Integer(count)) => p.batch_group_count = *count,
        ("feature_group_count", Value::Integer(count)) => p.feature_group_count = *count,
        ("channel_id", Value::Integer(id)) => p.channel_id = *id,
        ("custom_call_has_side_effect", Value::Bool(value)) => p.custom_call_has_side_effect = *value,
        ("custom_call_target", Value::String(text)) => p.custom_call_target = ctx.text(*text).to_string(),
        ("delta", Value::Integer(value)) => p.delta = *value,
        ("dimensions", Value::Integers(list)) => p.dimensions = list.to_vec(),
        ("iota_dimension", Value::Integer(dim)) => p.dimensions = vec![*dim],
        ("direction", Value::Word(word)) => p.comparison_direction = word.to_string(),
        ("type", Value::Word(word)) => p.comparison_type = word.to_string(),
        ("dim_labels", Value::Raw(text)) => {
            p.convolution_dimension_numbers = Some(labels::read(text).ok_or(())?)
        }
        ("distribution", Value::Word(word)) => p.distribution = number(&DISTRIBUTIONS, word),
        ("epsilon", Value::Raw(text)) => p.epsilon = text.parse().map_err(|_| ())?,
        ("feature_index", Value::Integer(index)) => p.feature_index = *index,
        ("fft_length", Value::Integers(list)) => p.fft_length = list.to_vec(),
        ("fft_type", Value::Word(word)) => p.fft_type = number(&TRANSFORMS, word),
        ("lower", Value::Bool(value)) if opcode == "cholesky" => {
            p.cholesky_options.get_or_insert_default().lower = *value
        }
        ("lower", Value::Bool(value)) => p.triangular_solve_options.get_or_insert_default().lower = *value,
        ("left_side", Value::Bool(value)) => {
            p.triangular_solve_options.get_or_insert_default().left_side = *value
        }
        ("unit_diagonal", Value::Bool(value)) => {
            p.triangular_solve_options.get_or_insert_default().unit_diagonal = *value;
        }
        ("transpose_a", Value::Word(word)) => {
            p.triangular_solve_options.get_or_insert_default().transpose_a = number(&TRANSPOSES, word);
        }
        ("dynamic_slice_sizes", Value::Integers(list)) => p.dynamic_slice_sizes = list.to_vec(),
        ("exponent_bits", Value::Integer(bits)) => p.exponent_bits = *bits as i32,
        ("mantissa_bits", Value::Integer(bits)) => p.mantissa_bits = *bits as i32,
        ("index", Value::Integer(index)) => p.tuple_index = *index,
        ("indices_are_sorted", Value::Bool(value)) => p.indices_are_sorted = *value,
        ("infeed_config", Value::String(text)) => p.infeed_config = ctx.bytes_of(*text).to_vec(),
        ("outfeed_config", Value::String(text)) => p.outfeed_config = ctx.bytes_of(*text).to_vec(),
        ("is_composite", Value::Bool(value)) => p.is_composite = *value,
        ("is_stable", Value::Bool(value)) => p.is_stable = *value,
        ("k", Value::Integer(k)) => p.k = *k,
        ("kind", Value::Word(word)) => p.fusion_kind = word.to_string(),
        ("largest", Value::Bool(value)) => p.largest = *value,
        ("operand_layout_constraints", Value::Shapes(list)) => {
            p.constrain_layout = true;
            p.operand_shapes_with_layout =
                list.iter().map(|shape| shapes::shape_of(ctx, shape.ty, shape.text)).collect();
        }
        ("operand_precision", Value::Words(words)) => {
            let config: &mut PrecisionConfig = p.precision_config.get_or_insert_default();
            config.operand_precision = words.iter().map(|word| number(&PRECISIONS, word)).collect();
        }
        ("padding", Value::Padding(dims)) => {
            let dim = |dim: &[i64; 3]| PaddingConfigDimension {
                edge_padding_low: dim[0],
                edge_padding_high: dim[1],
                interior_padding: dim[2],
            };
            p.padding_config = Some(PaddingConfig { dimensions: dims.iter().map(dim).collect() });
        }
        ("replica_groups", Value::Raw(text)) => {
            let replica_groups = sharding::read_groups(text).ok_or(())?;
            p.replica_groups.clone_from(&replica_groups);
            let list = CollectiveDeviceListProto { replica_groups, iota_replica_group_list: None };
            p.collective_device_list = Some(list);
        }
        ("schedule", Value::Word(word)) => p.custom_call_schedule = number(&SCHEDULES, word),
        ("sharding", Value::Raw(text)) => p.sharding = Some(sharding::read(text).ok_or(())?),
        ("slice", Value::Slices(list)) => {
            let dim = |&[start, limit, stride]: &[i64; 3]| SliceDimensions { start, limit, stride };
            p.slice_dimensions = list.iter().map(dim).collect();
        }
        ("slice_sizes", Value::Integers(list)) => p.gather_slice_sizes = list.to_vec(),
        ("source_target_pairs", Value::Raw(text)) => {
            let groups = sharding::read_groups(text).ok_or(())?;
            let pair = |ids: &[i64]| match ids {
                [source, target] => Ok(SourceTarget { source: *source, target: *target }),
                _ => Err(()),
            };
            p.source_target_pairs =
                groups.iter().map(|group| pair(&group.replica_ids)).collect::<Result<_, _>>()?;
        }
        ("unique_indices", Value::Bool(value)) => p.unique_indices = *value,
        ("use_global_device_ids", Value::Bool(value)) => p.use_global_device_ids = *value,
        ("window", Value::Raw(text)) if opcode != "custom-call" => {
            p.window = Some(read_window(text).ok_or(())?)
        }
        ("output_to_operand_aliasing", Value::Raw(_)) => {
            let list = read_aliasing(written).ok_or(())?;
            p.output_operand_aliasing = list.into_iter().map(|(alias, _)| alias).collect();
        }
        (_, Value::Integers(list)) => {
            let list = list.to_vec();
            match name {
                "lhs_contracting_dims" => dot.get_or_insert_default().lhs_contracting_dimensions = list,
                "rhs_contracting_dims" => dot.get_or_insert_default().rhs_contracting_dimensions = list,
                "lhs_batch_dims" => dot.get_or_insert_default().lhs_batch_dimensions = list,
                "rhs_batch_dims" => dot.get_or_insert_default().rhs_batch_dimensions = list,
                "offset_dims" => gather.get_or_insert_default().offset_dims = list,
                "collapsed_slice_dims" => gather.get_or_insert_default().collapsed_slice_dims = list,
                "start_index_map" => gather.get_or_insert_default().start_index_map = list,
                "operand_batching_dims" => gather.get_or_insert_default().operand_batching_dims = list,
                "start_indices_batching_dims" => {
                    gather.get_or_insert_default().start_indices_batching_dims = list
                }
                "update_window_dims" => scatter.get_or_insert_default().update_window_dims = list,
                "inserted_window_dims" => scatter.get_or_insert_default().inserted_window_dims = list,
                "scatter_dims_to_operand_dims" => {
                    scatter.get_or_insert_default().scatter_dims_to_operand_dims = list
                }
                "input_batching_dims" => scatter.get_or_insert_default().input_batching_dims = list,
                "scatter_indices_batching_dims" => {
                    scatter.get_or_insert_default().scatter_indices_batching_dims = list
                }
                _ => return Err(()),
            }
        }
        ("index_vector_dim", Value::Integer(dim)) if opcode == "gather" => {
            gather.get_or_insert_default().index_vector_dim = *dim;
        }
        ("index_vector_dim", Value::Integer(dim)) => scatter.get_or_insert_default().index_vector_dim = *dim,
        _ => return Err(()),
    }
    Ok(())
}

/// Reads `{size=1x2 pad=0_0x1_1 ...}`.
fn read_window(text: &str) -> Option<Window> {
    let mut dimensions: Vec<WindowDimension> = Vec::new();
    for entry in text.trim_matches(['{', '}']).split_whitespace() {
        let (key, value) = entry.split_once('=')?;
        let parts: Vec<&str> = value.split('x').filter(|part| !part.is_empty()).collect();
        let default =
            || WindowDimension { stride: 1, window_dilation: 1, base_dilation: 1, ..Default::default() };
        dimensions.resize_with(parts.len().max(dimensions.len()), default);
        for (dim, part) in dimensions.iter_mut().zip(parts) {
            match key {
                "size" => dim.size = part.parse().ok()?,
                "stride" => dim.stride = part.parse().ok()?,
                "lhs_dilate" => dim.base_dilation = part.parse().ok()?,
                "rhs_dilate" => dim.window_dilation = part.parse().ok()?,
                "rhs_reversal" => dim.window_reversal = part != "0",
                "pad" => {
                    let (low, high) = part.split_once('_')?;
                    (dim.padding_low, dim.padding_high) = (low.parse().ok()?, high.parse().ok()?);
                }
                _ => return None,
            }
        }
    }
    Some(Window { dimensions })
}

fn indices(text: &str) -> Option<Vec<i64>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.parse().ok()).collect()
}

/// Reads `{{0}: (1, {}), ...}`, with what may stand behind the second index: `may-alias`.
pub(super) fn read_aliasing(text: &str) -> Option<Vec<(OutputOperandAliasing, &str)>> {
    let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut list = Vec::new();
    while let Some(entry) = rest.strip_prefix('{') {
        let (output, behind) = entry.split_once('}')?;
        let behind = behind.trim_start().strip_prefix(':')?.trim_start().strip_prefix('(')?;
        let (operand, behind) = behind.split_once(',')?;
        let (shape, behind) = behind.trim_start().strip_prefix('{')?.split_once('}')?;
        let (kind, behind) = behind.split_once(')')?;
        let alias = OutputOperandAliasing {
            output_shape_index: indices(output)?,
            operand_index: operand.trim().parse().ok()?,
            operand_shape_index: indices(shape)?,
        };
        list.push((alias, kind));
        rest = behind.trim_start_matches([',', ' ']);
    }
    Some(list)
}

/// Reads `{ (0, {}), ... }`.
pub(super) fn read_donors(text: &str) -> Option<Vec<(i64, Vec<i64>)>> {
    let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut list = Vec::new();
    while let Some(entry) = rest.strip_prefix('(') {
        let (parameter, behind) = entry.split_once(',')?;
        let (shape, behind) = behind.trim_start().strip_prefix('{')?.split_once('}')?;
        list.push((parameter.trim().parse().ok()?, indices(shape)?));
        rest = behind.trim_start().strip_prefix(')')?.trim_start_matches([',', ' ']);
    }
    Some(list)
}
