//! One op: the instruction, or the few, that it becomes.

use super::{Body, Literals, Write, Writer, literal};
use crate::dialects::{func, hlo};
use crate::import::fields::Written;
use crate::import::hlo_text::parser::parse_shape;
use crate::import::opcodes::{Build, Opcode, opcode, opcode_of_op, other_opcode};
use crate::import::shape::tuple_of;
use crate::ir::{Attr, BlockId, Context, Fault, OpId, Type, ValueId};

impl Writer<'_, '_> {
    /// Writes the ops of a block; gives the last, which hands over the results.
    pub(super) fn block(&mut self, body: &mut Body, block: BlockId) -> Write<Option<OpId>> {
        let last = self.ir.last_op(block);
        let ops: Vec<OpId> = self.ir.block_ops(block).filter(|&op| Some(op) != last).collect();
        // One run reports everything that HLO cannot express.
        let mut all = Ok(());
        for op in ops {
            if let Err(lost) = self.op(body, op) {
                all = Err(lost);
            }
        }
        all.map(|()| last)
    }

    fn op(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        match self.ir.name(op) {
            hlo::Constant::NAME => self.constant(body, op),
            hlo::BroadcastInDim::NAME => self.broadcast(body, op),
            hlo::Select::NAME => self.with_broadcasts(body, op, &[0], 1),
            hlo::Clamp::NAME => self.with_broadcasts(body, op, &[0, 2], 1),
            hlo::TopK::NAME => self.top_k(body, op),
            hlo::Tuple::NAME | hlo::GetTupleElement::NAME => self.tuple(body, op),
            hlo::OptimizationBarrier::NAME => self.barrier(body, op),
            hlo::While::NAME => self.while_loop(body, op),
            hlo::If::NAME | hlo::Case::NAME => self.conditional(body, op),
            hlo::CustomCall::NAME => self.custom_call(body, op),
            func::Call::NAME => self.call(body, op),
            hlo::Composite::NAME => self.composite(body, op),
            name => match (opcode_of_op(name), other_opcode(name)) {
                (Some(row), _) if row.build == Build::Plain => {
                    let operands = self.operands(body, op)?;
                    self.plain(body, op, row, &operands)
                }
                (_, Some(opcode)) => self.other(body, op, opcode),
                _ => self.fail(op, Fault::op("cannot be written as HLO")),
            },
        }
    }

    /// The shape of what an op gives: a tuple, unless it is one value. The one that the source wrote, if it still fits.
    pub(super) fn result_shape(&mut self, op: OpId) -> Write<String> {
        let ty = self.result_type(op);
        if let Some(kept) = self.ir.attr_text(op, "xla.shape")
            && parse_shape(self.ctx, kept) == Some(ty)
        {
            return Ok(kept.to_string());
        }
        self.shape(op, ty)
    }

    fn result_type(&self, op: OpId) -> Type {
        let types: Vec<Type> = self.ir.results(op).iter().map(|&value| self.ir.ty(value)).collect();
        tuple_of(self.ctx, &types)
    }

    /// Writes an instruction for an op, and takes its tuple apart if it has several results.
    pub(super) fn emit(
        &mut self,
        body: &mut Body,
        op: OpId,
        opcode: &str,
        operands: &[String],
        mut attributes: Written,
    ) -> Write<String> {
        let shape = self.result_shape(op)?;
        let hint = self.ir.results(op).first().map_or(String::new(), |&value| self.hint(value));
        self.common_attributes(body, self.ir.op(op).attrs, &mut attributes);
        self.metadata(Some(self.ir.op(op).loc), &mut attributes);
        self.kept_config(op, &mut attributes);
        // XLA prints the configuration last.
        attributes.sort_by_key(|entry| entry.0 == "backend_config");
        let name = self.line(body, &hint, &shape, opcode, &Self::arguments(operands), &attributes);
        self.bind(body, op, &name)?;
        Ok(name)
    }

    /// An instruction gives the results of an op.
    pub(super) fn bind(&mut self, body: &mut Body, op: OpId, name: &str) -> Write<()> {
        if let Some(source) = self.ir.attr_text(op, "xla.name") {
            body.source_names.insert(source.to_string(), name.to_string());
        }
        let results: Vec<ValueId> = self.ir.results(op).to_vec();
        if let [one] = results[..] {
            body.values.insert(one, name.to_string());
            return Ok(());
        }
        let types: Vec<Type> = results.iter().map(|&value| self.ir.ty(value)).collect();
        let elements = self.elements(body, op, name, &types)?;
        body.values.extend(results.into_iter().zip(elements));
        Ok(())
    }

    pub(super) fn fields(&mut self, op: OpId, row: &Opcode) -> Write<Written> {
        let mut attributes = Written::new();
        for field in row.fields {
            if let Err(message) = field.write(self.ir, op, &mut attributes) {
                return self.fail(op, Fault::op(message));
            }
        }
        Ok(attributes)
    }

    fn plain(&mut self, body: &mut Body, op: OpId, row: &Opcode, operands: &[String]) -> Write<()> {
        let mut attributes = self.fields(op, row)?;
        for (index, name) in row.regions.iter().enumerate() {
            let region = self.ir.region(op, index);
            attributes.push((name, self.closed_region(op, region)?));
        }
        self.emit(body, op, row.name, operands, attributes).map(|_| ())
    }

    /// An op whose attributes are texts of the instruction.
    fn other(&mut self, body: &mut Body, op: OpId, opcode: &'static str) -> Write<()> {
        let operands = self.operands(body, op)?;
        if !self.ir.regions(op).is_empty() {
            return self.fail(op, Fault::op("has a region, which is not supported in HLO yet"));
        }
        let mut attributes = Written::new();
        for &(name, value) in self.ctx.dict_entries(self.ir.op(op).attrs) {
            let row = self.ctx.text(name).strip_prefix("xla.").and_then(crate::import::attributes::attribute);
            let Some(&(key, _)) = row.filter(|row| !crate::import::attributes::COMMON.contains(&row.0))
            else {
                continue;
            };
            let text = match self.ctx.as_text(value) {
                Some(text) => text.to_string(),
                None => format!("{{{}}}", self.symbols(op, Some(value))?.join(", ")),
            };
            attributes.push((key, text));
        }
        self.emit(body, op, opcode, &operands, attributes).map(|_| ())
    }

    pub(super) fn constant(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let Some(value) = self.ir.attr(op, "value") else {
            return self.fail(op, Fault::op("has no value"));
        };
        let text = self.literal(body, op, value)?;
        self.emit(body, op, "constant", &[text], Written::new()).map(|_| ())
    }

    fn literal(&mut self, body: &mut Body, op: OpId, value: Attr) -> Write<String> {
        let count = elements(self.ctx, self.ir.ty(self.ir.result(op, 0)));
        let elide = match self.literals {
            Literals::Collected(_) => {
                body.literals.push(value);
                true
            }
            Literals::Printed(limit) => limit.is_some_and(|limit| count > limit),
        };
        if elide || literal::is_elided(self.ctx, value) {
            return Ok("{...}".into());
        }
        let mut text = String::new();
        match literal::print(self.ctx, value, &mut text) {
            Some(()) => Ok(text),
            None => self
                .fail(op, Fault::attr("value", "has elements that are not at hand, so HLO cannot show them")),
        }
    }

    /// HLO repeats along new dimensions alone: dimensions of size 1 are dropped first.
    fn broadcast(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operand = self.operand(body, self.ir.operand(op, 0))?;
        let dims = self.ir.attr_ints(op, "broadcast_dimensions").unwrap_or_default();
        let (from, to) = (self.ir.ty(self.ir.operand(op, 0)), self.ir.ty(self.ir.result(op, 0)));
        let (Some((from, elem)), Some((to, _))) = (self.ctx.ranked_tensor(from), self.ctx.ranked_tensor(to))
        else {
            return self.fail(op, Fault::op("must be between ranked tensors"));
        };
        let grows = |position: usize| {
            let size = usize::try_from(dims[position]).ok().and_then(|dim| to.get(dim));
            from[position] == 1 && size != Some(&1)
        };
        let kept: Vec<usize> = (0..dims.len().min(from.len())).filter(|&position| !grows(position)).collect();
        let mut operand = operand;
        if kept.len() < from.len() {
            let smaller: Vec<i64> = kept.iter().map(|&position| from[position]).collect();
            let shape = self.shape(op, self.ctx.tensor_type(&smaller, elem))?;
            operand = self.line(body, "", &shape, "reshape", &operand, &Written::new());
        }
        let kept: Vec<i64> = kept.iter().map(|&position| dims[position]).collect();
        let attributes = vec![("dimensions", crate::import::fields::braced(&kept))];
        self.emit(body, op, "broadcast", &[operand], attributes).map(|_| ())
    }

    /// HLO wants operands of one shape: scalars among these are repeated first.
    fn with_broadcasts(&mut self, body: &mut Body, op: OpId, scalars: &[usize], like: usize) -> Write<()> {
        let mut operands = self.operands(body, op)?;
        let wanted = self.ir.ty(self.ir.operand(op, like));
        let wanted = self.ctx.ranked_tensor(wanted).map_or(&[][..], |(shape, _)| shape);
        for &index in scalars {
            let found = self.ir.ty(self.ir.operand(op, index));
            let Some((shape, elem)) = self.ctx.ranked_tensor(found) else { continue };
            if shape.is_empty() && !wanted.is_empty() {
                let shape = self.shape(op, self.ctx.tensor_type(wanted, elem))?;
                let dims = vec![("dimensions", "{}".to_string())];
                operands[index] = self.line(body, "", &shape, "broadcast", &operands[index].clone(), &dims);
            }
        }
        match opcode_of_op(self.ir.name(op)) {
            Some(row) => self.plain(body, op, row, &operands),
            None => self.fail(op, Fault::op("cannot be written as HLO")),
        }
    }

    fn top_k(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let k = self.ir.attr_i64(op, "k").unwrap_or_default();
        let attributes = vec![("k", k.to_string()), ("largest", "true".to_string())];
        self.emit(body, op, "topk", &operands, attributes).map(|_| ())
    }

    fn tuple(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let index = self.ir.attr_i64(op, "index").map(|index| ("index", index.to_string()));
        let opcode = if self.ir.is(op, hlo::Tuple::NAME) { "tuple" } else { "get-tuple-element" };
        self.emit(body, op, opcode, &operands, index.into_iter().collect()).map(|_| ())
    }

    fn barrier(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let types: Vec<Type> = self.ir.operands(op).map(|value| self.ir.ty(value)).collect();
        let (operand, _) = self.group(body, op, &operands, &types)?;
        self.emit(body, op, "opt-barrier", &[operand], Written::new()).map(|_| ())
    }

    /// The computations of functions that an attribute refers to.
    pub(super) fn symbols(&mut self, op: OpId, list: Option<Attr>) -> Write<Vec<String>> {
        let items = list.and_then(|list| self.ctx.as_array(list)).unwrap_or_default();
        let mut names = Vec::new();
        for &item in items {
            let symbol = self.ctx.as_symbol(item).unwrap_or_default();
            let Some(function) = self.ir.resolve_symbol(op, symbol) else {
                return self.fail(op, Fault::op(format!("refers to '{symbol}', which does not exist")));
            };
            names.push(self.function(function, None)?);
        }
        Ok(names)
    }

    fn custom_call(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let Some(row) = opcode("custom-call") else { return Ok(()) };
        let mut attributes = self.fields(op, row)?;
        let called = self.symbols(op, self.ir.attr(op, "called_computations"))?;
        if !called.is_empty() {
            attributes.push(("called_computations", format!("{{{}}}", called.join(", "))));
        }
        if let Some(schedule) = self.ir.attr_text(op, "xla.schedule") {
            attributes.push(("schedule", schedule.to_string()));
        }
        self.emit(body, op, row.name, &operands, attributes).map(|_| ())
    }

    fn callee(&mut self, op: OpId, name: &str) -> Write<String> {
        let symbol = self.ir.attr(op, name).and_then(|attr| self.ctx.as_symbol(attr)).unwrap_or_default();
        match self.ir.resolve_symbol(op, symbol) {
            Some(function) => self.function(function, None),
            None => self.fail(op, Fault::attr(name, format!("'{symbol}' does not exist"))),
        }
    }

    fn call(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let callee = self.callee(op, "callee")?;
        let Some(kind) = self.ir.attr_text(op, "xla.fusion_kind") else {
            return self.emit(body, op, "call", &operands, vec![("to_apply", callee)]).map(|_| ());
        };
        let mut attributes = vec![("kind", kind.to_string()), ("calls", callee)];
        let aliasing = self.ir.attr_text(op, "xla.output_to_operand_aliasing");
        attributes.extend(aliasing.map(|text| ("output_to_operand_aliasing", text.to_string())));
        self.emit(body, op, "fusion", &operands, attributes).map(|_| ())
    }

    /// A composite is a call whose frontend attributes name it.
    fn composite(&mut self, body: &mut Body, op: OpId) -> Write<()> {
        let operands = self.operands(body, op)?;
        let callee = self.callee(op, "decomposition")?;
        let ctx = self.ctx;
        let kept = ctx.dict_get(self.ir.op(op).attrs, "mhlo.frontend_attributes");
        let mut entries = kept.map_or(Vec::new(), |kept| ctx.dict_entries(kept).to_vec());
        let attributes = self.ir.attr(op, "composite_attributes").unwrap_or(ctx.empty_dict());
        let version = self.ir.attr_i64(op, "version").unwrap_or_default();
        let name = self.ir.attr(op, "name").unwrap_or(ctx.string_attr(""));
        let text = crate::ir::text::attr_string(ctx, attributes);
        entries.push((ctx.str("composite.attributes"), ctx.string_attr(&text)));
        entries.push((ctx.str("composite.name"), name));
        entries.push((ctx.str("composite.version"), ctx.string_attr(&version.to_string())));
        let frontend = self.frontend_attributes(ctx.dict_attr(entries));
        let mut written = vec![
            ("to_apply", callee),
            ("is_composite", "true".to_string()),
            ("frontend_attributes", frontend),
        ];
        let shape = self.result_shape(op)?;
        self.metadata(Some(self.ir.op(op).loc), &mut written);
        let hint = self.ir.results(op).first().map_or(String::new(), |&value| self.hint(value));
        let name = self.line(body, &hint, &shape, "call", &Self::arguments(&operands), &written);
        self.bind(body, op, &name)
    }
}

/// Elements of a static array.
fn elements(ctx: &Context, ty: Type) -> usize {
    let shape = ctx.ranked_tensor(ty).map_or(&[][..], |(shape, _)| shape);
    shape.iter().map(|&dim| usize::try_from(dim).unwrap_or(0)).fold(1, usize::saturating_mul)
}
