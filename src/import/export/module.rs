//! The module: its header, its functions, and how the entry's arguments and results are grouped.

use std::fmt::Write as _;

use super::{Body, Function, Lost, Write, Writer};
use crate::dialects::func;
use crate::import::attributes::{HEADER, HeaderField};
use crate::import::fields::{Written, bytes_of};
use crate::import::hlo_text::lexer::quoted;
use crate::import::hlo_text::parser::{ProgramShape, parse_program_shape};
use crate::import::names::legal;
use crate::import::shape::{self, Layout, leaves, tuple_of};
use crate::ir::{Attr, Fault, OpId, Type, TypeKind, ValueId};

impl Writer<'_, '_> {
    pub(super) fn module(&mut self) {
        let root = self.ir.root();
        let entry = match func::entry_point(self.ir, None) {
            Ok(entry) => entry,
            Err(diagnostic) => return self.diagnostics.push(*diagnostic),
        };
        let Some((inputs, results)) = func::signature(self.ir, entry) else {
            let _: Write<()> =
                self.fail(entry, Fault::op("is no function, so it cannot be the entry of HLO"));
            return;
        };
        let program = self.program_shape(inputs, results);
        let name = legal(self.ir.symbol_name(root).unwrap_or("module"));
        let mut header = format!("HloModule {name}");
        for &HeaderField { name: key, attr, .. } in HEADER {
            let value = match key {
                "entry_computation_layout" => Some(program.text.clone()),
                "frontend_attributes" => {
                    self.ir.attr(root, attr).map(|dictionary| self.frontend_attributes(dictionary))
                }
                "num_partitions" | "replica_count" => {
                    self.ir.attr_i64(root, attr).filter(|&count| count != 1).map(|count| count.to_string())
                }
                _ => self.ir.attr_text(root, attr).map(String::from),
            };
            if let Some(value) = value {
                let _ = write!(header, ", {key}={value}");
            }
        }
        self.out = header + "\n";
        // What cannot be written has been reported.
        let _ = self.function(entry, Some(&program));
    }

    /// How the entry takes and gives values: as it was read, if that still fits its type.
    fn program_shape(&self, inputs: &[Type], results: &[Type]) -> Program {
        let kept = self.ir.attr_text(self.ir.root(), "xla.entry_computation_layout");
        let kept = kept.and_then(|text| Some((text, parse_program_shape(self.ctx, text)?)));
        if let Some((text, ProgramShape { parameters, result })) = kept {
            let parameters: Vec<Type> = parameters.iter().map(|shape| shape.ty).collect();
            let result = result.ty;
            let flat: Vec<Type> = parameters.iter().flat_map(|&ty| leaves(self.ctx, ty)).collect();
            if flat == inputs && leaves(self.ctx, result) == results {
                return Program { text: text.to_string(), parameters, result };
            }
        }
        let result = tuple_of(self.ctx, results);
        let mut text = String::from("{(");
        for (index, &ty) in inputs.iter().enumerate() {
            shape::separate(index, &mut text);
            // A type that HLO lacks is reported with its parameter.
            let _ = shape::print(self.ctx, ty, Layout::Default, &mut text);
        }
        text.push_str(")->");
        let _ = shape::print(self.ctx, result, Layout::Default, &mut text);
        text.push('}');
        Program { text, parameters: inputs.to_vec(), result }
    }

    /// Writes a function, if it was not, and gives the name of its computation.
    pub(super) fn function(&mut self, function: OpId, program: Option<&Program>) -> Write<String> {
        match self.functions.get(&function) {
            Some(Function::Done(name)) => return Ok(name.clone()),
            Some(Function::Lost) => return Err(Lost),
            Some(Function::Open) => {
                return self.fail(function, Fault::op("calls itself, which HLO computations cannot"));
            }
            None => {}
        }
        self.functions.insert(function, Function::Open);
        let written = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.new_function(function, program));
        let state = match &written {
            Ok(name) => Function::Done(name.clone()),
            Err(Lost) => Function::Lost,
        };
        self.functions.insert(function, state);
        written
    }

    fn new_function(&mut self, function: OpId, program: Option<&Program>) -> Write<String> {
        let Some((inputs, results)) = func::signature(self.ir, function) else {
            return self.fail(function, Fault::op("is no function, which HLO has alone"));
        };
        let region = self.ir.region(function, 0);
        let (Some(block), false) = (self.ir.entry_block(region), self.ir.has_many_blocks(region)) else {
            let fault = Fault::op("must have a body of one block to be an HLO computation");
            return self.fail(function, fault);
        };
        let name = legal(self.ir.symbol_name(function).unwrap_or("computation"));
        let name = self.computations.unique(&name);
        let parameters = program.map_or(inputs, |program| &program.parameters);
        let thread = bytes_of(self.ir, function, "xla.execution_thread").map(quoted);
        let mut body = Body { thread, ..Body::default() };
        let args: Vec<ValueId> = self.ir.args(block).to_vec();
        let mut next = args.iter();
        let attributes = self.ir.attr(function, "arg_attrs").and_then(|list| self.ctx.as_array(list));
        let mut position = 0;
        for (number, &ty) in parameters.iter().enumerate() {
            let count = shape::leaf_count(self.ctx, ty);
            let group: Vec<ValueId> = next.by_ref().take(count).copied().collect();
            let dictionary = attributes.and_then(|list| list.get(position)).copied();
            position += count;
            let hint = group.first().map_or(String::new(), |&value| self.hint(value));
            let mut written = Written::new();
            if let Some(dictionary) = dictionary {
                self.common_attributes(&body, dictionary, &mut written);
            }
            let loc = group.first().map(|&value| self.ir.arg_loc(value));
            self.metadata(loc, &mut written);
            let shape = self.shape(function, ty)?;
            let line = self.line(&mut body, &hint, &shape, "parameter", &number.to_string(), &written);
            self.spread(&mut body, function, &line, ty, &mut group.iter())?;
        }
        let last = self.block(&mut body, block)?;
        let Some(last) = last else { return self.fail(function, Fault::op("has no return")) };
        let names = self.operands(&body, last)?;
        let result = program.map_or_else(|| tuple_of(self.ctx, results), |program| program.result);
        let shape = self.shape(last, result)?;
        let root = self.gather(&mut body, last, &mut names.into_iter(), result, true)?;
        self.finish(&name, body, program.is_some(), &root, &shape)?;
        Ok(name)
    }

    /// Takes a value apart into the values of its leaves.
    fn spread(
        &mut self,
        body: &mut Body,
        op: OpId,
        name: &str,
        ty: Type,
        leaves: &mut std::slice::Iter<'_, ValueId>,
    ) -> Write<()> {
        let TypeKind::Tuple(items) = self.ctx.kind(ty) else {
            body.values.extend(leaves.next().map(|&value| (value, name.to_string())));
            return Ok(());
        };
        let elements = self.elements(body, op, name, items)?;
        for (element, &item) in elements.iter().zip(items) {
            self.spread(body, op, element, item, leaves)?;
        }
        Ok(())
    }

    /// Groups leaves into a value of a type. The outermost tuple carries the attributes of the return.
    fn gather(
        &mut self,
        body: &mut Body,
        op: OpId,
        leaves: &mut std::vec::IntoIter<String>,
        ty: Type,
        outermost: bool,
    ) -> Write<String> {
        let TypeKind::Tuple(items) = self.ctx.kind(ty) else { return leaves.next().ok_or(Lost) };
        let mut names = Vec::new();
        for &item in items {
            names.push(self.gather(body, op, leaves, item, false)?);
        }
        let shape = self.shape(op, ty)?;
        let mut written = Written::new();
        if outermost {
            self.common_attributes(body, self.ir.op(op).attrs, &mut written);
            self.metadata(Some(self.ir.op(op).loc), &mut written);
        }
        Ok(self.line(body, "", &shape, "tuple", &Self::arguments(&names), &written))
    }

    /// `{a="b",c="d"}`
    pub(super) fn frontend_attributes(&self, dictionary: Attr) -> String {
        let mut text = String::from("{");
        for (index, &(key, value)) in self.ctx.dict_entries(dictionary).iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let value = match self.ctx.attr_kind(value) {
                crate::ir::AttrKind::String { value, .. } => self.ctx.bytes_of(*value).to_vec(),
                _ => crate::ir::text::attr_string(self.ctx, value).into_bytes(),
            };
            let value = crate::import::hlo_text::lexer::quoted(&value);
            let _ = write!(text, "{comma}{}={value}", legal(self.ctx.text(key)));
        }
        text + "}"
    }

    /// Attributes that any instruction may have, from discardable attributes.
    pub(super) fn common_attributes(&self, body: &Body, dictionary: Attr, out: &mut Written) {
        let ctx = self.ctx;
        let text = |name| ctx.dict_get(dictionary, name).and_then(|attr| ctx.as_text(attr));
        for (name, key) in KEPT {
            out.extend(text(name).map(|value| (*key, value.to_string())));
        }
        if let Some(frontend) = ctx.dict_get(dictionary, "mhlo.frontend_attributes") {
            out.push(("frontend_attributes", self.frontend_attributes(frontend)));
        }
        let before = ctx.dict_get(dictionary, "xla.control_predecessors").and_then(|list| ctx.as_array(list));
        let before: Vec<&str> = before
            .unwrap_or_default()
            .iter()
            .filter_map(|&name| body.source_names.get(ctx.as_text(name)?).map(String::as_str))
            .collect();
        if !before.is_empty() {
            out.push(("control-predecessors", format!("{{{}}}", before.join(", "))));
        }
    }

    /// The configuration of an instruction other than a custom call.
    pub(super) fn kept_config(&self, op: OpId, out: &mut Written) {
        let config = bytes_of(self.ir, op, "xla.backend_config");
        out.extend(config.map(|bytes| ("backend_config", crate::import::hlo_text::lexer::quoted(bytes))));
    }
}

/// Discardable attributes that hold the text of an attribute of the instruction.
const KEPT: &[(&str, &str)] = &[
    ("mhlo.sharding", "sharding"),
    ("xla.statistics", "statistics"),
    ("xla.origin", "origin"),
    ("xla.result_accuracy", "result_accuracy"),
    ("xla.parameter_replication", "parameter_replication"),
];

/// How the entry takes and gives values.
pub(super) struct Program {
    /// As the header has it.
    text: String,
    /// Types of the parameters, tuples included.
    parameters: Vec<Type>,
    result: Type,
}
