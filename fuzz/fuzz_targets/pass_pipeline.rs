#![no_main]
//! Pass pipelines.

use libfuzzer_sys::fuzz_target;
use neuron_opt::passes::Pipeline;
use neuron_opt_fuzz::context;

fuzz_target!(|source: &str| {
    let ctx = context();
    let _ = Pipeline::parse(&ctx, ctx.add_file("<pass-pipeline>", source));
});
