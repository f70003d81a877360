//! From HLO to the `hlo` dialect. A computation becomes a function as it is read. Where an instruction applies one
//! (`to_apply`, `body`, ...) the function's body is copied into a region of the op; functions that were only applied go
//! away at the end. Tuples do not reach the IR: a value of tuple type is the list of its leaves.

mod calls;
mod instruction;
mod location;
mod special;
mod values;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

pub(super) use self::instruction::special_attributes;
use self::location::Frames;
pub(super) use self::location::{Note, entries, is_note};
use self::values::{Value, Values};
use super::attributes::HeaderField;
use super::hlo_text::parser::parse_program_shape;
use super::hlo_text::syntax::{Head, Instruction, Sink, TableRow, Word};
use super::shape;
use crate::dialects::func;
use crate::ir::text::{Parse, Reported};
use crate::ir::{
    Attr, BlockId, Context, Diagnostic, Diagnostics, FileId, InsertPoint, Ir, IrMap, Loc, OpId, OpName,
    OpState, RegionId, Span, Str, Type, ValueId,
};

/// Ops that may be copied into regions beyond those that the text spells: computations that apply one another twice
/// each would double with every step.
const COPIES: usize = 1 << 20;

/// Bytes of an instruction, at least: a text has no more instructions than this makes of it.
const SHORTEST_LINE: usize = 16;

/// A computation that was read.
struct Computation {
    function: OpId,
    /// Types of its parameters, tuples included.
    parameters: Vec<Type>,
    result: Type,
    /// Ops in it.
    size: usize,
    /// Whether something calls it by name.
    called: bool,
    /// Whether it was copied into a region.
    applied: bool,
}

/// What a name of a computation means.
#[derive(Clone)]
enum Named {
    Computation(usize),
    /// The computation is wrong, which was reported.
    Lost,
}

/// A parameter of the open computation.
struct Parameter {
    number: i64,
    ty: Type,
    /// Its leaves.
    values: Vec<ValueId>,
    /// Attributes of the (first) argument.
    attributes: Attr,
    at: Range<usize>,
}

/// A computation that is being read.
struct Open<'s> {
    head: Head<'s>,
    function: OpId,
    block: BlockId,
    parameters: Vec<Parameter>,
    /// What `ROOT` marks, or else the last instruction.
    root: Option<Root<'s>>,
    marked: Option<Range<usize>>,
    /// Ops of the module when it began.
    before: usize,
    /// Whether something in it is wrong.
    lost: bool,
}

/// The instruction that gives the result of a computation.
struct Root<'s> {
    place: Place,
    /// Attributes that the instruction has where it is no op itself.
    attributes: Attr,
    name: &'s str,
}

/// Where an op came from.
#[derive(Clone, Copy)]
struct Place {
    loc: Loc,
    span: Span,
}

/// The attribute of the module that says how the entry takes and gives values.
const ENTRY_LAYOUT: &str = "xla.entry_computation_layout";

/// What ops of one spelling have in common.
#[derive(Clone, Copy)]
struct Draft {
    name: OpName,
    props: Option<Attr>,
    attrs: Attr,
}

impl Draft {
    fn new(state: &OpState) -> Self {
        Draft { name: state.name, props: state.props, attrs: state.attrs }
    }

    /// An op with these operands.
    fn state(self, ctx: &Context, operands: SmallVec<[ValueId; 4]>) -> OpState {
        OpState { operands, props: self.props, attrs: self.attrs, ..OpState::named(ctx, self.name) }
    }
}

/// Builds the IR of a module.
pub(super) struct Builder<'s, 'c> {
    ctx: &'c Context,
    file: FileId,
    src: &'s str,
    ir: Ir<'c>,
    computations: Vec<Computation>,
    names: FxHashMap<&'s str, Named>,
    symbols: FxHashSet<String>,
    open: Vec<Open<'s>>,
    values: Values<'s>,
    /// The computation marked `ENTRY`, and the mark.
    entry: Option<(usize, Range<usize>)>,
    name: Option<&'s str>,
    header: Vec<(&'static str, Attr)>,
    /// The place of the header's `entry_computation_layout`.
    layout_at: Option<Range<usize>>,
    frames: Frames<'s>,
    /// How many ops were copied into regions.
    copies: usize,
    /// Constants in the order of the text, where it leaves their elements out.
    literals: std::vec::IntoIter<Vec<Attr>>,
    /// Ops by opcode and the text of its attributes, which repeats.
    drafts: FxHashMap<(&'static str, &'s str), Draft>,
    /// Constants by type and literal: short ones repeat.
    constants: FxHashMap<(Type, &'s str), Draft>,
    /// Opcodes that became ops which no dialect declares.
    undeclared: FxHashSet<&'s str>,
    /// The attribute that keeps a shape with a layout of its own.
    shape_key: Str,
}

impl<'s, 'c> Builder<'s, 'c> {
    /// A builder for a source text. `literals` are the values of its constants in order, where the text has only
    /// `{...}` for them.
    pub fn new(ctx: &'c Context, file: FileId, src: &'s str, literals: Vec<Vec<Attr>>) -> Self {
        let mut ir = Ir::new(ctx);
        let lines = memchr::memchr_iter(b'\n', src.as_bytes()).count().min(src.len() / SHORTEST_LINE);
        ir.reserve(lines);
        ctx.reserve_strings(lines);
        let root = ir.root();
        ir.op_mut(root).loc = Loc::SPAN;
        ir.op_mut(root).span = Span::new(file, 0, 0);
        Builder {
            ctx,
            file,
            src,
            ir,
            computations: Vec::new(),
            names: FxHashMap::default(),
            symbols: FxHashSet::default(),
            open: Vec::new(),
            values: Values::default(),
            entry: None,
            name: None,
            header: Vec::new(),
            layout_at: None,
            frames: Frames::default(),
            copies: 0,
            literals: literals.into_iter(),
            drafts: FxHashMap::default(),
            constants: FxHashMap::default(),
            undeclared: FxHashSet::default(),
            shape_key: ctx.str("xla.shape"),
        }
    }

    /// Checks that the header says of the entry what the entry says of itself; the entry's word counts.
    fn check_entry_layout(&mut self, entry: usize, problems: &mut Diagnostics) {
        let (Some(at), Some(entry)) = (self.layout_at.take(), self.computations.get(entry)) else { return };
        let fits = parse_program_shape(self.ctx, &self.src[at.clone()]).is_some_and(|program| {
            let parameters = program.parameters.iter().map(|shape| shape.ty);
            program.result.ty == entry.result && parameters.eq(entry.parameters.iter().copied())
        });
        if !fits {
            self.header.retain(|row| row.0 != ENTRY_LAYOUT);
            let message = "entry_computation_layout does not have the types of the entry: it is left out";
            problems.push(Diagnostic::warning(self.span(&at), message));
        }
    }

    /// The module; to be called when everything was read without an error.
    pub fn finish(mut self, problems: &mut Diagnostics) -> Ir<'c> {
        let entry = self.entry.as_ref().map_or(self.computations.len().saturating_sub(1), |entry| entry.0);
        for (index, computation) in self.computations.iter().enumerate() {
            let function = computation.function;
            if index == entry {
                self.ir.set_attr(function, "sym_visibility", Some(self.ctx.string_attr("public")));
            } else if computation.applied && !computation.called {
                self.ir.erase(function);
            } else {
                self.ir.set_attr(function, "sym_visibility", Some(self.ctx.string_attr("private")));
            }
        }
        self.check_entry_layout(entry, problems);
        let root = self.ir.root();
        if let Some(name) = self.name {
            self.ir.set_attr(root, "sym_name", Some(self.ctx.string_attr(name)));
        }
        for (name, value) in std::mem::take(&mut self.header) {
            self.ir.set_attr(root, name, Some(value));
        }
        self.ir
    }

    fn span(&self, at: &Range<usize>) -> Span {
        Span::new(self.file, at.start, at.end)
    }

    fn error<T>(
        &self,
        problems: &mut Diagnostics,
        at: &Range<usize>,
        message: impl Into<String>,
    ) -> Parse<T> {
        problems.push(Diagnostic::error(self.span(at), message));
        Err(Reported)
    }

    fn current(&mut self) -> &mut Open<'s> {
        self.open.last_mut().expect("the parser hands instructions over between begin and end")
    }

    // Values

    /// The type of a value that is not lost.
    fn type_of(&self, value: &Value) -> Type {
        match value {
            Value::One(value) => self.ir.ty(*value),
            Value::Tuple(tuple) => tuple.0,
            Value::Lost => self.ctx.none_type(),
        }
    }

    /// A value of a type from its leaves.
    fn value(&self, ty: Type, leaves: &[ValueId]) -> Value {
        match (self.ctx.kind(ty), leaves) {
            (crate::ir::TypeKind::Tuple(_), leaves) => Value::Tuple(Rc::new((ty, leaves.to_vec()))),
            (_, [one]) => Value::One(*one),
            (_, leaves) => Value::Tuple(Rc::new((ty, leaves.to_vec()))),
        }
    }

    // Computations

    /// A symbol name for a computation: its own, unless another has it. `main` is the entry's alone.
    fn symbol(&mut self, head: &Head<'_>) -> String {
        let base = head.name.text;
        let free = |name: &str| !self.symbols.contains(name) && (name != "main" || head.entry.is_some());
        let name = if free(base) {
            base.to_string()
        } else {
            (0u64..).map(|n| format!("{base}_{n}")).find(|name| free(name)).unwrap_or_default()
        };
        self.symbols.insert(name.clone());
        name
    }

    fn begin_computation(&mut self, head: Head<'s>) {
        let symbol = self.symbol(&head);
        let before = self.ir.op_count();
        let state = OpState::new(self.ctx, func::Func::NAME)
            .attributes(self.ctx, &[("sym_name", self.ctx.string_attr(&symbol))])
            .regions(1);
        let span = self.span(&head.name.at);
        let function = self.ir.create(OpState { loc: Loc::SPAN, span, ..state });
        let region = self.ir.region(function, 0);
        let block = self.ir.add_block(region, &[]);
        self.values.begin();
        self.open.push(Open {
            head,
            function,
            block,
            parameters: Vec::new(),
            root: None,
            marked: None,
            before,
            lost: false,
        });
    }

    /// Closes the open computation; gives its number. On an error its name stands for a lost computation.
    fn end_computation(&mut self, close: &Range<usize>, problems: &mut Diagnostics) -> Parse<usize> {
        let mut open = self.open.pop().expect("the parser ends what it began");
        let result = self.check_computation(&mut open, close, problems);
        self.values.end();
        let Ok((parameters, result)) = result else {
            self.names.insert(open.head.name.text, Named::Lost);
            return Err(Reported);
        };
        let root = self.ir.root();
        let body = self.ir.region(root, 0);
        let module = self.ir.entry_block(body).expect("a new module has a block");
        self.ir.insert(InsertPoint::End(module), open.function);
        let size = self.ir.op_count() - open.before;
        self.computations.push(Computation {
            function: open.function,
            parameters,
            result,
            size,
            called: false,
            applied: false,
        });
        Ok(self.computations.len() - 1)
    }

    /// Orders the arguments, builds the return and sets the type; gives the types of parameters and result.
    fn check_computation(
        &mut self,
        open: &mut Open<'s>,
        close: &Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<(Vec<Type>, Type)> {
        open.parameters.sort_by_key(|parameter| parameter.number);
        for (number, parameter) in open.parameters.iter().enumerate() {
            if parameter.number != number as i64 {
                let found = parameter.number;
                let name = open.head.name.text;
                let message = format!(
                    "parameter {found} of computation '{name}' exists, but parameter {number} does not"
                );
                return self.error(problems, &parameter.at, message);
            }
        }
        if open.lost {
            return Err(Reported);
        }
        let Some(root) = open.root.take() else {
            let message = format!("computation '{}' has no instructions", open.head.name.text);
            return self.error(problems, close, message);
        };
        let key = self.values.key(self.ctx, root.name);
        let Some(mut value) = self.values.get(key).filter(|value| !matches!(value, Value::Lost)) else {
            return Err(Reported);
        };
        let result = self.type_of(&value);
        if let Some(declared) = &open.head.result
            && declared.ty != result
        {
            let message = format!(
                "computation '{}' is declared to give {}, but its root '{}' is {}",
                open.head.name.text,
                self.shape_text(declared.ty),
                root.name,
                self.shape_text(result)
            );
            return self.error(problems, &declared.at.clone(), message);
        }
        self.order_arguments(open, &mut value);
        let leaves = value.leaves();
        let mut state = OpState::new(self.ctx, func::Return::NAME).operands(leaves);
        state.attrs = root.attributes;
        let Place { loc, span } = root.place;
        self.ir.build(InsertPoint::End(open.block), OpState { loc, span, ..state });
        let inputs: Vec<Type> = self.ir.args(open.block).iter().map(|&arg| self.ir.ty(arg)).collect();
        let outputs: Vec<Type> = leaves.iter().map(|&value| self.ir.ty(value)).collect();
        let ty = self.ctx.type_attr(self.ctx.function_type(&inputs, &outputs));
        self.ir.set_attr(open.function, "function_type", Some(ty));
        self.argument_attributes(open);
        Ok((open.parameters.iter().map(|parameter| parameter.ty).collect(), result))
    }

    /// Arguments stand in the order of their numbers, whatever the order of the text.
    fn order_arguments(&mut self, open: &mut Open<'s>, root: &mut Value) {
        let ordered: Vec<ValueId> = open.parameters.iter().flat_map(|p| p.values.iter().copied()).collect();
        if self.ir.args(open.block) == ordered.as_slice() {
            return;
        }
        let types: Vec<Type> = ordered.iter().map(|&value| self.ir.ty(value)).collect();
        let block = self.ir.create_block(&types);
        let region = self.ir.region(open.function, 0);
        let ops: Vec<OpId> = self.ir.block_ops(open.block).collect();
        for op in ops {
            self.ir.move_op(InsertPoint::End(block), op);
        }
        for (index, old) in ordered.into_iter().enumerate() {
            let new = self.ir.args(block)[index];
            if let Some(name) = self.ir.value_name(old) {
                self.ir.set_value_name(new, name);
            }
            let loc = self.ir.arg_loc(old);
            self.ir.set_arg_loc(new, loc);
            self.ir.replace_all_uses(old, new);
            root.replace(old, new);
        }
        self.ir.erase_blocks(&[open.block]);
        self.ir.append_block(region, block);
        open.block = block;
    }

    fn argument_attributes(&mut self, open: &Open<'s>) {
        let empty = self.ctx.empty_dict();
        if open.parameters.iter().all(|parameter| parameter.attributes == empty) {
            return;
        }
        let of = |parameter: &Parameter| {
            (0..parameter.values.len())
                .map(|leaf| if leaf == 0 { parameter.attributes } else { empty })
                .collect::<Vec<_>>()
        };
        let list: Vec<Attr> = open.parameters.iter().flat_map(of).collect();
        self.ir.set_attr(open.function, "arg_attrs", Some(self.ctx.array_attr(&list)));
    }

    fn shape_text(&self, ty: Type) -> String {
        let mut text = String::new();
        match shape::print(self.ctx, ty, shape::Layout::None, &mut text) {
            Ok(()) => text,
            Err(ty) => crate::ir::text::type_string(self.ctx, ty),
        }
    }

    /// Copies a computation's body into an empty region of an op of the dialect.
    fn apply(
        &mut self,
        number: usize,
        region: RegionId,
        at: &Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        self.count_copy(number, at, problems)?;
        let source = self.ir.region(self.computations[number].function, 0);
        self.ir.clone_region(source, region, &mut IrMap::default());
        let block = self.ir.entry_block(region);
        if let Some(last) = block.and_then(|block| self.ir.last_op(block)) {
            self.ir.op_mut(last).name = self.ctx.op_name(crate::dialects::hlo::Return::NAME);
        }
        Ok(())
    }

    fn count_copy(&mut self, number: usize, at: &Range<usize>, problems: &mut Diagnostics) -> Parse<()> {
        let computation = &mut self.computations[number];
        computation.applied = true;
        self.copies = self.copies.saturating_add(computation.size);
        if self.copies > COPIES + self.src.len() {
            let message = "computations that apply one another make a module that is too large";
            return self.error(problems, at, message);
        }
        Ok(())
    }
}

impl<'s> Sink<'s> for Builder<'s, '_> {
    fn module(&mut self, name: Word<'s>) {
        self.name = Some(name.text);
        let root = self.ir.root();
        self.ir.op_mut(root).span = self.span(&name.at);
    }

    fn header(
        &mut self,
        field: &'static HeaderField,
        value: &'s str,
        at: Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<()> {
        if field.attr == ENTRY_LAYOUT {
            self.layout_at = Some(at.clone());
        }
        let attribute = self.header_attribute(field.name, value, at, problems)?;
        self.header.push((field.attr, attribute));
        Ok(())
    }

    fn row(&mut self, table: &'s str, number: i64, row: TableRow<'s>) {
        self.frames.add(table, number, row);
    }

    fn begin(&mut self, head: Head<'s>, problems: &mut Diagnostics) -> Parse<()> {
        if let Some(entry) = &head.entry
            && let Some((_, first)) = &self.entry
        {
            let first = self.span(first);
            let error = Diagnostic::error(self.span(entry), "expects only one ENTRY");
            problems.push(error.note(first, "the first one is here"));
            return Err(Reported);
        }
        if self.names.contains_key(head.name.text) {
            let message = format!("computation already exists: {}", head.name.text);
            return self.error(problems, &head.name.at, message);
        }
        self.begin_computation(head);
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<()> {
        let result = self.add_instruction(instruction, problems);
        if result.is_err() {
            self.current().lost = true;
        }
        result
    }

    fn lost(&mut self, name: Word<'s>) {
        let key = self.values.key(self.ctx, name.text);
        self.current().lost = true;
        self.values.lose(key);
    }

    fn end(&mut self, close: Range<usize>, thread: Option<Str>, problems: &mut Diagnostics) -> Parse<()> {
        let open = self.current();
        let (name, entry, function) = (open.head.name.text, open.head.entry.clone(), open.function);
        let number = self.end_computation(&close, problems)?;
        self.names.insert(name, Named::Computation(number));
        if let Some(at) = entry {
            self.entry = Some((number, at));
        }
        if let Some(thread) = thread.filter(|&thread| self.ctx.text(thread) != "main") {
            let thread = self.ctx.attr(crate::ir::AttrKind::String { value: thread, ty: None });
            self.ir.set_attr(function, "xla.execution_thread", Some(thread));
        }
        Ok(())
    }
}
