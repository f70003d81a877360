//! Runs real modules on their stored inputs.

use std::path::Path;

use neuron_opt::dialects::elements::tensor_type_parts;
use neuron_opt::dialects::func;
use neuron_opt::interp::{RunOptions, entry_point, run};
use neuron_opt::ir::{Ir, Type};
use neuron_opt::tensor::io::{Expected, read_npy};
use neuron_opt::tensor::{Tensor, Tolerance, compare};
use serde_json::Value;

/// Runs one data set of a case; what differs, if something does.
pub fn check(ir: &Ir<'_>, folder: &Path, data: &Value) -> Result<(), String> {
    let main = entry_point(ir, None).map_err(|d| d.message)?;
    let (inputs, results) = func::signature(ir, main).ok_or("'main' has no signature")?;
    let read = |kind: &str, types: &[Type]| -> Result<Vec<Tensor>, String> {
        let files = data[kind].as_array().into_iter().flatten().filter_map(|file| file["file"].as_str());
        let pairs = files.zip(types);
        pairs
            .map(|(file, &ty)| {
                let (elem, shape) = tensor_type_parts(ir.ctx, ty).ok_or("a type that no file holds")?;
                let expected = Some(Expected { elem, shape: &shape });
                read_npy(&folder.join(file), expected).map_err(|error| error.to_string())
            })
            .collect()
    };
    let outcome =
        run(ir, None, read("inputs", inputs)?, &RunOptions::default()).map_err(|e| e.diagnostic.message)?;
    let wanted = read("outputs", results)?;
    if wanted.len() != outcome.results.len() {
        return Err(format!("gives {} results", outcome.results.len()));
    }
    let tolerance = match data["compare"].as_str().and_then(|text| text.strip_prefix("approx:")) {
        Some(tolerance) => Tolerance::Approximate(tolerance.parse().map_err(|_| "an unreadable tolerance")?),
        None => Tolerance::Bitwise,
    };
    for (index, (got, want)) in outcome.results.iter().zip(&wanted).enumerate() {
        compare(got, want, tolerance).map_err(|report| format!("result {index}: {report}"))?;
    }
    Ok(())
}
