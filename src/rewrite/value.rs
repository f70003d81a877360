//! The values of the pattern language: their kinds, conversions and equality.

use std::rc::Rc;

use crate::ir::{Attr, AttrKind, Constraint, Context, FloatKind, Ir, OpId, Type, TypeKind, ValueId};

/// What a value is, lists aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// A 64-bit integer.
    Int,
    /// A double.
    Float,
    /// A truth value.
    Bool,
    /// A string.
    Str,
    /// An attribute.
    Attr,
    /// A type.
    Type,
    /// An SSA value.
    Value,
    /// A matched op.
    Op,
    /// Parameters of functions only: a type, or a value, whose type is meant.
    Typed,
    /// Anything; checked when the pattern runs.
    Any,
}

impl Base {
    /// The kind with this name in pattern files.
    pub(super) fn from_word(word: &str) -> Option<Base> {
        Some(match word {
            "Int" => Base::Int,
            "Float" => Base::Float,
            "Bool" => Base::Bool,
            "Str" => Base::Str,
            "Attr" => Base::Attr,
            "Type" => Base::Type,
            "Value" => Base::Value,
            "Op" => Base::Op,
            _ => return None,
        })
    }
}

/// What an expression gives: a base kind inside `depth` lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The innermost kind.
    pub base: Base,
    /// Number of lists around it.
    pub depth: u8,
}

#[expect(missing_docs, reason = "each constant is the kind its name says")]
impl Kind {
    pub const INT: Kind = Kind::of(Base::Int);
    pub const FLOAT: Kind = Kind::of(Base::Float);
    pub const BOOL: Kind = Kind::of(Base::Bool);
    pub const STR: Kind = Kind::of(Base::Str);
    pub const ATTR: Kind = Kind::of(Base::Attr);
    pub const TYPE: Kind = Kind::of(Base::Type);
    pub const VALUE: Kind = Kind::of(Base::Value);
    pub const OP: Kind = Kind::of(Base::Op);
    pub const TYPED: Kind = Kind::of(Base::Typed);
    pub const ANY: Kind = Kind::of(Base::Any);
    pub const INTS: Kind = Kind::INT.list();
    pub const TYPES: Kind = Kind::TYPE.list();
    pub const VALUES: Kind = Kind::VALUE.list();
    pub const ANYS: Kind = Kind::ANY.list();
    pub const STRS: Kind = Kind::STR.list();

    /// A base kind outside of lists.
    pub const fn of(base: Base) -> Kind {
        Kind { base, depth: 0 }
    }

    /// A list of this kind.
    pub const fn list(self) -> Kind {
        Kind { base: self.base, depth: self.depth + 1 }
    }

    /// The kind of the items of a list.
    pub fn item(self) -> Kind {
        match self.depth {
            0 => Kind::ANY,
            depth => Kind { base: self.base, depth: depth - 1 },
        }
    }

    /// Whether it is some kind of list for sure.
    pub fn is_list(self) -> bool {
        self.depth > 0
    }

    /// Whether a value of kind `given` may stand where this kind is wanted, perhaps after a conversion when it runs.
    pub fn accepts(self, given: Kind) -> bool {
        use Base::*;
        let (want, have) = (self, given);
        if want == have || want == Kind::ANY || have == Kind::ANY {
            return true;
        }
        if want.depth == have.depth {
            return matches!(
                (want.base, have.base),
                (Any, _)
                    | (_, Any)
                    | (Typed, Value | Type | Attr)
                    | (Float, Int)
                    | (Attr, Int | Float | Bool | Str | Type)
                    | (Int | Float | Bool | Str | Type, Attr)
            );
        }
        // An attribute may hold a list, and a list of plain values makes an attribute.
        match (want, have) {
            (_, Kind { base: Attr, depth }) if want.depth > depth => {
                matches!(want.base, Int | Float | Bool | Str | Type | Attr | Any)
            }
            (Kind { base: Attr, depth }, _) if have.depth > depth => {
                matches!(have.base, Int | Float | Bool | Str | Type | Attr | Any)
            }
            (Kind { base: Any, depth }, _) => have.depth > depth,
            (_, Kind { base: Any, depth }) => want.depth > depth,
            _ => false,
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for _ in 0..self.depth {
            f.write_str("List ")?;
        }
        f.write_str(match self.base {
            Base::Int => "Int",
            Base::Float => "Float",
            Base::Bool => "Bool",
            Base::Str => "Str",
            Base::Attr => "Attr",
            Base::Type => "Type",
            Base::Value => "Value",
            Base::Op => "Op",
            Base::Typed => "Value or Type",
            Base::Any => "Any",
        })
    }
}

/// A value.
#[derive(Clone, Debug)]
pub enum Val {
    /// An optional operand or attribute that is not there.
    Absent,
    /// See [`Base::Int`].
    Int(i64),
    /// See [`Base::Float`].
    Float(f64),
    /// See [`Base::Bool`].
    Bool(bool),
    /// See [`Base::Str`].
    Str(Rc<str>),
    /// See [`Base::Attr`].
    Attr(Attr),
    /// See [`Base::Type`].
    Type(Type),
    /// See [`Base::Value`].
    Value(ValueId),
    /// See [`Base::Op`].
    Op(OpId),
    /// A list.
    List(Rc<[Val]>),
}

impl Val {
    /// A list of integers.
    pub fn ints(items: impl IntoIterator<Item = i64>) -> Val {
        Val::List(items.into_iter().map(Val::Int).collect())
    }

    /// A list of types.
    pub fn types(items: impl IntoIterator<Item = Type>) -> Val {
        Val::List(items.into_iter().map(Val::Type).collect())
    }

    /// A string.
    pub fn str(text: &str) -> Val {
        Val::Str(text.into())
    }

    /// The value as another kind: attributes become what they hold, integers floats, values their types where a type
    /// or a value is wanted. `None` if it cannot.
    pub fn coerce(self, ir: &Ir<'_>, kind: Kind) -> Option<Val> {
        let ctx = ir.ctx;
        if kind.depth > 0 {
            return match self {
                Val::List(_) if kind == Kind::ANYS => Some(self),
                Val::List(items) => {
                    let items: Option<Rc<[Val]>> =
                        items.iter().map(|v| v.clone().coerce(ir, kind.item())).collect();
                    items.map(Val::List)
                }
                Val::Attr(attr) => match kind.item() {
                    Kind::INT | Kind::ANY if ctx.as_ints(attr).is_some() => ctx.as_ints(attr).map(Val::ints),
                    item => {
                        let items: Option<Rc<[Val]>> =
                            ctx.as_array(attr)?.iter().map(|&a| Val::Attr(a).coerce(ir, item)).collect();
                        items.map(Val::List)
                    }
                },
                _ => None,
            };
        }
        match (kind.base, self) {
            (_, Val::Absent) => None,
            (Base::Any, value) => Some(value),
            (Base::Int, v @ Val::Int(_))
            | (Base::Float, v @ Val::Float(_))
            | (Base::Bool, v @ Val::Bool(_))
            | (Base::Str, v @ Val::Str(_))
            | (Base::Attr, v @ Val::Attr(_))
            | (Base::Type | Base::Typed, v @ Val::Type(_))
            | (Base::Value, v @ Val::Value(_))
            | (Base::Op, v @ Val::Op(_)) => Some(v),
            (Base::Typed, Val::Value(value)) => Some(Val::Type(ir.ty(value))),
            (Base::Float, Val::Int(v)) => Some(Val::Float(v as f64)),
            (Base::Int, Val::Attr(a)) => ctx.as_i64(a).map(Val::Int),
            (Base::Float, Val::Attr(a)) => float_value(ctx, a).map(Val::Float),
            (Base::Bool, Val::Attr(a)) => match ctx.attr_kind(a) {
                AttrKind::Unit => Some(Val::Bool(true)),
                _ => ctx.as_bool(a).map(Val::Bool),
            },
            (Base::Str, Val::Attr(a)) => ctx.as_text(a).or_else(|| ctx.as_symbol(a)).map(Val::str),
            (Base::Type | Base::Typed, Val::Attr(a)) => ctx.as_type(a).map(Val::Type),
            (Base::Attr, value) => default_attr(ctx, &value).map(Val::Attr),
            _ => None,
        }
    }

    /// Equality as `==` and repeated names mean it. An attribute equals a plain value that it holds; floats are equal
    /// when their bits are, and an integer is equal to the float of its value.
    pub fn equals(&self, other: &Val, ctx: &Context) -> bool {
        match (self, other) {
            (Val::Absent, Val::Absent) => true,
            (Val::Int(a), Val::Int(b)) => a == b,
            (Val::Float(a), Val::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Val::Int(a), Val::Float(b)) | (Val::Float(b), Val::Int(a)) => {
                (*a as f64).to_bits() == b.to_bits()
            }
            (Val::Bool(a), Val::Bool(b)) => a == b,
            (Val::Str(a), Val::Str(b)) => a == b,
            (Val::Attr(a), Val::Attr(b)) => a == b,
            (Val::Type(a), Val::Type(b)) => a == b,
            (Val::Value(a), Val::Value(b)) => a == b,
            (Val::Op(a), Val::Op(b)) => a == b,
            (Val::List(a), Val::List(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b, ctx))
            }
            (Val::Attr(attr), plain) | (plain, Val::Attr(attr)) => holds(ctx, *attr, plain),
            _ => false,
        }
    }
}

/// Whether an attribute holds a plain value.
fn holds(ctx: &Context, attr: Attr, plain: &Val) -> bool {
    match plain {
        Val::Int(v) => {
            ctx.as_i64(attr) == Some(*v)
                || float_value(ctx, attr).is_some_and(|f| Val::Float(f).equals(plain, ctx))
        }
        Val::Bool(v) => ctx.as_bool(attr) == Some(*v),
        Val::Float(v) => {
            float_value(ctx, attr).is_some_and(|f| f.to_bits() == v.to_bits() || f.is_nan() && v.is_nan())
        }
        Val::Str(v) => ctx.as_text(attr).or_else(|| ctx.as_symbol(attr)) == Some(v),
        Val::Type(v) => ctx.as_type(attr) == Some(*v),
        Val::List(items) => {
            if let Some(ints) = ctx.as_ints(attr) {
                return ints.len() == items.len()
                    && ints.iter().zip(items.iter()).all(|(&i, v)| Val::Int(i).equals(v, ctx));
            }
            ctx.as_array(attr).is_some_and(|array| {
                array.len() == items.len()
                    && array.iter().zip(items.iter()).all(|(&a, v)| Val::Attr(a).equals(v, ctx))
            })
        }
        Val::Absent | Val::Attr(_) | Val::Value(_) | Val::Op(_) => false,
    }
}

/// The value of a float attribute of at most 64 bits.
pub(super) fn float_value(ctx: &Context, attr: Attr) -> Option<f64> {
    let AttrKind::Float { bits, ty } = ctx.attr_kind(attr) else { return None };
    let TypeKind::Float(kind) = ctx.kind(*ty) else { return None };
    let bits = *bits as u64;
    Some(match kind {
        FloatKind::F64 => f64::from_bits(bits),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::F16 => half::f16::from_bits(bits as u16).to_f64(),
        FloatKind::BF16 => half::bf16::from_bits(bits as u16).to_f64(),
        // As it prints: `1.000000e+00 : f8E4M3FN`.
        _ => return crate::ir::text::attr_string(ctx, attr).split(' ').next()?.parse().ok(),
    })
}

/// A float attribute of this type, rounded to nearest even. `None` for infinities and NaN in formats that may not
/// have them.
pub fn float_attr(ctx: &Context, value: f64, kind: FloatKind) -> Option<Attr> {
    let bits = match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F16 => u128::from(half::f16::from_f64(value).to_bits()),
        FloatKind::BF16 => u128::from(half::bf16::from_f64(value).to_bits()),
        _ if value.is_finite() => {
            let text = format!("{value:?} : {}", kind.keyword());
            return crate::ir::text::parse_attr(ctx, &text).ok();
        }
        _ => return None,
    };
    Some(ctx.attr(AttrKind::Float { bits, ty: ctx.float_type(kind) }))
}

/// The attribute a value becomes where no declaration says more: `i64`, `f32`, `array<i64: ...>`.
fn default_attr(ctx: &Context, value: &Val) -> Option<Attr> {
    candidates(ctx, value).next()
}

/// The attribute a value becomes in a slot with this constraint: the first of its forms that the constraint takes.
/// `Err` holds the description of the constraint if none does.
pub(super) fn declared_attr(
    ctx: &Context,
    value: &Val,
    constraint: &'static Constraint<Attr>,
) -> Result<Attr, &'static str> {
    candidates(ctx, value).find(|&a| (constraint.check)(ctx, a)).ok_or(constraint.description)
}

/// The attributes that may stand for a value, the most usual first.
fn candidates(ctx: &Context, value: &Val) -> Box<dyn Iterator<Item = Attr>> {
    let list: Vec<Attr> = match value {
        Val::Absent | Val::Value(_) | Val::Op(_) => Vec::new(),
        Val::Attr(attr) => vec![*attr],
        Val::Int(v) => {
            let int = |ty| ctx.integer_attr(*v, ty);
            let mut list = vec![ctx.int_attr(*v, 64)];
            for width in [32, 16, 8] {
                list.extend(int(ctx.int_type(width)));
                list.extend(int(ctx.uint_type(width)));
            }
            list.extend(int(ctx.ty(TypeKind::Index)));
            list.extend(default_attr(ctx, &Val::Float(*v as f64)));
            list
        }
        Val::Float(v) => [FloatKind::F32, FloatKind::F64, FloatKind::BF16, FloatKind::F16]
            .into_iter()
            .filter_map(|kind| float_attr(ctx, *v, kind))
            .collect(),
        Val::Bool(v) => {
            let mut list = vec![ctx.bool_attr(*v)];
            list.extend(v.then(|| ctx.unit_attr()));
            list
        }
        Val::Str(text) => vec![ctx.string_attr(text), ctx.symbol_attr(text)],
        Val::Type(ty) => vec![ctx.type_attr(*ty)],
        Val::List(items) => list_candidates(ctx, items),
    };
    Box::new(list.into_iter())
}

fn list_candidates(ctx: &Context, items: &[Val]) -> Vec<Attr> {
    let ints: Option<Vec<i64>> = items
        .iter()
        .map(|v| match v {
            Val::Int(i) => Some(*i),
            Val::Attr(a) => ctx.as_i64(*a),
            _ => None,
        })
        .collect();
    let plain_ints = items.iter().all(|v| matches!(v, Val::Int(_)));
    let mut list = Vec::new();
    if let Some(ints) = &ints
        && plain_ints
    {
        list.push(ctx.i64_array_attr(ints));
        if let Ok(narrow) = ints.iter().map(|&v| i32::try_from(v)).collect::<Result<Vec<_>, _>>() {
            list.push(ctx.i32_array_attr(&narrow));
        }
        let bytes: Vec<u8> = ints.iter().flat_map(|v| v.to_le_bytes()).collect();
        list.push(ctx.dense_attr(ctx.tensor_type(&[ints.len() as i64], ctx.int_type(64)), &bytes));
    }
    let array: Option<Vec<Attr>> = items.iter().map(|v| default_attr(ctx, v)).collect();
    list.extend(array.map(|a| ctx.array_attr(&a)));
    if !plain_ints {
        list.extend(ints.map(|i| ctx.i64_array_attr(&i)));
    }
    list
}
