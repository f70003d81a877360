//! Compiles the statements of the build side, ops aside.

use crate::ir::{OpInfo, Span};

use super::super::ast::{self, Arg, Binder, ExprKind, LetValue, Many, Name};
use super::super::program::*;
use super::super::value::{Base, Kind};
use super::names::{Names, Origin};
use super::{Checker, binder_kind};

impl Checker<'_, '_> {
    /// Compiles statements as a scope of their own. `wants` is how many values it hands out with its last statement,
    /// which is a `yield` or a `next` as `word` says.
    pub(super) fn block(
        &mut self,
        names: &mut Names,
        stmts: &[ast::Stmt],
        wants: Option<usize>,
        word: &str,
        span: Span,
    ) -> Option<(Block, Vec<Kind>)> {
        let mark = names.bindings.len();
        let mut block = Block::default();
        let mut kinds = Vec::new();
        let mut failed = false;
        let mut yielded = false;
        for (index, stmt) in stmts.iter().enumerate() {
            let ast::Stmt::Yield { args, is_next, span } = stmt else {
                failed |= self.stmt(names, stmt, &mut block.stmts).is_none();
                continue;
            };
            let found = if *is_next { "next" } else { "yield" };
            if index + 1 != stmts.len() || found != word {
                self.fail::<()>(*span, format!("`{found}` does not belong here"));
                failed = true;
                continue;
            }
            yielded = true;
            if wants != Some(args.len()) {
                let wanted = wants.unwrap_or(0);
                self.fail::<()>(*span, format!("expected {wanted} values, found {}", args.len()));
                failed = true;
            }
            for arg in args {
                match self.expr(names, &arg.expr) {
                    Some((expr, kind)) => {
                        block.values.push(expr);
                        kinds.push(kind);
                    }
                    None => failed = true,
                }
            }
        }
        if wants.is_some_and(|n| n > 0) && !yielded {
            self.fail::<()>(span, format!("expected `{word}` at the end"));
            failed = true;
        }
        if failed {
            // The statements in error were not read, so unused names say nothing.
            names.bindings.truncate(mark);
            return None;
        }
        names.leave(mark, self.diagnostics);
        Some((block, kinds))
    }

    fn stmt(&mut self, names: &mut Names, stmt: &ast::Stmt, out: &mut Vec<Stmt>) -> Option<()> {
        match stmt {
            ast::Stmt::Build { results, op } => self.build(names, results, op, out).map(|_| ()),
            ast::Stmt::Let { binders, value, span } => {
                let done = self.let_stmt(names, binders, value, *span, out);
                if done.is_none() {
                    // Bound all the same, so that uses of the names are not reported as well.
                    for binder in binders {
                        if let Some(var) = binder.var.as_ref().filter(|v| names.find(&v.text).is_none()) {
                            names.bind(var, Kind::ANY, Many::One);
                        }
                    }
                }
                done
            }
            ast::Stmt::For(source) => self.for_loop(names, &[], source, out),
            ast::Stmt::If(source) => self.if_block(names, &[], source, out),
            ast::Stmt::Call { name, args, span } => self.template_call(names, &[], name, args, *span, out),
            ast::Stmt::Before { value } => {
                let binding = names.read(&value.text).map(|b| (b.slot, b.origin.clone()));
                let Some((slot, Some(Origin::Result(_)))) = binding else {
                    return self.fail(value.span, "expected a result of a matched op");
                };
                out.push(Stmt::Before { value: slot, span: value.span });
                Some(())
            }
            ast::Stmt::Replace { from, to, span } => {
                let spread = |args: &[Arg]| args.iter().any(|a| a.many != Many::One);
                if !spread(from) && !spread(to) && from.len() != to.len() {
                    let message = format!("{} values cannot replace {}", to.len(), from.len());
                    return self.fail(*span, message);
                }
                for arg in from {
                    let origin = match &arg.expr.kind {
                        ExprKind::Var(var) => names.find(&var.text).and_then(|b| b.origin.clone()),
                        _ => None,
                    };
                    if !matches!(origin, Some(Origin::Result(_))) {
                        return self.fail(arg.expr.span, "only results of matched ops are replaced");
                    }
                }
                let from = self.values(names, from)?;
                let to = self.values(names, to)?;
                out.push(Stmt::Replace { from, to, span: *span });
                Some(())
            }
            ast::Stmt::Erase { op: name } => {
                let (op, _) = self.op_name(names, name)?;
                out.push(Stmt::Erase { op, span: name.span });
                Some(())
            }
            ast::Stmt::Update { op, attrs } => {
                let (op, info) = self.op_name(names, op)?;
                let attrs = self.build_attrs(names, info, attrs, None)?;
                out.push(Stmt::Update { op, attrs });
                Some(())
            }
            // `block` takes them out.
            ast::Stmt::Yield { .. } => Some(()),
        }
    }

    pub(super) fn op_name(&mut self, names: &Names, name: &Name) -> Option<(Slot, Option<&'static OpInfo>)> {
        match names.op(&name.text) {
            Some(op) => Some((op.slot, op.info)),
            None => self.fail(name.span, format!("no matched op is named `{}`", name.text)),
        }
    }

    /// Arguments that are values or lists of values.
    fn values(&mut self, names: &mut Names, args: &[Arg]) -> Option<Vec<(Expr, Many)>> {
        args.iter().map(|arg| self.one_or_many(names, arg, Kind::VALUE)).collect()
    }

    /// An argument of this kind, or a list of it that is spread.
    pub(super) fn one_or_many(&mut self, names: &mut Names, arg: &Arg, kind: Kind) -> Option<(Expr, Many)> {
        let (expr, given) = self.expr(names, &arg.expr)?;
        if arg.many == Many::One && given.is_list() {
            return self
                .fail(arg.expr.span, format!("expected {kind}, found {given}; write `...` behind a list"));
        }
        let wanted = if arg.many == Many::List { kind.list() } else { kind };
        if !wanted.accepts(given) {
            return self.fail(arg.expr.span, format!("expected {wanted}, found {given}"));
        }
        let expr = if given == wanted || kind.base == Base::Value {
            expr
        } else {
            Expr::Coerce(wanted, Box::new(expr))
        };
        Some((expr, arg.many))
    }

    fn let_stmt(
        &mut self,
        names: &mut Names,
        binders: &[Binder],
        value: &LetValue,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        match value {
            LetValue::For(source) => self.for_loop(names, binders, source, out),
            LetValue::If(source) => self.if_block(names, binders, source, out),
            LetValue::Outline(source) => {
                let outlined = self.outline(names, source)?;
                let to = self.bind_all(names, binders, &[Kind::ATTR], span)?;
                out.push(Stmt::Outline(Box::new(Outline { to: to[0], ..outlined })));
                Some(())
            }
            LetValue::Expr(expr) => {
                if let ExprKind::Call(name, args) = &expr.kind
                    && self.templates.contains_key(&name.text)
                {
                    return self.template_call(names, binders, name, args, span, out);
                }
                let (value, kind) = self.expr(names, expr)?;
                let to = self.bind_all(names, binders, &[kind], span)?;
                out.push(Stmt::Let { to: to[0], value, span: expr.span });
                Some(())
            }
        }
    }

    /// Binds names to values of these kinds.
    fn bind_all(
        &mut self,
        names: &mut Names,
        binders: &[Binder],
        kinds: &[Kind],
        span: Span,
    ) -> Option<Vec<Slot>> {
        if binders.len() != kinds.len() {
            return self.fail(span, format!("{} names for {} values", binders.len(), kinds.len()));
        }
        let mut slots = Vec::new();
        for (binder, &kind) in binders.iter().zip(kinds) {
            let Some(var) = &binder.var else {
                slots.push(names.fresh());
                continue;
            };
            self.check_free(names, var)?;
            let wanted = binder_kind(binder);
            if !wanted.accepts(kind) {
                return self
                    .fail(binder.span, format!("`{}` is {wanted}, but the value is {kind}", var.text));
            }
            slots.push(names.bind(var, if kind == Kind::ANY { wanted } else { kind }, binder.many));
        }
        Some(slots)
    }

    fn for_loop(
        &mut self,
        names: &mut Names,
        binders: &[Binder],
        source: &ast::For,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        if binders.len() != source.carry.len() {
            let message = format!("{} names for {} carried values", binders.len(), source.carry.len());
            return self.fail(source.span, message);
        }
        let mark = names.bindings.len();
        let range = self.range(names, &source.range)?;
        let mut carry = Vec::new();
        let mut kinds = Vec::new();
        for (binder, init) in &source.carry {
            let (init, kind) = self.expr(names, init)?;
            kinds.push(kind);
            carry.push((binder, init));
        }
        let carried: Vec<Binder> = source.carry.iter().map(|c| c.0.clone()).collect();
        let slots = self.bind_all(names, &carried, &kinds, source.span)?;
        let wants = (!carry.is_empty()).then_some(carry.len());
        let block = self.block(names, &source.body, wants, "next", source.span);
        names.leave(mark, self.diagnostics);
        let (body, next) = block?;
        for (kind, next) in kinds.iter_mut().zip(next) {
            if !kind.accepts(next) {
                return self.fail(source.span, format!("a carried value is {kind}, but `next` gives {next}"));
            }
            if *kind == Kind::ANYS {
                *kind = next;
            }
        }
        let carry = slots.into_iter().zip(carry.into_iter().map(|c| c.1)).collect();
        let to = self.bind_all(names, binders, &kinds, source.span)?;
        out.push(Stmt::For(Box::new(For { range, carry, body, to, span: source.span })));
        Some(())
    }

    fn if_block(
        &mut self,
        names: &mut Names,
        binders: &[Binder],
        source: &ast::If,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let condition = self.expect(names, &source.condition, Kind::BOOL);
        let wants = (!binders.is_empty()).then_some(binders.len());
        let then = self.block(names, &source.then, wants, "yield", source.span);
        // `else if` with values: the inner `if` yields for the outer one.
        let otherwise = match source.otherwise.as_slice() {
            [ast::Stmt::If(inner)] if wants.is_some() => {
                let mark = names.bindings.len();
                let mut stmts = Vec::new();
                let done = self.if_block(names, binders, inner, &mut stmts);
                let bound: Vec<_> = names.bindings.drain(mark..).map(|b| (b.slot, b.kind)).collect();
                done.map(|()| {
                    let values = bound.iter().map(|b| Expr::Slot(b.0)).collect();
                    (Block { stmts, values }, bound.iter().map(|b| b.1).collect())
                })
            }
            stmts => self.block(names, stmts, wants, "yield", source.span),
        };
        let (condition, (then, mut kinds), (otherwise, others)) = (condition?, then?, otherwise?);
        for (kind, other) in kinds.iter_mut().zip(others) {
            if *kind != other {
                if !kind.accepts(other) && !other.accepts(*kind) {
                    return self.fail(source.span, format!("the branches give {kind} and {other}"));
                }
                *kind = Kind::ANY;
            }
        }
        let to = self.bind_all(names, binders, &kinds, source.span)?;
        out.push(Stmt::If { condition, then, otherwise, to, span: source.span });
        Some(())
    }

    fn template_call(
        &mut self,
        names: &mut Names,
        binders: &[Binder],
        name: &Name,
        args: &[Arg],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let Some(info) = self.templates.get(&name.text).cloned() else {
            let diagnostic =
                crate::ir::Diagnostic::error(name.span, format!("unknown template `{}`", name.text));
            let known = self.templates.keys().map(String::as_str);
            let diagnostic = super::names::suggest(diagnostic, &name.text, known);
            self.diagnostics.push(diagnostic);
            return None;
        };
        if args.len() != info.params.len() {
            return self.arguments(span, &name.text, info.params.len(), args.len());
        }
        let compiled: Option<Vec<Expr>> =
            args.iter().zip(&info.params).map(|(a, &kind)| self.expect(names, &a.expr, kind)).collect();
        let to =
            if binders.is_empty() { Vec::new() } else { self.bind_all(names, binders, &info.results, span)? };
        out.push(Stmt::Call { template: info.index, args: compiled?, to, span });
        Some(())
    }
}

/// Visits the names of statements that may be template calls.
pub(super) fn visit_calls(stmts: &[ast::Stmt], visit: &mut dyn FnMut(&Name)) {
    for stmt in stmts {
        match stmt {
            ast::Stmt::Call { name, .. } => visit(name),
            ast::Stmt::Let { value, .. } => match value {
                LetValue::Expr(expr) => {
                    if let ExprKind::Call(name, _) = &expr.kind {
                        visit(name);
                    }
                }
                LetValue::For(f) => visit_calls(&f.body, visit),
                LetValue::If(i) => {
                    visit_calls(&i.then, visit);
                    visit_calls(&i.otherwise, visit);
                }
                LetValue::Outline(o) => visit_calls(&o.region.body, visit),
            },
            ast::Stmt::For(f) => visit_calls(&f.body, visit),
            ast::Stmt::If(i) => {
                visit_calls(&i.then, visit);
                visit_calls(&i.otherwise, visit);
            }
            ast::Stmt::Build { op, .. } => op.regions.iter().for_each(|r| visit_calls(&r.body, visit)),
            _ => {}
        }
    }
}

/// Whether statements replace, erase or update something.
pub(super) fn has_effect(stmts: &[ast::Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        ast::Stmt::Replace { .. } | ast::Stmt::Erase { .. } | ast::Stmt::Update { .. } => true,
        ast::Stmt::For(f) | ast::Stmt::Let { value: LetValue::For(f), .. } => has_effect(&f.body),
        ast::Stmt::If(i) | ast::Stmt::Let { value: LetValue::If(i), .. } => {
            has_effect(&i.then) || has_effect(&i.otherwise)
        }
        _ => false,
    })
}
