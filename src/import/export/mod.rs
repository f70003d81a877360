//! From the `hlo` dialect to HLO text. A function becomes a computation, and so does every region. Computations of HLO
//! see nothing from outside: what a region uses is handed to it (spec hlo_text.md §2).

mod control;
mod module;
mod ops;
mod place;

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fields::Written;
use super::literal;
use super::names::{Names, legal};
use super::shape::{self, Layout};
use crate::ir::{
    Attr, Context, Diagnostics, Fault, Ir, OpId, RegionId, Severity, Type, TypeKind, ValueId, WalkOrder,
};

/// How HLO text is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct HloOptions {
    /// Write `{...}` for the elements of constants with more than this many.
    pub elide_larger_than: Option<usize>,
    /// Write where instructions come from, as `metadata`.
    pub debuginfo: bool,
}

/// What becomes of the elements of constants.
enum Literals {
    /// They are printed, up to a number.
    Printed(Option<usize>),
    /// They are left out, and the attributes collected in the order of the text.
    Collected(Vec<Attr>),
}

/// Writes a module as HLO text. What HLO cannot express is reported; `None` if there is an error.
pub fn print_hlo(ir: &Ir<'_>, options: &HloOptions, diagnostics: &mut Diagnostics) -> Option<String> {
    write(ir, options, Literals::Printed(options.elide_larger_than), diagnostics).map(|(text, _)| text)
}

/// Writes a module with `{...}` for every literal, and gives their values in the order of the text.
pub(super) fn print_outline(
    ir: &Ir<'_>,
    options: &HloOptions,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Vec<Attr>)> {
    write(ir, options, Literals::Collected(Vec::new()), diagnostics)
}

fn write(
    ir: &Ir<'_>,
    options: &HloOptions,
    literals: Literals,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Vec<Attr>)> {
    let before = diagnostics.list.len();
    let mut writer = Writer {
        ir,
        ctx: ir.ctx,
        debuginfo: options.debuginfo,
        out: String::new(),
        functions: FxHashMap::default(),
        computations: Names::default(),
        instructions: Names::default(),
        captures: captures(ir),
        literals,
        diagnostics,
    };
    writer.module();
    let (text, literals) = (writer.out, writer.literals);
    let errors = diagnostics.list[before..].iter().any(|d| d.severity == Severity::Error);
    let literals = if let Literals::Collected(list) = literals { list } else { Vec::new() };
    (!errors).then_some((text, literals))
}

/// What HLO says about a function that was written.
enum Function {
    /// It is being written: whoever meets it again is called by it.
    Open,
    /// The name of its computation.
    Done(String),
    /// It cannot be written, which was reported.
    Lost,
}

struct Writer<'a, 'c> {
    ir: &'a Ir<'c>,
    ctx: &'c Context,
    debuginfo: bool,
    out: String,
    functions: FxHashMap<OpId, Function>,
    /// Names of computations and instructions are unique in the module.
    computations: Names,
    instructions: Names,
    /// The values that a region uses from outside.
    captures: FxHashMap<RegionId, Vec<ValueId>>,
    literals: Literals,
    diagnostics: &'a mut Diagnostics,
}

/// A computation that is being written.
#[derive(Default)]
struct Body {
    text: String,
    /// The instruction that gives each value.
    values: FxHashMap<ValueId, String>,
    /// Instructions by the names that the source gave them, where something refers to those.
    source_names: FxHashMap<String, String>,
    /// The values of its constants, where they are collected.
    literals: Vec<Attr>,
    /// The parts of the last line, which becomes the root if it gives the result.
    last: Option<(usize, String)>,
    /// The thread that it runs on, where that is not the main one.
    thread: Option<String>,
}

/// What cannot be written was reported.
struct Lost;

type Write<T> = Result<T, Lost>;

impl Writer<'_, '_> {
    /// Reports what is wrong with an op.
    fn fail<T>(&mut self, op: OpId, fault: Fault) -> Write<T> {
        self.diagnostics.push(fault.into_diagnostic(self.ir, op, Severity::Error));
        Err(Lost)
    }

    /// The shape of a type.
    fn shape(&mut self, op: OpId, ty: Type) -> Write<String> {
        let mut text = String::new();
        match shape::print(self.ctx, ty, Layout::Default, &mut text) {
            Ok(()) => Ok(text),
            Err(ty) => {
                let ty = crate::ir::text::type_string(self.ctx, ty);
                self.fail(op, Fault::op(format!("has type '{ty}', which HLO cannot express")))
            }
        }
    }

    /// Appends `name = shape opcode(arguments), attributes` and gives the name.
    fn line(
        &mut self,
        body: &mut Body,
        name: &str,
        shape: &str,
        opcode: &str,
        arguments: &str,
        attributes: &Written,
    ) -> String {
        let name = self.instructions.unique(if name.is_empty() { opcode } else { name });
        let start = body.text.len();
        let _ = write!(body.text, "  {name} = {shape} {opcode}({arguments})");
        for (key, value) in attributes {
            let _ = write!(body.text, ", {key}={value}");
        }
        body.text.push('\n');
        body.last = Some((start, name.clone()));
        name
    }

    /// Operands by their instructions, with XLA's count of every fifth.
    fn arguments(names: &[String]) -> String {
        let mut text = String::new();
        for (index, name) in names.iter().enumerate() {
            shape::separate(index, &mut text);
            text.push_str(name);
        }
        text
    }

    /// The instruction of a value. Every op in front has been written, or is lost.
    fn operand(&mut self, body: &Body, value: ValueId) -> Write<String> {
        body.values.get(&value).cloned().ok_or(Lost)
    }

    fn operands(&mut self, body: &Body, op: OpId) -> Write<Vec<String>> {
        let values: Vec<ValueId> = self.ir.operands(op).collect();
        values.into_iter().map(|value| self.operand(body, value)).collect()
    }

    /// The name that the source gave a value; none for a number.
    fn hint(&self, value: ValueId) -> String {
        let name = self.ir.value_name(value).map_or("", |name| self.ctx.text(name));
        if name.bytes().all(|c| c.is_ascii_digit()) { String::new() } else { legal(name) }
    }

    /// Groups values into one: itself, or a tuple.
    fn group(
        &mut self,
        body: &mut Body,
        op: OpId,
        names: &[String],
        types: &[Type],
    ) -> Write<(String, Type)> {
        if let ([name], [ty]) = (names, types) {
            return Ok((name.clone(), *ty));
        }
        let ty = self.ctx.ty(TypeKind::Tuple(types.into()));
        let shape = self.shape(op, ty)?;
        let name = self.line(body, "", &shape, "tuple", &Self::arguments(names), &Written::new());
        Ok((name, ty))
    }

    /// Takes a group apart: the instructions of its `types`.
    fn ungroup(&mut self, body: &mut Body, op: OpId, group: &str, types: &[Type]) -> Write<Vec<String>> {
        if types.len() == 1 {
            return Ok(vec![group.to_string()]);
        }
        self.elements(body, op, group, types)
    }

    /// The elements of a tuple.
    fn elements(&mut self, body: &mut Body, op: OpId, tuple: &str, types: &[Type]) -> Write<Vec<String>> {
        let mut names = Vec::new();
        for (index, &ty) in types.iter().enumerate() {
            let shape = self.shape(op, ty)?;
            let attributes = vec![("index", index.to_string())];
            names.push(self.line(body, "", &shape, "get-tuple-element", tuple, &attributes));
        }
        Ok(names)
    }

    /// Ends a computation: its lines, with the root marked, go out.
    fn finish(&mut self, name: &str, mut body: Body, entry: bool, root: &str, shape: &str) -> Write<()> {
        // The root must be the last line only to be found without the mark; elsewhere the mark does.
        match &body.last {
            Some((start, last)) if last == root => body.text.insert_str(start + 2, "ROOT "),
            _ => {
                let prefix = format!("  {root} = ");
                match body
                    .text
                    .match_indices(&prefix)
                    .find(|&(at, _)| at == 0 || body.text.as_bytes()[at - 1] == b'\n')
                {
                    Some((at, _)) => body.text.insert_str(at + 2, "ROOT "),
                    None => return Err(Lost),
                }
            }
        }
        debug_assert!(!shape.is_empty(), "every result has a shape");
        if let Literals::Collected(list) = &mut self.literals {
            list.append(&mut body.literals);
        }
        let entry = if entry { "ENTRY " } else { "" };
        let thread = body.thread.map_or(String::new(), |thread| format!(", execution_thread={thread}"));
        let _ = write!(self.out, "\n{entry}{name} {{\n{}}}{thread}\n", body.text);
        Ok(())
    }
}

/// For every region, the values that it and the regions in it use from outside, in the order of their first use.
fn captures(ir: &Ir<'_>) -> FxHashMap<RegionId, Vec<ValueId>> {
    let mut found: FxHashMap<RegionId, Vec<ValueId>> = FxHashMap::default();
    for op in ir.collect(ir.root(), WalkOrder::Post) {
        for &region in ir.regions(op) {
            let mut used = Vec::new();
            let mut seen: FxHashSet<ValueId> = FxHashSet::default();
            for block in ir.blocks(region) {
                seen.extend(ir.args(block));
                for inner in ir.block_ops(block) {
                    let nested = ir.regions(inner).iter().filter_map(|region| found.get(region)).flatten();
                    let operands: Vec<ValueId> = ir.operands(inner).chain(nested.copied()).collect();
                    used.extend(operands.into_iter().filter(|value| seen.insert(*value)));
                    seen.extend(ir.results(inner));
                }
            }
            if !used.is_empty() {
                found.insert(region, used);
            }
        }
    }
    found
}
