#![no_main]
//! Bundles of the vector engine: what decodes encodes to the same bytes, and its assembler text assembles to them.

use libfuzzer_sys::fuzz_target;
use neuron_opt::dialects::dve::{isa, lower};
use neuron_opt::machine::Target;

fuzz_target!(|bytes: [u8; isa::BUNDLE_BYTES]| {
    for target in [Target::Trn1, Target::Trn2, Target::Trn3] {
        let limits = lower::isa_limits(target.limits());
        let Ok(bundle) = isa::decode(&bytes, &limits) else { continue };
        assert_eq!(isa::encode(&bundle, &limits).expect("what decodes encodes"), bytes);
        let text = isa::print(&bundle);
        let again = isa::assemble(&text, &limits).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(again, [bytes], "{text}");
    }
});
