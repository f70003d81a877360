//! The syntax tree of a pattern file: what was written, with its place.

use crate::ir::{EntrySide, Severity, Span};

use super::value::Kind;

/// A bare word with its place.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `%x` or `$x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// With its sigil.
    pub text: String,
    pub span: Span,
}

/// Where a name is introduced: `%x`, `%xs...`, `%x?`, `_`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// `None` for `_`.
    pub var: Option<Var>,
    pub many: Many,
    pub span: Span,
}

/// How many values a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {
    One,
    /// `?`
    Optional,
    /// `...`
    List,
}

#[derive(Clone, Debug)]
pub enum Item {
    Const { name: Var, value: Expr },
    Table { name: Name, keys: Vec<Kind>, result: Kind, rows: Vec<(Vec<Expr>, Expr)> },
    Enum { name: Name, words: Vec<Name> },
    Template(Template),
    Form(Form),
    Pattern(Pattern),
}

/// One alternative of a form: what a value may look like.
#[derive(Clone, Debug)]
pub struct Form {
    pub name: Name,
    /// The value that has the form.
    pub value: Var,
    pub params: Vec<Param>,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub struct Template {
    pub name: Name,
    pub params: Vec<Param>,
    pub results: Vec<Binder>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub binder: Binder,
    pub kind: Option<Kind>,
}

#[derive(Clone, Debug)]
pub struct Pattern {
    pub name: Name,
    pub benefit: u32,
    pub parts: Vec<Part>,
    pub body: Vec<Stmt>,
    pub examples: Vec<Example>,
}

/// One part of the match side.
#[derive(Clone, Debug)]
pub enum Part {
    Clause(Clause),
    Where {
        condition: Expr,
        otherwise: Option<Report>,
    },
    Let {
        name: Var,
        value: Expr,
        otherwise: Option<Report>,
    },
    /// Something to say if the pattern matches and the condition holds.
    When {
        condition: Expr,
        report: Report,
    },
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub alias: Option<Name>,
    pub results: Vec<ValuePat>,
    pub op: OpPat,
    /// What is said if the value does not have the form.
    pub otherwise: Option<Report>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct OpPat {
    pub name: Name,
    pub operands: Vec<OperandPat>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

impl OpPat {
    /// Whether this is a form: ops have a dialect in front.
    pub fn is_form(&self) -> bool {
        !self.name.text.contains('.')
    }
}

#[derive(Clone, Debug)]
pub struct OperandPat {
    /// `dst = ...`
    pub slot: Option<Name>,
    pub term: Term,
}

#[derive(Clone, Debug)]
pub enum Term {
    Value(ValuePat),
    Op(OpPat),
    List(Vec<Term>, Span),
}

#[derive(Clone, Debug)]
pub struct ValuePat {
    pub binder: Binder,
    pub ty: Option<TypeExpr>,
}

/// An entry of an attribute list, on either side.
#[derive(Clone, Debug)]
pub struct Attr {
    pub name: Name,
    pub mode: AttrMode,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum AttrMode {
    /// `name`
    Present,
    /// `!name`
    Absent,
    /// `name = value`
    Is(Expr),
    /// `name? = value`
    Maybe(Expr),
}

/// What is said about a condition.
#[derive(Clone, Debug)]
pub struct Report {
    pub severity: Severity,
    /// `once`: ops of which the same is to be said share one diagnostic.
    pub once: bool,
    pub code: Option<Name>,
    pub message: Vec<Piece>,
    pub place: Option<Place>,
    pub help: Option<Vec<Piece>>,
}

/// Part of a message.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    Expr(Expr),
}

#[derive(Clone, Debug)]
pub struct Place {
    /// A variable, or the name of an op.
    pub name: Name,
    pub inside: Option<Inside>,
}

/// Part of an attribute.
#[derive(Clone, Debug)]
pub enum Inside {
    /// These bytes of a string.
    Bytes(Box<(Expr, Expr)>),
    /// The entry of a dictionary with this key.
    Entry(EntrySide, Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Build {
        results: Vec<Binder>,
        op: OpBuild,
    },
    Let {
        binders: Vec<Binder>,
        value: LetValue,
        span: Span,
    },
    For(For),
    If(If),
    Call {
        name: Name,
        args: Vec<Arg>,
        span: Span,
    },
    /// What follows is built in front of the op that defines this value.
    Before {
        value: Var,
    },
    Replace {
        from: Vec<Arg>,
        to: Vec<Arg>,
        span: Span,
    },
    Erase {
        op: Name,
    },
    Update {
        op: Name,
        attrs: Vec<Attr>,
    },
    /// `next` or `yield`
    Yield {
        args: Vec<Arg>,
        is_next: bool,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub enum LetValue {
    Expr(Expr),
    For(For),
    If(If),
    Outline(Box<Outline>),
}

#[derive(Clone, Debug)]
pub struct OpBuild {
    pub name: Name,
    pub operands: Vec<Operand>,
    pub attrs: Vec<Attr>,
    pub types: Option<Vec<Arg>>,
    pub regions: Vec<Region>,
    pub take: Option<Take>,
    pub keeping: Option<Name>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Operand {
    pub slot: Option<Name>,
    pub value: OperandValue,
}

#[derive(Clone, Debug)]
pub enum OperandValue {
    Arg(Arg),
    Op(Box<OpBuild>),
}

#[derive(Clone, Debug)]
pub struct Region {
    pub args: Vec<BlockArg>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct BlockArg {
    pub binder: Binder,
    pub ty: Expr,
}

#[derive(Clone, Debug)]
pub struct Take {
    pub op: Name,
    pub region: Name,
    pub converting: Option<Name>,
}

#[derive(Clone, Debug)]
pub struct Outline {
    pub symbol: Expr,
    pub op: Name,
    pub attrs: Vec<Attr>,
    pub keeping: Option<Name>,
    pub region: Region,
}

#[derive(Clone, Debug)]
pub struct For {
    pub range: Range,
    pub carry: Vec<(Binder, Expr)>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Range {
    pub index: Var,
    pub from: Expr,
    pub to: Expr,
    pub step: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct If {
    pub condition: Expr,
    pub then: Vec<Stmt>,
    pub otherwise: Vec<Stmt>,
    pub span: Span,
}

/// An expression where a list of values may be spread.
#[derive(Clone, Debug)]
pub struct Arg {
    pub expr: Expr,
    pub many: Many,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(i64),
    /// 2^63, which only a minus makes an integer of 64 bits.
    BehindLargest,
    Float(f64),
    Str(String),
    Bool(bool),
    /// The span between the backquotes.
    Literal(Span),
    Var(Var),
    /// The name of an op or of a table.
    Word(Name),
    List(Vec<Arg>),
    Comprehension(Box<Expr>, Box<Range>),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
    Index(Box<Expr>, Box<Expr>),
    Call(Name, Vec<Arg>),
    Type(Box<TypeExpr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    In,
}

/// A type, on either side.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeExprKind {
    Wild,
    Var(Var),
    Literal(Span),
    /// `f32`, `i64`, `index`, ...
    Scalar(String),
    Tensor(Shape),
    Vector(Shape),
    Dialect {
        name: Name,
        params: Vec<TypeParam>,
    },
}

#[derive(Clone, Debug)]
pub enum TypeParam {
    Shape(Shape),
    Word(Name),
    Str(Name),
    Int(i64, Span),
}

#[derive(Clone, Debug)]
pub struct Shape {
    pub dims: Vec<Dim>,
    pub elem: Box<TypeExpr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Dim {
    pub kind: DimKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum DimKind {
    Int(i64),
    Dynamic,
    Wild,
    Var(Var),
    /// `*$dims`, `*_`
    All(Option<Var>),
    Expr(Expr),
}

/// An example: IR text before, and what is expected.
#[derive(Clone, Debug)]
pub struct Example {
    /// `(args) -> types` of the function around the bodies; `None` if they are whole modules.
    pub signature: Option<(String, String)>,
    /// The place of the text before.
    pub before: Span,
    pub expected: Expected,
    pub span: Span,
}

/// What an example expects.
#[derive(Clone, Debug)]
pub enum Expected {
    /// This body.
    Body(Span),
    /// Another body that computes the same.
    Same,
    /// The pattern does not fire.
    Unchanged,
    /// A diagnostic with this text.
    Error(String),
}
