//! Cycles of each instruction: one row for each formula that a source gives (spec cost.md).

use crate::machine::{Limits, Space, Target};
use crate::tensor::ElementType;

use super::work::Work;

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Cycles of the engine that does the work.
    Cycles,
    /// Latency in the unit of the compiler's simulator, which no source names (about nanoseconds, cost.md).
    SimulatorTime,
}

/// Least initiation interval that NKI's documentation gives for a vector instruction, in cycles (cost.md §4).
const MIN_II: u64 = 64;

/// How an instruction's cost is found.
#[derive(Debug)]
pub struct Figure {
    /// BIR's names and the mnemonics of bundles that the row is for.
    names: &'static [&'static str],
    /// The formula as a reader writes it.
    pub formula: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// The figure; `None` where the formula does not reach.
    pub cost: fn(&Work<'_>, &Limits) -> Option<u64>,
}

const NKI: &str = "NKI documentation, cost.md §4";

macro_rules! cycles {
    ([$($name:literal),+], $formula:literal, $source:expr, $cost:expr) => {
        Figure { names: &[$($name),+], formula: $formula, source: $source, unit: Unit::Cycles, cost: $cost }
    };
}

/// The rows. An instruction without one has no documented cost: MaxIndex, TensorTensor, Gather, CoreBarrier, ... (cost.md §4, §5).
static FIGURES: &[Figure] = &[
    cycles!(["Max", "max8"], "N", NKI, |w, _| Some(w.n())),
    cycles!(
        ["MatchReplace", "MaxIndexAndMatchReplace", "match_replace8"],
        "max(64, N)",
        "NKI documentation prints min(64, N), likely max: cost.md §4",
        at_least_min_ii
    ),
    cycles!(["Activation"], "max(64, N), and 64 more if it reduces", NKI, |w, _| {
        Some(w.n().max(MIN_II) + if w.reduces { MIN_II } else { 0 })
    }),
    cycles!(
        ["TensorReduce", "tensor_reduce", "tensor_reduce_bitvec"],
        "N; N/2 for bf16 in and out with add or max",
        NKI,
        |w, _| {
            let narrow = w.operands.iter().all(|operand| operand.dtype == ElementType::BF16);
            let fast = narrow && matches!(w.alu, Some("add" | "max"));
            Some(if fast { w.n().div_ceil(2) } else { w.n() })
        }
    ),
    cycles!(["TensorScalarPtr", "tensor_scalar", "tensor_scalar_bitvec"], "max(64, N)", NKI, at_least_min_ii),
    cycles!(
        ["Reciprocal", "TensorCopy", "StreamShuffle", "reciprocal", "copy", "cast", "stream_shuffle"],
        "max(64, N)",
        NKI,
        at_least_min_ii
    ),
    cycles!(["Memset", "memset"], "max(64, N); N/2 for zeros of 16 bits", NKI, |w, _| {
        let fast = w.zero && w.operands.iter().all(|operand| operand.dtype.bytes() == 2);
        Some(if fast { w.n().div_ceil(2) } else { w.n().max(MIN_II) })
    }),
    cycles!(["Iota", "TensorScalarAffineSelect", "iota"], "150 + N", NKI, |w, _| Some(150 + w.n())),
    cycles!(["Matmult"], "max(min(64, N stationary), N moving); 4 times that for f32", NKI, |w, _| {
        let (stationary, moving) = (w.operand("stationary")?, w.operand("moving")?);
        let cycles = stationary.elements.min(MIN_II).max(moving.elements);
        Some(if moving.dtype == ElementType::F32 { 4 * cycles } else { cycles })
    }),
    Figure {
        names: &["DMACopy", "Load", "Save"],
        formula: "1300 + ((P + 15) / 16) * bytes * N / D, D = 17 (trn1), 23 (trn2); 1-byte elements: 1300 + P * N / D, D = 272, 368",
        source: "the compiler's simulator, cost.md §1",
        unit: Unit::SimulatorTime,
        cost: dma,
    },
];

fn at_least_min_ii(work: &Work<'_>, _: &Limits) -> Option<u64> {
    Some(work.n().max(MIN_II))
}

/// Read initiation and execution of a copy (cost.md §1); nothing is known of trn3.
fn dma(work: &Work<'_>, limits: &Limits) -> Option<u64> {
    const READ_INIT: u64 = 1300;
    let (wide, byte) = match limits.target {
        Target::Trn1 => (17, 272),
        Target::Trn2 => (23, 368),
        Target::Trn3 => return None,
    };
    let of = work.operands.iter().find(|operand| operand.space != Space::Hbm).or(work.operands.first())?;
    let bytes = of.dtype.bytes() as u64;
    let execute = if bytes == 1 {
        of.elements * of.partitions / byte
    } else {
        of.partitions.div_ceil(16) * bytes * of.elements / wide
    };
    Some(READ_INIT + execute)
}

/// The row of an instruction; `None` where no source gives a formula.
pub fn figure(name: &str) -> Option<&'static Figure> {
    FIGURES.iter().find(|row| row.names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Access;
    use crate::dialects::bir::instruction_types;
    use crate::dialects::dve::isa::opcode;
    use crate::machine::Engine;

    #[test]
    fn every_row_is_for_instructions_that_exist() {
        for name in FIGURES.iter().flat_map(|row| row.names) {
            let known = instruction_types::by_name(name).is_some() || opcode::by_mnemonic(name).is_some();
            assert!(known, "{name}");
        }
    }

    fn cost(name: &str, target: Target, operands: &[Access]) -> Option<u64> {
        let work = Work {
            name,
            engine: Engine::Dve,
            operands: operands.to_vec(),
            alu: Some("add"),
            reduces: false,
            zero: false,
        };
        (figure(name)?.cost)(&work, target.limits())
    }

    fn access(
        name: &'static str,
        space: Space,
        partitions: u64,
        elements: u64,
        dtype: ElementType,
    ) -> Access {
        Access { name, written: false, space, partitions, elements, dtype }
    }

    #[test]
    fn figures_are_those_of_the_sources() {
        let data = access("data", Space::Sbuf, 128, 512, ElementType::F32);
        assert_eq!(cost("Max", Target::Trn2, &[data]), Some(512));
        assert_eq!(cost("MaxIndex", Target::Trn2, &[data]), None);
        let small = access("data", Space::Sbuf, 128, 8, ElementType::F32);
        assert_eq!(cost("TensorCopy", Target::Trn2, &[small]), Some(64));
        let narrow = access("data", Space::Sbuf, 128, 512, ElementType::BF16);
        assert_eq!(cost("TensorReduce", Target::Trn2, &[narrow]), Some(256));
        let moving = access("moving", Space::Sbuf, 128, 128, ElementType::F32);
        let stationary = access("stationary", Space::Sbuf, 128, 128, ElementType::F32);
        assert_eq!(cost("Matmult", Target::Trn2, &[moving, stationary]), Some(512));
        // 128 partitions of 512 f32: 8 * 4 * 512 / 23 = 712.
        let hbm = access("src", Space::Hbm, 1, 65536, ElementType::F32);
        assert_eq!(cost("DMACopy", Target::Trn2, &[hbm, data]), Some(2012));
        assert_eq!(cost("DMACopy", Target::Trn3, &[hbm, data]), None);
        let bytes = access("dst", Space::Sbuf, 128, 512, ElementType::U8);
        assert_eq!(cost("DMACopy", Target::Trn1, &[hbm, bytes]), Some(1300 + 128 * 512 / 272));
    }
}
