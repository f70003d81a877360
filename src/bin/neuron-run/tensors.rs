//! Tensors in and out of files.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        writeln!(out, "out_{index}: {}{:?} = {}", tensor.elem(), tensor.shape(), elements(tensor))?;
    }
    Ok(())
}

/// The elements, with a bracket around each dimension.
fn elements(tensor: &Tensor) -> String {
    let shape = tensor.shape();
    if tensor.is_empty() {
        return "[]".into();
    }
    let mut text = String::new();
    for position in 0..tensor.len() {
        // A dimension opens where everything inside of it is at its first element, and closes at the last.
        let mut inner = 1;
        let (mut opened, mut closed) = (0, 0);
        for &dim in shape.iter().rev() {
            inner *= dim;
            opened += usize::from(position % inner == 0);
            closed += usize::from((position + 1) % inner == 0);
        }
        if position > 0 {
            text.push_str(", ");
        }
        text.push_str(&"[".repeat(opened));
        write!(text, "{}", tensor.get(position)).unwrap_or_default();
        text.push_str(&"]".repeat(closed));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_by_dimension() {
        let tensor = |shape: &[usize]| {
            let count: usize = shape.iter().product();
            let values: Vec<i32> = (0..count as i32).collect();
            elements(&Tensor::from_values(shape, &values).expect("the count fits"))
        };
        assert_eq!(tensor(&[]), "0");
        assert_eq!(tensor(&[2]), "[0, 1]");
        assert_eq!(tensor(&[2, 1, 2]), "[[[0, 1]], [[2, 3]]]");
        assert_eq!(tensor(&[3, 0]), "[]");
    }
}
