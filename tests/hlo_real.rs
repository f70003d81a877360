//! Every real module, executed at level `hlo`, against its stored outputs.

use neuron_opt::dialects::ALL;
use neuron_opt::ir::{Context, Diagnostics, text, verify};
use serde_json::Value;

#[path = "shared/cases.rs"]
mod cases;
mod shared;

#[test]
fn real_modules_compute_their_stored_outputs() {
    let Some(shared) = shared::directory("real") else { return };
    let mut faults = Vec::new();
    let (mut modules, mut sets) = (0, 0);
    for case in shared::folders(&shared) {
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(case.join("module.mlir"));
        let meta = std::fs::read_to_string(case.join("meta.json"));
        let (Ok(source), Ok(meta)) = (source, meta) else { continue };
        let meta: Value = serde_json::from_str(&meta).unwrap_or_default();
        let ctx = Context::new(ALL);
        let length = source.len();
        let file = ctx.add_file(name.as_str(), source);
        let mut diagnostics = Diagnostics::new();
        let ir = text::parse(&ctx, file, 0..length, &text::ParseOptions::default(), &mut diagnostics);
        if let Some(ir) = &ir {
            verify(ir, ir.root(), &mut diagnostics);
        }
        let Some(ir) = ir.filter(|_| !diagnostics.has_errors()) else {
            faults.push(format!("{name}: cannot be read"));
            continue;
        };
        modules += 1;
        let (count, different) = cases::check_all(&ir, &case, &meta, &[]);
        sets += count;
        faults.extend(different);
    }
    eprintln!("{modules} modules, {sets} data sets");
    assert!(faults.is_empty(), "{} of {sets} data sets differ:\n{}", faults.len(), faults.join("\n"));
    assert!(modules > 50, "only {modules} modules");
}
