//! The compiled form of patterns: names are numbered slots, op and attribute names are handles.

use std::rc::Rc;

use crate::ir::{Attr, AttrSlot, EntrySide, OpInfo, OpName, Severity, Span, Str, Type};

use super::ast::{BinaryOp, Many};
use super::function::Function;
use super::value::{Kind, Val};

/// Index of a name's value in a frame.
pub(super) type Slot = u32;

/// A pattern.
pub(super) struct Pattern {
    pub name: String,
    pub span: Span,
    pub benefit: u32,
    pub root: OpName,
    /// Steps of the match, each with the place it comes from.
    pub steps: Vec<(Step, Span)>,
    /// The rewrite. It has the match's slots and its own.
    pub body: Vec<Stmt>,
    /// Size of a frame.
    pub slots: usize,
    /// Whether the match goes from values to their users: the rewrite then goes in front of the last op it replaces.
    pub follows_users: bool,
}

/// A template, called with a frame of its own.
pub(super) struct Template {
    pub params: Vec<(Slot, Kind)>,
    pub body: Block,
    pub slots: usize,
}

/// A partial function given by its rows.
pub(super) struct Table {
    pub name: String,
    pub keys: Vec<Kind>,
    pub result: Kind,
    pub rows: Vec<(Vec<Val>, Val)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Operand,
    Result,
}

/// One operand or result of an op.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pos {
    /// Counted from the front.
    Front(u32),
    /// Counted from the back, 0 is the last.
    Back(u32),
    /// Item of a slot of the declaration, where several slots take any number.
    Slot(u32, u32),
}

/// A run of operands or results.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// All but this many in front and at the back.
    Between(u32, u32),
    /// A slot of the declaration.
    Slot(u32),
}

/// One step of a match. `bound` says that the slot has a value already, which must be equal.
pub(super) enum Step {
    Count {
        op: Slot,
        side: Side,
        min: u32,
        max: Option<u32>,
    },
    RunLength {
        op: Slot,
        side: Side,
        run: Run,
        len: u32,
    },
    Take {
        op: Slot,
        side: Side,
        pos: Pos,
        swap: Option<u8>,
        to: Slot,
        bound: bool,
    },
    /// One item of a run.
    TakeItem {
        op: Slot,
        side: Side,
        run: Run,
        item: u32,
        to: Slot,
        bound: bool,
    },
    TakeRun {
        op: Slot,
        side: Side,
        run: Run,
        to: Slot,
        bound: bool,
        optional: bool,
    },
    /// `to` becomes the op that defines a value.
    Def {
        value: Slot,
        result: Option<u32>,
        name: OpName,
        to: Slot,
    },
    /// `to` becomes an op that uses a value; tries each.
    User {
        value: Slot,
        name: OpName,
        to: Slot,
    },
    /// Tries the first two operands in both orders.
    Commute {
        flag: u8,
    },
    /// Goes on at each of these steps until the rest matches. The alternatives fill these slots; `found` is filled
    /// when one of them came to its end.
    Fork {
        targets: Vec<usize>,
        slots: std::ops::Range<usize>,
        found: Slot,
        otherwise: Option<Box<Report>>,
    },
    /// The end of an alternative: goes on at another step.
    Join {
        to: usize,
        found: Slot,
    },
    /// `to` becomes what `from` is.
    Copy {
        from: Slot,
        to: Slot,
        bound: bool,
    },
    /// `to` becomes the op that defines a value, or the root if none does.
    Definer {
        value: Slot,
        to: Slot,
    },
    /// Binds an attribute.
    Attr {
        op: Slot,
        name: Str,
        default: Option<Attr>,
        to: Slot,
        bound: bool,
        optional: bool,
    },
    /// The attribute has this value; an optional one may be absent.
    AttrIs {
        op: Slot,
        name: Str,
        default: Option<Attr>,
        value: Expr,
        optional: bool,
    },
    AttrPresent {
        op: Slot,
        name: Str,
        present: bool,
    },
    Type {
        value: Slot,
        pattern: TypePat,
    },
    /// Something to say if the pattern matches and the condition holds.
    When {
        condition: Expr,
        report: Box<Report>,
    },
    Where {
        condition: Expr,
        otherwise: Option<Box<Report>>,
    },
    Let {
        to: Slot,
        value: Expr,
        otherwise: Option<Box<Report>>,
    },
}

/// What is said when a condition fails.
pub(super) struct Report {
    pub severity: Severity,
    /// Whether ops of which the same is to be said share one diagnostic.
    pub once: bool,
    pub code: Option<String>,
    pub message: Vec<Piece>,
    pub place: Place,
    pub help: Option<Vec<Piece>>,
}

pub(super) enum Piece {
    Text(String),
    Expr(Expr),
}

/// Where a report points.
pub(super) enum Place {
    Op(Slot),
    /// The operand or result of the op that has this value, or the first one of a list of them.
    Value {
        op: Slot,
        value: Slot,
    },
    Attr {
        op: Slot,
        name: String,
    },
    AttrText {
        op: Slot,
        name: String,
        from: Box<Expr>,
        to: Box<Expr>,
    },
    AttrEntry {
        op: Slot,
        name: String,
        side: EntrySide,
        key: Box<Expr>,
    },
}

/// A pattern of types.
pub(super) enum TypePat {
    Any,
    Exact(Type),
    Bind(Slot),
    Equal(Slot),
    Shaped { vector: bool, shape: ShapePat },
    Dialect { name: Str, params: Vec<ParamPat> },
}

pub(super) struct ShapePat {
    pub dims: Vec<DimPat>,
    /// Index in `dims` of the one that stands for any number.
    pub rest: Option<usize>,
    pub elem: Box<TypePat>,
}

pub(super) enum DimPat {
    Any,
    Bind(Slot),
    Is(Expr),
    /// `*_`
    All,
    BindAll(Slot),
    AllAre(Expr),
}

pub(super) enum ParamPat {
    Shape(ShapePat),
    /// A keyword, string or integer.
    Is(Expr),
    Bind(Slot),
    Any,
}

/// An expression.
pub(super) enum Expr {
    Const(Val),
    Slot(Slot),
    List(Vec<(Expr, Many)>),
    Comprehension {
        item: Box<Expr>,
        range: Box<Range>,
    },
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Binary(BinaryOp, Box<(Expr, Expr)>),
    If(Box<[Expr; 3]>),
    Index(Box<(Expr, Expr)>),
    Call {
        function: &'static Function,
        args: Vec<Expr>,
    },
    Table {
        table: usize,
        args: Vec<Expr>,
    },
    InTable {
        table: usize,
        key: Box<Expr>,
    },
    Coerce(Kind, Box<Expr>),
    /// `present(x)`
    Present(Box<Expr>),
    /// `default(x, y)`
    Default(Box<(Expr, Expr)>),
    Type(Box<TypeForm>),
}

pub(super) struct Range {
    pub index: Slot,
    pub from: Expr,
    pub to: Expr,
    pub step: Option<Expr>,
}

/// A type to be built.
pub(super) enum TypeForm {
    Shaped { vector: bool, dims: Vec<DimForm>, elem: Expr },
    Dialect { name: Str, params: Vec<ParamForm> },
}

pub(super) enum DimForm {
    One(Expr),
    All(Expr),
}

pub(super) enum ParamForm {
    Shape(Vec<DimForm>, Expr),
    Keyword(Expr),
    Attr(Expr),
}

/// Statements and the values they hand out with `yield` or `next`.
#[derive(Default)]
pub(super) struct Block {
    pub stmts: Vec<Stmt>,
    pub values: Vec<Expr>,
}

pub(super) enum Stmt {
    Build(Box<Build>),
    Let { to: Slot, value: Expr, span: Span },
    For(Box<For>),
    If { condition: Expr, then: Block, otherwise: Block, to: Vec<Slot>, span: Span },
    Call { template: usize, args: Vec<Expr>, to: Vec<Slot>, span: Span },
    Before { value: Slot, span: Span },
    Replace { from: Vec<(Expr, Many)>, to: Vec<(Expr, Many)>, span: Span },
    Erase { op: Slot, span: Span },
    Update { op: Slot, attrs: Vec<AttrPlan> },
    Outline(Box<Outline>),
}

pub(super) struct For {
    pub range: Range,
    pub carry: Vec<(Slot, Expr)>,
    pub body: Block,
    pub to: Vec<Slot>,
    pub span: Span,
}

pub(super) struct Build {
    pub name: OpName,
    pub info: Option<&'static OpInfo>,
    /// One group per operand slot of the declaration; for unregistered ops a single group.
    pub operands: Vec<Vec<(Expr, Many)>>,
    pub attrs: Vec<AttrPlan>,
    /// `None`: to be inferred.
    pub types: Option<Vec<(Expr, Many)>>,
    pub results: Vec<(Option<Slot>, Many)>,
    pub regions: Vec<Region>,
    pub take: Option<Take>,
    pub keeping: Option<Slot>,
    pub span: Span,
}

pub(super) struct AttrPlan {
    pub name: String,
    pub key: Str,
    pub slot: Option<&'static AttrSlot>,
    pub value: AttrForm,
    pub span: Span,
}

pub(super) enum AttrForm {
    Unit,
    Remove,
    Is(Expr),
    /// Left out when the value is absent.
    Maybe(Expr),
}

pub(super) struct Region {
    pub args: Vec<(Option<Slot>, Many, Expr)>,
    pub body: Vec<Stmt>,
}

pub(super) struct Take {
    pub op: Slot,
    pub region: usize,
    pub converting: Option<Converter>,
}

/// A function or table from types to types.
pub(super) enum Converter {
    Function(&'static Function),
    Table(usize),
}

pub(super) struct Outline {
    pub to: Slot,
    pub symbol: Expr,
    pub name: OpName,
    pub attrs: Vec<AttrPlan>,
    pub keeping: Option<Slot>,
    pub region: Region,
    pub span: Span,
}

/// Names that expressions of one pattern set may use.
#[derive(Default)]
pub(super) struct Library {
    pub tables: Vec<Table>,
    pub templates: Vec<Rc<Template>>,
    /// The codes that conditions report, with their places.
    pub codes: Vec<(String, Span)>,
}
