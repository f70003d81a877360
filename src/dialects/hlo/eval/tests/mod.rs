//! Results of ops against values worked out by hand.

mod control;
mod elements;
mod folds;
mod order;
mod places;

use super::testing::{Case, build, context, eval, scalar, shaped, vector};
use crate::dialects::elements::{attr_of_tensor, scalar_type};
use crate::dialects::hlo::attrs::{Comparison, Direction, DotDims, GatherDims, ScatterDims};
use crate::ir::{Attr, Context, Ir, Type};
use crate::machine::RtValue;
use crate::tensor::{ElementType, Scalar, Tensor};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

fn bf16(values: &[f32]) -> Tensor {
    vector(values).convert(ElementType::BF16)
}

fn scalar_ty(ctx: &Context, elem: ElementType) -> Type {
    ctx.tensor_type(&[], scalar_type(ctx, elem))
}

fn tensor_ty(ctx: &Context, shape: &[i64], elem: ElementType) -> Type {
    ctx.tensor_type(shape, scalar_type(ctx, elem))
}

fn compare_attrs(ctx: &Context, direction: Direction, kind: Comparison) -> [(&'static str, Attr); 2] {
    [("comparison_direction", direction.attr(ctx)), ("compare_type", kind.attr(ctx))]
}

/// A body of one op on scalars of this type.
fn single<'c>(case: Case<'c>, name: &str, elem: ElementType) -> Case<'c> {
    let ty = scalar_ty(case.ir.ctx, elem);
    case.region(&[ty, ty], |ir, block| {
        let args = ir.args(block).to_vec();
        vec![build(ir, block, name, &args, &[], ty)]
    })
}
