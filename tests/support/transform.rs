//! Reading a module of whatever format, and running a pipeline on it.

use std::path::Path;

use neuron_opt::driver::{InputFormat, InputOptions, parse_chunk, read_source};
use neuron_opt::ir::{Context, Diagnostics, Ir};
use neuron_opt::passes::{self, Pipeline};

#[path = "messages.rs"]
mod messages;

pub use messages::messages;

/// Reads a file, of whatever format, and runs a pipeline; the diagnostics on failure.
pub fn transform<'c>(
    ctx: &'c Context,
    path: &Path,
    passes: &str,
) -> Result<(Ir<'c>, Diagnostics), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let source = match read_source(ctx, &path.to_string_lossy(), InputFormat::Auto) {
        Ok(source) => source,
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return Err(diagnostics);
        }
    };
    let length = ctx.file(source.file).map_or(0, |file| file.text.len());
    let Some(mut ir) = parse_chunk(ctx, &source, 0..length, &InputOptions::default(), &mut diagnostics)
    else {
        return Err(diagnostics);
    };
    let pipeline =
        Pipeline::parse(ctx, ctx.add_file("<pass-pipeline>", passes)).expect("a pipeline of this test");
    let result = passes::run(&pipeline, &mut ir, &mut diagnostics);
    if result.is_err() || diagnostics.has_errors() { Err(diagnostics) } else { Ok((ir, diagnostics)) }
}
