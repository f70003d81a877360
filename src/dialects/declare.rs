//! The `dialect!` macro: an op is declared once, and everything else reads the declaration.

/// Declares a dialect.
///
/// ```text
/// dialect! {
///     /// Whole-tensor ops.
///     dialect Hlo = "hlo", prefixes ["stablehlo", "mhlo"], types [];
///
///     /// Element-wise sum.
///     op Add = "add" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
///         attrs { k: I64, largest: BOOL = "true", note: STRING = optional }
///         regions { body, branches: Variadic }
///         successors 0
///         traits [Pure, Commutative]
///         form forms::BINARY
///         verify verify::add
///         infer infer::first_operand
///         eval eval::add
///     }
/// }
/// ```
///
/// The clauses in braces are optional and stand in this order. A slot may carry flags: `inputs: TENSOR [Variadic]`,
/// `dst: TILE [Write]`, `bias: TENSOR [Optional]`; constraints are paths to `Constraint` statics. Each op becomes a
/// type with the slot numbers as constants (`Add::LHS`), its full name (`Add::NAME`), its declaration (`Add::INFO`)
/// and an accessor for each operand; the dialect becomes the static `Hlo` (a `DialectInfo`) and `MEANINGS`, the table
/// of evaluation functions by op name.
///
/// A dialect of many ops declares them in several modules with [`ops!`](crate::ops) and lists the modules:
/// `dialect! { ... types []; from [unary, binary]; }`.
#[macro_export]
macro_rules! dialect {
    (
        $(#[doc = $ddoc:literal])+
        dialect $dialect:ident = $dname:literal, prefixes [$($prefix:literal),*], types $typedefs:expr $(, flags $flagdefs:expr)?;
        from [$($part:ident),+ $(,)?];
    ) => {
        $(#[doc = $ddoc])+
        pub static $dialect: $crate::ir::DialectInfo = $crate::ir::DialectInfo {
            name: $dname,
            summary: $crate::dialects::declare::first_line(&[$($ddoc),+]),
            prefix_aliases: &[$($prefix),*],
            ops: {
                const PARTS: &[&[&$crate::ir::OpInfo]] = &[$($part::OPS),+];
                &$crate::dialects::declare::joined::<_, { $crate::dialects::declare::total(PARTS) }>(PARTS)
            },
            types: &$typedefs,
            flags: $crate::ops!(@list $($flagdefs)?),
        };

        /// What each op of the dialect does, for the interpreter.
        pub static MEANINGS: &[(&str, $crate::machine::EvalFn)] = {
            const PARTS: &[&[(&str, $crate::machine::EvalFn)]] = &[$($part::MEANINGS),+];
            &$crate::dialects::declare::joined::<_, { $crate::dialects::declare::total(PARTS) }>(PARTS)
        };
    };

    (
        $(#[doc = $ddoc:literal])+
        dialect $dialect:ident = $dname:literal, prefixes [$($prefix:literal),*], types $typedefs:expr $(, flags $flagdefs:expr)?;
        $($ops:tt)*
    ) => {
        $(#[doc = $ddoc])+
        pub static $dialect: $crate::ir::DialectInfo = $crate::ir::DialectInfo {
            name: $dname,
            summary: $crate::dialects::declare::first_line(&[$($ddoc),+]),
            prefix_aliases: &[$($prefix),*],
            ops: OPS,
            types: &$typedefs,
            flags: $crate::ops!(@list $($flagdefs)?),
        };

        $crate::ops! { pub in $dname; $($ops)* }
    };
}

/// Declares ops of the dialect with this name: `ops! { pub in "hlo"; op Add = ... }`. Gives `OPS`, their declarations, and
/// `MEANINGS`; see [`dialect!`](crate::dialect).
#[macro_export]
macro_rules! ops {
    (
        $vis:vis in $dname:literal;
        $(
            $(#[doc = $odoc:literal])+
            op $op:ident = $oname:literal
            ( $($arg:ident : $argc:path $([$($argf:ident),+])?),* $(,)? )
            -> ( $($res:ident : $resc:path $([$($resf:ident),+])?),* $(,)? )
            {
                $(attrs { $($attr:ident : $attrc:path $(= $attrd:tt)?),* $(,)? })?
                $(regions { $($region:ident $(: $regiona:ident)?),* $(,)? })?
                $(successors $succ:tt)?
                $(traits [$($trait:ident $(($traitarg:literal))?),* $(,)?])?
                $(form $form:expr;)?
                $(verify $verify:path;)?
                $(infer $infer:path;)?
                $(eval $eval:path;)?
            }
        )*
    ) => {
        /// The declarations.
        $vis const OPS: &[&$crate::ir::OpInfo] = &[$($op::INFO),*];

        /// What each op does, for the interpreter.
        $vis const MEANINGS: &[(&str, $crate::machine::EvalFn)] =
            &[$($((concat!($dname, ".", $oname), $eval as $crate::machine::EvalFn),)?)*];

        $(
            $(#[doc = $odoc])+
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $op(pub $crate::ir::OpId);

            impl $op {
                /// Full name.
                pub const NAME: &'static str = concat!($dname, ".", $oname);

                /// Declaration.
                pub const INFO: &'static $crate::ir::OpInfo = &$crate::ir::OpInfo {
                    name: Self::NAME,
                    summary: $crate::dialects::declare::first_line(&[$($odoc),+]),
                    operands: &[$(
                        $crate::dialects::declare::slot(stringify!($arg), &$argc, &[$($(stringify!($argf)),+)?])
                    ),*],
                    results: &[$(
                        $crate::dialects::declare::slot(stringify!($res), &$resc, &[$($(stringify!($resf)),+)?])
                    ),*],
                    attrs: &[$($($crate::ir::AttrSlot {
                        name: stringify!($attr),
                        constraint: &$attrc,
                        default: $crate::ops!(@default $($attrd)?),
                    }),*)?],
                    regions: &[$($($crate::ir::RegionSlot {
                        name: stringify!($region),
                        arity: $crate::ops!(@arity $($regiona)?),
                    }),*)?],
                    successors: $crate::ops!(@successors $($succ)?),
                    traits: &[$($($crate::ir::Trait::$trait $(($traitarg))?),*)?],
                    form: $crate::ops!(@option $(&$form)?),
                    verify: $crate::ops!(@option $($verify)?),
                    infer: $crate::ops!(@option $($infer)?),
                };

                /// The op as this kind, if it is one.
                pub fn cast(ir: &$crate::ir::Ir<'_>, op: $crate::ir::OpId) -> Option<Self> {
                    ir.is(op, Self::NAME).then_some($op(op))
                }

                $crate::ops!(@accessors 0usize; $($arg ($($($argf)+)?))*);
            }
        )*
    };

    (@default) => { $crate::ir::AttrDefault::Required };
    (@default optional) => { $crate::ir::AttrDefault::Optional };
    (@default optional_dicts) => { $crate::ir::AttrDefault::OptionalDicts };
    (@default $text:literal) => { $crate::ir::AttrDefault::Value($text) };
    (@arity) => { $crate::ir::Arity::One };
    (@arity $arity:ident) => { $crate::ir::Arity::$arity };
    (@successors) => { $crate::ir::Successors::Exactly(0) };
    (@successors any) => { $crate::ir::Successors::Any };
    (@successors $n:literal) => { $crate::ir::Successors::Exactly($n) };
    (@list) => { &[] };
    (@list $value:expr) => { $value };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };

    (@accessors $index:expr;) => {};
    (@accessors $index:expr; $arg:ident (Variadic $($f:ident)*) $($rest:tt)*) => {
        #[doc = concat!("The operands `", stringify!($arg), "`.")]
        pub fn $arg(self, ir: &$crate::ir::Ir<'_>) -> Vec<$crate::ir::ValueId> {
            ir.operand_range(self.0, $index).map(|i| ir.operand(self.0, i)).collect()
        }
        $crate::ops!(@accessors $index + 1; $($rest)*);
    };
    (@accessors $index:expr; $arg:ident (Optional $($f:ident)*) $($rest:tt)*) => {
        #[doc = concat!("The operand `", stringify!($arg), "`, if given.")]
        pub fn $arg(self, ir: &$crate::ir::Ir<'_>) -> Option<$crate::ir::ValueId> {
            ir.operand_range(self.0, $index).next().map(|i| ir.operand(self.0, i))
        }
        $crate::ops!(@accessors $index + 1; $($rest)*);
    };
    (@accessors $index:expr; $arg:ident ($($f:ident)*) $($rest:tt)*) => {
        #[doc = concat!("The operand `", stringify!($arg), "`.")]
        pub fn $arg(self, ir: &$crate::ir::Ir<'_>) -> $crate::ir::ValueId {
            ir.operand(self.0, ir.operand_range(self.0, $index).start)
        }
        $crate::ops!(@accessors $index + 1; $($rest)*);
    };
}

use crate::ir::{Arity, Constraint, Effect, Slot, Type};

/// The first line of a doc comment, without its leading blank.
pub const fn first_line(lines: &'static [&'static str]) -> &'static str {
    match lines[0].as_bytes() {
        [b' ', ..] => lines[0].split_at(1).1,
        _ => lines[0],
    }
}

/// How many items these lists hold together.
pub const fn total<T>(parts: &[&[T]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < parts.len() {
        sum += parts[i].len();
        i += 1;
    }
    sum
}

/// The items of all lists, of which the first is not empty; `N` is their [`total`].
pub const fn joined<T: Copy, const N: usize>(parts: &[&[T]]) -> [T; N] {
    let mut all = [parts[0][0]; N];
    let (mut part, mut next) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[next] = parts[part][i];
            next += 1;
            i += 1;
        }
        part += 1;
    }
    all
}

/// An operand or result slot with its flags.
pub const fn slot(name: &'static str, constraint: &'static Constraint<Type>, flags: &[&str]) -> Slot {
    let mut slot = Slot { name, constraint, arity: Arity::One, effect: Effect::None };
    let mut i = 0;
    while i < flags.len() {
        match flags[i].as_bytes() {
            b"Variadic" => slot.arity = Arity::Variadic,
            b"Optional" => slot.arity = Arity::Optional,
            b"Read" => slot.effect = Effect::Read,
            b"Write" => slot.effect = Effect::Write,
            b"ReadWrite" => slot.effect = Effect::ReadWrite,
            _ => panic!("unknown slot flag (checked when the program is compiled)"),
        }
        i += 1;
    }
    slot
}
