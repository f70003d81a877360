//! The named functions that patterns call: one table.
//!
//! A function is pure: it looks at the IR and its arguments. `None` means that it has no value for these arguments.

use crate::ir::{
    Attr, AttrKind, Context, DYNAMIC, DenseData, FloatKind, IntValue, Ir, OpId, Signedness, Trait, Type,
    TypeKind, ValueId,
};
use crate::rewrite::{Call, Function, Kind, OptionValue, Val};

/// One row of the table: name, parameters, result, documentation, body.
macro_rules! functions {
    ($($name:ident ( $($param:ident),* $(; $rest:ident)? ) -> $result:ident = $run:expr, $doc:literal;)*) => {
        &[$(Function {
            name: stringify!($name),
            params: &[$(Kind::$param),*],
            rest: functions!(@rest $($rest)?),
            result: Kind::$result,
            doc: $doc,
            run: $run,
        }),*]
    };
    (@rest) => { None };
    (@rest $kind:ident) => { Some(Kind::$kind) };
}

pub(super) use functions;

/// Functions that know the IR only.
pub static FUNCTIONS: &[Function] = functions! {
    // Types
    type(VALUE) -> TYPE = |c| Some(Val::Type(c.ir.ty(c.value(0)?))), "the type of a value";
    types(ANYS) -> TYPES = types, "the types of a list of values";
    dim(TYPED, INT) -> INT = dim, "a static dimension of a shaped type; a negative number counts from the end";
    rank(TYPED) -> INT = |c| Some(Val::Int(shape(c, 0)?.len() as i64)), "the number of dimensions of a shaped type";
    shape(TYPED) -> INTS = |c| Some(Val::ints(shape(c, 0)?.iter().copied())), "the dimensions of a shaped type";
    has_static_shape(TYPED) -> BOOL = |c| Some(Val::Bool(!shape(c, 0)?.contains(&DYNAMIC))), "whether all dimensions are known";
    element_type(TYPED) -> TYPE = |c| Some(Val::Type(element_type(c.ctx(), c.ty(0)?))), "the element type of a shaped type; other types give themselves";
    num_elements(TYPED) -> INT = |c| product(shape(c, 0)?), "the number of elements of a shaped type with static shape";
    is_int(TYPED) -> BOOL = |c| Some(Val::Bool(matches!(c.ctx().kind(c.ty(0)?), TypeKind::Integer { .. }))), "whether it is an integer type, `i1` included";
    is_unsigned(TYPED) -> BOOL = |c| Some(Val::Bool(matches!(c.ctx().kind(c.ty(0)?), TypeKind::Integer { sign: Signedness::Unsigned, .. }))), "whether it is an unsigned integer type";
    is_bool(TYPED) -> BOOL = |c| Some(Val::Bool(c.ty(0)? == c.ctx().int_type(1))), "whether it is `i1`";
    is_float(TYPED) -> BOOL = |c| Some(Val::Bool(matches!(c.ctx().kind(c.ty(0)?), TypeKind::Float(_)))), "whether it is a float type";
    is_tensor(TYPED) -> BOOL = |c| Some(Val::Bool(c.ctx().ranked_tensor(c.ty(0)?).is_some())), "whether it is a ranked tensor type";
    is_tuple(TYPED) -> BOOL = |c| Some(Val::Bool(matches!(c.ctx().kind(c.ty(0)?), TypeKind::Tuple(_)))), "whether it is a tuple type";
    tuple_types(TYPED) -> TYPES = tuple_types, "the types in a tuple type";
    width(TYPED) -> INT = |c| width(c.ctx(), c.ty(0)?).map(Val::Int), "the width of an integer or float type in bits";
    bytes_of(TYPED) -> INT = bytes_of, "the size of one element in bytes (`i1` takes one), times the elements of a shaped type";
    tensor_type(INTS, TYPE) -> TYPE = |c| Some(Val::Type(c.ctx().tensor_type(&c.ints(0)?, c.ty(1)?))), "the tensor type with this shape and element type";
    with_element_type(TYPED, TYPE) -> TYPE = with_element_type, "a shaped type with another element type; other types become that type";
    with_shape(TYPED, INTS) -> TYPE = |c| Some(Val::Type(c.ctx().tensor_type(&c.ints(1)?, element_type(c.ctx(), c.ty(0)?)))), "the tensor type with this element type and another shape";
    function_type(TYPES, TYPES) -> TYPE = function_type, "the function type with these inputs and results";
    // Numbers
    min(INT, INT; INT) -> INT = |c| ints(c)?.into_iter().min().map(Val::Int), "the smallest";
    max(INT, INT; INT) -> INT = |c| ints(c)?.into_iter().max().map(Val::Int), "the largest";
    ceildiv(INT, INT) -> INT = |c| ceildiv(c.int(0)?, c.int(1)?).map(Val::Int), "the quotient rounded up; the divisor is positive";
    align_up(INT, INT) -> INT = |c| ceildiv(c.int(0)?, c.int(1)?)?.checked_mul(c.int(1)?).map(Val::Int), "the next multiple of the second number";
    product(INTS) -> INT = |c| product(&c.ints(0)?), "the product of a list";
    sum(INTS) -> INT = |c| c.ints(0)?.into_iter().try_fold(0i64, i64::checked_add).map(Val::Int), "the sum of a list";
    to_float(INT) -> FLOAT = |c| Some(Val::Float(c.int(0)? as f64)), "an integer as a float";
    // Strings
    str(ANY) -> STR = |c| to_text(c).map(|s| Val::str(&s)), "an integer, word or attribute as text";
    join(STR, STR) -> STR = |c| Some(Val::str(&format!("{}{}", c.text(0)?, c.text(1)?))), "one string behind the other";
    find(STR, STR) -> INT = |c| c.text(0)?.find(c.text(1)?).map(|at| Val::Int(at as i64)), "the byte where the second string first stands in the first";
    len(ANY) -> INT = len, "the length of a list, or of a string in bytes";
    starts_with(STR, STR) -> BOOL = |c| Some(Val::Bool(c.text(0)?.starts_with(c.text(1)?))), "whether the first string starts with the second";
    // Lists
    concat(ANYS, ANYS; ANYS) -> ANYS = concat, "lists one behind the other";
    slice(ANYS, INT, INT) -> ANYS = slice, "the items from one index up to, not including, another; negative indices count from the end";
    reverse(ANYS) -> ANYS = |c| Some(Val::List(c.list(0)?.iter().rev().cloned().collect())), "a list backwards";
    set(ANYS, INT, ANY) -> ANYS = set, "a list with one item replaced; a negative index counts from the end";
    iota(INT) -> INTS = |c| (0..=1 << 20).contains(&c.int(0)?).then(|| Val::ints(0..c.int(0).unwrap_or(0))), "0, 1, ... up to, not including, n";
    is_iota(INTS) -> BOOL = |c| Some(Val::Bool(c.ints(0)?.iter().enumerate().all(|(i, &v)| v == i as i64))), "whether a list is 0, 1, ...";
    compose(INTS, INTS) -> INTS = compose, "the permutation that applies the first, then the second: item i is first[second[i]]";
    index_of(ANYS, ANY) -> INT = |c| c.list(0)?.iter().position(|v| v.equals(&c.args[1], c.ctx())).map(|i| Val::Int(i as i64)), "the index of the first equal item";
    // Values and ops
    use_count(VALUE) -> INT = |c| Some(Val::Int(c.ir.uses(c.value(0)?).count() as i64)), "the number of uses of a value";
    one_use(VALUE) -> BOOL = |c| Some(Val::Bool(c.ir.has_one_use(c.value(0)?))), "whether a value has exactly one use";
    unused(VALUE) -> BOOL = |c| Some(Val::Bool(c.ir.is_unused(c.value(0)?))), "whether a value has no use";
    same_block(VALUE, VALUE) -> BOOL = |c| Some(Val::Bool(c.ir.def_block(c.value(0)?) == c.ir.def_block(c.value(1)?))), "whether two values are defined in one block";
    is_block_arg(VALUE) -> BOOL = |c| Some(Val::Bool(c.ir.def_op(c.value(0)?).is_none())), "whether a value is a block argument";
    result_number(VALUE) -> INT = result_number, "which result of its op a value is";
    defined_by(VALUE, STR) -> BOOL = defined_by, "whether an op of this name defines a value";
    has_attr(OP, STR) -> BOOL = |c| Some(Val::Bool(c.ir.attr(c.op(0)?, c.text(1)?).is_some())), "whether an op has an attribute";
    attr(OP, STR) -> ATTR = |c| c.ir.attr(c.op(0)?, c.text(1)?).map(Val::Attr), "an attribute of an op by name";
    def_attr(VALUE, STR) -> ATTR = |c| c.ir.attr(c.ir.def_op(c.value(0)?)?, c.text(1)?).map(Val::Attr), "an attribute of the op that defines a value";
    operands(OP) -> VALUES = |c| Some(Val::List(c.ir.operands(c.op(0)?).map(Val::Value).collect())), "the operands of an op";
    num_operands(OP) -> INT = |c| Some(Val::Int(c.ir.operand_count(c.op(0)?) as i64)), "the number of operands of an op";
    num_results(OP) -> INT = |c| Some(Val::Int(c.ir.results(c.op(0)?).len() as i64)), "the number of results of an op";
    parent_is(OP, STR) -> BOOL = |c| Some(Val::Bool(c.ir.parent_op(c.op(0)?).is_some_and(|p| c.ir.name(p) == c.text(1).unwrap_or_default()))), "whether the parent of an op has this name";
    parent_attr(OP, STR) -> ATTR = parent_attr, "an attribute by name from the nearest enclosing op that has it";
    is_top_level(OP) -> BOOL = |c| Some(Val::Bool(is_top_level(c.ir, c.op(0)?))), "whether an op stands directly in the entry function: `main`, else the only public one";
    symbol_exists(OP, STR) -> BOOL = |c| Some(Val::Bool(c.ir.resolve_symbol(c.op(0)?, c.text(1)?).is_some())), "whether a symbol can be seen from an op";
    option(STR) -> ANY = option, "an option of the pass; no value if it is not set";
    holds(STR) -> BOOL = |c| {
        let (dialect, mut found) = (c.text(0)?, false);
        c.ir.walk(c.root, |ir, op| found |= ir.name(op).split('.').next() == Some(dialect));
        Some(Val::Bool(found))
    }, "whether an op of this dialect stands inside of the matched op";
    // Constants
    const_attr(VALUE) -> ATTR = |c| const_attr(c.ir, c.value(0)?).map(Val::Attr), "the attribute of the constant that defines a value";
    splat(VALUE) -> ATTR = |c| splat(c.ctx(), const_attr(c.ir, c.value(0)?)?).map(Val::Attr), "the element that all elements of a constant are equal to";
    const_ints(VALUE) -> INTS = |c| c.ctx().as_ints(const_attr(c.ir, c.value(0)?)?).map(Val::ints), "the elements of an integer constant";
    // Attributes
    i64_array(INTS) -> ATTR = |c| Some(Val::Attr(c.ctx().i64_array_attr(&c.ints(0)?))), "the attribute `array<i64: ...>`";
    i32_array(INTS) -> ATTR = i32_array, "the attribute `array<i32: ...>`";
    int_attr(INT, TYPE) -> ATTR = int_attr, "an integer attribute of this type";
    symbol(STR) -> ATTR = |c| Some(Val::Attr(c.ctx().symbol_attr(c.text(0)?))), "the symbol reference with this name";
    symbols(ANYS) -> ATTR = symbols, "the array of these symbol references";
    iota_attr(INT) -> ATTR = iota_attr, "`dense<[0, 1, ...]> : tensor<nxi64>`";
    dense_splat(TYPE, ANY) -> ATTR = dense_splat, "the constant of this tensor type with this number everywhere";
    dense_ints(TYPE, INTS) -> ATTR = dense_ints, "the constant of this integer tensor type with these elements";
};

fn shape<'c>(c: &Call<'_, 'c>, index: usize) -> Option<&'c [i64]> {
    c.ctx().shaped(c.ty(index)?).map(|s| s.0)
}

fn element_type(ctx: &Context, ty: Type) -> Type {
    ctx.shaped(ty).map_or(ty, |s| s.1)
}

fn types(c: &Call<'_, '_>) -> Option<Val> {
    let items: Option<Vec<Val>> = c.list(0)?.iter().map(|v| v.clone().coerce(c.ir, Kind::TYPED)).collect();
    Some(Val::List(items?.into()))
}

/// An index that may count from the end, if it is in range.
fn index(at: i64, len: usize) -> Option<usize> {
    let at = if at < 0 { at + len as i64 } else { at };
    usize::try_from(at).ok().filter(|&i| i < len)
}

fn dim(c: &Call<'_, '_>) -> Option<Val> {
    let shape = shape(c, 0)?;
    let size = shape[index(c.int(1)?, shape.len())?];
    (size != DYNAMIC).then_some(Val::Int(size))
}

fn tuple_types(c: &Call<'_, '_>) -> Option<Val> {
    match c.ctx().kind(c.ty(0)?) {
        TypeKind::Tuple(items) => Some(Val::types(items.iter().copied())),
        _ => None,
    }
}

fn width(ctx: &Context, ty: Type) -> Option<i64> {
    match ctx.kind(element_type(ctx, ty)) {
        TypeKind::Integer { width, .. } => Some(i64::from(*width)),
        TypeKind::Float(kind) => Some(i64::from(kind.width())),
        _ => None,
    }
}

fn bytes_of(c: &Call<'_, '_>) -> Option<Val> {
    let ty = c.ty(0)?;
    let size = width(c.ctx(), ty)?.checked_add(7)? / 8;
    let Some(Val::Int(count)) = product(c.ctx().shaped(ty).map_or(&[], |s| s.0)) else { return None };
    size.checked_mul(count).map(Val::Int)
}

fn with_element_type(c: &Call<'_, '_>) -> Option<Val> {
    let (ty, elem) = (c.ty(0)?, c.ty(1)?);
    let kind = match c.ctx().kind(ty).clone() {
        TypeKind::RankedTensor { shape, encoding, .. } => TypeKind::RankedTensor { shape, elem, encoding },
        TypeKind::Vector { shape, scalable, .. } => TypeKind::Vector { shape, scalable, elem },
        TypeKind::MemRef { shape, layout, space, .. } => TypeKind::MemRef { shape, elem, layout, space },
        _ => return Some(Val::Type(elem)),
    };
    Some(Val::Type(c.ctx().ty(kind)))
}

fn type_list(c: &Call<'_, '_>, index: usize) -> Option<Vec<Type>> {
    c.list(index)?.iter().map(|v| if let Val::Type(ty) = v { Some(*ty) } else { None }).collect()
}

fn function_type(c: &Call<'_, '_>) -> Option<Val> {
    Some(Val::Type(c.ctx().function_type(&type_list(c, 0)?, &type_list(c, 1)?)))
}

/// All arguments as integers.
fn ints(c: &Call<'_, '_>) -> Option<Vec<i64>> {
    (0..c.args.len()).map(|i| c.int(i)).collect()
}

fn ceildiv(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0))
}

fn product(items: &[i64]) -> Option<Val> {
    let product = items.iter().try_fold(1i64, |acc, &v| if v == DYNAMIC { None } else { acc.checked_mul(v) });
    product.map(Val::Int)
}

fn to_text(c: &Call<'_, '_>) -> Option<String> {
    Some(match c.args.first()? {
        Val::Int(v) => v.to_string(),
        Val::Float(v) => v.to_string(),
        Val::Bool(v) => v.to_string(),
        Val::Str(v) => v.to_string(),
        Val::Type(ty) => crate::ir::text::type_string(c.ctx(), *ty),
        Val::Attr(attr) => match (c.ctx().as_text(*attr), c.ctx().as_i64(*attr)) {
            (Some(text), _) => text.to_string(),
            (_, Some(value)) => value.to_string(),
            _ => crate::ir::text::attr_string(c.ctx(), *attr),
        },
        _ => return None,
    })
}

fn len(c: &Call<'_, '_>) -> Option<Val> {
    let len = match c.args.first()? {
        Val::Str(text) => text.len(),
        Val::List(items) => items.len(),
        Val::Attr(attr) => match c.ctx().as_text(*attr) {
            Some(text) => text.len(),
            None => {
                c.ctx().as_ints(*attr).map(|l| l.len()).or_else(|| c.ctx().as_array(*attr).map(<[_]>::len))?
            }
        },
        _ => return None,
    };
    Some(Val::Int(len as i64))
}

fn concat(c: &Call<'_, '_>) -> Option<Val> {
    let mut items = Vec::new();
    for i in 0..c.args.len() {
        items.extend(c.list(i)?.iter().cloned());
    }
    Some(Val::List(items.into()))
}

fn slice(c: &Call<'_, '_>) -> Option<Val> {
    let items = c.list(0)?;
    let end = |at: i64| {
        let at = if at < 0 { at + items.len() as i64 } else { at };
        usize::try_from(at).ok().filter(|&i| i <= items.len())
    };
    let (from, to) = (end(c.int(1)?)?, end(c.int(2)?)?);
    (from <= to).then(|| Val::List(items[from..to].into()))
}

fn set(c: &Call<'_, '_>) -> Option<Val> {
    let mut items = c.list(0)?.to_vec();
    let at = index(c.int(1)?, items.len())?;
    items[at] = c.args[2].clone();
    Some(Val::List(items.into()))
}

fn compose(c: &Call<'_, '_>) -> Option<Val> {
    let (first, second) = (c.ints(0)?, c.ints(1)?);
    let items: Option<Vec<i64>> =
        second.iter().map(|&i| usize::try_from(i).ok().and_then(|i| first.get(i).copied())).collect();
    items.map(Val::ints)
}

fn result_number(c: &Call<'_, '_>) -> Option<Val> {
    let value = c.value(0)?;
    let op = c.ir.def_op(value)?;
    c.ir.results(op).iter().position(|&r| r == value).map(|i| Val::Int(i as i64))
}

fn defined_by(c: &Call<'_, '_>) -> Option<Val> {
    let name = c.text(1)?;
    Some(Val::Bool(c.ir.def_op(c.value(0)?).is_some_and(|op| c.ir.name(op) == name)))
}

fn parent_attr(c: &Call<'_, '_>) -> Option<Val> {
    let name = c.text(1)?;
    std::iter::successors(c.ir.parent_op(c.op(0)?), |&op| c.ir.parent_op(op))
        .find_map(|op| c.ir.attr(op, name))
        .map(Val::Attr)
}

/// Whether an op stands directly in the body of the entry function: `main`, else the only public function.
pub fn is_top_level(ir: &Ir<'_>, op: OpId) -> bool {
    let Some(function) = ir.parent_op(op) else { return false };
    let Some(table) = ir.symbol_table(function) else { return false };
    if table != ir.root() {
        return false;
    }
    if let Some(main) = ir.lookup_symbol(table, "main") {
        return main == function;
    }
    let is_public = |&f: &OpId| {
        ir.has_trait(f, Trait::Symbol)
            && ir.attr(f, "function_type").is_some()
            && matches!(ir.attr_text(f, "sym_visibility"), None | Some("public"))
    };
    let mut public = ir.body_ops(table).filter(is_public);
    public.next() == Some(function) && public.next().is_none()
}

fn option(c: &Call<'_, '_>) -> Option<Val> {
    let name = c.text(0)?;
    c.options.iter().find(|(n, _)| n == name).map(|(_, value)| match value {
        OptionValue::Str(text) => Val::str(text),
        OptionValue::Bool(value) => Val::Bool(*value),
        OptionValue::Int(value) => Val::Int(*value),
    })
}

/// The `value` attribute of the constant that defines a value.
pub fn const_attr(ir: &Ir<'_>, value: ValueId) -> Option<Attr> {
    let op = ir.def_op(value).filter(|&op| ir.has_trait(op, Trait::ConstantLike))?;
    ir.attr(op, "value")
}

/// The element that all elements of a constant are equal to, as an integer or float attribute; scalars are their own.
pub fn splat(ctx: &Context, attr: Attr) -> Option<Attr> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { .. } | AttrKind::Float { .. } => Some(attr),
        AttrKind::Dense { ty, data: DenseData::Bytes(data), splat } => {
            let (shape, elem) = ctx.shaped(*ty)?;
            if !splat && shape.iter().product::<i64>() != 1 {
                return None;
            }
            if data.len() > 16 {
                return None;
            }
            let mut raw = [0; 16];
            raw[..data.len()].copy_from_slice(data);
            let bits = u128::from_le_bytes(raw);
            match ctx.kind(elem) {
                TypeKind::Float(_) => Some(ctx.attr(AttrKind::Float { bits, ty: elem })),
                TypeKind::Integer { width, sign } if *width <= 64 => {
                    let value = if *width == 1 || *sign == Signedness::Unsigned {
                        num_bigint::BigInt::from(bits)
                    } else {
                        let shift = 128 - 8 * data.len() as u32;
                        num_bigint::BigInt::from((bits as i128) << shift >> shift)
                    };
                    Some(ctx.attr(AttrKind::Integer { value: IntValue::from_big(value), ty: elem }))
                }
                TypeKind::Index => {
                    Some(ctx.attr(AttrKind::Integer { value: (bits as i64).into(), ty: elem }))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn i32_array(c: &Call<'_, '_>) -> Option<Val> {
    let items: Option<Vec<i32>> = c.ints(0)?.into_iter().map(|v| i32::try_from(v).ok()).collect();
    Some(Val::Attr(c.ctx().i32_array_attr(&items?)))
}

fn symbols(c: &Call<'_, '_>) -> Option<Val> {
    let item = |value: &Val| if let Val::Attr(attr) = value { Some(*attr) } else { None };
    let items: Vec<Attr> = c.list(0)?.iter().map(item).collect::<Option<_>>()?;
    Some(Val::Attr(c.ctx().array_attr(&items)))
}

fn int_attr(c: &Call<'_, '_>) -> Option<Val> {
    c.ctx().integer_attr(c.int(0)?, c.ty(1)?).map(Val::Attr)
}

/// How many elements a function may spell out in a constant.
const MAX_ELEMENTS: i64 = 1 << 28;

fn iota_attr(c: &Call<'_, '_>) -> Option<Val> {
    let n = c.int(0).filter(|n| (0..=MAX_ELEMENTS).contains(n))?;
    let bytes: Vec<u8> = (0..n).flat_map(i64::to_le_bytes).collect();
    let ty = c.ctx().tensor_type(&[n], c.ctx().int_type(64));
    Some(Val::Attr(c.ctx().dense_attr(ty, &bytes)))
}

/// The bytes of a number as an element of this type, as `dense` stores it.
fn element_bytes(c: &Call<'_, '_>, elem: Type, value: &Val) -> Option<Vec<u8>> {
    let ctx = c.ctx();
    let size = usize::try_from(width(ctx, elem)?).ok()?.div_ceil(8);
    let bits = match (ctx.kind(elem), value.clone()) {
        (TypeKind::Float(kind), value) => {
            let Val::Float(value) = value.coerce(c.ir, Kind::FLOAT)? else { return None };
            let attr = float_bits(ctx, value, *kind)?;
            attr.to_le_bytes().to_vec()
        }
        (TypeKind::Integer { width, .. }, value) => {
            let Val::Int(value) = value.coerce(c.ir, Kind::INT)? else { return None };
            if *width < 64 && !(-(1i64 << (width - 1))..1 << width).contains(&value) {
                return None;
            }
            i128::from(value).to_le_bytes().to_vec()
        }
        _ => return None,
    };
    bits.get(..size).map(<[u8]>::to_vec)
}

fn float_bits(ctx: &Context, value: f64, kind: FloatKind) -> Option<u128> {
    match ctx.attr_kind(crate::rewrite::float_attr(ctx, value, kind)?) {
        AttrKind::Float { bits, .. } => Some(*bits),
        _ => None,
    }
}

fn dense_splat(c: &Call<'_, '_>) -> Option<Val> {
    let ty = c.ty(0)?;
    let (shape, elem) = c.ctx().shaped(ty)?;
    let Some(Val::Int(count)) = product(shape) else { return None };
    let data = if count == 0 { Vec::new() } else { element_bytes(c, elem, &c.args[1])? };
    let kind = AttrKind::Dense { ty, splat: count > 0, data: DenseData::Bytes(data.into()) };
    Some(Val::Attr(c.ctx().attr(kind)))
}

fn dense_ints(c: &Call<'_, '_>) -> Option<Val> {
    let ty = c.ty(0)?;
    let (shape, elem) = c.ctx().shaped(ty)?;
    let items = c.ints(1)?;
    let Some(Val::Int(count)) = product(shape) else { return None };
    if items.len() as i64 != count {
        return None;
    }
    let mut data = Vec::new();
    for item in items {
        data.extend(element_bytes(c, elem, &Val::Int(item))?);
    }
    Some(Val::Attr(c.ctx().dense_attr(ty, &data)))
}
