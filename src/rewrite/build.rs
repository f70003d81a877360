//! Runs the statements of a pattern that matched. New ops are built at once; everything that touches the matched ops
//! is collected, so that a rewrite that fails half way leaves them as they were.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ir::text::Readable;
use crate::ir::{
    Arity, Attr, InsertPoint, Ir, OpId, OpInfo, OpState, RegionId, Span, Str, Trait, Type, ValueId,
};

use super::ast::Many;
use super::eval::{Budget, Scope};
use super::function::{Call, Options};
use super::program::*;
use super::structure::{Piece, structure};
use super::value::{Kind, Val, declared_attr};

/// The most ops one application of a pattern may build.
const MAX_BUILT: usize = 1 << 22;

/// How deep blocks of statements, also those of called templates, may nest when they run.
const MAX_DEPTH: usize = 256;

/// Why a rewrite could not be carried out, with the place in the pattern file.
pub(super) struct Failure {
    pub span: Span,
    pub message: String,
}

fn failure<T>(span: Span, message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { span, message: message.into() })
}

/// A change to ops that were there before.
pub(super) enum Action {
    Replace {
        from: ValueId,
        to: ValueId,
        span: Span,
    },
    Erase(OpId),
    Set {
        op: OpId,
        name: Str,
        value: Option<Attr>,
    },
    /// Moves the blocks of a region into an empty one and gives their arguments new types.
    Take {
        from: RegionId,
        to: RegionId,
        types: Vec<(ValueId, Type)>,
    },
}

/// Outlined ops by their symbol table and structure, and their symbol names.
pub(super) type Outlined = FxHashMap<(OpId, Vec<Piece>), String>;

/// Carries out one rewrite.
pub(super) struct Builder<'a, 'c> {
    pub ir: &'a mut Ir<'c>,
    pub root: OpId,
    /// The op that the patterns are applied to; it stays.
    pub outermost: OpId,
    pub options: &'a Options,
    pub library: &'a Library,
    pub budget: &'a Budget,
    /// What was found to read back from its text.
    pub readable: &'a mut Readable,
    pub outlined: &'a mut Outlined,
    /// Where the next op goes.
    pub at: InsertPoint,
    /// Every op built so far, outer ones before those in their regions.
    pub created: Vec<OpId>,
    /// What is to be done to the matched ops.
    pub actions: Vec<Action>,
    /// How many blocks of statements are running inside one another.
    pub depth: usize,
}

impl Builder<'_, '_> {
    fn scope(&self) -> Scope<'_, '_> {
        Scope {
            ir: self.ir,
            root: self.root,
            options: self.options,
            library: self.library,
            budget: self.budget,
        }
    }

    fn eval(&self, expr: &Expr, frame: &mut [Val], span: Span) -> Result<Val, Failure> {
        match self.scope().eval(expr, frame) {
            Some(value) => Ok(value),
            None => self.no_value(span, || self.scope().why(expr, frame)),
        }
    }

    /// The failure of an expression without a value: the budget may be what it lacked.
    fn no_value<T>(&self, span: Span, why: impl FnOnce() -> String) -> Result<T, Failure> {
        if self.budget.is_spent() {
            return failure(span, format!("it takes more than {} steps of evaluation", Budget::STEPS));
        }
        failure(span, why())
    }

    /// Runs statements.
    pub fn run(&mut self, stmts: &[Stmt], frame: &mut Vec<Val>) -> Result<(), Failure> {
        for stmt in stmts {
            match stmt {
                Stmt::Build(build) => self.build(build, frame)?,
                Stmt::Let { to, value, span } => frame[*to as usize] = self.eval(value, frame, *span)?,
                Stmt::For(source) => self.for_loop(source, frame)?,
                Stmt::If { condition, then, otherwise, to, span } => {
                    let Some(holds) = self.scope().bool(condition, frame) else {
                        return self.no_value(*span, || self.scope().why(condition, frame));
                    };
                    let block = if holds { then } else { otherwise };
                    let values = self.block(block, frame, *span)?;
                    for (&to, value) in to.iter().zip(values) {
                        frame[to as usize] = value;
                    }
                }
                Stmt::Call { template, args, to, span } => {
                    let template = self.library.templates[*template].clone();
                    let mut inner = vec![Val::Absent; template.slots];
                    for ((slot, _), arg) in template.params.iter().zip(args) {
                        // An optional operand may be handed on although it is absent.
                        inner[*slot as usize] = match arg {
                            Expr::Slot(slot) => frame[*slot as usize].clone(),
                            _ => self.eval(arg, frame, *span)?,
                        };
                    }
                    let values = self.block(&template.body, &mut inner, *span)?;
                    for (&to, value) in to.iter().zip(values) {
                        frame[to as usize] = value;
                    }
                }
                Stmt::Before { value, span } => {
                    let definer = match frame[*value as usize] {
                        Val::Value(value) => self.ir.def_op(value),
                        _ => None,
                    };
                    match definer {
                        Some(op) => self.at = InsertPoint::Before(op),
                        None => return failure(*span, "no op defines this value"),
                    }
                }
                Stmt::Replace { from, to, span } => {
                    let from = self.values(from, frame, *span)?;
                    let to = self.values(to, frame, *span)?;
                    if from.len() != to.len() {
                        return failure(*span, format!("{} values cannot replace {}", to.len(), from.len()));
                    }
                    let pairs = from.into_iter().zip(to);
                    self.actions.extend(pairs.map(|(from, to)| Action::Replace { from, to, span: *span }));
                }
                Stmt::Erase { op, span } => {
                    if let Val::Op(op) = frame[*op as usize] {
                        if op == self.outermost {
                            return failure(*span, "the outermost op cannot be erased");
                        }
                        self.actions.push(Action::Erase(op));
                    }
                }
                Stmt::Update { op, attrs } => {
                    let Val::Op(op) = frame[*op as usize] else { continue };
                    for attr in attrs {
                        let value = match attr.value {
                            AttrForm::Remove => None,
                            _ => match self.attr(attr, frame)? {
                                Some(value) => Some(value),
                                None => continue,
                            },
                        };
                        self.actions.push(Action::Set { op, name: attr.key, value });
                    }
                }
                Stmt::Outline(outline) => self.outline(outline, frame)?,
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, frame: &mut Vec<Val>, span: Span) -> Result<Vec<Val>, Failure> {
        if self.depth == MAX_DEPTH {
            return failure(span, format!("templates and blocks nest more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        self.run(&block.stmts, frame)?;
        self.depth -= 1;
        block.values.iter().map(|v| self.eval(v, frame, span)).collect()
    }

    fn for_loop(&mut self, source: &For, frame: &mut Vec<Val>) -> Result<(), Failure> {
        let Some((from, to, step)) = self.scope().range(&source.range, frame) else {
            return self.no_value(source.span, || self.scope().why_range(&source.range, frame));
        };
        for (slot, init) in &source.carry {
            frame[*slot as usize] = self.eval(init, frame, source.span)?;
        }
        let mut index = from;
        while index < to {
            frame[source.range.index as usize] = Val::Int(index);
            if self.budget.spend(1).is_none() {
                return self.no_value(source.span, || "this loop does not end".into());
            }
            let next = self.block(&source.body, frame, source.span)?;
            for ((slot, _), value) in source.carry.iter().zip(next) {
                frame[*slot as usize] = value;
            }
            // Past the largest integer there is nothing in the range.
            let Some(next) = index.checked_add(step) else { break };
            index = next;
        }
        for (&to, (slot, _)) in source.to.iter().zip(&source.carry) {
            frame[to as usize] = frame[*slot as usize].clone();
        }
        Ok(())
    }

    fn values(
        &self,
        args: &[(Expr, Many)],
        frame: &mut [Val],
        span: Span,
    ) -> Result<SmallVec<[ValueId; 4]>, Failure> {
        let Some(list) = self.scope().list(args, frame) else {
            return self.no_value(span, || self.scope().why_list(args, frame));
        };
        list.into_iter()
            .map(|value| match value {
                Val::Value(value) => Ok(value),
                other => failure(
                    span,
                    format!("expected a value, found {}", super::matcher::display(self.ir, &other)),
                ),
            })
            .collect()
    }

    fn types(
        &mut self,
        args: &[(Expr, Many)],
        frame: &mut [Val],
        span: Span,
    ) -> Result<SmallVec<[Type; 2]>, Failure> {
        let Some(list) = self.scope().list(args, frame) else {
            return self.no_value(span, || self.scope().why_list(args, frame));
        };
        list.into_iter()
            .map(|value| match value.coerce(self.ir, Kind::TYPE) {
                Some(Val::Type(ty)) => self.readable_type(ty, span),
                _ => failure(span, "expected a type"),
            })
            .collect()
    }

    /// A type of something that is built: its text has to read back.
    fn readable_type(&mut self, ty: Type, span: Span) -> Result<Type, Failure> {
        match self.readable.check_type(self.ir.ctx, ty) {
            Ok(()) => Ok(ty),
            Err(message) => failure(span, message),
        }
    }

    /// The same of an attribute.
    fn readable_attr(&mut self, attr: Attr, span: Span) -> Result<Attr, Failure> {
        match self.readable.check_attr(self.ir.ctx, attr) {
            Ok(()) => Ok(attr),
            Err(message) => failure(span, message),
        }
    }

    /// The value of an attribute; `None` if it is to be left out.
    fn attr(&mut self, plan: &AttrPlan, frame: &mut [Val]) -> Result<Option<Attr>, Failure> {
        let value = match &plan.value {
            AttrForm::Unit => return Ok(Some(self.ir.ctx.unit_attr())),
            AttrForm::Remove => return Ok(None),
            AttrForm::Is(expr) => self.eval(expr, frame, plan.span)?,
            AttrForm::Maybe(expr) => match self.scope().eval(expr, frame) {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        let attr = match plan.slot {
            Some(slot) => declared_attr(self.ir.ctx, &value, slot.constraint).map_err(|wanted| {
                let found = super::matcher::display(self.ir, &value);
                format!("attribute `{}` must be {wanted}, found {found}", plan.name)
            }),
            None => match value.coerce(self.ir, Kind::ATTR) {
                Some(Val::Attr(attr)) => Ok(attr),
                _ => Err(format!("attribute `{}` cannot hold this value", plan.name)),
            },
        };
        match attr {
            Ok(attr) => self.readable_attr(attr, plan.span).map(Some),
            Err(message) => failure(plan.span, message),
        }
    }

    /// Properties and discardable attributes of a new op.
    fn attrs(
        &mut self,
        plans: &[AttrPlan],
        keeping: Option<Slot>,
        frame: &mut [Val],
        mut inherent: Vec<(Str, Attr)>,
    ) -> Result<(Option<Attr>, Attr), Failure> {
        let ctx = self.ir.ctx;
        let mut discardable = Vec::new();
        if let Some(slot) = keeping
            && let Val::Op(op) = frame[slot as usize]
        {
            discardable.extend(ctx.dict_entries(self.ir.op(op).attrs).iter().copied());
        }
        for plan in plans {
            let Some(value) = self.attr(plan, frame)? else { continue };
            let list = if plan.slot.is_some() { &mut inherent } else { &mut discardable };
            list.push((plan.key, value));
        }
        let props = (!inherent.is_empty()).then(|| ctx.dict_attr(inherent));
        Ok((props, ctx.dict_attr(discardable)))
    }

    fn insert(&mut self, state: OpState, span: Span) -> Result<OpId, Failure> {
        if self.created.len() >= MAX_BUILT {
            return failure(span, format!("this rewrite builds more than {MAX_BUILT} ops"));
        }
        if let InsertPoint::Before(at) = self.at
            && self.ir.parent_block(at).is_none()
        {
            return failure(span, "nothing can be built in front of the outermost op");
        }
        let op = self.ir.build(self.at, state);
        self.created.push(op);
        Ok(op)
    }

    fn build(&mut self, build: &Build, frame: &mut Vec<Val>) -> Result<(), Failure> {
        let span = build.span;
        let mut operands = SmallVec::new();
        let mut sizes = Vec::new();
        for (index, group) in build.operands.iter().enumerate() {
            let values = self.values(group, frame, span)?;
            if let Some(info) = build.info {
                let slot = &info.operands[index];
                let fits = match slot.arity {
                    Arity::One => values.len() == 1,
                    Arity::Optional => values.len() <= 1,
                    Arity::Variadic => true,
                };
                if !fits {
                    return failure(
                        span,
                        format!("operand `{}` cannot be {} values", slot.name, values.len()),
                    );
                }
            }
            sizes.push(values.len() as i32);
            operands.extend(values);
        }
        let mut inherent = Vec::new();
        if build.info.is_some_and(OpInfo::has_operand_segments) {
            let sizes = self.ir.ctx.i32_array_attr(&sizes);
            inherent.push((self.ir.ctx.str("operandSegmentSizes"), sizes));
        }
        let (props, attrs) = self.attrs(&build.attrs, build.keeping, frame, inherent)?;
        let root = self.ir.op(self.root);
        let (loc, op_span) = (root.loc, root.span);
        let given = match &build.types {
            Some(types) => Some(self.types(types, frame, span)?),
            None => None,
        };
        let named = build.results.len();
        // Until inference has spoken, results have a placeholder type.
        let expected = build.info.map_or(0, |i| i.results.len());
        let placeholder = self.ir.ctx.none_type();
        let results = given.clone().unwrap_or_else(|| SmallVec::from_elem(placeholder, expected));
        let regions = build.regions.len() + usize::from(build.take.is_some());
        let state = OpState {
            name: build.name,
            operands,
            results,
            props,
            attrs,
            regions,
            successors: SmallVec::new(),
            loc,
            span: op_span,
        };
        let mut op = self.insert(state, span)?;
        let outer = self.at;
        for (index, region) in build.regions.iter().enumerate() {
            let target = self.ir.region(op, index);
            self.region(region, target, frame, span)?;
        }
        self.at = outer;
        if let Some(take) = &build.take {
            self.take(take, self.ir.region(op, regions - 1), frame, span)?;
        }
        if given.is_none()
            && let Some(info) = build.info
            && !info.results.is_empty()
        {
            op = self.infer(op, info, span)?;
        }
        let results = self.ir.results(op);
        let list = build.results.iter().position(|r| r.1 == Many::List);
        let fits = match list {
            Some(_) => results.len() + 1 >= named,
            None => named == 0 || results.len() == named,
        };
        if !fits {
            return failure(span, format!("{named} names for {} results", results.len()));
        }
        let mut next = 0;
        for (slot, many) in &build.results {
            let value = match many {
                Many::List => {
                    let len = results.len() + 1 - named;
                    let run = results[next..next + len].iter().map(|&v| Val::Value(v)).collect();
                    next += len;
                    Val::List(run)
                }
                _ => {
                    next += 1;
                    Val::Value(results[next - 1])
                }
            };
            if let Some(slot) = slot {
                frame[*slot as usize] = value;
            }
        }
        Ok(())
    }

    /// Gives the results of a new op the types its declaration infers. The op is built anew if their number differs
    /// from the number of result slots.
    fn infer(&mut self, op: OpId, info: &'static OpInfo, span: Span) -> Result<OpId, Failure> {
        let types = match info.infer {
            Some(infer) => match infer(self.ir, op) {
                Ok(types) => types,
                Err(fault) => {
                    return failure(span, format!("the result types of `{}`: {}", info.name, fault.message));
                }
            },
            None if info.has_trait(Trait::SameOperandsAndResultType) && self.ir.operand_count(op) > 0 => {
                let ty = self.ir.ty(self.ir.operand(op, 0));
                vec![ty; info.results.len()]
            }
            None => return failure(span, format!("the result types of `{}` cannot be inferred", info.name)),
        };
        for &ty in &types {
            self.readable_type(ty, span)?;
        }
        if types.len() == self.ir.results(op).len() {
            for (index, ty) in types.into_iter().enumerate() {
                let value = self.ir.result(op, index);
                self.ir.set_type(value, ty);
            }
            return Ok(op);
        }
        let data = self.ir.op(op);
        let state = OpState {
            name: data.name,
            operands: self.ir.operands(op).collect(),
            results: types.into(),
            props: data.props,
            attrs: data.attrs,
            regions: self.ir.regions(op).len(),
            successors: SmallVec::new(),
            loc: data.loc,
            span: data.span,
        };
        let new = self.ir.build(InsertPoint::After(op), state);
        for index in 0..self.ir.regions(op).len() {
            let (from, to) = (self.ir.region(op, index), self.ir.region(new, index));
            self.ir.move_blocks(from, to);
            for action in &mut self.actions {
                if let Action::Take { to: target, .. } = action
                    && *target == from
                {
                    *target = to;
                }
            }
        }
        self.ir.erase(op);
        for created in &mut self.created {
            if *created == op {
                *created = new;
            }
        }
        Ok(new)
    }

    /// Fills a region with one block. Leaves the insertion point at its end.
    fn region(
        &mut self,
        region: &Region,
        target: RegionId,
        frame: &mut Vec<Val>,
        span: Span,
    ) -> Result<(), Failure> {
        let mut types = Vec::new();
        let mut lengths = Vec::new();
        for (_, many, ty) in &region.args {
            match (many, self.eval(ty, frame, span)?) {
                (Many::List, Val::List(list)) => {
                    lengths.push(list.len());
                    for item in list.iter() {
                        match item {
                            Val::Type(ty) => types.push(*ty),
                            _ => return failure(span, "expected a list of types"),
                        }
                    }
                }
                (_, Val::Type(ty)) => {
                    lengths.push(1);
                    types.push(ty);
                }
                _ => return failure(span, "expected a type"),
            }
        }
        for &ty in &types {
            self.readable_type(ty, span)?;
        }
        let block = self.ir.add_block(target, &types);
        let mut next = 0;
        for ((slot, many, _), len) in region.args.iter().zip(lengths) {
            let args = &self.ir.args(block)[next..next + len];
            next += len;
            let Some(slot) = slot else { continue };
            frame[*slot as usize] = match many {
                Many::List => Val::List(args.iter().map(|&v| Val::Value(v)).collect()),
                _ => Val::Value(args[0]),
            };
        }
        self.at = InsertPoint::End(block);
        self.run(&region.body, frame)
    }

    fn take(&mut self, take: &Take, to: RegionId, frame: &mut [Val], span: Span) -> Result<(), Failure> {
        let Val::Op(op) = frame[take.op as usize] else { return Ok(()) };
        let Some(&from) = self.ir.regions(op).get(take.region) else {
            return failure(span, "the matched op has no such region");
        };
        let mut types = Vec::new();
        if let Some(converter) = &take.converting {
            let blocks = self.ir.blocks(from);
            let args: Vec<ValueId> = blocks.flat_map(|block| self.ir.args(block)).copied().collect();
            for arg in args {
                let key = Val::Type(self.ir.ty(arg));
                let converted = match converter {
                    Converter::Function(function) => {
                        let args = [key];
                        let call = Call { ir: self.ir, root: self.root, options: self.options, args: &args };
                        (function.run)(&call)
                    }
                    Converter::Table(table) => {
                        let args = vec![Expr::Const(key)];
                        self.scope().eval(&Expr::Table { table: *table, args }, frame)
                    }
                };
                match converted {
                    Some(Val::Type(ty)) => types.push((arg, self.readable_type(ty, span)?)),
                    _ => return failure(span, "the type of a block argument has no conversion"),
                }
            }
        }
        self.actions.push(Action::Take { from, to, types });
        Ok(())
    }

    fn outline(&mut self, outline: &Outline, frame: &mut Vec<Val>) -> Result<(), Failure> {
        let span = outline.span;
        let Val::Str(base) = self.eval(&outline.symbol, frame, span)? else {
            return failure(span, "a symbol is named by a string");
        };
        self.readable_attr(self.ir.ctx.symbol_attr(&base), span)?;
        let ctx = self.ir.ctx;
        let (props, attrs) = self.attrs(&outline.attrs, outline.keeping, frame, Vec::new())?;
        let root = self.ir.op(self.root);
        let state = OpState {
            props,
            attrs,
            regions: 1,
            loc: root.loc,
            span: root.span,
            ..OpState::named(ctx, outline.name)
        };
        let table = self.ir.symbol_table(self.root).unwrap_or_else(|| self.ir.root());
        let Some(body) = self.ir.regions(table).first().and_then(|&r| self.ir.entry_block(r)) else {
            return failure(span, "there is no symbol table to outline into");
        };
        let (outer, mark) = (self.at, self.created.len());
        self.at = InsertPoint::End(body);
        let op = self.insert(state, span)?;
        let target = self.ir.region(op, 0);
        self.region(&outline.region, target, frame, span)?;
        self.at = outer;
        let key = (table, structure(self.ir, op, &["sym_name"]));
        let symbol = match self.outlined.get(&key) {
            Some(symbol) => {
                self.ir.erase(op);
                self.created.truncate(mark);
                symbol.clone()
            }
            None => {
                let symbol = self.ir.unique_symbol(table, &base);
                self.ir.set_attr(op, "sym_name", Some(ctx.string_attr(&symbol)));
                self.outlined.insert(key, symbol.clone());
                symbol
            }
        };
        frame[outline.to as usize] = Val::Attr(ctx.symbol_attr(&symbol));
        Ok(())
    }
}
