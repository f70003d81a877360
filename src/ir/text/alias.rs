//! Which attributes, types and locations get an alias (spec mlir_text.md, 3), and their definitions.

use super::printer::Printer;
use crate::ir::OpId;

/// Finds what needs an alias in a tree of ops.
pub(super) fn assign(_printer: &mut Printer<'_, '_>, _root: OpId) {}
