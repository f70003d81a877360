//! How the top-k of a row that no instruction can search is cut up.
//!
//! A row is folded over partitions: chunk after chunk, each searched for as many elements as can be among the k
//! largest; what they keep, in the order of the chunks, is one row of candidates, and its top-k is the row's. Chunks and
//! their candidates are in order, so equal elements stay in the order of their positions.

use crate::machine::Limits;

/// A row cut into chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Chunks of a row: partitions that it takes.
    pub stages: i64,
    /// Elements of a chunk; the last one may have fewer, but not none.
    pub chunk: i64,
    /// Candidates of a chunk, a multiple of 8.
    pub kept: i64,
}

/// Values of one pass of the search.
const SLOTS: i64 = 8;
/// Most candidates of a row, so that they, their copy and their positions fit beside each other into SBUF.
const CANDIDATES: i64 = 8192;
/// Cycles of an instruction beyond its elements (spec nki_topk_kernels.md A1).
const OVERHEAD: i64 = 144;

/// Candidates that a chunk must keep for a top-k.
fn kept(k: i64, chunk: i64) -> i64 {
    (k.min(chunk) + SLOTS - 1) / SLOTS * SLOTS
}

/// The longest row whose top-k lowers: one that can be searched, or folded over the partitions.
pub fn longest_row(k: i64, limits: &Limits) -> i64 {
    let search = i64::from(limits.search_max);
    let stages = (CANDIDATES / kept(k, search).max(1)).min(limits.partitions.into());
    search * stages.max(1)
}

impl Fold {
    /// The cheapest fold for the top-k of `rows` rows of `n` elements; `None` if there is none, or no need of one.
    pub fn of(rows: i64, n: i64, k: i64, limits: &Limits) -> Option<Fold> {
        let search = i64::from(limits.search_max);
        if n <= search || n > longest_row(k, limits) || rows < 1 {
            return None;
        }
        let partitions = i64::from(limits.partitions);
        (1..=partitions)
            .map(|stages| {
                let chunk = (n + stages - 1) / stages;
                Fold { stages, chunk, kept: kept(k, chunk) }
            })
            .filter(|fold| {
                (SLOTS..=search).contains(&fold.chunk)
                    && (fold.stages - 1) * fold.chunk < n
                    && fold.stages * fold.kept <= CANDIDATES
            })
            .min_by_key(|fold| fold.cost(rows, k, partitions))
    }

    /// Cycles of the Vector engine: each pass over 8 values takes every element of a chunk, then every candidate.
    fn cost(&self, rows: i64, k: i64, partitions: i64) -> i64 {
        let tiles = (rows + self.rows(partitions) - 1) / self.rows(partitions);
        let passes = |kept: i64, width: i64| (kept + SLOTS - 1) / SLOTS * (width + OVERHEAD);
        tiles * (passes(self.kept, self.chunk) + passes(k, self.stages * self.kept))
    }

    /// Rows that the partitions hold together.
    pub fn rows(&self, partitions: i64) -> i64 {
        (partitions / self.stages).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Target;

    #[test]
    fn folds_cover_the_row_and_fit() {
        let limits = Target::Trn2.limits();
        for (rows, n, k) in
            [(1, 25_600, 256), (8, 25_600, 2048), (2, 151_936, 256), (300, 16_385, 1), (1, 262_144, 8)]
        {
            let fold = Fold::of(rows, n, k, limits).expect("it lowers");
            assert!(fold.stages * fold.chunk >= n && (fold.stages - 1) * fold.chunk < n, "{fold:?}");
            assert!(
                fold.chunk <= 16_384
                    && fold.stages * fold.kept <= CANDIDATES
                    && fold.kept >= k.min(fold.chunk)
            );
        }
        assert_eq!(Fold::of(1, 16_384, 8, limits), None, "it can be searched as it is");
        assert_eq!(
            (longest_row(8, limits), longest_row(4096, limits), longest_row(4097, limits)),
            (2_097_152, 32_768, 16_384)
        );
        assert!(Fold::of(1, 32_768, 4096, limits).is_some() && Fold::of(1, 32_769, 4096, limits).is_none());
    }
}
