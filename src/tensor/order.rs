//! The total order of element bit patterns, and the reference top-k.

use super::dense::{Tensor, TensorError};
use super::element::{ElementType, Kind};
use super::float::Specials;

/// An unsigned integer that sorts as the stored bits of `elem` sort in IEEE total order:
/// -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN, integers by value (spec real/INDEX.md).
///
/// Complex types have no order; their bits are returned as they are.
pub fn total_order_key(elem: ElementType, bits: u64) -> u64 {
    let top = 1u64 << (8 * elem.bytes().min(8) - 1);
    match elem.kind() {
        Kind::Signed(_) => bits ^ top,
        Kind::Float(format) if format.specials != Specials::PowerOfTwo => {
            // Floats narrower than a byte keep their sign below the top bit of the byte.
            let sign = 1u64 << (format.width() + format.padding_bits - 1);
            if bits & sign != 0 { !bits & (sign - 1) } else { bits | sign }
        }
        Kind::Float(_) | Kind::Pred | Kind::Unsigned(_) | Kind::Complex(_) => bits,
    }
}

/// The `k` largest elements of every row (the minor dimension) in total order, descending; equal elements by lowest
/// index first. Gives values (shape [..., k], the element type of the input) and indices (same shape, s32).
///
/// Errors: a scalar, k larger than the row, a row of more than 2^31 elements, a complex type.
pub fn top_k(input: &Tensor, k: usize) -> Result<(Tensor, Tensor), TensorError> {
    let elem = input.elem();
    if elem.is_complex() {
        return Err(TensorError::UnsupportedType { operation: "top-k", elem });
    }
    let bad = || TensorError::BadTopK { shape: input.shape().to_vec(), k };
    let (&row_len, outer) = input.shape().split_last().ok_or_else(bad)?;
    if k > row_len || row_len > i32::MAX as usize {
        return Err(bad());
    }
    let shape: Vec<usize> = outer.iter().copied().chain([k]).collect();
    let mut values = Vec::new();
    let mut indices = Vec::new();
    if k > 0 {
        let bytes = elem.bytes();
        let mut best = Vec::new();
        for row in input.bytes().chunks_exact(row_len * bytes) {
            match bytes {
                1 => largest(k, row, |raw: [u8; 1]| total_order_key(elem, raw[0].into()), &mut best),
                2 => largest(k, row, |raw| total_order_key(elem, u16::from_le_bytes(raw).into()), &mut best),
                4 => largest(k, row, |raw| total_order_key(elem, u32::from_le_bytes(raw).into()), &mut best),
                _ => largest(k, row, |raw| total_order_key(elem, u64::from_le_bytes(raw)), &mut best),
            }
            for candidate in &best {
                let index = candidate.index();
                values.extend_from_slice(&row[index as usize * bytes..][..bytes]);
                indices.extend_from_slice(&index.to_le_bytes());
            }
        }
    }
    Ok((Tensor::new(elem, &shape, values)?, Tensor::new(ElementType::S32, &shape, indices)?))
}

/// A key above the complement of its position: the larger one comes first in the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    key: u64,
    reverse_index: u32,
}

impl Candidate {
    fn index(self) -> u32 {
        !self.reverse_index
    }
}

/// Fills `best` with the first `k` candidates of the row in order; `k` > 0 and at most the row's length.
///
/// Linear in the row: candidates gather in a buffer, and whenever it is full all but the best k are dropped, which
/// raises the bar that a later key must pass.
fn largest<const N: usize>(k: usize, row: &[u8], key: impl Fn([u8; N]) -> u64, best: &mut Vec<Candidate>) {
    const SLACK: usize = 64;
    let capacity = k + k.max(SLACK);
    best.clear();
    // Later positions lose ties, so a key must exceed the bar; before there are k candidates there is none.
    let mut bar = None;
    for (position, raw) in row.as_chunks::<N>().0.iter().enumerate() {
        let key = key(*raw);
        if bar.is_some_and(|bar| key <= bar) {
            continue;
        }
        best.push(Candidate { key, reverse_index: !(position as u32) });
        if best.len() == capacity {
            best.select_nth_unstable_by(k - 1, |left, right| right.cmp(left));
            best.truncate(k);
            bar = Some(best[k - 1].key);
        }
    }
    if best.len() > k {
        best.select_nth_unstable_by(k - 1, |left, right| right.cmp(left));
        best.truncate(k);
    }
    best.sort_unstable_by(|left, right| right.cmp(left));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_order_every_narrow_type_as_its_values() {
        for row in ElementType::TABLE.iter().filter(|row| row.bytes <= 2) {
            let elem = row.elem;
            let width = match row.kind {
                Kind::Float(format) => format.width(),
                Kind::Pred => 1,
                _ => 8 * row.bytes as u32,
            };
            for bits in 0..1u64 << width {
                let mut pair = Tensor::zeros(elem, &[2]);
                pair.set_bits(0, bits.into());
                for other in [bits.wrapping_add(1), bits ^ (1 << (width - 1)), !bits] {
                    let other = other & ((1 << width) - 1);
                    pair.set_bits(1, other.into());
                    let (left, right) = (pair.get(0).as_f64(), pair.get(1).as_f64());
                    if let Some(order) = left.partial_cmp(&right).filter(|order| order.is_ne()) {
                        let keys = total_order_key(elem, bits).cmp(&total_order_key(elem, other));
                        assert_eq!(keys, order, "{elem} {bits:#x} {other:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn specials_of_f32_are_in_total_order() {
        let ordered =
            [-f32::NAN, f32::NEG_INFINITY, -1.0, -1e-45, -0.0, 0.0, 1e-45, 1.0, f32::INFINITY, f32::NAN];
        let keys = ordered.map(|value| total_order_key(ElementType::F32, value.to_bits().into()));
        assert!(keys.is_sorted_by(|left, right| left < right), "{keys:x?}");
    }

    #[test]
    fn ties_give_the_lowest_index_first() {
        let input = Tensor::from_values(&[2, 4], &[3i32, 7, 7, -1, -5, -5, -5, -6]).expect("2 x 4");
        let (values, indices) = top_k(&input, 3).expect("k <= 4");
        assert_eq!(values.to_i64s(), [7, 7, 3, -5, -5, -5]);
        assert_eq!(indices.to_i64s(), [1, 2, 0, 0, 1, 2]);
        assert_eq!(indices.elem(), ElementType::S32);
    }

    #[test]
    fn edges() {
        let input = Tensor::zeros(ElementType::Pred, &[0, 4]);
        assert_eq!(top_k(&input, 2).expect("no rows").0.shape(), [0, 2]);
        let input = Tensor::zeros(ElementType::F8E5M2, &[3, 4]);
        assert_eq!(top_k(&input, 0).expect("k = 0").1.shape(), [3, 0]);
        assert!(top_k(&input, 5).is_err());
        assert!(top_k(&Tensor::zeros(ElementType::F32, &[]), 0).is_err());
        assert!(top_k(&Tensor::zeros(ElementType::C64, &[1]), 1).is_err());
    }

    proptest! {
        #[test]
        fn selection_equals_a_stable_sort(values in prop::collection::vec(0u8..9, 1..600), k in 1usize..600) {
            let k = k.min(values.len());
            let input = Tensor::from_values(&[values.len()], &values).expect("a vector");
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by_key(|&index| std::cmp::Reverse(values[index]));
            let want: Vec<i64> = order[..k].iter().map(|&index| index as i64).collect();
            prop_assert_eq!(top_k(&input, k).expect("k fits").1.to_i64s(), want);
        }
    }
}
