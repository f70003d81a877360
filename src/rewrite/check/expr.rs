//! Checks and compiles expressions and types.

use crate::ir::{DYNAMIC, Diagnostic, FloatKind, OpId, ParamKind, Signedness, Span, Type, TypeKind};

use super::super::ast::{self, BinaryOp, DimKind, ExprKind, Many, Name, TypeExprKind, Var};
use super::super::eval::{Budget, Scope};
use super::super::literal;
use super::super::parse::TOO_LARGE;
use super::super::program::*;
use super::super::value::{Base, Kind, Val};
use super::Checker;
use super::names::{Names, Origin, suggest, unbound};

/// A compiled expression and what it gives.
pub(super) type Typed = (Expr, Kind);

impl Checker<'_, '_> {
    /// Compiles an expression of any kind.
    pub(super) fn expr(&mut self, names: &mut Names, e: &ast::Expr) -> Option<Typed> {
        let (expr, kind) = self.expr_unfolded(names, e)?;
        Some((self.fold(expr, e.span)?, kind))
    }

    /// Compiles an expression where `kind` is wanted.
    pub(super) fn expect(&mut self, names: &mut Names, e: &ast::Expr, kind: Kind) -> Option<Expr> {
        let (expr, given) = self.expr(names, e)?;
        self.convert(expr, given, kind, e.span)
    }

    fn convert(&mut self, expr: Expr, given: Kind, wanted: Kind, span: Span) -> Option<Expr> {
        if given == wanted || wanted == Kind::ANY {
            return Some(expr);
        }
        if !wanted.accepts(given) {
            return self.fail(span, format!("expected {wanted}, found {given}"));
        }
        self.fold(Expr::Coerce(wanted, Box::new(expr)), span)
    }

    /// Evaluates an expression made of constants only.
    fn fold(&mut self, expr: Expr, span: Span) -> Option<Expr> {
        let constant = match &expr {
            Expr::Const(_) => return Some(expr),
            Expr::Coerce(_, e) | Expr::Not(e) | Expr::Neg(e) => is_const(e),
            Expr::Binary(_, sides) => is_const(&sides.0) && is_const(&sides.1),
            Expr::List(items) => items.iter().all(|(e, m)| *m == Many::One && is_const(e)),
            Expr::Type(form) => is_const_type(form),
            Expr::Table { args, .. } => args.iter().all(is_const),
            _ => false,
        };
        if !constant {
            return Some(expr);
        }
        match self.evaluate(&expr) {
            Some(value) => Some(Expr::Const(value)),
            None => self.fail(span, "this expression has no value"),
        }
    }

    /// Evaluates an expression without variables.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Val> {
        let scope = Scope {
            ir: &self.scratch,
            root: OpId::default(),
            options: &self.no_options,
            library: &self.library,
            budget: &Budget::new(),
        };
        scope.eval(expr, &mut [])
    }

    pub(super) fn variable(&mut self, names: &mut Names, var: &Var) -> Option<Typed> {
        if let Some(binding) = names.read(&var.text) {
            return Some((Expr::Slot(binding.slot), binding.kind));
        }
        if let Some((value, kind)) = self.consts.get(&var.text) {
            return Some((Expr::Const(value.clone()), *kind));
        }
        let name = Name { text: var.text.clone(), span: var.span };
        let known =
            names.bindings.iter().map(|b| b.name.as_str()).chain(self.consts.keys().map(String::as_str));
        let diagnostic = suggest(unbound(&name), &var.text, known);
        self.diagnostics.push(diagnostic);
        None
    }

    fn expr_unfolded(&mut self, names: &mut Names, e: &ast::Expr) -> Option<Typed> {
        Some(match &e.kind {
            ExprKind::Int(v) => (Expr::Const(Val::Int(*v)), Kind::INT),
            ExprKind::Float(v) => (Expr::Const(Val::Float(*v)), Kind::FLOAT),
            ExprKind::Str(v) => (Expr::Const(Val::str(v)), Kind::STR),
            ExprKind::Bool(v) => (Expr::Const(Val::Bool(*v)), Kind::BOOL),
            ExprKind::Literal(span) => {
                let attr = literal::parse_attr(self.ctx, *span);
                (Expr::Const(Val::Attr(self.report(attr)?)), Kind::ATTR)
            }
            ExprKind::Var(var) => self.variable(names, var)?,
            ExprKind::Word(name) => match names.op(&name.text) {
                Some(op) => (Expr::Slot(op.slot), Kind::OP),
                None => {
                    let known = names.ops.iter().map(|o| o.name.as_str());
                    let diagnostic = suggest(unbound(name), &name.text, known);
                    self.diagnostics.push(diagnostic);
                    return None;
                }
            },
            ExprKind::List(items) => {
                let mut list = Vec::new();
                let mut kind: Option<Kind> = None;
                for item in items {
                    let (expr, mut found) = self.expr(names, &item.expr)?;
                    if item.many == Many::List {
                        if found.depth == 0 && found.base != Base::Any {
                            return self.fail(item.expr.span, format!("expected a list, found {found}"));
                        }
                        found = found.item();
                    }
                    kind = match kind.map_or(Some(found), |kind| common(kind, found)) {
                        Some(kind) => Some(kind),
                        None => {
                            let kind = kind.unwrap_or(Kind::ANY);
                            let message = format!("a list of {kind} cannot hold {found}");
                            return self.fail(item.expr.span, message);
                        }
                    };
                    list.push((expr, found, item));
                }
                let kind = kind.unwrap_or(Kind::ANY);
                let list: Option<Vec<_>> = list
                    .into_iter()
                    .map(|(expr, found, item)| {
                        let (given, wanted) = match item.many {
                            Many::List => (found.list(), kind.list()),
                            _ => (found, kind),
                        };
                        Some((self.convert(expr, given, wanted, item.expr.span)?, item.many))
                    })
                    .collect();
                (Expr::List(list?), kind.list())
            }
            ExprKind::Comprehension(item, range) => {
                let mark = names.bindings.len();
                let range = self.range(names, range)?;
                let item = self.expr(names, item);
                names.leave(mark, self.diagnostics);
                let (item, kind) = item?;
                (Expr::Comprehension { item: Box::new(item), range: Box::new(range) }, kind.list())
            }
            ExprKind::BehindLargest => return self.fail(e.span, TOO_LARGE),
            ExprKind::Not(value) => (Expr::Not(Box::new(self.expect(names, value, Kind::BOOL)?)), Kind::BOOL),
            ExprKind::Neg(value) => {
                let (expr, kind) = self.expr(names, value)?;
                let kind = self.number(kind, value.span)?;
                (Expr::Neg(Box::new(self.convert(expr, kind, kind, value.span)?)), kind)
            }
            ExprKind::Binary(op, left, right) => self.binary(names, *op, left, right)?,
            ExprKind::If(parts) => {
                let condition = self.expect(names, &parts[0], Kind::BOOL)?;
                let (then, a) = self.expr(names, &parts[1])?;
                let (otherwise, b) = self.expr(names, &parts[2])?;
                let Some(kind) = common(a, b) else {
                    return self.fail(e.span, format!("the branches give {a} and {b}"));
                };
                let then = self.convert(then, a, kind, parts[1].span)?;
                let otherwise = self.convert(otherwise, b, kind, parts[2].span)?;
                (Expr::If(Box::new([condition, then, otherwise])), kind)
            }
            ExprKind::Index(list, index) => {
                let (list_expr, kind) = self.expr(names, list)?;
                if !kind.is_list() && !matches!(kind, Kind::ATTR | Kind::ANY) {
                    return self.fail(list.span, format!("expected a list, found {kind}"));
                }
                let index = self.expect(names, index, Kind::INT)?;
                (Expr::Index(Box::new((list_expr, index))), kind.item())
            }
            ExprKind::Call(name, args) => self.call(names, name, args, e.span)?,
            ExprKind::Type(ty) => (self.type_form(names, ty)?, Kind::TYPE),
        })
    }

    pub(super) fn range(&mut self, names: &mut Names, range: &ast::Range) -> Option<Range> {
        let from = self.expect(names, &range.from, Kind::INT)?;
        let to = self.expect(names, &range.to, Kind::INT)?;
        let step = match &range.step {
            Some(step) => Some(self.expect(names, step, Kind::INT)?),
            None => None,
        };
        if let Some(Expr::Const(Val::Int(value))) = &step
            && *value <= 0
        {
            let span = range.step.as_ref().map_or(range.index.span, |s| s.span);
            return self.fail(span, "a step must be positive");
        }
        self.check_free(names, &range.index)?;
        let index = names.bind(&range.index, Kind::INT, Many::One);
        names.last().quiet = true;
        Some(Range { index, from, to, step })
    }

    /// The kind of an operand of arithmetic.
    fn number(&mut self, kind: Kind, span: Span) -> Option<Kind> {
        match kind {
            Kind::INT | Kind::FLOAT | Kind::ANY => Some(kind),
            Kind::ATTR => Some(Kind::INT),
            _ => self.fail(span, format!("expected a number, found {kind}")),
        }
    }

    fn binary(
        &mut self,
        names: &mut Names,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Option<Typed> {
        use BinaryOp::*;
        if matches!(op, And | Or) {
            let a = self.expect(names, left, Kind::BOOL);
            let b = self.expect(names, right, Kind::BOOL);
            return Some((Expr::Binary(op, Box::new((a?, b?))), Kind::BOOL));
        }
        if op == In
            && let ExprKind::Word(table) = &right.kind
        {
            let Some(&index) = self.tables.get(&table.text) else {
                let known = self.tables.keys().map(String::as_str);
                let diagnostic = Diagnostic::error(table.span, format!("unknown table `{}`", table.text));
                let diagnostic = suggest(diagnostic, &table.text, known);
                self.diagnostics.push(diagnostic);
                return None;
            };
            let keys = self.library.tables[index].keys.clone();
            let kind = if keys.len() == 1 { keys[0] } else { Kind::ANYS };
            let key = self.expect(names, left, kind)?;
            return Some((Expr::InTable { table: index, key: Box::new(key) }, Kind::BOOL));
        }
        let a = self.expr(names, left);
        let b = self.expr(names, right);
        let ((a, ka), (b, kb)) = (a?, b?);
        let kind = match op {
            Eq | Ne => {
                if !ka.accepts(kb) && !kb.accepts(ka) {
                    return self.fail(right.span, format!("cannot compare {ka} with {kb}"));
                }
                self.check_words(names, left, right)?;
                self.check_words(names, right, left)?;
                Kind::BOOL
            }
            In => {
                if !kb.is_list() && !matches!(kb, Kind::ATTR | Kind::ANY) {
                    return self.fail(right.span, format!("expected a list or a table, found {kb}"));
                }
                if let ExprKind::List(items) = &right.kind {
                    for item in items {
                        self.check_words(names, left, &item.expr)?;
                    }
                }
                Kind::BOOL
            }
            Lt | Le | Gt | Ge => {
                self.number(ka, left.span)?;
                self.number(kb, right.span)?;
                Kind::BOOL
            }
            Add if ka == Kind::STR && kb == Kind::STR => Kind::STR,
            Add if ka.is_list() || kb.is_list() => match (ka.is_list(), kb.is_list()) {
                (true, true) if ka == kb => ka,
                (true, true) if ka == Kind::ANYS => kb,
                (true, true) if kb == Kind::ANYS => ka,
                (true, true) if ka.accepts(kb) || kb.accepts(ka) => Kind::ANYS,
                (true, _) if ka.accepts(kb) => ka,
                (_, true) if kb.accepts(ka) => kb,
                _ => return self.fail(right.span, format!("cannot add {kb} to {ka}")),
            },
            _ => {
                let ka = self.number(ka, left.span)?;
                let kb = self.number(kb, right.span)?;
                match (ka, kb) {
                    (Kind::FLOAT, _) | (_, Kind::FLOAT) => Kind::FLOAT,
                    (Kind::ANY, _) | (_, Kind::ANY) => Kind::ANY,
                    _ => Kind::INT,
                }
            }
        };
        Some((Expr::Binary(op, Box::new((a, b))), kind))
    }

    /// A word compared with an attribute or option that an enum declares must be one of the enum's.
    fn check_words(&mut self, names: &Names, subject: &ast::Expr, word: &ast::Expr) -> Option<()> {
        let ExprKind::Str(text) = &word.kind else { return Some(()) };
        let name = match &subject.kind {
            ExprKind::Var(var) => match names.find(&var.text).and_then(|b| b.origin.as_ref()) {
                Some(Origin::Attr(_, name)) => name.clone(),
                _ => return Some(()),
            },
            ExprKind::Call(name, args) if name.text == "option" => match args.first().map(|a| &a.expr.kind) {
                Some(ExprKind::Str(option)) => option.clone(),
                _ => return Some(()),
            },
            _ => return Some(()),
        };
        self.check_word(&name, text, word.span)
    }

    /// Checks a word against the enum named like an attribute or option, if there is one.
    pub(super) fn check_word(&mut self, name: &str, word: &str, span: Span) -> Option<()> {
        let key = name.replace('-', "_");
        let Some(words) = self.enums.get(&key) else { return Some(()) };
        if words.iter().any(|w| w == word) {
            return Some(());
        }
        let diagnostic = Diagnostic::error(span, format!("\"{word}\" is not a word of enum `{key}`"))
            .help(format!("its words are {}", words.join(", ")));
        self.diagnostics.push(diagnostic);
        None
    }

    fn call(&mut self, names: &mut Names, name: &Name, args: &[ast::Arg], span: Span) -> Option<Typed> {
        match name.text.as_str() {
            "present" | "default" => {
                let wanted = if name.text == "present" { 1 } else { 2 };
                if args.len() != wanted {
                    return self.arguments(span, &name.text, wanted, args.len());
                }
                let (value, a) = self.expr(names, &args[0].expr)?;
                if wanted == 1 {
                    return Some((Expr::Present(Box::new(value)), Kind::BOOL));
                }
                let (other, b) = self.expr(names, &args[1].expr)?;
                let Some(kind) = common(a, b) else {
                    return self.fail(args[1].expr.span, format!("expected {a}, found {b}"));
                };
                let value = self.convert(value, a, kind, args[0].expr.span)?;
                let other = self.convert(other, b, kind, args[1].expr.span)?;
                return Some((Expr::Default(Box::new((value, other))), kind));
            }
            _ => {}
        }
        if let Some(&table) = self.tables.get(&name.text) {
            let (keys, result) = {
                let table = &self.library.tables[table];
                (table.keys.clone(), table.result)
            };
            if keys.len() != args.len() {
                return self.arguments(span, &name.text, keys.len(), args.len());
            }
            let args: Option<Vec<Expr>> =
                args.iter().zip(keys).map(|(a, k)| self.expect(names, &a.expr, k)).collect();
            return Some((Expr::Table { table, args: args? }, result));
        }
        let Some(&function) = self.functions.get(name.text.as_str()) else {
            let mut diagnostic = Diagnostic::error(name.span, format!("unknown function `{}`", name.text));
            if self.templates.contains_key(&name.text) {
                diagnostic = diagnostic.help("a template is called by a statement: `let (...) = name(...)`");
            }
            let known = self.functions.keys().copied().chain(self.tables.keys().map(String::as_str));
            let diagnostic = suggest(diagnostic, &name.text, known);
            self.diagnostics.push(diagnostic);
            return None;
        };
        let fixed = function.params.len();
        if args.len() < fixed || function.rest.is_none() && args.len() > fixed {
            let diagnostic = Diagnostic::error(
                span,
                format!("`{}` takes {fixed} arguments, found {}", function.name, args.len()),
            )
            .help(function.signature());
            self.diagnostics.push(diagnostic);
            return None;
        }
        let mut compiled = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let wanted = function.params.get(index).copied().or(function.rest).unwrap_or(Kind::ANY);
            let (expr, given) = self.expr(names, &arg.expr)?;
            if !wanted.accepts(given) {
                let message = format!("expected {wanted}, found {given}");
                let diagnostic = Diagnostic::error(arg.expr.span, message).help(function.signature());
                self.diagnostics.push(diagnostic);
                return None;
            }
            compiled.push(self.convert(expr, given, wanted, arg.expr.span)?);
        }
        Some((Expr::Call { function, args: compiled }, function.result))
    }

    pub(super) fn arguments<T>(&mut self, span: Span, name: &str, wanted: usize, found: usize) -> Option<T> {
        self.fail(span, format!("`{name}` takes {wanted} arguments, found {found}"))
    }

    /// A type to be built.
    pub(super) fn type_form(&mut self, names: &mut Names, ty: &ast::TypeExpr) -> Option<Expr> {
        let expr = match &ty.kind {
            TypeExprKind::Wild => return self.fail(ty.span, "a type that is built has no `_`"),
            TypeExprKind::Var(var) => {
                let (expr, kind) = self.variable(names, var)?;
                self.convert(expr, kind, Kind::TYPE, var.span)?
            }
            TypeExprKind::Literal(span) => {
                let ty = literal::parse_type(self.ctx, *span);
                Expr::Const(Val::Type(self.report(ty)?))
            }
            TypeExprKind::Scalar(word) => Expr::Const(Val::Type(self.scalar(word, ty.span)?)),
            TypeExprKind::Tensor(shape) | TypeExprKind::Vector(shape) => {
                let vector = matches!(ty.kind, TypeExprKind::Vector(_));
                let (dims, elem) = self.shape_form(names, shape)?;
                Expr::Type(Box::new(TypeForm::Shaped { vector, dims, elem }))
            }
            TypeExprKind::Dialect { name, params } => {
                let kinds = self.type_params(name, params.len())?;
                let params: Option<Vec<ParamForm>> =
                    params.iter().zip(kinds).map(|(p, k)| self.param_form(names, p, k)).collect();
                Expr::Type(Box::new(TypeForm::Dialect { name: self.ctx.str(&name.text), params: params? }))
            }
        };
        self.fold(expr, ty.span)
    }

    fn shape_form(&mut self, names: &mut Names, shape: &ast::Shape) -> Option<(Vec<DimForm>, Expr)> {
        let mut dims = Vec::new();
        for dim in &shape.dims {
            dims.push(match &dim.kind {
                DimKind::Int(v) => DimForm::One(Expr::Const(Val::Int(*v))),
                DimKind::Dynamic => DimForm::One(Expr::Const(Val::Int(DYNAMIC))),
                DimKind::Wild | DimKind::All(None) => {
                    return self.fail(dim.span, "a type that is built has no `_`");
                }
                DimKind::Var(var) => {
                    let (expr, kind) = self.variable(names, var)?;
                    DimForm::One(self.convert(expr, kind, Kind::INT, var.span)?)
                }
                DimKind::All(Some(var)) => {
                    let (expr, kind) = self.variable(names, var)?;
                    DimForm::All(self.convert(expr, kind, Kind::INTS, var.span)?)
                }
                DimKind::Expr(expr) => DimForm::One(self.expect(names, expr, Kind::INT)?),
            });
        }
        let elem = self.type_form(names, &shape.elem)?;
        Some((dims, elem))
    }

    fn param_form(
        &mut self,
        names: &mut Names,
        param: &ast::TypeParam,
        kind: &'static ParamKind,
    ) -> Option<ParamForm> {
        let bare = bare_variable(param);
        Some(match (kind, param) {
            (ParamKind::Shape, ast::TypeParam::Shape(shape)) => {
                let (dims, elem) = self.shape_form(names, shape)?;
                ParamForm::Shape(dims, elem)
            }
            (ParamKind::Keyword(words), ast::TypeParam::Word(word)) => {
                self.keyword(word, words)?;
                ParamForm::Keyword(Expr::Const(Val::str(&word.text)))
            }
            (ParamKind::Keyword(_), _) if bare.is_some() => {
                let (expr, given) = self.variable(names, bare?)?;
                ParamForm::Keyword(self.convert(expr, given, Kind::STR, bare?.span)?)
            }
            (ParamKind::Attr, ast::TypeParam::Int(value, _)) => {
                ParamForm::Attr(Expr::Const(Val::Attr(self.ctx.int_attr(*value, 64))))
            }
            (ParamKind::Attr, ast::TypeParam::Str(text)) => {
                ParamForm::Attr(Expr::Const(Val::Attr(self.ctx.string_attr(&text.text))))
            }
            (ParamKind::Attr, ast::TypeParam::Shape(shape)) => match (&shape.elem.kind, bare) {
                (_, Some(var)) => {
                    let (expr, given) = self.variable(names, var)?;
                    ParamForm::Attr(self.convert(expr, given, Kind::ATTR, var.span)?)
                }
                (TypeExprKind::Literal(span), None) => {
                    let attr = literal::parse_attr(self.ctx, *span);
                    ParamForm::Attr(Expr::Const(Val::Attr(self.report(attr)?)))
                }
                _ => return self.bad_param(param, kind),
            },
            _ => return self.bad_param(param, kind),
        })
    }

    pub(super) fn bad_param<T>(&mut self, param: &ast::TypeParam, kind: &ParamKind) -> Option<T> {
        let wanted = match kind {
            ParamKind::Shape => "a shape".to_string(),
            ParamKind::Keyword(words) => format!("one of {}", words.join(", ")),
            ParamKind::Attr => "an attribute".to_string(),
        };
        self.fail(param_span(param), format!("expected {wanted}"))
    }

    pub(super) fn keyword(&mut self, word: &Name, words: &[&str]) -> Option<()> {
        if words.contains(&word.text.as_str()) {
            return Some(());
        }
        self.fail(word.span, format!("expected one of {}", words.join(", ")))
    }

    /// The parameters of a registered type, whose number must be `count`.
    pub(super) fn type_params(
        &mut self,
        name: &Name,
        count: usize,
    ) -> Option<impl Iterator<Item = &'static ParamKind> + use<>> {
        let found = name.text.split_once('.').and_then(|(prefix, mnemonic)| {
            let dialect = self.ctx.dialects().iter().find(|d| d.name == prefix)?;
            dialect.types.iter().find(|t| t.mnemonic == mnemonic)
        });
        let Some(def) = found else {
            let known: Vec<String> = self
                .ctx
                .dialects()
                .iter()
                .flat_map(|d| d.types.iter().map(|t| format!("{}.{}", d.name, t.mnemonic)))
                .collect();
            let diagnostic = Diagnostic::error(name.span, format!("unknown type `!{}`", name.text));
            let diagnostic = suggest(diagnostic, &name.text, known.iter().map(String::as_str));
            self.diagnostics.push(diagnostic);
            return None;
        };
        if def.params.len() != count {
            let message = format!("`!{}` takes {} parameters, found {count}", name.text, def.params.len());
            return self.fail(name.span, message);
        }
        Some(def.params.iter())
    }

    /// `f32`, `i64`, `ui8`, `index`, `none`.
    pub(super) fn scalar(&mut self, word: &str, span: Span) -> Option<Type> {
        let ctx = self.ctx;
        let kind = match word {
            "index" => TypeKind::Index,
            "none" => TypeKind::None,
            _ => match FloatKind::TABLE.iter().find(|f| f.1 == word) {
                Some(float) => TypeKind::Float(float.0),
                None => {
                    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    let sign = match &word[..word.len() - digits.len()] {
                        "i" => Signedness::Signless,
                        "si" => Signedness::Signed,
                        "ui" => Signedness::Unsigned,
                        _ => return self.fail(span, format!("unknown type `{word}`")),
                    };
                    // MLIR's limit on integer widths.
                    let width = digits.parse().ok().filter(|w| (1..=16_777_215).contains(w));
                    let Some(width) = width else {
                        return self.fail(span, "integer width must be between 1 and 16777215");
                    };
                    TypeKind::Integer { width, sign }
                }
            },
        };
        Some(ctx.ty(kind))
    }
}

/// The kind that values of two kinds have in common: attributes become the plain kind, integers floats. `None` if
/// neither can stand for the other.
fn common(a: Kind, b: Kind) -> Option<Kind> {
    match (a, b) {
        _ if a == b => Some(a),
        (Kind::ANY, _) | (_, Kind::ANY) => Some(Kind::ANY),
        (Kind::ATTR, plain) | (plain, Kind::ATTR) if plain.accepts(Kind::ATTR) => Some(plain),
        (Kind::INT, Kind::FLOAT) | (Kind::FLOAT, Kind::INT) => Some(Kind::FLOAT),
        _ if a.accepts(b) || b.accepts(a) => {
            Some(if a.depth == b.depth { Kind { base: Base::Any, ..a } } else { Kind::ANY })
        }
        _ => None,
    }
}

/// `$name` alone reads as a shape without dimensions.
pub(super) fn bare_variable(param: &ast::TypeParam) -> Option<&Var> {
    match param {
        ast::TypeParam::Shape(shape) if shape.dims.is_empty() => match &shape.elem.kind {
            TypeExprKind::Var(var) => Some(var),
            _ => None,
        },
        _ => None,
    }
}

fn param_span(param: &ast::TypeParam) -> Span {
    match param {
        ast::TypeParam::Shape(shape) => shape.span,
        ast::TypeParam::Word(name) | ast::TypeParam::Str(name) => name.span,
        ast::TypeParam::Int(_, span) => *span,
    }
}

fn is_const(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(_))
}

fn is_const_type(form: &TypeForm) -> bool {
    let dims =
        |dims: &[DimForm]| dims.iter().all(|d| matches!(d, DimForm::One(e) | DimForm::All(e) if is_const(e)));
    match form {
        TypeForm::Shaped { dims: d, elem, .. } => dims(d) && is_const(elem),
        TypeForm::Dialect { params, .. } => params.iter().all(|p| match p {
            ParamForm::Shape(d, elem) => dims(d) && is_const(elem),
            ParamForm::Keyword(e) | ParamForm::Attr(e) => is_const(e),
        }),
    }
}
