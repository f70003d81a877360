//! Classes of ops that differ in their function alone: one row declares one op.
//!
//! The function of a row is the type of the same name in `eval::ops`.

/// Each element of the result is a function of one element: `Sine = "sine" on FLOAT_TENSOR;`.
macro_rules! unary {
    (form $form:expr; $($(#[doc = $doc:literal])+ $op:ident = $name:literal on $type:ident;)*) => {
        crate::ops! {
            pub(in crate::dialects::hlo) in "hlo";
            $(
                $(#[doc = $doc])+
                op $op = $name (operand: $type) -> (result: $type) {
                    traits [Pure, Elementwise, CompatibleOperandsAndResultType]
                    form $form;
                    infer crate::dialects::hlo::infer::first_operand;
                    eval crate::dialects::hlo::eval::elementwise::unary::<crate::dialects::hlo::eval::ops::$op>;
                }
            )*
        }
    };
}

/// Each element of the result is a function of two elements: `Add = "add" on TENSOR, Commutative;`.
macro_rules! binary {
    (form $form:expr; $($(#[doc = $doc:literal])+ $op:ident = $name:literal on $type:ident $(, $trait:ident)?;)*) => {
        crate::ops! {
            pub(in crate::dialects::hlo) in "hlo";
            $(
                $(#[doc = $doc])+
                op $op = $name (lhs: $type, rhs: $type) -> (result: $type) {
                    traits [Pure, $($trait,)? Elementwise, CompatibleOperandsAndResultType]
                    form $form;
                    infer crate::dialects::hlo::infer::first_operand;
                    eval crate::dialects::hlo::eval::elementwise::binary::<crate::dialects::hlo::eval::ops::$op>;
                }
            )*
        }
    };
}

/// The same of operands that are broadcast to one shape: `BroadcastAdd = "broadcast_add" of Add on TENSOR;`.
macro_rules! broadcasting {
    ($($(#[doc = $doc:literal])+ $op:ident = $name:literal of $function:ident on $type:ident;)*) => {
        crate::ops! {
            pub(in crate::dialects::hlo) in "hlo";
            $(
                $(#[doc = $doc])+
                op $op = $name (lhs: $type, rhs: $type) -> (result: $type) {
                    attrs { broadcast_dimensions: crate::dialects::hlo::constraints::SIZES = optional }
                    traits [Pure]
                    form crate::dialects::hlo::forms::BINARY_FUNCTIONAL;
                    verify crate::dialects::hlo::verify::inferred;
                    infer crate::dialects::hlo::infer::broadcast_binary;
                    eval crate::dialects::hlo::eval::broadcast::binary::<crate::dialects::hlo::eval::ops::$function>;
                }
            )*
        }
    };
}

pub(super) use {binary, broadcasting, unary};
