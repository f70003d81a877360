//! StableHLO's self-checking programs: each passes, round-trips, and fails once an expected value is altered.

use std::path::Path;

use neuron_opt::dialects::elements::{attr_of_tensor, tensor_of_attr};
use neuron_opt::dialects::{ALL, hlo};
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::{Attr, AttrKind, Context, Diagnostics, Ir, OpId, ValueId, text, verify};
use neuron_opt::tensor::{Scalar, Tensor, Tolerance, compare};

#[path = "shared/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod shared;

/// Programs that do not pass, and why that is right.
const DIFFERENT: &[(&str, &str)] = &[(
    "triangular_solve_float32_2_8_8_float32_2_10_8.mlir",
    "the reference multiplies by the inverse of the matrix; substitution is up to 65 numbers away",
)];

fn parse<'c>(ctx: &'c Context, source: &str) -> Result<Ir<'c>, String> {
    let file = ctx.add_file("checked.mlir", source);
    let mut diagnostics = Diagnostics::new();
    let ir = text::parse(ctx, file, 0..source.len(), &text::ParseOptions::default(), &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    match ir {
        Some(ir) if !diagnostics.has_errors() => Ok(ir),
        _ => Err(messages(&diagnostics)),
    }
}

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.list.iter().map(|d| d.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// What the program reports about itself.
fn check(ir: &Ir<'_>) -> Result<(), String> {
    let outcome =
        run(ir, None, Vec::new(), &RunOptions::default()).map_err(|error| error.diagnostic.message)?;
    if outcome.reports.has_errors() { Err(messages(&outcome.reports)) } else { Ok(()) }
}

fn print(ir: &Ir<'_>, generic: bool) -> String {
    let mut out = Vec::new();
    let options = text::PrintOptions { generic, ..Default::default() };
    text::print(ir, &options, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("the module is UTF-8")
}

fn round_trips(ir: &Ir<'_>) -> Result<(), String> {
    for generic in [false, true] {
        let text = print(ir, generic);
        let ctx = Context::new(ALL);
        let again = print(&parse(&ctx, &text)?, generic);
        if again != text {
            return Err(format!("reads back as another module (generic: {generic})"));
        }
    }
    Ok(())
}

/// The constant that a value is: defined by a constant, or returned by a function that is called.
fn constant_behind(ir: &Ir<'_>, value: ValueId) -> Option<OpId> {
    let op = ir.def_op(value)?;
    if ir.is(op, hlo::Constant::NAME) {
        return Some(op);
    }
    let callee = ir.attr(op, "callee").and_then(|attr| ir.ctx.as_symbol(attr))?;
    let target = ir.resolve_symbol(op, callee)?;
    let block = ir.entry_block(*ir.regions(target).first()?)?;
    let index = ir.results(op).iter().position(|&result| result == value)?;
    constant_behind(ir, ir.operand(ir.last_op(block)?, index))
}

/// The constant with its first element changed by more than any tolerance; nothing if it has no element.
fn altered(ctx: &Context, value: Attr) -> Option<Attr> {
    let tensor = tensor_of_attr(ctx, value)?;
    if tensor.is_empty() {
        return None;
    }
    [0.0, 1.0, 2.0, -4.0, 96.0].into_iter().find_map(|number| {
        let mut other: Tensor = tensor.clone();
        other.set(0, Scalar::Float(number));
        let differs =
            [Tolerance::Approximate(0.1), Tolerance::Ulps(8)].map(|by| compare(&tensor, &other, by).is_err());
        (differs == [true; 2]).then(|| attr_of_tensor(ctx, &other))
    })
}

/// Alters what the first check expects; whether there is something to alter.
fn alter(ir: &mut Ir<'_>) -> bool {
    let mut checks: Vec<OpId> = Vec::new();
    ir.walk(ir.root(), |ir, op| {
        if ir.attr_text(op, "call_target_name").is_some_and(|name| name.starts_with("check.")) {
            checks.push(op);
        }
    });
    for check in checks {
        let Some(constant) = constant_behind(ir, ir.operand(check, 1)) else { continue };
        // A check of a value with itself expects nothing.
        if constant_behind(ir, ir.operand(check, 0)) == Some(constant) {
            continue;
        }
        let value = ir.attr(constant, "value").filter(|&a| !matches!(ir.ctx.attr_kind(a), AttrKind::Unit));
        if let Some(value) = value.and_then(|value| altered(ir.ctx, value)) {
            ir.set_attr(constant, "value", Some(value));
            return true;
        }
    }
    false
}

#[test]
fn programs_pass_round_trip_and_fail_when_altered() {
    let Some(folder) = shared::directory("stablehlo/testdata") else { return };
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
    paths.sort();
    let (mut faults, mut passed, mut altered) = (Vec::new(), 0, 0);
    for path in &paths {
        let name = Path::file_name(path).unwrap_or_default().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(path).expect("a text file");
        let ctx = Context::new(ALL);
        let mut ir = match parse(&ctx, &source) {
            Ok(ir) => ir,
            Err(message) => {
                faults.push(format!("{name}: {message}"));
                continue;
            }
        };
        if let Err(message) = round_trips(&ir) {
            faults.push(format!("{name}: {message}"));
        }
        let known = DIFFERENT.iter().any(|row| row.0 == name);
        match check(&ir) {
            Ok(()) if known => faults.push(format!("{name}: passes now")),
            Ok(()) => passed += 1,
            Err(_) if known => continue,
            Err(message) => faults.push(format!("{name}: {message}")),
        }
        if alter(&mut ir) {
            altered += 1;
            if check(&ir).is_ok() {
                faults.push(format!("{name}: passes with an altered value"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(passed * 100 >= 99 * paths.len(), "{passed} of {} pass", paths.len());
    assert!(altered * 100 >= 95 * passed, "only {altered} of {passed} were altered");
}
