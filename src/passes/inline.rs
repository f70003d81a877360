//! `inline`: replaces calls of functions by their bodies.

use rustc_hash::{FxHashMap, FxHashSet};

use super::symbol_dce::erase_dead_symbols;
use super::{Failed, OptionInfo, OptionKind, Pass, PassContext, PassInfo};
use crate::dialects::{cf, func};
use crate::ir::{
    BlockId, Diagnostic, InsertPoint, Ir, IrMap, Loc, LocKind, OpId, OpState, Severity, Span, Str, ValueId,
    WalkOrder,
};

/// See the [module](self).
pub struct Inline;

impl Pass for Inline {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "inline",
            summary: "Replaces calls of functions that do not recurse by their bodies",
            options: &[
                OptionInfo {
                    name: "callees",
                    kind: OptionKind::Enum(&["any", "private"]),
                    default: "any",
                    summary: "Which functions are inlined",
                },
                OptionInfo {
                    name: "max-ops",
                    kind: OptionKind::Count { min: 0 },
                    default: "4194304",
                    summary: "How many ops it may make: functions that call the next one twice double without end",
                },
            ],
            anchor: Some("builtin.module"),
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let max_ops = cx.options.count("max-ops").unwrap_or(0);
        let outcome = inline_calls(ir, op, cx.options.text("callees") == "private", max_ops);
        cx.statistics.add("calls inlined", outcome.inlined);
        if let Some((span, size)) = outcome.too_large {
            let message = format!(
                "this call and others stay: 'inline' may make {max_ops} ops, and the {size} of this body would be too many"
            );
            cx.diagnostics.push(Diagnostic::new(Severity::Warning, span, message));
        }
        let asked = cx.settings.explain.as_ref();
        if asked.is_some_and(|name| name.as_deref().is_none_or(|name| name == func::Call::NAME)) {
            let stays = |(span, why): (Span, Stays)| {
                Diagnostic::remark(span, format!("'{}' op stays: {}", func::Call::NAME, why.reason()))
            };
            cx.diagnostics.list.extend(outcome.stays.into_iter().map(stays));
        }
        // Bodies whose last call is gone.
        cx.statistics.add("functions erased", erase_dead_symbols(ir, op));
        Ok(())
    }
}

/// Why a call is not inlined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stays {
    NoFunction,
    Declaration,
    Recursion,
    NotPrivate,
    NoInline,
    OtherTypes,
    TooLarge,
    SeveralBlocks,
}

impl Stays {
    fn reason(self) -> &'static str {
        match self {
            Self::NoFunction => "its callee is no function of this module",
            Self::Declaration => "its callee has no body",
            Self::Recursion => "it is part of a recursion",
            Self::NotPrivate => "its callee is public, and callees=private is asked for",
            Self::NoInline => "it or its callee has the attribute 'no_inline'",
            Self::OtherTypes => "its callee has other types",
            Self::TooLarge => "the body of its callee exceeds max-ops",
            Self::SeveralBlocks => "its callee has several blocks, and the region around the call takes one",
        }
    }
}

/// What came of the calls of a module.
#[derive(Default)]
struct Outcome {
    inlined: u64,
    /// The first call whose body is too large, and the body's size.
    too_large: Option<(Span, usize)>,
    /// The calls that stay, in the order of the source. One that was inlined with the body around it counts once.
    stays: Vec<(Span, Stays)>,
}

/// Makes at most `room` ops.
fn inline_calls(ir: &mut Ir<'_>, module: OpId, private_only: bool, mut room: usize) -> Outcome {
    let functions: FxHashMap<Str, OpId> =
        ir.symbols(module).into_iter().filter(|&(_, op)| ir.is(op, func::Func::NAME)).collect();
    let mut outcome = Outcome::default();
    let mut sizes: FxHashMap<OpId, usize> = FxHashMap::default();
    let order = callees_first(ir, module, &functions);
    let position: FxHashMap<OpId, usize> = order.iter().enumerate().map(|(i, &f)| (f, i)).collect();
    for (index, &caller) in order.iter().enumerate() {
        for call in calls(ir, caller) {
            let span = ir.op(call).span;
            let inlined = inlinable(ir, call, &functions, private_only).and_then(|callee| {
                let size = sizes.get(&callee).copied().unwrap_or(0);
                if position.get(&callee).is_none_or(|&i| i >= index) {
                    return Err(Stays::Recursion);
                }
                if size > room {
                    outcome.too_large.get_or_insert((span, size));
                    return Err(Stays::TooLarge);
                }
                inline_call(ir, call, callee)?;
                room -= size;
                Ok(())
            });
            match inlined {
                Ok(()) => outcome.inlined += 1,
                Err(why) => outcome.stays.push((span, why)),
            }
        }
        sizes.insert(caller, ir.collect(caller, WalkOrder::Pre).len());
    }
    outcome.stays.sort_by_key(|&(span, _)| (span.file, span.start));
    outcome.stays.dedup();
    outcome
}

/// The callee, if the two allow it to be inlined.
fn inlinable(
    ir: &Ir<'_>,
    call: OpId,
    functions: &FxHashMap<Str, OpId>,
    private_only: bool,
) -> Result<OpId, Stays> {
    let callee = callee(ir, call, functions).ok_or(Stays::NoFunction)?;
    let private = ir.attr_text(callee, "sym_visibility") == Some("private");
    let refused = [
        (ir.entry_block(ir.region(callee, 0)).is_none(), Stays::Declaration),
        (private_only && !private, Stays::NotPrivate),
        ([call, callee].into_iter().any(|op| ir.attr(op, "no_inline").is_some()), Stays::NoInline),
        (!matches_signature(ir, call, callee), Stays::OtherTypes),
    ];
    refused.into_iter().find(|row| row.0).map_or(Ok(callee), |row| Err(row.1))
}

fn calls(ir: &Ir<'_>, root: OpId) -> Vec<OpId> {
    let mut calls = ir.collect(root, WalkOrder::Pre);
    calls.retain(|&op| ir.is(op, func::Call::NAME));
    calls
}

fn callee(ir: &Ir<'_>, call: OpId, functions: &FxHashMap<Str, OpId>) -> Option<OpId> {
    let name = ir.ctx.as_symbol(ir.attr(call, "callee")?)?;
    functions.get(&ir.ctx.str(name)).copied()
}

/// The functions ordered so that callees come before their callers, except along cycles.
fn callees_first(ir: &Ir<'_>, module: OpId, functions: &FxHashMap<Str, OpId>) -> Vec<OpId> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    for root in ir.body_ops(module).filter(|&op| ir.is(op, func::Func::NAME)) {
        let mut stack = vec![(root, None::<std::vec::IntoIter<OpId>>)];
        while let Some((function, callees)) = stack.last_mut() {
            let function = *function;
            match callees {
                None if !seen.insert(function) => drop(stack.pop()),
                None => {
                    let list = calls(ir, function).into_iter().filter_map(|call| callee(ir, call, functions));
                    *callees = Some(list.collect::<Vec<_>>().into_iter());
                }
                Some(rest) => match rest.next() {
                    Some(next) => stack.push((next, None)),
                    None => {
                        order.push(function);
                        stack.pop();
                    }
                },
            }
        }
    }
    order
}

/// Whether operands and results have the callee's types; an invalid module stays as it is.
fn matches_signature(ir: &Ir<'_>, call: OpId, callee: OpId) -> bool {
    let Some((inputs, results)) = func::signature(ir, callee) else { return false };
    let result_types = ir.results(call).iter().map(|&v| ir.ty(v));
    ir.operands(call).map(|v| ir.ty(v)).eq(inputs.iter().copied()) && result_types.eq(results.iter().copied())
}

/// Replaces the call by the callee's body; a body of several blocks splits the block of the call, which only a region
/// that may have several blocks allows.
fn inline_call(ir: &mut Ir<'_>, call: OpId, callee: OpId) -> Result<(), Stays> {
    let region = ir.region(callee, 0);
    let entry = ir.entry_block(region).ok_or(Stays::Declaration)?;
    let mut map = IrMap::default();
    let operands: Vec<ValueId> = ir.operands(call).collect();
    if !ir.has_many_blocks(region) {
        map.values.extend(ir.args(entry).iter().copied().zip(operands));
        let before = ir.prev_op(call);
        let results = ir.inline_block(entry, InsertPoint::Before(call), &mut map);
        let first = before.map_or_else(|| first_in_block_of(ir, call), |op| ir.next_op(op));
        mark_inlined(ir, first, call);
        ir.replace(call, &results);
        return Ok(());
    }
    let in_function = ir.parent_op(call).is_some_and(|op| ir.is(op, func::Func::NAME));
    let block = ir.parent_block(call).filter(|_| in_function).ok_or(Stays::SeveralBlocks)?;
    inline_blocks(ir, call, callee, block, operands);
    Ok(())
}

fn first_in_block_of(ir: &Ir<'_>, op: OpId) -> Option<OpId> {
    ir.parent_block(op).and_then(|block| ir.first_op(block))
}

/// `block` keeps what stands before the call and branches to a copy of the callee's entry; what stands behind goes to
/// a new block, to which the copy's returns branch.
fn inline_blocks(ir: &mut Ir<'_>, call: OpId, callee: OpId, block: BlockId, operands: Vec<ValueId>) {
    let Some(caller_region) = ir.block_region(block) else { return };
    let types: Vec<_> = ir.results(call).iter().map(|&v| ir.ty(v)).collect();
    let existing: FxHashSet<BlockId> = ir.blocks(caller_region).collect();
    let mut map = IrMap::default();
    ir.clone_region(ir.region(callee, 0), caller_region, &mut map);
    let copies: Vec<BlockId> = ir.blocks(caller_region).filter(|b| !existing.contains(b)).collect();
    let rest = ir.add_block(caller_region, &types);
    while let Some(op) = ir.next_op(call) {
        ir.move_op(InsertPoint::End(rest), op);
    }
    for &copy in &copies {
        mark_inlined(ir, ir.first_op(copy), call);
        let Some(last) = ir.last_op(copy).filter(|&op| ir.is(op, func::Return::NAME)) else { continue };
        let values: Vec<ValueId> = ir.operands(last).collect();
        branch(ir, InsertPoint::Before(last), last, rest, &values);
        ir.erase(last);
    }
    let results = ir.args(rest).to_vec();
    if let Some(&entry) = copies.first() {
        branch(ir, InsertPoint::Before(call), call, entry, &operands);
    }
    ir.replace(call, &results);
}

fn branch(ir: &mut Ir<'_>, at: InsertPoint, like: OpId, to: BlockId, values: &[ValueId]) {
    let mut state = OpState::new(ir.ctx, cf::Br::NAME).operands(values).at(ir, like);
    state.successors.push(to);
    ir.build(at, state);
}

/// Gives the ops from `first` up to the call, or to the end of their block, call-site locations.
fn mark_inlined(ir: &mut Ir<'_>, first: Option<OpId>, call: OpId) {
    let caller = explicit_loc(ir, call);
    if caller == Loc::UNKNOWN {
        return;
    }
    let mut cursor = first;
    while let Some(op) = cursor.filter(|&op| op != call) {
        for inner in ir.collect(op, WalkOrder::Pre) {
            let callee = explicit_loc(ir, inner);
            ir.op_mut(inner).loc = ir.ctx.loc(LocKind::CallSite { callee, caller });
        }
        cursor = ir.next_op(op);
    }
}

/// An op's location as an object of its own, also where it is the op's place in the source.
fn explicit_loc(ir: &Ir<'_>, op: OpId) -> Loc {
    let data = ir.op(op);
    if data.loc != Loc::SPAN {
        return data.loc;
    }
    let Some(file) = ir.ctx.file(data.span.file) else { return Loc::UNKNOWN };
    let (line, col) = file.line_col(data.span.start);
    let name = ir.ctx.str(&file.name);
    ir.ctx.loc(LocKind::FileLineCol { file: name, line, col, end_line: line, end_col: col })
}
