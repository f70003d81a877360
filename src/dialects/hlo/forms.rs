//! The text forms: StableHLO's, for reading as for printing. Ops that StableHLO prints generically (`gather`,
//! `scatter`, `sort`, `case`, `if`, `reduce_window`) have none.

use super::attrs::{DotDims, Precision};
use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, OptionalGroup, Piece, run};
use crate::ir::text::{Form, Parse};
use crate::ir::{Attr, Context, TypeKind};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/hlo.pest"]
pub(super) struct Grammar;

/// The piece for a rule of the grammar.
macro_rules! rule {
    ($rule:ident, $print:literal $(, $bind:expr)* $(,)?) => {
        Piece::Rule(GrammarRule {
            run: |text, found| run::<$crate::dialects::hlo::forms::Grammar, _>(
                $crate::dialects::hlo::forms::Rule::$rule,
                text,
                found,
            ),
            binds: &[$($bind),*],
            print: $print,
        })
    };
}

pub(super) use rule;

/// `operands {attributes} : (operand types) -> result types`
macro_rules! functional {
    ($($rule:tt)*) => {
        Form::new(&[rule!($($rule)*), Piece::AttrDict, Piece::Lit(":"), Piece::FunctionalType])
    };
}

/// `operands {attributes} : type`, functional if operands and results differ in type.
macro_rules! same_type {
    ($($rule:tt)*) => {
        Form::new(&[rule!($($rule)*), Piece::AttrDict, Piece::Lit(":"), Piece::SameType])
    };
}

pub(super) static UNARY: Form = same_type!(unary, "$operand");
pub(super) static BINARY: Form = same_type!(binary, "$lhs, $rhs");
/// `lhs, rhs : type` with the type of the result, which has the operands' as its parts.
pub(super) static COMPLEX: Form = Form::new(&[
    rule!(binary, "$lhs, $rhs"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_complex_type, print: print_result_type }),
]);

fn parse_complex_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ctx = p.ctx();
    let at = p.parser().offset();
    let ty = p.parse_type()?;
    let parts = ctx.ranked_tensor(ty).and_then(|(shape, elem)| match ctx.kind(elem) {
        TypeKind::Complex(part) => Some(ctx.tensor_type(shape, *part)),
        _ => None,
    });
    let Some(parts) = parts else { return p.error_from(at, "expected a tensor of complex numbers") };
    p.set_operand_types(&[parts, parts]);
    p.add_result("result", ty);
    Ok(())
}

fn print_result_type(p: &mut OpPrinter<'_, '_, '_>) {
    p.put(" ");
    p.value_type(p.ir().result(p.op, 0));
}

pub(super) static REDUCE_PRECISION: Form = same_type!(
    reduce_precision,
    "$operand, format = e$exponent_bits{?mantissa_bits:m$mantissa_bits}",
    ("exponent_bits", Bind::Int(32)),
    ("mantissa_bits", Bind::Int(32)),
);
/// Always with a functional type.
pub(super) static BINARY_FUNCTIONAL: Form = functional!(binary, "$lhs, $rhs");
pub(super) static SELECT_FUNCTIONAL: Form = functional!(select, "$pred, $on_true, $on_false");
/// `type -> type`, as CHLO has it.
pub(super) static ARROW: Form =
    Form::new(&[rule!(unary, "$operand"), Piece::AttrDict, Piece::Lit(":"), ARROW_TYPE]);
/// `type, type -> type`
pub(super) static ARROW_PAIR: Form =
    Form::new(&[rule!(binary, "$lhs, $rhs"), Piece::AttrDict, Piece::Lit(":"), ARROW_TYPE]);
const ARROW_TYPE: Piece =
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_arrow_type, print: print_plain_arrow_type });

/// The result's type is all there is to say.
pub(super) static RESULT_TYPE: Form = Form::new(&[
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_result_type, print: print_result_type }),
]);

fn parse_result_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ty = p.parse_type()?;
    p.add_results(&[ty]);
    Ok(())
}

pub(super) static AFTER_ALL: Form = Form::new(&[
    rule!(after_all, "{?inputs: $inputs}"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_shared_type, print: print_result_type }),
]);

/// One type of the result and of all operands.
fn parse_shared_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ty = p.parse_type()?;
    let count = p.operand_count();
    p.set_operand_types(&vec![ty; count]);
    p.add_results(&[ty]);
    Ok(())
}

pub(super) static BROADCAST: Form =
    functional!(broadcast, "$operand, sizes = [$broadcast_sizes]", ("broadcast_sizes", Bind::Ints(64)));
pub(super) static DYNAMIC_BROADCAST_IN_DIM: Form = functional!(
    dynamic_broadcast_in_dim,
    "$operand, $output_dimensions, dims = [$broadcast_dimensions]",
    ("broadcast_dimensions", Bind::Ints(64))
);
pub(super) static DYNAMIC_IOTA: Form = functional!(dynamic_iota, "$output_shape, dim = $iota_dimension");
pub(super) static DYNAMIC_PAD: Form = functional!(
    dynamic_pad,
    "$operand, $padding_value, $edge_padding_low, $edge_padding_high, $interior_padding"
);
pub(super) static DYNAMIC_RESHAPE: Form = functional!(dynamic_reshape, "$operand, $output_shape");
pub(super) static REAL_DYNAMIC_SLICE: Form =
    functional!(real_dynamic_slice, "$operand, $start_indices, $limit_indices, $strides");
pub(super) static GET_DIMENSION_SIZE: Form = functional!(get_dimension_size, "$operand, dim = $dimension");
pub(super) static SET_DIMENSION_SIZE: Form =
    functional!(set_dimension_size, "$operand, $size, dim = $dimension");
pub(super) static DOT: Form = functional!(
    dot,
    "$lhs, $rhs{?precision_config:, precision = $precision_config}",
    ("precision_config", Bind::With(parse_precisions, print_precisions)),
);
pub(super) static EINSUM: Form = functional!(einsum, "$lhs, $rhs, config = $einsum_config");
pub(super) static UNARY_EINSUM: Form = functional!(unary_einsum, "$operand, config = $einsum_config");
pub(super) static CHOLESKY: Form = same_type!(cholesky, "$a{?lower:, lower = $lower}");
pub(super) static FFT: Form = functional!(
    fft,
    "$operand, type = $fft_type, length = [$fft_length]",
    ("fft_type", Bind::Enum("#stablehlo<fft_type ", ">")),
    ("fft_length", Bind::Ints(64)),
);
pub(super) static RNG: Form = functional!(
    rng,
    "$a, $b, $shape, distribution = $rng_distribution",
    ("rng_distribution", Bind::Enum("#stablehlo<rng_distribution ", ">")),
);
pub(super) static RNG_BIT_GENERATOR: Form = functional!(
    rng_bit_generator,
    "$initial_state, algorithm = $rng_algorithm",
    ("rng_algorithm", Bind::Enum("#stablehlo<rng_algorithm ", ">")),
);

pub(super) static IS_FINITE: Form = functional!(is_finite, "$x");
pub(super) static CLAMP: Form = same_type!(clamp, "$min, $operand, $max");
pub(super) static MOVE: Form = functional!(unary, "$operand");
pub(super) static TRANSPOSE: Form =
    functional!(transpose, "$operand, dims = [$permutation]", ("permutation", Bind::Ints(64)));
pub(super) static REVERSE: Form =
    same_type!(reverse, "$operand, dims = [$dimensions]", ("dimensions", Bind::Ints(64)));
pub(super) static BROADCAST_IN_DIM: Form = functional!(
    broadcast_in_dim,
    "$operand, dims = [$broadcast_dimensions]",
    ("broadcast_dimensions", Bind::Ints(64))
);
pub(super) static CONCATENATE: Form = functional!(concatenate, "$inputs, dim = $dimension");
pub(super) static DYNAMIC_SLICE: Form = functional!(
    dynamic_slice,
    "$operand{?start_indices:, $start_indices}, sizes = [$slice_sizes]",
    ("slice_sizes", Bind::Ints(64))
);
pub(super) static DYNAMIC_UPDATE_SLICE: Form =
    functional!(dynamic_update_slice, "$operand, $update{?start_indices:, $start_indices}");
pub(super) static PAD: Form = functional!(
    pad,
    "$operand, $padding_value, low = [$edge_padding_low], high = [$edge_padding_high], interior = [$interior_padding]",
    ("edge_padding_low", Bind::Ints(64)),
    ("edge_padding_high", Bind::Ints(64)),
    ("interior_padding", Bind::Ints(64)),
);
pub(super) static COMPARE: Form = functional!(
    compare,
    "$comparison_direction, $lhs, $rhs{?compare_type:, $compare_type}",
    ("comparison_direction", Bind::Enum("#stablehlo<comparison_direction ", ">")),
    ("compare_type", Bind::Enum("#stablehlo<comparison_type ", ">")),
);
pub(super) static DOT_GENERAL: Form = functional!(
    dot_general,
    "$lhs, $rhs, $dot_dimension_numbers{?precision_config:, precision = $precision_config}{?algorithm:, algorithm = $algorithm}",
    ("dot_dimension_numbers", Bind::With(parse_dot_dims, print_dot_dims)),
    ("precision_config", Bind::With(parse_precisions, print_precisions)),
    ("algorithm", Bind::Enum("#stablehlo.dot_algorithm", "")),
);
pub(super) static CUSTOM_CALL: Form =
    functional!(custom_call, "$call_target_name($inputs)", ("call_target_name", Bind::SymbolName));
pub(super) static COMPOSITE: Form = functional!(composite, "$name{?inputs: $inputs}");
pub(super) static GET_TUPLE_ELEMENT: Form =
    functional!(get_tuple_element, "$operand[$index]", ("index", Bind::Int(32)));

pub(super) static IOTA: Form = Form::new(&[
    rule!(iota, "dim = $iota_dimension"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["output"]),
]);

pub(super) static CONSTANT: Form = Form::new(&[Piece::AttrDict, Piece::TypedAttr("value", "output")]);

pub(super) static RETURN: Form = Form::new(&[
    rule!(returned, "{?results: $results}"),
    Piece::AttrDict,
    Piece::Optional(OptionalGroup {
        first: ":",
        present: |ir, op| ir.operand_count(op) > 0,
        pieces: &[Piece::Types("results")],
    }),
]);

pub(super) static SELECT: Form = Form::new(&[
    rule!(select, "$pred, $on_true, $on_false"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_select_type, print: print_select_type }),
]);

/// `pred type, type`, or a functional type.
fn parse_select_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    if p.at("(") {
        return p.functional_type();
    }
    let pred = p.parse_type()?;
    p.expect(",")?;
    let ty = p.parse_type()?;
    p.set_operand_types(&[pred, ty, ty]);
    p.add_result("result", ty);
    Ok(())
}

fn print_select_type(p: &mut OpPrinter<'_, '_, '_>) {
    p.put(" ");
    let (ir, op) = (p.ir(), p.op);
    let types: Vec<_> =
        ir.operands(op).chain(ir.results(op).iter().copied()).map(|value| ir.ty(value)).collect();
    match types.as_slice() {
        &[pred, a, b, result] if a == b && a == result => {
            p.ty(pred);
            p.put(", ");
            p.ty(result);
        }
        _ => p.functional_type(),
    }
}

pub(super) static SLICE: Form = Form::new(&[
    Piece::Custom(CustomPiece {
        attrs: &["start_indices", "limit_indices", "strides"],
        parse: parse_slice,
        print: print_slice,
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

/// `%x [start:limit, start:limit:stride]`
fn parse_slice(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ctx = p.ctx();
    let operand = p.value_use()?;
    p.add_operand("operand", operand);
    let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    p.expect("[")?;
    p.list("]", |p| {
        starts.push(p.integer()?);
        p.expect(":")?;
        limits.push(p.integer()?);
        strides.push(if p.eat(":") { p.integer()? } else { 1 });
        Ok(())
    })?;
    p.set_attr("start_indices", ctx.i64_array_attr(&starts));
    p.set_attr("limit_indices", ctx.i64_array_attr(&limits));
    p.set_attr("strides", ctx.i64_array_attr(&strides));
    Ok(())
}

fn print_slice(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    p.put(" ");
    p.values(&p.operands("operand"));
    p.put(" [");
    let list = |name| ir.attr_ints(op, name).unwrap_or_default();
    let bounds = list("start_indices").into_iter().zip(list("limit_indices"));
    for (index, ((start, limit), stride)) in bounds.zip(list("strides")).enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        p.number(start);
        p.put(":");
        p.number(limit);
        if stride != 1 {
            p.put(":");
            p.number(stride);
        }
    }
    p.put("]");
}

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`
fn parse_dot_dims(ctx: &Context, text: &str) -> Result<Attr, String> {
    let lists = text.split('[').skip(1).map(|part| {
        let inner = part.split(']').next().unwrap_or_default();
        inner.split(',').map(str::trim).filter(|n| !n.is_empty()).map(str::parse).collect()
    });
    let lists = lists
        .collect::<Result<Vec<Vec<usize>>, _>>()
        .map_err(|_| "dimensions are numbers that are not negative")?;
    let mut dims = DotDims::default();
    let (batching, contracting) = lists.split_at(lists.len().saturating_sub(2));
    if let [lhs, rhs] = batching {
        dims.lhs_batching_dimensions = lhs.clone();
        dims.rhs_batching_dimensions = rhs.clone();
    }
    if let [lhs, rhs] = contracting {
        dims.lhs_contracting_dimensions = lhs.clone();
        dims.rhs_contracting_dimensions = rhs.clone();
    }
    Ok(dims.attr(ctx))
}

fn print_dot_dims(ctx: &Context, attr: Attr) -> String {
    let dims = DotDims::read(ctx, attr).unwrap_or_default();
    let contracting = format!(
        "contracting_dims = {:?} x {:?}",
        dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions
    );
    if dims.lhs_batching_dimensions.is_empty() && dims.rhs_batching_dimensions.is_empty() {
        return contracting;
    }
    format!(
        "batching_dims = {:?} x {:?}, {contracting}",
        dims.lhs_batching_dimensions, dims.rhs_batching_dimensions
    )
}

/// `[DEFAULT, HIGHEST]`
fn parse_precisions(ctx: &Context, text: &str) -> Result<Attr, String> {
    let words = text.trim_matches(['[', ']']).split(',').map(str::trim).filter(|word| !word.is_empty());
    let items = words.map(|word| {
        let attr = super::attrs::keyword_attr(ctx, Precision::KIND, word);
        Precision::read(ctx, attr)
            .map(|_| attr)
            .ok_or_else(|| format!("'{word}' is no precision: DEFAULT, HIGH or HIGHEST"))
    });
    Ok(ctx.array_attr(&items.collect::<Result<Vec<_>, _>>()?))
}

fn print_precisions(ctx: &Context, attr: Attr) -> String {
    let items = ctx.as_array(attr).unwrap_or_default();
    let words: Vec<&str> =
        items.iter().filter_map(|&item| Precision::read(ctx, item)).map(Precision::word).collect();
    format!("[{}]", words.join(", "))
}

const TOP_K_TYPE: Piece =
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_arrow_type, print: print_arrow_type });

pub(super) static TOP_K: Form = Form::new(&[
    rule!(top_k, "($operand, k = $k{?is_stable:, is_stable = $is_stable})"),
    Piece::AttrDict,
    Piece::Lit(":"),
    TOP_K_TYPE,
]);

pub(super) static TOPK: Form = Form::new(&[
    rule!(topk, "($operand, k = $k{?largest:, largest = $largest})"),
    Piece::AttrDict,
    Piece::Lit(":"),
    TOP_K_TYPE,
]);

/// `types -> type` or `types -> (types)`, or a functional type.
fn parse_arrow_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    if p.at("(") {
        return p.functional_type();
    }
    let mut operands = vec![p.parse_type()?];
    while p.eat(",") {
        operands.push(p.parse_type()?);
    }
    p.set_operand_types(&operands);
    p.expect("->")?;
    let mut results = Vec::new();
    if p.eat("(") {
        p.list(")", |p| {
            results.push(p.parse_type()?);
            Ok(())
        })?;
    } else {
        results.push(p.parse_type()?);
    }
    p.add_results(&results);
    Ok(())
}

fn print_plain_arrow_type(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    p.put(" ");
    p.types(&ir.operands(op).collect::<Vec<_>>());
    p.put(" -> ");
    p.types(ir.results(op));
}

fn print_arrow_type(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    p.put(" ");
    p.value_type(ir.operand(op, 0));
    p.put(" -> (");
    p.types(ir.results(op));
    p.put(")");
}

pub(super) static TUPLE: Form = Form::new(&[
    rule!(tuple, "{?val: $val}"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_tuple_type, print: print_result_type }),
]);

/// The tuple's type gives the types of its items.
fn parse_tuple_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let at = p.parser().offset();
    let ty = p.parse_type()?;
    let TypeKind::Tuple(items) = p.ctx().kind(ty) else {
        return p.error_from(at, "expected a tuple type");
    };
    p.set_operand_types(items);
    p.add_result("result", ty);
    Ok(())
}

pub(super) static OPTIMIZATION_BARRIER: Form = Form::new(&[
    rule!(barrier, "{?operand: $operand}"),
    Piece::Custom(CustomPiece { attrs: &[], parse: |_| Ok(()), print: print_no_operands }),
    Piece::AttrDict,
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_pairwise_types, print: print_pairwise_types }),
]);

fn print_no_operands(p: &mut OpPrinter<'_, '_, '_>) {
    if p.ir().operand_count(p.op) == 0 {
        p.put("()");
    }
}

/// `: types`, those of the operands and of the results.
fn parse_pairwise_types(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    if !p.eat(":") {
        return Ok(());
    }
    let mut types = Vec::new();
    loop {
        types.push(p.parse_type()?);
        if !p.eat(",") {
            break;
        }
    }
    p.set_operand_types(&types);
    p.add_results(&types);
    Ok(())
}

fn print_pairwise_types(p: &mut OpPrinter<'_, '_, '_>) {
    let ir = p.ir();
    if !ir.results(p.op).is_empty() {
        p.put(" : ");
        p.types(ir.results(p.op));
    }
}
