//! The text forms of ops whose regions are part of their syntax: `reduce` and `while`.

use super::ops::Return;
use crate::ir::text::form::{CustomPiece, OpParser, OpPrinter, Piece};
use crate::ir::text::{Form, Parse, RegionArg, ValueUse};
use crate::ir::{InsertPoint, Ir, OpId, OpState, Trait, Type, ValueId};

pub(super) static REDUCE: Form = Form::new(&[Piece::Custom(CustomPiece {
    attrs: &["dimensions"],
    parse: parse_reduce,
    print: print_reduce,
})]);

/// `(%x init: %a), (%y init: %b) across dimensions = [1] : type reducer(%p: t, %q: t) (%r: t, %s: t) {...}`, or
/// `(%x init: %a) applies op across dimensions = [1] : type`.
fn parse_reduce(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ctx = p.ctx();
    let (mut inputs, mut inits): (Vec<ValueUse<'_>>, Vec<ValueUse<'_>>) = (Vec::new(), Vec::new());
    loop {
        p.expect("(")?;
        inputs.push(p.value_use()?);
        p.expect("init")?;
        p.expect(":")?;
        inits.push(p.value_use()?);
        p.expect(")")?;
        if !p.eat(",") {
            break;
        }
    }
    let count = inputs.len();
    inputs.into_iter().chain(inits).for_each(|value| p.add_operand("operands", value));
    let applied_at = p.parser().offset();
    let applied = if p.eat("applies") { Some(p.word()?) } else { None };
    p.expect("across")?;
    p.expect("dimensions")?;
    p.expect("=")?;
    p.expect("[")?;
    let mut dimensions = Vec::new();
    p.list("]", |p| {
        dimensions.push(p.integer()?);
        Ok(())
    })?;
    p.set_attr("dimensions", ctx.i64_array_attr(&dimensions));
    if p.at("{") {
        p.attr_dict()?;
    }
    p.expect(":")?;
    let (types, _) = function_type(p)?;
    let Some(name) = applied else { return parse_reducer(p, count) };
    let op = ctx.op_name(name);
    let binary = ctx.op_info(op).is_some_and(|info| info.operands.len() == 2 && info.results.len() == 1);
    let init = types.get(count).copied().filter(|_| binary && count == 1);
    let Some(ty) = init else {
        return p.error_from(
            applied_at,
            format!("'{name}' is no op on two values that one tensor can be reduced with"),
        );
    };
    let block = p.built_region("body", &[ty, ty]);
    let ir = p.ir();
    let args = ir.args(block).to_vec();
    let combined = ir.build(InsertPoint::End(block), OpState::named(ctx, op).operands(&args).results(&[ty]));
    let result = ir.result(combined, 0);
    ir.build(InsertPoint::End(block), OpState::new(ctx, Return::NAME).operands(&[result]));
    Ok(())
}

/// `(operand types) -> result types`; gives the operand types and the number of results.
fn function_type(p: &mut OpParser<'_, '_, '_>) -> Parse<(Vec<Type>, usize)> {
    let (mut types, mut results) = (Vec::new(), 0);
    p.expect("(")?;
    p.list(")", |p| {
        types.push(p.parse_type()?);
        Ok(())
    })?;
    p.expect("->")?;
    if p.eat("(") {
        p.list(")", |p| {
            let ty = p.parse_type()?;
            p.add_results(&[ty]);
            results += 1;
            Ok(())
        })?;
    } else {
        let ty = p.parse_type()?;
        p.add_results(&[ty]);
        results = 1;
    }
    p.set_operand_types(&types);
    Ok((types, results))
}

/// One `(running value, element)` pair of arguments for each input; the block has all running values first.
fn parse_reducer(p: &mut OpParser<'_, '_, '_>, count: usize) -> Parse<()> {
    p.expect("reducer")?;
    let (mut running, mut elements): (Vec<RegionArg<'_>>, Vec<RegionArg<'_>>) = (Vec::new(), Vec::new());
    for _ in 0..count {
        p.expect("(")?;
        running.push(p.region_arg()?);
        p.expect(",")?;
        elements.push(p.region_arg()?);
        p.expect(")")?;
    }
    running.extend(elements);
    p.region("body", &running)
}

/// The two arguments and the operands of the terminator of a body that is one block.
fn body<'i>(ir: &'i Ir<'_>, op: OpId) -> Option<(&'i [ValueId; 2], OpId)> {
    let &region = ir.regions(op).first()?;
    let block = ir.entry_block(region).filter(|_| !ir.has_many_blocks(region))?;
    let last = ir.last_op(block).filter(|&last| ir.is(last, Return::NAME))?;
    Some((ir.args(block).try_into().ok()?, last))
}

fn plain(ir: &Ir<'_>, op: OpId) -> bool {
    ir.op(op).attrs == ir.ctx.empty_dict() && ir.op(op).props.is_none() && ir.regions(op).is_empty()
}

/// The op that makes up a body on its own: commutative, on the two arguments in order, with nothing to say but types.
pub fn applied<'c>(ir: &Ir<'c>, op: OpId) -> Option<&'c str> {
    let (&[running, element], last) = body(ir, op)?;
    let &[result] = ir.results(ir.prev_op(last)?) else { return None };
    let inner = ir.def_op(result).filter(|&inner| ir.prev_op(inner).is_none())?;
    let same_type = ir.ty(running) == ir.ty(element) && ir.ty(running) == ir.ty(result);
    let matches = plain(ir, inner)
        && plain(ir, last)
        && same_type
        && ir.has_trait(inner, Trait::Commutative)
        && ir.operands(inner).eq([running, element])
        && ir.operands(last).eq([result]);
    matches.then(|| ir.name(inner))
}

/// Whether a body of two arguments gives back the second one.
pub fn last_argument_returned(ir: &Ir<'_>, op: OpId) -> bool {
    body(ir, op).is_some_and(|(&[_, element], last)| ir.operands(last).eq([element]))
}

/// The op that the short form of `reduce` names: its body has the type of the only initial value.
fn short<'c>(ir: &Ir<'c>, op: OpId) -> Option<&'c str> {
    let (&[running, _], _) = body(ir, op)?;
    let init = (ir.operand_count(op) == 2).then(|| ir.ty(ir.operand(op, 1)));
    applied(ir, op).filter(|_| init == Some(ir.ty(running)))
}

/// Whether locations inside the body are asked for, and there are some: the short form has no place for them.
fn has_own_locations(p: &OpPrinter<'_, '_, '_>) -> bool {
    let ir = p.ir();
    let block = ir.regions(p.op).first().and_then(|&region| ir.entry_block(region));
    block.is_some_and(|block| {
        ir.args(block).iter().any(|&arg| p.shows_location(ir.arg_loc(arg), None))
            || ir.block_ops(block).any(|op| p.shows_location(ir.op(op).loc, Some(op)))
    })
}

fn print_reduce(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let operands: Vec<ValueId> = ir.operands(op).collect();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    for (index, (&input, &init)) in inputs.iter().zip(inits).enumerate() {
        p.put(if index > 0 { ", (" } else { "(" });
        p.value(input);
        p.put(" init: ");
        p.value(init);
        p.put(")");
    }
    let applied = short(ir, op).filter(|_| !has_own_locations(p));
    if let Some(name) = applied {
        p.put(" applies ");
        p.op_name(name);
    }
    p.put(" across dimensions = [");
    for (index, dim) in ir.attr_ints(op, "dimensions").unwrap_or_default().into_iter().enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        p.number(dim);
    }
    p.put("]");
    p.attr_dict("", &[]);
    p.put(" : ");
    p.functional_type();
    if applied.is_some() {
        return;
    }
    p.new_line();
    p.put(" reducer");
    let Some(&region) = ir.regions(op).first() else { return };
    let args = ir.entry_block(region).map_or(&[][..], |block| ir.args(block));
    let (running, elements) = args.split_at(args.len() / 2);
    for (index, (&running, &element)) in running.iter().zip(elements).enumerate() {
        p.put(if index > 0 { " (" } else { "(" });
        p.block_arg(running);
        p.put(", ");
        p.block_arg(element);
        p.put(")");
    }
    p.put(" ");
    p.region(region, false);
}

pub(super) static SCAN: Form =
    Form::new(&[Piece::Custom(CustomPiece { attrs: &["dimension"], parse: parse_scan, print: print_scan })]);

/// `(%x, ...) inits(%a, ...) dimension=0 attributes {...} {body} : (types) -> (types)`
fn parse_scan(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let mut inits = 0;
    for slot in ["inputs", "inits"] {
        if slot == "inits" {
            p.expect("inits")?;
        }
        p.expect("(")?;
        p.list(")", |p| {
            inits += usize::from(slot == "inits");
            let value = p.value_use()?;
            p.add_operand(slot, value);
            Ok(())
        })?;
    }
    p.expect("dimension")?;
    p.expect("=")?;
    let dimension = p.integer()?;
    let dimension = p.ctx().int_attr(dimension, 64);
    p.set_attr("dimension", dimension);
    if p.eat("attributes") {
        p.attr_dict()?;
    }
    p.region("body", &[])?;
    p.expect(":")?;
    let (_, results) = function_type(p)?;
    let outputs = results.saturating_sub(inits);
    let sizes = p.ctx().i32_array_attr(&[outputs as i32, inits as i32]);
    p.set_attr("resultSegmentSizes", sizes);
    Ok(())
}

fn print_scan(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let operands: Vec<ValueId> = ir.operands(op).collect();
    let (inputs, inits) = operands.split_at(ir.operand_range(op, 0).len());
    for (opening, values) in [("(", inputs), (" inits(", inits)] {
        p.put(opening);
        for (index, &value) in values.iter().enumerate() {
            p.put(if index > 0 { ", " } else { "" });
            p.value(value);
        }
        p.put(")");
    }
    p.put(" dimension=");
    p.number(ir.attr_i64(op, "dimension").unwrap_or_default());
    p.attr_dict(" attributes", &[]);
    p.put(" ");
    p.region(ir.region(op, 0), true);
    p.put(" : ");
    p.functional_type();
}

pub(super) static WHILE: Form =
    Form::new(&[Piece::Custom(CustomPiece { attrs: &[], parse: parse_while, print: print_while })]);

/// `(%arg = %init, ...) : types attributes {...} cond {...} do {...}`
fn parse_while(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let mut names = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        names.push(p.value_use()?);
        p.expect("=")?;
        let init = p.value_use()?;
        p.add_operand("operand", init);
        Ok(())
    })?;
    let mut types: Vec<Type> = Vec::new();
    if p.eat(":") {
        loop {
            types.push(p.parse_type()?);
            if !p.eat(",") {
                break;
            }
        }
    }
    if types.len() != names.len() {
        return p.error(format!(
            "expected {} types of carried values, but found {}",
            names.len(),
            types.len()
        ));
    }
    if p.eat("attributes") {
        p.attr_dict()?;
    }
    p.set_operand_types(&types);
    p.add_results(&types);
    let args: Vec<_> = names.into_iter().zip(types).map(|(name, ty)| p.named_arg(name, ty)).collect();
    p.expect("cond")?;
    p.region("cond", &args)?;
    p.expect("do")?;
    p.region("body", &args)
}

fn print_while(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let args = |index: usize| {
        let block = ir.regions(op).get(index).and_then(|&region| ir.entry_block(region));
        block.map_or(&[][..], |block| ir.args(block))
    };
    let operands: Vec<ValueId> = ir.operands(op).collect();
    p.share_names(args(0), args(1));
    p.put("(");
    for (index, (&arg, &init)) in args(0).iter().zip(&operands).enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        p.value(arg);
        p.put(" = ");
        p.value(init);
    }
    p.put(")");
    if !operands.is_empty() {
        p.put(" : ");
        p.types(&operands);
    }
    p.attr_dict(" attributes", &[]);
    for (keyword, &region) in ["cond ", " do "].iter().zip(ir.regions(op)) {
        if *keyword == "cond " {
            p.new_line();
        }
        p.put(keyword);
        p.region(region, false);
    }
}
