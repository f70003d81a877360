//! Tensors in and out of files.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use neuron_opt::dialects::constraints::attr_type;
use neuron_opt::dialects::elements::{tensor_of_attr, type_of_tensor};
use neuron_opt::ir::text::{parse_attr, type_string};
use neuron_opt::ir::{Attr, Context};
use neuron_opt::machine::Probes;
use neuron_opt::tensor::io::{Expected, read_all, write_npy};
use neuron_opt::tensor::{ElementType, Tensor, Tolerance, compare};

/// Element type and shape.
pub type TensorType = (ElementType, Vec<usize>);

/// The tensors of the files, one after the other, which must have these types.
pub fn read_inputs(paths: &[PathBuf], types: &[TensorType]) -> Result<Vec<Tensor>, String> {
    let inputs = read_files(paths, types)?;
    let (taken, given) = (types.len(), inputs.len());
    match given {
        _ if given == taken => Ok(inputs),
        0 if paths.is_empty() => {
            let inputs = counted(taken, "input");
            Err(format!(
                "the entry takes {inputs}: give them with --input FILE, or --random-inputs makes them up"
            ))
        }
        _ => Err(format!("the entry takes {}, the files of --input hold {given}", counted(taken, "input"))),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn read_files(paths: &[PathBuf], types: &[TensorType]) -> Result<Vec<Tensor>, String> {
    let mut tensors = Vec::new();
    for path in paths {
        let first = tensors.len();
        let expected = |_: &str, position: usize| {
            types.get(first + position).map(|(elem, shape)| Expected { elem: *elem, shape })
        };
        let arrays = read_all(path, expected).map_err(|error| error.to_string())?;
        tensors.extend(arrays.into_iter().map(|(_, tensor)| tensor));
    }
    Ok(tensors)
}

/// The constants of a list, `[dense<1> : tensor<2xi32>, ...]`, or of the file behind an `@`.
pub fn read_args(ctx: &Context, list: &str) -> Result<Vec<Tensor>, String> {
    let text = match list.strip_prefix('@') {
        Some(path) => {
            std::fs::read_to_string(path).map_err(|error| format!("cannot read '{path}': {error}"))?
        }
        None => list.to_string(),
    };
    let attr = parse_attr(ctx, text.trim()).map_err(|error| format!("--args: {}", error.message))?;
    let items =
        ctx.as_array(attr).ok_or("--args takes a list of constants: [dense<1> : tensor<2xi32>, ...]")?;
    let tensor = |(index, &item): (usize, &Attr)| {
        let shaped = attr_type(ctx, item).is_some_and(|ty| ctx.shaped(ty).is_some());
        let tensor = tensor_of_attr(ctx, item).filter(|_| shaped);
        tensor.ok_or_else(|| format!("--args: item {index} is no constant tensor"))
    };
    items.iter().enumerate().map(tensor).collect()
}

/// Writes `out_0.npy`, `out_1.npy`, ... into a directory, which is made if needed.
pub fn write_results(directory: &Path, results: &[Tensor]) -> Result<(), String> {
    std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for (index, tensor) in results.iter().enumerate() {
        write_npy(&directory.join(format!("out_{index}.npy")), tensor).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Writes what a program showed as `probe1.npy`, ..., behind the `written` files that are there already, and appends a line
/// for each to `index.csv`: name, type, file.
pub fn write_probes(ctx: &Context, directory: &Path, written: usize, probes: &Probes) -> Result<(), String> {
    let problem = |error: io::Error| format!("{}: {error}", directory.display());
    std::fs::create_dir_all(directory).map_err(problem)?;
    let index = OpenOptions::new().create(true).append(true).open(directory.join("index.csv"));
    let mut index = index.map_err(problem)?;
    for (number, (name, tensor)) in (written + 1..).zip(probes) {
        let file = directory.join(format!("probe{number}.npy"));
        write_npy(&file, tensor).map_err(|error| error.to_string())?;
        let ty = type_string(ctx, type_of_tensor(ctx, tensor));
        let line = [name.as_str(), &ty, &file.display().to_string()].map(csv_field).join(",");
        writeln!(index, "{line}").map_err(problem)?;
    }
    Ok(())
}

/// A text as a field of a line of a CSV file: in quotes where it has commas, quotes or lines (RFC 4180).
fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

/// What differs between the results and the tensors of the files: one text for each result that does.
pub fn compare_results(
    paths: &[PathBuf],
    results: &[Tensor],
    tolerance: Option<Tolerance>,
) -> Result<Vec<String>, String> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let types: Vec<TensorType> = results.iter().map(|t| (t.elem(), t.shape().to_vec())).collect();
    let wanted = read_files(paths, &types)?;
    if wanted.len() != results.len() {
        let (given, found) = (wanted.len(), results.len());
        return Err(format!("the module gives {found} results, the files to compare with hold {given}"));
    }
    let tolerance = tolerance.unwrap_or(Tolerance::Bitwise);
    let difference = |(index, (got, want)): (usize, (&Tensor, &Tensor))| {
        compare(got, want, tolerance)
            .err()
            .map(|report| format!("result {index} is not as expected: {report}"))
    };
    Ok(results.iter().zip(&wanted).enumerate().filter_map(difference).collect())
}

/// Prints the results on the standard output: `out_0: f32[2, 2] = [[1.0, 2.0], [3.0, 4.0]]`.
pub fn print(results: &[Tensor]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (index, tensor) in results.iter().enumerate() {
        writeln!(out, "out_{index}: {}{:?} = {tensor}", tensor.elem(), tensor.shape())?;
    }
    Ok(())
}
