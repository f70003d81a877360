//! Reproducers, as mlir-opt writes and runs them: the module in front of the passes, and the pipeline in the file's
//! external resources.

use std::fs::File;
use std::io::{self, BufWriter};

use neuron_opt::ir::text::{self, PrintOptions, attr_string};
use neuron_opt::ir::{AttrKind, Diagnostic, Diagnostics, Ir, ResourceBlob};
use neuron_opt::passes::{Pipeline, VerifyEach};
use neuron_opt::tensor::Tolerance;

/// Owner of the resources that tell how to run the file.
const OWNER: &str = "mlir_reproducer";

/// The resource that holds the pipeline's text.
const PIPELINE: &str = "pipeline";

/// Writes the module and how it is run.
pub fn write(path: &str, ir: &Ir<'_>, pipeline: &Pipeline, verify_each: VerifyEach) -> io::Result<()> {
    let ctx = ir.ctx;
    let string = |text: &str| attr_string(ctx, ctx.attr(AttrKind::String { value: ctx.str(text), ty: None }));
    let mut pipeline = pipeline.clone();
    if let VerifyEach::Meaning(tolerance) = verify_each {
        // mlir-opt's resources have no word for it.
        let flag = match tolerance {
            Tolerance::Approximate(t) => format!("--verify-meaning=tolerance={t}"),
            _ => "--verify-meaning".into(),
        };
        let added = pipeline.push_flag(ctx, ctx.add_file("<reproducer>", flag), &[]);
        added.expect("the pass exists, and takes a tolerance that was read from an option");
    }
    let rows = [
        (PIPELINE, string(&pipeline.canonical())),
        ("disable_threading", "true".into()),
        ("verify_each", (verify_each != VerifyEach::Nothing).to_string()),
    ];
    let mut ir = ir.clone();
    ir.resources.extend(rows.map(|(key, text)| ResourceBlob {
        owner: ctx.str(OWNER),
        key: ctx.str(key),
        text: text.into(),
        external: true,
    }));
    let options = PrintOptions { debuginfo: true, ..PrintOptions::DEFAULT };
    text::print(&ir, &options, &mut BufWriter::new(File::create(path)?))
}

/// The pipeline that the module's file says to run. Its text is no longer part of the module.
pub fn pipeline(ir: &mut Ir<'_>, diagnostics: &mut Diagnostics) -> Option<Pipeline> {
    let (owner, key) = (ir.ctx.str(OWNER), ir.ctx.str(PIPELINE));
    let (own, others) = std::mem::take(&mut ir.resources).into_iter().partition(|blob| blob.owner == owner);
    ir.resources = others;
    let own: Vec<ResourceBlob> = own;
    let written = own.iter().find(|blob| blob.key == key).and_then(|blob| string_value(ir, &blob.text));
    let Some(written) = written else {
        let span = ir.op(ir.root()).span;
        let message =
            format!("--run-reproducer: the file has no external resource '{OWNER}' with a '{PIPELINE}'");
        diagnostics.push(Diagnostic::error(span, message).help("--dump-reproducer writes one"));
        return None;
    };
    match Pipeline::parse_anchored(ir.ctx, ir.ctx.add_file("<reproducer>", written.as_str()), &[]) {
        Ok(pipeline) => Some(pipeline),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    }
}

/// What a string in quotes stands for.
fn string_value(ir: &Ir<'_>, text: &str) -> Option<String> {
    let attr = text::parse_attr(ir.ctx, text).ok()?;
    match ir.ctx.attr_kind(attr) {
        AttrKind::String { value, .. } => Some(ir.ctx.text(*value).to_string()),
        _ => None,
    }
}
