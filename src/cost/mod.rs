//! What the kernels of a module cost: instructions and cycles of each engine, bytes moved, memory at its peak.
//!
//! Every figure is a row of one table ([`figure`]), which gives the formula and its source (spec cost.md) or says that there is none:
//! an estimate is never made up. Instructions are counted as the program has them; nothing is scheduled, so the cycles
//! of different engines overlap in a way that this report does not know.

mod report;
mod table;
mod work;

pub use report::{CoreCost, KernelCost, Level, Line, report};
pub use table::{Figure, Unit, figure};
pub use work::{Access, Work, work};
