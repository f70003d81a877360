//! The `.npy` format, versions 1.0 to 3.0.

use super::super::dense::{Tensor, byte_count};
use super::super::element::{ElementType, Kind};
use super::{Problem, Stored, TypeCode, malformed};

const MAGIC: &[u8] = b"\x93NUMPY";
/// numpy aligns the data to this many bytes.
const ALIGNMENT: usize = 64;

/// Parses the bytes of a whole file.
pub(super) fn parse(file: &[u8]) -> Result<Stored, Problem> {
    let rest =
        file.strip_prefix(MAGIC).ok_or_else(|| malformed("not a .npy file: the magic string is missing"))?;
    let (header, data) = split_header(rest)?;
    let header = std::str::from_utf8(header).map_err(|_| malformed("the .npy header is not text"))?;
    let Header { descr, fortran_order, shape } = Header::parse(header)?;
    let (big_endian, code) = split_descr(&descr)?;
    let elem =
        element_type(code).ok_or_else(|| malformed(format!("unsupported .npy element type '{descr}'")))?;
    let expected = byte_count(elem, &shape).map_err(|error| malformed(error.to_string()))?;
    if data.len() != expected {
        let relation = if data.len() < expected { "truncated" } else { "too long" };
        return Err(malformed(format!(
            "{relation}: {descr}{shape:?} takes {expected} bytes of data, found {}",
            data.len()
        )));
    }
    let mut data = data.to_vec();
    if big_endian {
        data.chunks_exact_mut(component_bytes(elem)).for_each(<[u8]>::reverse);
    }
    if elem == ElementType::Pred {
        data.iter_mut().for_each(|byte| *byte = (*byte != 0).into());
    }
    if fortran_order {
        data = to_row_major(&data, &shape, elem.bytes());
    }
    let tensor = Tensor::new(elem, &shape, data).map_err(|error| malformed(error.to_string()))?;
    Ok(Stored { code: TypeCode::Numpy(code.to_owned()), tensor })
}

/// The header text and the data after it.
fn split_header(rest: &[u8]) -> Result<(&[u8], &[u8]), Problem> {
    let truncated = || malformed("truncated .npy header");
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(truncated)?;
    let (length, rest) = match version[0] {
        1 => {
            let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(truncated)?;
            (u16::from_le_bytes(*length) as usize, rest)
        }
        2 | 3 => {
            let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
            (u32::from_le_bytes(*length) as usize, rest)
        }
        major => return Err(malformed(format!("unknown .npy version {major}.{}", version[1]))),
    };
    rest.split_at_checked(length).ok_or_else(truncated)
}

/// Whether the data is big-endian, and the type code without byte order.
fn split_descr(descr: &str) -> Result<(bool, &str), Problem> {
    match descr.split_at_checked(1) {
        Some((">", code)) => Ok((true, code)),
        Some(("<" | "|" | "=", code)) => Ok((false, code)),
        _ => Err(malformed(format!("unsupported .npy element type '{descr}'"))),
    }
}

/// The native type of a numpy code; raw bytes (`V1`, `V2`, as numpy writes ml_dtypes) are taken as bit patterns.
fn element_type(code: &str) -> Option<ElementType> {
    match code {
        "V1" => Some(ElementType::U8),
        "V2" => Some(ElementType::U16),
        _ => ElementType::from_numpy(code),
    }
}

fn component_bytes(elem: ElementType) -> usize {
    match elem.kind() {
        Kind::Complex(_) => elem.bytes() / 2,
        _ => elem.bytes(),
    }
}

/// Reorders column-major elements to row-major ones.
fn to_row_major(data: &[u8], shape: &[usize], bytes: usize) -> Vec<u8> {
    let mut strides = Vec::with_capacity(shape.len());
    let mut stride = bytes;
    for &dim in shape {
        strides.push(stride);
        stride = stride.saturating_mul(dim);
    }
    let mut out = Vec::with_capacity(data.len());
    let mut index = vec![0; shape.len()];
    while out.len() < data.len() {
        let offset: usize = index.iter().zip(&strides).map(|(position, stride)| position * stride).sum();
        out.extend_from_slice(&data[offset..][..bytes]);
        for (position, &dim) in index.iter_mut().zip(shape).rev() {
            *position += 1;
            if *position < dim {
                break;
            }
            *position = 0;
        }
    }
    out
}

/// The header's dictionary.
struct Header {
    descr: String,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Header {
    /// Parses the Python literal `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
    fn parse(text: &str) -> Result<Header, Problem> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        let mut cursor = Cursor { rest: text };
        cursor.expect("{")?;
        while !cursor.accept("}") {
            let key = cursor.string()?;
            cursor.expect(":")?;
            match key {
                "descr" => descr = Some(cursor.string()?.to_owned()),
                "fortran_order" => fortran_order = Some(cursor.boolean()?),
                "shape" => shape = Some(cursor.shape()?),
                _ => return Err(malformed(format!("unknown key '{key}' in the .npy header"))),
            }
            if !cursor.accept(",") {
                cursor.expect("}")?;
                break;
            }
        }
        let missing = |key: &str| malformed(format!("the .npy header has no '{key}'"));
        Ok(Header {
            descr: descr.ok_or_else(|| missing("descr"))?,
            fortran_order: fortran_order.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
        })
    }
}

/// The unread part of the header.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn accept(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), Problem> {
        if self.accept(token) { Ok(()) } else { Err(self.error(&format!("'{token}'"))) }
    }

    fn error(&self, expected: &str) -> Problem {
        let found: String = self.rest.trim().chars().take(24).collect();
        malformed(format!("malformed .npy header: expected {expected} before \"{}\"", found.escape_debug()))
    }

    fn string(&mut self) -> Result<&'a str, Problem> {
        let text = self.rest.trim_start();
        let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
        let (value, rest) = quote
            .and_then(|quote| text[1..].split_once(quote))
            .ok_or_else(|| self.error("a quoted string"))?;
        self.rest = rest;
        Ok(value)
    }

    fn boolean(&mut self) -> Result<bool, Problem> {
        match () {
            () if self.accept("True") => Ok(true),
            () if self.accept("False") => Ok(false),
            () => Err(self.error("True or False")),
        }
    }

    fn shape(&mut self) -> Result<Vec<usize>, Problem> {
        self.expect("(")?;
        let mut shape = Vec::new();
        while !self.accept(")") {
            let text = self.rest.trim_start();
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let dim = text[..digits].parse().map_err(|_| self.error("a dimension"))?;
            shape.push(dim);
            self.rest = &text[digits..];
            // Python 2 wrote long integers as `3L`.
            self.accept("L");
            if !self.accept(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(shape)
    }
}

/// The bytes of a version 1.0 file in C order.
pub(super) fn write(tensor: &Tensor) -> Result<Vec<u8>, Problem> {
    let code = tensor.elem().info().numpy;
    let order = if tensor.elem().bytes() == 1 { '|' } else { '<' };
    let dims: String = tensor.shape().iter().map(|dim| format!("{dim}, ")).collect();
    // Python writes a one-element tuple as `(3,)`, longer ones without the trailing comma.
    let dims = if tensor.shape().len() == 1 { dims.trim_end() } else { dims.trim_end_matches(", ") };
    let mut header = format!("{{'descr': '{order}{code}', 'fortran_order': False, 'shape': ({dims}), }}");
    let prefix = MAGIC.len() + 4;
    let padded = (prefix + header.len() + 1).next_multiple_of(ALIGNMENT);
    header.extend(std::iter::repeat_n(' ', padded - prefix - header.len() - 1));
    header.push('\n');
    let length = u16::try_from(header.len()).map_err(|_| {
        malformed(format!("a shape of {} dimensions does not fit a .npy header", tensor.shape().len()))
    })?;
    let mut file = Vec::with_capacity(padded + tensor.bytes().len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&[1, 0]);
    file.extend_from_slice(&length.to_le_bytes());
    file.extend_from_slice(header.as_bytes());
    file.extend_from_slice(tensor.bytes());
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::Expected;
    use super::*;
    use proptest::prelude::*;

    fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend_from_slice(&[version, 0]);
        match version {
            1 => file.extend_from_slice(&(header.len() as u16).to_le_bytes()),
            _ => file.extend_from_slice(&(header.len() as u32).to_le_bytes()),
        }
        file.extend_from_slice(header.as_bytes());
        file.extend_from_slice(data);
        file
    }

    fn error(file: &[u8], expected: Option<Expected<'_>>) -> String {
        match parse(file).and_then(|stored| stored.resolve(expected)) {
            Ok(tensor) => panic!("read as {tensor:?}"),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn every_type_and_rank_round_trips() {
        for row in ElementType::TABLE {
            for shape in [&[][..], &[3], &[2, 3], &[0, 4], &[2, 1, 2]] {
                let mut tensor = Tensor::zeros(row.elem, shape);
                for index in 0..tensor.len() {
                    tensor.set_bits(index, (index as u128) & 1);
                }
                let bytes = write(&tensor).expect("a short header");
                assert_eq!((bytes.len() - tensor.bytes().len()) % ALIGNMENT, 0);
                let back =
                    parse(&bytes).and_then(|stored| stored.resolve(Some(Expected { elem: row.elem, shape })));
                assert_eq!(back.unwrap_or_else(|problem| panic!("{}: {problem}", row.name)), tensor);
            }
        }
    }

    #[test]
    fn header_text_is_what_numpy_writes() {
        let bytes = write(&Tensor::zeros(ElementType::BF16, &[3])).expect("a short header");
        let text = String::from_utf8_lossy(&bytes[10..]).into_owned();
        assert!(text.starts_with("{'descr': '<u2', 'fortran_order': False, 'shape': (3,), } "), "{text}");
    }

    #[test]
    fn fortran_order_and_big_endian_are_converted() {
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n";
        let data: Vec<u8> = [0i16, 3, 1, 4, 2, 5].iter().flat_map(|value| value.to_be_bytes()).collect();
        for version in [1, 2, 3] {
            let tensor = parse(&file(version, header, &data)).expect("well formed").tensor;
            assert_eq!(tensor.to_i64s(), [0, 1, 2, 3, 4, 5]);
        }
    }

    #[test]
    fn raw_bytes_are_bit_patterns() {
        let bytes = file(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", &[0x80, 0x3F]);
        let tensor = parse(&bytes)
            .and_then(|stored| stored.resolve(Some(Expected { elem: ElementType::BF16, shape: &[1] })))
            .expect("bf16 as ml_dtypes writes it");
        assert_eq!(tensor.to_f32s(), [1.0]);
    }

    #[test]
    fn lies_are_errors() {
        let huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}";
        assert_eq!(
            error(&file(1, huge, &[0; 8]), None),
            "truncated: <f4[1000000000000] takes 4000000000000 bytes of data, found 8"
        );
        let overflow =
            "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807)}";
        assert!(error(&file(1, overflow, &[]), None).contains("too large"));
        let object = "{'descr': '|O', 'fortran_order': False, 'shape': ()}";
        assert_eq!(error(&file(1, object, &[]), None), "unsupported .npy element type '|O'");
        let good = file(1, "{'descr': '<u2', 'fortran_order': False, 'shape': (2,)}", &[0; 4]);
        assert_eq!(
            error(&good, Some(Expected { elem: ElementType::F32, shape: &[2] })),
            "expected f32[2] stored as f4, found u2[2]"
        );
        assert_eq!(
            error(&good, Some(Expected { elem: ElementType::BF16, shape: &[3] })),
            "expected bf16[3] stored as u2, found u2[2]"
        );
        assert!(error(b"PK\x03\x04", None).contains("magic"));
        assert!(error(&file(1, "{'descr': '<u2', 'shape': (2,)}", &[]), None).contains("fortran_order"));
    }

    proptest! {
        #[test]
        fn damaged_files_never_panic(at in 0usize..100, byte: u8, keep in 0usize..100) {
            let mut bytes = write(&Tensor::zeros(ElementType::F32, &[2, 3])).expect("a short header");
            let at = at % bytes.len();
            bytes[at] = byte;
            bytes.truncate(keep.max(1));
            let _ = parse(&bytes);
        }
    }
}
