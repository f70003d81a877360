//! Where the DVE's order can differ from the total order of the host's top-k.

use std::fmt;

use crate::tensor::{ElementType, Tensor};

/// A row whose elements the DVE may order otherwise than IEEE total order does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderDifference {
    /// The first such row of the tensor's last dimension.
    pub row: usize,
    /// Why.
    pub reason: Reason,
}

/// Why the two orders can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A NaN: largest or smallest in total order, unordered on the DVE.
    Nan,
    /// Zeros of both signs: distinct in total order, equal on the DVE.
    MixedZeros,
    /// An integer that f32, in which the DVE compares, cannot hold.
    Rounded,
}

impl fmt::Display for OrderDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.reason {
            Reason::Nan => "a NaN",
            Reason::MixedZeros => "zeros of both signs",
            Reason::Rounded => "integers that f32 rounds",
        };
        write!(f, "row {} holds {what}: the order of the device may differ from HLO's total order", self.row)
    }
}

/// The first row in which the orders can differ; element types that the DVE cannot rank have none (design §5: they
/// agree on data without NaN and with zeros of one sign).
pub fn order_differs(tensor: &Tensor) -> Option<OrderDifference> {
    let columns = tensor.shape().last().copied().unwrap_or(1).max(1);
    let reasons: Box<dyn Iterator<Item = Option<Reason>>> = match tensor.elem() {
        ElementType::S32 | ElementType::U32 => {
            let values = tensor.to_i64s();
            let exact = |v: &i64| *v == *v as f32 as i64;
            let row = |row: &[i64]| (!row.iter().all(exact)).then_some(Reason::Rounded);
            Box::new(values.chunks(columns).map(row).collect::<Vec<_>>().into_iter())
        }
        elem if elem.is_float() && elem.fits_f32() => {
            let values = tensor.to_f32s();
            Box::new(values.chunks(columns).map(row_reason).collect::<Vec<_>>().into_iter())
        }
        _ => return None,
    };
    reasons.enumerate().find_map(|(row, reason)| reason.map(|reason| OrderDifference { row, reason }))
}

fn row_reason(values: &[f32]) -> Option<Reason> {
    let fold = |test: fn(u32) -> bool| values.iter().fold(false, |any, value| any | test(value.to_bits()));
    if values.iter().fold(false, |any, value| any | value.is_nan()) {
        Some(Reason::Nan)
    } else if fold(|bits| bits == 0) && fold(|bits| bits == (-0.0f32).to_bits()) {
        Some(Reason::MixedZeros)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons() {
        let floats = |values: &[f32]| {
            order_differs(&Tensor::from_values(&[values.len()], values).expect("a vector")).map(|d| d.reason)
        };
        assert_eq!(floats(&[0.0, 1.0, f32::INFINITY, 0.0]), None);
        assert_eq!(floats(&[-0.0, 1.0, -0.0]), None);
        assert_eq!(floats(&[-0.0, 1.0, 0.0]), Some(Reason::MixedZeros));
        assert_eq!(floats(&[-0.0, f32::NAN, 0.0]), Some(Reason::Nan));
        let ints = |values: &[i32]| {
            order_differs(&Tensor::from_values(&[values.len()], values).expect("a vector")).map(|d| d.reason)
        };
        assert_eq!(ints(&[1 << 24, 1 << 30, -5]), None);
        assert_eq!(ints(&[(1 << 24) + 1]), Some(Reason::Rounded));
    }

    #[test]
    fn rows_count_one_by_one() {
        let apart = Tensor::from_values(&[2, 2], &[0.0f32, 1.0, -0.0, 1.0]).expect("a matrix");
        assert_eq!(order_differs(&apart), None);
        let second = Tensor::from_values(&[2, 2], &[0.0f32, 1.0, -0.0, 0.0]).expect("a matrix");
        let expected = OrderDifference { row: 1, reason: Reason::MixedZeros };
        assert_eq!(order_differs(&second), Some(expected));
    }
}
