//! The parser of MLIR's generic form and its reference grammar, grammar/mlir.pest, accept one language. What is wrong with a
//! text in other ways than by its grammar is told apart by its message.

use std::path::Path;

use neuron_opt::dialects::ALL;
use neuron_opt::interp::Random;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Severity};
use pest::Parser;

#[path = "support/mutants.rs"]
mod mutants;
mod shared;

/// The reference grammar.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/mlir.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};

/// Mutants of each text.
const MUTANTS: usize = 40;

/// Beginnings or parts of messages for texts that the grammar has no objection to.
const NOT_GRAMMAR: &[&str] = &[
    "operation location alias was never defined",
    "unregistered operation",
    "expected string containing hex digits",
    "use of undeclared",
    "duplicate key",
    "unexpected decimal integer literal for a floating point value",
    "undefined symbol alias id",
    "redefinition of",
    "expects different type than prior uses",
    "ranks are not consistent between elements",
    "invalid tensor element type",
    "out of range",
    "not valid for",
    "number in FileLineColRange",
    "operand type",
    "reference to an undefined block",
    "expected hex string blob",
    "expected location, but found",
    "null character not allowed in operation name",
    "operation names are UTF-8",
    "unsupported memory space Attribute",
    "parsed zero elements",
    "operation defines",
    "constant too large for index",
    "non-affine expression",
    "element type bitwidth",
    "is not contained within the value shape",
    "expected integer or float type",
    "expected integer number of results",
    "vector types must have positive constant sizes",
    "reference to invalid result number",
    "inferred shape of",
    "should not have a leading minus",
    "VectorElementTypeInterface",
    "expected i1 type",
    "expected element literal of primitive type",
    "elements literal",
    "is unknown",
    "has type",
    "already defined",
    "successors in non-terminator",
    "at least 1 result",
    "must have static shape",
    "integer bitwidth is limited",
    "invalid integer width",
    "invalid element type for complex",
    "invalid memref element type",
    "memory space to be last",
    "multiple memory spaces",
    "must not have a layout",
    "strides to match the rank",
    "memref layout mismatch",
    "does not match previous definition",
    "integer literal not valid",
    "unsigned integer elements",
    "parsing hook",
    "expected the flags of",
    "a value of the array's element type",
    "cannot name an operation with no results",
];

/// The messages of the errors that reading a text gives.
fn read(source: &str) -> Vec<String> {
    let ctx = Context::new(ALL);
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("-", source);
    let options = ParseOptions { allow_unregistered: true };
    text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics);
    let errors = diagnostics.list.into_iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| d.message).collect()
}

/// What is different between the verdicts of parser and grammar, if anything.
fn difference(source: &str) -> Option<String> {
    let errors = read(source);
    let by_grammar: Vec<&String> =
        errors.iter().filter(|message| !NOT_GRAMMAR.iter().any(|part| message.contains(part))).collect();
    match (Grammar::parse(Rule::file, source), by_grammar.first()) {
        (Ok(_), Some(message)) => Some(format!("only the parser refuses: {message}")),
        (Err(error), None) if errors.is_empty() => Some(format!("only the grammar refuses: {error}")),
        _ => None,
    }
}

/// The generic form of the chunks of a file that can be read.
fn generic(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a file of this repository");
    text.split("// -----").filter_map(generic_form).collect()
}

fn generic_form(source: &str) -> Option<String> {
    let ctx = Context::new(ALL);
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("-", source);
    let options = ParseOptions { allow_unregistered: true };
    let ir = text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics)?;
    let mut out = Vec::new();
    let options = PrintOptions { generic: true, debuginfo: true, ..PrintOptions::DEFAULT };
    text::print(&ir, &options, &mut out).expect("writing to memory cannot fail");
    Some(String::from_utf8(out).expect("printed text is UTF-8"))
}

/// Asserts that parser and grammar agree on texts and on mutants of them.
fn agree(texts: &[String], mutants: usize) {
    let mut differences = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    let mut check = |source: &str| match difference(source) {
        Some(what) => differences.push(format!("{what}\n{source}")),
        None if Grammar::parse(Rule::file, source).is_ok() => accepted += 1,
        None => refused += 1,
    };
    for source in texts {
        check(source);
        let mut random = Random::new(source.len() as u64);
        for _ in 0..mutants {
            check(&mutants::mutate(source, &mut random));
        }
    }
    let shown = differences.iter().take(5).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(differences.is_empty(), "{} differences, the first are:\n{shown}", differences.len());
    assert!(accepted >= texts.len() && refused >= texts.len(), "{accepted} accepted, {refused} refused");
}

#[test]
fn generic_forms_of_this_repository() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut texts = generic(&data.join("mlir/accept.mlir"));
    texts.extend(generic(&data.join("hlo_every_op.mlir")));
    assert!(texts.len() > 50, "{}", texts.len());
    agree(&texts, MUTANTS);
}

#[test]
fn real_generic_modules() {
    let Some(real) = shared::directory("real") else { return };
    let modules = shared::folders(&real).into_iter().map(|case| case.join("module.generic.mlir"));
    let texts: Vec<String> = modules.filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    // Long literals make mutants slow and dull.
    let texts: Vec<String> = texts.into_iter().filter(|text| text.len() < 20_000).collect();
    assert!(!texts.is_empty());
    agree(&texts, 8);
}
