//! How attributes of HLO instructions become attributes of ops, and back. A field pairs attributes of the text with
//! attributes of the op; the opcode table lists the fields of each opcode.

use std::fmt::Write as _;

use smallvec::SmallVec;

use super::hlo_text::lexer::quoted;
use super::hlo_text::syntax::{Attribute, Value};
use super::shape::{self, Layout};
use crate::dialects::hlo::attrs::{Comparison, Direction, DotDims, GatherDims, Precision, ScatterDims};
use crate::ir::{Attr, AttrKind, Context, Ir, OpId, Type};

/// Attributes of an op that is being built.
pub(super) type Attrs = SmallVec<[(&'static str, Attr); 6]>;

/// Attributes of an instruction that is being written.
pub(super) type Written = Vec<(&'static str, String)>;

/// Attributes of the text and the attributes of the op that they become.
pub(super) struct Field {
    /// Names in the text.
    pub text: &'static [&'static str],
    /// Names in the op.
    pub ir: &'static [&'static str],
    /// How one becomes the other.
    form: Form,
    /// Whether the text must have it.
    pub required: bool,
}

/// How a field is read and written.
enum Form {
    /// A boolean, written where it is true.
    Flag,
    /// A 64-bit integer.
    I64,
    /// `array<i64: ...>`
    I64Array,
    /// A list of one integer, an `i64` in the op.
    OneOf,
    /// A string.
    String,
    /// The text as it stands, a string in the op.
    Verbatim,
    Custom {
        read: Reader,
        write: Writer,
    },
}

/// Adds attributes of the op. The error is an attribute of the text and what is wrong with it.
type Reader = fn(&Context, &Found<'_, '_>, &mut Attrs) -> Result<(), FieldError>;
/// Adds attributes of the text; nothing for what stands for its own absence. The error is what cannot be expressed.
type Writer = fn(&Ir<'_>, OpId, &mut Written) -> Result<(), String>;

/// What is wrong with an attribute of an instruction.
pub(super) type FieldError = (&'static str, String);

/// The attributes of an instruction.
pub(super) struct Found<'a, 's>(pub &'a [Attribute<'s>]);

impl<'s> Found<'_, 's> {
    pub fn get(&self, name: &str) -> Option<&Value<'s>> {
        self.0.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value)
    }

    /// The integers of a list; none if it is absent.
    fn integers(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Some(Value::Integers(list)) => list,
            _ => &[],
        }
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Value::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }

    fn word(&self, name: &str) -> Option<&'s str> {
        match self.get(name) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn raw(&self, name: &str) -> Option<&'s str> {
        match self.get(name) {
            Some(Value::Raw(text)) => Some(text),
            _ => None,
        }
    }
}

const fn field(text: &'static [&'static str], ir: &'static [&'static str], form: Form) -> Field {
    Field { text, ir, form, required: false }
}

/// An optional boolean.
pub(super) const fn flag(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::Flag)
}

/// A 64-bit integer.
pub(super) const fn int(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::I64)
}

/// A list of integers; an absent one is empty.
pub(super) const fn ints(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::I64Array)
}

/// A list of exactly one integer.
pub(super) const fn one_of(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::OneOf)
}

/// A string.
pub(super) const fn string(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::String)
}

/// Text that is kept as it is.
pub(super) const fn verbatim(text: &'static [&'static str; 1], ir: &'static [&'static str; 1]) -> Field {
    field(text, ir, Form::Verbatim)
}

const fn custom(
    text: &'static [&'static str],
    ir: &'static [&'static str],
    read: Reader,
    write: Writer,
) -> Field {
    field(text, ir, Form::Custom { read, write })
}

impl Field {
    /// The same, which must be there.
    pub const fn required(self) -> Field {
        Field { required: true, ..self }
    }

    /// Adds the op's attributes.
    pub fn read(&self, ctx: &Context, found: &Found<'_, '_>, attrs: &mut Attrs) -> Result<(), FieldError> {
        let (text, ir) = (self.text[0], self.ir[0]);
        if self.required
            && let Some(missing) = self.text.iter().find(|name| found.get(name).is_none())
        {
            return Err((missing, format!("attribute {missing} is expected but not seen")));
        }
        match &self.form {
            Form::Flag => attrs.extend(found.get(text).map(|_| (ir, ctx.bool_attr(found.flag(text))))),
            Form::I64 => attrs.extend(found.integer(text).map(|value| (ir, ctx.int_attr(value, 64)))),
            Form::I64Array => attrs.push((ir, ctx.i64_array_attr(found.integers(text)))),
            Form::OneOf => match found.integers(text) {
                [one] => attrs.push((ir, ctx.int_attr(*one, 64))),
                [] if found.get(text).is_none() => {}
                list => return Err((text, format!("expects one dimension, but sees {}", list.len()))),
            },
            Form::String => {
                if let Some(Value::String(value)) = found.get(text) {
                    attrs.push((ir, ctx.attr(AttrKind::String { value: *value, ty: None })));
                }
            }
            Form::Verbatim => attrs.extend(found.raw(text).map(|text| (ir, ctx.string_attr(text)))),
            Form::Custom { read, .. } => read(ctx, found, attrs)?,
        }
        Ok(())
    }

    /// Adds the text's attributes.
    pub fn write(&self, ir: &Ir<'_>, op: OpId, out: &mut Written) -> Result<(), String> {
        let (text, name) = (self.text[0], self.ir[0]);
        let integer = || ir.attr_i64(op, name).map(|value| value.to_string());
        match &self.form {
            Form::Flag => out.extend(ir.attr_flag(op, name).then(|| (text, "true".to_string()))),
            Form::I64 => out.extend(integer().map(|value| (text, value))),
            Form::I64Array => {
                let list = ir.attr_ints(op, name).filter(|list| self.required || !list.is_empty());
                out.extend(list.map(|list| (text, braced(&list))));
            }
            Form::OneOf => out.extend(ir.attr_i64(op, name).map(|value| (text, braced(&[value])))),
            Form::String => out.extend(bytes_of(ir, op, name).map(|bytes| (text, quoted(bytes)))),
            Form::Verbatim => out.extend(ir.attr_text(op, name).map(|value| (text, value.to_string()))),
            Form::Custom { write, .. } => write(ir, op, out)?,
        }
        Ok(())
    }
}

/// The bytes of a string attribute.
pub(super) fn bytes_of<'c>(ir: &Ir<'c>, op: OpId, name: &str) -> Option<&'c [u8]> {
    let ctx = ir.ctx;
    match ctx.attr_kind(ir.attr(op, name)?) {
        AttrKind::String { value, .. } => Some(ctx.bytes_of(*value)),
        _ => None,
    }
}

/// `{1,2}`
pub(super) fn braced<T: std::fmt::Display>(list: &[T]) -> String {
    format!("{{{}}}", list.iter().map(T::to_string).collect::<Vec<_>>().join(","))
}

fn sizes(found: &Found<'_, '_>, name: &'static str) -> Result<Vec<usize>, FieldError> {
    let size = |&value: &i64| usize::try_from(value).ok();
    let list: Option<Vec<usize>> = found.integers(name).iter().map(size).collect();
    list.ok_or_else(|| (name, "a dimension cannot be negative".to_string()))
}

/// Where an attribute of the op is not what its constraint says.
fn unknown<T>(name: &str) -> Result<T, String> {
    Err(format!("has a '{name}' that HLO cannot express"))
}

/// `slice={[0:8:2]}`
pub(super) const SLICE: Field = custom(
    &["slice"],
    &["start_indices", "limit_indices", "strides"],
    |ctx, found, attrs| {
        let Some(Value::Slices(list)) = found.get("slice") else { return Ok(()) };
        for (index, name) in ["start_indices", "limit_indices", "strides"].into_iter().enumerate() {
            let part: Vec<i64> = list.iter().map(|slice| slice[index]).collect();
            attrs.push((name, ctx.i64_array_attr(&part)));
        }
        Ok(())
    },
    |ir, op, out| {
        let part = |name| ir.attr_ints(op, name).unwrap_or_default();
        let (starts, limits, strides) = (part("start_indices"), part("limit_indices"), part("strides"));
        let mut text = String::from("{");
        for (index, ((start, limit), stride)) in starts.iter().zip(&limits).zip(&strides).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let stride = if *stride == 1 { String::new() } else { format!(":{stride}") };
            let _ = write!(text, "{comma}[{start}:{limit}{stride}]");
        }
        out.push(("slice", text + "}"));
        Ok(())
    },
)
.required();

/// `padding=1_1x0_1_1`
pub(super) const PADDING: Field = custom(
    &["padding"],
    &["edge_padding_low", "edge_padding_high", "interior_padding"],
    |ctx, found, attrs| {
        let list: &[[i64; 3]] = match found.get("padding") {
            Some(Value::Padding(list)) => list,
            _ => &[],
        };
        let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
        for (index, name) in names.into_iter().enumerate() {
            let part: Vec<i64> = list.iter().map(|dim| dim[index]).collect();
            attrs.push((name, ctx.i64_array_attr(&part)));
        }
        Ok(())
    },
    |ir, op, out| {
        let part = |name| ir.attr_ints(op, name).unwrap_or_default();
        let (low, high) = (part("edge_padding_low"), part("edge_padding_high"));
        let interior = part("interior_padding");
        let dims = low.iter().zip(&high).zip(&interior).map(|((low, high), interior)| match interior {
            0 => format!("{low}_{high}"),
            _ => format!("{low}_{high}_{interior}"),
        });
        let text = dims.collect::<Vec<_>>().join("x");
        out.extend(Some(("padding", text)).filter(|entry| !entry.1.is_empty()));
        Ok(())
    },
);

/// `direction=GT`
pub(super) const DIRECTION: Field = custom(
    &["direction"],
    &["comparison_direction"],
    |ctx, found, attrs| {
        let word = found.word("direction").unwrap_or_default();
        let attr = crate::dialects::hlo::attrs::keyword_attr(ctx, Direction::KIND, word);
        let known = Direction::read(ctx, attr)
            .ok_or_else(|| ("direction", format!("unknown comparison direction: {word}")))?;
        attrs.push(("comparison_direction", known.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let known = ir.attr(op, "comparison_direction").and_then(|attr| Direction::read(ir.ctx, attr));
        out.extend(known.map(|known| ("direction", known.word().to_string())));
        Ok(())
    },
)
.required();

/// `type=TOTALORDER`
pub(super) const COMPARISON_TYPE: Field = custom(
    &["type"],
    &["compare_type"],
    |ctx, found, attrs| {
        let Some(word) = found.word("type") else { return Ok(()) };
        let attr = crate::dialects::hlo::attrs::keyword_attr(ctx, Comparison::KIND, word);
        let known = Comparison::read(ctx, attr)
            .filter(|known| *known != Comparison::NoType)
            .ok_or_else(|| ("type", format!("unknown comparison type: {word}")))?;
        attrs.push(("compare_type", known.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let known = ir.attr(op, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
        let known = known.filter(|known| !default_comparison(ir, op, *known));
        out.extend(known.map(|known| ("type", known.word().to_string())));
        Ok(())
    },
);

/// Whether this is how elements of the operands are compared where nothing is said.
fn default_comparison(ir: &Ir<'_>, op: OpId, comparison: Comparison) -> bool {
    use crate::tensor::Kind;
    let elem = ir.ctx.ranked_tensor(ir.ty(ir.operand(op, 0))).map(|(_, elem)| elem);
    let kind = elem.and_then(|elem| crate::dialects::elements::element_type(ir.ctx, elem)).map(|e| e.kind());
    match comparison {
        Comparison::NoType => true,
        Comparison::Float => matches!(kind, Some(Kind::Float(_) | Kind::Complex(_))),
        Comparison::Signed => matches!(kind, Some(Kind::Signed(_))),
        Comparison::Unsigned => matches!(kind, Some(Kind::Unsigned(_) | Kind::Pred)),
        Comparison::TotalOrder => false,
    }
}

/// `largest=false`; always written.
pub(super) const LARGEST: Field = custom(
    &["largest"],
    &["largest"],
    |ctx, found, attrs| {
        attrs.extend(found.get("largest").map(|_| ("largest", ctx.bool_attr(found.flag("largest")))));
        Ok(())
    },
    |ir, op, out| {
        let largest = ir.attr(op, "largest").is_none() || ir.attr_flag(op, "largest");
        out.push(("largest", largest.to_string()));
        Ok(())
    },
);

/// `lhs_contracting_dims={1}, rhs_contracting_dims={0}, ...`
pub(super) const DOT_DIMS: Field = custom(
    &["lhs_batch_dims", "lhs_contracting_dims", "rhs_batch_dims", "rhs_contracting_dims"],
    &["dot_dimension_numbers"],
    |ctx, found, attrs| {
        let dims = DotDims {
            lhs_batching_dimensions: sizes(found, "lhs_batch_dims")?,
            rhs_batching_dimensions: sizes(found, "rhs_batch_dims")?,
            lhs_contracting_dimensions: sizes(found, "lhs_contracting_dims")?,
            rhs_contracting_dimensions: sizes(found, "rhs_contracting_dims")?,
        };
        attrs.push(("dot_dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "dot_dimension_numbers").and_then(|attr| DotDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("dot_dimension_numbers") };
        let list = |name, dims: &[usize]| Some((name, braced(dims))).filter(|_| !dims.is_empty());
        out.extend(list("lhs_batch_dims", &dims.lhs_batching_dimensions));
        out.push(("lhs_contracting_dims", braced(&dims.lhs_contracting_dimensions)));
        out.extend(list("rhs_batch_dims", &dims.rhs_batching_dimensions));
        out.push(("rhs_contracting_dims", braced(&dims.rhs_contracting_dimensions)));
        Ok(())
    },
);

/// `operand_precision={highest,default}`
pub(super) const PRECISION: Field = custom(
    &["operand_precision"],
    &["precision_config"],
    |ctx, found, attrs| {
        let Some(Value::Words(words)) = found.get("operand_precision") else { return Ok(()) };
        let mut list = Vec::new();
        for word in words {
            let attr = crate::dialects::hlo::attrs::keyword_attr(ctx, Precision::KIND, &word.to_uppercase());
            let known = Precision::read(ctx, attr)
                .ok_or_else(|| ("operand_precision", format!("unknown precision: {word}")))?;
            list.push(known.attr(ctx));
        }
        attrs.push(("precision_config", ctx.array_attr(&list)));
        Ok(())
    },
    |ir, op, out| {
        let items = ir.attr(op, "precision_config").and_then(|attr| ir.ctx.as_array(attr));
        let words: Vec<Precision> =
            items.unwrap_or_default().iter().filter_map(|&item| Precision::read(ir.ctx, item)).collect();
        if words.iter().any(|word| *word != Precision::Default) {
            let words: Vec<String> = words.iter().map(|word| word.word().to_lowercase()).collect();
            out.push(("operand_precision", braced(&words)));
        }
        Ok(())
    },
);

/// `algorithm=dot_bf16_bf16_f32`, a string in the op.
pub(super) const ALGORITHM: Field = custom(
    &["algorithm"],
    &["algorithm"],
    |ctx, found, attrs| {
        attrs.extend(found.word("algorithm").map(|word| ("algorithm", ctx.string_attr(word))));
        Ok(())
    },
    |ir, op, out| match (ir.attr(op, "algorithm"), ir.attr_text(op, "algorithm")) {
        (None, _) => Ok(()),
        (Some(_), Some(word)) => {
            out.push(("algorithm", word.to_string()));
            Ok(())
        }
        (Some(_), None) => unknown("algorithm"),
    },
);

/// `offset_dims={}, ..., index_vector_dim=2`
pub(super) const GATHER_DIMS: Field = custom(
    &[
        "offset_dims",
        "collapsed_slice_dims",
        "start_index_map",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "index_vector_dim",
    ],
    &["dimension_numbers"],
    |ctx, found, attrs| {
        let dims = GatherDims {
            offset_dims: sizes(found, "offset_dims")?,
            collapsed_slice_dims: sizes(found, "collapsed_slice_dims")?,
            operand_batching_dims: sizes(found, "operand_batching_dims")?,
            start_indices_batching_dims: sizes(found, "start_indices_batching_dims")?,
            start_index_map: sizes(found, "start_index_map")?,
            index_vector_dim: index_vector_dim(found)?,
        };
        attrs.push(("dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "dimension_numbers").and_then(|attr| GatherDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("dimension_numbers") };
        out.push(("offset_dims", braced(&dims.offset_dims)));
        out.push(("collapsed_slice_dims", braced(&dims.collapsed_slice_dims)));
        out.push(("start_index_map", braced(&dims.start_index_map)));
        if !dims.operand_batching_dims.is_empty() {
            out.push(("operand_batching_dims", braced(&dims.operand_batching_dims)));
            out.push(("start_indices_batching_dims", braced(&dims.start_indices_batching_dims)));
        }
        out.push(("index_vector_dim", dims.index_vector_dim.to_string()));
        Ok(())
    },
);

/// `update_window_dims={}, ..., index_vector_dim=2`
pub(super) const SCATTER_DIMS: Field = custom(
    &[
        "update_window_dims",
        "inserted_window_dims",
        "scatter_dims_to_operand_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "index_vector_dim",
    ],
    &["scatter_dimension_numbers"],
    |ctx, found, attrs| {
        let dims = ScatterDims {
            update_window_dims: sizes(found, "update_window_dims")?,
            inserted_window_dims: sizes(found, "inserted_window_dims")?,
            input_batching_dims: sizes(found, "input_batching_dims")?,
            scatter_indices_batching_dims: sizes(found, "scatter_indices_batching_dims")?,
            scatter_dims_to_operand_dims: sizes(found, "scatter_dims_to_operand_dims")?,
            index_vector_dim: index_vector_dim(found)?,
        };
        attrs.push(("scatter_dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "scatter_dimension_numbers").and_then(|attr| ScatterDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("scatter_dimension_numbers") };
        out.push(("update_window_dims", braced(&dims.update_window_dims)));
        out.push(("inserted_window_dims", braced(&dims.inserted_window_dims)));
        out.push(("scatter_dims_to_operand_dims", braced(&dims.scatter_dims_to_operand_dims)));
        if !dims.input_batching_dims.is_empty() {
            out.push(("input_batching_dims", braced(&dims.input_batching_dims)));
            out.push(("scatter_indices_batching_dims", braced(&dims.scatter_indices_batching_dims)));
        }
        out.push(("index_vector_dim", dims.index_vector_dim.to_string()));
        Ok(())
    },
);

fn index_vector_dim(found: &Found<'_, '_>) -> Result<usize, FieldError> {
    let dim = found.integer("index_vector_dim").unwrap_or_default();
    usize::try_from(dim).map_err(|_| ("index_vector_dim", "a dimension cannot be negative".to_string()))
}

/// `window={size=1x16 stride=1x2 pad=0_0x15_0 lhs_dilate=.. rhs_dilate=..}`
pub(super) const WINDOW: Field = custom(
    &["window"],
    &["window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding"],
    |ctx, found, attrs| {
        let text = found.raw("window").unwrap_or("{}");
        let fail = |message: String| Err(("window", message));
        for entry in text.trim_start_matches('{').trim_end_matches('}').split_whitespace() {
            let Some((key, value)) = entry.split_once('=') else {
                return fail(format!("expects name=value in a window, but sees '{entry}'"));
            };
            let numbers: Option<Vec<i64>> =
                value.split(['x', '_']).map(|number| number.parse().ok()).collect();
            let Some(numbers) = numbers else { return fail(format!("expects numbers, but sees '{value}'")) };
            match WINDOW_PARTS.iter().find(|part| part.0 == key) {
                Some(&(_, name)) => attrs.push((name, ctx.i64_array_attr(&numbers))),
                None if key == "pad" && numbers.len() % 2 == 0 => {
                    let ty = ctx.tensor_type(&[numbers.len() as i64 / 2, 2], ctx.int_type(64));
                    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                    attrs.push(("padding", ctx.dense_attr(ty, &bytes)));
                }
                None if key == "rhs_reversal" && numbers.iter().all(|&number| number == 0) => {}
                None => return fail(format!("'{entry}' is not supported in a window")),
            }
        }
        if !attrs.iter().any(|attr| attr.0 == "window_dimensions") {
            attrs.push(("window_dimensions", ctx.i64_array_attr(&[])));
        }
        Ok(())
    },
    |ir, op, out| {
        let part = |name| ir.attr_ints(op, name);
        let by = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let mut text = format!("{{size={}", by(&part("window_dimensions").unwrap_or_default()));
        for &(key, name) in &WINDOW_PARTS[1..] {
            if let Some(list) = part(name).filter(|list| list.iter().any(|&number| number != 1)) {
                let _ = write!(text, " {key}={}", by(&list));
            }
        }
        if let Some(list) = part("padding").filter(|list| list.iter().any(|&number| number != 0)) {
            let dims = list.chunks(2).map(|dim| dim.iter().map(i64::to_string).collect::<Vec<_>>().join("_"));
            let _ = write!(text, " pad={}", dims.collect::<Vec<_>>().join("x"));
        }
        out.push(("window", text + "}"));
        Ok(())
    },
);

/// Parts of a window that are a number for each dimension.
const WINDOW_PARTS: [(&str, &str); 4] = [
    ("size", "window_dimensions"),
    ("stride", "window_strides"),
    ("lhs_dilate", "base_dilations"),
    ("rhs_dilate", "window_dilations"),
];

/// The versions of the calling convention of custom calls, by number.
pub(super) const API_VERSIONS: [&str; 5] = [
    "API_VERSION_UNSPECIFIED",
    "API_VERSION_ORIGINAL",
    "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI",
];

/// The version whose configuration is a dictionary.
const TYPED_FFI: i64 = 4;

/// `api_version=API_VERSION_TYPED_FFI, backend_config={k = 8 : i32}`. Under other versions braces are a way to write a
/// string that looks like JSON.
pub(super) const CONFIG: Field = custom(
    &["backend_config", "api_version"],
    &["backend_config", "api_version"],
    |ctx, found, attrs| {
        let version = match found.word("api_version") {
            None => None,
            Some(word) => match API_VERSIONS.iter().position(|known| *known == word) {
                Some(version @ 1..) => Some(version as i64),
                Some(_) | None => return Err(("api_version", format!("unknown API version: {word}"))),
            },
        };
        attrs.extend(version.map(|version| ("api_version", ctx.int_attr(version, 32))));
        match found.get("backend_config") {
            Some(Value::Raw(text)) if version == Some(TYPED_FFI) => {
                let dictionary = crate::ir::text::parse_attr(ctx, text).map_err(|problem| {
                    ("backend_config", format!("is no dictionary: {}", problem.message))
                })?;
                attrs.push(("backend_config", dictionary));
            }
            Some(Value::Raw(text)) => attrs.push(("backend_config", ctx.string_attr(text))),
            Some(Value::String(text)) if version == Some(TYPED_FFI) && ctx.bytes_of(*text).is_empty() => {}
            Some(Value::String(text)) => {
                attrs.push(("backend_config", ctx.attr(AttrKind::String { value: *text, ty: None })));
            }
            _ => {}
        }
        Ok(())
    },
    |ir, op, out| {
        // jax writes the typed interface as dictionary beside an empty string (spec hlo_text.md §9.1).
        let compatible = ir.attr(op, "mhlo.backend_config");
        let version = ir.attr_i64(op, "api_version").unwrap_or(1);
        let version = if compatible.is_some() { TYPED_FFI } else { version };
        if version != 1 {
            let word = usize::try_from(version).ok().and_then(|version| API_VERSIONS.get(version));
            let Some(word) = word else { return unknown("api_version") };
            out.push(("api_version", word.to_string()));
        }
        let Some(config) = compatible.or(ir.attr(op, "backend_config")) else { return Ok(()) };
        match ir.ctx.attr_kind(config) {
            AttrKind::String { value, .. } => {
                let bytes = ir.ctx.bytes_of(*value);
                if !bytes.is_empty() {
                    out.push(("backend_config", quoted(bytes)));
                }
            }
            _ => out.push(("backend_config", crate::ir::text::attr_string(ir.ctx, config))),
        }
        Ok(())
    },
);

/// `operand_layout_constraints={f32[4,16]{1,0}}`: shapes in the text, orders of dimensions in the op.
pub(super) const OPERAND_LAYOUTS: Field = custom(
    &["operand_layout_constraints"],
    &["operand_layouts"],
    |ctx, found, attrs| {
        let Some(Value::Shapes(shapes)) = found.get("operand_layout_constraints") else { return Ok(()) };
        let layouts: Vec<Attr> = shapes.iter().map(|shape| layout_attr(ctx, shape.ty, shape.text)).collect();
        attrs.push(("operand_layouts", ctx.array_attr(&layouts)));
        Ok(())
    },
    |ir, op, out| {
        let Some(layouts) = ir.attr(op, "operand_layouts").and_then(|attr| ir.ctx.as_array(attr)) else {
            return Ok(());
        };
        let mut text = String::from("{");
        for (index, (value, &layout)) in ir.operands(op).zip(layouts).enumerate() {
            shape::separate(index, &mut text);
            if shape::print(ir.ctx, ir.ty(value), Layout::None, &mut text).is_err() {
                return unknown("operand_layouts");
            }
            let order = ir.ctx.as_ints(layout).filter(|order| !order.is_empty());
            order.iter().for_each(|order| text.push_str(&braced(order)));
        }
        out.push(("operand_layout_constraints", text + "}"));
        Ok(())
    },
);

/// `dense<[1, 0]> : tensor<2xindex>`: the order of the dimensions of an array, from minor to major.
pub(super) fn layout_attr(ctx: &Context, ty: Type, text: &str) -> Attr {
    let rank = ctx.ranked_tensor(ty).map_or(0, |(shape, _)| shape.len());
    let order = super::hlo_text::shapes::minor_to_major(text).filter(|order| order.len() == rank);
    let order = order.unwrap_or_else(|| (0..rank).rev().collect());
    let bytes: Vec<u8> = order.iter().flat_map(|&dim| (dim as i64).to_le_bytes()).collect();
    let ty = ctx.tensor_type(&[rank as i64], ctx.ty(crate::ir::TypeKind::Index));
    ctx.dense_attr(ty, &bytes)
}
