//! Where the DVE's order can differ from the total order of the host's top-k.

use crate::tensor::ElementType;

use super::super::error::MachineError;
use super::super::memory::Machine;
use super::super::view::View;

/// A partition whose elements the DVE may order otherwise than IEEE total order does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderDifference {
    /// The first such partition, counted from the view's start.
    pub partition: usize,
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

/// The first partition of `view` in which the orders can differ (design §5: they agree on data without NaN and with
/// zeros of one sign).
pub fn order_differs(machine: &Machine, view: &View) -> Result<Option<OrderDifference>, MachineError> {
    let access = machine.access(view, "data")?;
    let mut values = vec![0.0; access.count];
    let mut bytes = vec![0; access.count * access.elem.bytes()];
    for partition in 0..access.partitions {
        machine.read_row_f32(&access, partition, &mut values);
        let rounded = if matches!(access.elem, ElementType::S32 | ElementType::U32) {
            machine.read_row_bytes(&access, partition, &mut bytes);
            any_rounded(access.elem, &bytes)
        } else {
            false
        };
        if let Some(reason) = row_reason(&values).or(rounded.then_some(Reason::Rounded)) {
            return Ok(Some(OrderDifference { partition, reason }));
        }
    }
    Ok(None)
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

fn any_rounded(elem: ElementType, bytes: &[u8]) -> bool {
    bytes.as_chunks::<4>().0.iter().any(|raw| match elem {
        ElementType::S32 => i64::from(i32::from_le_bytes(*raw)) != i32::from_le_bytes(*raw) as f32 as i64,
        _ => i64::from(u32::from_le_bytes(*raw)) != u32::from_le_bytes(*raw) as f32 as i64,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::{Dim, Pattern, Target};
    use super::*;
    use crate::tensor::Tensor;

    fn reason(tensor: Tensor) -> Option<OrderDifference> {
        let mut machine = Machine::new(Target::Trn2);
        let (elem, count) = (tensor.elem(), tensor.len());
        let view = View::hbm(machine.load_hbm(tensor), elem, &[count]);
        order_differs(&machine, &view).expect("in bounds")
    }

    #[test]
    fn reasons() {
        let floats = |values: &[f32]| reason(Tensor::from_values(&[values.len()], values).expect("a vector"));
        let differs = |reason| Some(OrderDifference { partition: 0, reason });
        assert_eq!(floats(&[0.0, 1.0, f32::INFINITY, 0.0]), None);
        assert_eq!(floats(&[-0.0, 1.0, -0.0]), None);
        assert_eq!(floats(&[-0.0, 1.0, 0.0]), differs(Reason::MixedZeros));
        assert_eq!(floats(&[-0.0, f32::NAN, 0.0]), differs(Reason::Nan));
        let ints = |values: &[i32]| reason(Tensor::from_values(&[values.len()], values).expect("a vector"));
        assert_eq!(ints(&[1 << 24, 1 << 30, -5]), None);
        assert_eq!(ints(&[(1 << 24) + 1]), differs(Reason::Rounded));
    }

    #[test]
    fn only_the_elements_of_the_view_count() {
        let mut machine = Machine::new(Target::Trn2);
        let tensor = Tensor::from_values(&[4], &[0.0f32, f32::NAN, 1.0, f32::NAN]).expect("a vector");
        let mut view = View::hbm(machine.load_hbm(tensor), ElementType::F32, &[4]);
        view.pattern = Pattern::from_slice(&[Dim { step: 2, num: 2 }]);
        assert_eq!(order_differs(&machine, &view), Ok(None));
    }
}
