#![no_main]
//! XLA's HLO text.

use libfuzzer_sys::fuzz_target;
use neuron_opt::import;
use neuron_opt::ir::Diagnostics;
use neuron_opt_fuzz::{accept, context};

fuzz_target!(|source: &str| {
    let ctx = context();
    let file = import::add_hlo_file(&ctx, "fuzz.hlo", source);
    let mut diagnostics = Diagnostics::new();
    match import::parse_hlo(&ctx, file, 0..source.len(), &mut diagnostics) {
        Some(ir) => {
            accept(&ctx, &ir);
        }
        None => assert!(diagnostics.has_errors(), "refused without a word"),
    }
});
