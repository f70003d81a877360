#![no_main]
//! MLIR text: generic and pretty forms of every dialect.

use libfuzzer_sys::fuzz_target;
use neuron_opt::ir::Diagnostics;
use neuron_opt::ir::text::{self, ParseOptions};
use neuron_opt_fuzz::{accept, context};

fuzz_target!(|source: &str| {
    let ctx = context();
    let file = ctx.add_file("fuzz.mlir", source);
    let options = ParseOptions { allow_unregistered: true };
    let mut diagnostics = Diagnostics::new();
    match text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics) {
        Some(ir) => {
            accept(&ctx, &ir);
        }
        None => assert!(diagnostics.has_errors(), "refused without a word"),
    }
});
