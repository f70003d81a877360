//! The text forms of `func`.

use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, OptionalGroup, Piece, run};
use crate::ir::text::{Form, Parse, RegionArg};
use crate::ir::{Attr, AttrKind, Context, Loc, Type, TypeKind};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/func.pest"]
struct Grammar;

pub(super) static FUNC: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::func_name, text, found),
        binds: &[("sym_visibility", Bind::Word), ("sym_name", Bind::SymbolName)],
        print: " {?sym_visibility:$sym_visibility }$sym_name",
    }),
    Piece::Custom(CustomPiece {
        attrs: &["function_type", "arg_attrs", "res_attrs"],
        parse: parse_signature_and_body,
        print: print_signature_and_body,
    }),
])
.default_dialect("func");

pub(super) static CALL: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::call, text, found),
        binds: &[],
        print: "$callee($operands)",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub(super) static RETURN: Form = Form::new(&[
    Piece::AttrDict,
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::return_operands, text, found),
        binds: &[],
        print: "{?operands: $operands}",
    }),
    Piece::Optional(OptionalGroup {
        first: ":",
        present: |ir, op| ir.operand_count(op) > 0,
        pieces: &[Piece::Types("operands")],
    }),
]);

pub(super) static CONSTANT: Form = Form::new(&[
    Piece::AttrDict,
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::reference, text, found),
        binds: &[],
        print: "$value",
    }),
    Piece::Lit(":"),
    Piece::Type(&["result"]),
]);

pub(super) static CALL_INDIRECT: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::call_indirect, text, found),
        binds: &[],
        print: "$callee($callee_operands)",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_callee_type, print: print_callee_type }),
]);

/// The function type of a callee gives the types of operands and results.
fn parse_callee_type(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ty = p.parse_type()?;
    let TypeKind::Function { inputs, results } = p.ctx().kind(ty) else {
        return p.error("expected a function type");
    };
    let operands: Vec<Type> = std::iter::once(ty).chain(inputs.iter().copied()).collect();
    p.set_operand_types(&operands);
    p.add_results(results);
    Ok(())
}

fn print_callee_type(p: &mut OpPrinter<'_, '_, '_>) {
    p.put(" ");
    if let Some(&callee) = p.operands("callee").first() {
        p.value_type(callee);
    }
}

/// `(%a: type {attrs}, ...) -> (type {attrs}, ...) attributes {...} { body }`
fn parse_signature_and_body(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let ctx = p.ctx();
    let mut args: Vec<RegionArg<'_>> = Vec::new();
    let mut inputs = Vec::new();
    let mut arg_attrs = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        let at = p.parser().offset();
        let named = p.at_value();
        if inputs.len() > args.len() && named {
            return p.error("expected type instead of SSA identifier");
        }
        if !named && !args.is_empty() {
            return p.error("expected SSA identifier");
        }
        if named {
            let name = p.value_use()?;
            p.expect(":")?;
            let ty = p.parse_type()?;
            args.push(RegionArg { at, loc: Loc::SPAN, ..p.named_arg(name, ty) });
            inputs.push(ty);
        } else {
            inputs.push(p.parse_type()?);
        }
        arg_attrs.push(optional_dict(p)?);
        if let Some(loc) = p.optional_loc()?
            && let Some(arg) = args.last_mut()
        {
            arg.loc = loc;
        }
        Ok(())
    })?;
    let mut results = Vec::new();
    let mut res_attrs = Vec::new();
    if p.eat("->") {
        if p.eat("(") {
            p.list(")", |p| {
                results.push(p.parse_type()?);
                res_attrs.push(optional_dict(p)?);
                Ok(())
            })?;
        } else {
            results.push(p.parse_type()?);
            res_attrs.push(ctx.empty_dict());
        }
    }
    let ty = ctx.function_type(&inputs, &results);
    p.set_attr("function_type", ctx.type_attr(ty));
    for (name, attrs) in [("arg_attrs", arg_attrs), ("res_attrs", res_attrs)] {
        if attrs.iter().any(|&a| a != ctx.empty_dict()) {
            p.set_attr(name, ctx.array_attr(&attrs));
        }
    }
    if p.eat("attributes") {
        let reserved = ["sym_name", "function_type", "sym_visibility"];
        let at = p.parser().offset();
        let entries = p.dictionary()?;
        if let Some((name, _)) = entries.iter().find(|e| reserved.contains(&ctx.text(e.0))) {
            let message = format!(
                "'{}' is an inferred attribute and should not be specified in the explicit attribute dictionary",
                ctx.text(*name)
            );
            return p.error_from(at, message);
        }
        for (name, what, count) in
            [("arg_attrs", "argument", inputs.len()), ("res_attrs", "result", results.len())]
        {
            let given = entries.iter().find(|e| ctx.text(e.0) == name).and_then(|e| ctx.as_array(e.1));
            if let Some(given) = given.filter(|given| given.len() != count) {
                let message = super::wrong_count(what, given.len(), count);
                return p.error_from(at, format!("'func.func' op {message}"));
            }
        }
        p.add_attrs(entries);
    }
    if !p.at("{") {
        p.empty_region("body");
        return Ok(());
    }
    let open = p.parser().offset();
    // Arguments without names may be named by the label of the first block.
    p.region("body", &args)?;
    if p.region_is_empty() {
        return p.error_from(open, "expected non-empty function body");
    }
    Ok(())
}

fn optional_dict(p: &mut OpParser<'_, '_, '_>) -> Parse<Attr> {
    if !p.at("{") {
        return Ok(p.ctx().empty_dict());
    }
    let entries = p.dictionary()?;
    Ok(p.ctx().dict_attr(entries))
}

fn print_signature_and_body(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, ctx, op) = (p.ir(), p.ctx(), p.op);
    let (inputs, results) = super::signature(ir, op).unwrap_or((&[], &[]));
    let body = ir.regions(op).first().copied();
    let entry = body.and_then(|r| ir.entry_block(r));
    let dict = |name: &str, index: usize| attrs_at(ctx, ir.attr(op, name), index);
    p.put("(");
    for (index, &ty) in inputs.iter().enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        let arg = entry.and_then(|b| ir.args(b).get(index).copied());
        match arg {
            Some(arg) => p.block_arg_with(arg, dict("arg_attrs", index)),
            None => {
                p.ty(ty);
                p.dict_if_any(dict("arg_attrs", index));
            }
        }
    }
    p.put(")");
    let plain = (0..results.len()).all(|i| dict("res_attrs", i).is_none());
    if !results.is_empty() {
        p.put(" -> ");
        if plain {
            p.result_types(results);
        } else {
            p.put("(");
            for (index, &ty) in results.iter().enumerate() {
                p.put(if index > 0 { ", " } else { "" });
                p.ty(ty);
                p.dict_if_any(dict("res_attrs", index));
            }
            p.put(")");
        }
    }
    p.attr_dict(" attributes", &[]);
    if let (Some(body), Some(_)) = (body, entry) {
        p.put(" ");
        p.region(body, false);
    }
}

/// The dictionary at an index of an array, if it is not empty.
fn attrs_at(ctx: &Context, array: Option<Attr>, index: usize) -> Option<Attr> {
    let item = *ctx.as_array(array?)?.get(index)?;
    matches!(ctx.attr_kind(item), AttrKind::Dict(entries) if !entries.is_empty()).then_some(item)
}
