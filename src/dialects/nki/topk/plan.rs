//! How the rows of a top-k are searched (spec nki_topk_kernels.md A2).
//!
//! The rotational method folds a row over partitions, a chunk in each. Every stage takes the largest of each chunk and
//! hands them to the next partition of the row, around, so that after as many stages as there are chunks each group of
//! winners has met every chunk: together they are the largest of the row. With one chunk this is a plain search, which
//! the specification calls scanning.

use crate::machine::Limits;

/// The search of a tile of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rows of a tile; the last tile may have fewer.
    pub rows: i64,
    /// Chunks of a row, and so the partitions it takes and the stages of the rotation; 1 searches the row as it is.
    pub stages: i64,
    /// Elements of a chunk; the last ones may have fewer.
    pub chunk: i64,
    /// What each stage takes of a chunk, a multiple of 8.
    pub kept: i64,
}

/// Values of one pass of the search.
const SLOTS: i64 = 8;
/// Cycles of an instruction beyond its elements (spec nki_topk_kernels.md A1).
const OVERHEAD: i64 = 144;
/// Most candidates of a row: they, their order and their positions lie beside each other in SBUF.
const CANDIDATES: i64 = 8192;
/// Tiles with a column for each element of a partition: what is struck with -inf, what with NaN, and the positions.
const TILES: i64 = 3;
/// Tiles with a column for each element that a stage takes.
const GROUPS: i64 = 10;
/// Bytes of an element of these tiles, which hold f32.
const BYTES: i64 = 4;
/// Bytes per partition for what is small: the identity of the transposes, an index for each partition.
const REST: i64 = 2048;

fn ceildiv(a: i64, b: i64) -> i64 {
    (a + b - 1) / b
}

/// The longest row whose top-k lowers.
pub fn longest_row(k: i64, limits: &Limits) -> i64 {
    let search = i64::from(limits.search_max);
    let ideal = ceildiv(k, SLOTS).min(limits.partitions.into());
    let longest = |stages: i64| {
        let plan = Plan { rows: 1, stages, chunk: 0, kept: kept(k, stages) };
        stages * plan.room(limits)
    };
    (ideal.max(2)..=limits.partitions.into()).map(longest).max().unwrap_or(0).max(search)
}

/// Elements that each of this many stages takes.
fn kept(k: i64, stages: i64) -> i64 {
    ceildiv(ceildiv(k, stages), SLOTS) * SLOTS
}

impl Plan {
    /// The search of `rows` rows of `n` elements for their `k` largest; `None` if the row is longer than
    /// [`longest_row`].
    ///
    /// As many stages as passes would be needed, if the partitions hold the rows that often; rows beyond the partitions
    /// go in tiles of the cheapest size. Rows that fit the partitions but are too long to be searched that way
    /// take smaller tiles, which the specification's snapshot refuses and later releases do. Chunks that hold fewer
    /// elements than a stage takes, which the specification's kernel searches beyond their end (hazards 2 and 3), are
    /// not made.
    pub fn of(rows: i64, n: i64, k: i64, limits: &Limits) -> Option<Plan> {
        let partitions = i64::from(limits.partitions);
        let whole = (rows <= partitions).then(|| Plan::with_tile(rows.max(1), n, k, limits)).flatten();
        let cost = |plan: &Plan| ceildiv(rows, plan.rows) as f64 * plan.cost(k, partitions);
        whole
            .or_else(|| {
                let plans = (1..=partitions.min(rows)).filter_map(|tile| Plan::with_tile(tile, n, k, limits));
                plans.filter(|plan| plan.stages > 1).min_by(|a, b| cost(a).total_cmp(&cost(b)))
            })
            .or_else(|| Plan::scan(partitions.min(rows.max(1)), n, k, limits))
    }

    /// The search of tiles of so many rows.
    fn with_tile(rows: i64, n: i64, k: i64, limits: &Limits) -> Option<Plan> {
        let most = i64::from(limits.partitions) / rows;
        let ideal = ceildiv(k.min(n), SLOTS);
        let least = ceildiv(n, limits.search_max.into());
        let first = most.min(ideal).max(least);
        if first <= 1 {
            return Plan::scan(rows, n, k, limits);
        }
        (first..=most)
            .map(|stages| Plan { rows, stages, chunk: ceildiv(n, stages), kept: kept(k, stages) })
            .find(|plan| (plan.kept..=plan.room(limits)).contains(&plan.chunk))
    }

    fn scan(rows: i64, n: i64, k: i64, limits: &Limits) -> Option<Plan> {
        (n <= limits.search_max.into()).then_some(Plan { rows, stages: 1, chunk: n, kept: kept(k, 1) })
    }

    /// Columns for what a partition receives from lower positions of the row, and as many for what it receives from
    /// higher ones.
    pub fn received(&self) -> i64 {
        (self.stages - 1) * self.kept
    }

    /// Elements for which a chunk has room beside what it receives.
    fn room(&self, limits: &Limits) -> i64 {
        if self.stages * self.kept > CANDIDATES {
            return 0;
        }
        let sbuf = i64::from(limits.sbuf_usable_bytes()) - REST - GROUPS * BYTES * self.kept;
        i64::from(limits.search_max).min(sbuf / (TILES * BYTES)) - 2 * self.received()
    }

    /// Cycles of the Vector engine for a tile: two passes over each chunk for each 8 values of each stage, and a sort of
    /// the candidates, which the specification charges to the rows of a tile.
    fn cost(&self, k: i64, partitions: i64) -> f64 {
        let passes = |values: i64, width: i64| (ceildiv(values, SLOTS) * 2 * (width + OVERHEAD)) as f64;
        let candidates = self.stages * self.kept;
        let sort = passes(candidates.max(k), candidates) * partitions as f64 / self.rows as f64;
        self.stages as f64 * passes(self.kept, self.chunk) + sort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Target;

    fn plan(rows: i64, n: i64, k: i64) -> Plan {
        Plan::of(rows, n, k, Target::Trn2.limits()).expect("it lowers")
    }

    /// Worked values of the specification, and rows of its table: rows of a core, elements, k.
    #[test]
    fn the_stages_are_those_of_the_specification() {
        for (rows, n, k, expected) in [
            (20, 4058, 256, Plan { rows: 20, stages: 6, chunk: 677, kept: 48 }),
            (1, 16_000, 256, Plan { rows: 1, stages: 32, chunk: 500, kept: 8 }),
            (512, 8192, 2048, Plan { rows: 64, stages: 2, chunk: 4096, kept: 1024 }),
            (1, 151_936, 256, Plan { rows: 1, stages: 32, chunk: 4748, kept: 8 }),
            (128, 3168, 256, Plan { rows: 128, stages: 1, chunk: 3168, kept: 256 }),
            (1, 3168, 8, Plan { rows: 1, stages: 1, chunk: 3168, kept: 8 }),
        ] {
            assert_eq!(plan(rows, n, k), expected);
        }
    }

    /// What the specification's snapshot refuses (A8, hazards 3 and 6) lowers here: in smaller tiles, or scanned.
    #[test]
    fn refused_configurations_lower() {
        assert_eq!(plan(80, 25_600, 8).stages, 2);
        assert_eq!(plan(80, 16_000, 2048).stages, 1);
        assert_eq!(plan(2, 12, 9), Plan { rows: 2, stages: 1, chunk: 12, kept: 16 });
        assert_eq!(plan(0, 12, 9).stages, 1);
    }

    #[test]
    fn the_longest_row_lowers_and_no_longer_one() {
        for target in [Target::Trn1, Target::Trn2, Target::Trn3] {
            let limits = target.limits();
            for k in [1, 8, 9, 64, 1000, 2048, 4096, 7168, 8000, 16_384] {
                let longest = longest_row(k, limits);
                assert!(Plan::of(1, longest, k, limits).is_some(), "{target}, k = {k}, {longest}");
                assert_eq!(Plan::of(1, longest + 1, k, limits), None, "{target}, k = {k}, {longest}");
                assert!(longest >= i64::from(limits.search_max));
            }
        }
        let limits = Target::Trn2.limits();
        assert_eq!((longest_row(8, limits), longest_row(16_384, limits)), (1_837_056, 16_384));
    }
}
