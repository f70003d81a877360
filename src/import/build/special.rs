//! Instructions that become no op of their own name: parameters, constants, tuples and what takes them apart, copies and
//! bitcasts.

use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;

use super::instruction::{Common, MAX_DRAFTS};
use super::{Builder, Draft, Parameter, Place, Value};
use crate::import::fields::Found;
use crate::import::hlo_text::shapes::minor_to_major;
use crate::import::hlo_text::syntax::{Arguments, Instruction, Value as Written};
use crate::import::literal;
use crate::import::shape::{leaf_count, leaves};
use crate::ir::text::{Parse, Reported};
use crate::ir::{Attr, DYNAMIC, Diagnostics, Loc, OpState, Type, TypeKind, ValueId};

/// Bytes of a literal that is remembered, at most.
const SHORT: usize = 32;

impl<'s> Builder<'s, '_> {
    pub(super) fn parameter(
        &mut self,
        instruction: &Instruction<'s>,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let Arguments::Number(number) = instruction.arguments else { return Err(Reported) };
        let ty = self.shape(instruction, problems)?.ty;
        if number < 0 {
            return self.error(
                problems,
                &instruction.arguments_at,
                "a parameter's number cannot be negative",
            );
        }
        if self.current().parameters.iter().any(|known| known.number == number)
            && !self.is_next_parameter(number)
        {
            let message = format!("parameter {number} already exists");
            return self.error(problems, &instruction.arguments_at, message);
        }
        let (name, at) = match &instruction.name {
            Some(name) => (name.text, name.at.clone()),
            None => return self.error(problems, &instruction.opcode.at, "a parameter cannot be an operand"),
        };
        // A computation's parameters have no layout of their own.
        let attributes = common.attributes.iter().copied().filter(|entry| entry.0 != self.shape_key);
        let attributes = self.ctx.dict_attr(attributes);
        Ok(self.add_parameter(number, ty, name, &at, common.place.loc, attributes))
    }

    /// Whether the parameters so far are those in front of this one: nearly always.
    fn is_next_parameter(&mut self, number: i64) -> bool {
        let parameters = &self.current().parameters;
        parameters
            .last()
            .map_or(number == 0, |last| last.number + 1 == number && parameters.len() as i64 == number)
    }

    pub(super) fn add_parameter(
        &mut self,
        number: i64,
        ty: Type,
        name: &'s str,
        at: &Range<usize>,
        loc: Loc,
        attributes: Attr,
    ) -> Value {
        let block = self.current().block;
        let mut values = Vec::new();
        for (leaf, ty) in leaves(self.ctx, ty).into_iter().enumerate() {
            let value = self.ir.add_arg(block, ty);
            let hint = if leaf == 0 { self.ctx.str(name) } else { self.ctx.str(&format!("{name}.{leaf}")) };
            self.ir.set_value_name(value, hint);
            if loc != Loc::SPAN {
                self.ir.set_arg_loc(value, loc);
            }
            values.push(value);
        }
        let value = self.value(ty, &values);
        let parameter = Parameter { number, ty, values, attributes, at: at.clone() };
        self.current().parameters.push(parameter);
        value
    }

    pub(super) fn constant(
        &mut self,
        instruction: &Instruction<'s>,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let ty = self.shape(instruction, problems)?.ty;
        let Arguments::Literal(at) = &instruction.arguments else { return Err(Reported) };
        let text = &self.src[at.clone()];
        let given = self.literals.next();
        // A proto without a value for it says as little as `{...}`.
        if leaves(self.ctx, ty)
            .iter()
            .any(|&leaf| self.ctx.ranked_tensor(leaf).is_some_and(|(shape, _)| shape.contains(&DYNAMIC)))
        {
            return self.error(problems, at, "a constant must have a static shape");
        }
        if let Some(&known) = self.constants.get(&(ty, text)).filter(|_| given.is_none()) {
            let state = known.state(self.ctx, SmallVec::new());
            return Ok(self.emit_value(state, ty, common, instruction.name.as_ref()).1);
        }
        let is_new = given.is_none() && text.len() <= SHORT && self.constants.len() < MAX_DRAFTS;
        let values = match given {
            Some(values) => values,
            None => match literal::read(self.ctx, ty, text) {
                Ok(values) => values,
                Err(problem) => {
                    let range = at.start + problem.range.start..at.start + problem.range.end;
                    return self.error(problems, &range, problem.message);
                }
            },
        };
        if values.len() != leaf_count(self.ctx, ty) {
            return self.error(problems, at, "the literal does not have the parts of its shape");
        }
        let types = leaves(self.ctx, ty);
        let mut results = SmallVec::<[ValueId; 1]>::new();
        for (index, (value, leaf)) in values.into_iter().zip(types).enumerate() {
            let state = OpState::new(self.ctx, crate::dialects::hlo::Constant::NAME)
                .attributes(self.ctx, &[("value", value)])
                .results(&[leaf]);
            if is_new && ty == leaf {
                self.constants.insert((ty, text), Draft::new(&state));
            }
            let attributes = if index == 0 { common.attributes.clone() } else { Vec::new() };
            let common = Common { place: common.place, attributes };
            let op = self.emit(state, common, instruction.name.as_ref().filter(|_| index == 0));
            results.push(self.ir.result(op, 0));
        }
        Ok(self.value(ty, &results))
    }

    pub(super) fn tuple(
        &mut self,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operands = self.operands(instruction, problems)?;
        let types: Vec<Type> = operands.iter().map(|value| self.type_of(value)).collect();
        let ty = self.ctx.ty(TypeKind::Tuple(types.into()));
        Ok(Value::Tuple(Rc::new((ty, Self::flat(&operands).into_vec()))))
    }

    pub(super) fn get_tuple_element(
        &mut self,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operand = self.only(instruction, problems)?;
        let Some(Written::Integer(index)) = Found(&instruction.attributes).get("index").cloned() else {
            return self.error(problems, &instruction.opcode.at, "attribute index is expected but not seen");
        };
        let ty = self.type_of(&operand);
        let (TypeKind::Tuple(items), Value::Tuple(tuple)) = (self.ctx.kind(ty), &operand) else {
            let message = format!("takes an element of {}, which is no tuple", self.shape_text(ty));
            return self.error(problems, &instruction.arguments_at, message);
        };
        let Some((position, &item)) = usize::try_from(index).ok().and_then(|i| Some((i, items.get(i)?)))
        else {
            let message = format!("element {index} of a tuple of {}", items.len());
            return self.error(problems, &instruction.opcode.at, message);
        };
        let first: usize = items[..position].iter().map(|&item| leaf_count(self.ctx, item)).sum();
        let leaves = &tuple.1[first..first + leaf_count(self.ctx, item)];
        Ok(self.value(item, leaves))
    }

    pub(super) fn copy(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<Value> {
        self.only(instruction, problems)
    }

    /// Bytes read in another shape. Where all layouts are the default that is a reshape; else the elements are put in
    /// the order of the operand's layout, reshaped, and put in the order of the result's.
    pub(super) fn bitcast(
        &mut self,
        instruction: &Instruction<'s>,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operand = self.only(instruction, problems)?;
        let shape = self.shape(instruction, problems)?.clone();
        let ctx = self.ctx;
        let Value::One(value) = operand else {
            return self.error(
                problems,
                &instruction.arguments_at,
                "the operand of a bitcast cannot be a tuple",
            );
        };
        let (from, to) = (ctx.ranked_tensor(self.ir.ty(value)), ctx.ranked_tensor(shape.ty));
        let (Some((from_shape, from_elem)), Some((to_shape, to_elem))) = (from, to) else {
            return self.error(problems, &shape.at, "a bitcast must be between arrays");
        };
        let name = instruction.name.as_ref();
        if from_elem != to_elem {
            let state = OpState::new(ctx, crate::dialects::hlo::BitcastConvert::NAME).operands(&[value]);
            return Ok(self.emit_value(state, shape.ty, common, name).1);
        }
        let place = common.place;
        let physical = self.layout_of(value, from_shape.len());
        let logical = minor_to_major(shape.text).filter(|order| order.len() == to_shape.len());
        let order = |order: Option<Vec<usize>>, rank: usize| -> Option<Vec<i64>> {
            let major: Vec<i64> = order?.into_iter().rev().map(|dim| dim as i64).collect();
            (!major.iter().copied().eq(0..rank as i64)).then_some(major)
        };
        let mut value = value;
        if let Some(major) = order(physical, from_shape.len()) {
            value = self.transpose(value, &major, place);
        }
        let Some(major) = order(logical, to_shape.len()) else {
            let state = OpState::new(ctx, crate::dialects::hlo::Reshape::NAME).operands(&[value]);
            return Ok(self.emit_value(state, shape.ty, common, name).1);
        };
        let moved: Vec<i64> = major.iter().map(|&dim| to_shape[dim as usize]).collect();
        let moved = ctx.tensor_type(&moved, to_elem);
        if self.ir.ty(value) != moved {
            let state = OpState::new(ctx, crate::dialects::hlo::Reshape::NAME).operands(&[value]);
            let plain = Common { place, attributes: Vec::new() };
            let (op, _) = self.emit_value(state, moved, plain, None);
            value = self.ir.result(op, 0);
        }
        let mut inverse = vec![0i64; major.len()];
        major.iter().enumerate().for_each(|(position, &dim)| inverse[dim as usize] = position as i64);
        let state = OpState::new(ctx, crate::dialects::hlo::Transpose::NAME)
            .operands(&[value])
            .attributes(ctx, &[("permutation", ctx.i64_array_attr(&inverse))]);
        Ok(self.emit_value(state, shape.ty, common, name).1)
    }

    fn transpose(&mut self, value: ValueId, permutation: &[i64], place: Place) -> ValueId {
        let ctx = self.ctx;
        let (shape, elem) = ctx.ranked_tensor(self.ir.ty(value)).unwrap_or((&[], ctx.none_type()));
        let moved: Vec<i64> =
            permutation.iter().map(|&dim| shape.get(dim as usize).copied().unwrap_or(0)).collect();
        let state = OpState::new(ctx, crate::dialects::hlo::Transpose::NAME)
            .operands(&[value])
            .attributes(ctx, &[("permutation", ctx.i64_array_attr(permutation))]);
        let plain = Common { place, attributes: Vec::new() };
        let (op, _) = self.emit_value(state, ctx.tensor_type(&moved, elem), plain, None);
        self.ir.result(op, 0)
    }

    /// The layout that the text gave a value, from minor to major, where it is not the default.
    fn layout_of(&self, value: ValueId, rank: usize) -> Option<Vec<usize>> {
        let op = self.ir.def_op(value)?;
        minor_to_major(self.ir.attr_text(op, "xla.shape")?).filter(|order| order.len() == rank)
    }
}
