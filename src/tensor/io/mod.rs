//! Tensor files: `.npy`, `.npz` and `.safetensors`.
//!
//! numpy has no bf16 or f8: such tensors are stored as unsigned bit patterns of the same width, so a reader says
//! what it expects. A claim made by a file is checked against the bytes that are there before anything is allocated.

mod archive;
mod npy;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::dense::Tensor;
use super::element::ElementType;

/// Element type and shape that a file must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    /// The element type.
    pub elem: ElementType,
    /// The shape.
    pub shape: &'a [usize],
}

/// Why a file could not be read or written, with the file's path.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a tensor file.
#[derive(Debug)]
pub enum Problem {
    /// The operating system says so.
    Io(std::io::Error),
    /// The extension is none of `.npy`, `.npz`, `.safetensors`.
    UnknownFormat,
    /// The file is not what its format requires.
    Malformed(String),
    /// The file is well formed and holds something else.
    Unexpected {
        /// Element type, shape and stored type asked for.
        expected: String,
        /// Stored type and shape of the file.
        found: String,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Io(error) => write!(f, "{error}"),
            Problem::UnknownFormat => f.write_str("not a tensor file: expected .npy, .npz or .safetensors"),
            Problem::Malformed(what) => f.write_str(what),
            Problem::Unexpected { expected, found } => write!(f, "expected {expected}, found {found}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Problem::Io(error)
    }
}

fn malformed(what: impl Into<String>) -> Problem {
    Problem::Malformed(what.into())
}

/// An element array as a file holds it: the file's own type code, which a caller's [`Expected`] may reinterpret.
struct Stored {
    code: TypeCode,
    tensor: Tensor,
}

/// How a file names the element type of an array.
enum TypeCode {
    /// A numpy code without byte order, e.g. `u2`, or `V2` for raw bytes.
    Numpy(String),
    /// The file names the type itself.
    Exact(ElementType),
}

impl Stored {
    /// The tensor that `expected` asks for; without it, the type that the file natively names.
    fn resolve(self, expected: Option<Expected<'_>>) -> Result<Tensor, Problem> {
        let Some(expected) = expected else { return Ok(self.tensor) };
        let matches = match &self.code {
            TypeCode::Exact(elem) => *elem == expected.elem || same_patterns(*elem, expected.elem),
            TypeCode::Numpy(code) => {
                let raw = format!("V{}", expected.elem.bytes());
                code == expected.elem.info().numpy
                    || (*code == raw && expected.elem.info().numpy.starts_with('u'))
            }
        };
        if !matches || self.tensor.shape() != expected.shape {
            let stored_as = match self.code {
                TypeCode::Numpy(_) => expected.elem.info().numpy,
                TypeCode::Exact(_) => expected.elem.name(),
            };
            let found_code = match &self.code {
                TypeCode::Numpy(code) => code,
                TypeCode::Exact(elem) => elem.name(),
            };
            return Err(Problem::Unexpected {
                expected: format!("{}{:?} stored as {stored_as}", expected.elem, expected.shape),
                found: format!("{found_code}{:?}", self.tensor.shape()),
            });
        }
        self.tensor.bitcast(expected.elem).map_err(|error| malformed(error.to_string()))
    }
}

/// Whether arrays of `stored` may hold the bit patterns of `wanted`, as numpy files do.
fn same_patterns(stored: ElementType, wanted: ElementType) -> bool {
    stored.info().numpy == wanted.info().numpy
        && matches!(stored, ElementType::U8 | ElementType::U16 | ElementType::S8 | ElementType::F32)
}

fn with_path<T>(path: &Path, result: Result<T, Problem>) -> Result<T, FileError> {
    result.map_err(|problem| FileError { path: path.to_path_buf(), problem })
}

/// Reads a `.npy` file.
///
/// With `expected`, the file must hold that shape in the type's numpy code (bf16 as `u2`, f8 as `u1`, pred as `b1`;
/// raw `V` bytes of the same width are taken for bf16 and f8); without, the file's own type decides.
pub fn read_npy(path: &Path, expected: Option<Expected<'_>>) -> Result<Tensor, FileError> {
    let read = || npy::parse(&fs::read(path)?)?.resolve(expected);
    with_path(path, read())
}

/// Writes a `.npy` file (version 1.0, C order).
pub fn write_npy(path: &Path, tensor: &Tensor) -> Result<(), FileError> {
    with_path(path, npy::write(tensor).and_then(|bytes| Ok(fs::write(path, bytes)?)))
}

/// Reads every array of a `.npy`, `.npz` or `.safetensors` file, by extension, in the file's order (a `.npy` file has
/// one, named after the file's stem; safetensors are in name order).
///
/// `expected` says what the array of a name and position must be; `None` accepts what is there.
pub fn read_all<'a>(
    path: &Path,
    mut expected: impl FnMut(&str, usize) -> Option<Expected<'a>>,
) -> Result<Vec<(String, Tensor)>, FileError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let stored = match extension {
        "npy" => fs::read(path).map_err(Problem::from).and_then(|bytes| {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            Ok(vec![(name, npy::parse(&bytes)?)])
        }),
        "npz" => archive::parse_npz(path),
        "safetensors" => {
            fs::read(path).map_err(Problem::from).and_then(|bytes| archive::parse_safetensors(&bytes))
        }
        // A file that is not there has no format.
        _ => fs::metadata(path).map_err(Problem::from).and(Err(Problem::UnknownFormat)),
    };
    let resolve = |(position, (name, stored)): (usize, (String, Stored))| {
        let wanted = expected(&name, position);
        match stored.resolve(wanted) {
            Ok(tensor) => Ok((name, tensor)),
            Err(problem) => Err(malformed(format!("array {name}: {problem}"))),
        }
    };
    with_path(path, stored.and_then(|arrays| arrays.into_iter().enumerate().map(resolve).collect()))
}
