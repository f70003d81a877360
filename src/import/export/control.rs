//! Regions as computations: loops, branches, and the bodies of reductions and sorts.

use super::{Body, Write, Writer};
use crate::dialects::hlo;
use crate::import::fields::Written;
use crate::import::shape::tuple_of;
use crate::ir::{Fault, OpId, RegionId, Type, ValueId};

impl Writer<'_, '_> {
    fn captured(&self, region: RegionId) -> Vec<ValueId> {
        self.captures.get(&region).cloned().unwrap_or_default()
    }

    fn types(&self, values: &[ValueId]) -> Vec<Type> {
        values.iter().map(|&value| self.ir.ty(value)).collect()
    }

    /// Writes a region that is handed nothing but its arguments. Constants from outside are written again inside.
    pub(super) fn closed_region(&mut self, op: OpId, region: RegionId) -> Write<String> {
        let mut body = Body::default();
        for value in self.captured(region) {
            match self.ir.def_op(value).filter(|&def| self.ir.is(def, hlo::Constant::NAME)) {
                Some(constant) => self.constant(&mut body, constant)?,
                None => {
                    let fault =
                        Fault::op("uses a value from outside in its region, which an HLO computation cannot");
                    return self.fail(op, fault);
                }
            }
        }
        let args = self.block_args(region);
        for (number, &arg) in args.iter().enumerate() {
            let shape = self.shape(op, self.ir.ty(arg))?;
            let hint = self.hint(arg);
            let name = self.line(&mut body, &hint, &shape, "parameter", &number.to_string(), &Written::new());
            body.values.insert(arg, name);
        }
        self.region(op, region, body, &[])
    }

    /// Writes a region with one parameter, a group of values: `inside` are what the elements are in the region.
    /// The region's results are followed by the values in `passed`.
    fn grouped_region(
        &mut self,
        op: OpId,
        region: RegionId,
        inside: &[ValueId],
        passed: &[ValueId],
    ) -> Write<String> {
        let mut body = Body::default();
        let types = self.types(inside);
        let ty = tuple_of(self.ctx, &types);
        let shape = self.shape(op, ty)?;
        let name = self.line(&mut body, "arg_tuple", &shape, "parameter", "0", &Written::new());
        let elements = self.ungroup(&mut body, op, &name, &types)?;
        body.values.extend(inside.iter().copied().zip(elements));
        self.region(op, region, body, passed)
    }

    fn block_args(&self, region: RegionId) -> Vec<ValueId> {
        self.ir.entry_block(region).map_or(Vec::new(), |block| self.ir.args(block).to_vec())
    }

    /// Writes the ops of a region behind its parameters.
    fn region(&mut self, op: OpId, region: RegionId, mut body: Body, passed: &[ValueId]) -> Write<String> {
        let (Some(block), false) = (self.ir.entry_block(region), self.ir.has_many_blocks(region)) else {
            return self.fail(op, Fault::op("must have regions of one block to be written as HLO"));
        };
        let last = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.block(&mut body, block))?;
        let Some(last) = last else { return self.fail(op, Fault::op("has an empty region")) };
        let mut results: Vec<ValueId> = self.ir.operands(last).collect();
        results.extend_from_slice(passed);
        let names = results.iter().map(|&value| self.operand(&body, value)).collect::<Write<Vec<_>>>()?;
        let types = self.types(&results);
        let (root, ty) = self.group(&mut body, last, &names, &types)?;
        let shape = self.shape(last, ty)?;
        let name = self.computations.unique("region");
        self.finish(&name, body, false, &root, &shape)?;
        Ok(name)
    }

    /// The carried values and what the regions use from outside become one state, which both regions take.
    pub(super) fn while_loop(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let (condition, inner) = (self.ir.region(op, 0), self.ir.region(op, 1));
        let mut outside = self.captured(condition);
        for value in self.captured(inner) {
            if !outside.contains(&value) {
                outside.push(value);
            }
        }
        let inside = |args: Vec<ValueId>| [args.as_slice(), &outside].concat();
        let (first, second) = (inside(self.block_args(condition)), inside(self.block_args(inner)));
        let condition = self.grouped_region(op, condition, &first, &[])?;
        let inner = self.grouped_region(op, inner, &second, &outside)?;
        let state: Vec<ValueId> = self.ir.operands(op).chain(outside.iter().copied()).collect();
        let names = state.iter().map(|&value| self.operand(body, value)).collect::<Write<Vec<_>>>()?;
        let types = self.types(&state);
        let (operand, ty) = self.group(body, op, &names, &types)?;
        let attributes = vec![("condition", condition), ("body", inner)];
        if outside.is_empty() {
            return self.emit(body, op, "while", &[operand], attributes).map(|_| ());
        }
        let shape = self.shape(op, ty)?;
        let name = self.line(body, "", &shape, "while", &operand, &attributes);
        let results: Vec<ValueId> = self.ir.results(op).to_vec();
        let count = results.len();
        let elements = self.elements(body, op, &name, &types[..count])?;
        body.values.extend(results.into_iter().zip(elements));
        Ok(())
    }

    /// Each branch takes one operand: what it uses from outside.
    pub(super) fn conditional(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let mut operands = vec![self.operand(body, self.ir.operand(op, 0))?];
        let mut branches = Vec::new();
        for region in self.ir.regions(op).to_vec() {
            let outside = self.captured(region);
            let names = outside.iter().map(|&value| self.operand(body, value)).collect::<Write<Vec<_>>>()?;
            let types = self.types(&outside);
            operands.push(self.group(body, op, &names, &types)?.0);
            branches.push(self.grouped_region(op, region, &outside, &[])?);
        }
        let attributes = match &branches[..] {
            [yes, no] if self.ir.is(op, hlo::If::NAME) => {
                vec![("true_computation", yes.clone()), ("false_computation", no.clone())]
            }
            _ => vec![("branch_computations", format!("{{{}}}", branches.join(", ")))],
        };
        self.emit(body, op, "conditional", &operands, attributes).map(|_| ())
    }
}
