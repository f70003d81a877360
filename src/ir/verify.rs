//! The verifier: structure, declarations, dominance and the ops' own rules. It reports everything it finds.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::attributes::AttrKind;
use super::diagnostics::{Diagnostics, Severity};
use super::dominance::Dominance;
use super::intern::Str;
use super::module::{BlockId, Ir, OpId, RegionId, ValueDef};
use super::op_info::{Arity, AttrDefault, Fault, OpInfo, Successors, Trait};
use super::text::type_string;
use super::types::{Type, compatible_shapes};

/// Verifies `root` and everything nested in it.
pub fn verify(ir: &Ir<'_>, root: OpId, diagnostics: &mut Diagnostics) {
    let mut verifier = Verifier { ir, dominance: Dominance::new(), diagnostics };
    ir.walk(root, |_, op| verifier.op(op));
}

struct Verifier<'a, 'c> {
    ir: &'a Ir<'c>,
    dominance: Dominance,
    diagnostics: &'a mut Diagnostics,
}

impl Verifier<'_, '_> {
    fn report(&mut self, op: OpId, fault: Fault) {
        self.diagnostics.push(fault.into_diagnostic(self.ir, op, Severity::Error));
    }

    fn op(&mut self, op: OpId) {
        let ir = self.ir;
        let mut sound = true;
        if let Some(info) = ir.info(op) {
            // Later rules may rely on earlier ones, so an op's first fault ends its own checks.
            let result = declared(ir, op, info)
                .and_then(|()| info.traits.iter().try_for_each(|t| trait_rule(ir, op, *t)))
                .and_then(|()| info.verify.map_or(Ok(()), |rule| rule(ir, op)));
            if let Err(fault) = result {
                sound = false;
                self.report(op, fault);
            }
        }
        for index in 0..ir.regions(op).len() {
            self.region(op, index);
        }
        self.operands(op);
        self.successors(op);
        if sound {
            self.block_end(op);
        }
    }

    /// The last op of a block that needs a terminator is one.
    fn block_end(&mut self, op: OpId) {
        let ir = self.ir;
        let Some(block) = ir.parent_block(op).filter(|_| ir.next_op(op).is_none()) else { return };
        let Some(region) = ir.block_region(block) else { return };
        let Some(owner) = ir.region_op(region) else { return };
        if !terminator_optional(ir, owner, region) && !may_terminate(ir, op) {
            self.report(op, Fault::op("is last in a block with no terminator"));
        }
    }

    /// Block terminators, and symbols that are defined twice.
    fn region(&mut self, op: OpId, index: usize) {
        let ir = self.ir;
        let region = ir.region(op, index);
        let entry = ir.entry_block(region);
        let mut entered = None;
        for block in ir.blocks(region) {
            let last = ir.last_op(block);
            for inner in ir.block_ops(block) {
                let ends_block = ir.has_trait(inner, Trait::Terminator) || !ir.successors(inner).is_empty();
                if ends_block && Some(inner) != last {
                    self.report(inner, Fault::op("must be the last operation in the parent block"));
                }
            }
            if last.is_none() && !terminator_optional(ir, op, region) {
                let fault = Fault::op("has an empty block: expect at least a terminator");
                self.report(op, Fault { part: super::Part::Region(index), ..fault });
            }
            let branches_to_entry = |&op: &OpId| ir.successors(op).iter().any(|&s| Some(s) == entry);
            if let Some(branch) = last.filter(branches_to_entry)
                && entered.replace(branch).is_none()
            {
                let message = "entry block of region may not have predecessors";
                let help = format!("it is a successor of '{}'", ir.name(branch));
                self.report(op, Fault::op(message).help(help));
            }
        }
        if ir.has_trait(op, Trait::SymbolTable) {
            self.symbols(op);
        }
    }

    fn symbols(&mut self, table: OpId) {
        let mut seen: FxHashMap<Str, OpId> = FxHashMap::default();
        for op in self.ir.body_ops(table) {
            let Some(name) = self.ir.symbol_name(op) else { continue };
            if let Some(first) = seen.insert(self.ir.ctx.str(name), op) {
                let fault = Fault::attr("sym_name", format!("redefinition of symbol named '{name}'"));
                let span = super::text::part_span(self.ir, first, &super::Part::Op);
                let diagnostic = fault.into_diagnostic(self.ir, op, Severity::Error);
                self.diagnostics.push(diagnostic.note(span, "see existing symbol definition here"));
            }
        }
    }

    /// Every operand's definition dominates its use.
    fn operands(&mut self, op: OpId) {
        let ir = self.ir;
        for (index, value) in ir.operands(op).enumerate() {
            // The order is that of cost: nearly every use stands behind its definition.
            if self.dominance.value_dominates(ir, value, op) || in_graph_region(ir, op, value) {
                continue;
            }
            let fault = Fault::operand(index, format!("operand #{index} does not dominate this use"));
            let mut diagnostic = fault.into_diagnostic(ir, op, Severity::Error);
            let (place, note) = definition(ir, value, op);
            if let Some(place) = place {
                let span = super::text::part_span(ir, place, &super::Part::Op);
                diagnostic = diagnostic.note(span, note);
            }
            self.diagnostics.push(diagnostic);
        }
    }

    fn successors(&mut self, op: OpId) {
        let ir = self.ir;
        let region = ir.parent_block(op).and_then(|b| ir.block_region(b));
        for (index, &succ) in ir.successors(op).iter().enumerate() {
            let block_region = ir.block_region(succ);
            if block_region.is_none() || block_region != region {
                self.report(op, Fault::op(format!("successor #{index} is a block of another region")));
            }
        }
    }
}

/// The op at which a value is defined, and how that place looks from a use, in MLIR's words.
fn definition(ir: &Ir<'_>, value: super::ValueId, user: OpId) -> (Option<OpId>, String) {
    let block = ir.def_block(value);
    let region = block.and_then(|b| ir.block_region(b));
    let user_block = ir.parent_block(user);
    let user_region = user_block.and_then(|b| ir.block_region(b));
    let mut around = std::iter::successors(Some(user), |&o| ir.parent_op(o));
    let encloses = |op: OpId| {
        let inside = ir.parent_block(op).and_then(|b| ir.block_region(b)) == region;
        inside || ir.def_op(value) == Some(op)
    };
    let owner = region.and_then(|r| ir.region_op(r));
    let relation = match (ir.def_op(value), region) {
        (Some(_), _) if block == user_block => "op in the same block",
        (Some(_), _) if region == user_region => "op in the same region",
        (Some(_), _) if around.any(encloses) => "op in a parent region",
        (Some(_), _) => "op is neither in a parent nor in a child region",
        (None, region) => {
            let number = region
                .zip(block)
                .and_then(|(r, block)| ir.blocks(r).position(|b| b == block))
                .unwrap_or_default();
            let which = if region == user_region { "in the same region" } else { "in a parent region" };
            return (owner, format!("operand defined as a block argument (block #{number} {which})"));
        }
    };
    (ir.def_op(value), format!("operand defined here ({relation})"))
}

/// Whether the blocks of `region` need no terminator. An unregistered op may be anything, so a single block of one
/// is accepted; of several blocks each has to end in an op that can be a terminator.
fn terminator_optional(ir: &Ir<'_>, op: OpId, region: RegionId) -> bool {
    match ir.info(op) {
        Some(info) => info.has_trait(Trait::NoTerminator),
        None => !ir.has_many_blocks(region),
    }
}

fn may_terminate(ir: &Ir<'_>, op: OpId) -> bool {
    ir.info(op).is_none_or(|info| info.has_trait(Trait::Terminator))
}

/// Whether the use of `value` by `op` is free of dominance: its definition stands in a graph region around `op`.
fn in_graph_region(ir: &Ir<'_>, op: OpId, value: super::ValueId) -> bool {
    let Some(region) = ir.def_block(value).and_then(|b| ir.block_region(b)) else { return false };
    if !is_graph_region(ir, region) || matches!(ir.def(value), ValueDef::Argument(..)) {
        return false;
    }
    let encloses = |block: Option<BlockId>| block.and_then(|b| ir.block_region(b)) == Some(region);
    std::iter::successors(Some(op), |&o| ir.parent_op(o)).any(|o| encloses(ir.parent_block(o)))
}

/// A region without dominance: declared so, or the single block of an unregistered op (as mlir-opt has it).
fn is_graph_region(ir: &Ir<'_>, region: RegionId) -> bool {
    let Some(owner) = ir.region_op(region) else { return false };
    match ir.info(owner) {
        Some(info) => info.has_trait(Trait::GraphRegion),
        None => !ir.has_many_blocks(region),
    }
}

/// Counts, types and attributes as declared.
fn declared(ir: &Ir<'_>, op: OpId, info: &OpInfo) -> Result<(), Fault> {
    let ctx = ir.ctx;
    count("operand", ir.operand_count(op), info.operands.iter().map(|s| s.arity))?;
    count("result", ir.results(op).len(), info.results.iter().map(|s| s.arity))?;
    count("region", ir.regions(op).len(), info.regions.iter().map(|s| s.arity))?;
    if let Successors::Exactly(n) = info.successors
        && ir.successors(op).len() != n
    {
        return Err(Fault::op(format!("expected {n} successors, but found {}", ir.successors(op).len())));
    }
    if let Some(props) = ir.op(op).props
        && !matches!(ctx.attr_kind(props), AttrKind::Dict(_))
    {
        return Err(Fault::op("expected its properties to be a dictionary attribute"));
    }
    if info.has_operand_segments() {
        segments(ir, op, "operand", info.operands.iter().map(|s| s.arity), ir.operand_count(op))?;
    }
    if info.has_result_segments() {
        segments(ir, op, "result", info.results.iter().map(|s| s.arity), ir.results(op).len())?;
    }
    for (slot, decl) in info.operands.iter().enumerate() {
        for index in ir.operand_range(op, slot) {
            let ty = ir.ty(ir.operand(op, index));
            if !(decl.constraint.check)(ctx, ty) {
                let expected = decl.constraint.description;
                let found = type_string(ctx, ty);
                let message = format!("operand #{index} must be {expected}, but got '{found}'");
                let help = format!("operand #{index} is '{}'", decl.name);
                return Err(Fault::operand(index, message).help(help));
            }
        }
    }
    for (slot, decl) in info.results.iter().enumerate() {
        for index in ir.result_range(op, slot) {
            let ty = ir.ty(ir.result(op, index));
            if !(decl.constraint.check)(ctx, ty) {
                let expected = decl.constraint.description;
                let found = type_string(ctx, ty);
                let message = format!("result #{index} must be {expected}, but got '{found}'");
                let help = format!("result #{index} is '{}'", decl.name);
                return Err(Fault::result(index, message).help(help));
            }
        }
    }
    for decl in info.attrs {
        match ir.attr(op, decl.name) {
            Some(attr) if (decl.constraint.check)(ctx, attr) => {}
            Some(_) => {
                let message = format!(
                    "attribute '{}' failed to satisfy constraint: must be {}",
                    decl.name, decl.constraint.description
                );
                return Err(Fault::attr(decl.name, message));
            }
            None if matches!(decl.default, AttrDefault::Required) => {
                return Err(Fault::op(format!("requires attribute '{}'", decl.name)));
            }
            None => {}
        }
    }
    Ok(())
}

fn count(what: &str, found: usize, arities: impl Iterator<Item = Arity>) -> Result<(), Fault> {
    let (mut least, mut most) = (0, Some(0));
    for arity in arities {
        match arity {
            Arity::One => {
                least += 1;
                most = most.map(|m| m + 1);
            }
            Arity::Optional => most = most.map(|m| m + 1),
            Arity::Variadic => most = None,
        }
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match most {
        Some(most) if least == most && found != least => {
            Err(Fault::op(format!("expected {least} {what}{}, but found {found}", plural(least))))
        }
        _ if found < least => {
            Err(Fault::op(format!("expected {least} or more {what}{}, but found {found}", plural(least))))
        }
        Some(most) if found > most => {
            Err(Fault::op(format!("expected at most {most} {what}{}, but found {found}", plural(most))))
        }
        _ => Ok(()),
    }
}

/// The sizes of the slots that the op carries fit its declaration.
fn segments(
    ir: &Ir<'_>,
    op: OpId,
    what: &str,
    arities: impl ExactSizeIterator<Item = Arity> + Clone,
    found: usize,
) -> Result<(), Fault> {
    let name = format!("{what}SegmentSizes");
    let Some(sizes) = ir.attr_ints(op, &name) else {
        return Err(Fault::op(format!("requires attribute '{name}' with the size of each {what} group")));
    };
    let legal = |(arity, size): (Arity, &i64)| match arity {
        Arity::One => *size == 1,
        Arity::Optional => (0..=1).contains(size),
        Arity::Variadic => *size >= 0,
    };
    if sizes.len() != arities.len()
        || !arities.zip(&sizes).all(legal)
        || sizes.iter().sum::<i64>() != found as i64
    {
        let message = format!("'{name}' does not fit the declaration and the {found} {what}s of this op");
        return Err(Fault::attr(name, message));
    }
    Ok(())
}

fn trait_rule(ir: &Ir<'_>, op: OpId, t: Trait) -> Result<(), Fault> {
    let ctx = ir.ctx;
    match t {
        Trait::SameOperandsAndResultType => {
            alike(&value_types(ir, op), |a, b| a == b, "requires the same type for all operands and results")
        }
        Trait::SameOperandsAndResultShape => alike(
            &value_types(ir, op).iter().filter_map(|&t| ctx.shaped(t)).collect::<SmallVec<[_; 4]>>(),
            |a, b| compatible_shapes(a.0, b.0),
            "requires the same shape for all operands and results",
        ),
        Trait::SingleBlock => {
            for (index, &region) in ir.regions(op).iter().enumerate() {
                if ir.has_many_blocks(region) || ir.entry_block(region).is_none() {
                    let fault = Fault::op(format!("expects region #{index} to have exactly one block"));
                    return Err(Fault { part: super::Part::Region(index), ..fault });
                }
            }
            Ok(())
        }
        Trait::SameVariadicOperandSize => {
            let slots = ir.info(op).map_or(&[][..], |info| info.operands);
            let (fixed, flexible): (Vec<_>, Vec<_>) = slots.iter().partition(|s| s.arity == Arity::One);
            let rest = ir.operand_count(op).checked_sub(fixed.len());
            if rest.is_some_and(|rest| rest % flexible.len().max(1) == 0) {
                return Ok(());
            }
            let names: Vec<&str> = flexible.iter().map(|s| s.name).collect();
            let message = format!(
                "has {} operands, which are not as many {}",
                ir.operand_count(op),
                names.join(" as ")
            );
            Err(Fault::op(message))
        }
        Trait::HasParent(parent) => match ir.parent_op(op) {
            Some(p) if ir.is(p, parent) => Ok(()),
            _ => Err(Fault::op(format!("expects parent op '{parent}'"))),
        },
        Trait::IsolatedFromAbove => isolated(ir, op),
        Trait::Symbol => symbol(ir, op),
        _ => Ok(()),
    }
}

/// A symbol has a name, a visibility that exists, and stands in a symbol table.
fn symbol(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if ir.symbol_name(op).is_none() {
        return Err(Fault::op("requires string attribute 'sym_name'"));
    }
    visibility(ir, op)?;
    match ir.parent_op(op).map(|parent| (ir.info(parent), ir.has_trait(parent, Trait::SymbolTable))) {
        Some((Some(_), false)) => Err(Fault::op("symbol's parent must have the SymbolTable trait")),
        _ => Ok(()),
    }
}

/// A symbol's visibility, if it says, is one that exists.
pub fn visibility(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    match ir.attr_text(op, "sym_visibility") {
        None | Some("public" | "private" | "nested") => Ok(()),
        Some(other) => Err(Fault::attr(
            "sym_visibility",
            format!(
                "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{other}\""
            ),
        )),
    }
}

/// The types of all operands and results.
pub(crate) fn value_types(ir: &Ir<'_>, op: OpId) -> SmallVec<[Type; 4]> {
    ir.operands(op).chain(ir.results(op).iter().copied()).map(|value| ir.ty(value)).collect()
}

/// Each two are alike. (Being compatible is not transitive: what knows no size is compatible with all that do.)
pub(crate) fn alike<T>(items: &[T], alike: impl Fn(&T, &T) -> bool, message: &str) -> Result<(), Fault> {
    let fits = |(index, item): (usize, &T)| items[index + 1..].iter().all(|other| alike(item, other));
    if items.iter().enumerate().all(fits) { Ok(()) } else { Err(Fault::op(message)) }
}

/// No op inside uses a value from outside.
fn isolated(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let mut stack: Vec<OpId> = children(ir, op).collect();
    while let Some(inner) = stack.pop() {
        for (index, value) in ir.operands(inner).enumerate() {
            let region = ir.def_block(value).and_then(|b| ir.block_region(b)).and_then(|r| ir.region_op(r));
            if region.is_none_or(|owner| !ir.is_within(owner, op)) {
                let name = ir.name(inner);
                return Err(Fault::op(format!(
                    "is isolated from above, but '{name}' inside uses a value from outside as operand #{index}"
                )));
            }
        }
        // What an isolated op holds is its own business.
        if !ir.regions(inner).is_empty() && !ir.has_trait(inner, Trait::IsolatedFromAbove) {
            stack.extend(children(ir, inner));
        }
    }
    Ok(())
}

fn children<'a>(ir: &'a Ir<'_>, op: OpId) -> impl Iterator<Item = OpId> + 'a {
    ir.regions(op).iter().flat_map(|&r| ir.blocks(r)).flat_map(|b| ir.block_ops(b))
}
