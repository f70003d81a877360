//! From HLO text to messages: how a module is written as a HloModuleProto.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::messages::{
    AliasEntryProto, BufferDonorEntryProto, FrontendAttributes, HloBufferDonorProto, HloComputationProto,
    HloInputOutputAliasProto, HloInstructionProto, HloModuleProto, OpMetadata, ProgramShapeProto,
};
use super::{attributes, shapes};
use crate::import::attributes::HeaderField;
use crate::import::build::{Note, entries};
use crate::import::hlo_text::parser::parse_program_shape;
use crate::import::hlo_text::syntax::{
    Arguments, Callee, Head, Instruction, Operand, Sink, TableRow, Value, Word,
};
use crate::ir::text::{Parse, Reported};
use crate::ir::{Attr, Context, Diagnostic, Diagnostics, FileId, Span, Str, Type};

/// Attributes that name computations, in the order in which the message lists those.
const CALLEES: &[&str] = &[
    "to_apply",
    "calls",
    "body",
    "condition",
    "true_computation",
    "false_computation",
    "branch_computations",
    "called_computations",
    "select",
    "scatter",
];

/// Attributes without bearing on what is computed, whose fields are not written.
const LEFT_OUT: &[&str] =
    &["constrain_layout", "origin", "parameter_replication", "result_accuracy", "statistics"];

/// Builds the messages of a module from its text.
pub(super) struct Encoder<'s, 'c> {
    ctx: &'c Context,
    file: FileId,
    src: &'s str,
    pub module: HloModuleProto,
    /// The values of the constants, in the order of the text.
    literals: std::vec::IntoIter<Attr>,
    computations: FxHashMap<&'s str, i64>,
    /// The open computation, and the ids and shapes of its instructions.
    open: HloComputationProto,
    names: FxHashMap<&'s str, i64>,
    entry: bool,
}

impl<'s, 'c> Encoder<'s, 'c> {
    pub fn new(ctx: &'c Context, file: FileId, src: &'s str, literals: Vec<Attr>) -> Self {
        Encoder {
            ctx,
            file,
            src,
            module: HloModuleProto::default(),
            literals: literals.into_iter(),
            computations: FxHashMap::default(),
            open: HloComputationProto::default(),
            names: FxHashMap::default(),
            entry: false,
        }
    }

    fn error<T>(
        &self,
        problems: &mut Diagnostics,
        at: &Range<usize>,
        message: impl Into<String>,
    ) -> Parse<T> {
        problems.push(Diagnostic::error(Span::new(self.file, at.start, at.end), message));
        Err(Reported)
    }

    /// `{a="b",...}`
    fn frontend(&self, at: &Range<usize>, problems: &mut Diagnostics) -> Parse<FrontendAttributes> {
        let entries = entries(self.ctx, self.file, self.src, at, problems)?;
        let text = |note: Note<'_>| match note {
            Note::Text(text) => self.ctx.text(text).to_string(),
            Note::Raw(text) => text.to_string(),
            Note::Number(number) => number.to_string(),
        };
        Ok(FrontendAttributes {
            map: entries.into_iter().map(|(key, _, note)| (key.to_string(), text(note))).collect(),
        })
    }

    fn metadata(&self, at: &Range<usize>, problems: &mut Diagnostics) -> Parse<OpMetadata> {
        let mut metadata = OpMetadata::default();
        for (key, _, note) in entries(self.ctx, self.file, self.src, at, problems)? {
            match (key, note) {
                ("op_type", Note::Text(text)) => metadata.op_type = self.ctx.text(text).to_string(),
                ("op_name", Note::Text(text)) => metadata.op_name = self.ctx.text(text).to_string(),
                ("source_file", Note::Text(text)) => metadata.source_file = self.ctx.text(text).to_string(),
                ("deduplicated_name", Note::Text(text)) => {
                    metadata.deduplicated_name = self.ctx.text(text).to_string();
                }
                ("scheduling_name", Note::Text(text)) => {
                    metadata.scheduling_name = self.ctx.text(text).to_string()
                }
                ("source_line", Note::Number(number)) => metadata.source_line = number as i32,
                ("source_end_line", Note::Number(number)) => metadata.source_end_line = number as i32,
                ("source_column", Note::Number(number)) => metadata.source_column = number as i32,
                ("source_end_column", Note::Number(number)) => metadata.source_end_column = number as i32,
                _ => {}
            }
        }
        Ok(metadata)
    }

    fn operands(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<Vec<i64>> {
        let Arguments::Operands(operands) = &instruction.arguments else { return Ok(Vec::new()) };
        let mut ids = Vec::new();
        for operand in operands {
            let Operand::Named { name, .. } = operand else {
                return self.error(problems, &instruction.arguments_at, "an operand must be a name");
            };
            match self.names.get(name.text) {
                Some(&id) => ids.push(id),
                None => {
                    return self.error(
                        problems,
                        &name.at,
                        format!("instruction does not exist: {}", name.text),
                    );
                }
            }
        }
        Ok(ids)
    }

    fn callees(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<Vec<i64>> {
        let mut ids = Vec::new();
        for name in CALLEES {
            let found = instruction.attributes.iter().find(|attribute| attribute.name == *name);
            let Some(Value::Computations(callees)) = found.map(|attribute| &attribute.value) else {
                continue;
            };
            for callee in callees {
                let id = match callee {
                    Callee::Named(name) => self.computations.get(name.text).copied(),
                    Callee::Inline(_) => None,
                };
                let Some(id) = id else {
                    return self.error(problems, &instruction.opcode.at, "a computation must have a name");
                };
                ids.push(id);
            }
        }
        Ok(ids)
    }

    fn constant(
        &mut self,
        proto: &mut HloInstructionProto,
        ty: Type,
        at: &Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        let shape = proto.shape.clone().unwrap_or_default();
        let literal = self.literals.next().and_then(|value| shapes::literal_of(self.ctx, ty, shape, value));
        if literal.is_none() {
            let warning = Diagnostic::warning(
                Span::new(self.file, at.start, at.end),
                "this constant has no elements to write",
            );
            problems.push(warning.help("they were left out of the text that it was read from"));
        }
        proto.literal = literal;
        Ok(())
    }
}

impl<'s> Sink<'s> for Encoder<'s, '_> {
    fn module(&mut self, name: Word<'s>) {
        self.module.name = name.text.to_string();
    }

    fn header(
        &mut self,
        field: &'static HeaderField,
        value: &'s str,
        at: Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        match field.name {
            "entry_computation_layout" => {
                let Some(program) = parse_program_shape(self.ctx, value) else {
                    return self.error(problems, &at, "this is no program shape");
                };
                let shape = |shape: &crate::import::hlo_text::syntax::Shape<'_>| {
                    shapes::shape_of(self.ctx, shape.ty, shape.text)
                };
                self.module.host_program_shape = Some(ProgramShapeProto {
                    parameters: program.parameters.iter().map(shape).collect(),
                    result: Some(shape(&program.result)),
                    parameter_names: Vec::new(),
                });
            }
            "frontend_attributes" => self.module.frontend_attributes = Some(self.frontend(&at, problems)?),
            "input_output_alias" => {
                let entries = attributes::read_aliasing(value).map(|list| {
                    let entry =
                        |(alias, kind): (super::messages::OutputOperandAliasing, &str)| AliasEntryProto {
                            output_shape_index: alias.output_shape_index,
                            parameter_number: alias.operand_index,
                            parameter_shape_index: alias.operand_shape_index,
                            kind: if kind.contains("must") { 2 } else { 1 },
                        };
                    list.into_iter().map(entry).collect()
                });
                let Some(entries) = entries else { return self.error(problems, &at, "this is no alias") };
                self.module.input_output_alias = Some(HloInputOutputAliasProto { entries });
            }
            "buffer_donor" => {
                let Some(entries) = attributes::read_donors(value) else {
                    return self.error(problems, &at, "this is no list of donors");
                };
                let entry = |(parameter_number, parameter_shape_index)| BufferDonorEntryProto {
                    parameter_number,
                    parameter_shape_index,
                };
                let entries = entries.into_iter().map(entry).collect();
                self.module.buffer_donor = Some(HloBufferDonorProto { entries });
            }
            name => {
                let span = Span::new(self.file, at.start, at.end);
                problems.push(Diagnostic::warning(
                    span,
                    format!("'{name}' has no field in a HloModuleProto: left out"),
                ));
            }
        }
        Ok(())
    }

    fn row(&mut self, _: &'s str, _: i64, _: TableRow<'s>) {}

    fn begin(&mut self, head: Head<'s>, _: &mut Diagnostics) -> Parse<()> {
        let id = self.module.computations.len() as i64 + 1;
        self.computations.insert(head.name.text, id);
        self.open = HloComputationProto { name: head.name.text.to_string(), id, ..Default::default() };
        self.names.clear();
        self.entry = head.entry.is_some();
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<()> {
        let (Some(name), Some(shape)) = (&instruction.name, &instruction.shape) else {
            return self.error(
                problems,
                &instruction.opcode.at,
                "an instruction must have a name and a shape",
            );
        };
        let id = (self.open.id << 32) | (self.open.instructions.len() as i64 + 1);
        let mut proto = HloInstructionProto {
            name: name.text.to_string(),
            opcode: instruction.opcode.text.to_string(),
            shape: Some(shapes::shape_of(self.ctx, shape.ty, shape.text)),
            id,
            operand_ids: self.operands(instruction, problems)?,
            called_computation_ids: self.callees(instruction, problems)?,
            ..Default::default()
        };
        if instruction.opcode.text == "custom-call" {
            proto.custom_call_api_version = 1;
        }
        match &instruction.arguments {
            Arguments::Number(number) => proto.parameter_number = *number,
            Arguments::Literal(at) => self.constant(&mut proto, shape.ty, at, problems)?,
            Arguments::Operands(_) => {}
        }
        for attribute in &instruction.attributes {
            let at = &attribute.at;
            match attribute.name {
                "metadata" => proto.metadata = Some(self.metadata(at, problems)?),
                "frontend_attributes" => proto.frontend_attributes = Some(self.frontend(at, problems)?),
                "control-predecessors" => {
                    let Value::Names(names) = &attribute.value else { continue };
                    proto.control_predecessor_ids =
                        names.iter().filter_map(|name| self.names.get(name.text).copied()).collect();
                }
                name if CALLEES.contains(&name) => {}
                name => {
                    let written = &self.src[at.clone()];
                    if LEFT_OUT.contains(&name) {
                        let span = Span::new(self.file, at.start, at.end);
                        let message = format!("'{name}' is not written to a HloInstructionProto: left out");
                        problems.push(Diagnostic::warning(span, message));
                    } else if attributes::set(self.ctx, name, &attribute.value, written, &mut proto).is_err()
                    {
                        let message = format!("'{name}' cannot be written to a HloInstructionProto");
                        return self.error(problems, at, message);
                    }
                }
            }
        }
        // XLA fills in how a comparison compares, and that an instruction is of one group.
        if proto.opcode == "compare" && proto.comparison_type.is_empty() {
            let operand = proto.operand_ids.first();
            let operand = self.open.instructions.iter().find(|known| Some(&known.id) == operand);
            let elem = operand.and_then(|known| known.shape.as_ref()).and_then(shapes::primitive_of);
            proto.comparison_type = match elem {
                Some(elem) if elem == "pred" || elem.starts_with('u') => "UNSIGNED",
                Some(elem) if elem.starts_with('s') => "SIGNED",
                _ => "FLOAT",
            }
            .into();
        }
        if instruction.root.is_some() {
            self.open.root_id = id;
        }
        self.names.insert(name.text, id);
        self.open.instructions.push(proto);
        Ok(())
    }

    fn lost(&mut self, _: Word<'s>) {}

    fn end(&mut self, _: Range<usize>, thread: Option<Str>, _: &mut Diagnostics) -> Parse<()> {
        let mut computation = std::mem::take(&mut self.open);
        if let Some(thread) = thread {
            computation.execution_thread = self.ctx.text(thread).to_string();
        }
        let mut parameters: Vec<&HloInstructionProto> =
            computation.instructions.iter().filter(|instruction| instruction.opcode == "parameter").collect();
        parameters.sort_by_key(|parameter| parameter.parameter_number);
        let root = computation.instructions.iter().find(|instruction| instruction.id == computation.root_id);
        let program = ProgramShapeProto {
            parameters: parameters.iter().filter_map(|parameter| parameter.shape.clone()).collect(),
            result: root.and_then(|root| root.shape.clone()),
            parameter_names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        };
        if self.entry {
            self.module.entry_computation_name.clone_from(&computation.name);
            self.module.entry_computation_id = computation.id;
            if let Some(host) = &mut self.module.host_program_shape {
                host.parameter_names.clone_from(&program.parameter_names);
            }
        }
        computation.program_shape = Some(program);
        self.module.computations.push(computation);
        Ok(())
    }
}
