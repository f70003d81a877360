//! Every op of the dialect, declared once; a module for each theme.

mod binary;
pub(super) mod chlo;
mod collective;
mod control;
mod dynamic;
mod fold;
mod linear;
mod shape;
mod unary;

pub use binary::*;
pub use chlo::*;
pub use collective::*;
pub use control::*;
pub use dynamic::*;
pub use fold::*;
pub use linear::*;
pub use shape::*;
pub use unary::*;

crate::dialect! {
    /// Whole-tensor programs with the meaning that XLA gives them; the text is StableHLO's.
    dialect HLO = "hlo", prefixes ["stablehlo", "mhlo", "chlo"], types [];
    from [unary, binary, shape, dynamic, linear, fold, control, collective, chlo];
}
