//! Tensors in and out of files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use neuron_opt::tensor::io::{Expected, read_all, write_npy};
use neuron_opt::tensor::{ElementType, Tensor, Tolerance, compare};

/// Element type and shape.
pub type TensorType = (ElementType, Vec<usize>);

/// The tensors of the files, one after the other, which must have these types.
pub fn read_inputs(paths: &[PathBuf], types: &[TensorType]) -> Result<Vec<Tensor>, String> {
    let inputs = read_files(paths, types)?;
    if inputs.len() != types.len() {
        return Err(format!("the entry takes {} inputs, the files hold {}", types.len(), inputs.len()));
    }
    Ok(inputs)
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

/// Writes `out_0.npy`, `out_1.npy`, ... into a directory, which is made if needed.
pub fn write_results(directory: &Path, results: &[Tensor]) -> Result<(), String> {
    std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for (index, tensor) in results.iter().enumerate() {
        write_npy(&directory.join(format!("out_{index}.npy")), tensor).map_err(|error| error.to_string())?;
    }
    Ok(())
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
