//! Tests of the pattern language.

use crate::dialects::constraints::{ANY, BOOL, I64, I64_ARRAY, STRING};
use crate::dialects::{arith::ARITH, builtin::BUILTIN, func::FUNC};
use crate::ir::text::{ParseOptions, PrintOptions, parse};
use crate::ir::{Context, Diagnostic, Diagnostics, Fault, Ir, OpId, ParamKind, Severity, Type, TypeDef};
use crate::patterns::functions::FUNCTIONS;

use super::{Config, OptionValue, Outcome, PatternSet, apply};

mod convergence;
mod documentation;
mod features;
mod limits;
mod load_errors;

crate::dialect! {
    /// A dialect for these tests.
    dialect TEST = "t", prefixes [], types [
        TypeDef {
            mnemonic: "tile",
            summary: "a tile",
            params: &[ParamKind::Shape, ParamKind::Keyword(&["sbuf", "psum"])],
        },
    ];

    /// Commutative.
    op Add = "add" (lhs: ANY, rhs: ANY) -> (result: ANY) {
        traits [Pure, Commutative, SameOperandsAndResultType]
    }

    /// One operand.
    op Neg = "neg" (x: ANY) -> (result: ANY) {
        traits [Pure, SameOperandsAndResultType]
    }

    /// A constant.
    op Const = "const" () -> (result: ANY) {
        attrs { value: crate::dialects::constraints::TYPED }
        traits [Pure, ConstantLike]
    }

    /// Many attributes.
    op Attrs = "attrs" (x: ANY) -> (result: ANY) {
        attrs { k: I64, flag: BOOL = "true", note: STRING = optional, dims: I64_ARRAY = optional }
        traits [Pure]
    }

    /// Two results.
    op Two = "two" (x: ANY) -> (first: ANY, second: ANY) {
        traits [Pure]
    }

    /// Optional and variadic operands.
    op Opt = "opt" (x: ANY, bias: ANY [Optional]) -> (result: ANY) {
        traits [Pure]
        infer infer_first;
    }

    /// Any number of operands and results.
    op Many = "many" (xs: ANY [Variadic]) -> (ys: ANY [Variadic]) {
        traits [Pure]
    }

    /// Two runs of operands.
    op Runs = "runs" (xs: ANY [Variadic], ys: ANY [Variadic]) -> () {}

    /// Has a region.
    op Kernel = "kernel" () -> () {
        attrs { sym_name: STRING, kind: STRING = optional }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
    }

    /// Keeps values alive.
    op Use = "use" (xs: ANY [Variadic]) -> () {
        attrs { callee: crate::dialects::constraints::FLAT_SYMBOL = optional }
    }
}

fn infer_first(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    Ok(vec![ir.ty(ir.operand(op, 0))])
}

fn context() -> Context {
    Context::new(&[&BUILTIN, &FUNC, &ARITH, &TEST])
}

/// Loads a set that must be right.
fn load(ctx: &Context, text: &str) -> PatternSet {
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(ctx, &[("test.pat", text)], &[FUNCTIONS], false, &mut diagnostics);
    set.unwrap_or_else(|| panic!("{}", show(ctx, &diagnostics.list)))
}

/// Diagnostics as `severity[code] @text: message`.
fn show(ctx: &Context, list: &[Diagnostic]) -> String {
    let mut text = String::new();
    for d in list {
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        };
        let code = d.code.as_ref().map(|c| format!("[{c}]")).unwrap_or_default();
        text += &format!("{severity}{code} @`{}`: {}\n", place(ctx, d.primary.span), d.message);
        for note in &d.related {
            text += &format!("  note @`{}`: {}\n", place(ctx, note.span), note.message);
        }
        for help in &d.help {
            text += &format!("  help: {help}\n");
        }
    }
    text
}

/// The text a span covers.
fn place(ctx: &Context, span: crate::ir::Span) -> &str {
    ctx.file(span.file).map_or("", |f| &f.text[span.start as usize..span.end as usize])
}

fn module<'c>(ctx: &'c Context, text: &str) -> Ir<'c> {
    let file = ctx.add_file("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let ir = parse(ctx, file, 0..text.len(), &options, &mut diagnostics);
    ir.unwrap_or_else(|| panic!("{}", show(ctx, &diagnostics.list)))
}

/// Applies patterns to a module; gives it back as text, with the outcome and the diagnostics shown.
fn rewrite(patterns: &str, text: &str, config: &Config<'_>) -> (String, Outcome, String) {
    let ctx = context();
    let set = load(&ctx, patterns);
    let mut ir = module(&ctx, text);
    let mut diagnostics = Diagnostics::new();
    let root = ir.root();
    let outcome = apply(&mut ir, root, &set, config, &mut diagnostics);
    let mut verified = Diagnostics::new();
    crate::ir::verify(&ir, root, &mut verified);
    assert!(!verified.has_errors(), "{}", show(&ctx, &verified.list));
    (text_of(&ir), outcome, show(&ctx, &diagnostics.list))
}

/// A module in the generic form.
fn text_of(ir: &Ir<'_>) -> String {
    let mut text = Vec::new();
    let options = PrintOptions { generic: true, no_aliases: true, ..PrintOptions::default() };
    crate::ir::text::print(ir, &options, &mut text).expect("a vector takes every byte");
    String::from_utf8(text).expect("the tests print ASCII")
}
