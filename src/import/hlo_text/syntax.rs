//! What HLO text says, before names mean anything. Instructions are handed on one by one, so that a computation of a
//! million instructions is never held as syntax.

use std::ops::Range;

use smallvec::SmallVec;

use crate::import::attributes::HeaderField;
use crate::ir::text::Parse;
use crate::ir::{Diagnostics, Str, Type};

/// A word and its place. Names stand here without their `%`, which their place includes.
#[derive(Clone, Debug)]
pub(in crate::import) struct Word<'s> {
    pub text: &'s str,
    pub at: Range<usize>,
}

/// A shape and how it was written.
#[derive(Clone, Debug)]
pub(in crate::import) struct Shape<'s> {
    pub ty: Type,
    pub text: &'s str,
    pub at: Range<usize>,
    /// Whether some layout in it is not the default: row-major, without tiles or memory spaces.
    pub special_layout: bool,
}

/// An operand of an instruction.
#[derive(Clone, Debug)]
pub(in crate::import) enum Operand<'s> {
    /// `x` or `f32[4] x`
    Named { shape: Option<Box<Shape<'s>>>, name: Word<'s> },
    /// `f32[4] negate(x)`
    Nested(Box<Instruction<'s>>),
}

/// What stands between the parentheses of an instruction.
#[derive(Clone, Debug)]
pub(in crate::import) enum Arguments<'s> {
    Operands(SmallVec<[Operand<'s>; 4]>),
    /// Of `parameter`
    Number(i64),
    /// Of `constant`: the place of the literal.
    Literal(Range<usize>),
}

/// `name = shape opcode(arguments), attributes`
#[derive(Clone, Debug)]
pub(in crate::import) struct Instruction<'s> {
    /// The place of `ROOT`.
    pub root: Option<Range<usize>>,
    /// `None` for one that stands in place of an operand.
    pub name: Option<Word<'s>>,
    pub shape: Option<Shape<'s>>,
    pub opcode: Word<'s>,
    /// The place between the parentheses.
    pub arguments_at: Range<usize>,
    pub arguments: Arguments<'s>,
    pub attributes: SmallVec<[Attribute<'s>; 2]>,
    /// One past the last byte.
    pub end: usize,
}

/// `name=value`
#[derive(Clone, Debug)]
pub(in crate::import) struct Attribute<'s> {
    /// Its row in the table of attribute names.
    pub name: &'static str,
    pub name_at: Range<usize>,
    pub value: Value<'s>,
    pub at: Range<usize>,
}

/// The value of an attribute; which kind it is follows from the attribute's name.
#[derive(Clone, Debug)]
pub(in crate::import) enum Value<'s> {
    Bool(bool),
    Integer(i64),
    /// `{1,2}`
    Integers(SmallVec<[i64; 4]>),
    /// `GT`
    Word(&'s str),
    /// `{default,highest}`
    Words(Vec<&'s str>),
    /// `"text"`
    String(Str),
    /// `{[0:8], [0:50:2]}`: start, limit, stride
    Slices(Vec<[i64; 3]>),
    /// `1_1x0_0_1`: low, high, interior
    Padding(Vec<[i64; 3]>),
    /// `{f32[4]{0}, ...}`
    Shapes(Vec<Shape<'s>>),
    /// `a`, `{a, b}` or an inline body
    Computations(Vec<Callee<'s>>),
    /// `{a, b}`
    Names(Vec<Word<'s>>),
    /// Anything else, as written, from the first byte to the last.
    Raw(&'s str),
}

/// A computation that an attribute names.
#[derive(Clone, Debug)]
pub(in crate::import) enum Callee<'s> {
    Named(Word<'s>),
    /// `{ a = f32[] parameter(0) ... }`
    Inline(Box<Body<'s>>),
}

/// An inline computation.
#[derive(Clone, Debug)]
pub(in crate::import) struct Body<'s> {
    pub at: Range<usize>,
    pub instructions: Vec<Instruction<'s>>,
}

/// The head of a computation.
#[derive(Clone, Debug)]
pub(in crate::import) struct Head<'s> {
    /// The place of `ENTRY`.
    pub entry: Option<Range<usize>>,
    pub name: Word<'s>,
    /// `-> shape`
    pub result: Option<Shape<'s>>,
    /// Whether names that are not defined are parameters: the text is a single instruction.
    pub implicit_parameters: bool,
}

/// A line of one of the tables in front of the computations.
#[derive(Clone, Debug)]
pub(in crate::import) enum TableRow<'s> {
    /// Of `FileNames` or `FunctionNames`
    Text(Str),
    /// Of `FileLocations` or `StackFrames`: `{key=number ...}`
    Numbers(Vec<(&'s str, i64)>),
}

/// Takes what the parser reads, in the order of the text. An error is reported by whoever returns it.
pub(in crate::import) trait Sink<'s> {
    /// `HloModule name`
    fn module(&mut self, name: Word<'s>);
    /// An attribute of the module, and its value as written.
    fn header(
        &mut self,
        field: &'static HeaderField,
        value: &'s str,
        at: Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<()>;
    /// A row of a table.
    fn row(&mut self, table: &'s str, number: i64, row: TableRow<'s>);
    /// The head of a computation.
    fn begin(&mut self, head: Head<'s>, problems: &mut Diagnostics) -> Parse<()>;
    /// The next instruction of the open computation.
    fn instruction(&mut self, instruction: &Instruction<'s>, problems: &mut Diagnostics) -> Parse<()>;
    /// An instruction of this name could not be read.
    fn lost(&mut self, name: Word<'s>);
    /// The end of the open computation, at its closing brace.
    fn end(&mut self, close: Range<usize>, thread: Option<Str>, problems: &mut Diagnostics) -> Parse<()>;
}
