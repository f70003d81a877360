//! Compiles the build side.

use crate::ir::{Arity, OpInfo, Span, Trait};

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
            ast::Stmt::Erase { op } => {
                let (op, _) = self.op_name(names, op)?;
                out.push(Stmt::Erase { op });
                Some(())
            }
            ast::Stmt::Update { op, attrs, span } => {
                let (op, info) = self.op_name(names, op)?;
                let attrs = self.build_attrs(names, info, attrs, None)?;
                out.push(Stmt::Update { op, attrs, span: *span });
                Some(())
            }
            // `block` takes them out.
            ast::Stmt::Yield { .. } => Some(()),
        }
    }

    fn op_name(&mut self, names: &Names, name: &Name) -> Option<(Slot, Option<&'static OpInfo>)> {
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
    fn one_or_many(&mut self, names: &mut Names, arg: &Arg, kind: Kind) -> Option<(Expr, Many)> {
        let (expr, given) = self.expr(names, &arg.expr)?;
        if arg.many == Many::One && given.is_list() {
            return self.fail(arg.expr.span, format!("expected {kind}, found {given}; write `...` behind a list"));
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
                return self.fail(binder.span, format!("`{}` is {wanted}, but the value is {kind}", var.text));
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
            let diagnostic = crate::ir::Diagnostic::error(name.span, format!("unknown template `{}`", name.text));
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
        let to = if binders.is_empty() { Vec::new() } else { self.bind_all(names, binders, &info.results, span)? };
        out.push(Stmt::Call { template: info.index, args: compiled?, to, span });
        Some(())
    }

    /// Compiles an op that is built; ops nested in its operands come out in front of it. Gives the slot of its first
    /// result name.
    fn build(
        &mut self,
        names: &mut Names,
        results: &[Binder],
        op: &ast::OpBuild,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let compiled = self.build_op(names, results.len(), results, op, out);
        // Bound in any case, so that uses of the names are not reported as well.
        let mut slots = Vec::new();
        for binder in results {
            let slot = match &binder.var {
                Some(var) => {
                    if !var.text.starts_with('%') {
                        return self.fail(var.span, "a value is named with `%`");
                    }
                    self.check_free(names, var)?;
                    let slot = names.bind(var, binder_kind(binder), binder.many);
                    names.last().quiet = true;
                    Some(slot)
                }
                None => None,
            };
            slots.push((slot, binder.many));
        }
        let mut build = compiled?;
        build.results = slots;
        out.push(Stmt::Build(Box::new(build)));
        Some(())
    }

    fn build_op(
        &mut self,
        names: &mut Names,
        wanted: usize,
        results: &[Binder],
        op: &ast::OpBuild,
        out: &mut Vec<Stmt>,
    ) -> Option<Build> {
        let info = self.op_info(&op.name)?;
        let operands = self.operands(names, op, info, out);
        let attrs = self.build_attrs(names, info, &op.attrs, Some((op.name.span, &[])));
        let types = match &op.types {
            None => Some(None),
            Some(types) => {
                let list: Option<Vec<_>> =
                    types.iter().map(|t| self.one_or_many(names, t, Kind::TYPE)).collect();
                list.map(Some)
            }
        };
        let keeping = match &op.keeping {
            Some(name) => Some(Some(self.op_name(names, name)?.0)),
            None => Some(None),
        };
        let take = match &op.take {
            Some(take) => self.take(names, take).map(Some),
            None => Some(None),
        };
        let mut regions = Vec::new();
        for region in &op.regions {
            regions.push(self.region(names, region)?);
        }
        let (operands, attrs, types) = (operands?, attrs?, types?);
        self.check_results(op, info, wanted, results, types.as_deref())?;
        self.check_regions(op, info)?;
        Some(Build {
            name: self.ctx.op_name(&op.name.text),
            info,
            operands,
            attrs,
            types,
            results: Vec::new(),
            regions,
            take: take?,
            keeping: keeping?,
            span: op.span,
        })
    }

    fn check_results(
        &mut self,
        op: &ast::OpBuild,
        info: Option<&'static OpInfo>,
        wanted: usize,
        results: &[Binder],
        types: Option<&[(Expr, Many)]>,
    ) -> Option<()> {
        let spread = results.iter().filter(|b| b.many == Many::List).count();
        if spread > 1 {
            return self.fail(op.span, "only one result name may stand for several results");
        }
        let count = types.filter(|t| t.iter().all(|t| t.1 == Many::One)).map(<[_]>::len);
        let Some(info) = info else {
            if types.is_none() && wanted > 0 {
                return self.fail(op.span, format!("`{}` is unregistered: give its result types", op.name.text));
            }
            return self.check_count(op, count, wanted, spread);
        };
        let fixed = info.results.iter().all(|s| s.arity == Arity::One);
        if fixed && (wanted > info.results.len() || wanted + spread < info.results.len() && wanted > 0) {
            let message = format!("`{}` has {} results, found {wanted} names", info.name, info.results.len());
            return self.fail(op.span, message);
        }
        if let Some(count) = count {
            if fixed && count != info.results.len() {
                let message = format!("`{}` has {} results, found {count} types", info.name, info.results.len());
                return self.fail(op.span, message);
            }
            return self.check_count(op, Some(count), wanted, spread);
        }
        let inferred = info.infer.is_some()
            || info.has_trait(Trait::SameOperandsAndResultType)
            || info.results.is_empty();
        if types.is_none() && !inferred {
            return self.fail(op.span, format!("the result types of `{}` cannot be inferred: give them", info.name));
        }
        Some(())
    }

    fn check_count(&mut self, op: &ast::OpBuild, types: Option<usize>, names: usize, spread: usize) -> Option<()> {
        let Some(types) = types else { return Some(()) };
        let fits = names == 0 || names == types || spread == 1 && types + 1 >= names;
        if fits { Some(()) } else { self.fail(op.span, format!("{names} names for {types} types")) }
    }

    fn check_regions(&mut self, op: &ast::OpBuild, info: Option<&'static OpInfo>) -> Option<()> {
        let Some(info) = info else { return Some(()) };
        let given = op.regions.len() + usize::from(op.take.is_some());
        let fixed = info.regions.iter().filter(|r| r.arity == Arity::One).count();
        if given < fixed || given > fixed && info.regions.len() == fixed {
            return self.fail(op.span, format!("`{}` has {fixed} regions, found {given}", info.name));
        }
        Some(())
    }

    /// One group of arguments per operand slot.
    fn operands(
        &mut self,
        names: &mut Names,
        op: &ast::OpBuild,
        info: Option<&'static OpInfo>,
        out: &mut Vec<Stmt>,
    ) -> Option<Vec<Vec<(Expr, Many)>>> {
        let slots = info.map(|i| i.operands);
        let mut groups: Vec<Vec<(Expr, Many)>> = Vec::new();
        groups.resize_with(slots.map_or(1, <[_]>::len), Vec::new);
        let mut named = false;
        for (index, operand) in op.operands.iter().enumerate() {
            let slot = match (&operand.slot, slots) {
                (None, None) => 0,
                (Some(name), None) => {
                    return self.fail(name.span, "operands of unregistered ops have no names");
                }
                (Some(name), Some(slots)) => {
                    named = true;
                    let Some(slot) = slots.iter().position(|s| s.name == name.text) else {
                        let known: Vec<&str> = slots.iter().map(|s| s.name).collect();
                        let message = format!("`{}` has no operand `{}`", op.name.text, name.text);
                        let diagnostic = crate::ir::Diagnostic::error(name.span, message)
                            .help(format!("its operands are {}", known.join(", ")));
                        self.diagnostics.push(diagnostic);
                        return None;
                    };
                    if !groups[slot].is_empty() {
                        return self.fail(name.span, format!("operand `{}` is given twice", name.text));
                    }
                    slot
                }
                (None, Some(_)) if named => return self.fail(op.span, "named operands come last"),
                (None, Some(slots)) if index < slots.len() => index,
                (None, Some(slots)) if slots.last().is_some_and(|s| s.arity == Arity::Variadic) => slots.len() - 1,
                (None, Some(slots)) => {
                    let message =
                        format!("`{}` has {} operands, found {}", op.name.text, slots.len(), op.operands.len());
                    return self.fail(op.span, message);
                }
            };
            let arity = slots.map_or(Arity::Variadic, |s| s[slot].arity);
            let arg = match &operand.value {
                ast::OperandValue::Op(nested) => {
                    let mut build = self.build_op(names, 1, &[], nested, out)?;
                    let to = names.fresh();
                    build.results = vec![(Some(to), Many::One)];
                    out.push(Stmt::Build(Box::new(build)));
                    (Expr::Slot(to), Many::One)
                }
                ast::OperandValue::Arg(arg) => {
                    let (expr, given) = self.expr(names, &arg.expr)?;
                    let many = match arg.many {
                        // A list stands for all values of a variadic slot.
                        Many::One if given.is_list() && arity == Arity::Variadic => Many::List,
                        Many::List if arity != Arity::Variadic => {
                            return self.fail(arg.expr.span, "this operand is a single value");
                        }
                        Many::Optional if arity == Arity::One => {
                            return self.fail(arg.expr.span, "this operand is not optional");
                        }
                        many => many,
                    };
                    let wanted = if many == Many::List { Kind::VALUES } else { Kind::VALUE };
                    if !wanted.accepts(given) {
                        return self.fail(arg.expr.span, format!("expected {wanted}, found {given}"));
                    }
                    if many == Many::One
                        && let ExprKind::Var(var) = &arg.expr.kind
                        && names.find(&var.text).is_some_and(|b| b.optional)
                        && arity != Arity::One
                    {
                        return self.fail(arg.expr.span, format!("`{0}` may be absent: write `{0}?`", var.text));
                    }
                    (expr, many)
                }
            };
            groups[slot].push(arg);
        }
        for (slot, group) in slots.unwrap_or(&[]).iter().zip(&groups) {
            if slot.arity == Arity::One && group.is_empty() {
                let message = format!("`{}` lacks operand `{}`", op.name.text, slot.name);
                return self.fail(op.span, message);
            }
        }
        Some(groups)
    }

    fn region(&mut self, names: &mut Names, source: &ast::Region) -> Option<Region> {
        let mark = names.bindings.len();
        let mut args = Vec::new();
        for arg in &source.args {
            let many = arg.binder.many;
            let wanted = if many == Many::List { Kind::TYPES } else { Kind::TYPE };
            let ty = self.expect(names, &arg.ty, wanted)?;
            let slot = match &arg.binder.var {
                Some(var) => {
                    self.check_free(names, var)?;
                    let slot = names.bind(var, binder_kind(&arg.binder), Many::One);
                    names.last().quiet = true;
                    Some(slot)
                }
                None => None,
            };
            args.push((slot, many, ty));
        }
        let block = self.block(names, &source.body, None, "", source.span);
        names.leave(mark, self.diagnostics);
        Some(Region { args, body: block?.0.stmts })
    }

    fn take(&mut self, names: &Names, source: &ast::Take) -> Option<Take> {
        let (op, info) = self.op_name(names, &source.op)?;
        let region = match info {
            Some(info) => match info.regions.iter().position(|r| r.name == source.region.text) {
                Some(region) => region,
                None => {
                    let message = format!("`{}` has no region `{}`", info.name, source.region.text);
                    return self.fail(source.region.span, message);
                }
            },
            None => 0,
        };
        let converting = match &source.converting {
            None => None,
            Some(name) => Some(if let Some(&table) = self.tables.get(&name.text) {
                let table_info = &self.library.tables[table];
                if table_info.keys != [Kind::TYPE] || table_info.result != Kind::TYPE {
                    return self.fail(name.span, "expected a table from Type to Type");
                }
                Converter::Table(table)
            } else {
                match self.functions.get(name.text.as_str()) {
                    Some(f) if f.params.len() == 1 && f.params[0].accepts(Kind::TYPE) && f.result == Kind::TYPE => {
                        Converter::Function(f)
                    }
                    Some(f) => {
                        let message = format!("expected a function from Type to Type, found {}", f.signature());
                        return self.fail(name.span, message);
                    }
                    None => return self.fail(name.span, format!("unknown function `{}`", name.text)),
                }
            }),
        };
        Some(Take { op, region, converting })
    }

    fn outline(&mut self, names: &mut Names, source: &ast::Outline) -> Option<Outline> {
        let info = self.op_info(&source.op)?;
        if info.is_some_and(|i| !i.has_trait(Trait::Symbol)) {
            return self.fail(source.op.span, format!("`{}` does not define a symbol", source.op.text));
        }
        let symbol = self.expect(names, &source.symbol, Kind::STR);
        let attrs = self.build_attrs(names, info, &source.attrs, Some((source.op.span, &["sym_name"])));
        let keeping = match &source.keeping {
            Some(name) => Some(self.op_name(names, name)?.0),
            None => None,
        };
        let region = self.region(names, &source.region)?;
        Some(Outline {
            to: 0,
            symbol: symbol?,
            name: self.ctx.op_name(&source.op.text),
            info,
            attrs: attrs?,
            keeping,
            region,
            span: source.region.span,
        })
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
