//! The generations of the hardware, and one table of their limits.

use std::fmt;
use std::str::FromStr;

/// A generation of Trainium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// NeuronCore-v2.
    Trn1,
    /// NeuronCore-v3: what is compiled for where nothing is said.
    #[default]
    Trn2,
    /// NeuronCore-v4.
    Trn3,
}

/// One row of the table of limits. Sources: spec nki_isa.md §1, bir.md §2, §3 and §10, dve.md §4 and §7.
#[derive(Debug, PartialEq, Eq)]
pub struct Limits {
    /// The generation the row is about.
    pub target: Target,
    /// As the command line and `neuron.target` spell it.
    pub name: &'static str,
    /// The generation number that NKI calls `nc_version` (nki_isa.md §2).
    pub nc_version: u32,
    /// The compiler's name of the code generator, "CoreV2" to "CoreV4" (bir.md §2).
    pub core: &'static str,
    /// Partitions of SBUF and PSUM (nki_isa.md §1).
    pub partitions: u32,
    /// SBUF bytes per partition (bir.md §10).
    pub sbuf_bytes: u32,
    /// SBUF bytes per partition, at its end, that programs may not use (bir.md §10).
    pub sbuf_reserved_bytes: u32,
    /// PSUM banks per partition (nki_isa.md §1).
    pub psum_banks: u32,
    /// Bytes of one PSUM bank in one partition (nki_isa.md §1).
    pub psum_bank_bytes: u32,
    /// HBM of one core in GiB (bir.md §10).
    pub hbm_gib: u64,
    /// Fewest elements per partition that max8 and find_index8 search (nki_isa.md §1).
    pub search_min: u32,
    /// Most elements per partition that the search family takes (nki_isa.md §1).
    pub search_max: u32,
    /// Most columns of a matmul's stationary operand (nki_isa.md §1).
    pub stationary_fmax: u32,
    /// Most f32 columns of a matmul's moving operand (nki_isa.md §1).
    pub moving_fmax: u32,
    /// Most elements per partition of an SBUF operand of the Vector and Scalar engines (nki_isa.md §1).
    pub sbuf_free_max: u32,
    /// Most elements per partition of a PSUM operand of the Vector and Scalar engines (nki_isa.md §1).
    pub psum_free_max: u32,
    /// Partitions of a quadrant, the unit of stream_shuffle (nki_isa.md §1).
    pub quadrant: u32,
    /// Smallest row size of a tiled matmul (nki_isa.md §7.2).
    pub matmul_row_size_min: u32,
    /// Whether DveReadIndices (0xE9) exists (dve.md §4.5), and so MaxIndexAndMatchReplace (bir.md §7).
    pub has_match_replace_index: bool,
    /// Whether GpSimd has `topk` and `nonzero_with_count` (nki_isa.md §7.6).
    pub has_gpsimd_topk: bool,
    /// Whether two cores can run one kernel (sendrecv, core_barrier; nki_isa.md §7.1).
    pub has_lnc2: bool,
    /// Clock of the Vector engine in MHz (nki_isa.md §2).
    pub vector_mhz: u32,
}

const TRN1: Limits = Limits {
    target: Target::Trn1,
    name: "trn1",
    nc_version: 2,
    core: "CoreV2",
    partitions: 128,
    sbuf_bytes: 192 * 1024,
    sbuf_reserved_bytes: 0x4000,
    psum_banks: 8,
    psum_bank_bytes: 2048,
    hbm_gib: 16,
    search_min: 8,
    search_max: 16384,
    stationary_fmax: 128,
    moving_fmax: 512,
    sbuf_free_max: 65536,
    psum_free_max: 4096,
    quadrant: 32,
    matmul_row_size_min: 64,
    has_match_replace_index: false,
    has_gpsimd_topk: false,
    has_lnc2: false,
    vector_mhz: 1120,
};

const TRN2: Limits = Limits {
    target: Target::Trn2,
    name: "trn2",
    nc_version: 3,
    core: "CoreV3",
    sbuf_bytes: 224 * 1024,
    hbm_gib: 24,
    sbuf_reserved_bytes: 0x4008,
    matmul_row_size_min: 32,
    has_match_replace_index: true,
    has_gpsimd_topk: true,
    has_lnc2: true,
    vector_mhz: 960,
    ..TRN1
};

const TRN3: Limits = Limits {
    target: Target::Trn3,
    name: "trn3",
    nc_version: 4,
    core: "CoreV4",
    sbuf_bytes: 256 * 1024,
    hbm_gib: 36,
    moving_fmax: 4096,
    vector_mhz: 1200,
    ..TRN2
};

impl Limits {
    /// The whole table, in the order of [`Target`].
    pub const TABLE: [Limits; 3] = [TRN1, TRN2, TRN3];

    /// SBUF bytes per partition that programs may use.
    pub fn sbuf_usable_bytes(&self) -> u32 {
        self.sbuf_bytes - self.sbuf_reserved_bytes
    }

    /// PSUM bytes per partition.
    pub fn psum_bytes(&self) -> u32 {
        self.psum_banks * self.psum_bank_bytes
    }

    /// Whether an SBUF or PSUM operand of `count` partitions may start at partition `start` (nki_isa.md §1).
    pub fn legal_start_partition(&self, start: u32, count: u32) -> bool {
        let step = match count {
            0 => return false,
            1..=32 => 32,
            33..=64 => 64,
            _ => self.partitions,
        };
        start.is_multiple_of(step) && start.checked_add(count).is_some_and(|end| end <= self.partitions)
    }
}

impl Target {
    /// The limits of this generation.
    pub fn limits(self) -> &'static Limits {
        static TABLE: [Limits; 3] = Limits::TABLE;
        &TABLE[self as usize]
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.limits().name)
    }
}

/// A target name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTarget(pub String);

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown target '{}': expected trn1, trn2 or trn3", self.0)
    }
}

impl std::error::Error for UnknownTarget {}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let row = Limits::TABLE.iter().find(|row| row.name == name);
        row.map(|row| row.target).ok_or_else(|| UnknownTarget(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_in_enum_order() {
        for (position, row) in Limits::TABLE.iter().enumerate() {
            assert_eq!(row.target as usize, position);
            assert_eq!(row.target.to_string().parse(), Ok(row.target));
        }
        assert_eq!(
            "trn9".parse::<Target>().expect_err("no such target").to_string(),
            "unknown target 'trn9': expected trn1, trn2 or trn3"
        );
    }

    #[test]
    fn start_partitions_follow_the_quadrants() {
        let limits = Target::Trn2.limits();
        for (start, count, legal) in [
            (0, 128, true),
            (0, 65, true),
            (64, 65, false),
            (64, 64, true),
            (32, 33, false),
            (96, 32, true),
            (96, 33, false),
            (16, 1, false),
            (0, 129, false),
            (128, 1, false),
            (0, 0, false),
        ] {
            assert_eq!(limits.legal_start_partition(start, count), legal, "{start} {count}");
        }
    }
}
