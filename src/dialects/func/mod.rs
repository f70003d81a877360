//! `func`: functions, calls and returns.

mod forms;

use super::constraints::{
    ANY, DICT_ARRAY, FLAT_SYMBOL, FUNCTION, FUNCTION_TYPE, STRING, UNIT, without_prefix,
};
use crate::ir::text::type_string;
use crate::ir::{Diagnostic, Fault, Ir, OpId, TypeKind};
use crate::machine::{EvalError, Exec};

crate::dialect! {
    /// Functions.
    dialect FUNC = "func", prefixes [], types [];

    /// A function; without a body, a declaration.
    op Func = "func" () -> () {
        attrs {
            sym_name: STRING,
            function_type: FUNCTION_TYPE,
            sym_visibility: STRING = optional,
            arg_attrs: DICT_ARRAY = optional_dicts,
            res_attrs: DICT_ARRAY = optional_dicts,
            no_inline: UNIT = optional,
        }
        regions { body }
        traits [IsolatedFromAbove, Symbol]
        form forms::FUNC;
        verify verify_func;
    }

    /// Calls a function by name.
    op Call = "call" (operands: ANY [Variadic]) -> (results: ANY [Variadic]) {
        attrs { callee: FLAT_SYMBOL, arg_attrs: DICT_ARRAY = optional, res_attrs: DICT_ARRAY = optional, no_inline: UNIT = optional }
        traits [Resumable]
        form forms::CALL;
        verify verify_call;
        eval eval_call;
    }

    /// A function as a value.
    op Constant = "constant" () -> (result: ANY) {
        attrs { value: FLAT_SYMBOL }
        traits [Pure, ConstantLike]
        form forms::CONSTANT;
        verify verify_constant;
    }

    /// Calls a function value.
    op CallIndirect = "call_indirect" (callee: FUNCTION, callee_operands: ANY [Variadic]) -> (results: ANY [Variadic]) {
        attrs { arg_attrs: DICT_ARRAY = optional, res_attrs: DICT_ARRAY = optional }
        form forms::CALL_INDIRECT;
        verify verify_call_indirect;
    }

    /// Ends a function with its results.
    op Return = "return" (operands: ANY [Variadic]) -> () {
        traits [Pure, Terminator, ReturnLike, HasParent("func.func")]
        form forms::RETURN;
        verify verify_return;
    }
}

/// The op that a module is run by: the symbol named `entry`; without a name `main`, or else the only public function.
pub fn entry_point(ir: &Ir<'_>, entry: Option<&str>) -> Result<OpId, Box<Diagnostic>> {
    let root = ir.root();
    let problem = |message: String| Box::new(Diagnostic::error(ir.op(root).span, message));
    if let Some(op) = ir.lookup_symbol(root, entry.unwrap_or("main")) {
        return Ok(op);
    }
    if let Some(name) = entry {
        return Err(problem(format!("the module has no symbol '@{name}'")));
    }
    let mut functions = public_functions(ir);
    match (functions.next(), functions.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(problem("the module has no public function to run".into())),
        (Some(_), Some(_)) => {
            let error = problem("the module has several public functions, none of them '@main'".into());
            Err(Box::new(error.help("name the one to run with --entry")))
        }
    }
}

fn public_functions<'a>(ir: &'a Ir<'_>) -> impl Iterator<Item = OpId> + 'a {
    let is_public = |op: &OpId| !matches!(ir.attr_text(*op, "sym_visibility"), Some("private" | "nested"));
    ir.body_ops(ir.root()).filter(|&op| ir.is(op, Func::NAME)).filter(is_public)
}

/// The functions that a self-checking module consists of: `main`, or else every public function that takes nothing.
pub fn self_checks<'c>(ir: &Ir<'c>) -> Vec<&'c str> {
    if ir.lookup_symbol(ir.root(), "main").is_some() {
        return vec!["main"];
    }
    let takes_nothing = |op: &OpId| signature(ir, *op).is_some_and(|(inputs, _)| inputs.is_empty());
    public_functions(ir).filter(takes_nothing).filter_map(|op| ir.attr_text(op, "sym_name")).collect()
}

/// The argument and result types of a function-like op.
pub fn signature<'c>(ir: &Ir<'c>, func: OpId) -> Option<(&'c [crate::ir::Type], &'c [crate::ir::Type])> {
    let ctx = ir.ctx;
    let ty = ir.attr(func, "function_type").and_then(|a| ctx.as_type(a))?;
    match ctx.kind(ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

fn verify_func(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let Some((inputs, results)) = signature(ir, op) else { return Ok(()) };
    for (name, expected) in [("arg_attrs", inputs.len()), ("res_attrs", results.len())] {
        let Some(dicts) = ir.attr(op, name).and_then(|a| ir.ctx.as_array(a)) else { continue };
        let what = if name == "arg_attrs" { "argument" } else { "result" };
        if dicts.len() != expected {
            return Err(Fault::op(wrong_count(what, dicts.len(), expected)));
        }
        if let Some(found) = dicts.iter().find_map(|&dict| without_prefix(ir.ctx, dict)) {
            let fault = Fault::attr(name, format!("{what}s may only have dialect attributes"));
            return Err(fault.help(format!("'{found}' names no dialect: write 'dialect.{found}'")));
        }
    }
    let Some(entry) = ir.entry_block(ir.region(op, 0)) else {
        return match ir.attr_text(op, "sym_visibility") {
            None | Some("public") => Err(Fault::op("symbol declaration cannot have public visibility")),
            Some(_) => Ok(()),
        };
    };
    let args = ir.args(entry);
    if args.len() != inputs.len() {
        return Err(Fault::op(format!(
            "entry block must have {} arguments to match function signature",
            inputs.len()
        )));
    }
    for (index, (&arg, &expected)) in args.iter().zip(inputs).enumerate() {
        if ir.ty(arg) != expected {
            let found = type_string(ir.ctx, ir.ty(arg));
            let expected = type_string(ir.ctx, expected);
            return Err(Fault::op(format!(
                "type of entry block argument #{index}('{found}') must match the type of the corresponding argument in function signature('{expected}')"
            )));
        }
    }
    Ok(())
}

/// The error for an array of attributes of the wrong length; `what` is `argument` or `result`.
fn wrong_count(what: &str, found: usize, expected: usize) -> String {
    format!(
        "expects {what} attribute array to have the same number of elements as the number of function {what}s, got {found}, but expected {expected}"
    )
}

fn verify_call(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let callee = ir.attr(op, "callee").and_then(|a| ir.ctx.as_symbol(a)).unwrap_or_default();
    let Some(target) = ir.resolve_symbol(op, callee).filter(|&t| ir.is(t, Func::NAME)) else {
        return Err(Fault::attr("callee", format!("'{callee}' does not reference a valid function")));
    };
    let Some((inputs, results)) = signature(ir, target) else { return Ok(()) };
    if inputs.len() != ir.operand_count(op) {
        return Err(Fault::op("incorrect number of operands for callee"));
    }
    for (index, (value, &expected)) in ir.operands(op).zip(inputs).enumerate() {
        if ir.ty(value) != expected {
            return Err(Fault::operand(
                index,
                format!(
                    "operand type mismatch: expected operand type '{}', but provided '{}' for operand number {index}",
                    type_string(ir.ctx, expected),
                    type_string(ir.ctx, ir.ty(value))
                ),
            ));
        }
    }
    if results.len() != ir.results(op).len() {
        return Err(Fault::op("incorrect number of results for callee"));
    }
    for (index, (&value, &expected)) in ir.results(op).iter().zip(results).enumerate() {
        if ir.ty(value) != expected {
            return Err(Fault::result(index, "result type mismatch")
                .help(format!("the function returns '{}'", type_string(ir.ctx, expected))));
        }
    }
    Ok(())
}

/// A reference to a function has the function's type.
fn verify_constant(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let name = ir.attr(op, "value").and_then(|a| ir.ctx.as_symbol(a)).unwrap_or_default();
    let Some(target) = ir.resolve_symbol(op, name).filter(|&target| ir.is(target, Func::NAME)) else {
        return Err(Fault::attr("value", format!("reference to undefined function '{name}'")));
    };
    let declared = ir.attr(target, "function_type").and_then(|a| ir.ctx.as_type(a));
    match declared {
        Some(ty) if ty != ir.ty(ir.result(op, 0)) => {
            Err(Fault::result(0, "reference to function with mismatched type")
                .help(format!("the function is a '{}'", type_string(ir.ctx, ty))))
        }
        _ => Ok(()),
    }
}

/// Operands and results are those of the callee's type.
fn verify_call_indirect(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let TypeKind::Function { inputs, results } = ir.ctx.kind(ir.ty(ir.operand(op, 0))) else { return Ok(()) };
    if !ir.operands(op).skip(1).map(|value| ir.ty(value)).eq(inputs.iter().copied()) {
        return Err(Fault::op("failed to verify that callee input types match argument types"));
    }
    if !ir.results(op).iter().map(|&value| ir.ty(value)).eq(results.iter().copied()) {
        return Err(Fault::op("failed to verify that callee result types match result types"));
    }
    Ok(())
}

fn verify_return(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let Some((_, results)) = ir.parent_op(op).and_then(|f| signature(ir, f)) else { return Ok(()) };
    if results.len() != ir.operand_count(op) {
        let name = ir.parent_op(op).and_then(|f| ir.symbol_name(f)).unwrap_or_default();
        return Err(Fault::op(format!(
            "has {} operands, but enclosing function (@{name}) returns {}",
            ir.operand_count(op),
            results.len()
        )));
    }
    for (index, (value, &expected)) in ir.operands(op).zip(results).enumerate() {
        if ir.ty(value) != expected {
            return Err(Fault::operand(
                index,
                format!(
                    "type of return operand {index} ('{}') doesn't match function result type ('{}')",
                    type_string(ir.ctx, ir.ty(value)),
                    type_string(ir.ctx, expected)
                ),
            ));
        }
    }
    Ok(())
}

fn eval_call(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let callee = ir.attr(op, "callee").and_then(|a| ir.ctx.as_symbol(a)).unwrap_or_default();
    let args = ir.operands(op).map(|value| exec.value(value)).collect::<Result<Vec<_>, _>>()?;
    let results = exec.call(op, callee, &args)?;
    for (&value, result) in ir.results(op).iter().zip(results) {
        exec.set(value, result);
    }
    Ok(())
}
