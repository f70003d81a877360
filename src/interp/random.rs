//! Random inputs, the same on every machine.

use super::interpreter::Limits;
use super::run::input_types;
use crate::ir::{Diagnostic, Fault, Ir, OpId, Severity};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

/// A generator of 64-bit numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal numbers.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `[0, 1)`, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Random inputs for an entry; equal seeds give equal tensors.
pub fn random_inputs(ir: &Ir<'_>, entry: OpId, seed: u64) -> Result<Vec<Tensor>, Box<Diagnostic>> {
    let mut random = Random::new(seed);
    let tensor = |(elem, shape): (ElementType, Vec<usize>)| {
        random_tensor(elem, &shape, &mut random).ok_or_else(|| {
            let fault =
                Fault::op(format!("takes an input of shape {shape:?}, which is too large to make up"));
            Box::new(fault.into_diagnostic(ir, entry, Severity::Error))
        })
    };
    input_types(ir, entry)?.into_iter().map(tensor).collect()
}

/// A tensor of random elements: floats in `[-4, 4)` (in `[0, 4)` where the type has no sign), integers of at most 7
/// bits that the type holds, truth values.
///
/// `None` if there are more elements than a run allows for (see [`Limits`]).
pub fn random_tensor(elem: ElementType, shape: &[usize], random: &mut Random) -> Option<Tensor> {
    let count = shape.iter().try_fold(1usize, |count, &dim| count.checked_mul(dim))?;
    let bytes = count.checked_mul(elem.bytes()).filter(|_| count as u64 <= Limits::default().elements)?;
    let mut tensor = Tensor::new(elem, shape, vec![0; bytes]).ok()?;
    for index in 0..count {
        let mut float = || Scalar::Float(8.0 * random.unit() - 4.0);
        let value = match elem.kind() {
            Kind::Float(_) if elem == ElementType::F8E8M0FNU => Scalar::Float(4.0 * random.unit()),
            Kind::Float(_) => float(),
            Kind::Complex(_) => Scalar::Complex(float().as_f64(), float().as_f64()),
            Kind::Pred => Scalar::Bool(random.next_u64() & 1 == 1),
            Kind::Signed(width) => {
                let width = width.min(7);
                Scalar::Int((random.next_u64() >> (64 - width)) as i128 - (1 << (width - 1)))
            }
            Kind::Unsigned(width) => Scalar::Int((random.next_u64() >> (64 - width.min(7))) as i128),
        };
        tensor.set(index, value);
    }
    Some(tensor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_random_tensors_that_repeat() {
        for row in ElementType::TABLE {
            let tensor = |seed| random_tensor(row.elem, &[4, 8], &mut Random::new(seed)).expect("small");
            assert_eq!(tensor(1), tensor(1), "{}", row.name);
            assert_ne!(tensor(1), tensor(2), "{}", row.name);
        }
        assert_eq!(random_tensor(ElementType::F32, &[usize::MAX, 8], &mut Random::new(0)), None);
    }
}
