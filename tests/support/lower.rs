//! Reading a module and running a pipeline on it, as the driver does.

use neuron_opt::ir::{Context, Diagnostics, Ir, text, verify};
use neuron_opt::passes::{self, Pipeline};

#[path = "messages.rs"]
mod messages;

pub use messages::messages;

/// Reads a module, sets its target and runs a pipeline; the diagnostics on failure.
pub fn lower<'c>(
    ctx: &'c Context,
    source: &str,
    passes: &str,
    target: &str,
) -> Result<(Ir<'c>, Diagnostics), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("module.mlir", source);
    let ir = text::parse(ctx, file, 0..source.len(), &text::ParseOptions::default(), &mut diagnostics);
    let Some(mut ir) = ir else { return Err(diagnostics) };
    let root = ir.root();
    ir.set_attr(root, "neuron.target", Some(ctx.string_attr(target)));
    verify(&ir, root, &mut diagnostics);
    let pipeline =
        Pipeline::parse(ctx, ctx.add_file("<pass-pipeline>", passes)).expect("a pipeline of this test");
    let result = passes::run(&pipeline, &mut ir, &mut diagnostics);
    if result.is_err() || diagnostics.has_errors() { Err(diagnostics) } else { Ok((ir, diagnostics)) }
}
