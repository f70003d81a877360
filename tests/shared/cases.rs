//! Real modules and the tensors that go with them.

use std::path::Path;

use neuron_opt::dialects::elements::tensor_type_parts;
use neuron_opt::dialects::func;
use neuron_opt::interp::{RunOptions, entry_point, run};
use neuron_opt::ir::{Context, Ir, Type};
use neuron_opt::tensor::io::{Expected, read_npy};
use neuron_opt::tensor::{Tensor, Tolerance, compare};
use serde_json::Value;

fn read_tensor(ctx: &Context, path: &Path, ty: Type) -> Result<Tensor, String> {
    let (elem, shape) = tensor_type_parts(ctx, ty).ok_or("a type that no file holds")?;
    read_npy(path, Some(Expected { elem, shape: &shape })).map_err(|error| error.to_string())
}

/// Runs one data set of a case; what differs, if something does.
pub fn check(ir: &Ir<'_>, folder: &Path, data: &Value) -> Result<(), String> {
    let main = entry_point(ir, None).map_err(|diagnostic| diagnostic.message)?;
    let (inputs, results) = func::signature(ir, main).ok_or("'main' has no signature")?;
    let files = |kind: &str| -> Vec<String> {
        let list = data[kind].as_array().into_iter().flatten();
        list.filter_map(|file| file["file"].as_str()).map(String::from).collect()
    };
    let args =
        inputs.iter().zip(files("inputs")).map(|(&ty, file)| read_tensor(ir.ctx, &folder.join(file), ty));
    let args = args.collect::<Result<Vec<_>, _>>()?;
    let outcome = run(ir, None, args, &RunOptions::default()).map_err(|error| error.diagnostic.message)?;
    if outcome.results.len() != files("outputs").len() {
        return Err(format!("gives {} results", outcome.results.len()));
    }
    let tolerance = match data["compare"].as_str().and_then(|text| text.strip_prefix("approx:")) {
        Some(tolerance) => Tolerance::Approximate(tolerance.parse().map_err(|_| "an unreadable tolerance")?),
        None => Tolerance::Bitwise,
    };
    for (index, ((&ty, file), got)) in results.iter().zip(files("outputs")).zip(&outcome.results).enumerate()
    {
        let want = read_tensor(ir.ctx, &folder.join(file), ty)?;
        compare(got, &want, tolerance).map_err(|report| format!("result {index}: {report}"))?;
    }
    Ok(())
}

/// Data sets that differ, what is said of them, and why that is right.
pub const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        "approx_max_k/rand",
        "calls 'ApproxTopK', whose meaning is not known",
        "the call is not ours to interpret",
    ),
    (
        "argmax_f32/subnormal",
        "5 of 5 elements differ",
        "XLA:CPU takes subnormals for zero where it compares them",
    ),
    (
        "tx_argsort_full_slice/ties",
        "7 of 12 elements differ",
        "the sort is not stable, so any order of ties is right",
    ),
];

/// Runs every data set of a case and says which do not give what is stored; `agreeing` are those of [`DIFFERENT`] that
/// do so in this form. The number of sets comes with it.
pub fn check_all(ir: &Ir<'_>, case: &Path, meta: &Value, agreeing: &[&str]) -> (usize, Vec<String>) {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    let mut faults = Vec::new();
    let mut sets = 0;
    for (set, data) in meta["datasets"].as_object().into_iter().flatten() {
        sets += 1;
        let set_name = format!("{name}/{set}");
        let expected =
            DIFFERENT.iter().find(|row| row.0 == set_name && !agreeing.contains(&set_name.as_str()));
        match (check(ir, &case.join(set), data), expected) {
            (Ok(()), None) => {}
            (Err(message), Some((_, said, _))) if message.contains(said) => {}
            (Ok(()), Some((_, _, why))) => faults.push(format!("{set_name}: agrees, although {why}")),
            (Err(message), _) => faults.push(format!("{set_name}: {message}")),
        }
    }
    (sets, faults)
}
