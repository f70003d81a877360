//! Files of several arrays: `.npz` (a zip of `.npy` files) and `.safetensors`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use safetensors::{Dtype, SafeTensors};

use super::super::dense::Tensor;
use super::super::element::ElementType;
use super::{Problem, Stored, TypeCode, malformed, npy};

/// Every array of a `.npz` file in the file's order, named without `.npy`.
pub(super) fn parse_npz(path: &Path) -> Result<Vec<(String, Stored)>, Problem> {
    let bad_zip = |error: zip::result::ZipError| malformed(format!("not a readable .npz file: {error}"));
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path)?)).map_err(bad_zip)?;
    (0..archive.len())
        .map(|index| {
            let entry = archive.by_index(index).map_err(bad_zip)?;
            let file_name = entry.name().map_err(bad_zip)?.into_owned();
            let name = file_name.strip_suffix(".npy").unwrap_or(&file_name).to_owned();
            let size = entry.size();
            let mut bytes = Vec::new();
            // One byte past the declared size shows an entry that inflates to more than it claims.
            entry.take(size.saturating_add(1)).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != size {
                return Err(malformed(format!("array {name}: {size} bytes declared, {} there", bytes.len())));
            }
            let stored =
                npy::parse(&bytes).map_err(|problem| malformed(format!("array {name}: {problem}")))?;
            Ok((name, stored))
        })
        .collect()
}

/// Every array of a `.safetensors` file in name order.
pub(super) fn parse_safetensors(bytes: &[u8]) -> Result<Vec<(String, Stored)>, Problem> {
    let file = SafeTensors::deserialize(bytes)
        .map_err(|error| malformed(format!("not a readable .safetensors file: {error}")))?;
    let mut names = file.names();
    names.sort_unstable();
    names
        .into_iter()
        .map(|name| {
            let problem = |what: String| malformed(format!("array {name}: {what}"));
            let view = file.tensor(name).map_err(|error| problem(error.to_string()))?;
            let elem = element_type(view.dtype())
                .ok_or_else(|| problem(format!("unsupported element type {:?}", view.dtype())))?;
            let tensor = Tensor::new(elem, view.shape(), view.data().to_vec())
                .map_err(|error| problem(error.to_string()))?;
            Ok((name.to_owned(), Stored { code: TypeCode::Exact(elem), tensor }))
        })
        .collect()
}

/// The element type of a safetensors type; the packed sub-byte ones have none.
fn element_type(dtype: Dtype) -> Option<ElementType> {
    Some(match dtype {
        Dtype::BOOL => ElementType::Pred,
        Dtype::U8 => ElementType::U8,
        Dtype::I8 => ElementType::S8,
        Dtype::F8_E5M2 => ElementType::F8E5M2,
        Dtype::F8_E4M3 => ElementType::F8E4M3FN,
        Dtype::F8_E8M0 => ElementType::F8E8M0FNU,
        Dtype::F8_E4M3FNUZ => ElementType::F8E4M3FNUZ,
        Dtype::F8_E5M2FNUZ => ElementType::F8E5M2FNUZ,
        Dtype::I16 => ElementType::S16,
        Dtype::U16 => ElementType::U16,
        Dtype::F16 => ElementType::F16,
        Dtype::BF16 => ElementType::BF16,
        Dtype::I32 => ElementType::S32,
        Dtype::U32 => ElementType::U32,
        Dtype::F32 => ElementType::F32,
        Dtype::C64 => ElementType::C64,
        Dtype::F64 => ElementType::F64,
        Dtype::I64 => ElementType::S64,
        Dtype::U64 => ElementType::U64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::{Expected, read_all, read_npy, write_npy};
    use super::*;

    fn bf16(values: &[u16]) -> Tensor {
        Tensor::from_values(&[values.len()], values)
            .and_then(|tensor| tensor.bitcast(ElementType::BF16))
            .expect("one width")
    }

    #[test]
    fn npz_arrays_keep_their_order_and_take_the_expected_type() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("inputs.npz");
        let mut archive = zip::ZipWriter::new(File::create(&path).expect("a new file"));
        let options =
            zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        for (name, tensor) in [("w.npy", bf16(&[1, 2])), ("a.npy", bf16(&[3]))] {
            archive.start_file(name, options).expect("an entry");
            archive.write_all(&npy::write(&tensor).expect("a short header")).expect("its bytes");
        }
        archive.finish().expect("a whole archive");
        let shapes: [&[usize]; 2] = [&[2], &[1]];
        let expect =
            |_: &str, position: usize| Some(Expected { elem: ElementType::BF16, shape: shapes[position] });
        let arrays = read_all(&path, expect).expect("a readable archive");
        assert_eq!(arrays, [("w".to_owned(), bf16(&[1, 2])), ("a".to_owned(), bf16(&[3]))]);

        let whole = std::fs::read(&path).expect("just written");
        for keep in [0, 10, whole.len() / 2, whole.len() - 1] {
            std::fs::write(&path, &whole[..keep]).expect("a cut file");
            let error = read_all(&path, |_, _| None).expect_err("cut");
            assert!(error.to_string().contains("inputs.npz"), "{error}");
        }
    }

    #[test]
    fn safetensors_name_their_types() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("w.safetensors");
        let data = [0x80, 0x3F, 0, 0];
        let view = safetensors::tensor::TensorView::new(Dtype::BF16, vec![2], &data).expect("two elements");
        let bytes = safetensors::serialize([("x", view)], None).expect("one array");
        std::fs::write(&path, &bytes).expect("a new file");
        let arrays = read_all(&path, |_, _| None).expect("readable");
        assert_eq!(arrays, [("x".to_owned(), bf16(&[0x3F80, 0]))]);
        let wrong = read_all(&path, |_, _| Some(Expected { elem: ElementType::F16, shape: &[2] }));
        let message = wrong.expect_err("bf16 is not f16").to_string();
        assert!(message.ends_with("array x: expected f16[2] stored as f16, found bf16[2]"), "{message}");
        std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("a cut file");
        assert!(read_all(&path, |_, _| None).is_err());
    }

    #[test]
    fn npy_files_round_trip_and_errors_name_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out_0.npy");
        write_npy(&path, &bf16(&[7])).expect("written");
        assert_eq!(
            read_npy(&path, Some(Expected { elem: ElementType::BF16, shape: &[1] })).expect("read"),
            bf16(&[7])
        );
        let message = read_npy(&path, Some(Expected { elem: ElementType::S32, shape: &[1] }))
            .expect_err("u2 is not i4")
            .to_string();
        assert!(message.ends_with("out_0.npy: expected s32[1] stored as i4, found u2[1]"), "{message}");
        assert!(read_npy(&folder.path().join("absent.npy"), None).is_err());
        let path = folder.path().join("x.bin");
        let message = read_all(&path, |_, _| None).expect_err("absent").to_string();
        assert!(message.contains("x.bin: ") && !message.contains(".safetensors"), "{message}");
        std::fs::write(&path, b"?").expect("a new file");
        let message = read_all(&path, |_, _| None).expect_err("unknown").to_string();
        assert!(message.contains(".safetensors"), "{message}");
    }
}
