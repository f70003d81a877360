//! Compiles the ops that statements build.

use crate::ir::{Arity, OpInfo, Trait};

use super::super::ast::{self, Binder, ExprKind, Many};
use super::super::program::*;
use super::super::value::Kind;
use super::names::Names;
use super::{Checker, binder_kind};

impl Checker<'_, '_> {
    /// Compiles an op that is built; ops nested in its operands come out in front of it.
    pub(super) fn build(
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
                return self
                    .fail(op.span, format!("`{}` is unregistered: give its result types", op.name.text));
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
                let message =
                    format!("`{}` has {} results, found {count} types", info.name, info.results.len());
                return self.fail(op.span, message);
            }
            return self.check_count(op, Some(count), wanted, spread);
        }
        let inferred = info.infer.is_some()
            || info.has_trait(Trait::SameOperandsAndResultType)
            || info.results.is_empty();
        if types.is_none() && !inferred {
            return self
                .fail(op.span, format!("the result types of `{}` cannot be inferred: give them", info.name));
        }
        Some(())
    }

    fn check_count(
        &mut self,
        op: &ast::OpBuild,
        types: Option<usize>,
        names: usize,
        spread: usize,
    ) -> Option<()> {
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
                (None, Some(slots)) if slots.last().is_some_and(|s| s.arity == Arity::Variadic) => {
                    slots.len() - 1
                }
                (None, Some(slots)) => {
                    let message = format!(
                        "`{}` has {} operands, found {}",
                        op.name.text,
                        slots.len(),
                        op.operands.len()
                    );
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
                        Many::List if arity == Arity::One => {
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
                        return self
                            .fail(arg.expr.span, format!("`{0}` may be absent: write `{0}?`", var.text));
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
                    Some(f)
                        if f.params.len() == 1
                            && f.params[0].accepts(Kind::TYPE)
                            && f.result == Kind::TYPE =>
                    {
                        Converter::Function(f)
                    }
                    Some(f) => {
                        let message =
                            format!("expected a function from Type to Type, found {}", f.signature());
                        return self.fail(name.span, message);
                    }
                    None => return self.fail(name.span, format!("unknown function `{}`", name.text)),
                }
            }),
        };
        Some(Take { op, region, converting })
    }

    pub(super) fn outline(&mut self, names: &mut Names, source: &ast::Outline) -> Option<Outline> {
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
            attrs: attrs?,
            keeping,
            region,
            span: source.region.span,
        })
    }
}
