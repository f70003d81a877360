#![no_main]
//! Serialized HloModuleProtos: what is read is also written, and reads back.

use libfuzzer_sys::fuzz_target;
use neuron_opt::import::{self, HloOptions};
use neuron_opt::ir::Diagnostics;
use neuron_opt_fuzz::{accept, context};

fuzz_target!(|bytes: &[u8]| {
    let ctx = context();
    let Ok(source) = import::read_proto(&ctx, "fuzz.pb", bytes) else { return };
    let mut diagnostics = Diagnostics::new();
    let Some(ir) = import::parse_proto(&ctx, &source, &mut diagnostics) else {
        assert!(diagnostics.has_errors(), "refused without a word");
        return;
    };
    if !accept(&ctx, &ir) {
        return;
    }
    // What HLO cannot say is refused; what is written must be right, and stay the same from then on: a proto may say a thing
    // twice, and differently.
    let options = HloOptions::default();
    let Some(written) = import::write_proto(&ir, &options, &mut diagnostics) else { return };
    let again = import::read_proto(&ctx, "written.pb", &written).expect("what is written is a proto");
    let mut diagnostics = Diagnostics::new();
    let again = import::parse_proto(&ctx, &again, &mut diagnostics)
        .unwrap_or_else(|| panic!("what was written does not read back: {:?}", diagnostics.list));
    let rewritten = import::write_proto(&again, &options, &mut diagnostics).expect("it was written before");
    assert_eq!(rewritten, written, "the proto changes as it is read and written");
});
