//! One instruction: its operands, its attributes, the op it becomes.

use smallvec::SmallVec;

use super::{Builder, Draft, Place, Root, Value};
use crate::import::attributes::COMMON;
use crate::import::fields::{Attrs, Found};
use crate::import::hlo_text::syntax::{
    Arguments, Attribute, Instruction, Operand, Shape, Value as Written, Word,
};
use crate::import::opcodes::{Build, Opcode, opcode, other_op};
use crate::import::shape::{leaves, tuple_of};
use crate::ir::text::{Parse, Reported};
use crate::ir::{
    Attr, AttrKind, Diagnostic, Diagnostics, InsertPoint, Loc, OpId, OpState, Str, Type, TypeKind, ValueId,
};

/// Spellings of attributes, and of constants, that are remembered.
pub(super) const MAX_DRAFTS: usize = 1 << 12;

/// What an instruction says beside its opcode, operands and the attributes of its fields.
pub(super) struct Common {
    pub place: Place,
    /// Discardable attributes.
    pub attributes: Vec<(Str, Attr)>,
}

/// Attributes of opcodes that are built in their own way.
pub(in crate::import) const fn special_attributes(build: Build) -> &'static [&'static str] {
    match build {
        Build::Call => &["to_apply"],
        Build::Fusion => &["kind", "calls", "output_to_operand_aliasing"],
        Build::Conditional => &["true_computation", "false_computation", "branch_computations"],
        Build::CustomCall => &["called_computations", "to_apply", "schedule"],
        Build::GetTupleElement => &["index"],
        Build::Plain => &["result_accuracy"],
        Build::Parameter | Build::Constant | Build::Tuple | Build::Copy | Build::Bitcast => &[],
    }
}

impl<'s> Builder<'s, '_> {
    /// Adds an instruction to the open computation.
    pub(super) fn add_instruction(
        &mut self,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        let Some(name) = &instruction.name else { return Ok(()) };
        if let Some(at) = &instruction.root {
            if self.current().marked.is_some() {
                return self.error(problems, at, "one computation should have only one ROOT");
            }
            self.current().marked = Some(at.clone());
        }
        let value = self.build(instruction, problems);
        let value = match value {
            Ok((value, root)) => {
                let open = self.current();
                if instruction.root.is_some() || open.marked.is_none() {
                    let (place, attributes) = root;
                    open.root = Some(Root { place, attributes, name: name.text });
                }
                value
            }
            Err(Reported) => {
                self.current().lost = true;
                Value::Lost
            }
        };
        let key = self.values.key(self.ctx, name.text);
        if !self.values.insert(key, value) {
            let message = format!("instruction already exists: {}", name.text);
            return self.error(problems, &name.at, message);
        }
        Ok(())
    }

    /// Builds the ops of an instruction. Beside the value: what its computation's return says if it is the root.
    fn build(
        &mut self,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<(Value, (Place, Attr))> {
        let row = opcode(instruction.opcode.text);
        let other = if row.is_none() { other_op(instruction.opcode.text) } else { None };
        if row.is_none() && other.is_none() {
            let name = instruction.opcode.text;
            return self.error(problems, &instruction.opcode.at, format!("unknown opcode: {name}"));
        }
        // Those of plain ops are checked when they are read: of each spelling once.
        if let Some(row) = row.filter(|row| row.build != Build::Plain) {
            self.check_attributes(row, instruction, problems)?;
        }
        let common = self.common(instruction, problems)?;
        let place = common.place;
        let folds =
            row.is_some_and(|row| matches!(row.build, Build::Tuple | Build::GetTupleElement | Build::Copy));
        // The layout of a result is the module's to say.
        let kept = common.attributes.iter().copied().filter(|entry| folds && entry.0 != self.shape_key);
        let attributes = self.ctx.dict_attr(kept);
        let value = match row {
            None => self.undeclared(instruction, &other.unwrap_or_default(), common, problems)?,
            Some(row) => match row.build {
                Build::Plain => self.plain(instruction, row, common, problems)?,
                Build::Parameter => self.parameter(instruction, common, problems)?,
                Build::Constant => self.constant(instruction, common, problems)?,
                Build::Tuple => self.tuple(instruction, problems)?,
                Build::GetTupleElement => self.get_tuple_element(instruction, problems)?,
                Build::Copy => self.copy(instruction, problems)?,
                Build::Bitcast => self.bitcast(instruction, common, problems)?,
                Build::Call => self.call(instruction, common, problems)?,
                Build::Fusion => self.fusion(instruction, common, problems)?,
                Build::Conditional => self.conditional(instruction, common, problems)?,
                Build::CustomCall => self.custom_call(instruction, row, common, problems)?,
            },
        };
        if let Some(shape) = &instruction.shape {
            let found = self.type_of(&value);
            if found != shape.ty {
                let (declared, found) = (self.shape_text(shape.ty), self.shape_text(found));
                let message = format!("is declared to be {declared}, but gives {found}");
                return self.error(problems, &shape.at, message);
            }
        }
        Ok((value, (place, attributes)))
    }

    fn check_attributes(
        &self,
        row: &Opcode,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        let own = || row.fields.iter().flat_map(|field| field.text).chain(row.regions);
        let special = special_attributes(row.build);
        for attribute in &instruction.attributes {
            let known = |name: &&str| *name == attribute.name;
            if special.iter().any(&known) || COMMON.iter().any(&known) || own().any(known) {
                continue;
            }
            let mut allowed: Vec<&str> = own().chain(COMMON).chain(special).copied().collect();
            allowed.sort_unstable();
            let message = format!("unexpected attribute \"{}\"", attribute.name);
            let error = Diagnostic::error(self.span(&attribute.name_at), message);
            problems.push(error.help(format!("'{}' can have {}", row.name, allowed.join(", "))));
            return Err(Reported);
        }
        Ok(())
    }

    /// The place of an instruction's op, and the attributes that any instruction may have.
    fn common(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<Common> {
        let span = self.span(&(instruction.opcode.at.start..instruction.end));
        let mut common = Common { place: Place { loc: Loc::SPAN, span }, attributes: Vec::new() };
        for Attribute { name, value, at, .. } in &instruction.attributes {
            let ctx = self.ctx;
            let mut keep = |name: &str, value: Attr| common.attributes.push((ctx.str(name), value));
            match (*name, value) {
                ("metadata", Written::Raw(text)) => {
                    let loc = self.metadata(text, at, problems)?;
                    if loc != Loc::UNKNOWN {
                        common.place.loc = loc;
                    }
                }
                ("frontend_attributes", _) => {
                    let dictionary = self.string_dictionary(at, problems)?;
                    keep("mhlo.frontend_attributes", dictionary);
                }
                ("sharding", Written::Raw(text)) => keep("mhlo.sharding", ctx.string_attr(text)),
                ("backend_config", value) if instruction.opcode.text != "custom-call" => {
                    let text = match value {
                        Written::String(value) => ctx.attr(AttrKind::String { value: *value, ty: None }),
                        Written::Raw(text) => ctx.string_attr(text),
                        _ => continue,
                    };
                    keep("xla.backend_config", text);
                }
                ("statistics", Written::Raw(text)) => keep("xla.statistics", ctx.string_attr(text)),
                ("origin", Written::Raw(text)) => keep("xla.origin", ctx.string_attr(text)),
                ("result_accuracy", Written::Raw(text)) => keep("xla.result_accuracy", ctx.string_attr(text)),
                ("parameter_replication", Written::Raw(text)) => {
                    keep("xla.parameter_replication", ctx.string_attr(text));
                }
                ("control-predecessors", Written::Names(names)) => {
                    let list = self.predecessors(names, problems)?;
                    keep("xla.control_predecessors", list);
                }
                _ => {}
            }
        }
        if let Some(shape) = instruction.shape.as_ref().filter(|shape| shape.special_layout) {
            common.attributes.push((self.shape_key, self.ctx.string_attr(shape.text)));
        }
        Ok(common)
    }

    /// The instructions that must run before this one. They carry their names, for the reference to mean something.
    fn predecessors(&mut self, names: &[Word<'s>], problems: &mut Diagnostics) -> Parse<Attr> {
        let ctx = self.ctx;
        let mut list = Vec::new();
        for name in names {
            let key = self.values.key(ctx, name.text);
            let Some(value) = self.values.get(key) else {
                return self.error(problems, &name.at, format!("instruction does not exist: {}", name.text));
            };
            let attr = ctx.string_attr(name.text);
            list.push(attr);
            if let Some(op) = value.leaves().first().and_then(|&value| self.ir.def_op(value)) {
                self.ir.set_attr(op, "xla.name", Some(attr));
            }
        }
        Ok(ctx.array_attr(&list))
    }

    // Operands

    pub(super) fn operands(
        &mut self,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<SmallVec<[Value; 4]>> {
        let Arguments::Operands(operands) = &instruction.arguments else { return Ok(SmallVec::new()) };
        let mut values = SmallVec::with_capacity(operands.len());
        for operand in operands {
            values.push(self.operand(operand, problems)?);
        }
        Ok(values)
    }

    fn operand(&mut self, operand: &Operand<'s>, problems: &mut Diagnostics) -> Parse<Value> {
        let (shape, name) = match operand {
            Operand::Nested(instruction) => return self.build(instruction, problems).map(|built| built.0),
            Operand::Named { shape, name } => (shape, name),
        };
        let key = self.values.key(self.ctx, name.text);
        let value = match self.values.get(key) {
            Some(Value::Lost) => return Err(Reported),
            Some(value) => value,
            None => match shape {
                Some(shape) if self.current().head.implicit_parameters => {
                    let number = self.current().parameters.len() as i64;
                    let empty = self.ctx.empty_dict();
                    let value = self.add_parameter(number, shape.ty, name.text, &name.at, Loc::SPAN, empty);
                    self.values.insert(key, value.clone());
                    value
                }
                _ => return self.unknown_operand(name, problems),
            },
        };
        if let Some(shape) = shape {
            let found = self.type_of(&value);
            if found != shape.ty {
                let (declared, found) = (self.shape_text(shape.ty), self.shape_text(found));
                let message = format!("operand '{}' is {found}, not {declared}", name.text);
                return self.error(problems, &shape.at, message);
            }
        }
        Ok(value)
    }

    fn unknown_operand<T>(&mut self, name: &Word<'s>, problems: &mut Diagnostics) -> Parse<T> {
        let message = format!("instruction does not exist: {}", name.text);
        let mut error = Diagnostic::error(self.span(&name.at), message);
        let computation = self.current().head.name.text;
        error = error.help(format!("it must stand in front of its use, in computation '{computation}'"));
        problems.push(error);
        Err(Reported)
    }

    /// The leaves of operands.
    pub(super) fn flat(values: &[Value]) -> SmallVec<[ValueId; 4]> {
        let mut flat = SmallVec::new();
        values.iter().for_each(|value| flat.extend_from_slice(value.leaves()));
        flat
    }

    /// The only operand.
    pub(super) fn only(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<Value> {
        let mut operands = self.operands(instruction, problems)?;
        if operands.len() != 1 {
            let (name, count) = (instruction.opcode.text, operands.len());
            let message = format!("'{name}' takes one operand, but has {count}");
            return self.error(problems, &instruction.arguments_at, message);
        }
        Ok(operands.remove(0))
    }

    // Ops

    /// Builds an op at the end of the open computation.
    pub(super) fn emit(&mut self, state: OpState, common: Common, name: Option<&Word<'s>>) -> OpId {
        let Place { loc, span } = common.place;
        let mut state = OpState { loc, span, ..state };
        if !common.attributes.is_empty() {
            let own = self.ctx.dict_entries(state.attrs).iter().copied();
            state.attrs = self.ctx.dict_attr(own.chain(common.attributes));
        }
        let block = self.current().block;
        let op = self.ir.build(InsertPoint::End(block), state);
        if let Some(name) = name
            && let Some(&first) = self.ir.results(op).first()
        {
            let name = self.values.key(self.ctx, name.text);
            self.ir.set_value_name(first, name);
        }
        op
    }

    /// Builds an op of a type; what an instruction that is one op comes to.
    pub(super) fn emit_value(
        &mut self,
        state: OpState,
        ty: Type,
        common: Common,
        name: Option<&Word<'s>>,
    ) -> (OpId, Value) {
        let types = match self.ctx.kind(ty) {
            TypeKind::Tuple(_) => leaves(self.ctx, ty).into(),
            _ => SmallVec::from_slice(&[ty]),
        };
        let op = self.emit(OpState { results: types, ..state }, common, name);
        let value = match self.ir.results(op) {
            [one] if !matches!(self.ctx.kind(ty), TypeKind::Tuple(_)) => Value::One(*one),
            results => self.value(ty, results),
        };
        (op, value)
    }

    /// The shape that an instruction must have.
    pub(super) fn shape<'i>(
        &self,
        instruction: &'i Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<&'i Shape<'s>> {
        match &instruction.shape {
            Some(shape) => Ok(shape),
            None => {
                let message = format!("'{}' must have a shape in front of it", instruction.opcode.text);
                self.error(problems, &instruction.opcode.at, message)
            }
        }
    }

    /// The attributes of the op that the instruction's fields stand for.
    pub(super) fn fields(
        &mut self,
        row: &Opcode,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<Attrs> {
        let mut attrs = Attrs::new();
        let found = Found(&instruction.attributes);
        for field in row.fields {
            if let Err((name, message)) = field.read(self.ctx, &found, &mut attrs) {
                let attribute = instruction.attributes.iter().find(|attribute| attribute.name == name);
                let at = attribute.map_or(&instruction.opcode.at, |attribute| &attribute.at);
                return self.error(problems, &at.clone(), message);
            }
        }
        self.fill_in(row.op, &mut attrs);
        Ok(attrs)
    }

    /// Adds the attributes that stand for absent ones, as reading MLIR does.
    pub(super) fn fill_in(&self, op: &str, attrs: &mut Attrs) {
        let Some(info) = self.ctx.op_info(self.ctx.op_name(op)) else { return };
        for slot in info.attrs {
            if attrs.iter().all(|attr| attr.0 != slot.name)
                && let Some(default) = self.ctx.default_attr(slot)
            {
                attrs.push((slot.name, default));
            }
        }
    }

    fn plain(
        &mut self,
        instruction: &Instruction<'s>,
        row: &'static Opcode,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operands = Self::flat(&self.operands(instruction, problems)?);
        let state = self.draft(row, instruction, problems)?.state(self.ctx, operands);
        let ty = match &instruction.shape {
            Some(shape) => shape.ty,
            None => self.infer(state.clone(), instruction, problems)?,
        };
        let (op, value) =
            self.emit_value(state.regions(row.regions.len()), ty, common, instruction.name.as_ref());
        for (index, name) in row.regions.iter().enumerate() {
            let number = self.computation(instruction, name, problems)?;
            let region = self.ir.region(op, index);
            self.apply(number, region, &instruction.opcode.at, problems)?;
        }
        Ok(value)
    }

    /// An op with the attributes of an instruction. The text of those repeats, so each spelling is read once.
    fn draft(
        &mut self,
        row: &'static Opcode,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<Draft> {
        let common = |attribute: &Attribute<'_>| COMMON.contains(&attribute.name);
        let attributes = &instruction.attributes;
        let own = attributes.iter().position(common).unwrap_or(attributes.len());
        let start = instruction.arguments_at.end;
        let end = attributes.get(own).map_or(instruction.end, |attribute| attribute.name_at.start);
        // XLA prints what any instruction may have behind what this one has.
        let key = attributes[own..].iter().all(common).then(|| (row.name, &self.src[start..end]));
        if let Some(known) = key.and_then(|key| self.drafts.get(&key)) {
            return Ok(*known);
        }
        self.check_attributes(row, instruction, problems)?;
        let attrs = self.fields(row, instruction, problems)?;
        let draft = Draft::new(&OpState::new(self.ctx, row.op).attributes(self.ctx, &attrs));
        if self.drafts.len() < MAX_DRAFTS {
            self.drafts.extend(key.map(|key| (key, draft)));
        }
        Ok(draft)
    }

    /// The type of an instruction that does not say it.
    fn infer(
        &mut self,
        state: OpState,
        instruction: &Instruction<'s>,
        problems: &mut Diagnostics,
    ) -> Parse<Type> {
        let info = self.ctx.op_info(state.name);
        let Some(infer) = info.and_then(|info| info.infer) else {
            return self.shape(instruction, problems).map(|shape| shape.ty);
        };
        let draft = self.ir.create(state);
        // What inference looks at, the op's rule checks later; the number of operands must be right for it.
        let slots = info.map_or(0, |info| {
            if info.operands.iter().all(|slot| slot.arity == crate::ir::Arity::One) {
                info.operands.len()
            } else {
                0
            }
        });
        let types = if slots > 0 && self.ir.operand_count(draft) != slots {
            Err(crate::ir::Fault::op(format!(
                "takes {slots} operands, but has {}",
                self.ir.operand_count(draft)
            )))
        } else {
            infer(&self.ir, draft)
        };
        self.ir.erase(draft);
        match types {
            Ok(types) if info.is_some_and(|info| info.results.len() > 1) => {
                Ok(self.ctx.ty(TypeKind::Tuple(types.into())))
            }
            Ok(types) => Ok(tuple_of(self.ctx, &types)),
            Err(fault) => {
                let message = format!("'{}' {}", instruction.opcode.text, fault.message);
                self.error(problems, &instruction.opcode.at, message)
            }
        }
    }

    /// An instruction that no op of the dialect stands for: the attributes stay text.
    fn undeclared(
        &mut self,
        instruction: &Instruction<'s>,
        op: &str,
        common: Common,
        problems: &mut Diagnostics,
    ) -> Parse<Value> {
        let operands = Self::flat(&self.operands(instruction, problems)?);
        let mut state = OpState::new(self.ctx, op).operands(&operands);
        if self.undeclared.insert(instruction.opcode.text) {
            let message = format!("'{}' has no op in the hlo dialect", instruction.opcode.text);
            let warning = Diagnostic::warning(self.span(&instruction.opcode.at), message);
            problems.push(warning.help(format!("it is kept as the op '{op}', which has no meaning here")));
        }
        let mut attrs = Vec::new();
        for attribute in &instruction.attributes {
            if COMMON.contains(&attribute.name) {
                continue;
            }
            let value = match &attribute.value {
                Written::Computations(callees) => {
                    let symbols = self.symbols_of(callees, problems)?;
                    self.ctx.array_attr(&symbols)
                }
                _ => self.ctx.string_attr(&self.src[attribute.at.clone()]),
            };
            attrs.push((self.ctx.str(&format!("xla.{}", attribute.name)), value));
        }
        state.attrs = self.ctx.dict_attr(attrs);
        let ty = self.shape(instruction, problems)?.ty;
        Ok(self.emit_value(state, ty, common, instruction.name.as_ref()).1)
    }
}
