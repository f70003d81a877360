//! The engines of a NeuronCore.

use super::memory::Space;

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

/// One row of the table of engines; BIR's ordinal is the row number (spec bir.md §2, nki_isa.md §2).
struct EngineInfo {
    engine: Engine,
    bir_name: &'static str,
    nki_name: &'static str,
    nki_ordinal: u32,
    /// Memories it reads.
    reads: &'static [Space],
    /// Memories it writes.
    writes: &'static [Space],
}

macro_rules! engines {
    ($($engine:ident = $bir:literal, $nki:literal, $ordinal:literal, [$($reads:ident)*] -> [$($writes:ident)*];)*) => {
        const TABLE: &[EngineInfo] = &[$(EngineInfo {
            engine: Engine::$engine, bir_name: $bir, nki_name: $nki, nki_ordinal: $ordinal,
            reads: &[$(Space::$reads),*], writes: &[$(Space::$writes),*],
        },)*];
    };
}

// An unassigned engine will be one that can do the work.
engines! {
    Unassigned = "Unassigned", "unknown", 0, [Hbm Sbuf Psum] -> [Hbm Sbuf Psum];
    Pool = "Pool", "gpsimd", 3, [Sbuf] -> [Sbuf];
    Activation = "Activation", "scalar", 2, [Sbuf Psum] -> [Sbuf Psum];
    Pe = "PE", "tensor", 1, [Sbuf] -> [Psum];
    Dma = "DMA", "dma", 4, [Hbm Sbuf] -> [Hbm Sbuf];
    Dve = "DVE", "vector", 5, [Sbuf Psum] -> [Sbuf Psum];
    Sp = "SP", "sync", 6, [] -> [];
}

impl Engine {
    /// BIR's name, e.g. `DVE`.
    pub fn bir_name(self) -> &'static str {
        TABLE[self as usize].bir_name
    }

    /// NKI's name, e.g. `vector`.
    pub fn nki_name(self) -> &'static str {
        TABLE[self as usize].nki_name
    }

    /// NKI's number.
    pub fn nki_ordinal(self) -> u32 {
        TABLE[self as usize].nki_ordinal
    }

    /// Whether it can read a memory.
    pub fn reads(self, space: Space) -> bool {
        TABLE[self as usize].reads.contains(&space)
    }

    /// Whether it can write a memory.
    pub fn writes(self, space: Space) -> bool {
        TABLE[self as usize].writes.contains(&space)
    }

    /// The engine of BIR's or NKI's name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_bir_name(name).or_else(|| Self::from_nki_name(name))
    }

    /// The engine of BIR's name.
    pub fn from_bir_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.bir_name == name).map(|row| row.engine)
    }

    /// The engine of NKI's name.
    pub fn from_nki_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.nki_name == name).map(|row| row.engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_enum_order() {
        for (position, row) in TABLE.iter().enumerate() {
            assert_eq!(row.engine as usize, position);
            assert_eq!(Engine::from_name(row.engine.bir_name()), Some(row.engine));
            assert_eq!(Engine::from_name(row.engine.nki_name()), Some(row.engine));
        }
        assert_eq!(Engine::Dve.nki_ordinal(), 5);
        assert!(!Engine::Pool.reads(Space::Psum) && !Engine::Dma.writes(Space::Psum));
    }
}
