//! The engines of a NeuronCore.

/// An engine, with BIR's numbering (spec bir.md §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Left to the compiler.
    Unassigned,
    /// GpSimd.
    Pool,
    /// Scalar.
    Activation,
    /// Tensor.
    Pe,
    /// Data movement.
    Dma,
    /// Vector.
    Dve,
    /// Sync.
    Sp,
}

/// (engine, BIR's name, NKI's name, NKI's ordinal); BIR's ordinal is the row number (spec bir.md §2, nki_isa.md §2).
const TABLE: [(Engine, &str, &str, u32); 7] = [
    (Engine::Unassigned, "Unassigned", "unknown", 0),
    (Engine::Pool, "Pool", "gpsimd", 3),
    (Engine::Activation, "Activation", "scalar", 2),
    (Engine::Pe, "PE", "tensor", 1),
    (Engine::Dma, "DMA", "dma", 4),
    (Engine::Dve, "DVE", "vector", 5),
    (Engine::Sp, "SP", "sync", 6),
];

impl Engine {
    /// BIR's name, e.g. `DVE`.
    pub fn bir_name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// NKI's name, e.g. `vector`.
    pub fn nki_name(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// NKI's number.
    pub fn nki_ordinal(self) -> u32 {
        TABLE[self as usize].3
    }

    /// The engine of BIR's or NKI's name.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name || row.2 == name).map(|row| row.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_enum_order() {
        for (position, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, position);
            assert_eq!(Engine::from_name(row.0.bir_name()), Some(row.0));
            assert_eq!(Engine::from_name(row.0.nki_name()), Some(row.0));
        }
        assert_eq!(Engine::Dve.nki_ordinal(), 5);
    }
}
