//! Every op of the dialect, declared once; a module for each theme.

mod binary;
pub(super) mod chlo;
mod choose;
mod class;
mod collective;
mod control;
mod convert;
mod dynamic;
mod fold;
mod linear;
mod shape;
mod unary;

pub use binary::*;
pub use chlo::*;
pub use choose::*;
pub use collective::*;
pub use control::*;
pub use convert::*;
pub use dynamic::*;
pub use fold::*;
pub use linear::*;
pub use shape::*;
pub use unary::*;

use chlo::{binary as chlo_binary, broadcast as chlo_broadcast, other as chlo_other, unary as chlo_unary};

crate::dialect! {
    /// Whole-tensor programs with the meaning that XLA gives them; the text is StableHLO's.
    dialect HLO = "hlo", prefixes ["stablehlo", "mhlo", "chlo"], types [];
    from [
        unary, convert, binary, choose, shape, dynamic, linear, fold, control, collective, chlo_other, chlo_unary, chlo_binary,
        chlo_broadcast,
    ];
}
