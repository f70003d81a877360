#![no_main]
//! Pattern files: loaded, checked, and compiled to a matcher.

use libfuzzer_sys::fuzz_target;
use neuron_opt::ir::Diagnostics;
use neuron_opt::patterns::FUNCTIONS;
use neuron_opt::rewrite::PatternSet;
use neuron_opt_fuzz::context;

fuzz_target!(|source: &str| {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(&ctx, &[("fuzz.pat", source)], FUNCTIONS, true, &mut diagnostics);
    assert!(set.is_some() || diagnostics.has_errors(), "refused without a word");
});
