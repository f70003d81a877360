//! The printed form of a HloModuleProto: HLO text, which the text parser then reads. Diagnostics point into it, and every
//! line says the id of its instruction. Elements of constants do not go through the text.

use std::fmt::Write as _;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::attributes::{self, References};
use super::messages::{HloComputationProto, HloInstructionProto, HloModuleProto, StackFrameIndexProto};
use super::shapes;
use crate::import::attributes::{ATTRIBUTES, COMMON, Syntax};
use crate::import::build::special_attributes;
use crate::import::fields::braced;
use crate::import::hlo_text::lexer::quoted;
use crate::import::literal;
use crate::import::names::{Names, legal};
use crate::import::opcodes::{Build, opcode};
use crate::import::shape::{leaves, separate};
use crate::ir::{Attr, Context, Severity};

/// Something to say about a range of the printed form.
pub(super) struct Problem {
    pub severity: Severity,
    pub at: Range<usize>,
    pub message: String,
}

/// The printed form.
#[derive(Default)]
pub(super) struct Rendered {
    pub text: String,
    /// The values of the constants, in the order of the text.
    pub literals: Vec<Vec<Attr>>,
    pub problems: Vec<Problem>,
}

/// Attributes that are written whatever their value: their absence says something else.
const ALWAYS: [&str; 2] = ["index", "largest"];

/// Attributes that share a field with another one, and belong to opcodes with a row.
const ELSEWHERE: [&str; 7] = [
    "branch_computations",
    "called_computations",
    "custom_call_target",
    "index",
    "index_vector_dim",
    "iota_dimension",
    "largest",
];

/// Texts that say what the absence of an attribute says.
const DEFAULTS: [&str; 4] = ["", "{}", "0", "false"];

/// Elements up to which a constant is shown.
const SHOWN: usize = 10;

/// Prints a module.
pub(super) fn render(ctx: &Context, module: &HloModuleProto) -> Rendered {
    let mut renderer = Renderer {
        ctx,
        out: Rendered::default(),
        computations: FxHashMap::default(),
        instructions: Names::default(),
    };
    renderer.module(module);
    renderer.out
}

struct Renderer<'c> {
    ctx: &'c Context,
    out: Rendered,
    /// Names of computations by id.
    computations: FxHashMap<i64, String>,
    /// Names are unique in the module.
    instructions: Names,
}

/// Puts items behind those they need, in their own order where that is possible. The error is an item that needs
/// itself, by way of others.
fn order(count: usize, needs: impl Fn(usize) -> Vec<usize>) -> Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; count];
    let mut ordered = Vec::with_capacity(count);
    for start in 0..count {
        // Items on the way, each with what it still needs.
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        if state[start] == State::New {
            state[start] = State::Open;
            path.push((start, needs(start)));
        }
        while let Some((item, open)) = path.last_mut() {
            let item = *item;
            match open.pop() {
                Some(next) if state[next] == State::New => {
                    state[next] = State::Open;
                    path.push((next, needs(next)));
                }
                Some(next) if state[next] == State::Open => return Err(next),
                Some(_) => {}
                None => {
                    state[item] = State::Done;
                    ordered.push(item);
                    path.pop();
                }
            }
        }
    }
    Ok(ordered)
}

impl Renderer<'_> {
    fn problem(&mut self, severity: Severity, at: Range<usize>, message: String) {
        self.out.problems.push(Problem { severity, at, message });
    }

    fn error(&mut self, at: Range<usize>, message: String) {
        self.problem(Severity::Error, at, message);
    }

    fn module(&mut self, module: &HloModuleProto) {
        let mut header = format!("HloModule {}", legal(&module.name));
        let start = header.len();
        if let Some(alias) = module.input_output_alias.as_ref().filter(|alias| !alias.entries.is_empty()) {
            let entries: Vec<String> = alias
                .entries
                .iter()
                .map(|entry| {
                    let kind = if entry.kind == 2 { "must-alias" } else { "may-alias" };
                    let (output, parameter) =
                        (braced(&entry.output_shape_index), braced(&entry.parameter_shape_index));
                    format!("{output}: ({}, {parameter}, {kind})", entry.parameter_number)
                })
                .collect();
            let _ = write!(header, ", input_output_alias={{ {} }}", entries.join(", "));
        }
        if let Some(donors) = module.buffer_donor.as_ref().filter(|donors| !donors.entries.is_empty()) {
            let entry = |entry: &super::messages::BufferDonorEntryProto| {
                format!("({}, {})", entry.parameter_number, braced(&entry.parameter_shape_index))
            };
            let entries: Vec<String> = donors.entries.iter().map(entry).collect();
            let _ = write!(header, ", buffer_donor={{ {} }}", entries.join(", "));
        }
        if let Some(shape) = &module.host_program_shape {
            let mut text = String::from("{(");
            let mut fits = Ok(());
            for (index, parameter) in shape.parameters.iter().enumerate() {
                separate(index, &mut text);
                fits = fits.and(shapes::print(parameter, &mut text));
            }
            text.push_str(")->");
            fits = fits.and(shape.result.as_ref().map_or(Ok(()), |result| shapes::print(result, &mut text)));
            match fits {
                Ok(()) if shape.result.is_some() => {
                    let _ = write!(header, ", entry_computation_layout={text}}}");
                }
                Ok(()) => {}
                Err(message) => self.error(0..start, format!("the program shape cannot be read: {message}")),
            }
        }
        if let Some(frontend) =
            module.frontend_attributes.as_ref().filter(|frontend| !frontend.map.is_empty())
        {
            let _ = write!(header, ", frontend_attributes={}", attributes::frontend(&frontend.map));
        }
        self.out.text = header + "\n";
        if let Some(frames) = &module.stack_frame_index {
            self.frames(frames);
        }
        self.all_computations(module);
    }

    /// The tables of stack frames.
    fn frames(&mut self, frames: &StackFrameIndexProto) {
        let out = &mut self.out.text;
        for (title, names) in [("FileNames", &frames.file_names), ("FunctionNames", &frames.function_names)] {
            let _ = writeln!(out, "\n{title}");
            for (index, name) in names.iter().enumerate() {
                let _ = writeln!(out, "{} {}", index + 1, quoted(name.as_bytes()));
            }
        }
        let _ = writeln!(out, "\nFileLocations");
        for (index, at) in frames.file_locations.iter().enumerate() {
            let _ = writeln!(
                out,
                "{} {{file_name_id={} function_name_id={} line={} end_line={} column={} end_column={}}}",
                index + 1,
                at.file_name_id,
                at.function_name_id,
                at.line,
                at.end_line,
                at.column,
                at.end_column
            );
        }
        let _ = writeln!(out, "\nStackFrames");
        for (index, frame) in frames.stack_frames.iter().enumerate() {
            // The text counts parents from one more.
            let parent = i64::from(frame.parent_frame_id) + 1;
            let location = frame.file_location_id;
            let _ = writeln!(out, "{} {{file_location_id={location} parent_frame_id={parent}}}", index + 1);
        }
    }

    fn all_computations(&mut self, module: &HloModuleProto) {
        let list = &module.computations;
        let mut by_id: FxHashMap<i64, usize> = FxHashMap::default();
        let mut names = Names::default();
        for (index, computation) in list.iter().enumerate() {
            if by_id.insert(computation.id, index).is_some() {
                let message = format!("two computations have the id {}", computation.id);
                self.error(0..self.out.text.len(), message);
            }
            self.computations.insert(computation.id, names.unique(&legal(&computation.name)));
        }
        let needs = |index: usize| {
            let called = list[index].instructions.iter().flat_map(|i| &i.called_computation_ids);
            called.filter_map(|id| by_id.get(id).copied()).collect::<Vec<_>>().into_iter().rev().collect()
        };
        let ordered = order(list.len(), needs).unwrap_or_else(|index| {
            let (name, id) = (&list[index].name, list[index].id);
            let message = format!("computation '{name}' (id {id}) calls itself, by way of others");
            self.error(0..self.out.text.len(), message);
            Vec::new()
        });
        let by_name = |computation: &HloComputationProto| computation.name == module.entry_computation_name;
        let entry = by_id
            .get(&module.entry_computation_id)
            .copied()
            .or_else(|| list.iter().position(by_name))
            .or(list.len().checked_sub(1));
        if list.is_empty() {
            self.error(0..self.out.text.len(), "the module has no computations".into());
        }
        for index in ordered {
            self.computation(&list[index], Some(index) == entry);
        }
    }

    fn computation(&mut self, computation: &HloComputationProto, entry: bool) {
        let list = &computation.instructions;
        let name = self.computations[&computation.id].clone();
        let head = self.out.text.len() + 1;
        let _ = writeln!(
            self.out.text,
            "\n{}{name} {{ // id={}",
            if entry { "ENTRY " } else { "" },
            computation.id
        );
        let head = head..self.out.text.len() - 1;
        let mut by_id: FxHashMap<i64, usize> = FxHashMap::default();
        let mut names: FxHashMap<i64, String> = FxHashMap::default();
        for (index, instruction) in list.iter().enumerate() {
            if by_id.insert(instruction.id, index).is_some() {
                let id = instruction.id;
                let message = format!("two instructions of computation '{name}' have the id {id}");
                self.error(head.clone(), message);
            }
            names.insert(instruction.id, self.instructions.unique(&legal(&instruction.name)));
        }
        let needs = |index: usize| {
            let needed = list[index].operand_ids.iter().chain(&list[index].control_predecessor_ids);
            needed.filter_map(|id| by_id.get(id).copied()).collect::<Vec<_>>().into_iter().rev().collect()
        };
        let ordered = match order(list.len(), needs) {
            Ok(ordered) => ordered,
            Err(index) => {
                let (instruction, id) = (&list[index].name, list[index].id);
                let message = format!(
                    "instruction '{instruction}' (id {id}) of computation '{name}' needs itself, by way of others"
                );
                self.error(head.clone(), message);
                (0..list.len()).collect()
            }
        };
        if !by_id.contains_key(&computation.root_id) && !list.is_empty() {
            let id = computation.root_id;
            self.error(
                head,
                format!("the root of computation '{name}' has the id {id}, which no instruction has"),
            );
        }
        for index in ordered {
            let instruction = &list[index];
            let operand = instruction.operand_ids.first().and_then(|id| by_id.get(id));
            let references = References {
                computations: &self.computations,
                instructions: &names,
                operand: operand.and_then(|&index| list[index].shape.as_ref()),
            };
            let line = Line::new(self.ctx, instruction, &references, instruction.id == computation.root_id);
            let start = self.out.text.len();
            self.out.text.push_str(&line.text);
            let end = self.out.text.len();
            let _ = writeln!(self.out.text, " // id={}, in {name}", instruction.id);
            self.out.literals.extend(line.literal);
            let who =
                format!("instruction '{}' (id {}) of computation '{name}'", instruction.name, instruction.id);
            for (severity, message) in line.problems {
                self.problem(severity, start + 2..end, format!("{who} {message}"));
            }
        }
        self.out.text.push('}');
        if !computation.execution_thread.is_empty() && computation.execution_thread != "main" {
            let thread = quoted(computation.execution_thread.as_bytes());
            let _ = write!(self.out.text, ", execution_thread={thread}");
        }
        self.out.text.push('\n');
    }
}

/// The line of an instruction.
struct Line {
    text: String,
    literal: Option<Vec<Attr>>,
    problems: Vec<(Severity, String)>,
}

impl Line {
    fn new(
        ctx: &Context,
        instruction: &HloInstructionProto,
        references: &References<'_>,
        root: bool,
    ) -> Line {
        let mut line = Line { text: String::from("  "), literal: None, problems: Vec::new() };
        if root {
            line.text.push_str("ROOT ");
        }
        let name = references.instructions.get(&instruction.id).map_or("_", String::as_str);
        let _ = write!(line.text, "{name} = ");
        match &instruction.shape {
            Some(shape) => {
                if let Err(message) = shapes::print(shape, &mut line.text) {
                    line.fail(format!("has no shape: {message}"));
                }
            }
            None => line.fail("has no shape"),
        }
        // An opcode that is not known is for the text parser to say; one that is no word cannot be written.
        let word = legal(&instruction.opcode);
        if word != instruction.opcode {
            line.fail(format!("has no opcode, but '{}'", instruction.opcode));
        }
        let _ = write!(line.text, " {word}(");
        match instruction.opcode.as_str() {
            "parameter" => {
                let _ = write!(line.text, "{}", instruction.parameter_number);
            }
            "constant" => line.literal(ctx, instruction),
            _ => line.operands(instruction, references),
        }
        line.text.push(')');
        line.attributes(instruction, references);
        line
    }

    fn fail(&mut self, message: impl Into<String>) {
        self.problems.push((Severity::Error, message.into()));
    }

    fn operands(&mut self, instruction: &HloInstructionProto, references: &References<'_>) {
        for (index, id) in instruction.operand_ids.iter().enumerate() {
            separate(index, &mut self.text);
            match references.instructions.get(id) {
                Some(name) => self.text.push_str(name),
                None => {
                    let _ = write!(self.text, "missing.{id}");
                    self.fail(format!("has the operand id {id}, which no instruction there has"));
                }
            }
        }
    }

    fn literal(&mut self, ctx: &Context, instruction: &HloInstructionProto) {
        let ty = instruction.shape.as_ref().and_then(|shape| shapes::type_of(ctx, shape));
        let Some(ty) = ty else { return };
        let constants = match &instruction.literal {
            Some(literal) => shapes::constants(ctx, ty, literal),
            // A module may be stored without its big constants.
            None => Ok(leaves(ctx, ty).into_iter().map(|leaf| literal::elided(ctx, leaf)).collect()),
        };
        match constants {
            Ok(constants) => {
                let shown = constants.iter().all(|&constant| match ctx.attr_kind(constant) {
                    crate::ir::AttrKind::Dense { ty, .. } => ctx
                        .ranked_tensor(*ty)
                        .is_some_and(|(shape, _)| shape.iter().product::<i64>() <= SHOWN as i64),
                    _ => false,
                });
                let mut text = String::new();
                let single =
                    constants.len() == 1 && shown && literal::print(ctx, constants[0], &mut text).is_some();
                self.text.push_str(if single { &text } else { "{...}" });
                self.literal = Some(constants);
            }
            Err(message) => {
                self.text.push_str("{...}");
                self.fail(message);
                self.literal = Some(Vec::new());
            }
        }
    }

    fn attributes(&mut self, instruction: &HloInstructionProto, references: &References<'_>) {
        if instruction.opcode == "custom-call" && instruction.custom_call_api_version == 0 {
            let message = "has no API version: taken for API_VERSION_ORIGINAL".to_string();
            self.problems.push((Severity::Remark, message));
        }
        let mut required: Vec<&str> = ALWAYS.to_vec();
        let mut names: Vec<&str> = Vec::new();
        match opcode(&instruction.opcode) {
            Some(row) => {
                names.extend(row.fields.iter().flat_map(|field| field.text).chain(row.regions));
                names.extend(special_attributes(row.build));
                required
                    .extend(row.fields.iter().filter(|field| field.required).flat_map(|field| field.text));
                if row.build != Build::CustomCall {
                    names.push("backend_config");
                }
            }
            None => {
                let plain = |row: &&(&'static str, Syntax)| {
                    row.1 != Syntax::Computation && !ELSEWHERE.contains(&row.0)
                };
                names.extend(ATTRIBUTES.iter().filter(plain).map(|row| row.0));
                let called: &[&str] = match instruction.opcode.as_str() {
                    "select-and-scatter" => &["select", "scatter"],
                    _ => &["to_apply"],
                };
                names.extend(called);
            }
        }
        names.extend(COMMON.iter().filter(|name| **name != "backend_config"));
        names.sort_by_key(|name| matches!(*name, "backend_config" | "metadata"));
        let mut written: Vec<&str> = Vec::new();
        for name in names {
            if written.contains(&name) {
                continue;
            }
            let Some(value) = attributes::text(name, instruction, references) else { continue };
            if DEFAULTS.contains(&value.as_str()) && !required.contains(&name) {
                continue;
            }
            let _ = write!(self.text, ", {name}={value}");
            written.push(name);
        }
        for id in &instruction.called_computation_ids {
            if !references.computations.contains_key(id) {
                self.fail(format!("calls the computation id {id}, which no computation has"));
            }
        }
        for id in &instruction.control_predecessor_ids {
            if !references.instructions.contains_key(id) {
                self.fail(format!("waits for the instruction id {id}, which no instruction there has"));
            }
        }
    }
}
