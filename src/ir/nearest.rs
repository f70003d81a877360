//! "Did you mean": the name that a misspelled one stands for.

/// What is taken for the beginning of a name has this many characters.
const BEGINNING: usize = 3;

/// The candidate that `name` stands for: the one that it is the beginning of, of several the first with the fewest further words, or
/// else the one that it is most likely a misspelling of, with the smallest edit distance, if that is at most a third of the
/// name's length.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).max(1);
    let rank = |candidate: &'a str| {
        if let Some(rest) = candidate.strip_prefix(name).filter(|_| length >= BEGINNING) {
            return Some(((false, rest.matches(['_', '-', '.']).count()), candidate));
        }
        let distance = edit_distance(name, candidate);
        (distance <= limit).then_some(((true, distance), candidate))
    };
    candidates.into_iter().filter_map(rank).min_by_key(|(rank, _)| *rank).map(|(_, candidate)| candidate)
}

/// Number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_recognized() {
        let names = ["canonicalize", "cse", "dce", "symbol-dce"];
        assert_eq!(nearest("canonicalise", names), Some("canonicalize"));
        assert_eq!(nearest("sce", names), Some("cse"));
        assert_eq!(nearest("symbol_dce", names), Some("symbol-dce"));
        assert_eq!(nearest("vectorize", names), None);
    }

    #[test]
    fn beginnings_come_before_misspellings() {
        let ops = [
            "hlo.map",
            "hlo.multiply",
            "hlo.negate",
            "hlo.not",
            "hlo.reduce_window",
            "hlo.reduce",
            "hlo.mulhi",
        ];
        assert_eq!(nearest("hlo.mul", ops), Some("hlo.multiply"));
        assert_eq!(nearest("hlo.neg", ops), Some("hlo.negate"));
        assert_eq!(nearest("hlo.reduc", ops), Some("hlo.reduce"));
        assert_eq!(nearest("ca", ["canonicalize", "cse"]), None);
    }
}
