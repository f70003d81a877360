//! Instructions that call computations which stay functions, or things outside of the module, and conditionals.

use smallvec::{SmallVec, smallvec};

use super::instruction::Common;
use super::{Builder, Named, Value};
use crate::dialects::{func, hlo};
use crate::import::fields::{Attrs, Found};
use crate::import::hlo_text::syntax::{Callee, Head, Instruction, Value as Written, Word};
use crate::import::opcodes::Opcode;
use crate::import::shape::{is_pred, leaves};
use crate::ir::text::{self, Parse, Reported};
use crate::ir::{Attr, Context, Diagnostic, Diagnostics, InsertPoint, IrMap, OpState, Str, Type, ValueId};

impl<'s> Builder<'s, '_> {
    /// The computation that an attribute names.
    pub(super) fn computation(
        &mut self,
        instruction: &Instruction<'s>,
        attribute: &'static str,
        problems: &mut Diagnostics,
    ) -> Parse<usize> {
        let found = Found(&instruction.attributes);
        let Some(Written::Computations(callees)) = found.get(attribute) else {
            let message = format!("attribute {attribute} is expected but not seen");
            return self.error(problems, &instruction.opcode.at, message);
        };
        match callees.as_slice() {
            [callee] => self.callee(callee, problems),
            _ => self.error(problems, &instruction.opcode.at, format!("{attribute} names one computation")),
        }
    }

    /// The number of a computation; one that is written in place is read now.
    pub(super) fn callee(&mut self, callee: &Callee<'s>, problems: &mut Diagnostics) -> Parse<usize> {
        let body = match callee {
            Callee::Named(name) => {
                return match self.names.get(name.text) {
                    Some(Named::Computation(number)) => Ok(*number),
                    Some(Named::Lost) => Err(Reported),
                    None => {
                        let message = format!("computation does not exist: {}", name.text);
                        let error = Diagnostic::error(self.span(&name.at), message);
                        problems.push(error.help("a computation must stand in front of its use"));
                        Err(Reported)
                    }
                };
            }
            Callee::Inline(body) => body,
        };
        let outer = self.current().head.name.text;
        let name = Word { text: outer, at: body.at.clone() };
        self.begin_computation(Head { entry: None, name, result: None, implicit_parameters: false });
        for instruction in &body.instructions {
            if self.add_instruction(instruction, problems).is_err() {
                self.current().lost = true;
            }
        }
        let close = body.at.end - 1..body.at.end;
        self.end_computation(&close, problems)
    }

    /// References to the functions of computations, which stay functions for that.
    pub(super) fn symbols_of(
        &mut self,
        callees: &[Callee<'s>],
        problems: &mut Diagnostics,
    ) -> Parse<Vec<Attr>> {
        let mut symbols = Vec::new();
        for callee in callees {
            let number = self.callee(callee, problems)?;
            symbols.push(self.reference(number));
        }
        Ok(symbols)
    }

    /// A reference to the function of a computation.
    pub(super) fn reference(&mut self, number: usize) -> Attr {
        let computation = &mut self.computations[number];
        computation.called = true;
        let name = self.ir.symbol_name(computation.function).unwrap_or_default();
        self.ctx.symbol_attr(name)
    }

    /// A call, or a composite if it says so.
    pub(super) fn call(
        &mut self,
        instruction: &Instruction<'s>,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let number = self.computation(instruction, "to_apply", problems)?;
        if Found(&instruction.attributes).flag("is_composite")
            && let Some((attributes, rest)) = composite(self.ctx, &common.attributes)
        {
            let callee = self.reference(number);
            let mut attributes = attributes;
            attributes.push(("decomposition", callee));
            self.fill_in(hlo::Composite::NAME, &mut attributes);
            let state = OpState::new(self.ctx, hlo::Composite::NAME).attributes(self.ctx, &attributes);
            let common = Common { attributes: rest, ..common };
            return self.call_op(instruction, number, state, common, problems);
        }
        self.function_call(instruction, number, common, problems)
    }

    /// A fusion is a call of the computation that was fused.
    pub(super) fn fusion(
        &mut self,
        instruction: &Instruction<'s>,
        mut common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let number = self.computation(instruction, "calls", problems)?;
        let found = Found(&instruction.attributes);
        let Some(Written::Word(kind)) = found.get("kind") else {
            return self.error(problems, &instruction.opcode.at, "attribute kind is expected but not seen");
        };
        common.attributes.push((self.ctx.str("xla.fusion_kind"), self.ctx.string_attr(kind)));
        if let Some(aliasing) = found.raw("output_to_operand_aliasing") {
            let name = self.ctx.str("xla.output_to_operand_aliasing");
            common.attributes.push((name, self.ctx.string_attr(aliasing)));
        }
        self.function_call(instruction, number, common, problems)
    }

    fn function_call(
        &mut self,
        instruction: &Instruction<'s>,
        number: usize,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let callee = self.reference(number);
        let state = OpState::new(self.ctx, func::Call::NAME).attributes(self.ctx, &[("callee", callee)]);
        self.call_op(instruction, number, state, common, problems)
    }

    fn call_op(
        &mut self,
        instruction: &Instruction<'s>,
        number: usize,
        state: OpState,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operands = self.operands(instruction, problems)?;
        let found: Vec<Type> = operands.iter().map(|value| self.type_of(value)).collect();
        self.check_arguments(instruction, number, &found, problems)?;
        let state = state.operands(&Self::flat(&operands));
        let ty = self.computations[number].result;
        Ok(self.emit_value(state, ty, common, instruction.name.as_ref()).1)
    }

    /// Operands are what a computation takes.
    fn check_arguments(
        &self,
        instruction: &Instruction<'s>,
        number: usize,
        found: &[Type],
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        let expected = &self.computations[number].parameters;
        if expected == found {
            return Ok(());
        }
        let list =
            |types: &[Type]| types.iter().map(|&ty| self.shape_text(ty)).collect::<Vec<_>>().join(", ");
        let message = format!("the computation takes ({}), but is given ({})", list(expected), list(found));
        self.error(problems, &instruction.arguments_at, message)
    }

    /// The branches become regions that use the operands in place of their parameters.
    pub(super) fn conditional(
        &mut self,
        instruction: &Instruction<'s>,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operands = self.operands(instruction, problems)?;
        let found = Found(&instruction.attributes);
        let by_pred = found.get("branch_computations").is_none();
        let branches = if by_pred {
            let first = self.computation(instruction, "true_computation", problems)?;
            vec![first, self.computation(instruction, "false_computation", problems)?]
        } else {
            let Some(Written::Computations(callees)) = found.get("branch_computations") else {
                return Err(crate::ir::text::Reported);
            };
            let callees: Vec<Callee<'s>> = callees.clone();
            callees.iter().map(|callee| self.callee(callee, problems)).collect::<Parse<Vec<_>>>()?
        };
        let Some((Value::One(selector), arguments)) = operands.split_first() else {
            let message = "the first operand of a conditional must select a branch";
            return self.error(problems, &instruction.arguments_at, message);
        };
        if arguments.len() != branches.len() || branches.is_empty() {
            let message = format!("{} branches, but {} operands for them", branches.len(), arguments.len());
            return self.error(problems, &instruction.arguments_at, message);
        }
        let ty = self.computations[branches[0]].result;
        // With a predicate the first branch is that of true, also in the list form.
        let is_pred = is_pred(self.ctx, self.ir.ty(*selector));
        let name = if is_pred { hlo::If::NAME } else { hlo::Case::NAME };
        if by_pred && !is_pred || is_pred && branches.len() != 2 {
            return self.error(problems, &instruction.arguments_at, "the selector does not fit the branches");
        }
        let state = OpState::new(self.ctx, name).operands(&[*selector]).regions(branches.len());
        let arguments: SmallVec<[Value; 4]> = arguments.into();
        let (op, value) = self.emit_value(state, ty, common, instruction.name.as_ref());
        for (index, (&number, argument)) in branches.iter().zip(&arguments).enumerate() {
            let given = self.type_of(argument);
            self.check_arguments(instruction, number, &[given], problems)?;
            self.count_copy(number, &instruction.opcode.at, problems)?;
            let source = self.ir.region(self.computations[number].function, 0);
            let Some(body) = self.ir.entry_block(source) else { continue };
            let region = self.ir.region(op, index);
            let block = self.ir.add_block(region, &[]);
            let mut map = IrMap::default();
            let parameters: Vec<ValueId> = self.ir.args(body).to_vec();
            map.values.extend(parameters.into_iter().zip(Self::flat(std::slice::from_ref(argument))));
            let results = self.ir.inline_block(body, InsertPoint::End(block), &mut map);
            let last = self.ir.last_op(body);
            let mut state = OpState::new(self.ctx, hlo::Return::NAME).operands(&results);
            if let Some(last) = last {
                state = state.at(&self.ir, last);
            }
            self.ir.build(InsertPoint::End(block), state);
        }
        Ok(value)
    }

    pub(super) fn custom_call(
        &mut self,
        instruction: &Instruction<'s>,
        row: &Opcode,
        mut common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let shape = self.shape(instruction, problems)?.clone();
        let operands = Self::flat(&self.operands(instruction, problems)?);
        let mut attrs = self.fields(row, instruction, problems)?;
        let found = Found(&instruction.attributes);
        let called = match (found.get("called_computations"), found.get("to_apply")) {
            (Some(_), Some(_)) => {
                let message = "called_computations and to_apply exclude each other";
                return self.error(problems, &instruction.opcode.at, message);
            }
            (Some(Written::Computations(callees)), _) | (_, Some(Written::Computations(callees))) => {
                callees.clone()
            }
            _ => Vec::new(),
        };
        if !called.is_empty() {
            let symbols = self.symbols_of(&called, problems)?;
            attrs.push(("called_computations", self.ctx.array_attr(&symbols)));
        }
        if let Some(Written::Word(schedule)) = found.get("schedule") {
            attrs.push(("xla.schedule", self.ctx.string_attr(schedule)));
        }
        // StableHLO has the layouts of operands and results together.
        if attrs.iter().any(|attr| attr.0 == "operand_layouts") {
            let layouts = result_layouts(self.ctx, shape.ty, shape.text);
            attrs.push(("result_layouts", self.ctx.array_attr(&layouts)));
            common.attributes.retain(|entry| entry.0 != self.shape_key);
        }
        let state = OpState::new(self.ctx, row.op).operands(&operands).attributes(self.ctx, &attrs);
        Ok(self.emit_value(state, shape.ty, common, instruction.name.as_ref()).1)
    }
}

/// The layouts of the leaves of a shape.
fn result_layouts(ctx: &Context, ty: Type, text: &str) -> Vec<Attr> {
    // Each array of a shape ends its dimensions with a bracket, behind which its layout stands, if any.
    let mut arrays = text.match_indices(']').map(|(at, _)| &text[at..]);
    let leaf = |ty| crate::import::fields::layout_attr(ctx, ty, arrays.next().unwrap_or("]"));
    leaves(ctx, ty).into_iter().map(leaf).collect()
}

/// What the frontend attributes say about a composite, and the attributes without them. `None` if there is no name.
fn composite(ctx: &Context, attributes: &[(Str, Attr)]) -> Option<(Attrs, Vec<(Str, Attr)>)> {
    let frontend = attributes.iter().find(|entry| ctx.text(entry.0) == "mhlo.frontend_attributes")?.1;
    let text = |key: &str| ctx.dict_get(frontend, key).and_then(|value| ctx.as_text(value));
    let name = text("composite.name")?;
    let mut found: Attrs = smallvec![("name", ctx.string_attr(name))];
    if let Some(version) = text("composite.version") {
        found.push(("version", ctx.int_attr(version.trim().parse::<i32>().ok()?.into(), 32)));
    }
    if let Some(dictionary) = text("composite.attributes") {
        found.push(("composite_attributes", text::parse_attr(ctx, dictionary).ok()?));
    }
    let others =
        ctx.dict_entries(frontend).iter().filter(|entry| !ctx.text(entry.0).starts_with("composite."));
    let others: Vec<(Str, Attr)> = others.copied().collect();
    let mut rest: Vec<(Str, Attr)> = attributes.iter().copied().filter(|entry| entry.1 != frontend).collect();
    if !others.is_empty() {
        rest.push((ctx.str("mhlo.frontend_attributes"), ctx.dict_attr(others)));
    }
    Some((found, rest))
}
