//! The declaration of an operation: one static table from which parser, printer, verifier, builders, documentation and
//! the check of patterns all read.

use super::attributes::Attr;
use super::context::Context;
use super::diagnostics::{Diagnostic, Severity};
use super::effects::Effect;
use super::module::{Ir, OpId};
use super::text::Form;
use super::types::Type;

/// A dialect: its ops and types.
pub struct DialectInfo {
    /// Namespace, such as `hlo`.
    pub name: &'static str,
    /// One line for `--list-dialects`.
    pub summary: &'static str,
    /// Op prefixes of the dialects of other tools that it stands for, accepted when reading (`stablehlo` for `hlo`).
    pub prefix_aliases: &'static [&'static str],
    /// Ops.
    pub ops: &'static [&'static OpInfo],
    /// Types with a declared text form.
    pub types: &'static [TypeDef],
    /// Attributes that are sets of flags.
    pub flags: &'static [FlagsDef],
}

impl DialectInfo {
    /// Whether it stands for dialects of other tools, whose types and attributes are kept as written.
    pub fn is_open(&self) -> bool {
        !self.prefix_aliases.is_empty()
    }
}

/// A dialect attribute that is a set of flags: `#arith.fastmath<nnan,contract>`.
pub struct FlagsDef {
    /// Name after the dialect prefix.
    pub mnemonic: &'static str,
    /// The flags, in the order in which they print.
    pub flags: &'static [&'static str],
    /// What stands between flags when they print.
    pub separator: &'static str,
    /// A word for all of them.
    pub all: Option<&'static str>,
}

impl FlagsDef {
    /// The word for no flags.
    const NONE: &'static str = "none";

    /// The text of the attribute without its dialect, `fastmath<nnan,contract>`, for flags in any order. The error is a
    /// word that is no flag.
    pub fn canonical<'t>(&self, words: impl IntoIterator<Item = &'t str>) -> Result<String, &'t str> {
        let mut set = vec![false; self.flags.len()];
        for word in words {
            match self.flags.iter().position(|flag| *flag == word) {
                Some(flag) => set[flag] = true,
                None if self.all == Some(word) => set.fill(true),
                None if word == Self::NONE => {}
                None => return Err(word),
            }
        }
        let named: Vec<&str> = self.flags.iter().zip(&set).filter(|f| *f.1).map(|f| *f.0).collect();
        let text = match self.all {
            Some(all) if named.len() == self.flags.len() => all.to_string(),
            _ if named.is_empty() => Self::NONE.to_string(),
            _ => named.join(self.separator),
        };
        Ok(format!("{}<{text}>", self.mnemonic))
    }

    /// Every word that may stand for flags.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(Self::NONE).chain(self.flags.iter().copied()).chain(self.all)
    }
}

/// A dialect type: `!dialect.mnemonic<params>`.
pub struct TypeDef {
    /// Name after the dialect prefix.
    pub mnemonic: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Parameters in order.
    pub params: &'static [ParamKind],
}

/// How a type parameter is written.
pub enum ParamKind {
    /// `4x8xf32`, no dynamic dimension.
    Shape,
    /// One of these words.
    Keyword(&'static [&'static str]),
    /// Any attribute.
    Attr,
}

/// How many values a slot takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A predicate on types or attributes, with the words an error uses.
pub struct Constraint<T: 'static> {
    /// Completes "must be ...".
    pub description: &'static str,
    /// Whether the value is acceptable.
    pub check: fn(&Context, T) -> bool,
}

/// A named operand or result.
pub struct Slot {
    /// Name used by accessors, patterns and diagnostics.
    pub name: &'static str,
    /// What its type must be.
    pub constraint: &'static Constraint<Type>,
    /// How many values it takes.
    pub arity: Arity,
    /// What the op does to the memory an operand names.
    pub effect: Effect,
}

/// What stands for an attribute that is not written.
#[derive(Clone, Copy)]
pub enum AttrDefault {
    /// The attribute must be given.
    Required,
    /// The attribute may be absent.
    Optional,
    /// The attribute may be absent, and is taken for absent where it is an array of empty dictionaries, which the op's
    /// own form cannot tell from it.
    OptionalDicts,
    /// This textual attribute, such as `1 : i32`; parsed once per context.
    Value(&'static str),
}

/// A named inherent attribute.
pub struct AttrSlot {
    /// Name.
    pub name: &'static str,
    /// What it must be.
    pub constraint: &'static Constraint<Attr>,
    /// What stands for it when absent.
    pub default: AttrDefault,
}

/// A named region.
pub struct RegionSlot {
    /// Name.
    pub name: &'static str,
    /// How many regions the slot takes.
    pub arity: Arity,
}

/// Properties that passes and the verifier rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    /// No side effects: may be erased when unused, merged when equal, moved.
    Pure,
    /// Pure, unless this boolean attribute is true.
    PureUnless(&'static str),
    /// The order of the (first two) operands does not matter.
    Commutative,
    /// Ends a block.
    Terminator,
    /// Values from outside are not visible in its regions.
    IsolatedFromAbove,
    /// All operands and results have one type.
    SameOperandsAndResultType,
    /// The shapes of all operands and results can be the same at run time.
    SameOperandsAndResultShape,
    /// Works element by element.
    Elementwise,
    /// Its region holds ops with unique symbol names.
    SymbolTable,
    /// Defines the symbol named by `sym_name`.
    Symbol,
    /// Its blocks need no terminator.
    NoTerminator,
    /// Each region has exactly one block.
    SingleBlock,
    /// Its regions are graphs: no dominance inside.
    GraphRegion,
    /// Holds a constant in its `value` attribute.
    ConstantLike,
    /// Ends a function-like region by handing its operands to the parent.
    ReturnLike,
    /// Its only effect is new memory: may be erased when unused, but never merged.
    Allocation,
    /// A machine instruction: it may stand in a program that executes in order.
    Instruction,
    /// Its variadic operands have one size each, which follows from the operand count: no attribute gives them.
    SameVariadicOperandSize,
    /// Its parent op must be this.
    HasParent(&'static str),
    /// Executed again, it goes on where its region or callee waited.
    Resumable,
}

/// The part of an op that a diagnostic is about; its span is found in the source text on demand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The op's name.
    Op,
    /// The operand with this index.
    Operand(usize),
    /// The result with this index.
    Result(usize),
    /// The value of the attribute with this name.
    Attr(String),
    /// Bytes `start..end` of the (unescaped) text of a string attribute.
    AttrText(String, std::ops::Range<usize>),
    /// A side of an entry of a dictionary attribute: the attribute's name and the entry's key.
    AttrEntry(Box<(String, String)>, EntrySide),
    /// The region with this index.
    Region(usize),
}

/// A side of a dictionary's entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntrySide {
    /// Its name.
    Key,
    /// What stands behind `=`.
    Value,
}

/// Why an op is wrong: becomes a [`Diagnostic`] once its place is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub part: Part,
    /// Catalogue code.
    pub code: Option<&'static str>,
    /// What to do.
    pub help: Option<Box<str>>,
    /// Another op that matters, and why.
    pub note: Option<Box<(OpId, String)>>,
}

impl Fault {
    /// A fault of the op as a whole.
    pub fn op(message: impl Into<String>) -> Self {
        Fault { message: message.into(), part: Part::Op, code: None, help: None, note: None }
    }

    /// A fault of one operand.
    pub fn operand(index: usize, message: impl Into<String>) -> Self {
        Fault { part: Part::Operand(index), ..Fault::op(message) }
    }

    /// A fault of one result.
    pub fn result(index: usize, message: impl Into<String>) -> Self {
        Fault { part: Part::Result(index), ..Fault::op(message) }
    }

    /// A fault of one attribute.
    pub fn attr(name: impl Into<String>, message: impl Into<String>) -> Self {
        Fault { part: Part::Attr(name.into()), ..Fault::op(message) }
    }

    /// Sets the catalogue code.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the help line.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into().into_boxed_str());
        self
    }

    /// The fault under another name of the attribute at fault, where a rule speaks of an attribute that dialects name
    /// differently.
    pub fn at_attr(mut self, name: &str, own: &str) -> Self {
        if self.part == Part::Attr(name.to_owned()) {
            self.part = Part::Attr(own.to_owned());
        }
        self
    }

    /// Names another op that matters.
    pub fn note(mut self, op: OpId, message: impl Into<String>) -> Self {
        self.note = Some(Box::new((op, message.into())));
        self
    }

    /// The diagnostic for this fault of `op`. As in MLIR, the message starts with the op's name.
    pub fn into_diagnostic(self, ir: &Ir<'_>, op: OpId, severity: Severity) -> Diagnostic {
        let span = super::text::part_span(ir, op, &self.part);
        let name = ir.ctx.op_name_str(ir.op(op).name);
        let mut diagnostic = Diagnostic::new(severity, span, format!("'{name}' op {}", self.message));
        diagnostic.code = self.code.map(Into::into);
        diagnostic.help.extend(self.help.map(String::from));
        match self.note {
            Some(note) => diagnostic.note(super::text::part_span(ir, note.0, &Part::Op), note.1),
            None => diagnostic,
        }
    }
}

/// An op's own rule, beyond what the declaration says.
pub type VerifyFn = fn(&Ir<'_>, OpId) -> Result<(), Fault>;

/// Result types from operands, attributes and regions of a (possibly detached) op whose results are not yet right.
pub type InferFn = fn(&Ir<'_>, OpId) -> Result<Vec<Type>, Fault>;

/// The declaration of an operation.
pub struct OpInfo {
    /// Full name, such as `hlo.add`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Operands in order.
    pub operands: &'static [Slot],
    /// Results in order.
    pub results: &'static [Slot],
    /// Inherent attributes.
    pub attrs: &'static [AttrSlot],
    /// Regions in order.
    pub regions: &'static [RegionSlot],
    /// Successor blocks.
    pub successors: Successors,
    /// Traits.
    pub traits: &'static [Trait],
    /// The dialect's own text form; ops without one print generically.
    pub form: Option<&'static Form>,
    /// Rule beyond the declaration.
    pub verify: Option<VerifyFn>,
    /// Result type inference.
    pub infer: Option<InferFn>,
}

/// How many successors an op takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successors {
    /// Exactly this many.
    Exactly(usize),
    /// Any number.
    Any,
}

impl OpInfo {
    /// Whether the op has a trait.
    pub fn has_trait(&self, t: Trait) -> bool {
        self.traits.contains(&t)
    }

    /// Whether `operandSegmentSizes` says how many operands each slot has.
    pub fn has_operand_segments(&self) -> bool {
        has_several_flexible(self.operands) && !self.has_trait(Trait::SameVariadicOperandSize)
    }

    /// Whether `resultSegmentSizes` says how many results each slot has.
    pub fn has_result_segments(&self) -> bool {
        has_several_flexible(self.results)
    }

    /// The declaration of an inherent attribute.
    pub fn attr(&self, name: &str) -> Option<&'static AttrSlot> {
        self.attrs.iter().find(|a| a.name == name)
    }

    /// The operand slot with this name.
    pub fn operand_slot(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|s| s.name == name)
    }
}

fn has_several_flexible(slots: &[Slot]) -> bool {
    slots.iter().filter(|slot| slot.arity != Arity::One).count() > 1
}
