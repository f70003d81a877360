//! Constant folding: an op on constants is what its meaning computes.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dialects::elements::{
    Holding, attr_of_tensor, element_type, held_attr, held_tensor_of_attr, held_type_parts, holding_type,
};
use crate::dialects::{arith, hlo};
use crate::interp::{Interpreter, Limits, Meanings};
use crate::ir::{
    Attr, AttrKind, BlockId, Context, InsertPoint, IntValue, Ir, OpId, OpState, Trait, Type, ValueId,
};
use crate::machine::{RtValue, Target};
use crate::rewrite::Folder;
use crate::tensor::{Kind, Scalar, Tensor};

/// Ops that one fold may execute, which bounds loops on constants.
const STEPS: u64 = 1 << 16;

/// Elements of the largest tensor that a fold expands on the way to its result.
const ELEMENTS: u64 = 1 << 24;

/// Dialects with a constant op of their own; the others use arith's.
const CONSTANTS: &[(&str, &str)] = &[("hlo", hlo::Constant::NAME)];

/// Dialects whose meanings keep to the width of integers that tensors hold in wider elements.
const ANY_WIDTH: &[&str] = &["arith"];

fn holding(ir: &Ir<'_>, op: OpId) -> Holding {
    if ANY_WIDTH.contains(&dialect(ir, op)) { holding_type } else { element_type }
}

fn dialect<'a>(ir: &'a Ir<'_>, op: OpId) -> &'a str {
    ir.name(op).split('.').next().unwrap_or_default()
}

/// Folds pure ops by interpreting them.
pub struct InterpretingFolder {
    meanings: Rc<Meanings>,
    /// Bytes of the largest result.
    limit: usize,
    /// Constants made, by the block they stand in, value and type: equal ones are shared.
    constants: RefCell<FxHashMap<(BlockId, Attr, Type), ValueId>>,
}

impl InterpretingFolder {
    /// A folder that makes no constant of more than `limit` bytes.
    pub fn new(meanings: Rc<Meanings>, limit: usize) -> Self {
        InterpretingFolder { meanings, limit, constants: RefCell::default() }
    }

    fn result_fits(&self, ir: &Ir<'_>, value: ValueId, holding: Holding) -> bool {
        let Some((elem, shape)) = held_type_parts(ir.ctx, ir.ty(value), holding) else { return false };
        product(elem.bytes(), &shape).is_some_and(|bytes| bytes <= self.limit)
    }
}

/// Whether an operand is small enough to be expanded, if it is a splat.
fn operand_fits(ir: &Ir<'_>, value: ValueId, holding: Holding) -> bool {
    let Some((_, shape)) = held_type_parts(ir.ctx, ir.ty(value), holding) else { return false };
    product(1, &shape).is_some_and(|elements| elements as u64 <= ELEMENTS)
}

fn product(unit: usize, shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(unit, |product, &dim| product.checked_mul(dim))
}

impl Folder for InterpretingFolder {
    fn fold(&self, ir: &Ir<'_>, op: OpId) -> Option<Vec<Attr>> {
        self.meanings.get(ir.op(op).name)?;
        let constants: SmallVec<[Attr; 4]> =
            ir.operands(op).map(|value| constant(ir, value)).collect::<Option<_>>()?;
        let holding = holding(ir, op);
        let fit = || {
            ir.results(op).iter().all(|&v| self.result_fits(ir, v, holding))
                && ir.operands(op).all(|v| operand_fits(ir, v, holding))
        };
        // Ops without operands, such as iota, are constants of fewer words already.
        if constants.is_empty() || !ir.is_pure(op) || !fit() {
            return None;
        }
        let operands: SmallVec<[RtValue; 4]> = constants
            .iter()
            .map(|&attr| Some(RtValue::Tensor(Rc::new(held_tensor_of_attr(ir.ctx, attr, holding)?))))
            .collect::<Option<_>>()?;
        let limits = Limits { steps: STEPS, elements: ELEMENTS, ..Limits::default() };
        let mut interpreter = Interpreter::new(ir, &self.meanings, Target::default(), limits);
        let values = interpreter.evaluate(op, &operands).ok()?;
        let types = ir.results(op).iter().map(|&value| ir.ty(value));
        values.into_iter().zip(types).map(|(value, ty)| attr_of_value(ir.ctx, value, ty, holding)).collect()
    }

    fn materialize(&self, ir: &mut Ir<'_>, at: OpId, value: Attr, ty: Type) -> Option<ValueId> {
        let block = home(ir, at)?;
        let key = (block, value, ty);
        let known = self.constants.borrow().get(&key).copied();
        if let Some(known) = known.filter(|&v| ir.is_live_value(v) && ir.def_block(v) == Some(block)) {
            return Some(known);
        }
        let own = CONSTANTS.iter().find(|(name, _)| *name == dialect(ir, at));
        let state = OpState::new(ir.ctx, own.map_or(arith::Constant::NAME, |(_, op)| op))
            .results(&[ty])
            .attributes(ir.ctx, &[("value", value)])
            .at(ir, at);
        let op = ir.build(InsertPoint::Start(block), state);
        let result = ir.result(op, 0);
        self.constants.borrow_mut().insert(key, result);
        Some(result)
    }
}

/// The value of a constant; `None` if it is none.
fn constant(ir: &Ir<'_>, value: ValueId) -> Option<Attr> {
    let op = ir.def_op(value).filter(|&op| ir.has_trait(op, Trait::ConstantLike))?;
    ir.attr(op, "value")
}

/// Where a constant for an op goes: the entry block of the innermost region around it that sees nothing outside.
fn home(ir: &Ir<'_>, op: OpId) -> Option<BlockId> {
    let mut block = ir.parent_block(op)?;
    loop {
        let region = ir.block_region(block)?;
        let owner = ir.region_op(region)?;
        if ir.has_trait(owner, Trait::IsolatedFromAbove) {
            return ir.entry_block(region);
        }
        block = ir.parent_block(owner)?;
    }
}

/// A value as a constant of a type, if it is one of it.
fn attr_of_value(ctx: &Context, value: RtValue, ty: Type, holding: Holding) -> Option<Attr> {
    let RtValue::Tensor(tensor) = value else { return None };
    let (elem, shape) = held_type_parts(ctx, ty, holding)?;
    if tensor.elem() != elem || tensor.shape() != shape {
        return None;
    }
    match holding(ctx, ty) {
        Some(_) => scalar_attr(ctx, &tensor, ty),
        None if attr_has_type(ctx, attr_of_tensor(ctx, &tensor), ty) => Some(attr_of_tensor(ctx, &tensor)),
        // A vector, or a tensor with an encoding, of integers of another sign or held in wider ones.
        None => Some(held_attr(ctx, &tensor, ty)),
    }
}

fn attr_has_type(ctx: &Context, attr: Attr, expected: Type) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Dense { ty, .. } if *ty == expected)
}

fn scalar_attr(ctx: &Context, tensor: &Tensor, ty: Type) -> Option<Attr> {
    match (tensor.get(0), tensor.elem().kind()) {
        (Scalar::Bool(value), _) => {
            Some(ctx.attr(AttrKind::Integer { value: IntValue::Small(value.into()), ty }))
        }
        (Scalar::Int(value), _) => {
            let value = IntValue::from_big(value.into());
            Some(ctx.attr(AttrKind::Integer { value, ty }))
        }
        (Scalar::Float(_), Kind::Float(format)) => {
            Some(ctx.attr(AttrKind::Float { bits: tensor.bits(0) >> format.padding_bits, ty }))
        }
        _ => None,
    }
}
