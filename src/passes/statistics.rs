//! What passes count, for `--pass-statistics`.

use std::fmt;

/// Counts by pass and name, in the order in which they first occur. Counts of several runs of a pass add up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    rows: Vec<(&'static str, String, u64)>,
    pass: &'static str,
}

impl Statistics {
    /// Says whose counts follow.
    pub(super) fn begin(&mut self, pass: &'static str) {
        self.pass = pass;
    }

    /// Adds to a count of the current pass.
    pub fn add(&mut self, name: &str, count: u64) {
        let pass = self.pass;
        match self.rows.iter_mut().find(|(p, n, _)| *p == pass && n == name) {
            Some(row) => row.2 += count,
            None => self.rows.push((pass, name.into(), count)),
        }
    }

    /// A count; 0 if nothing was counted.
    pub fn get(&self, pass: &str, name: &str) -> u64 {
        self.rows.iter().find(|(p, n, _)| *p == pass && n == name).map_or(0, |row| row.2)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "===-- Pass statistics --===")?;
        let mut last = "";
        for (pass, name, count) in &self.rows {
            if *pass != last {
                writeln!(f, "{pass}")?;
                last = pass;
            }
            writeln!(f, "  {count:>8} {name}")?;
        }
        Ok(())
    }
}
