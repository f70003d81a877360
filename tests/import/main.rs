//! HLO text and HloModuleProtos: every real file is read, means what its other forms mean, and is written again.

use std::path::{Path, PathBuf};

use neuron_opt::dialects::ALL;
use neuron_opt::driver::{InputFormat, InputOptions, Source, parse_chunk, read_source};
use neuron_opt::import::{
    HloOptions, add_hlo_file, parse_hlo, parse_proto, print_hlo, read_proto, write_proto,
};
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::text::{PrintOptions, print};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, Severity, verify};
use neuron_opt::passes::{self, Pipeline};
use serde_json::Value;

#[path = "../shared/cases.rs"]
mod cases;
#[path = "../shared/mod.rs"]
mod shared;

mod damaged;
mod grammar;
mod legalize;
mod protos;
mod real;
mod text;

/// The sets that differ from a StableHLO module, and agree here: XLA writes the call out.
const WRITTEN_OUT: &[&str] = &["approx_max_k/rand"];

const ANY_OP: InputOptions = InputOptions { allow_unregistered: true, target: None };

/// Reads a file, of whatever format, with everything that was said.
fn read<'c>(ctx: &'c Context, path: &Path, format: InputFormat) -> (Option<Ir<'c>>, Vec<Diagnostic>) {
    let source = match read_source(ctx, &path.to_string_lossy(), format) {
        Ok(source) => source,
        Err(diagnostic) => return (None, vec![*diagnostic]),
    };
    let length = ctx.file(source.file).map_or(0, |file| file.text.len());
    let mut diagnostics = Diagnostics::new();
    let ir = parse_chunk(ctx, &source, 0..length, &ANY_OP, &mut diagnostics);
    (ir, diagnostics.list)
}

/// Reads a file that is right.
fn module<'c>(ctx: &'c Context, path: &Path) -> Ir<'c> {
    let (ir, diagnostics) = read(ctx, path, InputFormat::Auto);
    ir.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()))
}

/// Reads HLO text.
fn text<'c>(ctx: &'c Context, text: &str) -> (Option<Ir<'c>>, Vec<Diagnostic>) {
    let file = add_hlo_file(ctx, "test.hlo", text);
    let mut diagnostics = Diagnostics::new();
    let ir = parse_hlo(ctx, file, 0..text.len(), &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    let ir = ir.filter(|_| !diagnostics.has_errors());
    (ir, diagnostics.list)
}

fn printed(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut out = Vec::new();
    print(ir, options, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("modules print as UTF-8")
}

fn emitted(ir: &Ir<'_>) -> String {
    let mut diagnostics = Diagnostics::new();
    print_hlo(ir, &HloOptions::default(), &mut diagnostics)
        .unwrap_or_else(|| panic!("{:?}", diagnostics.list))
}

fn folders() -> Vec<PathBuf> {
    shared::directory("real").map_or(Vec::new(), |real| shared::folders(&real))
}

/// The files of the real inputs for which `wanted` holds, by name.
fn files(wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        found.extend(entries.filter(|path| wanted(&path.file_name().unwrap_or_default().to_string_lossy())));
    }
    found.sort();
    found
}

fn meta(case: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(case.join("meta.json")).ok()?).ok()
}
